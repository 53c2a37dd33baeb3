//! Position texts: `board side reserves lion number`, and XBoard FEN with the reserves in brackets.

use super::error::FreshMarkError;
use crate::games::chu::text::position::{parse_board, write_board};
use crate::games::chu::text::square::{parse_square, write_square};
use crate::games::chu::text::{self as chu, CounterStrikeError};
use crate::games::chu::{ChuPosition, ChuRules, Kind, Piece, Square};
use crate::games::heisei::{HeiseiPosition, SLOTS, START_RESERVE, Slot};
use crate::notation::fields::{self, Source};
use crate::notation::{PositionError, PositionFormat, SquareNames, hands};
use crate::position::Side;

/// The start position.
pub const START: &str = "1f2gekg2f1/2b1t2t1b2/2rhdqndhr2/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/2RHDNQDHR2/\
                         2B1T2T1B2/1F2GKEG2F1 b 2L2C2S2M2V2AOX2l2c2s2m2v2aox - 1";

/// The start position: that of Chu Shogi with the reserves set aside.
pub fn start(rules: ChuRules) -> HeiseiPosition {
    let chu = chu::start(rules);
    let on_board = chu.all_pieces().filter(|(_, piece)| Slot::of(piece.kind()).is_none());
    let board = ChuPosition::set_up(rules, on_board, Side::Black, None);
    HeiseiPosition::set_up(board, [START_RESERVE; 2], [])
}

/// Reads `startpos`, a native text (with or without `sfen ` before it), or `fen ` and an XBoard FEN.
///
/// # Errors
/// If the text is none of them; the error names the field.
pub fn parse_position(text: &str, rules: ChuRules) -> Result<HeiseiPosition, PositionError> {
    match fields::source(text)? {
        Source::Start => Ok(start(rules)),
        Source::Native(text) => parse_native(text, rules),
        Source::Fen(text) => parse_fen(text, rules),
    }
}

fn parse_native(text: &str, rules: ChuRules) -> Result<HeiseiPosition, PositionError> {
    let mut fields = text.split_whitespace();
    let (pieces, fresh) = parse_marked_board(fields.next().unwrap_or(""))?;
    let side = fields::side(fields.next())?;
    let reserves = parse_reserves(fields.next().unwrap_or("-"))?;
    let last_lion = match fields.next() {
        None | Some("-") => None,
        Some(name) => match parse_square(name, SquareNames::Western) {
            Some((square, "")) => Some(square),
            _ => {
                return Err(CounterStrikeError { word: name.to_owned(), squares: "a square from a1 to l12" }.into());
            }
        },
    };
    let mut position = HeiseiPosition::set_up(ChuPosition::set_up(rules, pieces, side, last_lion), reserves, fresh);
    position.set_start_number(fields::number(fields)?);
    Ok(position)
}

/// Reads XBoard FEN: the board with the reserves in brackets, then what all games share. It has no marks.
///
/// # Errors
/// If the text is none; the error names the field.
pub fn parse_fen(text: &str, rules: ChuRules) -> Result<HeiseiPosition, PositionError> {
    let mut fields = text.split_whitespace();
    let (board, reserves) = hands::split_fen(fields.next().unwrap_or(""), "reserve")?;
    let pieces = parse_board(board)?;
    let reserves = parse_reserves(reserves)?;
    let tail = fields::fen_tail(fields, crate::games::chu::SIZE)?;
    let mut position = HeiseiPosition::set_up(ChuPosition::set_up(rules, pieces, tail.side, None), reserves, []);
    position.set_start_number(tail.number);
    Ok(position)
}

fn parse_reserves(text: &str) -> Result<[[u8; SLOTS]; 2], PositionError> {
    let slot = |c: char| Slot::of(Kind::from_letter(c, false)?).map(Slot::index);
    hands::parse(text, "reserve", |c| Some(c).filter(char::is_ascii_alphabetic).and_then(slot))
}

/// The pieces on a board, and the squares of those that are marked.
type MarkedBoard = (Vec<(Square, Piece)>, Vec<Square>);

/// Reads the board field.
fn parse_marked_board(text: &str) -> Result<MarkedBoard, PositionError> {
    let pieces = parse_board(&text.replace('~', ""))?;
    let mut fresh = Vec::new();
    // Of the texts that are boards without the marks, every letter is a piece.
    let mut number = 0;
    let mut marked = false;
    for c in text.chars() {
        match c {
            '~' if marked => return Err(FreshMarkError::Twice.into()),
            '~' => marked = true,
            '+' => {}
            _ if !c.is_ascii_alphabetic() && marked => {
                return Err(FreshMarkError::BeforeNoPiece { character: c }.into());
            }
            _ if c.is_ascii_alphabetic() => {
                if let Some(&(square, piece)) = pieces.get(number).filter(|_| marked) {
                    if !HeiseiPosition::can_be_fresh(piece, square) {
                        return Err(FreshMarkError::NeverFresh { kind: piece.kind(), square }.into());
                    }
                    fresh.push(square);
                }
                (marked, number) = (false, number + 1);
            }
            _ => {}
        }
    }
    if marked { Err(FreshMarkError::AtEnd.into()) } else { Ok((pieces, fresh)) }
}

