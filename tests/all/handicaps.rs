//! Handicaps of Chu Shogi (chu-rules §8): by name and id, with the boards of the tables, and played from.

use crate::support::batch::{answers, run};
use crate::support::client::Client;
use crate::support::table::Table;
use std::collections::BTreeSet;

/// The lines of `shishi setup --list`, cell by cell.
fn list(format: &str) -> Vec<[String; 4]> {
    let printed = run(&["setup", "--list", "--format", format], "");
    assert_eq!(printed.code, Some(0), "{}", printed.stderr);
    let cells = |line: &str| line.split('\t').map(str::to_owned).collect::<Vec<_>>();
    printed.stdout.lines().map(|line| cells(line).try_into().expect("four cells")).collect()
}

fn set_up(arguments: &[&str]) -> String {
    let printed = run(&[&["setup"], arguments].concat(), "");
    assert_eq!(printed.code, Some(0), "{arguments:?}: {}", printed.stderr);
    printed.stdout.trim_end().to_owned()
}

#[test]
fn every_board_is_that_of_section_8() {
    let table = Table::read("handicaps-chu.tsv");
    let list = list("sfen");
    assert_eq!((table.rows().count(), list.len()), (24 + 3, 1 + 24 + 3));
    for row in table.rows() {
        let (id, name) = (row.get("id"), row.get("name"));
        let (sfen, fen) = (format!("{} w - 1", row.get("board")), format!("{} b - 0 1", row.get("board")));
        let listed = list.iter().find(|cells| cells[0] == id).unwrap_or_else(|| panic!("{id} is not listed"));
        assert_eq!(listed[3], sfen, "{id}");
        let called = if name == "-" { listed[1].clone() } else { name.to_owned() };
        assert_eq!(listed[1], called);
        for text in [id, &id.to_uppercase(), &called, &called.to_lowercase()] {
            assert_eq!(set_up(&["--handicap", text]), sfen, "{text}");
        }
        assert_eq!(set_up(&[id, "--format", "fen"]), fen, "{id}");
    }
}

/// In the Manual's order of size, and in XBoard's form as well.
#[test]
fn the_list_is_in_order_of_size() {
    let table = Table::read("handicaps.tsv");
    let listed = list("sfen");
    for (row, cells) in table.rows().filter(|row| row.get("game") == "chu").zip(&listed[1..]) {
        assert_eq!((cells[1].as_str(), cells[3].as_str()), (row.get("name"), row.get("fen")));
    }
    for (sfen, fen) in listed.iter().zip(list("fen")) {
        assert_eq!(sfen[..3], fen[..3]);
        let side = if sfen[0] == "start" { "w" } else { "b" };
        let board = sfen[3].split(' ').next().unwrap_or("");
        assert_eq!(fen[3], format!("{board} {side} - 0 1"));
    }
}

/// What is told of the changes, for one handicap with each kind of change.
#[test]
fn changes_are_told() {
    let listed = list("sfen");
    for (id, words) in [
        ("start", "-"),
        ("side", "without White's side mover on 1c"),
        ("2kings", "Black's drunk elephant on 6l starts promoted"),
        (
            "3lions",
            "Black's kirin on 7k starts promoted; Black's phoenix on 6k and White's kirin on 6b change places; \
             the kirin now on 6k starts promoted",
        ),
        (
            "queen-filled-b",
            "without White's queen on 7c; White's vertical mover on 2c starts on 7c; \
             White's silver general on 4a starts on 2c",
        ),
    ] {
        let cells = listed.iter().find(|cells| cells[0] == id).expect("a handicap");
        assert_eq!(cells[2], words, "{id}");
    }
}

#[test]
fn the_table_of_grades_names_handicaps_that_there_are() {
    let printed = set_up(&["--grades"]);
    let ids: BTreeSet<String> = list("sfen").into_iter().map(|[id, ..]| id).collect();
    for (difference, line) in printed.lines().enumerate() {
        let [grade, _, named] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        assert_eq!(grade, difference.to_string());
        assert_eq!(named == "-", difference < 2, "{line}");
        assert!(named == "-" || named.split(',').all(|id| ids.contains(id)), "{line}");
    }
    assert_eq!(printed.lines().count(), 18);
    assert_eq!(
        printed.lines().nth(12),
        Some("12\tthree lions, and three lions and one piece, in turn\t3lions,3lions-1")
    );
    assert_eq!(run(&["setup", "--variant", "whale", "--grades"], "").code, Some(2));
}

#[test]
fn what_is_no_handicap_is_named() {
    for arguments in [&["setup", "--handicap", "four lions"][..], &["setup", "four lions"]] {
        let wrong = run(arguments, "");
        assert_eq!((wrong.code, wrong.stdout.as_str()), (Some(2), ""));
        assert!(wrong.stderr.contains("'four lions'") && wrong.stderr.contains("3lions-5"), "{}", wrong.stderr);
    }
    assert_eq!(run(&["setup", "rook", "--handicap", "rook"], "").code, Some(2));
}

/// White moves first, in the terminal and through the protocol.
#[test]
fn handicap_games_are_played() {
    let position = set_up(&["--handicap", "Two Lions"]);
    let played = run(&["play", "--side", "white", "--depth", "1", "--position", &position], "7d7e\nquit\n");
    assert_eq!(played.code, Some(0), "{}", played.stderr);
    assert_eq!(played.stdout.matches("The engine plays").count(), 1, "{}", played.stdout);

    for id in ["2lions", "3lions-5", "queen-filled-a"] {
        let (fen, sfen) = (set_up(&[id, "--format", "fen"]), set_up(&[id]));
        let mut client = Client::in_force_mode(&[]);
        client.send(&format!("setboard {fen}\nlevel 0 60 0\nsd 1\ngo"));
        let played = client.wait_for_move();
        assert!(!client.said().iter().any(|line| line.contains("Illegal")), "{:?}", client.said());
        let legal = answers(&["moves", "--notation", "cecp", "--rules", "winboard"], &[&sfen]).remove(0);
        assert!(legal.split(' ').any(|text| text == played), "{id}: {played} is not in {legal}");
        client.quit();
    }
}
