//! Lazy SMP: threads that search the same root, each with tables of its own, and help each other through the shared
//! transposition table alone. They go to different depths first, so that one finds there what another needs, and in
//! the end they vote on the move.

use super::control::{Control, Tally};
use super::params::Params;
use super::root::{Finding, Plan};
use super::score;
use super::time::{Budget, WallClock, wait};
use super::tt::Bound;
use super::worker::Worker;
use super::{Answer, Handler, Report, Task};
use crate::eval::Evaluator;
use crate::position::SearchHints;
use std::thread;

/// Stack of a thread that searches, in bytes. A node of the search takes a few hundred, so this is ample.
pub const STACK_SIZE: usize = 16 << 20;

/// What the threads of a search keep from one search to the next, mostly history tables: about 9 MB for each of them.
///
/// The first of them is the caller's thread, which keeps the time and reports. The others live as long as a search.
pub struct Team<P: SearchHints, E: Evaluator<P>> {
    params: Params,
    leader: Worker<P, E>,
    helpers: Vec<Worker<P, E>>,
}

impl<P: SearchHints, E: Evaluator<P>> Team<P, E> {
    /// A team for so many threads that knows nothing yet. With one no thread is ever started.
    pub fn new(params: Params, threads: usize) -> Self {
        let mut team = Team { leader: Worker::new(params.clone()), params, helpers: Vec::new() };
        team.resize(threads);
        team
    }

    /// Changes the number of threads, of which there is at least one. Those that stay keep what they know.
    pub fn resize(&mut self, threads: usize) {
        self.helpers.resize_with(threads.max(1) - 1, || Worker::new(self.params.clone()));
    }

    /// Forgets what earlier searches taught.
    pub fn new_game(&mut self) {
        self.leader.new_game();
        self.helpers.iter_mut().for_each(Worker::new_game);
    }

    /// Thinks until a limit is reached or the stop flag is raised.
    ///
    /// The best move so far reaches `handler` as it is found, so that a caller who catches a panic still has one. A
    /// panic of a helper ends that helper alone.
    pub fn think(&mut self, task: &Task<P, E>, handler: &mut dyn Handler) -> Answer {
        task.table.next_generation();
        let own_clock = WallClock::start();
        let clock = task.clock.unwrap_or(&own_clock);
        let limits = task.limits;
        let budget = Budget::new(limits, task.move_overhead);
        let tally = Tally::new(1 + self.helpers.len(), limits.nodes);
        let mut search = self.leader.search(task, Control::new(task.stop, clock, budget.hard, &tally, 0));
        let moves = search.root_moves(limits);
        if moves.is_empty() {
            let verdict = if search.position.outcome().is_some() { search.verdict(0) } else { None };
            wait(limits, clock, task.stop);
            return Answer::none(verdict.unwrap_or(score::mated_in(0)));
        }
        let plan = Plan { limits, lines: task.lines.clamp(1, moves.len()), moves };
        let mut findings = thread::scope(|scope| {
            // The helpers go when the leader does, by a panic too. Where they are more than the processors, it would be
            // late to look at the clock and the stop flag alone; so everybody does.
            let end = EndOnDrop(&tally);
            let helpers: Vec<_> = (1..)
                .zip(&mut self.helpers)
                .map_while(|(thread, worker)| {
                    let control = Control::new(task.stop, clock, budget.hard, &tally, thread);
                    let (plan, part) = (&plan, Part { thread, budget: Budget::default() });
                    let builder = thread::Builder::new().name(format!("helper {thread}")).stack_size(STACK_SIZE);
                    builder
                        .spawn_scoped(scope, move || worker.search(task, control).iterate(plan, part, &mut ()))
                        .inspect_err(|error| log::error!("searching with {thread} threads: {error}"))
                        .ok()
                })
                .collect();
            let mut findings = vec![search.iterate(&plan, Part { thread: 0, budget }, handler)];
            drop(end);
            for helper in helpers {
                match helper.join() {
                    Ok(finding) => findings.push(finding),
                    Err(_) => log::error!("a thread of the search has failed; the others have gone on"),
                }
            }
            findings
        });
        // The lines of the leader belong together.
        let elected = if plan.lines > 1 { 0 } else { elect(&findings) };
        let quiescence_nodes = findings.iter().map(|finding| finding.quiescence_nodes).sum();
        let Finding { latest: mut report, completed, .. } = findings.swap_remove(elected);
        let nodes = tally.total();
        if elected > 0 || report.nodes != nodes || report.bound == Bound::None {
            report = Report { nodes, elapsed: clock.elapsed(), hashfull: task.table.hashfull(), ..report };
            handler.info(&report);
        }
        wait(limits, clock, task.stop);
        let Report { score, pv, .. } = report;
        Answer { best: pv.first().copied(), score, depth: completed as u32, nodes, quiescence_nodes, pv }
    }
}

