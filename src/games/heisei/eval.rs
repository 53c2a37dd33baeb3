//! The evaluation: that of Chu for the board, and what the reserves are worth.

use super::reserve::{SLOTS, Slot};
use super::state::HeiseiPosition;
use crate::eval::{Evaluator, Tunable, set_number};
use crate::games::chu::eval::{ChuEvaluator, EvalParams, VALUE_RANGE};
use crate::games::chu::state::ChuPosition;
use crate::position::Side;

/// Centipawns for a piece in reserve, in the order of [`Slot`]. Above the values on the board: such a piece cannot be
/// attacked, enters where it is wanted, and may enter promoted.
const RESERVE_VALUES: [i32; SLOTS] = [340, 230, 230, 450, 450, 330, 500, 400];

/// Everything the evaluation can be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeiseiParams {
    /// What holds on the board.
    pub chu: EvalParams,
    /// Centipawns for a piece in reserve, in the order of [`Slot`].
    pub reserve_values: [i32; SLOTS],
}

impl Default for HeiseiParams {
    fn default() -> Self {
        HeiseiParams { chu: EvalParams::default(), reserve_values: RESERVE_VALUES }
    }
}

impl HeiseiParams {
    /// The key of the value of a piece in reserve: `reserve.side_mover`.
    pub fn reserve_key(slot: Slot) -> String {
        format!("reserve.{}", slot.kind().info().name.replace([' ', '-'], "_"))
    }
}

impl Tunable for HeiseiParams {
    fn set(&mut self, key: &str, text: &str) -> Option<Result<(), String>> {
        match Slot::all().find(|&slot| HeiseiParams::reserve_key(slot) == key) {
            Some(slot) => Some(set_number(&mut self.reserve_values[slot.index()], text, VALUE_RANGE)),
            None => self.chu.set(key, text),
        }
    }
}

/// The evaluation of Heisei Chu Shogi positions.
pub struct HeiseiEvaluator {
    chu: ChuEvaluator,
    reserve_values: [i32; SLOTS],
}

impl HeiseiEvaluator {
    /// The evaluation with these parameters.
    pub fn new(params: &HeiseiParams) -> HeiseiEvaluator {
        HeiseiEvaluator { chu: ChuEvaluator::new(&params.chu), reserve_values: params.reserve_values }
    }
}

impl Default for HeiseiEvaluator {
    fn default() -> Self {
        HeiseiEvaluator::new(&HeiseiParams::default())
    }
}

/// What counts for Black, from the mover's view.
#[inline]
fn for_mover(position: &HeiseiPosition, score: i32) -> i32 {
    if position.chu.side() == Side::Black { score } else { -score }
}

impl Evaluator<HeiseiPosition> for HeiseiEvaluator {
    /// That of the board; and Black's reserve minus White's, in centipawns.
    type Accumulator = (<ChuEvaluator as Evaluator<ChuPosition>>::Accumulator, i32);

    fn refresh(&self, position: &HeiseiPosition) -> Self::Accumulator {
        let worth = |side: Side| -> i32 {
            let values = Slot::all().zip(self.reserve_values);
            values.map(|(slot, value)| i32::from(position.in_reserve(side, slot)) * value).sum()
        };
        (self.chu.refresh(&position.chu), worth(Side::Black) - worth(Side::White))
    }

    #[inline]
    fn add(&self, accumulator: &mut Self::Accumulator, piece: usize, square: usize) {
        self.chu.add(&mut accumulator.0, piece, square);
    }

    #[inline]
    fn remove(&self, accumulator: &mut Self::Accumulator, piece: usize, square: usize) {
        self.chu.remove(&mut accumulator.0, piece, square);
    }

    #[inline]
    fn hand(&self, accumulator: &mut Self::Accumulator, side: Side, kind: usize, change: i32) {
        let value = self.reserve_values[kind % SLOTS] * change;
        accumulator.1 += if side == Side::Black { value } else { -value };
    }

    fn evaluate(&self, position: &HeiseiPosition, (board, reserves): &Self::Accumulator) -> i32 {
        for_mover(position, *reserves) + self.chu.evaluate(&position.chu, board)
    }

    fn glance(
        &self,
        position: &HeiseiPosition,
        (board, reserves): &Self::Accumulator,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let reserves = for_mover(position, *reserves);
        Some(reserves + self.chu.glance(&position.chu, board, alpha - reserves, beta - reserves)?)
    }
}
