//! The evaluation.
//!
//! Every term has a weight for boards with empty hands and one for full hands, between which the pieces in hand decide.
//! Material on the board and in hand and piece-square tables are summed up move by move; what depends on other pieces
//! is counted when asked for, and left out where it cannot bring the score back into the window. The weights of each
//! size of the board are tuned on self-play games.

mod activity;
mod params;

pub use params::WhaleParams;

use super::board::{Square, TABLE};
use super::piece::{HAND_KINDS, Kind, PIECES, Piece};
use super::state::WhalePosition;
use crate::eval::{Evaluator, Sink, Sum, Taper, is_outside};
use crate::position::{Position, Side};
use params::{placement, term};

/// The sum of the lazily computed terms hardly ever exceeds this, in centipawns: with the tuned weights in one of 400
/// positions of searches.
const LAZY_MARGIN: i32 = 650;

/// Pieces in hand with which the weights for full hands alone count.
const FULL_HANDS: i32 = 10;

/// The evaluation of whale games.
pub struct WhaleEvaluator<const SIZE: usize> {
    /// Packed weights of the terms of [`activity`].
    activity: [i64; term::ACTIVITY],
    /// Packed values of pieces in hand.
    hand: [i64; HAND_KINDS],
    /// Black's view of every piece on every square, packed; White's pieces are negative.
    piece_square: Box<[[i64; TABLE]; PIECES]>,
}

impl<const SIZE: usize> WhaleEvaluator<SIZE> {
    /// The evaluation with these parameters.
    pub fn new(params: &WhaleParams<SIZE>) -> Self {
        let weight = |term| params.0.get(term).packed();
        let mut piece_square = Box::new([[0; TABLE]; PIECES]);
        for kind in Kind::all() {
            for square in (0..SIZE * SIZE).filter_map(|i| Square::new(i % SIZE, i / SIZE, SIZE)) {
                let terms = placement::<SIZE>(kind, square.file(), square.rank());
                let value = terms.into_iter().map(weight).sum::<i64>();
                piece_square[Piece::new(kind, Side::Black).code()][square.index()] = value;
                piece_square[Piece::new(kind, Side::White).code()][square.rotated(SIZE).index()] = -value;
            }
        }
        let activity = std::array::from_fn(weight);
        WhaleEvaluator { activity, hand: std::array::from_fn(|kind| weight(term::HAND + kind)), piece_square }
    }

    /// Counts every term of a position. Returns how much the weights for empty hands count, 0 to 1.
    pub fn trace<S: Sink>(position: &WhalePosition<SIZE>, sink: &mut S) -> f32 {
        for (square, piece) in position.all_pieces() {
            let Some((kind, side)) = piece.parts() else { continue };
            let (square, count) = match side {
                Side::Black => (square, 1),
                Side::White => (square.rotated(SIZE), -1),
            };
            for term in placement::<SIZE>(kind, square.file(), square.rank()) {
                sink.add(term, count);
            }
        }
        for kind in Kind::in_hand() {
            let [black, white] = Side::BOTH.map(|side| position.in_hand(side, kind) as i32);
            sink.add(term::HAND + kind as usize, black - white);
        }
        activity::count(position, sink);
        empty_hands(position) as f32 / FULL_HANDS as f32
    }

    #[inline]
    fn value(&self, piece: usize, square: usize) -> i64 {
        self.piece_square[piece % PIECES][square % TABLE]
    }
}

/// How much the weights for empty hands count, in parts of [`FULL_HANDS`].
#[inline]
fn empty_hands<const SIZE: usize>(position: &WhalePosition<SIZE>) -> i32 {
    let held: i32 = position.hands.iter().flatten().map(|&count| i32::from(count)).sum();
    (FULL_HANDS - held).max(0)
}

/// Centipawns, from a sum of packed weights in tenths.
#[inline]
fn blend(sum: i64, empty_hands: i32) -> i32 {
    let Taper { middle, end } = Taper::unpacked(sum);
    (middle * empty_hands + end * (FULL_HANDS - empty_hands)) / (10 * FULL_HANDS)
}

/// Centipawns from the mover's view, from a sum that counts for Black.
#[inline]
fn for_mover<const SIZE: usize>(position: &WhalePosition<SIZE>, sum: i64) -> i32 {
    let score = blend(sum, empty_hands(position));
    if position.side_to_move() == Side::Black { score } else { -score }
}

impl<const SIZE: usize> Default for WhaleEvaluator<SIZE> {
    fn default() -> Self {
        WhaleEvaluator::new(&WhaleParams::default())
    }
}

