//! Why a move is illegal, in words.

use super::square::write_square;
use crate::games::chu::{
    Action, ChuPosition, Illegal, LionBan, PathFault, PromotionBar, Protector, Square, Switches, Traits, Unreachable,
};
use crate::notation::{Explain, MoveFormat, Violation};
use crate::position::Position;

/// Most protectors that are named.
const NAMED: usize = 3;

impl Violation for Illegal {
    fn code(self) -> &'static str {
        match self {
            Illegal::EmptySquare(_) => "empty-square",
            Illegal::NotYours(_) => "not-yours",
            Illegal::OwnPiece(_) => "own-piece",
            Illegal::OwnPieceOnTheWay(_) => "own-piece-on-the-way",
            Illegal::NoSuchMove(..) => "no-such-move",
            Illegal::NoDoubleMove(_) => "no-double-move",
            Illegal::BadPath(..) => "bad-path",
            Illegal::CannotPass(_) => "cannot-pass",
            Illegal::NoRoomToPass(_) => "no-room-to-pass",
            Illegal::CannotPromote(_) => "cannot-promote",
            Illegal::TwoStepPromotion(_) => "two-step-promotion",
            Illegal::NoRightToPromote(..) => "no-right-to-promote",
            Illegal::Lion(LionBan::Trade(_), _) => "lion-trade",
            Illegal::Lion(LionBan::CounterStrike(_), _) => "counter-strike",
        }
    }
}

impl Explain<Illegal> for ChuPosition {
    fn explain(&self, illegal: Illegal, format: MoveFormat) -> String {
        reason(self, illegal, format)
    }
}

/// The reason, with squares named in the format in which the move was given.
pub(in crate::games) fn reason(position: &ChuPosition, illegal: Illegal, format: MoveFormat) -> String {
    let words = Words { position, format };
    let (piece, at) = (|square| words.piece(square), |square| words.at(square));
    match illegal {
        Illegal::EmptySquare(square) => format!("there is no piece on {}", at(square)),
        Illegal::NotYours(square) => format!("{} belongs to the opponent", piece(square)),
        Illegal::OwnPiece(square) => format!("{} is the mover's own (chu-rules §2.1)", piece(square)),
        Illegal::OwnPieceOnTheWay(square) => {
            format!("{} is the mover's own, and no step may end on it (chu-rules §2.7)", piece(square))
        }
        Illegal::NoSuchMove(from, to) => words.unreachable(from, to),
        Illegal::NoDoubleMove(square) => {
            format!(
                "{} makes one step only: two are for lions, falcons and eagles (chu-rules §2.4, §2.5)",
                piece(square)
            )
        }
        Illegal::BadPath(from, via, to) => words.bad_path(from, via, to),
        Illegal::CannotPass(square) => {
            format!("{} cannot pass: only lions, falcons and eagles can (chu-rules §2.4, §2.5)", piece(square))
        }
        Illegal::NoRoomToPass(square) => {
            format!("{} has no empty square to step to and come back from (chu-rules §2.4, §2.5)", piece(square))
        }
        Illegal::CannotPromote(square) => {
            let section = if position.piece_on(square).kind().is_promoted() { "§1.6" } else { "§1.5" };
            format!("{} never promotes (chu-rules {section})", piece(square))
        }
        Illegal::TwoStepPromotion(square) => {
            format!("{} never promotes, and no move of two steps does (chu-rules §3.3)", piece(square))
        }
        Illegal::NoRightToPromote(from, to) => words.no_right_to_promote(from, to),
        Illegal::Lion(LionBan::Trade(lion), action) => words.trade(lion, action),
        Illegal::Lion(LionBan::CounterStrike(lion), action) => words.counter_strike(lion, action),
    }
}

/// The most specific reason, where several pieces fit a text and none can make the move: that of a piece which reaches
/// the square but may not go there; or that the square holds an own piece, which holds for all of them; or the reason
/// of the only piece. `None` if there are several pieces without such a reason.
pub(super) fn most_specific(refusals: &[Illegal]) -> Option<Illegal> {
    let may_not = |illegal: &&Illegal| {
        matches!(
            illegal,
            Illegal::Lion(..)
                | Illegal::NoRightToPromote(..)
                | Illegal::CannotPromote(_)
                | Illegal::TwoStepPromotion(_)
        )
    };
    let closed = |illegal: &&Illegal| matches!(illegal, Illegal::OwnPiece(_));
    let single = || refusals.first().filter(|_| refusals.len() == 1);
    refusals.iter().find(may_not).or_else(|| refusals.iter().find(closed)).or_else(single).copied()
}

/// Words about a position.
struct Words<'a> {
    position: &'a ChuPosition,
    format: MoveFormat,
}

