//! Texts for Chu Shogi: squares, moves (USI, CECP, the notation of books, that of Japanese records, the short
//! notation of XBoard's games), positions (SFEN and XBoard FEN), and the reasons why a move is illegal.

mod board;
mod coordinates;
mod error;
mod handicap;
mod kif;
mod moves;
pub(in crate::games) mod position;
pub(in crate::games) mod reason;
mod san;
mod sheet;
mod spelling;
pub(in crate::games) mod square;
pub(in crate::games) mod tsa;

pub use board::Board;
pub use error::{CounterStrikeError, MoveTextError};
pub use handicap::describe_handicap;
pub use kif::{KifBoardError, KifMoveError, parse_kif, parse_kif_board, read_kif_remark, write_kif, write_kif_board};
pub use moves::{parse_move, parse_san, write_move};
pub use position::{START, parse_fen, parse_position, start, write_position};
pub(in crate::games) use san::has_safe_move;
pub use sheet::{letters, sheets};
pub use square::write_square;
pub use tsa::parse_tsa;
