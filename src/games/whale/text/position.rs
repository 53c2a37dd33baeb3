//! Position texts: `board side hand number` as in SFEN, and XBoard FEN with the hands in brackets.

use super::error::MaterialError;
use crate::games::whale::edition::Edition;
use crate::games::whale::{HAND_KINDS, Kind, Piece, Square, WhalePosition, WhaleRules};
use crate::notation::fields::{self, Source};
use crate::notation::hands::{self, side_of};
use crate::notation::{BoardError, PositionError, PositionFormat, RankName};
use crate::position::Side;

/// Most pieces of a kind that are read, on the board and in both hands together: then no hand ever holds more.
const MOST_OF_A_KIND: usize = hands::MOST_OF_A_KIND as usize;

/// The start position of the game on a board of this size.
///
/// # Panics
/// If there is no such game.
pub const fn start_text(size: usize) -> &'static str {
    Edition::of(size).start
}

/// The start position.
pub fn start<const SIZE: usize>(rules: WhaleRules) -> WhalePosition<SIZE> {
    // The text is a constant and the tests read it; an empty board would be the answer if it were wrong.
    parse_native(start_text(SIZE), rules)
        .unwrap_or_else(|_| WhalePosition::set_up(rules, [], [[0; HAND_KINDS]; 2], Side::Black))
}

/// Reads `startpos`, a native text (with or without `sfen ` before it), or `fen ` and an XBoard FEN.
///
/// # Errors
/// If the text is none of them; the error names the field.
pub fn parse_position<const SIZE: usize>(text: &str, rules: WhaleRules) -> Result<WhalePosition<SIZE>, PositionError> {
    match fields::source(text)? {
        Source::Start => Ok(start(rules)),
        Source::Native(text) => parse_native(text, rules),
        Source::Fen(text) => parse_fen(text, rules),
    }
}

fn parse_native<const SIZE: usize>(text: &str, rules: WhaleRules) -> Result<WhalePosition<SIZE>, PositionError> {
    let mut fields = text.split_whitespace();
    let pieces = parse_board::<SIZE>(fields.next().unwrap_or(""))?;
    let side = fields::side(fields.next())?;
    let hands = parse_hands::<SIZE>(fields.next().unwrap_or("-"), &pieces)?;
    let mut position = WhalePosition::set_up(rules, pieces, hands, side);
    position.set_start_number(fields::number(fields)?);
    Ok(position)
}

/// Reads XBoard FEN: the board with the hands in brackets, then what all games share.
///
/// # Errors
/// If the text is none; the error names the field.
pub fn parse_fen<const SIZE: usize>(text: &str, rules: WhaleRules) -> Result<WhalePosition<SIZE>, PositionError> {
    let mut fields = text.split_whitespace();
    let first = fields.next().unwrap_or("");
    let (board, hands) = hands::split_fen(first, "hands")?;
    let pieces = parse_board::<SIZE>(board)?;
    let hands = parse_hands::<SIZE>(hands, &pieces)?;
    let tail = fields::fen_tail(fields, SIZE)?;
    let mut position = WhalePosition::set_up(rules, pieces, hands, tail.side);
    position.set_start_number(tail.number);
    Ok(position)
}

/// Reads the board field.
fn parse_board<const SIZE: usize>(text: &str) -> Result<Vec<(Square, Piece)>, PositionError> {
    if text.is_empty() {
        return Err(PositionError::Board(BoardError::Missing));
    }
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != SIZE {
        return Err(PositionError::Board(BoardError::Ranks { found: ranks.len(), expected: SIZE }));
    }
    let mut pieces = Vec::with_capacity(SIZE * SIZE);
    for (i, rank) in ranks.into_iter().enumerate() {
        parse_rank::<SIZE>(rank, SIZE - 1 - i, &mut pieces).map_err(PositionError::Board)?;
    }
    for side in Side::BOTH {
        let royal = Piece::new(Kind::White, side);
        if pieces.iter().filter(|&&(_, piece)| piece == royal).count() > 1 {
            return Err(MaterialError::Royals { side }.into());
        }
    }
    Ok(pieces)
}

fn parse_rank<const SIZE: usize>(text: &str, rank: usize, pieces: &mut Vec<(Square, Piece)>) -> Result<(), BoardError> {
    let name = RankName { number: rank + 1, letter: None };
    let mut file = 0;
    // XBoard's porpoise is a promoted killer whale.
    for c in text.replace("+K", "P").replace("+k", "p").chars() {
        if let Some(run) = c.to_digit(10) {
            if run == 0 {
                return Err(BoardError::EmptyRun { rank: name });
            }
            file += run as usize;
        } else {
            let kind = Some(c).filter(char::is_ascii_alphabetic).and_then(|c| Kind::from_letter(c, SIZE));
            let Some(kind) = kind else {
                return Err(BoardError::UnknownPiece { piece: c.to_string(), rank: name });
            };
            if let Some(square) = Square::new(file, rank, SIZE) {
                pieces.push((square, Piece::new(kind, side_of(c))));
            }
            file += 1;
        }
    }
    if file != SIZE {
        return Err(BoardError::Width { rank: name, found: file, at_least: false, expected: SIZE });
    }
    Ok(())
}

