//! What a search thread runs.

use super::context::Context;
use super::search::Info;
use super::skill::Skill;
use super::tsume::{self, Attempt, Tsume};
use crate::games::Variant;
use crate::position::{History, Move, Position, Random};
use crate::search::{Handler, Params, Report, Table, Task, Team, wait};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// The threads of a search, with what they have learnt in earlier ones.
pub(super) type TeamOf<V> = Team<<V as Variant>::Position, <V as Variant>::Evaluator>;

/// One search with everything it needs.
pub(super) struct Job<V: Variant> {
    pub context: Context<V>,
    pub history: History,
    pub evaluator: Arc<V::Evaluator>,
    /// How many threads search.
    pub threads: usize,
    /// How many lines to report.
    pub lines: usize,
    /// The strength to play with; `None` for the full one.
    pub skill: Option<Skill>,
    /// What the search goes by.
    pub params: Params,
    /// What is to be solved before the search.
    pub tsume: Option<Tsume>,
}

impl<V: Variant> Job<V> {
    /// Searches and reports, the end included, with the team of an earlier search if there is one; returns it. A panic ends
    /// here: then the best move so far is the answer, and there is no team any more.
    pub fn run(&self, table: &Table, team: Option<TeamOf<V>>) -> Option<TeamOf<V>> {
        let Context { position, request, clock, stop, move_overhead, .. } = &self.context;
        let (limits, spent) = match self.tsume.as_ref().map(|tsume| self.attempt_safely(tsume)) {
            Some(Attempt::Mate(line, nodes)) => {
                wait(&request.limits, clock, stop);
                self.context.answer(&line, nodes);
                return team;
            }
            Some(Attempt::None(limits, nodes)) => (limits, nodes),
            None => (request.limits.clone(), 0),
        };
        let mut team = team.unwrap_or_else(|| Team::new(self.params.clone(), self.threads));
        team.resize(self.threads);
        let mut relay = Relay { job: self, spent, best: None, nodes: 0, found: Vec::new() };
        let task = Task {
            position,
            evaluator: &*self.evaluator,
            history: &self.history,
            limits: &limits,
            lines: self.skill.map_or(self.lines, |skill| skill.lines(self.lines)),
            table,
            stop,
            clock,
            move_overhead: *move_overhead,
        };
        let answer = catch_unwind(AssertUnwindSafe(|| team.think(&task, &mut relay)));
        let (line, nodes, team) = match answer {
            Ok(answer) => {
                let chosen = self.skill.and_then(|skill| skill.choose(&relay.found, &mut self.random()));
                (chosen.unwrap_or(answer.pv), answer.nodes, Some(team))
            }
            Err(panic) => {
                log::error!("the search has failed: {}", message(&*panic));
                (relay.best.into_iter().collect(), relay.nodes, None)
            }
        };
        self.context.answer(&line, spent.saturating_add(nodes));
        team
    }

    /// Looks for a mate; a panic ends here, and then none has been found.
    fn attempt_safely(&self, tsume: &Tsume) -> Attempt {
        catch_unwind(AssertUnwindSafe(|| tsume::attempt(&self.context, tsume))).unwrap_or_else(|panic| {
            log::error!("the mate solver has failed: {}", message(&*panic));
            Attempt::None(self.context.request.limits.clone(), 0)
        })
    }

    /// Chance, different in every game and for every move of it.
    fn random(&self) -> Random {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Random(self.context.position.key() ^ now.as_nanos() as u64)
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
