//! Material and piece-square tables, made from the weights.

use super::params::placement;
use crate::eval::Terms;
use crate::games::chu::piece::{Kind, PIECES, Piece};
use crate::games::chu::square::{Square, TABLE};
use crate::position::Side;

/// Black's view of every piece on every square, [packed](crate::eval::Taper::packed); White's pieces are negative.
pub(super) struct PieceSquare(Box<[[i64; TABLE]; PIECES]>);

impl PieceSquare {
    pub(super) fn new(weights: &Terms) -> PieceSquare {
        let mut table = Box::new([[0; TABLE]; PIECES]);
        for kind in Kind::all() {
            for square in (0..TABLE).filter_map(Square::from_index) {
                let terms = placement(kind, square.file(), square.rank());
                let value: i64 = terms.iter().map(|&term| weights.get(term).packed()).sum();
                table[Piece::new(kind, Side::Black).code()][square.index()] = value;
                table[Piece::new(kind, Side::White).code()][square.rotated().index()] = -value;
            }
        }
        PieceSquare(table)
    }

    #[inline]
    pub(super) fn value(&self, piece: Piece, square: Square) -> i64 {
        self.0[piece.code() % PIECES][square.index() % TABLE]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_sides_are_mirror_images() {
        let table = PieceSquare::new(&crate::games::chu::eval::DEFAULTS);
        for kind in Kind::all() {
            for square in (0..TABLE).filter_map(Square::from_index) {
                let black = table.value(Piece::new(kind, Side::Black), square);
                let white = table.value(Piece::new(kind, Side::White), square.rotated());
                assert_eq!(black, -white);
            }
        }
    }
}
