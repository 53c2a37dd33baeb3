//! What an evaluation may know of a game: changes of the board as they happen, and the position itself.

use super::{Position, Side};

/// Receives every change of the board that [`Position::make`] makes. Unmaking reports nothing: who accumulates keeps
/// a stack.
pub trait Observer {
    /// A piece (the game's piece code, side included) appears on a square (the game's square code).
    fn add(&mut self, piece: usize, square: usize);
    /// A piece leaves a square.
    fn remove(&mut self, piece: usize, square: usize);
    /// `side` holds one more (`+1`) or one fewer (`-1`) of `kind` in hand or reserve.
    fn hand(&mut self, side: Side, kind: usize, change: i32);
}

/// Watches nothing: for perft, replays and rule questions.
impl Observer for () {
    #[inline]
    fn add(&mut self, _piece: usize, _square: usize) {}
    #[inline]
    fn remove(&mut self, _piece: usize, _square: usize) {}
    #[inline]
    fn hand(&mut self, _side: Side, _kind: usize, _change: i32) {}
}

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
