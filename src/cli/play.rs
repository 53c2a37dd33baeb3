//! `shishi play`

use super::Context;
use super::batch::one_line;
use crate::engine::{Done, Engine, Info, SearchEvent, SearchRequest, find_piece};
use crate::notation::{BoardStyle, MoveFormat};
use crate::position::{Outcome, Side};
use crate::protocol::input::{LONGEST_LINE, Line, read_line};
use crate::search::SearchLimits;
use crate::search::score;
use crate::view::WrittenMove;
use anyhow::bail;
use clap::ValueEnum;
use std::fmt::Display;
use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

/// Play a game in the terminal
///
/// Moves are read in every spelling of the game; `help` shows how they look and what else is understood.
#[derive(clap::Args)]
pub struct Args {
    /// Your side; black moves first
    #[arg(long, value_enum, default_value_t = SideArg::Black)]
    side: SideArg,
    /// How pieces are drawn
    #[arg(long, value_enum, default_value_t = StyleArg::Kanji)]
    style: StyleArg,
    /// How moves and squares are written
    #[arg(long, value_enum, default_value_t = NotationArg::Usi)]
    notation: NotationArg,
    /// Seconds the engine may think about a move
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = seconds)]
    time: f64,
    /// Greatest depth the engine may look ahead, in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Characters in a line of the screen: of a board that is larger, a part is shown; 0 shows all of it
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u16).range(0..=1000))]
    columns: u16,
    /// Where to start, as `POSITION [moves MOVE…]`
    #[arg(long, value_name = "POSITION", default_value = "startpos")]
    position: String,
}

#[derive(Clone, Copy, ValueEnum)]
enum SideArg {
    /// The first player
    Black,
    /// The second player
    White,
}

#[derive(Clone, Copy, ValueEnum)]
enum StyleArg {
    /// One kanji a piece
    Kanji,
    /// The letters of FEN
    Letters,
}

#[derive(Clone, Copy, ValueEnum)]
enum NotationArg {
    /// USI, as lishogi writes it
    Usi,
    /// CECP, as XBoard writes it
    Cecp,
    /// The notation of the books
    Tsa,
}

/// What is understood beside moves.
const HELP: &str = "\
moves   list your legal moves
piece   show how a piece moves: piece NAME; without a name list all
where   tell where the pieces of a kind stand: where NAME
view    show the part of a large board around a square: view SQUARE; 'view all' shows all of it
undo    take back your last move and the answer to it
hint    ask the engine what it would play for you
flip    turn the board
help    show this
quit    end the game";

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=86400.0).contains(&seconds) => Ok(seconds),
        _ => Err("it must be a number of seconds up to 86400".to_owned()),
    }
}

pub fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let mut engine = context.engine()?;
    let format = match args.notation {
        NotationArg::Usi => MoveFormat::Usi,
        NotationArg::Cecp => MoveFormat::Cecp,
        NotationArg::Tsa => MoveFormat::Tsa,
    };
    if !engine.writes(format) {
        bail!("{} has no notation of books", engine.title());
    }
    engine.set_position(&args.position)?;
    // Table and threads, before the first clock runs.
    engine.make_ready();
    let human = match args.side {
        SideArg::Black => Side::Black,
        SideArg::White => Side::White,
    };
    let mut play = Play {
        engine,
        human,
        flip: human == Side::White,
        style: match args.style {
            StyleArg::Kanji => BoardStyle::Kanji,
            StyleArg::Letters => BoardStyle::Letters,
        },
        format,
        limits: SearchLimits {
            move_time: Some(Duration::from_secs_f64(args.time)),
            depth: args.depth,
            ..SearchLimits::default()
        },
        prompt: io::stdin().is_terminal(),
        columns: args.columns.into(),
        searches: 0,
        output: io::stdout(),
    };
    play.game(io::stdin().lock())?;
    Ok(ExitCode::SUCCESS)
}

struct Play<W> {
    engine: Box<dyn Engine>,
    human: Side,
    flip: bool,
    style: BoardStyle,
    format: MoveFormat,
    /// For a move of the engine.
    limits: SearchLimits,
    /// Whether to ask for a move.
    prompt: bool,
    /// Most characters in a line of a large board; 0 for as many as it takes.
    columns: usize,
    searches: u64,
    output: W,
}

