//! Evaluations with sums that follow the moves, change by change.

use super::{Evaluation, Evaluator};
use crate::position::{Observer, Position, Side};
use std::sync::Arc;

/// An evaluation whose state is so small, and so quick to update, that every change is taken into account as it happens.
/// Where half of all positions are evaluated and a move changes two pieces, that was measured to be cheaper (by 2 % of all
/// instructions) than recording the changes and coming back to them.
pub trait Incremental<P: Position>: Send + Sync + 'static {
    /// What is known of a position without a look at it.
    type State: Copy + Send;

    /// The state of a position, from scratch.
    fn refresh(&self, position: &P) -> Self::State;

    /// A piece appears on a square.
    fn add(&self, state: &mut Self::State, piece: P::Piece, square: P::Square);

    /// A piece leaves a square.
    fn remove(&self, state: &mut Self::State, piece: P::Piece, square: P::Square);

    /// A side holds another number of pieces of a kind, as in [`Observer::hand`].
    fn hand(&self, _state: &mut Self::State, _side: Side, _kind: usize, _before: u8, _after: u8) {}

    /// As [`Evaluator::evaluate`], for a position and its state.
    fn evaluate(&self, position: &P, state: &Self::State) -> i32;

    /// As [`Evaluator::evaluate_lazily`], for a position and its state.
    fn evaluate_lazily(&self, _position: &P, _state: &Self::State, _alpha: i32, _beta: i32) -> Option<i32> {
        None
    }
}

impl<P: Position, T: Incremental<P>> Evaluation<P> for T {
    type Evaluator = IncrementalEvaluator<P, T>;

    fn evaluator(self: &Arc<T>, position: &P) -> Self::Evaluator {
        IncrementalEvaluator {
            evaluation: self.clone(),
            state: self.refresh(position),
            earlier: Vec::with_capacity(MOVES),
        }
    }
}

/// As many moves as few searches go deep.
const MOVES: usize = 128;

/// The evaluator of an [`Incremental`] evaluation.
pub struct IncrementalEvaluator<P: Position, T: Incremental<P>> {
    evaluation: Arc<T>,
    /// The state of the current position.
    state: T::State,
    /// Those of the positions before each of the moves.
    earlier: Vec<T::State>,
}

#[cfg(test)]
impl<P: Position, T: Incremental<P>> IncrementalEvaluator<P, T> {
    /// What is known of the current position.
    pub(crate) fn state(&self) -> &T::State {
        &self.state
    }
}

impl<P: Position, T: Incremental<P>> Observer<P::Piece, P::Square> for IncrementalEvaluator<P, T> {
    #[inline]
    fn add(&mut self, piece: P::Piece, square: P::Square) {
        self.evaluation.add(&mut self.state, piece, square);
    }

    #[inline]
    fn remove(&mut self, piece: P::Piece, square: P::Square) {
        self.evaluation.remove(&mut self.state, piece, square);
    }

    #[inline]
    fn hand(&mut self, side: Side, kind: usize, before: u8, after: u8) {
        self.evaluation.hand(&mut self.state, side, kind, before, after);
    }
}

impl<P: Position, T: Incremental<P>> Evaluator<P> for IncrementalEvaluator<P, T> {
    #[inline]
    fn push(&mut self) {
        self.earlier.push(self.state);
    }

    #[inline]
    fn pop(&mut self) {
        if let Some(state) = self.earlier.pop() {
            self.state = state;
        }
    }

    #[inline]
    fn evaluate(&mut self, position: &P) -> i32 {
        self.evaluation.evaluate(position, &self.state)
    }

    #[inline]
    fn evaluate_lazily(&mut self, position: &P, alpha: i32, beta: i32) -> Option<i32> {
        self.evaluation.evaluate_lazily(position, &self.state, alpha, beta)
    }
}
