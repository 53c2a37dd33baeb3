//! The threads of a search (Lazy SMP): all search the same root, each with history tables of its own, and help each other
//! through the shared transposition table alone. They search different depths, so that one finds in the table what another
//! has stored, and in the end they vote on the move.

use super::control::{SharedState, StopControl};
use super::params::SearchParams;
use super::score;
use super::smp::{RootPlan, ThreadResult, ThreadRole, vote};
use super::time::{Budget, WallClock, wait};
use super::tt::Bound;
use super::worker::Worker;
use super::{Handler, Report, SearchResult, Task};
use crate::eval::Evaluation;
use crate::position::SearchHints;
use std::thread;

/// Stack of a thread that searches, in bytes. A node of the search takes a few hundred, so this is ample.
pub const STACK_SIZE: usize = 16 << 20;

/// The threads that search one game, with what they keep from one search to the next: mostly history tables, about 9 MB
/// for each thread.
///
/// The main thread is the caller's; it keeps the time and reports. The helpers are started for each search.
pub struct ThreadPool<P: SearchHints> {
    params: SearchParams,
    main: Worker<P>,
    helpers: Vec<Worker<P>>,
}

impl<P: SearchHints> ThreadPool<P> {
    /// A pool of so many threads, at least one, with empty history tables. With one, no thread is ever started.
    pub fn new(params: SearchParams, threads: usize) -> Self {
        let mut pool = ThreadPool { main: Worker::new(params.clone()), params, helpers: Vec::new() };
        pool.resize(threads);
        pool
    }

    /// Changes the number of threads; 0 counts as 1. Threads that stay keep their tables.
    pub fn resize(&mut self, threads: usize) {
        self.helpers.resize_with(threads.max(1) - 1, || Worker::new(self.params.clone()));
    }

    /// Clears the history tables.
    pub fn new_game(&mut self) {
        self.main.new_game();
        self.helpers.iter_mut().for_each(Worker::new_game);
    }

    /// Searches until a limit is reached or the stop flag is set.
    ///
    /// The best move so far is reported to `handler` as soon as it is found, so that a caller that catches a panic still has
    /// a move.
    ///
    /// # Panics
    /// If the game or its evaluation panics in the main thread. A panic in a helper ends that helper only.
    pub fn search<E: Evaluation<P>>(&mut self, task: &Task<P, E>, handler: &mut dyn Handler) -> SearchResult {
        task.table.next_generation();
        let own_clock = WallClock::start();
        let clock = task.clock.unwrap_or(&own_clock);
        let limits = task.limits;
        let budget = Budget::new(limits, task.move_overhead);
        let shared = SharedState::new(1 + self.helpers.len(), limits.nodes);
        let mut search = self.main.search(task, StopControl::new(task.stop, clock, budget.hard, &shared, 0));
        let moves = search.root_moves(limits);
        if moves.is_empty() {
            let score = if search.position.outcome().is_some() { search.terminal_score(0) } else { None };
            wait(limits, clock, task.stop);
            return SearchResult::none(score.unwrap_or(score::mated_in(0)));
        }
        let plan = RootPlan { limits, lines: task.lines.clamp(1, moves.len()), moves };
        let mut results = thread::scope(|scope| {
            // The helpers end with the main thread, even if it panics. They check the clock and the stop flag themselves too:
            // with more threads than processors the main thread may not run in time.
            let end = EndOnDrop(&shared);
            let helpers: Vec<_> = (1..)
                .zip(&mut self.helpers)
                .map_while(|(index, worker)| {
                    let control = StopControl::new(task.stop, clock, budget.hard, &shared, index);
                    let (plan, role) = (&plan, ThreadRole { index, budget: Budget::default() });
                    let builder = thread::Builder::new().name(format!("helper {index}")).stack_size(STACK_SIZE);
                    builder
                        .spawn_scoped(scope, move || worker.search(task, control).iterate(plan, role, &mut ()))
                        .inspect_err(|error| log::error!("searching with {index} threads: {error}"))
                        .ok()
                })
                .collect();
            let mut results = vec![search.iterate(&plan, ThreadRole { index: 0, budget }, handler)];
            drop(end);
            for helper in helpers {
                match helper.join() {
                    Ok(result) => results.push(result),
                    Err(_) => log::error!("a thread of the search has failed; the others have gone on"),
                }
            }
            results
        });
        // With several lines, all of them come from the main thread.
        let winner = if plan.lines > 1 { 0 } else { vote(&results) };
        let quiescence_nodes = results.iter().map(|result| result.quiescence_nodes).sum();
        let ThreadResult { latest: mut report, completed, .. } = results.swap_remove(winner);
        let nodes = shared.total();
        if winner > 0 || report.nodes != nodes || report.bound == Bound::None {
            report = Report { nodes, elapsed: clock.elapsed(), hashfull: task.table.hashfull(), ..report };
            handler.info(&report);
        }
        wait(limits, clock, task.stop);
        let Report { score, pv, .. } = report;
        SearchResult { best: pv.first().copied(), score, depth: completed as u32, nodes, quiescence_nodes, pv }
    }
}

/// Ends the search of all threads when it is dropped.
struct EndOnDrop<'a>(&'a SharedState);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}
