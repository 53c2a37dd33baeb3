//! Move generation. Everything a piece does in a direction is one word: bit `n` is the square `n + 1` steps away. Words of
//! several atoms are joined before squares are made of them, so that no move comes twice.

use super::action::{Action, Path};
use super::movement::{LEAPS, Powers, Ray};
use super::rules::Switches;
use super::square::{FRAME, Square, SquareSet, in_zone, offset};
use super::state::TaikyokuPosition;
use super::table::PieceInfo;
use crate::geometry::{Bitboard, Direction, Directions};
use crate::position::{MoveList, Side};

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Want {
    /// Those that take or promote.
    Tacticals,
    /// The others.
    Quiets,
}

/// The first `count` squares of a line.
#[inline]
pub(super) const fn first(count: u8) -> u64 {
    (1 << count) - 1
}

/// How far a slide gets: to the first occupied square, the edge, or the end of its steps.
#[inline]
pub(super) fn slide(occupied: u64, edge: u8, steps: u8) -> u64 {
    let reach = (occupied.trailing_zeros() as u8 + 1).min(edge).min(steps);
    first(reach)
}

/// The squares a ray reaches by slides and jumps, own pieces included, on a line with these pieces and so many squares to
/// the edge.
#[inline]
pub(super) fn reached(ray: &Ray, occupied: u64, edge: u8) -> u64 {
    let mut squares = slide(occupied, edge, ray.slide);
    for (to, steps) in ray.jumps() {
        if to <= edge {
            squares |= 1 << (to - 1);
            if occupied >> (to - 1) & 1 == 0 {
                squares |= slide(occupied >> to, edge - to, steps) << to;
            }
        }
    }
    if ray.powers.contains(Powers::OVER) {
        squares |= over_three(occupied, edge);
    }
    squares
}

/// The squares up to the fourth piece.
fn over_three(occupied: u64, edge: u8) -> u64 {
    let beyond_three = (0..3).fold(occupied, |rest, _| rest & rest.wrapping_sub(1));
    first((beyond_three.trailing_zeros() as u8 + 1).min(edge))
}

/// The directions at right angles to one.
pub(super) const fn turns(direction: Direction) -> [Direction; 2] {
    [Direction::ALL[(direction as usize + 2) % 8], Direction::ALL[(direction as usize + 6) % 8]]
}

/// Writes the moves of one piece.
struct Writer<'a> {
    position: &'a TaikyokuPosition,
    from: usize,
    side: Side,
    info: &'static PieceInfo,
    want: Want,
    out: &'a mut MoveList,
}

impl TaikyokuPosition {
    /// Appends the moves that are wanted of all pieces of a side.
    pub(super) fn generate(&self, side: Side, want: Want, out: &mut MoveList) {
        for from in self.pieces[side.index()] {
            self.generate_of(from, want, out);
        }
    }

    /// Appends those of the piece on a square.
    #[inline]
    pub(super) fn generate_of(&self, from: usize, want: Want, out: &mut MoveList) {
        let side = self.board[from].side();
        Writer { position: self, from, side, info: self.info(from), want, out }.piece();
    }

    /// What a range move does in a direction: the squares it takes something on, beyond those of its slide; or, where
    /// range moves sweep, all squares it can end on.
    pub(super) fn ranged(&self, info: &PieceInfo, from: usize, direction: Direction) -> u64 {
        let occupied = self.ahead(from, direction);
        let mut rest = occupied;
        let mut squares = if self.table.sweeps { first(FRAME.edge(from, direction)) } else { occupied };
        while rest != 0 {
            let distance = rest.trailing_zeros() as u8 + 1;
            if self.info(FRAME.walk(from, direction, distance)).rank <= info.rank {
                // A piece of no lower rank can be taken by a jump, but not passed; a sweep cannot even take it.
                squares &= first(if self.table.sweeps { distance - 1 } else { distance });
                break;
            }
            rest &= rest - 1;
        }
        squares
    }
}

