//! Boards for the terminal.

use super::file_letter;
use super::position::{piece_letter, write_hand};
use crate::games::whale::{Square, WhalePosition};
use crate::position::Side;

/// Draws the board with its coordinates and both hands, from White's side if `flip`. White's pieces are lower case. The
/// pieces have letters in the game itself, so there is one style.
pub fn draw<const SIZE: usize>(position: &WhalePosition<SIZE>, flip: bool) -> String {
    let along = |i: usize| if flip { SIZE - 1 - i } else { i };
    let header: String = (0..SIZE).map(|i| format!("{:>3}", file_letter(along(i)))).collect();
    let rule = format!("   +{}+", "-".repeat(SIZE * 3 + 1));
    let hand = |side: Side| match write_hand(position, side) {
        hand if hand.is_empty() => "-".to_string(),
        hand => hand,
    };
    let (far, near) = if flip { (Side::Black, Side::White) } else { (Side::White, Side::Black) };
    let mut text = format!("    hand: {}\n    {header}\n{rule}\n", hand(far));
    for rank in (0..SIZE).map(|i| along(SIZE - 1 - i)) {
        let squares = (0..SIZE).filter_map(|i| Square::new(along(i), rank, SIZE));
        let cells: String = squares
            .map(|square| format!("{:>3}", position.piece_on(square).parts().map_or('.', piece_letter)))
            .collect();
        text += &format!("{:>2} |{cells} | {}\n", rank + 1, rank + 1);
    }
    text += &format!("{rule}\n    {header}\n    hand: {}\n", hand(near));
    text
}
