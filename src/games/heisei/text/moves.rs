//! Move texts: those of Chu Shogi for moves on the board, and drops.

use super::error::DropTextError;
use crate::games::chu::text as chu;
use crate::games::chu::text::square::{parse_square, write_square};
use crate::games::chu::text::tsa::{name, parse_tsa, read_kind};
use crate::games::chu::{Kind, Square};
use crate::games::heisei::{HeiseiAction, HeiseiPosition, Slot};
use crate::notation::{IllegalMove, MoveError, MoveFormat, SquareNames, excerpt};
use crate::position::Position;

/// A drop, before it is known whether it is legal.
struct Drop {
    slot: Slot,
    promoted: bool,
    to: Square,
    format: MoveFormat,
}

impl Drop {
    /// Reads `L*c5`, `L@c5`, `L*8h`, with the names of the books for pieces too, and `+` at the end or before the piece
    /// for a drop that promotes.
    fn read(text: &str) -> Option<Drop> {
        let (piece, rest) = text.split_once(['*', '@'])?;
        let (before, piece) = piece.strip_prefix('+').map_or((false, piece), |piece| (true, piece));
        let mut letters = piece.chars();
        let kind = match (letters.next(), letters.next()) {
            (Some(letter), None) => Kind::from_letter(letter, false)?,
            _ => read_kind(piece, false).filter(|(_, rest)| rest.is_empty())?.0,
        };
        let (square, promoted) = match rest.strip_suffix('+') {
            Some(square) => (square, true),
            None if before => (rest, true),
            None => (rest.strip_suffix('=').unwrap_or(rest), false),
        };
        let japanese = square.starts_with(|c: char| c.is_ascii_digit());
        let format = if japanese { MoveFormat::Tsa } else { MoveFormat::Coord };
        let (to, rest) = parse_square(square, format.squares())?;
        let slot = Slot::of(kind)?;
        rest.is_empty().then_some(Drop { slot, promoted, to, format })
    }
}

fn parse_drop(position: &HeiseiPosition, text: &str) -> Result<HeiseiAction, MoveError> {
    let Some(Drop { slot, promoted, to, format }) = Drop::read(text) else {
        return Err(DropTextError { text: excerpt(text) }.into());
    };
    match position.check_drop(slot, promoted, to) {
        Ok(()) => Ok(HeiseiAction::Drop { slot, promoted, to }),
        Err(illegal) => Err(IllegalMove::new(position, illegal, format).into()),
    }
}

fn is_drop(text: &str) -> bool {
    text.contains(['*', '@']) && text != "@@@@"
}

/// Reads a move in any spelling, told apart by the signs, and checks that it is pseudo-legal.
///
/// # Errors
/// If the text is no move, names several, or the move is illegal.
pub fn parse_move(position: &HeiseiPosition, text: &str) -> Result<HeiseiAction, MoveError> {
    match is_drop(text) {
        true => parse_drop(position, text),
        false => chu::parse_move(position, text).map(HeiseiAction::Move),
    }
}

/// Reads a move in the short notation of XBoard's games, where drops are `L@c5`.
///
/// # Errors
/// As those of [`parse_move`].
pub fn parse_san(position: &HeiseiPosition, text: &str) -> Result<HeiseiAction, MoveError> {
    match is_drop(text) {
        true => parse_drop(position, crate::notation::san::without_marks(text)),
        false => chu::parse_san(position, text).map(HeiseiAction::Move),
    }
}

/// Reads a move in the notation of the books, where drops are `L*8h`.
///
/// # Errors
/// As those of [`parse_move`].
pub fn parse_book(position: &HeiseiPosition, text: &str) -> Result<HeiseiAction, MoveError> {
    match is_drop(text) {
        true => parse_drop(position, text),
        false => parse_tsa(position, text).map(HeiseiAction::Move),
    }
}

