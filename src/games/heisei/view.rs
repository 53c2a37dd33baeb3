//! Positions and moves as data: those of Chu Shogi, with reserves, drops and marks.

use super::{HeiseiAction, HeiseiPosition, Slot};
use crate::games::chu::Square;
use crate::games::chu::view::{self, action_view, kind_view, square_view};
use crate::notation::SquareNames;
use crate::position::Side;
use crate::view::{BoardView, HandsView, HeldView, Holding, MoveView, StateValue, StateView};

/// A position as data. The native coordinates of the game are the western ones.
pub fn board_view(position: &HeiseiPosition) -> BoardView {
    let held = |side| {
        let slots = Slot::all().map(|slot| (kind_view(slot.kind()), position.in_reserve(side, slot)));
        slots.map(|(kind, count)| HeldView { kind, count }).collect()
    };
    let mut view = view::board_view(position.chu(), SquareNames::Western);
    view.hands = Some(HandsView { holding: Holding::Reserve, black: held(Side::Black), white: held(Side::White) });
    let fresh = position.fresh.into_iter().map(Square::at).map(square_view).collect();
    let meaning = "pieces from the reserve that may still promote on quiet moves within the zone";
    view.state.push(StateView::new("fresh", meaning, StateValue::Squares(fresh)));
    view
}

/// A legal move as data, with its text.
pub fn move_view(position: &HeiseiPosition, action: HeiseiAction, text: String) -> MoveView {
    match action {
        HeiseiAction::Move(action) => action_view(position.chu(), action, text),
        HeiseiAction::Drop { slot, promoted, to } => MoveView {
            code: action.to_move(),
            text,
            from: None,
            via: Vec::new(),
            to: square_view(to),
            promotes: promoted,
            drop: Some(kind_view(slot.kind())),
            pass: false,
            captures: Vec::new(),
        },
    }
}
