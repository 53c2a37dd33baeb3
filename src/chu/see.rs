//! Static exchange evaluation: what a capture wins after all captures and recaptures on its final square.
//!
//! A double capture has its first victim as sunk gain; igui fights on the start square. Recaptures are plain moves; they
//! never promote and ignore the lion rules.

use super::action::Action;
use super::piece::{Class, Moves, Traits};
use super::square::{FRAME, KNIGHT_LEAPS, SquareSet};
use super::state::ChuPosition;
use crate::geometry::{Bitboard, Direction};
use crate::position::Side;
use arrayvec::ArrayVec;

/// What the last royal counts in an exchange, in centipawns: more than everything else together.
const LAST_ROYAL: i32 = 20_000;

/// At most eight pieces on the second squares and eight a knight's leap away take part over the heads of others.
const MOST_JUMPERS: usize = 16;

/// At most every square seen from the target takes part once: eleven on each of eight lines, and the leapers.
const LONGEST_EXCHANGE: usize = 8 * 11 + MOST_JUMPERS + 1;

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
        gain - stake >= threshold || action.is_pass() || gain - Exchange::new(self, action).reply(stake) >= threshold
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

/// A piece that can capture on the square of the exchange.
#[derive(Clone, Copy)]
struct Attacker {
    value: i32,
    side: Side,
    square: usize,
}

/// The captures on one square, cheapest piece first, with the pieces behind coming forward as the ones before them go.
struct Exchange<'a> {
    position: &'a ChuPosition,
    target: usize,
    /// Squares that are empty by now.
    gone: SquareSet,
    /// The first attacker on each line.
    heads: [Option<Attacker>; 8],
    /// Attackers that nothing can block, with their line if they stand on one.
    jumpers: ArrayVec<(Attacker, Option<Direction>), MOST_JUMPERS>,
}

impl<'a> Exchange<'a> {
    fn new(position: &'a ChuPosition, action: Action) -> Self {
        let mut gone: SquareSet = Bitboard::EMPTY;
        if action.to != action.from {
            gone = gone.with(action.from.index());
        }
        if let Some(via) = action.via {
            gone = gone.with(via.index());
        }
        let target = action.to.index();
        let mut exchange = Exchange { position, target, gone, heads: [None; 8], jumpers: ArrayVec::new() };
        for out in Direction::ALL {
            exchange.find_head(out);
            exchange.add_jumper_on_line(out);
        }
        for side in Side::BOTH {
            for square in *position.set(side, Class::Lion) & KNIGHT_LEAPS[target] & !gone {
                exchange.jumpers.push((exchange.attacker(square), None));
            }
        }
        exchange
    }

    fn attacker(&self, square: usize) -> Attacker {
        let piece = self.position.board[square];
        let side = piece.side();
        Attacker { value: self.position.exchange_value(piece.moves(), side), side, square }
    }

    /// Finds the first piece on a line that is still there, and whether it attacks the target.
    fn find_head(&mut self, out: Direction) {
        let (position, target) = (self.position, self.target);
        let (towards, edge) = (out.opposite(), FRAME.edge(target, out));
        let mut distance = 0;
        self.heads[out.index()] = None;
        while distance < edge {
            distance += position.reach(FRAME.walk(target, out, distance), out);
            let square = FRAME.walk(target, out, distance);
            if self.gone.contains(square) {
                continue;
            }
            let moves = position.board[square].moves();
            if moves.slide.contains(towards) || distance == 1 && moves.step.contains(towards) {
                self.heads[out.index()] = Some(self.attacker(square));
            }
            return;
        }
    }

    fn add_jumper_on_line(&mut self, out: Direction) {
        let second = FRAME.target(self.target, out, 2).filter(|&square| !self.gone.contains(square));
        if let Some(square) = second
            && self.position.board[square].moves().jump.contains(out.opposite())
        {
            self.jumpers.push((self.attacker(square), Some(out)));
        }
    }

    /// Takes the cheapest attacker of a side out of the exchange.
    fn next(&mut self, side: Side) -> Option<i32> {
        let heads = self.heads.iter().zip(Direction::ALL).filter_map(|(head, out)| head.map(|head| (head, Some(out))));
        let jumpers = self.jumpers.iter().copied();
        let ours = heads.chain(jumpers).filter(|(attacker, _)| attacker.side == side);
        let (attacker, line) = ours.min_by_key(|(attacker, _)| (attacker.value, attacker.square))?;
        self.gone = self.gone.with(attacker.square);
        self.jumpers.retain(|(jumper, _)| jumper.square != attacker.square);
        if let Some(out) = line {
            self.find_head(out);
        }
        Some(attacker.value)
    }

    /// What the opponent of the mover wins by the best continuation, given what stands on the square; never negative,
    /// since nobody has to capture.
    fn reply(mut self, stake: i32) -> i32 {
        let mut side = !self.position.side;
        let mut stake = stake;
        // The stake of every capture in turn, then folded from the end: each side captures only if it pays.
        let mut stakes: ArrayVec<i32, LONGEST_EXCHANGE> = ArrayVec::new();
        while let Some(value) = self.next(side) {
            if stakes.try_push(stake).is_err() || stake >= LAST_ROYAL {
                break;
            }
            stake = value;
            side = !side;
        }
        stakes.into_iter().rev().fold(0, |reply, stake| (stake - reply).max(0))
    }
}
