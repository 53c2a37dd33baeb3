//! Which openings are wanted.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Where games begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Openings {
    /// At the start position.
    Start,
    /// After random moves, balanced by a search.
    Random {
        /// Number of moves.
        plies: usize,
        /// Greatest score for either side, in centipawns.
        margin: i32,
        /// Depth of the search that looks at it, in plies.
        depth: u32,
    },
    /// In a file.
    File {
        /// The file.
        file: PathBuf,
        /// What is in it.
        format: OpeningFormat,
        /// Moves after which games of the file are cut; all for `None`.
        plies: Option<usize>,
        /// Whether they come in an order of chance.
        shuffled: bool,
        /// The first one that is used, from 1.
        start: usize,
    },
}

/// What a file of openings holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OpeningFormat {
    /// `POSITION [moves MOVE…]` on each line.
    Sfen,
    /// Moves from the start position on each line.
    Usi,
    /// Games.
    Pgn,
}
