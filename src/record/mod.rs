//! Games as files hold them: where they start, what was played, what was said about it, how they ended.
//!
//! One type, [`Record`], stands between all formats: each can be read into it and written from it.

use crate::engine::Variant;
use crate::position::{Move, Reason, Side};
use std::time::Duration;

/// A recorded game of one variant.
pub struct Record<V: Variant> {
    /// Facts about the game under the names that PGN gives them (`Event`, `Date`, …), in the order of the file. The player
    /// who moves first is `White` there, by PGN's custom, though shogi calls this side Black. What the other fields say is not repeated
    /// here: no `Result`, `Variant`, `FEN`, `SetUp`.
    pub tags: Vec<(String, String)>,
    /// Where the game starts; its rules are those of the game.
    pub start: V::Position,
    /// What is said before the first move; empty for nothing.
    pub comment: String,
    /// What was played.
    pub plies: Vec<Ply>,
    /// How the game ended; `None` if it did not, or if nobody has told.
    pub ending: Option<Ending>,
}

/// A move of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// What is said about it; empty for nothing. Clock marks such as `[%clk 0:10:00]` stay in here as they are.
    pub comment: String,
    /// How long the player thought, if the file tells.
    pub spent: Option<Duration>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Why.
    pub cause: Cause,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The rules say so.
    Rules(Reason),
    /// The loser gave up.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// The loser broke the rules.
    IllegalMove,
    /// Both players wanted it.
    Agreement,
    /// Somebody else decided, or the file says no more than this; empty for nothing.
    Other(String),
}
