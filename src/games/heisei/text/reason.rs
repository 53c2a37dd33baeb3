//! Why a move is illegal, in words.

use crate::games::chu::text::reason::reason;
use crate::games::chu::text::square::write_square;
use crate::games::chu::{Illegal, Square};
use crate::games::heisei::{HeiseiPosition, IllegalDrop};
use crate::notation::{Explain, MoveFormat, Violation};

impl Violation for IllegalDrop {
    fn code(self) -> &'static str {
        match self {
            IllegalDrop::NotHeld(_) => "not-held",
            IllegalDrop::Occupied(_) => "occupied",
            IllegalDrop::NotNextToOwn(_) => "not-next-to-own",
            IllegalDrop::Immobile(..) => "immobile",
            IllegalDrop::PromotedOutsideZone(_) => "promoted-outside-zone",
        }
    }
}

impl Explain<Illegal> for HeiseiPosition {
    fn explain(&self, illegal: Illegal, format: MoveFormat) -> String {
        of_move(self, illegal, format)
    }
}

impl Explain<IllegalDrop> for HeiseiPosition {
    fn explain(&self, illegal: IllegalDrop, format: MoveFormat) -> String {
        of_drop(self, illegal, format)
    }
}

/// The reason why a move on the board is illegal, with squares named in the format in which the move was given.
fn of_move(position: &HeiseiPosition, illegal: Illegal, format: MoveFormat) -> String {
    let at = |square: Square| write_square(square, format.squares());
    match illegal {
        Illegal::NoRightToPromote(from, to) if position.is_fresh(from) => format!(
            "the {} on {} has no right to promote: fresh from the reserve it has on moves inside the zone, and {} is \
             outside",
            position.chu().piece_on(from).kind().info().name,
            at(from),
            at(to)
        ),
        _ => reason(position.chu(), illegal, format),
    }
}

/// The reason why a drop is illegal.
fn of_drop(position: &HeiseiPosition, illegal: IllegalDrop, format: MoveFormat) -> String {
    let at = |square: Square| write_square(square, format.squares());
    match illegal {
        IllegalDrop::NotHeld(slot) => {
            format!("the side to move has no {} in reserve", slot.kind().info().name)
        }
        IllegalDrop::Occupied(square) => {
            let name = position.chu().piece_on(square).kind().info().name;
            format!("a drop needs an empty square, and on {} stands a {name}", at(square))
        }
        IllegalDrop::NotNextToOwn(square) => {
            format!(
                "a drop needs a piece of the mover on one of the squares around it, and around {} is none",
                at(square)
            )
        }
        IllegalDrop::Immobile(slot, square) => {
            format!("a {} could never move from {}", slot.kind().info().name, at(square))
        }
        IllegalDrop::PromotedOutsideZone(square) => {
            format!("pieces are dropped promoted in the promotion zone only, and {} is outside", at(square))
        }
    }
}
