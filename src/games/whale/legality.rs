//! Whether an action is legal, and if not, why.

use super::action::Action;
use super::board::{Square, SquareSet, Tables};
use super::piece::Kind;
use super::rules::Switches;
use super::state::WhalePosition;
use crate::geometry::{Bitboard, Direction};
use crate::position::Side;

/// Why an action is illegal. The repetition rule is the game's business and not among these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// Nothing stands on the start square.
    EmptySquare(Square),
    /// The piece there is the opponent's.
    NotYours(Square),
    /// The destination holds an own piece.
    OwnPiece(Square),
    /// The piece does not move that way, or something is in its way.
    NoSuchMove(Square, Square),
    /// The mover holds no such piece.
    NotInHand(Kind),
    /// A drop needs an empty square.
    Occupied(Square),
    /// No dolphin may be dropped on the farthest rank.
    FarthestRank(Square),
    /// Two dolphins of the mover stand on this file already.
    FullFile(Square),
    /// The royal would stand in check: where it would stand, and a piece that would attack it.
    Check(Square, Square),
    /// A dolphin may not be dropped to give mate.
    DropMate(Square),
}

impl<const SIZE: usize> WhalePosition<SIZE> {
    /// Checks an action, all rules but repetition included.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn check(&self, action: Action) -> Result<(), Illegal> {
        self.check_pattern(action)?;
        if !self.is_safe(action) {
            // Without a royal every action is safe.
            let royal = self.royal(self.side).map_or(action.to(), Square::at);
            let moves_royal = matches!(action, Action::Move { from, .. } if from == royal);
            let royal = if moves_royal { action.to() } else { royal };
            let mut after = self.clone();
            after.make_move(action.to_move(), &mut ());
            let attacker = after.attackers(royal.index(), after.side, &after.lines, Bitboard::EMPTY).first();
            return Err(Illegal::Check(royal, attacker.map_or(royal, Square::at)));
        }
        match action {
            Action::Drop { kind, to } if self.mates_by_drop(kind, to) => Err(Illegal::DropMate(to)),
            _ => Ok(()),
        }
    }

    /// Whether the generators list an action, and if not, why.
    pub(super) fn check_pattern(&self, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Move { from, to } => self.check_move(from, to),
            Action::Drop { kind, to } => self.check_drop(kind, to),
        }
    }

    fn check_move(&self, from: Square, to: Square) -> Result<(), Illegal> {
        let piece = self.piece_on(from);
        if piece.is_none() {
            return Err(Illegal::EmptySquare(from));
        }
        if !piece.belongs_to(self.side) {
            return Err(Illegal::NotYours(from));
        }
        if self.piece_on(to).belongs_to(self.side) {
            return Err(Illegal::OwnPiece(to));
        }
        if self.targets(from.index()).contains(to.index()) {
            return Ok(());
        }
        let moves_so = self.seen_from(from.index()).contains(to.index());
        Err(if moves_so { Illegal::FullFile(to) } else { Illegal::NoSuchMove(from, to) })
    }

    /// The piece that stands in the way of one that moves in the direction of `to`, if that is why it does not get there.
    pub fn obstacle(&self, from: Square, to: Square) -> Option<Square> {
        let (direction, distance) = Tables::<SIZE>::line(from.index(), to.index())?;
        let slides = Tables::<SIZE>::SLIDES[self.piece_on(from).code()][from.index()].contains(direction);
        let reach = self.lines.reach(Tables::<SIZE>::FRAME, from.index(), direction);
        (slides && reach < distance).then(|| Square::at(Tables::<SIZE>::FRAME.walk(from.index(), direction, reach)))
    }

    fn check_drop(&self, kind: Kind, to: Square) -> Result<(), Illegal> {
        if self.in_hand(self.side, kind) == 0 {
            return Err(Illegal::NotInHand(kind));
        }
        if !self.piece_on(to).is_none() {
            return Err(Illegal::Occupied(to));
        }
        if self.drop_squares(kind).contains(to.index()) {
            return Ok(());
        }
        let far = Tables::<SIZE>::FAR[self.side.index()].contains(to.index());
        Err(if far { Illegal::FarthestRank(to) } else { Illegal::FullFile(to) })
    }

    /// Whether a pseudo-legal action leaves the mover's royal out of check.
    #[inline]
    pub(super) fn is_safe(&self, action: Action) -> bool {
        let Some(royal) = self.royal(self.side) else { return true };
        let (from, to) = match action {
            Action::Drop { .. } if self.checkers.is_empty() => return true,
            Action::Drop { to, .. } => (None, to.index()),
            Action::Move { from, to } => (Some(from.index()), to.index()),
        };
        // Away from the lines of the royal nothing can be uncovered.
        if self.checkers.is_empty()
            && from.is_some_and(|from| from != royal && Tables::<SIZE>::line(royal, from).is_none())
        {
            return true;
        }
        let royal = if from == Some(royal) { to } else { royal };
        let mut lines = self.lines.clone();
        if let Some(from) = from {
            lines.toggle(Tables::<SIZE>::FRAME, from);
        }
        if self.board[to].is_none() {
            lines.toggle(Tables::<SIZE>::FRAME, to);
        }
        let victim: SquareSet = Bitboard::of(to);
        self.attackers(royal, !self.side, &lines, victim).is_empty()
    }

    /// Whether a pseudo-legal drop is one of a dolphin that mates where the rules forbid that.
    #[inline]
    pub(super) fn mates_by_drop(&self, kind: Kind, to: Square) -> bool {
        if kind != Kind::Dolphin || !self.rules.has(Switches::NO_DOLPHIN_DROP_MATE) {
            return false;
        }
        let forward = if self.side == Side::Black { Direction::North } else { Direction::South };
        let before = Tables::<SIZE>::FRAME.target(to.index(), forward, 1);
        // A dolphin off the farthest rank attacks the square before it and nothing else.
        before.is_some() && before == self.royal(!self.side) && {
            let mut after = self.clone();
            after.make_move(Action::Drop { kind, to }.to_move(), &mut ());
            !after.has_legal_move()
        }
    }
}
