//! USI and CECP move texts (chu-rules §2.7), and coordinates run together.

use super::board::Board;
use super::error::MoveTextError;
use super::spelling::{Spelling, resolve};
use super::square::{parse_square, write_square};
use crate::games::chu::Action;
use crate::notation::{IllegalMove, MoveError, MoveFormat, excerpt};

/// Reads a move in USI, CECP or coordinates, told apart by the first character and the comma, and checks that it is
/// pseudo-legal.
///
/// # Errors
/// If the text is no move, or the move is illegal.
pub(super) fn parse_coordinates(position: &impl Board, text: &str) -> Result<Action, MoveError> {
    if matches!(text, "@@@@" | "--") {
        return position.chu().any_pass().ok_or_else(|| MoveTextError::NoPass.into());
    }
    let format = match text {
        _ if text.starts_with(|c: char| c.is_ascii_digit()) => MoveFormat::Usi,
        _ if text.contains(',') => MoveFormat::Cecp,
        _ => MoveFormat::Coord,
    };
    let spelling = parse_spelling(position, text, format)?;
    resolve(position, &spelling).map_err(|illegal| IllegalMove::new(position, illegal, format).into())
}

fn parse_spelling<B: Board>(_: &B, text: &str, format: MoveFormat) -> Result<Spelling, MoveTextError> {
    let no_move = || MoveTextError::Syntax { text: excerpt(text), spellings: Some(B::SPELLINGS) };
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
        (MoveFormat::Usi, &[from, to]) if from == to => Err(MoveTextError::PassWithoutStep { text: excerpt(text) }),
        (_, &[from, to]) => Ok(spelling(from, None, to)),
        (MoveFormat::Usi | MoveFormat::Coord, &[from, middle, to]) => Ok(spelling(from, Some(middle), to)),
        (MoveFormat::Cecp, &[from, middle, again, to]) if middle == again => Ok(spelling(from, Some(middle), to)),
        (MoveFormat::Cecp, &[_, _, _, _]) => Err(MoveTextError::LegsApart { text: excerpt(text) }),
        _ => Err(no_move()),
    }
}

/// Writes a move, which must be legal in the position: the two-square text if there is one, otherwise the only
/// three-square text; for a pass in USI the one that sorts first.
pub(super) fn write_coordinates(position: &impl Board, action: Action, format: MoveFormat) -> String {
    let Action { from, via, to, promote } = action;
    let name = |square| write_square(square, format.squares());
    match (format, via) {
        (MoveFormat::Cecp, Some(via)) => format!("{}{},{}{}", name(from), name(via), name(via), name(to)),
        (_, Some(via)) => name(from) + &name(via) + &name(to),
        (MoveFormat::Cecp, None) if action.is_pass() => "@@@@".into(),
        (MoveFormat::Usi, None) if action.is_pass() => {
            let over = position.chu().pass_squares_of(from).map(|middle| name(from) + &name(middle) + &name(from));
            over.min().unwrap_or_else(|| name(from) + &name(from))
        }
        (_, None) => name(from) + &name(to) + if promote { "+" } else { "" },
    }
}
