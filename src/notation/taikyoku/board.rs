//! Boards for the terminal.

use super::position::piece_text;
use super::{file_name, files};
use crate::taikyoku::{SIZE, Square, TaikyokuPosition};

/// Draws the board with its coordinates, from White's side if `flip`. White's pieces are lower case.
pub fn draw(position: &TaikyokuPosition, flip: bool) -> String {
    let header: String = files(flip).map(|file| format!("{:>5}", file_name(file))).collect();
    let rule = format!("   +{}+", "-".repeat(SIZE * 5 + 1));
    let mut text = format!("    {header}\n{rule}\n");
    for rank in files(!flip) {
        let squares = files(flip).filter_map(|file| Square::new(file, rank));
        let cells: String = squares
            .map(|square| match position.piece_on(square) {
                piece if piece.is_none() => format!("{:>5}", "."),
                piece => format!("{:>5}", piece_text(piece)),
            })
            .collect();
        text += &format!("{:>2} |{cells} | {}\n", rank + 1, rank + 1);
    }
    text + &format!("{rule}\n    {header}\n")
}
