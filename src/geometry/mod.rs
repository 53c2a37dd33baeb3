//! Boards as numbers: directions, sets of squares, and the first blocker on a line.
//!
//! Nothing here knows a game. A board of `files × ranks` numbers its squares `rank * stride + file`, file 0 at the
//! first player's left, rank 0 at the first player's side.

mod bitboard;
mod direction;
mod lines;

pub use bitboard::Bitboard;
pub(crate) use direction::over_directions;
pub use direction::{Direction, Directions};
pub use lines::{Frame, LineWord, Lines};