/// Ends the search of all threads when it is dropped.
struct EndOnDrop<'a>(&'a Tally);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// What one thread does of a search.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// Its number; 0 is the leader.
    pub thread: usize,
    /// The time it has.
    pub budget: Budget,
}

impl Part {
    /// Whether the thread leaves out this depth. The leader leaves out none. Two helpers search every other depth, one
    /// the even and one the odd ones; the next four search two depths in a row and leave out two, each beginning at
    /// another place; the next six three, the next eight four, and then from the start again.
    pub fn skips(self, depth: i32) -> bool {
        let Some(helper) = self.thread.checked_sub(1) else { return false };
        let (mut phase, mut row) = (helper % 20, 1);
        while phase >= 2 * row {
            phase -= 2 * row;
            row += 1;
        }
        ((depth.max(0) as usize + phase) / row) % 2 == 1
    }
}

/// The finding that counts: the shortest forced win, if there is one, or the longest way of a loss that is proven, which
/// others may only not have seen yet. Otherwise every thread votes for its move, with a
/// weight that grows with its depth and score, and the best of those who voted for the move that wins is taken; of
/// equals the first, so that the leader needs no reason.
fn elect(findings: &[Finding]) -> usize {
    let lowest = findings.iter().map(|finding| finding.latest.score).min().unwrap_or(0);
    // A score beyond all others counts for no more than a piece ahead: it may be an error of this one thread.
    let weight =
        |finding: &Finding| i64::from(finding.completed * ((finding.latest.score - lowest).min(SPREAD) + BASE));
    let votes = |finding: &Finding| -> i64 {
        let best = finding.latest.pv.first();
        findings.iter().filter(|other| other.latest.pv.first() == best).map(weight).sum()
    };
    let merit = |finding: &Finding| {
        let score = finding.latest.score;
        let decided = score::mate_plies(score).filter(|&plies| plies > 0 || -plies <= finding.completed);
        (decided.map(|_| score), votes(finding), weight(finding))
    };
    let merits: Vec<_> = findings.iter().map(merit).collect();
    (1..merits.len()).fold(0, |best, next| if merits[next] > merits[best] { next } else { best })
}

/// Score that makes a vote count twice, centipawns, 5–100.
const BASE: i32 = 20;

/// Greatest difference of scores that counts in a vote, centipawns, 100–1000.
const SPREAD: i32 = 300;

#[cfg(test)]
mod tests {
    use super::super::score::{mate_in, mated_in};
    use super::*;
    use crate::position::Move;
    use std::time::Duration;

    #[test]
    fn depths_are_shared_out() {
        let depths = |thread| {
            let part = Part { thread, budget: Budget::default() };
            (1..=8).filter(|&depth| !part.skips(depth)).collect::<Vec<_>>()
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

    /// The finding that is elected, of threads with these moves, scores and depths.
    fn elected(threads: &[(u32, i32, i32)]) -> usize {
        let finding = |&(mv, score, completed): &(u32, i32, i32)| {
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
            Finding { latest, completed, quiescence_nodes: 0 }
        };
        elect(&threads.iter().map(finding).collect::<Vec<_>>())
    }

    #[test]
    fn depth_score_and_agreement_decide() {
        assert_eq!(elected(&[(1, 50, 9)]), 0);
        // All alike: the leader.
        assert_eq!(elected(&[(1, 50, 9), (2, 50, 9)]), 0);
        assert_eq!(elected(&[(1, 50, 9), (2, 50, 10)]), 1);
        assert_eq!(elected(&[(1, 50, 9), (2, 60, 9)]), 1);
        // Two against one; of the two the deeper.
        assert_eq!(elected(&[(1, 50, 9), (2, 50, 8), (2, 50, 9)]), 2);
        // The leader has not got anywhere.
        assert_eq!(elected(&[(1, 0, 0), (2, -300, 4)]), 1);
        // One thread that is far too hopeful, and not deep, does not outvote three.
        assert_eq!(elected(&[(1, 50, 9), (2, 29_000, 2), (1, 150, 9), (1, 160, 9)]), 3);
    }

    #[test]
    fn the_shortest_win_decides_and_a_proven_loss() {
        assert_eq!(elected(&[(1, 500, 20), (2, mate_in(9), 5), (1, 500, 20)]), 1);
        assert_eq!(elected(&[(1, mate_in(9), 20), (2, mate_in(5), 6), (1, mate_in(9), 20)]), 1);
        // A mate within the depth searched is proven; the loser goes the longest way. One beyond it is an opinion.
        assert_eq!(elected(&[(1, -900, 5), (2, mated_in(4), 6), (3, mated_in(6), 6)]), 2);
        assert_eq!(elected(&[(1, mated_in(10), 8), (2, -900, 8)]), 1);
    }
}
