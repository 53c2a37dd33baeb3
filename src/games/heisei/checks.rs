//! Checks and evasions for the mate solver: those of Chu, and what drops and fresh promotions add.

use super::action::HeiseiAction;
use super::state::{HeiseiPosition, dropped_piece};
use crate::games::chu::piece::Piece;
use crate::games::chu::square::{Square, SquareSet};
use crate::position::{MoveList, Position};

impl HeiseiPosition {
    /// Appends the moves of [`MateHints::checks`](crate::position::MateHints::checks).
    pub(super) fn generate_checks(&self, out: &mut MoveList) {
        self.chu.generate_checks(out);
        let (own, enemy) = (self.chu.side(), !self.chu.side());
        let start = out.len();
        self.generate_fresh_promotions(out);
        // A royal that is attacked already stays so unless the drop stands in the way, and of two the fall of both is
        // asked; else a drop checks where the dropped piece attacks.
        match self.chu.only_royal(enemy) {
            Some(royal) if !self.chu.is_attacked(royal, own) => {
                self.keep(start, out, |after| after.royals_hang(enemy));
                let view = self.chu.view(royal.index(), own);
                self.push_drops(|piece| view.checking(piece), out);
            }
            _ => {
                self.generate_drops(out);
                self.keep(start, out, |after| after.royals_hang(enemy));
            }
        }
    }

    /// Appends the moves of [`MateHints::evasions`](crate::position::MateHints::evasions).
    pub(super) fn generate_evasions(&self, out: &mut MoveList) {
        self.chu.generate_evasions(out);
        let (own, enemy) = (self.chu.side(), !self.chu.side());
        let start = out.len();
        self.generate_fresh_promotions(out);
        self.keep(start, out, |after| !after.royals_hang(own));
        if !self.chu.royals_hang(own) {
            // No drop opens a way.
            self.generate_drops(out);
        } else if let Some(royal) = self.chu.only_royal(own) {
            let view = self.chu.view(royal.index(), enemy);
            let (remedies, _) = self.chu.remedies(&view, enemy);
            self.push_drops(|_| remedies, out);
        }
        // Nothing stands between a lion and two royals that it takes in one move.
    }

    /// Appends the drops on the squares wanted for the piece.
    fn push_drops(&self, wanted: impl Fn(Piece) -> SquareSet, out: &mut MoveList) {
        let area = self.drop_area();
        for slot in self.held_slots() {
            for (squares, promoted) in self.drop_squares(slot, area).into_iter().zip([false, true]) {
                let piece = dropped_piece(slot, promoted, self.chu.side());
                let drop = |to| HeiseiAction::Drop { slot, promoted, to: Square::at(to) }.to_move();
                out.extend((squares & wanted(piece)).into_iter().map(drop));
            }
        }
    }

    /// Keeps of the moves from `start` those after which something holds.
    fn keep(&self, start: usize, out: &mut MoveList, holds: impl Fn(&HeiseiPosition) -> bool) {
        if out.len() == start {
            return;
        }
        let mut after = self.clone();
        let mut kept = start;
        for index in start..out.len() {
            let mv = out[index];
            let undo = after.make_move(mv, &mut ());
            if holds(&after) {
                out[kept] = mv;
                kept += 1;
            }
            after.unmake_move(mv, undo);
        }
        out.truncate(kept);
    }
}
