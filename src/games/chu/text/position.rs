//! SFEN and XBoard FEN (chu-rules §1.3). The board field is the same in both; the side letters are not.

use super::error::CounterStrikeError;
use super::square::{parse_square, write_square};
use crate::games::chu::{ChuPosition, ChuRules, Kind, Piece, SIZE, Square};
use crate::notation::fields::{self, Source};
use crate::notation::{BoardError, PositionError, PositionFormat, RankName, SquareNames};
use crate::position::{Position, Side};
use once_cell::sync::Lazy;

/// The start position, as SFEN.
pub const START: &str = "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/\
                         MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL b - 1";

/// The start position, read once: every new game begins with a copy.
static START_POSITION: Lazy<ChuPosition> = Lazy::new(|| {
    // The text is a constant and the tests read it; an empty board would be the answer if it were wrong.
    parse_sfen(START, ChuRules::HISTORIC).unwrap_or_else(|_| ChuPosition::empty(ChuRules::HISTORIC))
});

/// The start position.
pub fn start(rules: ChuRules) -> ChuPosition {
    let mut position = START_POSITION.clone();
    position.set_rules(rules);
    position
}

/// Reads `startpos`, an SFEN (with or without `sfen ` before it), or `fen ` and an XBoard FEN.
///
/// # Errors
/// If the text is none of them; the error names the field.
pub fn parse_position(text: &str, rules: ChuRules) -> Result<ChuPosition, PositionError> {
    match fields::source(text)? {
        Source::Start => Ok(start(rules)),
        Source::Native(text) => parse_sfen(text, rules),
        Source::Fen(text) => parse_fen(text, rules),
    }
}

fn parse_sfen(text: &str, rules: ChuRules) -> Result<ChuPosition, PositionError> {
    let mut fields = text.split_whitespace();
    let pieces = parse_board(fields.next().unwrap_or(""))?;
    let side = fields::side(fields.next())?;
    let last_lion = match fields.next() {
        None | Some("-") => None,
        Some(name) => match parse_square(name, SquareNames::Japanese) {
            Some((square, "")) => Some(square),
            _ => return Err(CounterStrikeError { word: name.to_owned(), squares: "a square" }.into()),
        },
    };
    let mut position = ChuPosition::set_up(rules, pieces, side, last_lion);
    position.set_start_number(fields::number(fields)?);
    Ok(position)
}

/// Reads XBoard FEN. A square after the side to move, in the Japanese way of naming, is that of the counter-strike rule.
///
/// # Errors
/// If the text is none; the error names the field.
pub fn parse_fen(text: &str, rules: ChuRules) -> Result<ChuPosition, PositionError> {
    let mut fields = text.split_whitespace();
    let pieces = parse_board(fields.next().unwrap_or(""))?;
    let tail = fields::fen_tail(fields, SIZE)?;
    let last_lion = tail.square.as_deref().and_then(|name| parse_square(name, SquareNames::Japanese));
    let last_lion = last_lion.map(|(square, _)| square);
    let mut position = ChuPosition::set_up(rules, pieces, tail.side, last_lion);
    position.set_start_number(tail.number);
    Ok(position)
}

/// Reads the board field.
///
/// # Errors
/// If it is no board.
pub(in crate::games) fn parse_board(text: &str) -> Result<Vec<(Square, Piece)>, PositionError> {
    if text.is_empty() {
        return Err(PositionError::Board(BoardError::Missing));
    }
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != SIZE {
        return Err(PositionError::Board(BoardError::Ranks { found: ranks.len(), expected: SIZE }));
    }
    let mut pieces = Vec::with_capacity(92);
    for (i, rank) in ranks.into_iter().enumerate() {
        parse_rank(rank, SIZE - 1 - i, &mut pieces).map_err(PositionError::Board)?;
    }
    Ok(pieces)
}

fn parse_rank(text: &str, rank: usize, pieces: &mut Vec<(Square, Piece)>) -> Result<(), BoardError> {
    let name = RankName { number: rank + 1, letter: Some(super::square::letter(SIZE - 1 - rank)) };
    let mut file = 0;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if let Some(digit) = c.to_digit(10) {
            let mut run = digit as usize;
            while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                run = (run * 10 + digit as usize).min(SIZE + 1);
                chars.next();
            }
            if run == 0 {
                return Err(BoardError::EmptyRun { rank: name });
            }
            file += run;
        } else {
            let letter = if c == '+' { chars.next() } else { Some(c) };
            let piece = letter.filter(char::is_ascii_alphabetic).and_then(|letter| {
                let side = if letter.is_ascii_uppercase() { Side::Black } else { Side::White };
                Kind::from_letter(letter, c == '+').map(|kind| Piece::new(kind, side))
            });
            let Some(piece) = piece else {
                let letters = [c].into_iter().chain(letter.filter(|_| c == '+')).collect();
                return Err(BoardError::UnknownPiece { piece: letters, rank: name });
            };
            if let Some(square) = Square::new(file, rank) {
                pieces.push((square, piece));
            }
            file += 1;
        }
    }
    if file != SIZE {
        return Err(BoardError::Width { rank: name, found: file, at_least: file > SIZE, expected: SIZE });
    }
    Ok(())
}

