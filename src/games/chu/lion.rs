//! The two rules that protect lions (chu-rules §4): trading and counter-strike.

use super::action::Action;
use super::piece::{Class, Traits};
use super::rules::Switches;
use super::square::{NEIGHBOURS, Square, SquareSet};
use super::state::ChuPosition;
use crate::geometry::Bitboard;

/// Why a capture of a lion is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LionBan {
    /// A lion may not take this distant lion, which is protected (§4.4).
    Trade(Square),
    /// This lion may not be taken right after a lion was taken by a non-lion (§4.4).
    CounterStrike(Square),
}

impl ChuPosition {
    #[inline]
    fn is_enemy_lion(&self, square: Square) -> bool {
        self.set(!self.side, Class::Lion).contains(square.index())
    }

    /// Whether the lion rules allow an action that is otherwise right.
    #[inline]
    pub(super) fn lion_rules_allow(&self, action: Action) -> bool {
        let takes_lion = self.is_enemy_lion(action.to) || action.via.is_some_and(|via| self.is_enemy_lion(via));
        !takes_lion || self.lion_ban(action).is_none()
    }

    /// The rule that forbids an action, which must be right in all other respects.
    pub(super) fn lion_ban(&self, action: Action) -> Option<LionBan> {
        let Action { from, via, to, .. } = action;
        let last = (to != from && !self.piece_on(to).is_none()).then_some(to);
        [(via, last), (last, via)].into_iter().find_map(|(victim, other)| {
            let victim = victim.filter(|&square| self.is_enemy_lion(square))?;
            self.ban_on(from, victim, other, victim == to)
        })
    }

    /// The rule that forbids the piece on `from` to take the lion on `victim`, with `other` in the same move.
    fn ban_on(&self, from: Square, victim: Square, other: Option<Square>, is_last: bool) -> Option<LionBan> {
        let rules = &self.rules;
        let exempt = |square| rules.has(Switches::CS_SAME_SQUARE_EXEMPT) && square == victim;
        let ban = self.counter_strike.filter(|&square| !exempt(square));
        if self.piece_on(from).moves().traits.contains(Traits::LION) {
            // A victim that far away is always the last square of the move, so there is no leg after it.
            let bridged = other.is_some_and(|square| self.is_substantial(square));
            if from.distance(victim) >= 2 && !bridged && self.is_protected(victim, from, other, true) {
                return Some(LionBan::Trade(victim));
            }
            return ban.filter(|_| rules.has(Switches::CS_BINDS_LIONS)).map(|_| LionBan::CounterStrike(victim));
        }
        ban?;
        if !is_last && rules.has(Switches::CS_HIT_AND_RUN_FREE) {
            return None;
        }
        let banned = !rules.has(Switches::CS_IF_PROTECTED) || self.is_protected(victim, from, other, false);
        banned.then_some(LionBan::CounterStrike(victim))
    }

    /// Whether a victim is worth enough to justify the trade of lions: anything but a pawn or go-between (§4.1).
    fn is_substantial(&self, square: Square) -> bool {
        !self.piece_on(square).moves().traits.contains(Traits::MINOR)
    }

    /// Whether a lion is protected against the piece on `from` (§4.2).
    fn is_protected(&self, lion: Square, from: Square, other: Option<Square>, by_lion: bool) -> bool {
        if self.rules.has(Switches::LION_FOOT_STRICT)
            && other.is_some_and(|square| self.attacks_without(square, lion, from))
        {
            return true;
        }
        if by_lion && self.rules.has(Switches::LION_RECURSIVE) {
            return self.can_be_retaken(Action { from, via: other, to: lion, promote: false });
        }
        let mut gone: SquareSet = Bitboard::of(from.index());
        if let Some(other) = other {
            gone |= Bitboard::of(other.index());
        }
        self.is_attacked_without(lion, !self.side, &gone)
    }

    /// The recursive reading (§4.5): whether the opponent has an action, legal under the same rules, that takes the
    /// piece which has just arrived.
    fn can_be_retaken(&self, action: Action) -> bool {
        let mut after = self.clone();
        after.make_move(action.to_move(), &mut ());
        let lion = action.to;
        let [pieces, enemy] = [after.side, !after.side].map(|side| after.pieces_of(side));
        let afar = !NEIGHBOURS[lion.index()] & *after.set(after.side, Class::Lion);
        // No counter-strike binds the reply to a lion's move, so only a lion from afar may be forbidden to retake. All
        // others come first, and whoever can take the lion on the way can take it and stay: boards full of lions would
        // take forever else.
        let plain = |from| Action::plain(Square::at(from), lion);
        let over = afar.into_iter().flat_map(|from| {
            let on_the_way = NEIGHBOURS[from] & NEIGHBOURS[lion.index()] & enemy;
            on_the_way.into_iter().map(move |via| Action::through(Square::at(from), Square::at(via), lion))
        });
        let near = (pieces & !afar).into_iter().map(plain);
        near.chain(over).chain(afar.into_iter().map(plain)).any(|reply| after.check(reply).is_ok())
    }
}
