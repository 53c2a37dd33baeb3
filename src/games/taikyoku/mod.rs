//! Taikyoku Shogi: pieces, rules, move generation, exchange evaluation, evaluation.
//!
//! The board has 36 × 36 squares, each side 402 pieces of 209 kinds, and 93 kinds more come by promotion. How they move is in
//! one table in the source tree, which is read at the first use; the other readings of the sources are rule flags.

mod action;
mod attack;
mod book;
mod eval;
mod legality;
mod movegen;
mod piece;
mod position;
mod rules;
mod see;
mod square;
mod state;
#[cfg(test)]
mod tests;
pub mod text;
mod value;
mod variant;
mod view;

pub use action::{Action, Path};
pub use eval::{TaikyokuEvaluator, Weights};
pub use legality::Illegal;
pub use piece::{KINDS, Kind, KindInfo, PIECES, Piece, START_KINDS};
pub use rules::{Switches, TaikyokuRules};
pub use square::{SIZE, SQUARES, Square};
pub use state::{TaikyokuPosition, TaikyokuUndo};
pub use variant::Taikyoku;
