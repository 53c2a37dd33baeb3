//! The whale games against tables of known answers.

use super::support::batch;
use super::support::oracle::Asked;
use super::support::table::{Row, Table};

const WHALE: Asked<'_> = Asked { game: "whale", arguments: &["--variant", "whale"] };
const PAULOWICH: Asked<'_> = Asked { game: "paulowich", arguments: &["--variant", "paulowich"] };

/// The two games with the tables of their move lists.
const GAMES: [(Asked<'_>, &str); 2] = [(WHALE, "moves-whale.tsv.gz"), (PAULOWICH, "moves-paulowich.tsv.gz")];

#[test]
fn move_lists() {
    GAMES.iter().for_each(|(game, table)| game.move_lists(table));
}

/// Who has no legal move has lost: by mate in check, by stalemate else; in all other positions the game goes on.
#[test]
fn mates() {
    for (game, table) in GAMES {
        let table = Table::read(table);
        let status = |row: Row<'_>| {
            let winner = if row.get("fen").split(' ').nth(1) == Some("b") { 'w' } else { 'b' };
            match row.get("tags").split(',').any(|tag| tag == "mate") {
                true => format!("{winner} mate"),
                false => "playing".to_owned(),
            }
        };
        let questions: Vec<_> = table.rows().map(|row| (row.get("fen").to_owned(), status(row))).collect();
        game.compare("status", &questions);
    }
}

#[test]
fn counts() {
    WHALE.counts(20);
    PAULOWICH.counts(20);
}

#[test]
fn positions_after_moves() {
    GAMES.iter().for_each(|(game, _)| game.positions_after_moves());
}

#[test]
fn hand_made_cases() {
    let counts = [WHALE, PAULOWICH].map(|game| game.hand_made_cases());
    assert_eq!(counts, [[19, 2], [4, 0]]);
}

#[test]
fn who_has_no_move_has_lost() {
    let status = |position: &str| batch::answers(&["status", "--variant", "whale"], &[position]).remove(0);
    assert_eq!(status("5w/6/4K1/6/6/W5 w - 1"), "b stalemate");
    // Check along the rank, the squares before the royal covered by the blue whale.
    assert_eq!(status("3K1w/6/4B1/6/6/W5 w - 1"), "b mate");
    // One square nearer the killer whale can be taken.
    assert_eq!(status("4Kw/6/4B1/6/6/W5 w - 1"), "playing");
    // Whose white whale is gone has lost it.
    assert_eq!(status("4kw/6/6/6/6/4W1 w - 1 moves e6e1"), "w royals");
}

/// One flag makes the difference between the description's rules and the inventor's.
#[test]
fn a_dolphin_may_move_onto_a_full_file_or_not() {
    let probe = "D4w/2D3/6/6/2D3/5W b - 1 probe a6c4";
    for (rules, legal) in [("standard", true), ("inventor", false), ("standard:dolphin.full_file=no_moves", false)] {
        let answer = batch::answers(&["explain", "--variant", "whale", "--rules", rules], &[probe]).remove(0);
        assert_eq!(answer == "legal", legal, "{rules}: {answer}");
    }
}

/// A side that gives check with every move of the cycle loses only if the rules say so.
#[test]
fn perpetual_check() {
    let cycle = "b1a1 a6b6 a1b1 b6a6 ".repeat(3);
    let game = format!("w5/6/6/6/6/1K3W b - 1 moves {}", cycle.trim());
    for (rules, result) in [
        ("standard", "w repetition"),
        ("standard:rep.perpetual_check=draw", "draw repetition"),
        ("standard:rep.rule=off", "playing"),
    ] {
        let answer = batch::answers(&["status", "--variant", "whale", "--rules", rules], &[&game]).remove(0);
        assert_eq!(answer, result, "{rules}");
    }
    // Three occurrences are not four.
    let three = game.rsplitn(5, ' ').last().expect("moves");
    assert_eq!(batch::answers(&["status", "--variant", "whale"], &[three]), ["playing"]);
}

#[test]
fn handicaps() {
    let table = Table::read("handicaps.tsv");
    let list = batch::run(&["setup", "--variant", "whale", "--list"], "").stdout;
    let mut known = list.lines();
    assert!(known.next().is_some_and(|line| line.starts_with("start\t")));
    let mut count = 0;
    for (row, line) in table.rows().filter(|row| row.get("game") == "whale").zip(known.by_ref()) {
        let [id, name, _, text] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        // The table explains in brackets what the name stands for.
        assert_eq!(row.get("name").split(" (").next(), Some(name));
        assert_eq!(text, row.get("fen"));
        for called in [id, name] {
            let position = batch::run(&["setup", "--variant", "whale", "--handicap", called], "").stdout;
            assert_eq!(position.trim(), row.get("fen"));
        }
        count += 1;
    }
    assert_eq!((count, known.next()), (6, None));
    assert_eq!(batch::run(&["setup", "--variant", "whale", "three lions"], "").code, Some(2));
}
