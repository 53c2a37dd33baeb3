//! Whether an action is legal, and if not, why.

use super::action::Action;
use super::lion::LionBan;
use super::piece::{Piece, Traits};
use super::square::{KNIGHT_LEAPS, NEIGHBOURS, Square};
use super::state::ChuPosition;
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
    /// The middle square holds an own piece.
    OwnPieceOnTheWay(Square),
    /// The piece does not move that way.
    NoSuchMove(Square, Square),
    /// The piece has no power to make a second step.
    NoDoubleMove(Square),
    /// The two steps cannot be walked like this.
    BadPath(Square, Square, Square),
    /// The piece has no power to stay where it is.
    CannotPass(Square),
    /// A pass needs an empty square to step to.
    NoRoomToPass(Square),
    /// The piece never promotes.
    CannotPromote(Square),
    /// No move of two steps promotes.
    TwoStepPromotion(Square),
    /// The piece may promote, but not with this move.
    NoRightToPromote(Square, Square),
    /// A lion rule, and the action that breaks it.
    Lion(LionBan, Action),
}

impl ChuPosition {
    /// Checks an action. The tests go from the coarse to the fine, so that the error tells the simplest reason.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn check(&self, action: Action) -> Result<(), Illegal> {
        let Action { from, via, to, promote } = action;
        let piece = self.piece_on(from);
        if piece.is_none() {
            return Err(Illegal::EmptySquare(from));
        }
        if piece.side() != self.side {
            return Err(Illegal::NotYours(from));
        }
        let capture = via.is_some() || to != from && !self.piece_on(to).is_none();
        match via {
            Some(via) => self.check_capture_on_the_way(piece, from, via, to)?,
            None if to == from => self.check_pass(piece, from)?,
            None => self.check_plain(piece, from, to)?,
        }
        if promote {
            if !piece.can_promote() {
                return Err(Illegal::CannotPromote(from));
            }
            if via.is_some() {
                return Err(Illegal::TwoStepPromotion(from));
            }
            if !self.may_promote_on(piece, from, to, capture) {
                return Err(Illegal::NoRightToPromote(from, to));
            }
        }
        match self.lion_ban(action) {
            Some(ban) if capture => Err(Illegal::Lion(ban, action)),
            _ => Ok(()),
        }
    }

    fn check_plain(&self, piece: Piece, from: Square, to: Square) -> Result<(), Illegal> {
        if self.piece_on(to).belongs_to(self.side) {
            return Err(Illegal::OwnPiece(to));
        }
        let moves = piece.moves();
        let reaches = match from.line_to(to) {
            None => moves.traits.contains(Traits::LION) && KNIGHT_LEAPS[from.index()].contains(to.index()),
            Some((direction, distance)) => {
                distance == 1 && moves.step.contains(direction)
                    || distance == 2 && moves.jump.contains(direction)
                    || moves.slide.contains(direction) && self.reach(from.index(), direction) >= distance
            }
        };
        if reaches { Ok(()) } else { Err(Illegal::NoSuchMove(from, to)) }
    }

    fn check_capture_on_the_way(&self, piece: Piece, from: Square, via: Square, to: Square) -> Result<(), Illegal> {
        self.check_path(piece, from, via, to)?;
        if self.piece_on(via).belongs_to(!self.side) { Ok(()) } else { Err(Illegal::BadPath(from, via, to)) }
    }

    /// Whether the piece can walk from `from` over `via` to `to`, whatever enemy or nothing stands on `via`
    /// (chu-rules §2.7).
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn check_path(&self, piece: Piece, from: Square, via: Square, to: Square) -> Result<(), Illegal> {
        let moves = piece.moves();
        if !moves.traits.contains(Traits::LION) && moves.sting.is_empty() {
            return Err(Illegal::NoDoubleMove(from));
        }
        let walkable = if moves.traits.contains(Traits::LION) {
            NEIGHBOURS[from.index()].contains(via.index()) && NEIGHBOURS[via.index()].contains(to.index())
        } else {
            moves.sting.into_iter().any(|direction| {
                from.step(direction, 1) == Some(via) && (to == from || from.step(direction, 2) == Some(to))
            })
        };
        if !walkable {
            return Err(Illegal::BadPath(from, via, to));
        }
        let own = |square: Square| square != from && self.piece_on(square).belongs_to(piece.side());
        if own(via) {
            return Err(Illegal::OwnPieceOnTheWay(via));
        }
        if own(to) { Err(Illegal::OwnPiece(to)) } else { Ok(()) }
    }

    fn check_pass(&self, piece: Piece, from: Square) -> Result<(), Illegal> {
        let moves = piece.moves();
        if !moves.traits.contains(Traits::LION) && moves.sting.is_empty() {
            return Err(Illegal::CannotPass(from));
        }
        if self.can_pass(from) { Ok(()) } else { Err(Illegal::NoRoomToPass(from)) }
    }

    /// How many USI texts name an action (chu-rules §2.8): two legs over every empty square that can be walked, and
    /// the direct text where there is one.
    pub(super) fn count_spellings(&self, action: Action) -> u64 {
        let Action { from, via, to, promote } = action;
        if via.is_some() || promote {
            return 1;
        }
        if to == from {
            return self.pass_squares(from).count() as u64;
        }
        let moves = self.piece_on(from).moves();
        let detours = if moves.traits.contains(Traits::LION) {
            (NEIGHBOURS[from.index()] & NEIGHBOURS[to.index()] & self.empty_squares()).count()
        } else {
            let over_empty = |direction| {
                let middle = from.step(direction, 1).is_some_and(|square| self.piece_on(square).is_none());
                middle && from.step(direction, 2) == Some(to)
            };
            moves.sting.into_iter().filter(|&direction| over_empty(direction)).count() as u32
        };
        1 + detours as u64
    }

    /// A pass for XBoard's `@@@@`, which names no piece: the first piece that can.
    pub fn any_pass(&self) -> Option<Action> {
        let mut special = self.set(self.side, super::piece::Class::Special).into_iter().map(Square::at);
        special.find(|&square| self.can_pass(square)).map(Action::pass)
    }

    /// The empty squares over which the piece on `from` can pass.
    pub fn pass_squares_of(&self, from: Square) -> impl Iterator<Item = Square> {
        self.pass_squares(from).into_iter().map(Square::at)
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Side {
        self.side
    }
}
