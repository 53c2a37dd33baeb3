//! Solving a problem: a proof, shorter proofs, all first moves.

use super::closure::Closure;
use super::search::ProofSearch;
use super::table::ProofTable;
use super::value::{ProofNode, UNBOUNDED};
use super::verify_disproof::{DisproofVerifier, Verification};
use super::verify_proof::ProofVerifier;
use super::{MateError, Watch};
use crate::position::{MateHints, Move, MoveList, Side};

/// Greatest limit of moves.
const MAX_MOVES: u32 = 1000;

/// What to search for after the first mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Nothing: the first mate will do.
    First,
    /// Shorter mates, with about as many nodes as the first took.
    Shorter,
    /// The shortest mate.
    Shortest,
}

/// Limits of the solver.
#[derive(Clone, Debug)]
pub struct MateLimits {
    /// Greatest number of nodes to expand.
    pub nodes: Option<u64>,
    /// Greatest number of attacker's moves of a mate.
    pub within: Option<u32>,
    /// How far to search for shorter mates.
    pub effort: Effort,
    /// Whether to find all first moves of mates of the same length.
    pub first_moves: bool,
}

/// Least number of nodes for [`Effort::Shorter`].
const MIN_EFFORT: u64 = 100_000;

/// The answer to a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A mate, with the line of longest defence; it is as long as the proof is deep.
    Mate {
        /// The moves, the attacker's first.
        line: Vec<Move>,
        /// Whether the search has found that there is no shorter mate. This is not verified.
        shortest: bool,
        /// All first moves that mate in as many moves, if [`MateLimits::first_moves`] asked for them and they were found.
        first: Option<Vec<Move>>,
    },
    /// There is no mate (within the limit of moves, if there is one).
    NoMate {
        /// Whether the disproof has been verified; if not, the limits were too low for that.
        verified: bool,
    },
    /// The limits were reached before the answer was known.
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

/// An answer and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The answer.
    pub answer: Answer,
    /// After [`Solver::defend`], if no mate was found: the evasions that are known to avoid mate, or, if a limit was reached
    /// before one was known, those against which no mate is known.
    pub evasions: Vec<Move>,
    /// Nodes expanded.
    pub nodes: u64,
    /// Share of the table that is used at the end, per mille.
    pub fill: u32,
}

/// A solver with its table. It can solve any number of problems.
pub struct Solver {
    table: ProofTable,
    /// Seed of the move order; 0 for the order of generation.
    order: u64,
    /// Limit of positions that a verification may store.
    max_known: usize,
}

/// The part of the memory that is not used for the table, as a fraction 1/n.
const RESERVED_FRACTION: usize = 8;

/// Least memory that is not used for the table, in MiB (at most half of all): the program itself needs it.
const MIN_RESERVED: usize = 14;

/// Memory of a stored position of a verification while its hash map grows, in bytes. That is twice what it takes later.
const VERIFICATION_BYTES: usize = 128;

impl Solver {
    /// A solver that may use this much memory, in MiB; most of it goes into the table.
    ///
    /// # Errors
    /// If the size is out of range or the system does not give the memory.
    pub fn new(megabytes: usize) -> Result<Solver, MateError> {
        Solver::with_order(megabytes, 0)
    }

    /// A solver with a pseudo-random move order made from a seed; 0 is the order of generation. The answers are the same, the
    /// lines and the time they take are not.
    ///
    /// # Errors
    /// As for [`new`](Solver::new).
    pub fn with_order(megabytes: usize, order: u64) -> Result<Solver, MateError> {
        let reserved = (megabytes / RESERVED_FRACTION).max(MIN_RESERVED.min(megabytes / 2));
        let table = ProofTable::new(megabytes - reserved)?;
        // The size is in range, as the table could be made: the shift does not overflow.
        Ok(Solver { table, order, max_known: (megabytes << 20) / RESERVED_FRACTION / VERIFICATION_BYTES })
    }