/// Reads the hands of both sides beside these pieces on the board: letters, each with a number before it if there are
/// several; `-` for none.
fn parse_hands<const SIZE: usize>(
    text: &str,
    pieces: &[(Square, Piece)],
) -> Result<[[u8; HAND_KINDS]; 2], PositionError> {
    let slot = |c: char| {
        let kind = Some(c).filter(char::is_ascii_alphabetic).and_then(|c| Kind::from_letter(c, SIZE));
        kind.filter(|kind| kind.can_be_held()).map(|kind| kind as usize)
    };
    let hands = hands::parse(text, "hands", slot)?;
    for kind in Kind::in_hand() {
        // What comes to hand as this kind when it is taken.
        let comes = |piece: Piece| piece.kind().and_then(|piece| piece.info().captured_as) == Some(kind);
        let on_board = pieces.iter().filter(|&&(_, piece)| comes(piece)).count();
        let in_hand: usize = hands.iter().filter_map(|hand| hand.get(kind as usize)).map(|&n| usize::from(n)).sum();
        if on_board + in_hand > MOST_OF_A_KIND {
            return Err(MaterialError::Count { letter: kind.info().letter, most: MOST_OF_A_KIND }.into());
        }
    }
    Ok(hands)
}

/// Writes a position; `ply` moves of its game have been played.
pub fn write_position<const SIZE: usize>(position: &WhalePosition<SIZE>, format: PositionFormat, ply: usize) -> String {
    let board = write_board(position, format);
    let hands: String = Side::BOTH.into_iter().map(|side| write_hand(position, side)).collect();
    let number = fields::number_after(position.start_number(), ply);
    let black = position.side() == Side::Black;
    match format {
        PositionFormat::Sfen => {
            let hands = if hands.is_empty() { "-" } else { &hands };
            format!("{board} {} {hands} {number}", if black { 'b' } else { 'w' })
        }
        PositionFormat::Fen => {
            let hands: String = Side::BOTH.into_iter().map(|side| hands::write_letters(held(position, side))).collect();
            format!("{board}[{hands}] {} 0 {}", if black { 'w' } else { 'b' }, number.div_ceil(2).max(1))
        }
    }
}

fn write_board<const SIZE: usize>(position: &WhalePosition<SIZE>, format: PositionFormat) -> String {
    let ranks: Vec<String> = (0..SIZE).rev().map(|rank| write_rank(position, rank, format)).collect();
    ranks.join("/")
}

fn write_rank<const SIZE: usize>(position: &WhalePosition<SIZE>, rank: usize, format: PositionFormat) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for square in (0..SIZE).filter_map(|file| Square::new(file, rank, SIZE)) {
        match position.piece_on(square).parts() {
            None => empty += 1,
            Some(piece) => {
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                match format {
                    PositionFormat::Sfen => text.push(piece_letter(piece)),
                    PositionFormat::Fen => text += &xboard_letters(piece),
                }
            }
        }
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}

/// What a side holds, as `K2D`; empty for nothing.
pub(super) fn write_hand<const SIZE: usize>(position: &WhalePosition<SIZE>, side: Side) -> String {
    hands::write(held(position, side))
}

/// The letters of what a side may hold, and how many it does.
fn held<const SIZE: usize>(position: &WhalePosition<SIZE>, side: Side) -> impl Iterator<Item = (char, u8)> {
    Kind::in_hand().map(move |kind| (piece_letter((kind, side)), position.in_hand(side, kind)))
}

/// How XBoard writes a piece: a porpoise is a promoted killer whale, so that its captor gets one of these.
pub(super) fn xboard_letters((kind, side): (Kind, Side)) -> String {
    match kind {
        Kind::Porpoise => format!("+{}", piece_letter((Kind::Killer, side))),
        _ => piece_letter((kind, side)).to_string(),
    }
}

/// The letter of a piece: upper case for Black.
pub(in crate::games::whale) fn piece_letter((kind, side): (Kind, Side)) -> char {
    let letter = kind.info().letter;
    if side == Side::Black { letter } else { letter.to_ascii_lowercase() }
}

