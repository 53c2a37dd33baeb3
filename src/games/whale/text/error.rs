//! What can be wrong with texts of moves and positions.

use super::{file_letter, write_square};
use crate::games::whale::{Kind, Square};
use crate::notation::{GameReason, MoveError, PositionError};
use crate::position::Side;

/// Why a text is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveTextError {
    /// It is none of the spellings.
    #[error(
        "'{text}' is no move text: squares are a1 to {}{size}, as in a2a3, and drops D*c3",
        file_letter(*.size - 1)
    )]
    Syntax {
        /// The text, or its beginning.
        text: String,
        /// How many files and ranks the board has.
        size: usize,
    },
    /// The text takes something on an empty square.
    #[error("the {}'s move to {} takes nothing", .kind.info().name, write_square(*.to))]
    NothingToTake {
        /// The kind of the piece.
        kind: Kind,
        /// Where it goes.
        to: Square,
    },
    /// The text does not mark a capture.
    #[error("the {}'s move to {} is a capture, written with x", .kind.info().name, write_square(*.to))]
    UnmarkedCapture {
        /// The kind of the piece.
        kind: Kind,
        /// Where it goes.
        to: Square,
    },
    /// No piece of the kind can go there.
    #[error("no {} of the side to move can go to {}", .kind.info().name, write_square(*.to))]
    NoPieceReaches {
        /// The kind of the piece.
        kind: Kind,
        /// Where it would go.
        to: Square,
    },
    /// In the style of books: several pieces of the kind can go there.
    #[error(
        "more than one {} can go to {to}: say which, as in {}{}-{to}",
        .kind.info().name, .kind.info().letter, write_square(*.from), to = write_square(*.to)
    )]
    SeveralPiecesReach {
        /// The kind of the pieces.
        kind: Kind,
        /// Where they can go.
        to: Square,
        /// Where one of them stands.
        from: Square,
    },
    /// In the notation of XBoard's games: several pieces of the kind can make the move.
    #[error("more than one {} can do this: say which, as in {example}", .kind.info().name)]
    SeveralPieces {
        /// The kind of the pieces.
        kind: Kind,
        /// The text of one of the moves.
        example: String,
    },
}

impl From<MoveTextError> for MoveError {
    fn from(error: MoveTextError) -> MoveError {
        use MoveTextError as Text;
        let kind = match &error {
            Text::Syntax { .. } => MoveError::Syntax,
            Text::NothingToTake { .. } | Text::UnmarkedCapture { .. } => MoveError::Contradiction,
            Text::NoPieceReaches { .. } => MoveError::NoSuchPiece,
            Text::SeveralPiecesReach { .. } | Text::SeveralPieces { .. } => MoveError::Ambiguous,
        };
        kind(GameReason::new(error))
    }
}

/// What a position cannot have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MaterialError {
    /// More than one royal of a side.
    #[error("board: more than one white whale of {side:?}")]
    Royals {
        /// The side.
        side: Side,
    },
    /// More pieces of a kind, on the board and in both hands, than a hand can hold.
    #[error("hands: with the board more than {most} of '{letter}'")]
    Count {
        /// The letter of the kind in hand.
        letter: char,
        /// The greatest number.
        most: usize,
    },
}

impl From<MaterialError> for PositionError {
    fn from(error: MaterialError) -> PositionError {
        PositionError::Game(GameReason::new(error))
    }
}
