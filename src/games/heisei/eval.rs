//! The evaluation: that of Chu for the board, and what the reserves are worth.

use super::reserve::{SLOTS, Slot};
use super::state::HeiseiPosition;
use crate::eval::{Incremental, Key, Layout, Sink, Taper, Terms, Weighted, is_lazy_cutoff, seen_by, tapered};
use crate::games::chu::eval::{self as chu, ChuEvaluation};
use crate::games::chu::state::ChuPosition;
use crate::games::chu::{Piece, Square};
use crate::position::Side;
use once_cell::sync::Lazy;

/// Centipawns for a piece in reserve, in the order of [`Slot`]. Above the values on the board: such a piece cannot be
/// attacked, enters where it is wanted, and may enter promoted.
const RESERVE_VALUES: [i32; SLOTS] = [340, 230, 230, 450, 450, 330, 500, 400];

/// By slot: the first term that Chu does not have.
const RESERVE: usize = chu::term::ALL;

static LAYOUT: Lazy<Layout> = Lazy::new(|| {
    let reserve = Slot::all().map(|slot| Key {
        name: format!("reserve.{}", slot.kind().info().name.replace([' ', '-'], "_")),
        first: RESERVE + slot.index(),
        len: 1,
        unit: 10,
        range: chu::VALUE_RANGE,
        tapered: false,
        what: "Centipawns for a piece in reserve, the same in middle game and ending",
    });
    let keys = chu::LAYOUT.keys.iter().cloned().chain(reserve).collect();
    let about = "The evaluation: that of Chu Shogi, with the same weights unless others are set here, and the reserves. \
                 Every weight on the board can be a number for the whole game, or two with a stroke between: for the \
                 middle game and for the ending. Where a key has several weights, each side of the stroke has.";
    Layout { about, keys, terms: RESERVE + SLOTS }
});

static DEFAULTS: Lazy<Terms> = Lazy::new(|| with_reserve(&chu::DEFAULTS));

/// Weights of Chu, and those of the reserve by hand.
fn with_reserve(board: &Terms) -> Terms {
    let mut terms = Terms::zero(&LAYOUT);
    for term in 0..RESERVE {
        terms.set(term, board.get(term));
    }
    for (slot, value) in RESERVE_VALUES.into_iter().enumerate() {
        terms.set(RESERVE + slot, Taper::both(10 * value));
    }
    terms
}

/// The evaluation of Heisei Chu Shogi positions.
pub struct HeiseiEvaluation {
    chu: ChuEvaluation,
    /// Packed values of pieces in reserve.
    reserve: [i64; SLOTS],
}

impl HeiseiEvaluation {
    /// So many more pieces in a reserve, positive for Black.
    #[inline]
    fn reserve_value(&self, side: Side, slot: usize, count: i64) -> i64 {
        seen_by(side, self.reserve[slot % SLOTS] * count)
    }

    /// Centipawns from the mover's view, from a sum of tuned terms that counts for Black. Mop-up waits until all pieces
    /// are on the board.
    #[inline]
    fn score(&self, position: &HeiseiPosition, sum: i64) -> i32 {
        if position.held() == [0; 2] {
            self.chu.score(&position.chu, sum)
        } else {
            seen_by(position.chu.side(), tapered(sum, chu::middle_game(&position.chu), chu::PHASES))
        }
    }
}

impl Default for HeiseiEvaluation {
    fn default() -> Self {
        HeiseiEvaluation::new(&DEFAULTS)
    }
}

impl Incremental<HeiseiPosition> for HeiseiEvaluation {
    /// That of the board; and Black's reserve minus White's, packed, in tenths of a centipawn.
    type State = (<ChuEvaluation as Incremental<ChuPosition>>::State, i64);

    fn refresh(&self, position: &HeiseiPosition) -> Self::State {
        let held = Side::BOTH.into_iter().flat_map(|side| Slot::all().map(move |slot| (side, slot)));
        let reserves =
            held.map(|(side, slot)| self.reserve_value(side, slot.index(), position.in_reserve(side, slot).into()));
        (self.chu.refresh(&position.chu), reserves.sum())
    }

    #[inline]
    fn add(&self, (board, _): &mut Self::State, piece: Piece, square: Square) {
        self.chu.add(board, piece, square);
    }

    #[inline]
    fn remove(&self, (board, _): &mut Self::State, piece: Piece, square: Square) {
        self.chu.remove(board, piece, square);
    }

    #[inline]
    fn hand(&self, (_, reserves): &mut Self::State, side: Side, kind: usize, before: u8, after: u8) {
        *reserves += self.reserve_value(side, kind, i64::from(after) - i64::from(before));
    }

    fn evaluate(&self, position: &HeiseiPosition, &(board, reserves): &Self::State) -> i32 {
        self.score(position, self.chu.tuned_sum(&position.chu, board) + reserves)
    }

    #[inline]
    fn evaluate_lazily(
        &self,
        position: &HeiseiPosition,
        &(board, reserves): &Self::State,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let material = self.score(position, board + reserves);
        is_lazy_cutoff(material, chu::LAZY_MARGIN, alpha, beta).then_some(material)
    }
}

impl Weighted<HeiseiPosition> for HeiseiEvaluation {
    fn layout() -> &'static Layout {
        &LAYOUT
    }

    fn default_weights() -> &'static Terms {
        &DEFAULTS
    }

    fn untuned_weights() -> Terms {
        with_reserve(&chu::untuned())
    }

    fn new(weights: &Terms) -> HeiseiEvaluation {
        let reserve = std::array::from_fn(|slot| weights.get(RESERVE + slot).packed());
        HeiseiEvaluation { chu: ChuEvaluation::new(weights), reserve }
    }

    fn trace<S: Sink>(position: &HeiseiPosition, sink: &mut S) -> f32 {
        for slot in Slot::all() {
            let [black, white] = Side::BOTH.map(|side| i32::from(position.in_reserve(side, slot)));
            sink.add(RESERVE + slot.index(), black - white);
        }
        ChuEvaluation::trace(&position.chu, sink)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Traced;
    use crate::games::chu::ChuRules;
    use crate::games::{Heisei, Variant};

    #[test]
    fn what_is_tuned_is_what_plays() {
        for weights in [&*DEFAULTS, &HeiseiEvaluation::untuned_weights()] {
            let evaluation = HeiseiEvaluation::new(weights);
            for text in Heisei::bench_positions() {
                let position = Heisei::parse_position(text, &ChuRules::HISTORIC).unwrap();
                let mut traced = Traced(weights, 0);
                let middle_game = HeiseiEvaluation::trace(&position, &mut traced);
                assert_eq!(middle_game, chu::middle_game(&position.chu) as f32 / chu::PHASES as f32, "{text}");
                let state = evaluation.refresh(&position);
                assert_eq!(evaluation.chu.tuned_sum(&position.chu, state.0) + state.1, traced.1, "{text}");
                // With pieces in reserve there is nothing beside the tuned terms.
                if position.held() != [0; 2] {
                    let score = tapered(traced.1, (middle_game * chu::PHASES as f32) as i32, chu::PHASES);
                    let played = evaluation.evaluate(&position, &state);
                    assert_eq!(played, seen_by(position.chu.side(), score), "{text}");
                }
            }
        }
    }
}
