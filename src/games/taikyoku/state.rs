//! The board and everything that is kept up to date with it.

use super::action::{Action, Path};
use super::movement::Powers;
use super::piece::Piece;
use super::rules::TaikyokuRules;
use super::square::{FRAME, SIZE, Square, SquareSet, TABLE, line};
use super::table::{PieceInfo, PieceTable};
use crate::geometry::{Bitboard, Direction, Lines};
use crate::position::{Mailbox, Move, Observer, Outcome, Reason, Side, mix};
use arrayvec::ArrayVec;

/// Occupancies of the lines of the board.
pub(super) type BoardLines = Lines<u64, 128>;

/// A piece that has been taken, and where. A sweep takes at most everything on a line but the sweeper.
pub(super) type Victims = ArrayVec<(u16, Piece), { SIZE - 1 }>;

/// A position of Taikyoku Shogi.
#[derive(Clone)]
pub struct TaikyokuPosition {
    pub(super) rules: TaikyokuRules,
    /// The pieces as the rules have them.
    pub(super) table: &'static PieceTable,
    pub(super) board: Box<[Piece; TABLE]>,
    /// All pieces of each side.
    pub(super) pieces: [SquareSet; 2],
    pub(super) royals: [SquareSet; 2],
    /// The pieces of each side that reach farther than the first pieces on their lines: hooks, range moves, and slides over
    /// pieces.
    pub(super) far: [SquareSet; 2],
    pub(super) lines: Box<BoardLines>,
    pub(super) side: Side,
    /// Whether each side had a royal at the start of its game; a side without never loses it.
    had_royal: [bool; 2],
    /// Plies since the last capture or promotion, or since the start.
    quiet_plies: u32,
    /// Number of the ply that follows the position given at the start, from 1.
    start_number: u32,
    key: u64,
}

/// What a move destroys.
pub struct TaikyokuUndo {
    victims: Victims,
    quiet_plies: u32,
    key: u64,
}

impl PartialEq for TaikyokuPosition {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules
            && self.board == other.board
            && (self.pieces, self.royals, self.far) == (other.pieces, other.royals, other.far)
            && self.lines == other.lines
            && (self.side, self.had_royal, self.key) == (other.side, other.had_royal, other.key)
            && (self.quiet_plies, self.start_number) == (other.quiet_plies, other.start_number)
    }
}

const SIDE_KEY: u64 = mix(1 << 40);

/// The part of the key that a piece makes. What it started as does not matter, only what it is and whether it can promote.
#[inline]
fn piece_key(info: &PieceInfo, side: Side, square: usize) -> u64 {
    let piece = (info.kind.index() << 2 | usize::from(info.promotes) << 1 | side.index()) as u64;
    mix(piece << 11 | square as u64)
}

impl Mailbox for TaikyokuPosition {
    type Square = usize;
    type Piece = Piece;

    const NONE: Piece = Piece::NONE;

    #[inline]
    fn cell(&mut self, square: usize) -> &mut Piece {
        &mut self.board[square % TABLE]
    }

    #[inline]
    fn update(&mut self, square: usize, piece: Piece, _change: i8) {
        let (info, side) = (self.table.info(piece), piece.side());
        self.pieces[side.index()].toggle(square);
        if info.royal {
            self.royals[side.index()].toggle(square);
        }
        if info.powers.intersects(Powers::HOOK | Powers::RANGE | Powers::OVER) {
            self.far[side.index()].toggle(square);
        }
        self.lines.toggle(&FRAME, square);
        self.key ^= piece_key(info, side, square);
    }
}

impl TaikyokuPosition {
    /// A position set up as text would: these pieces, this side to move. A later piece on the same square replaces the
    /// earlier one.
    pub fn set_up(rules: TaikyokuRules, pieces: impl IntoIterator<Item = (Square, Piece)>, side: Side) -> Self {
        let mut position = TaikyokuPosition {
            rules,
            table: PieceTable::of(&rules),
            board: Box::new([Piece::NONE; TABLE]),
            pieces: [Bitboard::EMPTY; 2],
            royals: [Bitboard::EMPTY; 2],
            far: [Bitboard::EMPTY; 2],
            lines: Box::default(),
            side,
            had_royal: [false; 2],
            quiet_plies: 0,
            start_number: 1,
            key: if side == Side::White { SIDE_KEY } else { 0 },
        };
        position.put_all(pieces.into_iter().map(|(square, piece)| (square.index(), piece)));
        position.had_royal = position.royals.map(|royals| !royals.is_empty());
        position
    }

