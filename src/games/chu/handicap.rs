//! Handicaps (chu-rules §8): start positions in which White, the stronger player, has given something, and moves first.

use super::piece::Piece;
use super::square::{SIZE, STRIDE, Square};
use super::state::ChuPosition;
use crate::position::Side;

/// One difference from the start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// White gives this piece.
    Remove(Square),
    /// A piece starts promoted.
    Promote(Square),
    /// Two pieces change places.
    Exchange(Square, Square),
    /// A piece starts on another square, to fill a gap.
    Move(Square, Square),
}

/// A start position with a handicap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// A short name without spaces.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// What is changed, one thing after the other.
    pub changes: &'static [Change],
}

/// Handicaps for a difference in strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grade {
    /// The difference in grades.
    pub difference: u8,
    /// The handicap, in words.
    pub words: &'static str,
    /// The ids of the handicaps named there, in the same order; none for an even game.
    pub handicaps: &'static [&'static str],
}

/// A square by file, from the first player's right, and rank, from the far side: `7j`.
const fn at(file: usize, rank: u8) -> Square {
    Square::at((SIZE - 1 - (rank - b'a') as usize) * STRIDE + SIZE - file)
}

const COPPER: Change = Change::Remove(at(3, b'a'));
const SILVER: Change = Change::Remove(at(4, b'a'));
const TIGER: Change = Change::Remove(at(5, b'b'));
const LEOPARD: Change = Change::Remove(at(2, b'a'));
const GOLD: Change = Change::Remove(at(5, b'a'));
const SIDE_MOVER: Change = Change::Remove(at(1, b'c'));
const VERTICAL_MOVER: Change = Change::Remove(at(2, b'c'));
const ROOK: Change = Change::Remove(at(3, b'c'));
const QUEEN: Change = Change::Remove(at(7, b'c'));
const DRAGON_KING: Change = Change::Remove(at(5, b'c'));
/// Black's kirin starts as a lion.
const SECOND_LION: Change = Change::Promote(at(7, b'k'));
/// Black gets White's kirin for his phoenix...
const SECOND_KIRIN: Change = Change::Exchange(at(6, b'k'), at(6, b'b'));
/// ... and that starts as a lion too.
const THIRD_LION: Change = Change::Promote(at(6, b'k'));
const PRINCE: Change = Change::Promote(at(6, b'l'));
const VERTICAL_MOVER_TO_QUEEN: Change = Change::Move(at(2, b'c'), at(7, b'c'));

const fn handicap(id: &'static str, name: &'static str, changes: &'static [Change]) -> Handicap {
    Handicap { id, name, changes }
}

/// The handicaps: those of the Manual, the smallest first; those without a fixed place in that order; and the set-ups of
/// a public server in which White fills the gaps. Where two pieces might go it is the one on the lower file number.
pub const HANDICAPS: &[Handicap] = &[
    handicap("copper", "Copper General", &[COPPER]),
    handicap("silver", "Silver General", &[SILVER]),
    handicap("tiger", "Blind Tiger", &[TIGER]),
    handicap("leopard", "Ferocious Leopard", &[LEOPARD]),
    handicap("gold", "Gold General", &[GOLD]),
    handicap("side", "Side Mover", &[SIDE_MOVER]),
    handicap("vertical", "Vertical Mover", &[VERTICAL_MOVER]),
    handicap("rook", "Rook", &[ROOK]),
    handicap("2lions", "Two Lions", &[SECOND_LION]),
    handicap("2lions-copper", "Two Lions and a Copper General", &[SECOND_LION, COPPER]),
    handicap("2lions-silver", "Two Lions and a Silver General", &[SECOND_LION, SILVER]),
    handicap("2lions-leopard", "Two Lions and a Ferocious Leopard", &[SECOND_LION, LEOPARD]),
    handicap("2lions-gold", "Two Lions and a Gold General", &[SECOND_LION, GOLD]),
    handicap("2lions-side", "Two Lions and a Side Mover", &[SECOND_LION, SIDE_MOVER]),
    handicap("2lions-vertical", "Two Lions and a Vertical Mover", &[SECOND_LION, VERTICAL_MOVER]),
    handicap("3lions", "Three Lions", &[SECOND_LION, SECOND_KIRIN, THIRD_LION]),
    handicap("3lions-1", "Three Lions and One Piece", &[SECOND_LION, SECOND_KIRIN, THIRD_LION, QUEEN]),
    handicap("3lions-2", "Three Lions and Two Pieces", &[SECOND_LION, SECOND_KIRIN, THIRD_LION, QUEEN, DRAGON_KING]),
    handicap(
        "3lions-3",
        "Three Lions and Three Pieces",
        &[SECOND_LION, SECOND_KIRIN, THIRD_LION, QUEEN, DRAGON_KING, ROOK],
    ),
    handicap(
        "3lions-4",
        "Three Lions and Four Pieces",
        &[SECOND_LION, SECOND_KIRIN, THIRD_LION, QUEEN, DRAGON_KING, ROOK, VERTICAL_MOVER],
    ),
    handicap(
        "3lions-5",
        "Three Lions and Five Pieces",
        &[SECOND_LION, SECOND_KIRIN, THIRD_LION, QUEEN, DRAGON_KING, ROOK, VERTICAL_MOVER, SIDE_MOVER],
    ),
    handicap("queen", "Queen", &[QUEEN]),
    handicap("queen-dragon", "Queen and Dragon King", &[QUEEN, DRAGON_KING]),
    handicap("2kings", "Two Kings", &[PRINCE]),
    handicap(
        "queen-filled-a",
        "Queen, filled by vertical mover and leopard",
        &[QUEEN, VERTICAL_MOVER_TO_QUEEN, Change::Move(at(2, b'a'), at(2, b'b'))],
    ),
    handicap(
        "queen-filled-b",
        "Queen, filled by vertical mover and silver",
        &[QUEEN, VERTICAL_MOVER_TO_QUEEN, Change::Move(at(4, b'a'), at(2, b'c'))],
    ),
    handicap(
        "queen-dragon-filled",
        "Queen and Dragon King, filled by vertical movers and leopards",
        &[
            QUEEN,
            DRAGON_KING,
            VERTICAL_MOVER_TO_QUEEN,
            Change::Move(at(11, b'c'), at(5, b'c')),
            Change::Move(at(11, b'a'), at(11, b'c')),
            Change::Move(at(2, b'a'), at(2, b'c')),
        ],
    ),
];

