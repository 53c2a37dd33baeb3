//! The staged move picker: hands out the moves of a node best first and generates them as late as possible.

use super::history::{Continuations, MoveHistory, Row};
use crate::position::{Move, MoveList, SearchHints, Side};

/// The move segments of all plies of one thread, one after the other; a node's segment is the topmost.
///
/// An entry is a score (high half, biased to be unsigned) and a move code, so that comparing entries compares scores.
pub(super) struct MoveStack {
    entries: Vec<u64>,
    scratch: MoveList,
    /// Moves generated since the last poll that [`MoveStack::is_poll_due`] asked for.
    generated: usize,
}

/// Generated moves after which the clock is polled, however few nodes there were: on a very large board a node can have
/// tens of thousands of moves, and each capture costs a static exchange evaluation.
const MOVES_BETWEEN_POLLS: usize = 8_000;

#[inline]
fn pack(score: i32, mv: Move) -> u64 {
    u64::from(score as u32 ^ 0x8000_0000) << 32 | u64::from(mv.code())
}

#[inline]
fn unpack(entry: u64) -> (i32, Move) {
    (((entry >> 32) as u32 ^ 0x8000_0000) as i32, Move::from_code(entry as u32))
}

impl MoveStack {
    pub fn new() -> MoveStack {
        MoveStack { entries: Vec::with_capacity(16 * 1024), scratch: MoveList::with_capacity(1024), generated: 0 }
    }

    /// Resets the stack for a search: drops segments that a panic may have left, and the count of generated moves, so that
    /// equal searches poll at equal nodes.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.generated = 0;
    }

    /// Appends to the topmost segment what `generate` lists and `score` wants (`None`: left out). Returns their number.
    pub fn extend(
        &mut self,
        generate: impl FnOnce(&mut MoveList),
        mut score: impl FnMut(Move) -> Option<i32>,
    ) -> usize {
        self.scratch.clear();
        generate(&mut self.scratch);
        self.generated += self.scratch.len();
        let before = self.entries.len();
        for &mv in &self.scratch {
            if let Some(score) = score(mv) {
                self.entries.push(pack(score, mv));
            }
        }
        self.entries.len() - before
    }

    /// Whether so many moves have been generated since this was last true that the clock must be polled.
    #[inline]
    pub fn is_poll_due(&mut self) -> bool {
        let due = self.generated >= MOVES_BETWEEN_POLLS;
        if due {
            self.generated = 0;
        }
        due
    }

    /// Brings the best entry at or after `from` to `from`.
    #[inline]
    fn select(&mut self, from: usize) -> Option<u64> {
        let rest = self.entries.get_mut(from..)?;
        let (mut at, mut best) = (0, *rest.first()?);
        for (i, &entry) in rest.iter().enumerate() {
            // Both at once, so that it compiles to conditional moves: the branch would be unpredictable.
            (at, best) = if entry > best { (i, entry) } else { (at, best) };
        }
        rest.swap(0, at);
        Some(best)
    }

    fn sort(&mut self, from: usize) {
        self.entries[from..].sort_unstable_by(|a, b| b.cmp(a));
    }
}

/// Refutation moves, tried before the other quiet moves: two killers and a counter move.
pub(super) const REFUTATIONS: usize = 3;

/// How many quiet moves are selected one by one before the rest is sorted; most nodes end before.
const SELECTED: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TableMove,
    GenerateTacticals,
    GoodTacticals,
    Refutations,
    GenerateQuiets,
    Quiets,
    BadTacticals,
    Done,
}

/// Why the picker has handed out a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Category {
    /// The move of the transposition table, a killer or the counter move.
    HashOrKiller,
    /// A capture or promotion that does not lose by exchange.
    GoodTactical,
    /// A quiet move, ordered by history.
    Quiet,
    /// A capture or promotion that loses by exchange.
    BadTactical,
}

/// The history tables that order moves.
pub(super) struct OrderingTables<'a> {
    pub quiet: &'a MoveHistory,
    pub continuations: &'a Continuations,
    pub tactical: &'a MoveHistory,
}

impl OrderingTables<'_> {
    /// The history score of a quiet move: in general, as a reply and as a follow-up.
    #[inline]
    pub fn quiet_score(&self, side: Side, rows: &ContinuationRows, index: (usize, usize)) -> i32 {
        let [reply, follow_up] = rows.map(|row| row.map_or(0, |row| self.continuations.get(row, index)));
        self.quiet.get(side, index) + reply + follow_up
    }
}

