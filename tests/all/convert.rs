//! `shishi convert`: games and positions between the formats.

use crate::games::Game;
use crate::support::batch::run;
use crate::support::table;
use shishi::engine::read_game;
use shishi::games::Chu;
use shishi::position::Move;

/// All games of `tests/data/games` that are there in this format, by name, with their texts.
fn games(end: &str) -> Vec<(String, String)> {
    let folder = std::fs::read_dir(table::path("games")).expect("tests/data/games");
    let names = folder.map(|entry| entry.expect("a file").file_name().into_string().expect("a file name"));
    let mut names: Vec<String> = names.filter(|name| name.ends_with(end)).collect();
    names.sort();
    names.into_iter().map(|name| (name.clone(), table::text(&format!("games/{name}")))).collect()
}

/// Converts a text and returns what comes out. Fails unless all of it is right.
fn convert(arguments: &[&str], input: &str) -> String {
    let arguments = [&["convert", "--rules", "lishogi"], arguments].concat();
    let run = run(&arguments, input);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "shishi {arguments:?}");
    run.stdout
}

/// The line of a game that begins with this word.
fn line<'a>(game: &'a str, word: &str) -> &'a str {
    let rest = game.lines().find_map(|line| line.strip_prefix(word)?.strip_prefix(' '));
    rest.unwrap_or_else(|| panic!("no line {word} in\n{game}"))
}

/// The moves of a game; some records spell steps out over empty squares that are the same move without.
fn moves(game: &str) -> Vec<Move> {
    let rules = "lishogi".parse().expect("a rule set");
    let text = format!("{} moves {}", line(game, "sfen"), line(game, "moves"));
    read_game::<Chu>(&text, &rules).expect("a legal game").moves().to_vec()
}

fn remarks(game: &str) -> Vec<&str> {
    game.lines().filter(|line| line.starts_with('#')).collect()
}

#[test]
fn recorded_games_survive_every_format() {
    let games = games(".usi");
    assert_eq!(games.len(), 12);
    for (name, original) in games {
        for format in ["usi", "cecp", "pgn"] {
            let there = convert(&["--from", "usi", "--to", format], &original);
            let back = convert(&["--from", format, "--to", "usi"], &there);
            for word in ["sfen", "final"] {
                assert_eq!(line(&back, word), line(&original, word), "{name} by {format}: {word}");
            }
            assert_eq!(moves(&back), moves(&original), "{name} by {format}");
            assert_eq!(remarks(&back), remarks(&original), "{name} by {format}");
            // The words of a result are not always ours, the winner is.
            let winner = |game: &str| line(game, "result").split([',', ' ']).next().map(str::to_owned);
            let told = winner(&original).filter(|word| word != "none");
            assert_eq!(winner(&back), told.or(Some("unknown".to_owned())), "{name} by {format}");
        }
    }
}

/// Many games in one file, the format told by what is in it.
#[test]
fn several_games_go_in_and_come_out() {
    let all: Vec<String> = games(".usi").into_iter().map(|(_, text)| text).collect();
    let together = all.join("\n");
    let pgn = convert(&["--to", "pgn"], &together);
    assert_eq!(pgn.matches("[Result ").count(), 12);
    let back = convert(&["--to", "usi"], &pgn);
    let games: Vec<Vec<Move>> = back.split("\n\n").map(moves).collect();
    assert_eq!(games, all.iter().map(|game| moves(game)).collect::<Vec<_>>());
    let last: Vec<String> = all.iter().map(|game| line(game, "final").to_owned()).collect();
    assert_eq!(convert(&["--to", "sfen"], &pgn).lines().collect::<Vec<_>>(), last);
}

