//! The board and everything that is kept up to date with it.

use super::action::Action;
use super::piece::{CLASSES, Class, Piece, Traits};
use super::rules::{ChuRules, PromotionMode, Switches};
use super::square::{BOARD, FRAME, SIZE, STRIDE, Square, SquareSet, TABLE, ranks};
use crate::geometry::{Bitboard, Direction, Lines};
use crate::position::{Mailbox, Move, Observer, Side, WHITE_TO_MOVE, mix, piece_keys};

/// The occupancies of the 24 ranks and files and the 46 diagonals.
pub(super) type ChuLines = Lines<u16, 32>;

/// A Chu Shogi position.
///
/// Board as a mailbox, the pieces of each side as sets by what they can do, the occupancy of every line, and the state that
/// decides legality: side to move, counter-strike square (chu-rules §4.3), promotion state (§3.4).
#[derive(Clone, PartialEq)]
pub struct ChuPosition {
    pub(in crate::games) rules: ChuRules,
    pub(super) board: [Piece; TABLE],
    /// All pieces of each side.
    pub(super) pieces: [SquareSet; 2],
    /// The pieces of each side by class.
    pub(super) sets: [[SquareSet; CLASSES]; 2],
    pub(super) lines: ChuLines,
    pub(super) side: Side,
    /// Where a non-lion took a lion with the last move.
    pub(super) counter_strike: Option<Square>,
    pub(super) promotion: PromotionState,
    /// Whether each side had a royal at the start of its game; a side without never loses its royals (§6.2).
    pub(super) had_royal: [bool; 2],
    /// Number of the ply that follows the position given at the start, from 1 (chu-rules §1.3).
    start_number: u32,
    /// Pieces of each side.
    pub(super) count: [u8; 2],
    key: u64,
}

/// What is remembered about declined promotions (chu-rules §3.4). Empty under `strict` and `free`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::games) struct PromotionState {
    /// `msm`: squares of suspended pieces.
    suspended: SquareSet,
    /// `delay`: where each side entered its zone without promoting with its last move.
    entered: [Option<Square>; 2],
}

/// What a move destroys.
pub struct ChuUndo {
    mover: Piece,
    via: Piece,
    to: Piece,
    counter_strike: Option<Square>,
    promotion: PromotionState,
    key: u64,
}

impl ChuUndo {
    /// Whether the move has taken a royal.
    #[inline]
    pub(super) fn has_royal(&self) -> bool {
        self.via.moves().traits.union(self.to.moves().traits).contains(Traits::ROYAL)
    }
}

/// The four ranks farthest from each side.
pub(in crate::games) static ZONE: [SquareSet; 2] = [ranks(SIZE - 4, SIZE), ranks(0, 4)];

/// Whether a square lies in a side's promotion zone: the zones are the first and the last word of a set.
#[inline]
pub(in crate::games) const fn in_zone(side: Side, square: Square) -> bool {
    square.index() / 64 == if let Side::Black = side { 2 } else { 0 }
}

/// The rank farthest from each side.
pub(in crate::games) static LAST_RANK: [SquareSet; 2] = [ranks(SIZE - 1, SIZE), ranks(0, 1)];

static PIECE_KEYS: [[u64; TABLE]; super::piece::PIECES] = piece_keys();

fn counter_strike_key(square: Option<Square>) -> u64 {
    square.map_or(0, |square| mix(1 << 21 | square.index() as u64))
}

impl PromotionState {
    fn key(&self) -> u64 {
        let suspended = self.suspended.into_iter().map(|square| mix(1 << 22 | square as u64));
        let entered = Side::BOTH.into_iter().filter_map(|side| {
            self.entered[side.index()].map(|square| mix(1 << 23 | (side.index() << 8 | square.index()) as u64))
        });
        suspended.chain(entered).fold(0, |key, part| key ^ part)
    }
}

impl Mailbox for ChuPosition {
    type Square = Square;
    type Piece = Piece;

    const NONE: Piece = Piece::NONE;

    #[inline]
    fn cell(&mut self, square: Square) -> &mut Piece {
        &mut self.board[square.index()]
    }

    #[inline]
    fn update(&mut self, square: Square, piece: Piece, change: i8) {
        self.lines.toggle(&FRAME, square.index());
        let count = &mut self.count[piece.side().index()];
        *count = count.wrapping_add_signed(change);
        self.key ^= PIECE_KEYS[piece.code()][square.index()];
        self.flip(SquareSet::of(square.index()), piece);
    }
}

