//! What XBoard is told about the game (cecp §2, engine-defined variants).
//!
//! It is a child of XBoard's own Chu Shogi on a board with hands, so XBoard knows zones, promotions and lions by
//! itself. There are two things that it cannot be told: that captured pieces are gone (it shows them in the captor's
//! hand, from where they cannot be dropped), and that a piece may be dropped promoted (it relays `O@g9+` as `O@g9`; see
//! [`referee_allows`](crate::position::GuiReferee::referee_allows)).

use super::position::write_position;
use crate::games::XboardSetup;
use crate::games::heisei::HeiseiPosition;
use crate::notation::PositionFormat;

/// The piece types of XBoard in its order.
///
/// A hand has as many rows as the board has ranks, and the first types fill them. Of these lance, vertical mover,
/// reverse chariot, copper and side mover (and, to make room, elephant and gold) are not what they are in XBoard's Chu
/// Shogi, so [`MOVES`] says how they move. All others have their places of there.
const PIECE_TYPES: &str = "PLBRQSVXOACMEHDG.^D.I^HN.........^T..^L......^AFT/^F^G^M.^E^X^O^I.^P.^B^R...^S^C^VK";

/// Size of the board and of the hand, and the parent variant.
const BOARD: &str = "12x12+12_chu";

/// Moves in XBoard's dialect of Betza's notation.
const MOVES: [(char, &str); 7] =
    [('L', "fR"), ('V', "vRsW"), ('A', "vR"), ('C', "fFvW"), ('M', "sRvW"), ('E', "FfsW"), ('G', "WfF")];

/// What follows `variant`.
pub fn xboard_setup(start: &HeiseiPosition) -> XboardSetup {
    let fen = write_position(start, PositionFormat::Fen, 0);
    let setup = format!("setup ({PIECE_TYPES}{}) {BOARD} {fen}", PIECE_TYPES.to_ascii_lowercase());
    let moves = MOVES.iter().map(|(letter, moves)| format!("piece {letter}& {moves}"));
    XboardSetup::new(std::iter::once(setup).chain(moves).collect(), PIECE_TYPES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chu::{KIND_TABLE, SIZE};
    use crate::games::heisei::Slot;

    #[test]
    fn every_kind_has_a_type_and_those_in_reserve_a_row() {
        let base = PIECE_TYPES.replace('^', " ^");
        let is_type = |kind: &crate::games::chu::KindInfo| match kind.kind.is_promoted() {
            true => PIECE_TYPES.contains(&format!("^{}", kind.letter)),
            false => {
                base.split(' ').any(|part| part.strip_prefix('^').map_or(part, |rest| &rest[1..]).contains(kind.letter))
            }
        };
        assert!(KIND_TABLE.iter().all(is_type));
        let rows: Vec<char> = PIECE_TYPES.chars().filter(char::is_ascii_alphabetic).take(SIZE).collect();
        assert!(!PIECE_TYPES[..SIZE].contains(['.', '^']));
        assert!(Slot::all().all(|slot| rows.contains(&slot.kind().info().letter)));
    }
}
