//! Move texts in parts, and the moves they name.

use super::board::Board;
use crate::games::chu::{Action, Illegal, Square};

/// A move text in parts, before it is known what it means.
pub(super) struct Spelling {
    /// Where it starts.
    pub from: Square,
    /// The square between two steps, whatever stands there.
    pub middle: Option<Square>,
    /// Where it ends.
    pub to: Square,
    /// Whether it promotes.
    pub promote: bool,
}

/// The action that a text names here.
pub(super) fn resolve(position: &impl Board, spelling: &Spelling) -> Result<Action, Illegal> {
    let &Spelling { from, middle, to, promote } = spelling;
    let piece = position.chu().piece_on(from);
    let owned = piece.belongs_to(position.chu().side());
    let mut action = Action { promote, ..Action::plain(from, to) };
    if let Some(middle) = middle.filter(|_| owned) {
        position.chu().check_path(piece, from, middle, to)?;
        if promote {
            return Err(Illegal::TwoStepPromotion(from));
        }
        if !position.chu().piece_on(middle).is_none() {
            action.via = Some(middle);
        }
    }
    position.judge(action).map(|()| action)
}
