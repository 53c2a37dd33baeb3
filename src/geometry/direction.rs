//! The eight directions and sets of them.

/// A direction on the board, as the first player sees it: north is forward for the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Direction {
    /// Towards higher ranks.
    North,
    /// Towards higher ranks and files.
    NorthEast,
    /// Towards higher files.
    East,
    /// Towards lower ranks and higher files.
    SouthEast,
    /// Towards lower ranks.
    South,
    /// Towards lower ranks and files.
    SouthWest,
    /// Towards lower files.
    West,
    /// Towards higher ranks and lower files.
    NorthWest,
}

impl Direction {
    /// All eight, clockwise from north.
    pub const ALL: [Direction; 8] = [
        Direction::North,
        Direction::NorthEast,
        Direction::East,
        Direction::SouthEast,
        Direction::South,
        Direction::SouthWest,
        Direction::West,
        Direction::NorthWest,
    ];

    /// 0 to 7, clockwise from north.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction back.
    #[inline]
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 4) % 8]
    }

    /// File and rank change of one step.
    pub const fn step(self) -> (i32, i32) {
        match self {
            Direction::North => (0, 1),
            Direction::NorthEast => (1, 1),
            Direction::East => (1, 0),
            Direction::SouthEast => (1, -1),
            Direction::South => (0, -1),
            Direction::SouthWest => (-1, -1),
            Direction::West => (-1, 0),
            Direction::NorthWest => (-1, 1),
        }
    }

    /// Which of the four families of lines this direction runs along.
    #[inline]
    pub(super) const fn axis(self) -> usize {
        self as usize % 4
    }

    /// Whether the position on the line grows this way; see [`Frame`](super::Frame).
    #[inline]
    pub(super) const fn is_upward(self) -> bool {
        matches!(self, Direction::North | Direction::NorthEast | Direction::East | Direction::NorthWest)
    }
}

/// Writes an expression once for every direction, which is a constant `$direction` in each copy, and joins the copies
/// with an operator. Shifts and table rows are then constants, which is what makes whole-board code fast.
macro_rules! over_directions {
    ($operator:tt, $direction:ident => $body:expr) => {
        $crate::geometry::over_directions!(@ $operator, $direction => $body,
            North NorthEast East SouthEast South SouthWest West NorthWest)
    };
    (@ $operator:tt, $direction:ident => $body:expr, $first:ident $($rest:ident)*) => {
        ({ const $direction: Direction = Direction::$first; $body })
        $($operator ({ const $direction: Direction = Direction::$rest; $body }))*
    };
}
pub(crate) use over_directions;

/// A set of directions, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Directions(pub u8);

impl Directions {
    /// No direction.
    pub const NONE: Directions = Directions(0);
    /// Forward, backward, left and right.
    pub const ORTHOGONAL: Directions = Directions(0b0101_0101);
    /// The four diagonals.
    pub const DIAGONAL: Directions = Directions(0b1010_1010);
    /// All eight.
    pub const ALL: Directions = Directions(0xff);

    /// Whether the set holds `direction`.
    #[inline]
    pub const fn contains(self, direction: Direction) -> bool {
        self.0 >> direction as u8 & 1 != 0
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The same directions seen by a player who sits on the other side of the board.
    #[inline]
    pub const fn rotated(self) -> Directions {
        Directions(self.0.rotate_left(4))
    }

    /// Directions in either set.
    #[inline]
    pub const fn union(self, other: Directions) -> Directions {
        Directions(self.0 | other.0)
    }
}

impl Iterator for Directions {
    type Item = Direction;

    #[inline]
    fn next(&mut self) -> Option<Direction> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(Direction::ALL[index % 8])
    }
}
