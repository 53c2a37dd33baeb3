//! Move generation (chu-rules §2, §3). Everything listed is legal under the lion rules.
//!
//! Single steps are generated for all pieces of a side at once, direction by direction; slides and special moves piece
//! by piece. Moves that change material come separately, so that quiescence never looks at quiet moves.

use super::action::Action;
use super::piece::{Class, Piece, Traits};
use super::square::{FRAME, KIRIN_AREA, LION_AREA, NEIGHBOURS, PHOENIX_AREA, Square, SquareSet};
use super::state::{ChuPosition, ZONE, in_zone};
use crate::geometry::{Direction, Directions, over_directions};
use crate::position::{MoveList, Side};

impl ChuPosition {
    /// Appends all captures and promotions.
    pub(super) fn generate_tacticals(&self, out: &mut MoveList) {
        let enemy = self.pieces[(!self.side).index()];
        self.step_captures(&enemy, out);
        self.step_promotions(out);
        self.slide_tacticals(&enemy, out);
        self.set(self.side, Class::Special).into_iter().for_each(|square| {
            self.special_captures(Square::at(square), &enemy, out);
            self.special_promotions(Square::at(square), out);
        });
    }

    /// Appends all other moves.
    pub(super) fn generate_quiets(&self, out: &mut MoveList) {
        let empty = self.empty_squares();
        for direction in Direction::ALL {
            let by = FRAME.delta(direction);
            let targets = self.steppers(self.side, direction).shifted(by as i32) & empty;
            out.extend(targets.into_iter().map(|to| {
                let from = Square::at((to as isize - by) as usize);
                Action::plain(from, Square::at(to)).to_move()
            }));
            for from in *self.sliders(self.side, direction) & empty.shifted(-by as i32) {
                for distance in 1..=self.empty_reach(from, direction) {
                    let to = Square::at(FRAME.walk(from, direction, distance));
                    out.push(Action::plain(Square::at(from), to).to_move());
                }
            }
        }
        for square in *self.set(self.side, Class::Special) {
            self.special_quiets(Square::at(square), &empty, out);
        }
    }

    /// The number of empty squares in a direction.
    #[inline]
    pub(super) fn empty_reach(&self, square: usize, direction: Direction) -> u8 {
        let reach = self.reach(square, direction);
        let blocked = reach > 0 && !self.board[FRAME.walk(square, direction, reach)].is_none();
        reach - blocked as u8
    }

    /// A capture by a plain move, with its promotion if the mover has the right. Not inlined: most lines end at no enemy,
    /// and sixteen copies would crowd the instruction cache.
    #[inline(never)]
    fn push_capture(&self, from: Square, to: Square, out: &mut MoveList) {
        let action = Action::plain(from, to);
        if self.lion_rules_allow(action) {
            out.push(action.to_move());
            let piece = self.piece_on(from);
            if piece.can_promote() && self.may_promote_on(piece, from, to, true) {
                out.push(Action { promote: true, ..action }.to_move());
            }
        }
    }

    /// The promotion of a quiet plain move, if the mover has the right.
    #[inline(never)]
    fn push_quiet_promotion(&self, piece: Piece, from: Square, to: Square, out: &mut MoveList) {
        if piece.can_promote() && self.may_promote_on(piece, from, to, false) {
            out.push(Action { promote: true, ..Action::plain(from, to) }.to_move());
        }
    }

    fn step_captures(&self, enemy: &SquareSet, out: &mut MoveList) {
        over_directions!(;, D => {
            let by = FRAME.delta(D);
            let targets = self.steppers(self.side, D).shifted(by as i32) & *enemy;
            targets.into_iter().for_each(|to| {
                self.push_capture(Square::at((to as isize - by) as usize), Square::at(to), out);
            });
        });
    }

    /// Quiet steps that may promote. Nearly always they enter the zone, so only pieces near it are looked at.
    fn step_promotions(&self, out: &mut MoveList) {
        let side = self.side.index();
        let candidates = *self.set(self.side, Class::Promotable) & near_zone(self.side);
        if candidates.is_empty() {
            return;
        }
        let empty = self.empty_squares() & ZONE_AND_BORDER[side];
        over_directions!(;, D => {
            let by = FRAME.delta(D);
            let targets = (*self.steppers(self.side, D) & candidates).shifted(by as i32) & empty;
            targets.into_iter().for_each(|to| {
                let from = Square::at((to as isize - by) as usize);
                self.push_quiet_promotion(self.piece_on(from), from, Square::at(to), out);
            });
        });
    }

    fn slide_tacticals(&self, enemy: &SquareSet, out: &mut MoveList) {
        let free = self.empty_squares() | *enemy;
        // A slide that promotes quietly ends or starts in the zone.
        let inside = ZONE[self.side.index()] & *self.set(self.side, Class::Promotable);
        over_directions!(;, D => {
            let unblocked = *self.sliders(self.side, D) & free.shifted(-FRAME.delta(D) as i32);
            let enters = D.step().1 == if self.side == Side::Black { 1 } else { -1 };
            unblocked.into_iter().for_each(|from| {
                let last = FRAME.walk(from, D, self.reach(from, D));
                let (from, last) = (Square::at(from), Square::at(last));
                if self.piece_on(last).belongs_to(!self.side) {
                    self.push_capture(from, last, out);
                }
                if enters && in_zone(self.side, last) && self.piece_on(from).can_promote() {
                    self.slide_promotions(from.index(), D, out);
                }
            });
            if !enters {
                (unblocked & inside).into_iter().for_each(|from| self.slide_promotions(from, D, out));
            }
        });
    }

