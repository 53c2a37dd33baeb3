//! What the search asks of a game beyond its rules.

use super::{Move, MoveList, RepetitionRules};

/// Attacks that [`SearchHints::is_safe_quiet`] computes once per position, in a form of the game's own.
pub type SafetyCache = [u64; 3];

/// A gain that no margin of the search exceeds: what a capture may win for all that is known. Centipawns.
const UNKNOWN_GAIN: i32 = 2_000;

/// Slots of the history tables for a game that does not index its moves.
const HASHED_TARGETS: usize = 1 << 12;

/// Move generation in stages, move ordering, static exchange evaluation and shortcuts for the search.
///
/// Every item has a default that is right for every game; a game overrides what it can do better or faster.
pub trait SearchHints: RepetitionRules {
    /// Upper bound (exclusive) of the first index of [`history_index`](SearchHints::history_index).
    const HISTORY_MOVERS: usize = 1;
    /// Upper bound (exclusive) of the second index of [`history_index`](SearchHints::history_index).
    const HISTORY_TARGETS: usize = HASHED_TARGETS;

    /// Small indices of a move for the history tables: who moves and where to. The default hashes the move.
    #[inline]
    fn history_index(&self, mv: Move) -> (usize, usize) {
        (0, (mv.code().wrapping_mul(0x9e37_79b9) >> 20) as usize % HASHED_TARGETS)
    }

    /// Appends every pseudo-legal move whose [class](super::Position::class) is
    /// [tactical](super::MoveClass::is_tactical): captures and promotions.
    fn tacticals(&self, out: &mut MoveList) {
        append_class(self, true, out);
    }

    /// Appends every pseudo-legal move that is not a tactical one, drops and passes included.
    fn quiets(&self, out: &mut MoveList) {
        append_class(self, false, out);
    }

    /// The likely [`key`](super::Position::key) after a move, for prefetching; `None` if it is not known before the move
    /// has been made.
    #[inline]
    fn key_after(&self, _mv: Move) -> Option<u64> {
        None
    }

    /// Whether null move pruning is sound here: the mover has enough material that passing the turn is a lower bound for
    /// the score (no zugzwang). The default is never.
    fn allows_null_move(&self) -> bool {
        false
    }

    /// Material won by the move itself, in centipawns of exchange value: all victims (own ones count negative), the
    /// promotion, the change of the hand. The default assumes that every tactical move wins a lot, so that none is
    /// pruned for its gain.
    #[inline]
    fn gain(&self, mv: Move) -> i32 {
        if self.class(mv).is_tactical() { UNKNOWN_GAIN } else { 0 }
    }

    /// Upper bound of [`gain`](SearchHints::gain) over all moves of the mover, in centipawns; cheap.
    #[inline]
    fn max_gain(&self) -> i32 {
        UNKNOWN_GAIN
    }

    /// Whether the static exchange that starts with `mv` wins at least `threshold` centipawns for the mover. The default
    /// looks at the move alone.
    #[inline]
    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        self.gain(mv) >= threshold
    }

    /// Whether a quiet move is known to end where nothing can take it, so that no exchange follows; false if that is not
    /// known. `cache` belongs to the position; it begins as `None` and keeps what later calls can use again.
    #[inline]
    fn is_safe_quiet(&self, _quiet: Move, _cache: &mut Option<SafetyCache>) -> bool {
        false
    }

    /// Whether the mover is [in check](super::Position::in_check) after `mv` has been made, given that its opponent could
    /// not [take the last royal](super::Position::can_take_last_royal) before. `undo` is what
    /// [`make`](super::Position::make) returned. A game need only look at what the move has changed.
    #[inline]
    fn gives_check(&self, _mv: Move, _undo: &Self::Undo) -> bool {
        self.in_check()
    }

    /// Whether the mover [can take the last royal](super::Position::can_take_last_royal) after `mv` has been made, given
    /// that its opponent was not [in check](super::Position::in_check) before.
    #[inline]
    fn hangs_royal(&self, _mv: Move) -> bool {
        self.can_take_last_royal()
    }

    /// History points subtracted from the score of a quiet move, for moves that are many and seldom good (drops from a
    /// large reserve). Moves with a malus do not count where late move pruning keeps a share of the quiet moves.
    #[inline]
    fn ordering_malus(&self, _mv: Move) -> i32 {
        0
    }
}

/// Appends the moves that are tactical, or those that are not.
fn append_class<P: SearchHints>(position: &P, tactical: bool, out: &mut MoveList) {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    out.extend(moves.into_iter().filter(|&mv| position.class(mv).is_tactical() == tactical));
}