/// The rows of the opponent's last move and of the mover's own.
pub(super) type ContinuationRows = [Option<Row>; 2];

/// The staged move picker of one node.
pub(super) struct Picker {
    stage: Stage,
    table_move: Move,
    refutations: [Move; REFUTATIONS],
    rows: ContinuationRows,
    next_refutation: usize,
    begin: usize,
    /// End of the bad tacticals, which lie at the beginning of the segment.
    bad_end: usize,
    cursor: usize,
    /// Quiet moves handed out or tried to.
    quiets_picked: usize,
    quiets: usize,
    wants_quiets: bool,
}

impl Picker {
    /// For a node whose segment begins at the top of `stack`. `table_move` and `refutations` may be any move or none.
    pub fn new<P: SearchHints>(
        position: &P,
        stack: &MoveStack,
        table_move: Move,
        refutations: [Move; REFUTATIONS],
        rows: ContinuationRows,
    ) -> Picker {
        let known = !table_move.is_none() && position.is_pseudo_legal(table_move);
        let begin = stack.entries.len();
        Picker {
            stage: if known { Stage::TableMove } else { Stage::GenerateTacticals },
            table_move: if known { table_move } else { Move::NONE },
            refutations,
            rows,
            next_refutation: 0,
            begin,
            bad_end: begin,
            cursor: begin,
            quiets_picked: 0,
            quiets: 0,
            wants_quiets: true,
        }
    }

    /// Leaves out all quiet moves from now on.
    pub fn skip_quiets(&mut self) {
        self.wants_quiets = false;
    }

    /// Number of quiet moves in the node without those that have a malus; 0 before they have been generated.
    pub fn quiets(&self) -> usize {
        self.quiets
    }

    /// The next move and its category.
    pub fn next<P: SearchHints>(
        &mut self,
        position: &P,
        stack: &mut MoveStack,
        ordering: &OrderingTables,
    ) -> Option<(Move, Category)> {
        loop {
            let picked = match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GenerateTacticals;
                    return Some((self.table_move, Category::HashOrKiller));
                }
                Stage::GenerateTacticals => {
                    self.generate_tacticals(position, stack, ordering);
                    continue;
                }
                Stage::GoodTacticals => self.next_good_tactical(position, stack),
                Stage::Refutations => self.next_refutation(position),
                Stage::GenerateQuiets => {
                    self.generate_quiets(position, stack, ordering);
                    continue;
                }
                Stage::Quiets => self.next_quiet(stack),
                Stage::BadTacticals => self.next_bad_tactical(stack),
                Stage::Done => return None,
            };
            if picked.is_some() {
                return picked;
            }
        }
    }

    fn generate_tacticals<P: SearchHints>(&mut self, position: &P, stack: &mut MoveStack, ordering: &OrderingTables) {
        let (side, table_move) = (position.side_to_move(), self.table_move);
        stack.extend(
            |out| position.tacticals(out),
            |mv| (mv != table_move).then(|| tactical_score(position, ordering.tactical, side, mv)),
        );
        self.stage = Stage::GoodTacticals;
    }

    /// The best capture or promotion that does not lose by exchange; those that do are put off.
    #[inline]
    fn next_good_tactical<P: SearchHints>(&mut self, position: &P, stack: &mut MoveStack) -> Option<(Move, Category)> {
        while let Some(entry) = stack.select(self.cursor) {
            self.cursor += 1;
            let (_, mv) = unpack(entry);
            if position.see_ge(mv, 0) {
                return Some((mv, Category::GoodTactical));
            }
            stack.entries[self.bad_end] = entry;
            self.bad_end += 1;
        }
        self.stage = Stage::Refutations;
        None
    }

    /// The next refutation move that can be played here; the others are forgotten.
    #[inline]
    fn next_refutation<P: SearchHints>(&mut self, position: &P) -> Option<(Move, Category)> {
        while self.wants_quiets && self.next_refutation < REFUTATIONS {
            let (before, rest) = self.refutations.split_at_mut(self.next_refutation);
            self.next_refutation += 1;
            let mv = &mut rest[0];
            let is_new = !before.contains(mv) && *mv != self.table_move;
            if is_new && !mv.is_none() && position.is_pseudo_legal(*mv) && !position.class(*mv).is_tactical() {
                return Some((*mv, Category::HashOrKiller));
            }
            *mv = Move::NONE;
        }
        self.stage = Stage::GenerateQuiets;
        None
    }

    fn generate_quiets<P: SearchHints>(&mut self, position: &P, stack: &mut MoveStack, ordering: &OrderingTables) {
        stack.entries.truncate(self.bad_end);
        self.cursor = self.bad_end;
        self.stage = Stage::Quiets;
        if !self.wants_quiets {
            return;
        }
        let side = position.side_to_move();
        let mut with_malus = 0;
        let all = stack.extend(
            |out| position.quiets(out),
            |mv| {
                let done = mv == self.table_move || self.refutations.contains(&mv);
                (!done).then(|| {
                    let malus = position.ordering_malus(mv);
                    with_malus += usize::from(malus != 0);
                    ordering.quiet_score(side, &self.rows, position.history_index(mv)) - malus
                })
            },
        );
        self.quiets = all - with_malus;
    }

    /// The quiet move with the best history.
    #[inline]
    fn next_quiet(&mut self, stack: &mut MoveStack) -> Option<(Move, Category)> {
        if self.quiets_picked == SELECTED {
            stack.sort(self.cursor);
        }
        self.quiets_picked += 1;
        let entry = if self.quiets_picked > SELECTED {
            stack.entries.get(self.cursor).copied()
        } else {
            stack.select(self.cursor)
        };
        let Some(entry) = entry.filter(|_| self.wants_quiets) else {
            self.cursor = self.begin;
            self.stage = Stage::BadTacticals;
            return None;
        };
        self.cursor += 1;
        Some((unpack(entry).1, Category::Quiet))
    }

    /// The captures and promotions that were put off, in the order in which they were found.
    #[inline]
    fn next_bad_tactical(&mut self, stack: &MoveStack) -> Option<(Move, Category)> {
        if self.cursor == self.bad_end {
            self.stage = Stage::Done;
            return None;
        }
        self.cursor += 1;
        Some((unpack(stack.entries[self.cursor - 1]).1, Category::BadTactical))
    }

    /// Removes the node's segment from the stack.
    pub fn close(&self, stack: &mut MoveStack) {
        stack.entries.truncate(self.begin);
    }
}

