//! Positions: 36 rows of cells joined by commas. XBoard's FEN has no letters for these pieces, so what is called FEN is
//! the same board with the tail of a FEN.

use super::error::{BoardTextError, PieceError};
use crate::games::taikyoku::{Kind, Piece, SIZE, Square, TaikyokuPosition, TaikyokuRules};
use crate::notation::PositionError;
use crate::notation::fields::{self, Source};
use crate::position::Side;

/// The start position.
pub fn start(rules: TaikyokuRules) -> TaikyokuPosition {
    let pieces = Kind::all().flat_map(|kind| kind.info().squares.iter().map(move |&square| (square, kind)));
    let pieces = pieces.flat_map(|(square, kind)| {
        let piece = |side| Piece::new(kind, false, side);
        [(square, piece(Side::Black)), (square.rotated(), piece(Side::White))]
    });
    TaikyokuPosition::set_up(rules, pieces, Side::Black)
}

/// Reads a position: the native text, or `startpos`, or a text that begins with `sfen ` or `fen `.
///
/// # Errors
/// If the text is none of them; the error names the field.
pub fn parse_position(text: &str, rules: TaikyokuRules) -> Result<TaikyokuPosition, PositionError> {
    match fields::source(text)? {
        Source::Start => Ok(start(rules)),
        Source::Native(text) => parse_native(text, rules),
        Source::Fen(text) => parse_fen(text, rules),
    }
}

fn parse_native(text: &str, rules: TaikyokuRules) -> Result<TaikyokuPosition, PositionError> {
    let mut words = text.split_whitespace();
    let board = parse_board(words.next().ok_or(PositionError::Empty)?)?;
    let side = fields::side(words.next())?;
    let number = fields::number(words)?;
    let mut position = TaikyokuPosition::set_up(rules, board, side);
    position.set_start_number(number);
    Ok(position)
}

/// Reads the board with the tail of an XBoard FEN.
///
/// # Errors
/// If the text is none; the error names the field.
pub fn parse_fen(text: &str, rules: TaikyokuRules) -> Result<TaikyokuPosition, PositionError> {
    let mut words = text.split_whitespace();
    let board = parse_board(words.next().ok_or(PositionError::Empty)?)?;
    let tail = fields::fen_tail(words, SIZE)?;
    let mut position = TaikyokuPosition::set_up(rules, board, tail.side);
    position.set_start_number(tail.number);
    Ok(position)
}

fn parse_board(text: &str) -> Result<Vec<(Square, Piece)>, BoardTextError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != SIZE {
        return Err(BoardTextError::Ranks { found: rows.len() });
    }
    let mut pieces = Vec::new();
    for (index, row) in (0..SIZE).rev().zip(rows) {
        let mut file = 0;
        let rank = index + 1;
        for cell in row.split(',') {
            if cell.starts_with(|c: char| c.is_ascii_digit()) {
                let empty = cell.parse().ok().filter(|empty| (1..=SIZE).contains(empty));
                file += empty.ok_or_else(|| BoardTextError::EmptyRun { rank, cell: excerpt(cell) })?;
            } else {
                let piece = parse_piece(cell).map_err(|error| BoardTextError::Piece { rank, error })?;
                pieces.extend(Square::new(file, index).map(|square| (square, piece)));
                file += 1;
            }
        }
        if file != SIZE {
            return Err(BoardTextError::Width { rank, found: file });
        }
    }
    Ok(pieces)
}

/// Reads a piece: its letters, upper case for Black, with a `+` before them if it has promoted.
fn parse_piece(text: &str) -> Result<Piece, PieceError> {
    let unknown = || PieceError::Unknown { letters: excerpt(text) };
    let (promoted, letters) = text.strip_prefix('+').map_or((false, text), |letters| (true, letters));
    let side = match letters.bytes().next() {
        _ if letters.bytes().all(|letter| letter.is_ascii_uppercase()) => Side::Black,
        _ if letters.bytes().all(|letter| letter.is_ascii_lowercase()) => Side::White,
        _ => return Err(unknown()),
    };
    let kind = Kind::from_id(&letters.to_ascii_uppercase()).ok_or_else(unknown)?;
    let info = kind.info();
    if !kind.starts() {
        let from = Kind::all().find(|origin| origin.info().promotion == Some(kind));
        return Err(PieceError::Promoted { kind, from: from.unwrap_or(kind) });
    }
    if promoted && info.promotion.is_none() {
        return Err(PieceError::NeverPromotes { kind });
    }
    Ok(Piece::new(kind, promoted, side))
}

