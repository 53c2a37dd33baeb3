//! The trial of a disproof: to every check there is an answer after which the same holds again.
//!
//! What is shown is a set of positions, the problem among them, with the attacker to move, in each of which every check can
//! be answered so that a position of the set is on the board again, or the attack is over. Then the defender is never
//! mated: it can stay in the set until a position recurs, which fails the attacker. That is why no path has to be
//! remembered here, although the search had to. With a bound on the plies, those that are left belong to the positions.
//!
//! Which answers may hold is taken from the table, or searched again where the table has lost it; one that does not is taken
//! back and another tried. Checks and answers come from the slow generators that try every move, as in the trial of a proof.
//! The effort is bounded: a disproof may be spread over more positions than it took to find it.

use super::Watch;
use super::search::{MAX_PLY, Node, Search, UNBOUNDED};
use super::table::UNPROVED;
use crate::position::{MateHints, Move, MoveList, filtered_checks, filtered_evasions};
use fxhash::FxHashMap;

/// How a trial has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// There is no mate.
    Passed,
    /// A limit was reached.
    Open,
    /// There is a check without an answer.
    Failed,
}

/// A trial of a disproof.
pub struct Refuter<'s, 'a, P: MateHints, W> {
    search: &'s mut Search<'a, P, W>,
    /// The set: positions and the plies within which there is no mate in them.
    set: FxHashMap<u64, u16>,
    /// What was put into the set, with what stood there before, so that it can be taken back.
    log: Vec<(u64, Option<u16>)>,
    /// Positions of it whose checks have not been looked at yet, since they came up too deep.
    left: Vec<(P, u16)>,
    /// Plies from the position that is being looked at.
    ply: u16,
}

/// Positions that may be left for later.
const MOST_LEFT: usize = 1000;

/// Least number of nodes that a trial is worth; beyond that, as many as were spent before it.
const LEAST_EFFORT: u64 = 20_000;

/// The plies that are left after one.
fn after(rest: u16) -> u16 {
    if rest == UNBOUNDED { UNBOUNDED } else { rest.saturating_sub(1) }
}

impl<'s, 'a, P: MateHints, W: Watch> Refuter<'s, 'a, P, W> {
    /// Tries whether the attacker fails in the position of a search, within `rest` plies or [`UNBOUNDED`].
    pub fn trial(search: &'s mut Search<'a, P, W>, attacking: bool, rest: u16) -> Trial {
        let most_nodes = search.most_nodes;
        search.most_nodes = most_nodes.min(search.nodes.saturating_add(search.nodes.max(LEAST_EFFORT)));
        let mut refuter = Refuter { search, set: FxHashMap::default(), log: Vec::new(), left: Vec::new(), ply: 0 };
        let mut trial = if attacking { refuter.attack(rest) } else { refuter.defend(rest) };
        while trial == Trial::Passed
            && let Some((position, rest)) = refuter.left.pop()
        {
            let here = std::mem::replace(&mut refuter.search.position, position);
            trial = refuter.checks(rest);
            refuter.search.position = here;
            // The answers that have led there cannot be exchanged any more.
            if trial == Trial::Failed {
                trial = Trial::Open;
            }
        }
        // That this effort is used up does not end the rest.
        if search.nodes < most_nodes && search.nodes >= search.most_nodes {
            search.stopped = false;
        }
        search.most_nodes = most_nodes;
        trial
    }

    /// Takes a position, the attacker to move, into the set, and takes back what was put there for its sake if it does not
    /// belong there.
    fn attack(&mut self, rest: u16) -> Trial {
        let key = self.search.position.key();
        if self.set.get(&key).is_some_and(|&known| known >= rest) {
            return Trial::Passed;
        }
        if self.set.len() >= self.search.most_known || !self.search.may_go_on() {
            return Trial::Open;
        }
        let (logged, left) = (self.log.len(), self.left.len());
        self.log.push((key, self.set.insert(key, rest)));
        if self.ply >= MAX_PLY / 2 {
            self.left.push((self.search.position.clone(), rest));
            return if left < MOST_LEFT { Trial::Passed } else { Trial::Open };
        }
        let trial = self.checks(rest);
        if trial == Trial::Failed {
            self.left.truncate(left);
            for (key, before) in self.log.drain(logged..).rev() {
                match before {
                    Some(rest) => self.set.insert(key, rest),
                    None => self.set.remove(&key),
                };
            }
        }
        trial
    }