/// Captures are ordered by material gain, then by history.
#[inline]
fn tactical_score<P: SearchHints>(position: &P, history: &MoveHistory, side: Side, mv: Move) -> i32 {
    position.gain(mv) * 16 + history.get(side, position.history_index(mv))
}

/// The captures of a quiescence node, most gain first.
pub(super) struct GainPicker {
    begin: usize,
    cursor: usize,
}

impl GainPicker {
    /// All tactical moves that gain more than `floor` centipawns. The second value is the greatest gain left out.
    pub fn new<P: SearchHints>(position: &P, stack: &mut MoveStack, floor: i32) -> (GainPicker, Option<i32>) {
        let begin = stack.entries.len();
        let mut best_left_out = None;
        stack.extend(
            |out| position.tacticals(out),
            |mv| {
                let gain = position.gain(mv);
                if gain > floor {
                    return Some(gain);
                }
                best_left_out = best_left_out.max(Some(gain));
                None
            },
        );
        (GainPicker { begin, cursor: begin }, best_left_out)
    }

    /// The next move.
    #[inline]
    pub fn next(&mut self, stack: &mut MoveStack) -> Option<Move> {
        let entry = stack.select(self.cursor)?;
        self.cursor += 1;
        Some(unpack(entry).1)
    }

    /// Removes the node's segment from the stack.
    pub fn close(&self, stack: &mut MoveStack) {
        stack.entries.truncate(self.begin);
    }
}

#[cfg(test)]
mod tests {
    use super::super::toy::Toy;
    use super::*;
    use crate::position::{Position, Repetition};

    fn drain(toy: &Toy, stack: &mut MoveStack, quiet: &MoveHistory, picker: &mut Picker) -> Vec<(Move, Category)> {
        let tactical = MoveHistory::new::<Toy>();
        let continuations = Continuations::new::<Toy>();
        let ordering = OrderingTables { quiet, continuations: &continuations, tactical: &tactical };
        std::iter::from_fn(|| picker.next(toy, stack, &ordering)).collect()
    }

    #[test]
    fn scores_order_entries() {
        let mv = Move::from_code(9);
        let mut scores = [i32::MIN, -70_000, -1, 0, 1, 70_000, i32::MAX];
        assert!(scores.map(|score| pack(score, mv)).is_sorted());
        scores.reverse();
        assert_eq!(scores.map(|score| unpack(pack(score, mv))), scores.map(|score| (score, mv)));
    }

