//! The 12×12 board in numbers.

use crate::geometry::{Bitboard, Direction, Directions, Frame};

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
pub static FRAME: Frame<TABLE> = FRAME_TABLES;
const FRAME_TABLES: Frame<TABLE> = Frame::new(SIZE, SIZE, STRIDE);

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

/// Offsets that belong to a pattern of squares around a centre.
#[derive(Clone, Copy)]
enum Pattern {
    Neighbours,
    Lion,
    Kirin,
    Phoenix,
    Knight,
}

impl Pattern {
    /// Whether the pattern holds the square that is this many files and ranks away.
    const fn holds(self, files: usize, ranks: usize) -> bool {
        match (self, files, ranks) {
            (_, 0, 0) => false,
            (Pattern::Neighbours, 0..=1, 0..=1) | (Pattern::Lion, 0..=2, 0..=2) => true,
            (Pattern::Kirin, 1, 1) | (Pattern::Kirin, 0, 2) | (Pattern::Kirin, 2, 0) => true,
            (Pattern::Phoenix, 0, 1) | (Pattern::Phoenix, 1, 0) | (Pattern::Phoenix, 2, 2) => true,
            (Pattern::Knight, 1, 2) | (Pattern::Knight, 2, 1) => true,
            _ => false,
        }
    }

    const fn table(self) -> [SquareSet; TABLE] {
        let mut table = [Bitboard::EMPTY; TABLE];
        let mut from = 0;
        while from < SIZE * SIZE {
            let (file, rank) = (from % SIZE, from / SIZE);
            let mut to = 0;
            while to < SIZE * SIZE {
                if self.holds(file.abs_diff(to % SIZE), rank.abs_diff(to / SIZE)) {
                    let square = rank * STRIDE + file;
                    table[square] = table[square].with(to / SIZE * STRIDE + to % SIZE);
                }
                to += 1;
            }
            from += 1;
        }
        table
    }
}

/// The up to eight neighbours of a square.
pub static NEIGHBOURS: [SquareSet; TABLE] = Pattern::Neighbours.table();

/// The up to 24 squares within two steps of a square, itself not included.
pub static LION_AREA: [SquareSet; TABLE] = Pattern::Lion.table();

/// One square diagonally, or the second square straight.
pub static KIRIN_AREA: [SquareSet; TABLE] = Pattern::Kirin.table();

/// One square straight, or the second square diagonally.
pub static PHOENIX_AREA: [SquareSet; TABLE] = Pattern::Phoenix.table();

/// The squares a knight's leap away.
pub static KNIGHT_LEAPS: [SquareSet; TABLE] = Pattern::Knight.table();

/// The directions in which a square has a neighbour.
pub static WITHIN: [Directions; TABLE] = {
    let mut table = [Directions::NONE; TABLE];
    let mut i = 0;
    while i < 8 * TABLE {
        let on_board = FRAME_TABLES.edge(i / 8, Direction::ALL[i % 8]) > 0;
        table[i / 8].0 |= (on_board as u8) << (i % 8);
        i += 1;
    }
    table
};

/// How one square lies from another, by the differences of their ranks and files; see [`Square::line_to`].
static WAYS: [[Way; 32]; 32] = {
    let mut ways = [[Way { direction: Direction::North, distance: 0 }; 32]; 32];
    let mut i = 0;
    while i < 8 * SIZE {
        let (direction, distance) = (Direction::ALL[i % 8], (i / 8) as i32);
        let (files, ranks) = direction.step();
        let way = Way { direction, distance: distance as u8 };
        ways[(ranks * distance).rem_euclid(32) as usize][(files * distance).rem_euclid(32) as usize] = way;
        i += 1;
    }
    ways
};

/// Direction and distance along a line; distance 0 if there is no line.
#[derive(Clone, Copy)]
struct Way {
    direction: Direction,
    distance: u8,
}

/// All squares of a line, by the square from which it is looked along and the direction.
pub static RAYS: [[SquareSet; 8]; TABLE] = {
    let mut rays = [[Bitboard::EMPTY; 8]; TABLE];
    let mut i = 0;
    while i < 8 * TABLE {
        let (direction, square) = (Direction::ALL[i % 8], i / 8);
        let mut distance = FRAME_TABLES.edge(square, direction);
        while distance > 0 {
            rays[square][i % 8] = rays[square][i % 8].with(FRAME_TABLES.walk(square, direction, distance));
            distance -= 1;
        }
        i += 1;
    }
    rays
};

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
    pub(in crate::games) const fn at(index: usize) -> Square {
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
    #[inline]
    pub const fn line_to(self, to: Square) -> Option<(Direction, u8)> {
        let files = to.file().wrapping_sub(self.file()) % 32;
        let ranks = to.rank().wrapping_sub(self.rank()) % 32;
        let Way { direction, distance } = WAYS[ranks][files];
        if distance > 0 { Some((direction, distance)) } else { None }
    }

    /// The same square seen from the other side of the board.
    pub const fn rotated(self) -> Square {
        Square(((SIZE - 1 - self.rank()) * STRIDE + SIZE - 1 - self.file()) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_lead_where_single_steps_lead() {
        let squares = || (0..SIZE * STRIDE).filter_map(Square::from_index);
        for from in squares() {
            let mut seen = Vec::new();
            for direction in Direction::ALL {
                let (mut file, mut rank) = (from.file() as i32, from.rank() as i32);
                for distance in 1..SIZE as u8 {
                    (file, rank) = (file + direction.step().0, rank + direction.step().1);
                    let Some(to) = usize::try_from(file).ok().zip(usize::try_from(rank).ok()) else { break };
                    let Some(to) = Square::new(to.0, to.1) else { break };
                    assert_eq!(from.line_to(to), Some((direction, distance)));
                    seen.push(to);
                }
                assert_eq!(WITHIN[from.index()].contains(direction), FRAME.edge(from.index(), direction) > 0);
            }
            assert!(squares().filter(|to| !seen.contains(to)).all(|to| from.line_to(to).is_none()));
        }
    }
}
