//! The state of one searching thread: what it keeps between searches, and what one search works on.

use super::control::Control;
use super::history::{Continuations, CounterMoves, MoveHistory};
use super::params::{Params, Reductions};
use super::picker::{MoveStack, Ordering};
use super::pv::PvTable;
use super::score::{self, MAX_EVAL, MAX_PLY};
use super::{Table, Task};
use crate::eval::Evaluator;
use crate::position::{CycleMove, History, Move, Observer, Repetition, RuleSet, SearchHints, Side};

/// What a node leaves for its neighbours.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// Quiet moves that cut off a sister node.
    pub killers: [Move; 2],
    /// Static evaluation; `None` in check.
    pub eval: Option<i32>,
    /// History index of the move being searched; `None` at a null move.
    pub moved: Option<(usize, usize)>,
    /// The move being searched; [`Move::NONE`] at a null move.
    pub mv: Move,
    /// Whether the mover's only royal is attacked, once that has been asked.
    in_check: Option<bool>,
}

impl Frame {
    const EMPTY: Frame = Frame { killers: [Move::NONE; 2], eval: None, moved: None, mv: Move::NONE, in_check: None };
}

/// What a thread keeps from one search to the next: history tables and the memory of its stacks, 9 MB in all.
pub(super) struct Worker<P: SearchHints, E: Evaluator<P>> {
    pub(super) params: Params,
    pub(super) reductions: Reductions,
    pub(super) quiet_history: MoveHistory,
    pub(super) tactical_history: MoveHistory,
    pub(super) continuations: Continuations,
    pub(super) counters: CounterMoves,
    pub(super) moves: MoveStack,
    pub(super) frames: Vec<Frame>,
    pub(super) accumulators: Vec<E::Accumulator>,
    pub(super) pv: PvTable,
    /// Room for the moves of a cycle that is judged.
    cycle: Vec<CycleMove>,
}

impl<P: SearchHints, E: Evaluator<P>> Worker<P, E> {
    /// A worker that knows nothing yet.
    pub fn new(params: Params) -> Self {
        Worker {
            reductions: Reductions::new(&params),
            params,
            quiet_history: MoveHistory::new::<P>(),
            tactical_history: MoveHistory::new::<P>(),
            continuations: Continuations::new::<P>(),
            counters: CounterMoves::new::<P>(),
            moves: MoveStack::new(),
            frames: vec![Frame::EMPTY; MAX_PLY + 2],
            accumulators: Vec::new(),
            pv: PvTable::new(),
            cycle: Vec::new(),
        }
    }

    /// Forgets what earlier searches taught.
    pub fn new_game(&mut self) {
        self.quiet_history.clear();
        self.tactical_history.clear();
        self.continuations.clear();
        self.counters.clear();
    }

    /// Readies a search of the position of `task`.
    pub(super) fn search<'a>(&'a mut self, task: &Task<'a, P, E>, control: Control<'a>) -> Search<'a, P, E> {
        self.prepare(task);
        let rules = task.position.rules();
        Search {
            root: task.position,
            position: task.position.clone(),
            evaluator: task.evaluator,
            path: task.history.clone(),
            table: task.table,
            repetition: rules.repetition(),
            ply_cap: rules.ply_cap().map(|cap| cap as usize),
            control,
            worker: self,
            root_depth: 0,
            seldepth: 0,
            path_verdicts: 0,
            quiescence_nodes: 0,
            quiescence_start: 0,
        }
    }

    /// Readies the tables for a search. The last one may have been left by a panic.
    fn prepare(&mut self, task: &Task<P, E>) {
        self.quiet_history.age();
        self.tactical_history.age();
        self.moves.clear();
        self.frames.fill(Frame::EMPTY);
        let root = task.evaluator.refresh(task.position);
        self.accumulators.clear();
        self.accumulators.resize(MAX_PLY + 2, root);
    }
}

