//! Tables of small rule questions: legal or not, how many moves, who has won.

use crate::support::PRESETS;
use crate::support::questions::{Expect, Question, line, settle};
use crate::support::table::{Row, Table};

/// The rule sets of a comma-separated cell. Overrides are separated by commas as well, so a part that starts with
/// no preset belongs to the rule set before it; `*` is all presets.
fn rule_sets(cell: &str) -> Vec<String> {
    if cell == "*" {
        return PRESETS.map(str::to_owned).to_vec();
    }
    let mut sets: Vec<String> = Vec::new();
    for part in cell.split(',') {
        match sets.last_mut() {
            Some(last) if !PRESETS.contains(&part.split(':').next().unwrap_or("")) => {
                last.push(',');
                last.push_str(part);
            }
            _ => sets.push(part.to_owned()),
        }
    }
    sets
}

fn legality(legal: bool) -> Expect {
    if legal { Expect::Legal } else { Expect::Illegal }
}

/// Rows that state `legal`, `illegal`, `count:N` or `status:WORDS` for one or more rule sets.
#[test]
fn chu_rules_cases() {
    let table = Table::read("chu-rules-cases.tsv");
    let mut questions = Vec::new();
    for row in table.rows() {
        let verdict = row.get("verdict");
        let probe = Some(row.get("probe")).filter(|probe| *probe != "-");
        let (command, expect) = match verdict.split_once(':') {
            None => ("explain", legality(verdict == "legal")),
            Some(("count", number)) => ("moves", Expect::Moves(number.parse().expect("count"))),
            Some(("status", words)) => ("status", Expect::Line(words.to_owned())),
            Some(_) => panic!("verdict {verdict}"),
        };
        assert_eq!(probe.is_some(), command == "explain", "row {}", row.get("id"));
        for rules in rule_sets(row.get("rules")) {
            questions.push(Question {
                id: row.get("id").to_owned(),
                rules,
                command,
                line: line(row.get("sfen"), row.get("moves"), probe),
                expect: match &expect {
                    Expect::Moves(count) => Expect::Moves(*count),
                    Expect::Line(words) => Expect::Line(words.clone()),
                    other => legality(matches!(other, Expect::Legal)),
                },
            });
        }
    }
    settle(&questions);
}

/// The words of `shishi status` for the columns of the tables made from lishogi's client library.
pub fn status_words(status: &str, winner: &str) -> String {
    match status {
        "playing" => "playing".to_owned(),
        "draw" => "draw".to_owned(),
        "repetition" => "draw repetition".to_owned(),
        "kingslost" | "royalslost" => format!("{winner} royals"),
        "bareking" | "stalemate" => format!("{winner} {status}"),
        "perpetual" => format!("{winner} repetition"),
        _ => panic!("status {status}"),
    }
}

/// The clauses `legal=`, `illegal=`, `count=`, `status=` with `winner=` of one row.
fn clauses(row: Row<'_>, rules: &str) -> Vec<Question> {
    let mut questions = Vec::new();
    let mut ask = |command, probe: Option<&str>, expect| {
        questions.push(Question {
            id: row.get("id").to_owned(),
            rules: rules.to_owned(),
            command,
            line: line(row.get("sfen"), row.get("moves"), probe),
            expect,
        });
    };
    let mut status = None;
    for clause in row.get("expect").split(' ') {
        let (name, value) = clause.split_once('=').expect("NAME=VALUE");
        match name {
            "legal" | "illegal" => {
                for text in value.split(',') {
                    match text.split_once('>') {
                        Some((from, to)) => {
                            ask("moves", None, Expect::Between(from.to_owned(), to.to_owned(), name == "legal"));
                        }
                        None => ask("explain", Some(text), legality(name == "legal")),
                    }
                }
            }
            "count" => ask("moves", None, Expect::Moves(value.parse().expect("count"))),
            "status" => status = Some(value),
            "winner" => {
                let words = status_words(status.expect("status before winner"), value);
                ask("status", None, Expect::Line(words));
            }
            _ => panic!("clause {clause}"),
        }
    }
    questions
}

/// Rows whose verdict is that of lishogi's server, which judges the ban by the destination square alone.
const SERVER_VIEW: [&str; 6] =
    ["R2.igui-midstep-quirk-falcon", "C05", "C05b", "C05c", "row2.falcon-igui", "row2.falcon-through"];

#[test]
fn rule_cases_lishogi() {
    let table = Table::read("rule-cases-lishogi.tsv");
    for id in SERVER_VIEW {
        table.row(id);
    }
    let mut questions = Vec::new();
    for row in table.rows() {
        let id = row.get("id");
        let server = SERVER_VIEW.contains(&id);
        questions.extend(clauses(row, if server { "lishogi:cs.hit_and_run=free" } else { "lishogi" }));
    }
    settle(&questions);
}

/// Rows that read the association's bare-king rule by the letter, "two kings and one piece"; the preset extends it to
/// any material (chu-rules §9.9), and a flag has the narrow reading.
const BY_THE_LETTER: [&str; 2] = ["C15", "R-E4.two-pieces"];

#[test]
fn rule_cases_jcsa() {
    let table = Table::read("rule-cases-jcsa.tsv");
    for id in BY_THE_LETTER {
        table.row(id);
    }
    let mut questions = Vec::new();
    for row in table.rows() {
        let literal = BY_THE_LETTER.contains(&row.get("id"));
        questions.extend(clauses(row, if literal { "jcsa:end.bare_king=jcsa_literal" } else { "jcsa" }));
    }
    settle(&questions);
}

/// One move or one result each, as the client library judges it, and as the server does where that can be told by a
/// flag.
#[test]
fn cases_lishogi() {
    let table = Table::read("cases-lishogi.tsv");
    let mut questions = Vec::new();
    for row in table.rows() {
        let id = row.get("id").to_owned();
        let (client, server) = (row.get("verdict"), row.get("server"));
        let sfen = row.get("sfen");
        if row.get("move") == "-" {
            // A winner with king and prince follows the server (chu-rules §7.1); elsewhere the two agree.
            assert_eq!(client == server, id != "c075", "row {id}");
            let (status, winner) = server.split_once(' ').unwrap_or((server, "-"));
            let expect = Expect::Line(status_words(status, winner));
            questions.push(Question {
                id,
                rules: "lishogi".to_owned(),
                command: "status",
                line: line(sfen, "", None),
                expect,
            });
        } else {
            for (rules, verdict) in [("lishogi", client), ("lishogi:cs.hit_and_run=free", server)] {
                questions.push(Question {
                    id: id.clone(),
                    rules: rules.to_owned(),
                    command: "explain",
                    line: line(sfen, "", Some(row.get("move"))),
                    expect: legality(verdict == "legal"),
                });
            }
        }
    }
    settle(&questions);
}
