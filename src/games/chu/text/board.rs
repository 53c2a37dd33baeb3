//! What the texts of moves on the board ask of a position: of Chu Shogi, or of a game that has its board and moves.

use super::reason::reason;
use crate::games::chu::{Action, ChuPosition, Illegal};
use crate::notation::MoveFormat;
use crate::position::Position;

/// A position with the board of Chu Shogi, whose moves on the board have the codes of [`Action`].
pub trait Board: Position {
    /// How moves are written, for a message about a text that is none.
    const SPELLINGS: &'static str;

    /// Board, side to move and lion rules.
    fn chu(&self) -> &ChuPosition;

    /// Whether an action on the board is legal, and if not, why.
    fn judge(&self, action: Action) -> Result<(), Illegal>;

    /// Why a move is illegal, with squares named in the format in which the move was given.
    fn reason(&self, illegal: Illegal, format: MoveFormat) -> String {
        reason(self.chu(), illegal, format)
    }
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
