//! Static exchange evaluation: what a capture wins after all captures and recaptures on its square. Every piece taken
//! counts twice, as its owner's loss and as what its captor gets in hand.

use super::action::Action;
use super::board::{SquareSet, Tables};
use super::piece::Kind;
use super::state::WhalePosition;
use crate::geometry::{Bitboard, Lines};
use crate::position::Side;

/// What the royal counts in an exchange, in centipawns: more than everything else together.
const ROYAL: i32 = 20_000;

/// What changes hands when a piece of this kind is captured, in centipawns.
#[inline]
fn stake(kind: Kind) -> i32 {
    if kind == Kind::White { ROYAL } else { kind.swing() }
}

impl<const SIZE: usize> WhalePosition<SIZE> {
    /// Material that a move wins at once.
    #[inline]
    pub(super) fn gain_of(&self, action: Action) -> i32 {
        match action {
            Action::Move { to, .. } => self.piece_on(to).kind().map_or(0, stake),
            Action::Drop { .. } => 0,
        }
    }

    /// The most that a capture can win.
    #[inline]
    pub(super) fn greatest_gain(&self) -> i32 {
        let enemy = (!self.side).index();
        let there = Kind::all().filter(|&kind| kind != Kind::White && !self.sets[enemy][kind as usize].is_empty());
        there.map(stake).max().unwrap_or(0)
    }

    /// Whether the exchange started by `action` wins at least `threshold` centipawns.
    pub(super) fn exchange_wins(&self, action: Action, threshold: i32) -> bool {
        let surplus = self.gain_of(action) - threshold;
        if surplus < 0 {
            return false;
        }
        let mover = match action {
            Action::Move { from, .. } => self.piece_on(from).kind(),
            Action::Drop { kind, .. } => Some(kind),
        };
        let on_square = mover.map_or(0, stake);
        // Even if the piece is lost for nothing, the gain suffices.
        surplus >= on_square || self.exchange_holds(action, on_square, surplus)
    }

    /// Whether the mover keeps what it wants when both sides capture as long as it pays. `stake_on_square` is what the
    /// piece that has moved is worth, `surplus` what the mover has won beyond what it wants.
    fn exchange_holds(&self, action: Action, stake_on_square: i32, surplus: i32) -> bool {
        let target = action.to().index();
        let mut lines = self.lines.clone();
        let mut gone: SquareSet = Bitboard::EMPTY;
        match action {
            Action::Move { from, .. } => {
                gone.toggle(from.index());
                lines.toggle(Tables::<SIZE>::FRAME, from.index());
            }
            Action::Drop { .. } => lines.toggle(Tables::<SIZE>::FRAME, target),
        }
        let mut side = self.side;
        // What the side to capture needs to win to turn the result; both sides take turns in being content.
        let mut missing = stake_on_square - surplus;
        let mut mover_content = true;
        loop {
            side = !side;
            let Some((square, value)) = self.cheapest_attacker(target, side, &lines, gone) else {
                return mover_content;
            };
            mover_content = !mover_content;
            missing = value - missing;
            if missing < mover_content as i32 {
                return mover_content;
            }
            gone.toggle(square);
            lines.toggle(Tables::<SIZE>::FRAME, square);
        }
    }

    /// The attacker whose loss would matter least, and what it is worth. A royal may not take what is protected.
    fn cheapest_attacker(
        &self,
        target: usize,
        side: Side,
        lines: &Lines<u8, 16>,
        gone: SquareSet,
    ) -> Option<(usize, i32)> {
        let attackers = self.attackers(target, side, lines, gone);
        let value = |square: usize| self.board[square].kind().map_or(0, stake);
        let (value, square) = attackers.into_iter().map(|square| (value(square), square)).min()?;
        let royal = value == ROYAL && !self.attackers(target, !side, lines, gone).is_empty();
        if royal { None } else { Some((square, value)) }
    }
}
