//! The rules contract for Chu Shogi: the board, its moves and results behind [`Position`].

use super::piece::Class;
use super::{Action, ChuPosition, ChuRules, ChuUndo, Kind, PIECES, Piece, Square};
use crate::geometry::Bitboard;
use crate::position::{
    CycleMove, GuiReferee, MateHints, Move, MoveClass, MoveCounting, MoveList, Observer, Outcome, Position, Reason,
    RepetitionRules, SafetyCache, SearchHints, Side,
};

/// Fewest pieces with which passing the turn is taken as a lower bound: below that, zugzwang is real.
const NULL_MOVE_PIECES: u8 = 4;

/// Leaving a royal where it can be taken is legal (chu-rules §2.1), so every pseudo-legal move is legal.
impl Position for ChuPosition {
    type Piece = Piece;
    type Square = Square;
    type Undo = ChuUndo;
    type Rules = ChuRules;

    fn rules(&self) -> &ChuRules {
        &self.rules
    }

    fn set_rules(&mut self, rules: ChuRules) {
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

    #[inline]
    fn repetition_key(&self) -> u64 {
        self.key_for_repetition()
    }

    fn moves(&self, out: &mut MoveList) {
        self.tacticals(out);
        self.quiets(out);
    }

    fn is_pseudo_legal(&self, mv: Move) -> bool {
        Action::from_move(mv).is_some_and(|action| self.check(action).is_ok())
    }

    fn make<O: Observer<Piece, Square>>(&mut self, mv: Move, observer: &mut O) -> ChuUndo {
        self.make_move(mv, observer)
    }

    fn unmake(&mut self, mv: Move, undo: ChuUndo) {
        self.unmake_move(mv, undo);
    }

    fn make_null(&mut self) -> ChuUndo {
        self.make_null_move()
    }

    fn unmake_null(&mut self, undo: ChuUndo) {
        self.unmake_null_move(undo);
    }

    #[inline]
    fn class(&self, mv: Move) -> MoveClass {
        let action = Action::of(mv);
        if action.is_pass() {
            MoveClass::Pass
        } else if action.via.is_some() || !self.piece_on(action.to).is_none() {
            MoveClass::Capture
        } else if action.promote {
            MoveClass::Promotion
        } else {
            MoveClass::Quiet
        }
    }

    fn is_irreversible(&self, mv: Move) -> bool {
        self.class(mv).is_tactical() || self.moves_forward_only(Action::of(mv).from)
    }

    fn in_check(&self) -> bool {
        self.is_in_check(self.side)
    }

    fn can_take_last_royal(&self) -> bool {
        self.is_in_check(!self.side)
    }

    fn royals_hang(&self, side: Side) -> bool {
        self.all_royals_attacked(side)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result_on_board([0; 2])
    }

    fn mover_has_royal(&self) -> bool {
        !self.set(self.side, Class::Royal).is_empty()
    }

    fn is_consistent(&self) -> bool {
        self.is_up_to_date()
    }
}

impl RepetitionRules for ChuPosition {
    fn cycle_move(&self, mv: Move, after: &Self) -> CycleMove {
        self.cycle_facts(Action::of(mv), after)
    }

    fn judge_cycle(&self, moves: &[CycleMove]) -> Outcome {
        self.verdict_on_cycle(moves)
    }
}

impl SearchHints for ChuPosition {
    const HISTORY_MOVERS: usize = PIECES;
    const HISTORY_TARGETS: usize = 192;

    fn tacticals(&self, out: &mut MoveList) {
        self.generate_tacticals(out);
    }

    fn quiets(&self, out: &mut MoveList) {
        self.generate_quiets(out);
    }

    #[inline]
    fn key_after(&self, mv: Move) -> Option<u64> {
        Some(self.likely_key_after(Action::of(mv)))
    }

    fn allows_null_move(&self) -> bool {
        self.count[self.side.index()] >= NULL_MOVE_PIECES
    }

    #[inline]
    fn gain(&self, mv: Move) -> i32 {
        self.gain_of(Action::of(mv))
    }

    fn max_gain(&self) -> i32 {
        let (own, enemy) = (self.side, !self.side);
        let best = if self.set(enemy, Class::Lion).is_empty() { Kind::Queen } else { Kind::Lion }.info().value;
        let victims = if self.set(own, Class::Special).is_empty() { 1 } else { 2 };
        // The kirin's promotion is the largest.
        best * victims + Kind::Lion.info().value - Kind::Kirin.info().value
    }

    #[inline]
    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        self.exchange_wins(Action::of(mv), threshold)
    }

    #[inline]
    fn is_safe_quiet(&self, quiet: Move, cache: &mut Option<SafetyCache>) -> bool {
        let attacked = Bitboard(*cache.get_or_insert_with(|| self.attacked_by(!self.side).0));
        self.ends_unattacked(Action::of(quiet), &attacked)
    }

    #[inline]
    fn gives_check(&self, mv: Move, undo: &ChuUndo) -> bool {
        if undo.has_royal() { self.in_check() } else { self.newly_attacks_royal(Action::of(mv)) }
    }

    #[inline]
    fn hangs_royal(&self, mv: Move) -> bool {
        self.newly_exposes_royal(Action::of(mv))
    }

    #[inline]
    fn history_index(&self, mv: Move) -> (usize, usize) {
        let action = Action::of(mv);
        (self.piece_on(action.from).code(), action.to.index())
    }
}

impl MateHints for ChuPosition {
    fn checks(&self, out: &mut MoveList) {
        self.generate_checks(out);
    }

    fn evasions(&self, out: &mut MoveList) {
        self.generate_evasions(out);
    }
}

impl MoveCounting for ChuPosition {
    fn count_moves(&self) -> u64 {
        self.count_actions()
    }

    fn spellings(&self, mv: Move) -> u64 {
        self.count_spellings(Action::of(mv))
    }
}

impl GuiReferee for ChuPosition {
    /// XBoard's legality test (chu-rules §7.2) where it is stricter than the `winboard` rules: it forbids to leave the
    /// only royal attacked, and after a promoted kirin has taken an original lion it forbids captures that end on an
    /// original lion.
    fn referee_allows(&self, mv: Move, before: Option<(&Self, Move)>) -> bool {
        let action = Action::of(mv);
        let original_lion = |piece: Piece| !piece.is_none() && piece.kind() == Kind::Lion;
        if original_lion(self.piece_on(action.to)) && action.to != action.from {
            let banned = before.is_some_and(|(position, last)| {
                let last = Action::of(last);
                let mover = position.piece_on(last.from);
                last.to != last.from && mover.kind() == Kind::PromotedKirin && original_lion(position.piece_on(last.to))
            });
            if banned {
                return false;
            }
        }
        let mut after = self.clone();
        after.make_move(mv, &mut ());
        // Taking the last royal wins; a referee that had its eyes open would never have let it come to that.
        let wins = after.outcome() == Some(Outcome::win(self.side, Reason::Royals));
        wins || !after.is_in_check(self.side)
    }
}
