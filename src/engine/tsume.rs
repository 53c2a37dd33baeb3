//! Solving instead of playing: a search under the option `Tsume` looks for a mate by checks first, whichever side is to
//! move, and plays on as always where there is none.

use super::job::{Job, write_line};
use super::{Go, Info, Remark, SearchEvent};
use crate::games::Variant;
use crate::mate::{Answer, Effort, MateLimits, Progress, Solution, Solver, Watch};
use crate::position::{MateHints, Move, MoveList, Position, Side};
use crate::search::{Bound, SearchLimits, TimeSource, score};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// What a search is to solve.
pub(super) struct Tsume {
    /// The side that mates.
    pub attacker: Side,
    /// Memory for it, in MiB.
    pub memory: usize,
    /// Positions that the attacker may not bring about again.
    pub banned: Vec<u64>,
}

/// What has come of it.
pub(super) enum Attempt {
    /// The line to be played, and its price.
    Mate(Vec<Move>, u64),
    /// There is no mate, or none has been found: the limits for the search that has to do instead, and the nodes spent.
    None(SearchLimits, u64),
}

/// What is looked for beyond a first mate.
fn effort(go: &Go) -> Effort {
    if go.limits.infinite { Effort::Shortest } else { Effort::Shorter }
}

impl<V: Variant> Job<V> {
    /// Looks for the mate.
    pub(super) fn attempt(&self, tsume: &Tsume) -> Attempt {
        let limits = self.go.limits.clone();
        let attacking = self.position.side_to_move() == tsume.attacker;
        // Nothing to be solved before a check.
        if !attacking && !self.position.royals_hang(self.position.side_to_move()) {
            return Attempt::None(limits, 0);
        }
        let mut solver = match Solver::new(tsume.memory) {
            Ok(solver) => solver,
            Err(error) => {
                log::error!("cannot solve: {error}");
                return Attempt::None(limits, 0);
            }
        };
        let mut ear = Ear { job: self, before: Vec::new(), defends: !attacking, spent: 0, fill: 0 };
        let solution = match attacking {
            true => self.attack(&mut solver, tsume, &mut ear),
            false => solver.defend(&self.position, &tsume.banned, &self.solver_limits(0, 0), &mut ear),
        };
        let Solution { answer, evasions: holding, .. } = solution;
        let nodes = ear.spent + solution.nodes;
        match answer {
            Answer::Mate { line, .. } if line.first().is_some_and(|&mv| self.may_play(mv)) => {
                Attempt::Mate(line, nodes)
            }
            // No move is left that would put it off.
            Answer::Mate { .. } => Attempt::None(self.limits_left(&holding, nodes), nodes),
            Answer::NoMate { .. } => {
                self.remark("no mate by checks", nodes);
                Attempt::None(self.limits_left(&holding, nodes), nodes)
            }
            Answer::Unknown => {
                self.remark("no mate found", nodes);
                Attempt::None(self.limits_left(&holding, nodes), nodes)
            }
        }
    }

    /// The attacker's mate, by a first move that may be played. If the first mate found begins with another, all others
    /// are tried.
    fn attack(&self, solver: &mut Solver, tsume: &Tsume, ear: &mut Ear<V>) -> Solution {
        let mut solution = solver.solve(&self.position, &tsume.banned, &self.solver_limits(0, 1), ear);
        let Answer::Mate { line, .. } = &solution.answer else { return solution };
        if line.first().is_some_and(|&mv| self.may_play(mv)) {
            return solution;
        }
        let mut checks = MoveList::new();
        self.position.checks(&mut checks);
        let mut verdict = Answer::NoMate { verified: false };
        for mv in checks.into_iter().filter(|&mv| self.may_play(mv)) {
            ear.spent += solution.nodes;
            ear.before = vec![mv];
            let mut after = self.position.clone();
            after.make(mv, &mut ());
            solution = solver.defend(&after, &tsume.banned, &self.solver_limits(ear.spent, 1), ear);
            match &mut solution.answer {
                Answer::Mate { line, .. } => {
                    line.insert(0, mv);
                    return solution;
                }
                Answer::NoMate { .. } => {}
                Answer::Unknown => verdict = Answer::Unknown,
            }
        }
        Solution { answer: verdict, evasions: Vec::new(), ..solution }
    }

    fn may_play(&self, mv: Move) -> bool {
        self.go.limits.root_moves.contains(&mv)
    }

    /// What bounds the solver, of whose nodes so many have been spent. `first` is 1 if the attacker moves first.
    fn solver_limits(&self, spent: u64, first: u32) -> MateLimits {
        let SearchLimits { nodes, depth, .. } = self.go.limits;
        MateLimits {
            nodes: nodes.map(|nodes| (nodes / 2).saturating_sub(spent).max(1)),
            within: depth.map(|plies| plies.saturating_add(first) / 2).map(|moves| moves.max(1)),
            effort: effort(&self.go),
            first_moves: false,
        }
    }

    /// The limits of the search after so many nodes, and its moves: only those that are known to hold, if there are any.
    fn limits_left(&self, holding: &[Move], nodes: u64) -> SearchLimits {
        let mut limits = self.go.limits.clone();
        limits.nodes = limits.nodes.map(|most| most.saturating_sub(nodes).max(1));
        if limits.root_moves.iter().any(|mv| holding.contains(mv)) {
            limits.root_moves.retain(|mv| holding.contains(mv));
        }
        limits
    }

    /// Half of the time for the move, if it is bounded.
    fn solver_time(&self) -> Option<Duration> {
        crate::search::time_for_move(&self.go.limits, self.move_overhead).map(|time| time / 2)
    }

    fn remark(&self, text: &'static str, nodes: u64) {
        (self.sink)(SearchEvent::Remark(Remark { id: self.go.id, text, nodes, elapsed: self.clock.elapsed() }));
    }
}

/// Hears the solver and tells what it finds.
struct Ear<'a, V: Variant> {
    job: &'a Job<V>,
    /// Moves before those of the solver's position.
    before: Vec<Move>,
    /// Whether the side to move is the one that is mated.
    defends: bool,
    /// Nodes of earlier problems.
    spent: u64,
    fill: u32,
}

impl<V: Variant> Watch for Ear<'_, V> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.fill = progress.fill;
        let clock = &self.job.clock;
        let late = || !clock.is_pondering() && self.job.solver_time().is_some_and(|time| clock.used() >= time);
        if self.job.stop.load(Ordering::Relaxed) || late() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn found(&mut self, line: &[Move], nodes: u64) {
        let line = [&self.before, line].concat();
        let job = self.job;
        if line.first().is_none_or(|&mv| !job.may_play(mv)) {
            return;
        }
        let mut end = job.position.clone();
        for &mv in &line {
            end.make(mv, &mut ());
        }
        // After mate some reply and the capture of the last royal, unless nothing can be played any more.
        let mut replies = MoveList::new();
        end.moves(&mut replies);
        let over = end.outcome().is_some() || !replies.iter().any(|&mv| end.is_legal(mv));
        let plies = line.len() + if over { 0 } else { 2 };
        let depth = line.len() as u32;
        (job.sink)(SearchEvent::Info(Info {
            id: job.go.id,
            depth,
            seldepth: depth,
            rank: 1,
            score: if self.defends { score::mated_in(plies) } else { score::mate_in(plies) },
            bound: Bound::Exact,
            hashfull: self.fill,
            nodes: self.spent + nodes,
            elapsed: job.clock.elapsed(),
            pv: write_line::<V>(&job.position, &line, job.go.format),
        }));
    }
}
