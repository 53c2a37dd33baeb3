//! What can be asked of a search, and what it reports.

use crate::notation::MoveFormat;
use crate::position::Move;
use crate::search::{Bound, SearchLimits};
use crate::view::WrittenMove;
use std::sync::Arc;
use std::time::Duration;

/// A search to be started.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// Number of this search; every event of it carries the number.
    pub id: u64,
    /// What bounds it. An empty list of root moves stands for all that may be played.
    pub limits: SearchLimits,
    /// Root moves that are left out.
    pub excluded: Vec<Move>,
    /// How the events write moves.
    pub format: MoveFormat,
    /// Whether it is still the opponent's turn: the last move on the board is only expected. The search then does not answer
    /// before [`ponder_hit`](super::Engine::ponder_hit) or [`stop`](super::Engine::stop), and its time begins with the former.
    pub ponder: bool,
}

/// A mate to be found by checks.
#[derive(Clone, Debug)]
pub struct MateRequest {
    /// Number of this search; its event carries the number.
    pub id: u64,
    /// Most time.
    pub time: Option<Duration>,
    /// Most positions to expand.
    pub nodes: Option<u64>,
    /// Most plies up to mate.
    pub plies: Option<u32>,
    /// How the answer writes moves.
    pub format: MoveFormat,
}

/// The answer to a [`MateRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateAnswer {
    /// A mate; the line of longest defence.
    Mate(Vec<WrittenMove>),
    /// There is none.
    NoMate,
    /// Time or nodes did not suffice, or the search was stopped.
    Unknown,
}

/// A [`MateAnswer`] and what it has cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MateDone {
    /// The number of the search.
    pub id: u64,
    /// The answer.
    pub answer: MateAnswer,
    /// Positions expanded.
    pub nodes: u64,
}

/// What a search reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchEvent {
    /// A line of thought.
    Info(Info),
    /// Something to be said where there is no line.
    Remark(Remark),
    /// The end of the search.
    Done(Done),
    /// The end of a search for a mate.
    MateDone(MateDone),
}

impl SearchEvent {
    /// The number of the search it belongs to.
    pub fn id(&self) -> u64 {
        match self {
            SearchEvent::Info(info) => info.id,
            SearchEvent::Remark(remark) => remark.id,
            SearchEvent::Done(done) => done.id,
            SearchEvent::MateDone(done) => done.id,
        }
    }
}

/// A line of thought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The number of the search.
    pub id: u64,
    /// Nominal depth in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Rank among the lines asked for, from 1.
    pub rank: u32,
    /// From the mover's view, as in [`score`](crate::search::score).
    pub score: i32,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Share of the transposition table that is filled, per mille.
    pub hashfull: u32,
    /// Makes so far, by all threads.
    pub nodes: u64,
    /// Time so far.
    pub elapsed: Duration,
    /// The line, the move to be played first.
    pub pv: Vec<WrittenMove>,
}

/// What a search has to say in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The number of the search.
    pub id: u64,
    /// The words.
    pub text: &'static str,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub elapsed: Duration,
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// The number of the search.
    pub id: u64,
    /// The move to be played.
    pub best: WrittenMove,
    /// The answer that is expected to it, if there is one.
    pub reply: Option<WrittenMove>,
    /// Makes in all, by all threads.
    pub nodes: u64,
    /// Time in all.
    pub elapsed: Duration,
    /// The part of it in which our own clock ran.
    pub used: Duration,
}

/// Where the events of a search go. It is called on the thread of the search.
pub type Sink = Arc<dyn Fn(SearchEvent) + Send + Sync>;
