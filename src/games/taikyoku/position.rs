//! The rules contract for Taikyoku Shogi: the board, its moves and results behind [`Position`].

use super::movegen::Want;
use super::movement::Powers;
use super::{Action, KINDS, Path, Piece, SQUARES, Square, TaikyokuPosition, TaikyokuRules, TaikyokuUndo};
use crate::position::{
    GuiReferee, MateHints, Move, MoveClass, MoveCounting, MoveList, Observer, Outcome, Position, RepetitionRules,
    SearchHints, Side,
};

/// A royal may be left or put where it can be taken, so every pseudo-legal move is legal.
impl Position for TaikyokuPosition {
    type Piece = Piece;
    type Square = Square;
    type Undo = TaikyokuUndo;
    type Rules = TaikyokuRules;

    fn rules(&self) -> &TaikyokuRules {
        &self.rules
    }

    fn set_rules(&mut self, rules: TaikyokuRules) {
        self.change_rules(rules);
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
        Action::from_move(mv).is_some_and(|action| self.check(action).is_ok())
    }

    fn make<O: Observer<Piece, Square>>(&mut self, mv: Move, observer: &mut O) -> TaikyokuUndo {
        self.make_move(mv, observer)
    }

    fn unmake(&mut self, mv: Move, undo: TaikyokuUndo) {
        self.unmake_move(mv, undo);
    }

    fn make_null(&mut self) -> TaikyokuUndo {
        self.make_null_move()
    }

    fn unmake_null(&mut self, undo: TaikyokuUndo) {
        self.unmake_null_move(undo);
    }

    #[inline]
    fn class(&self, mv: Move) -> MoveClass {
        self.class_of(Action::of(mv))
    }

    /// Captures and promotions, and moves of pieces that never come back.
    #[inline]
    fn is_irreversible(&self, mv: Move) -> bool {
        let action = Action::of(mv);
        match self.class_of(action) {
            MoveClass::Quiet => self.info(action.from.index()).only_forward,
            class => class.is_tactical(),
        }
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.only_royal(self.side).is_some_and(|royal| self.is_attacked(royal, !self.side))
    }

    #[inline]
    fn can_take_last_royal(&self) -> bool {
        self.only_royal(!self.side).is_some_and(|royal| self.is_attacked(royal, self.side))
    }

    fn royals_hang(&self, side: Side) -> bool {
        let royals = self.royals[side.index()];
        if let Some(royal) = self.only_royal(side) {
            return self.is_attacked(royal, !side);
        }
        if royals.is_empty() {
            return false;
        }
        // No sweep takes a royal.
        let mut captures = MoveList::new();
        for from in self.pieces[(!side).index()] {
            let info = self.info(from);
            if info.powers.contains(Powers::LION) || info.walk > 1 {
                self.generate_of(from, Want::Tacticals, &mut captures);
            }
        }
        captures.into_iter().any(|mv| {
            let taken = self.captured_squares(Action::of(mv));
            royals.into_iter().all(|royal| taken.contains(&(royal as u16)))
        })
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn mover_has_royal(&self) -> bool {
        !self.royals[self.side.index()].is_empty()
    }

    fn is_consistent(&self) -> bool {
        self.is_up_to_date()
    }
}

impl RepetitionRules for TaikyokuPosition {}

impl SearchHints for TaikyokuPosition {
    const HISTORY_MOVERS: usize = KINDS;
    const HISTORY_TARGETS: usize = SQUARES;

    fn tacticals(&self, out: &mut MoveList) {
        self.generate(self.side, Want::Tacticals, out);
    }

    fn quiets(&self, out: &mut MoveList) {
        self.generate(self.side, Want::Quiets, out);
    }

    /// With a few pieces beside the royals there is hardly ever a zugzwang.
    fn allows_null_move(&self) -> bool {
        let side = self.side.index();
        self.pieces[side].count() > self.royals[side].count() + 2
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
        let action = Action::of(mv);
        (self.info(action.from.index()).kind.index(), action.to.index())
    }
}

impl MateHints for TaikyokuPosition {
    /// There are a thousand moves and more to try in a position.
    const MATE_POLL_INTERVAL: u64 = 1;
}

impl MoveCounting for TaikyokuPosition {}

impl GuiReferee for TaikyokuPosition {}

impl TaikyokuPosition {
    #[inline]
    fn class_of(&self, action: Action) -> MoveClass {
        match action.path {
            Path::Plain if action.from == action.to => MoveClass::Pass,
            Path::Plain if self.piece_on(action.to).is_none() && action.promotes => MoveClass::Promotion,
            Path::Plain if self.piece_on(action.to).is_none() => MoveClass::Quiet,
            _ => MoveClass::Capture,
        }
    }

    /// The squares whose pieces an action takes, in the order in which it comes by.
    pub fn victims(&self, action: Action) -> Vec<Square> {
        self.captured_squares(action).into_iter().map(|square| Square::at(square as usize)).collect()
    }

    /// Whether a piece that makes this move may promote and need not.
    pub fn may_choose(&self, action: Action) -> bool {
        [false, true].into_iter().all(|promotes| self.check(Action { promotes, ..action }).is_ok())
    }

    /// Where a royal of a side stands; the one nearest to Black's left corner if there are several.
    pub fn royal_square(&self, side: Side) -> Option<Square> {
        self.royals[side.index()].first().map(Square::at)
    }

    /// The royal of a side, if it has exactly one.
    #[inline]
    fn only_royal(&self, side: Side) -> Option<usize> {
        let royals = self.royals[side.index()];
        royals.first().filter(|_| royals.is_single())
    }
}
