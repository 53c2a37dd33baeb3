//! The contract between the search and an evaluation, and what evaluations share: weights with names, in a file of
//! their own or in `engine.ini`, that play and tuning count alike.
//!
//! An [`Evaluation`] holds what never changes: weights, and tables made from them. It is made once for its weights and
//! [shared](shared()) by all searches and threads of the process. From it each thread makes an [`Evaluator`] of its own,
//! which follows the moves of a search and keeps what it needs to know of them.
//!
//! The search is compiled once per game for the type of its evaluation, so nothing that happens at every move is a
//! virtual call. Where there is a choice at run time, the type is an enum of the choices: its evaluator decides once a
//! call, and the compiler sees through to each of them.

mod incremental;
mod shared;
mod terms;

pub use incremental::{Incremental, IncrementalEvaluator};
pub use shared::shared;
#[cfg(test)]
pub(crate) use terms::Traced;
pub use terms::{Key, Layout, Sink, Sum, Taper, Terms, Weighted};
pub(crate) use terms::{seen_by, tapered};

use crate::position::{Observer, Position};
use std::sync::Arc;

/// A static evaluation of positions of one game: weights and tables, which never change.
pub trait Evaluation<P: Position>: Send + Sync + 'static {
    /// What evaluates for one thread.
    type Evaluator: Evaluator<P>;

    /// An evaluator for searches from a position.
    fn evaluator(self: &Arc<Self>, position: &P) -> Self::Evaluator;
}

/// Evaluates the positions of one search, on one thread. Before a move is made it is told so; then it observes the changes
/// that the move makes; and it is told when the move has been taken back. It may apply the changes at once, or record them
/// and apply those of several moves together when a position is evaluated, since many positions never are; or, where they
/// are too many, look at the position anew.
///
/// It is not told of null moves, which change no piece.
pub trait Evaluator<P: Position>: Observer<P::Piece, P::Square> + Send {
    /// A move will be made: the changes observed until the next call are those of the move.
    fn push(&mut self);

    /// The last move has been taken back.
    fn pop(&mut self);

    /// Centipawns from the mover's view; 100 is a pawn. The caller clamps it below the mate scores.
    fn evaluate(&mut self, position: &P) -> i32;

    /// Lazy evaluation: a cheap approximation of [`evaluate`](Evaluator::evaluate), if it is so far outside the window
    /// `alpha..beta` that the true value hardly ever lies inside.
    fn evaluate_lazily(&mut self, _position: &P, _alpha: i32, _beta: i32) -> Option<i32> {
        None
    }
}

/// Whether a value is at least `margin` outside the window `alpha..beta`: then lazy evaluation is content with it.
#[inline]
pub(crate) fn is_lazy_cutoff(value: i32, margin: i32, alpha: i32, beta: i32) -> bool {
    value + margin <= alpha || value - margin >= beta
}
