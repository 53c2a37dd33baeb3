//! The first blocker on a line, from line occupancies.
//!
//! Every rank, file, diagonal and antidiagonal has one integer with a bit for each occupied square. The distance from
//! a square to the first blocker is then a shift and a count of zeros, whatever the size of the board (a word needs as
//! many bits as the longest line has squares).

use super::Direction;

/// An integer with one bit for every square of a line.
pub trait LineWord: Copy + Default + PartialEq + std::fmt::Debug + Send + Sync + 'static {
    /// Flips the bit of a position.
    fn flip(&mut self, pos: u8);
    /// Distance from `pos` to the next higher set bit, or a number beyond the end of any line.
    fn gap_above(self, pos: u8) -> u8;
    /// Distance from `pos` to the next lower set bit, or a number beyond the end of any line.
    fn gap_below(self, pos: u8) -> u8;
    /// The bits above `pos`, the next one lowest.
    fn above(self, pos: u8) -> Self;
    /// The bits below `pos`, the next one lowest.
    fn below(self, pos: u8) -> Self;
}

macro_rules! line_word {
    ($($word:ty => $wide:ty),*) => {$(
        impl LineWord for $word {
            #[inline]
            fn flip(&mut self, pos: u8) {
                *self ^= 1 << pos;
            }

            #[inline]
            fn gap_above(self, pos: u8) -> u8 {
                // A sentinel above the word keeps the argument from being zero.
                let above = (self as $wide | 1 << <$word>::BITS) >> pos >> 1;
                above.trailing_zeros() as u8 + 1
            }

            #[inline]
            fn gap_below(self, pos: u8) -> u8 {
                // Everything below `pos` moved to the top of the word, with a sentinel under it.
                let below = (self as $wide) << 1 << (<$wide>::BITS - 1 - pos as u32) | 1;
                below.leading_zeros() as u8 + 1
            }

            #[inline]
            fn above(self, pos: u8) -> Self {
                // Two shifts, since one by the whole width of the word is not defined.
                self >> pos >> 1
            }

            #[inline]
            fn below(self, pos: u8) -> Self {
                (self << (<$word>::BITS - 1 - pos as u32) << 1).reverse_bits()
            }
        }
    )*};
}
line_word!(u8 => u32, u16 => u32, u64 => u128);

/// Where a square lies on a line.
#[derive(Clone, Copy, Debug)]
struct Slot {
    line: u8,
    pos: u8,
}

/// The tables of one board: on which lines a square lies and how far the edge is.
///
/// `TABLE` is the length of the tables: at least the number of squares; a power of two lets the compiler see that a
/// masked index is in bounds. Positions on a line are counted by the file on ranks and by the rank on all other lines.
pub struct Frame<const TABLE: usize> {
    slots: [[Slot; 4]; TABLE],
    edge: [[u8; 8]; TABLE],
    delta: [i16; 8],
}

impl<const TABLE: usize> Frame<TABLE> {
    /// The tables of a board of `files × ranks` with `stride` squares from rank to rank.
    pub const fn new(files: usize, ranks: usize, stride: usize) -> Self {
        let mut frame = Frame { slots: [[Slot { line: 0, pos: 0 }; 4]; TABLE], edge: [[0; 8]; TABLE], delta: [0; 8] };
        let mut d = 0;
        while d < 8 {
            let (df, dr) = Direction::ALL[d].step();
            frame.delta[d] = (dr * stride as i32 + df) as i16;
            d += 1;
        }
        let mut rank = 0;
        while rank < ranks {
            let mut file = 0;
            while file < files {
                let square = rank * stride + file;
                // In the order of `Direction::axis`: file, diagonal, rank, antidiagonal.
                frame.slots[square] = [
                    Slot { line: file as u8, pos: rank as u8 },
                    Slot { line: (file + ranks - 1 - rank) as u8, pos: rank as u8 },
                    Slot { line: rank as u8, pos: file as u8 },
                    Slot { line: (file + rank) as u8, pos: rank as u8 },
                ];
                let mut d = 0;
                while d < 8 {
                    let (df, dr) = Direction::ALL[d].step();
                    let across = if df > 0 { files - 1 - file } else { file };
                    let along = if dr > 0 { ranks - 1 - rank } else { rank };
                    frame.edge[square][d] = match (df, dr) {
                        (0, _) => along,
                        (_, 0) => across,
                        _ if across < along => across,
                        _ => along,
                    } as u8;
                    d += 1;
                }
                file += 1;
            }
            rank += 1;
        }
        frame
    }

    /// Number of squares between `square` and the edge, the edge square included.
    #[inline]
    pub const fn edge(&self, square: usize, direction: Direction) -> u8 {
        self.edge[square][direction as usize]
    }

