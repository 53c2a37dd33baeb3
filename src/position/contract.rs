//! The rules of a game.

use super::{Move, MoveClass, MoveList, Observer, Outcome, Reason, RuleSet, Side};

/// A state of a game, with everything that decides which moves are legal except the repetition history.
///
/// Moves handed to a method must come from the same position: from a generator, or checked by
/// [`is_pseudo_legal`](Position::is_pseudo_legal). Any other move is a bug of the caller; methods may panic on it.
pub trait Position: Clone + Send + Sync + 'static {
    /// A piece with all that it is: kind, side, whether it has promoted.
    type Piece: Copy + Send;
    /// A square of the board.
    type Square: Copy + Send;
    /// What [`make`](Position::make) returns and [`unmake`](Position::unmake) needs.
    type Undo: Send;
    /// The switches of the game's rules.
    type Rules: RuleSet;

    /// Whether moves that leave a royal where it can be taken are illegal. Then a side in check without a legal move is
    /// mated rather than stalemated.
    const CHECK_BINDS: bool = false;

    /// The rules in force.
    fn rules(&self) -> &Self::Rules;

    /// Puts other rules in force; the board and all state stay. Used to judge a move by the *accept* rules.
    fn set_rules(&mut self, rules: Self::Rules);

    /// The side to move.
    fn side_to_move(&self) -> Side;

    /// Key for the transposition table: equal for equal positions, different for all that can change the legal moves.
    fn key(&self) -> u64;

    /// Key for the repetition rule. Override it where the rules count fewer things as part of a position than
    /// [`key`](Position::key) does.
    #[inline]
    fn repetition_key(&self) -> u64 {
        self.key()
    }

    /// Appends all pseudo-legal moves.
    fn moves(&self, out: &mut MoveList);

    /// What kind of move this is.
    fn class(&self, mv: Move) -> MoveClass;

    /// Whether the generator would list `mv` here. `mv` may be any code at all: moves from the transposition table,
    /// killer moves and moves from outside are checked by this.
    fn is_pseudo_legal(&self, mv: Move) -> bool {
        let mut moves = MoveList::new();
        self.moves(&mut moves);
        moves.contains(&mv)
    }

    /// Whether a pseudo-legal move is legal; false for moves into check and mating drops in the games that forbid them.
    /// The repetition rule is not asked.
    #[inline]
    fn is_legal(&self, _mv: Move) -> bool {
        true
    }

    /// Plays a pseudo-legal move and reports every change of board and hands to `observer`.
    fn make<O: Observer<Self::Piece, Self::Square>>(&mut self, mv: Move, observer: &mut O) -> Self::Undo;

    /// Takes back the move that [`make`](Position::make) played last.
    fn unmake(&mut self, mv: Move, undo: Self::Undo);

    /// Passes the turn without a move, for null moves and threats. State that lasts for one move only (a ban on one
    /// reply) is cleared.
    fn make_null(&mut self) -> Self::Undo;

    /// Takes back [`make_null`](Position::make_null).
    fn unmake_null(&mut self, undo: Self::Undo);

    /// Whether no position from before this move can ever occur again after it. False is always safe; true makes the
    /// repetition check cheaper.
    #[inline]
    fn is_irreversible(&self, _mv: Move) -> bool {
        false
    }

    /// The result, if the game is over on this board. Does not look for a side without moves and does not know the
    /// repetition history.
    fn outcome(&self) -> Option<Outcome>;

    /// Whether the side to move has a royal on the board.
    fn mover_has_royal(&self) -> bool {
        true
    }

    /// Whether the opponent of `side`, were it to move, could take all royals that `side` has with one move. False for
    /// a side that has none. With one royal this is check; with two it takes a double capture.
    ///
    /// The default tries every move.
    fn royals_hang(&self, side: Side) -> bool {
        let mut position = self.clone();
        if position.side_to_move() == side {
            let _ = position.make_null();
        }
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        let win = Some(Outcome::win(!side, Reason::Royals));
        moves.into_iter().any(|mv| {
            let undo = position.make(mv, &mut ());
            let wins = position.outcome() == win;
            position.unmake(mv, undo);
            wins
        })
    }

    /// Whether the mover's only royal is attacked.
    fn in_check(&self) -> bool {
        self.royals_hang(self.side_to_move())
    }

    /// Whether the mover can end the game at once by taking the opponent's last royal. True is exact; false may overlook
    /// captures of two royals in one move.
    fn can_take_last_royal(&self) -> bool {
        self.royals_hang(!self.side_to_move())
    }

    /// Recomputes all derived state (keys, sets, counts) from the board and compares. For tests and debug assertions.
    fn is_consistent(&self) -> bool {
        true
    }
}
