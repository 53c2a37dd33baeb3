//! The rules contract for the whale games: the board, its moves and results behind [`Position`].

use super::{
    Action, HAND_KINDS, Kind, PIECES, Piece, STRIDE, Square, SquareSet, Switches, WhalePosition, WhaleRules, WhaleUndo,
};
use crate::position::{
    CycleMove, GuiReferee, MateHints, Move, MoveClass, MoveCounting, MoveList, Observer, Outcome, Position, Reason,
    RepetitionRules, SearchHints, Side,
};

impl<const SIZE: usize> Position for WhalePosition<SIZE> {
    type Piece = Piece;
    type Square = Square;
    type Undo = WhaleUndo;
    type Rules = WhaleRules;
    const CHECK_BINDS: bool = true;

    fn rules(&self) -> &WhaleRules {
        &self.rules
    }

    fn set_rules(&mut self, rules: WhaleRules) {
        self.rules = rules;
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> u64 {
        self.full_key()
    }

    fn moves(&self, out: &mut MoveList) {
        self.tacticals(out);
        self.quiets(out);
    }

    fn is_pseudo_legal(&self, mv: Move) -> bool {
        Action::from_move(mv, SIZE).is_some_and(|action| self.check_pattern(action).is_ok())
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        let action = Action::of(mv);
        self.is_safe(action) && !matches!(action, Action::Drop { kind, to } if self.mates_by_drop(kind, to))
    }

    fn make<O: Observer<Piece, Square>>(&mut self, mv: Move, observer: &mut O) -> WhaleUndo {
        self.make_move(mv, observer)
    }

    fn unmake(&mut self, mv: Move, undo: WhaleUndo) {
        self.unmake_move(mv, undo);
    }

    fn make_null(&mut self) -> WhaleUndo {
        self.make_null_move()
    }

    fn unmake_null(&mut self, undo: WhaleUndo) {
        self.unmake_null_move(undo);
    }

    #[inline]
    fn class(&self, mv: Move) -> MoveClass {
        match Action::of(mv) {
            Action::Drop { .. } => MoveClass::Drop,
            Action::Move { to, .. } if self.piece_on(to).is_none() => MoveClass::Quiet,
            Action::Move { .. } => MoveClass::Capture,
        }
    }

    /// Pieces change hands and come back; only a porpoise, once captured, is gone for good.
    #[inline]
    fn is_irreversible(&self, mv: Move) -> bool {
        let victim = self.piece_on(Action::of(mv).to()).kind();
        self.class(mv) == MoveClass::Capture && matches!(victim, Some(Kind::Porpoise | Kind::White))
    }

    #[inline]
    fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// No legal move leaves a royal where it can be taken. (Where a position is set up like that, the capture is found
    /// by looking one ply ahead.)
    #[inline]
    fn can_take_last_royal(&self) -> bool {
        false
    }

    fn royals_hang(&self, side: Side) -> bool {
        let attacked = |royal| !self.attackers(royal, !side, &self.lines, SquareSet::EMPTY).is_empty();
        self.royal(side).is_some_and(attacked)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.bereft().map(|loser| Outcome::win(!loser, Reason::Royals))
    }

    fn mover_has_royal(&self) -> bool {
        self.royal(self.side).is_some()
    }

    fn is_consistent(&self) -> bool {
        self.is_up_to_date()
    }
}

impl<const SIZE: usize> RepetitionRules for WhalePosition<SIZE> {
    fn cycle_move(&self, _mv: Move, after: &Self) -> CycleMove {
        CycleMove { side: self.side, pass: false, check: after.in_check(), attack: false }
    }

    /// A draw, unless one side has given check with every move.
    fn judge_cycle(&self, moves: &[CycleMove]) -> Outcome {
        let loses = self.rules.has(Switches::PERPETUAL_CHECK_LOSES);
        match CycleMove::only_side_with_all(moves, |mv| mv.check).filter(|_| loses) {
            Some(checker) => Outcome::win(!checker, Reason::Repetition),
            None => Outcome::draw(Reason::Repetition),
        }
    }
}

impl<const SIZE: usize> SearchHints for WhalePosition<SIZE> {
    const HISTORY_MOVERS: usize = PIECES + HAND_KINDS;
    const HISTORY_TARGETS: usize = STRIDE * STRIDE;

    fn tacticals(&self, out: &mut MoveList) {
        self.generate_tacticals(out);
    }

    fn quiets(&self, out: &mut MoveList) {
        self.generate_quiets(out);
    }

    /// With a piece in hand, or one on the board that can go back where it came from, there is hardly ever a zugzwang.
    fn allows_null_move(&self) -> bool {
        let [dolphins, porpoises, royal] = [Kind::Dolphin, Kind::Porpoise, Kind::White].map(|k| self.set(self.side, k));
        let others = self.pieces[self.side.index()] & !(dolphins | porpoises | royal);
        !others.is_empty() || self.hands[self.side.index()].iter().any(|&count| count > 0)
    }

    #[inline]
    fn gain(&self, mv: Move) -> i32 {
        self.gain_of(Action::of(mv))
    }

    #[inline]
    fn max_gain(&self) -> i32 {
        self.greatest_gain()
    }

    #[inline]
    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        self.exchange_wins(Action::of(mv), threshold)
    }

    #[inline]
    fn history_index(&self, mv: Move) -> (usize, usize) {
        match Action::of(mv) {
            Action::Move { from, to } => (self.piece_on(from).code(), to.index()),
            Action::Drop { kind, to } => (PIECES + kind as usize, to.index()),
        }
    }
}

impl<const SIZE: usize> MateHints for WhalePosition<SIZE> {}

impl<const SIZE: usize> MoveCounting for WhalePosition<SIZE> {
    fn count_moves(&self) -> u64 {
        self.count_legal()
    }
}

impl<const SIZE: usize> GuiReferee for WhalePosition<SIZE> {}
