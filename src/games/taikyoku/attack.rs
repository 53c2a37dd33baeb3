//! Who attacks a square, and whether a piece reaches it.

use super::movegen::{first, reached, turns};
use super::movement::{LEAPS, Powers};
use super::square::{FRAME, SquareSet, change, line, offset};
use super::state::{BoardLines, TaikyokuPosition};
use super::table::PieceInfo;
use crate::geometry::{Bitboard, Direction, Directions};
use crate::position::Side;
use arrayvec::ArrayVec;

/// The farthest square to which a piece can jump and slide on.
const LONGEST_JUMP: u32 = 4;

/// A board from which some pieces may have gone, as exchanges see it.
pub(super) struct View<'a> {
    pub position: &'a TaikyokuPosition,
    pub lines: &'a BoardLines,
    /// Squares whose pieces have gone; the lines know.
    pub gone: &'a SquareSet,
    /// How many of the pieces that reach far are asked.
    pub most_far: usize,
}

impl TaikyokuPosition {
    /// The board as it is.
    pub(super) fn view(&self) -> View<'_> {
        const NOTHING: &SquareSet = &Bitboard::EMPTY;
        View { position: self, lines: &self.lines, gone: NOTHING, most_far: usize::MAX }
    }

    /// Whether a piece of `by` attacks a square.
    #[inline]
    pub(super) fn is_attacked(&self, target: usize, by: Side) -> bool {
        self.view().attackers(target, by, |_| true)
    }

    /// Whether the piece on `from` could go to `to` by a plain move, were there nothing of its own.
    pub(super) fn reaches(&self, from: usize, to: usize) -> bool {
        self.view().reaches(from, to)
    }

    /// Whether a piece may pass the turn here.
    pub(super) fn can_pass(&self, info: &PieceInfo, from: usize) -> bool {
        info.powers.contains(Powers::PASS)
            && info.directions.into_iter().any(|direction| {
                info.rays[direction.index()].powers.contains(Powers::PASS)
                    && FRAME.target(from, direction, 1).is_some_and(|square| self.board[square].is_none())
            })
    }
}

