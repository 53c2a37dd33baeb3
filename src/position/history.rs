//! The positions a game has gone through, and the repetition rule as data.

use super::CycleMove;

/// The repetition rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// There is none: positions may recur freely.
    Off,
    /// A move is illegal if the position after it has occurred `earlier` times or more.
    Forbid {
        /// Earlier occurrences from which the ban applies: 1 bans the first repetition.
        earlier: u32,
        /// No ban for a side that is in check before it moves.
        check_exempt: bool,
    },
    /// The game ends once the position has occurred this often; the result depends on the moves in between, see
    /// [`RepetitionRules`](super::RepetitionRules).
    Judge {
        /// Occurrences in all.
        occurrences: u32,
        /// Least number of positions since the last irreversible move, the one after that move included.
        positions: u32,
    },
}

/// Buckets of the count filter; a power of two.
const FILTER: usize = 4096;

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    /// Index of the first entry that this position could still equal.
    since: u32,
    /// The move that led here, if it has been [described](History::describe).
    played: Option<CycleMove>,
}

/// Repetition keys of all positions from the start of the game to the current one, the search's path included.
#[derive(Clone)]
pub struct History {
    entries: Vec<Entry>,
    /// How many entries fall into each bucket, saturating; a zero makes the scan unnecessary.
    filter: Box<[u16; FILTER]>,
}

impl History {
    /// A history that starts with one position.
    pub fn new(key: u64) -> History {
        let mut history = History { entries: Vec::with_capacity(1024), filter: Box::new([0; FILTER]) };
        history.push(key, true);
        history
    }

    /// Number of positions, the first one included.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Always false: a history holds at least the first position. Clippy wants it beside `len`.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Appends the position after a move. `irreversible`: no earlier position can recur.
    #[inline]
    pub fn push(&mut self, key: u64, irreversible: bool) {
        let since = if irreversible { self.entries.len() as u32 } else { self.entries.last().map_or(0, |e| e.since) };
        self.entries.push(Entry { key, since, played: None });
        let bucket = &mut self.filter[key as usize % FILTER];
        *bucket = bucket.saturating_add(1);
    }

    /// Takes back the last [`push`](History::push).
    #[inline]
    pub fn pop(&mut self) {
        if let Some(entry) = self.entries.pop() {
            let bucket = &mut self.filter[entry.key as usize % FILTER];
            // A saturated bucket no longer has an exact count; it stays full, which only costs time.
            if *bucket != u16::MAX {
                *bucket -= 1;
            }
        }
    }

    /// Records what [`Repetition::Judge`] asks about the move that led to the last position.
    #[inline]
    pub fn describe(&mut self, played: CycleMove) {
        if let Some(entry) = self.entries.last_mut() {
            entry.played = Some(played);
        }
    }

    /// The moves after the position with index `first`, as far as they have been described.
    pub fn played_since(&self, first: usize) -> impl Iterator<Item = CycleMove> {
        self.entries.iter().skip(first + 1).filter_map(|entry| entry.played)
    }

    /// How often the position `key`, reached by a reversible move from the last entry, has occurred before.
    #[inline]
    pub fn occurrences(&self, key: u64) -> u32 {
        if self.filter[key as usize % FILTER] == 0 {
            return 0;
        }
        let Some(last) = self.entries.last() else { return 0 };
        // The last entry has the other side to move; the candidates are every second one before it.
        self.entries[last.since as usize..].iter().rev().skip(1).step_by(2).filter(|e| e.key == key).count() as u32
    }

    /// The indices of these earlier occurrences, the oldest first: 0 is the start, n the position after the n-th move.
    pub fn earlier(&self, key: u64) -> Vec<usize> {
        let Some(last) = self.entries.last() else { return Vec::new() };
        let mut found: Vec<usize> = (last.since as usize..self.entries.len()).rev().skip(1).step_by(2).collect();
        found.retain(|&index| self.entries[index].key == key);
        found.reverse();
        found
    }

    /// Whether `rule` forbids a reversible move that leads to `key`. `in_check` tells whether the mover was in check
    /// before moving; it is asked only if the answer depends on it.
    #[inline]
    pub fn forbids(&self, rule: Repetition, key: u64, in_check: impl FnOnce() -> bool) -> bool {
        match rule {
            Repetition::Forbid { earlier, check_exempt } => {
                self.occurrences(key) >= earlier && !(check_exempt && in_check())
            }
            _ => false,
        }
    }

    /// How often the last position has occurred, this time included, and the index of the first time, counted from the
    /// start of the history.
    pub fn recurrence(&self) -> (u32, usize) {
        let Some(last) = self.entries.last() else { return (0, 0) };
        let same = |index: &usize| self.entries[*index].key == last.key;
        let back = (last.since as usize..self.entries.len()).rev().step_by(2).filter(same);
        back.fold((0, 0), |(count, _), index| (count + 1, index))
    }

    /// Number of positions since the last irreversible move, its result included.
    pub fn reversible_len(&self) -> usize {
        self.entries.last().map_or(0, |last| self.entries.len() - last.since as usize)
    }
}
