//! The transposition table: lock-free, shared by all threads, without undefined behaviour.
//!
//! An entry is two relaxed atomic words, loaded and stored whole. The second word holds the key bits and the small
//! fields, xored with a hash of the first: words of two different writes do not fit together, so that a torn entry
//! reads as no entry.

use super::score::{MAX_EVAL, MAX_PLY};
use crate::position::Move;
use prefetch_index::prefetch_index;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// Entries of a cluster; a cluster fills a cache line.
const CLUSTER: usize = 4;

/// Greatest size, in MiB. More than this is taken for a typing error.
pub const MAX_MEGABYTES: usize = if usize::BITS < 64 { 1024 } else { 32 * 1024 };

/// Generations before the count starts again; five bits.
const GENERATIONS: u8 = 32;

/// In an entry, no static evaluation.
const NO_EVAL: i16 = i16::MIN;

/// Why a table cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The size is out of range.
    #[error("hash size {megabytes} MB is out of range (1 to {MAX_MEGABYTES})")]
    Range {
        /// What was asked for, in MiB.
        megabytes: usize,
    },
    /// There is not enough memory.
    #[error("no memory for a hash table of {megabytes} MB")]
    Memory {
        /// What was asked for, in MiB.
        megabytes: usize,
    },
}

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Nothing: the entry has a static evaluation only.
    None,
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// It is the true score.
    Exact,
}

impl Bound {
    const fn from_bits(bits: u64) -> Bound {
        match bits & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => Bound::None,
        }
    }

    /// Whether a score with this bound decides a node: at least `beta`, or at most `alpha` = `beta - 1`.
    #[inline]
    pub fn decides(self, score: i32, beta: i32) -> bool {
        match self {
            Bound::None => false,
            Bound::Upper => score < beta,
            Bound::Lower => score >= beta,
            Bound::Exact => true,
        }
    }
}

/// What the table knows of a position. Scores are relative to the root, as the search uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move found, or [`Move::NONE`].
    pub mv: Move,
    /// The score, centipawns.
    pub score: i32,
    /// The static evaluation, if one was made.
    pub eval: Option<i32>,
    /// Depth of the search behind the score, plies; 0 is quiescence.
    pub depth: i32,
    /// What the score is.
    pub bound: Bound,
    /// Whether the position was once part of a principal variation.
    pub pv: bool,
}

#[derive(Default)]
struct Slot {
    /// Move (32 bits), score (16), static evaluation (16).
    data: AtomicU64,
    /// Key (48 bits), depth (8), generation (5), principal variation (1), bound (2); xored with `mix(data)`.
    check: AtomicU64,
}

