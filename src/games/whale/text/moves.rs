//! Move texts: coordinates (`a2a3`, `D*c3`), CECP (`D@c3`), and the style of books (`D-e3`, `Dxd4`, `Hd2-e3`).

use super::error::MoveTextError;
use super::{parse_square, write_square};
use crate::games::whale::{Action, Kind, Square, WhalePosition};
use crate::notation::{IllegalMove, MoveError, MoveFormat, excerpt};
use crate::position::{MoveList, Position};

/// Reads a move in any of the spellings and checks that it is legal.
///
/// # Errors
/// If the text is no move, names several, or the move is illegal.
pub fn parse_move<const SIZE: usize>(position: &WhalePosition<SIZE>, text: &str) -> Result<Action, MoveError> {
    let action = match Spelling::read(text, SIZE) {
        Some(Spelling::Exact(action)) => action,
        Some(Spelling::Book { kind, from, capture, to }) => resolve(position, kind, from, capture, to)?,
        None => {
            return Err(MoveTextError::Syntax { text: excerpt(text), size: SIZE }.into());
        }
    };
    match position.check(action) {
        Ok(()) => Ok(action),
        Err(illegal) => Err(IllegalMove::new(position, illegal, MoveFormat::Coord).into()),
    }
}

/// A move text in parts.
enum Spelling {
    /// It says all.
    Exact(Action),
    /// Which piece is meant is for the position to tell.
    Book { kind: Kind, from: Option<Square>, capture: bool, to: Square },
}

impl Spelling {
    fn read(text: &str, size: usize) -> Option<Spelling> {
        let whole = |text| parse_square(text, size).filter(|(_, rest)| rest.is_empty()).map(|(square, _)| square);
        if let Some((from, rest)) = parse_square(text, size) {
            return Some(Spelling::Exact(Action::Move { from, to: whole(rest)? }));
        }
        let letter = text.chars().next()?;
        let rest = &text[letter.len_utf8()..];
        let kind = Kind::from_letter(letter, size)?;
        if let Some(square) = rest.strip_prefix(['*', '@']) {
            return Some(Spelling::Exact(Action::Drop { kind, to: whole(square)? }));
        }
        let (from, rest) = parse_square(rest, size).map_or((None, rest), |(square, rest)| (Some(square), rest));
        let to = whole(rest.strip_prefix(['-', 'x'])?)?;
        Some(Spelling::Book { kind, from, capture: rest.starts_with('x'), to })
    }
}

/// The one legal move that a text in the style of books names.
fn resolve<const SIZE: usize>(
    position: &WhalePosition<SIZE>,
    kind: Kind,
    from: Option<Square>,
    capture: bool,
    to: Square,
) -> Result<Action, MoveTextError> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    let mut fitting = list.into_iter().filter(|&mv| position.is_legal(mv)).filter_map(|mv| {
        let action @ Action::Move { from: start, to: end } = Action::from_move(mv, SIZE)? else { return None };
        let piece = position.piece_on(start).kind() == Some(kind);
        (piece && end == to && from.is_none_or(|from| from == start)).then_some(action)
    });
    let Some(action) = fitting.next() else {
        return Err(MoveTextError::NoPieceReaches { kind, to });
    };
    if let Some(Action::Move { from, .. }) = fitting.next() {
        return Err(MoveTextError::SeveralPiecesReach { kind, to, from });
    }
    match (capture, position.piece_on(to).is_none()) {
        (true, true) => Err(MoveTextError::NothingToTake { kind, to }),
        (false, false) => Err(MoveTextError::UnmarkedCapture { kind, to }),
        _ => Ok(action),
    }
}

/// Writes a move.
pub fn write_move(action: Action, format: MoveFormat) -> String {
    match action {
        Action::Move { from, to } => write_square(from) + &write_square(to),
        Action::Drop { kind, to } => {
            let sign = if format == MoveFormat::Cecp { '@' } else { '*' };
            format!("{}{sign}{}", kind.info().letter, write_square(to))
        }
    }
}

/// Writes a move, which must be legal in the position, in the style of books: `D-e3`, `Dxd4`, `H*c3`; the start square
/// is named where another piece of the kind can go there too.
pub fn write_book<const SIZE: usize>(position: &WhalePosition<SIZE>, action: Action) -> String {
    let Action::Move { from, to } = action else { return write_move(action, MoveFormat::Tsa) };
    let piece = position.piece_on(from);
    let Some(kind) = piece.kind() else { return String::new() };
    let sign = if position.piece_on(to).is_none() { '-' } else { 'x' };
    let mut list = MoveList::new();
    position.moves(&mut list);
    let ambiguous = list.into_iter().any(|mv| match Action::from_move(mv, SIZE) {
        Some(Action::Move { from: other, to: end }) => {
            other != from && end == to && position.piece_on(other) == piece && position.is_legal(mv)
        }
        _ => false,
    });
    let start = if ambiguous { write_square(from) } else { String::new() };
    format!("{}{start}{sign}{}", kind.info().letter, write_square(to))
}

