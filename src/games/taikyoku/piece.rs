//! The pieces: one table, read from the file of the source tree at the first use.

use super::square::Square;
use crate::position::Side;
use once_cell::sync::Lazy;

/// Number of kinds.
pub const KINDS: usize = 302;

/// Number of kinds that start on the board; they come first.
pub const START_KINDS: usize = 209;

/// Length of tables that are indexed by piece code: a power of two.
pub const PIECES: usize = 2048;

/// A kind of piece: its row in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(u16);

/// What the table says about a kind.
#[derive(Clone, Debug)]
pub struct KindInfo {
    /// The letters in position texts, upper case.
    pub id: &'static str,
    /// The name.
    pub name: &'static str,
    /// What it becomes.
    pub promotion: Option<Kind>,
    /// What it becomes by other sources; the same unless they differ.
    pub promotion_alt: Option<Kind>,
    /// Whether it must not be lost.
    pub royal: bool,
    /// 1 to 5, the highest first: a range jump goes over lower ranks only.
    pub rank: u8,
    /// Its moves in the notation of the table.
    pub moves: &'static str,
    /// Its moves by other sources; the same unless they differ.
    pub moves_alt: &'static str,
    /// Where the first player's pieces start.
    pub squares: Vec<Square>,
}

static TABLE: Lazy<Vec<KindInfo>> =
    Lazy::new(|| read(include_str!("pieces.tsv")).unwrap_or_else(|error| panic!("pieces.tsv: {error}")));

/// Reads the table. An error is a fault of the source tree; a test looks for it.
fn read(text: &'static str) -> Result<Vec<KindInfo>, String> {
    let lines = || text.lines().filter(|line| !line.starts_with('#')).skip(1);
    let ids: Vec<&str> = lines().filter_map(|line| line.split('\t').next()).collect();
    let kind = |id: &str| match ids.iter().position(|known| *known == id) {
        _ if id == "-" => Ok(None),
        Some(index) => Ok(Some(Kind(index as u16))),
        None => Err(format!("no piece {id}")),
    };
    let square = |text: &'static str| match super::text::parse_square(text) {
        Some((square, "")) => Ok(square),
        _ => Err(format!("no square {text}")),
    };
    let row = |line: &'static str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let &[id, name, promotion, promotion_alt, royal, rank, moves, moves_alt, squares] = &cells[..] else {
            return Err(format!("a row of {} cells: {line}", cells.len()));
        };
        let promotion = kind(promotion)?;
        let squares = squares.split(',').filter(|text| *text != "-").map(square).collect::<Result<_, _>>()?;
        Ok(KindInfo {
            id,
            name,
            promotion,
            promotion_alt: kind(promotion_alt)?.or(promotion),
            royal: royal == "yes",
            rank: rank.parse().map_err(|_| format!("rank {rank}"))?,
            moves,
            moves_alt: if moves_alt == "-" { moves } else { moves_alt },
            squares,
        })
    };
    let table = lines().map(row).collect::<Result<Vec<_>, _>>()?;
    if table.len() != KINDS {
        return Err(format!("{} kinds", table.len()));
    }
    Ok(table)
}

impl Kind {
    /// All kinds, in the order of the table.
    pub fn all() -> impl Iterator<Item = Kind> {
        (0..KINDS as u16).map(Kind)
    }

    /// The kind with this number.
    pub fn from_index(index: usize) -> Option<Kind> {
        (index < KINDS).then_some(Kind(index as u16))
    }

    /// The kind with these letters, in upper case.
    pub fn from_id(id: &str) -> Option<Kind> {
        Kind::all().find(|kind| kind.info().id == id)
    }

    /// Its number.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize % 512
    }

    /// Its row.
    #[inline]
    pub fn info(self) -> &'static KindInfo {
        &TABLE[self.index() % KINDS]
    }

    /// Whether it starts on the board; the others only come by promotion.
    pub const fn starts(self) -> bool {
        (self.0 as usize) < START_KINDS
    }
}

/// A piece of one side, or none: the kind it started as, and whether it has promoted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Piece(u16);

impl Piece {
    /// No piece.
    pub const NONE: Piece = Piece(0);

    /// The piece of this side that started as a kind.
    #[inline]
    pub const fn new(kind: Kind, promoted: bool, side: Side) -> Piece {
        Piece((kind.0 + 1) << 2 | (promoted as u16) << 1 | side as u16)
    }

    /// Number below [`PIECES`].
    #[inline]
    pub const fn code(self) -> usize {
        self.0 as usize % PIECES
    }

    /// Whether this is no piece.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether this is a piece of `side`.
    #[inline]
    pub const fn belongs_to(self, side: Side) -> bool {
        self.0 != 0 && self.0 & 1 == side as u16
    }

    /// Whose it is; meaningless if this is no piece.
    #[inline]
    pub const fn side(self) -> Side {
        if self.0 & 1 == 0 { Side::Black } else { Side::White }
    }

    /// The kind it started as, unless this is no piece.
    #[inline]
    pub const fn origin(self) -> Option<Kind> {
        if self.0 < 4 { None } else { Some(Kind((self.0 >> 2) - 1)) }
    }

    /// Whether it has promoted.
    #[inline]
    pub const fn is_promoted(self) -> bool {
        self.0 & 2 != 0
    }

    /// The same piece, promoted.
    #[inline]
    pub const fn promoted(self) -> Piece {
        Piece(self.0 | 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_table_is_sound() {
        assert_eq!(read(include_str!("pieces.tsv")).map(|table| table.len()), Ok(KINDS));
        let ids: HashSet<&str> = Kind::all().map(|kind| kind.info().id).collect();
        let names: HashSet<&str> = Kind::all().map(|kind| kind.info().name).collect();
        assert_eq!((ids.len(), names.len()), (KINDS, KINDS));
        let promoted: HashSet<Kind> = Kind::all().filter_map(|kind| kind.info().promotion).collect();
        for kind in Kind::all() {
            let info = kind.info();
            assert!(!info.id.is_empty() && info.id.bytes().all(|letter| letter.is_ascii_uppercase()), "{}", info.id);
            // A kind that does not start on the board has to come from somewhere, and never promotes.
            assert_eq!(kind.starts(), !info.squares.is_empty(), "{}", info.id);
            assert!(kind.starts() || info.promotion.is_none() && promoted.contains(&kind), "{}", info.id);
            assert!((1..=5).contains(&info.rank) && !info.moves.is_empty(), "{}", info.id);
            assert_eq!(info.royal, info.rank == 1, "{}", info.id);
            for side in Side::BOTH {
                for is_promoted in [false, true] {
                    let piece = Piece::new(kind, is_promoted, side);
                    assert_eq!((piece.origin(), piece.is_promoted(), piece.side()), (Some(kind), is_promoted, side));
                    assert!(piece.belongs_to(side) && !piece.belongs_to(!side) && piece.code() < PIECES);
                }
            }
        }
        let squares: Vec<Square> = Kind::all().flat_map(|kind| kind.info().squares.iter().copied()).collect();
        assert_eq!((squares.len(), squares.iter().collect::<HashSet<_>>().len()), (402, 402));
    }
}
