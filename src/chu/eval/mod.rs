//! The evaluation.
//!
//! Material and piece-square tables are summed up move by move; what depends on other pieces (slider mobility, the
//! castle, the lions) is computed when asked for, and left out where it cannot bring the score back into the window.

mod params;
mod tables;

pub use params::{EvalParams, VALUE_RANGE, Weights};

use super::piece::{Class, Kind, PIECES, Piece};
use super::square::{FRAME, NEIGHBOURS, Square};
use super::state::ChuPosition;
use crate::geometry::{Direction, over_directions};
use crate::position::{Evaluator, Position, Side};
use tables::PieceSquare;

/// The sum of the lazily computed terms hardly ever exceeds this, in centipawns.
const LAZY_MARGIN: i32 = 200;

/// The evaluation of Chu Shogi positions.
pub struct ChuEvaluator {
    weights: Weights,
    piece_square: PieceSquare,
    /// Centipawns for a piece next to its only royal, by piece code.
    castle: [i32; PIECES],
}

impl ChuEvaluator {
    /// The evaluation with these parameters.
    pub fn new(params: &EvalParams) -> ChuEvaluator {
        let weights = params.weights.clone();
        let guards = [Kind::Tiger, Kind::Elephant, Kind::Gold];
        let mut castle = [weights.castle_other; PIECES];
        for (kind, side) in guards.into_iter().flat_map(|kind| Side::BOTH.map(|side| (kind, side))) {
            castle[Piece::new(kind, side).code()] = weights.castle_guard;
        }
        ChuEvaluator { weights, piece_square: PieceSquare::new(params), castle }
    }

    /// The terms that need a look at the board, for one side.
    fn activity(&self, position: &ChuPosition, side: Side) -> i32 {
        self.shelter(position, side) + self.lions(position, side)
    }

    /// Squares that Black's sliders see, minus those that White's see; lines whose first square is taken do not count.
    fn mobility(&self, position: &ChuPosition) -> i32 {
        let empty = position.empty_squares();
        let seen: i32 = over_directions!(+, D => {
            let sliders = *position.sliders(Side::Black, D) | *position.sliders(Side::White, D);
            let unblocked = sliders & empty.shifted(-FRAME.delta(D) as i32);
            unblocked.into_iter().map(|square| {
                let reach = position.reach(square, D) as i32;
                if position.board[square].side() == Side::Black { reach } else { -reach }
            }).sum::<i32>()
        });
        seen * self.weights.mobility / 10
    }

    /// The castle around the only royal, and the enemy lions that come near it.
    fn shelter(&self, position: &ChuPosition, side: Side) -> i32 {
        let Some(royal) = position.only_royal(side) else { return 0 };
        let around = NEIGHBOURS[royal.index()] & position.pieces_of(side);
        let mut score: i32 = around.into_iter().map(|square| self.castle[position.board[square].code()]).sum();
        for lion in *position.set(!side, Class::Lion) {
            score -= self.weights.lion_near_king * (7 - royal.distance(Square::at(lion)) as i32).max(0);
        }
        score
    }

    /// Lions that are attacked and cannot step away at once.
    fn lions(&self, position: &ChuPosition, side: Side) -> i32 {
        if side == position.side() {
            return 0;
        }
        let lions = position.set(side, Class::Lion).into_iter();
        let attacked = lions.filter(|&lion| position.is_attacked(Square::at(lion), !side)).count();
        -(attacked as i32) * self.weights.lion_attacked
    }
}

impl Default for ChuEvaluator {
    fn default() -> Self {
        ChuEvaluator::new(&EvalParams::default())
    }
}

impl Evaluator<ChuPosition> for ChuEvaluator {
    /// Black's material and piece-square sum minus White's, in centipawns.
    type Accumulator = i32;

    fn refresh(&self, position: &ChuPosition) -> i32 {
        position.all_pieces().map(|(square, piece)| self.piece_square.value(piece.code(), square.index())).sum()
    }

    #[inline]
    fn add(&self, accumulator: &mut i32, piece: usize, square: usize) {
        *accumulator += self.piece_square.value(piece, square);
    }

    #[inline]
    fn remove(&self, accumulator: &mut i32, piece: usize, square: usize) {
        *accumulator -= self.piece_square.value(piece, square);
    }

    fn hand(&self, _accumulator: &mut i32, _side: Side, _kind: usize, _change: i32) {}

    fn evaluate(&self, position: &ChuPosition, accumulator: &i32, alpha: i32, beta: i32) -> i32 {
        let side = position.side_to_move();
        let base = if side == Side::Black { *accumulator } else { -*accumulator } + self.weights.tempo;
        if base + LAZY_MARGIN <= alpha || base - LAZY_MARGIN >= beta {
            return base;
        }
        let mobility = self.mobility(position);
        let mobility = if side == Side::Black { mobility } else { -mobility };
        base + mobility + self.activity(position, side) - self.activity(position, !side)
    }
}
