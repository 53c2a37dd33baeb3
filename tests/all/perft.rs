//! Counts of move sequences against known ones.
//!
//! A row is counted if its number of leaves is at most [`BUDGET`]; the larger ones are in tests that are ignored by
//! default.

use crate::support::START;
use crate::support::batch::perft;
use crate::support::table::Table;

/// Most leaves of a count in the default run.
const BUDGET: u64 = 6_000_000;

/// Rows of `perft-lishogi.tsv` whose column `positions` is not what it says: it merges the passes of several pieces, but
/// not the igui of two pieces on one victim, which lead to one position as well (the column of the same name in
/// `moves-lishogi.tsv.gz` does merge them, see its rows ml0405, ml0706, ml1024). Here with the right counts, found by
/// comparing the texts of the positions: id, depth, the table's count, the right one.
const IGUI_NOT_MERGED: [(&str, &str, u64, u64); 6] = [
    ("pl005", "3", 967_445, 967_444),
    ("pl014", "3", 1_748_061, 1_748_059),
    ("pl016", "3", 795_082, 795_011),
    ("pl018", "1", 147, 146),
    ("pl018", "3", 2_862_633, 2_846_933),
    ("pl019", "3", 727_535, 727_534),
];

/// One count: where, how, and how many.
struct Count {
    id: String,
    depth: String,
    rules: &'static str,
    end: &'static str,
    kind: &'static str,
    sfen: String,
    leaves: u64,
}

impl Count {
    fn check(&self) -> Result<(), String> {
        let (depth, sfen) = (self.depth.as_str(), self.sfen.as_str());
        let count = perft(&[depth, "--rules", self.rules, "--end", self.end, "--count", self.kind, "--position", sfen]);
        if count == self.leaves {
            return Ok(());
        }
        let (id, rules, kind, end) = (&self.id, self.rules, self.kind, self.end);
        Err(format!("{id} depth {depth} {rules} {kind}, --end {end}: {count}, not {}: {sfen}", self.leaves))
    }
}

fn check_all(counts: impl Iterator<Item = Count>) {
    let mut checked = 0;
    let mut wrong = Vec::new();
    for count in counts {
        checked += 1;
        wrong.extend(count.check().err());
    }
    assert!(checked > 0, "no row within the budget");
    assert!(wrong.is_empty(), "{} of {checked} counts are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// `perft-lishogi.tsv`: a game that is over has no moves.
fn lishogi() -> Vec<Count> {
    let mut counts = Vec::new();
    let mut corrected = 0;
    for row in Table::read("perft-lishogi.tsv").rows() {
        let (id, depth) = (row.get("id"), row.get("depth"));
        for (kind, column) in [("spellings", "raw"), ("actions", "actions"), ("positions", "positions")] {
            let mut leaves = row.number(column);
            let known = IGUI_NOT_MERGED.iter().find(|known| kind == "positions" && (known.0, known.1) == (id, depth));
            if let Some((_, _, table, right)) = known {
                assert_eq!(leaves, *table, "{id} depth {depth}");
                leaves = *right;
                corrected += 1;
            }
            counts.push(Count {
                id: id.to_owned(),
                depth: depth.to_owned(),
                rules: "lishogi",
                end: "full",
                kind,
                sfen: row.get("sfen").to_owned(),
                leaves,
            });
        }
    }
    assert_eq!(corrected, IGUI_NOT_MERGED.len());
    counts
}

/// `perft-chu.tsv`: some rows are for two rule sets. Play goes on after the end of the game in `nodes` and
/// `nodes_distinct`; in `nodes_stop`, the server's own definition, a game that is over counts as a leaf only.
fn chu() -> Vec<Count> {
    let mut counts = Vec::new();
    for row in Table::read("perft-chu.tsv").rows() {
        let rule_sets: &[&'static str] = match row.get("rules") {
            "both" => &["lishogi", "jcsa"],
            "lishogi" => &["lishogi"],
            "jcsa" => &["jcsa"],
            other => panic!("rule set {other}"),
        };
        let columns = [
            ("spellings", "none", "nodes"),
            ("spellings", "full", "nodes_stop"),
            ("positions", "none", "nodes_distinct"),
        ];
        for rules in rule_sets {
            for (kind, end, column) in columns.into_iter().filter(|(_, _, column)| row.get(column) != "-") {
                counts.push(Count {
                    id: row.get("id").to_owned(),
                    depth: row.get("depth").to_owned(),
                    rules,
                    end,
                    kind,
                    sfen: row.get("sfen").to_owned(),
                    leaves: row.number(column),
                });
            }
        }
    }
    counts
}

#[test]
fn lishogi_table() {
    check_all(lishogi().into_iter().filter(|count| count.leaves <= BUDGET));
}

#[test]
#[ignore = "counts of up to 109 million leaves, half a minute in all"]
fn lishogi_table_large_rows() {
    check_all(lishogi().into_iter().filter(|count| count.leaves > BUDGET));
}

#[test]
fn chu_table() {
    check_all(chu().into_iter().filter(|count| count.leaves <= BUDGET));
}

#[test]
#[ignore = "counts of up to 109 million leaves, half a minute in all"]
fn chu_table_large_rows() {
    check_all(chu().into_iter().filter(|count| count.leaves > BUDGET));
}

/// No lion meets a lion and nothing promotes in the first four plies, so every preset counts the same there.
#[test]
fn start_position_under_all_presets() {
    for rules in crate::support::PRESETS {
        for (depth, actions) in [("1", 36), ("2", 1296), ("3", 48_315), ("4", 1_801_639)] {
            assert_eq!(perft(&[depth, "--rules", rules]), actions, "{rules}, depth {depth}");
        }
        for (depth, spellings) in [("1", 36), ("2", 1296), ("3", 52_599), ("4", 2_134_748)] {
            let count = perft(&[depth, "--rules", rules, "--count", "spellings"]);
            assert_eq!(count, spellings, "{rules}, depth {depth}, spellings");
        }
    }
}

/// Hashing, more threads and the list by first moves change nothing in the count.
#[test]
fn ways_of_counting_agree() {
    assert_eq!(perft(&["4", "--rules", "lishogi", "--hash", "16"]), 1_801_639);
    assert_eq!(perft(&["3", "--rules", "lishogi", "--threads", "2"]), 48_315);
    assert_eq!(perft(&["3", "--rules", "lishogi", "--position", START, "--divide"]), 48_315);
    assert_eq!(perft(&["0"]), 1);
}

#[test]
#[ignore = "71,548,181 and 109,394,035 leaves"]
fn start_position_depth_5() {
    assert_eq!(perft(&["5", "--rules", "lishogi"]), 71_548_181);
    assert_eq!(perft(&["5", "--rules", "lishogi", "--count", "spellings"]), 109_394_035);
}