impl View<'_> {
    #[inline]
    fn ahead(&self, square: usize, direction: Direction) -> u64 {
        self.lines.ahead(&FRAME, square, direction)
    }

    #[inline]
    fn is_empty(&self, square: usize) -> bool {
        self.position.board[square].is_none() || self.gone.contains(square)
    }

    /// Calls `found` with the squares of the pieces of `by` that attack `target` until it says true; whether it did.
    pub fn attackers(&self, target: usize, by: Side, mut found: impl FnMut(usize) -> bool) -> bool {
        for direction in Direction::ALL {
            if self.attackers_on_line(target, by, direction, &mut found) {
                return true;
            }
        }
        for (index, &(files, ranks)) in LEAPS.iter().enumerate() {
            let Some(from) = offset(target, (-files, -ranks)) else { continue };
            let piece = self.position.board[from];
            if piece.belongs_to(by)
                && !self.gone.contains(from)
                && self.position.info(from).leaps >> index & 1 != 0
                && found(from)
            {
                return true;
            }
        }
        // What has been found on a line is not told again.
        self.position.far[by.index()].into_iter().take(self.most_far).any(|from| {
            !self.gone.contains(from) && from != target && self.reaches_far(from, target, true) && found(from)
        })
    }

    /// The attackers that slide or jump along a line; see [`attackers`](View::attackers).
    #[inline]
    fn attackers_on_line(
        &self,
        target: usize,
        by: Side,
        direction: Direction,
        found: &mut impl FnMut(usize) -> bool,
    ) -> bool {
        let mut occupied = self.ahead(target, direction);
        if occupied == 0 {
            return false;
        }
        let towards = direction.opposite().index();
        let nearest = occupied.trailing_zeros() + 1;
        // Whoever jumps lands on the target, or before the first piece.
        while occupied != 0 {
            let distance = occupied.trailing_zeros() + 1;
            if distance >= nearest + LONGEST_JUMP {
                return false;
            }
            occupied &= occupied - 1;
            let from = FRAME.walk(target, direction, distance as u8);
            if !self.position.board[from].belongs_to(by) {
                continue;
            }
            let ray = &self.position.info(from).rays[towards];
            let slides = distance == nearest && u32::from(ray.slide) >= distance;
            let jumps = || {
                ray.jumps().any(|(to, steps)| {
                    let beyond = distance.wrapping_sub(u32::from(to));
                    beyond == 0 || beyond < nearest && beyond <= u32::from(steps)
                })
            };
            if (slides || jumps()) && found(from) {
                return true;
            }
        }
        false
    }

    /// Whether a piece that reaches farther than others goes to a square in its own way, and not by a slide alone.
    fn reaches_far(&self, from: usize, target: usize, to_capture: bool) -> bool {
        let info = self.position.info(from);
        if let Some((direction, distance)) = line(from, target) {
            let ray = &info.rays[direction.index()];
            let occupied = self.ahead(from, direction);
            let blocked = occupied & first(distance - 1) != 0;
            if ray.powers.contains(Powers::OVER) && reached(ray, occupied, distance) >> (distance - 1) & 1 != 0 {
                return true;
            }
            if ray.powers.contains(Powers::RANGE)
                && (blocked && to_capture || self.position.table.sweeps)
                && self.ranges(info, from, direction, distance)
            {
                return true;
            }
        }
        info.powers.contains(Powers::HOOK) && !self.open_turns(info, from, target).is_empty()
    }

    /// Whether a range move takes what stands so far away, or would if something stood there.
    fn ranges(&self, info: &PieceInfo, from: usize, direction: Direction, distance: u8) -> bool {
        let mut between = self.ahead(from, direction) & first(distance - 1);
        let target = FRAME.walk(from, direction, distance);
        if self.position.table.sweeps && !self.is_empty(target) && self.position.info(target).rank <= info.rank {
            return false;
        }
        while between != 0 {
            let square = FRAME.walk(from, direction, between.trailing_zeros() as u8 + 1);
            if self.position.info(square).rank <= info.rank {
                return false;
            }
            between &= between - 1;
        }
        true
    }

    /// The squares on which a hook move to a square could turn: both legs are open.
    pub fn open_turns(&self, info: &PieceInfo, from: usize, target: usize) -> ArrayVec<usize, 4> {
        let (files, ranks) = change(from, target);
        let (along, across) = ((files + ranks) / 2, (files - ranks) / 2);
        // A diagonal leg changes file and rank by the same number, or by opposite ones.
        let diagonal = [(along, along), (across, -across)].into_iter().filter(|_| (files + ranks) % 2 == 0);
        let mut open = ArrayVec::new();
        for corner in diagonal.chain([(files, 0), (0, ranks)]) {
            let Some(turn) = offset(from, corner) else { continue };
            // On the lines of the piece one leg has no length: such moves are slides.
            let (Some((leg, steps)), Some((next, more))) = (line(from, turn), line(turn, target)) else { continue };
            if info.rays[leg.index()].powers.contains(Powers::HOOK)
                && turns(leg).contains(&next)
                && self.ahead(from, leg) & first(steps) == 0
                && self.ahead(turn, next) & first(more - 1) == 0
            {
                open.push(turn);
            }
        }
        open
    }

    /// Whether the piece on `from` could go to `to` by a plain move, were there nothing of its own.
    pub fn reaches(&self, from: usize, to: usize) -> bool {
        let info = self.position.info(from);
        if let Some((direction, distance)) = line(from, to) {
            let occupied = self.ahead(from, direction);
            let squares = reached(&info.rays[direction.index()], occupied, FRAME.edge(from, direction));
            if squares >> (distance - 1) & 1 != 0 {
                return true;
            }
        }
        let leaps = Directions(info.leaps).into_iter().any(|leap| offset(from, LEAPS[leap.index()]) == Some(to));
        leaps || from != to && self.reaches_far(from, to, !self.is_empty(to))
    }
}
