//! Why a move is illegal, in words.

use super::write_square;
use crate::games::taikyoku::{Illegal, Square, TaikyokuPosition};
use crate::notation::{Explain, MoveFormat, Violation};

impl Violation for Illegal {
    fn code(self) -> &'static str {
        match self {
            Illegal::EmptySquare(_) => "empty-square",
            Illegal::NotYours(_) => "not-yours",
            Illegal::OwnPiece(_) => "own-piece",
            Illegal::NoSuchMove(..) => "no-such-move",
            Illegal::RangeWithoutCapture(..) => "range-without-capture",
            Illegal::Rank(..) => "rank",
            Illegal::Unsweepable(..) => "unsweepable",
            Illegal::NothingOnTheWay(..) => "nothing-on-the-way",
            Illegal::NoIgui(..) => "no-igui",
            Illegal::NoVictim(_) => "no-victim",
            Illegal::NoPass(_) => "cannot-pass",
            Illegal::NoRoomToPass(_) => "no-room-to-pass",
            Illegal::MustPromote(_) => "must-promote",
            Illegal::CannotPromote(_) => "cannot-promote",
            Illegal::NotInZone(_) => "not-in-zone",
        }
    }
}

impl Explain<Illegal> for TaikyokuPosition {
    /// All formats name squares alike.
    fn explain(&self, illegal: Illegal, _format: MoveFormat) -> String {
        reason(self, illegal)
    }
}

/// The reason, with pieces and squares named.
fn reason(position: &TaikyokuPosition, illegal: Illegal) -> String {
    let at = |square: Square| write_square(square);
    let piece = |square: Square| match position.kind_of(position.piece_on(square)) {
        Some(kind) => format!("the {} on {}", kind.info().name, at(square)),
        None => format!("nothing on {}", at(square)),
    };
    match illegal {
        Illegal::EmptySquare(square) => format!("there is no piece on {}", at(square)),
        Illegal::NotYours(square) => format!("{} belongs to the opponent", piece(square)),
        Illegal::OwnPiece(square) => format!("{} is the mover's own", piece(square)),
        Illegal::NoSuchMove(from, to) => match position.obstacle(from, to) {
            Some(square) => format!("the way of {} to {} is blocked by {}", piece(from), at(to), piece(square)),
            None => format!("{} cannot move to {}", piece(from), at(to)),
        },
        Illegal::RangeWithoutCapture(from, to) => {
            format!("{} may jump over pieces only to take one, and there is none on {}", piece(from), at(to))
        }
        Illegal::Rank(from, square) => {
            format!("{} cannot pass {}, which does not rank lower", piece(from), piece(square))
        }
        Illegal::Unsweepable(from, square) => {
            format!("{} cannot take {}, which does not rank lower", piece(from), piece(square))
        }
        Illegal::NothingOnTheWay(from, to) => format!("{} takes nothing on its way to {}", piece(from), at(to)),
        Illegal::NoIgui(from, via) if position.piece_on(via).is_none() => {
            format!("{} cannot go over {} and on or back", piece(from), at(via))
        }
        Illegal::NoIgui(from, via) => format!("{} cannot take {} and move on or back", piece(from), piece(via)),
        Illegal::NoVictim(square) => format!("there is no enemy piece on {} to take on the way", at(square)),
        Illegal::NoPass(square) => format!("{} cannot pass the turn", piece(square)),
        Illegal::NoRoomToPass(square) => {
            format!("{} cannot pass the turn: it needs an empty square beside it", piece(square))
        }
        Illegal::MustPromote(square) => format!("{} has to promote", piece(square)),
        Illegal::CannotPromote(square) => format!("{} cannot promote", piece(square)),
        Illegal::NotInZone(square) => format!("{} is outside the promotion zone", at(square)),
    }
}
