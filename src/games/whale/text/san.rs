//! The notation of XBoard's game records: `Ne3`, `Gxf2`, `+Kxb1` for a porpoise, drops `D@c3`, `+` for check and `#`
//! for mate.
//!
//! Dolphins are always written with their start square, `De5e4`: XBoard does not know how they move (see
//! [`setup_lines`](super::setup_lines)) and cannot look for the one that is meant. It counts only moves that do not
//! leave the white whale attacked when it tells pieces apart; here the others count too, so that programs with
//! either rule can read the text.

use super::error::MoveTextError;
use super::moves::parse_move;
use super::position::xboard_letters;
use super::{file_letter, write_square};
use crate::games::whale::{Action, Illegal, Kind, Square, WhalePosition};
use crate::notation::san::{Part, Squares, origin, without_marks};
use crate::notation::{IllegalMove, MoveError, MoveFormat};
use crate::position::{MoveList, Position, Side};

/// Writes a move, which must be legal in the position.
pub fn write_san<const SIZE: usize>(position: &WhalePosition<SIZE>, action: Action) -> String {
    let mut text = write_body(position, action);
    let mut after = position.clone();
    after.make(action.to_move(), &mut ());
    if after.in_check() {
        let mut replies = MoveList::new();
        after.moves(&mut replies);
        text.push(if replies.into_iter().any(|mv| after.is_legal(mv)) { '+' } else { '#' });
    }
    text
}

fn write_body<const SIZE: usize>(position: &WhalePosition<SIZE>, action: Action) -> String {
    let (from, to) = match action {
        Action::Drop { kind, to } => return format!("{}@{}", kind.info().letter, write_square(to)),
        Action::Move { from, to } => (from, to),
    };
    // An empty square has no letter; it cannot move either.
    let Some(kind) = position.piece_on(from).kind() else { return String::new() };
    let start = if kind == Kind::Dolphin { write_square(from) } else { write_origin(position, from, to) };
    let capture = if position.piece_on(to).is_none() { "" } else { "x" };
    format!("{}{start}{capture}{}", xboard_letters((kind, Side::Black)), write_square(to))
}

/// What tells the piece from the others of its kind that can go there.
fn write_origin<const SIZE: usize>(position: &WhalePosition<SIZE>, from: Square, to: Square) -> String {
    let piece = position.piece_on(from);
    let others = position.all_pieces().filter(|&(square, other)| other == piece && square != from);
    let rivals = others.map(|(square, _)| square).filter(|&square| {
        matches!(position.check(Action::Move { from: square, to }), Ok(()) | Err(Illegal::Check(..)))
    });
    let (file, rank) = origin((from.file(), from.rank()), rivals.map(|square| (square.file(), square.rank())));
    let mut text = String::new();
    if file {
        text.push(file_letter(from.file()));
    }
    if rank {
        text += &(from.rank() + 1).to_string();
    }
    text
}

/// Reads a move; also one in coordinates or in the style of books, which game records have as well.
///
/// # Errors
/// If the text is no move, names several, or the move is illegal.
pub fn parse_san<const SIZE: usize>(position: &WhalePosition<SIZE>, text: &str) -> Result<Action, MoveError> {
    let body = without_marks(text).trim_end_matches('+');
    let (promoted, rest) = body.strip_prefix('+').map_or((false, body), |rest| (true, rest));
    let letter = rest.chars().next().filter(char::is_ascii_uppercase);
    let kind = match letter.and_then(|letter| Kind::from_letter(letter, SIZE)) {
        Some(Kind::Killer) if promoted => Some(Kind::Porpoise),
        kind => kind.filter(|_| !promoted),
    };
    let squares = rest.get(1..).and_then(|rest| Squares::read(rest, SIZE)).filter(|squares| squares.via.is_none());
    let to = squares.and_then(|Squares { to, .. }| Square::new(to.file?, to.rank?, SIZE));
    match (kind, squares, to) {
        (Some(kind), Some(squares), Some(to)) => resolve(position, kind, squares.origin, to),
        _ => parse_move(position, body),
    }
}

/// The one legal move of a piece of this kind to a square, from a start square of which this is known.
fn resolve<const SIZE: usize>(
    position: &WhalePosition<SIZE>,
    kind: Kind,
    origin: Part,
    to: Square,
) -> Result<Action, MoveError> {
    let own = |square: Square| position.piece_on(square).belongs_to(position.side());
    let meant = |from: Square| own(from) && origin.fits(from.file(), from.rank());
    let pieces = position.all_pieces().filter(|&(from, piece)| piece.kind() == Some(kind) && meant(from));
    let verdicts: Vec<_> = pieces
        .map(|(from, _)| Action::Move { from, to })
        .map(|action| position.check(action).map(|()| action))
        .collect();
    let mut legal = verdicts.iter().filter_map(|verdict| verdict.ok());
    match (legal.next(), legal.next()) {
        (Some(action), None) => Ok(action),
        (Some(action), Some(_)) => {
            Err(MoveTextError::SeveralPieces { kind, example: write_body(position, action) }.into())
        }
        (None, _) => Err(match verdicts[..] {
            [Err(illegal)] => IllegalMove::new(position, illegal, MoveFormat::San).into(),
            _ => MoveTextError::NoPieceReaches { kind, to }.into(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::super::position::parse_position;
    use super::*;
    use crate::games::whale::WhaleRules;

    /// The move in coordinates is written as the other text, and that is read as the same move.
    #[track_caller]
    fn check(text: &str, coordinates: &str, san: &str) {
        let position: WhalePosition<6> = parse_position(text, WhaleRules::STANDARD).unwrap();
        let action = parse_move(&position, coordinates).unwrap();
        assert_eq!(write_san(&position, action), san);
        assert_eq!(parse_san(&position, san), Ok(action));
    }

    #[test]
    fn moves_are_written_as_xboard_does() {
        let start = super::super::position::start_text(6);
        check(start, "e1e3", "Ne3");
        check(start, "e2e3", "De2e3");
        check("bnpw1h/dd3d/6/3d2/3D2/HGWPNB b - 5", "d2d3", "Dd2xd3");
        // Two humpbacks; a drop; a porpoise.
        check("5w/6/6/6/3H1H/W5 b DH 1", "d2e3", "Hde3");
        check("5w/6/6/6/3H1H/W5 b DH 1", "D*c3", "D@c3");
        check("5w/6/6/6/6/W2P2 b - 1", "d1e1", "+Ke1");
    }

    #[test]
    fn check_and_mate_have_their_signs() {
        check("5w/6/3KB1/6/6/W5 b - 1", "d4d6", "Kd6#");
        check("5w/6/3K2/6/6/W5 b - 1", "d4d6", "Kd6+");
    }

    #[test]
    fn other_ways_to_write_are_read() {
        let position: WhalePosition<6> = parse_position("5w/6/6/6/3H1H/W5 b DH 1", WhaleRules::STANDARD).unwrap();
        for text in ["Hde3", "Hd2e3", "Hd2-e3", "Hd-e3", "d2e3", "Hde3+", "Hde3!"] {
            let found = parse_san(&position, text).map(|action| write_body(&position, action));
            assert_eq!(found, Ok("Hde3".to_owned()), "{text}");
        }
        for (text, part) in [
            ("He3", "more than one humpback"),
            ("Hf5", "no humpback"),
            ("Hd2d3", "cannot move to d3"),
            ("+He3", "no move text"),
            ("", "no move text"),
            ("Pa2", "no porpoise"),
            ("Wa1xa2xa3", "no move text"),
        ] {
            let message = parse_san(&position, text).unwrap_err().to_string();
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}
