//! Verification of proofs: every move of the attacker is a legal check, every evasion is answered, every line ends in mate.
//!
//! Checks and evasions come from the generators that try every move, so that errors of the fast generators, of the search, or
//! by key collisions are found. Parts of the proof that the table has lost are searched again.

use super::Watch;
use super::search::ProofSearch;
use super::table::UNPROVED;
use super::value::ProofNode;
use crate::position::{MateHints, Move, MoveList, Outcome, filtered_checks, filtered_evasions};
use fxhash::FxHashMap;

/// The verification of one proof.
pub struct ProofVerifier<'s, 'a, P: MateHints, W> {
    search: &'s mut ProofSearch<'a, P, W>,
    /// Verified positions: plies to mate, and the move to play: the attacker's mating move or the longest defence.
    known: FxHashMap<u64, (u16, Move)>,
    /// Limit of stored positions; others are verified again when needed.
    max_known: usize,
}

impl<'s, 'a, P: MateHints, W: Watch> ProofVerifier<'s, 'a, P, W> {
    /// For the position of a search.
    pub fn new(search: &'s mut ProofSearch<'a, P, W>) -> Self {
        let max_known = search.max_known;
        ProofVerifier { search, known: FxHashMap::default(), max_known }
    }

    /// Plies in which the attacker, to move, mates, at most `bound`; `None` if that cannot be verified.
    pub fn attack(&mut self, bound: u16) -> Option<u16> {
        let key = self.search.position.key();
        if let Some(&(plies, _)) = self.known.get(&key)
            && plies <= bound
        {
            return Some(plies);
        }
        if bound == 0 || !self.search.count_node() {
            return None;
        }
        if let Some(plies) = self.attack_from_table(key, bound) {
            return Some(plies);
        }
        // The table has lost a part of the proof.
        let node = ProofNode { attacking: true, ply: 1, plies_left: bound };
        if self.search.stopped || !self.search.search_again(node).succeeds(true) {
            return None;
        }
        self.attack_from_table(key, bound)
    }

    /// The same, by the moves for which the table has a mate.
    fn attack_from_table(&mut self, key: u64, bound: u16) -> Option<u16> {
        let mut moves = MoveList::new();
        filtered_checks(&self.search.position, &mut moves);
        let mut candidates: Vec<(u16, Move)> = moves
            .into_iter()
            .filter_map(|mv| {
                self.search.poll();
                if self.search.interrupted {
                    return None;
                }
                let undo = self.search.position.make(mv, &mut ());
                let plies = self.search.known_mate();
                self.search.position.unmake(mv, undo);
                (plies < bound).then_some((plies, mv))
            })
            .collect();
        candidates.sort_unstable();
        candidates.into_iter().find_map(|(_, mv)| {
            let undo = self.search.position.make(mv, &mut ());
            let plies = self.defend(bound - 1);
            self.search.position.unmake(mv, undo);
            let plies = plies? + 1;
            self.remember(key, plies, mv);
            Some(plies)
        })
    }

    /// Plies in which the defender, to move, is mated after every evasion, at most `bound`; `None` if that cannot be verified.
    pub fn defend(&mut self, bound: u16) -> Option<u16> {
        let position = &self.search.position;
        if let Some(Outcome { winner, .. }) = position.outcome() {
            return (winner == Some(self.search.attacker)).then_some(0);
        }
        if self.search.is_banned() {
            return None;
        }
        let key = position.key();
        if let Some(&(plies, _)) = self.known.get(&key)
            && plies <= bound
        {
            return Some(plies);
        }
        self.search.poll();
        if self.search.interrupted {
            return None;
        }
        let mut moves = MoveList::new();
        filtered_evasions(&self.search.position, &mut moves);
        if moves.is_empty() {
            // Mate: the attacker's moves are all checks, so the defender is in check.
            self.remember(key, 0, Move::NONE);
            return Some(0);
        }
        let mut longest = (0, Move::NONE);
        for mv in moves {
            let undo = self.search.position.make(mv, &mut ());
            let plies = match self.search.position.outcome() {
                None => bound.checked_sub(1).and_then(|plies_left| self.attack(plies_left)).map(|plies| plies + 1),
                // A move that loses the game by another rule is no defence.
                Some(outcome) => (outcome.winner == Some(self.search.attacker)).then_some(0),
            };
            self.search.position.unmake(mv, undo);
            let plies = plies?;
            if plies > longest.0 {
                longest = (plies, mv);
            }
        }
        self.remember(key, longest.0, longest.1);
        Some(longest.0)
    }

    fn remember(&mut self, key: u64, plies: u16, mv: Move) {
        if self.known.len() < self.max_known || self.known.contains_key(&key) {
            self.known.insert(key, (plies, mv));
        }
    }

    /// The line of longest defence from the current position, which has been verified with this bound.
    pub fn line(&mut self, attacking: bool, bound: u16) -> Option<Vec<Move>> {
        let mut played = Vec::new();
        let mut undos = Vec::new();
        let (mut attacking, mut bound) = (attacking, bound);
        let complete = loop {
            if self.search.position.outcome().is_some() {
                break true;
            }
            let plies = if attacking { self.attack(bound) } else { self.defend(bound) };
            let Some(plies) = plies else { break false };
            if plies == 0 {
                break true;
            }
            let Some(&(_, mv)) = self.known.get(&self.search.position.key()) else { break false };
            undos.push(self.search.position.make(mv, &mut ()));
            played.push(mv);
            (attacking, bound) = (!attacking, plies - 1);
        };
        for (&mv, undo) in played.iter().rev().zip(undos.into_iter().rev()) {
            self.search.position.unmake(mv, undo);
        }
        complete.then_some(played)
    }
}

impl<P: MateHints, W: Watch> ProofSearch<'_, P, W> {
    /// Plies to mate in the current position, the defender to move, as far as the table or the board tells; or
    /// [`UNPROVED`].
    fn known_mate(&self) -> u16 {
        if let Some(outcome) = self.position.outcome() {
            return if outcome.winner == Some(self.attacker) { 0 } else { UNPROVED };
        }
        let mate = self.table.get(self.position.key()).map_or(UNPROVED, |entry| entry.mate);
        if mate == UNPROVED {
            let mut moves = MoveList::new();
            self.position.evasions(&mut moves);
            let mut after = self.position.clone();
            let mated = moves.into_iter().all(|mv| {
                let undo = after.make(mv, &mut ());
                let won = after.outcome().is_some_and(|outcome| outcome.winner == Some(self.attacker));
                after.unmake(mv, undo);
                won
            });
            return if mated { 0 } else { UNPROVED };
        }
        mate
    }
}