impl Writer<'_> {
    fn piece(&mut self) {
        let plain = Directions(self.info.directions.0 & !self.info.special.0);
        for direction in plain {
            let occupied = self.position.ahead(self.from, direction);
            let edge = FRAME.edge(self.from, direction);
            let squares = slide(occupied, edge, self.info.rays[direction.index()].slide);
            self.line(direction, squares, occupied, Path::Plain);
        }
        for direction in self.info.special {
            self.special(direction);
        }
        for leap in Directions(self.info.leaps) {
            if let Some(to) = offset(self.from, LEAPS[leap.index()]) {
                self.arrive(to, Path::Plain);
            }
        }
        if self.info.powers.contains(Powers::HOOK) {
            self.hooks();
        }
        if self.want == Want::Quiets && self.position.can_pass(self.info, self.from) {
            self.write(self.from, Path::Plain, false);
        }
    }

    /// The squares of a line, those with own pieces among them left out.
    #[inline]
    fn line(&mut self, direction: Direction, squares: u64, occupied: u64, path: Path) {
        let mut captures = squares & occupied;
        let mut quiets = squares & !occupied;
        if self.want == Want::Tacticals {
            while captures != 0 {
                let to = FRAME.walk(self.from, direction, captures.trailing_zeros() as u8 + 1);
                captures &= captures - 1;
                if self.position.board[to].belongs_to(!self.side) {
                    self.tactical(to, path, self.can_promote(to));
                }
            }
        }
        // Without a capture only a promotion is tactical.
        if self.want == Want::Tacticals && !self.info.promotes {
            return;
        }
        while quiets != 0 {
            let to = FRAME.walk(self.from, direction, quiets.trailing_zeros() as u8 + 1);
            quiets &= quiets - 1;
            self.quiet(to, self.can_promote(to));
        }
    }

    #[inline]
    fn can_promote(&self, to: usize) -> bool {
        self.info.promotes && in_zone(to, self.side)
    }

    /// A move to a square that is not on a line, or may be an own one.
    fn arrive(&mut self, to: usize, path: Path) {
        let piece = self.position.board[to];
        if piece.is_none() {
            self.quiet(to, self.can_promote(to));
        } else if piece.belongs_to(!self.side) && self.want == Want::Tacticals {
            self.tactical(to, path, self.can_promote(to));
        }
    }

    /// A move that takes something.
    fn tactical(&mut self, to: usize, path: Path, can_promote: bool) {
        if can_promote {
            self.write(to, path, true);
        }
        if !can_promote || self.is_promotion_optional() {
            self.write(to, path, false);
        }
    }

    /// A move that takes nothing.
    #[inline]
    fn quiet(&mut self, to: usize, can_promote: bool) {
        match self.want {
            Want::Tacticals if can_promote => self.write(to, Path::Plain, true),
            Want::Quiets if !can_promote || self.is_promotion_optional() => self.write(to, Path::Plain, false),
            _ => {}
        }
    }

    fn is_promotion_optional(&self) -> bool {
        self.position.rules.has(Switches::OPTIONAL_PROMOTION)
    }

    #[inline]
    fn write(&mut self, to: usize, path: Path, promotes: bool) {
        let (from, to) = (Square::at(self.from), Square::at(to));
        self.out.push(Action { from, to, path, promotes }.to_move());
    }

    /// A direction in which the piece does more than slide.
    fn special(&mut self, direction: Direction) {
        let ray = &self.info.rays[direction.index()];
        let occupied = self.position.ahead(self.from, direction);
        let edge = FRAME.edge(self.from, direction);
        let mut squares = reached(ray, occupied, edge);
        if ray.powers.contains(Powers::RANGE) {
            if self.position.table.sweeps {
                self.sweep(direction, occupied);
            } else {
                squares |= self.position.ranged(self.info, self.from, direction);
            }
        }
        // The straight moves of hooks come with those that turn.
        if !ray.powers.contains(Powers::HOOK) {
            self.line(direction, squares, occupied, Path::Plain);
        }
        if self.want == Want::Tacticals && ray.powers.intersects(Powers::LION | Powers::IGUI) && edge > 0 {
            self.over(direction, ray.powers.contains(Powers::LION));
        }
        if self.want == Want::Tacticals && ray.walk > 1 {
            self.walk(direction, ray.walk.min(edge), occupied);
        }
    }

    /// Takes the adjacent piece and comes back or, as a lion, goes on.
    fn over(&mut self, direction: Direction, lion: bool) {
        let via = FRAME.walk(self.from, direction, 1);
        if !self.position.board[via].belongs_to(!self.side) {
            return;
        }
        self.write(self.from, Path::Over(direction), false);
        for next in Directions::ALL.filter(|_| lion) {
            let to = FRAME.target(via, next, 1).filter(|&to| to != self.from);
            let to = to.filter(|&to| !self.position.board[to].belongs_to(self.side));
            if let Some(to) = to {
                self.tactical(to, Path::Over(direction), self.can_promote(to));
            }
        }
    }

    /// Takes every enemy on the way; what takes nothing before its end is a plain move.
    fn walk(&mut self, direction: Direction, steps: u8, occupied: u64) {
        for distance in 1..=steps {
            let to = FRAME.walk(self.from, direction, distance);
            if self.position.board[to].belongs_to(self.side) {
                return;
            }
            if occupied & first(distance - 1) != 0 {
                self.tactical(to, Path::All, self.can_promote(to));
            }
        }
    }

    /// Takes everything on the way, own pieces too.
    fn sweep(&mut self, direction: Direction, occupied: u64) {
        let mut squares = self.position.ranged(self.info, self.from, direction);
        while squares != 0 {
            let steps = squares.trailing_zeros() as u8;
            squares &= squares - 1;
            let to = FRAME.walk(self.from, direction, steps + 1);
            if occupied & first(steps) != 0 {
                if self.want == Want::Tacticals {
                    self.tactical(to, Path::All, self.can_promote(to));
                }
            } else if self.position.board[to].belongs_to(self.side) {
                if self.want == Want::Tacticals {
                    self.tactical(to, Path::Plain, self.can_promote(to));
                }
            } else {
                self.arrive(to, Path::Plain);
            }
        }
    }

    /// Slides that may turn once. Most squares can be reached in two ways, so the ends are collected first.
    fn hooks(&mut self) {
        let mut ends = Ends { as_it_is: Bitboard::EMPTY, promoted: Bitboard::EMPTY };
        for direction in self.info.directions {
            if !self.info.rays[direction.index()].powers.contains(Powers::HOOK) {
                continue;
            }
            let reach = self.position.lines.reach(&FRAME, self.from, direction);
            for distance in 1..=reach {
                let turn = FRAME.walk(self.from, direction, distance);
                self.end(turn, false, &mut ends);
                if self.position.board[turn].is_none() {
                    let in_zone = self.can_promote(turn) && self.position.rules.has(Switches::HOOK_PROMOTION);
                    turns(direction).into_iter().for_each(|next| self.leg(turn, next, in_zone, &mut ends));
                }
            }
        }
        for (squares, promotes) in [(ends.as_it_is, false), (ends.promoted, true)] {
            for to in squares {
                let captures = !self.position.board[to].is_none();
                if (self.want == Want::Tacticals) == (captures || promotes) {
                    self.write(to, Path::Plain, promotes);
                }
            }
        }
    }

    /// The second leg of a hook move.
    fn leg(&self, turn: usize, direction: Direction, turned_in_zone: bool, ends: &mut Ends) {
        let reach = self.position.lines.reach(&FRAME, turn, direction);
        // If it never promotes, only the end of the leg can be a tactical move.
        let from = if self.want == Want::Tacticals && !self.info.promotes { reach.max(1) } else { 1 };
        for distance in from..=reach {
            self.end(FRAME.walk(turn, direction, distance), turned_in_zone, ends);
        }
    }

    fn end(&self, to: usize, turned_in_zone: bool, ends: &mut Ends) {
        if self.position.board[to].belongs_to(self.side) {
            return;
        }
        let can_promote = turned_in_zone || self.can_promote(to);
        if can_promote && !ends.promoted.contains(to) {
            ends.promoted.toggle(to);
        }
        if (!can_promote || self.is_promotion_optional()) && !ends.as_it_is.contains(to) {
            ends.as_it_is.toggle(to);
        }
    }
}

/// The squares on which a hook move can end, by whether the piece promotes.
struct Ends {
    as_it_is: SquareSet,
    promoted: SquareSet,
}
