//! The mate solver (tsume): can the side to move force the capture of the last royal, giving check with every move?
//!
//! # What counts as what
//!
//! The attacker must play a *check* with every move, the defender an *evasion*; see [`MateHints::checks`] and
//! [`MateHints::evasions`]. A position in which the defender has no evasion is mate. With two royals there
//! is no check, unless both can be taken in one move; so a defender that gets a second royal has escaped, unless the
//! attacker takes one of the two with check to the other. A defender that takes the attacker's last royal has escaped,
//! even if its own royals hang; an attacker without a royal (the classical form of the problem) cannot lose one. Where
//! another rule ends the game on the board (such as a bare king rule), its result counts: a check that wins by it ends the
//! line as mate does, and a move that loses by it is no evasion. A position that recurs in a line fails the attacker, under
//! every repetition rule: some forbid it, others judge it against the side that checks, and no mate needs it.
//!
//! # Method
//!
//! Depth-first proof-number search (df-pn): always expand the most proving node, where the least is missing to a proof or a
//! disproof. Mates on large boards run to a hundred plies and more along narrow paths, with a handful of checks and evasions
//! a ply; searches by depth do not get there, while df-pn follows the defender's lack of choice to any depth, in memory
//! of a fixed size. Additions to the plain algorithm:
//!
//! * **Initial numbers.** A position with checks to meet starts with the number of its evasions, one with checks to give
//!   with the number of these: forcing lines come first, and mates and dead ends are seen one ply early.
//! * **Transpositions.** A sum over children counts work twice that different moves lead to: a king with eight squares
//!   and a rider with ten to interpose on share most of their future. So a node's number is the greatest of its children's,
//!   plus one for every other child that is open (as in weak proof-number search).
//! * **Thresholds** leave a quarter of room above the second best child, so that the search does not hop between two parts
//!   of the tree whose entries the table has lost meanwhile (1 + ε).
//! * **Repetition.** Proofs do not depend on the path: a mate never needs to repeat. Disproofs may. Every failure through
//!   repetition carries the ply of the position that recurred; if it lies above the node, the disproof is kept for
//!   that path only, else it holds for good.
//! * **Closed sets.** Where checks go round in cycles, disproofs that hold on one path only do not add up: there are more
//!   paths than can be searched. The module `closure` then looks for a set of positions which the defender need not leave;
//!   they all are disproved for good.
//! * **Loops** of positions that keep lowering each other's numbers are broken by raising the thresholds where a child has
//!   been met nearer to the root before (threshold control).
//! * **Shortest mates.** A second phase asks for a mate two plies shorter, with the remaining plies as part of the
//!   position, until there is none. With a bound on the plies nothing can recur, so all its answers hold for good; the
//!   proofs of the first phase guide it and end its branches.
//!
//! Every proof is verified before it is reported: the module `verify_proof` replays it against every defence, with checks
//! and evasions from the generators that try every move. Disproofs are verified in the same way by the module
//! `verify_disproof`, which finds an evasion for every check, if the limits allow it; the answer says whether they did. That
//! there is no shorter mate is not verified.

mod children;
mod closure;
mod parallel;
mod search;
mod solve;
mod table;
#[cfg(test)]
mod tests;
mod value;
mod verify_disproof;
mod verify_proof;

pub use parallel::solve_parallel;
pub use solve::{Answer, Effort, MateLimits, Solution, Solver};

use crate::position::Move;
use std::ops::ControlFlow;

#[cfg(doc)]
use crate::position::MateHints;

/// Stack that a thread needs to solve in, in bytes: lines may be a thousand plies long.
pub const STACK_SIZE: usize = 64 << 20;

/// Why a solver cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MateError {
    /// The size of the table is out of range.
    #[error("memory of {megabytes} MB is out of range (1 to {most})")]
    Range {
        /// What was asked for, in MiB.
        megabytes: usize,
        /// The greatest size.
        most: usize,
    },
    /// There is not enough memory.
    #[error("no memory for a table of {megabytes} MB")]
    Memory {
        /// What was asked for, in MiB.
        megabytes: usize,
    },
}

/// The progress of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Nodes expanded so far.
    pub nodes: u64,
    /// Share of the table that is used, per mille.
    pub fill: u32,
    /// Proof number of the position.
    pub proof: u32,
    /// Disproof number of the position.
    pub disproof: u32,
    /// The mate found so far, in moves of the attacker.
    pub mate: Option<u32>,
}

/// Observes a solver and may stop it; it is called every few milliseconds, see [`MateHints::MATE_POLL_INTERVAL`].
pub trait Watch {
    /// Receives the progress; `Break` ends the search.
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()>;

    /// Receives every mate that has been found and verified, each shorter than the one before: the line of longest defence,
    /// and the nodes so far.
    fn found(&mut self, _line: &[Move], _nodes: u64) {}
}

/// Ignores everything and never stops.
impl Watch for () {
    fn progress(&mut self, _progress: &Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