impl<W: Write> Play<W> {
    /// Plays until the human has had enough.
    fn game(&mut self, mut input: impl BufRead) -> io::Result<()> {
        writeln!(self.output, "{}, rules {}; 'help' shows the commands", self.engine.title(), self.engine.rules())?;
        self.draw()?;
        self.answer()?;
        loop {
            if self.prompt {
                write!(self.output, "> ")?;
                self.output.flush()?;
            }
            let line = match read_line(&mut input, LONGEST_LINE)? {
                None => return Ok(()),
                Some(Line::Text(text)) => text,
                Some(Line::TooLong) => "a line that is too long".to_owned(),
            };
            match line.trim() {
                "" => {}
                "quit" => return Ok(()),
                "help" => writeln!(self.output, "MOVE    play it: {}\n{HELP}", self.engine.move_examples())?,
                "moves" => self.list()?,
                "hint" => self.hint()?,
                "undo" => self.undo()?,
                "flip" => {
                    self.flip = !self.flip;
                    self.draw()?;
                }
                "view" => self.draw()?,
                "piece" => self.list_pieces()?,
                "where" => self.complain("which pieces? where NAME")?,
                text => match text.split_once(char::is_whitespace) {
                    Some(("piece", name)) => self.piece(name)?,
                    Some(("where", name)) => self.locate(name)?,
                    Some(("view", square)) => self.view(square.trim())?,
                    _ => self.human_move(text)?,
                },
            }
        }
    }

    /// Draws the board; of a large one the part where something has happened.
    fn draw(&mut self) -> io::Result<()> {
        let part = self.engine.draw_part(None, self.columns, self.flip).and_then(Result::ok);
        let board = part.unwrap_or_else(|| self.engine.draw(self.style, self.format, self.flip));
        writeln!(self.output, "{}\n", board.trim_end())
    }

    fn view(&mut self, square: &str) -> io::Result<()> {
        let part = match square {
            "all" => None,
            _ => self.engine.draw_part(Some(square), self.columns, self.flip),
        };
        match part.unwrap_or_else(|| Ok(self.engine.draw(self.style, self.format, self.flip))) {
            Ok(board) => writeln!(self.output, "{}\n", board.trim_end()),
            Err(error) => self.complain(error),
        }
    }

    fn piece(&mut self, name: &str) -> io::Result<()> {
        match find_piece(&self.engine.pieces(), name) {
            Ok(sheet) => writeln!(self.output, "{}", sheet.draw().trim_end()),
            Err(error) => self.complain(error),
        }
    }

    /// Lists all pieces with their letters.
    fn list_pieces(&mut self) -> io::Result<()> {
        let names = self.engine.pieces().into_iter().map(|sheet| format!("{} ({})", sheet.name, sheet.letters));
        writeln!(self.output, "{}", names.collect::<Vec<_>>().join(", "))
    }

    /// Tells where the pieces of a kind stand.
    fn locate(&mut self, name: &str) -> io::Result<()> {
        let sheets = self.engine.pieces();
        let sheet = match find_piece(&sheets, name) {
            Ok(sheet) => sheet,
            Err(error) => return self.complain(error),
        };
        let (board, names) = (self.engine.board(), self.engine.square_names(self.format));
        for (side, who) in [(Side::Black, "Black"), (Side::White, "White")] {
            let pieces = board.pieces.iter().filter(|piece| piece.side == side && piece.kind.letters == sheet.letters);
            let mut places: Vec<String> = pieces.map(|piece| board.size.name(piece.square, names)).collect();
            if let Some(hands) = &board.hands {
                let held =
                    board.held_by(side).iter().filter(|held| held.kind.letters == sheet.letters && held.count > 0);
                places.extend(held.map(|held| format!("({} in {})", held.count, hands.holding.word())));
            }
            let places = if places.is_empty() { "none".to_owned() } else { places.join(" ") };
            writeln!(self.output, "{who}'s {}: {places}", sheet.name)?;
        }
        Ok(())
    }

    fn complain(&mut self, error: impl Display) -> io::Result<()> {
        writeln!(self.output, "{}", one_line(&error.to_string()))
    }

    fn list(&mut self) -> io::Result<()> {
        let moves = self.engine.moves(self.format);
        writeln!(self.output, "{}", if moves.is_empty() { "-".to_owned() } else { moves.join(" ") })
    }

    fn human_move(&mut self, text: &str) -> io::Result<()> {
        if let Some(outcome) = self.engine.outcome() {
            let result = self.describe(outcome);
            return writeln!(self.output, "The game is over: {result}. 'undo' goes back.");
        }
        match self.engine.play(text) {
            Ok(()) => {
                self.draw()?;
                self.answer()
            }
            Err(reason) => {
                writeln!(self.output, "Not possible: {}. 'moves' lists what is.", one_line(&reason.to_string()))
            }
        }
    }

    fn describe(&self, outcome: Outcome) -> String {
        self.engine.describe_outcome(outcome, ["Black", "White"])
    }

