//! Why there are no openings.

use crate::engine::GameError;
use crate::ini::SettingsError;
use crate::record::RecordError;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::str::Utf8Error;

/// Characters of a line that a message repeats.
const LONGEST_QUOTE: usize = 300;

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
    #[error("{place}: {error}")]
    Opening {
        /// Where it is.
        place: OpeningPlace,
        /// What is wrong.
        error: GameError,
    },
    /// An opening ends the game.
    #[error("{place}: the game is over there")]
    Over {
        /// Where it is.
        place: OpeningPlace,
    },
    /// Behind a position there is something else than EPD's operations.
    #[error("{place}: '{rest}' behind the position is no operation of EPD, such as 'id \"name\";'")]
    Operations {
        /// Where it is.
        place: OpeningPlace,
        /// What is there.
        rest: String,
    },
}

/// An opening of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningPlace {
    /// A line.
    Line {
        /// From 1.
        number: usize,
        /// As it is in the file, or its beginning.
        text: String,
    },
    /// A game.
    Game {
        /// From 1.
        number: usize,
    },
}

impl OpeningPlace {
    /// A line of a file; of a long one the beginning is kept.
    pub fn line(number: usize, text: &str) -> OpeningPlace {
        let printable = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
        let mut kept: String = text.chars().take(LONGEST_QUOTE).map(printable).collect();
        if text.chars().nth(LONGEST_QUOTE).is_some() {
            kept.push('…');
        }
        OpeningPlace::Line { number, text: kept }
    }
}

impl fmt::Display for OpeningPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningPlace::Line { number, text } => write!(f, "line {number} '{text}'"),
            OpeningPlace::Game { number } => write!(f, "game {number}"),
        }
    }
}
