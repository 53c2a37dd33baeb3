//! PGN as XBoard 4.9.1 writes and reads it, for games with a tag such as `[Variant "chu"]`.
//!
//! Moves are written in [`MoveFormat::San`](crate::notation::MoveFormat); coordinates, CECP and USI are read as well.
//! The start position is in the tags `FEN` and `SetUp`; where a FEN cannot hold all of it (the square of the
//! counter-strike rule, odd move numbers) an additional tag `SFEN` holds it and takes precedence. Why a game ended is
//! in `Termination`, in the words of the standard, and in a comment before the result, as XBoard writes it. Thinking
//! times are `[%emt 0:00:12]` at the start of a comment. Several comments on a move become lines of one. Variations and
//! annotation glyphs are left out with a note, XBoard's picture of the start position without a note.
//!
//! This is not done by a crate because those for PGN are for chess: `pgn-reader` has moves of one step on 8×8 squares,
//! and its licence (GPL) does not fit this project's.

mod read;
mod token;
mod write;

pub(super) use read::{is_variant, read, variant_tag};
pub(super) use write::write;

use super::Cause;
use crate::position::{Reason, Side};

/// Tags whose contents [`Record`](super::Record) holds in other fields.
const OWN_TAGS: [&str; 5] = ["Result", "Variant", "FEN", "SetUp", "SFEN"];

/// The tags that every game should have, in their order, with what stands for "unknown".
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

/// The name of a side in PGN: the side that moves first is White.
fn side_name(side: Side) -> &'static str {
    match side {
        Side::Black => "White",
        Side::White => "Black",
    }
}

/// The result in signs.
fn result_sign(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::Black) => "1-0",
        Some(Side::White) => "0-1",
        None => "1/2-1/2",
    }
}

/// What follows the loser's name in the comment before the result.
const OF_LOSERS: [(Cause, &str); 3] =
    [(Cause::Resignation, "resigns"), (Cause::Time, "forfeits on time"), (Cause::IllegalMove, "made an illegal move")];

/// The comment before the result.
fn closing(winner: Option<Side>, cause: &Cause) -> String {
    match (winner, OF_LOSERS.iter().find(|(known, _)| known == cause)) {
        (Some(winner), Some((_, words))) => format!("{} {words}", side_name(!winner)),
        _ => cause.words().to_owned(),
    }
}

/// The cause by the comment before the result.
fn read_closing(winner: Option<Side>, text: &str) -> Cause {
    let said = |words: &str| {
        winner.is_some_and(|winner| text.eq_ignore_ascii_case(&format!("{} {words}", side_name(!winner))))
    };
    let known = OF_LOSERS.iter().find(|(_, words)| said(words));
    known.map_or_else(|| Cause::read(text), |(cause, _)| cause.clone())
}

/// The value of the tag `Termination`.
fn termination(cause: &Cause) -> &'static str {
    match cause {
        Cause::Rules(Reason::PlyCap | Reason::NoProgress) | Cause::Other(_) => "adjudication",
        Cause::Rules(_) | Cause::Resignation | Cause::Agreement => "normal",
        Cause::Time => "time forfeit",
        Cause::IllegalMove => "rules infraction",
    }
}

/// The cause by the tag `Termination`, where no comment tells more.
fn read_termination(text: &str) -> Cause {
    match text.to_ascii_lowercase().as_str() {
        "" | "normal" | "adjudication" | "unterminated" => Cause::Other(String::new()),
        _ => Cause::read(text),
    }
}

/// Whether a comment is the output of an engine or a clock about a move: `+1.22/5 0.2`, `[%clk 0:10:00]`.
fn is_mark(text: &str) -> bool {
    let score = text.split([' ', '/']).next().unwrap_or("");
    text.contains("[%") || text.contains('/') && score.parse::<f64>().is_ok()
}
