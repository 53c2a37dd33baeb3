//! Openings for matches and for games to learn from: from files, or random moves balanced by a search.

mod book;
mod error;
mod file;
mod spec;
#[cfg(test)]
mod tests;

pub use book::OpeningBook;
pub use error::{OpeningError, OpeningFault, OpeningPlace};
pub use spec::{OpeningFormat, Openings};
