//! Who attacks a square (chu-rules §2.6), and what follows for royals.

use super::action::Action;
use super::piece::{Beside, Class, Piece, Traits};
use super::square::{FRAME, KNIGHT_LEAPS, LION_AREA, NEIGHBOURS, RAYS, Square, SquareSet};
use super::state::ChuPosition;
use crate::geometry::{Direction, over_directions};
use crate::position::Side;

impl ChuPosition {
    /// Whether a piece of `by` attacks `target` by a plain move pattern, on the board without the pieces on `gone`.
    pub(super) fn is_attacked_without(&self, target: Square, by: Side, gone: &SquareSet) -> bool {
        let stands = |square| !gone.contains(square);
        over_directions!(||, D => self.is_attacked_along(target.index(), D, by, stands))
            || self.jumpers_near(target, by).is_some_and(|jumpers| {
                jumpers.into_iter().any(|square| stands(square) && self.jumps_to(square, target.index()))
            })
    }

    /// Whether a piece of `by` attacks `target`.
    pub(in crate::games) fn is_attacked(&self, target: Square, by: Side) -> bool {
        let square = target.index();
        !self.neighbours_attacking(square).of(by).is_empty()
            || over_directions!(||, D => self.is_attacked_by_slide(square, D, by))
            || self
                .jumpers_near(target, by)
                .is_some_and(|jumpers| jumpers.into_iter().any(|jumper| self.jumps_to(jumper, square)))
    }

    /// Every square that a piece of `by` attacks, own pieces included, by direction and not by piece.
    pub(super) fn attacked_by(&self, by: Side) -> SquareSet {
        let empty = self.empty_squares();
        let steps_and_slides = over_directions!(|, D => {
            let delta = FRAME.delta(D) as i32;
            let slides = self.sliders(by, D).filled(empty, delta);
            (slides | *self.steppers(by, D)).shifted(delta)
        });
        self.set(by, Class::Special)
            .into_iter()
            .fold(steps_and_slides, |attacked, from| attacked | self.special_targets(Square::at(from)))
    }

    /// Whether the opponent, who attacks `attacked`, attacks neither the end of a quiet move nor through its start.
    pub(super) fn ends_unattacked(&self, action: Action, attacked: &SquareSet) -> bool {
        let Action { from, to, .. } = action;
        if attacked.contains(to.index()) {
            return false;
        }
        // What looks along the start square at the end sees it once the piece has gone.
        !attacked.contains(from.index())
            || to.line_to(from).is_none_or(|(out, _)| {
                let behind = self.board[FRAME.walk(from.index(), out, self.reach(from.index(), out))];
                !(behind.slides(out.opposite()) && behind.belongs_to(!self.side))
            })
    }

    /// The directions in which the neighbours of a square attack it.
    #[inline(always)]
    pub(super) fn neighbours_attacking(&self, target: usize) -> Beside {
        over_directions!(|, D => self.next_to(target, D).beside().only(D.opposite()))
    }

    #[inline(always)]
    fn is_attacked_by_slide(&self, target: usize, out: Direction, by: Side) -> bool {
        let sliders = self.sliders(by, out.opposite());
        sliders.intersects(&RAYS[target][out.index()])
            && sliders.contains(FRAME.walk(target, out, self.reach(target, out)))
    }

    /// The piece on the next square in a direction; off the board there is none.
    #[inline(always)]
    pub(super) fn next_to(&self, square: usize, direction: Direction) -> Piece {
        // The numbers around the board belong to no square, and their places in the mailbox stay empty.
        self.board[(square as isize + FRAME.delta(direction)) as u8 as usize]
    }

    /// The part of an attack that comes in along one line, jumps excepted. `stands` tells whether the piece on a square
    /// is still there.
    #[inline(always)]
    fn is_attacked_along(&self, target: usize, out: Direction, by: Side, stands: impl Fn(usize) -> bool) -> bool {
        let (towards, edge) = (out.opposite(), FRAME.edge(target, out));
        let mut distance = self.reach(target, out);
        let mut square = FRAME.walk(target, out, distance);
        while distance < edge && !stands(square) {
            distance += self.reach(square, out);
            square = FRAME.walk(target, out, distance);
        }
        let piece = self.board[square];
        // On the edge the walk ends on the target itself.
        distance > 0
            && stands(square)
            && (piece.belongs_to(by) && piece.slides(towards)
                || distance == 1 && piece.beside().of(by).contains(towards))
    }

