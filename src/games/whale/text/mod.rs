//! Texts for Whale Shogi and Paulowich Whale Shogi: squares, moves, positions (native text and XBoard FEN), the
//! reasons why a move is illegal, and what XBoard is told about the games.

mod error;
mod moves;
mod position;
mod reason;
mod san;
mod sheet;
mod xboard;

pub use error::{MaterialError, MoveTextError};
pub use moves::{parse_move, write_book, write_move};
pub(super) use position::piece_letter;
pub use position::{parse_fen, parse_position, start, write_position};
pub use san::{parse_san, write_san};
pub use sheet::sheets;
pub use xboard::xboard_setup;

use crate::games::whale::Square;

/// Writes a square: `a1` to `f6` or `g7`.
pub fn write_square(square: Square) -> String {
    format!("{}{}", file_letter(square.file()), square.rank() + 1)
}

/// The letter `a` for 0 and so on.
fn file_letter(file: usize) -> char {
    (b'a' + file as u8) as char
}

/// Reads a square at the start of `text`; returns it with the rest.
fn parse_square(text: &str, size: usize) -> Option<(Square, &str)> {
    let &[file, rank, ..] = text.as_bytes() else { return None };
    let square = Square::new(file.checked_sub(b'a')? as usize, rank.checked_sub(b'1')? as usize, size)?;
    Some((square, text.get(2..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_named_from_the_first_player_s_left() {
        for (name, file, rank) in [("a1", 0, 0), ("f6", 5, 5), ("c4", 2, 3)] {
            let square = Square::new(file, rank, 6).unwrap();
            assert_eq!(write_square(square), name);
            assert_eq!(parse_square(name, 6), Some((square, "")));
        }
        for text in ["", "a", "a0", "a7", "g1", "A1", "1a", "é1", "a1\u{301}"] {
            assert!(parse_square(text, 6).is_none_or(|(_, rest)| !rest.is_empty()), "{text}");
        }
        assert!(parse_square("g7", 7).is_some());
    }
}
