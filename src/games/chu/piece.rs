//! The 39 kinds of pieces, as one table (chu-rules §1.5, §1.6).

use crate::geometry::{Direction, Directions};
use crate::position::Side;
use bitflags::bitflags;

/// Number of kinds.
pub const KINDS: usize = 39;

/// Number of kinds that are not promoted; they come first.
pub const BASE_KINDS: usize = 21;

/// Length of tables that are indexed by piece code.
pub const PIECES: usize = 128;

bitflags! {
    /// What the rules ask of a kind, beside how it moves.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Traits: u8 {
        /// King or prince: the side that has lost its last one has lost.
        const ROYAL = 1;
        /// Lion or promoted kirin: lion power, and bound by the lion rules.
        const LION = 1 << 1;
        /// Pawn or go-between: no bridge under the trading rule, and does not help to bare a king.
        const MINOR = 1 << 2;
        /// Pawn or lance: its moves are irreversible, and on its last rank it is dead.
        const FORWARD_ONLY = 1 << 3;
    }
}

/// A kind of piece. The promoted forms are kinds of their own, also where they move like a base kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)] // The names say all; the table below has the rest.
pub enum Kind {
    Pawn,
    GoBetween,
    Copper,
    Silver,
    Gold,
    Leopard,
    Tiger,
    Elephant,
    King,
    Lance,
    ReverseChariot,
    VerticalMover,
    SideMover,
    Bishop,
    Rook,
    DragonHorse,
    DragonKing,
    Queen,
    Kirin,
    Phoenix,
    Lion,
    PromotedPawn,
    PromotedGoBetween,
    PromotedCopper,
    PromotedSilver,
    PromotedGold,
    PromotedLeopard,
    FlyingStag,
    Prince,
    WhiteHorse,
    Whale,
    FlyingOx,
    FreeBoar,
    PromotedBishop,
    PromotedRook,
    HornedFalcon,
    SoaringEagle,
    PromotedKirin,
    PromotedPhoenix,
}

/// One row of the piece table. Directions are the owner's: north is forward.
#[derive(Clone, Copy, Debug)]
pub struct KindInfo {
    /// The kind itself.
    pub kind: Kind,
    /// Letter in FEN and SFEN, without the `+` of the promoted forms.
    pub letter: char,
    /// One kanji for board drawings.
    pub kanji: char,
    /// Name for people.
    pub name: &'static str,
    /// The promoted form of a base kind that has one.
    pub promotion: Option<Kind>,
    /// One square.
    pub step: Directions,
    /// Any number of empty squares.
    pub slide: Directions,
    /// The second square, whatever stands between.
    pub jump: Directions,
    /// Two steps, of which the first may capture (chu-rules §2.5): falcon and eagle.
    pub sting: Directions,
    /// What else the rules ask.
    pub traits: Traits,
    /// Average value in centipawns, by the German Chu Shogi Association; a promoted form counts as what it moves like.
    pub value: i32,
}

const F: u8 = 1 << Direction::North as u8;
const FR: u8 = 1 << Direction::NorthEast as u8;
const R: u8 = 1 << Direction::East as u8;
const BR: u8 = 1 << Direction::SouthEast as u8;
const B: u8 = 1 << Direction::South as u8;
const BL: u8 = 1 << Direction::SouthWest as u8;
const L: u8 = 1 << Direction::West as u8;
const FL: u8 = 1 << Direction::NorthWest as u8;
const ORTH: u8 = F | R | B | L;
const DIAG: u8 = FR | BR | BL | FL;
const ALL: u8 = ORTH | DIAG;

const PLAIN: Traits = Traits::empty();
const ROYAL: Traits = Traits::ROYAL;
const LION: Traits = Traits::LION;
const MINOR: Traits = Traits::MINOR;
const FORWARD: Traits = Traits::FORWARD_ONLY;

/// A row: kind, letter, kanji, name, value, then the moves.
const fn row(kind: Kind, letter: char, kanji: char, name: &'static str, value: i32, moves: [u8; 4]) -> KindInfo {
    let [step, slide, jump, sting] = moves;
    KindInfo {
        kind,
        letter,
        kanji,
        name,
        value,
        promotion: None,
        step: Directions(step),
        slide: Directions(slide),
        jump: Directions(jump),
        sting: Directions(sting),
        traits: PLAIN,
    }
}

impl KindInfo {
    const fn into(mut self, promotion: Kind) -> KindInfo {
        self.promotion = Some(promotion);
        self
    }

    const fn is(mut self, traits: Traits) -> KindInfo {
        self.traits = traits;
        self
    }
}

use Kind::*;

