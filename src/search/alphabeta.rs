//! The main search: principal variation search in named steps.

use super::history::bonus;
use super::picker::{Category, ContinuationRows, Picker};
use super::score::{self, MAX_EVAL, MAX_PLY};
use super::tt;
use super::window::{MoveResult, Window};
use super::worker::{MadeMove, Search};
use crate::eval::Evaluator;
use crate::position::{Move, SafetyCache, SearchHints};
use arrayvec::ArrayVec;

/// Searched moves whose history gets a malus when a later one cuts off. Later moves are reduced so far that they hardly
/// matter.
type SearchedMoves = ArrayVec<Move, 48>;

/// What the steps of a node share.
pub(super) struct Node {
    /// The window and the best score so far.
    pub window: Window,
    pub depth: i32,
    pub ply: usize,
    pub in_check: bool,
    /// Expected to fail high.
    pub cut: bool,
    /// Static evaluation as evaluated; `None` in check.
    pub raw_eval: Option<i32>,
    /// Static evaluation adjusted by the table's score; meaningless in check.
    pub eval: i32,
    /// The mover stands better than two plies ago.
    pub improving: bool,
    /// What the table knows.
    pub hit: Option<tt::Entry>,
    /// Attacks known of the position.
    pub safety: Option<SafetyCache>,
}

/// A move of a node, to be searched or pruned.
pub(super) struct Candidate {
    mv: Move,
    category: Category,
    /// A capture or promotion.
    tactical: bool,
    /// Its number among the moves searched, from 1.
    number: usize,
    /// Late move reduction: plies by which its first search is shallower.
    reduction: i32,
}

/// The moves of a node that have been searched without a cut-off, as far as there is room.
#[derive(Default)]
struct Searched {
    count: usize,
    quiet_count: usize,
    quiets: SearchedMoves,
    tacticals: SearchedMoves,
}