    /// What a step in this direction adds to the number of a square.
    #[inline]
    pub const fn delta(&self, direction: Direction) -> isize {
        self.delta[direction as usize] as isize
    }

    /// The square `distance` steps away. The caller vouches that it is on the board.
    #[inline]
    pub const fn walk(&self, square: usize, direction: Direction, distance: u8) -> usize {
        (square as isize + self.delta(direction) * distance as isize) as usize
    }

    /// The square `distance` steps away, if it is on the board.
    #[inline]
    pub const fn target(&self, square: usize, direction: Direction, distance: u8) -> Option<usize> {
        if self.edge(square, direction) >= distance { Some(self.walk(square, direction, distance)) } else { None }
    }
}

/// The occupancies of all lines: four families of at most `N` lines, `N` a power of two.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines<T, const N: usize>([[T; N]; 4]);

impl<T: LineWord, const N: usize> Default for Lines<T, N> {
    fn default() -> Self {
        Lines([[T::default(); N]; 4])
    }
}

impl<T: LineWord, const N: usize> Lines<T, N> {
    /// Marks an empty square as occupied, or the other way round.
    #[inline]
    pub fn toggle<const TABLE: usize>(&mut self, frame: &Frame<TABLE>, square: usize) {
        for (lines, slot) in self.0.iter_mut().zip(frame.slots[square]) {
            lines[slot.line as usize % N].flip(slot.pos);
        }
    }

    /// How far a slider on `square` sees in `direction`: the distance to the first occupied square, or to the edge.
    /// All squares nearer than that are empty.
    #[inline]
    pub fn reach<const TABLE: usize>(&self, frame: &Frame<TABLE>, square: usize, direction: Direction) -> u8 {
        let axis = direction.axis();
        let slot = frame.slots[square][axis];
        let word = self.0[axis][slot.line as usize % N];
        let gap = if direction.is_upward() { word.gap_above(slot.pos) } else { word.gap_below(slot.pos) };
        gap.min(frame.edge(square, direction))
    }

    /// The occupied squares in a direction: bit `n` is the square `n + 1` steps away. Beyond the edge there are none.
    #[inline]
    pub fn ahead<const TABLE: usize>(&self, frame: &Frame<TABLE>, square: usize, direction: Direction) -> T {
        let axis = direction.axis();
        let slot = frame.slots[square][axis];
        let word = self.0[axis][slot.line as usize % N];
        if direction.is_upward() { word.above(slot.pos) } else { word.below(slot.pos) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares `reach` and `ahead` with a walk over a mailbox on random boards of one size.
    fn agrees_with_a_walk<T: LineWord + TryFrom<u64>, const N: usize, const TABLE: usize>(
        files: usize,
        ranks: usize,
        stride: usize,
    ) {
        let frame = Frame::<TABLE>::new(files, ranks, stride);
        let mut seed = 1u64;
        for _ in 0..20 {
            let mut lines = Lines::<T, N>::default();
            let mut occupied = vec![false; stride * ranks];
            for rank in 0..ranks {
                for file in 0..files {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    if seed >> 60 < 5 {
                        occupied[rank * stride + file] = true;
                        lines.toggle(&frame, rank * stride + file);
                    }
                }
            }
            for (rank, file) in (0..ranks).flat_map(|rank| (0..files).map(move |file| (rank, file))) {
                for direction in Direction::ALL {
                    let (df, dr) = direction.step();
                    let mut way = Vec::new();
                    let (mut f, mut r) = (file as i32 + df, rank as i32 + dr);
                    while f >= 0 && r >= 0 && f < files as i32 && r < ranks as i32 {
                        way.push(occupied[r as usize * stride + f as usize]);
                        (f, r) = (f + df, r + dr);
                    }
                    let square = rank * stride + file;
                    let distance = way.iter().position(|&occupied| occupied).map_or(way.len(), |index| index + 1);
                    assert_eq!(lines.reach(&frame, square, direction) as usize, distance);
                    let bits = way.iter().enumerate().filter(|(_, occupied)| **occupied);
                    let bits = bits.fold(0, |bits: u64, (index, _)| bits | 1 << index);
                    assert_eq!(lines.ahead(&frame, square, direction), T::try_from(bits).ok().unwrap());
                }
            }
        }
    }

    #[test]
    fn lines_say_what_a_walk_finds_on_boards_of_every_size() {
        agrees_with_a_walk::<u8, 16, 64>(6, 6, 8);
        agrees_with_a_walk::<u8, 16, 64>(7, 7, 8);
        agrees_with_a_walk::<u16, 32, 256>(12, 12, 16);
        agrees_with_a_walk::<u64, 128, 2048>(36, 36, 36);
    }
}
