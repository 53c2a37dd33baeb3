//! What players hold, as position texts have it: `2DKg` in native texts, `[DDKg]` behind the board in XBoard FEN.

use super::{HeldError, PositionError};
use crate::position::Side;

/// Most pieces of a kind that a side can be said to hold.
pub(crate) const MOST_OF_A_KIND: u8 = 99;

/// Reads what both sides hold, `-` for nothing. `slot` gives the place of a kind by its letter, upper or lower case,
/// and must be below `N`. Errors name the field.
pub(crate) fn parse<const N: usize>(
    text: &str,
    field: &'static str,
    slot: impl Fn(char) -> Option<usize>,
) -> Result<[[u8; N]; 2], PositionError> {
    let fail = |error| Err(PositionError::Held { field, error });
    let mut hands = [[0u8; N]; 2];
    if text == "-" {
        return Ok(hands);
    }
    let mut number: Option<u8> = None;
    for c in text.chars() {
        if let Some(digit) = c.to_digit(10) {
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit as u8));
            continue;
        }
        let Some(count) = slot(c).and_then(|slot| hands[side_of(c).index()].get_mut(slot)) else {
            return fail(HeldError::UnknownPiece { letter: c });
        };
        let more = number.take().unwrap_or(1);
        *count = count.saturating_add(more);
        if more == 0 || *count > MOST_OF_A_KIND {
            return fail(HeldError::Count { letter: c, most: MOST_OF_A_KIND });
        }
    }
    match number {
        Some(_) => fail(HeldError::NumberAtEnd),
        None => Ok(hands),
    }
}

/// Splits the first field of an XBoard FEN into the board and what is held; no brackets mean nothing.
pub(crate) fn split_fen<'a>(text: &'a str, field: &'static str) -> Result<(&'a str, &'a str), PositionError> {
    match text.split_once('[') {
        None => Ok((text, "-")),
        Some((board, hands)) => match hands.strip_suffix(']') {
            Some(hands) => Ok((board, if hands.is_empty() { "-" } else { hands })),
            None => Err(PositionError::Held { field, error: HeldError::OpenBracket }),
        },
    }
}

/// Writes pieces with their numbers, as `2DK`; empty for nothing.
pub(crate) fn write(held: impl Iterator<Item = (char, u8)>) -> String {
    let held = held.filter(|&(_, count)| count > 0);
    held.map(|(letter, count)| if count > 1 { format!("{count}{letter}") } else { letter.to_string() }).collect()
}

/// Writes a letter for each piece, as XBoard does.
pub(crate) fn write_letters(held: impl Iterator<Item = (char, u8)>) -> String {
    held.map(|(letter, count)| letter.to_string().repeat(usize::from(count))).collect()
}

/// Whose piece a letter stands for.
pub(crate) fn side_of(letter: char) -> Side {
    if letter.is_ascii_uppercase() { Side::Black } else { Side::White }
}
