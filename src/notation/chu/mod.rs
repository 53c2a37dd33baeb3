//! Texts for Chu Shogi: squares, moves (USI, CECP, the notation of books, that of Japanese records, the short
//! notation of XBoard's games), positions (SFEN and XBoard FEN), board drawings, and the reasons why a move is illegal.

mod board;
mod handicap;
mod kif;
mod moves;
mod position;
mod reason;
mod san;
mod square;
mod tsa;

pub use board::draw;
pub use handicap::describe_handicap;
pub use kif::{parse_kif, parse_kif_board, write_kif, write_kif_board};
pub use moves::{parse_move, write_move};
pub use position::{START, parse_fen, parse_position, start, write_position};
pub use san::{parse_san, write_san};
pub use tsa::{looks_like_tsa, parse_tsa};
