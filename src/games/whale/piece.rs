//! The pieces as a table: names, letters, moves, what a captured piece becomes.

use crate::geometry::{Direction, Directions};
use crate::position::Side;

/// Number of kinds.
pub const KINDS: usize = 9;

/// Number of kinds that can be in hand; they come first in [`Kind`].
pub const HAND_KINDS: usize = 7;

/// Number of piece codes, "no piece" included.
pub const PIECES: usize = 1 + 2 * KINDS;

/// A kind of piece, in the order in which hands are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Kind {
    Killer,
    Grey,
    Humpback,
    Narwhal,
    Blue,
    Right,
    Dolphin,
    Porpoise,
    White,
}

/// What the rules say about a kind. Directions are those of a Black piece.
#[derive(Debug)]
pub struct KindInfo {
    /// The kind.
    pub kind: Kind,
    /// Its letter, upper case.
    pub letter: char,
    /// Its name.
    pub name: &'static str,
    /// One step.
    pub step: Directions,
    /// A jump to the second square.
    pub jump: Directions,
    /// Any number of steps.
    pub slide: Directions,
    /// Any number of steps, and no other move, on the farthest rank.
    pub far_slide: Directions,
    /// What its captor gets in hand; nothing for the royal.
    pub captured_as: Option<Kind>,
    /// Whether it stands on boards of this many files only; 0 for all.
    pub only_on: usize,
    /// Its moves in Betza's notation as XBoard reads it; empty if that cannot say it.
    pub betza: &'static str,
    /// Exchange value on the board, in centipawns.
    pub value: i32,
    /// Exchange value in hand, in centipawns.
    pub hand_value: i32,
}

/// The set of these directions.
const fn set(directions: &[Direction]) -> Directions {
    let mut set = Directions::NONE;
    let mut i = 0;
    while i < directions.len() {
        set.0 |= 1 << directions[i] as u8;
        i += 1;
    }
    set
}

use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};

/// A kind that never moves, for the table to start from.
const STILL: KindInfo = KindInfo {
    kind: Kind::White,
    letter: ' ',
    name: "",
    step: Directions::NONE,
    jump: Directions::NONE,
    slide: Directions::NONE,
    far_slide: Directions::NONE,
    captured_as: None,
    only_on: 0,
    betza: "",
    value: 0,
    hand_value: 0,
};

const BACK_DIAGONALS: Directions = set(&[SouthEast, SouthWest]);

/// All kinds, in the order of [`Kind`].
pub static KIND_TABLE: [KindInfo; KINDS] = [
    KindInfo {
        kind: Kind::Killer,
        letter: 'K',
        name: "killer whale",
        step: Directions::DIAGONAL,
        slide: Directions::ORTHOGONAL,
        captured_as: Some(Kind::Killer),
        betza: "FR",
        value: 680,
        hand_value: 740,
        ..STILL
    },
    KindInfo {
        kind: Kind::Grey,
        letter: 'G',
        name: "grey whale",
        slide: BACK_DIAGONALS.union(set(&[North])),
        captured_as: Some(Kind::Grey),
        betza: "fRbB",
        value: 380,
        hand_value: 410,
        ..STILL
    },
    KindInfo {
        kind: Kind::Humpback,
        letter: 'H',
        name: "humpback",
        step: Directions::DIAGONAL.union(set(&[South])),
        captured_as: Some(Kind::Humpback),
        betza: "FbW",
        value: 370,
        hand_value: 390,
        ..STILL
    },
    KindInfo {
        kind: Kind::Narwhal,
        letter: 'N',
        name: "narwhal",
        step: set(&[East, South, West]),
        jump: set(&[North]),
        captured_as: Some(Kind::Narwhal),
        betza: "fDrlbW",
        value: 260,
        hand_value: 290,
        ..STILL
    },
    KindInfo {
        kind: Kind::Blue,
        letter: 'B',
        name: "blue whale",
        step: set(&[North, NorthEast, NorthWest, South]),
        captured_as: Some(Kind::Blue),
        betza: "fbWfF",
        value: 310,
        hand_value: 340,
        ..STILL
    },
    KindInfo {
        kind: Kind::Right,
        letter: 'A',
        name: "right whale",
        step: BACK_DIAGONALS.union(set(&[North])),
        captured_as: Some(Kind::Right),
        only_on: 7,
        betza: "fWbF",
        value: 230,
        hand_value: 250,
        ..STILL
    },
    KindInfo {
        kind: Kind::Dolphin,
        letter: 'D',
        name: "dolphin",
        step: set(&[North]),
        far_slide: BACK_DIAGONALS,
        captured_as: Some(Kind::Dolphin),
        value: 100,
        hand_value: 115,
        ..STILL
    },
    KindInfo {
        kind: Kind::Porpoise,
        letter: 'P',
        name: "porpoise",
        step: set(&[East, West]),
        captured_as: Some(Kind::Killer),
        betza: "rlW",
        value: 90,
        ..STILL
    },
    KindInfo { kind: Kind::White, letter: 'W', name: "white whale", step: Directions::ALL, betza: "K", ..STILL },
];

