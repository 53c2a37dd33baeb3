//! The threads of a search (Lazy SMP): all search the same root, each with history tables of its own, and help each other
//! through the shared transposition table alone. They search different depths, so that one finds in the table what another
//! has stored, and in the end they vote on the move.

use super::control::{SharedState, StopControl};
use super::params::SearchParams;
use super::score;
use super::smp::{KnownMove, RootPlan, ThreadResult, ThreadRole, vote};
use super::time::{Budget, WallClock, wait};
use super::tt::Bound;
use super::worker::Worker;
use super::{Handler, Report, SearchResult, Task, TranspositionTable};
use crate::eval::Evaluation;
use crate::position::{Move, SearchHints};
use std::hint::black_box;
use std::thread;

/// Stack of a thread that searches, in bytes. A node of the search takes a few hundred, so this is ample.
pub const STACK_SIZE: usize = 16 << 20;

/// What a thread keeps takes less than this, in bytes; most of it is one table of the same size for all games.
const WORKER_SIZE: usize = 16 << 20;

/// Why there cannot be as many threads as asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ThreadsError {
    /// There is not enough memory.
    #[error("no memory for {threads} threads")]
    Memory {
        /// What was asked for.
        threads: usize,
    },
}

/// The threads that search one game, with what they keep from one search to the next: mostly history tables, about 9 MB
/// for each thread.
///
/// The main thread is the caller's; it keeps the time and reports. The helpers are started for each search.
pub struct ThreadPool<P: SearchHints> {
    params: SearchParams,
    main: Worker<P>,
    helpers: Vec<Worker<P>>,
    /// The positions along the line that the last search has found, with their moves.
    line: Vec<(u64, Move)>,
}

impl<P: SearchHints> ThreadPool<P> {
    /// A pool of so many threads, at least one, or as many as there is memory for, with empty history tables. With one, no
    /// thread is ever started.
    pub fn new(params: SearchParams, threads: usize) -> Self {
        let main = Worker::new(params.clone());
        let mut pool = ThreadPool { main, params, helpers: Vec::new(), line: Vec::new() };
        if let Err(error) = pool.resize(threads) {
            log::error!("{error}");
        }
        pool
    }

    /// How many threads there are.
    pub fn threads(&self) -> usize {
        1 + self.helpers.len()
    }

    /// Changes the number of threads; 0 counts as 1. Threads that stay keep their tables.
    ///
    /// # Errors
    /// If there is not enough memory for so many threads. Then there are as many as there is memory for.
    pub fn resize(&mut self, threads: usize) -> Result<(), ThreadsError> {
        let helpers = threads.max(1) - 1;
        self.helpers.truncate(helpers);
        // All stacks are set aside until the last thread is made, or the first searches would take what the last ones need.
        let mut stacks = Vec::new();
        while self.helpers.len() < helpers {
            let (stack, worker) = (set_aside(STACK_SIZE), set_aside(WORKER_SIZE));
            let (Some(stack), Some(_)) = (stack, worker) else { return Err(ThreadsError::Memory { threads }) };
            stacks.push(stack);
            self.helpers.push(Worker::new(self.params.clone()));
        }
        Ok(())
    }

    /// Clears the history tables.
    pub fn new_game(&mut self) {
        self.line.clear();
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
        let known = known_move(task.position.key(), &moves, &self.line, task.table);
        let plan = RootPlan { limits, lines: task.lines.clamp(1, moves.len()), moves, known };
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
        self.line = keys_along(task.position, &report.pv);
        wait(limits, clock, task.stop);
        let Report { score, pv, .. } = report;
        SearchResult { best: pv.first().copied(), score, depth: completed as u32, nodes, quiescence_nodes, pv }
    }
}

/// A move of the position with this key that an earlier search has found best: the table's, or else that of the last
/// search's line, if the game has followed it.
fn known_move(key: u64, moves: &[Move], line: &[(u64, Move)], table: &TranspositionTable) -> Option<KnownMove> {
    let entry = table.probe(key, 0).filter(|entry| moves.contains(&entry.mv));
    let from_line = || line.iter().find(|(before, mv)| *before == key && moves.contains(mv)).map(|&(_, mv)| mv);
    let mv = entry.map(|entry| entry.mv).or_else(from_line)?;
    Some(KnownMove { mv, entry })
}

/// The moves of a line, each with the key of the position before it.
fn keys_along<P: SearchHints>(position: &P, line: &[Move]) -> Vec<(u64, Move)> {
    let mut position = position.clone();
    let mut step = |&mv: &Move| {
        let key = position.key();
        position.make(mv, &mut ());
        (key, mv)
    };
    line.iter().map(&mut step).collect()
}

/// A block of memory that nobody else can take; `None` if there is no such block.
fn set_aside(bytes: usize) -> Option<Vec<u8>> {
    let mut block = Vec::new();
    block.try_reserve_exact(bytes).ok()?;
    // A block that nobody looks at need not be allocated at all, as far as the compiler is concerned.
    Some(black_box(block))
}

/// Ends the search of all threads when it is dropped.
struct EndOnDrop<'a>(&'a SharedState);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}
