//! Boards for the terminal.

use super::position::piece_text;
use super::{file_name, parse_square};
use crate::games::taikyoku::{Action, SIZE, Square, TaikyokuPosition};
use crate::notation::{Around, UnknownSquare};
use std::ops::Range;

/// Characters of a square.
const CELL: usize = 5;

/// Characters of a line beside the squares.
const FRAME: usize = 10;

/// Longest text that an error repeats as the name of a square, in characters.
const LONGEST_NAME: usize = 20;

/// Draws the board with its coordinates, from White's side if `flip`. White's pieces are lower case.
pub fn draw(position: &TaikyokuPosition, flip: bool) -> String {
    draw_squares(position, 0..SIZE, 0..SIZE, flip)
}

/// The part of the board around a square that fits into lines of so many characters, with as many ranks as files; 0 is
/// for all of it.
pub fn draw_part(position: &TaikyokuPosition, middle: Square, columns: usize, flip: bool) -> String {
    let count = if columns == 0 { SIZE } else { (columns.saturating_sub(FRAME) / CELL).clamp(5, SIZE) };
    let part = |at: usize| {
        let first = at.saturating_sub(count / 2).min(SIZE - count);
        first..first + count
    };
    draw_squares(position, part(middle.file()), part(middle.rank()), flip)
}

/// The square that is to be in the middle.
///
/// # Errors
/// If the text is the name of no square.
pub fn middle(position: &TaikyokuPosition, around: Around<'_>) -> Result<Square, UnknownSquare> {
    match around {
        Around::Square(text) => match parse_square(text) {
            Some((square, "")) => Ok(square),
            _ => Err(UnknownSquare(text.chars().take(LONGEST_NAME).collect())),
        },
        Around::Move(mv) => {
            let end = mv.and_then(Action::from_move).map(|action| action.to);
            Ok(end.or_else(|| position.royal_square(position.side())).unwrap_or(Square::FIRST))
        }
    }
}

/// Draws some files and ranks.
fn draw_squares(position: &TaikyokuPosition, files: Range<usize>, ranks: Range<usize>, flip: bool) -> String {
    let mut files: Vec<usize> = files.collect();
    let mut ranks: Vec<usize> = ranks.rev().collect();
    if flip {
        files.reverse();
        ranks.reverse();
    }
    let header: String = files.iter().map(|&file| format!("{:>CELL$}", file_name(file))).collect();
    let rule = format!("   +{}+", "-".repeat(files.len() * CELL + 1));
    let mut text = format!("    {header}\n{rule}\n");
    for rank in ranks {
        let squares = files.iter().filter_map(|&file| Square::new(file, rank));
        let cells: String = squares
            .map(|square| match position.piece_on(square) {
                piece if piece.is_none() => format!("{:>CELL$}", "."),
                piece => format!("{:>CELL$}", piece_text(piece)),
            })
            .collect();
        text += &format!("{:>2} |{cells} | {}\n", rank + 1, rank + 1);
    }
    text + &format!("{rule}\n    {header}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::taikyoku::TaikyokuRules;

    #[test]
    fn a_part_shows_the_middle_and_fits() {
        let start = super::super::start(TaikyokuRules::STANDARD);
        let size = |text: &str| (text.lines().map(|line| line.trim_end().len()).max().unwrap(), text.lines().count());
        // 36 squares of five characters, a number and a bar on both sides; and two lines above and below.
        assert_eq!(size(&draw(&start, false)), (4 + 180 + 5, 40));
        for square in ["a1", "r18", "aj36", "b35"] {
            let middle = middle(&start, Around::Square(square)).unwrap();
            for (columns, shown) in [(80, 14), (100, 18), (1, 5), (0, 36), (1000, 36)] {
                let text = draw_part(&start, middle, columns, false);
                let (width, lines) = size(&text);
                assert!(
                    lines == shown + 4 && (columns < 35 || width <= columns),
                    "{square} {columns}: {width} {lines}"
                );
                let rank = format!("{:>2} |", middle.rank() + 1);
                assert!(text.lines().any(|line| line.starts_with(&rank)), "{square} {columns}");
            }
        }
        assert!(middle(&start, Around::Square("zz9")).is_err());
        // Black's king is on r1.
        assert_eq!(middle(&start, Around::Move(None)), Ok(parse_square("r1").unwrap().0));
    }
}