/// Writes a position; `ply` moves of its game have been played.
pub fn write_position(position: &ChuPosition, format: PositionFormat, ply: usize) -> String {
    let board = write_board(position, |_| false);
    let number = fields::number_after(position.start_number(), ply);
    match format {
        PositionFormat::Sfen => {
            let side = if position.side() == Side::Black { 'b' } else { 'w' };
            let last_lion =
                position.counter_strike().map_or("-".into(), |square| write_square(square, SquareNames::Japanese));
            format!("{board} {side} {last_lion} {number}")
        }
        PositionFormat::Fen => format!("{board} {}", fields::write_fen_tail(position.side(), number)),
    }
}

/// Writes the board field, with a `~` before the pieces that `marked` names.
pub(in crate::games) fn write_board(position: &ChuPosition, marked: impl Fn(Square) -> bool) -> String {
    let ranks: Vec<String> = (0..SIZE).rev().map(|rank| write_rank(position, rank, &marked)).collect();
    ranks.join("/")
}

fn write_rank(position: &ChuPosition, rank: usize, marked: impl Fn(Square) -> bool) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for square in (0..SIZE).filter_map(|file| Square::new(file, rank)) {
        let piece = position.piece_on(square);
        if piece.is_none() {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        if marked(square) {
            text.push('~');
        }
        text += &write_piece(piece);
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}

/// The letters of a piece: `+P` Black's promoted pawn, `n` White's lion.
pub(in crate::games) fn write_piece(piece: Piece) -> String {
    let kind = piece.kind();
    let letter = if piece.side() == Side::Black { kind.info().letter } else { kind.info().letter.to_ascii_lowercase() };
    if kind.is_promoted() { format!("+{letter}") } else { letter.to_string() }
}

impl std::fmt::Debug for ChuPosition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&write_position(self, PositionFormat::Sfen, 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        match parse_position(text, ChuRules::HISTORIC) {
            Ok(_) => panic!("accepted: {text}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn the_start_position_is_the_table_of_section_1_3() {
        let position = parse_position("startpos", ChuRules::HISTORIC).unwrap();
        assert_eq!(position.all_pieces().count(), 92);
        assert_eq!(write_position(&position, PositionFormat::Sfen, 0), START);
        let on = |name| position.piece_on(parse_square(name, SquareNames::Japanese).unwrap().0);
        assert_eq!(on("7l"), Piece::new(Kind::King, Side::Black));
        assert_eq!(on("7j"), Piece::new(Kind::Lion, Side::Black));
        assert_eq!(on("6c"), Piece::new(Kind::Lion, Side::White));
        assert_eq!(on("6a"), Piece::new(Kind::King, Side::White));
        assert_eq!(on("9e"), Piece::new(Kind::GoBetween, Side::White));
    }

    #[test]
    fn the_set_up_has_point_symmetry() {
        let position = parse_position("startpos", ChuRules::HISTORIC).unwrap();
        for (square, piece) in position.all_pieces() {
            assert_eq!(position.piece_on(square.rotated()), Piece::new(piece.kind(), !piece.side()));
        }
    }

    #[test]
    fn the_two_formats_differ_in_the_side_letter() {
        let board = START.split(' ').next().unwrap();
        let black = parse_fen(&format!("{board} w - 0 1"), ChuRules::HISTORIC).unwrap();
        assert_eq!(black.side(), Side::Black);
        assert_eq!(write_position(&black, PositionFormat::Fen, 0), format!("{board} w - 0 1"));
        let white = parse_position(&format!("fen {board} b"), ChuRules::HISTORIC).unwrap();
        assert_eq!(write_position(&white, PositionFormat::Sfen, 0), format!("{board} w - 2"));
        assert_eq!(parse_fen(board, ChuRules::HISTORIC).unwrap().side(), Side::Black);
    }

    #[test]
    fn errors_name_the_field_and_the_reason() {
        let eleven = "12/".repeat(11);
        for (text, parts) in [
            ("", ["no position", ""]),
            ("garbage b", ["board", "1 ranks"]),
            (&format!("{eleven}13 b"), ["rank 1 (l)", "13 squares"]),
            (&format!("{eleven}11 b"), ["rank 1 (l)", "11 squares"]),
            (&format!("{eleven}5Z6 b"), ["rank 1 (l)", "'Z'"]),
            (&format!("{eleven}5+N6 b"), ["board", "'+N'"]),
            (&format!("{eleven}5+6 b"), ["board", "'+6'"]),
            (&format!("{eleven}99999999999999999999999 b"), ["rank 1 (l)", "at least"]),
            (&format!("{eleven}12"), ["side to move", "missing"]),
            (&format!("{eleven}12 x"), ["side to move", "'x'"]),
            (&format!("{eleven}12 b 13a"), ["counter-strike", "'13a'"]),
            (&format!("{eleven}12 b - 0"), ["move number", "'0'"]),
            (&format!("{eleven}12 b - 1 1"), ["unexpected", "'1'"]),
            ("startpos b", ["startpos", "'b'"]),
        ] {
            let message = message(text);
            assert!(parts.iter().all(|part| message.contains(part)), "{text}: {message}");
        }
    }
}
