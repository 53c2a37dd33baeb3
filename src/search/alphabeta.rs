//! The main search: principal variation search in named steps.

use super::history::bonus;
use super::picker::{Kind, Picker, Rows};
use super::score::{self, MAX_EVAL, MAX_PLY};
use super::tt::{self, Bound};
use super::worker::Search;
use crate::eval::Evaluator;
use crate::position::{Move, SafetyCache, SearchHints};
use arrayvec::ArrayVec;

/// Searched moves whose history suffers when a later one cuts off; the rest has been reduced to nothing anyway.
type Searched = ArrayVec<Move, 48>;

/// What the steps of a node share.
pub(super) struct Node {
    pub alpha: i32,
    pub beta: i32,
    pub depth: i32,
    pub ply: usize,
    pub in_check: bool,
    /// Expected to fail high.
    pub cut: bool,
    /// Static evaluation as evaluated; `None` in check.
    pub raw_eval: Option<i32>,
    /// Static evaluation corrected by what the table knows; meaningless in check.
    pub eval: i32,
    /// The mover stands better than two plies ago.
    pub improving: bool,
    /// What the table knows.
    pub hit: Option<tt::Entry>,
    /// What the position remembers.
    pub memo: Option<SafetyCache>,
}

/// A move of a node, to be searched or left out.
pub(super) struct Candidate {
    mv: Move,
    kind: Kind,
    /// A capture or promotion.
    tactical: bool,
    /// Its place among the moves searched, from 1.
    number: usize,
    /// Plies by which it is searched less deep at first.
    reduction: i32,
}

