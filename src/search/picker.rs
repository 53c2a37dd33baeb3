//! Hands out the moves of a node in the order most likely to be cut off early, generating as late as possible.

use super::history::{Continuations, MoveHistory, Row};
use crate::position::{Move, MoveList, SearchHints, Side};

/// The move segments of all plies of one thread, one after the other; a node's segment is the topmost.
///
/// An entry is a score (high half, biased to be unsigned) and a move code, so that comparing entries compares scores.
pub(super) struct MoveStack {
    entries: Vec<u64>,
    scratch: MoveList,
    /// Moves generated since [`MoveStack::has_worked`] said so last.
    generated: usize,
}

/// Generated moves after which the clock is looked at, however few nodes there were: on a board full of hook movers a
/// node can have tens of thousands, and each capture costs an exchange.
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

    /// Readies the stack for a search: no segment, which a panic may have left, and no moves counted, so that every
    /// search looks at the clock and the stop flag after the same moves.
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

    /// Whether so many moves have been generated since this was last so, that it is time to look at the clock.
    #[inline]
    pub fn has_worked(&mut self) -> bool {
        let worked = self.generated >= MOVES_BETWEEN_POLLS;
        if worked {
            self.generated = 0;
        }
        worked
    }

    /// Brings the best entry at or after `from` to `from`.
    #[inline]
    fn select(&mut self, from: usize) -> Option<u64> {
        let rest = self.entries.get_mut(from..)?;
        let (mut at, mut best) = (0, *rest.first()?);
        for (i, &entry) in rest.iter().enumerate() {
            // Both at once and without a branch, which nobody could foresee.
            (at, best) = if entry > best { (i, entry) } else { (at, best) };
        }
        rest.swap(0, at);
        Some(best)
    }

    fn sort(&mut self, from: usize) {
        self.entries[from..].sort_unstable_by(|a, b| b.cmp(a));
    }
}

/// Moves tried before the history is asked: two killers and a counter move.
pub(super) const SPECIALS: usize = 3;

/// How many quiet moves are selected one by one before the rest is sorted; most nodes end before.
const SELECTED: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Table,
    GenerateTacticals,
    Tacticals,
    Specials,
    GenerateQuiets,
    Quiets,
    Losing,
    Done,
}

/// What kind of move the picker has handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The move of the transposition table, or a killer or counter move.
    Special,
    /// A capture or promotion that does not lose by exchange.
    Tactical,
    /// A quiet move, ordered by history.
    Quiet,
    /// A capture or promotion that loses by exchange.
    Losing,
}

/// The knowledge that orders moves.
pub(super) struct Ordering<'a> {
    pub quiet: &'a MoveHistory,
    pub continuations: &'a Continuations,
    pub tactical: &'a MoveHistory,
}

impl Ordering<'_> {
    /// The history of a quiet move: in general, and after the moves of these rows.
    #[inline]
    pub fn quiet_score(&self, side: Side, rows: &Rows, index: (usize, usize)) -> i32 {
        let [answer, sequel] = rows.map(|row| row.map_or(0, |row| self.continuations.get(row, index)));
        self.quiet.get(side, index) + answer + sequel
    }
}

/// The rows of the last moves of both sides: the one to answer, the one to continue.
pub(super) type Rows = [Option<Row>; 2];

/// The staged picker of one node.
pub(super) struct Picker {
    stage: Stage,
    table_move: Move,
    specials: [Move; SPECIALS],
    rows: Rows,
    next_special: usize,
    begin: usize,
    /// End of the captures put off, which lie at the beginning of the segment.
    losing: usize,
    cursor: usize,
    picked: usize,
    quiets: usize,
    wants_quiets: bool,
}

