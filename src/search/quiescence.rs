//! Quiescence: captures and promotions until the position is quiet. On a large board full of pieces a naive one takes
//! nearly all nodes, so every step is about leaving early.

use super::alphabeta::sharpen;
use super::picker::{GainPicker, Picker, SPECIALS};
use super::score::{self, MAX_EVAL};
use super::tt::{self, Bound};
use super::worker::Search;
use crate::eval::Evaluator;
use crate::position::{Move, SearchHints};

impl<P: SearchHints, E: Evaluator<P>> Search<'_, P, E> {
    /// Quiescence of the position at `ply`, `plies` deep in quiescence.
    pub fn quiescence<const PV: bool>(&mut self, alpha: i32, beta: i32, ply: usize, plies: usize) -> i32 {
        self.worker.pv.clear(ply);
        if let Some(verdict) = self.verdict(ply) {
            return verdict;
        }
        // In check there is no standing pat, but such lines must end.
        let in_check = plies < self.worker.params.quiescence_evasions && self.in_check(ply);
        self.quiescence_moves::<PV>(alpha, beta, ply, plies, in_check)
    }

    /// The same, with the verdict already known to be open.
    pub(super) fn quiescence_moves<const PV: bool>(
        &mut self,
        mut alpha: i32,
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
            return self.evade::<PV>(alpha, beta, ply, plies, hit);
        }
        let glance = if hit.is_some_and(|hit| hit.eval.is_some()) { None } else { self.glance(alpha, beta, ply) };
        // A glance is for this window only and is not stored.
        let (eval, exact_eval) = match glance {
            Some(rough) => (rough, None),
            None => {
                let eval = hit.and_then(|hit| hit.eval).unwrap_or_else(|| self.evaluate(ply));
                (eval, Some(eval))
            }
        };
        let first_alpha = alpha;
        let mut best = sharpen(eval, hit);
        let mut best_move = Move::NONE;
        alpha = alpha.max(best);
        // Standing pat; and delta pruning for the whole node: even the best capture would not reach alpha.
        let margin = self.worker.params.delta_margin;
        let reach = best + margin;
        if best < beta && reach + self.position.max_gain() > alpha {
            let (mut picker, left_out) =
                GainPicker::new(&self.position, &mut self.worker.moves, (alpha - reach).max(0));
            if let Some(gain) = left_out {
                // Delta pruning of single moves: they are worth at most this.
                best = best.max((reach + gain).min(alpha));
            }
            let mut tried = 0;
            while tried < self.tries(plies)
                && let Some(mv) = picker.next(&mut self.worker.moves)
            {
                if !self.position.see_ge(mv, 1) || !self.position.is_legal(mv) {
                    continue;
                }
                let Some(step) = self.step(mv, ply, false) else { continue };
                self.quiescence_nodes += 1;
                tried += 1;
                let score = match step.cycle {
                    Some(score) => score,
                    None => -self.quiescence::<PV>(-beta, -alpha, ply + 1, plies + 1),
                };
                self.step_back(step);
                if self.control.stopped {
                    picker.close(&mut self.worker.moves);
                    return 0;
                }
                if score > best {
                    best = score;
                    if score > alpha {
                        alpha = score;
                        best_move = mv;
                        if PV {
                            self.worker.pv.update(ply, mv);
                        }
                        if score >= beta {
                            break;
                        }
                    }
                }
            }
            picker.close(&mut self.worker.moves);
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if PV && best > first_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let pv = PV || hit.is_some_and(|hit| hit.pv);
        let entry = tt::Entry { mv: best_move, score: best, eval: exact_eval, depth: 0, bound, pv };
        self.table.store(key, ply, &entry);
        best
    }

    /// How many captures a node tries, `plies` deep in quiescence.
    #[inline]
    fn tries(&self, plies: usize) -> usize {
        if self.is_spent() { 1 } else { self.worker.params.quiescence_tries(plies) }
    }

    /// Whether the quiescence at work has made so many moves that it must come to an end. Where nearly all moves of the
    /// search so far were made in quiescence, that is soon.
    #[inline]
    fn is_spent(&self) -> bool {
        let (all, here) = (self.quiescence_nodes, self.quiescence_nodes - self.quiescence_start);
        let limit = self.worker.params.quiescence_nodes;
        here > limit || here > limit / 16 && all > 16 * (self.control.nodes.saturating_sub(all) + limit)
    }

    /// Quiescence in check: every move, until one is found that does not lose at once; then captures only.
    fn evade<const PV: bool>(
        &mut self,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        plies: usize,
        hit: Option<tt::Entry>,
    ) -> i32 {
        let table_move = hit.map_or(Move::NONE, |hit| hit.mv);
        let killers = self.worker.frames[ply].killers;
        let specials: [Move; SPECIALS] = [killers[0], killers[1], Move::NONE];
        let mut picker = Picker::new(&self.position, &self.worker.moves, table_move, specials, [None; 2]);
        let mut best = score::mated_in(ply);
        while let Some((mv, _)) = self.next_move(&mut picker) {
            if !self.position.is_legal(mv) {
                continue;
            }
            let Some(step) = self.step(mv, ply, true) else { continue };
            self.quiescence_nodes += 1;
            let score = match step.cycle {
                Some(score) => score,
                None => -self.quiescence::<PV>(-beta, -alpha, ply + 1, plies + 1),
            };
            self.step_back(step);
            if self.control.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if PV {
                        self.worker.pv.update(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
                if best > -MAX_EVAL {
                    picker.skip_quiets();
                    if self.is_spent() {
                        break;
                    }
                }
            }
        }
        picker.close(&mut self.worker.moves);
        if self.control.stopped { 0 } else { best }
    }
}
