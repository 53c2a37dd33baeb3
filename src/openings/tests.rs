//! Openings from files and from chance.

use super::{OpeningBook, OpeningFormat, Openings};
use crate::engine::read_game;
use crate::games::{Chu, Variant, Whale};
use crate::settings::Settings;
use std::fs;

fn random(plies: usize, margin: i32) -> Openings {
    Openings::Random { plies, margin, depth: 2 }
}

fn book<V: Variant>(openings: &Openings, seed: u64) -> Result<OpeningBook<V>, String> {
    let rules = V::CECP_RULES.parse().map_err(|_| "rules").unwrap();
    OpeningBook::<V>::new(openings, &rules, seed, &Settings::default()).map_err(|error| error.to_string())
}

#[test]
fn random_openings_come_from_the_seed_and_are_balanced() {
    fn check<V: Variant>(plies: usize) {
        let one = book::<V>(&random(plies, 200), 3).unwrap();
        let again = book::<V>(&random(plies, 200), 3).unwrap();
        let other = book::<V>(&random(plies, 200), 4).unwrap();
        let texts: Vec<String> = (1..=5).map(|pair| one.opening(pair)).collect();
        for (pair, text) in (1..).zip(&texts) {
            assert_eq!(again.opening(pair), *text);
            assert_ne!(other.opening(pair), *text);
            let game = read_game::<V>(text, &V::CECP_RULES.parse().map_err(|_| "rules").unwrap()).unwrap();
            assert_eq!((game.ply(), game.outcome()), (plies, None));
        }
        let different: std::collections::HashSet<&String> = texts.iter().collect();
        assert_eq!(different.len(), 5);
    }
    check::<Chu>(8);
    check::<Whale>(4);
    // Without moves there is one opening, and the position is even enough.
    assert_eq!(book::<Chu>(&random(0, 500), 1).unwrap().opening(1), "startpos");
    assert_eq!(book::<Chu>(&Openings::Start, 1).unwrap().opening(77), "startpos");
}

#[test]
fn the_balance_is_that_of_a_search() {
    use crate::search::{SearchLimits, SearchParams, Task, ThreadPool, TranspositionTable};
    let book = book::<Chu>(&random(10, 60), 11).unwrap();
    let rules = Chu::CECP_RULES.parse().unwrap();
    for pair in 1..=3 {
        let game = read_game::<Chu>(&book.opening(pair), &rules).unwrap();
        let limits = SearchLimits { depth: Some(2), root_moves: game.root_moves(), ..SearchLimits::default() };
        let evaluation = Chu::evaluation(&Settings::default().variant("chu").eval).unwrap();
        let table = TranspositionTable::new(1).unwrap();
        let task = Task::new(game.position(), game.history(), &evaluation, &limits, &table);
        let score = ThreadPool::new(SearchParams::default(), 1).search(&task, &mut ()).score;
        assert!(score.abs() <= 60, "{score}");
    }
}

