//! Verification of disproofs: every check has an evasion after which the attack still fails.
//!
//! It constructs a set of positions with the attacker to move, the problem among them, such that every check in each of them
//! has an evasion that leads to a position of the set or ends the attack. Then the defender is never mated: it can stay in
//! the set until a position recurs, which fails the attacker. So, unlike in the search, paths do not matter here. With a
//! limit of plies, the plies that are left are part of the positions.
//!
//! Candidate evasions are taken from the table, or searched again if the table has lost them; one that fails is removed and
//! the next one tried. Checks and evasions come from the generators that try every move, as in the verification of proofs.
//! The effort is limited: a disproof may need more positions than it took to find it.

use super::Watch;
use super::search::{MAX_PLY, ProofSearch};
use super::table::UNPROVED;
use super::value::{ProofNode, UNBOUNDED};
use crate::position::{MateHints, Move, MoveList, filtered_checks, filtered_evasions};
use fxhash::FxHashMap;

/// The result of a verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verification {
    /// The disproof is right: there is no mate.
    Passed,
    /// A limit was reached.
    Open,
    /// The disproof is wrong: a check has no evasion.
    Failed,
}

/// The verification of one disproof.
pub struct DisproofVerifier<'s, 'a, P: MateHints, W> {
    search: &'s mut ProofSearch<'a, P, W>,
    /// The set: keys of positions, and the plies within which there is no mate in them.
    set: FxHashMap<u64, u16>,
    /// The changes of the set, with the old values, so that they can be undone.
    log: Vec<(u64, Option<u16>)>,
    /// Positions of the set whose checks are verified later, since they came up too deep.
    deferred: Vec<(P, u16)>,
    /// Plies from the position from which the recursion began.
    ply: u16,
}

/// Greatest number of deferred positions.
const MAX_DEFERRED: usize = 1000;

/// Least limit of nodes for a verification; otherwise it is the number of nodes spent before.
const MIN_EFFORT: u64 = 20_000;

/// The plies left after one more.
fn after(plies_left: u16) -> u16 {
    if plies_left == UNBOUNDED { UNBOUNDED } else { plies_left.saturating_sub(1) }
}

impl<'s, 'a, P: MateHints, W: Watch> DisproofVerifier<'s, 'a, P, W> {
    /// Verifies that the attacker fails in the position of a search, within `plies_left` plies or [`UNBOUNDED`].
    pub fn verify(search: &'s mut ProofSearch<'a, P, W>, attacking: bool, plies_left: u16) -> Verification {
        let max_nodes = search.max_nodes;
        search.max_nodes = max_nodes.min(search.nodes.saturating_add(search.nodes.max(MIN_EFFORT)));
        let mut verifier =
            DisproofVerifier { search, set: FxHashMap::default(), log: Vec::new(), deferred: Vec::new(), ply: 0 };
        let mut result = if attacking { verifier.attack(plies_left) } else { verifier.defend(plies_left) };
        while result == Verification::Passed
            && let Some((position, plies_left)) = verifier.deferred.pop()
        {
            let here = std::mem::replace(&mut verifier.search.position, position);
            result = verifier.checks(plies_left);
            verifier.search.position = here;
            // The evasions that have led there can no longer be replaced.
            if result == Verification::Failed {
                result = Verification::Open;
            }
        }
        // Using up this effort does not stop what follows.
        if search.nodes < max_nodes && search.nodes >= search.max_nodes {
            search.stopped = false;
        }
        search.max_nodes = max_nodes;
        result
    }

    /// Adds the current position, the attacker to move, to the set. If it does not belong there, the set is restored.
    fn attack(&mut self, plies_left: u16) -> Verification {
        let key = self.search.position.key();
        if self.set.get(&key).is_some_and(|&known| known >= plies_left) {
            return Verification::Passed;
        }
        if self.set.len() >= self.search.max_known || !self.search.count_node() {
            return Verification::Open;
        }
        let (logged, deferred) = (self.log.len(), self.deferred.len());
        self.log.push((key, self.set.insert(key, plies_left)));
        if self.ply >= MAX_PLY / 2 {
            self.deferred.push((self.search.position.clone(), plies_left));
            return if deferred < MAX_DEFERRED { Verification::Passed } else { Verification::Open };
        }
        let result = self.checks(plies_left);
        if result == Verification::Failed {
            self.deferred.truncate(deferred);
            for (key, before) in self.log.drain(logged..).rev() {
                match before {
                    Some(plies_left) => self.set.insert(key, plies_left),
                    None => self.set.remove(&key),
                };
            }
        }
        result
    }

