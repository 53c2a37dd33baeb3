//! The root: iterative deepening, aspiration windows, the list of root moves, reports.

use super::alphabeta::Node;
use super::limits::SearchLimits;
use super::picker::Category;
use super::score::{self, INFINITE, MAX_PLY};
use super::smp::{KnownMove, RootPlan, ThreadResult, ThreadRole};
use super::time::soft_scale;
use super::tt::Bound;
use super::window::{MoveResult, Window};
use super::worker::Search;
use super::{Handler, Report};
use crate::eval::Evaluator;
use crate::position::{Move, MoveList, SearchHints};
use std::time::Duration;

/// A move of the root and what is known of it.
struct RootMove {
    mv: Move,
    /// Score in the current iteration; `-INFINITE` if it has not raised alpha.
    score: i32,
    /// The last exact score, and the line that goes with it.
    previous: i32,
    pv: Vec<Move>,
    /// Nodes spent on it in the current iteration.
    nodes: u64,
}

/// The state of iterative deepening.
struct Deepening<'h> {
    moves: Vec<RootMove>,
    /// Lines wanted: the best, the best of the other moves, and so on.
    lines: usize,
    handler: &'h mut dyn Handler,
    /// The last report of the best line; its first move is the answer.
    latest: Report,
    completed: i32,
}

/// Greatest nominal depth; extensions need room above it.
const MAX_DEPTH: i32 = MAX_PLY as i32 - 8;