/// All kinds, in the order of [`Kind`]. The columns of moves are step, slide, jump, sting.
#[rustfmt::skip]
pub static KIND_TABLE: [KindInfo; KINDS] = [
    row(Pawn,              'P', '歩', "pawn",               100, [F, 0, 0, 0]).into(PromotedPawn).is(MINOR.union(FORWARD)),
    row(GoBetween,         'I', '仲', "go-between",         100, [F | B, 0, 0, 0]).into(PromotedGoBetween).is(MINOR),
    row(Copper,            'C', '銅', "copper general",     200, [F | B | FL | FR, 0, 0, 0]).into(PromotedCopper),
    row(Silver,            'S', '銀', "silver general",     200, [F | DIAG, 0, 0, 0]).into(PromotedSilver),
    row(Gold,              'G', '金', "gold general",       300, [ORTH | FL | FR, 0, 0, 0]).into(PromotedGold),
    row(Leopard,           'F', '豹', "ferocious leopard",  300, [F | B | DIAG, 0, 0, 0]).into(PromotedLeopard),
    row(Tiger,             'T', '虎', "blind tiger",        300, [ALL & !F, 0, 0, 0]).into(FlyingStag),
    row(Elephant,          'E', '象', "drunk elephant",     300, [ALL & !B, 0, 0, 0]).into(Prince),
    row(King,              'K', '玉', "king",               400, [ALL, 0, 0, 0]).is(ROYAL),
    row(Lance,             'L', '香', "lance",              300, [0, F, 0, 0]).into(WhiteHorse).is(FORWARD),
    row(ReverseChariot,    'A', '反', "reverse chariot",    300, [0, F | B, 0, 0]).into(Whale),
    row(VerticalMover,     'V', '竪', "vertical mover",     400, [L | R, F | B, 0, 0]).into(FlyingOx),
    row(SideMover,         'M', '横', "side mover",         400, [F | B, L | R, 0, 0]).into(FreeBoar),
    row(Bishop,            'B', '角', "bishop",             500, [0, DIAG, 0, 0]).into(PromotedBishop),
    row(Rook,              'R', '飛', "rook",               600, [0, ORTH, 0, 0]).into(PromotedRook),
    row(DragonHorse,       'H', '馬', "dragon horse",       700, [ORTH, DIAG, 0, 0]).into(HornedFalcon),
    row(DragonKing,        'D', '龍', "dragon king",        800, [DIAG, ORTH, 0, 0]).into(SoaringEagle),
    row(Queen,             'Q', '奔', "queen",             1200, [0, ALL, 0, 0]),
    row(Kirin,             'O', '麒', "kirin",              300, [DIAG, 0, ORTH, 0]).into(PromotedKirin),
    row(Phoenix,           'X', '鳳', "phoenix",            300, [ORTH, 0, DIAG, 0]).into(PromotedPhoenix),
    row(Lion,              'N', '獅', "lion",              2000, [ALL, 0, ALL, 0]).is(LION),
    row(PromotedPawn,      'P', 'と', "promoted pawn",      300, [ORTH | FL | FR, 0, 0, 0]),
    row(PromotedGoBetween, 'I', '醉', "promoted go-between", 300, [ALL & !B, 0, 0, 0]),
    row(PromotedCopper,    'C', '横', "promoted copper",    400, [F | B, L | R, 0, 0]),
    row(PromotedSilver,    'S', '竪', "promoted silver",    400, [L | R, F | B, 0, 0]),
    row(PromotedGold,      'G', '飛', "promoted gold",      600, [0, ORTH, 0, 0]),
    row(PromotedLeopard,   'F', '角', "promoted leopard",   500, [0, DIAG, 0, 0]),
    row(FlyingStag,        'T', '鹿', "flying stag",        600, [L | R | DIAG, F | B, 0, 0]),
    row(Prince,            'E', '太', "prince",             400, [ALL, 0, 0, 0]).is(ROYAL),
    row(WhiteHorse,        'L', '駒', "white horse",        700, [0, F | B | FL | FR, 0, 0]),
    row(Whale,             'A', '鯨', "whale",              500, [0, F | B | BL | BR, 0, 0]),
    row(FlyingOx,          'V', '牛', "flying ox",          800, [0, F | B | DIAG, 0, 0]),
    row(FreeBoar,          'M', '猪', "free boar",          800, [0, L | R | DIAG, 0, 0]),
    row(PromotedBishop,    'B', '馬', "promoted bishop",    700, [ORTH, DIAG, 0, 0]),
    row(PromotedRook,      'R', '龍', "promoted rook",      800, [DIAG, ORTH, 0, 0]),
    row(HornedFalcon,      'H', '鷹', "horned falcon",     1000, [F, ALL & !F, F, F]),
    row(SoaringEagle,      'D', '鷲', "soaring eagle",     1100, [FL | FR, ALL & !(FL | FR), FL | FR, FL | FR]),
    row(PromotedKirin,     'O', '獅', "promoted kirin",    2000, [ALL, 0, ALL, 0]).is(LION),
    row(PromotedPhoenix,   'X', '奔', "promoted phoenix",  1200, [0, ALL, 0, 0]),
];

