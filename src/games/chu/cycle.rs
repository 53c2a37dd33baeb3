//! The rules that judge a cycle of positions by what was played in it: `jcsa` (chu-rules §5.4) and `lishogi` (§5.5).

use super::action::Action;
use super::piece::Class;
use super::rules::{RepetitionRule, Switches};
use super::square::Square;
use super::state::ChuPosition;
use crate::position::{CycleMove, Outcome, Reason, Side};

impl ChuPosition {
    /// What the rule in force asks about `action`, which led from here to `after`.
    pub(super) fn cycle_facts(&self, action: Action, after: &ChuPosition) -> CycleMove {
        let (side, pass) = (self.side, action.is_pass());
        let (check, attack) = match self.rules.repetition {
            RepetitionRule::Lishogi => {
                let check = after.attacks_a_royal(side);
                (check, check || self.could_capture_next(action.to, after))
            }
            _ => {
                let check = after.is_in_check(!side);
                (check, !pass && (check || after.attacks_something(action.to)))
            }
        };
        CycleMove { side, pass, check, attack }
    }

    /// The verdict of the rule in force on a cycle that ends here.
    pub(super) fn verdict_on_cycle(&self, moves: &[CycleMove]) -> Outcome {
        let obliged = match self.rules.repetition {
            RepetitionRule::Lishogi => CycleMove::only_side_with_all(moves, |mv| mv.attack),
            _ => self.obliged_by_jcsa(moves),
        };
        match obliged {
            Some(side) => Outcome::win(!side, Reason::Repetition),
            None => Outcome::draw(Reason::Repetition),
        }
    }

    /// The side that had to deviate (§5.4).
    fn obliged_by_jcsa(&self, moves: &[CycleMove]) -> Option<Side> {
        if let Some(checker) = CycleMove::only_side_with_all(moves, |mv| mv.check) {
            return Some(checker);
        }
        if moves.iter().all(|mv| mv.pass) {
            return moves.first().map(|mv| mv.side);
        }
        let neutral = self.rules.has(Switches::REP_NEUTRAL_MOVER).then_some(self.side);
        CycleMove::only_side_with_any(moves, |mv| mv.attack).or(neutral)
    }

    /// Whether a royal of the opponent of `side` is attacked, even if there are two.
    fn attacks_a_royal(&self, side: Side) -> bool {
        self.set(!side, Class::Royal).into_iter().any(|royal| self.is_attacked(Square::at(royal), side))
    }

    /// Whether the piece on `square` attacks an enemy piece (§2.6).
    fn attacks_something(&self, square: Square) -> bool {
        let enemies = self.pieces_of(!self.piece_on(square).side());
        enemies.into_iter().any(|enemy| self.attacks_without(square, Square::at(enemy), square))
    }

    /// Whether the piece that has just arrived on `square` could legally take something there and then, by a single
    /// leg, under the counter-strike state before its move.
    fn could_capture_next(&self, square: Square, after: &ChuPosition) -> bool {
        let mut again = after.clone();
        again.give_turn(self.side, self.counter_strike);
        let enemies = again.pieces_of(!self.side);
        enemies.into_iter().any(|enemy| again.check(Action::plain(square, Square::at(enemy))).is_ok())
    }
}
