//! Positions and moves as data, the same for every game: what a board has to show, and what a hand at the board can do.
//!
//! All of it can be written and read by `serde`; the names of the fields are those of Rust and do not change. A square is
//! `{"index": 0, "file": 0, "rank": 0}`: files count from the first player's left, ranks from his side, and the index goes
//! along the ranks. Sides are `"black"`, who moves first, and `"white"`.

mod board;
mod moves;
mod picture;
mod square;

pub use board::{BoardView, HandsView, HeldView, Holding, KindView, NamesView, PieceView, StateValue, StateView};
pub use moves::{MoveView, WrittenMove};
pub use picture::Picture;
pub use square::{Size, SquareView};
