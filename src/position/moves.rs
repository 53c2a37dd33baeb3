//! Move codes and move lists.

/// An action: who moves, what it captures on the way, where it ends, whether it promotes.
///
/// Two spellings of one action are one `Move`. The code is a number whose layout belongs to the game; it is stable,
/// so that it may be stored in files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct Move(u32);

impl Move {
    /// No move at all; never a legal move in any game.
    pub const NONE: Move = Move(u32::MAX);

    /// The move with this code.
    #[inline]
    pub const fn from_code(code: u32) -> Move {
        Move(code)
    }

    /// The code of this move.
    #[inline]
    pub const fn code(self) -> u32 {
        self.0
    }

    /// Whether this is [`Move::NONE`].
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == u32::MAX
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Move({:#010x})", self.0)
    }
}

/// Moves, in the order of generation. A plain growable vector: a legal position can have
/// thousands of moves, so no fixed bound is safe. The search keeps one such stack per thread with a segment for every ply.
pub type MoveList = Vec<Move>;

/// The class of a move, as move ordering and pruning see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveClass {
    /// Takes at least one piece.
    Capture,
    /// Promotes without taking anything.
    Promotion,
    /// Changes neither material nor promotion.
    Quiet,
    /// Enters a piece from hand or reserve.
    Drop,
    /// Changes nothing but the turn.
    Pass,
}

impl MoveClass {
    /// Whether [`tacticals`](super::SearchHints::tacticals) lists moves of this class.
    #[inline]
    pub const fn is_tactical(self) -> bool {
        matches!(self, MoveClass::Capture | MoveClass::Promotion)
    }
}
