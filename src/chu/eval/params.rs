//! The numbers of the evaluation.

use crate::chu::piece::{KIND_TABLE, KINDS, Kind};
use crate::position::{Tunable, parameters};

parameters! {
    /// Centipawns for having the move.
    tempo = 12 in 0..=200;
    /// Share of its promotion gain that a piece is worth more because it may promote some day, in percent.
    promotion_prospect = 6 in 0..=100;
    /// Further share for a piece that slides forward and so will promote most easily, in percent.
    promotion_slider = 8 in 0..=100;
    /// Further share for a stepper or jumper right before the promotion zone, in percent; grows with the square of the way.
    promotion_near = 22 in 0..=100;
    /// Centipawns a rank for advancing the small generals (copper, silver, leopard, gold) up to the middle.
    advance_general = 4 in 0..=50;
    /// Centipawns a rank for advancing pawns and go-betweens.
    advance_pawn = 3 in 0..=50;
    /// Centipawns a file towards the centre, for steppers and jumpers.
    centre_stepper = 1 in 0..=50;
    /// Centipawns a step from the edge towards the centre, for lions.
    lion_centre = 9 in 0..=100;
    /// Centipawns for each rank the king has left its back rank by.
    king_home = 16 in 0..=100;
    /// Centipawns for a slider that stands in front of its own camp, for each rank beyond the fifth.
    slider_exposed = 5 in 0..=50;
    /// Tenths of a centipawn for each square a slider sees.
    mobility = 22 in 0..=200;
    /// Centipawns for a tiger, elephant or gold next to the only royal (the castle).
    castle_guard = 14 in 0..=100;
    /// Centipawns for any other own piece next to the only royal.
    castle_other = 4 in 0..=100;
    /// Centipawns for each step that an enemy lion is nearer than seven squares to the only royal.
    lion_near_king = 7 in 0..=100;
    /// Centipawns for a lion that an enemy piece attacks while its side is not to move.
    lion_attacked = 70 in 0..=1000;
}

/// Everything the evaluation can be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalParams {
    /// Centipawns by kind, in the order of [`Kind`].
    pub values: [i32; KINDS],
    /// The weights of the terms.
    pub weights: Weights,
}

/// Least and greatest piece value, in centipawns.
pub const VALUE_RANGE: (i32, i32) = (0, 5000);

impl Default for EvalParams {
    /// The average values of the German Chu Shogi Association, and hand-made weights.
    fn default() -> Self {
        EvalParams { values: std::array::from_fn(|i| KIND_TABLE[i].value), weights: Weights::default() }
    }
}

impl EvalParams {
    /// The key of a piece value: `value.horned_falcon`.
    pub fn value_key(kind: Kind) -> String {
        format!("value.{}", kind.info().name.replace([' ', '-'], "_"))
    }
}

impl Tunable for EvalParams {
    fn get_mut(&mut self, key: &str) -> Option<(&mut i32, (i32, i32))> {
        if key.starts_with("value.") {
            let kind = Kind::all().find(|&kind| EvalParams::value_key(kind) == key)?;
            return Some((&mut self.values[kind as usize], VALUE_RANGE));
        }
        let range = Weights::ALL.iter().find(|parameter| parameter.name == key)?.range;
        Some((self.weights.get_mut(key)?, range))
    }
}
