//! The board in numbers: 36 × 36 squares.

use crate::geometry::{Bitboard, Direction, Frame};
use crate::position::Side;

/// Files and ranks.
pub const SIZE: usize = 36;

/// Number of squares.
pub const SQUARES: usize = SIZE * SIZE;

/// Length of tables that are indexed by square: a power of two, so that a masked index is in bounds.
pub const TABLE: usize = 2048;

/// Ranks of the promotion zone: the opponent's eleven.
const ZONE: usize = 11;

/// A set of squares.
pub type SquareSet = Bitboard<21>;

/// Lines and distances to the edge.
pub(super) static FRAME: Frame<TABLE> = Frame::new(SIZE, SIZE, SIZE);

/// File and rank of every square.
static FILE_RANK: [(u8, u8); TABLE] = {
    let mut table = [(0, 0); TABLE];
    let mut square = 0;
    while square < SQUARES {
        table[square] = ((square % SIZE) as u8, (square / SIZE) as u8);
        square += 1;
    }
    table
};

/// A square: `rank * 36 + file`; file 0 is the left edge and rank 0 the near edge, seen by Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u16);

impl Square {
    /// Black's left corner.
    pub const FIRST: Square = Square(0);

    /// The square on this file and rank, if there is one.
    pub const fn new(file: usize, rank: usize) -> Option<Square> {
        if file < SIZE && rank < SIZE { Some(Square((rank * SIZE + file) as u16)) } else { None }
    }

    /// A number that is known to be a square.
    #[inline]
    pub(super) const fn at(index: usize) -> Square {
        Square((index % TABLE) as u16)
    }

    /// All squares, rank by rank from Black's side.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..SQUARES).map(Square::at)
    }

    /// Number of the square.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize % TABLE
    }

    /// 0 (left, seen by Black) to 35.
    #[inline]
    pub fn file(self) -> usize {
        file_of(self.index())
    }

    /// 0 (Black's side) to 35.
    #[inline]
    pub fn rank(self) -> usize {
        rank_of(self.index())
    }

    /// The same square seen from the other side of the board.
    pub const fn rotated(self) -> Square {
        Square((SQUARES - 1) as u16 - self.0)
    }
}

#[inline]
pub(super) fn file_of(square: usize) -> usize {
    FILE_RANK[square % TABLE].0 as usize
}

#[inline]
pub(super) fn rank_of(square: usize) -> usize {
    FILE_RANK[square % TABLE].1 as usize
}

/// The rank as a side counts, 0 nearest to it.
#[inline]
pub(super) fn relative_rank(square: usize, side: Side) -> usize {
    match side {
        Side::Black => rank_of(square),
        Side::White => SIZE - 1 - rank_of(square),
    }
}

/// Whether a piece of `side` that reaches the square promotes.
#[inline]
pub(super) fn in_zone(square: usize, side: Side) -> bool {
    relative_rank(square, side) >= SIZE - ZONE
}

/// File and rank change from one square to another.
#[inline]
pub(super) fn change(from: usize, to: usize) -> (i32, i32) {
    (file_of(to) as i32 - file_of(from) as i32, rank_of(to) as i32 - rank_of(from) as i32)
}

/// The square with this file and rank change, if it is on the board.
#[inline]
pub(super) fn offset(from: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let file = usize::try_from(file_of(from) as i32 + files).ok()?;
    let rank = usize::try_from(rank_of(from) as i32 + ranks).ok()?;
    Square::new(file, rank).map(Square::index)
}

/// Direction and distance from one square to another, if they lie on one line and differ.
#[inline]
pub(super) fn line(from: usize, to: usize) -> Option<(Direction, u8)> {
    let (files, ranks) = change(from, to);
    if files != 0 && ranks != 0 && files.abs() != ranks.abs() {
        return None;
    }
    let direction = match (files.signum(), ranks.signum()) {
        (0, 1) => Direction::North,
        (1, 1) => Direction::NorthEast,
        (1, 0) => Direction::East,
        (1, -1) => Direction::SouthEast,
        (0, -1) => Direction::South,
        (-1, -1) => Direction::SouthWest,
        (-1, 0) => Direction::West,
        (-1, 1) => Direction::NorthWest,
        _ => return None,
    };
    Some((direction, files.abs().max(ranks.abs()) as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_zones() {
        let square = |file, rank| Square::new(file, rank).unwrap().index();
        assert_eq!(line(square(3, 3), square(3, 3)), None);
        assert_eq!(line(square(3, 3), square(5, 4)), None);
        for direction in Direction::ALL {
            for distance in 1..=12 {
                let to = FRAME.walk(square(17, 17), direction, distance);
                assert_eq!(line(square(17, 17), to), Some((direction, distance)));
            }
        }
        // Ranks 26 to 36 for Black, 11 to 1 for White.
        assert!(in_zone(square(0, 25), Side::Black) && !in_zone(square(0, 24), Side::Black));
        assert!(in_zone(square(0, 10), Side::White) && !in_zone(square(0, 11), Side::White));
        assert_eq!(Square::new(0, 0).unwrap().rotated(), Square::new(35, 35).unwrap());
        assert_eq!(offset(square(0, 0), (-1, 0)), None);
        assert_eq!(offset(square(1, 1), (2, -1)), Some(square(3, 0)));
    }
}