impl ChuPosition {
    /// An empty board, Black to move.
    pub fn empty(rules: ChuRules) -> ChuPosition {
        ChuPosition {
            rules,
            board: [Piece::NONE; TABLE],
            pieces: [Bitboard::EMPTY; 2],
            sets: [[Bitboard::EMPTY; CLASSES]; 2],
            lines: Lines::default(),
            side: Side::Black,
            counter_strike: None,
            promotion: PromotionState::default(),
            had_royal: [false; 2],
            start_number: 1,
            count: [0; 2],
            key: 0,
        }
    }

    /// A position set up as text would: these pieces, this side to move, this counter-strike square. A later piece on
    /// the same square replaces the earlier one.
    pub fn set_up(
        rules: ChuRules,
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        side: Side,
        counter_strike: Option<Square>,
    ) -> ChuPosition {
        let mut position = ChuPosition::empty(rules);
        position.put_all(pieces);
        if side == Side::White {
            position.side = Side::White;
            position.key ^= WHITE_TO_MOVE;
        }
        position.counter_strike = counter_strike;
        position.key ^= counter_strike_key(counter_strike);
        position.had_royal = Side::BOTH.map(|side| !position.set(side, Class::Royal).is_empty());
        position
    }

    /// What stands on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Piece {
        self.board[square.index()]
    }

    /// The squares of a side's pieces.
    #[inline]
    pub fn pieces_of(&self, side: Side) -> SquareSet {
        self.pieces[side.index()]
    }

    /// Where a non-lion took a lion with the last move (chu-rules §4.3).
    #[inline]
    pub fn counter_strike(&self) -> Option<Square> {
        self.counter_strike
    }

    /// The pieces that may not promote yet because they have declined to (chu-rules §3.4).
    pub(super) fn promotion_barred(&self) -> impl Iterator<Item = Square> {
        let entered = self.promotion.entered.into_iter().flatten();
        self.promotion.suspended.into_iter().map(Square::at).chain(entered)
    }

    /// The number of the first ply of the game, as its position text gave it; 1 without such a text.
    pub fn start_number(&self) -> u32 {
        self.start_number
    }

    /// Sets the number of the first ply of the game.
    pub fn set_start_number(&mut self, number: u32) {
        self.start_number = number;
    }

    /// All pieces with their squares.
    pub fn all_pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let occupied = self.pieces[0] | self.pieces[1];
        occupied.into_iter().map(|square| (Square::at(square), self.board[square]))
    }

    #[inline]
    pub(in crate::games) fn set(&self, side: Side, class: Class) -> &SquareSet {
        &self.sets[side.index()][class as usize]
    }

    #[inline]
    pub(super) fn steppers(&self, side: Side, direction: Direction) -> &SquareSet {
        &self.sets[side.index()][direction as usize]
    }

    #[inline]
    pub(super) fn sliders(&self, side: Side, direction: Direction) -> &SquareSet {
        &self.sets[side.index()][8 + direction as usize]
    }

    #[inline]
    pub(in crate::games) fn empty_squares(&self) -> SquareSet {
        BOARD & !(self.pieces[0] | self.pieces[1])
    }

    /// How far a slider sees; see [`Lines::reach`].
    #[inline]
    pub(super) fn reach(&self, square: usize, direction: Direction) -> u8 {
        self.lines.reach(&FRAME, square, direction)
    }

    /// Key of everything.
    #[inline]
    pub(super) fn full_key(&self) -> u64 {
        self.key
    }

    /// The key after a move, as far as it does not touch the rarer things.
    #[inline]
    pub(super) fn likely_key_after(&self, action: Action) -> u64 {
        let Action { from, via, to, promote } = action;
        let part = |square: Square, piece: Piece| PIECE_KEYS[piece.code()][square.index()];
        let mover = self.piece_on(from);
        let arrived = if promote { mover.moves().promoted() } else { mover };
        let mut key = self.key ^ WHITE_TO_MOVE;
        if to != from {
            key ^= part(from, mover) ^ part(to, arrived);
            let victim = self.piece_on(to);
            if !victim.is_none() {
                key ^= part(to, victim);
            }
        }
        via.map_or(key, |via| key ^ part(via, self.piece_on(via)))
    }

    /// Key of what the rules count as the same position (chu-rules §5.1).
    #[inline]
    pub(super) fn key_for_repetition(&self) -> u64 {
        if self.rules.has(Switches::REP_KEY_CS) { self.key } else { self.key ^ counter_strike_key(self.counter_strike) }
    }

    /// Flips squares in the sets that hold a piece. Not inlined: there would be ten copies in the hottest code.
    #[inline(never)]
    fn flip(&mut self, squares: SquareSet, piece: Piece) {
        let side = piece.side().index();
        self.pieces[side] = self.pieces[side] ^ squares;
        let mut classes = piece.moves().classes;
        while classes != 0 {
            let set = &mut self.sets[side][classes.trailing_zeros() as usize % CLASSES];
            classes &= classes - 1;
            *set = *set ^ squares;
        }
    }

    /// Puts `piece`, now on `from`, on `to` as `arrived`, or back. On `to` stands `victim`, or shall stand. The key is the
    /// caller's business.
    #[inline]
    fn shift(&mut self, [from, to]: [Square; 2], [piece, arrived]: [Piece; 2], victim: Piece) {
        let [start, end] = [from, to].map(|square| SquareSet::of(square.index()));
        if victim.is_none() {
            self.lines.toggle(&FRAME, to.index());
        } else {
            self.flip(end, victim);
        }
        self.lines.toggle(&FRAME, from.index());
        if piece == arrived {
            self.flip(start ^ end, piece);
        } else {
            self.flip(start, piece);
            self.flip(end, arrived);
        }
    }

    /// Takes a piece off the board, for questions about the board without it.
    pub(super) fn lift(&mut self, square: Square) {
        self.take(square);
    }

    #[inline]
    fn capture<O: Observer<Piece, Square>>(&mut self, square: Square, observer: &mut O) -> Piece {
        let victim = self.take(square);
        observer.remove(victim, square);
        victim
    }

    pub(super) fn make_move<O: Observer<Piece, Square>>(&mut self, mv: Move, observer: &mut O) -> ChuUndo {
        let Action { from, via, to, promote } = Action::of(mv);
        let mover = self.piece_on(from);
        let mut undo = ChuUndo {
            mover,
            via: Piece::NONE,
            to: Piece::NONE,
            counter_strike: self.counter_strike,
            promotion: self.promotion,
            key: self.key,
        };
        if let Some(via) = via {
            undo.via = self.capture(via, observer);
        }
        if to != from {
            let arrived = if promote { mover.moves().promoted() } else { mover };
            let victim = self.piece_on(to);
            if !victim.is_none() {
                undo.to = victim;
                self.count[victim.side().index()] -= 1;
                self.key ^= PIECE_KEYS[victim.code()][to.index()];
                observer.remove(victim, to);
            }
            self.shift([from, to], [mover, arrived], victim);
            self.board[from.index()] = Piece::NONE;
            self.board[to.index()] = arrived;
            self.key ^= PIECE_KEYS[mover.code()][from.index()] ^ PIECE_KEYS[arrived.code()][to.index()];
            observer.remove(mover, from);
            observer.add(arrived, to);
        }
        self.set_counter_strike(match via {
            _ if mover.moves().traits.contains(Traits::LION) => None,
            _ if undo.to.moves().traits.contains(Traits::LION) => Some(to),
            Some(via) if undo.via.moves().traits.contains(Traits::LION) => Some(via),
            _ => None,
        });
        if matches!(self.rules.promotion, PromotionMode::Msm | PromotionMode::Delay) {
            self.update_promotion_state(mv, &undo);
        }
        self.turn();
        debug_assert_eq!(self.key, self.computed_key());
        undo
    }

    pub(super) fn unmake_move(&mut self, mv: Move, undo: ChuUndo) {
        let Action { from, via, to, .. } = Action::of(mv);
        if to != from {
            let (arrived, victim) = (self.piece_on(to), undo.to);
            self.shift([from, to], [undo.mover, arrived], victim);
            self.board[from.index()] = undo.mover;
            self.board[to.index()] = victim;
            if !victim.is_none() {
                self.count[victim.side().index()] += 1;
            }
        }
        if let Some(via) = via {
            self.put(via, undo.via);
        }
        self.side = !self.side;
        self.counter_strike = undo.counter_strike;
        self.promotion = undo.promotion;
        self.key = undo.key;
    }

    /// Passes the turn without a move: the ban and the side's own "has just entered" mark are over.
    pub(super) fn make_null_move(&mut self) -> ChuUndo {
        let undo = ChuUndo {
            mover: Piece::NONE,
            via: Piece::NONE,
            to: Piece::NONE,
            counter_strike: self.counter_strike,
            promotion: self.promotion,
            key: self.key,
        };
        self.set_counter_strike(None);
        let mut promotion = self.promotion;
        promotion.entered[self.side.index()] = None;
        self.set_promotion_state(promotion);
        self.turn();
        undo
    }

    pub(super) fn unmake_null_move(&mut self, undo: ChuUndo) {
        self.side = !self.side;
        self.counter_strike = undo.counter_strike;
        self.promotion = undo.promotion;
        self.key = undo.key;
    }

    /// Puts a piece that was not on the board on an empty square instead of a move. For the rest of the position that is
    /// a passed turn.
    pub(in crate::games) fn make_drop<O: Observer<Piece, Square>>(
        &mut self,
        piece: Piece,
        to: Square,
        observer: &mut O,
    ) -> ChuUndo {
        let undo = self.make_null_move();
        self.put(to, piece);
        observer.add(piece, to);
        undo
    }

    pub(in crate::games) fn unmake_drop(&mut self, to: Square, undo: ChuUndo) {
        self.take(to);
        self.unmake_null_move(undo);
    }

    /// Gives the turn to a side, with this counter-strike state: for questions about moves out of turn.
    pub(super) fn give_turn(&mut self, side: Side, counter_strike: Option<Square>) {
        self.set_counter_strike(counter_strike);
        if self.side != side {
            self.turn();
        }
    }

    #[inline]
    fn turn(&mut self) {
        self.side = !self.side;
        self.key ^= WHITE_TO_MOVE;
    }

    #[inline]
    fn set_counter_strike(&mut self, square: Option<Square>) {
        if self.counter_strike != square {
            self.key ^= counter_strike_key(self.counter_strike) ^ counter_strike_key(square);
            self.counter_strike = square;
        }
    }

    fn set_promotion_state(&mut self, state: PromotionState) {
        if self.promotion != state {
            self.key ^= self.promotion.key() ^ state.key();
            self.promotion = state;
        }
    }

    /// The modes `msm` and `delay`, chu-rules §3.4. Called before the turn passes.
    fn update_promotion_state(&mut self, mv: Move, undo: &ChuUndo) {
        let Action { from, via, to, promote } = Action::of(mv);
        let zone = &ZONE[self.side.index()];
        let may_promote = undo.mover.can_promote();
        let declined = may_promote && !promote && zone.contains(to.index());
        let mut state = self.promotion;
        if self.rules.promotion == PromotionMode::Msm {
            let capture = via.is_some() || !undo.to.is_none();
            let had_right = may_promote && self.may_promote_on(undo.mover, from, to, capture);
            // The piece on each of these squares has left, is captured, or is judged anew below.
            let touched = [Some(from), via, Some(to)].into_iter().flatten();
            state.suspended &= !touched.fold(Bitboard::EMPTY, |set, square| set.with(square.index()));
            if declined && had_right {
                state.suspended |= Bitboard::of(to.index());
            }
        } else {
            let entered = declined && !zone.contains(from.index());
            state.entered[self.side.index()] = entered.then_some(to);
        }
        self.set_promotion_state(state);
    }

    /// Whether `piece`, which can promote, has the right to when it moves this way (chu-rules §3.1, §3.2).
    #[inline]
    pub(in crate::games) fn may_promote_on(&self, piece: Piece, from: Square, to: Square, capture: bool) -> bool {
        let side = piece.side().index();
        let (starts_inside, ends_inside) = (in_zone(piece.side(), from), in_zone(piece.side(), to));
        if !starts_inside {
            return ends_inside;
        }
        capture
            || match self.rules.promotion {
                PromotionMode::Strict => false,
                PromotionMode::Msm => !self.promotion.suspended.contains(from.index()),
                PromotionMode::Delay => self.promotion.entered[side] != Some(from),
                PromotionMode::Free => true,
            }
            || LAST_RANK[side].contains(to.index()) && self.last_rank_right(piece)
    }

    /// Whether `promo.last_rank` names this piece.
    fn last_rank_right(&self, piece: Piece) -> bool {
        use super::piece::Kind;
        use super::rules::LastRank;
        let flag = match piece.kind() {
            Kind::Pawn => LastRank::PAWN,
            Kind::Lance => LastRank::LANCE,
            Kind::GoBetween => LastRank::GO_BETWEEN,
            _ => return false,
        };
        self.rules.last_rank.contains(flag)
    }

    /// The key, from scratch.
    pub(super) fn computed_key(&self) -> u64 {
        let pieces = self.all_pieces().fold(0, |key, (square, piece)| key ^ PIECE_KEYS[piece.code()][square.index()]);
        let side = if self.side == Side::White { WHITE_TO_MOVE } else { 0 };
        pieces ^ side ^ counter_strike_key(self.counter_strike) ^ self.promotion.key()
    }

    /// Whether all derived state is what the board says.
    pub(super) fn is_up_to_date(&self) -> bool {
        let squares = (0..SIZE * STRIDE).filter_map(Square::from_index);
        let pieces = squares.map(|square| (square, self.piece_on(square))).filter(|(_, piece)| !piece.is_none());
        let mut fresh = ChuPosition::set_up(self.rules, pieces, self.side, self.counter_strike);
        fresh.set_promotion_state(self.promotion);
        fresh.had_royal = self.had_royal;
        fresh.start_number = self.start_number;
        fresh == *self
    }
}