    #[test]
    fn every_move_once_with_any_hash_and_killer_moves() {
        let quiet = MoveHistory::new::<Toy>();
        for seed in 0..200 {
            let toy = Toy::random(seed, Repetition::Off);
            let mut all = MoveList::new();
            toy.moves(&mut all);
            all.sort();
            let foreign = Move::from_code(24 | 24 << 8);
            let pick = |n: usize| all[(seed as usize * 7 + n) % all.len()];
            for (table_move, refutations) in [
                (Move::NONE, [Move::NONE; REFUTATIONS]),
                (foreign, [foreign; REFUTATIONS]),
                (pick(0), [pick(0), pick(1), pick(1)]),
                (pick(1), [pick(2), foreign, pick(3)]),
            ] {
                let mut stack = MoveStack::new();
                stack.entries.push(42);
                let mut picker = Picker::new(&toy, &stack, table_move, refutations, [None; 2]);
                let mut picked: Vec<Move> =
                    drain(&toy, &mut stack, &quiet, &mut picker).into_iter().map(|(mv, _)| mv).collect();
                if all.contains(&table_move) {
                    assert_eq!(picked[0], table_move);
                }
                picked.sort();
                assert_eq!(picked, all);
                picker.close(&mut stack);
                assert_eq!(stack.entries, [42]);
            }
        }
    }

    #[test]
    fn order_of_categories() {
        let rank = |category: Category| {
            [Category::GoodTactical, Category::HashOrKiller, Category::Quiet, Category::BadTactical]
                .iter()
                .position(|&c| c == category)
        };
        for seed in 0..200 {
            let toy = Toy::random(seed, Repetition::Off);
            let mut quiet = MoveHistory::new::<Toy>();
            let mut quiets = MoveList::new();
            toy.quiets(&mut quiets);
            let Some(&good) = quiets.last() else { continue };
            quiet.update(toy.side_to_move(), toy.history_index(good), 1000);
            let mut stack = MoveStack::new();
            let mut picker = Picker::new(&toy, &stack, Move::NONE, [quiets[0], Move::NONE, Move::NONE], [None; 2]);
            let picked = drain(&toy, &mut stack, &quiet, &mut picker);
            assert!(picked.is_sorted_by_key(|&(_, category)| rank(category)));
            for &(mv, category) in &picked {
                assert_eq!(
                    toy.class(mv).is_tactical(),
                    matches!(category, Category::GoodTactical | Category::BadTactical)
                );
                if toy.class(mv).is_tactical() {
                    assert_eq!(toy.see_ge(mv, 0), category == Category::GoodTactical);
                }
            }
            let histories = picked.iter().filter(|(_, category)| *category == Category::Quiet);
            assert!(histories.map(|&(mv, _)| -quiet.get(toy.side_to_move(), toy.history_index(mv))).is_sorted());
        }
    }

    #[test]
    fn skipped_quiets_do_not_come() {
        let quiet = MoveHistory::new::<Toy>();
        for seed in 0..50 {
            let toy = Toy::random(seed, Repetition::Off);
            let mut stack = MoveStack::new();
            let mut picker = Picker::new(&toy, &stack, Move::NONE, [Move::NONE; REFUTATIONS], [None; 2]);
            picker.skip_quiets();
            let picked = drain(&toy, &mut stack, &quiet, &mut picker);
            let mut tacticals = MoveList::new();
            toy.tacticals(&mut tacticals);
            assert_eq!(picked.len(), tacticals.len());
        }
    }

    #[test]
    fn gains_in_order_above_the_floor() {
        for seed in 0..200 {
            let toy = Toy::random(seed, Repetition::Off);
            let mut stack = MoveStack::new();
            let (mut picker, left_out) = GainPicker::new(&toy, &mut stack, 100);
            let gains: Vec<i32> = std::iter::from_fn(|| picker.next(&mut stack)).map(|mv| toy.gain(mv)).collect();
            assert!(gains.iter().all(|&gain| gain > 100) && gains.is_sorted_by(|a, b| a >= b));
            let mut tacticals = MoveList::new();
            toy.tacticals(&mut tacticals);
            let small = tacticals.iter().map(|&mv| toy.gain(mv)).filter(|&gain| gain <= 100);
            assert_eq!(left_out, small.max());
            picker.close(&mut stack);
            assert!(stack.entries.is_empty());
        }
    }
}
