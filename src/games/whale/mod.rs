//! Whale Shogi and Paulowich Whale Shogi: pieces, rules, move generation, exchange evaluation, evaluation. One code for
//! both; the size of the board is a parameter.

mod action;
mod attack;
mod board;
mod edition;
mod eval;
mod handicap;
mod legality;
mod movegen;
mod piece;
mod position;
mod rules;
mod see;
mod state;
#[cfg(test)]
mod tests;
pub(crate) mod text;
mod variant;
mod view;

pub use action::Action;
pub use board::{STRIDE, Square, SquareSet};
pub use eval::WhaleEvaluation;
pub use handicap::{HANDICAPS, Handicap};
pub use legality::Illegal;
pub use piece::{HAND_KINDS, KIND_TABLE, KINDS, Kind, KindInfo, PIECES, Piece};
pub use rules::{Switches, WhaleRules};
pub use state::{WhalePosition, WhaleUndo};
pub use text::{MaterialError, MoveTextError};
pub use variant::{Paulowich, Whale, WhaleGame};
