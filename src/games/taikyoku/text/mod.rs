//! Texts for Taikyoku Shogi: squares, moves, positions, and the reasons why a move is illegal.

mod error;
mod moves;
mod names;
mod position;
mod reason;
mod sheet;
mod square;

pub use error::{BoardTextError, MoveTextError, PieceError};
pub use moves::{parse_move, write_move};
pub(super) use position::piece_text;
pub use position::{parse_fen, parse_position, start, write_fen, write_position};
pub use sheet::sheets;
pub use square::{parse_square, write_square};
