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
    let from = |format, plies, shuffled, start| Openings::File { file: path.clone(), format, plies, shuffled, start };
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
    assert!(error("7i7h\n7i7c\n", &usi).contains("line 2: move 1 (7i7c)"));
    assert!(error("startpos\nnonsense\n", &sfen(None, false, 1)).contains("line 2: "));
    assert!(error("\n# nothing\n", &usi).contains("no opening in it"));

    // An opening that leaves nothing to play would count as two games.
    let bare = "startpos\nk11/12/12/12/12/12/12/12/12/12/12/11K b - 1\n";
    assert!(error(bare, &sfen(None, false, 1)).contains("line 2: the game is over there"));

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