#[test]
fn openings_come_from_files() {
    let path = std::env::temp_dir().join(format!("shishi-openings-{}", std::process::id()));
    let from = |format, plies, shuffled, start| Openings::File {
        file: path.clone(),
        format: Some(format),
        plies,
        shuffled,
        start,
    };
    let sfen = |plies, shuffled, start| from(OpeningFormat::Sfen, plies, shuffled, start);
    fs::write(&path, "# three\nstartpos moves 7i7h 6d6e\n\nk11/12/12/12/12/5p6/5N6/12/12/12/12/11K b - 1\nstartpos\n")
        .unwrap();
    let texts = |openings: &Openings| {
        let book = book::<Chu>(openings, 1).unwrap();
        (1..=4).map(|pair| book.opening(pair)).collect::<Vec<_>>()
    };
    let plain = texts(&sfen(None, false, 1));
    assert_eq!(plain[0], "startpos moves 7i7h 6d6e");
    assert_eq!((plain[2].as_str(), &plain[3]), ("startpos", &plain[0]));
    assert_eq!(texts(&sfen(Some(1), false, 1))[0], "startpos moves 7i7h");
    assert_eq!(texts(&sfen(Some(0), false, 1))[0], "startpos");
    assert_eq!(texts(&sfen(None, false, 3))[..2], ["startpos", "startpos moves 7i7h 6d6e"]);
    let mut shuffled = texts(&sfen(None, true, 1));
    shuffled.truncate(3);
    shuffled.sort_unstable();
    let mut sorted = plain.clone();
    sorted.truncate(3);
    sorted.sort_unstable();
    assert_eq!(shuffled, sorted);
    assert_ne!(
        book::<Chu>(&sfen(None, false, 1), 1).unwrap().key(),
        book::<Chu>(&sfen(None, false, 2), 1).unwrap().key()
    );

    fs::write(&path, "7i7h 6d6e\nstartpos moves 8i8h\n").unwrap();
    let usi = from(OpeningFormat::Usi, None, false, 1);
    assert_eq!(texts(&usi)[..2], ["startpos moves 7i7h 6d6e", "startpos moves 8i8h"]);
    let error = |text: &str, openings: &Openings| {
        fs::write(&path, text).unwrap();
        book::<Chu>(openings, 1).err().unwrap()
    };
    assert!(error("7i7h\n7i7c\n", &usi).contains("line 2 '7i7c': move 1 (7i7c)"));
    assert!(error("startpos\nnonsense\n", &sfen(None, false, 1)).contains("line 2 'nonsense': "));
    assert!(error("\n# nothing\n", &usi).contains("no opening in it"));

    // An opening that leaves nothing to play would count as two games.
    let bare = "startpos\nk11/12/12/12/12/12/12/12/12/12/12/11K b - 1\n";
    assert!(error(bare, &sfen(None, false, 1)).contains("12/11K b - 1': the game is over there"));

    let pgn = from(OpeningFormat::Pgn, Some(3), false, 1);
    fs::write(&path, "[Variant \"chu\"]\n\n1. f5 g8 2. e5 e8 *\n\n[Variant \"chu\"]\n\n1. g5 *\n").unwrap();
    let found = texts(&pgn);
    // Old files are not in UTF-8.
    let mut old = b"[Event \"Caf\xe9\"]\n".to_vec();
    old.extend(fs::read(&path).unwrap());
    fs::write(&path, old).unwrap();
    assert_eq!(texts(&pgn), found);
    let moves = |text: &String| text.split_once(" moves ").map(|(_, moves)| moves.to_owned());
    assert_eq!(moves(&found[0]).as_deref(), Some("7i7h 6d6e 8i8h"));
    assert_eq!(moves(&found[1]).as_deref(), Some("6i6h"));
    fs::remove_file(&path).unwrap();
    assert!(book::<Chu>(&usi, 1).err().unwrap().contains("shishi-openings"));
}

/// A position of few pieces, and the same in XBoard's FEN; the first player is to move.
const FEW: &str = "k11/12/12/12/12/5p6/5N6/12/12/12/12/11K b - 1";
const FEW_FEN: &str = "k11/12/12/12/12/5p6/5N6/12/12/12/12/11K w";

fn file(name: &str, format: Option<OpeningFormat>, text: &str) -> (std::path::PathBuf, Openings) {
    let path = std::env::temp_dir().join(format!("shishi-openings-{}-{name}", std::process::id()));
    fs::write(&path, text).unwrap();
    (path.clone(), Openings::File { file: path, format, plies: None, shuffled: false, start: 1 })
}

