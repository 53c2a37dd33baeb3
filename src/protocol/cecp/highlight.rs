//! `lift`, `hover`, `put`: where the piece in the user's hand may go, for the board that XBoard draws (`highlight`).
//!
//! | mark | square |
//! |---|---|
//! | `Y` | the move may end here |
//! | `R` | an enemy stands here; a lion may go on from it |
//! | `C` | the first leg of a move only |
//! | `M`, `B` | the move ends here with a promotion, by choice or by force |

use std::collections::BTreeMap;

/// The squares of a board in the order of a FEN, and which of them are taken.
struct Board {
    files: usize,
    taken: Vec<Vec<bool>>,
}

impl Board {
    /// The board of an XBoard FEN.
    fn read(fen: &str) -> Option<Board> {
        let board = fen.split([' ', '[']).next()?;
        let taken: Vec<Vec<bool>> = board.split('/').map(read_rank).collect();
        let files = taken.first()?.len();
        taken.iter().all(|rank| rank.len() == files && files > 0).then_some(Board { files, taken })
    }

    /// The place of a square like `f10`: rank from the far one, and file.
    fn place(&self, square: &str) -> Option<(usize, usize)> {
        let mut letters = square.chars();
        let file = (letters.next()? as usize).checked_sub('a' as usize).filter(|&file| file < self.files)?;
        let rank: usize = letters.as_str().parse().ok()?;
        Some((self.taken.len().checked_sub(rank).filter(|_| rank > 0)?, file))
    }
}

/// A rank of a FEN: numbers of empty squares, letters for pieces, and signs that belong to a letter.
fn read_rank(text: &str) -> Vec<bool> {
    let mut squares = Vec::new();
    let mut empty = 0;
    for c in text.chars() {
        match c.to_digit(10) {
            Some(digit) => empty = (empty * 10 + digit as usize).min(MOST_FILES),
            None => {
                squares.resize(squares.len() + std::mem::take(&mut empty), false);
                if c.is_alphabetic() {
                    squares.push(true);
                }
            }
        }
    }
    squares.resize(squares.len() + empty, false);
    squares
}

/// Wider boards do not exist.
const MOST_FILES: usize = 99;

/// What moves do on one square.
#[derive(Clone, Copy, Default)]
struct Marks {
    plain: bool,
    promotion: bool,
    leg: bool,
}

/// The piece in the user's hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Where it was lifted.
    from: String,
    /// Where the first leg of its move has ended.
    via: Option<String>,
    /// Where it was put down last.
    put: Option<String>,
}

impl Held {
    /// The user lifts the piece on `square`; `moves` are the legal ones. Put down on an enemy that a lion takes on its way,
    /// it is lifted again for the second leg.
    pub fn lift(&mut self, square: &str, moves: &[String]) {
        if self.put.as_deref() == Some(square) && self.via.is_none() && goes_on(moves, &self.from, square) {
            self.via = Some(square.to_owned());
            self.put = None;
        } else {
            *self = Held { from: square.to_owned(), via: None, put: None };
        }
    }

    /// The user puts the piece down.
    pub fn put(&mut self, square: &str) {
        self.put = Some(square.to_owned());
    }

    /// The user holds the piece over `square`: a look at the second leg from there, if there is one.
    pub fn hover(&self, square: &str, moves: &[String]) -> Option<Held> {
        let second = self.via.is_none() && goes_on(moves, &self.from, square);
        second.then(|| Held { from: self.from.clone(), via: Some(square.to_owned()), put: None })
    }

    /// The board with its marks, as `highlight` sends it.
    pub fn highlight(&self, moves: &[String], fen: &str) -> Option<String> {
        let board = Board::read(fen)?;
        let prefix = match &self.via {
            None => self.from.clone(),
            Some(via) => format!("{}{via},{via}", self.from),
        };
        let mut squares: BTreeMap<(usize, usize), Marks> = BTreeMap::new();
        for (target, tail) in moves.iter().filter_map(|mv| step(mv.strip_prefix(&prefix)?)) {
            let Some(place) = board.place(target) else { continue };
            let marks = squares.entry(place).or_default();
            match tail {
                "+" => marks.promotion = true,
                _ if tail.starts_with(',') => marks.leg = true,
                _ => marks.plain = true,
            }
        }
        let ranks = board.taken.iter().enumerate().map(|(rank, taken)| {
            let colours = (0..board.files).map(|file| {
                let marks = squares.get(&(rank, file)).copied()?;
                let home = board.place(&self.from) == Some((rank, file));
                Some(colour(marks, taken[file] && !home))
            });
            write_rank(colours)
        });
        Some(ranks.collect::<Vec<_>>().join("/"))
    }
}

/// The piece in hand that a square beside the board stands for, as drops begin: `L@`. `setup` is the line that tells XBoard
/// of the variant.
///
/// White's hand is in the second file to the right of the board, from the first rank up, Black's in the second to its left,
/// from the last rank down; the pieces are in the order of the line.
pub fn in_hand(square: &str, fen: &str, setup: &str) -> Option<String> {
    let board = Board::read(fen)?;
    let mut letters = square.chars();
    let file = letters.next()? as usize;
    let rank: usize = letters.as_str().parse().ok()?;
    let index = match file {
        _ if file == 'a' as usize + board.files + 1 => rank.checked_sub(1)?,
        _ if file == 'a' as usize - 2 => board.taken.len().checked_sub(rank)?,
        _ => return None,
    };
    let types = setup.strip_prefix("setup (")?.split(')').next()?;
    let letter = types.chars().filter(|c| c.is_ascii_alphabetic() || *c == '.').nth(index)?;
    letter.is_ascii_alphabetic().then(|| format!("{letter}@"))
}

