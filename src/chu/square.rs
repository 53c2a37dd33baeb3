//! The 12×12 board in numbers.

use crate::geometry::{Bitboard, Direction, Frame};

/// Files and ranks of the board.
pub const SIZE: usize = 12;

/// From one rank to the next: sixteen bits a rank, so that a set of squares is three words and the four spare columns
/// absorb sideways shifts.
pub const STRIDE: usize = 16;

/// Length of tables that are indexed by square: any `u8` is in bounds.
pub const TABLE: usize = 256;

/// A set of squares.
pub type SquareSet = Bitboard<3>;

/// The lines of the board and the distances to its edge.
pub static FRAME: Frame<TABLE> = Frame::new(SIZE, SIZE, STRIDE);

/// All squares of the board.
pub const BOARD: SquareSet = ranks(0, SIZE);

/// The ranks from `first` up to, but not including, `end`.
pub const fn ranks(first: usize, end: usize) -> SquareSet {
    let mut set = Bitboard::EMPTY;
    let mut rank = first;
    while rank < end {
        let mut file = 0;
        while file < SIZE {
            set = set.with(rank * STRIDE + file);
            file += 1;
        }
        rank += 1;
    }
    set
}

/// The up to eight neighbours of a square.
pub static NEIGHBOURS: [SquareSet; TABLE] = area(1);

/// The up to 24 squares within two steps of a square, itself not included.
pub static LION_AREA: [SquareSet; TABLE] = area(2);

/// The squares a knight's leap away.
pub static KNIGHT_LEAPS: [SquareSet; TABLE] = knight_leaps();

const fn area(radius: i32) -> [SquareSet; TABLE] {
    squares_near(radius, false)
}

const fn knight_leaps() -> [SquareSet; TABLE] {
    squares_near(2, true)
}

const fn squares_near(radius: i32, knight_only: bool) -> [SquareSet; TABLE] {
    let mut table = [Bitboard::EMPTY; TABLE];
    let mut square = 0;
    while square < SIZE * STRIDE {
        let (file, rank) = ((square % STRIDE) as i32, (square / STRIDE) as i32);
        let mut dr = -radius;
        while dr <= radius {
            let mut df = -radius;
            while df <= radius {
                let (f, r) = (file + df, rank + dr);
                let inside = f >= 0 && f < SIZE as i32 && r >= 0 && r < SIZE as i32;
                let wanted = if knight_only { df * df + dr * dr == 5 } else { df != 0 || dr != 0 };
                if inside && wanted && file < SIZE as i32 {
                    table[square] = table[square].with(r as usize * STRIDE + f as usize);
                }
                df += 1;
            }
            dr += 1;
        }
        square += 1;
    }
    table
}

/// A square of the board, `rank * 16 + file`; file 0 is the left edge and rank 0 the near edge, seen by Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square on this file and rank, if there is one.
    pub const fn new(file: usize, rank: usize) -> Option<Square> {
        if file < SIZE && rank < SIZE { Some(Square((rank * STRIDE + file) as u8)) } else { None }
    }

    /// The square with this number, if there is one.
    pub const fn from_index(index: usize) -> Option<Square> {
        Square::new(index % STRIDE, index / STRIDE)
    }

    /// A number that is known to be a square of the board.
    #[inline]
    pub(super) const fn at(index: usize) -> Square {
        debug_assert!(index % STRIDE < SIZE && index / STRIDE < SIZE);
        Square(index as u8)
    }

    /// Number of the square, below 192.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 (left, seen by Black) to 11.
    #[inline]
    pub const fn file(self) -> usize {
        self.0 as usize % STRIDE
    }

    /// 0 (Black's side) to 11.
    #[inline]
    pub const fn rank(self) -> usize {
        self.0 as usize / STRIDE
    }

    /// The larger of file and rank difference.
    #[inline]
    pub const fn distance(self, other: Square) -> usize {
        let (df, dr) = (self.file().abs_diff(other.file()), self.rank().abs_diff(other.rank()));
        if df > dr { df } else { dr }
    }

    /// The square `distance` steps away, if it is on the board.
    #[inline]
    pub fn step(self, direction: Direction, distance: u8) -> Option<Square> {
        FRAME.target(self.index(), direction, distance).map(Square::at)
    }

    /// Direction and distance from here to `to`, if they lie on one line and differ.
    pub fn line_to(self, to: Square) -> Option<(Direction, u8)> {
        let df = to.file() as i32 - self.file() as i32;
        let dr = to.rank() as i32 - self.rank() as i32;
        if (df, dr) == (0, 0) || (df != 0 && dr != 0 && df.abs() != dr.abs()) {
            return None;
        }
        let direction = Direction::ALL.into_iter().find(|d| d.step() == (df.signum(), dr.signum()))?;
        Some((direction, df.abs().max(dr.abs()) as u8))
    }

    /// The same square seen from the other side of the board.
    pub const fn rotated(self) -> Square {
        Square(((SIZE - 1 - self.rank()) * STRIDE + SIZE - 1 - self.file()) as u8)
    }
}
