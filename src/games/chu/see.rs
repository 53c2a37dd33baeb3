//! Static exchange evaluation: what a capture wins after all captures and recaptures on its final square.
//!
//! A double capture has its first victim as sunk gain; igui fights on the start square. Recaptures are plain moves; they
//! never promote and ignore the lion rules.

use super::action::Action;
use super::piece::{Beside, Class, Moves, Traits};
use super::square::{FRAME, LION_AREA, Square, SquareSet, WITHIN};
use super::state::ChuPosition;
use crate::geometry::{Direction, Directions, over_directions};
use crate::position::Side;
use arrayvec::ArrayVec;

/// What the last royal counts in an exchange, in centipawns: more than everything else together.
const LAST_ROYAL: i32 = 20_000;

/// At most one piece on each of eight lines, eight jumpers on the second squares and eight a knight's leap away.
const MOST_ATTACKERS: usize = 24;

impl ChuPosition {
    /// Material that a move wins at once, in centipawns: its victims and its promotion.
    #[inline]
    pub(super) fn gain_of(&self, action: Action) -> i32 {
        let Action { from, via, to, promote } = action;
        let mut gain = 0;
        if to != from {
            gain += self.piece_on(to).moves().value();
        }
        if let Some(via) = via {
            gain += self.piece_on(via).moves().value();
        }
        if promote {
            let mover = self.piece_on(from).moves();
            gain += mover.promoted().moves().value() - mover.value();
        }
        gain
    }

    /// Whether the exchange started by `action` wins at least `threshold` centipawns.
    pub(super) fn exchange_wins(&self, action: Action, threshold: i32) -> bool {
        let gain = self.gain_of(action);
        if gain < threshold {
            return false;
        }
        let stake = self.stake(action);
        // Even if the piece is lost for nothing, the gain suffices.
        if gain - stake >= threshold || action.is_pass() {
            return true;
        }
        let mut exchange = Exchange::new(self, action);
        // Even if the cheapest neighbour takes it and is taken in turn, the gain does not suffice.
        let taker = exchange.add_neighbours(!self.side);
        if taker.is_some_and(|taker| gain - stake + taker.value() < threshold) {
            return false;
        }
        exchange.add_neighbours(self.side);
        exchange.add_distant([Some(action.from), action.via]);
        exchange.holds(stake, gain - threshold)
    }

    /// Whether a piece that is worth `stake`, put on an empty square instead of a move, loses at most `surplus` there.
    pub(in crate::games) fn drop_loses_at_most(&self, square: Square, stake: i32, surplus: i32) -> bool {
        if surplus < 0 || stake <= surplus {
            return surplus >= 0;
        }
        let mut exchange = Exchange::new(self, Action::pass(square));
        exchange.add_neighbours(!self.side);
        exchange.add_neighbours(self.side);
        exchange.add_distant([None, None]);
        exchange.holds(stake, surplus)
    }

    /// What the opponent would win by taking the piece that has moved.
    fn stake(&self, action: Action) -> i32 {
        let mover = self.piece_on(action.from).moves();
        // An elephant that becomes a prince is never the last royal: either there is another, or there never was one.
        if action.promote { mover.promoted().moves().value() } else { self.exchange_value(mover, self.side) }
    }

    #[inline]
    fn exchange_value(&self, moves: &Moves, side: Side) -> i32 {
        let last_royal = moves.traits.contains(Traits::ROYAL) && self.set(side, Class::Royal).is_single();
        if last_royal { LAST_ROYAL } else { moves.value() }
    }
}

/// A piece that can capture on the square of the exchange: its value in centipawns (upper half), its square, and the
/// direction in which it stands as seen from the target, or [`OFF_LINE`]. Comparing attackers compares values first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Attacker(u32);

/// In place of a direction: the attacker leaps as a knight does.
const OFF_LINE: u8 = 8;

impl Attacker {
    #[inline]
    fn new(value: i32, square: usize, line: u8) -> Attacker {
        Attacker((value as u32) << 16 | (square as u32) << 8 | line as u32)
    }

    #[inline]
    fn value(self) -> i32 {
        (self.0 >> 16) as i32
    }

    #[inline]
    fn square(self) -> usize {
        (self.0 >> 8 & 255) as usize
    }

    #[inline]
    fn line(self) -> Option<Direction> {
        Direction::ALL.get((self.0 & 15) as usize).copied()
    }
}

/// The captures on one square, cheapest piece first, with the pieces behind coming forward as the ones before them go.
struct Exchange<'a> {
    position: &'a ChuPosition,
    target: usize,
    /// Squares that are empty by now.
    gone: SquareSet,
    /// The directions in which neighbours attack the target.
    beside: Beside,
    /// The pieces of each side that can capture now: the first on each line, and those that nothing can block.
    attackers: [ArrayVec<Attacker, MOST_ATTACKERS>; 2],
}