    /// Whether all checks have an answer.
    fn checks(&mut self, rest: u16) -> Trial {
        let mut moves = MoveList::new();
        filtered_checks(&self.search.position, &mut moves);
        for mv in moves {
            let undo = self.search.position.make(mv, &mut ());
            self.ply += 1;
            let trial = self.defend(after(rest));
            self.ply -= 1;
            self.search.position.unmake(mv, undo);
            if trial != Trial::Passed {
                return trial;
            }
        }
        Trial::Passed
    }

    /// Whether a check has an answer.
    fn defend(&mut self, rest: u16) -> Trial {
        if self.search.position.outcome().is_some() {
            return if self.search.is_won() { Trial::Failed } else { Trial::Passed };
        }
        if self.search.is_banned() {
            return Trial::Passed;
        }
        self.search.look();
        if self.search.interrupted {
            return Trial::Open;
        }
        let mut moves = MoveList::new();
        filtered_evasions(&self.search.position, &mut moves);
        let mut tried = Vec::new();
        let trial = self.answers(&moves, rest, &mut tried);
        if trial != Trial::Failed || moves.is_empty() {
            return trial;
        }
        // The table does not have it any more. What has been tried in vain stays out.
        let node = Node { attacking: false, ply: 1, rest };
        if self.search.search_again(node).succeeds(false) {
            return Trial::Failed;
        }
        match self.answers(&moves, rest, &mut tried) {
            Trial::Failed if self.search.stopped => Trial::Open,
            trial => trial,
        }
    }

    /// Whether one of these evasions is known to hold, and does.
    fn answers(&mut self, moves: &[Move], rest: u16, tried: &mut Vec<Move>) -> Trial {
        let mut answers: Vec<(u32, Move)> = Vec::new();
        for &mv in moves {
            self.search.look();
            if self.search.interrupted {
                return Trial::Open;
            }
            let undo = self.search.position.make(mv, &mut ());
            let price = self.price(rest);
            self.search.position.unmake(mv, undo);
            match price {
                Some(0) => return Trial::Passed,
                Some(price) => answers.push((price, mv)),
                None => {}
            }
        }
        answers.sort_unstable();
        for (_, mv) in answers {
            if tried.contains(&mv) {
                continue;
            }
            tried.push(mv);
            let undo = self.search.position.make(mv, &mut ());
            let trial = self.attack(after(rest));
            self.search.position.unmake(mv, undo);
            if trial != Trial::Failed {
                return trial;
            }
        }
        Trial::Failed
    }

    /// What it takes to show that the position after an evasion is no mate, of which `rest` plies were left before it:
    /// nothing, or more the more work it was. `None` if nothing speaks for it.
    fn price(&self, rest: u16) -> Option<u32> {
        if self.search.position.outcome().is_some() {
            return if self.search.is_won() { None } else { Some(0) };
        }
        let (key, left) = (self.search.position.key(), after(rest));
        if rest == 0 || self.set.get(&key).is_some_and(|&known| known >= left) {
            return Some(0);
        }
        let Some(entry) = self.search.table.get(key) else {
            // Positions without a check are not worth a place in the table.
            let mut checks = MoveList::new();
            self.search.position.checks(&mut checks);
            return checks.is_empty().then_some(1);
        };
        if entry.no_mate_below > left {
            return Some(1 + u32::from(entry.work));
        }
        // It has failed through repetition. Where the positions that recur are in the set, it belongs there too.
        (rest == UNBOUNDED && entry.path != 0 && entry.mate == UNPROVED).then(|| REPETITION + u32::from(entry.work))
    }
}

/// The price of an answer that has been good on one path; more than all others.
const REPETITION: u32 = 1 << 20;