    /// The pieces of a side near enough to jump to a square, if there are any; most often there are none.
    #[inline]
    fn jumpers_near(&self, target: Square, by: Side) -> Option<SquareSet> {
        let jumpers = *self.set(by, Class::Special) & LION_AREA[target.index()];
        (!jumpers.is_empty()).then_some(jumpers)
    }

    /// Whether the piece on `from`, which jumps, reaches `target` over the head of others.
    pub(super) fn jumps_to(&self, from: usize, target: usize) -> bool {
        self.special_targets(Square::at(from)).contains(target) && !NEIGHBOURS[from].contains(target)
    }

    /// Whether the piece on `from` attacks `target`, on the board without the piece on `gone`.
    pub(super) fn attacks_without(&self, from: Square, target: Square, gone: Square) -> bool {
        let moves = self.piece_on(from).moves();
        let Some((direction, distance)) = from.line_to(target) else {
            return moves.traits.contains(Traits::LION) && KNIGHT_LEAPS[from.index()].contains(target.index());
        };
        if distance == 1 && moves.step.contains(direction) || distance == 2 && moves.jump.contains(direction) {
            return true;
        }
        moves.slide.contains(direction) && {
            let mut seen = 0;
            while seen < distance {
                seen += self.reach(FRAME.walk(from.index(), direction, seen), direction);
                if FRAME.walk(from.index(), direction, seen) != gone.index() {
                    break;
                }
            }
            seen >= distance
        }
    }

    /// Whether the move just made attacks the only royal of the side now to move, which was not attacked before it.
    pub(super) fn newly_attacks_royal(&self, action: Action) -> bool {
        let Some(royal) = self.only_royal(self.side) else { return false };
        let to = action.to;
        let piece = self.piece_on(to);
        let directly = match to.line_to(royal) {
            None => piece.moves().traits.contains(Traits::LION) && KNIGHT_LEAPS[to.index()].contains(royal.index()),
            Some((direction, distance)) => {
                distance == 1 && piece.beside().of(!self.side).contains(direction)
                    || piece.slides(direction) && self.reach(to.index(), direction) >= distance
                    || distance == 2 && piece.moves().jump.contains(direction)
            }
        };
        directly || self.is_uncovered(royal, action, !self.side)
    }

    /// Whether the move just made leaves the only royal of its side attacked, which was not attacked before it.
    pub(super) fn newly_exposes_royal(&self, action: Action) -> bool {
        self.only_royal(!self.side).is_some_and(|royal| {
            // A king or prince that has moved, or has been crowned, stands on a new square.
            if royal == action.to {
                self.is_attacked(royal, self.side)
            } else {
                self.is_uncovered(royal, action, self.side)
            }
        })
    }

    /// Whether a slider of `by` attacks `target` through a square that the move just made has emptied.
    #[inline]
    fn is_uncovered(&self, target: Square, action: Action, by: Side) -> bool {
        let opens = |left: Square| {
            target.line_to(left).is_some_and(|(out, _)| {
                let first = self.board[FRAME.walk(target.index(), out, self.reach(target.index(), out))];
                first.slides(out.opposite()) && first.belongs_to(by)
            })
        };
        action.to != action.from && opens(action.from) || action.via.is_some_and(opens)
    }

    /// The side's royal, if it has exactly one.
    #[inline]
    pub(in crate::games) fn only_royal(&self, side: Side) -> Option<Square> {
        let royals = self.set(side, Class::Royal);
        if royals.is_single() { royals.first().map(Square::at) } else { None }
    }

    /// Whether a side is in check: it owns exactly one royal and that is attacked (chu-rules §6.1).
    #[inline]
    pub(super) fn is_in_check(&self, side: Side) -> bool {
        self.only_royal(side).is_some_and(|royal| self.is_attacked(royal, !side))
    }
}
