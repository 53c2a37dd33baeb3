//! The root: iterative deepening, aspiration windows, the list of root moves, reports.

use super::alphabeta::Node;
use super::limits::Limits;
use super::picker::Kind;
use super::score::{self, INFINITE, MAX_PLY};
use super::time::{Budget, soft_scale};
use super::tt::{self, Bound};
use super::worker::Search;
use super::{Answer, Handler, Report};
use crate::position::{Evaluator, Move, MoveList, Position};
use std::time::Duration;

/// A move of the root and what is known of it.
struct RootMove {
    mv: Move,
    /// Score in the current iteration; `-INFINITE` if it has not raised alpha.
    score: i32,
    /// Nodes spent on it in the current iteration.
    nodes: u64,
}

/// The state of iterative deepening.
struct Deepening<'h> {
    moves: Vec<RootMove>,
    handler: &'h mut dyn Handler,
    /// The last thing reported; its line is the answer.
    latest: Report,
    completed: i32,
}

/// Greatest nominal depth; extensions need room above it.
const MAX_DEPTH: i32 = MAX_PLY as i32 - 8;

/// How often an infinite search that has nothing left to do looks at the stop flag.
const IDLE: Duration = Duration::from_millis(2);

impl<P: Position, E: Evaluator<P>> Search<'_, P, E> {
    /// Searches deeper and deeper until something ends it.
    pub fn iterate(mut self, limits: &Limits, budget: Budget, handler: &mut dyn Handler) -> Answer {
        let moves = self.root_moves(limits);
        let Some(first) = moves.first().map(|root| root.mv) else {
            let score = if self.position.outcome().is_some() { self.verdict(0) } else { None };
            self.wait_if_infinite(limits);
            return Answer {
                best: None,
                score: score.unwrap_or(score::mated_in(0)),
                depth: 0,
                nodes: 0,
                quiescence_nodes: 0,
                pv: Vec::new(),
            };
        };
        let latest = Report {
            depth: 0,
            seldepth: 0,
            score: 0,
            bound: Bound::None,
            nodes: 0,
            elapsed: Duration::ZERO,
            hashfull: 0,
            multipv: 1,
            pv: vec![first],
        };
        let mut state = Deepening { moves, handler, latest, completed: 0 };
        self.deepen(&mut state, limits, &budget);
        if state.latest.nodes != self.control.nodes || state.latest.bound == Bound::None {
            self.report(&mut state, None);
        }
        self.wait_if_infinite(limits);
        let Report { score, pv, .. } = state.latest;
        let depth = state.completed as u32;
        Answer {
            best: pv.first().copied(),
            score,
            depth,
            nodes: self.control.nodes,
            quiescence_nodes: self.quiescence_nodes,
            pv,
        }
    }

    fn deepen(&mut self, state: &mut Deepening, limits: &Limits, budget: &Budget) {
        let deepest = limits.depth.map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH as u32) as i32);
        let mut previous = 0;
        let mut best = state.moves[0].mv;
        let mut stable = 0;
        for depth in 1..=deepest {
            self.control.poll();
            if self.control.stopped {
                break;
            }
            self.root_depth = depth;
            self.seldepth = 0;
            let before = self.control.nodes;
            let score = self.aspire(state, depth, previous);
            if self.control.stopped {
                break;
            }
            state.completed = depth;
            let first = &state.moves[0];
            stable = if first.mv == best { stable + 1 } else { 0 };
            best = first.mv;
            let share = (first.nodes * 100 / (self.control.nodes - before).max(1)) as u32;
            let scale = soft_scale(stable, share, if depth > 1 { previous - score } else { 0 });
            previous = score;
            self.report(state, Some((score, Bound::Exact)));
            if !limits.infinite
                && (self.is_settled(state, limits, depth, score)
                    || !budget.allows_iteration(self.control.elapsed(), scale))
            {
                break;
            }
        }
    }

    /// Whether more depth cannot change the move.
    fn is_settled(&self, state: &Deepening, limits: &Limits, depth: i32, score: i32) -> bool {
        let plies = score::mate_plies(score);
        // A mate within the depth searched is proven. (A shorter one may have been pruned.)
        let proven = plies.is_some_and(|plies| plies.abs() <= depth);
        let found = limits.mate.is_some_and(|moves| plies.is_some_and(|plies| plies > 0 && plies < 2 * moves as i32));
        let forced = state.moves.len() == 1 && (limits.clock.is_some() || limits.move_time.is_some());
        proven || found || forced
    }

    /// The moves to choose from, the most promising first as far as can be told without search.
    fn root_moves(&mut self, limits: &Limits) -> Vec<RootMove> {
        let mut list = limits.root_moves.clone();
        if list.is_empty() && self.position.outcome().is_none() {
            list = self.legal_moves();
        }
        let promise = |mv: Move| match self.position.class(mv).is_tactical() && self.position.see_ge(mv, 1) {
            true => self.position.gain(mv),
            false => 0,
        };
        list.sort_by_cached_key(|&mv| std::cmp::Reverse(promise(mv)));
        list.into_iter().map(|mv| RootMove { mv, score: -INFINITE, nodes: 0 }).collect()
    }

    /// All moves that the rules allow, repetition included.
    fn legal_moves(&mut self) -> MoveList {
        let mut list = MoveList::new();
        self.position.moves(&mut list);
        list.retain(|&mv| self.position.is_legal(mv));
        let in_check = self.position.in_check();
        list.retain(|&mv| match self.step(mv, 0, in_check) {
            Some(step) => {
                self.step_back(step);
                true
            }
            None => false,
        });
        // Looking for the moves is no part of the search.
        self.control.restart();
        list
    }

    /// One iteration: a narrow window around the score of the last one, widened until the score is inside.
    fn aspire(&mut self, state: &mut Deepening, depth: i32, previous: i32) -> i32 {
        let params = &self.worker.params;
        let mut width = params.aspiration_window;
        let (mut alpha, mut beta) = match depth >= params.aspiration_depth && !score::is_mate(previous) {
            true => ((previous - width).max(-INFINITE), (previous + width).min(INFINITE)),
            false => (-INFINITE, INFINITE),
        };
        for root in &mut state.moves {
            root.nodes = 0;
        }
        loop {
            let score = self.search_root(state, alpha, beta, depth);
            // Best first, the others in the order they had.
            state.moves.sort_by_key(|root| std::cmp::Reverse(root.score));
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
                return score;
            }
        }
    }

    /// Searches all root moves to `depth`.
    fn search_root(&mut self, state: &mut Deepening, alpha: i32, beta: i32, depth: i32) -> i32 {
        self.worker.pv.clear(0);
        self.worker.frames[0].killers = [Move::NONE; 2];
        self.worker.frames[1].killers = [Move::NONE; 2];
        let in_check = self.position.in_check();
        let eval = if in_check { None } else { Some(self.evaluate(0)) };
        self.worker.frames[0].eval = eval;
        let mut node = Node {
            alpha,
            beta,
            depth,
            ply: 0,
            in_check,
            cut: false,
            raw_eval: eval,
            eval: eval.unwrap_or(0),
            improving: true,
            hit: None,
        };
        let path_verdicts = self.path_verdicts;
        let mut best = -INFINITE;
        let mut best_move = Move::NONE;
        for root in &mut state.moves {
            root.score = -INFINITE;
        }
        for i in 0..state.moves.len() {
            let mv = state.moves[i].mv;
            let before = self.control.nodes;
            let tactical = self.position.class(mv).is_tactical();
            let kind = if tactical { Kind::Tactical } else { Kind::Quiet };
            let candidate = self.weigh::<true>(&node, &[None; 2], (mv, kind), i + 1);
            let Some(step) = self.step(mv, 0, in_check) else { continue };
            let score = match step.cycle {
                Some(score) => {
                    self.worker.pv.clear(1);
                    score
                }
                None => self.search_child::<true>(&node, &candidate),
            };
            self.step_back(step);
            if self.control.stopped {
                return best;
            }
            state.moves[i].nodes += self.control.nodes - before;
            if score > best {
                best = score;
                // The first move counts even if it fails low: it came first for a reason.
                if score > node.alpha || i == 0 {
                    state.moves[i].score = score;
                }
                if score > node.alpha {
                    best_move = mv;
                    self.worker.pv.update(0, mv);
                    let bound = if score >= beta { Bound::Lower } else { Bound::Exact };
                    self.adopt(state, score, bound, i > 0);
                    if score >= beta {
                        break;
                    }
                    node.alpha = score;
                }
            }
        }
        if !(score::is_decisive(best) && self.path_verdicts != path_verdicts) {
            let bound = match best {
                _ if best >= beta => Bound::Lower,
                _ if best > alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let entry = tt::Entry { mv: best_move, score: best, eval, depth, bound, pv: true };
            self.table.store(self.position.key(), 0, &entry);
        }
        best
    }

    /// Takes the line just found as the answer, and tells so if the move is another than before.
    fn adopt(&mut self, state: &mut Deepening, score: i32, bound: Bound, is_new: bool) {
        state.latest.pv.clear();
        state.latest.pv.extend_from_slice(self.worker.pv.line(0));
        state.latest.score = score;
        if is_new {
            self.report(state, Some((score, bound)));
        }
    }

    /// Sends a report. Without a new score, the last one stands.
    fn report(&self, state: &mut Deepening, found: Option<(i32, Bound)>) {
        let latest = &mut state.latest;
        if let Some((score, bound)) = found {
            (latest.score, latest.bound) = (score, bound);
            latest.depth = self.root_depth as u32;
        }
        latest.seldepth = latest.seldepth.max(self.seldepth as u32);
        latest.nodes = self.control.nodes;
        latest.elapsed = self.control.elapsed();
        latest.hashfull = self.table.hashfull();
        state.handler.info(latest);
    }

    fn wait_if_infinite(&self, limits: &Limits) {
        while limits.infinite && !self.control.stop_requested() {
            std::thread::sleep(IDLE);
        }
    }
}

/// An aspiration window that has failed beyond this is opened fully on that side, centipawns.
const WIDE: i32 = 1000;