impl<P: SearchHints, E: Evaluator<P>> Search<'_, P, E> {
    /// Searches deeper and deeper until something ends it. The answer comes from a completed depth, or else is the move
    /// known before; where there is none, nothing ends the main thread's search before the first depth is completed.
    pub fn iterate(&mut self, plan: &RootPlan, role: ThreadRole, handler: &mut dyn Handler) -> ThreadResult {
        let root = |&mv| RootMove { mv, score: -INFINITE, previous: 0, pv: vec![mv], nodes: 0 };
        let latest = Report {
            depth: 0,
            seldepth: 0,
            score: 0,
            bound: Bound::None,
            nodes: 0,
            elapsed: Duration::ZERO,
            hashfull: 0,
            multipv: 1,
            pv: plan.moves.first().copied().into_iter().collect(),
        };
        let moves = plan.moves.iter().map(root).collect();
        let mut state = Deepening { moves, lines: plan.lines, handler, latest, completed: 0 };
        self.control.unanswered = role.index == 0 && plan.known.is_none();
        self.deepen(&mut state, plan.limits, role);
        self.control.publish();
        let mut latest = state.latest;
        if let Some(known) = plan.known.filter(|_| state.completed == 0) {
            latest = latest.of_known(known);
        }
        latest.seldepth = latest.seldepth.max(self.seldepth as u32);
        ThreadResult { latest, completed: state.completed, quiescence_nodes: self.quiescence_nodes }
    }

    fn deepen(&mut self, state: &mut Deepening, limits: &SearchLimits, role: ThreadRole) {
        let deepest = limits.depth.map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH as u32) as i32);
        let mut previous = 0;
        let mut best = state.moves[0].mv;
        let mut stable = 0;
        let lines = state.lines;
        for depth in (1..=deepest).filter(|&depth| !role.skips(depth)) {
            self.control.poll();
            if self.control.stopped {
                break;
            }
            self.root_depth = depth;
            self.seldepth = 0;
            let before = self.control.nodes;
            for root in &mut state.moves {
                root.nodes = 0;
            }
            let score = self.aspiration_search(state, 0, depth);
            if self.control.stopped {
                break;
            }
            state.completed = depth;
            self.control.unanswered = false;
            let first = &state.moves[0];
            stable = if first.mv == best { stable + 1 } else { 0 };
            best = first.mv;
            let share = (first.nodes * 100 / (self.control.nodes - before).max(1)) as u32;
            let scale = soft_scale(stable, share, if depth > 1 { previous - score } else { 0 });
            previous = score;
            self.report(state, Some((score, Bound::Exact)));
            for rank in 1..lines {
                self.aspiration_search(state, rank, depth);
                if self.control.stopped {
                    return;
                }
            }
            if lines > 1 {
                self.report_lines(state);
            }
            if !limits.infinite
                && (self.is_settled(state, limits, depth, score)
                    || !role.budget.allows_iteration(self.control.time_used(), scale))
            {
                break;
            }
        }
    }

    /// Whether more depth cannot change the best move.
    fn is_settled(&self, state: &Deepening, limits: &SearchLimits, depth: i32, score: i32) -> bool {
        let plies = score::mate_plies(score);
        // A mate within the depth searched is proven. (A shorter one may have been pruned.)
        let proven = plies.is_some_and(|plies| plies.abs() <= depth);
        let found = limits.mate.is_some_and(|moves| plies.is_some_and(|plies| plies > 0 && plies < 2 * moves as i32));
        let forced = state.moves.len() == 1 && (limits.clock.is_some() || limits.move_time.is_some());
        (proven && state.lines == 1) || found || forced
    }

    /// The moves to choose from: winning captures first, by gain.
    pub fn root_moves(&mut self, limits: &SearchLimits) -> MoveList {
        let mut list = limits.root_moves.clone();
        if list.is_empty() && self.position.outcome().is_none() {
            list = self.legal_moves();
        }
        let winning_gain = |mv: Move| match self.position.class(mv).is_tactical() && self.position.see_ge(mv, 1) {
            true => self.position.gain(mv),
            false => 0,
        };
        list.sort_by_cached_key(|&mv| std::cmp::Reverse(winning_gain(mv)));
        list
    }

    /// All moves that the rules allow, repetition included.
    fn legal_moves(&mut self) -> MoveList {
        let mut list = MoveList::new();
        self.position.moves(&mut list);
        list.retain(|&mv| self.position.is_legal(mv));
        let in_check = self.position.in_check();
        list.retain(|&mv| match self.make_move(mv, 0, in_check) {
            Some(made) => {
                self.unmake_move(made);
                true
            }
            None => false,
        });
        // These moves do not count as nodes.
        self.control.restart();
        list
    }

    /// One iteration for the moves from `rank` on: a narrow window around the score of the last one, widened until the
    /// score is inside.
    fn aspiration_search(&mut self, state: &mut Deepening, rank: usize, depth: i32) -> i32 {
        let previous = state.moves[rank].previous;
        let params = &self.worker.params;
        let mut width = params.aspiration_window;
        let (mut alpha, mut beta) = match depth >= params.aspiration_depth && !score::is_mate(previous) {
            true => ((previous - width).max(-INFINITE), (previous + width).min(INFINITE)),
            false => (-INFINITE, INFINITE),
        };
        loop {
            let score = self.search_root(state, rank, (alpha, beta), depth);
            // Best first, the others in the order they had.
            state.moves[rank..].sort_by_key(|root| std::cmp::Reverse(root.score));
            if self.control.stopped {
                return score;
            }
            width *= 3;
            if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = if width > WIDE { -INFINITE } else { (score - width).max(-INFINITE) };
            } else if score >= beta {
                beta = if width > WIDE { INFINITE } else { (score + width).min(INFINITE) };
            } else {
                state.moves[rank].previous = score;
                return score;
            }
        }
    }

    /// Searches the root moves from `rank` on to `depth`.
    fn search_root(&mut self, state: &mut Deepening, rank: usize, (alpha, beta): (i32, i32), depth: i32) -> i32 {
        self.worker.pv.clear(0);
        let mut node = self.root_node(alpha, beta, depth);
        let path_dependent = self.path_dependent;
        for root in &mut state.moves[rank..] {
            root.score = -INFINITE;
        }
        for i in rank..state.moves.len() {
            let mv = state.moves[i].mv;
            let before = self.control.nodes;
            let tactical = self.position.class(mv).is_tactical();
            let category = if tactical { Category::GoodTactical } else { Category::Quiet };
            let candidate = self.candidate::<true>(&node, &[None; 2], (mv, category), i - rank + 1);
            let Some(made) = self.make_move(mv, 0, node.in_check) else { continue };
            let score = self.search_made(made, 0, |search, _| search.search_child::<true>(&node, &candidate));
            let result = self.enter_score::<true>(&mut node.window, mv, score, 0);
            if result == MoveResult::Stopped {
                return node.window.best;
            }
            state.moves[i].nodes += self.control.nodes - before;
            // The first move counts even if it fails low: it was the best of the last iteration.
            if result >= MoveResult::RaisesAlpha || i == rank {
                state.moves[i].score = score;
            }
            if result >= MoveResult::RaisesAlpha {
                state.moves[i].pv.clear();
                state.moves[i].pv.extend_from_slice(self.worker.pv.line(0));
                if rank == 0 {
                    let bound = if result == MoveResult::CutOff { Bound::Lower } else { Bound::Exact };
                    self.set_best_line(state, score, bound, i > 0);
                }
            }
            if result == MoveResult::CutOff {
                break;
            }
        }
        // The score of the other moves alone is not that of the position.
        let best = node.window.best;
        if rank == 0 && !(score::is_decisive(best) && self.path_dependent != path_dependent) {
            self.table.store(self.position.key(), 0, &node.window.entry(depth, node.raw_eval, true));
        }
        best
    }

    /// The root as a node, its neighbours' killers cleared.
    fn root_node(&mut self, alpha: i32, beta: i32, depth: i32) -> Node {
        self.worker.frames[0].killers = [Move::NONE; 2];
        self.worker.frames[1].killers = [Move::NONE; 2];
        let in_check = self.in_check(0);
        let eval = if in_check { None } else { Some(self.evaluate()) };
        self.worker.frames[0].eval = eval;
        Node {
            window: Window::new(alpha, beta, -INFINITE),
            depth,
            ply: 0,
            in_check,
            cut: false,
            raw_eval: eval,
            eval: eval.unwrap_or(0),
            improving: true,
            hit: None,
            safety: None,
        }
    }

    /// Takes the line just found as the answer, and reports it if its move is new.
    fn set_best_line(&mut self, state: &mut Deepening, score: i32, bound: Bound, is_new: bool) {
        state.latest.pv.clear();
        state.latest.pv.extend_from_slice(self.worker.pv.line(0));
        state.latest.score = score;
        if is_new {
            self.report(state, Some((score, bound)));
        }
    }

    /// Sends a report. Without a new score the last one is repeated.
    fn report(&self, state: &mut Deepening, found: Option<(i32, Bound)>) {
        let latest = &mut state.latest;
        if let Some((score, bound)) = found {
            (latest.score, latest.bound) = (score, bound);
            latest.depth = self.root_depth as u32;
        }
        latest.seldepth = latest.seldepth.max(self.seldepth as u32);
        latest.nodes = self.control.total();
        latest.elapsed = self.control.elapsed();
        latest.hashfull = self.table.hashfull();
        state.handler.info(latest);
    }

    /// Reports all lines of a depth, sorted by score: a later line may have turned out better than those before it.
    fn report_lines(&self, state: &mut Deepening) {
        let lines = &mut state.moves[..state.lines];
        lines.sort_by_key(|root| std::cmp::Reverse(root.previous));
        let latest = &mut state.latest;
        for (rank, RootMove { previous, pv, .. }) in (1..).zip(lines) {
            let report = Report {
                score: *previous,
                bound: Bound::Exact,
                seldepth: latest.seldepth.max(self.seldepth as u32),
                nodes: self.control.total(),
                elapsed: self.control.elapsed(),
                multipv: rank,
                pv: pv.clone(),
                ..*latest
            };
            state.handler.info(&report);
            if rank == 1 {
                *latest = report;
            }
        }
    }
}

impl Report {
    /// The report of a move that is all that is known.
    fn of_known(self, KnownMove { mv, entry }: KnownMove) -> Report {
        let (score, bound, depth) = entry.map_or((0, Bound::None, 0), |entry| (entry.score, entry.bound, entry.depth));
        Report { score, bound, depth: depth.max(0) as u32, pv: vec![mv], ..self }
    }
}

/// An aspiration window that has failed beyond this is opened fully on that side, centipawns.
const WIDE: i32 = 1000;
