//! Texts for Chu Shogi: squares, moves (USI, CECP, TSA, the short notation of XBoard's games), positions (SFEN and
//! XBoard FEN), board drawings, and the reasons
//! why a move is illegal.

mod board;
mod handicap;
mod moves;
mod position;
mod reason;
mod san;
mod square;
mod tsa;

pub use board::draw;
pub use handicap::describe_handicap;
pub use moves::{parse_move, write_move};
pub use position::{START, parse_fen, parse_position, start, write_position};
pub use san::{parse_san, write_san};
pub use tsa::parse_tsa;
