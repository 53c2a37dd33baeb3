//! The search: iterative deepening over alpha-beta with a quiescence search. It knows positions only through
//! [`SearchHints`] and values only through [`Evaluation`], and prints nothing: a [`Handler`] receives what it finds. It runs
//! on the caller's thread; a [`ThreadPool`] of more than one starts helpers.

mod alphabeta;
mod control;
mod history;
mod limits;
mod params;
mod picker;
mod pv;
mod quiescence;
mod root;
pub mod score;
pub mod skill;
mod smp;
#[cfg(test)]
mod tests;
mod thread_pool;
mod time;
#[cfg(test)]
mod toy;
mod tt;
mod window;
mod worker;

pub use limits::{ClockLimit, SearchLimits};
pub use params::SearchParams;
pub use thread_pool::{STACK_SIZE, ThreadPool, ThreadsError};
pub use time::{TimeSource, WallClock, time_for_move, wait};
pub use tt::{Bound, TableError, TranspositionTable};

use crate::eval::Evaluation;
use crate::position::{History, Move, SearchHints};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The input of a search.
pub struct Task<'a, P: SearchHints, E: Evaluation<P>> {
    /// The root; scores are from the view of its side to move.
    pub position: &'a P,
    /// The static evaluation.
    pub evaluation: &'a Arc<E>,
    /// The game so far; its last entry is `position`.
    pub history: &'a History,
    /// What ends the search.
    pub limits: &'a SearchLimits,
    /// How many lines to report: the best, the best of the other moves, and so on. At least one is.
    pub lines: usize,
    /// Shared between threads and kept between searches.
    pub table: &'a TranspositionTable,
    /// Ends the search when it becomes true.
    pub stop: &'a AtomicBool,
    /// Started when the search was asked for; `None` for a wall clock that starts with the search.
    pub clock: Option<&'a dyn TimeSource>,
    /// Time lost per move between the engine and the clock that counts.
    pub move_overhead: Duration,
}

/// The stop flag of a search that nobody stops.
static NEVER: AtomicBool = AtomicBool::new(false);

impl<'a, P: SearchHints, E: Evaluation<P>> Task<'a, P, E> {
    /// A search for one line, ended by its limits alone, with a clock of its own and no overhead.
    pub fn new(
        position: &'a P,
        history: &'a History,
        evaluation: &'a Arc<E>,
        limits: &'a SearchLimits,
        table: &'a TranspositionTable,
    ) -> Task<'a, P, E> {
        let move_overhead = Duration::ZERO;
        Task { position, evaluation, history, limits, lines: 1, table, stop: &NEVER, clock: None, move_overhead }
    }
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Nominal depth, plies. Of a move that was known before a search that has completed none, the depth it is known from.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Centipawns from the mover's view, or a mate score, see [`score`].
    pub score: i32,
    /// Whether the score is exact or a bound; [`Bound::None`] if nothing was searched and the score says nothing.
    pub bound: Bound,
    /// Moves made in main search and quiescence, by all threads.
    pub nodes: u64,
    /// Time since the search was asked for.
    pub elapsed: Duration,
    /// Share of the transposition table filled by this search, per mille.
    pub hashfull: u32,
    /// Rank of this line among the lines asked for, from 1.
    pub multipv: u32,
    /// The line, best move first; never empty.
    pub pv: Vec<Move>,
}

/// Receives what a search finds.
pub trait Handler {
    /// Called after every completed depth, once for each of the lines asked for; with every new best move at the root, and
    /// once more at the end if nodes were searched since or another thread has found better.
    fn info(&mut self, report: &Report);
}

/// Ignores everything.
impl Handler for () {
    fn info(&mut self, _report: &Report) {}
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to play; `None` only if there was no move to choose from.
    pub best: Option<Move>,
    /// Centipawns from the mover's view, or a mate score.
    pub score: i32,
    /// Last completed depth, plies.
    pub depth: u32,
    /// Moves made in main search and quiescence, by all threads.
    pub nodes: u64,
    /// How many of them were made in quiescence.
    pub quiescence_nodes: u64,
    /// The line that begins with `best`.
    pub pv: Vec<Move>,
}

impl SearchResult {
    /// The result if there is no move to play.
    fn none(score: i32) -> SearchResult {
        SearchResult { best: None, score, depth: 0, nodes: 0, quiescence_nodes: 0, pv: Vec::new() }
    }
}
