//! What a handicap changes, in words.

use super::position::start;
use super::square::write_square;
use crate::games::chu::{Change, ChuRules, Handicap, Square};
use crate::notation::SquareNames;
use crate::position::Side;

/// The changes from the start position, with squares as in SFEN.
pub fn describe_handicap(handicap: &Handicap) -> String {
    let start = start(ChuRules::HISTORIC);
    let at = |square: Square| write_square(square, SquareNames::Japanese);
    let piece = |square: Square| {
        let piece = start.piece_on(square);
        let side = if piece.side() == Side::Black { "Black" } else { "White" };
        format!("{side}'s {} on {}", piece.kind().info().name, at(square))
    };
    // A kirin that has come by exchange is no longer the piece that the start position has there.
    let exchanged = |square: Square| {
        handicap.changes.iter().find_map(|&change| match change {
            Change::Exchange(one, other) if one == square => Some(start.piece_on(other).kind().info().name),
            Change::Exchange(other, one) if one == square => Some(start.piece_on(other).kind().info().name),
            _ => None,
        })
    };
    let words = |&change: &Change| match change {
        Change::Remove(square) => format!("without {}", piece(square)),
        Change::Promote(square) => match exchanged(square) {
            Some(name) => format!("the {name} now on {} starts promoted", at(square)),
            None => format!("{} starts promoted", piece(square)),
        },
        Change::Exchange(one, other) => format!("{} and {} change places", piece(one), piece(other)),
        Change::Move(from, to) => format!("{} starts on {}", piece(from), at(to)),
    };
    handicap.changes.iter().map(words).collect::<Vec<_>>().join("; ")
}
