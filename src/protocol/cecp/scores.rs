//! The scores of the last moves: when to resign, and when to agree to a draw.

/// How many moves in a row must have such a score.
const MOVES: usize = 4;

/// The scores of the engine's last moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecentScores {
    /// Own scores, centipawns, the latest last.
    scores: Vec<i32>,
}

impl RecentScores {
    /// The engine is about to make a move with this score.
    pub fn moved(&mut self, score: i32) {
        self.scores.push(score);
    }

    /// Forgets them: another game, or another position.
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
        let from = self.scores.len().checked_sub(MOVES)?;
        Some(self.scores[from..].iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(list: &[i32]) -> RecentScores {
        let mut scores = RecentScores::default();
        list.iter().for_each(|&score| scores.moved(score));
        scores
    }

    #[test]
    fn only_a_lasting_loss_is_given_up() {
        assert!(scores(&[50, -900, -901, -1200, -31_990]).resigns(900));
        assert!(!scores(&[-900, -901, -1200]).resigns(900));
        assert!(!scores(&[-901, -901, -899, -901]).resigns(900));
        assert!(!scores(&[-31_990; 9]).resigns(0));
    }

    #[test]
    fn a_draw_is_taken_by_who_is_not_ahead() {
        assert!(scores(&[500, 0, -3, 0, -70]).accepts_draw(0));
        assert!(!scores(&[0, 0, 1, 0]).accepts_draw(0));
        assert!(!scores(&[-10, -10, -10]).accepts_draw(0));
        assert!(!scores(&[-10; 4]).accepts_draw(50) && scores(&[-50; 4]).accepts_draw(50));
        assert!(scores(&[20; 4]).accepts_draw(-20));
        let mut forgetful = scores(&[-50; 4]);
        forgetful.forget();
        assert!(!forgetful.accepts_draw(0));
    }
}