impl Kind {
    /// The kind's row of the table.
    #[inline]
    pub fn info(self) -> &'static KindInfo {
        &KIND_TABLE[self as usize]
    }

    /// All kinds.
    pub fn all() -> impl Iterator<Item = Kind> {
        KIND_TABLE.iter().map(|row| row.kind)
    }

    /// Whether this is a promoted form.
    #[inline]
    pub const fn is_promoted(self) -> bool {
        self as usize >= BASE_KINDS
    }

    /// The kind with this letter.
    pub fn from_letter(letter: char, promoted: bool) -> Option<Kind> {
        let letter = letter.to_ascii_uppercase();
        KIND_TABLE.iter().find(|row| row.letter == letter && row.kind.is_promoted() == promoted).map(|row| row.kind)
    }
}

/// A piece on the board: kind and owner, or nothing.
///
/// It carries what is asked of every square that a search looks at, so that the answer costs no look into a table. Bits
/// 0–6: the code (bit 6: White). Bit 7: it can promote. Bits 8–15 if it is Black's, bits 16–23 if it is White's: the
/// directions in which it attacks the next square; there is at least one. Bits 24–31: the directions in which it slides.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(u32);

const CAN_PROMOTE: u32 = 1 << 7;
const BESIDE_SHIFT: u32 = 8;
const SLIDE_SHIFT: u32 = 24;

impl std::fmt::Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_none() { f.write_str("empty") } else { write!(f, "{:?} {}", self.side(), self.kind().info().name) }
    }
}

/// The directions in which pieces attack the next square, each side's for itself.
#[derive(Clone, Copy)]
pub(super) struct Beside(u32);

impl Beside {
    /// What pieces of `side` attack.
    #[inline]
    pub const fn of(self, side: Side) -> Directions {
        Directions((self.0 >> (BESIDE_SHIFT + 8 * side as u32)) as u8)
    }

    /// The part in one direction.
    #[inline]
    pub const fn only(self, direction: Direction) -> Beside {
        Beside(self.0 & (1 << BESIDE_SHIFT | 1 << (BESIDE_SHIFT + 8)) << direction as u32)
    }
}

impl std::ops::BitOr for Beside {
    type Output = Beside;

    #[inline]
    fn bitor(self, other: Beside) -> Beside {
        Beside(self.0 | other.0)
    }
}

impl Piece {
    /// An empty square.
    pub const NONE: Piece = Piece(63);

    /// The piece of this kind and side.
    #[inline]
    pub const fn new(kind: Kind, side: Side) -> Piece {
        let row = &KIND_TABLE[kind as usize];
        let turn = 4 * side as u32;
        let beside = (row.step.0 | row.slide.0).rotate_left(turn) as u32;
        let slide = row.slide.0.rotate_left(turn) as u32;
        let promotes = if row.promotion.is_some() { CAN_PROMOTE } else { 0 };
        let code = kind as u32 | (side as u32) << 6;
        Piece(code | promotes | beside << (BESIDE_SHIFT + 8 * side as u32) | slide << SLIDE_SHIFT)
    }

    /// Code below [`PIECES`].
    #[inline]
    pub const fn code(self) -> usize {
        (self.0 & 127) as usize
    }

    /// Whether the square is empty.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == Piece::NONE.0
    }

    /// The kind. An empty square has none and answers with a pawn; ask [`is_none`](Piece::is_none) first.
    #[inline]
    pub fn kind(self) -> Kind {
        KIND_TABLE.get(self.0 as usize & 63).map_or(Kind::Pawn, |row| row.kind)
    }

    /// The owner.
    #[inline]
    pub const fn side(self) -> Side {
        if self.0 & 64 == 0 { Side::Black } else { Side::White }
    }

    /// Whether this is a piece of that side.
    #[inline]
    pub const fn belongs_to(self, side: Side) -> bool {
        !self.beside().of(side).is_empty()
    }

    /// Whether it has a promoted form.
    #[inline]
    pub const fn can_promote(self) -> bool {
        self.0 & CAN_PROMOTE != 0
    }

    /// The directions in which it attacks the next square.
    #[inline]
    pub(super) const fn beside(self) -> Beside {
        Beside(self.0)
    }

    /// Whether it slides in a direction.
    #[inline]
    pub(super) const fn slides(self, direction: Direction) -> bool {
        self.0 >> (SLIDE_SHIFT + direction as u32) & 1 != 0
    }

    /// How this piece moves, in absolute directions.
    #[inline]
    pub(in crate::games) fn moves(self) -> &'static Moves {
        &MOVES[self.code()]
    }
}

