//! Moves in all formats: which reader and which writer a text is for.

use super::board::Board;
use super::coordinates::{parse_coordinates, write_coordinates};
use super::san::{San, write_san};
use super::tsa::{parse_tsa, write_tsa};
use crate::games::chu::Action;
use crate::notation::san::without_marks;
use crate::notation::{MoveError, MoveFormat, looks_like_tsa};

/// Reads a move in any spelling of USI, CECP, coordinates or TSA, told apart by the first character and the signs, and
/// checks that it is pseudo-legal.
///
/// # Errors
/// If the text is no move, or the move is illegal.
pub fn parse_move(position: &impl Board, text: &str) -> Result<Action, MoveError> {
    if looks_like_tsa(text) { parse_tsa(position, text) } else { parse_coordinates(position, text) }
}

/// Reads a move in the notation of XBoard's games; also one in coordinates or USI, which game records have as well.
///
/// # Errors
/// If the text is no move, names several, or the move is illegal.
pub fn parse_san(position: &impl Board, text: &str) -> Result<Action, MoveError> {
    let body = without_marks(text);
    if matches!(body, "pass" | "null") {
        return parse_move(position, "@@@@");
    }
    match San::read(body) {
        Some(san) => san.resolve(position),
        // `e7-e8` and `f6xg7xh8` without the letter of a piece are coordinates with signs between them.
        None if body.starts_with(|c: char| c.is_ascii_lowercase()) => {
            parse_move(position, &body.replace(['-', 'x'], ""))
        }
        None => parse_move(position, body),
    }
}

/// Writes a move, which must be legal in the position, in its one spelling.
pub fn write_move(position: &impl Board, action: Action, format: MoveFormat) -> String {
    match format {
        MoveFormat::Tsa => write_tsa(position, action),
        MoveFormat::San => write_san(position, action),
        MoveFormat::Usi | MoveFormat::Cecp | MoveFormat::Coord => write_coordinates(position, action, format),
    }
}

#[cfg(test)]
mod tests {
    use super::super::position::parse_position;
    use super::*;
    use crate::games::chu::{ChuPosition, ChuRules};

    fn position(sfen: &str) -> ChuPosition {
        parse_position(sfen, ChuRules::HISTORIC).unwrap()
    }

    /// A lion on 7g with an enemy pawn on 7f and room elsewhere.
    const LION: &str = "k11/12/12/12/12/5p6/5N6/12/12/12/12/11K b - 1";

    #[test]
    fn every_spelling_of_an_action_is_the_same_move() {
        let position = position(LION);
        let same = |texts: &[&str]| {
            let actions: Vec<_> = texts.iter().map(|text| parse_move(&position, text).unwrap()).collect();
            assert!(actions.windows(2).all(|pair| pair[0] == pair[1]), "{texts:?}");
            actions[0]
        };
        let jump = same(&["7g5e", "7g6f5e", "f6h8", "f6g7,g7h8", "7g5e="]);
        assert_eq!(write_move(&position, jump, MoveFormat::Usi), "7g5e");
        let pass = same(&["7g6g7g", "7g8h7g", "f6f5,f5f6", "f6f6", "@@@@", "--"]);
        // Of the seven empty neighbours 6f, 6g, 6h, 7h, 8f, 8g, 8h the text over 6f sorts first.
        assert_eq!(write_move(&position, pass, MoveFormat::Usi), "7g6f7g");
        assert_eq!(write_move(&position, pass, MoveFormat::Cecp), "@@@@");
        assert_eq!(write_move(&position, pass, MoveFormat::Coord), "f6f6");
        let igui = same(&["7g7f7g", "f6f7,f7f6"]);
        assert_eq!(write_move(&position, igui, MoveFormat::Cecp), "f6f7,f7f6");
        let double = same(&["7g7f6e", "f6f7,f7g8", "f6f7g8"]);
        assert_eq!(write_move(&position, double, MoveFormat::Coord), "f6f7g8");
        assert_eq!(write_move(&position, double, MoveFormat::Usi), "7g7f6e");
        assert_ne!(parse_move(&position, "7g7e").unwrap(), parse_move(&position, "7g7f7e").unwrap());
    }

    #[test]
    fn what_is_no_move_is_an_error_and_never_a_panic() {
        let position = position(LION);
        for text in [
            "",
            "7g",
            "7g7g",
            "7g7f+",
            "7g6f5e+",
            "zzzz",
            "a4a",
            "a13a14",
            "a0a1",
            "m1m2",
            "f6g7,h8h9",
            "f6g7g7h8",
            "f6g7,g7h8,h8h9",
            "7g7f6e5d",
            "7g7fq",
            "+",
            "=",
            ",",
            "f6f7,",
            "\u{0}",
            "７g7f",
            "f6\u{301}f7",
            "1e9",
        ] {
            assert!(parse_move(&position, text).is_err(), "{text}");
        }
    }
}