/// Spreads the first word over the key bits of the second.
#[inline]
fn mix(data: u64) -> u64 {
    let product = (data ^ (data >> 29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (product ^ (product >> 31)) & !0xffff
}

/// The two words of a slot, decoded far enough to compare.
#[derive(Clone, Copy)]
struct Words {
    data: u64,
    meta: u64,
}

impl Words {
    fn load(slot: &Slot) -> Words {
        let data = slot.data.load(Relaxed);
        Words { data, meta: slot.check.load(Relaxed) ^ mix(data) }
    }

    fn store(self, slot: &Slot) {
        slot.data.store(self.data, Relaxed);
        slot.check.store(self.meta ^ mix(self.data), Relaxed);
    }

    fn matches(self, key: u64) -> bool {
        (self.meta ^ (key << 16)) >> 16 == 0
    }

    /// An unused slot has neither a bound nor an evaluation.
    fn is_empty(self) -> bool {
        self.meta == 0
    }

    fn mv(self) -> u32 {
        self.data as u32
    }

    fn depth(self) -> i32 {
        i32::from((self.meta >> 8) as u8)
    }

    fn generation(self) -> u8 {
        (self.meta >> 3) as u8 % GENERATIONS
    }
}

#[derive(Default)]
#[repr(align(64))]
struct Cluster([Slot; CLUSTER]);

/// The transposition table, shared by all threads of a search.
pub struct TranspositionTable {
    clusters: Vec<Cluster>,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// A table of this size in MiB, empty.
    ///
    /// # Errors
    /// If the size is 0 or above 32 GiB (1 GiB on 32-bit machines), or there is not enough memory.
    pub fn new(megabytes: usize) -> Result<TranspositionTable, TableError> {
        if megabytes == 0 || megabytes > MAX_MEGABYTES {
            return Err(TableError::Range { megabytes });
        }
        let count = megabytes * (1 << 20) / size_of::<Cluster>();
        let mut clusters = Vec::new();
        clusters.try_reserve_exact(count).map_err(|_| TableError::Memory { megabytes })?;
        clusters.resize_with(count, Cluster::default);
        Ok(TranspositionTable { clusters, generation: AtomicU8::new(0) })
    }

    /// Clears the table.
    pub fn clear(&self) {
        for slot in self.clusters.iter().flat_map(|cluster| &cluster.0) {
            slot.data.store(0, Relaxed);
            slot.check.store(0, Relaxed);
        }
        self.generation.store(0, Relaxed);
    }

    /// Begins a new search: entries of earlier ones are replaced first.
    pub fn next_generation(&self) {
        let next = (self.generation.load(Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Relaxed);
    }

    /// Share of the table filled by the current search, in per mille, by a sample.
    pub fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let full = sample.iter().flat_map(|cluster| &cluster.0).filter(|slot| {
            let words = Words::load(slot);
            !words.is_empty() && words.generation() == generation
        });
        (full.count() * 1000 / (sample.len() * CLUSTER).max(1)) as u32
    }

    /// What is known of the position with this key, seen from `ply`.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        let words =
            self.cluster(key)?.0.iter().map(Words::load).find(|words| words.matches(key) && !words.is_empty())?;
        let eval = (words.data >> 48) as i16;
        Some(Entry {
            mv: Move::from_code(words.mv()),
            score: from_table((words.data >> 32) as i16, ply),
            eval: (eval != NO_EVAL).then_some(i32::from(eval)),
            depth: words.depth(),
            bound: Bound::from_bits(words.meta),
            pv: words.meta & 4 != 0,
        })
    }

    /// Stores what was found at `ply`. A deeper entry of the same position may be kept instead; a known move is
    /// never replaced by none.
    pub fn store(&self, key: u64, ply: usize, entry: &Entry) {
        let Some(cluster) = self.cluster(key) else { return };
        let generation = self.generation.load(Relaxed);
        let mut victim = (&cluster.0[0], Words { data: 0, meta: 0 });
        let mut lowest = i32::MAX;
        let mut mv = entry.mv.code();
        for slot in &cluster.0 {
            let words = Words::load(slot);
            if words.matches(key) && !words.is_empty() {
                let current = words.generation() == generation;
                if current && entry.bound != Bound::Exact && entry.depth + KEEP_DEEPER < words.depth() {
                    return;
                }
                if entry.mv.is_none() {
                    mv = words.mv();
                }
                victim.0 = slot;
                break;
            }
            let age = i32::from((GENERATIONS + generation - words.generation()) % GENERATIONS);
            let value = if words.is_empty() { i32::MIN } else { words.depth() - AGE_PENALTY * age };
            if value < lowest {
                lowest = value;
                victim = (slot, words);
            }
        }
        let eval = entry.eval.map_or(NO_EVAL, |eval| eval.clamp(-MAX_EVAL, MAX_EVAL) as i16);
        let data = u64::from(mv) | u64::from(to_table(entry.score, ply) as u16) << 32 | u64::from(eval as u16) << 48;
        let small = u64::from(entry.depth.clamp(0, 255) as u8) << 8
            | u64::from(generation) << 3
            | u64::from(entry.pv) << 2
            | entry.bound as u64;
        Words { data, meta: key << 16 | small }.store(victim.0);
    }

    /// Prefetches the cluster of the position with this key, which will be probed soon. A probe without a prefetch takes as
    /// long as a fifth of a node.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch_index(&self.clusters, self.index(key));
    }

    #[inline]
    fn cluster(&self, key: u64) -> Option<&Cluster> {
        self.clusters.get(self.index(key))
    }

    /// The high bits of the key choose the cluster, the low 48 are compared.
    #[inline]
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.clusters.len() as u128) >> 64) as usize
    }
}

/// An entry of the same position survives a search that is shallower by more than this, plies.
const KEEP_DEEPER: i32 = 4;

/// Plies by which an entry counts as shallower for every search since it was stored.
const AGE_PENALTY: i32 = 6;

/// Mate scores are stored relative to the position, not to the root.
#[inline]
fn to_table(score: i32, ply: usize) -> i16 {
    let ply = ply.min(MAX_PLY) as i32;
    let score = if score > MAX_EVAL {
        score + ply
    } else if score < -MAX_EVAL {
        score - ply
    } else {
        score
    };
    score.clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16
}

