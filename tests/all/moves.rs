//! The move generator against 1,300 positions with known move lists.

use crate::rule_cases::status_words;
use crate::support::batch;
use crate::support::table::{Row, Table};

const TABLE: &str = "moves-lishogi.tsv.gz";
const POSITIONS: usize = 1300;

fn column<'a>(table: &'a Table, name: &str) -> Vec<&'a str> {
    let cells: Vec<&str> = table.rows().map(|row| row.get(name)).collect();
    assert_eq!(cells.len(), POSITIONS);
    cells
}

/// Compares answers with the right ones, and names the rows that differ.
fn compare(table: &Table, what: &str, expected: &[String], answers: &[String]) {
    let rows = table.rows().zip(expected.iter().zip(answers));
    let wrong: Vec<String> = rows
        .filter(|(_, (expected, answer))| expected != answer)
        .map(|(row, (expected, answer))| {
            format!("{} {}\n    expected {expected}\n    answered {answer}", row.get("id"), row.get("sfen"))
        })
        .collect();
    let shown = &wrong[..wrong.len().min(10)];
    assert!(wrong.is_empty(), "{what}: {} wrong answers, the first ones:\n{}", wrong.len(), shown.join("\n"));
}

#[test]
fn lists_of_1300_positions() {
    let table = Table::read(TABLE);
    let answers = batch::answers(&["moves", "--rules", "lishogi"], &column(&table, "sfen"));
    let expected: Vec<String> = column(&table, "moves").iter().map(|moves| (*moves).to_owned()).collect();
    compare(&table, "moves", &expected, &answers);
}

#[test]
fn results_of_1300_positions() {
    let table = Table::read(TABLE);
    let answers = batch::answers(&["status", "--rules", "lishogi"], &column(&table, "sfen"));
    let result = |row: Row<'_>| match row.get("server_status").split_once('/') {
        // The bare-king rule is the server's (chu-rules §7.1).
        Some((status, winner)) => status_words(status, winner),
        None => status_words(row.get("status"), row.get("winner")),
    };
    let expected: Vec<String> = table.rows().map(result).collect();
    compare(&table, "status", &expected, &answers);
}

/// What the server accepts in addition is a matter of one flag.
#[test]
fn moves_that_only_the_server_accepts() {
    let table = Table::read(TABLE);
    let (mut lines, mut known) = (Vec::new(), Vec::new());
    for row in table.rows().filter(|row| row.get("server_extra") != "-") {
        for text in row.get("server_extra").split(' ') {
            lines.push(format!("{} probe {text}", row.get("sfen")));
        }
        known.push(row.get("id"));
    }
    assert!(!known.is_empty(), "no row has moves that only the server accepts");
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    for (rules, legal) in [("lishogi", false), ("lishogi:cs.hit_and_run=free", true)] {
        for (line, answer) in lines.iter().zip(batch::answers(&["explain", "--rules", rules], &lines)) {
            assert_eq!(answer == "legal", legal, "{rules}: {line}: {answer}");
        }
    }
}

/// The leaf counter of perft adds up what the generator lists, in all three ways of counting.
#[test]
fn counts_of_1300_positions() {
    let table = Table::read(TABLE);
    let mut wrong = Vec::new();
    for row in table.rows() {
        for (kind, column) in [("spellings", "raw"), ("actions", "actions"), ("positions", "positions")] {
            let sfen = row.get("sfen");
            let arguments = ["1", "--rules", "lishogi", "--end", "none", "--count", kind, "--position", sfen];
            let count = batch::perft(&arguments);
            if count != row.number(column) {
                wrong.push(format!("{} {kind}: {count}, not {}: {sfen}", row.get("id"), row.number(column)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong counts:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn sfen_is_printed_as_it_was_read() {
    let table = Table::read(TABLE);
    let sfens = column(&table, "sfen");
    let expected: Vec<String> = sfens.iter().map(|sfen| (*sfen).to_owned()).collect();
    compare(&table, "position", &expected, &batch::answers(&["position", "--rules", "lishogi"], &sfens));
    let prefixed: Vec<String> = sfens.iter().map(|sfen| format!("sfen {sfen}")).collect();
    let prefixed: Vec<&str> = prefixed.iter().map(String::as_str).collect();
    compare(&table, "position", &expected, &batch::answers(&["position", "--rules", "lishogi"], &prefixed));
}

/// XBoard's FEN names the sides the other way round and knows no counter-strike square.
#[test]
fn fen_there_and_back() {
    let table = Table::read(TABLE);
    let sfens = column(&table, "sfen");
    let fens = batch::answers(&["position", "--rules", "lishogi", "--format", "fen"], &sfens);
    for (sfen, fen) in sfens.iter().zip(&fens) {
        let (sfen, fen): (Vec<&str>, Vec<&str>) = (sfen.split(' ').collect(), fen.split(' ').collect());
        assert_eq!(fen[0], sfen[0]);
        assert_eq!(fen[1], if sfen[1] == "b" { "w" } else { "b" }, "{fen:?}");
    }
    let lines: Vec<String> = fens.iter().map(|fen| format!("fen {fen}")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let back = batch::answers(&["position", "--rules", "lishogi"], &lines);
    for (sfen, back) in sfens.iter().zip(&back) {
        let (sfen, back): (Vec<&str>, Vec<&str>) = (sfen.split(' ').collect(), back.split(' ').collect());
        assert_eq!(back[..2], sfen[..2]);
        assert_eq!(back[2], "-");
    }
}

/// The notation of the books: every action has a text of its own, which is read as the same action.
#[test]
fn tsa_there_and_back() {
    let table = Table::read(TABLE);
    let sfens = column(&table, "sfen");
    let usi = column(&table, "moves");
    let tsa = batch::answers(&["moves", "--rules", "lishogi", "--notation", "tsa"], &sfens);
    let (mut lines, mut expected) = (Vec::new(), Vec::new());
    for ((sfen, usi), tsa) in sfens.iter().zip(&usi).zip(&tsa) {
        assert_eq!(tsa.split(' ').count(), usi.split(' ').count(), "{sfen}: {tsa}");
        let words: std::collections::HashSet<&str> = tsa.split(' ').collect();
        assert_eq!(words.len(), usi.split(' ').count(), "{sfen}: {tsa}");
        let position = |moves: &str| format!("{sfen} moves {moves}");
        // What is read back are the same actions if they lead to the same positions, as often.
        lines.extend(tsa.split(' ').filter(|text| *text != "-").map(position));
        expected.extend(usi.split(' ').filter(|text| *text != "-").map(position));
    }
    let after = |lines: &[String]| {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        batch::answers(&["position", "--rules", "lishogi"], &lines)
    };
    let (mut answers, mut expected) = (after(&lines), after(&expected));
    assert!(answers.len() > 50_000, "{} moves", answers.len());
    answers.sort_unstable();
    expected.sort_unstable();
    assert_eq!(answers, expected);
}
