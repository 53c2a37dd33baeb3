//! The transposition table of the solver, of limited size.
//!
//! Buckets of four entries; a new position replaces the entry that has cost the least work, which is the cheapest to find
//! again. The table begins small and doubles as it fills, up to its limit, so that easy problems stay in the processor's
//! cache.

use super::MateError;

/// Entries of a bucket.
const BUCKET: usize = 4;

/// Greatest size, in MiB. More than this is taken for a typing error.
const MAX_MEGABYTES: usize = if usize::BITS < 64 { 1024 } else { 256 * 1024 };

/// `mate` if no mate is known.
pub const UNPROVED: u16 = u16::MAX;

/// `no_mate_below` if there is no mate of any length.
pub const FOREVER: u16 = u16::MAX;

/// What is known of a position, or of a position with a limit of plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofEntry {
    /// The mover's number, see the module `value`; zero together with `delta` if no number is known.
    pub phi: u32,
    /// Its opponent's number.
    pub delta: u32,
    /// Plies to a known mate, or [`UNPROVED`].
    pub mate: u16,
    /// There is no mate in fewer plies than this; [`FOREVER`]: none at all.
    pub no_mate_below: u16,
    /// The least ply at which the position has been searched.
    pub ply: u16,
    /// Work spent on the position, on the scale of [`work`].
    pub work: u16,
    /// A path on which the attack fails only because of a repetition: its hash and the ply of the repeated position; 0 for
    /// none.
    pub path: u64,
}

impl ProofEntry {
    /// Nothing known.
    pub const NEW: ProofEntry =
        ProofEntry { phi: 0, delta: 0, mate: UNPROVED, no_mate_below: 0, ply: u16::MAX, work: 0, path: 0 };
}

/// A number of nodes on a logarithmic scale.
pub fn work(nodes: u64) -> u16 {
    ((nodes as f32).to_bits() >> 16) as u16
}

/// A table of entries by key.
pub struct ProofTable {
    /// Key, proof numbers, small fields, path. A key of 0 is an empty place.
    places: Vec<[u64; 4]>,
    used: usize,
    /// Greatest number of places.
    max_places: usize,
}

/// Greatest number of buckets of a new table.
const FIRST_BUCKETS: usize = 1 << 14;

impl ProofTable {
    /// An empty table.
    ///
    /// # Errors
    /// If the size is out of range or there is not enough memory.
    pub fn new(megabytes: usize) -> Result<ProofTable, MateError> {
        if megabytes == 0 || megabytes > MAX_MEGABYTES {
            return Err(MateError::Range { megabytes, most: MAX_MEGABYTES });
        }
        let mut buckets = (megabytes << 20) / size_of::<[u64; 4]>() / BUCKET;
        let mut doublings = 0;
        while buckets > FIRST_BUCKETS {
            buckets /= 2;
            doublings += 1;
        }
        let mut table = ProofTable { places: Vec::new(), used: 0, max_places: (buckets << doublings) * BUCKET };
        if table.resize(buckets * BUCKET) { Ok(table) } else { Err(MateError::Memory { megabytes }) }
    }

    /// Appends empty places. False, without any change, if there is no memory for them.
    fn resize(&mut self, places: usize) -> bool {
        let enough = self.places.try_reserve_exact(places - self.places.len()).is_ok();
        if enough {
            self.places.resize(places, [0; 4]);
        }
        enough
    }

    /// Doubles the table. The entries of a bucket move to the two buckets that replace it, which have no lower index; so the
    /// last bucket is moved first.
    fn grow(&mut self) {
        let buckets = self.places.len() / BUCKET;
        if !self.resize(buckets * BUCKET * 2) {
            // There is no more memory: the table stays at this size.
            self.max_places = self.places.len();
            return;
        }
        self.used = 0;
        for at in (0..buckets).rev().map(|bucket| bucket * BUCKET) {
            let mut moving = [[0; 4]; BUCKET];
            moving.swap_with_slice(&mut self.places[at..at + BUCKET]);
            for place in moving.into_iter().filter(|place| place[0] != 0) {
                self.place(place);
            }
        }
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        if self.used > 0 {
            self.places.fill([0; 4]);
            self.used = 0;
        }
    }

    /// Share of the places that are used, per mille.
    pub fn fill(&self) -> u32 {
        (self.used as u64 * 1000 / self.max_places as u64) as u32
    }