    /// Verifies that all checks have an evasion.
    fn checks(&mut self, plies_left: u16) -> Verification {
        let mut moves = MoveList::new();
        filtered_checks(&self.search.position, &mut moves);
        for mv in moves {
            let undo = self.search.position.make(mv, &mut ());
            self.ply += 1;
            let result = self.defend(after(plies_left));
            self.ply -= 1;
            self.search.position.unmake(mv, undo);
            if result != Verification::Passed {
                return result;
            }
        }
        Verification::Passed
    }

    /// Verifies that the check just given has an evasion.
    fn defend(&mut self, plies_left: u16) -> Verification {
        if self.search.position.outcome().is_some() {
            return if self.search.is_won() { Verification::Failed } else { Verification::Passed };
        }
        if self.search.is_banned() {
            return Verification::Passed;
        }
        self.search.poll();
        if self.search.interrupted {
            return Verification::Open;
        }
        let mut moves = MoveList::new();
        filtered_evasions(&self.search.position, &mut moves);
        let mut tried = Vec::new();
        let result = self.try_evasions(&moves, plies_left, &mut tried);
        if result != Verification::Failed || moves.is_empty() {
            return result;
        }
        // The table has lost it: search again. Evasions that have failed are not tried again.
        let node = ProofNode { attacking: false, ply: 1, plies_left };
        if self.search.search_again(node).succeeds(false) {
            return Verification::Failed;
        }
        match self.try_evasions(&moves, plies_left, &mut tried) {
            Verification::Failed if self.search.stopped => Verification::Open,
            result => result,
        }
    }

    /// Tries the evasions that the table knows to hold, the cheapest first.
    fn try_evasions(&mut self, moves: &[Move], plies_left: u16, tried: &mut Vec<Move>) -> Verification {
        let mut candidates: Vec<(u32, Move)> = Vec::new();
        for &mv in moves {
            self.search.poll();
            if self.search.interrupted {
                return Verification::Open;
            }
            let undo = self.search.position.make(mv, &mut ());
            let cost = self.cost(plies_left);
            self.search.position.unmake(mv, undo);
            match cost {
                Some(0) => return Verification::Passed,
                Some(cost) => candidates.push((cost, mv)),
                None => {}
            }
        }
        candidates.sort_unstable();
        for (_, mv) in candidates {
            if tried.contains(&mv) {
                continue;
            }
            tried.push(mv);
            let undo = self.search.position.make(mv, &mut ());
            let result = self.attack(after(plies_left));
            self.search.position.unmake(mv, undo);
            if result != Verification::Failed {
                return result;
            }
        }
        Verification::Failed
    }

    /// Estimated cost of verifying the position after an evasion, with `plies_left` before the evasion: 0 if it is known, else
    /// by the work that was spent on it. `None` if the table does not know that the evasion holds.
    fn cost(&self, plies_left: u16) -> Option<u32> {
        if self.search.position.outcome().is_some() {
            return if self.search.is_won() { None } else { Some(0) };
        }
        let (key, left) = (self.search.position.key(), after(plies_left));
        if plies_left == 0 || self.set.get(&key).is_some_and(|&known| known >= left) {
            return Some(0);
        }
        let Some(entry) = self.search.table.get(key) else {
            // Positions without a check are not stored in the table.
            let mut checks = MoveList::new();
            self.search.position.checks(&mut checks);
            return checks.is_empty().then_some(1);
        };
        if entry.no_mate_below > left {
            return Some(1 + u32::from(entry.work));
        }
        // The attack failed by repetition. If the repeated positions are in the set, this one belongs there too.
        (plies_left == UNBOUNDED && entry.path != 0 && entry.mate == UNPROVED)
            .then(|| PATH_DEPENDENT_COST + u32::from(entry.work))
    }
}

/// The cost of an evasion that holds on one path; greater than all others.
const PATH_DEPENDENT_COST: u32 = 1 << 20;
