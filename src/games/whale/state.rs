//! The board and everything that is kept up to date with it.

use super::action::Action;
use super::board::{STRIDE, Square, SquareSet, TABLE, Tables};
use super::piece::{HAND_KINDS, KINDS, Kind, PIECES, Piece};
use super::rules::WhaleRules;
use crate::geometry::{Bitboard, Lines};
use crate::position::{Mailbox, Move, Observer, Side, WHITE_TO_MOVE, hand_key, piece_keys};

/// A position of a whale game on a board of `SIZE` × `SIZE` squares: 6 is Whale Shogi, 7 Paulowich Whale Shogi.
#[derive(Clone, PartialEq)]
pub struct WhalePosition<const SIZE: usize> {
    pub(super) rules: WhaleRules,
    pub(super) board: [Piece; TABLE],
    /// All pieces of each side.
    pub(super) pieces: [SquareSet; 2],
    /// The pieces of each side by kind.
    pub(super) sets: [[SquareSet; KINDS]; 2],
    /// The pieces of each side that slide from where they stand.
    pub(super) sliders: [SquareSet; 2],
    pub(super) lines: Lines<u8, 16>,
    pub(super) hands: [[u8; HAND_KINDS]; 2],
    pub(super) side: Side,
    /// The pieces that attack the royal of the side to move.
    pub(super) checkers: SquareSet,
    /// Whether each side had a royal at the start of its game; a side without never loses it.
    had_royal: [bool; 2],
    /// Number of the ply that follows the position given at the start, from 1.
    start_number: u32,
    key: u64,
}

/// What a move destroys.
pub struct WhaleUndo {
    victim: Piece,
    checkers: SquareSet,
    key: u64,
}

static PIECE_KEYS: [[u64; TABLE]; PIECES] = piece_keys();

impl<const SIZE: usize> Mailbox for WhalePosition<SIZE> {
    type Square = usize;
    type Piece = Piece;

    const NONE: Piece = Piece::NONE;

    #[inline]
    fn cell(&mut self, square: usize) -> &mut Piece {
        &mut self.board[square]
    }

    #[inline]
    fn update(&mut self, square: usize, piece: Piece, _change: i8) {
        let Some((kind, side)) = piece.parts() else { return };
        self.pieces[side.index()].toggle(square);
        self.sets[side.index()][kind as usize].toggle(square);
        if !Tables::<SIZE>::SLIDES[piece.code()][square].is_empty() {
            self.sliders[side.index()].toggle(square);
        }
        self.lines.toggle(Tables::<SIZE>::FRAME, square);
        self.key ^= PIECE_KEYS[piece.code()][square];
    }
}

impl<const SIZE: usize> WhalePosition<SIZE> {
    /// A position set up as text would: these pieces on the board and in hand, this side to move. A later piece on the
    /// same square replaces the earlier one.
    pub fn set_up(
        rules: WhaleRules,
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        hands: [[u8; HAND_KINDS]; 2],
        side: Side,
    ) -> Self {
        let mut position = WhalePosition {
            rules,
            board: [Piece::NONE; TABLE],
            pieces: [Bitboard::EMPTY; 2],
            sets: [[Bitboard::EMPTY; KINDS]; 2],
            sliders: [Bitboard::EMPTY; 2],
            lines: Lines::default(),
            hands,
            side,
            checkers: Bitboard::EMPTY,
            had_royal: [false; 2],
            start_number: 1,
            key: if side == Side::White { WHITE_TO_MOVE } else { 0 },
        };
        position.put_all(pieces.into_iter().map(|(square, piece)| (square.index(), piece)));
        for side in Side::BOTH {
            for kind in Kind::in_hand() {
                position.key ^= hand_key(side, kind as usize, position.in_hand(side, kind));
            }
        }
        position.had_royal = Side::BOTH.map(|side| position.royal(side).is_some());
        position.checkers = position.find_checkers();
        position
    }

