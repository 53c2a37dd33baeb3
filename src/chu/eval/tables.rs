//! Material and piece-square tables, made from the parameters.

use super::params::EvalParams;
use crate::chu::piece::{Kind, PIECES, Piece};
use crate::chu::square::{SIZE, Square, TABLE};
use crate::geometry::Direction;
use crate::position::Side;

/// First rank of the promotion zone, seen by the owner.
const ZONE_RANK: i32 = 8;

/// Black's view of every piece on every square, in centipawns; White's pieces are negative.
pub(super) struct PieceSquare(Box<[[i32; TABLE]; PIECES]>);

impl PieceSquare {
    pub(super) fn new(params: &EvalParams) -> PieceSquare {
        let mut table = Box::new([[0; TABLE]; PIECES]);
        for kind in Kind::all() {
            for square in (0..TABLE).filter_map(Square::from_index) {
                let value = params.values[kind as usize] + placement(params, kind, square);
                table[Piece::new(kind, Side::Black).code()][square.index()] = value;
                table[Piece::new(kind, Side::White).code()][square.rotated().index()] = -value;
            }
        }
        PieceSquare(table)
    }

    #[inline]
    pub(super) fn value(&self, piece: usize, square: usize) -> i32 {
        self.0[piece % PIECES][square % TABLE]
    }
}

/// What a Black piece of this kind is worth more or less because of where it stands.
fn placement(params: &EvalParams, kind: Kind, square: Square) -> i32 {
    let weights = &params.weights;
    let info = kind.info();
    let rank = square.rank() as i32;
    // 0 on the edge files, 5 on the two files in the middle.
    let centre_file = square.file().min(SIZE - 1 - square.file()) as i32;
    let centre = centre_file.min(rank).min(SIZE as i32 - 1 - rank);
    let slides = !info.slide.is_empty();
    let mut score = promotion_prospect(params, kind, rank);
    match kind {
        Kind::Lion | Kind::PromotedKirin => score += weights.lion_centre * centre,
        Kind::King => score -= weights.king_home * rank,
        Kind::Pawn | Kind::GoBetween => score += weights.advance_pawn * (rank - 3).clamp(0, 5),
        Kind::Copper | Kind::Silver | Kind::Leopard | Kind::Gold => {
            score += weights.advance_general * rank.min(6) + weights.centre_stepper * centre_file;
        }
        Kind::Kirin | Kind::Phoenix => score += weights.centre_stepper * centre_file,
        _ if slides && !kind.is_promoted() => {
            score -= weights.slider_exposed * (rank.min(ZONE_RANK) - 4).max(0);
        }
        _ => {}
    }
    score
}

/// The part of its promotion gain that a piece is credited with in advance.
fn promotion_prospect(params: &EvalParams, kind: Kind, rank: i32) -> i32 {
    let weights = &params.weights;
    let info = kind.info();
    let Some(promoted) = info.promotion else { return 0 };
    let gain = params.values[promoted as usize] - params.values[kind as usize];
    let near = if info.slide.contains(Direction::North) || info.slide.contains(Direction::NorthEast) {
        weights.promotion_slider
    } else if rank < ZONE_RANK {
        weights.promotion_near * rank * rank / ((ZONE_RANK - 1) * (ZONE_RANK - 1))
    } else {
        // Inside, the right is gone for quiet moves; a capture brings it back.
        weights.promotion_near / 2
    };
    gain * (weights.promotion_prospect + near) / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_sides_are_mirror_images() {
        let table = PieceSquare::new(&EvalParams::default());
        for kind in Kind::all() {
            for square in (0..TABLE).filter_map(Square::from_index) {
                let black = table.value(Piece::new(kind, Side::Black).code(), square.index());
                let white = table.value(Piece::new(kind, Side::White).code(), square.rotated().index());
                assert_eq!(black, -white);
            }
        }
    }

    #[test]
    fn a_promoted_piece_is_worth_more_than_the_hope_for_it() {
        let table = PieceSquare::new(&EvalParams::default());
        for kind in Kind::all() {
            let Some(promoted) = kind.info().promotion else { continue };
            for square in (0..TABLE).filter_map(Square::from_index).filter(|square| square.rank() as i32 >= ZONE_RANK) {
                let value = |kind| table.value(Piece::new(kind, Side::Black).code(), square.index());
                assert!(value(promoted) > value(kind), "{}", kind.info().name);
            }
        }
    }
}
