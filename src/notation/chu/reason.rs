//! Why a move is illegal, in words.

use super::square::write_square;
use crate::chu::{ChuPosition, Illegal, LionBan, Square};
use crate::notation::MoveFormat;

/// The reason, with squares named in the format in which the move was given.
pub(super) fn reason(position: &ChuPosition, illegal: Illegal, format: MoveFormat) -> String {
    let at = |square: Square| write_square(square, format.squares());
    let piece = |square: Square| {
        let piece = position.piece_on(square);
        let name = if piece.is_none() { "piece" } else { piece.kind().info().name };
        format!("the {name} on {}", at(square))
    };
    match illegal {
        Illegal::EmptySquare(square) => format!("there is no piece on {}", at(square)),
        Illegal::NotYours(square) => format!("{} belongs to the opponent", piece(square)),
        Illegal::OwnPiece(square) => format!("{} is the mover's own (chu-rules §2.1)", piece(square)),
        Illegal::NoSuchMove(from, to) => format!("{} cannot move to {} (chu-rules §2.2)", piece(from), at(to)),
        Illegal::NoDoubleMove(square) => format!("{} has no second step (chu-rules §2.4, §2.5)", piece(square)),
        Illegal::BadPath(from, via, to) => {
            format!("{} cannot go over {} to {} (chu-rules §2.4, §2.5)", piece(from), at(via), at(to))
        }
        Illegal::NoRoomToPass(square) => {
            format!("{} has no empty square to step to and come back from (chu-rules §2.4, §2.5)", piece(square))
        }
        Illegal::CannotPromote(square) => format!("{} cannot promote (chu-rules §1.5, §3.3)", piece(square)),
        Illegal::NoRightToPromote(from, to) => {
            format!("{} has no right to promote by moving to {} (chu-rules §3)", piece(from), at(to))
        }
        Illegal::Lion(LionBan::Trade(victim)) => {
            format!("{} is protected and a lion may not take it from afar (chu-rules §4.4)", piece(victim))
        }
        Illegal::Lion(LionBan::CounterStrike(victim)) => {
            format!("{} may not be taken right after a lion was lost to another piece (chu-rules §4.4)", piece(victim))
        }
    }
}
