//! Boards for the terminal.

use super::position::write_piece;
use super::square::letter;
use crate::chu::{ChuPosition, SIZE, Square};
use crate::notation::{BoardStyle, MoveFormat, SquareNames};
use crate::position::Side;

/// Draws the board, with the coordinates of `format`, from White's side if `flip`. White's pieces are lower case, or
/// marked with `v` before the kanji; promoted pieces have a `+`.
pub fn draw(position: &ChuPosition, style: BoardStyle, format: MoveFormat, flip: bool) -> String {
    let along = |i: usize| if flip { SIZE - 1 - i } else { i };
    let width = match style {
        BoardStyle::Letters => 3,
        BoardStyle::Kanji => 4,
    };
    let file_name = |file: usize| match format.squares() {
        SquareNames::Japanese => (SIZE - file).to_string(),
        SquareNames::Western => letter(file).to_string(),
    };
    let rank_name = |rank: usize| match format.squares() {
        SquareNames::Japanese => letter(SIZE - 1 - rank).to_string(),
        SquareNames::Western => (rank + 1).to_string(),
    };
    let header: String = (0..SIZE).map(|i| format!("{:>width$}", file_name(along(i)))).collect();
    let rule = format!("   +{}+", "-".repeat(SIZE * width + 1));
    let mut text = format!("    {header}\n{rule}\n");
    for rank in (0..SIZE).map(|i| along(SIZE - 1 - i)) {
        let squares = (0..SIZE).filter_map(|i| Square::new(along(i), rank));
        let cells: String = squares.map(|square| cell(position, square, style)).collect();
        text += &format!("{:>2} |{cells} | {}\n", rank_name(rank), rank_name(rank));
    }
    text += &format!("{rule}\n    {header}\n");
    text
}

fn cell(position: &ChuPosition, square: Square, style: BoardStyle) -> String {
    let piece = position.piece_on(square);
    match style {
        BoardStyle::Letters if piece.is_none() => "  .".into(),
        BoardStyle::Letters => format!("{:>3}", write_piece(piece)),
        // The middle dot is as wide as a kanji: two columns.
        BoardStyle::Kanji if piece.is_none() => "  ・".into(),
        BoardStyle::Kanji => {
            let side = if piece.side() == Side::White { 'v' } else { ' ' };
            let promoted = if piece.kind().is_promoted() { '+' } else { ' ' };
            format!("{promoted}{side}{}", piece.kind().info().kanji)
        }
    }
}