impl<P: SearchHints, E: Evaluator<P>> Search<'_, P, E> {
    /// Searches the current position at `ply` to `depth` within `alpha..beta`. `cut`: expected to fail high.
    pub fn alpha_beta<const PV: bool>(&mut self, alpha: i32, beta: i32, depth: i32, ply: usize, cut: bool) -> i32 {
        self.worker.pv.clear(ply);
        if let Some(score) = self.terminal_score(ply) {
            return score;
        }
        let in_check = self.in_check(ply);
        // Check extension, limited to twice the nominal depth.
        let depth = depth + i32::from(in_check && ply < 2 * self.root_depth as usize);
        if depth <= 0 {
            return self.quiescence_moves::<PV>(alpha, beta, ply, 0, in_check);
        }
        // Mate distance pruning: no score from here is better than a win by the next move, or worse than being mated now.
        let (alpha, beta) = (alpha.max(score::mated_in(ply)), beta.min(score::mate_in(ply + 1)));
        if alpha >= beta {
            return alpha;
        }
        let key = self.position.key();
        let hit = self.table.probe(key, ply);
        if !PV && let Some(hit) = hit.filter(|hit| hit.depth >= depth && hit.bound.decides(hit.score, beta)) {
            return hit.score;
        }
        let mut node = Node {
            window: Window::new(alpha, beta, score::mated_in(ply)),
            depth,
            ply,
            in_check,
            cut,
            raw_eval: None,
            eval: 0,
            improving: false,
            hit,
            safety: None,
        };
        self.set_static_eval(&mut node);
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

    /// Fills in the static evaluations of a node and of its ply.
    fn set_static_eval(&mut self, node: &mut Node) {
        let ply = node.ply;
        // Killers two plies down belong to another part of the tree.
        if let Some(frame) = self.worker.frames.get_mut(ply + 2) {
            frame.killers = [Move::NONE; 2];
        }
        if !node.in_check {
            let raw = node.hit.and_then(|hit| hit.eval).unwrap_or_else(|| self.evaluate());
            node.raw_eval = Some(raw);
            node.eval = table_adjusted(raw, node.hit);
            let before = (2..=4).step_by(2).find_map(|back| self.worker.frames[ply.checked_sub(back)?].eval);
            node.improving = before.is_some_and(|before| raw > before);
        }
        self.worker.frames[ply].eval = node.raw_eval;
    }

    /// Prunes the whole node: reverse futility, razoring, null move.
    fn prune_node(&mut self, node: &Node) -> Option<i32> {
        let params = &self.worker.params;
        let (alpha, beta, depth, eval) = (node.window.alpha, node.window.beta, node.depth, node.eval);
        // Reverse futility: so far above beta that no reply is expected to bring it back.
        let margin = params.reverse_futility_margin * (depth - i32::from(node.improving)).max(0);
        if depth <= params.reverse_futility_depth && eval - margin >= beta && !score::is_mate(beta) {
            return Some((eval + beta) / 2);
        }
        // Razoring: so far below alpha that only captures can help.
        if depth <= params.razor_depth && eval + params.razor_margin * depth <= alpha && !score::is_mate(alpha) {
            let score = self.quiescence_moves::<false>(alpha, alpha + 1, node.ply, 0, false);
            // Once the search is stopped the score is meaningless, but no more moves are made either.
            if score <= alpha || self.control.stopped {
                return Some(score);
            }
        }
        self.try_null_move(node)
    }

    /// Null move pruning: if passing is good enough, so is some move.
    fn try_null_move(&mut self, node: &Node) -> Option<i32> {
        let params = &self.worker.params;
        let beta = node.window.beta;
        let after_null = node.ply > 0 && self.worker.frames[node.ply - 1].moved.is_none();
        if after_null
            || node.depth < params.null_depth
            || node.eval < beta
            || score::is_mate(beta)
            || !self.position.allows_null_move()
        {
            return None;
        }
        let eval_reduction = ((node.eval - beta) / params.null_eval_step).min(params.null_eval_max);
        let reduction = params.null_base + node.depth / params.null_depth_step + eval_reduction;
        let undo = self.make_null_move(node.ply);
        let score = -self.alpha_beta::<false>(-beta, -beta + 1, node.depth - 1 - reduction, node.ply + 1, !node.cut);
        self.unmake_null_move(undo);
        if self.control.stopped {
            return Some(0);
        }
        // A mate behind a null move is not proven.
        (score >= beta).then(|| if score::is_mate(score) { beta } else { score })
    }

    /// Tries the moves of a node and stores the result.
    fn search_moves<const PV: bool>(&mut self, mut node: Node, key: u64) -> i32 {
        let ply = node.ply;
        let path_dependent = self.path_dependent;
        let mut searched = Searched::default();
        let mut any_forbidden = false;
        let rows = self.continuation_rows(ply);
        let mut picker = self.new_picker(&node, rows);
        while let Some((mv, category)) = self.next_move(&mut picker) {
            if !self.position.is_legal(mv) {
                continue;
            }
            let mut candidate = self.candidate::<PV>(&node, &rows, (mv, category), searched.count + 1);
            // Nothing is pruned before a legal move has been found, nor before a way out of a mate.
            if node.window.best > -MAX_EVAL && self.prune_move(&mut node, &candidate, searched.quiet_count, &mut picker)
            {
                continue;
            }
            let Some(made) = self.make_move(mv, ply, node.in_check) else {
                any_forbidden = true;
                continue;
            };
            searched.count += 1;
            searched.quiet_count += usize::from(!candidate.tactical);
            let score = self.search_made(made, ply, |search, made| {
                search.reduce_less_if_check(&mut candidate, made, ply);
                search.search_child::<PV>(&node, &candidate)
            });
            match self.enter_score::<PV>(&mut node.window, mv, score, ply) {
                MoveResult::Stopped => {
                    picker.close(&mut self.worker.moves);
                    return 0;
                }
                MoveResult::CutOff => break,
                _ => {}
            }
            // A full list drops the latest moves, which matter least.
            let list = if candidate.tactical { &mut searched.tacticals } else { &mut searched.quiets };
            let _ = list.try_push(mv);
        }
        picker.close(&mut self.worker.moves);
        let window = &node.window;
        if window.best >= window.beta {
            self.update_histories(&node, &rows, &searched);
        }
        // A decisive score that depends on the repetition rule holds on this path only. So does a fail-low score if the
        // rule has forbidden a move.
        let path_only = score::is_decisive(window.best) && self.path_dependent != path_dependent
            || any_forbidden && window.best < window.beta;
        if !path_only {
            let pv = PV || node.hit.is_some_and(|hit| hit.pv);
            self.table.store(key, ply, &window.entry(node.depth, node.raw_eval, pv));
        }
        window.best
    }

    fn new_picker(&mut self, node: &Node, rows: ContinuationRows) -> Picker {
        let table_move = node.hit.map_or(Move::NONE, |hit| hit.mv);
        let side = self.position.side_to_move();
        let [first, second] = self.worker.frames[node.ply].killers;
        let counter = self.worker.counters.get(side, self.last_moved(node.ply));
        Picker::new(&self.position, &self.worker.moves, table_move, [first, second, counter], rows)
    }

    #[inline]
    pub(super) fn next_move(&mut self, picker: &mut Picker) -> Option<(Move, Category)> {
        let (stack, ordering) = self.worker.ordering();
        picker.next(&self.position, stack, &ordering)
    }

    /// The rows of the continuation history that belong to the last two moves before `ply`.
    fn continuation_rows(&self, ply: usize) -> ContinuationRows {
        let mover = self.position.side_to_move();
        [(1, !mover), (2, mover)].map(|(back, side)| {
            let index = self.worker.frames[ply.checked_sub(back)?].moved?;
            Some(self.worker.continuations.row(side, index))
        })
    }

    #[inline]
    fn quiet_score(&mut self, rows: &ContinuationRows, mv: Move) -> i32 {
        let (side, index) = (self.position.side_to_move(), self.position.history_index(mv));
        self.worker.ordering().1.quiet_score(side, rows, index) - self.position.ordering_malus(mv)
    }

    /// History index of the move that led to `ply`.
    fn last_moved(&self, ply: usize) -> Option<(usize, usize)> {
        self.worker.frames[ply.checked_sub(1)?].moved
    }

    /// The `number`-th move of a node (from 1) with its late move reduction.
    #[inline]
    pub(super) fn candidate<const PV: bool>(
        &mut self,
        node: &Node,
        rows: &ContinuationRows,
        (mv, category): (Move, Category),
        number: usize,
    ) -> Candidate {
        let tactical = match category {
            Category::GoodTactical | Category::BadTactical => true,
            Category::Quiet => false,
            Category::HashOrKiller => self.position.class(mv).is_tactical(),
        };
        let mut candidate = Candidate { mv, category, tactical, number, reduction: 0 };
        candidate.reduction = self.late_move_reduction::<PV>(node, rows, &candidate);
        candidate
    }

    /// Late move reduction, plies.
    fn late_move_reduction<const PV: bool>(
        &mut self,
        node: &Node,
        rows: &ContinuationRows,
        candidate: &Candidate,
    ) -> i32 {
        let &Candidate { mv, category, tactical, number, .. } = candidate;
        let (min_depth, history_unit) = (self.worker.params.lmr_depth, self.worker.params.lmr_history);
        if node.depth < min_depth || number <= 1 + usize::from(PV) || category == Category::GoodTactical {
            return 0;
        }
        let mut hundredths = self.worker.reductions.get(node.depth, number);
        if tactical {
            hundredths /= 2;
        } else {
            hundredths -= 100 * self.quiet_score(rows, mv) / history_unit;
        }
        hundredths -= 100 * i32::from(PV) + 100 * i32::from(node.in_check);
        hundredths -= 100 * i32::from(category == Category::HashOrKiller);
        hundredths += 100 * i32::from(node.cut) + 50 * i32::from(!node.improving);
        (hundredths / 100).clamp(0, node.depth - 1)
    }

    /// Reduces a move that gives check less than others.
    #[inline]
    fn reduce_less_if_check(&mut self, candidate: &mut Candidate, made: &MadeMove<P>, ply: usize) {
        if self.gives_check(made, ply) {
            candidate.reduction = (candidate.reduction - self.worker.params.lmr_check).max(0);
        }
    }

    /// Move loop pruning near the horizon: late move pruning, futility, static exchange. May tell the picker to leave out
    /// all remaining quiet moves.
    fn prune_move(&self, node: &mut Node, candidate: &Candidate, quiets_tried: usize, picker: &mut Picker) -> bool {
        let params = &self.worker.params;
        let &Candidate { mv, category, tactical, reduction, .. } = candidate;
        if node.in_check {
            return false;
        }
        if tactical {
            return category == Category::BadTactical
                && node.depth <= params.see_capture_depth
                && !self.position.see_ge(mv, -params.see_capture_margin * node.depth);
        }
        if category != Category::Quiet {
            return false;
        }
        let depth = node.depth - reduction;
        let late = node.depth <= params.lmp_depth
            && quiets_tried >= params.lmp_quiets(node.depth, picker.quiets(), node.improving);
        // Futility: a quiet move does not gain enough to reach alpha.
        let futile = depth <= params.futility_depth
            && node.eval + params.futility_base + params.futility_margin * depth <= node.window.alpha;
        if late || futile {
            picker.skip_quiets();
            return true;
        }
        depth <= params.see_quiet_depth
            && !self.position.is_safe_quiet(mv, &mut node.safety)
            && !self.position.see_ge(mv, -params.see_quiet_margin * depth)
    }

    /// Searches the position after a move: with a full window for the first move of a PV node, with a null window for the
    /// others, and again at full depth or with a full window if they exceed alpha.
    pub(super) fn search_child<const PV: bool>(&mut self, node: &Node, candidate: &Candidate) -> i32 {
        let (alpha, beta, depth, ply) = (node.window.alpha, node.window.beta, node.depth - 1, node.ply + 1);
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

    /// Updates killers, counter move and history tables after a cut-off.
    fn update_histories(&mut self, node: &Node, rows: &ContinuationRows, searched: &Searched) {
        let best = node.window.best_move;
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
            let mut update = |mv, bonus| {
                let index = position.history_index(mv);
                worker.quiet_history.update(side, index, bonus);
                rows.iter().flatten().for_each(|&row| worker.continuations.update(row, index, bonus));
            };
            update(best, bonus);
            searched.quiets.iter().for_each(|&mv| update(mv, -bonus));
        }
        for &mv in &searched.tacticals {
            worker.tactical_history.update(side, position.history_index(mv), -bonus);
        }
    }
}

/// The static evaluation, replaced by the table's score where that is exact or a better bound.
#[inline]
pub(super) fn table_adjusted(eval: i32, hit: Option<tt::Entry>) -> i32 {
    match hit {
        Some(hit) if !score::is_mate(hit.score) => match hit.bound {
            tt::Bound::Exact => hit.score,
            tt::Bound::Lower => eval.max(hit.score),
            tt::Bound::Upper => eval.min(hit.score),
            tt::Bound::None => eval,
        },
        _ => eval,
    }
}

const _: () = assert!(MAX_PLY < 255, "depths are stored in a byte");
