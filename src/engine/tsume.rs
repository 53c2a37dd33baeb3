//! Solving instead of playing: a search under the option `Tsume` looks for a mate by checks first, whichever side is to
//! move, and plays on as always where there is none.

use super::context::Context;
use super::search::{Info, SearchRequest};
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
fn effort(request: &SearchRequest) -> Effort {
    if request.limits.infinite { Effort::Shortest } else { Effort::Shorter }
}

/// Looks for the mate.
pub(super) fn attempt<V: Variant>(context: &Context<V>, tsume: &Tsume) -> Attempt {
    let position = &context.position;
    let attacking = position.side_to_move() == tsume.attacker;
    // Nothing to be solved before a check.
    if !attacking && !position.royals_hang(position.side_to_move()) {
        return Attempt::None(context.request.limits.clone(), 0);
    }
    let mut solver = match Solver::new(tsume.memory) {
        Ok(solver) => solver,
        Err(error) => {
            log::error!("cannot solve: {error}");
            return Attempt::None(context.request.limits.clone(), 0);
        }
    };
    let mut watcher = Watcher { context, before: Vec::new(), defends: !attacking, spent: 0, fill: 0 };
    let solution = match attacking {
        true => attack(&mut solver, tsume, &mut watcher),
        false => solver.defend(position, &tsume.banned, &context.solver_limits(0, 0), &mut watcher),
    };
    let Solution { answer, evasions, .. } = solution;
    let nodes = watcher.spent + solution.nodes;
    match answer {
        Answer::Mate { line, .. } if line.first().is_some_and(|&mv| context.may_play(mv)) => {
            return Attempt::Mate(line, nodes);
        }
        // No move is left that would put it off.
        Answer::Mate { .. } => {}
        Answer::NoMate { .. } => context.remark("no mate by checks", nodes),
        Answer::Unknown => context.remark("no mate found", nodes),
    }
    Attempt::None(context.limits_left(&evasions, nodes), nodes)
}

/// The attacker's mate, by a first move that may be played. If the first mate found begins with another, all others
/// are tried.
fn attack<V: Variant>(solver: &mut Solver, tsume: &Tsume, watcher: &mut Watcher<V>) -> Solution {
    let context = watcher.context;
    let mut solution = solver.solve(&context.position, &tsume.banned, &context.solver_limits(0, 1), watcher);
    let Answer::Mate { line, .. } = &solution.answer else { return solution };
    if line.first().is_some_and(|&mv| context.may_play(mv)) {
        return solution;
    }
    let mut checks = MoveList::new();
    context.position.checks(&mut checks);
    let mut answer = Answer::NoMate { verified: false };
    for mv in checks.into_iter().filter(|&mv| context.may_play(mv)) {
        watcher.spent += solution.nodes;
        watcher.before = vec![mv];
        let mut after = context.position.clone();
        after.make(mv, &mut ());
        solution = solver.defend(&after, &tsume.banned, &context.solver_limits(watcher.spent, 1), watcher);
        match &mut solution.answer {
            Answer::Mate { line, .. } => {
                line.insert(0, mv);
                return solution;
            }
            Answer::NoMate { .. } => {}
            Answer::Unknown => answer = Answer::Unknown,
        }
    }
    Solution { answer, evasions: Vec::new(), ..solution }
}

impl<V: Variant> Context<V> {
    fn may_play(&self, mv: Move) -> bool {
        self.request.limits.root_moves.contains(&mv)
    }

    /// What bounds the solver, of whose nodes so many have been spent. `first` is 1 if the attacker moves first.
    fn solver_limits(&self, spent: u64, first: u32) -> MateLimits {
        let SearchLimits { nodes, depth, .. } = self.request.limits;
        MateLimits {
            nodes: nodes.map(|nodes| (nodes / 2).saturating_sub(spent).max(1)),
            within: depth.map(|plies| plies.saturating_add(first) / 2).map(|moves| moves.max(1)),
            effort: effort(&self.request),
            first_moves: false,
        }
    }

    /// The limits of the search after so many nodes, and its moves: only those that are known to hold, if there are any.
    fn limits_left(&self, holding: &[Move], nodes: u64) -> SearchLimits {
        let mut limits = self.request.limits.clone();
        limits.nodes = limits.nodes.map(|most| most.saturating_sub(nodes).max(1));
        if limits.root_moves.iter().any(|mv| holding.contains(mv)) {
            limits.root_moves.retain(|mv| holding.contains(mv));
        }
        limits
    }

    /// Half of the time for the move, if it is bounded.
    fn solver_time(&self) -> Option<Duration> {
        crate::search::time_for_move(&self.request.limits, self.move_overhead).map(|time| time / 2)
    }
}

/// Watches the solver and reports what it finds.
struct Watcher<'a, V: Variant> {
    context: &'a Context<V>,
    /// Moves before those of the solver's position.
    before: Vec<Move>,
    /// Whether the side to move is the one that is mated.
    defends: bool,
    /// Nodes of earlier problems.
    spent: u64,
    fill: u32,
}

impl<V: Variant> Watch for Watcher<'_, V> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.fill = progress.fill;
        let Context { clock, stop, .. } = self.context;
        let late = || !clock.is_pondering() && self.context.solver_time().is_some_and(|time| clock.used() >= time);
        if stop.load(Ordering::Relaxed) || late() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn found(&mut self, line: &[Move], nodes: u64) {
        let line = [&self.before, line].concat();
        let context = self.context;
        if line.first().is_none_or(|&mv| !context.may_play(mv)) {
            return;
        }
        let mut end = context.position.clone();
        for &mv in &line {
            end.make(mv, &mut ());
        }
        // After mate some reply and the capture of the last royal, unless nothing can be played any more.
        let mut replies = MoveList::new();
        end.moves(&mut replies);
        let over = end.outcome().is_some() || !replies.iter().any(|&mv| end.is_legal(mv));
        let plies = line.len() + if over { 0 } else { 2 };
        let depth = line.len() as u32;
        context.inform(Info {
            id: context.request.id,
            depth,
            seldepth: depth,
            rank: 1,
            score: if self.defends { score::mated_in(plies) } else { score::mate_in(plies) },
            bound: Bound::Exact,
            hashfull: self.fill,
            nodes: self.spent + nodes,
            elapsed: context.clock.elapsed(),
            pv: context.write(&line),
        });
    }
}