/// Games that XBoard 4.9.1 has refereed and saved, with its remarks on every move.
#[test]
fn games_saved_by_xboard_are_read() {
    for (name, variant, plies, winner, last) in [
        ("xboard-1.pgn", "chu", 124, "win-gote, Xboard adjudication: Checkmate", "d5d4"),
        ("xboard-whale.pgn", "whale", 148, "win-gote, Xboard adjudication: Checkmate", "B*b3"),
        ("xboard-heisei.pgn", "heisei", 149, "win-sente, Xboard adjudication: Checkmate", "h8g10"),
    ] {
        let original = table::text(&format!("games/{name}"));
        let usi = run(&["convert", "--variant", variant, "--to", "usi"], original.clone());
        assert_eq!((usi.code, usi.stderr.as_str()), (Some(0), ""), "{name}");
        let moves: Vec<&str> = line(&usi.stdout, "moves").split(' ').collect();
        assert_eq!(moves.len(), plies, "{name}");
        assert_eq!(line(&usi.stdout, "result"), winner, "{name}");
        // Every move has XBoard's remark, score and depth.
        let scores =
            usi.stdout.lines().filter(|line| line.starts_with('#') && line.contains(": ") && line.contains('/'));
        assert_eq!(scores.count(), plies, "{name}");
        let coordinates = run(&["convert", "--variant", variant, "--to", "cecp"], original.clone());
        let end = line(&coordinates.stdout, "moves").rsplit(' ').next().unwrap_or("");
        assert!(end.ends_with(last) || moves.last() == Some(&last), "{name} ends with {end}");

        // Written again, it is the same but for what XBoard does not know: tags of ours, and checks by dolphins.
        let again = run(&["convert", "--variant", variant, "--to", "pgn"], usi.stdout);
        let words = |text: &str| {
            let body = text.split("\n\n").skip(1).collect::<Vec<_>>().join(" ");
            let body = body.split("--------------}").last().unwrap_or("").to_owned();
            let words = body.split_whitespace().map(|word| word.trim_end_matches('+').to_owned());
            words.collect::<Vec<_>>()
        };
        if variant == "chu" {
            let text = |text: &str| {
                text.split("\n\n").nth(1).map(|body| body.split_whitespace().collect::<Vec<_>>().join(" "))
            };
            assert_eq!(text(&again.stdout), text(&original), "{name}");
        } else {
            assert_eq!(words(&again.stdout), words(&original), "{name}");
        }
    }
}

#[test]
fn positions_are_answered_line_by_line() {
    let fen = "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/\
               A1B1TOXT1B1A/LFCSGKEGSCFL w - 0 1";
    let sfen = crate::support::START;
    let lines = format!("startpos\n\nfen {fen}\n{sfen}\nnonsense\nstartpos moves 7i7h 6d6e\n");
    let run = run(&["convert", "--from", "sfen", "--to", "fen"], lines);
    let answers: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(run.code, Some(1));
    assert_eq!(answers.len(), 6);
    assert_eq!([answers[0], answers[2], answers[3]], [fen; 3]);
    assert!(answers[1].starts_with("error: ") && answers[4].starts_with("error: "), "{answers:?}");
    assert!(answers[5].ends_with(" w - 0 2"), "{}", answers[5]);

    let back = convert(&["--from", "fen", "--to", "sfen"], &format!("{fen}\n{fen} moves f4f5\n"));
    assert_eq!(back.lines().next(), Some(sfen));
    assert!(back.lines().nth(1).is_some_and(|line| line.ends_with(" w - 2")), "{back}");
}

#[test]
fn positions_become_games_and_games_positions() {
    let game = convert(&["--from", "sfen", "--to", "usi"], "startpos moves 7i7h\n\nstartpos\n");
    assert_eq!(game.lines().filter(|line| line.starts_with("sfen ")).count(), 2);
    assert!(game.contains("\nmoves 7i7h\n") && game.contains("\nmoves\n"), "{game}");
    let end = convert(&["--to", "sfen"], &game);
    assert_eq!(end.lines().nth(1), Some(crate::support::START));
    let mate = Game::read("net-01.usi");
    let pgn = convert(&["--from", "sfen", "--to", "pgn"], &format!("{} moves {}", mate.sfen, mate.moves));
    assert!(pgn.ends_with(" Dxf1+# *\n"), "{pgn}");
}

#[test]
fn wrong_games_are_named_and_the_others_written() {
    let input = "[Round \"1\"]\n\n1. f5 *\n\n[Round \"2\"]\n\n1. f5 g8\n2. Qa1 *\n\n[Round \"3\"]\n\n1. (1. e5) f5 *\n";
    let run = run(&["convert", "--to", "usi"], input);
    assert_eq!(run.code, Some(1));
    assert_eq!(run.stdout.matches("\nmoves 7i7h\n").count(), 2, "{}", run.stdout);
    let errors: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(errors.len(), 2, "{}", run.stderr);
    assert!(errors[0].starts_with("shishi: error: game 2, line 8: move 3 (Qa1): "), "{}", errors[0]);
    assert_eq!(errors[1], "shishi: note: game 3: 1 variation left out");
}