#[test]
fn operations_of_epd_are_passed_over() {
    let start = "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/\
                 A1B1TXOT1B1A/LFCSGEKGSCFL";
    let lines = [
        FEW.to_owned(),
        format!("{FEW} bm f6f7; id \"a / b\";"),
        format!("{FEW_FEN} - - 0 1"),
        format!("{FEW_FEN} - - id \"x\";"),
        "k11/12/12/12/12/5p6/5N6/12/12/12/12/11K b -".to_owned(),
        format!("fen {FEW_FEN} - - 0 1"),
    ];
    let (path, openings) = file("a.epd", Some(OpeningFormat::Epd), &lines.join("\n"));
    let found = book::<Chu>(&openings, 1).unwrap();
    for (pair, line) in (1..).zip(&lines) {
        assert_eq!(found.opening(pair), FEW, "{line}");
    }
    let error = |text: &str| {
        fs::write(&path, text).unwrap();
        book::<Chu>(&openings, 1).err().unwrap()
    };
    let stray = error(&format!("{start} b - 1\n{FEW} some more\n"));
    assert!(
        stray.contains(&format!("line 2 '{FEW} some more': 'some more' behind the position is no operation")),
        "{stray}"
    );
    assert!(error("nonsense\n").contains("line 1 'nonsense': "));
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_file_is_told_by_what_is_in_it() {
    let pgn = "[Variant \"chu\"]\n\n1. f5 g8 *\n";
    for (name, text, format, first) in [
        ("b.txt", format!("# positions\n\n{FEW}\n"), OpeningFormat::Sfen, FEW),
        ("c.txt", format!("sfen {FEW}\nstartpos\n"), OpeningFormat::Sfen, FEW),
        ("d.txt", "startpos moves 7i7h\n".to_owned(), OpeningFormat::Sfen, "startpos moves 7i7h"),
        ("e.txt", "\u{feff}7i7h 6d6e\n8i8h\n".to_owned(), OpeningFormat::Usi, "startpos moves 7i7h 6d6e"),
        ("f.txt", format!("{FEW} id \"x\";\n"), OpeningFormat::Epd, FEW),
        ("g.EPD", format!("{FEW_FEN} - -\n"), OpeningFormat::Epd, FEW),
        ("h.txt", pgn.to_owned(), OpeningFormat::Pgn, "moves 7i7h 6d6e"),
        ("i.txt", pgn.replace("[Variant \"chu\"]\n\n", ""), OpeningFormat::Pgn, "moves 7i7h 6d6e"),
    ] {
        let (path, openings) = file(name, None, &text);
        let found = book::<Chu>(&openings, 1).unwrap_or_else(|error| panic!("{error}"));
        let Openings::File { format: told, .. } = found.openings() else { panic!("no file") };
        assert_eq!(*told, Some(format), "{name}");
        let opening = found.opening(1);
        let opening = opening.strip_prefix("sfen ").unwrap_or(&opening);
        assert!(opening == first || (format == OpeningFormat::Pgn && opening.ends_with(first)), "{name}: {opening}");
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn messages_quote_the_line_as_it_is() {
    let wrong = "k11/12/12/12/12/5p6/5?6/12/12/12/12/11K b - 1";
    for format in [None, Some(OpeningFormat::Sfen), Some(OpeningFormat::Usi), Some(OpeningFormat::Epd)] {
        let (path, openings) = file("wrong", format, &format!("# one\n{wrong}\n"));
        let message = book::<Chu>(&openings, 1).err().unwrap();
        assert!(message.contains(&format!("line 2 '{wrong}': ")), "{format:?}: {message}");
        assert!(!message.contains("startpos"), "{message}");
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn openings_in_the_words_of_the_command_line() {
    assert_eq!(Openings::Start.to_string(), "format=start");
    assert_eq!(random(8, 150).to_string(), "format=random plies=8 margin=150 depth=2");
    let file = Openings::File {
        file: "a.pgn".into(),
        format: Some(OpeningFormat::Pgn),
        plies: Some(12),
        shuffled: true,
        start: 3,
    };
    assert_eq!(file.to_string(), "file=a.pgn format=pgn plies=12 order=random start=3");
}
