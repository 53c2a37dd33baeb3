//! What users of Chu Shogi programs have reported, as rows of `public-cases.tsv`: the rows about rules, notation,
//! counts and results. The protocol rows are in `cecp`.

use crate::support::batch;
use crate::support::questions::{Expect, Question, line, settle};
use crate::support::table::{Row, Table};

/// A row `rules R1,R2 | sfen S | moves m1 m2`, taken apart.
struct Case<'a> {
    row: Row<'a>,
    rules: Vec<&'a str>,
    sfen: &'a str,
    moves: String,
}

/// The rule set that a name in the table means.
fn rules_text(name: &str) -> &str {
    match name {
        "lishogi" | "jcsa" | "historic" => name,
        "relaxed-promotion" => "historic:promo.mode=free",
        _ => panic!("rule set {name}"),
    }
}

impl<'a> Case<'a> {
    /// `None` for a row of another kind: a protocol dialogue or a mating problem.
    fn parse(row: Row<'a>) -> Option<Case<'a>> {
        let mut parts = row.get("input").split(" | ");
        let rules = parts.next()?.strip_prefix("rules ")?.split(',').map(rules_text).collect();
        let sfen = parts.next()?.strip_prefix("sfen ")?;
        let moves = match parts.next() {
            None => String::new(),
            Some("mate") => return None,
            Some(part) => {
                let moves = part.strip_prefix("moves ").unwrap_or_else(|| panic!("row {}: {part}", row.get("id")));
                match moves.strip_prefix("<games/").and_then(|rest| rest.strip_suffix('>')) {
                    Some(game) => crate::games::Game::read(&format!("{game}.usi")).moves,
                    None => moves.to_owned(),
                }
            }
        };
        Some(Case { row, rules, sfen, moves })
    }

    fn ask(
        &self,
        command: &'static str,
        moves: &str,
        probe: Option<&str>,
        expect: impl Fn() -> Expect,
    ) -> Vec<Question> {
        let question = |rules: &&str| Question {
            id: self.row.get("id").to_owned(),
            rules: (*rules).to_owned(),
            command,
            line: line(self.sfen, moves, probe),
            expect: expect(),
        };
        self.rules.iter().map(question).collect()
    }

    /// The questions of one clause of the expectation.
    fn clause(&self, clause: &str, reason: &str) -> Vec<Question> {
        let (word, rest) = clause.split_once(' ').expect("a word and its value");
        match word {
            "legal" | "illegal" => rest
                .split(' ')
                .flat_map(|text| {
                    self.ask("explain", &self.moves, Some(text), || {
                        if word == "legal" { Expect::Legal } else { Expect::Illegal }
                    })
                })
                .collect(),
            "flag" => self.ask("position", &self.moves, None, || Expect::Flag(rest.to_owned())),
            "sfen" => self.ask("position", &self.moves, None, || Expect::Line(rest.to_owned())),
            "count-distinct" => self.ask("moves", &self.moves, None, || Expect::Moves(rest.parse().expect("count"))),
            "status" => self.status(rest, reason),
            "reason" => Vec::new(),
            _ => panic!("row {}: clause {clause}", self.row.get("id")),
        }
    }

    fn status(&self, words: &str, reason: &str) -> Vec<Question> {
        let all: Vec<&str> = self.moves.split(' ').collect();
        let after = |count: usize| all[..count].join(" ");
        if let Some(rest) = words.strip_prefix("ongoing after the first ") {
            let count = rest.strip_suffix(" moves").and_then(|count| count.parse().ok()).expect("a number of moves");
            return self.ask("status", &after(count), None, || Expect::Line("playing".to_owned()));
        }
        if let Some(rest) = words.strip_prefix("draw (repetition) exactly after move ") {
            let (draw, open) = rest.split_once(", ongoing after ").expect("two numbers");
            let (draw, open) = (draw.parse().expect("a number"), open.parse().expect("a number"));
            let mut questions = self.ask("status", &after(draw), None, || Expect::Line("draw repetition".to_owned()));
            questions.extend(self.ask("status", &after(open), None, || Expect::Line("playing".to_owned())));
            return questions;
        }
        let expected = match (words, reason) {
            ("ongoing", "") => "playing",
            ("draw", "") => "draw",
            ("draw (repetition)", "") => "draw repetition",
            ("win-sente", "royals lost") => "b royals",
            ("win-gote", "royals lost") => "w royals",
            ("win-gote (perpetual attack by sente)", "") => "w repetition",
            other => panic!("row {}: status {other:?}", self.row.get("id")),
        };
        self.ask("status", &self.moves, None, || Expect::Line(expected.to_owned()))
    }
}

/// Clauses that one line of a batch command answers.
fn is_batch_clause(clause: &str) -> bool {
    !["same ", "count-usi ", "perft-"].iter().any(|word| clause.starts_with(word))
}

#[test]
fn rules_notation_and_results() {
    let table = Table::read("public-cases.tsv");
    let mut questions = Vec::new();
    for case in table.rows().filter_map(Case::parse) {
        let clauses: Vec<&str> = case.row.get("expectation").split(" ; ").collect();
        let reason = clauses.iter().find_map(|clause| clause.strip_prefix("reason ")).unwrap_or("");
        for clause in clauses.iter().filter(|clause| is_batch_clause(clause)) {
            questions.extend(case.clause(clause, reason));
        }
    }
    settle(&questions);
}

#[test]
fn spellings_of_one_move_lead_to_one_position() {
    let table = Table::read("public-cases.tsv");
    let mut seen = 0;
    for case in table.rows().filter_map(Case::parse) {
        for clause in case.row.get("expectation").split(" ; ") {
            let Some(spellings) = clause.strip_prefix("same ") else { continue };
            seen += 1;
            let lines: Vec<String> = spellings
                .split(' ')
                .map(|text| line(case.sfen, format!("{} {text}", case.moves).trim_start(), None))
                .collect();
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            for rules in &case.rules {
                let positions = batch::answers(&["position", "--rules", rules], &lines);
                assert!(!positions[0].starts_with("error"), "row {}: {}", case.row.get("id"), positions[0]);
                let same = positions.iter().all(|position| *position == positions[0]);
                assert!(same, "row {} under {rules}: {positions:?}", case.row.get("id"));
            }
        }
    }
    assert_eq!(seen, 2, "rows N01 and N02");
}

#[test]
fn counts_by_depth_and_by_spelling() {
    let table = Table::read("public-cases.tsv");
    let mut seen = 0;
    for case in table.rows().filter_map(Case::parse) {
        for clause in case.row.get("expectation").split(" ; ") {
            let (kind, numbers) = match clause.split_once(' ') {
                Some(("count-usi" | "perft-usi", numbers)) => ("spellings", numbers),
                Some(("perft-distinct", numbers)) => ("actions", numbers),
                _ => continue,
            };
            assert!(case.moves.is_empty(), "row {}", case.row.get("id"));
            for (depth, number) in (1..).zip(numbers.split(' ')) {
                for rules in &case.rules {
                    seen += 1;
                    let depth = format!("{depth}");
                    let count = batch::perft(&[
                        &depth,
                        "--rules",
                        rules,
                        "--end",
                        "none",
                        "--position",
                        case.sfen,
                        "--count",
                        kind,
                    ]);
                    let expected: u64 = number.parse().expect("a count");
                    assert_eq!(count, expected, "row {} under {rules}, depth {depth}, {kind}", case.row.get("id"));
                }
            }
        }
    }
    // R28 (two rule sets) and R29, C01 (4 + 3 depths), C02, C04, C05, C07 (three rule sets each).
    assert_eq!(seen, 2 + 3 + 3 * 7 + 3 * 4);
}

/// No row is forgotten: what is no dialogue (see `cecp` and `usi`) and no mating problem is asked above.
#[test]
fn every_row_about_rules_has_a_test() {
    let table = Table::read("public-cases.tsv");
    let mut asked: Vec<&str> = table.rows().filter_map(Case::parse).map(|case| case.row.get("id")).collect();
    let known = [
        "R01", "R02", "R04", "R05", "R06", "R07", "R09", "R10", "R12L", "R12J", "R14", "R15", "R17", "R18", "R20",
        "R21L", "R22", "R23", "R25", "R26", "R28", "R29", "P01L", "P01J", "P03", "P04", "P06", "P07", "P09", "P10",
        "E01", "E02", "E04", "E05", "E06H", "E07", "E09", "E10", "E12", "N01", "N02", "N04", "N05", "C01", "C02",
        "C04", "C05", "C07", "R31J", "R31H", "R32L", "E13", "T01", "T02", "T04", "T05", "T07",
    ];
    assert_eq!(asked, known);
    asked.extend(table.rows().filter(|row| row.get("input").starts_with("cecp | ")).map(|row| row.get("id")));
    // The second protocol (see `usi`) and the mating problems.
    let others: Vec<&str> = table.rows().map(|row| row.get("id")).filter(|id| !asked.contains(id)).collect();
    assert!(others.iter().all(|id| id.starts_with('U') || id.starts_with("M-") || id.starts_with('Q')));
    assert_eq!(others.len(), 16 + 33 + 3);
}