    fn bucket(&self, key: u64) -> usize {
        let buckets = self.places.len() / BUCKET;
        ((key as u128 * buckets as u128) >> 64) as usize * BUCKET
    }

    /// What is known under a key.
    pub fn get(&self, key: u64) -> Option<ProofEntry> {
        let key = key.max(1);
        let at = self.bucket(key);
        let place = self.places[at..at + BUCKET].iter().find(|place| place[0] == key)?;
        Some(ProofEntry {
            phi: place[1] as u32,
            delta: (place[1] >> 32) as u32,
            mate: place[2] as u16,
            no_mate_below: (place[2] >> 16) as u16,
            ply: (place[2] >> 32) as u16,
            work: (place[2] >> 48) as u16,
            path: place[3],
        })
    }

    /// Stores an entry, in place of an older one with the same key or of the one with the least work.
    pub fn put(&mut self, key: u64, entry: ProofEntry) {
        if self.used * 4 > self.places.len() && self.places.len() < self.max_places {
            self.grow();
        }
        self.place([
            key.max(1),
            entry.phi as u64 | (entry.delta as u64) << 32,
            entry.mate as u64
                | (entry.no_mate_below as u64) << 16
                | (entry.ply as u64) << 32
                | (entry.work as u64) << 48,
            entry.path,
        ]);
    }

    fn place(&mut self, entry: [u64; 4]) {
        let key = entry[0];
        let at = self.bucket(key);
        let bucket = &mut self.places[at..at + BUCKET];
        let known = bucket.iter().position(|place| place[0] == key);
        let index = known.or_else(|| bucket.iter().position(|place| place[0] == 0)).unwrap_or_else(|| {
            let cheapest = bucket.iter().enumerate().min_by_key(|(_, place)| place[2] >> 48);
            cheapest.map_or(0, |(index, _)| index)
        });
        self.used += (bucket[index][0] == 0) as usize;
        bucket[index] = entry;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found_until_dearer_work_takes_its_place() {
        let mut table = ProofTable::new(1).unwrap();
        let entry =
            |n: u64| ProofEntry { phi: n as u32, delta: 7, mate: 3, no_mate_below: 2, ply: 5, work: work(n), path: 9 };
        // Keys of one bucket: they differ in low bits only.
        for key in 1..=4 {
            table.put(key, entry(key * 10));
        }
        assert!((1..=4).all(|key| table.get(key) == Some(entry(key * 10))));
        table.put(5, entry(1));
        assert_eq!((table.get(1), table.get(5)), (None, Some(entry(1))));
        table.put(4, entry(99));
        assert_eq!(table.get(4), Some(entry(99)));
        assert_eq!(table.get(u64::MAX), None);
        table.clear();
        assert_eq!(table.get(4), None);
    }

    #[test]
    fn a_table_grows_up_to_its_bound_and_loses_nothing_by_it() {
        let mut table = ProofTable::new(4).unwrap();
        let keys: Vec<u64> = (0..1 << 16).map(crate::position::mix).collect();
        for (index, &key) in keys.iter().enumerate() {
            table.put(key, ProofEntry { phi: index as u32, delta: 1, ..ProofEntry::NEW });
        }
        let kept = keys.iter().enumerate().filter(|&(i, &key)| table.get(key).is_some_and(|e| e.phi == i as u32));
        // At half of the places filled and more, few buckets of four overflow.
        assert!(kept.count() > keys.len() * 9 / 10);
        for key in 0..1 << 18 {
            table.put(crate::position::mix(key), ProofEntry::NEW);
        }
        assert_eq!(table.places.capacity(), (4 << 20) / 32);
        assert!(table.fill() > 900);
    }

    #[test]
    fn the_scale_of_work_never_falls() {
        let numbers = [0, 1, 2, 3, 5, 10, 1_000, 1_000_000, 1 << 40];
        assert!(numbers.windows(2).all(|pair| work(pair[0]) <= work(pair[1])));
        assert!(work(1) < work(2) && work(1 << 20) < work(1 << 40));
    }

    #[test]
    fn sizes_out_of_range_are_refused() {
        assert!(matches!(ProofTable::new(0), Err(MateError::Range { megabytes: 0, .. })));
        assert!(matches!(ProofTable::new(usize::MAX), Err(MateError::Range { .. })));
    }
}
