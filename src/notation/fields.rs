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

/// Reads what follows the board in an XBoard FEN: the side to move (`w`, or nothing, for the first player), then any
/// tail, whose last word is the move number if it is a number. Returns the number of the next ply.
pub(crate) fn fen_tail(mut fields: SplitWhitespace<'_>) -> Result<(Side, u32), PositionError> {
    let side = match fields.next() {
        Some("w") | None => Side::Black,
        Some("b") => Side::White,
        Some(word) => return Err(PositionError::Side { word: word.to_owned(), first: 'w', second: 'b' }),
    };
    let full_move = fields.last().and_then(|number| number.parse::<u32>().ok()).unwrap_or(1);
    Ok((side, full_move.max(1).saturating_sub(1).saturating_mul(2).saturating_add(1 + side as u32)))
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
}
