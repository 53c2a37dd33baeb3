//! Quiescence search: captures and promotions until the position is quiet. On a large board full of pieces a plain one
//! takes nearly all nodes, so it is bounded in every direction.

use super::alphabeta::table_adjusted;
use super::picker::{GainPicker, Picker, REFUTATIONS};
use super::score::{self, MAX_EVAL};
use super::tt;
use super::window::{MoveResult, Window};
use super::worker::Search;
use crate::eval::Evaluator;
use crate::position::{Move, SearchHints};

impl<P: SearchHints, E: Evaluator<P>> Search<'_, P, E> {
    /// Quiescence search of the position at `ply`, `plies` deep in quiescence.
    pub fn quiescence<const PV: bool>(&mut self, alpha: i32, beta: i32, ply: usize, plies: usize) -> i32 {
        self.worker.pv.clear(ply);
        if let Some(score) = self.terminal_score(ply) {
            return score;
        }
        // In check there is no standing pat, but such lines must end.
        let in_check = plies < self.worker.params.quiescence_evasions && self.in_check(ply);
        self.quiescence_moves::<PV>(alpha, beta, ply, plies, in_check)
    }

    /// The same for a position that is known not to be terminal.
    pub(super) fn quiescence_moves<const PV: bool>(
        &mut self,
        alpha: i32,
        beta: i32,
        ply: usize,
        plies: usize,
        in_check: bool,
    ) -> i32 {
        if plies == 0 {
            self.quiescence_start = self.quiescence_nodes;
        }
        let key = self.position.key();
        let hit = self.table.probe(key, ply);
        if !PV && let Some(hit) = hit.filter(|hit| hit.bound.decides(hit.score, beta)) {
            return hit.score;
        }
        if in_check {
            return self.search_evasions::<PV>(alpha, beta, ply, plies, hit);
        }
        let lazy_eval =
            if hit.is_some_and(|hit| hit.eval.is_some()) { None } else { self.evaluate_lazily(alpha, beta) };
        // A lazy evaluation is valid for this window only and is not stored.
        let (eval, exact_eval) = match lazy_eval {
            Some(eval) => (eval, None),
            None => {
                let eval = hit.and_then(|hit| hit.eval).unwrap_or_else(|| self.evaluate());
                (eval, Some(eval))
            }
        };
        let mut window = Window::standing_pat(alpha, beta, table_adjusted(eval, hit));
        if window.best < beta && !self.search_captures::<PV>(&mut window, ply, plies) {
            return 0;
        }
        let pv = PV || hit.is_some_and(|hit| hit.pv);
        self.table.store(key, ply, &window.entry(0, exact_eval, pv));
        window.best
    }

    /// Searches the captures and promotions that can raise alpha. False if the search has to stop.
    #[inline]
    fn search_captures<const PV: bool>(&mut self, window: &mut Window, ply: usize, plies: usize) -> bool {
        // Delta pruning of the whole node: even the best capture would not reach alpha.
        let reach = window.best + self.worker.params.delta_margin;
        if reach + self.position.max_gain() <= window.alpha {
            return true;
        }
        let min_gain = (window.alpha - reach).max(0);
        let (mut picker, best_left_out) = GainPicker::new(&self.position, &mut self.worker.moves, min_gain);
        if let Some(gain) = best_left_out {
            // Delta pruning of single moves: they are worth at most this.
            window.best = window.best.max((reach + gain).min(window.alpha));
        }
        let mut tried = 0;
        let mut result = MoveResult::NoBetter;
        while tried < self.max_captures(plies)
            && let Some(mv) = picker.next(&mut self.worker.moves)
        {
            if !self.position.see_ge(mv, 1) || !self.position.is_legal(mv) {
                continue;
            }
            let Some(made) = self.make_move(mv, ply, false) else { continue };
            self.quiescence_nodes += 1;
            tried += 1;
            let (alpha, beta) = (window.alpha, window.beta);
            let score =
                self.search_made(made, ply, |search, _| -search.quiescence::<PV>(-beta, -alpha, ply + 1, plies + 1));
            result = self.enter_score::<PV>(window, mv, score, ply);
            if matches!(result, MoveResult::Stopped | MoveResult::CutOff) {
                break;
            }
        }
        picker.close(&mut self.worker.moves);
        result != MoveResult::Stopped
    }

    /// How many captures a node tries, `plies` deep in quiescence.
    #[inline]
    fn max_captures(&self, plies: usize) -> usize {
        if self.quiescence_budget_spent() { 1 } else { self.worker.params.quiescence_captures(plies) }
    }

    /// Whether the current quiescence search has made so many moves that it must come to an end. Where nearly all nodes
    /// so far were made in quiescence, the limit is lower.
    #[inline]
    fn quiescence_budget_spent(&self) -> bool {
        let (all, here) = (self.quiescence_nodes, self.quiescence_nodes - self.quiescence_start);
        let limit = self.worker.params.quiescence_nodes;
        here > limit || here > limit / 16 && all > 16 * (self.control.nodes.saturating_sub(all) + limit)
    }

    /// Quiescence in check: every move, until one is found that is not mated; then captures only.
    fn search_evasions<const PV: bool>(
        &mut self,
        alpha: i32,
        beta: i32,
        ply: usize,
        plies: usize,
        hit: Option<tt::Entry>,
    ) -> i32 {
        let table_move = hit.map_or(Move::NONE, |hit| hit.mv);
        let killers = self.worker.frames[ply].killers;
        let refutations: [Move; REFUTATIONS] = [killers[0], killers[1], Move::NONE];
        let mut picker = Picker::new(&self.position, &self.worker.moves, table_move, refutations, [None; 2]);
        let mut window = Window::new(alpha, beta, score::mated_in(ply));
        while let Some((mv, _)) = self.next_move(&mut picker) {
            if !self.position.is_legal(mv) {
                continue;
            }
            let Some(made) = self.make_move(mv, ply, true) else { continue };
            self.quiescence_nodes += 1;
            let alpha = window.alpha;
            let score =
                self.search_made(made, ply, |search, _| -search.quiescence::<PV>(-beta, -alpha, ply + 1, plies + 1));
            match self.enter_score::<PV>(&mut window, mv, score, ply) {
                MoveResult::Stopped | MoveResult::CutOff => break,
                MoveResult::NewBest | MoveResult::RaisesAlpha if window.best > -MAX_EVAL => {
                    picker.skip_quiets();
                    if self.quiescence_budget_spent() {
                        break;
                    }
                }
                _ => {}
            }
        }
        picker.close(&mut self.worker.moves);
        if self.control.stopped { 0 } else { window.best }
    }
}
