//! The pieces that are set aside at the start.

use crate::games::chu::piece::Kind;

/// Number of kinds that can be held in reserve.
pub const SLOTS: usize = 8;

/// These kinds, in the order in which reserves are written.
const KINDS: [Kind; SLOTS] = [
    Kind::Lance,
    Kind::Copper,
    Kind::Silver,
    Kind::SideMover,
    Kind::VerticalMover,
    Kind::ReverseChariot,
    Kind::Kirin,
    Kind::Phoenix,
];

/// How many of each a side holds at the start of a game: 14 pieces.
pub const START: [u8; SLOTS] = [2, 2, 2, 2, 2, 2, 1, 1];

/// A kind that can be held in reserve, by its number in the order in which reserves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot(u8);

impl Slot {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Slot> {
        (0..SLOTS as u8).map(Slot)
    }

    /// The slot of a kind, if it is one that can be held.
    pub fn of(kind: Kind) -> Option<Slot> {
        Slot::all().find(|slot| slot.kind() == kind)
    }

    /// The slot with this number, if there is one.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Slot> {
        if index < SLOTS { Some(Slot(index as u8)) } else { None }
    }

    /// Its number, below [`SLOTS`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize % SLOTS
    }

    /// The kind.
    #[inline]
    pub const fn kind(self) -> Kind {
        KINDS[self.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reserve_is_what_the_rules_set_aside() {
        assert_eq!(START.iter().map(|&count| u32::from(count)).sum::<u32>(), 14);
        let letters: String = Slot::all().map(|slot| slot.kind().info().letter).collect();
        assert_eq!(letters, "LCSMVAOX");
        for slot in Slot::all() {
            assert!(slot.kind().info().promotion.is_some());
            assert_eq!((Slot::of(slot.kind()), Slot::from_index(slot.index())), (Some(slot), Some(slot)));
        }
        assert_eq!((Slot::of(Kind::Pawn), Slot::from_index(SLOTS)), (None, None));
    }
}