/// What has no end swallows the games after it: the one before it is kept, and the place is named.
#[test]
fn comments_and_variations_without_end_are_errors() {
    for (text, place) in [
        ("[Round \"1\"]\n\n1. f5\n{no end\n g8 *\n\n[Round \"2\"]\n\n1. f5 *\n", "line 4: the comment"),
        ("[Round \"1\"]\n\n1. f5 (1. e5\n(1. d5) g8 *\n", "line 3: the variation"),
    ] {
        let run = run(&["convert", "--from", "pgn", "--to", "usi"], text);
        assert_eq!(run.code, Some(1));
        assert!(run.stdout.contains("\nmoves 7i7h\n"), "{}", run.stdout);
        assert!(run.stderr.contains(&format!("error: game 1, {place} that begins here has no end")), "{}", run.stderr);
    }
}

/// A remark on move 0 is one on the whole game, wherever it stands.
#[test]
fn remarks_on_move_0_are_kept() {
    let game = convert(&["--from", "usi", "--to", "usi"], "# first\nstartpos\nmoves 7i7h\n#0: second\n#1: third\n");
    assert_eq!(remarks(&game), ["# first", "# second", "#1: third"]);
}

/// Windows shells redirect output as UTF-16.
#[test]
fn utf_16_is_read() {
    let text = convert(&["--from", "usi", "--to", "pgn"], "#[White \"獅子\"]\nstartpos moves 7i7h\n");
    let bytes: Vec<u8> = format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    for arguments in [&["convert", "--to", "usi"][..], &["convert", "--from", "pgn", "--to", "usi"]] {
        let run = run(arguments, bytes.clone());
        assert!(run.stdout.contains("#[White \"獅子\"]") && run.stdout.contains("\nmoves 7i7h\n"), "{}", run.stderr);
    }
}

/// The moves are judged by the rules that were asked for.
#[test]
fn a_repetition_names_the_way_to_allow_it() {
    let text = table::text("games/net-06.usi");
    let refused = run(&["convert", "--to", "pgn"], text.clone());
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""));
    assert!(
        refused.stderr.contains("move 95 ") && refused.stderr.contains("--rules historic:rep.rule=off"),
        "{}",
        refused.stderr
    );
    let free = run(&["convert", "--rules", "historic:rep.rule=off", "--to", "pgn"], text);
    assert_eq!(free.code, Some(0), "{}", free.stderr);
}

#[test]
fn files_are_read_and_written() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (input, output) = (folder.join("convert.txt"), folder.join("convert.pgn"));
    std::fs::write(&input, "startpos moves 7i7h\n").expect("a file to read");
    let (input, output) = (input.to_str().expect("a name"), output.to_str().expect("a name"));
    let written = run(&["convert", "--from", "sfen", "--to", "pgn", "-o", output, input], "");
    assert_eq!((written.code, written.stdout.as_str()), (Some(0), ""), "{}", written.stderr);
    // The name of the file tells what it holds.
    let read = run(&["convert", "--to", "cecp", output], "");
    assert!(read.stdout.contains("\nmoves f4f5\n"), "{} {}", read.stdout, read.stderr);

    // Nothing comes of a text without a right game, so what has been written stays.
    let wrong = run(&["convert", "--from", "pgn", "--to", "kif", "-o", output], "1. Qa12 *\n");
    assert_eq!(wrong.code, Some(1));
    assert!(std::fs::read_to_string(output).expect("the file").contains("1. f5 *"), "{}", wrong.stderr);

    let missing = run(&["convert", "--to", "pgn", "no/such/file"], "");
    assert!(
        missing.code == Some(1) && missing.stderr.contains("no/such/file"),
        "{:?} {}",
        missing.code,
        missing.stderr
    );
    let usage = run(&["convert"], "");
    assert_eq!(usage.code, Some(2));
}

/// Time must not grow with the square of the length: this file has as many moves as three thousand games.
#[test]
fn long_files_are_no_trouble() {
    let game = convert(&["--to", "pgn"], &table::text("games/long-01.usi"));
    let copies = (8 << 20) / game.len();
    let run = run(&["convert", "--from", "pgn", "--to", "sfen"], format!("{game}\n").repeat(copies));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(run.stdout.lines().count(), copies);
    // One line that never ends.
    let brackets = crate::support::batch::run(&["convert", "--from", "pgn", "--to", "sfen"], "[x".repeat(4 << 20));
    assert_eq!(brackets.code, Some(1));
}

