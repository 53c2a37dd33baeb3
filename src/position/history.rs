//! The positions a game has gone through, and the repetition rule as data.

/// What the rules say about a position that occurs again (chu-rules §5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Nothing.
    Off,
    /// A move is illegal if the position after it has occurred `earlier` times or more.
    Forbid {
        /// Earlier occurrences from which the ban applies: 1 bans the first repetition.
        earlier: u32,
        /// No ban for a side that is in check before it moves.
        check_exempt: bool,
    },
    /// The position is a draw at its n-th occurrence.
    Draw {
        /// Occurrences in all.
        occurrences: u32,
        /// A side whose every move since the first of them was a check loses instead.
        perpetual_check_loses: bool,
    },
    /// The rule core judges what was played once the position has occurred this often.
    Judge {
        /// Occurrences in all.
        occurrences: u32,
        /// And not before there are this many positions since the last irreversible move, its result included.
        positions: u32,
    },
}

impl Repetition {
    /// Whether the rule asks which positions were checks, so that they must be [marked](History::mark_check).
    #[inline]
    pub const fn minds_checks(self) -> bool {
        matches!(self, Repetition::Draw { perpetual_check_loses: true, .. })
    }
}

/// A side, seen from the current position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Party {
    /// The side to move.
    Mover,
    /// The side that has just moved.
    Opponent,
}

/// Buckets of the count filter; a power of two.
const FILTER: usize = 4096;

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    /// Index of the first entry that this position could still equal.
    since: u32,
    /// The side to move was in check. Known only where the rule [minds](Repetition::minds_checks).
    check: bool,
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

    /// Never: a history holds at least the first position. (Beside `len` by custom.)
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Appends the position after a move. `irreversible`: no earlier position can recur.
    #[inline]
    pub fn push(&mut self, key: u64, irreversible: bool) {
        let since = if irreversible { self.entries.len() as u32 } else { self.entries.last().map_or(0, |e| e.since) };
        self.entries.push(Entry { key, since, check: false });
        let bucket = &mut self.filter[key as usize % FILTER];
        *bucket = bucket.saturating_add(1);
    }

    /// Takes back the last [`push`](History::push).
    #[inline]
    pub fn pop(&mut self) {
        if let Some(entry) = self.entries.pop() {
            let bucket = &mut self.filter[entry.key as usize % FILTER];
            // A saturated bucket no longer knows its count; it stays full, which is only slower.
            if *bucket != u16::MAX {
                *bucket -= 1;
            }
        }
    }

    /// Marks the last position as one in which the side to move is in check.
    #[inline]
    pub fn mark_check(&mut self) {
        if let Some(entry) = self.entries.last_mut() {
            entry.check = true;
        }
    }

    /// Who has given check with every move since the `earlier`-th occurrence of the last position before this one;
    /// nobody if there is no such occurrence, if neither side has, or if both have.
    pub fn perpetual_checker(&self, earlier: u32) -> Option<Party> {
        let last = self.entries.last()?;
        // Of the positions with the mover to move, and of those with the opponent to move.
        let mut all_checks = [true; 2];
        let mut seen = 0;
        for (age, entry) in self.entries[last.since as usize..].iter().rev().enumerate() {
            if age > 0 && age % 2 == 0 && entry.key == last.key {
                seen += 1;
                if seen == earlier {
                    return match all_checks {
                        [true, false] => Some(Party::Opponent),
                        [false, true] => Some(Party::Mover),
                        _ => None,
                    };
                }
            }
            all_checks[age % 2] &= entry.check;
        }
        None
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
