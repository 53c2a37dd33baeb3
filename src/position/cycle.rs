//! What was played in a cycle of positions, as far as rules ask.

use super::Side;

/// One move of a cycle. What counts as a check or an attack is for the rules to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CycleMove {
    /// Who played it.
    pub side: Side,
    /// It only passed the turn.
    pub pass: bool,
    /// It left the opponent in check.
    pub check: bool,
    /// It attacked something.
    pub attack: bool,
}
