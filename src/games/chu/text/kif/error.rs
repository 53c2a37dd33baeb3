//! What can be wrong with moves and boards of Japanese game records.

use super::names::Names;
use super::square::show;
use crate::games::chu::{Kind, SIZE, Square};
use crate::notation::{GameReason, MoveError, PositionError};

/// Why a text is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KifMoveError {
    /// It is no move text.
    #[error("this is no move text")]
    Syntax,
    /// A step that ends where it starts.
    #[error("a step from {} to the same square", show(*.square))]
    SameSquare {
        /// The square.
        square: Square,
    },
    /// The first of two steps does not say where it starts.
    #[error("the first of two steps does not tell where it comes from")]
    NoOrigin,
    /// Two steps that do not meet.
    #[error("the first step ends on {}, the second comes from {}", show(*.end), show(*.start))]
    StepsApart {
        /// Where the first one ends.
        end: Square,
        /// Where the second one starts.
        start: Square,
    },
    /// 同 at the first move of a game.
    #[error("同 without a move before it")]
    NoMoveBefore,
    /// The text calls a piece by the name of another.
    #[error("the piece on {} is a {} ({}), not a {named}", show(*.square), Names::of(*.found).full, .found.info().name)]
    OtherPiece {
        /// Where it stands.
        square: Square,
        /// What it is.
        found: Kind,
        /// What the text calls it.
        named: String,
    },
    /// No piece of that name can go there.
    #[error("no {name} of the side to move can go to {}", show(*.to))]
    NoPieceReaches {
        /// The name.
        name: String,
        /// Where it would go.
        to: Square,
    },
    /// Two pieces of that name can make the move.
    #[error("the {name} on {} and on {} can both do this: say which", show(.squares[0]), show(.squares[1]))]
    TwoPieces {
        /// The name.
        name: String,
        /// Where they stand.
        squares: [Square; 2],
    },
}

impl From<KifMoveError> for MoveError {
    fn from(error: KifMoveError) -> MoveError {
        use KifMoveError as Kif;
        let kind = match &error {
            Kif::Syntax | Kif::SameSquare { .. } | Kif::NoOrigin | Kif::StepsApart { .. } => MoveError::Syntax,
            Kif::NoMoveBefore | Kif::OtherPiece { .. } => MoveError::Contradiction,
            Kif::NoPieceReaches { .. } => MoveError::NoSuchPiece,
            Kif::TwoPieces { .. } => MoveError::Ambiguous,
        };
        kind(GameReason::new(error))
    }
}

/// Why lines are no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KifBoardError {
    /// There are more ranks than the board has.
    #[error("the board has more than {SIZE} ranks")]
    TooManyRanks,
    /// There are fewer ranks than the board has.
    #[error("the board has {found} ranks, not {SIZE}")]
    TooFewRanks {
        /// How many there are.
        found: usize,
    },
    /// A kanji that stands for no piece.
    #[error("unknown piece '{}{kanji}' on the board", if *.promoted { "成" } else { "" })]
    UnknownPiece {
        /// The kanji.
        kanji: char,
        /// Whether 成 stands before it.
        promoted: bool,
    },
    /// A rank has too many or too few squares.
    #[error("{found} squares on a rank of the board, not {SIZE}")]
    Width {
        /// How many it has.
        found: usize,
    },
}

impl From<KifBoardError> for PositionError {
    fn from(error: KifBoardError) -> PositionError {
        PositionError::Game(GameReason::new(error))
    }
}
