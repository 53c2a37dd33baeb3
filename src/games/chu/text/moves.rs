//! USI and CECP move texts (chu-rules §2.7), and coordinates run together; other texts go to their own readers and writers.

use super::board::Board;
use super::san::write_san;
use super::square::{parse_square, write_square};
use super::tsa::{looks_like_tsa, parse_tsa, write_tsa};
use crate::games::chu::{Action, Illegal, Square};
use crate::notation::{MoveFormat, TextError};

/// A move text in parts, before it is known what it means.
pub(super) struct Spelling {
    /// Where it starts.
    pub from: Square,
    /// The square between two steps, whatever stands there.
    pub middle: Option<Square>,
    /// Where it ends.
    pub to: Square,
    /// Whether it promotes.
    pub promote: bool,
}

/// Reads a move in any spelling of USI, CECP, coordinates or TSA, told apart by the first character and the signs, and
/// checks that it is pseudo-legal. The error is a reason for people.
pub fn parse_move(position: &impl Board, text: &str) -> Result<Action, TextError> {
    if matches!(text, "@@@@" | "--") {
        return position
            .chu()
            .any_pass()
            .ok_or_else(|| TextError("no piece of the side to move can pass (chu-rules §2.4, §2.5)".into()));
    }
    if looks_like_tsa(text) {
        return parse_tsa(position, text);
    }
    let format = match text {
        _ if text.starts_with(|c: char| c.is_ascii_digit()) => MoveFormat::Usi,
        _ if text.contains(',') => MoveFormat::Cecp,
        _ => MoveFormat::Coord,
    };
    let spelling = parse_spelling(position, text, format)?;
    resolve(position, &spelling).map_err(|illegal| TextError(position.reason(illegal, format)))
}

fn parse_spelling<B: Board>(_: &B, text: &str, format: MoveFormat) -> Result<Spelling, TextError> {
    let no_move = || TextError(format!("'{}' is no move text: {}", shown(text), B::SPELLINGS));
    let body = text.strip_suffix(['+', '=']).unwrap_or(text);
    let promote = text.ends_with('+');
    let mut squares = Vec::with_capacity(4);
    let mut rest = body;
    while !rest.is_empty() && squares.len() < 4 {
        // In CECP the second leg begins with the square on which the first has ended.
        if format == MoveFormat::Cecp && squares.len() == 2 {
            rest = rest.strip_prefix(',').ok_or_else(no_move)?;
        }
        let (square, tail) = parse_square(rest, format.squares()).ok_or_else(no_move)?;
        squares.push(square);
        rest = tail;
    }
    let spelling = |from, middle, to| Spelling { from, middle, to, promote };
    match (format, squares[..].as_ref()) {
        _ if !rest.is_empty() => Err(no_move()),
        (MoveFormat::Usi, &[from, to]) if from == to => Err(TextError(format!(
            "'{}' is no move: a pass names the empty square it steps to and comes back from (chu-rules §2.7)",
            shown(text)
        ))),
        (_, &[from, to]) => Ok(spelling(from, None, to)),
        (MoveFormat::Usi | MoveFormat::Coord, &[from, middle, to]) => Ok(spelling(from, Some(middle), to)),
        (MoveFormat::Cecp, &[from, middle, again, to]) if middle == again => Ok(spelling(from, Some(middle), to)),
        (MoveFormat::Cecp, &[_, _, _, _]) => {
            Err(TextError(format!("'{}': the second leg does not start where the first ends", shown(text))))
        }
        _ => Err(no_move()),
    }
}

/// A foreign text, cut to a length that fits into a message.
fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

/// The action that a text names here.
pub(super) fn resolve(position: &impl Board, spelling: &Spelling) -> Result<Action, Illegal> {
    let &Spelling { from, middle, to, promote } = spelling;
    let piece = position.chu().piece_on(from);
    let owned = piece.belongs_to(position.chu().side());
    let mut action = Action { promote, ..Action::plain(from, to) };
    if let Some(middle) = middle.filter(|_| owned) {
        position.chu().check_path(piece, from, middle, to)?;
        if promote {
            return Err(Illegal::TwoStepPromotion(from));
        }
        if !position.chu().piece_on(middle).is_none() {
            action.via = Some(middle);
        }
    }
    position.judge(action).map(|()| action)
}

/// Writes a move, which must be legal in the position: the two-square text if there is one, otherwise the only
/// three-square text; for a pass in USI the one that sorts first.
pub fn write_move(position: &impl Board, action: Action, format: MoveFormat) -> String {
    let Action { from, via, to, promote } = action;
    let name = |square| write_square(square, format.squares());
    match (format, via) {
        (MoveFormat::Tsa, _) => write_tsa(position, action),
        (MoveFormat::San, _) => write_san(position, action),
        (MoveFormat::Usi | MoveFormat::Coord, Some(via)) => name(from) + &name(via) + &name(to),
        (MoveFormat::Cecp, Some(via)) => format!("{}{},{}{}", name(from), name(via), name(via), name(to)),
        (MoveFormat::Cecp, None) if action.is_pass() => "@@@@".into(),
        (MoveFormat::Usi, None) if action.is_pass() => {
            let over = position.chu().pass_squares_of(from).map(|middle| name(from) + &name(middle) + &name(from));
            over.min().unwrap_or_else(|| name(from) + &name(from))
        }
        (_, None) => name(from) + &name(to) + if promote { "+" } else { "" },
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
