//! Counting moves without listing them: the leaves of perft.
//!
//! Steps are counted for a whole side at once, slides by their length. Only where a lion rule may forbid something are
//! the moves of the piece in question listed.

use super::piece::{Class, Traits};
use super::square::{FRAME, LION_AREA, NEIGHBOURS, Square, SquareSet};
use super::state::{ChuPosition, LAST_RANK, ZONE};
use super::{movegen::near_zone, rules::PromotionMode};
use crate::geometry::Direction;
use crate::position::{MoveList, Position};

impl ChuPosition {
    /// The number of moves that the generators list.
    pub(super) fn count_actions(&self) -> u64 {
        let enemy_lions = self.set(!self.side, Class::Lion);
        let ban = self.counter_strike.is_some() && !enemy_lions.is_empty();
        let zone_play = self.pieces[self.side.index()].meets(&near_zone(self.side));
        if ban || zone_play && self.rules.promotion != PromotionMode::Strict {
            let mut list = MoveList::new();
            self.moves(&mut list);
            return list.len() as u64;
        }
        let mut total = self.count_steps(zone_play);
        for square in *self.set(self.side, Class::Slider) {
            total += self.count_slides(Square::at(square));
        }
        for square in *self.set(self.side, Class::Special) {
            total += self.count_special(Square::at(square));
        }
        total
    }

    fn count_steps(&self, zone_play: bool) -> u64 {
        let free = !self.pieces[self.side.index()];
        let board = super::square::BOARD & free;
        let mut total = 0;
        for direction in Direction::ALL {
            let targets = self.steppers(self.side, direction).shifted(FRAME.delta(direction) as i32) & board;
            total += targets.count();
        }
        if zone_play {
            total += self.count_step_promotions();
        }
        total as u64
    }

    /// Steps with the right to promote, under the strict mode.
    fn count_step_promotions(&self) -> u32 {
        let side = self.side.index();
        let free = !self.pieces[side];
        let zone = ZONE[side];
        let promotable = *self.set(self.side, Class::Promotable);
        let enemy = self.pieces[1 - side];
        let last_rank = LAST_RANK[side] & self.empty_squares();
        let mut total = 0;
        for direction in Direction::ALL {
            let by = FRAME.delta(direction) as i32;
            let movers = *self.steppers(self.side, direction) & promotable;
            total += ((movers & !zone).shifted(by) & zone & free).count();
            let inside = (movers & zone).shifted(by);
            total += (inside & enemy).count();
            for to in inside & last_rank {
                let from = Square::at((to as isize - by as isize) as usize);
                total += self.may_promote_on(self.piece_on(from), from, Square::at(to), false) as u32;
            }
        }
        total
    }

    fn count_slides(&self, from: Square) -> u64 {
        let piece = self.piece_on(from);
        let moves = piece.moves();
        let mut total = 0;
        let can_promote = moves.promoted() != piece;
        for direction in moves.slide {
            let reach = self.reach(from.index(), direction);
            if reach == 0 {
                continue;
            }
            let last = FRAME.walk(from.index(), direction, reach);
            let blocked_by_own = self.board[last].belongs_to(self.side);
            total += (reach - blocked_by_own as u8) as u64;
            if can_promote && ZONE[self.side.index()].contains(last) | ZONE[self.side.index()].contains(from.index()) {
                let end = reach - blocked_by_own as u8;
                let promotes = |distance: &u8| {
                    let to = Square::at(FRAME.walk(from.index(), direction, *distance));
                    self.may_promote_on(piece, from, to, !self.piece_on(to).is_none())
                };
                total += (1..=end).filter(promotes).count() as u64;
            }
        }
        total
    }

    fn count_special(&self, from: Square) -> u64 {
        let (side, piece) = (self.side.index(), self.piece_on(from));
        let moves = piece.moves();
        let (own, enemy) = (self.pieces[side], self.pieces[1 - side]);
        if moves.traits.contains(Traits::LION) {
            if self.set(!self.side, Class::Lion).meets(&LION_AREA[from.index()]) {
                return self.count_listed(from);
            }
            let mut total = (LION_AREA[from.index()] & !own).count();
            for via in NEIGHBOURS[from.index()] & enemy {
                // Igui, and every square next to the victim that is not own.
                total += 1 + (NEIGHBOURS[via] & !own).count();
            }
            return (total + self.can_pass(from) as u32) as u64;
        }
        if near_zone(self.side).contains(from.index()) || !moves.sting.is_empty() {
            return self.count_listed(from);
        }
        // Kirin and phoenix; the second square may lie in the zone only where the list was taken above.
        let steps = moves.step.filter_map(|direction| FRAME.target(from.index(), direction, 1));
        let jumps = moves.jump.filter_map(|direction| FRAME.target(from.index(), direction, 2));
        let targets = steps.chain(jumps).fold(SquareSet::EMPTY, SquareSet::with);
        let zone = ZONE[side];
        ((targets & !own).count() + (targets & !own & zone).count()) as u64
    }

    /// The special moves of one piece, counted by listing them.
    fn count_listed(&self, from: Square) -> u64 {
        let mut list = MoveList::new();
        self.special_captures(from, &self.pieces[(!self.side).index()], &mut list);
        self.special_promotions(from, &mut list);
        self.special_quiets(from, &self.empty_squares(), &mut list);
        list.len() as u64
    }
}
