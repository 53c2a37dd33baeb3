//! The limits of a search.

use crate::position::Move;
use std::time::Duration;

/// A chess clock, from the mover's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockLimit {
    /// Time left. Zero is legal: then only the increment or byoyomi is left.
    pub remaining: Duration,
    /// Added after every move.
    pub increment: Duration,
    /// Moves until more time is added; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Time for each move once `remaining` is used up.
    pub byoyomi: Duration,
}

/// Limits of one search; the first that is reached ends it. Without a limit the search runs until it is stopped or has
/// reached its greatest depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// Greatest nominal depth in plies.
    pub depth: Option<u32>,
    /// Greatest number of nodes (makes in main search and quiescence).
    pub nodes: Option<u64>,
    /// Time for this move; all of it may be used.
    pub move_time: Option<Duration>,
    /// The clock from which the time for this move is taken.
    pub clock: Option<ClockLimit>,
    /// Stop once a win in this many moves is found.
    pub mate: Option<u32>,
    /// Do not answer before being told to stop, even when there is nothing left to search.
    pub infinite: bool,
    /// Search these root moves only; empty means all legal moves. The caller guarantees that they are legal.
    pub root_moves: Vec<Move>,
}

impl SearchLimits {
    /// Whether time ends the search.
    pub fn is_timed(&self) -> bool {
        self.move_time.is_some() || self.clock.is_some()
    }
}
