//! What can be wrong with texts of moves and positions.

use super::square::write_square;
use crate::games::chu::{Kind, Square};
use crate::notation::{GameReason, MoveError, PositionError, SquareNames};

/// Why a text in coordinates, in the notation of the books or in that of XBoard's games is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveTextError {
    /// It is none of the spellings.
    #[error("'{text}' is no move text{}", hint(*.spellings))]
    Syntax {
        /// The text, or its beginning.
        text: String,
        /// How squares are written, where the text can only be meant as squares.
        spellings: Option<&'static str>,
    },
    /// A USI move from a square to the same one.
    #[error("'{text}' is no move: a pass names the empty square it steps to and comes back from (chu-rules §2.7)")]
    PassWithoutStep {
        /// The text.
        text: String,
    },
    /// A CECP move of two legs that do not meet.
    #[error("'{text}': the second leg does not start where the first ends")]
    LegsApart {
        /// The text.
        text: String,
    },
    /// The text calls a piece by the name of another.
    #[error("the piece on {} is a {}, not a {}", show(*.square), .found.info().name, .named.info().name)]
    OtherPiece {
        /// Where it stands.
        square: Square,
        /// What it is.
        found: Kind,
        /// What the text calls it.
        named: Kind,
    },
    /// The text takes something on a square that holds nothing to take.
    #[error("there is nothing to take on {}", show(*.square))]
    NothingToTake {
        /// The square.
        square: Square,
    },
    /// The text does not mark a capture.
    #[error("a capture is written with x on {}", show(*.square))]
    UnmarkedCapture {
        /// The square of what is taken.
        square: Square,
    },
    /// A pass where no piece has that power and the room for it.
    #[error("no piece of the side to move can pass (chu-rules §2.4, §2.5)")]
    NoPass,
    /// In the notation of the books: no piece of the kind can make the move.
    #[error("no {} of the side to move can make the move '{text}'", .kind.info().name)]
    NoPieceMakes {
        /// The kind of the piece.
        kind: Kind,
        /// The text.
        text: String,
    },
    /// In the notation of XBoard's games: no piece of the kind can go there.
    #[error(
        "no {} of the side to move can go to {} like that (chu-rules §2.2)",
        .kind.info().name, write_square(*.to, SquareNames::Western)
    )]
    NoPieceReaches {
        /// The kind of the piece.
        kind: Kind,
        /// Where it would go.
        to: Square,
    },
    /// In the notation of the books: two pieces of the kind can make the move.
    #[error(
        "the {}s on {} and {} can both make the move: say which",
        .kind.info().name, show(.squares[0]), show(.squares[1])
    )]
    TwoPiecesMake {
        /// The kind of the pieces.
        kind: Kind,
        /// Where they stand.
        squares: [Square; 2],
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

/// Square names in the notation of the books.
fn show(square: Square) -> String {
    write_square(square, SquareNames::Japanese)
}

fn hint(spellings: Option<&str>) -> String {
    spellings.map(|spellings| format!(": {spellings}")).unwrap_or_default()
}

impl From<MoveTextError> for MoveError {
    fn from(error: MoveTextError) -> MoveError {
        use MoveTextError as Text;
        let kind = match &error {
            Text::Syntax { .. } | Text::PassWithoutStep { .. } | Text::LegsApart { .. } => MoveError::Syntax,
            Text::OtherPiece { .. } | Text::NothingToTake { .. } | Text::UnmarkedCapture { .. } => {
                MoveError::Contradiction
            }
            Text::NoPass | Text::NoPieceMakes { .. } | Text::NoPieceReaches { .. } => MoveError::NoSuchPiece,
            Text::TwoPiecesMake { .. } | Text::SeveralPieces { .. } => MoveError::Ambiguous,
        };
        kind(GameReason::new(error))
    }
}

/// A text that names no square of the counter-strike rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("counter-strike square: '{word}' is neither {squares} nor -")]
pub struct CounterStrikeError {
    /// What was given.
    pub word: String,
    /// How squares are written.
    pub squares: &'static str,
}

impl From<CounterStrikeError> for PositionError {
    fn from(error: CounterStrikeError) -> PositionError {
        PositionError::Game(GameReason::new(error))
    }
}
