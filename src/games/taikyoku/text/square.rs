//! Names of squares: `a1` to `aj36`.

use crate::games::taikyoku::{SIZE, Square};
use crate::notation::SquareNames;

/// Writes a square: `a1` to `aj36`.
pub fn write_square(square: Square) -> String {
    SquareNames::Western.file(square.file(), SIZE) + &SquareNames::Western.rank(square.rank(), SIZE)
}

/// Reads a square at the start of `text`; returns it with the rest.
pub fn parse_square(text: &str) -> Option<(Square, &str)> {
    let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
    let digits = text[letters..].bytes().take_while(u8::is_ascii_digit).count();
    let file = match &text.as_bytes()[..letters] {
        [letter] => usize::from(letter - b'a'),
        [b'a', letter] => 26 + usize::from(letter - b'a'),
        _ => return None,
    };
    let rank = &text[letters..letters + digits];
    let rank = Some(rank).filter(|rank| !rank.starts_with('0') && rank.len() <= 2)?.parse::<usize>().ok()?;
    Some((Square::new(file, rank.checked_sub(1)?)?, &text[letters + digits..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_named_from_the_first_player_s_left() {
        for (name, file, rank) in [("a1", 0, 0), ("z9", 25, 8), ("aa10", 26, 9), ("aj36", 35, 35)] {
            let square = Square::new(file, rank).unwrap();
            assert_eq!(write_square(square), name);
            assert_eq!(parse_square(name), Some((square, "")));
        }
        for square in Square::all() {
            let name = write_square(square) + "a1";
            assert_eq!(parse_square(&name), Some((square, "a1")));
        }
        for text in ["", "a", "a0", "a37", "ak1", "ba1", "aaa1", "A1", "1a", "a01", "a1é", "é1", "a100", "a+1"] {
            assert!(parse_square(text).is_none_or(|(_, rest)| !rest.is_empty()), "{text}");
        }
    }
}
