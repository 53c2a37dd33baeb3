//! Taikyoku Shogi: pieces, rules, move generation, exchange evaluation, evaluation.
//!
//! The board has 36 × 36 squares, each side 402 pieces of 209 kinds, and 93 kinds more come by promotion. How they move is in
//! one table in the source tree, which is read at the first use; the other readings of the sources are rule flags.

mod action;
mod attack;
mod eval;
mod legality;
mod movegen;
mod movement;
mod piece;
mod position;
mod rules;
mod see;
mod square;
mod state;
mod table;
#[cfg(test)]
mod tests;
pub(crate) mod text;
mod value;
mod variant;
mod view;

pub use action::{Action, Path};
pub use eval::TaikyokuEvaluation;
pub use legality::Illegal;
pub use piece::{KINDS, Kind, KindInfo, PIECES, Piece, START_KINDS};
pub use rules::{Switches, TaikyokuRules};
pub use square::{SIZE, SQUARES, Square};
pub use state::{TaikyokuPosition, TaikyokuUndo};
pub use text::{BoardTextError, MoveTextError, PieceError};
pub use variant::Taikyoku;
