//! What can be wrong with texts of positions and moves.
//!
//! The errors that all games share are enums. What only one game knows is an error type of that game, carried as a
//! typed value: [`GameReason`] for texts, [`IllegalMove`] for the rules of a move.

use super::illegal::IllegalMove;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// Why a text is no position. The message names the field and the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The text is empty.
    #[error("no position given")]
    Empty,
    /// `startpos` is followed by something.
    #[error("position: unexpected '{text}' after startpos")]
    AfterStartpos {
        /// What follows.
        text: String,
    },
    /// The board field.
    #[error("board: {0}")]
    Board(BoardError),
    /// There is no side to move.
    #[error("side to move: missing (b or w)")]
    SideMissing,
    /// The side to move is not one of its two letters.
    #[error("side to move: '{word}' is neither {first} nor {second}")]
    Side {
        /// What was given.
        word: String,
        /// The letter of the side that moves first.
        first: char,
        /// The letter of the other side.
        second: char,
    },
    /// The pieces beside the board.
    #[error("{field}: {error}")]
    Held {
        /// What the game calls them.
        field: &'static str,
        /// What is wrong.
        error: HeldError,
    },
    /// The move number is not a number from 1.
    #[error("move number: '{word}' is no number from 1")]
    MoveNumber {
        /// What was given.
        word: String,
    },
    /// The move number is followed by something.
    #[error("position: unexpected '{word}' after the move number")]
    AfterMoveNumber {
        /// What follows.
        word: String,
    },
    /// A word in the tail of an XBoard FEN that no program writes there.
    #[error("after the side to move: '{word}' is no field of a FEN")]
    FenTail {
        /// What was given.
        word: String,
    },
    /// Something that only this game has in its positions.
    #[error("{0}")]
    Game(GameReason),
}

/// What is wrong with the board field of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The field is empty.
    #[error("missing")]
    Missing,
    /// It has too many or too few ranks.
    #[error("{found} ranks, not {expected}")]
    Ranks {
        /// How many it has.
        found: usize,
        /// How many the board has.
        expected: usize,
    },
    /// A number of empty squares is 0.
    #[error("an empty run of 0 squares on {rank}")]
    EmptyRun {
        /// Where.
        rank: RankName,
    },
    /// Letters that stand for no piece.
    #[error("unknown piece '{piece}' on {rank}")]
    UnknownPiece {
        /// The letters.
        piece: String,
        /// Where.
        rank: RankName,
    },
    /// A rank has too many or too few squares.
    #[error("{rank} has {}{found} squares, not {expected}", if *.at_least { "at least " } else { "" })]
    Width {
        /// Which.
        rank: RankName,
        /// How many it has.
        found: usize,
        /// Whether that is where counting stopped.
        at_least: bool,
        /// How many the board has.
        expected: usize,
    },
}

/// A rank as it is named in errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankName {
    /// Its number, from 1 on the near side.
    pub number: usize,
    /// Its letter, in games that name ranks by letters too.
    pub letter: Option<char>,
}

impl fmt::Display for RankName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.letter {
            Some(letter) => write!(f, "rank {} ({letter})", self.number),
            None => write!(f, "rank {}", self.number),
        }
    }
}

/// What is wrong with the text of the pieces beside the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeldError {
    /// A character that stands for no piece that can be held.
    #[error("no '{letter}' can be held there")]
    UnknownPiece {
        /// The character.
        letter: char,
    },
    /// The number of a kind is out of range.
    #[error("the number of '{letter}' is not from 1 to {most}")]
    Count {
        /// The letter of the kind.
        letter: char,
        /// The greatest number.
        most: u8,
    },
    /// A number that no piece follows.
    #[error("a number without a piece at the end")]
    NumberAtEnd,
    /// The bracket around them is not closed.
    #[error("the closing bracket is missing")]
    OpenBracket,
}

/// Why a text is no move in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// It is no move text, whatever the position.
    #[error("{0}")]
    Syntax(GameReason),
    /// It says something of the position that is not so: which piece stands on a square, what is taken.
    #[error("{0}")]
    Contradiction(GameReason),
    /// No piece of the side to move fits what it says.
    #[error("{0}")]
    NoSuchPiece(GameReason),
    /// Several moves fit it.
    #[error("{0}")]
    Ambiguous(GameReason),
    /// It names a move that the rules forbid.
    #[error("{0}")]
    Illegal(IllegalMove),
}

impl MoveError {
    /// A short name for programs, in lower case with hyphens: that of the broken rule for an illegal move, as
    /// `own-piece`; otherwise `syntax`, `contradiction`, `no-such-piece` or `ambiguous`.
    pub fn code(&self) -> &'static str {
        match self {
            MoveError::Syntax(_) => "syntax",
            MoveError::Contradiction(_) => "contradiction",
            MoveError::NoSuchPiece(_) => "no-such-piece",
            MoveError::Ambiguous(_) => "ambiguous",
            MoveError::Illegal(illegal) => illegal.code(),
        }
    }
}

impl From<IllegalMove> for MoveError {
    fn from(illegal: IllegalMove) -> MoveError {
        MoveError::Illegal(illegal)
    }
}

/// A text that names no square of the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no square")]
pub struct UnknownSquare(pub String);

/// An error of one game's texts. It is made of the game's own error type, which can be had back.
#[derive(Clone)]
pub struct GameReason(Arc<dyn Error + Send + Sync>);

impl GameReason {
    /// The reason that this error tells.
    pub fn new(error: impl Error + Send + Sync + 'static) -> GameReason {
        GameReason(Arc::new(error))
    }

    /// The error it was made of, if it is of this type.
    pub fn downcast_ref<E: Error + 'static>(&self) -> Option<&E> {
        self.0.downcast_ref()
    }
}

impl fmt::Display for GameReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for GameReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Reasons are equal if they say the same.
impl PartialEq for GameReason {
    fn eq(&self, other: &GameReason) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for GameReason {}

/// Longest part of a foreign text that an error repeats, in characters.
const LONGEST_EXCERPT: usize = 40;

/// The beginning of a foreign text, for an error.
pub(crate) fn excerpt(text: &str) -> String {
    text.chars().take(LONGEST_EXCERPT).collect()
}