/// What the hot path asks of a piece, directions turned to the owner's side. An empty square has no moves.
#[derive(Clone, Copy)]
pub(in crate::games) struct Moves {
    pub step: Directions,
    pub slide: Directions,
    pub jump: Directions,
    pub sting: Directions,
    pub traits: Traits,
    /// The sets of [`Class`] that hold the piece, one bit each.
    pub classes: u32,
    /// The promoted piece; itself if it cannot promote.
    pub promoted: Piece,
    /// Exchange value, centipawns.
    value: i16,
}

/// Sets of pieces that the position keeps for each side. The first eight hold the pieces that step in a direction, in
/// the order of [`Direction`]; the next eight those that slide.
#[derive(Clone, Copy)]
pub(in crate::games) enum Class {
    /// Jumps, and makes its steps by itself: not in the sets of steppers.
    Special = 16,
    /// Can still promote.
    Promotable,
    /// Lion or promoted kirin.
    Lion,
    /// King or prince.
    Royal,
    /// Pawn or go-between.
    Minor,
    /// Pawn or lance.
    ForwardOnly,
}

/// Number of sets of [`Class`], the directions included; a power of two, which keeps bounds checks out of the hot path.
pub(super) const CLASSES: usize = 32;

static MOVES: [Moves; PIECES] = moves();

const fn moves() -> [Moves; PIECES] {
    const NOTHING: Moves = Moves {
        step: Directions::NONE,
        slide: Directions::NONE,
        jump: Directions::NONE,
        sting: Directions::NONE,
        traits: PLAIN,
        classes: 0,
        promoted: Piece::NONE,
        value: 0,
    };
    let mut table = [NOTHING; PIECES];
    let mut i = 0;
    while i < KINDS {
        let row = &KIND_TABLE[i];
        let mut side = 0;
        while side < 2 {
            let owner = Side::BOTH[side];
            let turn = 4 * side as u32;
            let kind = if let Some(kind) = row.promotion { kind } else { row.kind };
            table[side << 6 | i] = Moves {
                step: Directions(row.step.0.rotate_left(turn)),
                slide: Directions(row.slide.0.rotate_left(turn)),
                jump: Directions(row.jump.0.rotate_left(turn)),
                sting: Directions(row.sting.0.rotate_left(turn)),
                traits: row.traits,
                classes: classes(row, turn),
                promoted: Piece::new(kind, owner),
                value: row.value as i16,
            };
            side += 1;
        }
        i += 1;
    }
    table
}

const fn classes(row: &KindInfo, turn: u32) -> u32 {
    let special = !row.jump.is_empty();
    let steps = if special { 0 } else { row.step.0.rotate_left(turn) as u32 };
    steps
        | (row.slide.0.rotate_left(turn) as u32) << 8
        | (special as u32) << Class::Special as u32
        | (row.promotion.is_some() as u32) << Class::Promotable as u32
        | (row.traits.contains(Traits::LION) as u32) << Class::Lion as u32
        | (row.traits.contains(Traits::ROYAL) as u32) << Class::Royal as u32
        | (row.traits.contains(Traits::MINOR) as u32) << Class::Minor as u32
        | (row.traits.contains(Traits::FORWARD_ONLY) as u32) << Class::ForwardOnly as u32
}

impl Moves {
    /// The piece this one promotes to; the same piece if it cannot.
    #[inline]
    pub(in crate::games) const fn promoted(&self) -> Piece {
        self.promoted
    }

    /// Exchange value, centipawns.
    #[inline]
    pub(in crate::games) const fn value(&self) -> i32 {
        self.value as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_the_enum() {
        for (i, row) in KIND_TABLE.iter().enumerate() {
            assert_eq!(row.kind as usize, i);
        }
    }

    #[test]
    fn promotions_lead_to_the_promoted_form_with_the_same_letter() {
        for row in &KIND_TABLE {
            if let Some(kind) = row.promotion {
                assert!(kind.is_promoted() && !row.kind.is_promoted());
                assert_eq!(kind.info().letter, row.letter);
            }
        }
        assert_eq!(KIND_TABLE.iter().filter(|row| row.promotion.is_some()).count(), KINDS - BASE_KINDS);
    }

    #[test]
    fn there_are_28_different_movements() {
        // chu-rules §1.6; lion power is told by the trait, and royalty does not count.
        let mut seen = std::collections::HashSet::new();
        for row in &KIND_TABLE {
            seen.insert((row.step.0, row.slide.0, row.jump.0, row.sting.0, row.traits.contains(Traits::LION)));
        }
        assert_eq!(seen.len(), 28);
    }
}
