//! The state of one searching thread: what it keeps between searches, and what one search works on.

use super::control::StopControl;
use super::history::{Continuations, CounterMoves, MoveHistory};
use super::params::{Reductions, SearchParams};
use super::picker::{MoveStack, OrderingTables};
use super::pv::PvTable;
use super::score::{self, MAX_EVAL, MAX_PLY};
use super::{Task, TranspositionTable};
use crate::eval::{Evaluation, Evaluator};
use crate::position::{CycleMove, History, Move, Repetition, RuleSet, SearchHints, Side};
use std::marker::PhantomData;

/// What a node leaves for its neighbours.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// Quiet moves that cut off a sibling node.
    pub killers: [Move; 2],
    /// Static evaluation; `None` in check.
    pub eval: Option<i32>,
    /// History index of the move being searched; `None` at a null move.
    pub moved: Option<(usize, usize)>,
    /// The move being searched; [`Move::NONE`] at a null move.
    pub mv: Move,
    /// Whether the mover's only royal is attacked; `None` until that has been asked.
    in_check: Option<bool>,
}

impl Frame {
    const EMPTY: Frame = Frame { killers: [Move::NONE; 2], eval: None, moved: None, mv: Move::NONE, in_check: None };
}

/// What a thread keeps from one search to the next: history tables and its stacks, 9 MB in all.
pub(super) struct Worker<P> {
    pub(super) params: SearchParams,
    pub(super) reductions: Reductions,
    pub(super) quiet_history: MoveHistory,
    pub(super) tactical_history: MoveHistory,
    pub(super) continuations: Continuations,
    pub(super) counters: CounterMoves,
    pub(super) moves: MoveStack,
    pub(super) frames: Vec<Frame>,
    pub(super) pv: PvTable,
    /// Scratch memory for the moves of a cycle.
    cycle: Vec<CycleMove>,
    /// The game decides how large the tables are.
    game: PhantomData<fn(P)>,
}

impl<P: SearchHints> Worker<P> {
    /// A worker with empty tables.
    pub fn new(params: SearchParams) -> Self {
        Worker {
            reductions: Reductions::new(&params),
            params,
            quiet_history: MoveHistory::new::<P>(),
            tactical_history: MoveHistory::new::<P>(),
            continuations: Continuations::new::<P>(),
            counters: CounterMoves::new::<P>(),
            moves: MoveStack::new(),
            frames: vec![Frame::EMPTY; MAX_PLY + 2],
            pv: PvTable::new(),
            cycle: Vec::new(),
            game: PhantomData,
        }
    }

    /// Clears the tables.
    pub fn new_game(&mut self) {
        self.quiet_history.clear();
        self.tactical_history.clear();
        self.continuations.clear();
        self.counters.clear();
    }

    /// Prepares a search of the position of `task`.
    pub(super) fn search<'a, E: Evaluation<P>>(
        &'a mut self,
        task: &Task<'a, P, E>,
        control: StopControl<'a>,
    ) -> Search<'a, P, E::Evaluator> {
        self.prepare();
        let rules = task.position.rules();
        Search {
            root: task.position,
            position: task.position.clone(),
            evaluator: task.evaluation.evaluator(task.position),
            path: task.history.clone(),
            table: task.table,
            repetition: rules.repetition(),
            ply_cap: rules.ply_cap().map(|cap| cap as usize),
            control,
            worker: self,
            root_depth: 0,
            seldepth: 0,
            path_dependent: 0,
            quiescence_nodes: 0,
            quiescence_start: 0,
        }
    }

    /// Prepares the tables for a search. The last search may have ended in a panic.
    fn prepare(&mut self) {
        self.quiet_history.age();
        self.tactical_history.age();
        self.moves.clear();
        self.frames.fill(Frame::EMPTY);
    }
}

/// A running search of one thread.
pub(super) struct Search<'a, P: SearchHints, E: Evaluator<P>> {
    /// The position at the root.
    root: &'a P,
    /// The position at the end of the current line.
    pub position: P,
    pub evaluator: E,
    /// The game and the moves of the current line.
    pub path: History,
    pub table: &'a TranspositionTable,
    pub repetition: Repetition,
    pub ply_cap: Option<usize>,
    pub control: StopControl<'a>,
    pub worker: &'a mut Worker<P>,
    /// Depth of the current iteration.
    pub root_depth: i32,
    pub seldepth: usize,
    /// Number of moves so far that the repetition rule has forbidden or decided. If it changes while a node is searched,
    /// the node's score may depend on the path.
    pub path_dependent: u64,
    /// Moves made in quiescence.
    pub quiescence_nodes: u64,
    /// How many of them had been made when the current quiescence search began.
    pub quiescence_start: u64,
}

