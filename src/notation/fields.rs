//! The fields that the position texts of all games share.

use super::PositionError;
use crate::position::Side;
use std::str::SplitWhitespace;

/// The kinds of position texts, told apart by the first word.
pub(crate) enum Source<'a> {
    /// `startpos`.
    Start,
    /// The native text of the game, with or without `sfen ` before it.
    Native(&'a str),
    /// `fen ` and an XBoard FEN.
    Fen(&'a str),
}

/// Tells the kind of a position text.
pub(crate) fn source(text: &str) -> Result<Source<'_>, PositionError> {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match word {
        "" => Err(PositionError::Empty),
        "startpos" if rest.trim().is_empty() => Ok(Source::Start),
        "startpos" => Err(PositionError::AfterStartpos { text: rest.trim().to_owned() }),
        "sfen" => Ok(Source::Native(rest)),
        "fen" => Ok(Source::Fen(rest)),
        _ => Ok(Source::Native(text)),
    }
}

/// Reads the side to move of a native text: `b` moves first.
pub(crate) fn side(field: Option<&str>) -> Result<Side, PositionError> {
    match field {
        Some("b") => Ok(Side::Black),
        Some("w") => Ok(Side::White),
        Some(word) => Err(PositionError::Side { word: word.to_owned(), first: 'b', second: 'w' }),
        None => Err(PositionError::SideMissing),
    }
}

/// Reads the end of a native text: the move number, 1 if it is missing, and nothing more.
pub(crate) fn number(mut fields: SplitWhitespace<'_>) -> Result<u32, PositionError> {
    let number = match fields.next() {
        None => 1,
        Some(word) => match word.parse().ok().filter(|&number: &u32| number > 0) {
            Some(number) => number,
            None => return Err(PositionError::MoveNumber { word: word.to_owned() }),
        },
    };
    match fields.next() {
        None => Ok(number),
        Some(word) => Err(PositionError::AfterMoveNumber { word: word.to_owned() }),
    }
}

/// What follows the board in an XBoard FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FenTail {
    /// The side to move.
    pub side: Side,
    /// The number of the next ply.
    pub number: u32,
    /// A square, as it is written: of the last lion trade, or of chess (en passant).
    pub square: Option<String>,
    /// What stands there besides and means nothing in these games, in words.
    pub dropped: Vec<String>,
}

/// Reads what follows the board in an XBoard FEN of a game on a board of so many files and ranks: the side to move (`w`,
/// or nothing, for the first player), then the fields that programs write: `-`, castling rights, a square, the halfmove
/// clock, the number of the move. Any of them may be missing; of one number alone it is the move's.
pub(crate) fn fen_tail(mut fields: SplitWhitespace<'_>, size: usize) -> Result<FenTail, PositionError> {
    let side = match fields.next() {
        Some("w") | None => Side::Black,
        Some("b") => Side::White,
        Some(word) => return Err(PositionError::Side { word: word.to_owned(), first: 'w', second: 'b' }),
    };
    let mut tail = FenTail { side, number: 0, square: None, dropped: Vec::new() };
    let (mut empty, mut castling, mut numbers) = (0, false, Vec::new());
    for word in fields {
        let number = word.parse::<u32>().ok().filter(|_| word.bytes().all(|byte| byte.is_ascii_digit()));
        let is_castling = (1..=4).contains(&word.len()) && word.chars().all(|c| "KQkq".contains(c));
        match number {
            Some(number) if numbers.len() < 2 => numbers.push(number),
            None if !numbers.is_empty() => return Err(unknown(word)),
            None if word == "-" && empty < 2 => empty += 1,
            None if is_castling && !castling => {
                castling = true;
                tail.dropped.push(format!("castling rights ({word})"));
            }
            None if is_square(word, size) && tail.square.is_none() => tail.square = Some(word.to_owned()),
            _ => return Err(unknown(word)),
        }
    }
    if let [clock, _] = numbers[..]
        && clock > 0
    {
        tail.dropped.push(format!("the halfmove clock ({clock})"));
    }
    let full_move = numbers.last().copied().unwrap_or(1).max(1);
    tail.number = (full_move - 1).saturating_mul(2).saturating_add(1 + side as u32);
    Ok(tail)
}

fn unknown(word: &str) -> PositionError {
    PositionError::FenTail { word: super::excerpt(word) }
}