impl<const SIZE: usize> std::fmt::Debug for WhalePosition<SIZE> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&write_position(self, PositionFormat::Sfen, 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    fn parse(text: &str) -> Result<WhalePosition<6>, PositionError> {
        parse_position(text, WhaleRules::STANDARD)
    }

    #[test]
    fn texts_survive_the_round_trip() {
        for text in [
            start_text(6),
            "1np2D/b1w3/d2D1D/1D4/D2GN1/HGWP1B b H4D2d 1",
            "b1n3/d3g1/1d1d2/d1w2D/DD1DDg/HWHPN1 w 2Dkbd 37",
        ] {
            let position = parse(text).unwrap();
            assert!(position.is_consistent());
            assert_eq!(write_position(&position, PositionFormat::Sfen, 0), text);
            let fen = write_position(&position, PositionFormat::Fen, 0);
            let again: WhalePosition<6> = parse_fen(&fen, WhaleRules::STANDARD).unwrap();
            assert_eq!(again.key(), position.key(), "{fen}");
        }
        let start: WhalePosition<7> = start(WhaleRules::STANDARD);
        assert_eq!(write_position(&start, PositionFormat::Sfen, 0), start_text(7));
    }

    #[test]
    fn the_set_ups_have_point_symmetry() {
        fn check<const SIZE: usize>() {
            let position: WhalePosition<SIZE> = start(WhaleRules::STANDARD);
            assert_eq!(position.all_pieces().count(), 4 * SIZE);
            for (square, piece) in position.all_pieces() {
                let (kind, side) = piece.parts().unwrap();
                assert_eq!(position.piece_on(square.rotated(SIZE)), Piece::new(kind, !side));
            }
        }
        check::<6>();
        check::<7>();
    }

    #[test]
    fn xboard_s_side_letters_and_hands() {
        let late = parse(&start_text(6).replace(" 1", " 4294967295")).unwrap();
        assert_eq!(write_position(&late, PositionFormat::Sfen, 3), start_text(6).replace(" 1", " 4294967295"));
        let position: WhalePosition<6> = parse_fen("5w/6/6/6/6/W5[DDg] b 0 3", WhaleRules::STANDARD).unwrap();
        assert_eq!(write_position(&position, PositionFormat::Sfen, 0), "5w/6/6/6/6/W5 w 2Dg 6");
        assert_eq!(write_position(&position, PositionFormat::Fen, 0), "5w/6/6/6/6/W5[DDg] b 0 3");
    }

    #[test]
    fn the_fullest_hands_can_be_read_after_every_capture() {
        use crate::position::Position;
        for text in ["6/6/2d3/2D3/6/6 b 97D 1", "6/6/2p3/2D3/6/6 b 98K 1"] {
            let mut position = parse(text).unwrap();
            let capture = crate::games::whale::text::parse_move(&position, "c3c4").unwrap();
            position.make(capture.to_move(), &mut ());
            let text = write_position(&position, PositionFormat::Sfen, 1);
            assert!(text.contains(" w 98D 2") || text.contains(" w 99K 2"), "{text}");
            assert_eq!(parse(&text).unwrap().key(), position.key());
        }
    }

    #[test]
    fn errors_name_the_field_and_the_reason() {
        for (text, part) in [
            ("", "no position"),
            ("6/6/6/6/6 b - 1", "board: 5 ranks"),
            ("6/6/6/6/6/7 b - 1", "rank 1 has 7"),
            ("6/6/6/6/6/5 b - 1", "rank 1 has 5"),
            ("6/6/6/6/6/5A b - 1", "'A'"),
            ("6/6/6/6/6/W4W b - 1", "white whale"),
            ("6/6/6/6/6/06 b - 1", "0 squares"),
            ("6/6/6/6/6/6", "side to move: missing"),
            ("6/6/6/6/6/6 x", "'x'"),
            ("6/6/6/6/6/6 b P", "'P'"),
            ("6/6/6/6/6/6 b 0D", "not from 1 to 99"),
            ("6/6/6/6/6/6 b 999999D", "not from 1 to 99"),
            ("6/6/6/6/6/6 b D2", "without a piece"),
            ("6/6/6/6/6/6 b 50D50d", "more than 99 of 'D'"),
            ("6/6/2d3/2D3/6/6 b 98D", "more than 99 of 'D'"),
            // A porpoise comes to hand as a killer whale.
            ("6/6/6/2P3/6/6 b 99k", "more than 99 of 'K'"),
            ("fen 6/6/2d3/2D3/6/6[98D] w", "more than 99 of 'D'"),
            ("6/6/6/6/6/6 b - 0", "move number"),
            ("6/6/6/6/6/6 b - 1 1", "unexpected"),
            ("startpos b", "startpos"),
            ("fen 6/6/6/6/6/6[ w", "bracket"),
        ] {
            match parse(text) {
                Ok(_) => panic!("accepted: {text}"),
                Err(error) => assert!(error.to_string().contains(part), "{text}: {error}"),
            }
        }
    }
}
