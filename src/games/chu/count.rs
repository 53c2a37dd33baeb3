//! Counting moves without listing them: the leaves of perft.
//!
//! Steps are counted for a whole side at once, slides by their length. Only where a lion rule may forbid something are
//! the moves of the piece in question listed.

use super::piece::{Class, Traits};
use super::square::{BOARD, FRAME, LION_AREA, NEIGHBOURS, Square};
use super::state::{ChuPosition, LAST_RANK, ZONE};
use super::{movegen::near_zone, rules::PromotionMode};
use crate::geometry::{Direction, over_directions};
use crate::position::{MoveList, Position};

impl ChuPosition {
    /// The number of moves that the generators list.
    pub(super) fn count_actions(&self) -> u64 {
        let enemy_lions = self.set(!self.side, Class::Lion);
        let ban = self.counter_strike.is_some() && !enemy_lions.is_empty();
        let zone_play = self.pieces[self.side.index()].intersects(&near_zone(self.side));
        if ban || zone_play && self.rules.promotion != PromotionMode::Strict {
            let mut list = MoveList::new();
            self.moves(&mut list);
            return list.len() as u64;
        }
        let lines = over_directions!(+, D => self.count_lines(D));
        let promotions = if zone_play { self.count_step_promotions() } else { 0 };
        let special: u32 = self.set(self.side, Class::Special).into_iter().map(|from| self.count_special(from)).sum();
        (lines + promotions + special) as u64
    }

    /// Steps (without their promotions) and slides in one direction.
    #[inline(always)]
    fn count_lines(&self, direction: Direction) -> u32 {
        // The squares from which the next one that way is on the board and not own.
        let unblocked = (BOARD & !self.pieces[self.side.index()]).shifted(-FRAME.delta(direction) as i32);
        let steps = (*self.steppers(self.side, direction) & unblocked).count();
        let slides = (*self.sliders(self.side, direction) & unblocked).into_iter();
        steps + slides.map(|from| self.count_slide(from, direction)).sum::<u32>()
    }

    /// The slides of one piece in one direction, with their promotions.
    #[inline]
    fn count_slide(&self, from: usize, direction: Direction) -> u32 {
        let zone = &ZONE[self.side.index()];
        let reach = self.reach(from, direction);
        let last = FRAME.walk(from, direction, reach);
        let targets = reach - self.board[last].belongs_to(self.side) as u8;
        if !(zone.contains(last) || zone.contains(from)) {
            return targets as u32;
        }
        let piece = self.board[from];
        if !piece.can_promote() {
            return targets as u32;
        }
        let promotes = |distance: &u8| {
            let to = Square::at(FRAME.walk(from, direction, *distance));
            self.may_promote_on(piece, Square::at(from), to, !self.piece_on(to).is_none())
        };
        targets as u32 + (1..=targets).filter(promotes).count() as u32
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

    /// The moves of a piece that jumps, but for its slides.
    fn count_special(&self, from: usize) -> u32 {
        let (own, enemy) = (self.pieces[self.side.index()], self.pieces[(!self.side).index()]);
        let moves = self.board[from].moves();
        if moves.traits.contains(Traits::LION) {
            if self.set(!self.side, Class::Lion).intersects(&LION_AREA[from]) {
                return self.count_listed(from);
            }
            // Igui, and every square next to the victim that is not own.
            let on_the_way = (NEIGHBOURS[from] & enemy).into_iter().map(|via| 1 + (NEIGHBOURS[via] & !own).count());
            let plain = (LION_AREA[from] & !own).count() + self.can_pass(Square::at(from)) as u32;
            return plain + on_the_way.sum::<u32>();
        }
        if near_zone(self.side).contains(from) || !moves.sting.is_empty() {
            return self.count_listed(from);
        }
        // Kirin and phoenix outside the zone promote on every square inside.
        let targets = self.special_targets(Square::at(from)) & !own;
        targets.count() + (targets & ZONE[self.side.index()]).count()
    }

    /// The special moves of one piece, counted by listing them.
    fn count_listed(&self, from: usize) -> u32 {
        let from = Square::at(from);
        let mut list = MoveList::new();
        self.special_captures(from, &self.pieces[(!self.side).index()], &mut list);
        self.special_promotions(from, &mut list);
        self.special_quiets(from, &self.empty_squares(), &mut list);
        list.len() as u32
    }
}
