//! Graphical interfaces that judge moves by rules of their own.

use super::{Move, Position};

/// What a strict graphical referee accepts. Asked only if [`RuleSet::referee`](super::RuleSet::referee) says so.
pub trait GuiReferee: Position {
    /// Whether the referee would accept the legal move `mv`. `before` is the position from which the last move was
    /// played, and that move; `None` at the start of a game. The default accepts everything.
    fn referee_allows(&self, _mv: Move, _before: Option<(&Self, Move)>) -> bool {
        true
    }
}
