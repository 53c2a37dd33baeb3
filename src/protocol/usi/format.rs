//! The texts of USI.

use super::options::plain;
use crate::engine::{Done, Info, MateAnswer};
use crate::games::{NAMES, USI_NAMES};
use crate::search::{Bound, score};
use crate::view::WrittenMove;

/// The variant called `name`, by its name in USI or its usual one. Servers write `Chushogi` and `chu shogi`, too.
pub fn variant(name: &str) -> Option<&'static str> {
    let name = plain(name);
    let index = NAMES.iter().zip(USI_NAMES).position(|(&usual, &usi)| usual == name || usi == name);
    index.map(|index| NAMES[index])
}

/// The answer to `usi`, but for options and `usiok`.
pub fn identity() -> [String; 2] {
    [format!("id name Shishi {}", env!("CARGO_PKG_VERSION")), "id author the Shishi developers".to_owned()]
}

/// An `info` line. All numbers are whole.
pub fn thinking(info: &Info) -> String {
    let ms = info.elapsed.as_millis();
    // Without time there is no speed to speak of.
    let speed = u128::from(info.nodes) * 1_000_000 / info.elapsed.as_micros().max(1_000);
    let value = match score::mate_plies(info.score) {
        Some(plies) => format!("mate {plies}"),
        None => format!("cp {}", info.score),
    };
    let bound = match info.bound {
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
        Bound::Exact | Bound::None => "",
    };
    format!(
        "info depth {} seldepth {} multipv {} score {value}{bound} nodes {} nps {speed} hashfull {} time {ms} pv {}",
        info.depth,
        info.seldepth,
        info.rank,
        info.nodes,
        info.hashfull,
        WrittenMove::join(&info.pv)
    )
}

/// The `bestmove` line, with the reply to ponder upon if that is wanted.
pub fn best_move(done: &Done, ponder: bool) -> String {
    match done.reply.as_ref().filter(|_| ponder) {
        Some(reply) => format!("bestmove {} ponder {}", done.best.text, reply.text),
        None => format!("bestmove {}", done.best.text),
    }
}

/// The answer to `go mate`.
pub fn checkmate(answer: &MateAnswer) -> String {
    match answer {
        MateAnswer::Mate(line) => format!("checkmate {}", WrittenMove::join(line)),
        MateAnswer::NoMate => "checkmate nomate".to_owned(),
        MateAnswer::Unknown => "checkmate timeout".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Move;
    use std::time::Duration;

    fn info(score: i32) -> Info {
        Info {
            id: 1,
            depth: 5,
            seldepth: 12,
            rank: 2,
            score,
            bound: Bound::Exact,
            hashfull: 17,
            nodes: 30_000,
            elapsed: Duration::from_millis(250),
            pv: vec![written("7j7h"), written("6c6e")],
        }
    }

    fn written(text: &str) -> WrittenMove {
        WrittenMove { code: Move::NONE, text: text.to_owned() }
    }

    #[test]
    fn a_line_of_thought() {
        assert_eq!(
            thinking(&info(-37)),
            "info depth 5 seldepth 12 multipv 2 score cp -37 nodes 30000 nps 120000 hashfull 17 time 250 pv 7j7h 6c6e"
        );
        let early = Info { elapsed: Duration::ZERO, bound: Bound::Lower, ..info(3) };
        assert!(thinking(&early).contains("score cp 3 lowerbound nodes 30000 nps 30000000 "), "{}", thinking(&early));
    }

    /// Plies up to and including the capture of the last royal, those of the loser negative.
    #[test]
    fn forced_wins_are_counted_in_plies() {
        for (score, text) in
            [(score::mate_in(1), "mate 1 "), (score::mate_in(3), "mate 3 "), (score::mated_in(2), "mate -2 ")]
        {
            assert!(thinking(&info(score)).contains(text), "{text}");
        }
    }

    #[test]
    fn the_reply_is_named_only_if_it_is_wanted() {
        let mut done = Done {
            id: 1,
            best: written("7j7h"),
            reply: Some(written("6c6e")),
            nodes: 1,
            elapsed: Duration::ZERO,
            used: Duration::ZERO,
        };
        assert_eq!(best_move(&done, true), "bestmove 7j7h ponder 6c6e");
        assert_eq!(best_move(&done, false), "bestmove 7j7h");
        done.reply = None;
        assert_eq!(best_move(&done, true), "bestmove 7j7h");
    }

    #[test]
    fn variants_have_more_than_one_name() {
        for name in ["chushogi", "Chushogi", "Chu Shogi", "chu"] {
            assert_eq!(variant(name), Some("chu"), "{name}");
        }
        assert_eq!((variant("whale"), variant("shogi"), variant("")), (Some("whale"), None, None));
    }
}
