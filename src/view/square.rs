//! Boards in numbers.

use crate::notation::SquareNames;
use serde::{Deserialize, Serialize};

/// How large a board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Size {
    /// Number of files.
    pub files: usize,
    /// Number of ranks.
    pub ranks: usize,
}

/// A square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SquareView {
    /// Its number: `rank` times the number of files, and `file`.
    pub index: usize,
    /// From the first player's left, from 0.
    pub file: usize,
    /// From the first player's side, from 0.
    pub rank: usize,
}

impl Size {
    /// The square of a file and a rank, which must be on the board.
    pub const fn square(self, file: usize, rank: usize) -> SquareView {
        SquareView { index: rank * self.files + file, file, rank }
    }

    /// All squares, by their index.
    pub fn squares(self) -> impl DoubleEndedIterator<Item = SquareView> {
        (0..self.files * self.ranks).map(move |index| self.square(index % self.files, index / self.files))
    }

    /// The name of a square, as `7j` or `f3`.
    pub fn name(self, square: SquareView, names: SquareNames) -> String {
        names.file(square.file, self.files) + &names.rank(square.rank, self.ranks)
    }

    /// The square that has a name, if there is one.
    pub fn named(self, name: &str, names: SquareNames) -> Option<SquareView> {
        let digits_first = name.starts_with(|c: char| c.is_ascii_digit());
        let middle = name.find(|c: char| c.is_ascii_digit() != digits_first)?;
        let (first, second) = name.split_at(middle);
        let file = (0..self.files).find(|&file| names.file(file, self.files) == first)?;
        let rank = (0..self.ranks).find(|&rank| names.rank(rank, self.ranks) == second)?;
        Some(self.square(file, rank))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_has_a_name_of_its_own_in_both_ways() {
        for (files, ranks) in [(12, 12), (6, 6), (7, 7), (36, 36), (9, 3)] {
            let size = Size { files, ranks };
            for (index, square) in size.squares().enumerate() {
                assert_eq!((square.index, square.rank * files + square.file), (index, index));
                for names in SquareNames::ALL {
                    assert_eq!(size.named(&size.name(square, names), names), Some(square));
                }
            }
            assert_eq!(size.squares().count(), files * ranks);
        }
        let size = Size { files: 12, ranks: 12 };
        for name in ["", "a", "1", "a0", "a13", "m1", "a01", "7j", "a1b", "é1", "a1 "] {
            assert_eq!(size.named(name, SquareNames::Western), None, "{name}");
        }
        assert_eq!(size.named("f3", SquareNames::Japanese), None);
    }
}
