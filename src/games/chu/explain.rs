//! Details of why a move is illegal: the protectors of a lion, the blocking piece, why there is no right to promote.
//! Used for messages only, so nothing here is optimised.

use super::action::Action;
use super::piece::{Class, Traits};
use super::rules::{PromotionMode, Switches};
use super::square::{FRAME, NEIGHBOURS, Square};
use super::state::{ChuPosition, LAST_RANK, ZONE};
use crate::position::Position;

/// A piece that protects a lion (chu-rules §4.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Protector {
    /// Where it stands.
    pub square: Square,
    /// The squares between it and the lion that the move empties: without them it is no hidden protector.
    pub opened: Vec<Square>,
    /// It is taken by the same move, and protects all the same (`lion.foot=strict`).
    pub taken: bool,
}

/// Why a piece does not reach a square by a plain move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreachable {
    /// It stands on the last rank and never moves again.
    Dead,
    /// It slides that way, but this square is occupied.
    Blocked(Square),
    /// It moves that way, but not so far.
    TooFar,
    /// It does not move that way.
    NotItsWay,
}

/// What is wrong with a move of two steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathFault {
    /// The piece cannot make the first step.
    FirstStep,
    /// It can, but not the second one after it.
    SecondStep,
}

/// Why a piece that can promote has no right to (chu-rules §3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotionBar {
    /// The move neither starts nor ends in the zone.
    OutsideZone,
    /// It starts in the zone and takes nothing.
    Quiet,
    /// As [`Quiet`](PromotionBar::Quiet), and the piece is suspended: it has declined before (`promo.mode=msm`).
    Suspended,
    /// As [`Quiet`](PromotionBar::Quiet), and the piece declined on entering with its side's last move
    /// (`promo.mode=delay`).
    JustEntered,
}

impl ChuPosition {
    /// The pieces that protect the lion on `lion` against `action`, which takes it; those whose way is open before the
    /// move come first.
    pub fn protectors(&self, action: Action, lion: Square) -> Vec<Protector> {
        let from = action.from;
        let taken = [action.via, Some(action.to)].into_iter().flatten();
        let other =
            taken.into_iter().find(|&square| square != lion && square != from && !self.piece_on(square).is_none());
        let gone: Vec<Square> = [Some(from), other].into_iter().flatten().collect();
        let mut after = self.clone();
        gone.iter().for_each(|&square| after.lift(square));
        let by_lion = self.piece_on(from).moves().traits.contains(Traits::LION);
        let recursive = by_lion && self.rules.has(Switches::LION_RECURSIVE);
        let protects = |&square: &Square| {
            square != lion
                && after.attacks_without(square, lion, square)
                && (!recursive || self.takes_back(action, square))
        };
        let mut found: Vec<Protector> = after
            .pieces_of(!self.side)
            .into_iter()
            .map(Square::at)
            .filter(protects)
            .map(|square| Protector { square, opened: self.opened(square, lion, &gone), taken: false })
            .collect();
        found.sort_by_key(|protector| protector.opened.len());
        let foot = other
            .filter(|&square| self.rules.has(Switches::LION_FOOT_STRICT) && self.attacks_without(square, lion, from));
        found.extend(foot.map(|square| Protector { square, opened: self.opened(square, lion, &[from]), taken: true }));
        found
    }

    /// The squares of `gone` that stand between a piece and the lion it attacks once they are gone.
    fn opened(&self, square: Square, lion: Square, gone: &[Square]) -> Vec<Square> {
        if self.attacks_without(square, lion, square) {
            return Vec::new();
        }
        let way = square.line_to(lion);
        let between = |at: &Square| {
            way.is_some_and(|(direction, distance)| {
                (1..distance).any(|steps| square.step(direction, steps) == Some(*at))
            })
        };
        gone.iter().copied().filter(between).collect()
    }

    /// Whether the piece on `square` could legally take the piece that has just taken a lion by `action`.
    fn takes_back(&self, action: Action, square: Square) -> bool {
        let mut after = self.clone();
        let lion = action.to;
        after.make(action.to_move(), &mut ());
        let on_the_way = (NEIGHBOURS[square.index()] & NEIGHBOURS[lion.index()]).into_iter().map(Square::at);
        let over = on_the_way.map(|via| Action::through(square, via, lion));
        [Action::plain(square, lion)].into_iter().chain(over).any(|reply| after.check(reply).is_ok())
    }

    /// Why the mover's piece on `from` does not reach `to` by a plain move.
    pub fn why_unreachable(&self, from: Square, to: Square) -> Unreachable {
        if self.set(self.side, Class::ForwardOnly).contains(from.index())
            && LAST_RANK[self.side.index()].contains(from.index())
        {
            return Unreachable::Dead;
        }
        let moves = self.piece_on(from).moves();
        match from.line_to(to) {
            Some((direction, _)) if moves.slide.contains(direction) => {
                let reach = self.reach(from.index(), direction);
                Unreachable::Blocked(Square::at(FRAME.walk(from.index(), direction, reach)))
            }
            Some((direction, _)) if moves.step.contains(direction) || moves.sting.contains(direction) => {
                Unreachable::TooFar
            }
            _ => Unreachable::NotItsWay,
        }
    }

    /// Which step of a move of two steps is wrong; the piece on `from` makes such moves.
    pub fn path_fault(&self, from: Square, via: Square) -> PathFault {
        let moves = self.piece_on(from).moves();
        let first = if moves.traits.contains(Traits::LION) {
            NEIGHBOURS[from.index()].contains(via.index())
        } else {
            moves.sting.into_iter().any(|direction| from.step(direction, 1) == Some(via))
        };
        if first { PathFault::SecondStep } else { PathFault::FirstStep }
    }

    /// Why the piece on `from`, which can promote, has no right to with its move.
    pub fn promotion_bar(&self, from: Square) -> PromotionBar {
        match self.rules.promotion {
            _ if !ZONE[self.side.index()].contains(from.index()) => PromotionBar::OutsideZone,
            PromotionMode::Msm => PromotionBar::Suspended,
            PromotionMode::Delay => PromotionBar::JustEntered,
            PromotionMode::Strict | PromotionMode::Free => PromotionBar::Quiet,
        }
    }
}
