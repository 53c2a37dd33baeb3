//! `lift`, `hover`, `put`: where the piece in the user's hand may go, for the board that XBoard draws (`highlight`).
//!
//! | mark | square |
//! |---|---|
//! | `Y` | the move may end here |
//! | `R` | an enemy stands here; a lion may go on from it |
//! | `C` | the first leg of a move only |
//! | `M`, `B` | the move ends here with a promotion, by choice or by force |

use crate::notation::SquareNames;
use crate::view::{BoardView, MoveView, Size, SquareView};
use std::collections::BTreeMap;

/// What moves do on one square.
#[derive(Clone, Copy, Default)]
struct Marks {
    plain: bool,
    promotion: bool,
    leg: bool,
}

/// Where a piece is taken up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// From a square of the board.
    Square(SquareView),
    /// From the hand beside it: a piece with this letter.
    Hand(char),
}

impl Origin {
    /// What is meant by the name of a square, on the board or beside it, or by a piece in hand as a drop names it (`P@`).
    /// `rows` are the pieces in the rows of a hand.
    ///
    /// For XBoard White's hand is in the second file to the right of the board, from the first rank up, Black's in the second to its
    /// left, from the last rank down.
    pub fn named(square: &str, size: Size, rows: &[Option<char>]) -> Option<Origin> {
        if let Some(square) = size.named(square, SquareNames::Western) {
            return Some(Origin::Square(square));
        }
        let mut letters = square.chars();
        if let (Some(piece @ ('A'..='Z' | 'a'..='z')), "@") = (letters.next(), letters.as_str()) {
            return Some(Origin::Hand(piece.to_ascii_uppercase()));
        }
        let mut letters = square.chars();
        let file = letters.next()? as usize;
        let rank: usize = letters.as_str().parse().ok()?;
        let row = match file {
            _ if file == 'a' as usize + size.files + 1 => rank.checked_sub(1)?,
            _ if file == 'a' as usize - 2 => size.ranks.checked_sub(rank)?,
            _ => return None,
        };
        rows.get(row).copied().flatten().map(Origin::Hand)
    }
}

/// The piece that the user has lifted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lifted {
    /// Where it was lifted; `None` where no piece can be.
    from: Option<Origin>,
    /// Where the first leg of its move has ended.
    via: Option<SquareView>,
    /// Where it was put down last.
    put: Option<SquareView>,
}

impl Lifted {
    /// The user lifts a piece; `moves` are the legal ones. Put down on an enemy that a lion takes on its way, it is lifted
    /// again for the second leg.
    pub fn lift(&mut self, from: Option<Origin>, moves: &[MoveView]) {
        match (from, self.put) {
            (Some(Origin::Square(square)), Some(put)) if square == put && self.goes_on(square, moves) => {
                (self.via, self.put) = (Some(square), None);
            }
            (from, _) => *self = Lifted { from, via: None, put: None },
        }
    }

    /// The user puts the piece down.
    pub fn put(&mut self, square: Option<SquareView>) {
        self.put = square;
    }

    /// The user holds the piece over `square`: a look at the second leg from there, if there is one.
    pub fn hover(&self, square: SquareView, moves: &[MoveView]) -> Option<Lifted> {
        self.goes_on(square, moves).then(|| Lifted { via: Some(square), put: None, ..self.clone() })
    }

    /// The board with its marks, as `highlight` sends it.
    pub fn highlight(&self, moves: &[MoveView], board: &BoardView) -> String {
        let mut squares: BTreeMap<usize, Marks> = BTreeMap::new();
        for mv in moves.iter().filter(|mv| self.can_make(mv)) {
            let mut steps = mv.steps().skip(usize::from(self.via.is_some()));
            let Some(next) = steps.next() else { continue };
            let marks = squares.entry(next.index).or_default();
            match steps.next() {
                Some(_) => marks.leg = true,
                None if mv.promotes => marks.promotion = true,
                None => marks.plain = true,
            }
        }
        let Size { files, ranks } = board.size;
        let ranks = (0..ranks).rev().map(|rank| {
            write_rank((0..files).map(|file| {
                let square = board.size.square(file, rank);
                let marks = squares.get(&square.index).copied()?;
                let home = self.from == Some(Origin::Square(square));
                Some(colour(marks, board.piece_on(square).is_some() && !home))
            }))
        });
        ranks.collect::<Vec<_>>().join("/")
    }

    /// Whether a move from where the piece was lifted goes on after its first leg to `square`.
    fn goes_on(&self, square: SquareView, moves: &[MoveView]) -> bool {
        self.via.is_none() && moves.iter().any(|mv| self.can_make(mv) && mv.via.first() == Some(&square))
    }

    /// Whether the piece can go on with this move.
    fn can_make(&self, mv: &MoveView) -> bool {
        let starts = match &self.from {
            None => false,
            Some(Origin::Square(square)) => mv.from == Some(*square),
            Some(Origin::Hand(letter)) => mv.drop.as_ref().is_some_and(|kind| kind.letters == letter.to_string()),
        };
        // A pass names no square in this protocol.
        starts && !mv.pass && (self.via.is_none() || mv.via.first().copied() == self.via)
    }
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
    use crate::position::{Move, Side};
    use crate::view::{KindView, PieceView};

    const SIZE: Size = Size { files: 4, ranks: 11 };

    fn square(name: &str) -> SquareView {
        SIZE.named(name, SquareNames::Western).unwrap()
    }

    fn kind(letter: &str) -> KindView {
        KindView::new("any", letter.to_owned(), None)
    }

