//! Learning from games: self-play games in a file of their own format, and the fit of an evaluation to them.
//!
//! [`generate`](generate::generate) plays the games and [`GameFile`] keeps them: whole games, each move with the score
//! that the engine gave it, under a header that says which engine played them and how.

mod file;
mod format;
pub mod generate;
mod selfplay;
mod summary;
#[cfg(test)]
mod tests;

pub use file::{FileError, GameFile, Games};
pub use format::{Damage, Ending, Header, NO_SCORE, Ply, TrainingGame};
pub use selfplay::Limits;
pub use summary::Summary;