    /// Solves the problem in which the side to move attacks. `banned` are the repetition keys of positions, its opponent
    /// to move, that it may not reach.
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
    /// The line of a mate begins with the longest defence; it is empty if the side to move is mated
    /// already.
    pub fn defend<P: MateHints, W: Watch>(
        &mut self,
        position: &P,
        banned: &[u64],
        limits: &MateLimits,
        watch: &mut W,
    ) -> Solution {
        // The position on the board has been reached, so it is not banned.
        let here = position.repetition_key();
        let banned: Vec<u64> = banned.iter().copied().filter(|&key| key != here).collect();
        let limits = MateLimits { first_moves: false, ..limits.clone() };
        let mut search = self.begin(position, !position.side_to_move(), &banned, &limits, watch);
        let solution = search.solution(false, &limits);
        let evasions = if solution.answer.moves().is_some() { Vec::new() } else { evasions_left(&mut search) };
        Solution { evasions, nodes: search.nodes, ..solution }
    }

    /// A search with an empty table.
    fn begin<'a, P: MateHints, W: Watch>(
        &'a mut self,
        position: &P,
        attacker: Side,
        banned: &'a [u64],
        limits: &MateLimits,
        watch: &'a mut W,
    ) -> ProofSearch<'a, P, W> {
        self.table.clear();
        let mut search = ProofSearch::new(position.clone(), attacker, banned, &mut self.table, watch);
        search.max_nodes = limits.nodes.unwrap_or(u64::MAX);
        search.max_known = self.max_known;
        search.order = self.order;
        search
    }
}

/// The root with a limit of plies; `attacking` tells who is to move.
fn root(attacking: bool, plies_left: u16) -> ProofNode {
    ProofNode { attacking, ply: 0, plies_left }
}

impl<P: MateHints, W: Watch> ProofSearch<'_, P, W> {
    fn solution(&mut self, attacking: bool, limits: &MateLimits) -> Solution {
        let over = self.position.outcome().is_some();
        let answer = if over { Answer::NoMate { verified: true } } else { answer(self, attacking, limits) };
        Solution { answer, evasions: Vec::new(), nodes: self.nodes, fill: self.table.fill() }
    }
}

fn answer<P: MateHints, W: Watch>(search: &mut ProofSearch<P, W>, attacking: bool, limits: &MateLimits) -> Answer {
    let plies_left = limits.within.map_or(UNBOUNDED, |moves| (moves.clamp(1, MAX_MOVES) * 2 - attacking as u32) as u16);
    let value = search.run(root(attacking, plies_left));
    if !value.succeeds(attacking) {
        return if value.is_final_failure(attacking) || plies_left == UNBOUNDED && is_closed(search, attacking) {
            disproved(search, attacking, plies_left)
        } else {
            Answer::Unknown
        };
    }
    let Some(mut line) = verified_line(search, attacking, value.mate) else {
        return Answer::Unknown;
    };
    let shortest = limits.effort != Effort::First && shorten(search, attacking, &mut line, limits);
    let first = if limits.first_moves && !search.stopped { first_moves(search, line.len() as u16) } else { None };
    Answer::Mate { line, shortest, first }
}

/// Whether there is a closed set, for an attack that has failed only because lines were cut at the greatest ply.
fn is_closed<P: MateHints, W: Watch>(search: &mut ProofSearch<P, W>, attacking: bool) -> bool {
    let effort = search.max_nodes.saturating_sub(search.nodes);
    if search.stopped || attacking {
        return !search.stopped && Closure::disproves(search, effort);
    }
    search.moves_here(false).into_iter().any(|mv| {
        let undo = search.position.make(mv, &mut ());
        let closed = search.position.outcome().is_none() && Closure::disproves(search, effort);
        search.position.unmake(mv, undo);
        closed
    })
}

