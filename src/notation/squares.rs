//! Names of squares on boards of every size (chu-rules §1.2). Files and ranks count from 0, from the first player's left
//! and from his side.

use super::SquareNames;

impl SquareNames {
    /// Both ways.
    pub const ALL: [SquareNames; 2] = [SquareNames::Japanese, SquareNames::Western];

    /// The name of a file of a board of so many.
    pub fn file(self, file: usize, files: usize) -> String {
        match self {
            SquareNames::Japanese => files.saturating_sub(file).to_string(),
            SquareNames::Western => letters(file),
        }
    }

    /// The name of a rank of a board of so many.
    pub fn rank(self, rank: usize, ranks: usize) -> String {
        match self {
            SquareNames::Japanese => letters(ranks.saturating_sub(rank + 1)),
            SquareNames::Western => (rank + 1).to_string(),
        }
    }
}

/// `a` to `z` for 0 to 25, then `aa` and so on.
fn letters(number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    if number < 26 { letter.to_string() } else { letters(number / 26 - 1) + &letter.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_ranks_have_names_on_boards_of_every_size() {
        let names = |names: SquareNames, file, rank, size| names.file(file, size) + &names.rank(rank, size);
        for (file, rank, size, japanese, western) in [
            (5, 2, 12, "7j", "f3"),
            (0, 11, 12, "12a", "a12"),
            (11, 0, 12, "1l", "l1"),
            (0, 0, 6, "6f", "a1"),
            (6, 6, 7, "1a", "g7"),
            (35, 35, 36, "1a", "aj36"),
            (26, 9, 36, "10aa", "aa10"),
            (0, 0, 36, "36aj", "a1"),
        ] {
            assert_eq!(names(SquareNames::Japanese, file, rank, size), japanese);
            assert_eq!(names(SquareNames::Western, file, rank, size), western);
        }
        assert_eq!((letters(51), letters(52), letters(701)), ("az".to_owned(), "ba".to_owned(), "zz".to_owned()));
    }
}
