//! Random numbers for tests: a failing case is named by its seed alone.

use shishi::position::mix;

/// A small generator.
pub struct Random(pub u64);

impl Random {
    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (mix(self.0) % bound as u64) as usize
    }

    /// True once in `times` times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of these.
    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}