impl<const SIZE: usize> Evaluator<WhalePosition<SIZE>> for WhaleEvaluator<SIZE> {
    /// Black's material and piece-square sum minus White's, packed, in tenths of a centipawn.
    type Accumulator = i64;

    fn refresh(&self, position: &WhalePosition<SIZE>) -> i64 {
        let board = position.all_pieces().map(|(square, piece)| self.value(piece.code(), square.index())).sum::<i64>();
        let hands = Kind::in_hand().map(|kind| {
            let [black, white] = Side::BOTH.map(|side| position.in_hand(side, kind) as i64);
            (black - white) * self.hand[kind as usize]
        });
        board + hands.sum::<i64>()
    }

    #[inline]
    fn add(&self, accumulator: &mut i64, piece: usize, square: usize) {
        *accumulator += self.value(piece, square);
    }

    #[inline]
    fn remove(&self, accumulator: &mut i64, piece: usize, square: usize) {
        *accumulator -= self.value(piece, square);
    }

    #[inline]
    fn hand(&self, accumulator: &mut i64, side: Side, kind: usize, change: i32) {
        let value = self.hand.get(kind).copied().unwrap_or(0) * i64::from(change);
        *accumulator += if side == Side::Black { value } else { -value };
    }

    fn evaluate(&self, position: &WhalePosition<SIZE>, accumulator: &i64) -> i32 {
        let mut sum = Sum { weights: &self.activity, sum: *accumulator };
        activity::count(position, &mut sum);
        for_mover(position, sum.sum)
    }

    fn glance(&self, position: &WhalePosition<SIZE>, accumulator: &i64, alpha: i32, beta: i32) -> Option<i32> {
        let base = for_mover(position, *accumulator);
        is_outside(base, LAZY_MARGIN, alpha, beta).then_some(base)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Traced, Tunable};
    use crate::games::whale::WhaleRules;
    use crate::games::{Variant, WhaleGame};

    fn check<const SIZE: usize>(params: &WhaleParams<SIZE>, position: &WhalePosition<SIZE>) {
        let evaluator = WhaleEvaluator::new(params);
        let mut traced = Traced(&params.0, 0);
        let empty = WhaleEvaluator::trace(position, &mut traced);
        let (empty, Taper { middle, end }) = ((empty * FULL_HANDS as f32) as i64, Taper::unpacked(traced.1));
        let sum = i64::from(middle) * empty + i64::from(end) * (i64::from(FULL_HANDS) - empty);
        let score = sum / i64::from(10 * FULL_HANDS);
        let played = evaluator.evaluate(position, &evaluator.refresh(position));
        let expected = if position.side_to_move() == Side::Black { score } else { -score };
        assert_eq!(i64::from(played), expected, "{position:?}");
    }

    /// Weights at one end of their ranges.
    fn extreme<const SIZE: usize>(greatest: bool) -> WhaleParams<SIZE> {
        let mut params = WhaleParams::untuned();
        for key in &WhaleParams::<SIZE>::layout().keys {
            let number = if greatest { key.range.1 } else { key.range.0 };
            params.set(&key.name, &vec![number.to_string(); key.len].join(" ")).unwrap().unwrap();
        }
        params
    }

    fn what_is_tuned_is_what_plays_on<const SIZE: usize>()
    where
        WhaleGame<SIZE>: Variant<Position = WhalePosition<SIZE>>,
    {
        for text in WhaleGame::<SIZE>::bench_positions() {
            let position = WhaleGame::<SIZE>::parse_position(text, &WhaleRules::STANDARD).unwrap();
            for params in [WhaleParams::default(), WhaleParams::untuned(), extreme(true), extreme(false)] {
                check(&params, &position);
            }
        }
    }

    #[test]
    fn what_is_tuned_is_what_plays() {
        what_is_tuned_is_what_plays_on::<6>();
        what_is_tuned_is_what_plays_on::<7>();
    }

    /// With every weight at an end of its range, a board full of killer whales for one side, and as many pieces in hand as
    /// can be written: the sums fit.
    #[test]
    fn the_greatest_weights_fit() {
        let full = "KKKKKKK/KKKKKKK/KKKKKKK/KKKKKKK/KKKKKKK/KKKKKKK/WKKKKKw b 52K99G99H99N99B99A95D 1";
        let position = crate::games::Paulowich::parse_position(full, &WhaleRules::STANDARD).unwrap();
        check(&extreme(true), &position);
        check(&extreme(false), &position);
    }
}
