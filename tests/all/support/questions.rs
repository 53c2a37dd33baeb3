//! Many questions to the batch commands, one process for each command and rule set.

use super::batch;
use std::collections::BTreeMap;

/// The answer that a question must get.
pub enum Expect {
    /// This line.
    Line(String),
    /// `legal`.
    Legal,
    /// `illegal: REASON`, with a reason.
    Illegal,
    /// A list of this many moves.
    Moves(usize),
    /// A list with (true) or without (false) a move between these two squares, over whatever middle square.
    Between(String, String, bool),
    /// An SFEN whose third field (the counter-strike square) is this.
    Flag(String),
}

/// A line for a batch command, and what comes back.
pub struct Question {
    /// The row of the table that asks.
    pub id: String,
    /// The rule set, a preset with or without overrides.
    pub rules: String,
    /// `moves`, `status`, `explain` or `position`.
    pub command: &'static str,
    /// The input line.
    pub line: String,
    /// The right answer.
    pub expect: Expect,
}

impl Expect {
    fn matches(&self, answer: &str) -> bool {
        match self {
            Expect::Line(line) => answer == line,
            Expect::Legal => answer == "legal",
            Expect::Illegal => answer.strip_prefix("illegal: ").is_some_and(|reason| !reason.trim().is_empty()),
            Expect::Moves(count) => !answer.starts_with("error") && list(answer).count() == *count,
            Expect::Between(from, to, wanted) => {
                let found = list(answer).any(|text| {
                    let squares = squares(text);
                    squares.first() == Some(from) && squares.last() == Some(to)
                });
                !answer.starts_with("error") && found == *wanted
            }
            Expect::Flag(square) => answer.split(' ').nth(2) == Some(square),
        }
    }

    fn describe(&self) -> String {
        match self {
            Expect::Line(line) => line.clone(),
            Expect::Legal => "legal".to_owned(),
            Expect::Illegal => "illegal: and a reason".to_owned(),
            Expect::Moves(count) => format!("{count} moves"),
            Expect::Between(from, to, wanted) => format!("a move {from} to {to}: {wanted}"),
            Expect::Flag(square) => format!("counter-strike square {square}"),
        }
    }
}

/// The moves of a line of `shishi moves`.
fn list(answer: &str) -> impl Iterator<Item = &str> {
    answer.split(' ').filter(|text| !text.is_empty() && *text != "-")
}

/// The squares of a move in USI form, such as `12a`.
fn squares(text: &str) -> Vec<String> {
    let mut squares = Vec::new();
    let mut square = String::new();
    for letter in text.chars().filter(|letter| *letter != '+') {
        square.push(letter);
        if letter.is_ascii_lowercase() {
            squares.push(std::mem::take(&mut square));
        }
    }
    squares
}

/// The input line for a position text, moves played from it (`-` or empty for none), and a probe.
pub fn line(sfen: &str, moves: &str, probe: Option<&str>) -> String {
    let mut line = sfen.to_owned();
    if !moves.is_empty() && moves != "-" {
        line += " moves ";
        line += moves;
    }
    if let Some(probe) = probe {
        line += " probe ";
        line += probe;
    }
    line
}

/// Asks all questions and reports the wrong answers, by row.
fn wrong(questions: &[Question]) -> Vec<(String, String)> {
    let mut groups: BTreeMap<(&str, &str), Vec<&Question>> = BTreeMap::new();
    for question in questions {
        groups.entry((question.command, &question.rules)).or_default().push(question);
    }
    let mut wrong = Vec::new();
    for ((command, rules), group) in groups {
        let lines: Vec<&str> = group.iter().map(|question| question.line.as_str()).collect();
        let answers = batch::answers(&[command, "--rules", rules], &lines);
        for (question, answer) in group.iter().zip(answers) {
            if !question.expect.matches(&answer) {
                let expected = question.expect.describe();
                let text = format!(
                    "{}: {command} --rules {rules}: {}\n    expected {expected}\n    answered {answer}",
                    question.id, question.line
                );
                wrong.push((question.id.clone(), text));
            }
        }
    }
    wrong
}

/// Asks all questions. Every row must get its right answers.
pub fn settle(questions: &[Question]) {
    assert!(!questions.is_empty(), "no questions");
    let wrong = wrong(questions);
    let texts: Vec<&str> = wrong.iter().map(|(_, text)| text.as_str()).collect();
    assert!(texts.is_empty(), "{} wrong answers:\n{}", texts.len(), texts.join("\n"));
}
