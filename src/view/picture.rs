//! Boards as pictures of text, of every game.

use super::{BoardView, HeldView, MoveView, PieceView, SquareView, StateValue};
use crate::notation::{BoardStyle, SquareNames};
use crate::position::Side;
use std::ops::Range;

/// How a board is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// Signs or letters; a piece without a sign has its letters in either style.
    pub style: BoardStyle,
    /// How files and ranks are named along the edges.
    pub names: SquareNames,
    /// Whether White sits below.
    pub flip: bool,
    /// Most characters in a line, 0 for any number. Of a wider board the part around `middle` is drawn.
    pub columns: usize,
    /// Most lines, 0 for any number. Of a higher board the part around `middle` is drawn.
    pub rows: usize,
    /// What a part of a board is to show.
    pub middle: Option<SquareView>,
    /// The move to be marked: its last square stands in brackets, the squares that it has emptied are stars.
    pub last: Option<&'a MoveView>,
    /// Whether to use the colours of terminals.
    pub colour: bool,
}

/// Files and ranks of the least part of a board.
const LEAST: usize = 5;

/// Characters of a line beside the squares: two numbers, two bars, blanks.
const FRAME: usize = 10;

/// Lines beside the ranks and what is in hand.
const RULES: usize = 4;

/// The codes of terminals for the pieces of Black and White and for the last move, and the end of all.
const BOLD: &str = "\x1b[1m";
const RED: &str = "\x1b[31m";
const REVERSE: &str = "\x1b[7m";
const PLAIN: &str = "\x1b[0m";

impl Picture<'_> {
    /// Black's view of the whole board, in plain text.
    pub const fn new(style: BoardStyle, names: SquareNames) -> Picture<'static> {
        Picture { style, names, flip: false, columns: 0, rows: 0, middle: None, last: None, colour: false }
    }

    /// The side that sits above, whose pieces point down.
    const fn far_side(&self) -> Side {
        if self.flip { Side::Black } else { Side::White }
    }
}

/// A board that is being drawn.
struct Drawing<'a> {
    board: &'a BoardView,
    picture: &'a Picture<'a>,
    /// Characters of a square.
    cell: usize,
    /// Whether pieces have signs, two columns wide, and not letters.
    signs: bool,
    /// Squares whose pieces have a mark of their game.
    marked: &'a [SquareView],
}

impl BoardView {
    /// The board as text; every line ends with a line end. Black's letters are capitals; before a sign `v` stands for a
    /// piece that points down, and `+` for one that has promoted; `~` marks pieces that their game calls fresh.
    pub fn draw(&self, picture: &Picture<'_>) -> String {
        let fresh = self.state.iter().find_map(|state| match &state.value {
            StateValue::Squares(squares) if state.id == "fresh" => Some(squares.as_slice()),
            _ => None,
        });
        let signs = picture.style == BoardStyle::Kanji && self.pieces.iter().all(|piece| piece.kind.kanji.is_some());
        let letters = self.pieces.iter().map(|piece| piece.text.len()).max().unwrap_or(0);
        // A sign is two columns wide and has two marks before it. Letters of promoted pieces are to fit in later.
        let text = if signs || letters > 2 { 4 } else { 2 };
        Drawing { board: self, picture, cell: text + 1, signs, marked: fresh.unwrap_or_default() }.draw()
    }
}

