//! The eight lion diagrams of chu-rules §4.6 under all five presets.

use crate::support::PRESETS;
use crate::support::questions::{Expect, Question, line, settle};

/// A move in a diagram: diagram, position, moves played first, move, and whether it is legal (`y` or `n`) under the
/// presets in the order of [`PRESETS`]: historic, jcsa, lishogi, winboard, msm.
type Case = (&'static str, &'static str, &'static str, &'static str, &'static str);

const I: &str = "k11/12/12/12/6g5/5n6/4N7/12/12/12/12/11K b - 1";
const II: &str = "k11/12/12/12/4B2l4/4S7/5N6/7n4/12/12/12/11K b - 1";
const II_WHITE: &str = "k11/12/12/12/4B2l4/4S7/5N6/7n4/12/12/12/11K w - 1";
const III: &str = "k11/12/12/12/3n8/12/5N6/5P6/7b4/12/12/11K b - 1";
const III_WHITE: &str = "k11/12/12/12/3n8/12/5N6/5P6/7b4/12/12/11K w - 1";
const IV: &str = "12/12/12/12/4n1H5/4sp6/6N5/6P5/2k5b3/12/12/K11 b - 1";
const V: &str = "k11/12/12/12/6N5/5p6/5n6/12/12/12/12/11K b - 1";
const VI: &str = "k11/12/12/12/5+o1r4/3gi7/5N6/6s5/7n4/12/12/11K b - 1";
const VII: &str = "k11/12/12/12/3r8/12/12/4o3n3/3N8/12/5B6/11K w - 1";
const VIII: &str = "k11/12/12/12/2l9/12/2b4+o4/5n6/3N8/5R6/6K5/12 b - 1";

const CASES: &[Case] = &[
    // An adjacent lion may always be taken; so may what follows on the second leg.
    ("I", I, "", "8g7f", "yyyyy"),
    ("I", I, "", "8g7f6e", "yyyyy"),
    ("I", I, "", "8g7f8g", "yyyyy"),
    ("I", I, "", "8g7f7e", "yyyyy"),
    // The lance protects; the bishop is no lion; the other way round the silver protects.
    ("II", II, "", "7g5h", "nnnnn"),
    ("II", II, "", "8e5h", "yyyyy"),
    ("II", II_WHITE, "", "5h7g", "nnnnn"),
    // The bishop on 5i protects once the capturing lion has left its line.
    ("III", III, "", "7g9e", "nnnnn"),
    ("III", III, "", "7g8f9e", "nnnnn"),
    ("III", III_WHITE, "", "5i7g", "yyyyy"),
    ("III", III_WHITE, "", "9e7g", "nnnnn"),
    // A pawn is no bridge, and its capture opens the bishop's line; jumped over, it keeps blocking.
    ("IV", IV, "", "6g7f8e", "nnnnn"),
    ("IV", IV, "", "6g8e", "yyyyy"),
    // The pawn is the only protector: whether it counts when it is taken on the way is `lion.foot`.
    ("V", V, "", "6e7g", "nnnnn"),
    ("V", V, "", "6e6f7g", "nnnnn"),
    ("V", V, "", "6e7f7g", "ynnyy"),
    // The silver is a bridge, the go-between is not; a promoted kirin is a lion.
    ("VI", VI, "", "7g5i", "nnnnn"),
    ("VI", VI, "", "7g6h5i", "yyyyy"),
    ("VI", VI, "", "7g7e", "nnnnn"),
    ("VI", VI, "", "7g8f7e", "nnnnn"),
    ("VI", VI, "", "7g8f9f", "yyyyy"),
    // Counter-strike, its one-move life, and the capture by a kirin, promoting or not.
    ("VII", VII, "9e9i", "7k4h", "nynnn"),
    ("VII", VII, "9e9i", "7k9i", "yyyyy"),
    ("VII", VII, "9e9i 1l1k 12a12b", "7k4h", "yyyyy"),
    ("VII", VII, "8h9i+", "7k9i", "ynyyy"),
    ("VII", VII, "8h9i", "7k9i", "yyyyy"),
    // The second lion protects, although its recapture would itself be forbidden.
    ("VIII", VIII, "", "9i7h", "nnnnn"),
];

#[test]
fn eight_lion_diagrams_under_all_presets() {
    let mut questions = Vec::new();
    for (diagram, sfen, moves, probe, verdicts) in CASES {
        assert_eq!(verdicts.len(), PRESETS.len());
        for (preset, verdict) in PRESETS.iter().zip(verdicts.chars()) {
            questions.push(Question {
                id: format!("diagram {diagram} {probe}"),
                rules: (*preset).to_owned(),
                command: "explain",
                line: line(sfen, moves, Some(probe)),
                expect: if verdict == 'y' { Expect::Legal } else { Expect::Illegal },
            });
        }
    }
    settle(&questions);
}

#[test]
fn diagram_viii_recursively() {
    settle(&[Question {
        id: "diagram VIII recursive".to_owned(),
        rules: "historic:lion.recursive=true".to_owned(),
        command: "explain",
        line: line(VIII, "", Some("9i7h")),
        expect: Expect::Legal,
    }]);
}
