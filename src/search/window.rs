//! The window of a node, and what its moves have in common: made, searched, unmade, compared with the best so far.

use super::tt::{self, Bound};
use super::worker::{MadeMove, Search};
use crate::eval::Evaluator;
use crate::position::{Move, SearchHints};

/// The search window of a node and the best move found so far.
pub(super) struct Window {
    /// Lower end of the window, raised by better moves.
    pub alpha: i32,
    pub beta: i32,
    /// Best score so far (fail-soft, so it may lie below alpha).
    pub best: i32,
    /// The move that raised alpha last, or [`Move::NONE`].
    pub best_move: Move,
    /// Alpha before any move was searched.
    first_alpha: i32,
}

/// What the score of a move means for its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum MoveResult {
    /// The search has to stop; the score is meaningless.
    Stopped,
    /// No better than the best so far.
    NoBetter,
    /// The best so far, but not above alpha.
    NewBest,
    /// Inside the window.
    RaisesAlpha,
    /// At least beta: the node is decided.
    CutOff,
}

impl Window {
    /// A window with a score that is certain before any move is searched.
    pub fn new(alpha: i32, beta: i32, best: i32) -> Window {
        Window { alpha, beta, best, best_move: Move::NONE, first_alpha: alpha }
    }

    /// A window of a node whose mover may stand pat with the score `best`.
    pub fn standing_pat(alpha: i32, beta: i32, best: i32) -> Window {
        Window { alpha: alpha.max(best), ..Window::new(alpha, beta, best) }
    }

    #[inline]
    fn enter(&mut self, mv: Move, score: i32) -> MoveResult {
        if score <= self.best {
            return MoveResult::NoBetter;
        }
        self.best = score;
        if score <= self.alpha {
            return MoveResult::NewBest;
        }
        self.best_move = mv;
        if score >= self.beta {
            return MoveResult::CutOff;
        }
        self.alpha = score;
        MoveResult::RaisesAlpha
    }

    /// How the best score relates to the true one.
    pub fn bound(&self) -> Bound {
        match self.best {
            best if best >= self.beta => Bound::Lower,
            best if best > self.first_alpha => Bound::Exact,
            _ => Bound::Upper,
        }
    }

    /// The table entry for the result.
    #[inline]
    pub fn entry(&self, depth: i32, eval: Option<i32>, pv: bool) -> tt::Entry {
        tt::Entry { mv: self.best_move, score: self.best, eval, depth, bound: self.bound(), pv }
    }
}

impl<P: SearchHints, E: Evaluator<P>> Search<'_, P, E> {
    /// The score of a move that has been made at `ply`: that of its cycle, or what `search_child` finds. Unmakes the move.
    #[inline]
    pub fn search_made(
        &mut self,
        made: MadeMove<P>,
        ply: usize,
        search_child: impl FnOnce(&mut Self, &MadeMove<P>) -> i32,
    ) -> i32 {
        let score = match made.cycle_score {
            Some(score) => {
                self.worker.pv.clear(ply + 1);
                score
            }
            None => search_child(self, &made),
        };
        self.unmake_move(made);
        score
    }

    /// Enters the score of a move in the window of its node and, if it raises alpha in a PV node, in the principal
    /// variation.
    #[inline]
    pub fn enter_score<const PV: bool>(&mut self, window: &mut Window, mv: Move, score: i32, ply: usize) -> MoveResult {
        if self.control.stopped {
            return MoveResult::Stopped;
        }
        let result = window.enter(mv, score);
        if PV && result >= MoveResult::RaisesAlpha {
            self.worker.pv.update(ply, mv);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_raise_alpha_or_cut_off() {
        let mv = Move::from_code;
        let mut window = Window::new(10, 50, -100);
        assert_eq!(window.enter(mv(1), -100), MoveResult::NoBetter);
        assert_eq!(window.enter(mv(2), 10), MoveResult::NewBest);
        assert_eq!((window.bound(), window.best_move), (Bound::Upper, Move::NONE));
        assert_eq!(window.enter(mv(3), 20), MoveResult::RaisesAlpha);
        assert_eq!((window.bound(), window.alpha, window.best_move), (Bound::Exact, 20, mv(3)));
        assert_eq!(window.enter(mv(4), 20), MoveResult::NoBetter);
        assert_eq!(window.enter(mv(5), 50), MoveResult::CutOff);
        assert_eq!((window.bound(), window.best, window.best_move), (Bound::Lower, 50, mv(5)));
    }

    #[test]
    fn standing_pat_raises_alpha() {
        let window = Window::standing_pat(10, 50, 30);
        assert_eq!((window.alpha, window.bound()), (30, Bound::Exact));
        let window = Window::standing_pat(10, 50, -30);
        assert_eq!((window.alpha, window.bound()), (10, Bound::Upper));
    }
}
