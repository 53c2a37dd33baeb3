//! Disproofs among cycles of checks.
//!
//! Where checks go round in cycles, as a lone queen's do, every failure of the attack is one by repetition: it holds on one
//! path only, and there are more paths than can be searched. But whether the attacker mates is no matter of paths: the
//! positions from which it does are the least set that contains the mates and whatever is forced into it (the attractor of
//! a reachability game). A position does not belong to it if and only if there is a *closed set*: one of positions with
//! the attacker to move, itself among them, in each of which every check has an evasion that leads back into the set or
//! ends the attack.
//!
//! The search for a closed set goes from a position over all checks and, for each of them, over one evasion that is not
//! known to lose. If all checks of a position have been followed and one of them turns out to mate, the evasions that have
//! led there are replaced by the next ones (Liu and Smolka's algorithm for local fixpoints): so each check and each evasion
//! is looked at a bounded number of times, and the effort is linear in what has been reached. Once nothing is left to be
//! followed, all positions that have not been given up are disproved at once, whatever the path.

use super::Watch;
use super::search::ProofSearch;
use super::table::{FOREVER, ProofEntry, UNPROVED, work};
use crate::position::{MateHints, Move};
use fxhash::FxHashMap;
use std::collections::VecDeque;

/// A position of the set, the attacker to move.
struct Attack {
    /// The check and the evasion by which it was first reached: the index of the position between them, and the evasion.
    /// `None` for the first position.
    from: Option<(u32, Move)>,
    key: u64,
    /// The attacker mates.
    won: bool,
    /// Positions after a check that rely on an evasion to this one.
    relying: Vec<u32>,
}

/// A position after a check, the defender to move.
struct Defence {
    /// The position and the check by which it was first reached.
    from: (u32, Move),
    /// The defender is mated whatever it plays.
    lost: bool,
    /// Positions that have a check leading here.
    before: Vec<u32>,
}

/// What a look at a position after a check has shown.
enum Evasion {
    /// It ends the attack.
    Escape,
    /// It leads to a position of the set, or to be added to it.
    To(u32),
    /// There is none.
    None,
}

/// The search for a closed set from the current position of a search, the attacker to move.
pub struct Closure<'s, 'a, P: MateHints, W> {
    search: &'s mut ProofSearch<'a, P, W>,
    attacks: Vec<Attack>,
    defences: Vec<Defence>,
    attack_at: FxHashMap<u64, u32>,
    defence_at: FxHashMap<u64, u32>,
    /// Positions whose checks have not been followed yet, the nearest to the first one in front: the lines to them, which
    /// are played anew for each, stay short.
    to_follow: VecDeque<u32>,
    /// Positions after a check that need another evasion.
    to_answer: Vec<u32>,
    /// Effort left, in positions whose moves are generated.
    left: u64,
}

impl<'s, 'a, P: MateHints, W: Watch> Closure<'s, 'a, P, W> {
    /// Whether there is a closed set with the current position in it, found with an effort of at most so many positions.
    /// What it disproves is stored in the table.
    pub fn disproves(search: &'s mut ProofSearch<'a, P, W>, effort: u64) -> bool {
        let key = search.position.key();
        let first = Attack { from: None, key, won: false, relying: Vec::new() };
        let mut closure = Closure {
            search,
            attacks: vec![first],
            defences: Vec::new(),
            attack_at: FxHashMap::from_iter([(key, 0)]),
            defence_at: FxHashMap::default(),
            to_follow: VecDeque::from([0]),
            to_answer: Vec::new(),
            left: effort,
        };
        let closed = closure.close();
        if closed {
            closure.store();
        }
        closed
    }

    /// Completes the set. False if the first position is won, or a limit is reached.
    fn close(&mut self) -> bool {
        let most = self.search.max_known / MEMORY;
        loop {
            let positions = self.attacks.len() + self.defences.len();
            if self.attacks[0].won || self.search.stopped || self.left == 0 || positions >= most {
                return false;
            }
            if let Some(defence) = self.to_answer.pop() {
                self.visit(Some(defence), |closure| {
                    let evasion = closure.evasion(defence);
                    closure.take(defence, evasion);
                });
            } else if let Some(attack) = self.to_follow.pop_front() {
                if !self.attacks[attack as usize].won {
                    let from = self.attacks[attack as usize].from;
                    self.visit(from.map(|(defence, _)| defence), |closure| {
                        let undo = from.map(|(_, mv)| (mv, closure.search.position.make(mv, &mut ())));
                        closure.follow(attack);
                        if let Some((mv, undo)) = undo {
                            closure.search.position.unmake(mv, undo);
                        }
                    });
                }
            } else {
                return true;
            }
        }
    }

