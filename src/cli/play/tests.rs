//! Whole games in the terminal, from scripts.

use super::clock::{Clocks, time_control};
use super::commands::help;
use super::files::Files;
use super::game::Play;
use super::input::{Event, Inbox, Input};
use super::log::{Log, Which};
use super::screen::Screen;
use crate::engine::{self, Interface, Options};
use crate::notation::{BoardStyle, MoveFormat, PositionFormat};
use crate::position::Side;
use crate::protocol::input::Line;
use crate::search::SearchLimits;
use crate::settings::Settings;
use std::path::{Path, PathBuf};

/// A folder of its own for the files of a test, empty.
fn folder(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("shishi-play-{}-{test}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// A game with these lines to be read.
fn game(variant: &str, position: &str, human: Option<Side>, lines: &str) -> Play<Vec<u8>> {
    game_in(Path::new(""), variant, position, human, lines)
}

/// The same; what is not saved is kept in this folder.
fn game_in(folder: &Path, variant: &str, position: &str, human: Option<Side>, lines: &str) -> Play<Vec<u8>> {
    let options = Options { hash: 1, ..Options::new(Interface::CommandLine, None, Settings::default()) };
    let inbox = Inbox::new();
    for line in lines.lines() {
        inbox.sender().send(Event::Input(Input::Line(Line::Text(line.to_owned())))).unwrap();
    }
    inbox.sender().send(Event::Input(Input::End)).unwrap();
    let engine = engine::create(variant, &options).unwrap();
    let folder = if folder.as_os_str().is_empty() { self::folder("any") } else { folder.to_owned() };
    let mut play = Play {
        style: BoardStyle::Letters,
        limits: SearchLimits { depth: Some(1), ..SearchLimits::default() },
        files: Files::new(Some(folder)),
        ..Play::new(engine, options.clone(), human, MoveFormat::Usi, Screen::pipe(None), inbox)
    };
    play.set_up(Log::read(Which { variant, options: &options }, position).unwrap()).unwrap();
    play
}

/// What is printed for these lines.
fn session(position: &str, human: Side, lines: &str) -> String {
    session_of("chu", position, human, lines)
}

/// What is printed for these lines in a game of this name.
fn session_of(variant: &str, position: &str, human: Side, lines: &str) -> String {
    shown(game(variant, position, Some(human), lines))
}

/// What is printed in this game.
fn shown(mut play: Play<Vec<u8>>) -> String {
    play.run().unwrap();
    play.screen.text()
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
    assert_eq!(text.matches("The game is over: Black wins: White has lost the last royal (chu-rules §6.2)").count(), 2);
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
    let text = session("startpos", Side::Black, "piece lion\nwhere drunk elephant\nwhere +E\npiece unicorn\npiece\n");
    assert!(
        text.contains("lion (N)")
            && text.contains("Black's drunk elephant: 6l")
            && text.contains("Black's prince: none"),
        "{text}"
    );
    assert!(text.contains("no piece is called 'unicorn'"), "{text}");
    // Without a name all are listed, as the error says.
    assert!(text.contains("pawn (P 歩), ") && !text.contains("Not possible"), "{text}");
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
    let game = |lines: &str| {
        let mut game = game("taikyoku", "startpos", Some(Side::Black), lines);
        game.screen = Screen::pipe(Some(80));
        shown(game)
    };
    let text = game("view aj36\nwhere great general\nview zz\npiece general\n");
    assert!(text.lines().all(|line| line.trim_end().len() <= 80), "{text}");
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

const CHECK: &str = "k11/12/12/12/12/12/12/12/12/12/12/r10K b - 1";

#[test]
fn check_is_announced() {
    let text = session(CHECK, Side::Black, "");
    assert!(text.contains("Move 1: Black to move. Black is in check!"), "{text}");
    assert!(!session("startpos", Side::Black, "").contains("check"));
}

#[test]
fn a_move_that_hangs_the_last_royal_is_asked_about_once() {
    // The rook covers the rank above the king.
    let position = "k11/12/12/12/12/12/12/12/12/12/r11/11K b - 1";
    let doubt = "After this move White can take your king. To play it as it is, enter it again.";
    let text = session(position, Side::Black, "1l1k\n");
    assert!(text.contains(doubt) && !text.contains("The engine plays"), "{text}");
    let text = session(position, Side::Black, "1l1k\n1l1k\n");
    assert_eq!(text.matches(doubt).count(), 1, "{text}");
    assert!(text.contains("rook takes king on 1k") && text.contains("The game is over: White wins"), "{text}");
    // What is asked about is the move, in any spelling; another move is played, and the question comes anew.
    assert!(session(position, Side::Black, "1l1k\nl1l2\n").contains("The game is over"));
    let text = session(position, Side::Black, "1l1k\n1l2l\nundo\n1l1k\n");
    assert_eq!(text.matches(doubt).count(), 2, "{text}");
    // With a second royal nothing is lost.
    assert!(!session("k11/12/12/12/12/12/12/12/12/12/r11/+E10K b - 1", Side::Black, "1l1k\n").contains(doubt));
}

#[test]
fn a_promotion_that_is_left_out_is_reminded_of_once() {
    let position = "k11/12/12/12/4P7/12/12/12/12/12/12/11K b - 1";
    let doubt = "This move may promote, as 8e8d+. To play it as it is, enter it again.";
    let text = session(position, Side::Black, "8e8d\n8e8d\n");
    assert_eq!((text.matches(doubt).count(), text.matches("The engine plays").count()), (1, 1), "{text}");
    for line in ["8e8d+", "8e8d="] {
        let text = session(position, Side::Black, line);
        assert_eq!((text.matches("may promote").count(), text.matches("The engine plays").count()), (0, 1), "{text}");
    }
    // Pieces from the reserve may be dropped promoted in the zone.
    let heisei = "k11/12/12/12/4P7/12/12/12/12/12/12/11K b L - 1";
    let text = session_of("heisei", heisei, Side::Black, "L*e9\n");
    assert!(text.contains("This move may promote, as L*e9+."), "{text}");
}

#[test]
fn captures_are_told_in_words() {
    let position = "k11/12/12/12/6g5/5p6/5N6/12/12/12/12/11K b - 1";
    let text = session(position, Side::Black, "7g7f6e\n");
    assert!(text.contains("You play 7g7f6e: lion takes pawn on 7f and gold general on 6e"), "{text}");
    let text = session("k11/12/12/12/12/6K5/12/12/12/12/12/r9Q1 w - 1", Side::Black, "");
    // The rook began in its zone, where a capture promotes; whether the engine wants that is its choice.
    let capture = ["12l2l+: rook takes queen on 2l and promotes to promoted rook (", "12l2l: rook takes queen on 2l ("];
    assert!(capture.iter().any(|told| text.contains(&format!("The engine plays {told}"))), "{text}");
    assert!(text.contains(" for White, depth 1)") || text.contains("White wins in"), "whose view: {text}");
}

#[test]
fn the_number_of_the_move_and_the_side_are_told() {
    let text = session("startpos", Side::Black, "7i7h\n");
    for line in ["Move 1: Black to move.", "Move 2: White to move.", "Move 3: Black to move."] {
        assert_eq!(text.matches(line).count(), 1, "{line} in {text}");
    }
    assert!(
        session("k11/12/12/12/12/12/12/12/12/12/12/r10K b - 31", Side::Black, "").contains("Move 31: Black to move.")
    );
}

#[test]
fn a_human_may_play_both_sides() {
    let text = shown(game("chu", "startpos", None, "7i7h\n6d6e\nhistory\nundo\nhistory\n"));
    assert!(!text.contains("The engine plays"), "{text}");
    assert!(text.contains("1. 7i7h  2. 6d6e\n") && text.contains("1. 7i7h\n"), "one move is taken back: {text}");
    let text = session("startpos", Side::Black, "side white\nside both\nside none\n");
    assert_eq!(text.matches("The engine plays").count(), 1, "{text}");
    assert!(
        text.contains("You play White.") && text.contains("You play both sides.") && text.contains("black|white|both")
    );
}

#[test]
fn moves_of_a_square_or_a_piece_are_listed() {
    let text = session("startpos", Side::Black, "moves 7i\nmoves f4\nmoves pawn\nmoves 獅\nmoves unicorn\n");
    assert_eq!(text.lines().filter(|line| *line == "7i7h").count(), 2, "both names of the square: {text}");
    let pawns = text.lines().find(|line| line.starts_with("10i10h ")).unwrap();
    // Two of the twelve stand behind their go-betweens.
    assert_eq!(pawns.split(' ').count(), 10);
    // The lion of the start jumps over the pawns to seven squares at most; none of its moves starts elsewhere.
    let lion = text.lines().filter(|line| line.starts_with("7j")).count();
    assert_eq!(lion, 1, "{text}");
    assert!(text.contains("'unicorn' is no square, and no piece is called 'unicorn'"), "{text}");
}

#[test]
fn a_pass_is_a_word() {
    let lion = "k11/12/12/12/12/12/5N6/12/12/12/12/11K b - 1";
    let text = shown(game("chu", lion, None, "pass\nhistory\npass\n"));
    assert!(text.contains("Played: ") && text.contains("lion passes"), "{text}");
    assert_eq!(text.matches("Move 2: White to move.").count(), 1, "{text}");
    // White has only a king.
    assert!(text.contains("Not possible: no piece of yours may pass here."), "{text}");
}

#[test]
fn games_are_given_up_drawn_and_begun_anew() {
    let text = session("startpos", Side::White, "resign\n7d7e\nundo\n7d7e\n");
    assert!(text.contains("The game is over: Black wins: White has resigned."), "{text}");
    // Nothing is played after that, until it is taken back.
    assert_eq!(text.matches("The engine plays").count(), 2, "{text}");
    let text = shown(game("chu", "startpos", None, "7i7h\ndraw\nnew\nhistory\n"));
    assert!(text.contains("The game is over: draw by agreement."), "{text}");
    assert!(text.contains("Nothing has been played."), "{text}");
    // The game before is not lost.
    assert!(text.contains("To go on with it:"), "{text}");
    // The engine is a lion ahead, and a lion behind.
    let ahead = session("k4n6/12/12/12/12/12/12/12/12/12/12/11K b - 1", Side::Black, "draw\n");
    assert!(ahead.contains("The engine plays on ("), "{ahead}");
    let behind = session("k11/12/12/12/12/12/12/12/12/12/12/5N5K b - 1", Side::Black, "draw\n");
    assert!(behind.contains("draw by agreement"), "{behind}");
}

#[test]
fn who_is_ahead_is_told_with_the_side() {
    let text = session("k11/12/12/12/12/12/12/12/12/12/12/5N5K b - 1", Side::Black, "eval\n");
    assert!(text.lines().any(|line| line.starts_with('+') && line.contains(" for Black, depth 1")), "{text}");
}

#[test]
fn an_unknown_word_is_answered_with_the_nearest_command() {
    let text = session("startpos", Side::Black, "mvoes\nlevle 5\nexplode\n");
    assert!(text.contains("'mvoes' is no move and no command. Did you mean 'moves'?"), "{text}");
    assert!(text.contains("'levle' is no move and no command. Did you mean 'level'?"), "{text}");
    assert!(text.contains("'explode' is no move and no command. 'help' lists the commands."), "{text}");
    for word in ["quit", "exit", "bye", "QUIT"] {
        assert!(!session("startpos", Side::Black, &format!("{word}\n7i7h\n")).contains("The engine plays"), "{word}");
    }
    let text = session("startpos", Side::Black, "help\n");
    assert!(help().lines().all(|line| text.contains(line)), "{text}");
}

#[test]
fn the_level_is_set_and_told() {
    let text = session("startpos", Side::Black, "level\nlevel -3\nlevel 21\nlevel much\n7i7h\n");
    assert!(text.contains("level 20 of -9 to 20") && text.contains("level -3 of -9 to 20"), "{text}");
    assert!(text.contains("'21' is no level") && text.contains("'much' is no level"), "{text}");
    assert!(text.contains("--level -3 "), "the game goes on at this level: {text}");
}

#[test]
fn clocks_are_shown() {
    let mut play = game("chu", "startpos", Some(Side::Black), "7i7h\nundo\n");
    play.clocks = Some(Clocks::new(time_control("40/120:00+5").unwrap()));
    let text = shown(play);
    // As it stands at the start, and again when the move has been taken back.
    assert_eq!(text.matches("Clocks: Black 2:00:00, White 2:00:00.").count(), 2, "{text}");
}

/// What the position is after a game has been loaded.
fn loaded(variant: &str, path: &Path, ply: Option<usize>) -> anyhow::Result<String> {
    let mut play = game(variant, "startpos", None, "");
    play.load(path, ply)?;
    Ok(play.engine.position(PositionFormat::Sfen))
}

/// The position after these moves.
fn after(variant: &str, moves: &str) -> String {
    game(variant, &format!("startpos moves {moves}"), None, "").engine.position(PositionFormat::Sfen)
}

#[test]
fn games_are_saved_and_loaded_in_every_format() {
    let folder = folder("formats");
    std::fs::create_dir_all(&folder).unwrap();
    for (variant, moves, formats) in [
        ("chu", "7i7h 6d6e 7j6h", &["usi", "cecp", "tsa", "kif", "pgn", "KIFU"][..]),
        ("heisei", "L*a5 b9b8 f4f5", &["usi", "cecp", "pgn"]),
        ("whale", "a2a3 b5b4 a3a4", &["usi", "cecp", "pgn"]),
        ("taikyoku", "a11a12 a26a25", &["usi", "cecp"]),
    ] {
        for format in formats {
            let path = folder.join(format!("{variant}.{format}"));
            let lines = format!("{}\nsave {}\n", moves.replace(' ', "\n"), path.display());
            let text = shown(game(variant, "startpos", None, &lines));
            assert!(text.contains("Saved to ") && text.contains("To go on with it:"), "{variant} {format}: {text}");
            assert_eq!(loaded(variant, &path, None).unwrap(), after(variant, moves), "{variant} {format}");
            let (first, _) = moves.split_once(' ').unwrap();
            assert_eq!(loaded(variant, &path, Some(1)).unwrap(), after(variant, first), "{variant} {format}");
            let error = loaded(variant, &path, Some(99)).unwrap_err().to_string();
            assert!(error.contains(&format!("only {} moves", moves.split(' ').count())), "{error}");
        }
    }
    let text = shown(game("heisei", "startpos", None, &format!("save {}\n", folder.join("a.kif").display())));
    assert!(text.contains("Not saved: Heisei Chu Shogi is not written in the format 'kif'"), "{text}");
    let text = shown(game("chu", "startpos", None, "save game\nsave\nload\nload /no/such.pgn\n"));
    assert!(
        text.contains("must end with its format: .usi, .cecp, .tsa, .kif") && text.contains("Not loaded: /no/such.pgn"),
        "{text}"
    );
    std::fs::write(folder.join("a.sfen"), "startpos moves 7i7h\n").unwrap();
    assert_eq!(loaded("chu", &folder.join("a.sfen"), None).unwrap(), after("chu", "7i7h"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_file_is_written_over_only_if_asked_for_twice() {
    let folder = folder("twice");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("mine.usi");
    std::fs::write(&path, "worth more").unwrap();
    let save = format!("save {}\n", path.display());
    let text = shown(game("chu", "startpos", None, &format!("7i7h\n{save}")));
    assert!(text.contains("is there already"), "{text}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "worth more");
    let text = shown(game("chu", "startpos", None, &format!("7i7h\n{save}{save}6d6e\n{save}")));
    assert_eq!((text.matches("is there already").count(), text.matches("Saved to").count()), (1, 2), "{text}");
    assert_eq!(loaded("chu", &path, None).unwrap(), after("chu", "7i7h 6d6e"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn no_game_is_lost() {
    let folder = folder("kept");
    let kept = || -> Vec<PathBuf> {
        let files = std::fs::read_dir(&folder).into_iter().flatten().map(|file| file.unwrap().path());
        files.collect()
    };
    // Nothing was played: nothing is kept.
    shown(game_in(&folder, "chu", "startpos", None, "moves\nquit\n"));
    assert!(kept().is_empty());
    for (end, interrupt) in [("quit\n", false), ("", false), ("", true)] {
        let mut play = game_in(&folder, "chu", "startpos", None, &format!("7i7h\n6d6e\n{end}"));
        if interrupt {
            play.inbox = Inbox::new();
            for event in
                [Input::Line(Line::Text("7i7h".into())), Input::Line(Line::Text("6d6e".into())), Input::Interrupt]
            {
                play.inbox.sender().send(Event::Input(event)).unwrap();
            }
        }
        assert_eq!(play.run().unwrap(), interrupt);
        let (text, files) = (play.screen.text(), kept());
        assert_eq!(files.len(), 1);
        let command = text.lines().last().unwrap();
        assert!(command.trim().starts_with("shishi play --side both --load "), "{command}");
        assert!(command.contains(&files[0].display().to_string()), "{command}");
        assert_eq!(loaded("chu", &files[0], None).unwrap(), after("chu", "7i7h 6d6e"));
        std::fs::remove_file(&files[0]).unwrap();
    }
    // Another line after a move was taken back is another game.
    shown(game_in(&folder, "chu", "startpos", None, "7i7h\nnew\n6i6h\n"));
    assert_eq!(kept().len(), 2);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_a_record_says_survives_loading_and_saving() {
    let folder = folder("remarks");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("a.usi");
    std::fs::write(
        &path,
        "#[White \"Okazaki\"]\n# before\nstartpos\nmoves 7i7h\n#1: a remark\nresult win-gote, resignation\n",
    )
    .unwrap();
    let copy = folder.join("b.usi");
    let lines = format!("load {}\n6d6e\nsave {}\n", path.display(), copy.display());
    let text = shown(game("chu", "startpos", None, &lines));
    assert!(text.contains("The game is over: White wins: Black has resigned."), "{text}");
    let saved = std::fs::read_to_string(&copy).unwrap();
    for part in ["#[White \"Okazaki\"]", "# before", "#1: a remark", "win-gote, resignation"] {
        assert!(saved.contains(part), "{part} in {saved}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}