/// Whether a move from `from` goes on after its first leg to `square`.
fn goes_on(moves: &[String], from: &str, square: &str) -> bool {
    let prefix = format!("{from}{square},");
    moves.iter().any(|mv| mv.starts_with(&prefix))
}

/// Splits a move behind its start: the next square, and what follows.
fn step(text: &str) -> Option<(&str, &str)> {
    let digits = text.strip_prefix(|c: char| c.is_ascii_lowercase())?;
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    (end > 0).then(|| text.split_at(1 + end))
}

fn colour(marks: Marks, taken: bool) -> char {
    match marks {
        // Only this colour lets the user go on from the square.
        Marks { leg: true, .. } if taken => 'R',
        Marks { plain: false, promotion: false, .. } => 'C',
        Marks { promotion: true, plain: true, .. } => 'M',
        Marks { promotion: true, .. } => 'B',
        _ if taken => 'R',
        _ => 'Y',
    }
}

/// A rank of marks: letters, and numbers of squares without any.
fn write_rank(colours: impl Iterator<Item = Option<char>>) -> String {
    let mut text = String::new();
    let mut unmarked = 0;
    let flush = |text: &mut String, unmarked: &mut usize| {
        if *unmarked > 0 {
            text.push_str(&std::mem::take(unmarked).to_string());
        }
    };
    for colour in colours {
        match colour {
            None => unmarked += 1,
            Some(colour) => {
                flush(&mut text, &mut unmarked);
                text.push(colour);
            }
        }
    }
    flush(&mut text, &mut unmarked);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(list: &[&str]) -> Vec<String> {
        list.iter().map(|&mv| mv.to_owned()).collect()
    }

    /// A board of 4×11 with an enemy on b10 and one on b11.
    const FEN: &str = "1p2/1p2/4/4/4/4/4/4/4/4/K3 w 0 1";

    #[test]
    fn marks_tell_steps_captures_and_promotions() {
        let moves = moves(&["a9a10", "a9b10+", "a9b9", "a9b9+", "a9c9+", "a1a2", "@@@@", "a9d9"]);
        let mut hand = Held::default();
        hand.lift("a9", &moves);
        assert_eq!(hand.highlight(&moves, FEN).unwrap(), "4/YB2/1MBY/4/4/4/4/4/4/4/4");
        // a1 is not the beginning of a10.
        hand.lift("a1", &moves);
        assert_eq!(hand.highlight(&moves, FEN).unwrap(), "4/4/4/4/4/4/4/4/4/Y3/4");
        hand.lift("d4", &moves);
        assert_eq!(hand.highlight(&moves, FEN).unwrap(), "4/4/4/4/4/4/4/4/4/4/4");
    }

    #[test]
    fn a_lion_goes_on_from_its_first_victim() {
        let moves = moves(&["a9b10", "a9b10,b10b11", "a9b10,b10a9", "a9b10,b10c10", "a9a11"]);
        let mut hand = Held::default();
        hand.lift("a9", &moves);
        assert_eq!(hand.highlight(&moves, FEN).unwrap(), "Y3/1R2/4/4/4/4/4/4/4/4/4");
        let second = "1R2/2Y1/Y3/4/4/4/4/4/4/4/4";
        assert_eq!(hand.hover("b10", &moves).unwrap().highlight(&moves, FEN).unwrap(), second);
        assert_eq!(hand.hover("a11", &moves), None);
        hand.put("b10");
        hand.lift("b10", &moves);
        assert_eq!(hand.highlight(&moves, FEN).unwrap(), second);
        // Lifted elsewhere it is another piece.
        hand.lift("a1", &moves);
        assert_eq!(hand, Held { from: "a1".to_owned(), via: None, put: None });
    }

    #[test]
    fn hands_are_beside_the_board() {
        // Four files and eleven ranks; the third type is none.
        let setup = "setup (DN.Gdn.g) 4x11+4_fairy";
        for (square, piece) in [("f1", "D@"), ("f2", "N@"), ("f4", "G@"), ("_11", "D@"), ("_10", "N@")] {
            assert_eq!(in_hand(square, FEN, setup).as_deref(), Some(piece), "{square}");
        }
        for square in ["f3", "f0", "f9", "_12", "_", "e1", "a1", "", "\u{fffd}1", "f99999999999999999999"] {
            assert_eq!(in_hand(square, FEN, setup), None, "{square}");
        }
        assert_eq!(in_hand("f1", FEN, "piece D& fW"), None);
        assert_eq!(in_hand("f1", "", setup), None);
    }

    #[test]
    fn drops_are_shown_and_nonsense_is_not() {
        let moves = moves(&["D@c3", "D@d3", "D@z9", "c3c4"]);
        let mut hand = Held::default();
        hand.lift("D@", &moves);
        assert_eq!(hand.highlight(&moves, FEN).unwrap(), "4/4/4/4/4/4/4/4/2YY/4/4");
        hand.lift("", &moves);
        assert!(hand.highlight(&moves, FEN).is_some());
        for fen in ["", "4/5", "/", "99999999999999999999/4"] {
            assert_eq!(hand.highlight(&moves, fen), None, "{fen}");
        }
    }
}
