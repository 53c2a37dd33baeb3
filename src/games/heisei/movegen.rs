//! Drops and the promotions of fresh pieces; all other moves are those of Chu.

use super::action::HeiseiAction;
use super::reserve::Slot;
use super::state::{HeiseiPosition, is_immobile_on_last_rank};
use crate::games::chu::action::Action;
use crate::games::chu::legality::Illegal;
use crate::games::chu::square::{STRIDE, Square, SquareSet};
use crate::games::chu::state::{LAST_RANK, ZONE};
use crate::position::MoveList;

/// Why a drop is illegal. The repetition rule is the game's business and not among these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalDrop {
    /// The mover holds no such piece.
    NotHeld(Slot),
    /// A drop needs an empty square.
    Occupied(Square),
    /// A drop needs an own piece next to it.
    NotNextToOwn(Square),
    /// The piece would never move again.
    Immobile(Slot, Square),
    /// Only in the promotion zone a piece may be dropped promoted.
    PromotedOutsideZone(Square),
}

impl HeiseiPosition {
    /// The empty squares next to a piece of the mover.
    #[inline]
    pub(super) fn drop_area(&self) -> SquareSet {
        let own = self.chu.pieces_of(self.chu.side());
        // The spare columns of each rank absorb what is shifted over the edge.
        let files = own | own.shifted(1) | own.shifted(-1);
        (files | files.shifted(STRIDE as i32) | files.shifted(-(STRIDE as i32))) & self.chu.empty_squares()
    }

    /// The squares of this area on which a piece may be dropped, as it is and promoted.
    #[inline]
    pub(super) fn drop_squares(&self, slot: Slot, area: SquareSet) -> [SquareSet; 2] {
        let side = self.chu.side().index();
        let plain = if is_immobile_on_last_rank(slot.kind()) { area & !LAST_RANK[side] } else { area };
        [plain, area & ZONE[side]]
    }

    /// The kinds that the mover holds.
    #[inline]
    pub(super) fn held_slots(&self) -> impl Iterator<Item = Slot> {
        let reserve = self.reserves[self.chu.side().index()];
        Slot::all().filter(move |slot| reserve[slot.index()] > 0)
    }

    pub(super) fn generate_drops(&self, out: &mut MoveList) {
        if self.held_slots().next().is_none() {
            return;
        }
        let area = self.drop_area();
        for slot in self.held_slots() {
            for (squares, promoted) in self.drop_squares(slot, area).into_iter().zip([false, true]) {
                let drop = |to| HeiseiAction::Drop { slot, promoted, to: Square::at(to) }.to_move();
                out.extend(squares.into_iter().map(drop));
            }
        }
    }

    pub(super) fn count_drops(&self) -> u64 {
        let area = self.drop_area();
        let squares = self.held_slots().flat_map(|slot| self.drop_squares(slot, area));
        squares.map(|squares| u64::from(squares.count())).sum()
    }

    /// Appends the quiet promotions that only the mark allows.
    pub(super) fn generate_fresh_promotions(&self, out: &mut MoveList) {
        let side = self.chu.side();
        for from in self.fresh & self.chu.pieces_of(side) {
            let from = Square::at(from);
            let piece = self.chu.piece_on(from);
            let targets = self.chu.plain_targets(from.index(), self.chu.empty_squares() & ZONE[side.index()]);
            for to in targets.into_iter().map(Square::at) {
                if !self.chu.may_promote_on(piece, from, to, false) {
                    out.push(Action { promote: true, ..Action::plain(from, to) }.to_move());
                }
            }
        }
    }

    /// Whether a move on the board is legal, and if not, why.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn check_move(&self, action: Action) -> Result<(), Illegal> {
        match self.chu.check(action) {
            // Without the mark it would be.
            Err(Illegal::NoRightToPromote(from, to))
                if self.is_fresh(from) && ZONE[self.chu.side().index()].contains(to.index()) =>
            {
                Ok(())
            }
            verdict => verdict,
        }
    }

    /// Whether a drop is legal, and if not, why. The tests go from the coarse to the fine.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn check_drop(&self, slot: Slot, promoted: bool, to: Square) -> Result<(), IllegalDrop> {
        if self.in_reserve(self.chu.side(), slot) == 0 {
            return Err(IllegalDrop::NotHeld(slot));
        }
        if !self.chu.piece_on(to).is_none() {
            return Err(IllegalDrop::Occupied(to));
        }
        let area = self.drop_area();
        if !area.contains(to.index()) {
            return Err(IllegalDrop::NotNextToOwn(to));
        }
        let squares = self.drop_squares(slot, area)[promoted as usize];
        match squares.contains(to.index()) {
            true => Ok(()),
            false if promoted => Err(IllegalDrop::PromotedOutsideZone(to)),
            false => Err(IllegalDrop::Immobile(slot, to)),
        }
    }

    /// Whether the generators list an action.
    pub(super) fn allows(&self, action: HeiseiAction) -> bool {
        match action {
            HeiseiAction::Move(action) => self.check_move(action).is_ok(),
            HeiseiAction::Drop { slot, promoted, to } => self.check_drop(slot, promoted, to).is_ok(),
        }
    }
}