/// One search at work.
pub(super) struct Search<'a, P: SearchHints, E: Evaluator<P>> {
    /// The position to be thought about.
    root: &'a P,
    /// The position at the end of the current line.
    pub position: P,
    pub evaluator: &'a E,
    /// The game and the moves of the current line.
    pub path: History,
    pub table: &'a Table,
    pub repetition: Repetition,
    pub ply_cap: Option<usize>,
    pub control: Control<'a>,
    pub worker: &'a mut Worker<P, E>,
    /// Depth of the current iteration.
    pub root_depth: i32,
    pub seldepth: usize,
    /// Moves so far that the repetition rule took away or decided. Tells whether a verdict depends on the path.
    pub path_verdicts: u64,
    /// Moves made in quiescence.
    pub quiescence_nodes: u64,
    /// How many of them had been made when the quiescence at work began.
    pub quiescence_start: u64,
}

/// A move that has been made.
pub(super) struct Step<P: SearchHints> {
    pub mv: Move,
    undo: P::Undo,
    /// What the position is worth to the mover if it has occurred before, which ends the game sooner or later.
    pub cycle: Option<i32>,
}

impl<P: SearchHints, E: Evaluator<P>> Search<'_, P, E> {
    /// Makes a move, unless the repetition rule forbids it.
    #[inline]
    pub fn step(&mut self, mv: Move, ply: usize, in_check: bool) -> Option<Step<P>> {
        let irreversible = self.position.is_irreversible(mv);
        let undo = self.make(mv, ply);
        let key = self.position.repetition_key();
        let mut recurs = false;
        if !irreversible {
            match self.repetition {
                Repetition::Off => {}
                Repetition::Forbid { .. } => {
                    if self.path.forbids(self.repetition, key, || in_check) {
                        self.position.unmake(mv, undo);
                        self.path_verdicts += 1;
                        return None;
                    }
                }
                Repetition::Judge { .. } => recurs = self.path.occurrences(key) > 0,
            }
        }
        // Every node that is counted looks at the stop flag after its move; a move that is forbidden is no node.
        self.control.count();
        if self.worker.moves.has_worked() {
            self.control.poll();
        }
        self.path.push(key, irreversible);
        let cycle = if recurs { Some(self.judge_cycle(ply)) } else { None };
        Some(Step { mv, undo, cycle })
    }

    /// The score of the position after the move at `ply`, for the side that has played it, if it has occurred before.
    ///
    /// The rule asks for more occurrences, but what has come once can come again: who would lose by it has to deviate now or
    /// later, and if nobody would, nothing is to be gained.
    fn judge_cycle(&mut self, ply: usize) -> i32 {
        let (_, first) = self.path.recurrence();
        let worker = &mut *self.worker;
        worker.cycle.clear();
        // The moves of the game are known; those of the line are looked at now, which is seldom enough.
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
            return self.draw(!self.position.side_to_move());
        };
        self.path_verdicts += 1;
        if winner == self.position.side_to_move() { -score::WON_CYCLE } else { score::WON_CYCLE }
    }

    /// What a draw is worth to a side.
    fn draw(&self, side: Side) -> i32 {
        let contempt = self.worker.params.contempt;
        if side == self.root.side_to_move() { score::DRAW - contempt } else { score::DRAW + contempt }
    }

    /// Whether the mover at `ply`, where the search stands, is in check.
    #[inline]
    pub fn in_check(&mut self, ply: usize) -> bool {
        let position = &self.position;
        *self.worker.frames[ply].in_check.get_or_insert_with(|| position.in_check())
    }

    /// Whether the move just made at `ply` gives check. The mover must have been unable to take the last royal instead.
    #[inline]
    pub fn gives_check(&mut self, step: &Step<P>, ply: usize) -> bool {
        let check = self.position.gives_check(step.mv, &step.undo);
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
    pub fn step_back(&mut self, step: Step<P>) {
        self.path.pop();
        self.position.unmake(step.mv, step.undo);
    }

    /// Makes a move and brings the accumulator of the next ply up to date.
    #[inline]
    fn make(&mut self, mv: Move, ply: usize) -> P::Undo {
        // The memory of the table is far away: what will be probed is asked for before the move is made.
        let ahead = self.position.key_after(mv);
        if let Some(key) = ahead {
            self.table.prefetch(key);
        }
        let worker = &mut *self.worker;
        worker.frames[ply].moved = Some(self.position.history_index(mv));
        worker.frames[ply].mv = mv;
        worker.frames[ply + 1].in_check = None;
        let (before, after) = worker.accumulators.split_at_mut(ply + 1);
        after[0].clone_from(&before[ply]);
        let mut watcher =
            Watcher { evaluator: self.evaluator, accumulator: &mut after[0], game: std::marker::PhantomData };
        let undo = self.position.make(mv, &mut watcher);
        if ahead.is_none() {
            self.table.prefetch(self.position.key());
        }
        undo
    }

    /// Gives the turn away.
    pub fn step_null(&mut self, ply: usize) -> P::Undo {
        let worker = &mut *self.worker;
        worker.frames[ply].moved = None;
        worker.frames[ply].mv = Move::NONE;
        worker.frames[ply + 1].in_check = None;
        let (before, after) = worker.accumulators.split_at_mut(ply + 1);
        after[0].clone_from(&before[ply]);
        let undo = self.position.make_null();
        self.table.prefetch(self.position.key());
        // Nothing that is found behind a null move is a repetition in the game.
        self.path.push(self.position.repetition_key(), true);
        undo
    }

    /// Takes [`step_null`](Search::step_null) back.
    pub fn step_null_back(&mut self, undo: P::Undo) {
        self.path.pop();
        self.position.unmake_null(undo);
    }

    /// What is decided before any move of a node is looked at: the score, relative to the root. Once the search has to
    /// stop, it is any score.
    #[inline]
    pub fn verdict(&mut self, ply: usize) -> Option<i32> {
        if self.control.stopped {
            return Some(score::DRAW);
        }
        self.seldepth = self.seldepth.max(ply);
        if let Some(outcome) = self.position.outcome() {
            let mover = self.position.side_to_move();
            return Some(match outcome.winner {
                None => self.draw(mover),
                // The move that led here won the game (or lost it).
                Some(winner) if winner == mover => score::mate_in(ply),
                Some(_) => score::mated_in(ply),
            });
        }
        if self.ply_cap.is_some_and(|cap| self.path.len() > cap + 1) {
            return Some(self.draw(self.position.side_to_move()));
        }
        if self.can_take_last_royal(ply) {
            return Some(score::mate_in(ply + 1));
        }
        (ply >= MAX_PLY).then(|| self.evaluate(ply))
    }

    /// The static evaluation, between the mate scores.
    #[inline]
    pub fn evaluate(&self, ply: usize) -> i32 {
        let accumulator = &self.worker.accumulators[ply];
        self.evaluator.evaluate(&self.position, accumulator).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// What the static evaluation is about, if that is far enough outside the window.
    #[inline]
    pub fn glance(&self, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        let accumulator = &self.worker.accumulators[ply];
        let value = self.evaluator.glance(&self.position, accumulator, alpha, beta)?;
        Some(value.clamp(-MAX_EVAL, MAX_EVAL))
    }
}

impl<P: SearchHints, E: Evaluator<P>> Worker<P, E> {
    /// The tables that order moves, and the stack they are ordered on.
    #[inline]
    pub(super) fn ordering(&mut self) -> (&mut MoveStack, Ordering<'_>) {
        let ordering = Ordering {
            quiet: &self.quiet_history,
            continuations: &self.continuations,
            tactical: &self.tactical_history,
        };
        (&mut self.moves, ordering)
    }
}

/// Feeds an accumulator with what a make changes.
struct Watcher<'a, P: SearchHints, E: Evaluator<P>> {
    evaluator: &'a E,
    accumulator: &'a mut E::Accumulator,
    game: std::marker::PhantomData<P>,
}

impl<P: SearchHints, E: Evaluator<P>> Observer for Watcher<'_, P, E> {
    #[inline]
    fn add(&mut self, piece: usize, square: usize) {
        self.evaluator.add(self.accumulator, piece, square);
    }

    #[inline]
    fn remove(&mut self, piece: usize, square: usize) {
        self.evaluator.remove(self.accumulator, piece, square);
    }

    #[inline]
    fn hand(&mut self, side: Side, kind: usize, change: i32) {
        self.evaluator.hand(self.accumulator, side, kind, change);
    }
}
