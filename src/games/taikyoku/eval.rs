//! The evaluation: material and the way to promotion, summed up move by move; the safety of the royals, computed when asked
//! for and left out where it cannot matter.

use super::piece::{KINDS, Kind, PIECES, Piece};
use super::rules::TaikyokuRules;
use super::square::{FRAME, SIZE, file_of, relative_rank};
use super::state::TaikyokuPosition;
use super::table::PieceTable;
use crate::eval::{Evaluator, Tunable, is_outside, parameters, set_number};
use crate::geometry::Direction;
use crate::position::{Position, Side};

/// The sum of the lazily computed terms hardly ever exceeds this, in centipawns.
const LAZY_MARGIN: i32 = 500;

/// With more royals than arise in games none of them matters.
const MOST_ROYALS: u32 = 4;

/// Rank before the promotion zone.
const LAST_BEFORE_ZONE: i32 = 24;

parameters! {
    /// Centipawns for having the move.
    tempo = 10 in 0..=200;
    /// Share of its promotion gain that a piece is worth more right before the promotion zone, in percent; grows with the square of the way.
    promotion_prospect = 30 in 0..=100;
    /// Centipawns a rank for an advanced piece, up to the promotion zone.
    advance = 2 in 0..=50;
    /// Centipawns for every four files towards the centre.
    centre = 2 in 0..=50;
    /// Centipawns for each rank a royal has left its back rank by.
    royal_home = 25 in 0..=200;
    /// Centipawns for each square next to the only royal that the enemy attacks.
    danger_near = 25 in 0..=500;
    /// Centipawns for a royal that the enemy attacks.
    danger_royal = 150 in 0..=2000;
}

impl Tunable for Weights {
    fn set(&mut self, key: &str, text: &str) -> Option<Result<(), String>> {
        let range = Weights::ALL.iter().find(|parameter| parameter.name == key)?.range;
        Some(set_number(Weights::get_mut(self, key)?, text, range))
    }
}

/// What a piece is worth to the evaluation: a value, and a share of a gain for coming nearer to the zone.
#[derive(Clone, Copy, Default)]
struct Worth {
    value: i32,
    gain: i32,
    royal: bool,
}

/// The evaluation of Taikyoku Shogi. It holds what the pieces are worth under every reading of their moves at once: the
/// differences are a few hundred centipawns for a few pieces, so those of the usual reading do for all.
pub struct TaikyokuEvaluator {
    weights: Weights,
    worths: Box<[Worth; PIECES]>,
    /// What a place is worth to any Black piece.
    places: Box<[i32; super::square::TABLE]>,
}

impl TaikyokuEvaluator {
    /// The evaluation with these weights.
    pub fn new(weights: Weights) -> Self {
        let table = PieceTable::of(&TaikyokuRules::STANDARD);
        let mut worths = Box::new([Worth::default(); PIECES]);
        for kind in (0..KINDS).filter_map(Kind::from_index) {
            for side in Side::BOTH {
                for promoted in [false, true] {
                    let piece = Piece::new(kind, promoted, side);
                    let info = table.info(piece);
                    worths[piece.code()] = Worth { value: info.value, gain: info.gain.max(0), royal: info.royal };
                }
            }
        }
        let mut places = Box::new([0; super::square::TABLE]);
        for square in super::Square::all() {
            let rank = (square.rank() as i32).min(LAST_BEFORE_ZONE);
            let centre = square.file().min(SIZE - 1 - square.file()) as i32;
            places[square.index()] = weights.advance * rank + weights.centre * centre / 4;
        }
        TaikyokuEvaluator { weights, worths, places }
    }

    /// A piece on a square, positive for Black.
    #[inline]
    fn value(&self, piece: usize, square: usize) -> i32 {
        let worth = self.worths[piece % PIECES];
        let side = Piece::from_code(piece).side();
        let rank = relative_rank(square, side) as i32;
        let place = if worth.royal {
            -self.weights.royal_home * rank
        } else {
            let way = rank.min(LAST_BEFORE_ZONE);
            let share = self.weights.promotion_prospect * way * way;
            let prospect = worth.gain * share / (100 * LAST_BEFORE_ZONE * LAST_BEFORE_ZONE);
            prospect + self.places[way as usize * SIZE + file_of(square)]
        };
        if side == Side::Black { worth.value + place } else { -worth.value - place }
    }