/// The beginning of a foreign cell, for an error.
fn excerpt(cell: &str) -> String {
    cell.chars().take(20).collect()
}

/// The letters of a piece.
pub(in crate::games::taikyoku) fn piece_text(piece: Piece) -> String {
    let Some(kind) = piece.origin() else { return String::new() };
    let id = kind.info().id;
    let letters = if piece.side() == Side::Black { id.to_owned() } else { id.to_ascii_lowercase() };
    if piece.is_promoted() { format!("+{letters}") } else { letters }
}

fn write_board(position: &TaikyokuPosition) -> String {
    let row = |rank| {
        let mut cells: Vec<String> = Vec::new();
        let mut empty = 0;
        for square in (0..SIZE).filter_map(|file| Square::new(file, rank)) {
            let piece = position.piece_on(square);
            if piece.is_none() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                cells.push(std::mem::take(&mut empty).to_string());
            }
            cells.push(piece_text(piece));
        }
        if empty > 0 {
            cells.push(empty.to_string());
        }
        cells.join(",")
    };
    (0..SIZE).rev().map(row).collect::<Vec<_>>().join("/")
}

/// Writes a position. `ply` is the number of plies played before it in its game.
pub fn write_position(position: &TaikyokuPosition, ply: usize) -> String {
    let side = if position.side() == Side::Black { 'b' } else { 'w' };
    format!("{} {side} {}", write_board(position), fields::number_after(position.start_number(), ply))
}

/// Writes a position with the tail of a FEN.
pub fn write_fen(position: &TaikyokuPosition, ply: usize) -> String {
    let number = fields::number_after(position.start_number(), ply);
    format!("{} {}", write_board(position), fields::write_fen_tail(position.side(), number))
}

impl std::fmt::Debug for TaikyokuPosition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&write_position(self, 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: &str =
        "36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/";

    fn parse(text: &str) -> Result<TaikyokuPosition, PositionError> {
        parse_position(text, TaikyokuRules::STANDARD)
    }

    #[test]
    fn texts_survive_the_round_trip() {
        let start = start(TaikyokuRules::STANDARD);
        assert_eq!(start.all_pieces().count(), 804);
        assert!(parse(&write_position(&start, 0)).is_ok_and(|read| read == start));
        for (square, piece) in start.all_pieces() {
            let opposite = Piece::new(piece.origin().unwrap(), false, !piece.side());
            assert_eq!(start.piece_on(square.rotated()), opposite);
        }
        let text = format!("{EMPTY}K,4,+p,+SWO,ce,28 w 17");
        let position = parse(&text).unwrap();
        assert_eq!(write_position(&position, 0), text);
        assert_eq!(write_position(&position, 3), text.replace(" 17", " 20"));
        let fen = write_fen(&position, 0);
        assert!(parse(&format!("fen {fen}")).is_ok_and(|read| write_fen(&read, 0) == fen), "{fen}");
        let name =
            |file| position.kind_of(position.piece_on(Square::new(file, 0).unwrap())).map(|kind| kind.info().name);
        assert_eq!([5, 6, 7].map(name), [Some("Tokin"), Some("Cloud Eagle"), Some("Cloud Eagle")]);
    }

    #[test]
    fn errors_name_the_field_and_the_reason() {
        for (row, part) in [
            ("36 b 1", ""),
            ("35 b", "rank 1 has 35"),
            ("37 b", "'37' squares"),
            ("0,36 b", "'0' squares"),
            ("K,36 b", "rank 1 has 37"),
            ("35,QQ b", "'QQ' is no piece"),
            ("35,Kp b", "'Kp' is no piece"),
            ("35,+ b", "'+' is no piece"),
            (",36 b", "'' is no piece"),
            ("35,é b", "'é' is no piece"),
            ("35,TK b", "as in +P"),
            ("35,+K b", "'K' cannot have promoted"),
            ("99999999999999999999 b", "squares"),
            ("36", "side to move"),
            ("36 x", "side to move"),
            ("36 b 0", "move number"),
            ("36 b 1 1", "unexpected"),
            ("36/36 b", "37 ranks"),
        ] {
            match parse(&format!("{EMPTY}{row}")) {
                Ok(_) => assert!(part.is_empty(), "accepted: {row}"),
                Err(error) => assert!(!part.is_empty() && error.to_string().contains(part), "{row}: {error}"),
            }
        }
        assert!(parse("startpos b").is_err() && parse("").is_err() && parse("36").is_err());
    }
}
