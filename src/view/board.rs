//! Positions as data.

use super::{Size, SquareView};
use crate::notation::SquareNames;
use crate::position::Side;
use serde::{Deserialize, Serialize};

/// A position: all that a board shows, and all that an editor of positions can set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardView {
    /// Files and ranks.
    pub size: Size,
    /// The names of files and ranks in each way; the first is that of the game's own notation.
    pub names: Vec<NamesView>,
    /// The pieces on the board, by the index of their squares.
    pub pieces: Vec<PieceView>,
    /// What the players hold, in games in which pieces can be dropped.
    pub hands: Option<HandsView>,
    /// Whose turn it is.
    pub side_to_move: Side,
    /// What else decides which moves are legal; what is listed depends on the game and its rules alone.
    pub state: Vec<StateView>,
}

/// The names along the edges of a board: that of a square is those of its file and its rank together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamesView {
    /// Which way to name squares it is.
    pub system: SquareNames,
    /// The names of the files, by number.
    pub files: Vec<String>,
    /// The names of the ranks, by number.
    pub ranks: Vec<String>,
}

/// A kind of piece. Promoted pieces are kinds of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KindView {
    /// The name as a key: small letters, digits and `_`.
    pub id: String,
    /// The letters of its [sheet](crate::notation::PieceSheet).
    pub letters: String,
    /// The name for people.
    pub name: String,
    /// The sign on boards, if it has one.
    pub kanji: Option<char>,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceView {
    /// Where it stands.
    pub square: SquareView,
    /// Whose it is.
    pub side: Side,
    /// What it is now.
    pub kind: KindView,
    /// Whether it has promoted.
    pub promoted: bool,
    /// How position texts write it: in capitals if it is Black's.
    pub text: String,
}

/// Where pieces come from that are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holding {
    /// The hand: pieces that have been taken.
    Hand,
    /// The reserve: pieces that have been set aside at the start.
    Reserve,
}

/// What both sides hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandsView {
    /// Where it comes from.
    pub holding: Holding,
    /// Every kind that can be held, and how many Black holds.
    pub black: Vec<HeldView>,
    /// The same for White.
    pub white: Vec<HeldView>,
}

/// How many pieces of a kind a side holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldView {
    /// The kind.
    pub kind: KindView,
    /// How many, from 0.
    pub count: u8,
}

/// A part of a position that is no piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateView {
    /// What it is, as a key of the game.
    pub id: String,
    /// What it means, for people.
    pub meaning: String,
    /// What there is now.
    pub value: StateValue,
}

/// What a [`StateView`] can say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StateValue {
    /// A square, or none.
    Square(Option<SquareView>),
    /// Any number of squares.
    Squares(Vec<SquareView>),
    /// A number.
    Number(u32),
}

impl BoardView {
    /// An empty board whose squares are named in this way.
    pub(crate) fn empty(size: Size, native: SquareNames, side_to_move: Side) -> BoardView {
        let others = SquareNames::ALL.into_iter().filter(|&system| system != native);
        let names = [native].into_iter().chain(others).map(|system| NamesView {
            system,
            files: (0..size.files).map(|file| system.file(file, size.files)).collect(),
            ranks: (0..size.ranks).map(|rank| system.rank(rank, size.ranks)).collect(),
        });
        BoardView { size, names: names.collect(), pieces: Vec::new(), hands: None, side_to_move, state: Vec::new() }
    }

    /// What stands on a square.
    pub fn piece_on(&self, square: SquareView) -> Option<&PieceView> {
        let found = self.pieces.binary_search_by_key(&square.index, |piece| piece.square.index);
        found.ok().and_then(|index| self.pieces.get(index))
    }

    /// What a side holds; nothing in games without hands.
    pub fn held_by(&self, side: Side) -> &[HeldView] {
        match (&self.hands, side) {
            (None, _) => &[],
            (Some(hands), Side::Black) => &hands.black,
            (Some(hands), Side::White) => &hands.white,
        }
    }
}

impl KindView {
    /// A kind of this name.
    pub(crate) fn new(name: &str, letters: String, kanji: Option<char>) -> KindView {
        let key = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
        KindView { id: name.chars().map(key).collect(), letters, name: name.to_owned(), kanji }
    }
}

impl StateView {
    /// A part of the state.
    pub(crate) fn new(id: &str, meaning: &str, value: StateValue) -> StateView {
        StateView { id: id.to_owned(), meaning: meaning.to_owned(), value }
    }
}

impl Holding {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Holding::Hand => "hand",
            Holding::Reserve => "reserve",
        }
    }
}
