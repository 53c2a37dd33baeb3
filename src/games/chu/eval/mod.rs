//! The evaluation.
//!
//! Every term has a weight for the middle game and one for the ending, between which the number of pieces decides.
//! Material and piece-square tables are summed up move by move; what depends on other pieces is counted when asked for,
//! and left out where it cannot bring the score back into the window. The weights are tuned on self-play games; what wins
//! a won ending, [mop-up](mop_up), is added to that.

mod activity;
mod mop_up;
mod params;
mod tables;

pub(in crate::games) use params::{DEFAULTS, LAYOUT, VALUE_RANGE, term, untuned};

use super::piece::Piece;
use super::square::Square;
use super::state::ChuPosition;
use crate::eval::{Incremental, Layout, Sink, Sum, Terms, Weighted, is_lazy_cutoff, seen_by, tapered};
use crate::position::{Position, Side};
use params::placement;
use tables::PieceSquare;

/// The sum of the lazily computed terms hardly ever exceeds this, in centipawns: with the tuned weights in one of 400
/// positions of searches.
pub(in crate::games) const LAZY_MARGIN: i32 = 320;

/// Fewest pieces with which the middle game counts at all.
const ENDING_PIECES: i32 = 16;

/// The middle game counts in parts of this: with so many pieces more, and beyond, it alone counts.
pub(in crate::games) const PHASES: i32 = 64;

/// The evaluation of Chu Shogi positions.
pub struct ChuEvaluation {
    piece_square: PieceSquare,
    /// Packed weights of the terms of [`activity`].
    activity: [i64; term::ACTIVITY],
}

/// How much the middle game counts, in parts of [`PHASES`].
#[inline]
pub(in crate::games) fn middle_game(position: &ChuPosition) -> i32 {
    let pieces = i32::from(position.count[0]) + i32::from(position.count[1]);
    (pieces - ENDING_PIECES).clamp(0, PHASES)
}

impl ChuEvaluation {
    /// Centipawns from the mover's view, from a sum of tuned terms that counts for Black.
    #[inline]
    pub(in crate::games) fn score(&self, position: &ChuPosition, sum: i64) -> i32 {
        let score = tapered(sum, middle_game(position), PHASES);
        seen_by(position.side_to_move(), score + self.mop_up(position, score))
    }

    /// What the tuned terms sum up to for Black, packed.
    #[inline]
    pub(in crate::games) fn tuned_sum(&self, position: &ChuPosition, state: i64) -> i64 {
        let mut sum = Sum { weights: &self.activity, sum: state };
        activity::count(position, &mut sum);
        sum.sum
    }
}

impl Default for ChuEvaluation {
    fn default() -> Self {
        ChuEvaluation::new(&DEFAULTS)
    }
}

impl Incremental<ChuPosition> for ChuEvaluation {
    /// Black's material and piece-square sum minus White's, packed, in tenths of a centipawn.
    type State = i64;

    fn refresh(&self, position: &ChuPosition) -> i64 {
        position.all_pieces().map(|(square, piece)| self.piece_square.value(piece, square)).sum()
    }

    #[inline]
    fn add(&self, state: &mut i64, piece: Piece, square: Square) {
        *state += self.piece_square.value(piece, square);
    }

    #[inline]
    fn remove(&self, state: &mut i64, piece: Piece, square: Square) {
        *state -= self.piece_square.value(piece, square);
    }

    fn evaluate(&self, position: &ChuPosition, state: &i64) -> i32 {
        self.score(position, self.tuned_sum(position, *state))
    }

    #[inline]
    fn evaluate_lazily(&self, position: &ChuPosition, state: &i64, alpha: i32, beta: i32) -> Option<i32> {
        let material = self.score(position, *state);
        is_lazy_cutoff(material, LAZY_MARGIN, alpha, beta).then_some(material)
    }
}

impl Weighted<ChuPosition> for ChuEvaluation {
    fn layout() -> &'static Layout {
        &LAYOUT
    }

    fn default_weights() -> &'static Terms {
        &DEFAULTS
    }

    fn untuned_weights() -> Terms {
        untuned()
    }

    fn new(weights: &Terms) -> ChuEvaluation {
        let activity = std::array::from_fn(|term| weights.get(term).packed());
        ChuEvaluation { piece_square: PieceSquare::new(weights), activity }
    }

    fn trace<S: Sink>(position: &ChuPosition, sink: &mut S) -> f32 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Traced;
    use crate::games::chu::ChuRules;
    use crate::games::{Chu, Variant};

    #[test]
    fn what_is_tuned_is_what_plays() {
        for weights in [&*DEFAULTS, &untuned()] {
            let evaluation = ChuEvaluation::new(weights);
            for text in Chu::bench_positions() {
                let position = Chu::parse_position(text, &ChuRules::HISTORIC).unwrap();
                let mut traced = Traced(weights, 0);
                let middle_game = ChuEvaluation::trace(&position, &mut traced);
                assert_eq!(middle_game, self::middle_game(&position) as f32 / PHASES as f32, "{text}");
                let state = evaluation.refresh(&position);
                assert_eq!(evaluation.tuned_sum(&position, state), traced.1, "{text}");
                let score = tapered(traced.1, (middle_game * PHASES as f32) as i32, PHASES);
                let score = score + evaluation.mop_up(&position, score);
                assert_eq!(evaluation.evaluate(&position, &state), seen_by(position.side_to_move(), score), "{text}");
            }
        }
    }
}
