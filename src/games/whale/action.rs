//! The layout of move codes.

use super::board::{Square, TABLE, is_on_board};
use super::piece::Kind;
use crate::position::Move;

const TO: u32 = 6;
const DROP: u32 = 1 << 12;

/// A move in parts.
///
/// Code: bits 0–5 the start square (for a drop the kind), 6–11 the destination, bit 12 whether it is a drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A piece moves on the board.
    Move {
        /// From here.
        from: Square,
        /// To there, taking what stands there.
        to: Square,
    },
    /// A piece in hand is put on the board.
    Drop {
        /// What is dropped.
        kind: Kind,
        /// Where.
        to: Square,
    },
}

impl Action {
    /// Where it ends.
    #[inline]
    pub const fn to(self) -> Square {
        match self {
            Action::Move { to, .. } | Action::Drop { to, .. } => to,
        }
    }

    /// The move code.
    #[inline]
    pub const fn to_move(self) -> Move {
        Move::from_code(match self {
            Action::Move { from, to } => from.index() as u32 | (to.index() as u32) << TO,
            Action::Drop { kind, to } => kind as u32 | (to.index() as u32) << TO | DROP,
        })
    }

    /// The action of a code that came from a generator.
    #[inline]
    pub(super) fn of(mv: Move) -> Action {
        let (low, to) = (mv.code() as usize % TABLE, Square::at((mv.code() >> TO) as usize));
        if mv.code() & DROP == 0 {
            return Action::Move { from: Square::at(low), to };
        }
        Action::Drop { kind: Kind::from_index(low).unwrap_or(Kind::Dolphin), to }
    }

    /// The action of any code at all, on a board of this size; `None` if it is none.
    pub fn from_move(mv: Move, size: usize) -> Option<Action> {
        let action = Action::of(mv);
        let squares = match action {
            Action::Move { from, to } => [from, to],
            Action::Drop { to, .. } => [to, to],
        };
        let on_board = squares.into_iter().all(|square| is_on_board(size, square.index()));
        // What does not come out again was no code.
        (on_board && action.to_move() == mv).then_some(action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_actions_are_the_same_thing() {
        let squares = || (0..36).filter_map(|i| Square::new(i % 6, i / 6, 6));
        for to in squares() {
            let moves = squares().map(|from| Action::Move { from, to });
            for action in moves.chain(Kind::all().map(|kind| Action::Drop { kind, to })) {
                assert_eq!(Action::from_move(action.to_move(), 6), Some(action));
            }
        }
        for code in [u32::MAX, 6, 7 << TO, DROP | 9, 1 << 13, 1 << 31] {
            assert_eq!(Action::from_move(Move::from_code(code), 6), None, "{code:#x}");
        }
    }
}