    #[inline(never)]
    fn slide_promotions(&self, from: usize, direction: Direction, out: &mut MoveList) {
        let piece = self.board[from];
        for distance in 1..=self.empty_reach(from, direction) {
            let to = Square::at(FRAME.walk(from, direction, distance));
            self.push_quiet_promotion(piece, Square::at(from), to, out);
        }
    }

    /// Squares a special piece reaches by plain moves that are not slides, own pieces included.
    pub(super) fn special_targets(&self, from: Square) -> SquareSet {
        let moves = self.piece_on(from).moves();
        match moves.jump {
            Directions::ALL => LION_AREA[from.index()],
            Directions::ORTHOGONAL => KIRIN_AREA[from.index()],
            Directions::DIAGONAL => PHOENIX_AREA[from.index()],
            jump => {
                let steps = moves.step.filter_map(|direction| FRAME.target(from.index(), direction, 1));
                let jumps = jump.filter_map(|direction| FRAME.target(from.index(), direction, 2));
                steps.chain(jumps).fold(SquareSet::EMPTY, SquareSet::with)
            }
        }
    }

    pub(super) fn special_captures(&self, from: Square, enemy: &SquareSet, out: &mut MoveList) {
        let targets = self.special_targets(from) & *enemy;
        targets.into_iter().for_each(|to| self.push_capture(from, Square::at(to), out));
        let own = self.pieces[self.side.index()];
        let mut push = |via: Square, to: Square| {
            let action = Action::through(from, via, to);
            if self.lion_rules_allow(action) {
                out.push(action.to_move());
            }
        };
        let moves = self.piece_on(from).moves();
        if moves.traits.contains(Traits::LION) {
            (NEIGHBOURS[from.index()] & *enemy).into_iter().for_each(|via| {
                push(Square::at(via), from);
                // The start square is among the neighbours of `via`, but holds an own piece.
                (NEIGHBOURS[via] & !own).into_iter().for_each(|to| push(Square::at(via), Square::at(to)));
            });
        }
        for direction in moves.sting {
            let Some(via) = from.step(direction, 1).filter(|via| enemy.contains(via.index())) else { continue };
            push(via, from);
            if let Some(to) = from.step(direction, 2).filter(|to| !own.contains(to.index())) {
                push(via, to);
            }
        }
    }

    pub(super) fn special_promotions(&self, from: Square, out: &mut MoveList) {
        let piece = self.piece_on(from);
        if !piece.can_promote() {
            return;
        }
        for to in self.special_targets(from) & self.empty_squares() {
            self.push_quiet_promotion(piece, from, Square::at(to), out);
        }
    }

    pub(super) fn special_quiets(&self, from: Square, empty: &SquareSet, out: &mut MoveList) {
        for to in self.special_targets(from) & *empty {
            out.push(Action::plain(from, Square::at(to)).to_move());
        }
        if self.can_pass(from) {
            out.push(Action::pass(from).to_move());
        }
    }

    /// The empty neighbours over which the piece on `from` can step away and come back.
    pub(super) fn pass_squares(&self, from: Square) -> SquareSet {
        let moves = self.piece_on(from).moves();
        let around = if moves.traits.contains(Traits::LION) {
            NEIGHBOURS[from.index()]
        } else {
            let squares = moves.sting.filter_map(|direction| FRAME.target(from.index(), direction, 1));
            squares.fold(SquareSet::EMPTY, SquareSet::with)
        };
        around & self.empty_squares()
    }

    /// Whether the piece on `from` has the power to pass and room for it.
    #[inline]
    pub(super) fn can_pass(&self, from: Square) -> bool {
        !self.pass_squares(from).is_empty()
    }
}

/// A side's zone and the rank before it: where steps can promote from and to.
static ZONE_AND_BORDER: [SquareSet; 2] = [super::square::ranks(7, 12), super::square::ranks(0, 5)];

#[inline]
pub(super) fn near_zone(side: Side) -> SquareSet {
    ZONE_AND_BORDER[side.index()]
}

#[cfg(test)]
mod tests {
    use super::super::square::BOARD;
    use super::super::state::LAST_RANK;
    use super::*;

    #[test]
    fn the_border_is_the_rank_before_the_zone() {
        for side in Side::BOTH {
            assert_eq!(ZONE_AND_BORDER[side.index()].count(), 60);
            assert_eq!((ZONE[side.index()] & ZONE_AND_BORDER[side.index()]).count(), 48);
            assert_eq!((LAST_RANK[side.index()] & ZONE[side.index()]).count(), 12);
            assert_eq!((ZONE[side.index()] & BOARD).count(), 48);
        }
    }
}
