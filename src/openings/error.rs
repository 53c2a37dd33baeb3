//! Why there are no openings.

use crate::engine::GameError;
use crate::ini::SettingsError;
use crate::record::RecordError;
use std::io;
use std::path::PathBuf;
use std::str::Utf8Error;

/// Why there are no openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// The parameters of the evaluation that looks at them.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The file of the openings.
    #[error("{}: {fault}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: Box<OpeningFault>,
    },
}

/// What is wrong with a file of openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningFault {
    /// It cannot be read.
    #[error("{0}")]
    Read(io::Error),
    /// It is no text.
    #[error("{0}")]
    Text(Utf8Error),
    /// It is no PGN.
    #[error("{0}")]
    Record(RecordError),
    /// Nothing is in it.
    #[error("no opening in it")]
    Empty,
    /// An opening is none under the rules.
    #[error("{unit} {number}: {error}")]
    Opening {
        /// What is counted: `line` or `game`.
        unit: &'static str,
        /// Which one, from 1.
        number: usize,
        /// What is wrong.
        error: GameError,
    },
    /// An opening ends the game.
    #[error("{unit} {number}: the game is over there")]
    Over {
        /// What is counted: `line` or `game`.
        unit: &'static str,
        /// Which one, from 1.
        number: usize,
    },
}