    /// Does something in a position after a check, which is put on the board for it, or in the first position.
    fn visit(&mut self, defence: Option<u32>, act: impl FnOnce(&mut Self)) {
        let mut line = Vec::new();
        let mut next = defence;
        while let Some(defence) = next {
            let (attack, check) = self.defences[defence as usize].from;
            line.push(check);
            let before = self.attacks[attack as usize].from;
            line.extend(before.map(|(_, evasion)| evasion));
            next = before.map(|(defence, _)| defence);
        }
        line.reverse();
        let undos: Vec<_> = line.iter().map(|&mv| self.search.position.make(mv, &mut ())).collect();
        act(self);
        for (&mv, undo) in line.iter().rev().zip(undos.into_iter().rev()) {
            self.search.position.unmake(mv, undo);
        }
    }

    /// Spends effort on one position.
    fn spend(&mut self) {
        self.left = self.left.saturating_sub(1);
        self.search.count_node();
    }

    /// Follows the checks of the position on the board.
    fn follow(&mut self, attack: u32) {
        self.spend();
        for mv in self.search.moves_here(true) {
            if self.attacks[attack as usize].won || self.search.stopped {
                return;
            }
            let undo = self.search.position.make(mv, &mut ());
            self.check(attack, mv);
            self.search.position.unmake(mv, undo);
        }
    }

    /// A check by `mv` in a position has been made.
    fn check(&mut self, attack: u32, mv: Move) {
        if self.search.position.outcome().is_some() {
            if self.search.is_won() {
                self.give_up(attack);
            }
            return;
        }
        let key = self.search.position.key();
        if self.search.is_banned() || self.search.table.get(key).is_some_and(|entry| entry.no_mate_below == FOREVER) {
            return;
        }
        if let Some(&known) = self.defence_at.get(&key) {
            if self.defences[known as usize].lost {
                self.give_up(attack);
            } else {
                self.defences[known as usize].before.push(attack);
            }
            return;
        }
        let defence = self.defences.len() as u32;
        self.defence_at.insert(key, defence);
        self.defences.push(Defence { from: (attack, mv), lost: false, before: vec![attack] });
        let evasion = self.evasion(defence);
        self.take(defence, evasion);
    }

    /// The position after a check relies on this evasion.
    fn take(&mut self, defence: u32, evasion: Evasion) {
        match evasion {
            Evasion::Escape => {}
            Evasion::To(attack) => self.attacks[attack as usize].relying.push(defence),
            Evasion::None => {
                self.defences[defence as usize].lost = true;
                for attack in std::mem::take(&mut self.defences[defence as usize].before) {
                    self.give_up(attack);
                }
            }
        }
    }

    /// The attacker mates here: who relied on it needs another evasion.
    fn give_up(&mut self, attack: u32) {
        let attack = &mut self.attacks[attack as usize];
        if !std::mem::replace(&mut attack.won, true) {
            self.to_answer.append(&mut attack.relying);
        }
    }

    /// An evasion in the position on the board, after a check, that is not known to lose: one that ends the attack or
    /// leads into the set, if there is one, else the one that leaves the fewest checks.
    fn evasion(&mut self, defence: u32) -> Evasion {
        self.spend();
        let mut known = None;
        let mut new: Option<(u32, u64, Move)> = None;
        for mv in self.search.moves_here(false) {
            let undo = self.search.position.make(mv, &mut ());
            let key = self.search.position.key();
            let entry = self.search.table.get(key).unwrap_or(ProofEntry::NEW);
            let over = self.search.position.outcome().is_some();
            let mut escapes = if over { !self.search.is_won() } else { entry.no_mate_below == FOREVER };
            if !over && !escapes && entry.mate == UNPROVED {
                match self.attack_at.get(&key) {
                    Some(&attack) if self.attacks[attack as usize].won => {}
                    Some(&attack) => known = Some(attack),
                    None => {
                        let checks = self.search.count_moves(true, key);
                        escapes = checks == 0;
                        if new.is_none_or(|(fewest, ..)| checks < fewest) {
                            new = Some((checks, key, mv));
                        }
                    }
                }
            }
            self.search.position.unmake(mv, undo);
            if escapes {
                return Evasion::Escape;
            }
        }
        if let Some(attack) = known {
            return Evasion::To(attack);
        }
        let Some((_, key, mv)) = new else { return Evasion::None };
        let attack = self.attacks.len() as u32;
        self.attacks.push(Attack { from: Some((defence, mv)), key, won: false, relying: Vec::new() });
        self.attack_at.insert(key, attack);
        self.to_follow.push_back(attack);
        Evasion::To(attack)
    }

    /// Stores that the attacks of the set fail.
    fn store(self) {
        let spent = work(self.attacks.len() as u64);
        for Attack { key, won, .. } in self.attacks {
            if !won {
                let entry = self.search.table.get(key).unwrap_or(ProofEntry::NEW);
                let entry = ProofEntry { no_mate_below: FOREVER, work: entry.work.max(spent), ..entry };
                self.search.table.put(key, entry);
            }
        }
    }
}

/// Memory of a position with its place in a map that grows, in positions of a verification.
const MEMORY: usize = 2;

#[cfg(test)]
mod tests;
