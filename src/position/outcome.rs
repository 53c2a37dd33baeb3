//! Sides and results.

use std::fmt;
use std::ops::Not;

/// A player. Black moves first and up the board, as in shogi; XBoard calls this side "white".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A side has lost its last royal (chu-rules §6.2).
    Royals,
    /// A side is bare (chu-rules §6.4), or both are (§6.5).
    BareKing,
    /// The side to move has no legal move (chu-rules §6.3).
    Stalemate,
    /// Check that cannot be met, in games where check must be met.
    Mate,
    /// The repetition rule (chu-rules §5).
    Repetition,
    /// Too many plies (chu-rules §6.5).
    PlyCap,
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

/// The text of chu-rules §10: `b royals`, `w stalemate`, `draw`, `draw repetition`.
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