#[cfg(test)]
mod tests {
    use super::super::position::parse_position;
    use super::*;
    use crate::games::whale::WhaleRules;

    fn position(text: &str) -> WhalePosition<6> {
        parse_position(text, WhaleRules::STANDARD).unwrap()
    }

    fn usi(position: &WhalePosition<6>, text: &str) -> Result<String, String> {
        parse_move(position, text).map(|action| write_move(action, MoveFormat::Usi)).map_err(|error| error.to_string())
    }

    #[test]
    fn the_document_s_sample_game_reads_in_its_own_style() {
        let mut position = position("startpos");
        // With its slip put right: the narwhal reaches b4.
        let game = ["D-e3", "D-c4", "D-d3", "N-b4", "D-d4", "Dxd4"];
        let coordinates = ["e2e3", "c5c4", "d2d3", "b6b4", "d3d4", "d5d4"];
        for (text, expected) in game.into_iter().zip(coordinates) {
            let action = parse_move(&position, text).unwrap();
            assert_eq!(write_move(action, MoveFormat::Usi), expected);
            assert_eq!(write_book(&position, action), text);
            position.make(action.to_move(), &mut ());
        }
        assert!(usi(&position, "N-a4").is_err());
    }

    #[test]
    fn two_pieces_need_their_squares_and_drops_have_two_signs() {
        let position = position("5w/6/6/6/3H1H/W5 b DH 1");
        assert_eq!(usi(&position, "Hd2-e3"), Ok("d2e3".to_string()));
        assert_eq!(usi(&position, "Hf2-e3"), Ok("f2e3".to_string()));
        assert!(usi(&position, "H-e3").unwrap_err().contains("more than one humpback"));
        assert_eq!(usi(&position, "D@c3"), Ok("D*c3".to_string()));
        assert_eq!(usi(&position, "d*c3"), Ok("D*c3".to_string()));
        assert!(usi(&position, "Wxa2").unwrap_err().contains("takes nothing"));
        let drop = parse_move(&position, "H*c3").unwrap();
        assert_eq!(write_move(drop, MoveFormat::Cecp), "H@c3");
        for text in ["Hd2-e3", "Hf2-e3", "H-c3", "H*c3", "W-b2"] {
            assert_eq!(write_book(&position, parse_move(&position, text).unwrap()), text);
        }
    }

    #[test]
    fn what_is_no_move_is_an_error_and_never_a_panic() {
        let position = position("startpos");
        for text in [
            "", "a", "a2", "a2a", "a2a3+", "a2a9", "g1g2", "D", "D-", "D*", "D@g9", "Dé-e3", "é", "A*c3", "P*c3",
            "Q-e3", "a2-a3", "De2", "@@@@", "\u{0}", "D-e3 ", "a2a3a4",
        ] {
            assert!(usi(&position, text).is_err(), "{text}");
        }
    }

    #[test]
    fn reasons_name_the_rule() {
        for (board, text, part) in [
            ("5w/6/6/6/6/5W b D 1", "D*c6", "farthest rank"),
            ("2D2w/6/6/6/2D3/5W b D 1", "D*c3", "two dolphins of the mover"),
            ("4kw/6/6/6/6/3D1W b - 1", "f1e1", "white whale on e1 would be in check by the killer whale on e6"),
            ("5k/w5/6/6/3D2/5W b - 1", "d2d3", "white whale on f1 would be in check by the killer whale on f6"),
            (
                "5w/6/6/4D1/6/4KW b - 1",
                "e1e5",
                "the way of the killer whale on e1 to e5 is blocked by the dolphin on e3",
            ),
            ("5w/6/6/6/6/5W b - 1", "D*c3", "no dolphin in hand"),
            ("5w/6/6/6/6/5W b D 1", "D*f1", "empty square"),
            ("5w/6/6/6/6/5W b D 1", "a1a2", "no piece on a1"),
            ("5w/6/6/6/6/5W b D 1", "f6f5", "belongs to the opponent"),
            ("5w/6/6/6/5D/5W b D 1", "f1f2", "own"),
            ("5w/6/6/6/5D/5W b D 1", "f1f3", "cannot move to f3"),
        ] {
            let message = usi(&position(board), text).unwrap_err();
            assert!(message.contains(part), "{text} in {board}: {message}");
        }
    }
}
