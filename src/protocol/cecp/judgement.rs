//! When to give up, and when to agree to a draw.

/// Moves in a row after which a score is believed.
const CONSTANT: usize = 4;

/// What the engine has thought of its chances in its last moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    /// Own scores, centipawns, the latest last.
    scores: Vec<i32>,
}

impl Judgement {
    /// The engine is about to make a move with this score.
    pub fn moved(&mut self, score: i32) {
        self.scores.push(score);
    }

    /// Forgets a game, or one that has taken another turn.
    pub fn forget(&mut self) {
        self.scores.clear();
    }

    /// Whether all is lost: so many centipawns behind for a few moves in a row. 0: it never is.
    pub fn resigns(&self, behind: i32) -> bool {
        behind > 0 && self.lately().is_some_and(|mut scores| scores.all(|score| score <= -behind))
    }

    /// Whether a draw is good enough: the engine has not seen itself ahead of one for a few moves in a row.
    pub fn accepts_draw(&self, contempt: i32) -> bool {
        self.lately().is_some_and(|mut scores| scores.all(|score| score <= -contempt))
    }

    fn lately(&self) -> Option<impl Iterator<Item = i32> + '_> {
        let from = self.scores.len().checked_sub(CONSTANT)?;
        Some(self.scores[from..].iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judgement(scores: &[i32]) -> Judgement {
        let mut judgement = Judgement::default();
        scores.iter().for_each(|&score| judgement.moved(score));
        judgement
    }

    #[test]
    fn only_a_lasting_loss_is_given_up() {
        assert!(judgement(&[50, -900, -901, -1200, -31_990]).resigns(900));
        assert!(!judgement(&[-900, -901, -1200]).resigns(900));
        assert!(!judgement(&[-901, -901, -899, -901]).resigns(900));
        assert!(!judgement(&[-31_990; 9]).resigns(0));
    }

    #[test]
    fn a_draw_is_taken_by_who_is_not_ahead() {
        assert!(judgement(&[500, 0, -3, 0, -70]).accepts_draw(0));
        assert!(!judgement(&[0, 0, 1, 0]).accepts_draw(0));
        assert!(!judgement(&[-10, -10, -10]).accepts_draw(0));
        assert!(!judgement(&[-10; 4]).accepts_draw(50) && judgement(&[-50; 4]).accepts_draw(50));
        assert!(judgement(&[20; 4]).accepts_draw(-20));
        let mut forgetful = judgement(&[-50; 4]);
        forgetful.forget();
        assert!(!forgetful.accepts_draw(0));
    }
}
