//! The layout of Chu move codes.

use super::square::Square;
use crate::position::Move;

const TO: u32 = 8;
const VIA: u32 = 16;
const PROMOTE: u32 = 1 << 24;

/// A move in parts (chu-rules §2.3).
///
/// Code: bits 0–7 from, 8–15 to, 16–23 the square of the piece captured on the first leg (the start square if there is
/// none), bit 24 promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// Where the piece starts.
    pub from: Square,
    /// The square of an enemy piece captured on the first leg.
    pub via: Option<Square>,
    /// Where it ends; the start square for igui and pass.
    pub to: Square,
    /// Whether it promotes.
    pub promote: bool,
}

impl Action {
    /// A step, slide or jump.
    #[inline]
    pub const fn plain(from: Square, to: Square) -> Action {
        Action { from, via: None, to, promote: false }
    }

    /// Captures on `via`, then ends on `to`, which may be the start square.
    #[inline]
    pub const fn through(from: Square, via: Square, to: Square) -> Action {
        Action { from, via: Some(via), to, promote: false }
    }

    /// A move that changes nothing but the turn (jitto).
    #[inline]
    pub const fn pass(square: Square) -> Action {
        Action::plain(square, square)
    }

    /// Whether this is a pass.
    #[inline]
    pub fn is_pass(&self) -> bool {
        self.via.is_none() && self.from == self.to
    }

    /// The move code.
    #[inline]
    pub fn to_move(self) -> Move {
        let via = self.via.unwrap_or(self.from).index() as u32;
        let promote = if self.promote { PROMOTE } else { 0 };
        Move::from_code(self.from.index() as u32 | (self.to.index() as u32) << TO | via << VIA | promote)
    }

    /// The action of a code that came from a generator.
    #[inline]
    pub(in crate::games) const fn of(mv: Move) -> Action {
        let code = mv.code();
        let from = Square::at((code & 255) as usize);
        let via = Square::at((code >> VIA & 255) as usize);
        Action {
            from,
            via: if via.index() == from.index() { None } else { Some(via) },
            to: Square::at((code >> TO & 255) as usize),
            promote: code & PROMOTE != 0,
        }
    }

    /// The action of any code at all; `None` if it is none.
    pub fn from_move(mv: Move) -> Option<Action> {
        let code = mv.code();
        let square = |shift: u32| Square::from_index((code >> shift & 255) as usize);
        let (from, to, via) = (square(0)?, square(TO)?, square(VIA)?);
        let action = Action { from, via: (via != from).then_some(via), to, promote: code & PROMOTE != 0 };
        (code >> 25 == 0).then_some(action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_actions_are_the_same_thing() {
        let squares: Vec<Square> = (0..192).filter_map(Square::from_index).collect();
        assert_eq!(squares.len(), 144);
        for (i, &from) in squares.iter().enumerate() {
            let (to, via) = (squares[(i * 7 + 3) % 144], squares[(i * 5 + 1) % 144]);
            for promote in [false, true] {
                let action = Action { from, via: (via != from).then_some(via), to, promote };
                assert_eq!(Action::from_move(action.to_move()), Some(action));
                assert_eq!(Action::of(action.to_move()), action);
            }
        }
        assert_eq!(Action::from_move(Move::NONE), None);
        assert_eq!(Action::from_move(Move::from_code(12)), None, "file 12 is off the board");
    }
}
