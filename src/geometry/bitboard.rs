//! Sets of squares.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// A set of squares in `W` words of 64 bits; square `s` is bit `s % 64` of word `s / 64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bitboard<const W: usize>(pub [u64; W]);

impl<const W: usize> Bitboard<W> {
    /// The empty set.
    pub const EMPTY: Bitboard<W> = Bitboard([0; W]);

    /// The set of one square.
    #[inline]
    pub const fn of(square: usize) -> Self {
        // Word by word: a store to one of them would have to reach memory before the whole can be read.
        let mut words = [0; W];
        let mut i = 0;
        while i < W {
            words[i] = if i == square / 64 { 1 << (square % 64) } else { 0 };
            i += 1;
        }
        Bitboard(words)
    }

    /// This set and one more square, in constant code.
    pub const fn with(mut self, square: usize) -> Self {
        self.0[square / 64] |= 1 << (square % 64);
        self
    }

    /// Whether the set holds the square.
    #[inline]
    pub const fn contains(&self, square: usize) -> bool {
        self.0[square / 64] >> (square % 64) & 1 != 0
    }

    /// Adds the square if it is missing, removes it if it is there.
    #[inline]
    pub const fn toggle(&mut self, square: usize) {
        self.0[square / 64] ^= 1 << (square % 64);
    }

    /// Whether no square is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether the sets have a square in common.
    #[inline]
    pub fn intersects(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// The number of squares.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether the set holds exactly one square.
    #[inline]
    pub fn is_single(&self) -> bool {
        let mut words = self.0.iter().copied().filter(|&word| word != 0);
        matches!((words.next(), words.next()), (Some(word), None) if word & (word - 1) == 0)
    }

    /// The lowest square.
    #[inline]
    pub fn first(&self) -> Option<usize> {
        self.0.iter().position(|&word| word != 0).map(|i| i * 64 + self.0[i].trailing_zeros() as usize)
    }

    /// Every square moved by `by` places; what leaves the words is lost.
    #[inline]
    pub const fn shifted(&self, by: i32) -> Self {
        let (skipped, bits) = (by.unsigned_abs() as usize / 64, by.unsigned_abs() % 64);
        let mut words = [0; W];
        let mut i = 0;
        while i < W {
            words[i] = if by > 0 {
                let low = if bits > 0 { self.word(i.wrapping_sub(skipped + 1)) >> (64 - bits) } else { 0 };
                self.word(i.wrapping_sub(skipped)) << bits | low
            } else {
                let high = if bits > 0 { self.word(i + skipped + 1) << (64 - bits) } else { 0 };
                self.word(i + skipped) >> bits | high
            };
            i += 1;
        }
        Bitboard(words)
    }

    /// A word; those beyond the ends are empty.
    #[inline]
    const fn word(&self, i: usize) -> u64 {
        if i < W { self.0[i] } else { 0 }
    }

    /// These squares and all that are reached from them by up to fifteen steps of `by` places through `open` squares (the
    /// fill of Kogge and Stone, which doubles the distance four times).
    #[inline(always)]
    pub fn filled(self, mut open: Self, by: i32) -> Self {
        let mut filled = self;
        for distance in [1, 2, 4, 8] {
            filled |= open & filled.shifted(distance * by);
            open &= open.shifted(distance * by);
        }
        filled
    }
}

impl<const W: usize> Default for Bitboard<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

macro_rules! word_by_word {
    ($($trait:ident $method:ident $op:tt),*) => {$(
        impl<const W: usize> $trait for Bitboard<W> {
            type Output = Self;
            #[inline]
            fn $method(mut self, other: Self) -> Self {
                for (word, o) in self.0.iter_mut().zip(other.0) {
                    *word $op o;
                }
                self
            }
        }
    )*};
}
word_by_word!(BitAnd bitand &=, BitOr bitor |=, BitXor bitxor ^=);

impl<const W: usize> BitOrAssign for Bitboard<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> BitAndAssign for Bitboard<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> Not for Bitboard<W> {
    type Output = Self;

    #[inline]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

impl<const W: usize> IntoIterator for Bitboard<W> {
    type Item = usize;
    type IntoIter = Squares<W>;

    #[inline]
    fn into_iter(self) -> Squares<W> {
        Squares { set: self, word: 0 }
    }
}

/// The squares of a set, in ascending order.
pub struct Squares<const W: usize> {
    set: Bitboard<W>,
    word: usize,
}

impl<const W: usize> Iterator for Squares<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word < W {
            let bits = &mut self.set.0[self.word];
            if *bits != 0 {
                let square = self.word * 64 + bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(square);
            }
            self.word += 1;
        }
        None
    }

    /// Word by word, which is faster than asking for one square at a time; `sum`, `map` and `for_each` end up here.
    #[inline]
    fn fold<B, F: FnMut(B, usize) -> B>(self, mut state: B, mut f: F) -> B {
        for word in self.word..W {
            let mut bits = self.set.0[word];
            while bits != 0 {
                state = f(state, word * 64 + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some squares, by a recurrence.
    fn some(seed: u64) -> Bitboard<3> {
        let numbers = (1..=3u64).map(|n| (seed + n).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        Bitboard(std::array::from_fn(|i| {
            numbers.clone().nth(i).unwrap_or(0) & seed.wrapping_mul(0xd134_2543_de82_ef95)
        }))
    }

    #[test]
    fn a_shift_moves_every_square() {
        for seed in 1..20 {
            for by in (-191..192).filter(|&by| by != 0) {
                let moved = some(seed).into_iter().filter_map(|square| usize::try_from(square as i32 + by).ok());
                let expected = moved.filter(|&square| square < 192).fold(Bitboard::EMPTY, Bitboard::with);
                assert_eq!(some(seed).shifted(by), expected, "by {by}");
            }
        }
    }

    #[test]
    fn a_fill_goes_on_through_open_squares() {
        for seed in 1..20 {
            // Three quarters of the squares are open, but every sixteenth is not: no way is longer than fifteen steps.
            let closed = some(2 * seed) & some(3 * seed);
            let fence = (0..192).filter(|square| square % 16 >= 12).fold(Bitboard::EMPTY, Bitboard::with);
            let open = !(closed | fence);
            for by in [-17, -16, -15, -1, 1, 15, 16, 17] {
                let start = some(5 * seed) & !fence;
                let mut expected = start;
                for square in start {
                    let mut way = (1..16).map(|n| square as i32 + n * by);
                    while let Some(next) = way.next().and_then(|next| usize::try_from(next).ok()) {
                        if next >= 192 || !open.contains(next) {
                            break;
                        }
                        expected = expected.with(next);
                    }
                }
                assert_eq!(start.filled(open, by), expected, "by {by}");
            }
        }
    }

    #[test]
    fn the_set_of_a_square_holds_it_alone() {
        for square in 0..192 {
            assert_eq!(Bitboard::<3>::of(square).into_iter().collect::<Vec<_>>(), [square]);
        }
    }
}