#[inline]
fn from_table(score: i16, ply: usize) -> i32 {
    let (score, ply) = (i32::from(score), ply.min(MAX_PLY) as i32);
    if score > MAX_EVAL {
        score - ply
    } else if score < -MAX_EVAL {
        score + ply
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::super::score::{MATE, mate_in, mated_in};
    use super::*;

    fn entry(mv: u32, score: i32, depth: i32, bound: Bound) -> Entry {
        Entry { mv: Move::from_code(mv), score, eval: Some(-17), depth, bound, pv: true }
    }

    #[test]
    fn round_trip() {
        let table = TranspositionTable::new(1).unwrap();
        let key = 0x0123_4567_89ab_cdef;
        assert_eq!(table.probe(key, 0), None);
        for (ply, stored) in [
            (0, entry(7, 123, 5, Bound::Lower)),
            (9, entry(u32::MAX - 1, -29_999, 255, Bound::Exact)),
            (4, Entry { eval: None, pv: false, ..entry(3, mated_in(10), 6, Bound::Exact) }),
        ] {
            table.clear();
            table.store(key, ply, &stored);
            assert_eq!(table.probe(key, ply), Some(stored));
            // Same cluster (same high bits), other position.
            assert_eq!(table.probe(key ^ 1, ply), None);
        }
    }

    #[test]
    fn mate_scores_count_from_the_position() {
        let table = TranspositionTable::new(1).unwrap();
        // Found at ply 3: a win 9 plies from the root, that is 6 from here. At ply 5 it is 11 from the root.
        table.store(42, 3, &entry(1, mate_in(9), 8, Bound::Exact));
        assert_eq!(table.probe(42, 5).unwrap().score, MATE - 11);
        table.store(42, 3, &entry(1, mated_in(9), 8, Bound::Exact));
        assert_eq!(table.probe(42, 0).unwrap().score, 6 - MATE);
    }

    #[test]
    fn torn_writes_read_as_nothing() {
        let table = TranspositionTable::new(1).unwrap();
        let key = 0xfedc_ba98_7654_3210;
        table.store(key, 0, &entry(1, 100, 5, Bound::Exact));
        let slot = &table.cluster(key).unwrap().0[0];
        let first = (slot.data.load(Relaxed), slot.check.load(Relaxed));
        table.store(key, 0, &entry(2, 101, 5, Bound::Exact));
        assert_eq!(table.probe(key, 0).unwrap().mv.code(), 2);
        // The first word of one write with the second of another, both of the same position.
        slot.data.store(first.0, Relaxed);
        assert_eq!(table.probe(key, 0), None);
        slot.check.store(first.1, Relaxed);
        assert_eq!(table.probe(key, 0).unwrap().mv.code(), 1);
    }

    #[test]
    fn replacement_keeps_the_deep_and_the_new() {
        let table = TranspositionTable::new(1).unwrap();
        // Five positions of one cluster: the shallowest gives way.
        for (n, depth) in [9, 3, 7, 5].into_iter().enumerate() {
            table.store(n as u64, 0, &entry(n as u32, 0, depth, Bound::Lower));
        }
        table.store(100, 0, &entry(100, 0, 1, Bound::Lower));
        assert_eq!(table.probe(1, 0), None);
        assert!([0, 2, 3, 100].iter().all(|&key| table.probe(key, 0).is_some()));
        // After some searches the deepest one is old, and gives way to anything.
        for _ in 0..3 {
            table.next_generation();
            for key in [2, 3, 100] {
                table.store(key, 0, &entry(0, 0, 4, Bound::Lower));
            }
        }
        table.store(200, 0, &entry(0, 0, 0, Bound::Lower));
        assert_eq!(table.probe(0, 0), None);
    }

    #[test]
    fn same_position_keeps_deeper_and_its_move() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(5, 0, &entry(77, 10, 12, Bound::Lower));
        table.store(5, 0, &entry(88, 20, 0, Bound::Upper));
        assert_eq!(table.probe(5, 0).unwrap().depth, 12);
        table.store(5, 0, &Entry { mv: Move::NONE, ..entry(0, 20, 11, Bound::Upper) });
        let after = table.probe(5, 0).unwrap();
        assert_eq!((after.depth, after.mv.code()), (11, 77));
        table.next_generation();
        table.store(5, 0, &entry(88, 20, 0, Bound::Upper));
        assert_eq!(table.probe(5, 0).unwrap().depth, 0);
    }

    #[test]
    fn sizes_are_checked() {
        assert_eq!(TranspositionTable::new(0).err(), Some(TableError::Range { megabytes: 0 }));
        assert_eq!(TranspositionTable::new(usize::MAX).err(), Some(TableError::Range { megabytes: usize::MAX }));
    }

    #[test]
    fn hashfull_counts_this_search_only() {
        let table = TranspositionTable::new(1).unwrap();
        assert_eq!(table.hashfull(), 0);
        // Keys with zero high bits fall into the first cluster: 4 of the 1000 sampled slots.
        for key in 1..5 {
            table.store(key, 0, &entry(1, 1, 1, Bound::Exact));
        }
        assert_eq!(table.hashfull(), 4);
        table.next_generation();
        assert_eq!(table.hashfull(), 0);
    }
}