#[test]
fn several_files_and_stdin_become_one() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (first, second) = (folder.join("several-1.usi"), folder.join("several-2.pgn"));
    std::fs::write(&first, "startpos moves 7i7h\n").expect("a file to read");
    std::fs::write(&second, "1. e5 *\n").expect("a file to read");
    let (first, second) = (first.to_str().expect("a name"), second.to_str().expect("a name"));
    let all = run(&["convert", "--to", "cecp", first, "-", second], "startpos moves 6i6h\n");
    let moves: Vec<&str> = all.stdout.lines().filter(|line| line.starts_with("moves")).collect();
    assert_eq!(moves, ["moves f4f5", "moves g4g5", "moves e4e5"], "{}", all.stderr);
}

/// The end of the output's name tells the format, and a file may be replaced by what it is read from.
#[test]
fn the_name_of_the_output_tells_the_format() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("itself.usi");
    std::fs::write(&file, "startpos moves 7i7h\n").expect("a file to read");
    let name = file.to_str().expect("a name");
    let written = run(&["convert", "-o", name, name], "");
    assert_eq!(written.code, Some(0), "{}", written.stderr);
    let text = std::fs::read_to_string(&file).expect("what was written");
    assert!(text.contains("\nmoves 7i7h\nresult unknown\n"), "{text}");
    let untold = run(&["convert", "-o", "x.txt", name], "");
    assert!(untold.code == Some(2) && untold.stderr.contains("--to"), "{}", untold.stderr);
    // A folder that is not there is refused before anything is read.
    let nowhere = run(&["convert", "-o", "no/such/folder/x.pgn", name], "");
    assert!(nowhere.code == Some(1) && nowhere.stderr.contains("no/such/folder/x.pgn"), "{}", nowhere.stderr);
}

#[test]
fn the_tag_decides_the_variant_of_each_game() {
    let text = "[Variant \"chu\"]\n\n1. f5 *\n\n[Variant \"whale\"]\n\n1. a2a3 *\n\n1. e5 Zz9 *\n";
    let read = run(&["convert", "--from", "pgn", "--to", "pgn"], text);
    assert!(
        read.stdout.contains("[Variant \"chu\"]") && read.stdout.contains("[Variant \"whale\"]"),
        "{}",
        read.stderr
    );
    // Numbers are those of the file, whatever has been read before.
    assert!(read.stderr.contains("error: game 3, line 9: move 2 (Zz9)"), "{}", read.stderr);
    let named = run(&["convert", "--variant", "chu", "--from", "pgn", "--to", "pgn"], text);
    assert!(named.stderr.contains("game 2, line 7: the variant is 'whale'"), "{}", named.stderr);
}

#[test]
fn self_play_games_become_records() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("convert.games");
    let _ = std::fs::remove_file(&file);
    let name = file.to_str().expect("a name");
    let limits = ["--nodes", "20", "--max-plies", "30", "--random", "4", "--hash", "1"];
    let played = run(&[&["datagen", "--variant", "whale", "--games", "2", name][..], &limits].concat(), "");
    assert_eq!(played.code, Some(0), "{}", played.stderr);
    for to in ["pgn", "usi"] {
        let read = run(&["convert", "--to", to, name], "");
        assert_eq!(read.code, Some(0), "{}", read.stderr);
        let again = run(&["convert", "--variant", "whale", "--from", to, "--to", "sfen"], read.stdout);
        assert_eq!((again.code, again.stdout.lines().count()), (Some(0), 2), "{}", again.stderr);
    }
    let wrong = run(&["convert", "--variant", "chu", "--to", "usi", name], "");
    assert!(wrong.code == Some(2) && wrong.stderr.contains("the games are of whale, not chu"), "{}", wrong.stderr);
}

#[test]
fn a_position_on_the_command_line_is_answered() {
    let pawn = "k11/12/12/12/12/12/12/12/P11/12/12/12 b - 1";
    for (arguments, answer) in [
        (&["moves", pawn][..], "12i12h\n"),
        (&["status", "startpos", "moves", "7i7h"], "playing\n"),
        (&["position", &format!("{pawn} moves 12i12h")], "k11/12/12/12/12/12/12/P11/12/12/12/12 w - 2\n"),
        (&["explain", "startpos", "probe", "7i7h"], "legal\n"),
    ] {
        let asked = run(arguments, "startpos\n");
        assert_eq!((asked.code, asked.stdout.as_str()), (Some(0), answer), "{}", asked.stderr);
    }
    let wrong = run(&["moves", "nonsense"], "");
    assert!(wrong.code == Some(2) && wrong.stdout.is_empty() && wrong.stderr.contains("board"), "{}", wrong.stderr);
}