    /// Tells the result if the game is over; otherwise the engine moves if it is its turn.
    fn answer(&mut self) -> io::Result<()> {
        if self.engine.outcome().is_none() && self.engine.side_to_move() != self.human {
            let Some((done, info)) = self.think() else {
                return writeln!(self.output, "The engine resigns.");
            };
            if let Err(error) = self.engine.play_move(done.best.code) {
                return writeln!(self.output, "The engine failed: {error}");
            }
            let thought = info.map_or_else(String::new, |info| format!(" ({})", evaluation(&info)));
            writeln!(self.output, "The engine plays {}{thought}", done.best.text)?;
            self.draw()?;
        }
        match self.engine.outcome() {
            Some(outcome) => {
                let result = self.describe(outcome);
                writeln!(self.output, "The game is over: {result}.")
            }
            None => Ok(()),
        }
    }

    fn hint(&mut self) -> io::Result<()> {
        match self.think() {
            Some((done, Some(info))) => {
                writeln!(self.output, "{} ({}): {}", done.best.text, evaluation(&info), WrittenMove::join(&info.pv))
            }
            Some((done, None)) => writeln!(self.output, "{}", done.best.text),
            None => writeln!(self.output, "There is no move."),
        }
    }

    fn undo(&mut self) -> io::Result<()> {
        if !self.engine.undo() {
            return writeln!(self.output, "There is nothing to take back.");
        }
        if self.engine.side_to_move() != self.human {
            self.engine.undo();
        }
        self.draw()?;
        // At the very beginning the turn may be the engine's.
        self.answer()
    }

    /// Searches and waits for the end; `None` if there is no move.
    fn think(&mut self) -> Option<(Done, Option<Info>)> {
        self.output.flush().ok()?;
        self.searches += 1;
        let (sender, events) = channel();
        let request = SearchRequest {
            id: self.searches,
            limits: self.limits.clone(),
            excluded: Vec::new(),
            format: self.format,
            ponder: false,
        };
        if !self.engine.go(request, Arc::new(move |event| drop(sender.send(event)))) {
            return None;
        }
        let mut last = None;
        loop {
            match events.recv().ok()? {
                SearchEvent::Info(info) => last = Some(info),
                SearchEvent::Done(done) => return Some((done, last)),
                // Nobody has asked for a mate.
                SearchEvent::Remark(_) | SearchEvent::MateDone(_) => {}
            }
        }
    }
}