/// Writes a position; `ply` moves of its game have been played.
pub fn write_position(position: &HeiseiPosition, format: PositionFormat, ply: usize) -> String {
    let chu = position.chu();
    let number = fields::number_after(chu.start_number(), ply);
    match format {
        PositionFormat::Sfen => {
            let board = write_board(chu, |square| position.is_fresh(square));
            let side = if chu.side() == Side::Black { 'b' } else { 'w' };
            let reserves: String = Side::BOTH.into_iter().map(|side| write_reserve(position, side)).collect();
            let reserves = if reserves.is_empty() { "-" } else { &reserves };
            let last_lion = chu.counter_strike().map(|square| write_square(square, SquareNames::Western));
            format!("{board} {side} {reserves} {} {number}", last_lion.as_deref().unwrap_or("-"))
        }
        PositionFormat::Fen => {
            let board = write_board(chu, |_| false);
            let reserves: String =
                Side::BOTH.into_iter().map(|side| hands::write_letters(held(position, side))).collect();
            format!("{board}[{reserves}] {}", fields::write_fen_tail(chu.side(), number))
        }
    }
}

/// What a side has in reserve, as `2LC`; empty for nothing.
pub(super) fn write_reserve(position: &HeiseiPosition, side: Side) -> String {
    hands::write(held(position, side))
}

/// The letters of what a side may have in reserve, and how many it has.
fn held(position: &HeiseiPosition, side: Side) -> impl Iterator<Item = (char, u8)> {
    let letter = move |slot: Slot| {
        let letter = slot.kind().info().letter;
        if side == Side::Black { letter } else { letter.to_ascii_lowercase() }
    };
    Slot::all().map(move |slot| (letter(slot), position.in_reserve(side, slot)))
}

impl std::fmt::Debug for HeiseiPosition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&write_position(self, PositionFormat::Sfen, 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    fn parse(text: &str) -> Result<HeiseiPosition, PositionError> {
        parse_position(text, ChuRules::HISTORIC)
    }

    #[test]
    fn texts_survive_the_round_trip() {
        assert_eq!(write_position(&start(ChuRules::HISTORIC), PositionFormat::Sfen, 0), START);
        for text in [
            START,
            "5k6/12/12/3~S8/12/12/12/12/12/~a11/~l11/5K6 w LX99vo - 7",
            "5k6/12/5n6/12/12/12/12/12/12/5R6/12/r4K6 b - a1 31",
        ] {
            let position = parse(text).unwrap();
            assert!(position.is_consistent());
            assert_eq!(write_position(&position, PositionFormat::Sfen, 0), text);
            let fen = write_position(&position, PositionFormat::Fen, 0);
            let again = parse_fen(&fen, ChuRules::HISTORIC).unwrap();
            assert_eq!(write_position(&again, PositionFormat::Fen, 0), fen);
        }
    }

    #[test]
    fn the_fields_of_xboard_s_text() {
        let position = parse_fen("5k6/12/12/3S8/12/12/12/12/12/12/12/5K6[LLxOm] b - 0 4", ChuRules::HISTORIC).unwrap();
        let native = "5k6/12/12/3S8/12/12/12/12/12/12/12/5K6 w 2LOmx - 8";
        assert_eq!(write_position(&position, PositionFormat::Sfen, 0), native);
        assert_eq!(
            write_position(&position, PositionFormat::Fen, 0),
            "5k6/12/12/3S8/12/12/12/12/12/12/12/5K6[LLOmx] b - 0 4"
        );
    }

    #[test]
    fn errors_name_the_field_and_the_reason() {
        let empty = "12/12/12/12/12/12/12/12/12/12/12/12";
        let on = |rank: &str| format!("12/12/{rank}/12/12/12/12/12/12/12/12/12 b");
        for (text, part) in [
            ("", "no position"),
            ("12/12 b", "board: 2 ranks"),
            (&on("~12"), "before '1'"),
            (&on("12~"), "before '/'"),
            (&on("~~S11"), "'~' twice"),
            (&on("~+S11"), "promoted silver on a10"),
            (&on("~G11"), "gold general on a10"),
            (&on("~s11"), "silver general on a10"),
            (&format!("{empty}~ b"), "'~' at the end"),
            (&format!("{empty} b P"), "reserve: no 'P'"),
            (&format!("{empty} b +L"), "reserve: no '+'"),
            (&format!("{empty} b 0L"), "not from 1 to 99"),
            (&format!("{empty} b 50L50L"), "not from 1 to 99"),
            (&format!("{empty} b L2"), "without a piece"),
            (&format!("{empty} b - 7g"), "counter-strike square: '7g'"),
            (&format!("{empty} b - m1"), "counter-strike square: 'm1'"),
            (&format!("{empty} b - - 0"), "move number"),
            (&format!("{empty} b - - 1 1"), "unexpected"),
            (&format!("fen {empty}[L w"), "bracket"),
            (&format!("fen {empty}[Lé] w"), "'é'"),
        ] {
            match parse(text) {
                Ok(_) => panic!("accepted: {text}"),
                Err(error) => assert!(error.to_string().contains(part), "{text}: {error}"),
            }
        }
    }
}
