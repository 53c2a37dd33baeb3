//! The layout of move codes.

use super::square::{SQUARES, Square};
use crate::geometry::Direction;
use crate::position::Move;

const TO: u32 = 11;
const PROMOTES: u32 = 1 << 22;
const PATH: u32 = 23;
const VIA: u32 = 25;

/// What a move takes before it arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// Nothing: steps, slides, jumps, hooks, and a pass, which ends where it starts.
    Plain,
    /// The piece on the adjacent square in this direction: the first step of a lion, and captures without moving, which
    /// end where they start.
    Over(Direction),
    /// All pieces between start and destination, which lie on a line: walks and sweeps. There is at least one.
    All,
}

/// A move in parts.
///
/// Code: bits 0–10 the start square, 11–21 the destination, 22 whether it promotes, 23–24 the path (0 plain, 1 over, 2
/// all), 25–27 the direction of the square it leads over. That tells all multiple moves apart: a hook takes nothing where
/// it turns, a lion takes at most one piece on its way and that beside its start, and what a walk or a sweep takes is what
/// stands on the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action {
    /// From here.
    pub from: Square,
    /// To there, taking what stands there; the start square itself if the piece does not move.
    pub to: Square,
    /// What it takes on the way.
    pub path: Path,
    /// Whether the piece promotes.
    pub promotes: bool,
}

impl Action {
    /// The move code.
    #[inline]
    pub const fn to_move(self) -> Move {
        let path = match self.path {
            Path::Plain => 0,
            Path::Over(direction) => 1 << PATH | (direction as u32) << VIA,
            Path::All => 2 << PATH,
        };
        let squares = self.from.index() as u32 | (self.to.index() as u32) << TO;
        Move::from_code(squares | path | if self.promotes { PROMOTES } else { 0 })
    }

    /// The action of a code that came from a generator.
    #[inline]
    pub(super) const fn of(mv: Move) -> Action {
        let code = mv.code();
        Action {
            from: Square::at(code as usize),
            to: Square::at((code >> TO) as usize),
            path: match code >> PATH & 3 {
                1 => Path::Over(Direction::ALL[(code >> VIA & 7) as usize]),
                2 => Path::All,
                _ => Path::Plain,
            },
            promotes: code & PROMOTES != 0,
        }
    }

    /// The action of any code at all; `None` if it is none.
    pub fn from_move(mv: Move) -> Option<Action> {
        let action = Action::of(mv);
        let on_board = action.from.index() < SQUARES && action.to.index() < SQUARES;
        // What does not come out again was no code.
        (on_board && action.to_move() == mv).then_some(action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_actions_are_the_same_thing() {
        let squares = || [0, 1, 35, 36, 700, 1294, 1295].into_iter().map(Square::at);
        let mut seen = std::collections::HashSet::new();
        for (from, to) in squares().flat_map(|from| squares().map(move |to| (from, to))) {
            let over = Direction::ALL.into_iter().map(Path::Over);
            for path in over.chain([Path::Plain, Path::All]) {
                for promotes in [false, true] {
                    let action = Action { from, to, path, promotes };
                    assert_eq!(Action::from_move(action.to_move()), Some(action));
                    assert!(seen.insert(action.to_move()));
                }
            }
        }
        for code in [u32::MAX, 1296, 1296 << TO, 3 << PATH, 1 << VIA, 2 << PATH | 1 << VIA, 1 << 28, 1 << 31] {
            assert_eq!(Action::from_move(Move::from_code(code)), None, "{code:#x}");
        }
    }
}
