//! Who attacks a square (chu-rules §2.6), and what follows for royals.

use super::piece::{Class, Traits};
use super::square::{FRAME, KNIGHT_LEAPS, Square, SquareSet};
use super::state::ChuPosition;
use crate::geometry::{Bitboard, Direction};
use crate::position::Side;

impl ChuPosition {
    /// Whether a piece of `by` attacks `target` by a plain move pattern, on the board without the pieces on `gone`.
    pub(super) fn is_attacked_without(&self, target: Square, by: Side, gone: &SquareSet) -> bool {
        let square = target.index();
        Direction::ALL.into_iter().any(|direction| {
            let edge = FRAME.edge(square, direction);
            edge > 0 && self.is_attacked_along(square, direction, edge, by, gone)
        }) || self.set(by, Class::Lion).meets(&(KNIGHT_LEAPS[square] & !*gone))
    }

    /// The part of [`is_attacked_without`](Self::is_attacked_without) that comes in along one line.
    #[inline]
    fn is_attacked_along(&self, target: usize, out: Direction, edge: u8, by: Side, gone: &SquareSet) -> bool {
        let towards = out.opposite();
        // The first piece on the line that is still there.
        let mut distance = 0;
        while distance < edge {
            let from = FRAME.walk(target, out, distance);
            distance += self.reach(from, out);
            let square = FRAME.walk(target, out, distance);
            if gone.contains(square) {
                continue;
            }
            let piece = self.board[square];
            if piece.belongs_to(by) {
                let moves = piece.moves();
                if moves.slide.contains(towards) || distance == 1 && moves.step.contains(towards) {
                    return true;
                }
            }
            break;
        }
        // A jumper on the second square attacks over anything.
        edge >= 2 && {
            let square = FRAME.walk(target, out, 2);
            let piece = self.board[square];
            piece.belongs_to(by) && piece.moves().jump.contains(towards) && !gone.contains(square)
        }
    }

    /// Whether a piece of `by` attacks `target`.
    #[inline]
    pub(super) fn is_attacked(&self, target: Square, by: Side) -> bool {
        self.is_attacked_without(target, by, &Bitboard::EMPTY)
    }

    /// Whether the piece on `from` attacks `target`, on the board without the piece on `gone`.
    pub(super) fn attacks_without(&self, from: Square, target: Square, gone: Square) -> bool {
        let moves = self.piece_on(from).moves();
        let Some((direction, distance)) = from.line_to(target) else {
            return moves.traits.contains(Traits::LION) && KNIGHT_LEAPS[from.index()].contains(target.index());
        };
        if distance == 1 && moves.step.contains(direction) || distance == 2 && moves.jump.contains(direction) {
            return true;
        }
        moves.slide.contains(direction) && {
            let mut seen = 0;
            while seen < distance {
                seen += self.reach(FRAME.walk(from.index(), direction, seen), direction);
                if FRAME.walk(from.index(), direction, seen) != gone.index() {
                    break;
                }
            }
            seen >= distance
        }
    }

    /// The side's royal, if it has exactly one.
    #[inline]
    pub(super) fn only_royal(&self, side: Side) -> Option<Square> {
        let royals = self.set(side, Class::Royal);
        if royals.is_single() { royals.first().map(Square::at) } else { None }
    }

    /// Whether a side is in check: it owns exactly one royal and that is attacked (chu-rules §6.1).
    #[inline]
    pub(super) fn is_in_check(&self, side: Side) -> bool {
        self.only_royal(side).is_some_and(|royal| self.is_attacked(royal, !side))
    }
}