impl<'a> Exchange<'a> {
    /// The exchange after `action`, so far without attackers.
    #[inline(always)]
    fn new(position: &'a ChuPosition, action: Action) -> Self {
        let target = action.to.index();
        let mut gone = action.via.map_or(SquareSet::EMPTY, |via| SquareSet::of(via.index()));
        if action.to != action.from {
            gone |= SquareSet::of(action.from.index());
        }
        let beside = position.neighbours_attacking(target);
        Exchange { position, target, gone, beside, attackers: [ArrayVec::new(), ArrayVec::new()] }
    }

    /// Adds the attackers of a side next to the target. Returns the cheapest.
    #[inline(always)]
    fn add_neighbours(&mut self, side: Side) -> Option<Attacker> {
        for towards in self.beside.of(side) {
            let out = towards.opposite();
            let square = FRAME.walk(self.target, out, 1);
            if !self.gone.contains(square) {
                self.add(square, out as u8);
            }
        }
        self.attackers[side.index()].iter().copied().min()
    }

    /// Adds the attackers farther away. `left` are the squares that have become empty by the move.
    #[inline(always)]
    fn add_distant(&mut self, left: [Option<Square>; 2]) {
        let target = self.target;
        let mut first = [0; 8];
        let mut sliding = Directions::NONE;
        over_directions!(;, D => {
            let square = FRAME.walk(target, D, self.position.reach(target, D)) as u8;
            first[D as usize] = square;
            sliding.0 |= u8::from(self.position.board[usize::from(square)].slides(D.opposite())) << D as u8;
        });
        let beside = Directions(self.beside.of(Side::Black).0 | self.beside.of(Side::White).0).rotated();
        // At the edge one sees the target itself.
        sliding.0 &= WITHIN[target].0 & !beside.0;
        for square in left.into_iter().flatten() {
            let line = Square::at(target).line_to(square);
            if let Some((out, _)) = line.filter(|&(out, _)| usize::from(first[out as usize]) == square.index()) {
                sliding.0 &= !(1 << out as u8);
                self.look_along(out, square.index());
            }
        }
        for out in sliding {
            self.add(usize::from(first[out as usize]), out as u8);
        }
        let [black, white] = Side::BOTH.map(|side| *self.position.set(side, Class::Special));
        let near = (black | white) & LION_AREA[target] & !self.gone;
        for square in near {
            if self.position.jumps_to(square, target) {
                let line = Square::at(target).line_to(Square::at(square));
                self.add(square, line.map_or(OFF_LINE, |(direction, _)| direction as u8));
            }
        }
    }

    #[inline]
    fn add(&mut self, square: usize, line: u8) {
        let piece = self.position.board[square];
        let value = self.position.exchange_value(piece.moves(), piece.side());
        // The bound is proven; a full list would only end the exchange early.
        let _ = self.attackers[piece.side().index()].try_push(Attacker::new(value, square, line));
    }

    /// Adds the first piece beyond `square` on a line out of the target, if it slides to the target.
    fn look_along(&mut self, out: Direction, mut square: usize) {
        loop {
            let distance = self.position.reach(square, out);
            if distance == 0 {
                return;
            }
            square = FRAME.walk(square, out, distance);
            if !self.gone.contains(square) {
                break;
            }
        }
        if self.position.board[square].slides(out.opposite()) {
            self.add(square, out as u8);
        }
    }

    /// Takes the cheapest attacker of a side out of the exchange.
    #[inline(always)]
    fn next(&mut self, side: Side) -> Option<i32> {
        let attackers = &mut self.attackers[side.index()];
        let (index, attacker) = attackers.iter().copied().enumerate().min_by_key(|&(_, attacker)| attacker)?;
        attackers.swap_remove(index);
        let square = attacker.square();
        self.gone.toggle(square);
        if let Some(out) = attacker.line() {
            // A jumper may leave a piece before it standing, which still closes the line.
            let before = FRAME.walk(self.target, out, 1);
            if self.position.board[before].is_none() || self.gone.contains(before) {
                self.look_along(out, square);
            }
        }
        Some(attacker.value())
    }

    /// Whether the mover keeps at least what it wants when both sides capture as long as it pays. `stake` is the value
    /// of the piece that has moved, `surplus` what the mover has won beyond what it wants.
    fn holds(&mut self, stake: i32, surplus: i32) -> bool {
        let mut side = self.position.side;
        let mut on_square = stake;
        // What the side to capture needs to win to turn the result; both sides take turns in being content.
        let mut missing = stake - surplus;
        let mut mover_content = true;
        loop {
            side = !side;
            let Some(value) = self.next(side) else { return mover_content };
            mover_content = !mover_content;
            missing = value - missing;
            if missing < mover_content as i32 || on_square == LAST_ROYAL {
                return mover_content;
            }
            on_square = value;
        }
    }
}
