//! The history heuristics: history scores, continuation history, counter moves.

use crate::position::{Move, SearchHints, Side};

/// History scores stay within ± this.
pub(super) const HISTORY_MAX: i32 = 16_384;

/// Scores by side, mover and target of a move.
pub(super) struct MoveHistory {
    scores: Box<[i16]>,
    movers: usize,
    targets: usize,
}

impl MoveHistory {
    pub fn new<P: SearchHints>() -> MoveHistory {
        let (movers, targets) = (P::HISTORY_MOVERS, P::HISTORY_TARGETS);
        MoveHistory { scores: vec![0; 2 * movers * targets].into_boxed_slice(), movers, targets }
    }

    #[inline]
    fn slot(&self, side: Side, (mover, target): (usize, usize)) -> usize {
        (side.index() * self.movers + mover) * self.targets + target
    }

    #[inline]
    pub fn get(&self, side: Side, index: (usize, usize)) -> i32 {
        i32::from(self.scores[self.slot(side, index)])
    }

    /// Moves a score towards ± [`HISTORY_MAX`]; the nearer it is, the less it moves.
    pub fn update(&mut self, side: Side, index: (usize, usize), bonus: i32) {
        let slot = self.slot(side, index);
        gravitate(&mut self.scores[slot], bonus);
    }

    pub fn clear(&mut self) {
        self.scores.fill(0);
    }

    /// Halves all scores, so that they count for less in the next search.
    pub fn age(&mut self) {
        for score in &mut self.scores {
            *score /= 2;
        }
    }
}

/// Rows of [`Continuations`]: slots for earlier moves, by a hash.
const ROWS: usize = 4096;

/// Scores in a row: slots for the moves that follow, by a hash. A row fits into the fastest cache.
const COLUMNS: usize = 1024;

/// The continuation history: scores of a move as a reply to, or as a follow-up of, an earlier one.
///
/// A table of all pairs of moves would have hundreds of millions of scores on a large board, so both moves are hashed.
/// The moves that collide are seldom played in the same positions.
pub(super) struct Continuations {
    scores: Box<[i16]>,
    targets: usize,
}

/// The row of an earlier move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row(usize);

impl Continuations {
    pub fn new<P: SearchHints>() -> Continuations {
        Continuations { scores: vec![0; ROWS * COLUMNS].into_boxed_slice(), targets: P::HISTORY_TARGETS }
    }

    /// The row of an earlier move by `side`.
    #[inline]
    pub fn row(&self, side: Side, (mover, target): (usize, usize)) -> Row {
        let number = ((mover * self.targets + target) * 2 + side.index()) as u64;
        Row((number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % ROWS)
    }

    #[inline]
    fn slot(&self, row: Row, (mover, target): (usize, usize)) -> usize {
        // Neighbouring targets of a mover do not collide; movers are spread.
        row.0 * COLUMNS + (mover * 331 + target) % COLUMNS
    }

    #[inline]
    pub fn get(&self, row: Row, index: (usize, usize)) -> i32 {
        i32::from(self.scores[self.slot(row, index)])
    }

    /// As [`MoveHistory::update`].
    pub fn update(&mut self, row: Row, index: (usize, usize), bonus: i32) {
        let slot = self.slot(row, index);
        gravitate(&mut self.scores[slot], bonus);
    }

    pub fn clear(&mut self) {
        self.scores.fill(0);
    }
}

#[inline]
fn gravitate(score: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-HISTORY_MAX, HISTORY_MAX);
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

/// The history bonus for a cut-off at this depth.
#[inline]
pub(super) fn bonus(depth: i32) -> i32 {
    (160 * depth - 60).clamp(40, 1600)
}

/// The quiet reply that last refuted a move, by side, mover and target of that move.
pub(super) struct CounterMoves {
    replies: Box<[Move]>,
    movers: usize,
    targets: usize,
}

impl CounterMoves {
    pub fn new<P: SearchHints>() -> CounterMoves {
        let (movers, targets) = (P::HISTORY_MOVERS, P::HISTORY_TARGETS);
        CounterMoves { replies: vec![Move::NONE; 2 * movers * targets].into_boxed_slice(), movers, targets }
    }

    #[inline]
    fn slot(&self, side: Side, (mover, target): (usize, usize)) -> usize {
        (side.index() * self.movers + mover) * self.targets + target
    }

    /// The reply of `side` to the move with this index.
    #[inline]
    pub fn get(&self, side: Side, to: Option<(usize, usize)>) -> Move {
        to.map_or(Move::NONE, |index| self.replies[self.slot(side, index)])
    }

    pub fn set(&mut self, side: Side, to: Option<(usize, usize)>, reply: Move) {
        if let Some(index) = to {
            let slot = self.slot(side, index);
            self.replies[slot] = reply;
        }
    }

    pub fn clear(&mut self) {
        self.replies.fill(Move::NONE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_saturate_both_ways() {
        let mut score = 0;
        for _ in 0..1000 {
            gravitate(&mut score, 1600);
            assert!(i32::from(score) <= HISTORY_MAX);
        }
        assert!(i32::from(score) > HISTORY_MAX * 9 / 10);
        for _ in 0..1000 {
            gravitate(&mut score, -1_000_000);
        }
        assert_eq!(i32::from(score), -HISTORY_MAX);
    }

    #[test]
    fn bonus_grows_and_saturates() {
        assert!(bonus(1) > 0 && bonus(5) > bonus(2));
        assert_eq!(bonus(50), bonus(500));
    }
}
