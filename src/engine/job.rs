//! What a search thread runs.

use super::tsume::{Attempt, Tsume};
use super::{Done, Go, Info, SearchEvent, Sink};
use crate::games::Variant;
use crate::notation::MoveFormat;
use crate::position::{History, Move, Position};
use crate::search::skill::Skill;
use crate::search::{Handler, Report, SearchParams, Task, ThreadPool, TimeSource, TranspositionTable, WallClock, wait};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What the search keeps between moves; nothing after a panic.
pub(super) type Kept<V> = Option<ThreadPool<<V as Variant>::Position>>;

/// One search with everything it needs.
pub(super) struct Job<V: Variant> {
    pub position: V::Position,
    pub history: History,
    pub evaluation: Arc<V::Evaluation>,
    pub move_overhead: Duration,
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
    /// Started when the search was asked for.
    pub clock: WallClock,
    pub stop: AtomicBool,
    /// What to search; its list of root moves is not empty.
    pub go: Go,
    pub sink: Sink,
}

impl<V: Variant> Job<V> {
    /// Searches and reports, the end included. A panic ends here: then the best move so far is the answer.
    pub fn run(&self, table: &TranspositionTable, kept: Kept<V>) -> Kept<V> {
        let (limits, spent) = match self.tsume.as_ref().map(|tsume| self.attempt_safely(tsume)) {
            Some(Attempt::Mate(line, nodes)) => {
                wait(&self.go.limits, &self.clock, &self.stop);
                self.answer(&line, nodes);
                return kept;
            }
            Some(Attempt::None(limits, nodes)) => (limits, nodes),
            None => (self.go.limits.clone(), 0),
        };
        let mut pool = kept.unwrap_or_else(|| ThreadPool::new(self.params.clone(), self.threads));
        pool.resize(self.threads);
        let mut relay = Relay { job: self, spent, best: None, nodes: 0, found: Vec::new() };
        let task = Task {
            lines: self.skill.map_or(self.lines, |skill| skill.lines(self.lines)),
            stop: &self.stop,
            clock: Some(&self.clock),
            move_overhead: self.move_overhead,
            ..Task::new(&self.position, &self.history, &self.evaluation, &limits, table)
        };
        let answer = catch_unwind(AssertUnwindSafe(|| pool.search(&task, &mut relay)));
        let (line, nodes, kept) = match answer {
            Ok(answer) => {
                let chosen = self.skill.and_then(|skill| skill.choose(&relay.found, &mut fastrand::Rng::new()));
                (chosen.unwrap_or(answer.pv), answer.nodes, Some(pool))
            }
            Err(panic) => {
                log::error!("the search has failed: {}", message(&*panic));
                (relay.best.into_iter().collect(), relay.nodes, None)
            }
        };
        self.answer(&line, spent.saturating_add(nodes));
        kept
    }

    /// Looks for a mate; a panic ends here, and then none has been found.
    fn attempt_safely(&self, tsume: &Tsume) -> Attempt {
        catch_unwind(AssertUnwindSafe(|| self.attempt(tsume))).unwrap_or_else(|panic| {
            log::error!("the mate solver has failed: {}", message(&*panic));
            Attempt::None(self.go.limits.clone(), 0)
        })
    }

    /// Reports the end of the search and the line it has found. Without any the first move of the list has to do.
    pub fn answer(&self, line: &[Move], nodes: u64) {
        let Some(best) = line.first().or(self.go.limits.root_moves.first()).copied() else { return };
        let mut texts = write_line::<V>(&self.position, line.get(..2).unwrap_or(&[best]), self.go.format).into_iter();
        let text = texts.next().unwrap_or_default();
        let (elapsed, used) = (self.clock.elapsed(), self.clock.used());
        (self.sink)(SearchEvent::Done(Done { id: self.go.id, best, text, reply: texts.next(), nodes, elapsed, used }));
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
        let Go { id, format, .. } = self.job.go;
        (self.job.sink)(SearchEvent::Info(Info {
            id,
            depth: report.depth,
            seldepth: report.seldepth,
            rank: report.multipv,
            score: report.score,
            bound: report.bound,
            hashfull: report.hashfull,
            nodes: self.spent.saturating_add(report.nodes),
            elapsed: report.elapsed,
            pv: write_line::<V>(&self.job.position, &report.pv, format),
        }));
    }
}

/// The texts of moves that follow each other from `position`.
pub fn write_line<V: Variant>(position: &V::Position, line: &[Move], format: MoveFormat) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::with_capacity(line.len());
    for &mv in line {
        texts.push(V::write_move(&position, mv, format));
        position.make(mv, &mut ());
    }
    texts
}

fn message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}