/// Writes a move, which must be legal in the position.
pub fn write_move(position: &HeiseiPosition, action: HeiseiAction, format: MoveFormat) -> String {
    let (slot, promoted, to) = match action {
        // The native coordinates of the game are the western ones.
        HeiseiAction::Move(action) if format == MoveFormat::Usi => {
            return chu::write_move(position, action, MoveFormat::Coord);
        }
        HeiseiAction::Move(action) => return chu::write_move(position, action, format),
        HeiseiAction::Drop { slot, promoted, to } => (slot, promoted, to),
    };
    let letter = slot.kind().info().letter;
    let sign = if promoted { "+" } else { "" };
    match format {
        MoveFormat::Tsa => {
            let declines = !promoted && position.check_drop(slot, true, to).is_ok();
            let sign = if declines { "=" } else { sign };
            format!("{}*{}{sign}", name(slot.kind()), write_square(to, SquareNames::Japanese))
        }
        MoveFormat::San => {
            let mut after = position.clone();
            after.make(action.to_move(), &mut ());
            let mate = if chu::has_safe_move(&mut after) { "" } else { "#" };
            format!("{letter}@{}{sign}{mate}", write_square(to, SquareNames::Western))
        }
        MoveFormat::Cecp => format!("{letter}@{}{sign}", write_square(to, SquareNames::Western)),
        MoveFormat::Usi | MoveFormat::Coord => format!("{letter}*{}{sign}", write_square(to, SquareNames::Western)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::position::parse_position;
    use super::*;
    use crate::games::chu::ChuRules;

    /// A rook before the zone's second rank, a fresh silver, a lion with a pawn before it.
    const POSITION: &str = "5k6/12/12/3R2~S5/12/12/12/8p3/8N3/12/12/5K6 b LCO - 1";

    fn position() -> HeiseiPosition {
        parse_position(POSITION, ChuRules::LISHOGI).unwrap()
    }

    fn read(text: &str) -> Result<HeiseiAction, String> {
        parse_move(&position(), text).map_err(|error| error.to_string())
    }

    #[test]
    fn every_spelling_of_a_move_is_the_same_move() {
        let position = position();
        for texts in [
            &["L*d10+", "L@d10+", "+L@d10", "+L*d10+", "L*9c+", "l*d10+"][..],
            &["O*c9", "O@c9", "O*c9=", "Ky*10d", "Kr*10d=", "ky@c9"],
            &["C*h5", "C@5h", "C*5h="],
            &["i4i5i6", "i4i5,i5i6", "4i4h4g", "Lnx4h-4g"],
            &["i4i4", "i4h4,h4i4", "@@@@", "--", "4i5i4i"],
            &["g9g10+", "6d6c+", "S-6c+"],
        ] {
            let actions: Vec<_> = texts.iter().map(|text| read(text)).collect();
            assert!(actions[0].is_ok() && actions.iter().all(|action| *action == actions[0]), "{texts:?}: {actions:?}");
            let action = actions[0].clone().unwrap();
            assert_eq!(write_move(&position, action, MoveFormat::Usi), texts[0]);
            assert_eq!(parse_book(&position, &write_move(&position, action, MoveFormat::Tsa)), Ok(action));
        }
        let written = |text: &str, format| write_move(&position, read(text).unwrap(), format);
        assert_eq!(written("L*d10+", MoveFormat::Cecp), "L@d10+");
        assert_eq!(written("L*d10+", MoveFormat::San), "L@d10+");
        assert_eq!(written("O*c9", MoveFormat::Tsa), "Ky*10d=");
        assert_eq!(written("O*c9+", MoveFormat::Tsa), "Ky*10d+");
        assert_eq!(written("C*i3", MoveFormat::Tsa), "C*4j");
        assert_eq!(written("g9g10", MoveFormat::Tsa), "S-6c=");
    }

    #[test]
    fn a_drop_that_mates_has_the_sign() {
        // A queen in the corner protected by the king.
        let position = parse_position("k11/12/1K10/12/12/12/12/12/12/12/12/12 b X - 1", ChuRules::HISTORIC).unwrap();
        let drop = parse_move(&position, "X*b11+").unwrap();
        assert_eq!(write_move(&position, drop, MoveFormat::San), "X@b11+#");
        assert_eq!(parse_san(&position, "X@b11+#"), Ok(drop));
        // Beside it the phoenix leaves b12 to the king.
        let drop = parse_move(&position, "X*c11").unwrap();
        assert_eq!(write_move(&position, drop, MoveFormat::San), "X@c11");
    }

    #[test]
    fn reasons_name_the_rule_and_nothing_panics() {
        for (text, part) in [
            ("V*c9", "no vertical mover in reserve"),
            ("P*c9", "reserve are LCSMVAOX"),
            ("L*d9", "on d9 stands a rook"),
            ("L*f12", "on f12 stands a king"),
            ("L*e7", "around e7 is none"),
            ("L*8f", "around 8f is none"),
            ("C*h5+", "h5 is outside"),
            ("g9f8+", "fresh from the reserve"),
            ("d9d10+", "inside the zone only a capture"),
            ("", "no move text"),
            ("*", "is no drop"),
            ("L*", "is no drop"),
            ("L*m1", "is no drop"),
            ("L*c9c10", "is no drop"),
            ("+O*c9=", "is no drop"),
            ("LL*c9", "is no drop"),
            ("é*c9", "is no drop"),
            ("L*é", "is no drop"),
            ("@", "is no drop"),
            ("@@@", "is no drop"),
        ] {
            let message = read(text).unwrap_err();
            assert!(message.contains(part), "{text}: {message}");
        }
        let last = parse_position("5k6/3R8/12/12/12/12/12/12/12/12/12/5K6 b L - 1", ChuRules::HISTORIC).unwrap();
        assert!(parse_move(&last, "L*c12").unwrap_err().to_string().contains("never move from c12"));
        assert!(parse_move(&last, "L*c12+").is_ok());
    }
}
