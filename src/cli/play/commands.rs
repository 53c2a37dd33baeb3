//! The commands of a game.

use strsim::osa_distance;

/// What can be said beside moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Plays a pass.
    Pass,
    /// Lists moves.
    Moves,
    /// Shows a sheet.
    Piece,
    /// Tells where pieces stand.
    Where,
    /// Draws the board, or a part of it.
    Board,
    /// Lists what was played.
    History,
    /// Takes back.
    Undo,
    /// Asks for a move.
    Hint,
    /// Asks for a score.
    Eval,
    /// Turns the board.
    Flip,
    /// Gives up.
    Resign,
    /// Offers a draw.
    Draw,
    /// Begins anew.
    New,
    /// Writes a file.
    Save,
    /// Reads a file.
    Load,
    /// Sets the strength.
    Level,
    /// Changes sides.
    Side,
    /// Prints the position.
    Position,
    /// Explains.
    Help,
    /// Ends.
    Quit,
}

/// The commands with their words, of which the first is shown, how they are used and what they do.
const COMMANDS: [(Command, &[&str], &str, &str); 20] = [
    (Command::Pass, &["pass"], "pass", "pass your turn, with a piece that may"),
    (
        Command::Moves,
        &["moves"],
        "moves [SQUARE|PIECE]",
        "list your legal moves, or those from a square or of a kind of piece",
    ),
    (
        Command::Piece,
        &["piece", "pieces"],
        "piece [NAME]",
        "show how a piece moves: by name, letters or sign; without a name list all",
    ),
    (Command::Where, &["where"], "where NAME", "tell where the pieces of a kind stand"),
    (
        Command::Board,
        &["board", "view", "show"],
        "board [SQUARE|all]",
        "draw the board, the part around a square, or all of it",
    ),
    (Command::History, &["history"], "history", "list the moves that were played"),
    (Command::Undo, &["undo", "back", "takeback"], "undo", "take back your last move and the answer to it"),
    (Command::Hint, &["hint"], "hint", "ask the engine what it would play for you"),
    (Command::Eval, &["eval", "score"], "eval", "ask the engine who is ahead"),
    (Command::Flip, &["flip"], "flip", "turn the board"),
    (Command::Resign, &["resign"], "resign", "give up"),
    (Command::Draw, &["draw"], "draw", "offer a draw; the engine takes it if it is not ahead"),
    (Command::New, &["new", "restart"], "new", "begin the game anew"),
    (Command::Save, &["save"], "save FILE", "write the game to a file; its name ends with the format, as in game.pgn"),
    (Command::Load, &["load", "open"], "load FILE [PLY]", "go on with the game of a file, from a ply on if you like"),
    (Command::Level, &["level"], "level [N]", "set the strength of the engine, or tell it"),
    (Command::Side, &["side", "sides"], "side black|white|both", "choose which side you play"),
    (Command::Position, &["position", "sfen"], "position", "print the position as text"),
    (Command::Help, &["help", "?"], "help", "show this"),
    (Command::Quit, &["quit", "exit", "bye", "q"], "quit", "end; the game is kept in a file"),
];

/// Characters of the column of uses.
const USES: usize = 22;

impl Command {
    /// The command of this word, in capitals or not.
    pub fn read(word: &str) -> Option<Command> {
        let means = |known: &&str| known.eq_ignore_ascii_case(word);
        COMMANDS.iter().find(|(_, words, ..)| words.iter().any(means)).map(|(command, ..)| *command)
    }

    /// How it is used.
    pub fn usage(self) -> &'static str {
        COMMANDS.iter().find(|(command, ..)| *command == self).map_or("", |(_, _, usage, _)| usage)
    }
}

/// All commands, a line each.
pub fn help() -> String {
    COMMANDS.iter().map(|(_, _, usage, meaning)| format!("{usage:USES$} {meaning}\n")).collect()
}

/// Whether a line that is no move is meant to be a command: its first word has no digit and more than one letter.
pub fn looks_like_command(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or("");
    word.chars().count() > 1 && word.chars().all(char::is_alphabetic)
}

/// The command that a word is likely to mean.
pub fn nearest(word: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    let words = COMMANDS.iter().flat_map(|(_, words, ..)| words.iter().copied()).filter(|known| known.len() > 2);
    // A beginning, or too much at the end, is better than any mistake; the longer the word, the more mistakes there may be.
    let begins = |known: &str| word.len() > 1 && (known.starts_with(&word) || word.starts_with(known));
    let distance = |known: &str| if begins(known) { 0 } else { osa_distance(known, &word) };
    let near = words
        .map(|known| (distance(known), known))
        .filter(|(far, known)| *far <= known.len() / 3 + 1 && *far < known.len() - 1);
    near.min_by_key(|(far, _)| *far).map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_by_every_word() {
        for (command, words, ..) in COMMANDS {
            for word in words {
                assert_eq!(Command::read(word), Some(command));
                assert_eq!(Command::read(&word.to_uppercase()), Some(command));
            }
            assert!(help().contains(command.usage()), "{command:?}");
        }
        assert_eq!(Command::read("7i7h"), None);
    }

    #[test]
    fn the_nearest_command_is_named() {
        for (word, meant) in [
            ("mvoes", "moves"),
            ("Move", "moves"),
            ("histroy", "history"),
            ("hist", "history"),
            ("undoo", "undo"),
            ("sav", "save"),
            ("resgin", "resign"),
            ("evaluate", "eval"),
            ("quitt", "quit"),
            ("levle", "level"),
            ("peice", "piece"),
            ("hlep", "help"),
        ] {
            assert_eq!(nearest(word), Some(meant), "{word}");
        }
        for word in ["xylophone", "", "zz"] {
            assert_eq!(nearest(word), None, "{word}");
        }
    }

    #[test]
    fn moves_are_no_commands() {
        for line in ["7i7h", "P-8f", "@@@@", "--", "a11a12", "x", "獅"] {
            assert!(!looks_like_command(line), "{line}");
        }
        for line in ["nonsense", "levle 5", "what now"] {
            assert!(looks_like_command(line), "{line}");
        }
    }
}
