//! Static exchange evaluation: what a capture wins after all captures and recaptures on its final square.
//!
//! A double capture has its first victim as sunk gain; igui fights on the start square. Recaptures are plain moves; they
//! never promote and ignore the lion rules.

use super::action::Action;
use super::piece::{Class, Moves, Piece, Traits};
use super::square::{FRAME, LION_AREA, Square, SquareSet};
use super::state::{ChuLines, ChuPosition};
use crate::geometry::{Bitboard, Direction, over_directions};
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
            gain += self.piece_on(to).moves().value;
        }
        if let Some(via) = via {
            gain += self.piece_on(via).moves().value;
        }
        if promote {
            let mover = self.piece_on(from).moves();
            gain += mover.promoted().moves().value - mover.value;
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
        // Even if the cheapest piece that surely can take it is taken in turn, the gain does not suffice.
        let taker = self.cheapest_neighbour(action);
        if taker.is_some_and(|value| gain - stake + value < threshold) {
            return false;
        }
        Exchange::new(self, action).holds(stake, gain - threshold)
    }

    /// Whether a piece that is worth `stake`, put on an empty square instead of a move, loses at most `surplus` there.
    pub(super) fn drop_loses_at_most(&self, square: Square, stake: i32, surplus: i32) -> bool {
        surplus >= 0 && (stake <= surplus || Exchange::new(self, Action::pass(square)).holds(stake, surplus))
    }

    /// The value of the cheapest enemy piece that stands next to the final square and attacks it after the move.
    fn cheapest_neighbour(&self, action: Action) -> Option<i32> {
        let target = action.to.index();
        let via = action.via.map_or(target, Square::index);
        let value = |out: Direction| {
            let piece = self.next_to(target, out);
            let moves = piece.moves();
            let towards = out.opposite();
            let attacks = moves.step.contains(towards) || moves.slide.contains(towards);
            let there = FRAME.walk(target, out, 1) != via;
            if attacks && piece.belongs_to(!self.side) && there {
                self.exchange_value(moves, !self.side)
            } else {
                i32::MAX
            }
        };
        let mut cheapest = i32::MAX;
        over_directions!(;, D => cheapest = cheapest.min(value(D)));
        (cheapest < i32::MAX).then_some(cheapest)
    }

    /// What the opponent would win by taking the piece that has moved.
    fn stake(&self, action: Action) -> i32 {
        let mover = self.piece_on(action.from).moves();
        // An elephant that becomes a prince is never the last royal: either there is another, or there never was one.
        if action.promote { mover.promoted().moves().value } else { self.exchange_value(mover, self.side) }
    }

    #[inline]
    fn exchange_value(&self, moves: &Moves, side: Side) -> i32 {
        let last_royal = moves.traits.contains(Traits::ROYAL) && self.set(side, Class::Royal).is_single();
        if last_royal { LAST_ROYAL } else { moves.value }
    }
}

/// A piece that can capture on the square of the exchange, and the line on which it stands, if any.
#[derive(Clone, Copy)]
struct Attacker {
    piece: Piece,
    square: u8,
    line: Option<Direction>,
}

/// The captures on one square, cheapest piece first, with the pieces behind coming forward as the ones before them go.
struct Exchange<'a> {
    position: &'a ChuPosition,
    target: usize,
    /// Squares that are empty by now, and the lines without them.
    gone: SquareSet,
    lines: ChuLines,
    /// The pieces that can capture now: the first on each line, and those that nothing can block.
    attackers: ArrayVec<Attacker, MOST_ATTACKERS>,
}

impl<'a> Exchange<'a> {
    fn new(position: &'a ChuPosition, action: Action) -> Self {
        let mut exchange = Exchange {
            position,
            target: action.to.index(),
            gone: Bitboard::EMPTY,
            lines: position.lines.clone(),
            attackers: ArrayVec::new(),
        };
        if action.to != action.from {
            exchange.remove(action.from.index());
        }
        if let Some(via) = action.via {
            exchange.remove(via.index());
        }
        over_directions!(;, D => exchange.add_first(D));
        let specials = *position.set(Side::Black, Class::Special) | *position.set(Side::White, Class::Special);
        let target = exchange.target;
        let near = specials & LION_AREA[target] & !exchange.gone;
        if !near.is_empty() {
            for square in near.into_iter().filter(|&square| position.jumps_to(square, target)) {
                let line = action.to.line_to(Square::at(square)).map(|(direction, _)| direction);
                exchange.add(square, line);
            }
        }
        exchange
    }

    /// Takes a piece off the board.
    #[inline]
    fn remove(&mut self, square: usize) {
        self.gone.toggle(square);
        self.lines.toggle(&FRAME, square);
    }

    #[inline]
    fn add(&mut self, square: usize, line: Option<Direction>) {
        let attacker = Attacker { piece: self.position.board[square], square: square as u8, line };
        // The bound is proven; a full list would only end the exchange early.
        let _ = self.attackers.try_push(attacker);
    }

    /// Adds the first piece on a line that is still there, if it attacks the target.
    #[inline(always)]
    fn add_first(&mut self, out: Direction) {
        let towards = out.opposite();
        let distance = self.lines.reach(&FRAME, self.target, out);
        let square = FRAME.walk(self.target, out, distance);
        let moves = self.position.board[square].moves();
        let attacks = moves.slide.contains(towards) || distance == 1 && moves.step.contains(towards);
        // What is seen at the edge of the board may be gone, and on the edge the target sees itself.
        if attacks && distance > 0 && !self.gone.contains(square) {
            self.add(square, Some(out));
        }
    }

    /// Takes the cheapest attacker of a side out of the exchange.
    fn next(&mut self, side: Side) -> Option<i32> {
        let ours = self.attackers.iter().enumerate().filter(|(_, attacker)| attacker.piece.side() == side);
        let value = |attacker: &Attacker| self.position.exchange_value(attacker.piece.moves(), side);
        let (value, _, index) = ours.map(|(i, attacker)| (value(attacker), attacker.square, i)).min()?;
        let attacker = self.attackers.swap_remove(index);
        self.remove(attacker.square as usize);
        if let Some(out) = attacker.line {
            self.uncover(out);
        }
        Some(value)
    }

    /// Adds the piece that has come forward on a line, unless it is a jumper that could capture all along or one that
    /// stood before the piece that has left.
    fn uncover(&mut self, out: Direction) {
        let before = self.attackers.len();
        self.add_first(out);
        let known = self.attackers.get(before).map(|new| new.square);
        if self.attackers[..before].iter().any(|attacker| Some(attacker.square) == known) {
            self.attackers.truncate(before);
        }
    }

    /// Whether the mover keeps at least what it wants when both sides capture as long as it pays. `stake` is the value
    /// of the piece that has moved, `surplus` what the mover has won beyond what it wants.
    fn holds(mut self, stake: i32, surplus: i32) -> bool {
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
