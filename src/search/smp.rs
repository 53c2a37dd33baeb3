//! Lazy SMP: the task that all threads share, the depths that each of them searches, and the vote on their results.

use super::limits::SearchLimits;
use super::time::Budget;
use super::tt::Entry;
use super::{Report, score};
use crate::position::{Move, MoveList};

/// The task of all threads of a search.
pub(super) struct RootPlan<'a> {
    pub limits: &'a SearchLimits,
    /// The moves to choose from, at least one.
    pub moves: MoveList,
    /// Lines wanted.
    pub lines: usize,
    /// One of the moves that an earlier search has found best here, if there was any.
    pub known: Option<KnownMove>,
}

/// A root move that is known before anything has been searched.
#[derive(Clone, Copy)]
pub(super) struct KnownMove {
    pub mv: Move,
    /// What the transposition table says of the position.
    pub entry: Option<Entry>,
}

/// The result of one thread.
pub(super) struct ThreadResult {
    /// The best line, whose first move is the answer.
    pub latest: Report,
    /// Last completed depth, plies; 0 for none.
    pub completed: i32,
    /// Moves made in quiescence.
    pub quiescence_nodes: u64,
}

/// One of the threads of a search.
#[derive(Clone, Copy)]
pub(super) struct ThreadRole {
    /// Its number; 0 is the main thread.
    pub index: usize,
    /// Its time.
    pub budget: Budget,
}

impl ThreadRole {
    /// Whether the thread skips this depth. The main thread skips none. Two helpers search every other depth, one the even
    /// and one the odd ones; the next four search two depths in a row and skip two, each with another offset; the next six
    /// three, the next eight four, and then the pattern starts again.
    pub fn skips(self, depth: i32) -> bool {
        let Some(helper) = self.index.checked_sub(1) else { return false };
        let (mut offset, mut run) = (helper % 20, 1);
        while offset >= 2 * run {
            offset -= 2 * run;
            run += 1;
        }
        ((depth.max(0) as usize + offset) / run) % 2 == 1
    }
}

/// The thread vote: the index of the result that counts. It is the shortest forced win, if there is one, or the longest
/// proven loss, which other threads may just not have seen yet. Otherwise every thread votes for its best move, with a
/// weight that grows with its depth and score; of the results with the winning move the one with the greatest weight is
/// taken, and of equals the first, which prefers the main thread.
pub(super) fn vote(results: &[ThreadResult]) -> usize {
    let lowest = results.iter().map(|result| result.latest.score).min().unwrap_or(0);
    // The difference is capped: a score far beyond all others may be an error of this one thread.
    let weight =
        |result: &ThreadResult| i64::from(result.completed * ((result.latest.score - lowest).min(SPREAD) + BASE));
    let votes = |result: &ThreadResult| -> i64 {
        let best = result.latest.pv.first();
        results.iter().filter(|other| other.latest.pv.first() == best).map(weight).sum()
    };
    let rank = |result: &ThreadResult| {
        let score = result.latest.score;
        let decided = score::mate_plies(score).filter(|&plies| plies > 0 || -plies <= result.completed);
        (decided.map(|_| score), votes(result), weight(result))
    };
    let ranks: Vec<_> = results.iter().map(rank).collect();
    (1..ranks.len()).fold(0, |best, next| if ranks[next] > ranks[best] { next } else { best })
}

/// Score that makes a vote count twice, centipawns, 5–100.
const BASE: i32 = 20;

/// Greatest difference of scores that counts in a vote, centipawns, 100–1000.
const SPREAD: i32 = 300;

#[cfg(test)]
mod tests {
    use super::super::score::{mate_in, mated_in};
    use super::super::tt::Bound;
    use super::*;
    use std::time::Duration;

    #[test]
    fn depths_are_shared_out() {
        let depths = |index| {
            let role = ThreadRole { index, budget: Budget::default() };
            (1..=8).filter(|&depth| !role.skips(depth)).collect::<Vec<_>>()
        };
        assert_eq!(depths(0), [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(depths(1), [2, 4, 6, 8]);
        assert_eq!(depths(2), [1, 3, 5, 7]);
        assert_eq!(depths(3), [1, 4, 5, 8]);
        assert_eq!(depths(4), [3, 4, 7, 8]);
        assert_eq!(depths(5), [2, 3, 6, 7]);
        assert_eq!(depths(6), [1, 2, 5, 6]);
        assert_eq!(depths(7), [1, 2, 6, 7, 8]);
        assert_eq!(depths(21), depths(1));
    }

    /// The index of the result that wins the vote of threads with these moves, scores and depths.
    fn winner(threads: &[(u32, i32, i32)]) -> usize {
        let result = |&(mv, score, completed): &(u32, i32, i32)| {
            let latest = Report {
                depth: completed as u32,
                seldepth: 0,
                score,
                bound: Bound::Exact,
                nodes: 0,
                elapsed: Duration::ZERO,
                hashfull: 0,
                multipv: 1,
                pv: vec![Move::from_code(mv)],
            };
            ThreadResult { latest, completed, quiescence_nodes: 0 }
        };
        vote(&threads.iter().map(result).collect::<Vec<_>>())
    }

    #[test]
    fn depth_score_and_agreement_decide() {
        assert_eq!(winner(&[(1, 50, 9)]), 0);
        // All equal: the main thread.
        assert_eq!(winner(&[(1, 50, 9), (2, 50, 9)]), 0);
        assert_eq!(winner(&[(1, 50, 9), (2, 50, 10)]), 1);
        assert_eq!(winner(&[(1, 50, 9), (2, 60, 9)]), 1);
        // Two against one; of the two the deeper.
        assert_eq!(winner(&[(1, 50, 9), (2, 50, 8), (2, 50, 9)]), 2);
        // The main thread has completed no depth.
        assert_eq!(winner(&[(1, 0, 0), (2, -300, 4)]), 1);
        // One thread with a far too high score at a low depth does not outvote three.
        assert_eq!(winner(&[(1, 50, 9), (2, 29_000, 2), (1, 150, 9), (1, 160, 9)]), 3);
    }

    #[test]
    fn the_shortest_win_decides_and_a_proven_loss() {
        assert_eq!(winner(&[(1, 500, 20), (2, mate_in(9), 5), (1, 500, 20)]), 1);
        assert_eq!(winner(&[(1, mate_in(9), 20), (2, mate_in(5), 6), (1, mate_in(9), 20)]), 1);
        // A mate within the depth searched is proven; the longest one counts. A mate beyond it is not.
        assert_eq!(winner(&[(1, -900, 5), (2, mated_in(4), 6), (3, mated_in(6), 6)]), 2);
        assert_eq!(winner(&[(1, mated_in(10), 8), (2, -900, 8)]), 1);
    }
}
