//! Squares in Japanese game records.

use crate::games::chu::text::square::{letter, parse_square};
use crate::games::chu::{SIZE, Square};
use crate::notation::{SquareNames, half_width};

/// The names of the ranks, from the far one on.
pub(super) const RANKS: [&str; SIZE] = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"];

/// Half-width digits, brackets, signs and letters for full-width ones, and no spaces.
pub(super) fn plain(text: &str) -> String {
    text.chars().map(half_width).filter(|c| !c.is_whitespace()).collect()
}

/// Writes a square: `7八`.
pub(super) fn show(square: Square) -> String {
    let rank = RANKS.get(SIZE - 1 - square.rank()).unwrap_or(&"");
    format!("{}{rank}", SIZE - square.file())
}

/// Reads a number from 1 to 12 in digits or kanji, the longest one first; `rest` says whether what follows will do.
fn number<'a, T>(text: &'a str, letters: bool, rest: impl Fn(usize, &'a str) -> Option<T>) -> Option<T> {
    (1..=SIZE).rev().find_map(|value| {
        let digits = value.to_string();
        let kanji = RANKS.get(value - 1).and_then(|kanji| text.strip_prefix(kanji));
        let letter = letter(value - 1);
        let tail = text.strip_prefix(&digits).or(kanji).or(if letters { text.strip_prefix(letter) } else { None });
        tail.and_then(|tail| rest(value, tail))
    })
}

/// Reads a square at the start of a text without spaces; returns it with the rest.
pub(super) fn read_square(text: &str) -> Option<(Square, &str)> {
    if let Some(found) = parse_square(text, SquareNames::Japanese) {
        return Some(found);
    }
    let found = number(text, false, |file, tail| {
        number(tail, true, |rank, tail| Some((Square::new(SIZE - file, SIZE - rank)?, tail)))
    });
    // Of digits alone only two are clear: `111` may be on file 1 or 11, `13一` is on neither.
    found.filter(|(_, rest)| {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        digits < text.len() - rest.len() || digits == 2 && !RANKS.iter().any(|rank| rest.starts_with(rank))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_in_all_kinds_of_digits() {
        let square = |file: usize, rank: usize| Square::new(SIZE - file, SIZE - rank).unwrap();
        for (text, file, rank) in [
            ("7八", 7, 8),
            ("10十二", 10, 12),
            ("1十一", 1, 11),
            ("11一", 11, 1),
            ("十二十", 12, 10),
            ("十一", 10, 1),
            ("十十一", 10, 11),
            ("七八", 7, 8),
            ("78", 7, 8),
            ("12l", 12, 12),
            ("七h", 7, 8),
        ] {
            assert_eq!(read_square(text), Some((square(file, rank), "")), "{text}");
        }
        for text in ["", "13一", "0一", "7", "七", "111", "1110", "一", "7m", "歩"] {
            assert_eq!(read_square(text), None, "{text}");
        }
    }
}
