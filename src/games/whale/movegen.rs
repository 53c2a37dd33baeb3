//! Move generation. What is left to [`is_legal`](crate::position::Position::is_legal): check, and mating drops.

use super::action::Action;
use super::board::{Square, SquareSet, Tables, file_of};
use super::piece::Kind;
use super::rules::Switches;
use super::state::WhalePosition;
use crate::geometry::Bitboard;
use crate::position::{Move, MoveList, Position, Side};

/// Most dolphins on a file that do not bar another.
const DOLPHINS_ON_A_FILE: u32 = 2;

impl<const SIZE: usize> WhalePosition<SIZE> {
    /// Where the mover's piece on `from` may move to.
    #[inline]
    pub(super) fn targets(&self, from: usize) -> SquareSet {
        let targets = self.seen_from(from) & !self.pieces[self.side.index()];
        let bound = self.rules.has(Switches::NO_MOVES_INTO_FULL_FILES)
            && self.set(self.side, Kind::Dolphin).contains(from)
            && Tables::<SIZE>::FAR[self.side.index()].contains(from);
        // Off the farthest rank a dolphin stays on its file.
        if bound { targets & !self.full_files(self.side) } else { targets }
    }

    /// The files on which a side has so many dolphins that no other may join them.
    #[inline]
    pub(super) fn full_files(&self, side: Side) -> SquareSet {
        let dolphins = self.set(side, Kind::Dolphin);
        let full = |file: usize| (dolphins & file_of(file)).count() >= DOLPHINS_ON_A_FILE;
        (0..SIZE).filter(|&file| full(file)).fold(Bitboard::EMPTY, |set, file| set | file_of(file))
    }

    /// Where the mover may drop a piece of this kind.
    #[inline]
    pub(super) fn drop_squares(&self, kind: Kind) -> SquareSet {
        let empty = self.empty_squares();
        if kind != Kind::Dolphin {
            return empty;
        }
        empty & !Tables::<SIZE>::FAR[self.side.index()] & !self.full_files(self.side)
    }

    pub(super) fn generate_tacticals(&self, out: &mut MoveList) {
        self.generate_moves(self.pieces[(!self.side).index()], out);
    }

    pub(super) fn generate_quiets(&self, out: &mut MoveList) {
        self.generate_moves(self.empty_squares(), out);
        for kind in self.held() {
            let drops = self.drop_squares(kind).into_iter();
            out.extend(drops.map(|to| Action::Drop { kind, to: Square::at(to) }.to_move()));
        }
    }

    fn generate_moves(&self, wanted: SquareSet, out: &mut MoveList) {
        for from in self.pieces[self.side.index()] {
            let targets = (self.targets(from) & wanted).into_iter();
            out.extend(targets.map(|to| Action::Move { from: Square::at(from), to: Square::at(to) }.to_move()));
        }
    }

    /// The kinds that the mover holds.
    #[inline]
    fn held(&self) -> impl Iterator<Item = Kind> + '_ {
        Kind::in_hand().filter(|&kind| self.in_hand(self.side, kind) > 0)
    }

    /// The number of legal moves.
    pub(super) fn count_legal(&self) -> u64 {
        let Some(royal) = self.royal(self.side).filter(|_| self.checkers.is_empty()) else {
            let mut list = MoveList::new();
            self.moves(&mut list);
            return list.iter().filter(|&&mv| self.is_legal(mv)).count() as u64;
        };
        let mut total = 0;
        for from in self.pieces[self.side.index()] {
            let targets = self.targets(from);
            // Only these can leave the royal in check.
            let exposed = from == royal || Tables::<SIZE>::line(royal, from).is_some();
            let legal =
                |to: &usize| !exposed || self.is_safe(Action::Move { from: Square::at(from), to: Square::at(*to) });
            total += if exposed { targets.into_iter().filter(legal).count() as u64 } else { targets.count() as u64 };
        }
        for kind in self.held() {
            let squares = self.drop_squares(kind);
            let mates = |to: &usize| self.mates_by_drop(kind, Square::at(*to));
            let barred = if kind == Kind::Dolphin { squares.into_iter().filter(mates).count() } else { 0 };
            total += squares.count() as u64 - barred as u64;
        }
        total
    }

    /// Whether the side to move has a legal move.
    pub(super) fn has_legal_move(&self) -> bool {
        let mut list = MoveList::new();
        self.moves(&mut list);
        list.into_iter().any(|mv: Move| self.is_legal(mv))
    }
}
