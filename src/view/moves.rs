//! Moves as data.

use super::{KindView, SquareView};
use crate::position::Move;
use serde::{Deserialize, Serialize};

/// A move in a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveView {
    /// The move, a number.
    pub code: Move,
    /// Its text, in the format that was asked for.
    pub text: String,
    /// Where it starts; nowhere if it is a drop.
    pub from: Option<SquareView>,
    /// The squares between on which it takes something, in the order in which it comes by.
    pub via: Vec<SquareView>,
    /// Where it ends, which may be where it starts.
    pub to: SquareView,
    /// Whether the piece promotes. Where that is a matter of choice, there is another move that differs in nothing else.
    pub promotes: bool,
    /// What is dropped, if it is a drop.
    pub drop: Option<KindView>,
    /// Whether nothing changes but the turn.
    pub pass: bool,
    /// The squares whose pieces it takes, in the order in which it comes by.
    pub captures: Vec<SquareView>,
}

/// A move and its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenMove {
    /// The move.
    pub code: Move,
    /// Its text, in the format that was asked for.
    pub text: String,
}

impl WrittenMove {
    /// The texts of a line, with spaces between.
    pub fn join(line: &[WrittenMove]) -> String {
        line.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>().join(" ")
    }
}

impl MoveView {
    /// The squares it goes to, one after the other: those between, and the last.
    pub fn steps(&self) -> impl Iterator<Item = SquareView> + '_ {
        self.via.iter().copied().chain([self.to])
    }
}
