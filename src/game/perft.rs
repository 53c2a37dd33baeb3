//! Perft: counting move sequences, the test of a move generator.

use super::is_mated;
use crate::position::{MateHints, Move, MoveCounting, MoveList, RuleSet};
use fxhash::FxHashSet;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Count {
    /// Actions: different texts of one move count once.
    #[default]
    Actions,
    /// Every text that names a move.
    Spellings,
    /// Actions that lead to one position count once.
    Positions,
}

/// In which positions a sequence ends before the depth is reached because the game is over. A leaf always counts as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum End {
    /// Where the game is over by the rules in force; repetition and ply cap are not looked at.
    #[default]
    Full,
    /// Where the side to move has no royal.
    Royals,
    /// Nowhere.
    None,
}

/// A count to be made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Perft {
    /// What is counted.
    pub count: Count,
    /// Where sequences end early.
    pub end: End,
    /// Size of the table of counts, in megabytes; 0 for none.
    pub hash: usize,
    /// Threads that share the work, each on moves of the root. 0 counts as 1.
    pub threads: usize,
}

/// Why there is no count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PerftError {
    /// There is no memory for a table of so many megabytes.
    #[error("no memory for a table of {0} MB")]
    NoMemory(usize),
    /// The count does not fit in 64 bits.
    #[error("there are more than {limit} sequences", limit = u64::MAX - 1)]
    TooMany,
}

impl Perft {
    /// Number of sequences of `depth` moves from `position`. `progress` is called after every root move with the move, its
    /// count, the number of root moves done and their number in all; from several threads, but one at a time.
    ///
    /// # Errors
    /// If there is no memory for the table, or the number is too large for 64 bits.
    pub fn run<P: MateHints + MoveCounting>(
        &self,
        position: &P,
        depth: u32,
        progress: impl FnMut(Move, u64, usize, usize) + Send,
    ) -> Result<u64, PerftError> {
        let table = CountTable::new(self.hash)?;
        if depth == 0 {
            return Ok(1);
        }
        let mut root = MoveList::new();
        Walker { perft: self, table: &table, stack: Vec::new(), seen: FxHashSet::default() }
            .list(&mut position.clone(), &mut root);

        let next = AtomicUsize::new(0);
        let state = Mutex::new((0, 0, progress));
        let work = || {
            let mut position = position.clone();
            let mut walker = Walker { perft: self, table: &table, stack: Vec::new(), seen: FxHashSet::default() };
            while let Some(&mv) = root.get(next.fetch_add(1, Ordering::Relaxed)) {
                let nodes = walker.weight(&position, mv).saturating_mul(walker.after(&mut position, mv, depth - 1));
                let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
                let (total, done, progress) = &mut *state;
                *total = nodes.saturating_add(*total);
                *done += 1;
                progress(mv, nodes, *done, root.len());
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.min(root.len()) {
                scope.spawn(work);
            }
            work();
        });
        let (total, ..) = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Sums and products saturate.
        if total == u64::MAX { Err(PerftError::TooMany) } else { Ok(total) }
    }
}

/// The tree walk of one thread.
struct Walker<'a> {
    perft: &'a Perft,
    table: &'a CountTable,
    /// The moves of all plies, a segment for each.
    stack: MoveList,
    /// Keys of the successors of one position, for [`Count::Positions`].
    seen: FxHashSet<u64>,
}

impl Walker<'_> {
    fn count<P: MateHints + MoveCounting>(&mut self, position: &mut P, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if depth == 1 && self.perft.count == Count::Actions {
            return if self.is_over(position) { 0 } else { position.count_moves() };
        }
        let key = position.key();
        if let Some(nodes) = self.table.get(key, depth) {
            return nodes;
        }
        let mut moves = std::mem::take(&mut self.stack);
        let start = moves.len();
        self.list(position, &mut moves);
        let end = moves.len();
        self.stack = moves;
        let mut nodes = 0;
        for index in start..end {
            let mv = self.stack[index];
            let after = self.after(position, mv, depth - 1);
            nodes = self.weight(position, mv).saturating_mul(after).saturating_add(nodes);
        }
        self.stack.truncate(start);
        self.table.put(key, depth, nodes);
        nodes
    }

    fn after<P: MateHints + MoveCounting>(&mut self, position: &mut P, mv: Move, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let undo = position.make(mv, &mut ());
        let nodes = self.count(position, depth);
        position.unmake(mv, undo);
        nodes
    }

    /// Appends the moves to follow from here.
    fn list<P: MateHints + MoveCounting>(&mut self, position: &mut P, out: &mut MoveList) {
        if self.is_over(position) {
            return;
        }
        let start = out.len();
        position.moves(out);
        let mut kept = start;
        self.seen.clear();
        for index in start..out.len() {
            let mv = out[index];
            if position.is_legal(mv) && (self.perft.count != Count::Positions || self.is_new(position, mv)) {
                out[kept] = mv;
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    fn is_new<P: MateHints + MoveCounting>(&mut self, position: &mut P, mv: Move) -> bool {
        let undo = position.make(mv, &mut ());
        let key = position.key();
        position.unmake(mv, undo);
        self.seen.insert(key)
    }

    fn weight<P: MateHints + MoveCounting>(&self, position: &P, mv: Move) -> u64 {
        if self.perft.count == Count::Spellings { position.spellings(mv) } else { 1 }
    }

    fn is_over<P: MateHints + MoveCounting>(&self, position: &P) -> bool {
        match self.perft.end {
            End::Full => {
                !position.mover_has_royal()
                    || position.outcome().is_some()
                    || position.rules().mate_ends() && is_mated(position)
            }
            End::Royals => !position.mover_has_royal(),
            End::None => false,
        }
    }
}

/// Counts by position and depth. Each entry is a count and that count xor its key, so that an entry torn by two threads
/// matches no key.
struct CountTable {
    entries: Vec<(AtomicU64, AtomicU64)>,
}

impl CountTable {
    fn new(megabytes: usize) -> Result<CountTable, PerftError> {
        let length = megabytes.checked_mul((1 << 20) / 16).ok_or(PerftError::NoMemory(megabytes))?;
        let mut entries = Vec::new();
        entries.try_reserve_exact(length).map_err(|_| PerftError::NoMemory(megabytes))?;
        entries.resize_with(length, Default::default);
        Ok(CountTable { entries })
    }

    fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let (key, (check, nodes)) = self.entry(key, depth)?;
        let nodes = nodes.load(Ordering::Relaxed);
        (check.load(Ordering::Relaxed) ^ nodes == key).then_some(nodes)
    }

    fn put(&self, key: u64, depth: u32, nodes: u64) {
        if let Some((key, entry)) = self.entry(key, depth) {
            entry.0.store(key ^ nodes, Ordering::Relaxed);
            entry.1.store(nodes, Ordering::Relaxed);
        }
    }

    /// The entry for a position at a depth, and the key under which the pair is stored there.
    fn entry(&self, key: u64, depth: u32) -> Option<(u64, &(AtomicU64, AtomicU64))> {
        // Any odd constant keeps the depths apart; this one is 2^64 divided by the golden ratio.
        let key = key ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let index = (u128::from(key) * self.entries.len() as u128) >> 64;
        Some((key, self.entries.get(index as usize)?))
    }
}