/// A move that has been made.
pub(super) struct MadeMove<P: SearchHints> {
    pub mv: Move,
    undo: P::Undo,
    /// The score of the position for the side that moved if it has occurred before and the rules judge cycles.
    pub cycle_score: Option<i32>,
}

impl<P: SearchHints, E: Evaluator<P>> Search<'_, P, E> {
    /// Makes a move, unless the repetition rule forbids it.
    #[inline]
    pub fn make_move(&mut self, mv: Move, ply: usize, in_check: bool) -> Option<MadeMove<P>> {
        let irreversible = self.position.is_irreversible(mv);
        let undo = self.make(mv, ply);
        let key = self.position.repetition_key();
        let mut recurs = false;
        if !irreversible {
            match self.repetition {
                Repetition::Off => {}
                Repetition::Forbid { .. } => {
                    if self.path.forbids(self.repetition, key, || in_check) {
                        self.unmake(mv, undo);
                        self.path_dependent += 1;
                        return None;
                    }
                }
                Repetition::Judge { .. } => recurs = self.path.occurrences(key) > 0,
            }
        }
        // The stop flag is checked after every move that is counted; a forbidden move is not.
        self.control.count();
        if self.worker.moves.is_poll_due() {
            self.control.poll();
        }
        self.path.push(key, irreversible);
        let cycle_score = if recurs { Some(self.cycle_score(ply)) } else { None };
        Some(MadeMove { mv, undo, cycle_score })
    }

    /// The score of the position after the move at `ply`, for the side that has played it, given that the position has
    /// occurred before.
    ///
    /// The rule asks for more occurrences, but a cycle that was played once can be played again: the side that would lose by
    /// it has to deviate now or later, and if neither would lose, it is a draw.
    fn cycle_score(&mut self, ply: usize) -> i32 {
        let (_, first) = self.path.recurrence();
        let worker = &mut *self.worker;
        worker.cycle.clear();
        // The moves of the game have been described; those of the line are described now, which is rare enough.
        worker.cycle.extend(self.path.played_since(first));
        let mut position = self.root.clone();
        let at_root = self.path.len() - ply - 2;
        for (index, frame) in worker.frames[..=ply].iter().enumerate() {
            if frame.mv.is_none() {
                position.make_null();
            } else if at_root + index < first {
                position.make(frame.mv, &mut ());
            } else {
                let before = position.clone();
                position.make(frame.mv, &mut ());
                worker.cycle.push(before.cycle_move(frame.mv, &position));
            }
        }
        let Some(winner) = self.position.judge_cycle(&worker.cycle).winner else {
            return self.draw_score(!self.position.side_to_move());
        };
        self.path_dependent += 1;
        if winner == self.position.side_to_move() { -score::WON_CYCLE } else { score::WON_CYCLE }
    }

    /// The score of a draw for a side, contempt included.
    fn draw_score(&self, side: Side) -> i32 {
        let contempt = self.worker.params.contempt;
        if side == self.root.side_to_move() { score::DRAW - contempt } else { score::DRAW + contempt }
    }

    /// Whether the mover at `ply`, the current ply, is in check.
    #[inline]
    pub fn in_check(&mut self, ply: usize) -> bool {
        let position = &self.position;
        *self.worker.frames[ply].in_check.get_or_insert_with(|| position.in_check())
    }

    /// Whether the move just made at `ply` gives check. The mover must have been unable to take the last royal instead.
    #[inline]
    pub fn gives_check(&mut self, made: &MadeMove<P>, ply: usize) -> bool {
        let check = self.position.gives_check(made.mv, &made.undo);
        debug_assert_eq!(check, self.position.in_check());
        self.worker.frames[ply + 1].in_check = Some(check);
        check
    }

    /// Whether the mover at `ply` can take the opponent's last royal at once.
    #[inline]
    fn can_take_last_royal(&self, ply: usize) -> bool {
        let before = ply.checked_sub(1).map(|before| &self.worker.frames[before]);
        match before.filter(|frame| frame.in_check == Some(false) && !frame.mv.is_none()) {
            None => self.position.can_take_last_royal(),
            Some(frame) => {
                let hangs = self.position.hangs_royal(frame.mv);
                debug_assert_eq!(hangs, self.position.can_take_last_royal());
                hangs
            }
        }
    }

    /// Takes a move back.
    #[inline]
    pub fn unmake_move(&mut self, made: MadeMove<P>) {
        self.path.pop();
        self.unmake(made.mv, made.undo);
    }

    /// Makes a move.
    #[inline]
    fn make(&mut self, mv: Move, ply: usize) -> P::Undo {
        // The table's memory is slow: the cluster that will be probed is prefetched before the move is made.
        let ahead = self.position.key_after(mv);
        if let Some(key) = ahead {
            self.table.prefetch(key);
        }
        let worker = &mut *self.worker;
        worker.frames[ply].moved = Some(self.position.history_index(mv));
        worker.frames[ply].mv = mv;
        worker.frames[ply + 1].in_check = None;
        self.evaluator.push();
        let undo = self.position.make(mv, &mut self.evaluator);
        if ahead.is_none() {
            self.table.prefetch(self.position.key());
        }
        undo
    }

    /// Takes back what [`make`](Search::make) has made.
    #[inline]
    fn unmake(&mut self, mv: Move, undo: P::Undo) {
        self.evaluator.pop();
        self.position.unmake(mv, undo);
    }

    /// Makes a null move.
    pub fn make_null_move(&mut self, ply: usize) -> P::Undo {
        let worker = &mut *self.worker;
        worker.frames[ply].moved = None;
        worker.frames[ply].mv = Move::NONE;
        worker.frames[ply + 1].in_check = None;
        let undo = self.position.make_null();
        self.table.prefetch(self.position.key());
        // A position behind a null move is no repetition of one before it.
        self.path.push(self.position.repetition_key(), true);
        undo
    }

    /// Takes back [`make_null_move`](Search::make_null_move).
    pub fn unmake_null_move(&mut self, undo: P::Undo) {
        self.path.pop();
        self.position.unmake_null(undo);
    }

    /// The score of a node that is decided before any of its moves is searched: the game is over, the last royal can be
    /// taken, or the greatest ply is reached. Once the search has to stop, a meaningless score.
    #[inline]
    pub fn terminal_score(&mut self, ply: usize) -> Option<i32> {
        if self.control.stopped {
            return Some(score::DRAW);
        }
        self.seldepth = self.seldepth.max(ply);
        if let Some(outcome) = self.position.outcome() {
            let mover = self.position.side_to_move();
            return Some(match outcome.winner {
                None => self.draw_score(mover),
                // The move that led here won the game, or lost it.
                Some(winner) if winner == mover => score::mate_in(ply),
                Some(_) => score::mated_in(ply),
            });
        }
        if self.ply_cap.is_some_and(|cap| self.path.len() > cap + 1) {
            return Some(self.draw_score(self.position.side_to_move()));
        }
        if self.can_take_last_royal(ply) {
            return Some(score::mate_in(ply + 1));
        }
        (ply >= MAX_PLY).then(|| self.evaluate())
    }

    /// The static evaluation, between the mate scores.
    #[inline]
    pub fn evaluate(&mut self) -> i32 {
        self.evaluator.evaluate(&self.position).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// Lazy evaluation: about what [`evaluate`](Search::evaluate) says, if that is far enough outside the window.
    #[inline]
    pub fn evaluate_lazily(&mut self, alpha: i32, beta: i32) -> Option<i32> {
        let value = self.evaluator.evaluate_lazily(&self.position, alpha, beta)?;
        Some(value.clamp(-MAX_EVAL, MAX_EVAL))
    }
}

impl<P: SearchHints> Worker<P> {
    /// The move stack, and the tables that order its moves.
    #[inline]
    pub(super) fn ordering(&mut self) -> (&mut MoveStack, OrderingTables<'_>) {
        let ordering = OrderingTables {
            quiet: &self.quiet_history,
            continuations: &self.continuations,
            tactical: &self.tactical_history,
        };
        (&mut self.moves, ordering)
    }
}
