//! Tables of known answers about the games other than Chu Shogi, asked through the batch commands.

use super::batch;
use super::table::{Row, Table};

/// Counts up to this are made in every run; larger ones where the program is optimised.
const SMALL: u64 = 10_000;

/// A game, and the arguments that ask for it.
pub struct Asked<'a> {
    /// Its name in the tables.
    pub game: &'a str,
    /// What a command is told.
    pub arguments: &'a [&'a str],
}

/// The line of a batch command for a position, moves from it (`-` for none) and a probe.
fn line(position: &str, moves: &str, probe: Option<&str>) -> String {
    let moves = if moves == "-" { String::new() } else { format!(" moves {moves}") };
    let probe = probe.map_or_else(String::new, |probe| format!(" probe {probe}"));
    format!("{position}{moves}{probe}")
}

impl Asked<'_> {
    fn rows<'t>(&self, table: &'t Table) -> impl Iterator<Item = Row<'t>> {
        table.rows().filter(|row| row.get("game") == self.game)
    }

    fn answers(&self, command: &str, lines: &[&str]) -> Vec<String> {
        batch::answers(&[&[command], self.arguments].concat(), lines)
    }

    /// Asks a batch command, and compares.
    pub fn compare(&self, command: &str, questions: &[(String, String)]) {
        assert!(!questions.is_empty(), "no questions to {command} about {}", self.game);
        let lines: Vec<&str> = questions.iter().map(|(line, _)| line.as_str()).collect();
        let answers = self.answers(command, &lines);
        let wrong = questions.iter().zip(&answers).filter(|((_, expected), answer)| expected != *answer);
        let wrong: Vec<String> =
            wrong.map(|((line, expected), answer)| format!("{line}\n {expected}\n {answer}")).collect();
        assert!(wrong.is_empty(), "{command} {}: {} wrong:\n{}", self.game, wrong.len(), wrong.join("\n"));
    }

    /// The lists of legal moves of a table.
    pub fn move_lists(&self, table: &str) {
        let table = Table::read(table);
        let count = |row: Row<'_>| row.get("moves").split(' ').filter(|mv| *mv != "-").count() as u64;
        assert!(table.rows().all(|row| count(row) == row.number("n")));
        let questions: Vec<_> = table.rows().map(|row| (row.get("fen").into(), row.get("moves").into())).collect();
        self.compare("moves", &questions);
    }

    /// The counts of `perft-variants.tsv`, of which there are at least so many that are small.
    pub fn counts(&self, least: usize) {
        let table = Table::read("perft-variants.tsv");
        let mut counted = 0;
        for row in self.rows(&table) {
            if row.number("nodes") > SMALL && cfg!(debug_assertions) {
                continue;
            }
            let arguments = [row.get("depth"), "--end", "royals", "--position", row.get("fen")];
            let nodes = batch::perft(&[&arguments, self.arguments].concat());
            assert_eq!(nodes, row.number("nodes"), "{} depth {}", row.get("id"), row.get("depth"));
            counted += 1;
        }
        assert!(counted >= least, "{counted} counts");
    }

    /// What a move does to board and hands, by `apply-variants.tsv.gz`. The table does not count moves, the program does.
    pub fn positions_after_moves(&self) {
        let table = Table::read("apply-variants.tsv.gz");
        let after = |row: &Row<'_>| {
            let (position, _) = row.get("after").rsplit_once(' ').expect("a move number");
            format!("{position} 2")
        };
        let questions: Vec<_> =
            self.rows(&table).map(|row| (line(row.get("fen"), row.get("move"), None), after(&row))).collect();
        self.compare("position", &questions);
    }

    /// The questions of `cases-variants.tsv`. Returns how many there are about moves and about results.
    pub fn hand_made_cases(&self) -> [usize; 2] {
        let table = Table::read("cases-variants.tsv");
        let mut counts = [0; 2];
        for row in self.rows(&table) {
            let (id, fen, moves, expect) = (row.get("id"), row.get("fen"), row.get("moves"), row.get("expect"));
            if row.get("ask") == "-" {
                let status = self.answers("status", &[&line(fen, moves, None)]).remove(0);
                let expected = match expect {
                    "draw" => "draw repetition",
                    "w" => "w repetition",
                    "open" => "playing",
                    other => panic!("{id}: unknown result {other}"),
                };
                assert_eq!(status, expected, "{id}");
                counts[1] += 1;
                continue;
            }
            let answer = self.answers("explain", &[&line(fen, moves, Some(row.get("ask")))]).remove(0);
            match expect {
                "legal" => assert_eq!(answer, "legal", "{id}"),
                "illegal" => assert!(answer.starts_with("illegal: "), "{id}: {answer}"),
                other => panic!("{id}: unknown answer {other}"),
            }
            counts[0] += 1;
        }
        counts
    }
}
