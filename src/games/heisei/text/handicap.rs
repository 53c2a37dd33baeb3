//! What a handicap changes, in words.

use crate::games::chu::text::square::write_square;
use crate::games::chu::{Change, ChuPosition, Handicap, Square};
use crate::games::heisei::Slot;
use crate::notation::SquareNames;
use crate::position::Side;

/// The changes from the start position; `chu` is that of Chu Shogi, whose squares the handicap names.
pub fn describe_handicap(chu: &ChuPosition, handicap: &Handicap) -> String {
    let piece = |square: Square| {
        let piece = chu.piece_on(square);
        let side = if piece.side() == Side::Black { "Black" } else { "White" };
        let place = match Slot::of(piece.kind()) {
            Some(_) => "in reserve".to_owned(),
            None => format!("on {}", write_square(square, SquareNames::Western)),
        };
        format!("{side}'s {} {place}", piece.kind().info().name)
    };
    let words = |&change: &Change| match change {
        Change::Remove(square) => format!("without {}", piece(square)),
        Change::Promote(square) => format!("{} starts promoted", piece(square)),
        Change::Exchange(one, other) => format!("{} and {} change places", piece(one), piece(other)),
        Change::Move(from, to) => {
            format!("{} starts on {}", piece(from), write_square(to, SquareNames::Western))
        }
    };
    handicap.changes.iter().map(words).collect::<Vec<_>>().join("; ")
}
