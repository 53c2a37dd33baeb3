//! What can be wrong with texts of moves and positions.

use crate::games::taikyoku::{Kind, SIZE};
use crate::notation::{GameReason, MoveError, PositionError};

/// Why a text is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveTextError {
    /// It is none of the spellings.
    #[error("'{text}' is no move text: moves are squares from a1 to aj36, as in a11a12")]
    Syntax {
        /// The text, or its beginning.
        text: String,
    },
    /// A pass where no piece has that power and the room for it.
    #[error("no piece of the side to move can pass")]
    NoPass,
    /// Squares that are no way of any piece.
    #[error("no piece takes these squares on its way")]
    NoPath,
}

impl From<MoveTextError> for MoveError {
    fn from(error: MoveTextError) -> MoveError {
        let kind = match &error {
            MoveTextError::Syntax { .. } => MoveError::Syntax,
            MoveTextError::NoPass | MoveTextError::NoPath => MoveError::NoSuchPiece,
        };
        kind(GameReason::new(error))
    }
}

/// Why a text is no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardTextError {
    /// It has too many or too few ranks.
    #[error("board: {found} ranks instead of {SIZE}")]
    Ranks {
        /// How many it has.
        found: usize,
    },
    /// A rank has too many or too few squares.
    #[error("board: rank {rank} has {found} squares instead of {SIZE}")]
    Width {
        /// The rank, from 1.
        rank: usize,
        /// How many squares it has.
        found: usize,
    },
    /// A number of empty squares is out of range.
    #[error("board: rank {rank}: '{cell}' squares")]
    EmptyRun {
        /// The rank, from 1.
        rank: usize,
        /// What was given, or its beginning.
        cell: String,
    },
    /// A cell that is no piece.
    #[error("board: rank {rank}: {error}")]
    Piece {
        /// The rank, from 1.
        rank: usize,
        /// What is wrong.
        error: PieceError,
    },
}

impl From<BoardTextError> for PositionError {
    fn from(error: BoardTextError) -> PositionError {
        PositionError::Game(GameReason::new(error))
    }
}

/// Why letters are no piece.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PieceError {
    /// No kind has these letters, or they are of both cases.
    #[error("'{letters}' is no piece")]
    Unknown {
        /// What was given, or its beginning.
        letters: String,
    },
    /// The kind comes by promotion only, so it is named by another.
    #[error(
        "'{}' only comes by promotion and is written as what it was, as in +{}",
        .kind.info().id, .from.info().id
    )]
    Promoted {
        /// The kind.
        kind: Kind,
        /// A kind that promotes to it.
        from: Kind,
    },
    /// The kind does not promote.
    #[error("'{}' cannot have promoted", .kind.info().id)]
    NeverPromotes {
        /// The kind.
        kind: Kind,
    },
}
