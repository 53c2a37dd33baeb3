//! What can go wrong at the façade.

use crate::game::Refusal;
use crate::games::UnknownVariant;
use crate::ini::SettingsError;
use crate::notation::{MoveError, PositionError};
use crate::position::RuleError;
use crate::{mate, search};
use std::io;
use std::path::PathBuf;

/// Why a move from outside cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// What the board says: the text is no move here, or the rules forbid it.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// What the game says: the repetition rule, for one.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl PlayError {
    /// A short name for programs: [`MoveError::code`] or [`Refusal::code`].
    pub fn code(&self) -> &'static str {
        match self {
            PlayError::Move(error) => error.code(),
            PlayError::Refused(refusal) => refusal.code(),
        }
    }
}

/// Why a text `POSITION [moves MOVE…]` is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move.
    #[error("move {number} ({text}): {error}")]
    Move {
        /// Its number among the moves of the text, from 1.
        number: usize,
        /// The text of the move, or its beginning.
        text: String,
        /// What is wrong.
        error: PlayError,
    },
}

/// Why an engine cannot be made, or not take these options.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionsError {
    /// There is no such variant.
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    /// The rule set.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// The parameters of the evaluation.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The transposition table.
    #[error(transparent)]
    Table(#[from] search::TableError),
    /// The threads.
    #[error(transparent)]
    Threads(#[from] search::ThreadsError),
}

/// Why a settings file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SettingsFileError {
    /// It cannot be read.
    #[error("{}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Something in it is wrong.
    #[error("{}: {error}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What.
        error: SettingsError,
    },
}

/// Why a search cannot be started.
#[derive(Debug, thiserror::Error)]
pub(super) enum StartError {
    /// There is no memory for the transposition table.
    #[error(transparent)]
    Table(#[from] search::TableError),
    /// There is no thread for it.
    #[error(transparent)]
    Thread(#[from] io::Error),
}

/// Why the search for a mate cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// There is no memory for its table.
    #[error(transparent)]
    Table(#[from] mate::MateError),
    /// There is no thread for it.
    #[error(transparent)]
    Thread(#[from] io::Error),
}

/// Why a name means no piece, or no single one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PieceNameError {
    /// No piece is called so.
    #[error("no piece is called '{name}'; 'piece' without a name lists them")]
    Unknown {
        /// The name, or its beginning.
        name: String,
    },
    /// It is a part of several names.
    #[error("'{name}' could be {}", .candidates.join(", "))]
    Ambiguous {
        /// The name, or its beginning.
        name: String,
        /// The names it is a part of, or some of them.
        candidates: Vec<String>,
    },
}
