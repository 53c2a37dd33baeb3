//! What the texts of moves on the board ask of a position: of Chu Shogi, or of a game that has its board and moves.

use crate::games::chu::{Action, ChuPosition, Illegal};
use crate::notation::Explain;

/// A position with the board of Chu Shogi, whose moves on the board have the codes of [`Action`].
pub trait Board: Explain<Illegal> {
    /// How moves are written, for a message about a text that is none.
    const SPELLINGS: &'static str;

    /// Board, side to move and lion rules.
    fn chu(&self) -> &ChuPosition;

    /// Whether an action on the board is legal, and if not, why.
    ///
    /// # Errors
    /// The rule that it breaks.
    fn judge(&self, action: Action) -> Result<(), Illegal>;
}

impl Board for ChuPosition {
    const SPELLINGS: &'static str = "squares are 1a to 12l (USI) or a1 to l12 (CECP)";

    fn chu(&self) -> &ChuPosition {
        self
    }

    fn judge(&self, action: Action) -> Result<(), Illegal> {
        self.check(action)
    }
}
