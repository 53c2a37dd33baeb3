//! The contract between a game's rules, the search and the tools.
//!
//! A game implements [`Position`] (board, move generation, make and unmake) and [`RuleSet`] (its switches); its
//! evaluation implements [`Evaluation`](crate::eval::Evaluation). Everything above this room is generic over these traits and is compiled
//! once per game, so no call on the hot path is virtual.

mod checks;
mod cycle;
mod history;
mod moves;
mod observer;
mod outcome;
mod random;
mod rules;

pub use checks::{filtered_checks, filtered_evasions};
pub use cycle::CycleMove;
pub use history::{History, Repetition};
pub use moves::{Move, MoveClass, MoveList};
pub use observer::Observer;
pub use outcome::{Outcome, Reason, Side};
pub(crate) use random::Random;
pub use random::mix;
pub use rules::{Flag, Presets, RuleError, RuleSet, parse_presets, write_presets};
pub(crate) use rules::{ply_cap_flag, switch_flag};

/// What [`Position::is_surely_safe`] remembers of a position, in a form of the game's own.
pub type Memo = [u64; 3];

/// A state of a game, with everything that decides which moves are legal except the repetition history.
///
/// Moves handed to a method must come from the same position: from a generator, or checked by
/// [`is_pseudo_legal`](Position::is_pseudo_legal). Anything else is a bug of the caller and may panic.
pub trait Position: Clone + Send + Sync + 'static {
    /// A piece with all that it is: kind, side, whether it has promoted.
    type Piece: Copy + Send;
    /// A square of the board.
    type Square: Copy + Send;
    /// What [`make`](Position::make) returns and [`unmake`](Position::unmake) takes back.
    type Undo: Send;
    /// The switches of the game's rules.
    type Rules: RuleSet;

    /// Whether a royal may not be left or put where it can be taken: then a side in check that has no move is mated.
    const CHECK_BINDS: bool = false;

    /// Upper bound (exclusive) of the first index of [`history_index`](Position::history_index).
    const HISTORY_MOVERS: usize;
    /// Upper bound (exclusive) of the second index of [`history_index`](Position::history_index).
    const HISTORY_TARGETS: usize;

    /// After so many positions whose checks or evasions it has asked for the mate solver asks whether it shall go on: as many
    /// as take a few milliseconds.
    const MATE_WATCH_INTERVAL: u64 = 1 << 13;

    /// The rules in force.
    fn rules(&self) -> &Self::Rules;

    /// Puts other rules in force; the board and all state stay. Used to judge a move by the *accept* rules.
    fn set_rules(&mut self, rules: Self::Rules);

    /// The side to move.
    fn side_to_move(&self) -> Side;

    /// Key for the transposition table: equal for equal positions, different for all that can change the legal moves.
    fn key(&self) -> u64;

    /// Key for the repetition rule; differs from [`key`](Position::key) where the rules count fewer things as part
    /// of a position.
    fn repetition_key(&self) -> u64;

    /// Appends every pseudo-legal move that changes material: captures and promotions.
    fn tacticals(&self, out: &mut MoveList);

    /// Appends every pseudo-legal move that is not a tactical one, drops and passes included.
    fn quiets(&self, out: &mut MoveList);

    /// Appends all pseudo-legal moves.
    fn moves(&self, out: &mut MoveList) {
        self.tacticals(out);
        self.quiets(out);
    }

    /// Whether the generators would list `mv` here. `mv` may be any code at all: moves from the transposition table
    /// and killer moves go through this.
    fn is_pseudo_legal(&self, mv: Move) -> bool;

    /// What pseudo-legality leaves open: moves into check and mating drops in the games that forbid them. The
    /// repetition rule is not asked.
    fn is_legal(&self, mv: Move) -> bool;

    /// Most likely the [`key`](Position::key) after a move, for a look ahead; `None` if that is not known before the move has
    /// been made.
    #[inline]
    fn key_after(&self, _mv: Move) -> Option<u64> {
        None
    }

    /// Plays a pseudo-legal move and reports every change of board and hands to `observer`.
    fn make<O: Observer<Self::Piece, Self::Square>>(&mut self, mv: Move, observer: &mut O) -> Self::Undo;

    /// Takes back the move that [`make`](Position::make) played last.
    fn unmake(&mut self, mv: Move, undo: Self::Undo);

    /// Gives the turn away without a move. One-move state (a ban that lasts one reply) is cleared.
    fn make_null(&mut self) -> Self::Undo;

    /// Takes back [`make_null`](Position::make_null).
    fn unmake_null(&mut self, undo: Self::Undo);

    /// Whether passing the turn is a sensible lower bound for the mover's chances here (enough material, no royal
    /// about to fall).
    fn null_move_makes_sense(&self) -> bool;

    /// What kind of move this is.
    fn class(&self, mv: Move) -> MoveClass;

    /// Whether no position from before this move can ever occur again after it.
    fn is_irreversible(&self, mv: Move) -> bool;

    /// Material won by the move itself, in centipawns of exchange value: all victims (own ones count negative),
    /// the promotion, the swing of the hand.
    fn gain(&self, mv: Move) -> i32;

    /// Upper bound of [`gain`](Position::gain) over all moves of the mover, in centipawns; cheap.
    fn max_gain(&self) -> i32;

    /// Whether the static exchange that starts with `mv` wins at least `threshold` centipawns for the mover.
    fn see_ge(&self, mv: Move, threshold: i32) -> bool;

    /// Whether a quiet move is known to end where nothing can take it, so that no exchange follows. `memo` belongs to the
    /// position and keeps what the next question about it needs; it begins as `None`.
    #[inline]
    fn is_surely_safe(&self, _quiet: Move, _memo: &mut Option<Memo>) -> bool {
        false
    }

    /// Whether the mover's only royal is attacked.
    fn in_check(&self) -> bool;

    /// Whether the mover can end the game at once by taking the opponent's last royal. Exact as to "yes"; a "no" may
    /// overlook captures of two royals in one move.
    fn can_take_last_royal(&self) -> bool;

    /// What [`in_check`](Position::in_check) says after `mv`, if the mover could not [take the last
    /// royal](Position::can_take_last_royal) before it. `undo` is what [`make`](Position::make) returned. A game may save
    /// itself the look at everything that the move has not changed.
    #[inline]
    fn gives_check(&self, _mv: Move, _undo: &Self::Undo) -> bool {
        self.in_check()
    }

    /// What [`can_take_last_royal`](Position::can_take_last_royal) says after `mv`, if its mover was not [in
    /// check](Position::in_check) before it.
    #[inline]
    fn hangs_royal(&self, _mv: Move) -> bool {
        self.can_take_last_royal()
    }

    /// Whether the opponent of `side`, were it to move, could take all royals that `side` has with one move. A side that
    /// has none has nothing to lose. With one royal this is check (chu-rules §6.1); with two it takes a double move.
    fn royals_hang(&self, side: Side) -> bool;

    /// Appends the checks, for the mate solver: the legal moves after which the opponent's [royals
    /// hang](Position::royals_hang), and those that win at once by taking the last of them. The order is free.
    fn checks(&self, out: &mut MoveList) {
        filtered_checks(self, out);
    }

    /// Appends the evasions, for the mate solver: the legal moves after which the mover's royals do not
    /// [hang](Position::royals_hang), and those that win at once by taking the opponent's last royal. The order is free.
    fn evasions(&self, out: &mut MoveList) {
        filtered_evasions(self, out);
    }

    /// Points of history by which a quiet move comes behind what is known of it, for moves that are many and seldom good
    /// (drops from a large reserve). Where a share of the quiet moves is searched such moves do not count.
    #[inline]
    fn held_back(&self, _mv: Move) -> i32 {
        0
    }

    /// Small indices of the move for history tables: who moves and where to.
    fn history_index(&self, mv: Move) -> (usize, usize);

    /// The result, if the game is over on this board. Does not look for a side without moves and does not know the
    /// repetition history.
    fn outcome(&self) -> Option<Outcome>;

    /// Number of moves that are pseudo-legal and [legal](Position::is_legal); what perft adds up at its leaves.
    fn count_moves(&self) -> u64 {
        let mut list = MoveList::new();
        self.moves(&mut list);
        list.iter().filter(|&&mv| self.is_legal(mv)).count() as u64
    }

    /// Number of different texts that name this move.
    fn spellings(&self, _mv: Move) -> u64 {
        1
    }

    /// Whether the side to move has a royal on the board.
    fn mover_has_royal(&self) -> bool;

    /// Whether a strict graphical referee, one that judges by rules of its own, would accept `mv`. `before` is the
    /// position from which the last move was played, and that move. Asked only if [`RuleSet::referee`] says so.
    fn referee_allows(&self, mv: Move, before: Option<(&Self, Move)>) -> bool;

    /// What a rule that judges cycles ([`Repetition::Judge`]) asks about `mv`, which led from here to `after`.
    fn cycle_move(&self, mv: Move, _after: &Self) -> CycleMove {
        CycleMove { side: self.side_to_move(), pass: self.class(mv) == MoveClass::Pass, check: false, attack: false }
    }

    /// The verdict on the moves since the first of the occurrences that [`Repetition::Judge`] counts; the current
    /// position is the last of them.
    fn judge_cycle(&self, _moves: &[CycleMove]) -> Outcome {
        Outcome::draw(Reason::Repetition)
    }

    /// Recomputes all derived state (keys, sets, counts) from the board and compares. For tests and debug assertions.
    fn is_consistent(&self) -> bool;
}
