//! What `docs/chu-rules.md` states in tables is what the program does.

use crate::support::PRESETS;
use crate::support::batch::run;
use crate::support::questions::{Expect, Question, line, settle};

const PAGE: &str = include_str!("../../docs/chu-rules.md");

/// The part of the page from a heading to the next one of the same or a higher rank.
fn section(heading: &str) -> &'static str {
    let from = PAGE.find(heading).unwrap_or_else(|| panic!("no heading {heading:?}"));
    let rank = heading.trim_start_matches('\n').chars().take_while(|c| *c == '#').count();
    let body = &PAGE[from + heading.len()..];
    let end = (2..=rank).filter_map(|rank| body.find(&format!("\n{} ", "#".repeat(rank)))).min();
    &body[..end.unwrap_or(body.len())]
}

/// The cells of a row of a Markdown table.
fn cells(row: &str) -> Vec<&str> {
    row.trim_matches('|').split('|').map(str::trim).collect()
}

/// The rows of the tables in a text, heads included.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines()
        .filter(|line| line.starts_with('|') && !line.starts_with("|---") && !line.starts_with("| ---"))
        .map(cells)
}

/// The texts between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn flags_presets_and_variations_are_those_of_the_program() {
    let printed = run(&["rules", "--rules", "historic"], "").stdout;
    let mut printed = rows(&printed);
    let page = section("\n## 7. Flags and presets");
    let mut flags = 0;
    for row in rows(page).filter(|row| row.len() == 8) {
        let program = printed.next().expect("a row of the program");
        // The page names a section where the program has the meaning; the program adds the rules in force.
        assert_eq!([&row[..1], &row[2..]].concat(), [&program[..1], &program[2..8]].concat());
        flags += 1;
    }
    assert_eq!(flags, 1 + 18, "the head and the flags");
    let variations: Vec<Vec<&str>> = rows(page).skip_while(|row| row[0] != "variation").take(1 + 7).collect();
    assert_eq!(variations, printed.collect::<Vec<_>>());
}

/// The tables of the diagrams: under a line with the position, moves (some after others) and a verdict for each preset.
#[test]
fn the_diagrams_are_judged_as_the_page_says() {
    let mut questions = Vec::new();
    let mut position = "";
    for text in section("\n### 4.6 Eight diagrams").lines() {
        if text.ends_with("`:") {
            position = quoted(text).next().expect("a position");
        }
        let row = cells(text);
        if !text.starts_with("| ") || row[0] == "move" {
            continue;
        }
        let (after, probes) = match row[0].strip_prefix("after ") {
            Some(rest) => rest.split_once(": ").expect("moves before and the move"),
            None => ("", row[0]),
        };
        let before = quoted(after).next().unwrap_or("");
        for probe in quoted(probes) {
            for (preset, verdict) in PRESETS.iter().zip(&row[1..6]) {
                let expect = match *verdict {
                    "yes" => Expect::Legal,
                    "no" => Expect::Illegal,
                    _ => panic!("{verdict:?} in {text}"),
                };
                let line = line(position, before, Some(probe));
                questions.push(Question { id: text.into(), rules: (*preset).into(), command: "explain", line, expect });
            }
        }
    }
    assert_eq!(questions.len(), 27 * PRESETS.len());
    settle(&questions);
}

#[test]
fn the_boards_of_the_diagrams_show_their_positions() {
    let mut boards = 0;
    for diagram in section("\n### 4.6 Eight diagrams").split("**Diagram ").skip(1) {
        let position = diagram.lines().find(|line| line.ends_with("`:")).and_then(|line| quoted(line).next());
        let position = position.expect("a position").replace(" w - ", " b - ");
        let drawn = run(&["play", "--style", "letters", "--position", &position], "quit\n").stdout;
        let squares = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<String>>();
        let mut board = diagram.lines().filter(|line| line.starts_with("     ")).map(squares);
        let files: Vec<usize> = board.next().expect("the files").iter().map(|file| file.parse().unwrap()).collect();
        for row in board {
            let whole = drawn.lines().find(|line| line.starts_with(&format!(" {} |", row[0]))).expect("a rank");
            let whole = squares(whole.split('|').nth(1).expect("its squares"));
            let shown: Vec<String> = files.iter().map(|file| whole[12 - file].clone()).collect();
            assert_eq!(row[1..], shown, "{position}, rank {}", row[0]);
        }
        boards += 1;
    }
    assert_eq!(boards, 8);
}

#[test]
fn handicaps_are_those_of_the_program() {
    let printed = run(&["setup", "--list"], "").stdout;
    let page = section("\n## 8. Handicaps");
    for handicap in printed.lines().skip(1) {
        let fields: Vec<&str> = handicap.split('\t').collect();
        let board = fields[3].strip_suffix(" w - 1").expect("White moves first");
        let row = rows(page).find(|row| row[0] == format!("`{}`", fields[0]));
        let row = row.unwrap_or_else(|| panic!("{} is not on the page", fields[0]));
        assert_eq!(row.last(), Some(&format!("`{board}`").as_str()), "{}", fields[0]);
    }
}
