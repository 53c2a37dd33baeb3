//! Why a move is illegal, in words.

use super::write_square;
use crate::games::whale::{Illegal, Square, WhalePosition};
use crate::notation::{Explain, MoveFormat, Violation};

impl Violation for Illegal {
    fn code(self) -> &'static str {
        match self {
            Illegal::EmptySquare(_) => "empty-square",
            Illegal::NotYours(_) => "not-yours",
            Illegal::OwnPiece(_) => "own-piece",
            Illegal::NoSuchMove(..) => "no-such-move",
            Illegal::NotInHand(_) => "not-held",
            Illegal::Occupied(_) => "occupied",
            Illegal::FarthestRank(_) => "farthest-rank",
            Illegal::FullFile(_) => "full-file",
            Illegal::Check(..) => "check",
            Illegal::DropMate(_) => "drop-mate",
        }
    }
}

impl<const SIZE: usize> Explain<Illegal> for WhalePosition<SIZE> {
    /// All formats name squares alike.
    fn explain(&self, illegal: Illegal, _format: MoveFormat) -> String {
        reason(self, illegal)
    }
}

/// The reason, with pieces and squares named.
fn reason<const SIZE: usize>(position: &WhalePosition<SIZE>, illegal: Illegal) -> String {
    let at = |square: Square| write_square(square);
    let piece = |square: Square| {
        let name = position.piece_on(square).kind().map_or("piece", |kind| kind.info().name);
        format!("the {name} on {}", at(square))
    };
    match illegal {
        Illegal::EmptySquare(square) => format!("there is no piece on {}", at(square)),
        Illegal::NotYours(square) => format!("{} belongs to the opponent", piece(square)),
        Illegal::OwnPiece(square) => format!("{} is the mover's own", piece(square)),
        Illegal::NoSuchMove(from, to) => match position.obstacle(from, to) {
            Some(square) => format!("the way of {} to {} is blocked by {}", piece(from), at(to), piece(square)),
            None => format!("{} cannot move to {}", piece(from), at(to)),
        },
        Illegal::NotInHand(kind) => format!("there is no {} in hand", kind.info().name),
        Illegal::Occupied(square) => format!("{} is in the way: a drop needs an empty square", piece(square)),
        Illegal::FarthestRank(square) => {
            format!("no dolphin may be dropped on {}, which is on the farthest rank", at(square))
        }
        Illegal::FullFile(square) => format!("two dolphins of the mover stand on the file of {} already", at(square)),
        Illegal::Check(royal, attacker) => {
            format!("the white whale on {} would be in check by {}", at(royal), piece(attacker))
        }
        Illegal::DropMate(square) => {
            format!("a dolphin may not be dropped to give mate, as it would on {}", at(square))
        }
    }
}