impl<P: SearchHints, E: Evaluator<P>> Search<'_, P, E> {
    /// Searches the current position at `ply` to `depth` within `alpha..beta`. `cut`: expected to fail high.
    pub fn alpha_beta<const PV: bool>(&mut self, alpha: i32, beta: i32, depth: i32, ply: usize, cut: bool) -> i32 {
        self.worker.pv.clear(ply);
        if let Some(verdict) = self.verdict(ply) {
            return verdict;
        }
        let in_check = self.in_check(ply);
        // Check extension, as long as the line is not all checks.
        let depth = depth + i32::from(in_check && ply < 2 * self.root_depth as usize);
        if depth <= 0 {
            return self.quiescence_moves::<PV>(alpha, beta, ply, 0, in_check);
        }
        // Mate distance: no line from here is better than winning by the next move but one, or worse than having lost.
        let (alpha, beta) = (alpha.max(score::mated_in(ply)), beta.min(score::mate_in(ply + 1)));
        if alpha >= beta {
            return alpha;
        }
        let key = self.position.key();
        let hit = self.table.probe(key, ply);
        if !PV && let Some(hit) = hit.filter(|hit| hit.depth >= depth && hit.bound.decides(hit.score, beta)) {
            return hit.score;
        }
        let mut node =
            Node { alpha, beta, depth, ply, in_check, cut, raw_eval: None, eval: 0, improving: false, hit, memo: None };
        self.judge_statically(&mut node);
        if !PV
            && !in_check
            && let Some(score) = self.prune_node(&node)
        {
            return score;
        }
        // Internal iterative reduction: without a table move the ordering is poor, and the node will come again.
        if node.depth >= self.worker.params.iir_depth && hit.is_none_or(|hit| hit.mv.is_none()) {
            node.depth -= 1;
        }
        self.search_moves::<PV>(node, key)
    }

    /// Fills in the evaluations.
    fn judge_statically(&mut self, node: &mut Node) {
        let ply = node.ply;
        // Killers of the plies below belong to another part of the tree.
        if let Some(frame) = self.worker.frames.get_mut(ply + 2) {
            frame.killers = [Move::NONE; 2];
        }
        if !node.in_check {
            let raw = node.hit.and_then(|hit| hit.eval).unwrap_or_else(|| self.evaluate(ply));
            node.raw_eval = Some(raw);
            node.eval = sharpen(raw, node.hit);
            let before = (2..=4).step_by(2).find_map(|back| self.worker.frames[ply.checked_sub(back)?].eval);
            node.improving = before.is_some_and(|before| raw > before);
        }
        self.worker.frames[ply].eval = node.raw_eval;
    }

    /// Looks for a reason to leave the node without trying its moves.
    fn prune_node(&mut self, node: &Node) -> Option<i32> {
        let params = &self.worker.params;
        let (alpha, beta, depth, eval) = (node.alpha, node.beta, node.depth, node.eval);
        // Reverse futility: so far above beta that no quiet reply brings it back.
        let margin = params.reverse_futility_margin * (depth - i32::from(node.improving)).max(0);
        if depth <= params.reverse_futility_depth && eval - margin >= beta && !score::is_mate(beta) {
            return Some((eval + beta) / 2);
        }
        // Razoring: so far below alpha that only captures can help.
        if depth <= params.razor_depth && eval + params.razor_margin * depth <= alpha && !score::is_mate(alpha) {
            let score = self.quiescence_moves::<false>(alpha, alpha + 1, node.ply, 0, false);
            // Once the search has to stop the score says nothing, but no more moves are made either.
            if score <= alpha || self.control.stopped {
                return Some(score);
            }
        }
        self.try_null_move(node)
    }

    /// Null move: if passing is good enough, so is some move.
    fn try_null_move(&mut self, node: &Node) -> Option<i32> {
        let params = &self.worker.params;
        let after_null = node.ply > 0 && self.worker.frames[node.ply - 1].moved.is_none();
        if after_null
            || node.depth < params.null_depth
            || node.eval < node.beta
            || score::is_mate(node.beta)
            || !self.position.allows_null_move()
        {
            return None;
        }
        let earned = ((node.eval - node.beta) / params.null_eval_step).min(params.null_eval_most);
        let reduction = params.null_base + node.depth / params.null_depth_step + earned;
        let undo = self.step_null(node.ply);
        let score =
            -self.alpha_beta::<false>(-node.beta, -node.beta + 1, node.depth - 1 - reduction, node.ply + 1, !node.cut);
        self.step_null_back(undo);
        if self.control.stopped {
            return Some(0);
        }
        // A mate behind a null move is not proven.
        (score >= node.beta).then(|| if score::is_mate(score) { node.beta } else { score })
    }

    /// Tries the moves of a node and stores the result.
    fn search_moves<const PV: bool>(&mut self, mut node: Node, key: u64) -> i32 {
        let ply = node.ply;
        let (first_alpha, path_verdicts) = (node.alpha, self.path_verdicts);
        let mut best = score::mated_in(ply);
        let mut best_move = Move::NONE;
        let (mut searched, mut quiets_tried) = (0, 0);
        let mut quiets = Searched::new();
        let mut tacticals = Searched::new();
        let mut barred = false;
        let rows = self.rows(ply);
        let mut picker = self.open_picker(&node, rows);
        while let Some((mv, kind)) = self.next_move(&mut picker) {
            if !self.position.is_legal(mv) {
                continue;
            }
            let mut candidate = self.weigh::<PV>(&node, &rows, (mv, kind), searched + 1);
            // At least one legal move must be found, and a way out of a mate, before any is left out.
            if best > -MAX_EVAL && self.is_hopeless(&mut node, &candidate, quiets_tried, &mut picker) {
                continue;
            }
            let Some(step) = self.step(mv, ply, node.in_check) else {
                barred = true;
                continue;
            };
            searched += 1;
            quiets_tried += usize::from(!candidate.tactical);
            if self.gives_check(&step, ply) {
                candidate.reduction = (candidate.reduction - self.worker.params.lmr_check).max(0);
            }
            let score = if let Some(score) = step.cycle {
                self.worker.pv.clear(ply + 1);
                score
            } else {
                self.search_child::<PV>(&node, &candidate)
            };
            self.step_back(step);
            if self.control.stopped {
                picker.close(&mut self.worker.moves);
                return 0;
            }
            if score > best {
                best = score;
                if score > node.alpha {
                    best_move = mv;
                    if PV {
                        self.worker.pv.update(ply, mv);
                    }
                    if score >= node.beta {
                        break;
                    }
                    node.alpha = score;
                }
            }
            // A full list loses the latest, which matter least.
            let _ = if candidate.tactical { tacticals.try_push(mv) } else { quiets.try_push(mv) };
        }
        picker.close(&mut self.worker.moves);
        if best >= node.beta {
            self.reward(&node, &rows, best_move, &quiets, &tacticals);
        }
        // A decision that rests on the repetition rule holds on this path only, and so does what is left of a node of which
        // the rule has taken a move away, unless that is good enough.
        if !(score::is_decisive(best) && self.path_verdicts != path_verdicts || barred && best < node.beta) {
            let bound = match best {
                _ if best >= node.beta => Bound::Lower,
                _ if best > first_alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let pv = PV || node.hit.is_some_and(|hit| hit.pv);
            let entry = tt::Entry { mv: best_move, score: best, eval: node.raw_eval, depth: node.depth, bound, pv };
            self.table.store(key, ply, &entry);
        }
        best
    }

    fn open_picker(&mut self, node: &Node, rows: Rows) -> Picker {
        let table_move = node.hit.map_or(Move::NONE, |hit| hit.mv);
        let side = self.position.side_to_move();
        let [first, second] = self.worker.frames[node.ply].killers;
        let counter = self.worker.counters.get(side, self.last_moved(node.ply));
        Picker::new(&self.position, &self.worker.moves, table_move, [first, second, counter], rows)
    }

    #[inline]
    pub(super) fn next_move(&mut self, picker: &mut Picker) -> Option<(Move, Kind)> {
        let (stack, ordering) = self.worker.ordering();
        picker.next(&self.position, stack, &ordering)
    }

    /// The rows of the continuation history at `ply`.
    pub(super) fn rows(&self, ply: usize) -> Rows {
        let mover = self.position.side_to_move();
        [(1, !mover), (2, mover)].map(|(back, side)| {
            let index = self.worker.frames[ply.checked_sub(back)?].moved?;
            Some(self.worker.continuations.row(side, index))
        })
    }

    #[inline]
    pub(super) fn quiet_score(&mut self, rows: &Rows, mv: Move) -> i32 {
        let (side, index) = (self.position.side_to_move(), self.position.history_index(mv));
        self.worker.ordering().1.quiet_score(side, rows, index) - self.position.ordering_malus(mv)
    }

    /// History index of the move that led to `ply`.
    fn last_moved(&self, ply: usize) -> Option<(usize, usize)> {
        self.worker.frames[ply.checked_sub(1)?].moved
    }

    /// Gathers what is known of the `number`-th move of a node before it is searched.
    #[inline]
    pub(super) fn weigh<const PV: bool>(
        &mut self,
        node: &Node,
        rows: &Rows,
        (mv, kind): (Move, Kind),
        number: usize,
    ) -> Candidate {
        let tactical = match kind {
            Kind::Tactical | Kind::Losing => true,
            Kind::Quiet => false,
            Kind::Special => self.position.class(mv).is_tactical(),
        };
        let mut candidate = Candidate { mv, kind, tactical, number, reduction: 0 };
        candidate.reduction = self.reduction::<PV>(node, rows, &candidate);
        candidate
    }

    /// Late move reduction: plies by which a move is searched less deep at first.
    fn reduction<const PV: bool>(&mut self, node: &Node, rows: &Rows, candidate: &Candidate) -> i32 {
        let &Candidate { mv, kind, tactical, number, .. } = candidate;
        let (least_depth, history_unit) = (self.worker.params.lmr_depth, self.worker.params.lmr_history);
        if node.depth < least_depth || number <= 1 + usize::from(PV) || kind == Kind::Tactical {
            return 0;
        }
        let mut hundredths = self.worker.reductions.get(node.depth, number);
        if tactical {
            hundredths /= 2;
        } else {
            hundredths -= 100 * self.quiet_score(rows, mv) / history_unit;
        }
        hundredths -= 100 * i32::from(PV) + 100 * i32::from(node.in_check) + 100 * i32::from(kind == Kind::Special);
        hundredths += 100 * i32::from(node.cut) + 50 * i32::from(!node.improving);
        (hundredths / 100).clamp(0, node.depth - 1)
    }

    /// Whether a move of a node near the horizon can be left out. May tell the picker to leave out all quiet moves.
    fn is_hopeless(&self, node: &mut Node, candidate: &Candidate, quiets_tried: usize, picker: &mut Picker) -> bool {
        let params = &self.worker.params;
        let &Candidate { mv, kind, tactical, reduction, .. } = candidate;
        if node.in_check {
            return false;
        }
        if tactical {
            return kind == Kind::Losing
                && node.depth <= params.see_capture_depth
                && !self.position.see_ge(mv, -params.see_capture_margin * node.depth);
        }
        if kind != Kind::Quiet {
            return false;
        }
        let depth = node.depth - reduction;
        let late = node.depth <= params.late_move_depth
            && quiets_tried >= params.quiets_kept(node.depth, picker.quiets(), node.improving);
        // Futility: a quiet move does not gain enough to reach alpha.
        let futile = depth <= params.futility_depth
            && node.eval + params.futility_base + params.futility_margin * depth <= node.alpha;
        if late || futile {
            picker.skip_quiets();
            return true;
        }
        depth <= params.see_quiet_depth
            && !self.position.is_safe_quiet(mv, &mut node.memo)
            && !self.position.see_ge(mv, -params.see_quiet_margin * depth)
    }

    /// Searches the position after a move: full window for the first, null window for the others, and again with more
    /// depth or width if they surprise.
    pub(super) fn search_child<const PV: bool>(&mut self, node: &Node, candidate: &Candidate) -> i32 {
        let (alpha, beta, depth, ply) = (node.alpha, node.beta, node.depth - 1, node.ply + 1);
        let reduction = candidate.reduction;
        if PV && candidate.number == 1 {
            return -self.alpha_beta::<true>(-beta, -alpha, depth, ply, false);
        }
        let mut score =
            -self.alpha_beta::<false>(-alpha - 1, -alpha, depth - reduction, ply, reduction > 0 || !node.cut);
        if score > alpha && reduction > 0 && !self.control.stopped {
            score = -self.alpha_beta::<false>(-alpha - 1, -alpha, depth, ply, !node.cut);
        }
        if PV && score > alpha && !self.control.stopped {
            score = -self.alpha_beta::<true>(-beta, -alpha, depth, ply, false);
        }
        score
    }

    /// Teaches the history tables from a cut-off by `best`, before which the others were tried in vain.
    fn reward(&mut self, node: &Node, rows: &Rows, best: Move, quiets: &[Move], tacticals: &[Move]) {
        let side = self.position.side_to_move();
        let bonus = bonus(node.depth);
        let last = self.last_moved(node.ply);
        let (position, worker) = (&self.position, &mut *self.worker);
        if position.class(best).is_tactical() {
            worker.tactical_history.update(side, position.history_index(best), bonus);
        } else {
            let killers = &mut worker.frames[node.ply].killers;
            if killers[0] != best {
                *killers = [best, killers[0]];
            }
            worker.counters.set(side, last, best);
            let mut teach = |mv, bonus| {
                let index = position.history_index(mv);
                worker.quiet_history.update(side, index, bonus);
                rows.iter().flatten().for_each(|&row| worker.continuations.update(row, index, bonus));
            };
            teach(best, bonus);
            quiets.iter().for_each(|&mv| teach(mv, -bonus));
        }
        for &mv in tacticals {
            worker.tactical_history.update(side, position.history_index(mv), -bonus);
        }
    }
}

/// The static evaluation moved towards what the table knows of the true score.
#[inline]
pub(super) fn sharpen(eval: i32, hit: Option<tt::Entry>) -> i32 {
    match hit {
        Some(hit) if !score::is_mate(hit.score) => match hit.bound {
            Bound::Exact => hit.score,
            Bound::Lower => eval.max(hit.score),
            Bound::Upper => eval.min(hit.score),
            Bound::None => eval,
        },
        _ => eval,
    }
}

const _: () = assert!(MAX_PLY < 255, "depths are stored in a byte");
