//! What a search thread runs.

use super::context::Context;
use super::search::Info;
use super::tsume::{self, Attempt, Tsume};
use crate::games::Variant;
use crate::position::{History, Move, Position};
use crate::search::skill::Skill;
use crate::search::{Handler, Report, SearchParams, Task, ThreadPool, TranspositionTable, wait};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The threads of a search, with what they have learnt in earlier ones.
pub(super) type PoolOf<V> = ThreadPool<<V as Variant>::Position>;

/// One search with everything it needs.
pub(super) struct Job<V: Variant> {
    pub context: Context<V>,
    pub history: History,
    pub evaluation: Arc<V::Evaluation>,
    /// How many threads search.
    pub threads: usize,
    /// How many lines to report.
    pub lines: usize,
    /// The strength to play with; `None` for the full one.
    pub skill: Option<Skill>,
    /// What the search goes by.
    pub params: SearchParams,
    /// What is to be solved before the search.
    pub tsume: Option<Tsume>,
}

impl<V: Variant> Job<V> {
    /// Searches and reports, the end included, with the threads of an earlier search if there are any; returns them. A
    /// panic ends here: then the best move so far is the answer, and the threads are gone.
    pub fn run(&self, table: &TranspositionTable, pool: Option<PoolOf<V>>) -> Option<PoolOf<V>> {
        let Context { position, request, clock, stop, move_overhead, .. } = &self.context;
        let (limits, spent) = match self.tsume.as_ref().map(|tsume| self.attempt_safely(tsume)) {
            Some(Attempt::Mate(line, nodes)) => {
                wait(&request.limits, clock, stop);
                self.context.answer(&line, nodes);
                return pool;
            }
            Some(Attempt::None(limits, nodes)) => (limits, nodes),
            None => (request.limits.clone(), 0),
        };
        let mut pool = pool.unwrap_or_else(|| ThreadPool::new(self.params.clone(), self.threads));
        if let Err(error) = pool.resize(self.threads) {
            log::error!("searching with {} threads: {error}", pool.threads());
        }
        let mut relay = Relay { job: self, spent, best: None, nodes: 0, found: Vec::new() };
        let task = Task {
            lines: self.skill.map_or(self.lines, |skill| skill.lines(self.lines)),
            stop,
            clock: Some(clock),
            move_overhead: *move_overhead,
            ..Task::new(position, &self.history, &self.evaluation, &limits, table)
        };
        let answer = catch_unwind(AssertUnwindSafe(|| pool.search(&task, &mut relay)));
        let (line, nodes, pool) = match answer {
            Ok(answer) => {
                let chosen = self.skill.and_then(|skill| skill.choose(&relay.found, &mut fastrand::Rng::new()));
                (chosen.unwrap_or(answer.pv), answer.nodes, Some(pool))
            }
            Err(panic) => {
                log::error!("the search has failed: {}", message(&*panic));
                let best = relay.best.or_else(|| self.known_move(table));
                (best.into_iter().collect(), relay.nodes, None)
            }
        };
        self.context.answer(&line, spent.saturating_add(nodes));
        pool
    }

    /// The move that an earlier search has found best here, as far as the table knows.
    fn known_move(&self, table: &TranspositionTable) -> Option<Move> {
        let entry = table.probe(self.context.position.key(), 0)?;
        self.context.request.limits.root_moves.contains(&entry.mv).then_some(entry.mv)
    }

    /// Looks for a mate; a panic ends here, and then none has been found.
    fn attempt_safely(&self, tsume: &Tsume) -> Attempt {
        catch_unwind(AssertUnwindSafe(|| tsume::attempt(&self.context, tsume))).unwrap_or_else(|panic| {
            log::error!("the mate solver has failed: {}", message(&*panic));
            Attempt::None(self.context.request.limits.clone(), 0)
        })
    }
}

/// Turns the reports of the search into events.
struct Relay<'a, V: Variant> {
    job: &'a Job<V>,
    /// Nodes before the search.
    spent: u64,
    best: Option<Move>,
    nodes: u64,
    /// The lines of the last depth.
    found: Vec<Report>,
}

impl<V: Variant> Handler for Relay<'_, V> {
    fn info(&mut self, report: &Report) {
        if report.multipv == 1 {
            self.best = report.pv.first().copied().or(self.best);
        }
        self.nodes = report.nodes;
        if self.job.skill.is_some() {
            let rank = report.multipv.max(1) as usize;
            self.found.truncate(rank - 1);
            self.found.push(report.clone());
        }
        if report.multipv as usize > self.job.lines {
            return;
        }
        let context = &self.job.context;
        context.inform(Info {
            id: context.request.id,
            depth: report.depth,
            seldepth: report.seldepth,
            rank: report.multipv,
            score: report.score,
            bound: report.bound,
            hashfull: report.hashfull,
            nodes: self.spent.saturating_add(report.nodes),
            elapsed: report.elapsed,
            pv: context.write(&report.pv),
        });
    }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}