/// Whether this is a square in either way of naming: `9d` or `d9`.
fn is_square(word: &str, size: usize) -> bool {
    let split = |end: fn(&char) -> bool| word.split_at(word.chars().take_while(end).count());
    if !word.is_ascii() {
        return false;
    }
    let (digits, letters) = split(char::is_ascii_digit);
    let (first, last) = split(char::is_ascii_lowercase);
    let names = |number: &str, letters: &str| {
        let number_fits = number.parse().is_ok_and(|number| (1..=size).contains(&number));
        number_fits && (0..size).any(|file| super::SquareNames::Western.file(file, size) == letters)
    };
    names(digits, letters) || names(last, first)
}

/// What a FEN says after its board that is not read, in words; nothing of a text that is none. `squares` tells whether
/// the game reads a square there, in the Japanese way of naming.
pub(crate) fn fen_notes(text: &str, squares: bool) -> Vec<String> {
    /// No board has more files: whether the square is on the board has been asked before.
    const LARGEST: usize = 36;
    let mut fields = text.split_whitespace();
    fields.next();
    let Ok(mut tail) = fen_tail(fields, LARGEST) else { return Vec::new() };
    let dropped = tail.square.take().filter(|word| !squares || word.starts_with(|c: char| c.is_ascii_lowercase()));
    tail.dropped.extend(dropped.map(|word| format!("the square {word}")));
    tail.dropped
}

/// The number of the ply that follows `plies` moves of a game which began at this number; it stops at the greatest
/// number that is read again.
pub(crate) fn number_after(start: u32, plies: usize) -> u32 {
    start.saturating_add(u32::try_from(plies).unwrap_or(u32::MAX))
}

/// Writes what follows the board in an XBoard FEN, before the ply of this number.
pub(crate) fn write_fen_tail(side: Side, number: u32) -> String {
    let side = if side == Side::Black { 'w' } else { 'b' };
    format!("{side} - 0 {}", number.div_ceil(2).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_numbers_that_are_written_are_read_again() {
        for (start, plies, after) in [(1, 0, 1), (7, 5, 12), (u32::MAX, 2, u32::MAX), (2, usize::MAX, u32::MAX)] {
            assert_eq!(number_after(start, plies), after);
            assert_eq!(number(after.to_string().split_whitespace()), Ok(after));
        }
    }

    fn tail(text: &str) -> Result<FenTail, String> {
        fen_tail(text.split_whitespace(), 12).map_err(|error| error.to_string())
    }

    #[test]
    fn the_fields_that_programs_write_after_a_board_are_read() {
        for (text, side, number, square) in [
            ("", Side::Black, 1, None),
            ("w", Side::Black, 1, None),
            ("b", Side::White, 2, None),
            ("w - 0 1", Side::Black, 1, None),
            ("w - - 0 7", Side::Black, 13, None),
            ("b - 3", Side::White, 6, None),
            ("b 9d 0 1", Side::White, 2, Some("9d")),
            ("w - d9 0 1", Side::Black, 1, Some("d9")),
            ("w 12l 0 0", Side::Black, 1, Some("12l")),
        ] {
            let square = square.map(str::to_owned);
            assert_eq!(tail(text), Ok(FenTail { side, number, square, dropped: Vec::new() }), "{text}");
        }
        assert_eq!(tail("w - 0 4294967295").unwrap().number, u32::MAX);
    }

    #[test]
    fn nonsense_after_a_board_is_refused_by_name() {
        for (text, word) in [
            ("b zz 0 abc", "zz"),
            ("w z9 0 -1", "z9"),
            ("w - 0 -1", "-1"),
            ("w - 0 1 2", "2"),
            ("w - 0 1 -", "-"),
            ("w - - - 0 1", "-"),
            ("w 9d 9d 0 1", "9d"),
            ("w m1", "m1"),
            ("w 13a", "13a"),
            ("w 0a", "0a"),
            ("w +1", "+1"),
            ("w 99999999999", "99999999999"),
            ("w 獅", "獅"),
        ] {
            assert!(tail(text).unwrap_err().contains(&format!("'{word}'")), "{text}: {:?}", tail(text));
        }
    }

    #[test]
    fn what_means_nothing_here_is_told() {
        for (text, squares, notes) in [
            ("12 w - 0 1", true, &[][..]),
            ("12 b 9d 0 1", true, &[]),
            ("12 b 9d 0 1", false, &["the square 9d"]),
            ("12 b KQkq d9 5 1", true, &["castling rights (KQkq)", "the halfmove clock (5)", "the square d9"]),
            ("12 b zz", true, &[]),
        ] {
            assert_eq!(fen_notes(text, squares), notes, "{text}");
        }
    }
}
