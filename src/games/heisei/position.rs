//! The rules contract for Heisei Chu Shogi: the board, its moves and results behind [`Position`].

use super::state::dropped_piece;
use super::{HeiseiAction, HeiseiPosition, HeiseiUndo, SLOTS, Slot};
use crate::games::chu::{ChuPosition, ChuRules, Piece, Square};
use crate::position::{
    CycleMove, GuiReferee, MateHints, Move, MoveClass, MoveCounting, MoveList, Observer, Outcome, Position,
    RepetitionRules, SafetyCache, SearchHints, Side,
};

/// Points of history by which drops come behind moves on the board, those that promote at once excepted. About half of
/// what a quiet move can earn: a drop that has proved itself comes early all the same.
const DROP_MALUS: i32 = 8_000;

/// Leaving a royal where it can be taken is legal, so every pseudo-legal move is legal.
impl Position for HeiseiPosition {
    type Piece = Piece;
    type Square = Square;
    type Undo = HeiseiUndo;
    type Rules = ChuRules;

    fn rules(&self) -> &ChuRules {
        self.chu.rules()
    }

    fn set_rules(&mut self, rules: ChuRules) {
        self.chu.set_rules(rules);
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.chu.side()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.chu.key() ^ self.reserve_key()
    }

    #[inline]
    fn repetition_key(&self) -> u64 {
        self.chu.repetition_key() ^ self.reserve_key()
    }

    fn moves(&self, out: &mut MoveList) {
        self.tacticals(out);
        self.quiets(out);
    }

    fn is_pseudo_legal(&self, mv: Move) -> bool {
        HeiseiAction::from_move(mv).is_some_and(|action| self.allows(action))
    }

    fn make<O: Observer<Piece, Square>>(&mut self, mv: Move, observer: &mut O) -> HeiseiUndo {
        self.make_move(mv, observer)
    }

    fn unmake(&mut self, mv: Move, undo: HeiseiUndo) {
        self.unmake_move(mv, undo);
    }

    fn make_null(&mut self) -> HeiseiUndo {
        self.make_null_move()
    }

    fn unmake_null(&mut self, undo: HeiseiUndo) {
        self.unmake_null_move(undo);
    }

    #[inline]
    fn class(&self, mv: Move) -> MoveClass {
        match HeiseiAction::of(mv) {
            HeiseiAction::Move(_) => self.chu.class(mv),
            HeiseiAction::Drop { .. } => MoveClass::Drop,
        }
    }

    /// Reserves only shrink.
    fn is_irreversible(&self, mv: Move) -> bool {
        match HeiseiAction::of(mv) {
            HeiseiAction::Move(_) => self.chu.is_irreversible(mv),
            HeiseiAction::Drop { .. } => true,
        }
    }

    fn in_check(&self) -> bool {
        self.chu.in_check()
    }

    fn can_take_last_royal(&self) -> bool {
        self.chu.can_take_last_royal()
    }

    fn royals_hang(&self, side: Side) -> bool {
        self.chu.royals_hang(side)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.chu.result_on_board(self.held())
    }

    fn mover_has_royal(&self) -> bool {
        self.chu.mover_has_royal()
    }

    fn is_consistent(&self) -> bool {
        self.is_up_to_date()
    }
}

impl RepetitionRules for HeiseiPosition {
    fn cycle_move(&self, mv: Move, after: &Self) -> CycleMove {
        match HeiseiAction::of(mv) {
            HeiseiAction::Move(_) => self.chu.cycle_move(mv, &after.chu),
            // A drop is in no cycle.
            HeiseiAction::Drop { .. } => CycleMove { side: self.chu.side(), pass: false, check: false, attack: false },
        }
    }

    fn judge_cycle(&self, moves: &[CycleMove]) -> Outcome {
        self.chu.judge_cycle(moves)
    }
}

impl SearchHints for HeiseiPosition {
    const HISTORY_MOVERS: usize = ChuPosition::HISTORY_MOVERS + 2 * SLOTS;
    const HISTORY_TARGETS: usize = ChuPosition::HISTORY_TARGETS;

    fn tacticals(&self, out: &mut MoveList) {
        self.chu.tacticals(out);
        self.generate_fresh_promotions(out);
    }

    fn quiets(&self, out: &mut MoveList) {
        self.chu.quiets(out);
        self.generate_drops(out);
    }

    /// Of a move that leaves reserves and marks as they are.
    #[inline]
    fn key_after(&self, mv: Move) -> Option<u64> {
        match HeiseiAction::of(mv) {
            HeiseiAction::Move(_) => self.chu.key_after(mv).map(|key| key ^ self.reserve_key()),
            HeiseiAction::Drop { .. } => None,
        }
    }

