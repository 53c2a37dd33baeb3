//! Pseudo-random numbers for Zobrist keys and for tests.

/// A hash of a number (splitmix64). It never changes: keys made of these may be stored in files.
pub const fn mix(seed: u64) -> u64 {
    let mut x = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// A small generator of random numbers, so that a failing case or an opening is named by its seed alone.
pub(crate) struct Random(pub u64);

impl Random {
    /// A number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (mix(self.0) % bound as u64) as usize
    }
}
