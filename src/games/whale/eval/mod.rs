//! The evaluation.
//!
//! Every term has a weight for boards with empty hands and one for full hands, between which the pieces in hand decide.
//! Material on the board and in hand and piece-square tables are summed up move by move; what depends on other pieces
//! is counted when asked for, and left out where it cannot bring the score back into the window. The weights of each
//! size of the board are tuned on self-play games.

mod activity;
mod params;

use super::board::{Square, TABLE};
use super::piece::{HAND_KINDS, Kind, PIECES, Piece};
use super::state::WhalePosition;
use crate::eval::{Incremental, Layout, Sink, Sum, Terms, Weighted, is_lazy_cutoff, seen_by, tapered};
use crate::position::{Position, Side};
use params::{placement, term};

/// The sum of the lazily computed terms hardly ever exceeds this, in centipawns: with the tuned weights in one of 400
/// positions of searches.
const LAZY_MARGIN: i32 = 650;

/// Pieces in hand with which the weights for full hands alone count.
const FULL_HANDS: i32 = 10;

/// The evaluation of whale games.
pub struct WhaleEvaluation<const SIZE: usize> {
    /// Packed weights of the terms of [`activity`].
    activity: [i64; term::ACTIVITY],
    /// Packed values of pieces in hand.
    hand: [i64; HAND_KINDS],
    /// Black's view of every piece on every square, packed; White's pieces are negative.
    piece_square: Box<[[i64; TABLE]; PIECES]>,
}

impl<const SIZE: usize> WhaleEvaluation<SIZE> {
    /// A piece on a square, positive for Black.
    #[inline]
    fn value(&self, piece: Piece, square: Square) -> i64 {
        self.piece_square[piece.code() % PIECES][square.index() % TABLE]
    }

    /// So many more pieces of a kind in the hand of a side, positive for Black.
    #[inline]
    fn hand_value(&self, side: Side, kind: usize, count: i64) -> i64 {
        seen_by(side, self.hand.get(kind).copied().unwrap_or(0) * count)
    }
}

/// How much the weights for empty hands count, in parts of [`FULL_HANDS`].
#[inline]
fn empty_hands<const SIZE: usize>(position: &WhalePosition<SIZE>) -> i32 {
    let held: i32 = position.hands.iter().flatten().map(|&count| i32::from(count)).sum();
    (FULL_HANDS - held).max(0)
}

/// Centipawns from the mover's view, from a sum that counts for Black.
#[inline]
fn score<const SIZE: usize>(position: &WhalePosition<SIZE>, sum: i64) -> i32 {
    seen_by(position.side_to_move(), tapered(sum, empty_hands(position), FULL_HANDS))
}

impl<const SIZE: usize> Default for WhaleEvaluation<SIZE> {
    fn default() -> Self {
        WhaleEvaluation::new(params::defaults(SIZE))
    }
}

impl<const SIZE: usize> Incremental<WhalePosition<SIZE>> for WhaleEvaluation<SIZE> {
    /// Black's material and piece-square sum minus White's, hands included, packed, in tenths of a centipawn.
    type State = i64;

    fn refresh(&self, position: &WhalePosition<SIZE>) -> i64 {
        let board = position.all_pieces().map(|(square, piece)| self.value(piece, square)).sum::<i64>();
        let held = Side::BOTH.into_iter().flat_map(|side| Kind::in_hand().map(move |kind| (side, kind)));
        let hands = held.map(|(side, kind)| self.hand_value(side, kind as usize, position.in_hand(side, kind).into()));
        board + hands.sum::<i64>()
    }

    #[inline]
    fn add(&self, state: &mut i64, piece: Piece, square: Square) {
        *state += self.value(piece, square);
    }

    #[inline]
    fn remove(&self, state: &mut i64, piece: Piece, square: Square) {
        *state -= self.value(piece, square);
    }

    #[inline]
    fn hand(&self, state: &mut i64, side: Side, kind: usize, before: u8, after: u8) {
        *state += self.hand_value(side, kind, i64::from(after) - i64::from(before));
    }

    fn evaluate(&self, position: &WhalePosition<SIZE>, state: &i64) -> i32 {
        let mut sum = Sum { weights: &self.activity, sum: *state };
        activity::count(position, &mut sum);
        score(position, sum.sum)
    }

    #[inline]
    fn evaluate_lazily(&self, position: &WhalePosition<SIZE>, state: &i64, alpha: i32, beta: i32) -> Option<i32> {
        let material = score(position, *state);
        is_lazy_cutoff(material, LAZY_MARGIN, alpha, beta).then_some(material)
    }
}

impl<const SIZE: usize> Weighted<WhalePosition<SIZE>> for WhaleEvaluation<SIZE> {
    fn layout() -> &'static Layout {
        params::layout(SIZE)
    }

    fn default_weights() -> &'static Terms {
        params::defaults(SIZE)
    }

    fn untuned_weights() -> Terms {
        params::untuned(SIZE)
    }

    fn new(weights: &Terms) -> Self {
        let weight = |term| weights.get(term).packed();
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
        WhaleEvaluation { activity, hand: std::array::from_fn(|kind| weight(term::HAND + kind)), piece_square }
    }

    fn trace<S: Sink>(position: &WhalePosition<SIZE>, sink: &mut S) -> f32 {
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Taper, Traced};
    use crate::games::whale::WhaleRules;
    use crate::games::{Variant, WhaleGame};

    fn check<const SIZE: usize>(weights: &Terms, position: &WhalePosition<SIZE>) {
        let evaluation = WhaleEvaluation::new(weights);
        let mut traced = Traced(weights, 0);
        let empty = WhaleEvaluation::trace(position, &mut traced);
        let (empty, Taper { middle, end }) = ((empty * FULL_HANDS as f32) as i64, Taper::unpacked(traced.1));
        let sum = i64::from(middle) * empty + i64::from(end) * (i64::from(FULL_HANDS) - empty);
        let score = sum / i64::from(10 * FULL_HANDS);
        let played = evaluation.evaluate(position, &evaluation.refresh(position));
        assert_eq!(i64::from(played), seen_by(position.side_to_move(), score), "{position:?}");
    }

    /// Weights at one end of their ranges.
    fn extreme<const SIZE: usize>(greatest: bool) -> Terms {
        let layout = params::layout(SIZE);
        let mut weights = params::untuned(SIZE);
        for key in &layout.keys {
            let number = if greatest { key.range.1 } else { key.range.0 };
            weights.set_text(layout, &key.name, &vec![number.to_string(); key.len].join(" ")).unwrap().unwrap();
        }
        weights
    }

    fn what_is_tuned_is_what_plays_on<const SIZE: usize>()
    where
        WhaleGame<SIZE>: Variant<Position = WhalePosition<SIZE>>,
    {
        for text in WhaleGame::<SIZE>::bench_positions() {
            let position = WhaleGame::<SIZE>::parse_position(text, &WhaleRules::STANDARD).unwrap();
            let untuned = params::untuned(SIZE);
            for weights in [params::defaults(SIZE), &untuned, &extreme::<SIZE>(true), &extreme::<SIZE>(false)] {
                check(weights, &position);
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
        check(&extreme::<7>(true), &position);
        check(&extreme::<7>(false), &position);
    }
}
