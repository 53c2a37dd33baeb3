//! A problem from question to answer: proof, shorter proofs, all first moves.

use super::refute::{Refuter, Trial};
use super::search::{Node, Search, UNBOUNDED, Value};
use super::table::Table;
use super::verify::Verifier;
use super::{MateError, Watch};
use crate::position::{MateHints, Move, MoveList, Side};

/// Greatest number of moves that can be asked for as a bound.
const MOST_MOVES: u32 = 1000;

/// What to find out beyond a first mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Nothing.
    First,
    /// Shorter ones, with as much work again as the first took, or a little.
    Shorter,
    /// The shortest.
    Shortest,
}

/// What is asked, and what it may cost.
#[derive(Clone, Debug)]
pub struct MateLimits {
    /// Most positions to expand.
    pub nodes: Option<u64>,
    /// Only mates in so many moves of the attacker, or fewer.
    pub within: Option<u32>,
    /// How hard to look for shorter mates.
    pub effort: Effort,
    /// Whether to find every first move that mates as fast.
    pub first_moves: bool,
}

/// Least number of nodes that [`Effort::Shorter`] is worth.
const LEAST_EFFORT: u64 = 100_000;

/// The answer to a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A mate, with the line of longest defence, which is as long as the proof is deep.
    Mate {
        /// The moves, the attacker's first.
        line: Vec<Move>,
        /// No shorter mate exists, by the word of the search.
        shortest: bool,
        /// All first moves that mate in as many moves, if that has been asked and found out.
        first: Option<Vec<Move>>,
    },
    /// There is none (within the bound, if one was given).
    NoMate {
        /// An answer to every check has been played through. If not, limits left no room for that, and it is the word of
        /// the search alone.
        tried: bool,
    },
    /// The limits did not suffice.
    Unknown,
}

impl Answer {
    /// The attacker's moves up to mate.
    pub fn moves(&self) -> Option<u32> {
        match self {
            Answer::Mate { line, .. } => Some(line.len().div_ceil(2) as u32),
            _ => None,
        }
    }
}

/// An answer and its price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The answer.
    pub answer: Answer,
    /// After [`Solver::defend`], if no mate was found: the evasions that are known to hold, or, if limits ended the search
    /// before there was one, those that no mate is known against.
    pub held: Vec<Move>,
    /// Positions expanded.
    pub nodes: u64,
    /// Share of the table that is used at the end, per mille.
    pub fill: u32,
}

/// A solver with its table, for one problem after another.
pub struct Solver {
    table: Table,
    /// Decides the order of moves; 0 for the usual one.
    order: u64,
    /// Positions that the trial of a proof may remember.
    most_known: usize,
}

/// The table leaves this part of the memory to all else,
const SPARED_SHARE: usize = 8;

/// and at least so much of it, in MiB, or half: that is what the program takes itself.
const SPARED_LEAST: usize = 14;

/// What a position takes in the memory of a trial, in bytes, while that memory grows; twice as much as it takes later, which
/// leaves room for the rest.
const TRIAL_BYTES: usize = 128;

impl Solver {
    /// A solver that may use this much memory, in MiB; most of it goes into the table.
    ///
    /// # Errors
    /// If the size is out of range or the system does not give the memory.
    pub fn new(megabytes: usize) -> Result<Solver, MateError> {
        Solver::in_order(megabytes, 0)
    }

    /// A solver that looks at moves in another order, by chance but the same one for the same number; 0 is the usual order.
    /// The verdicts are the same, the lines and the time they take are not.
    ///
    /// # Errors
    /// As for [`new`](Solver::new).
    pub fn in_order(megabytes: usize, order: u64) -> Result<Solver, MateError> {
        let spared = (megabytes / SPARED_SHARE).max(SPARED_LEAST.min(megabytes / 2));
        let table = Table::new(megabytes - spared)?;
        // The table has been made, so the number is no odd one.
        Ok(Solver { table, order, most_known: (megabytes << 20) / SPARED_SHARE / TRIAL_BYTES })
    }

    /// Solves the problem in which the side to move attacks. `banned` are the repetition keys of positions, its opponent
    /// to move, that it may not bring about again.
    pub fn solve<P: MateHints, W: Watch>(
        &mut self,
        position: &P,
        banned: &[u64],
        limits: &MateLimits,
        watch: &mut W,
    ) -> Solution {
        self.begin(position, position.side_to_move(), banned, limits, watch).solution(true, limits)
    }

    /// The same from the other side: can the opponent of the side to move, which must be in check, force mate by checks?
    /// The line of a mate begins with the longest defence. It is empty if this is mate already.
    pub fn defend<P: MateHints, W: Watch>(
        &mut self,
        position: &P,
        banned: &[u64],
        limits: &MateLimits,
        watch: &mut W,
    ) -> Solution {
        // The position on the board has come about, allowed or not.
        let here = position.repetition_key();
        let banned: Vec<u64> = banned.iter().copied().filter(|&key| key != here).collect();
        let limits = MateLimits { first_moves: false, ..limits.clone() };
        let mut search = self.begin(position, !position.side_to_move(), &banned, &limits, watch);
        let solution = search.solution(false, &limits);
        let held = if solution.answer.moves().is_some() { Vec::new() } else { held(&mut search) };
        Solution { held, nodes: search.nodes, ..solution }
    }

    /// A search with an empty table.
    fn begin<'a, P: MateHints, W: Watch>(
        &'a mut self,
        position: &P,
        attacker: Side,
        banned: &'a [u64],
        limits: &MateLimits,
        watch: &'a mut W,
    ) -> Search<'a, P, W> {
        self.table.clear();
        let mut search = Search::new(position.clone(), attacker, banned, &mut self.table, watch);
        search.most_nodes = limits.nodes.unwrap_or(u64::MAX);
        search.most_known = self.most_known;
        search.order = self.order;
        search
    }
}