    /// The danger that the royals of a side are in. As long as there are two, what happens around them matters little.
    fn danger(&self, position: &TaikyokuPosition, side: Side) -> i32 {
        let royals = position.royals[side.index()];
        let attacked = |square: &usize| position.is_attacked(*square, !side);
        let hanging = match royals.count() {
            0..=MOST_ROYALS => royals.into_iter().filter(attacked).count() as i32,
            _ => 0,
        };
        let near = royals.first().filter(|_| royals.is_single()).map_or(0, |royal| {
            let around = Direction::ALL.into_iter().filter_map(|direction| FRAME.target(royal, direction, 1));
            around.filter(attacked).count() as i32
        });
        near * self.weights.danger_near + hanging * self.weights.danger_royal
    }

    /// What an accumulator and the move are worth to the mover.
    #[inline]
    fn balance(&self, mover: Side, accumulator: i32) -> i32 {
        self.weights.tempo + if mover == Side::Black { accumulator } else { -accumulator }
    }
}

impl Default for TaikyokuEvaluator {
    fn default() -> Self {
        TaikyokuEvaluator::new(Weights::default())
    }
}

/// Where scores begin to be pressed together, by how much, twice, in centipawns: the whole armies are worth ten times what
/// lies between the mate scores.
const STEPS: [(i32, i32); 2] = [(10_000, 8), (122_000, 64)];

/// A material balance as a score. Small ones are taken as they are; of large ones only the order counts.
fn pressed(balance: i32) -> i32 {
    let size = balance.abs();
    let [(first, by), (second, by_more)] = STEPS;
    let score = size.min(first) + (size.min(second) - first).max(0) / by + (size - second).max(0) / by_more;
    score * balance.signum()
}

impl Evaluator<TaikyokuPosition> for TaikyokuEvaluator {
    /// Black's material and places minus White's, in centipawns.
    type Accumulator = i32;

    fn refresh(&self, position: &TaikyokuPosition) -> i32 {
        position.all_pieces().map(|(square, piece)| self.value(piece.code(), square.index())).sum()
    }

    #[inline]
    fn add(&self, accumulator: &mut i32, piece: usize, square: usize) {
        *accumulator += self.value(piece, square);
    }

    #[inline]
    fn remove(&self, accumulator: &mut i32, piece: usize, square: usize) {
        *accumulator -= self.value(piece, square);
    }

    fn hand(&self, _accumulator: &mut i32, _side: Side, _kind: usize, _change: i32) {}

    fn evaluate(&self, position: &TaikyokuPosition, accumulator: &i32) -> i32 {
        let side = position.side_to_move();
        pressed(self.balance(side, *accumulator) + self.danger(position, !side) - self.danger(position, side))
    }

    fn glance(&self, position: &TaikyokuPosition, accumulator: &i32, alpha: i32, beta: i32) -> Option<i32> {
        let base = pressed(self.balance(position.side_to_move(), *accumulator));
        is_outside(base, LAZY_MARGIN, alpha, beta).then_some(base)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::MAX_EVAL;

    #[test]
    fn scores_stay_in_order_and_below_the_mates() {
        let balances = [0, 1, 500, 9_999, 10_000, 10_008, 100_000, 122_000, 122_064, 400_000];
        let scores = balances.map(pressed);
        assert_eq!(scores, [0, 1, 500, 9_999, 10_000, 10_001, 21_250, 24_000, 24_001, 28_343]);
        assert!(balances.iter().all(|&balance| pressed(-balance) == -pressed(balance)));
        let start = super::super::text::start(TaikyokuRules::STANDARD);
        let evaluator = TaikyokuEvaluator::default();
        let army = start.all_pieces().filter(|(_, piece)| piece.side() == Side::Black);
        let army: i32 = army.map(|(square, piece)| evaluator.value(piece.code(), square.index())).sum();
        assert!(pressed(army) < MAX_EVAL, "{army}");
        // The start position is the same for both sides but for the move.
        assert_eq!(evaluator.refresh(&start), 0);
    }
}
