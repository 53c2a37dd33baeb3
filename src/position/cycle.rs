//! The moves of a cycle of positions, and rules that judge a repetition by them.

use super::{Move, MoveClass, Outcome, Position, Reason, Side};

/// How a game judges repetitions under [`Repetition::Judge`](super::Repetition::Judge). The default is a draw.
pub trait RepetitionRules: Position {
    /// What the rule needs to know of `mv`, which led from this position to `after`.
    fn cycle_move(&self, mv: Move, _after: &Self) -> CycleMove {
        CycleMove { side: self.side_to_move(), pass: self.class(mv) == MoveClass::Pass, check: false, attack: false }
    }

    /// The result of a cycle whose moves since the first of the counted occurrences are `moves`; this position is the
    /// last occurrence.
    fn judge_cycle(&self, _moves: &[CycleMove]) -> Outcome {
        Outcome::draw(Reason::Repetition)
    }
}

/// One move of a cycle. What counts as a check or an attack is for the rules to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CycleMove {
    /// Who played it.
    pub side: Side,
    /// It only passed the turn.
    pub pass: bool,
    /// It left the opponent in check.
    pub check: bool,
    /// It attacked something.
    pub attack: bool,
}

impl CycleMove {
    /// The side whose moves, one at least, are all of a kind, if those of the other side are not.
    pub fn only_side_with_all(moves: &[CycleMove], is_of_kind: impl Fn(&CycleMove) -> bool) -> Option<Side> {
        only_side(|side| {
            let mut own = moves.iter().filter(|mv| mv.side == side).peekable();
            own.peek().is_some() && own.all(&is_of_kind)
        })
    }

    /// The side of which one move at least is of a kind, if none of the other side is.
    pub fn only_side_with_any(moves: &[CycleMove], is_of_kind: impl Fn(&CycleMove) -> bool) -> Option<Side> {
        only_side(|side| moves.iter().any(|mv| mv.side == side && is_of_kind(mv)))
    }
}

/// The side of which something is true, if it is not true of the other.
fn only_side(holds: impl Fn(Side) -> bool) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| holds(side) && !holds(!side))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_side_alone_is_found() {
        let cycle = |checks: &[bool]| -> Vec<CycleMove> {
            let side = |index: usize| Side::BOTH[index % 2];
            let mv = |(index, &check)| CycleMove { side: side(index), pass: false, check, attack: false };
            checks.iter().enumerate().map(mv).collect()
        };
        let all = |checks: &[bool]| CycleMove::only_side_with_all(&cycle(checks), |mv| mv.check);
        let any = |checks: &[bool]| CycleMove::only_side_with_any(&cycle(checks), |mv| mv.check);
        let (yes, no) = (true, false);
        assert_eq!((all(&[yes, no, yes, no]), any(&[yes, no, yes, no])), (Some(Side::Black), Some(Side::Black)));
        assert_eq!((all(&[no, yes, no, no]), any(&[no, yes, no, no])), (None, Some(Side::White)));
        assert_eq!((all(&[yes, yes, yes, no]), any(&[yes, yes, yes, no])), (Some(Side::Black), None));
        assert_eq!((all(&[yes, yes]), any(&[yes, yes])), (None, None));
        assert_eq!((all(&[yes]), any(&[no])), (Some(Side::Black), None));
        assert_eq!((all(&[]), any(&[])), (None, None));
    }
}