impl Picker {
    /// For a node whose segment begins at the top of `stack`. `table_move` and `specials` may be any move or none.
    pub fn new<P: SearchHints>(
        position: &P,
        stack: &MoveStack,
        table_move: Move,
        specials: [Move; SPECIALS],
        rows: Rows,
    ) -> Picker {
        let known = !table_move.is_none() && position.is_pseudo_legal(table_move);
        let begin = stack.entries.len();
        Picker {
            stage: if known { Stage::Table } else { Stage::GenerateTacticals },
            table_move: if known { table_move } else { Move::NONE },
            specials,
            rows,
            next_special: 0,
            begin,
            losing: begin,
            cursor: begin,
            picked: 0,
            quiets: 0,
            wants_quiets: true,
        }
    }

    /// No further quiet moves, please.
    pub fn skip_quiets(&mut self) {
        self.wants_quiets = false;
    }

    /// Number of quiet moves in the node but for those that are held back; 0 before they have been generated.
    pub fn quiets(&self) -> usize {
        self.quiets
    }

    /// The next move and its kind.
    pub fn next<P: SearchHints>(
        &mut self,
        position: &P,
        stack: &mut MoveStack,
        ordering: &Ordering,
    ) -> Option<(Move, Kind)> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::GenerateTacticals;
                    return Some((self.table_move, Kind::Special));
                }
                Stage::GenerateTacticals => {
                    let (side, table_move) = (position.side_to_move(), self.table_move);
                    stack.extend(
                        |out| position.tacticals(out),
                        |mv| (mv != table_move).then(|| tactical_score(position, ordering.tactical, side, mv)),
                    );
                    self.stage = Stage::Tacticals;
                }
                Stage::Tacticals => {
                    let Some(entry) = stack.select(self.cursor) else {
                        self.stage = Stage::Specials;
                        continue;
                    };
                    self.cursor += 1;
                    let (_, mv) = unpack(entry);
                    if position.see_ge(mv, 0) {
                        return Some((mv, Kind::Tactical));
                    }
                    stack.entries[self.losing] = entry;
                    self.losing += 1;
                }
                Stage::Specials => {
                    if self.next_special == SPECIALS || !self.wants_quiets {
                        self.stage = Stage::GenerateQuiets;
                        continue;
                    }
                    let mv = self.specials[self.next_special];
                    let fresh = !self.specials[..self.next_special].contains(&mv) && mv != self.table_move;
                    let usable =
                        fresh && !mv.is_none() && position.is_pseudo_legal(mv) && !position.class(mv).is_tactical();
                    if usable {
                        self.next_special += 1;
                        return Some((mv, Kind::Special));
                    }
                    self.specials[self.next_special] = Move::NONE;
                    self.next_special += 1;
                }
                Stage::GenerateQuiets => {
                    stack.entries.truncate(self.losing);
                    self.cursor = self.losing;
                    self.stage = Stage::Quiets;
                    if self.wants_quiets {
                        let side = position.side_to_move();
                        let mut held_back = 0;
                        let all = stack.extend(
                            |out| position.quiets(out),
                            |mv| {
                                let done = mv == self.table_move || self.specials.contains(&mv);
                                (!done).then(|| {
                                    let behind = position.ordering_malus(mv);
                                    held_back += usize::from(behind != 0);
                                    ordering.quiet_score(side, &self.rows, position.history_index(mv)) - behind
                                })
                            },
                        );
                        self.quiets = all - held_back;
                    }
                }
                Stage::Quiets => {
                    if self.picked == SELECTED {
                        stack.sort(self.cursor);
                    }
                    self.picked += 1;
                    let entry = match self.picked > SELECTED {
                        true => stack.entries.get(self.cursor).copied(),
                        false => stack.select(self.cursor),
                    };
                    let Some(entry) = entry.filter(|_| self.wants_quiets) else {
                        self.cursor = self.begin;
                        self.stage = Stage::Losing;
                        continue;
                    };
                    self.cursor += 1;
                    return Some((unpack(entry).1, Kind::Quiet));
                }
                Stage::Losing => {
                    if self.cursor == self.losing {
                        self.stage = Stage::Done;
                        continue;
                    }
                    self.cursor += 1;
                    return Some((unpack(stack.entries[self.cursor - 1]).1, Kind::Losing));
                }
                Stage::Done => return None,
            }
        }
    }

    /// Gives the node's segment back.
    pub fn close(&self, stack: &mut MoveStack) {
        stack.entries.truncate(self.begin);
    }
}

