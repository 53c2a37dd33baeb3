//! Boards for the terminal.

use super::position::write_reserve;
use crate::games::chu::text::draw::draw_marked;
use crate::games::heisei::HeiseiPosition;
use crate::notation::{BoardStyle, MoveFormat};
use crate::position::Side;

/// Draws the board as that of Chu Shogi with the reserves above and below it, from White's side if `flip`. Fresh pieces
/// are marked with `~`. The native coordinates of the game are the western ones.
pub fn draw(position: &HeiseiPosition, style: BoardStyle, format: MoveFormat, flip: bool) -> String {
    let format = if format == MoveFormat::Usi { MoveFormat::Coord } else { format };
    let board = draw_marked(position.chu(), style, format, flip, |square| position.is_fresh(square));
    let reserve = |side: Side| match write_reserve(position, side) {
        reserve if reserve.is_empty() => "-".to_owned(),
        reserve => reserve,
    };
    let (far, near) = if flip { (Side::Black, Side::White) } else { (Side::White, Side::Black) };
    format!("    reserve: {}\n{board}    reserve: {}\n", reserve(far), reserve(near))
}
