//! Names of squares (chu-rules §1.2).

use crate::games::chu::{SIZE, Square};
use crate::notation::SquareNames;

/// Writes a square: `7j` or `f3`.
pub fn write_square(square: Square, names: SquareNames) -> String {
    names.file(square.file(), SIZE) + &names.rank(square.rank(), SIZE)
}

/// The letter `a` to `l` for 0 to 11.
pub(in crate::games) fn letter(index: usize) -> char {
    (b'a' + index as u8) as char
}

fn letter_index(byte: u8) -> Option<usize> {
    let index = byte.checked_sub(b'a')? as usize;
    (index < SIZE).then_some(index)
}

/// Reads a number from 1 to 12 without a leading zero; returns it with the rest of the text.
fn number(text: &str) -> Option<(usize, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at_checked(digits)?;
    let value = number.parse().ok().filter(|value| (1..=SIZE).contains(value))?;
    (!number.starts_with('0')).then_some((value, rest))
}

/// Reads a square at the start of `text`; returns it with the rest.
pub(in crate::games) fn parse_square(text: &str, names: SquareNames) -> Option<(Square, &str)> {
    match names {
        SquareNames::Japanese => {
            let (file, rest) = number(text)?;
            let rank = letter_index(*rest.as_bytes().first()?)?;
            Some((Square::new(SIZE - file, SIZE - 1 - rank)?, rest.get(1..)?))
        }
        SquareNames::Western => {
            let file = letter_index(*text.as_bytes().first()?)?;
            let (rank, rest) = number(text.get(1..)?)?;
            Some((Square::new(file, rank - 1)?, rest))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_systems_name_the_squares_of_section_1_2() {
        for (usi, cecp) in [("12a", "a12"), ("1l", "l1"), ("7j", "f3"), ("7l", "f1"), ("6a", "g12")] {
            let (square, rest) = parse_square(usi, SquareNames::Japanese).unwrap();
            assert_eq!(rest, "");
            assert_eq!(write_square(square, SquareNames::Western), cecp);
            assert_eq!(parse_square(cecp, SquareNames::Western), Some((square, "")));
            assert_eq!(write_square(square, SquareNames::Japanese), usi);
        }
    }

    #[test]
    fn what_is_no_square_is_refused() {
        for text in ["", "0a", "13a", "7m", "07a", "7", "a7", "７g", "7é"] {
            assert_eq!(parse_square(text, SquareNames::Japanese), None, "{text}");
        }
        for text in ["", "a0", "a13", "m1", "a01", "a", "7a", "ａ1", "é1"] {
            assert_eq!(parse_square(text, SquareNames::Western), None, "{text}");
        }
    }
}
