//! What XBoard is told about the games (cecp §2, engine-defined variants).

use super::position::write_position;
use crate::notation::PositionFormat;
use crate::whale::{HAND_KINDS, Kind, WhalePosition};

/// The lines that follow `variant`: pieces, board size and hand size, start position, and how the pieces move.
pub fn setup_lines<const SIZE: usize>(start: &WhalePosition<SIZE>) -> Vec<String> {
    let kinds = || Kind::all().filter(|kind| kind.is_on_board_of(SIZE));
    let letters = PIECE_TO_CHAR;
    let fen = write_position(start, PositionFormat::Fen, 0);
    let _ = HAND_KINDS;
    let setup = format!("setup ({letters}{}) {SIZE}x{SIZE}+{SIZE}_fairy {fen}", letters.to_ascii_lowercase());
    let moves = kinds().filter(|kind| !kind.info().betza.is_empty());
    let moves = moves.map(|kind| format!("piece {}& {}", kind.info().letter, kind.info().betza));
    std::iter::once(setup).chain(moves).collect()
}

const PIECE_TO_CHAR: &str = "GNBHPAK..........D...W";
