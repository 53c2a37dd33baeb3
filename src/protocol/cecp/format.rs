//! The texts of CECP.

use crate::engine::{Info, Remark};
use crate::games::xboard_names;
use crate::position::{Outcome, Side};
use crate::search::score;
use std::time::Duration;

/// Added to the number of moves in the score of a forced win.
const MATE: i32 = 100_000;

/// The `feature` lines, among them those of the options.
pub fn features(options: Vec<String>) -> Vec<String> {
    let mut lines = vec![
        "feature ping=1 setboard=1 usermove=1 playother=1 analyze=1 reuse=1 colors=0 sigint=0 sigterm=0".to_owned(),
        "feature memory=1 smp=1 debug=1 nps=1 exclude=1 highlight=1 draw=1 setscore=0".to_owned(),
        format!("feature myname=\"Shishi {}\"", env!("CARGO_PKG_VERSION")),
        format!("feature variants=\"{}\"", xboard_names().join(",")),
    ];
    lines.extend(options);
    lines.push("feature done=1".to_owned());
    lines
}

/// `DEPTH SCORE CENTISECONDS NODES PV`.
pub fn thinking(info: &Info, time: Duration) -> String {
    let score = cecp_score(info.score);
    let mut line = format!("{} {score} {} {}", info.depth, time.as_millis() / 10, info.nodes);
    for mv in &info.pv {
        line.push(' ');
        line.push_str(&mv.text);
    }
    line
}

/// `0 0 CENTISECONDS NODES {TEXT}`.
pub fn remark(remark: &Remark, time: Duration) -> String {
    format!("0 0 {} {} {{{}}}", time.as_millis() / 10, remark.nodes, remark.text)
}

/// The answer to `.`: `stat01: CENTISECONDS NODES DEPTH MOVES-LEFT MOVES`; root moves are not counted.
pub fn analysis_status(info: &Info) -> String {
    format!("stat01: {} {} {} 0 0", info.elapsed.as_millis() / 10, info.nodes, info.depth)
}

/// Centipawns, or ±(100000 + N) for a forced win or loss in N moves of the winner.
fn cecp_score(score: i32) -> i32 {
    match score::mate_plies(score) {
        None => score,
        // The winner moves first, or second.
        Some(plies) if plies > 0 => MATE + (plies + 1) / 2,
        Some(plies) => -MATE + plies / 2,
    }
}

/// The lines that send a move: one a leg, all but the last with a comma at the end.
pub fn move_lines(text: &str) -> Vec<String> {
    text.split_inclusive(',').map(|leg| format!("move {leg}")).collect()
}

/// The line that tells a result: `1-0 {White wins: Black is bare}`. White moves first.
pub fn result_line(outcome: Outcome, words: &str) -> String {
    let result = match outcome.winner {
        Some(Side::Black) => "1-0",
        Some(Side::White) => "0-1",
        None => "1/2-1/2",
    };
    format!("{result} {{{words}}}")
}

/// Whether a word without `usermove` before it may be a move: square and square, a drop, or the pass.
pub fn looks_like_move(word: &str) -> bool {
    let after_square = |text: &str| {
        let rest = text.strip_prefix(|c: char| c.is_ascii_lowercase())?;
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        (end > 0).then(|| rest[end..].to_owned())
    };
    let dropped = word.strip_prefix(|c: char| c.is_ascii_alphabetic()).and_then(|rest| rest.strip_prefix('@'));
    word == "@@@@"
        || dropped.is_some_and(|square| after_square(square).is_some())
        || after_square(word).is_some_and(|rest| after_square(&rest).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Move;
    use crate::search::Bound;
    use crate::view::WrittenMove;
    use score::{mate_in, mated_in};

    #[test]
    fn scores_of_forced_wins_count_moves_of_the_winner() {
        assert_eq!(cecp_score(-37), -37);
        assert_eq!(cecp_score(mate_in(1)), 100_001);
        assert_eq!(cecp_score(mate_in(3)), 100_002);
        assert_eq!(cecp_score(mate_in(5)), 100_003);
        assert_eq!(cecp_score(mated_in(2)), -100_001);
        assert_eq!(cecp_score(mated_in(4)), -100_002);
    }

    #[test]
    fn a_line_of_thought() {
        let info = Info {
            id: 1,
            depth: 5,
            seldepth: 9,
            rank: 1,
            score: 122,
            bound: Bound::Exact,
            hashfull: 3,
            nodes: 29815,
            elapsed: Duration::from_millis(249),
            pv: ["f3f5", "c7d6,d6d7"].map(|text| WrittenMove { code: Move::NONE, text: text.to_owned() }).to_vec(),
        };
        assert_eq!(thinking(&info, info.elapsed), "5 122 24 29815 f3f5 c7d6,d6d7");
        assert_eq!(analysis_status(&info), "stat01: 24 29815 5 0 0");
    }

    #[test]
    fn moves_go_out_leg_by_leg() {
        assert_eq!(move_lines("f3f5"), ["move f3f5"]);
        assert_eq!(move_lines("f6f7,f7g7"), ["move f6f7,", "move f7g7"]);
        assert_eq!(move_lines("@@@@"), ["move @@@@"]);
    }

    #[test]
    fn bare_moves_are_told_from_commands() {
        for word in ["a4a5", "f10g12", "f6f7,f7g7", "f6f7,", "a8a9+", "a8a9q", "D@c3", "@@@@"] {
            assert!(looks_like_move(word), "{word}");
        }
        for word in ["", "go", "a4", "st", "frobnicate", "4a4a", "a4a", "é1é2", "@@", "D@", "D@c", "@c3"] {
            assert!(!looks_like_move(word), "{word}");
        }
    }
}
