//! The contract between the search and an evaluation, and what evaluations share: weights with names, in a file of
//! their own or in `engine.ini`, that play and tuning count alike.

mod parameters;
mod terms;

pub use parameters::{Parameter, Tunable};
pub(crate) use parameters::{parameters, set_number};
#[cfg(test)]
pub(crate) use terms::Traced;
pub use terms::{Key, Layout, Sink, Sum, Taper, Terms};

use crate::position::{Position, Side};

/// A static evaluation of positions of one game. Holds parameters only; what depends on the position is in the
/// accumulator, of which the search keeps one for every ply.
pub trait Evaluator<P: Position>: Send + Sync + 'static {
    /// Incrementally updated sums.
    type Accumulator: Clone + Send;

    /// The accumulator of a position, from scratch.
    fn refresh(&self, position: &P) -> Self::Accumulator;

    /// Adds a piece to an accumulator.
    fn add(&self, accumulator: &mut Self::Accumulator, piece: usize, square: usize);

    /// Removes a piece from an accumulator.
    fn remove(&self, accumulator: &mut Self::Accumulator, piece: usize, square: usize);

    /// Changes a hand in an accumulator.
    fn hand(&self, accumulator: &mut Self::Accumulator, side: Side, kind: usize, change: i32);

    /// Centipawns from the mover's view; 100 is a pawn. The caller clamps it below the mate scores.
    fn evaluate(&self, position: &P, accumulator: &Self::Accumulator) -> i32;

    /// A cheap approximation of [`evaluate`](Evaluator::evaluate), if it is so far outside the window `alpha..beta` that the
    /// true value hardly ever lies inside.
    fn glance(&self, _position: &P, _accumulator: &Self::Accumulator, _alpha: i32, _beta: i32) -> Option<i32> {
        None
    }
}

/// Whether a value is at least `margin` outside the window `alpha..beta`.
#[inline]
pub(crate) fn is_outside(value: i32, margin: i32, alpha: i32, beta: i32) -> bool {
    value + margin <= alpha || value - margin >= beta
}
