//! Sides and results.

use std::fmt;
use std::ops::Not;

/// A player. Black moves first and up the board, as in Japanese chess variants; protocols may name the sides otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Side {
    /// The first player.
    Black = 0,
    /// The second player.
    White = 1,
}

impl Side {
    /// Both sides, the first player first.
    pub const BOTH: [Side; 2] = [Side::Black, Side::White];

    /// 0 or 1, for tables.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side, in constant code.
    #[inline]
    pub const fn flip(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }
}

impl Not for Side {
    type Output = Side;

    #[inline]
    fn not(self) -> Side {
        self.flip()
    }
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// A side has lost its last royal.
    Royals,
    /// A side is bare, or both are.
    BareKing,
    /// The side to move has no legal move.
    Stalemate,
    /// The side to move is in check and has no evasion.
    Mate,
    /// The repetition rule.
    Repetition,
    /// Too many plies.
    PlyCap,
    /// Too many plies in a row without a capture or a promotion, where a game counts those.
    NoProgress,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Royals => "royals",
            Reason::BareKing => "bareking",
            Reason::Stalemate => "stalemate",
            Reason::Mate => "mate",
            Reason::Repetition => "repetition",
            Reason::PlyCap => "plycap",
            Reason::NoProgress => "noprogress",
        })
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: Reason,
}

impl Outcome {
    /// A win.
    pub const fn win(winner: Side, reason: Reason) -> Outcome {
        Outcome { winner: Some(winner), reason }
    }

    /// A draw.
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome { winner: None, reason }
    }
}

impl Outcome {
    /// The result in words: `White wins: Black has lost the last royal`. The names are those of the sides, the first
    /// player first; protocols do not agree on them.
    pub fn words(&self, names: [&str; 2]) -> String {
        let Some(winner) = self.winner else {
            return match self.reason {
                Reason::BareKing => "draw: both sides are bare".to_owned(),
                Reason::Repetition => "draw by repetition".to_owned(),
                Reason::PlyCap => "draw: too many moves".to_owned(),
                Reason::NoProgress => "draw: too many moves without a capture or a promotion".to_owned(),
                Reason::Royals | Reason::Stalemate | Reason::Mate => format!("draw: {}", self.reason),
            };
        };
        let loser = names[winner.flip().index()];
        let why = match self.reason {
            Reason::Royals => "has lost the last royal",
            Reason::BareKing => "is bare",
            Reason::Stalemate => "has no legal move",
            Reason::Mate => "is mated",
            Reason::Repetition => "had to avoid the repetition",
            Reason::PlyCap => "has run out of moves",
            Reason::NoProgress => "has made no progress",
        };
        format!("{} wins: {loser} {why}", names[winner.index()])
    }
}

/// A short text for tables and tests: `b royals`, `w stalemate`, `draw`, `draw repetition`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.winner, self.reason) {
            (Some(Side::Black), reason) => write!(f, "b {reason}"),
            (Some(Side::White), reason) => write!(f, "w {reason}"),
            (None, Reason::BareKing) => f.write_str("draw"),
            (None, reason) => write!(f, "draw {reason}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_told_in_words() {
        let names = ["White", "Black"];
        let words = |outcome: Outcome| outcome.words(names);
        assert_eq!(words(Outcome::win(Side::Black, Reason::Royals)), "White wins: Black has lost the last royal");
        assert_eq!(words(Outcome::win(Side::White, Reason::BareKing)), "Black wins: White is bare");
        assert_eq!(words(Outcome::draw(Reason::BareKing)), "draw: both sides are bare");
        assert_eq!(words(Outcome::draw(Reason::PlyCap)), "draw: too many moves");
        let tired = words(Outcome::draw(Reason::NoProgress));
        assert_eq!(tired, "draw: too many moves without a capture or a promotion");
    }
}
