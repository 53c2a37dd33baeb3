//! Who attacks a square, and what a piece sees.

use super::board::{SquareSet, TABLE, Tables};
use super::piece::{KIND_TABLE, Piece};
use super::state::WhalePosition;
use crate::geometry::{Bitboard, Lines};
use crate::position::Side;

impl<const SIZE: usize> WhalePosition<SIZE> {
    /// The pieces of `by` that attack `target`, with these lines and without the pieces on `gone`.
    #[inline]
    pub(super) fn attackers(&self, target: usize, by: Side, lines: &Lines<u8, 16>, gone: SquareSet) -> SquareSet {
        let mut found: SquareSet = Bitboard::EMPTY;
        for (info, &set) in KIND_TABLE.iter().zip(&self.sets[by.index()]) {
            // The other side's piece would reach from the target what this one reaches it from.
            found |= Tables::<SIZE>::STEPS[Piece::new(info.kind, !by).code()][target % TABLE] & set;
        }
        for from in self.sliders[by.index()] {
            if let Some((direction, distance)) = Tables::<SIZE>::line(from, target)
                && Tables::<SIZE>::SLIDES[self.board[from].code()][from].contains(direction)
                && lines.reach(Tables::<SIZE>::FRAME, from, direction) >= distance
            {
                found |= Bitboard::of(from);
            }
        }
        found & !gone
    }

    /// The pieces that attack the royal of the side to move.
    #[inline]
    pub(super) fn find_checkers(&self) -> SquareSet {
        self.royal(self.side)
            .map_or(Bitboard::EMPTY, |royal| self.attackers(royal, !self.side, &self.lines, Bitboard::EMPTY))
    }

    /// The squares that the piece on `from` attacks, those with own pieces included.
    #[inline]
    pub(super) fn seen_from(&self, from: usize) -> SquareSet {
        let code = self.board[from].code();
        let mut seen = Tables::<SIZE>::STEPS[code][from];
        for direction in Tables::<SIZE>::SLIDES[code][from] {
            let reach = self.lines.reach(Tables::<SIZE>::FRAME, from, direction);
            for distance in 1..=reach {
                seen |= Bitboard::of(Tables::<SIZE>::FRAME.walk(from, direction, distance));
            }
        }
        seen
    }
}