    /// What stands on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Piece {
        self.board[square.index()]
    }

    /// How many pieces of a kind a side holds in hand.
    #[inline]
    pub fn in_hand(&self, side: Side, kind: Kind) -> u8 {
        self.hands[side.index()].get(kind as usize).copied().unwrap_or(0)
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Side {
        self.side
    }

    /// Number of the ply that follows the position given at the start.
    pub fn start_number(&self) -> u32 {
        self.start_number
    }

    /// Sets the number of the ply that follows.
    pub fn set_start_number(&mut self, number: u32) {
        self.start_number = number;
    }

    /// All pieces on the board with their squares.
    pub fn all_pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let occupied = self.pieces[0] | self.pieces[1];
        occupied.into_iter().map(|square| (Square::at(square), self.board[square]))
    }

    #[inline]
    pub(super) fn set(&self, side: Side, kind: Kind) -> SquareSet {
        self.sets[side.index()][kind as usize]
    }

    /// Where the royal of a side stands.
    #[inline]
    pub(super) fn royal(&self, side: Side) -> Option<usize> {
        self.set(side, Kind::White).first()
    }

    #[inline]
    pub(super) fn empty_squares(&self) -> SquareSet {
        Tables::<SIZE>::ALL & !(self.pieces[0] | self.pieces[1])
    }

    #[inline]
    pub(super) fn full_key(&self) -> u64 {
        self.key
    }

    /// Who has lost the royal it had.
    #[inline]
    pub(super) fn bereft(&self) -> Option<Side> {
        let lost = |side: Side| self.had_royal[side.index()] && self.set(side, Kind::White).is_empty();
        [self.side, !self.side].into_iter().find(|&side| lost(side))
    }

    /// Changes what a side holds by one.
    #[inline]
    fn change_hand<O: Observer<Piece, Square>>(&mut self, side: Side, kind: Kind, change: i32, observer: &mut O) {
        if let Some(count) = self.hands[side.index()].get_mut(kind as usize) {
            let before = *count;
            *count = count.wrapping_add_signed(change as i8);
            self.key ^= hand_key(side, kind as usize, before) ^ hand_key(side, kind as usize, *count);
            observer.hand(side, kind as usize, before, *count);
        }
    }

    pub(super) fn make_move<O: Observer<Piece, Square>>(&mut self, mv: Move, observer: &mut O) -> WhaleUndo {
        let mut undo = WhaleUndo { victim: Piece::NONE, checkers: self.checkers, key: self.key };
        match Action::of(mv) {
            Action::Move { from, to } => {
                if !self.board[to.index()].is_none() {
                    undo.victim = self.take(to.index());
                    observer.remove(undo.victim, to);
                    if let Some(kind) = undo.victim.kind().and_then(|kind| kind.info().captured_as) {
                        self.change_hand(self.side, kind, 1, observer);
                    }
                }
                let mover = self.take(from.index());
                self.put(to.index(), mover);
                observer.remove(mover, from);
                observer.add(mover, to);
            }
            Action::Drop { kind, to } => {
                let piece = Piece::new(kind, self.side);
                self.change_hand(self.side, kind, -1, observer);
                self.put(to.index(), piece);
                observer.add(piece, to);
            }
        }
        self.turn();
        debug_assert_eq!(self.key, self.computed_key());
        undo
    }

    pub(super) fn unmake_move(&mut self, mv: Move, undo: WhaleUndo) {
        self.side = !self.side;
        match Action::of(mv) {
            Action::Move { from, to } => {
                let mover = self.take(to.index());
                self.put(from.index(), mover);
                if let Some(kind) = undo.victim.kind() {
                    self.put(to.index(), undo.victim);
                    if let Some(kind) = kind.info().captured_as {
                        self.change_hand(self.side, kind, -1, &mut ());
                    }
                }
            }
            Action::Drop { kind, to } => {
                self.take(to.index());
                self.change_hand(self.side, kind, 1, &mut ());
            }
        }
        self.checkers = undo.checkers;
        self.key = undo.key;
    }

    pub(super) fn make_null_move(&mut self) -> WhaleUndo {
        let undo = WhaleUndo { victim: Piece::NONE, checkers: self.checkers, key: self.key };
        self.turn();
        undo
    }

    pub(super) fn unmake_null_move(&mut self, undo: WhaleUndo) {
        self.side = !self.side;
        self.checkers = undo.checkers;
        self.key = undo.key;
    }

    #[inline]
    fn turn(&mut self) {
        self.side = !self.side;
        self.key ^= WHITE_TO_MOVE;
        self.checkers = self.find_checkers();
    }

    /// The key, from scratch.
    pub(super) fn computed_key(&self) -> u64 {
        let pieces = self.all_pieces().fold(0, |key, (square, piece)| key ^ PIECE_KEYS[piece.code()][square.index()]);
        let hands = Side::BOTH.into_iter().flat_map(|side| Kind::in_hand().map(move |kind| (side, kind)));
        let hands = hands.fold(0, |key, (side, kind)| key ^ hand_key(side, kind as usize, self.in_hand(side, kind)));
        pieces ^ hands ^ if self.side == Side::White { WHITE_TO_MOVE } else { 0 }
    }

    /// Whether all derived state is what the board says.
    pub(super) fn is_up_to_date(&self) -> bool {
        let squares = (0..SIZE * STRIDE).map(Square::at);
        let pieces = squares.map(|square| (square, self.piece_on(square))).filter(|(_, piece)| !piece.is_none());
        let mut fresh = WhalePosition::set_up(self.rules, pieces, self.hands, self.side);
        fresh.had_royal = self.had_royal;
        fresh.start_number = self.start_number;
        fresh == *self && self.key == self.computed_key()
    }
}
