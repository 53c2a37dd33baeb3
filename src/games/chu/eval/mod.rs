//! The evaluation.
//!
//! Every term has a weight for the middle game and one for the ending, between which the number of pieces decides.
//! Material and piece-square tables are summed up move by move; what depends on other pieces is counted when asked for,
//! and left out where it cannot bring the score back into the window. The weights are tuned on self-play games.

mod activity;
mod params;
mod tables;

pub use params::{EvalParams, VALUE_RANGE};

use super::state::ChuPosition;
use crate::eval::{Evaluator, Sink, Sum, Taper, is_outside};
use crate::position::{Position, Side};
use params::{placement, term};
use tables::PieceSquare;

/// The sum of the lazily computed terms hardly ever exceeds this, in centipawns: with the tuned weights in one of 400
/// positions of searches.
const LAZY_MARGIN: i32 = 320;

/// Fewest pieces with which the middle game counts at all.
const ENDING_PIECES: i32 = 16;

/// The middle game counts in parts of this: with so many pieces more, and beyond, it alone counts.
const PHASES: i32 = 64;

/// The evaluation of Chu Shogi positions.
pub struct ChuEvaluator {
    piece_square: PieceSquare,
    /// Packed weights of the terms of [`activity`].
    activity: [i64; term::ACTIVITY],
}

impl ChuEvaluator {
    /// The evaluation with these parameters.
    pub fn new(params: &EvalParams) -> ChuEvaluator {
        let activity = std::array::from_fn(|term| params.0.get(term).packed());
        ChuEvaluator { piece_square: PieceSquare::new(params), activity }
    }

    /// Counts every term of a position. Returns how much the middle game counts, 0 to 1.
    pub fn trace<S: Sink>(position: &ChuPosition, sink: &mut S) -> f32 {
        for (square, piece) in position.all_pieces() {
            let (square, count) = match piece.side() {
                Side::Black => (square, 1),
                Side::White => (square.rotated(), -1),
            };
            for term in placement(piece.kind(), square.file(), square.rank()) {
                sink.add(term, count);
            }
        }
        activity::count(position, sink);
        middle_game(position) as f32 / PHASES as f32
    }
}

/// How much the middle game counts, in parts of [`PHASES`].
#[inline]
fn middle_game(position: &ChuPosition) -> i32 {
    let pieces = i32::from(position.count[0]) + i32::from(position.count[1]);
    (pieces - ENDING_PIECES).clamp(0, PHASES)
}

/// Centipawns, from a sum of packed weights in tenths.
#[inline]
fn blend(sum: i64, middle_game: i32) -> i32 {
    let Taper { middle, end } = Taper::unpacked(sum);
    (middle * middle_game + end * (PHASES - middle_game)) / (10 * PHASES)
}

/// Centipawns from the mover's view, from a sum that counts for Black.
#[inline]
fn for_mover(position: &ChuPosition, sum: i64) -> i32 {
    let score = blend(sum, middle_game(position));
    if position.side_to_move() == Side::Black { score } else { -score }
}

impl Default for ChuEvaluator {
    fn default() -> Self {
        ChuEvaluator::new(&EvalParams::default())
    }
}

impl Evaluator<ChuPosition> for ChuEvaluator {
    /// Black's material and piece-square sum minus White's, packed, in tenths of a centipawn.
    type Accumulator = i64;

    fn refresh(&self, position: &ChuPosition) -> i64 {
        position.all_pieces().map(|(square, piece)| self.piece_square.value(piece.code(), square.index())).sum()
    }

    #[inline]
    fn add(&self, accumulator: &mut i64, piece: usize, square: usize) {
        *accumulator += self.piece_square.value(piece, square);
    }

    #[inline]
    fn remove(&self, accumulator: &mut i64, piece: usize, square: usize) {
        *accumulator -= self.piece_square.value(piece, square);
    }

    fn hand(&self, _accumulator: &mut i64, _side: Side, _kind: usize, _change: i32) {}

    fn evaluate(&self, position: &ChuPosition, accumulator: &i64) -> i32 {
        let mut sum = Sum { weights: &self.activity, sum: *accumulator };
        activity::count(position, &mut sum);
        for_mover(position, sum.sum)
    }

    fn glance(&self, position: &ChuPosition, accumulator: &i64, alpha: i32, beta: i32) -> Option<i32> {
        let base = for_mover(position, *accumulator);
        is_outside(base, LAZY_MARGIN, alpha, beta).then_some(base)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Traced;
    use crate::games::chu::ChuRules;
    use crate::games::{Chu, Variant};

    #[test]
    fn what_is_tuned_is_what_plays() {
        for params in [EvalParams::default(), EvalParams::untuned()] {
            let evaluator = ChuEvaluator::new(&params);
            for text in Chu::bench_positions() {
                let position = Chu::parse_position(text, &ChuRules::HISTORIC).unwrap();
                let mut traced = Traced(&params.0, 0);
                let middle_game = ChuEvaluator::trace(&position, &mut traced);
                let score = blend(traced.1, (middle_game * PHASES as f32) as i32);
                let played = evaluator.evaluate(&position, &evaluator.refresh(&position));
                assert_eq!(played, if position.side_to_move() == Side::Black { score } else { -score }, "{text}");
            }
        }
    }
}