/// The root with a bound on the plies; `attacking` tells who is to move.
fn root(attacking: bool, rest: u16) -> Node {
    Node { attacking, ply: 0, rest }
}

impl<P: MateHints, W: Watch> Search<'_, P, W> {
    fn solution(&mut self, attacking: bool, limits: &MateLimits) -> Solution {
        let over = self.position.outcome().is_some();
        let answer = if over { Answer::NoMate { tried: true } } else { answer(self, attacking, limits) };
        Solution { answer, held: Vec::new(), nodes: self.nodes, fill: self.table.fill() }
    }
}

fn answer<P: MateHints, W: Watch>(search: &mut Search<P, W>, attacking: bool, limits: &MateLimits) -> Answer {
    let rest = limits.within.map_or(UNBOUNDED, |moves| (moves.clamp(1, MOST_MOVES) * 2 - attacking as u32) as u16);
    let value = search.run(root(attacking, rest));
    if !value.succeeds(attacking) {
        return if value.is_final_failure(attacking) { refuted(search, attacking, rest) } else { Answer::Unknown };
    }
    let Some(mut line) = tried_line(search, attacking, value.mate) else {
        return Answer::Unknown;
    };
    let shortest = limits.effort != Effort::First && shorten(search, attacking, &mut line, limits);
    let first = if limits.first_moves && !search.stopped { first_moves(search, line.len() as u16) } else { None };
    Answer::Mate { line, shortest, first }
}

/// The line of a proof that has been found, after its trial.
fn tried_line<P: MateHints, W: Watch>(search: &mut Search<P, W>, attacking: bool, plies: u16) -> Option<Vec<Move>> {
    let mut verifier = Verifier::new(search);
    let tried = if attacking { verifier.attack(plies) } else { verifier.defend(plies) };
    let line = tried.and_then(|plies| verifier.line(attacking, plies));
    match &line {
        Some(line) => {
            search.found = Some(line.len().div_ceil(2) as u32);
            search.watch.found(line, search.nodes);
        }
        None if search.stopped => {}
        None => log::error!("a proof of {plies} plies has failed its trial in {}", search.position.key()),
    }
    line
}

/// The answer after a disproof that has been found, and its trial.
fn refuted<P: MateHints, W: Watch>(search: &mut Search<P, W>, attacking: bool, rest: u16) -> Answer {
    match Refuter::trial(search, attacking, rest) {
        Trial::Passed => Answer::NoMate { tried: true },
        Trial::Open => Answer::NoMate { tried: false },
        Trial::Failed => {
            log::error!("a disproof has failed its trial in {}", search.position.key());
            Answer::Unknown
        }
    }
}

/// The evasions that hold, or those that no mate is known against.
fn held<P: MateHints, W: Watch>(search: &mut Search<P, W>) -> Vec<Move> {
    let mut moves = MoveList::new();
    search.position.evasions(&mut moves);
    let (mut held, mut open) = (Vec::new(), Vec::new());
    for mv in moves {
        if search.interrupted {
            open.push(mv);
            continue;
        }
        let undo = search.position.make(mv, &mut ());
        let value = search.run(Node { attacking: true, ply: 1, rest: UNBOUNDED });
        search.position.unmake(mv, undo);
        if value.is_final_failure(true) {
            held.push(mv);
        } else if !value.succeeds(true) {
            open.push(mv);
        }
    }
    if held.is_empty() { open } else { held }
}

/// Replaces a line by shorter ones as long as there are any; whether it is known that there is none left.
fn shorten<P: MateHints, W: Watch>(
    search: &mut Search<P, W>,
    attacking: bool,
    line: &mut Vec<Move>,
    limits: &MateLimits,
) -> bool {
    let most_nodes = search.most_nodes;
    if limits.effort == Effort::Shorter {
        search.most_nodes = most_nodes.min(search.nodes.saturating_add(search.nodes.max(LEAST_EFFORT)));
    }
    let shortest = loop {
        let Some(rest) = (line.len() as u16).checked_sub(2) else { break true };
        let value = search.run(root(attacking, rest));
        if !value.succeeds(attacking) {
            break value.is_final_failure(attacking);
        }
        match tried_line(search, attacking, value.mate) {
            Some(shorter) => *line = shorter,
            None => break false,
        }
    };
    // That this effort is used up does not end the rest.
    if search.nodes < most_nodes && limits.effort == Effort::Shorter && search.most_nodes <= search.nodes {
        search.stopped = false;
    }
    search.most_nodes = most_nodes;
    shortest
}

/// All first moves that mate within so many plies; nothing if a limit was reached before that was known.
fn first_moves<P: MateHints, W: Watch>(search: &mut Search<P, W>, plies: u16) -> Option<Vec<Move>> {
    let mut moves = MoveList::new();
    search.position.checks(&mut moves);
    let mut first = Vec::new();
    for mv in moves {
        let rest = plies.saturating_sub(1);
        let undo = search.position.make(mv, &mut ());
        let value = search.run(Node { attacking: false, ply: 1, rest });
        let mates = value.succeeds(false);
        let tried = mates && Verifier::new(search).defend(rest).is_some();
        search.position.unmake(mv, undo);
        if tried {
            first.push(mv);
        } else if mates || !value.is_final_failure(false) {
            return None;
        }
    }
    Some(first)
}

impl Value {
    /// Whether the attack fails, on every path.
    pub fn is_final_failure(&self, attacking: bool) -> bool {
        let fails = if attacking { self.delta == 0 } else { self.phi == 0 };
        fails && self.since == super::search::ABSOLUTE
    }
}