impl Kind {
    /// All kinds.
    pub fn all() -> impl Iterator<Item = Kind> {
        KIND_TABLE.iter().map(|info| info.kind)
    }

    /// The kinds that can be in hand, in the order in which hands are written.
    pub fn in_hand() -> impl Iterator<Item = Kind> {
        Kind::all().take(HAND_KINDS)
    }

    /// The kind with this number.
    pub fn from_index(index: usize) -> Option<Kind> {
        KIND_TABLE.get(index).map(|info| info.kind)
    }

    /// The kind with this letter, upper or lower case, if it stands on boards of this size.
    pub fn from_letter(letter: char, size: usize) -> Option<Kind> {
        let letter = letter.to_ascii_uppercase();
        Kind::all().find(|kind| kind.info().letter == letter && kind.is_on_board_of(size))
    }

    /// Whether games on boards of this many files have the kind.
    pub fn is_on_board_of(self, size: usize) -> bool {
        let only_on = self.info().only_on;
        only_on == 0 || only_on == size
    }

    /// Its row of the table.
    #[inline]
    pub fn info(self) -> &'static KindInfo {
        &KIND_TABLE[self as usize]
    }

    /// Whether it can be in hand.
    #[inline]
    pub const fn can_be_held(self) -> bool {
        (self as usize) < HAND_KINDS
    }

    /// What losing a piece of this kind costs its owner and brings its captor, in centipawns.
    #[inline]
    pub(super) const fn swing(self) -> i32 {
        SWING[self as usize]
    }
}

/// Material that changes hands when a piece of each kind is captured; for the royal see the exchange evaluation.
static SWING: [i32; KINDS] = {
    let mut swing = [0; KINDS];
    let mut i = 0;
    while i < KINDS {
        swing[i] = KIND_TABLE[i].value;
        if let Some(kind) = KIND_TABLE[i].captured_as {
            swing[i] += KIND_TABLE[kind as usize].hand_value;
        }
        i += 1;
    }
    swing
};

/// A piece of one side, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece(u8);

impl Piece {
    /// No piece.
    pub const NONE: Piece = Piece(0);

    /// The piece of this kind and side.
    #[inline]
    pub const fn new(kind: Kind, side: Side) -> Piece {
        Piece(1 + 2 * kind as u8 + side as u8)
    }

    /// Number below [`PIECES`].
    #[inline]
    pub const fn code(self) -> usize {
        self.0 as usize
    }

    /// Whether this is no piece.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether this is a piece of `side`.
    #[inline]
    pub const fn belongs_to(self, side: Side) -> bool {
        self.0 != 0 && self.0.wrapping_sub(1) & 1 == side as u8
    }

    /// The kind and the side, unless this is no piece.
    #[inline]
    pub const fn parts(self) -> Option<(Kind, Side)> {
        if self.0 == 0 {
            return None;
        }
        let side = if self.0 & 1 == 1 { Side::Black } else { Side::White };
        Some((KIND_TABLE[(self.0 as usize - 1) / 2 % KINDS].kind, side))
    }

    /// The kind, unless this is no piece.
    #[inline]
    pub const fn kind(self) -> Option<Kind> {
        match self.parts() {
            Some((kind, _)) => Some(kind),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_kinds_and_hands_come_first() {
        for (index, info) in KIND_TABLE.iter().enumerate() {
            assert_eq!(info.kind as usize, index);
            assert_eq!(info.captured_as.is_none(), info.kind == Kind::White);
            for side in Side::BOTH {
                assert_eq!(Piece::new(info.kind, side).parts(), Some((info.kind, side)));
                assert!(Piece::new(info.kind, side).belongs_to(side) && !Piece::new(info.kind, side).belongs_to(!side));
            }
        }
        assert!(Kind::all().filter_map(|kind| kind.info().captured_as).all(Kind::can_be_held));
        assert_eq!(Kind::in_hand().map(|kind| kind.info().letter).collect::<String>(), "KGHNBAD");
    }
}