/// Verifies a proof that has been found; its line.
fn verified_line<P: MateHints, W: Watch>(
    search: &mut ProofSearch<P, W>,
    attacking: bool,
    plies: u16,
) -> Option<Vec<Move>> {
    let mut verifier = ProofVerifier::new(search);
    let proven = if attacking { verifier.attack(plies) } else { verifier.defend(plies) };
    let line = proven.and_then(|plies| verifier.line(attacking, plies));
    match &line {
        Some(line) => {
            search.found = Some(line.len().div_ceil(2) as u32);
            search.watch.found(line, search.nodes);
        }
        None if search.stopped => {}
        None => log::error!("a proof of {plies} plies has failed its verification in {}", search.position.key()),
    }
    line
}

/// Verifies a disproof that has been found; the answer.
fn disproved<P: MateHints, W: Watch>(search: &mut ProofSearch<P, W>, attacking: bool, plies_left: u16) -> Answer {
    match DisproofVerifier::verify(search, attacking, plies_left) {
        Verification::Passed => Answer::NoMate { verified: true },
        Verification::Open => Answer::NoMate { verified: false },
        Verification::Failed => {
            log::error!("a disproof has failed its verification in {}", search.position.key());
            Answer::Unknown
        }
    }
}

/// The evasions that avoid mate, or those against which no mate is known.
fn evasions_left<P: MateHints, W: Watch>(search: &mut ProofSearch<P, W>) -> Vec<Move> {
    let mut moves = MoveList::new();
    search.position.evasions(&mut moves);
    let (mut holding, mut open) = (Vec::new(), Vec::new());
    for mv in moves {
        if search.interrupted {
            open.push(mv);
            continue;
        }
        let undo = search.position.make(mv, &mut ());
        let value = search.run(ProofNode { attacking: true, ply: 1, plies_left: UNBOUNDED });
        search.position.unmake(mv, undo);
        if value.is_final_failure(true) {
            holding.push(mv);
        } else if !value.succeeds(true) {
            open.push(mv);
        }
    }
    if holding.is_empty() { open } else { holding }
}

/// Replaces a line by shorter ones as long as there are any. True if it is known that there is no shorter one.
fn shorten<P: MateHints, W: Watch>(
    search: &mut ProofSearch<P, W>,
    attacking: bool,
    line: &mut Vec<Move>,
    limits: &MateLimits,
) -> bool {
    let max_nodes = search.max_nodes;
    if limits.effort == Effort::Shorter {
        search.max_nodes = max_nodes.min(search.nodes.saturating_add(search.nodes.max(MIN_EFFORT)));
    }
    let shortest = loop {
        let Some(plies_left) = (line.len() as u16).checked_sub(2) else { break true };
        let value = search.run(root(attacking, plies_left));
        if !value.succeeds(attacking) {
            break value.is_final_failure(attacking);
        }
        match verified_line(search, attacking, value.mate) {
            Some(shorter) => *line = shorter,
            None => break false,
        }
    };
    // Using up this effort does not stop what follows.
    if search.nodes < max_nodes && limits.effort == Effort::Shorter && search.max_nodes <= search.nodes {
        search.stopped = false;
    }
    search.max_nodes = max_nodes;
    shortest
}

/// All first moves that mate within so many plies; `None` if a limit was reached before they were known.
fn first_moves<P: MateHints, W: Watch>(search: &mut ProofSearch<P, W>, plies: u16) -> Option<Vec<Move>> {
    let mut moves = MoveList::new();
    search.position.checks(&mut moves);
    let mut first = Vec::new();
    for mv in moves {
        let plies_left = plies.saturating_sub(1);
        let undo = search.position.make(mv, &mut ());
        let value = search.run(ProofNode { attacking: false, ply: 1, plies_left });
        let mates = value.succeeds(false);
        let proven = mates && ProofVerifier::new(search).defend(plies_left).is_some();
        search.position.unmake(mv, undo);
        if proven {
            first.push(mv);
        } else if mates || !value.is_final_failure(false) {
            return None;
        }
    }
    Some(first)
}