    /// What stands on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Piece {
        self.board[square.index()]
    }

    /// What there is to know of the piece on a square.
    #[inline]
    pub(super) fn info(&self, square: usize) -> &'static PieceInfo {
        self.table.info(self.board[square % TABLE])
    }

    /// What a piece is now under the rules in force, unless it is none.
    pub fn kind_of(&self, piece: Piece) -> Option<super::Kind> {
        piece.origin().map(|_| self.table.info(piece).kind)
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Side {
        self.side
    }

    /// Plies since the last capture or promotion, or since the start.
    pub fn quiet_plies(&self) -> u32 {
        self.quiet_plies
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
    pub(super) fn full_key(&self) -> u64 {
        self.key
    }

    /// Puts other rules in force.
    pub(super) fn change_rules(&mut self, rules: TaikyokuRules) {
        self.rules = rules;
        if !std::ptr::eq(self.table, PieceTable::of(&rules)) {
            let TaikyokuPosition { had_royal, quiet_plies, start_number, .. } = *self;
            *self = TaikyokuPosition::set_up(rules, self.all_pieces(), self.side);
            (self.had_royal, self.quiet_plies, self.start_number) = (had_royal, quiet_plies, start_number);
        }
    }

    /// The result on the board.
    pub(super) fn result(&self) -> Option<Outcome> {
        let lost = |side: Side| self.had_royal[side.index()] && self.royals[side.index()].is_empty();
        let bereft = [self.side, !self.side].into_iter().find(|&side| lost(side));
        let tired = self.rules.quiet_cap.is_some_and(|cap| self.quiet_plies >= cap);
        let draw = tired.then_some(Outcome::draw(Reason::NoProgress));
        bereft.map(|loser| Outcome::win(!loser, Reason::Royals)).or(draw)
    }

    /// The squares whose pieces an action takes, in the order in which it comes by.
    #[inline]
    pub(super) fn captured_squares(&self, action: Action) -> ArrayVec<u16, { SIZE - 1 }> {
        let mut squares = ArrayVec::new();
        let (from, to) = (action.from.index(), action.to.index());
        // A line has no more squares than the list holds, and the other paths take at most two pieces.
        let mut push = |square: usize| {
            let _ = squares.try_push(square as u16);
        };
        match action.path {
            Path::Plain => {}
            Path::Over(direction) => push(FRAME.walk(from, direction, 1)),
            Path::All => {
                if let Some((direction, distance)) = line(from, to) {
                    let between = (1..distance).map(|steps| FRAME.walk(from, direction, steps));
                    between.filter(|&square| !self.board[square].is_none()).for_each(&mut push);
                }
            }
        }
        if from != to && !self.board[to].is_none() {
            push(to);
        }
        squares
    }

    pub(super) fn make_move<O: Observer<Piece, Square>>(&mut self, mv: Move, observer: &mut O) -> TaikyokuUndo {
        let action = Action::of(mv);
        let (from, to) = (action.from.index(), action.to.index());
        let mut undo = TaikyokuUndo { victims: Victims::new(), quiet_plies: self.quiet_plies, key: self.key };
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        for square in self.captured_squares(action) {
            let victim = self.take(square as usize);
            observer.remove(victim, Square::at(square as usize));
            undo.victims.push((square, victim));
            self.quiet_plies = 0;
        }
        if from != to {
            let mover = self.take(from);
            let arrived = if action.promotes { mover.promoted() } else { mover };
            self.put(to, arrived);
            observer.remove(mover, action.from);
            observer.add(arrived, action.to);
            if action.promotes {
                self.quiet_plies = 0;
            }
        }
        self.turn();
        debug_assert_eq!(self.key, self.computed_key());
        undo
    }

    pub(super) fn unmake_move(&mut self, mv: Move, undo: TaikyokuUndo) {
        let action = Action::of(mv);
        self.side = !self.side;
        if action.from != action.to {
            let arrived = self.take(action.to.index());
            let mover = match (action.promotes, arrived.origin()) {
                (true, Some(origin)) => Piece::new(origin, false, arrived.side()),
                _ => arrived,
            };
            self.put(action.from.index(), mover);
        }
        for (square, victim) in undo.victims {
            self.put(square as usize, victim);
        }
        self.quiet_plies = undo.quiet_plies;
        self.key = undo.key;
    }

    pub(super) fn make_null_move(&mut self) -> TaikyokuUndo {
        let undo = TaikyokuUndo { victims: Victims::new(), quiet_plies: self.quiet_plies, key: self.key };
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        self.turn();
        undo
    }

    pub(super) fn unmake_null_move(&mut self, undo: TaikyokuUndo) {
        self.side = !self.side;
        self.quiet_plies = undo.quiet_plies;
        self.key = undo.key;
    }

    #[inline]
    fn turn(&mut self) {
        self.side = !self.side;
        self.key ^= SIDE_KEY;
    }

    /// The key, from scratch.
    pub(super) fn computed_key(&self) -> u64 {
        let pieces =
            self.all_pieces().map(|(square, piece)| piece_key(self.table.info(piece), piece.side(), square.index()));
        pieces.fold(if self.side == Side::White { SIDE_KEY } else { 0 }, |key, part| key ^ part)
    }

    /// Whether all derived state is what the board says.
    pub(super) fn is_up_to_date(&self) -> bool {
        let pieces = Square::all().map(|square| (square, self.piece_on(square)));
        let mut fresh = TaikyokuPosition::set_up(self.rules, pieces, self.side);
        fresh.had_royal = self.had_royal;
        fresh.quiet_plies = self.quiet_plies;
        fresh.start_number = self.start_number;
        fresh == *self && self.key == self.computed_key()
    }

    /// The occupied squares ahead of a square, the nearest first.
    #[inline]
    pub(super) fn ahead(&self, square: usize, direction: Direction) -> u64 {
        self.lines.ahead(&FRAME, square, direction)
    }
}
