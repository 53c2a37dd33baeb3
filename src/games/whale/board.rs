//! Small square boards in numbers.

use super::piece::{KIND_TABLE, KINDS, PIECES};
use crate::geometry::{Bitboard, Direction, Directions, Frame};
use crate::position::Side;

/// From one rank to the next: eight bits a rank, so that a set of squares is one word.
pub const STRIDE: usize = 8;

/// Length of tables that are indexed by square.
pub const TABLE: usize = 64;

/// A set of squares.
pub type SquareSet = Bitboard<1>;

/// The tables of a board of `SIZE` files and ranks, at most eight.
pub(super) struct Tables<const SIZE: usize>;

impl<const SIZE: usize> Tables<SIZE> {
    /// Lines and distances to the edge.
    pub const FRAME: &'static Frame<TABLE> = &Frame::new(SIZE, SIZE, STRIDE);

    /// All squares.
    pub const ALL: SquareSet = ranks(SIZE, 0, SIZE);

    /// The rank farthest from each side.
    pub const FAR: [SquareSet; 2] = [ranks(SIZE, SIZE - 1, SIZE), ranks(SIZE, 0, 1)];

    /// Where a piece steps and jumps to from a square. The squares from which a piece reaches a square that way are
    /// those that the same piece of the other side reaches from it.
    pub const STEPS: &'static [[SquareSet; TABLE]; PIECES] = &steps(SIZE);

    /// The directions in which a piece slides from a square.
    pub const SLIDES: &'static [[Directions; TABLE]; PIECES] = &slides(SIZE);

    /// The direction from one square to another on the same line, by the two squares; [`OFF`] if there is none.
    pub const LINES: &'static [[u8; TABLE]; TABLE] = &lines(SIZE);

    /// Direction and distance from one square to another, if they lie on one line and differ.
    #[inline]
    pub fn line(from: usize, to: usize) -> Option<(Direction, u8)> {
        let direction = *Direction::ALL.get(Self::LINES[from % TABLE][to % TABLE] as usize)?;
        let (df, dr) = ((from % STRIDE).abs_diff(to % STRIDE), (from / STRIDE).abs_diff(to / STRIDE));
        Some((direction, df.max(dr) as u8))
    }
}

/// Not on one line.
const OFF: u8 = 255;

/// The ranks from `first` up to, but not including, `end`.
const fn ranks(size: usize, first: usize, end: usize) -> SquareSet {
    let mut set = Bitboard::EMPTY;
    let mut rank = first;
    while rank < end {
        let mut file = 0;
        while file < size {
            set = set.with(rank * STRIDE + file);
            file += 1;
        }
        rank += 1;
    }
    set
}

/// The file of a square, as far up as the word goes.
#[inline]
pub(super) const fn file_of(square: usize) -> SquareSet {
    Bitboard([0x0101_0101_0101_0101 << (square % STRIDE)])
}

/// Whether a square of the table is on the board.
pub(super) const fn is_on_board(size: usize, square: usize) -> bool {
    square % STRIDE < size && square / STRIDE < size
}

const fn turned(directions: Directions, side: Side) -> Directions {
    match side {
        Side::Black => directions,
        Side::White => directions.rotated(),
    }
}

const fn code(kind: usize, side: Side) -> usize {
    1 + 2 * kind + side as usize
}

const fn add_targets(set: SquareSet, size: usize, from: usize, directions: Directions, distance: i32) -> SquareSet {
    let mut set = set;
    let mut d = 0;
    while d < 8 {
        let (df, dr) = Direction::ALL[d].step();
        let file = (from % STRIDE) as i32 + df * distance;
        let rank = (from / STRIDE) as i32 + dr * distance;
        let inside = file >= 0 && rank >= 0 && file < size as i32 && rank < size as i32;
        if inside && directions.contains(Direction::ALL[d]) {
            set = set.with(rank as usize * STRIDE + file as usize);
        }
        d += 1;
    }
    set
}

const fn steps(size: usize) -> [[SquareSet; TABLE]; PIECES] {
    let mut table = [[Bitboard::EMPTY; TABLE]; PIECES];
    let mut kind = 0;
    while kind < KINDS {
        let info = &KIND_TABLE[kind];
        let mut square = 0;
        while square < TABLE {
            if is_on_board(size, square) {
                let mut s = 0;
                while s < 2 {
                    let side = Side::BOTH[s];
                    let set = add_targets(Bitboard::EMPTY, size, square, turned(info.step, side), 1);
                    table[code(kind, side)][square] = add_targets(set, size, square, turned(info.jump, side), 2);
                    s += 1;
                }
            }
            square += 1;
        }
        kind += 1;
    }
    table
}

const fn slides(size: usize) -> [[Directions; TABLE]; PIECES] {
    let mut table = [[Directions::NONE; TABLE]; PIECES];
    let mut kind = 0;
    while kind < KINDS {
        let info = &KIND_TABLE[kind];
        let mut square = 0;
        while square < TABLE {
            if is_on_board(size, square) {
                let rank = square / STRIDE;
                let black = if rank == size - 1 { info.slide.union(info.far_slide) } else { info.slide };
                let white = if rank == 0 { info.slide.union(info.far_slide) } else { info.slide };
                table[code(kind, Side::Black)][square] = black;
                table[code(kind, Side::White)][square] = turned(white, Side::White);
            }
            square += 1;
        }
        kind += 1;
    }
    table
}

const fn lines(size: usize) -> [[u8; TABLE]; TABLE] {
    let mut table = [[OFF; TABLE]; TABLE];
    let mut from = 0;
    while from < TABLE {
        if is_on_board(size, from) {
            let mut d = 0;
            while d < 8 {
                let (df, dr) = Direction::ALL[d].step();
                let (mut file, mut rank) = ((from % STRIDE) as i32 + df, (from / STRIDE) as i32 + dr);
                while file >= 0 && rank >= 0 && file < size as i32 && rank < size as i32 {
                    table[from][rank as usize * STRIDE + file as usize] = d as u8;
                    file += df;
                    rank += dr;
                }
                d += 1;
            }
        }
        from += 1;
    }
    table
}

/// A square: `rank * 8 + file`; file 0 is the left edge and rank 0 the near edge, seen by Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square on this file and rank of a board of this size, if there is one.
    pub const fn new(file: usize, rank: usize, size: usize) -> Option<Square> {
        if file < size && rank < size { Some(Square((rank * STRIDE + file) as u8)) } else { None }
    }

    /// A number that is known to be a square of the board.
    #[inline]
    pub(super) const fn at(index: usize) -> Square {
        Square((index % TABLE) as u8)
    }

    /// Number of the square, below 64.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize % TABLE
    }

    /// 0 (left, seen by Black) and up.
    #[inline]
    pub const fn file(self) -> usize {
        self.0 as usize % STRIDE
    }

    /// 0 (Black's side) and up.
    #[inline]
    pub const fn rank(self) -> usize {
        self.0 as usize / STRIDE
    }

    /// The same square seen from the other side of a board of this size.
    pub const fn rotated(self, size: usize) -> Square {
        Square(((size - 1 - self.rank()) * STRIDE + size - 1 - self.file()) as u8)
    }
}