impl Words<'_> {
    fn at(&self, square: Square) -> String {
        write_square(square, self.format.squares())
    }

    fn name(&self, square: Square) -> &'static str {
        let piece = self.position.piece_on(square);
        if piece.is_none() { "piece" } else { piece.kind().info().name }
    }

    fn piece(&self, square: Square) -> String {
        format!("the {} on {}", self.name(square), self.at(square))
    }

    fn has(&self, switch: Switches) -> bool {
        self.position.rules().has(switch)
    }

    fn unreachable(&self, from: Square, to: Square) -> String {
        let (piece, goal) = (self.piece(from), self.at(to));
        match self.position.why_unreachable(from, to) {
            Unreachable::Dead => format!("{piece} stands on the last rank and cannot move any more (chu-rules §3.1)"),
            Unreachable::Blocked(square) => {
                format!("the way of {piece} to {goal} is blocked by {} (chu-rules §2.2)", self.piece(square))
            }
            Unreachable::TooFar => format!("{piece} cannot move to {goal}: it does not go that far (chu-rules §2.2)"),
            Unreachable::NotItsWay => format!("{piece} cannot move to {goal} (chu-rules §2.2)"),
        }
    }

    fn bad_path(&self, from: Square, via: Square, to: Square) -> String {
        let (piece, middle, goal) = (self.piece(from), self.at(via), self.at(to));
        let lion = self.position.piece_on(from).kind().info().traits.contains(Traits::LION);
        match self.position.path_fault(from, via) {
            PathFault::FirstStep if lion => {
                format!("{piece} goes over a square next to it, and {middle} is none (chu-rules §2.4)")
            }
            PathFault::FirstStep => format!("{piece} cannot begin a move of two steps over {middle} (chu-rules §2.5)"),
            PathFault::SecondStep if lion => {
                format!("{piece} gets to {middle}, but {goal} is not next to that (chu-rules §2.4)")
            }
            PathFault::SecondStep => format!(
                "{piece} goes on in the direction of its first step or comes back, and from {middle} not to {goal} \
                 (chu-rules §2.5)"
            ),
        }
    }

    fn no_right_to_promote(&self, from: Square, to: Square) -> String {
        let piece = self.piece(from);
        match self.position.promotion_bar(from) {
            PromotionBar::OutsideZone => format!(
                "{piece} has no right to promote: neither {} nor {} is in the promotion zone (chu-rules §3.1)",
                self.at(from),
                self.at(to)
            ),
            PromotionBar::Quiet => {
                format!("{piece} has no right to promote: inside the zone only a capture gives it (chu-rules §3.2)")
            }
            PromotionBar::Suspended => format!(
                "{piece} has no right to promote: it declined to, and must first take something or move without \
                 promoting (chu-rules §3.2, §3.4)"
            ),
            PromotionBar::JustEntered => format!(
                "{piece} has no right to promote: it entered the zone with its side's last move and declined to \
                 (chu-rules §3.2)"
            ),
        }
    }

    fn trade(&self, lion: Square, action: Action) -> String {
        let protected = self.protected(lion, action);
        let minor = action.via.map(|via| format!(", and {}, taken on the way, is no bridge (§4.1)", self.piece(via)));
        format!(
            "{protected} (chu-rules §4.2), and no lion may take a protected lion from two squares away (§4.4){}",
            minor.unwrap_or_default()
        )
    }

    fn counter_strike(&self, lion: Square, action: Action) -> String {
        let mut text = self.last_strike();
        let taker_is_lion = self.position.piece_on(action.from).kind().info().traits.contains(Traits::LION);
        let [lions, if_protected, in_passing] =
            [Switches::CS_BINDS_LIONS, Switches::CS_IF_PROTECTED, Switches::CS_HIT_AND_RUN_FREE]
                .map(|switch| self.has(switch));
        if if_protected && !taker_is_lion {
            // A protector may be one only because of the way this piece goes, so others may be free to take the lion.
            let how = if in_passing { " like that" } else { "" };
            let (protected, taker) = (self.protected(lion, action), self.piece(action.from));
            text += &format!("; {protected} (chu-rules §4.2), so {taker} may not take {}{how}", self.piece(lion));
            return text + " now (chu-rules §4.4)";
        }
        let who = match (lions, taker_is_lion && if_protected, in_passing) {
            (_, true, _) => "no lion",
            (true, false, true) => "only a falcon or eagle in passing",
            (true, false, false) => "no piece",
            (false, false, true) => "only a lion, or a falcon or eagle in passing,",
            (false, false, false) => "only a lion",
        };
        text + &format!(", so {who} may take {} now (chu-rules §4.4)", self.piece(lion))
    }

    /// The piece that has just taken a lion, and where.
    fn last_strike(&self) -> String {
        let Some(square) = self.position.counter_strike() else { return "a lion has just been taken".to_owned() };
        let taker = self.position.piece_on(square);
        if !taker.belongs_to(!self.position.side()) {
            return format!("a piece other than a lion took a lion on {} with the last move", self.at(square));
        }
        if taker.kind().info().traits.contains(Traits::LION) {
            return format!("a kirin took a lion on {} with the last move and promoted", self.at(square));
        }
        format!("{} took a lion there with the last move", self.piece(square))
    }

    /// That a lion is protected, and by what.
    fn protected(&self, lion: Square, action: Action) -> String {
        let protectors = self.position.protectors(action, lion);
        let mut names: Vec<String> =
            protectors.iter().take(NAMED).map(|protector| self.protector(protector, action)).collect();
        if protectors.len() > NAMED {
            names.push(format!("{} more", protectors.len() - NAMED));
        }
        let last = names.pop().unwrap_or_else(|| "another piece".to_owned());
        let list = if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) };
        format!("{} is protected by {list}", self.piece(lion))
    }

    fn protector(&self, protector: &Protector, action: Action) -> String {
        let piece = self.piece(protector.square);
        let leaves = |&square: &Square| {
            let verb = if square == action.from { "leaves" } else { "is taken on" };
            format!("the square the {} {verb}", self.name(square))
        };
        let opened: Vec<String> = protector.opened.iter().map(leaves).collect();
        let through = if opened.is_empty() { String::new() } else { format!(" through {}", opened.join(" and ")) };
        let taken = if protector.taken { ", though it is taken by the same move" } else { "" };
        piece + &through + taken
    }
}
