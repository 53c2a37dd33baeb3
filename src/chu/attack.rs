//! Who attacks a square (chu-rules §2.6), and what follows for royals.

use super::piece::{Class, Traits};
use super::square::{FRAME, KNIGHT_LEAPS, Square, SquareSet};
use super::state::ChuPosition;
use crate::geometry::{Direction, over_directions};
use crate::position::Side;

impl ChuPosition {
    /// Whether a piece of `by` attacks `target` by a plain move pattern, on the board without the pieces on `gone`.
    pub(super) fn is_attacked_without(&self, target: Square, by: Side, gone: &SquareSet) -> bool {
        let lions = self.set(by, Class::Lion);
        over_directions!(||, D => self.is_attacked_along(target.index(), D, by, |square| !gone.contains(square)))
            || !lions.is_empty() && lions.meets(&(KNIGHT_LEAPS[target.index()] & !*gone))
    }

    /// Whether a piece of `by` attacks `target`.
    pub(super) fn is_attacked(&self, target: Square, by: Side) -> bool {
        let lions = self.set(by, Class::Lion);
        over_directions!(||, D => self.is_attacked_along(target.index(), D, by, |_| true))
            || !lions.is_empty() && lions.meets(&KNIGHT_LEAPS[target.index()])
    }

    /// The part of an attack that comes in along one line. `stands` tells whether the piece on a square is still there.
    #[inline(always)]
    fn is_attacked_along(&self, target: usize, out: Direction, by: Side, stands: impl Fn(usize) -> bool) -> bool {
        let (towards, edge) = (out.opposite(), FRAME.edge(target, out));
        if edge == 0 {
            return false;
        }
        let mut distance = self.reach(target, out);
        let mut square = FRAME.walk(target, out, distance);
        while !stands(square) && distance < edge {
            distance += self.reach(square, out);
            square = FRAME.walk(target, out, distance);
        }
        let piece = self.board[square];
        if piece.belongs_to(by) && stands(square) {
            let moves = piece.moves();
            if moves.slide.contains(towards) || distance == 1 && moves.step.contains(towards) {
                return true;
            }
        }
        // A jumper on the second square attacks over anything.
        edge >= 2 && {
            let square = FRAME.walk(target, out, 2);
            let piece = self.board[square];
            piece.belongs_to(by) && piece.moves().jump.contains(towards) && stands(square)
        }
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
