//! Zobrist keys: a number for each thing a position consists of, combined by exclusive or.
//!
//! The numbers are [mixed](mix) from small ones, of which each kind of thing has a range of its own. Keys decide which
//! games lie in a file of training games, so they never change.

use super::{Side, mix};

/// White is to move.
pub(crate) const WHITE_TO_MOVE: u64 = mix(1 << 20);

/// Numbers for every piece (row) on every square (column): of the range below that of [`WHITE_TO_MOVE`].
pub(crate) const fn piece_keys<const PIECES: usize, const SQUARES: usize>() -> [[u64; SQUARES]; PIECES] {
    assert!(PIECES * SQUARES <= 1 << 20);
    let mut keys = [[0; SQUARES]; PIECES];
    let mut piece = 0;
    while piece < PIECES {
        let mut square = 0;
        while square < SQUARES {
            keys[piece][square] = mix((piece * SQUARES + square) as u64);
            square += 1;
        }
        piece += 1;
    }
    keys
}

/// A side holds so many pieces of a kind in hand or in reserve; nothing is no part of a key.
#[inline]
pub(crate) fn hand_key(side: Side, kind: usize, count: u8) -> u64 {
    if count == 0 { 0 } else { mix(1 << 24 | (side as u64) << 16 | (kind as u64) << 8 | u64::from(count)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_things_have_one_number() {
        let mut keys: Vec<u64> = piece_keys::<40, 64>().into_iter().flatten().collect();
        let hands = Side::BOTH.into_iter().flat_map(|side| (0..8).map(move |kind| (side, kind)));
        keys.extend(hands.flat_map(|(side, kind)| (1..=20).map(move |count| hand_key(side, kind, count))));
        keys.push(WHITE_TO_MOVE);
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!((count, hand_key(Side::White, 3, 0)), (keys.len(), 0));
    }
}
