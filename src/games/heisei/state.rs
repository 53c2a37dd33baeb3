//! The board of Chu, the reserves and the marks.

use super::action::HeiseiAction;
use super::reserve::{SLOTS, Slot};
use crate::games::chu::piece::{Kind, Piece};
use crate::games::chu::square::{Square, SquareSet};
use crate::games::chu::state::{ChuPosition, ChuUndo, ZONE};
use crate::position::{Move, Observer, Position, Side, hand_key, mix};

/// A position of Heisei Chu Shogi: one of Chu, what each side holds in reserve, and which pieces are *fresh*: dropped
/// into the promotion zone without promoting, and still in it.
#[derive(Clone, PartialEq)]
pub struct HeiseiPosition {
    pub(super) chu: ChuPosition,
    pub(super) reserves: [[u8; SLOTS]; 2],
    /// The squares of fresh pieces, all in the zones of their owners.
    pub(super) fresh: SquareSet,
    /// Key of reserves and marks.
    key: u64,
}

/// What a move destroys.
pub struct HeiseiUndo {
    chu: ChuUndo,
    fresh: SquareSet,
    key: u64,
}

impl HeiseiUndo {
    /// What the move has destroyed on the board.
    #[inline]
    pub(super) fn chu(&self) -> &ChuUndo {
        &self.chu
    }
}

/// Key part of a mark.
#[inline]
fn mark_key(square: usize) -> u64 {
    mix(1 << 25 | square as u64)
}

impl HeiseiPosition {
    /// A position set up as text would: that of Chu, the reserves of both sides, the squares of the fresh pieces. Marks
    /// where no [fresh piece can stand](HeiseiPosition::can_be_fresh) are left out.
    pub fn set_up(chu: ChuPosition, reserves: [[u8; SLOTS]; 2], fresh: impl IntoIterator<Item = Square>) -> Self {
        let mut position = HeiseiPosition { chu, reserves, fresh: SquareSet::EMPTY, key: 0 };
        for square in fresh {
            if HeiseiPosition::can_be_fresh(position.chu.piece_on(square), square) {
                position.fresh |= SquareSet::of(square.index());
            }
        }
        position.key = position.computed_key();
        position
    }

    /// Whether a piece on a square may be one that was dropped there, or near there, and has not promoted: of a kind
    /// that can be held in reserve, and in its promotion zone.
    pub fn can_be_fresh(piece: Piece, square: Square) -> bool {
        !piece.is_none() && Slot::of(piece.kind()).is_some() && ZONE[piece.side().index()].contains(square.index())
    }

    /// Board, side to move and the rest of what Chu knows.
    #[inline]
    pub fn chu(&self) -> &ChuPosition {
        &self.chu
    }

    /// Sets the number of the first ply of the game.
    pub fn set_start_number(&mut self, number: u32) {
        self.chu.set_start_number(number);
    }

    /// How many pieces of a kind a side holds in reserve.
    #[inline]
    pub fn in_reserve(&self, side: Side, slot: Slot) -> u8 {
        self.reserves[side.index()][slot.index()]
    }

    /// Whether the piece on a square is fresh.
    #[inline]
    pub fn is_fresh(&self, square: Square) -> bool {
        self.fresh.contains(square.index())
    }

    /// How many pieces each side holds.
    #[inline]
    pub(super) fn held(&self) -> [u32; 2] {
        self.reserves.map(|reserve| reserve.into_iter().map(u32::from).sum())
    }

    /// The key of all that Chu does not know.
    #[inline]
    pub(super) fn reserve_key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn change_reserve(&mut self, side: Side, slot: Slot, change: i8) {
        let count = &mut self.reserves[side.index()][slot.index()];
        let before = *count;
        *count = before.saturating_add_signed(change);
        self.key ^= hand_key(side, slot.index(), before) ^ hand_key(side, slot.index(), *count);
    }

    /// Sets or takes away a mark.
    #[inline]
    fn toggle_mark(&mut self, square: usize) {
        self.fresh.toggle(square);
        self.key ^= mark_key(square);
    }

    pub(super) fn make_move<O: Observer<Piece, Square>>(&mut self, mv: Move, observer: &mut O) -> HeiseiUndo {
        let (fresh, key) = (self.fresh, self.key);
        let side = self.chu.side();
        let chu = match HeiseiAction::of(mv) {
            HeiseiAction::Move(action) => {
                let keeps_mark = self.fresh.contains(action.from.index())
                    && !action.promote
                    && ZONE[side.index()].contains(action.to.index());
                for square in [Some(action.from), action.via, Some(action.to)].into_iter().flatten() {
                    if self.fresh.contains(square.index()) {
                        self.toggle_mark(square.index());
                    }
                }
                if keeps_mark {
                    self.toggle_mark(action.to.index());
                }
                self.chu.make(mv, observer)
            }
            HeiseiAction::Drop { slot, promoted, to } => {
                let piece = dropped_piece(slot, promoted, side);
                let held = self.in_reserve(side, slot);
                self.change_reserve(side, slot, -1);
                observer.hand(side, slot.index(), held, self.in_reserve(side, slot));
                if !promoted && ZONE[side.index()].contains(to.index()) {
                    self.toggle_mark(to.index());
                }
                self.chu.make_drop(piece, to, observer)
            }
        };
        debug_assert_eq!(self.key, self.computed_key());
        HeiseiUndo { chu, fresh, key }
    }

    pub(super) fn unmake_move(&mut self, mv: Move, undo: HeiseiUndo) {
        match HeiseiAction::of(mv) {
            HeiseiAction::Move(_) => self.chu.unmake(mv, undo.chu),
            HeiseiAction::Drop { slot, to, .. } => {
                self.chu.unmake_drop(to, undo.chu);
                self.change_reserve(self.chu.side(), slot, 1);
            }
        }
        self.fresh = undo.fresh;
        self.key = undo.key;
    }

    pub(super) fn make_null_move(&mut self) -> HeiseiUndo {
        HeiseiUndo { chu: self.chu.make_null(), fresh: self.fresh, key: self.key }
    }

    pub(super) fn unmake_null_move(&mut self, undo: HeiseiUndo) {
        self.chu.unmake_null(undo.chu);
    }

    /// The key of reserves and marks, from scratch.
    fn computed_key(&self) -> u64 {
        let slots = Side::BOTH.into_iter().flat_map(|side| Slot::all().map(move |slot| (side, slot)));
        let held = slots.fold(0, |key, (side, slot)| key ^ hand_key(side, slot.index(), self.in_reserve(side, slot)));
        self.fresh.into_iter().fold(held, |key, square| key ^ mark_key(square))
    }

    /// Whether all derived state is what board, reserves and marks say.
    pub(super) fn is_up_to_date(&self) -> bool {
        let at_home =
            |square: usize| HeiseiPosition::can_be_fresh(self.chu.piece_on(Square::at(square)), Square::at(square));
        self.chu.is_consistent() && self.key == self.computed_key() && self.fresh.into_iter().all(at_home)
    }
}

/// The piece that a drop puts on the board.
#[inline]
pub(super) fn dropped_piece(slot: Slot, promoted: bool, side: Side) -> Piece {
    let piece = Piece::new(slot.kind(), side);
    if promoted { piece.moves().promoted() } else { piece }
}

/// Whether a piece of this kind would never move again on the last rank.
#[inline]
pub(super) fn is_immobile_on_last_rank(kind: Kind) -> bool {
    kind.info().traits.contains(crate::games::chu::piece::Traits::FORWARD_ONLY)
}
