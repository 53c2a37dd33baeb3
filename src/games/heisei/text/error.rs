//! What can be wrong with texts of drops and positions.

use crate::games::chu::text::write_square;
use crate::games::chu::{Kind, Square};
use crate::games::heisei::Slot;
use crate::notation::{GameReason, MoveError, PositionError, SquareNames};

/// A text with the sign of a drop that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is no drop: the pieces of the reserve are {}", letters())]
pub struct DropTextError {
    /// The text, or its beginning.
    pub text: String,
}

/// The letters of the kinds that can be in reserve.
fn letters() -> String {
    Slot::all().map(|slot| slot.kind().info().letter).collect()
}

impl From<DropTextError> for MoveError {
    fn from(error: DropTextError) -> MoveError {
        MoveError::Syntax(GameReason::new(error))
    }
}

/// What is wrong with the marks of fresh pieces in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FreshMarkError {
    /// A mark follows another.
    #[error("board: '~' twice")]
    Twice,
    /// A mark before what is no piece.
    #[error("board: '~' belongs before a piece, not before '{character}'")]
    BeforeNoPiece {
        /// What it stands before.
        character: char,
    },
    /// A mark before a piece that cannot be fresh there.
    #[error(
        "board: '~' before the {} on {}, where no piece from the reserve can be fresh",
        .kind.info().name, write_square(*.square, SquareNames::Western)
    )]
    NeverFresh {
        /// The kind of the piece.
        kind: Kind,
        /// Where it stands.
        square: Square,
    },
    /// A mark that nothing follows.
    #[error("board: '~' at the end")]
    AtEnd,
}

impl From<FreshMarkError> for PositionError {
    fn from(error: FreshMarkError) -> PositionError {
        PositionError::Game(GameReason::new(error))
    }
}
