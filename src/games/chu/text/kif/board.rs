//! Boards in Japanese game records.

use super::error::KifBoardError;
use super::names::{NAMES, Names};
use super::square::{RANKS, plain, read_square};
use crate::games::chu::{ChuPosition, ChuRules, Kind, Piece, SIZE, Square};
use crate::notation::PositionError;
use crate::position::{Position, Side};

/// Draws a board as lishogi does.
pub fn write_kif_board(position: &ChuPosition) -> String {
    let rule = format!("+{}+\n", "-".repeat(4 * SIZE));
    let mut text = format!(" １２ １１ １０ ９  ８  ７  ６  ５  ４  ３  ２  １\n{rule}");
    for (i, name) in RANKS.iter().enumerate() {
        text.push('|');
        for square in (0..SIZE).filter_map(|file| Square::new(file, SIZE - 1 - i)) {
            let piece = position.piece_on(square);
            let cell = match piece {
                _ if piece.is_none() => "・".to_owned(),
                _ if piece.side() == Side::White => format!("v{}", Names::of(piece.kind()).board),
                _ => Names::of(piece.kind()).board.to_owned(),
            };
            text += &format!("{cell:>3}");
        }
        text += &format!("|{name}\n");
    }
    text + &rule
}

/// Reads a board from its ranks, the lines that begin with `|`, from the far one on.
///
/// # Errors
/// What is wrong, with the index of its line.
pub fn parse_kif_board(ranks: &[&str], side: Side, rules: &ChuRules) -> Result<ChuPosition, (usize, PositionError)> {
    let mut pieces = Vec::new();
    for (i, rank) in ranks.iter().enumerate() {
        let Some(row) = (SIZE - 1).checked_sub(i) else {
            return Err((i, KifBoardError::TooManyRanks.into()));
        };
        read_rank(rank, row, &mut pieces).map_err(|error| (i, error.into()))?;
    }
    if ranks.len() < SIZE {
        let last = ranks.len().saturating_sub(1);
        return Err((last, KifBoardError::TooFewRanks { found: ranks.len() }.into()));
    }
    Ok(ChuPosition::set_up(*rules, pieces, side, None))
}

/// Reads a remark on a board such as `9四獅子盾`, by which ChuShogiLite tells the square of the counter-strike rule.
pub fn read_kif_remark(position: &ChuPosition, remark: &str) -> Option<ChuPosition> {
    let text = plain(remark);
    let (square, rest) = read_square(&text)?;
    (rest == "獅子盾").then(|| {
        let mut told = ChuPosition::set_up(*position.rules(), position.all_pieces(), position.side(), Some(square));
        told.set_start_number(position.start_number());
        told
    })
}

fn read_rank(text: &str, rank: usize, pieces: &mut Vec<(Square, Piece)>) -> Result<(), KifBoardError> {
    let text = plain(text);
    let cells = text.strip_prefix('|').unwrap_or(&text);
    let cells = cells.split('|').next().unwrap_or(cells);
    let (mut file, mut side, mut promoted) = (0, Side::Black, false);
    for c in cells.chars() {
        match c {
            'v' | 'V' => side = Side::White,
            '^' => side = Side::Black,
            '成' | '+' => promoted = true,
            '・' | '･' | '·' | '.' | '*' => file += 1,
            _ => {
                let kind = kind_on_board(c, promoted).ok_or(KifBoardError::UnknownPiece { kanji: c, promoted })?;
                if let Some(square) = Square::new(file, rank) {
                    pieces.push((square, Piece::new(kind, side)));
                }
                (file, side, promoted) = (file + 1, Side::Black, false);
            }
        }
    }
    if file == SIZE { Ok(()) } else { Err(KifBoardError::Width { found: file }) }
}

/// The kind that a kanji stands for on a board. Without 成 it is a base kind if there is one; with 成 it is first what
/// lishogi means by it (成角 moves like a 角行), then the promoted form of the kind.
fn kind_on_board(kanji: char, promoted: bool) -> Option<Kind> {
    let name = if promoted { format!("成{kanji}") } else { kanji.to_string() };
    let kinds = || NAMES.iter().filter(|row| !promoted || row.kind.is_promoted());
    let drawn = kinds().find(|row| row.board == name);
    drawn.or_else(|| kinds().find(|row| row.fit(&name))).map(|row| row.kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Kind::*;

    #[test]
    fn rows_stand_in_the_order_of_the_kinds() {
        for (row, kind) in NAMES.iter().zip(Kind::all()) {
            assert_eq!(row.kind, kind);
        }
        assert_eq!(NAMES.len(), Kind::all().count());
    }

    #[test]
    fn every_kind_has_a_board_name_of_its_own_and_is_called_as_its_base() {
        for row in &NAMES {
            let promoted = row.board.starts_with('成');
            let kanji = row.board.chars().last().unwrap();
            assert_eq!(kind_on_board(kanji, promoted), Some(row.kind), "{}", row.board);
            if let Some(base) = row.base() {
                assert!(row.fit(&format!("成{}", Names::of(base).board)), "{}", row.full);
            }
        }
        assert_eq!(kind_on_board('成', false), None);
        // What lishogi calls 成角 moves like a bishop; the promoted form of the bishop is drawn 成馬.
        assert_eq!(kind_on_board('角', true), Some(PromotedLeopard));
        assert_eq!(kind_on_board('馬', true), Some(PromotedBishop));
        for (kanji, kind) in [('銀', PromotedSilver), ('香', WhiteHorse), ('虎', FlyingStag), ('麒', PromotedKirin)]
        {
            assert_eq!(kind_on_board(kanji, true), Some(kind), "{kanji}");
        }
    }
}