impl Drawing<'_> {
    fn draw(&self) -> String {
        let Picture { names, flip, .. } = *self.picture;
        let size = self.board.size;
        let (files, ranks) = self.part();
        let mut files: Vec<usize> = files.collect();
        let mut ranks: Vec<usize> = ranks.rev().collect();
        if flip {
            files.reverse();
            ranks.reverse();
        }
        let cell = self.cell;
        let header: String = files.iter().map(|&file| format!("{:>cell$}", names.file(file, size.files))).collect();
        let rule = format!("   +{}+", "-".repeat(files.len() * cell + 1));
        let mut text = self.held(self.picture.far_side()) + &format!("    {header}\n{rule}\n");
        for rank in ranks {
            let name = names.rank(rank, size.ranks);
            let mut cells = String::new();
            let mut open = false;
            for square in files.iter().map(|&file| size.square(file, rank)) {
                cells += &self.square(square, open);
                open = self.ends_on(square);
            }
            text += &format!("{name:>2} |{cells}{}| {name}\n", if open { ']' } else { ' ' });
        }
        text + &format!("{rule}\n    {header}\n") + &self.held(!self.picture.far_side())
    }

    /// The files and ranks to be drawn.
    fn part(&self) -> (Range<usize>, Range<usize>) {
        let Picture { columns, rows, middle, .. } = *self.picture;
        let size = self.board.size;
        let held = if self.board.hands.is_some() { 2 } else { 0 };
        let room = |limit: usize, frame: usize, each: usize, all: usize| match limit {
            0 => all,
            _ => (limit.saturating_sub(frame) / each).clamp(LEAST.min(all), all),
        };
        let files = room(columns, FRAME, self.cell, size.files);
        let ranks = room(rows, RULES + held, 1, size.ranks);
        // Where nothing bounds the ranks a part is as high as wide.
        let ranks = if files < size.files && rows == 0 { files.min(size.ranks) } else { ranks };
        let part = |at: Option<usize>, count: usize, all: usize| {
            let first = at.unwrap_or(all / 2).saturating_sub(count / 2).min(all - count);
            first..first + count
        };
        (
            part(middle.map(|middle| middle.file), files, size.files),
            part(middle.map(|middle| middle.rank), ranks, size.ranks),
        )
    }

    /// A square with the character before it; `closing` if a bracket ends there.
    fn square(&self, square: SquareView, closing: bool) -> String {
        let piece = self.board.piece_on(square);
        let mark = if self.ends_on(square) { "[" } else { "" };
        let (text, wide) = match piece {
            None if self.is_emptied(square) => self.empty(['*', '＊']),
            None => self.empty(['.', '・']),
            Some(piece) => self.piece(piece),
        };
        // A sign of two columns is one character.
        let width = self.cell - usize::from(wide);
        let cell = format!("{:>width$}", format!("{mark}{text}"));
        let cell = if closing { format!("]{}", cell.strip_prefix(' ').unwrap_or(&cell)) } else { cell };
        self.painted(cell, piece, self.ends_on(square))
    }

    /// The sign of an empty square, and whether it is a wide one.
    fn empty(&self, signs: [char; 2]) -> (String, bool) {
        (signs[usize::from(self.signs)].to_string(), self.signs)
    }

    /// A piece with its marks, and whether it is a wide sign.
    fn piece(&self, piece: &PieceView) -> (String, bool) {
        let fresh = if self.marked.contains(&piece.square) { "~" } else { "" };
        match piece.kind.kanji.filter(|_| self.signs) {
            None => (format!("{fresh}{}", piece.text), false),
            Some(sign) => {
                let promoted = if piece.promoted { "+" } else { fresh };
                let down = if piece.side == self.picture.far_side() { "v" } else { "" };
                (format!("{promoted}{down}{sign}"), true)
            }
        }
    }

    fn painted(&self, cell: String, piece: Option<&PieceView>, last: bool) -> String {
        if !self.picture.colour {
            return cell;
        }
        let side = match piece.map(|piece| piece.side) {
            Some(Side::Black) => BOLD,
            Some(Side::White) => RED,
            None => return cell,
        };
        // The blanks before it are no part of it.
        let text = cell.trim_start_matches([' ', ']']);
        let before = &cell[..cell.len() - text.len()];
        format!("{before}{side}{}{text}{PLAIN}", if last { REVERSE } else { "" })
    }

    fn ends_on(&self, square: SquareView) -> bool {
        self.picture.last.is_some_and(|last| last.to == square)
    }

    /// Whether the last move has left this square, or taken something on it.
    fn is_emptied(&self, square: SquareView) -> bool {
        self.picture.last.is_some_and(|last| last.from == Some(square) || last.via.contains(&square))
    }

    /// A line about what a side holds; none in games without hands.
    fn held(&self, side: Side) -> String {
        let Some(hands) = &self.board.hands else { return String::new() };
        let line = |signs: bool| {
            let held = self.board.held_by(side).iter().filter(|held| held.count > 0);
            let pieces: String = held.map(|held| held_piece(held, side, signs)).collect();
            let pieces = pieces.trim_end();
            format!("    {}: {}\n", hands.holding.word(), if pieces.is_empty() { "-" } else { pieces })
        };
        let signs = line(self.signs);
        let width: usize = signs.trim_end().chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
        // Without the signs it is half as long.
        if self.picture.columns > 0 && width > self.picture.columns { line(false) } else { signs }
    }
}

/// A kind that a side holds and how many, with the sign or without.
fn held_piece(held: &HeldView, side: Side, signs: bool) -> String {
    let number = if held.count > 1 { held.count.to_string() } else { String::new() };
    let letters = &held.kind.letters;
    let letters = if side == Side::Black { letters.clone() } else { letters.to_lowercase() };
    match held.kind.kanji.filter(|_| signs) {
        Some(sign) => format!("{number}{letters}{sign} "),
        None => number + &letters,
    }
}

#[cfg(test)]
mod tests;
