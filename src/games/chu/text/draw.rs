//! Boards for the terminal.

use super::position::write_piece;
use super::square::letter;
use crate::games::chu::{ChuPosition, Piece, SIZE, Square};
use crate::notation::{BoardStyle, MoveFormat, SquareNames};
use crate::position::Side;

/// Draws the board, with the coordinates of `format`, from White's side if `flip`. White's pieces are lower case, or
/// marked with `v` before the kanji; promoted pieces have a `+`.
pub fn draw(position: &ChuPosition, style: BoardStyle, format: MoveFormat, flip: bool) -> String {
    draw_marked(position, style, format, flip, |_| false)
}

/// The same, with a `~` before the pieces that `marked` names; they are not promoted.
pub(in crate::games) fn draw_marked(
    position: &ChuPosition,
    style: BoardStyle,
    format: MoveFormat,
    flip: bool,
    marked: impl Fn(Square) -> bool,
) -> String {
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
        let cells: String = squares.map(|square| cell(position.piece_on(square), style, marked(square))).collect();
        text += &format!("{:>2} |{cells} | {}\n", rank_name(rank), rank_name(rank));
    }
    text += &format!("{rule}\n    {header}\n");
    text
}

fn cell(piece: Piece, style: BoardStyle, marked: bool) -> String {
    let mark = if marked { "~" } else { "" };
    match style {
        BoardStyle::Letters if piece.is_none() => "  .".into(),
        BoardStyle::Letters => format!("{:>3}", format!("{mark}{}", write_piece(piece))),
        // The middle dot is as wide as a kanji: two columns.
        BoardStyle::Kanji if piece.is_none() => "  ・".into(),
        BoardStyle::Kanji => {
            let side = if piece.side() == Side::White { 'v' } else { ' ' };
            let mark = if piece.kind().is_promoted() { "+" } else { mark };
            format!("{mark:1}{side}{}", piece.kind().info().kanji)
        }
    }
}