    /// Who has something to drop is not in zugzwang.
    fn allows_null_move(&self) -> bool {
        self.chu.allows_null_move() || self.held_slots().next().is_some()
    }

    #[inline]
    fn gain(&self, mv: Move) -> i32 {
        match HeiseiAction::of(mv) {
            HeiseiAction::Move(_) => self.chu.gain(mv),
            HeiseiAction::Drop { slot, promoted, .. } => self.drop_gain(slot, promoted),
        }
    }

    /// No drop wins more than the best promotion, that of the kirin, which the bound of Chu contains.
    fn max_gain(&self) -> i32 {
        self.chu.max_gain()
    }

    #[inline]
    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        match HeiseiAction::of(mv) {
            HeiseiAction::Move(_) => self.chu.see_ge(mv, threshold),
            HeiseiAction::Drop { slot, promoted, to } => {
                let stake = dropped_piece(slot, promoted, self.chu.side()).moves().value();
                self.chu.drop_loses_at_most(to, stake, self.drop_gain(slot, promoted) - threshold)
            }
        }
    }

    #[inline]
    fn is_safe_quiet(&self, quiet: Move, cache: &mut Option<SafetyCache>) -> bool {
        matches!(HeiseiAction::of(quiet), HeiseiAction::Move(_)) && self.chu.is_safe_quiet(quiet, cache)
    }

    #[inline]
    fn gives_check(&self, mv: Move, undo: &HeiseiUndo) -> bool {
        match HeiseiAction::of(mv) {
            HeiseiAction::Move(_) => self.chu.gives_check(mv, undo.chu()),
            HeiseiAction::Drop { .. } => self.chu.in_check(),
        }
    }

    /// A drop opens no way to a royal.
    #[inline]
    fn hangs_royal(&self, mv: Move) -> bool {
        matches!(HeiseiAction::of(mv), HeiseiAction::Move(_)) && self.chu.hangs_royal(mv)
    }

    /// There are some two hundred drops in every position, and most of them do nothing.
    #[inline]
    fn ordering_malus(&self, mv: Move) -> i32 {
        match HeiseiAction::of(mv) {
            HeiseiAction::Drop { promoted: false, .. } => DROP_MALUS,
            _ => 0,
        }
    }

    #[inline]
    fn history_index(&self, mv: Move) -> (usize, usize) {
        match HeiseiAction::of(mv) {
            HeiseiAction::Move(_) => self.chu.history_index(mv),
            HeiseiAction::Drop { slot, promoted, to } => {
                (ChuPosition::HISTORY_MOVERS + slot.index() + SLOTS * promoted as usize, to.index())
            }
        }
    }
}

impl MateHints for HeiseiPosition {
    fn checks(&self, out: &mut MoveList) {
        self.generate_checks(out);
    }

    fn evasions(&self, out: &mut MoveList) {
        self.generate_evasions(out);
    }
}

impl MoveCounting for HeiseiPosition {
    fn count_moves(&self) -> u64 {
        let mut fresh = MoveList::new();
        self.generate_fresh_promotions(&mut fresh);
        self.chu.count_moves() + self.count_drops() + fresh.len() as u64
    }

    fn spellings(&self, mv: Move) -> u64 {
        match HeiseiAction::of(mv) {
            HeiseiAction::Move(_) => self.chu.spellings(mv),
            HeiseiAction::Drop { .. } => 1,
        }
    }
}

impl GuiReferee for HeiseiPosition {
    /// XBoard's legality test as for Chu (chu-rules §7.2), whose child the game is for it. Besides it cannot be told of
    /// pieces that are dropped promoted; they may promote with a later move.
    fn referee_allows(&self, mv: Move, before: Option<(&Self, Move)>) -> bool {
        match HeiseiAction::of(mv) {
            HeiseiAction::Move(_) => {
                let moved = before.filter(|&(_, last)| matches!(HeiseiAction::of(last), HeiseiAction::Move(_)));
                self.chu.referee_allows(mv, moved.map(|(position, last)| (&position.chu, last)))
            }
            HeiseiAction::Drop { promoted, .. } => {
                let mut after = self.clone();
                after.make_move(mv, &mut ());
                !promoted && !after.can_take_last_royal()
            }
        }
    }
}

impl HeiseiPosition {
    /// What a drop wins at once, in centipawns: its promotion.
    #[inline]
    fn drop_gain(&self, slot: Slot, promoted: bool) -> i32 {
        let side = self.chu.side();
        dropped_piece(slot, promoted, side).moves().value() - dropped_piece(slot, false, side).moves().value()
    }
}