/// What the engine thinks of its chances, in pawns.
fn evaluation(info: &Info) -> String {
    match score::mate_plies(info.score) {
        Some(plies) if plies > 0 => format!("wins in {}", (plies + 1) / 2),
        Some(plies) => format!("loses in {}", (1 - plies) / 2),
        None => format!("{:+.2}, depth {}", f64::from(info.score) / 100.0, info.depth),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{self, Interface, Options};
    use crate::settings::Settings;

    /// What is printed for these lines.
    fn session(position: &str, human: Side, lines: &str) -> String {
        session_of("chu", position, human, lines)
    }

    /// What is printed for these lines in a game of this name.
    fn session_of(variant: &str, position: &str, human: Side, lines: &str) -> String {
        let options = Options { hash: 1, ..Options::new(Interface::CommandLine, None, Settings::default()) };
        let mut engine = engine::create(variant, &options).unwrap();
        engine.set_position(position).unwrap();
        let mut play = Play {
            engine,
            human,
            flip: false,
            style: BoardStyle::Letters,
            format: MoveFormat::Usi,
            limits: SearchLimits { depth: Some(1), ..SearchLimits::default() },
            prompt: false,
            columns: 80,
            searches: 0,
            output: Vec::new(),
        };
        play.game(lines.as_bytes()).unwrap();
        String::from_utf8(play.output).unwrap()
    }

    #[test]
    fn the_engine_answers_every_move() {
        assert_eq!(session("startpos", Side::Black, "").matches("The engine plays").count(), 0);
        assert_eq!(session("startpos", Side::Black, "7i7h\nf4f6\n a4a5 \n").matches("The engine plays").count(), 2);
        assert_eq!(session("startpos", Side::White, "").matches("The engine plays").count(), 1);
    }

    #[test]
    fn undo_takes_back_the_answer_too() {
        // The same move is possible again, so it was taken back together with its answer.
        let text = session("startpos", Side::Black, "7i7h\nundo\n7i7h\nundo\nundo\n");
        assert_eq!(text.matches("Not possible").count(), 0);
        assert_eq!(text.matches("There is nothing to take back").count(), 1);
        // The engine's first move is made anew.
        let text = session("startpos", Side::White, "undo\n");
        assert_eq!(text.matches("The engine plays").count(), 2);
    }

    #[test]
    fn a_game_ends_with_its_result() {
        let kings = "k11/12/12/12/12/12/12/12/12/12/12/+G10K b - 1";
        let text = session(kings, Side::Black, "12l12a\n1l1k\n");
        assert_eq!(
            text.matches("The game is over: Black wins: White has lost the last royal (chu-rules §6.2)").count(),
            2
        );
        assert!(!text.contains("The engine plays"));
    }

    #[test]
    fn help_shows_the_moves_of_the_game_that_is_played() {
        let chu = session("startpos", Side::Black, "help\n");
        assert!(chu.contains("7g7f6e") && chu.contains("promotes") && !chu.contains("D*c3"), "{chu}");
        for variant in ["whale", "paulowich"] {
            let whale = session_of(variant, "startpos", Side::Black, "help\na2a3\nundo\nD-a3\n");
            assert!(whale.contains("a2a3 or D-a3") && whale.contains("D*c3"), "{whale}");
            // Nothing promotes by moving, and there are no squares like these.
            assert!(!whale.contains("promotes") && !whale.contains("7i7h"), "{whale}");
            assert_eq!(whale.matches("The engine plays").count(), 2);
        }
    }

    #[test]
    fn reserves_are_drawn_beside_the_board() {
        let heisei = session_of("heisei", "startpos", Side::Black, "help\nL*a5\n");
        assert!(heisei.contains("L*c10+") && heisei.contains("reserve: 2l2c2s2m2v2aox"), "{heisei}");
        // Before the drop; after it, and after the answer to it.
        assert_eq!(heisei.matches("reserve: 2L2C2S2M2V2AOX\n").count(), 1, "{heisei}");
        assert_eq!(heisei.matches("reserve: L2C2S2M2V2AOX\n").count(), 2, "{heisei}");
        assert_eq!(heisei.matches("The engine plays").count(), 1);
    }

    #[test]
    fn pieces_are_shown_and_found() {
        let text =
            session("startpos", Side::Black, "piece lion\nwhere drunk elephant\nwhere +E\npiece unicorn\npiece\n");
        assert!(
            text.contains("lion (N)")
                && text.contains("Black's drunk elephant: 6l")
                && text.contains("Black's prince: none"),
            "{text}"
        );
        assert!(text.contains("no piece is called 'unicorn'"), "{text}");
        // Without a name all are listed, as the error says.
        assert!(text.contains("pawn (P), ") && !text.contains("Not possible"), "{text}");
        let text = session_of("heisei", "startpos", Side::Black, "where lion\nwhere lance\nL*a5\nwhere L\nwhere\n");
        assert!(text.contains("Black's lion: f3\nWhite's lion: g10"), "{text}");
        assert!(text.contains("Black's lance: (2 in reserve)\nWhite's lance: (2 in reserve)"), "{text}");
        assert!(text.contains("Black's lance: a5 (1 in reserve)"), "{text}");
        assert!(text.contains("where NAME") && !text.contains("Not possible"), "{text}");
        let whale = "2w3/6/6/6/6/2W3 b DKg 1";
        let text = session_of("whale", whale, Side::Black, "where dolphin\nwhere grey whale\n");
        assert!(text.contains("Black's dolphin: (1 in hand)\nWhite's dolphin: none"), "{text}");
        assert!(text.contains("Black's grey whale: none\nWhite's grey whale: (1 in hand)"), "{text}");
    }

    #[test]
    fn of_a_large_board_a_part_is_shown() {
        let game = |lines: &str| session_of("taikyoku", "startpos", Side::Black, lines);
        let text = game("view aj36\nwhere great general\nview zz\npiece general\n");
        assert!(
            text.lines()
                .all(|line| line.trim_end().len() <= 80 || line.starts_with("Taikyoku") || line.contains("could be")),
            "{text}"
        );
        // The king's surroundings first, then White's corner.
        assert!(text.contains("   K") && text.contains("36 |") && text.contains("'zz' is no square"), "{text}");
        assert!(text.contains("Black's Great General: r4\nWhite's Great General: s33"), "{text}");
        assert!(text.contains("'general' could be Gold General, Right General"), "{text}");
        assert!(game("view all\n").lines().any(|line| line.len() > 180));
        // After a move the board shows where the answer went.
        assert_eq!(game("a11a12\n").matches("The engine plays").count(), 1);
    }

    #[test]
    fn what_is_no_move_is_refused() {
        let text = session("startpos", Side::Black, "hello\n\n7i7f\n\0\nquit\n7i7h\n");
        assert_eq!(text.matches("Not possible").count(), 3);
        assert!(!text.contains("The engine plays"));
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()));
    }

    #[test]
    fn moves_and_hints_are_shown() {
        let text = session("startpos", Side::Black, "moves\nhint\n");
        let moves: Vec<&str> = text.lines().find(|line| line.contains("7i7h")).unwrap().split(' ').collect();
        assert_eq!(moves.len(), 36);
        let hint = text.lines().last().unwrap().split(' ').next().unwrap();
        assert!(moves.contains(&hint), "{hint}");
    }
}