    /// Moves by their texts in this protocol.
    fn moves(list: &[&str]) -> Vec<MoveView> {
        let read = |&text: &&str| {
            let promotes = text.ends_with('+');
            let body = text.trim_end_matches('+');
            let (drop, squares) = match body.split_once('@') {
                Some((letter, to)) if body != "@@@@" => (Some(kind(letter)), vec![square(to)]),
                Some(_) => (None, vec![square("a1"), square("a1")]),
                None => {
                    let leg = |leg: &str| {
                        let second = leg[1..].find(|c: char| c.is_ascii_lowercase()).unwrap() + 1;
                        [square(&leg[..second]), square(&leg[second..])]
                    };
                    let legs: Vec<[SquareView; 2]> = body.split(',').map(leg).collect();
                    (None, legs.iter().take(1).map(|leg| leg[0]).chain(legs.iter().map(|leg| leg[1])).collect())
                }
            };
            let (from, way) = if drop.is_some() { (None, &squares[..]) } else { (Some(squares[0]), &squares[1..]) };
            let (&to, via) = way.split_last().unwrap();
            let (pass, via) = (body == "@@@@", via.to_vec());
            let text = text.to_string();
            MoveView { code: Move::NONE, text, from, captures: via.clone(), via, to, promotes, drop, pass }
        };
        list.iter().map(read).collect()
    }

    /// A board of 4×11 with an enemy on b10 and one on b11, and a king on a1.
    fn board() -> BoardView {
        let mut board = BoardView::empty(SIZE, SquareNames::Western, Side::Black);
        for (name, side) in [("a1", Side::Black), ("b10", Side::White), ("b11", Side::White)] {
            let (square, kind, text) = (square(name), kind("K"), "k".to_owned());
            board.pieces.push(PieceView { square, side, kind, promoted: false, text });
        }
        board
    }

    fn on(name: &str) -> Option<Origin> {
        Some(Origin::Square(square(name)))
    }

    #[test]
    fn marks_tell_steps_captures_and_promotions() {
        let moves = moves(&["a9a10", "a9b10+", "a9b9", "a9b9+", "a9c9+", "a1a2", "@@@@", "a9d9"]);
        let mut hand = Lifted::default();
        hand.lift(on("a9"), &moves);
        assert_eq!(hand.highlight(&moves, &board()), "4/YB2/1MBY/4/4/4/4/4/4/4/4");
        // The pass is not shown.
        hand.lift(on("a1"), &moves);
        assert_eq!(hand.highlight(&moves, &board()), "4/4/4/4/4/4/4/4/4/Y3/4");
        hand.lift(on("d4"), &moves);
        assert_eq!(hand.highlight(&moves, &board()), "4/4/4/4/4/4/4/4/4/4/4");
    }

    #[test]
    fn a_lion_goes_on_from_its_first_victim() {
        let moves = moves(&["a9b10", "a9b10,b10b11", "a9b10,b10a9", "a9b10,b10c10", "a9a11"]);
        let mut hand = Lifted::default();
        hand.lift(on("a9"), &moves);
        assert_eq!(hand.highlight(&moves, &board()), "Y3/1R2/4/4/4/4/4/4/4/4/4");
        let second = "1R2/2Y1/Y3/4/4/4/4/4/4/4/4";
        assert_eq!(hand.hover(square("b10"), &moves).unwrap().highlight(&moves, &board()), second);
        assert_eq!(hand.hover(square("a11"), &moves), None);
        hand.put(Some(square("b10")));
        hand.lift(on("b10"), &moves);
        assert_eq!(hand.highlight(&moves, &board()), second);
        // Lifted elsewhere it is another piece.
        hand.lift(on("a1"), &moves);
        assert_eq!(hand, Lifted { from: on("a1"), via: None, put: None });
    }

    #[test]
    fn hands_are_beside_the_board() {
        // Four files and eleven ranks; the third type is none.
        let rows = [Some('D'), Some('N'), None, Some('G')];
        let origin = |square: &str| Origin::named(square, SIZE, &rows);
        for (square, piece) in [("f1", 'D'), ("f2", 'N'), ("f4", 'G'), ("_11", 'D'), ("_10", 'N')] {
            assert_eq!(origin(square), Some(Origin::Hand(piece)), "{square}");
        }
        // A drop's name for a piece in hand needs no rows: the letter says it all.
        for (square, piece) in [("D@", 'D'), ("g@", 'G'), ("X@", 'X')] {
            assert_eq!(origin(square), Some(Origin::Hand(piece)), "{square}");
            assert_eq!(Origin::named(square, SIZE, &[]), Some(Origin::Hand(piece)), "{square}");
        }
        for square in [
            "@",
            "@@",
            "D@c3",
            "DG@",
            "1@",
            "\u{e9}@",
            "D@@@",
            "f3",
            "f0",
            "f9",
            "_12",
            "_",
            "e1",
            "",
            "\u{fffd}1",
            "f99999999999999999999",
            "a12",
            "zz",
        ] {
            assert_eq!(origin(square), None, "{square}");
        }
        assert_eq!(origin("a1"), on("a1"));
        assert_eq!(Origin::named("f1", SIZE, &[]), None);
    }

    #[test]
    fn drops_are_shown_and_nonsense_is_not() {
        let moves = moves(&["D@c3", "D@d3", "N@a3", "c3c4"]);
        let mut hand = Lifted::default();
        hand.lift(Some(Origin::Hand('D')), &moves);
        assert_eq!(hand.highlight(&moves, &board()), "4/4/4/4/4/4/4/4/2YY/4/4");
        hand.lift(None, &moves);
        assert_eq!(hand.highlight(&moves, &board()), "4/4/4/4/4/4/4/4/4/4/4");
    }
}