/// Captures are ordered by what they win, then by what similar captures were worth.
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
    /// All tactical moves that win more than `floor` centipawns. The second value is the greatest gain left out.
    pub fn new<P: SearchHints>(position: &P, stack: &mut MoveStack, floor: i32) -> (GainPicker, Option<i32>) {
        let begin = stack.entries.len();
        let mut most_left_out = None;
        stack.extend(
            |out| position.tacticals(out),
            |mv| {
                let gain = position.gain(mv);
                if gain > floor {
                    return Some(gain);
                }
                most_left_out = most_left_out.max(Some(gain));
                None
            },
        );
        (GainPicker { begin, cursor: begin }, most_left_out)
    }

    /// The next move.
    #[inline]
    pub fn next(&mut self, stack: &mut MoveStack) -> Option<Move> {
        let entry = stack.select(self.cursor)?;
        self.cursor += 1;
        Some(unpack(entry).1)
    }

    /// Gives the node's segment back.
    pub fn close(&self, stack: &mut MoveStack) {
        stack.entries.truncate(self.begin);
    }
}

#[cfg(test)]
mod tests {
    use super::super::toy::Toy;
    use super::*;
    use crate::position::{Position, Repetition};

    fn drain(toy: &Toy, stack: &mut MoveStack, quiet: &MoveHistory, picker: &mut Picker) -> Vec<(Move, Kind)> {
        let tactical = MoveHistory::new::<Toy>();
        let continuations = Continuations::new::<Toy>();
        let ordering = Ordering { quiet, continuations: &continuations, tactical: &tactical };
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
    fn every_move_once_whatever_is_known() {
        let quiet = MoveHistory::new::<Toy>();
        for seed in 0..200 {
            let toy = Toy::random(seed, Repetition::Off);
            let mut all = MoveList::new();
            toy.moves(&mut all);
            all.sort();
            let foreign = Move::from_code(24 | 24 << 8);
            let pick = |n: usize| all[(seed as usize * 7 + n) % all.len()];
            for (table_move, specials) in [
                (Move::NONE, [Move::NONE; SPECIALS]),
                (foreign, [foreign; SPECIALS]),
                (pick(0), [pick(0), pick(1), pick(1)]),
                (pick(1), [pick(2), foreign, pick(3)]),
            ] {
                let mut stack = MoveStack::new();
                stack.entries.push(42);
                let mut picker = Picker::new(&toy, &stack, table_move, specials, [None; 2]);
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
    fn order_of_kinds() {
        let rank =
            |kind: Kind| [Kind::Tactical, Kind::Special, Kind::Quiet, Kind::Losing].iter().position(|&k| k == kind);
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
            assert!(picked.is_sorted_by_key(|&(_, kind)| rank(kind)));
            for &(mv, kind) in &picked {
                assert_eq!(toy.class(mv).is_tactical(), matches!(kind, Kind::Tactical | Kind::Losing));
                if toy.class(mv).is_tactical() {
                    assert_eq!(toy.see_ge(mv, 0), kind == Kind::Tactical);
                }
            }
            let histories = picked.iter().filter(|(_, kind)| *kind == Kind::Quiet);
            assert!(histories.map(|&(mv, _)| -quiet.get(toy.side_to_move(), toy.history_index(mv))).is_sorted());
        }
    }

    #[test]
    fn skipped_quiets_do_not_come() {
        let quiet = MoveHistory::new::<Toy>();
        for seed in 0..50 {
            let toy = Toy::random(seed, Repetition::Off);
            let mut stack = MoveStack::new();
            let mut picker = Picker::new(&toy, &stack, Move::NONE, [Move::NONE; SPECIALS], [None; 2]);
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