const fn grade(difference: u8, words: &'static str, handicaps: &'static [&'static str]) -> Grade {
    Grade { difference, words, handicaps }
}

/// Which handicap evens out which difference in grades, as Colin Adams has proposed.
pub const GRADES: &[Grade] = &[
    grade(0, "even, colours alternate", &[]),
    grade(1, "even, the weaker player has Black", &[]),
    grade(2, "gold general, or another of the step movers", &["gold", "copper", "silver", "tiger", "leopard"]),
    grade(3, "side mover", &["side"]),
    grade(4, "vertical mover", &["vertical"]),
    grade(5, "rook and queen in turn", &["rook", "queen"]),
    grade(6, "two lions", &["2lions"]),
    grade(7, "two lions and a step mover", &["2lions-copper", "2lions-silver", "2lions-leopard", "2lions-gold"]),
    grade(8, "two lions and a side mover", &["2lions-side"]),
    grade(9, "two lions and a vertical mover", &["2lions-vertical"]),
    grade(10, "two lions and a vertical mover, and three lions, in turn", &["2lions-vertical", "3lions"]),
    grade(11, "three lions", &["3lions"]),
    grade(12, "three lions, and three lions and one piece, in turn", &["3lions", "3lions-1"]),
    grade(13, "three lions and one piece", &["3lions-1"]),
    grade(14, "three lions and two pieces", &["3lions-2"]),
    grade(15, "three lions and three pieces", &["3lions-3"]),
    grade(16, "three lions and four pieces", &["3lions-4"]),
    grade(17, "three lions and five pieces", &["3lions-5"]),
];

impl Handicap {
    /// The position: the start position with the changes, White to move. A piece that crosses to the other camp changes
    /// sides.
    pub fn apply(&self, start: &ChuPosition) -> ChuPosition {
        let mut pieces: Vec<(Square, Piece)> = start.all_pieces().collect();
        for &change in self.changes {
            match change {
                Change::Remove(square) => pieces.retain(|&(at, _)| at != square),
                Change::Promote(square) => {
                    for (_, piece) in pieces.iter_mut().filter(|(at, _)| *at == square) {
                        *piece = piece.moves().promoted();
                    }
                }
                Change::Exchange(one, other) => {
                    for (square, piece) in &mut pieces {
                        if [one, other].contains(square) {
                            *square = if *square == one { other } else { one };
                            *piece = Piece::new(piece.kind(), camp(*square));
                        }
                    }
                }
                Change::Move(from, to) => {
                    for (square, _) in pieces.iter_mut().filter(|(at, _)| *at == from) {
                        *square = to;
                    }
                }
            }
        }
        ChuPosition::set_up(start.rules, pieces, Side::White, None)
    }
}

/// Whose half of the board this is.
const fn camp(square: Square) -> Side {
    if square.rank() < SIZE / 2 { Side::Black } else { Side::White }
}
