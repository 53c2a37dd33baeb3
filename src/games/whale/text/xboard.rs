//! What XBoard is told about the games (cecp §2, engine-defined variants).

use super::position::{write_position, xboard_letters};
use crate::games::XboardSetup;
use crate::games::whale::{Kind, WhalePosition};
use crate::notation::PositionFormat;
use crate::position::Side;

/// The piece types of XBoard in its order, the white whale as the king at the end.
///
/// The first type is left out: it is a pawn, which may not be dropped everywhere. The dolphin is the falcon, a piece
/// that XBoard lets move at will as long as nobody says how it moves; what it does on the farthest rank cannot be said.
/// The porpoise is a promoted killer whale (`^K`), because a promoted piece that is captured comes to hand as what it
/// was. XBoard gives rows of the hands to the first types only, as many as the hand is said to have.
fn piece_types(size: usize) -> String {
    let right_whale = if Kind::Right.is_on_board_of(size) { 'A' } else { '.' };
    format!(".GNBH{right_whale}K..........D^K..W")
}

/// What follows `variant`.
pub fn xboard_setup<const SIZE: usize>(start: &WhalePosition<SIZE>) -> XboardSetup {
    let types = piece_types(SIZE);
    let fen = write_position(start, PositionFormat::Fen, 0);
    let setup = format!("setup ({types}{}) {SIZE}x{SIZE}+{SIZE}_fairy {fen}", types.to_ascii_lowercase());
    let kinds = Kind::all().filter(|kind| kind.is_on_board_of(SIZE) && !kind.info().betza.is_empty());
    let moves = kinds.map(|kind| format!("piece {}& {}", xboard_letters((kind, Side::Black)), kind.info().betza));
    XboardSetup::new(std::iter::once(setup).chain(moves).collect(), &types)
}
