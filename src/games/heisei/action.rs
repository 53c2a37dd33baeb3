//! The layout of move codes.

use super::reserve::Slot;
use crate::games::chu::action::Action;
use crate::games::chu::square::{SIZE, STRIDE, Square};
use crate::position::Move;

const TO: u32 = 8;

/// The first of the two numbers beside each rank that stand for a drop.
const DROP: u32 = SIZE as u32;

/// A move in parts.
///
/// Code: for a move on the board that of [`Action`]. For a drop bits 0–7 hold a number of no square, 12 plus sixteen
/// times the number of the [`Slot`], and 1 more if the piece is dropped promoted; bits 8–15 hold its square. Where
/// nothing else tells moves apart the search prefers greater codes, so drops come after what the pieces on the board do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeiseiAction {
    /// A piece on the board moves.
    Move(Action),
    /// A piece comes from the reserve.
    Drop {
        /// What is dropped.
        slot: Slot,
        /// Whether it promotes at once.
        promoted: bool,
        /// Where.
        to: Square,
    },
}

impl HeiseiAction {
    /// The move code.
    #[inline]
    pub fn to_move(self) -> Move {
        match self {
            HeiseiAction::Move(action) => action.to_move(),
            HeiseiAction::Drop { slot, promoted, to } => {
                let piece = DROP + (slot.index() * STRIDE) as u32 + promoted as u32;
                Move::from_code(piece | (to.index() as u32) << TO)
            }
        }
    }

    /// The action of a code that came from a generator.
    #[inline]
    pub(super) fn of(mv: Move) -> HeiseiAction {
        HeiseiAction::drop_of(mv).unwrap_or_else(|| HeiseiAction::Move(Action::of(mv)))
    }

    /// The action of any code at all; `None` if it is none.
    #[inline]
    pub fn from_move(mv: Move) -> Option<HeiseiAction> {
        // What does not come out again was no code.
        HeiseiAction::drop_of(mv)
            .filter(|action| action.to_move() == mv)
            .or_else(|| Action::from_move(mv).map(HeiseiAction::Move))
    }

    /// The drop that the low half of a code names.
    #[inline]
    fn drop_of(mv: Move) -> Option<HeiseiAction> {
        let (piece, to) = (mv.code() & 255, (mv.code() >> TO & 255) as usize);
        let promoted = match piece % STRIDE as u32 {
            DROP => false,
            number if number == DROP + 1 => true,
            _ => return None,
        };
        let slot = Slot::from_index(piece as usize / STRIDE)?;
        Some(HeiseiAction::Drop { slot, promoted, to: Square::from_index(to)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_actions_are_the_same_thing() {
        let squares: Vec<Square> = (0..192).filter_map(Square::from_index).collect();
        for (i, &to) in squares.iter().enumerate() {
            for (slot, promoted) in Slot::all().flat_map(|slot| [(slot, false), (slot, true)]) {
                let drop = HeiseiAction::Drop { slot, promoted, to };
                assert_eq!(HeiseiAction::from_move(drop.to_move()), Some(drop));
                assert_eq!(HeiseiAction::of(drop.to_move()), drop);
                assert_eq!(Action::from_move(drop.to_move()), None, "a drop is no move of Chu");
            }
            let action = HeiseiAction::Move(Action::plain(squares[i * 5 % 144], to));
            assert_eq!(HeiseiAction::from_move(action.to_move()), Some(action));
            assert_eq!(HeiseiAction::of(action.to_move()), action);
        }
        for code in [u32::MAX, 12 | 12 << TO, 14, 12 | 1 << 16, 13 | 1 << 24, 12 | 8 << 4, 12 | 1 << 31] {
            assert_eq!(HeiseiAction::from_move(Move::from_code(code)), None, "{code:#x}");
        }
    }
}
