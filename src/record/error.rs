//! Why game records cannot be read or written.

use super::GameFormat;
use crate::engine::{GameError, PlayError};
use crate::notation::PositionError;

/// Why a game of a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The variant has no moves in this format.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The file holds something, but no game.
    #[error("there is no game in this text")]
    NoGame,
    /// Something is wrong with a game.
    #[error("game {game}, line {line}: {fault}")]
    Game {
        /// Which game of the file, from 1.
        game: usize,
        /// The line of the file, from 1.
        line: usize,
        /// What is wrong.
        fault: RecordFault,
    },
    /// A line `POSITION [moves MOVE…]` is no game.
    #[error("line {line}: {error}")]
    Line {
        /// The line of the file, from 1.
        line: usize,
        /// What is wrong.
        error: GameError,
    },
}

/// A variant that has no moves in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{variant} is not written in the format '{}'", .format.name())]
pub struct FormatError {
    /// The name of the variant for people.
    pub variant: &'static str,
    /// The format.
    pub format: GameFormat,
}

/// A character that an encoding does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: '{character}' cannot be written in Shift-JIS; take UTF-8")]
pub struct EncodingError {
    /// The line of the text, from 1.
    pub line: usize,
    /// The character.
    pub character: char,
}

/// What is wrong with a recorded game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordFault {
    /// A move.
    #[error("move {number} ({text}): {error}{}", advice(.rules_without_repetition.as_deref()))]
    Move {
        /// Its number in the game, from 1.
        number: usize,
        /// Its text, or the beginning of it.
        text: String,
        /// Why it cannot be played.
        error: PlayError,
        /// If it breaks the repetition rule: the same rules without that one, if there are such.
        rules_without_repetition: Option<String>,
    },
    /// The start position.
    #[error("{0}")]
    Position(PositionError),
    /// The start position, told by a tag.
    #[error("start position: {0}")]
    PositionTag(PositionError),
    /// Moves or a result without a start position before them.
    #[error("no position before it")]
    PositionMissing,
    /// The record says that the game ends elsewhere.
    #[error("the game ends in another position, {reached}")]
    FinalPosition {
        /// Where it ends.
        reached: String,
    },
    /// The game is of another variant.
    #[error("the variant is '{found}', not {expected}")]
    Variant {
        /// What the record says.
        found: String,
        /// The variant that is read.
        expected: &'static str,
    },
    /// A bracket that is not closed.
    #[error("the {} that begins here has no end", .0.name())]
    Unclosed(Bracketed),
    /// A number before a move is too large.
    #[error("'{text}' is no number of a move")]
    MoveNumber {
        /// What was given.
        text: String,
    },
    /// A number before a move does not follow the one before it.
    #[error("the number {number} follows {last}")]
    NumberFollows {
        /// The number.
        number: u32,
        /// The one before it.
        last: u32,
    },
    /// A number before a move is not the one that is expected.
    #[error("move {number} where move {expected} is expected")]
    NumberExpected {
        /// The number.
        number: u32,
        /// The number that is expected.
        expected: u32,
    },
    /// A move after the end of the game.
    #[error("a move after the end of the game")]
    MoveAfterEnd,
    /// The second step of a move without the first.
    #[error("a second step without the first")]
    FirstStepMissing,
    /// The first step of a move is followed by another move.
    #[error("the second step of the move on line {line} is missing")]
    SecondStepMissing {
        /// The line of the first step, from 1.
        line: usize,
    },
    /// The first step of a move is followed by the end of the game.
    #[error("the second step of the last move is missing")]
    LastStepMissing,
    /// The first step of a move is followed by nothing of the game.
    #[error("the second step of this move is missing")]
    StepMissing,
    /// Pieces in hand, in a game without any.
    #[error("'{text}': {variant} has no pieces in hand")]
    Hand {
        /// What was given.
        text: String,
        /// The name of the variant for people.
        variant: &'static str,
    },
    /// A start position by a name that is not known.
    #[error("'{name}' is no handicap of {variant} that is known, and there is no board")]
    Handicap {
        /// The name.
        name: String,
        /// The name of the variant for people.
        variant: &'static str,
    },
}

/// What stands in brackets in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bracketed {
    /// A remark in the notation of the books.
    Remark,
    /// A comment in PGN.
    Comment,
    /// A variation in PGN.
    Variation,
}

impl Bracketed {
    /// What it is called.
    fn name(self) -> &'static str {
        match self {
            Bracketed::Remark => "remark",
            Bracketed::Comment => "comment",
            Bracketed::Variation => "variation",
        }
    }
}

/// What to do about a game that breaks the repetition rule.
fn advice(rules: Option<&str>) -> String {
    rules.map(|rules| format!(" (try --rules {rules})")).unwrap_or_default()
}
