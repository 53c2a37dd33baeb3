//! Nodes of the search and their values: proof and disproof numbers, and what a solved node has found.
//!
//! Numbers are the mover's: `phi` is what is missing until the mover reaches its goal (a proof for the attacker, a
//! disproof for the defender), `delta` what is missing for its opponent.

use super::table::UNPROVED;

/// Infinity: greater than every number of an open node.
pub const INFINITE: u32 = 1 << 30;

/// `plies_left` of a search without a limit of plies.
pub const UNBOUNDED: u16 = u16::MAX - 1;

/// `repetition_ply` of a failure that does not depend on the path.
pub const PATH_INDEPENDENT: u16 = u16::MAX;

/// A node of the search; its position is on the board.
#[derive(Clone, Copy)]
pub struct ProofNode {
    /// Whether the attacker is to move.
    pub attacking: bool,
    /// Plies from the root.
    pub ply: u16,
    /// Plies within which the mate must come, or [`UNBOUNDED`].
    pub plies_left: u16,
}

impl ProofNode {
    /// The node after a move.
    pub fn next(self) -> ProofNode {
        let plies_left = if self.plies_left == UNBOUNDED { UNBOUNDED } else { self.plies_left.saturating_sub(1) };
        ProofNode { attacking: !self.attacking, ply: self.ply + 1, plies_left }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    pub phi: u32,
    pub delta: u32,
    /// Plies to mate, if the attack succeeds.
    pub mate: u16,
    /// If the attack fails: the least ply of a position on the path whose repetition the failure depends on, or
    /// [`PATH_INDEPENDENT`].
    pub repetition_ply: u16,
}

impl Value {
    /// Not solved.
    pub const fn open(phi: u32, delta: u32) -> Value {
        Value { phi, delta, mate: UNPROVED, repetition_ply: PATH_INDEPENDENT }
    }

    /// The attack succeeds in so many plies; `attacking` tells who is to move.
    pub const fn success(attacking: bool, mate: u16) -> Value {
        let (phi, delta) = if attacking { (0, INFINITE) } else { (INFINITE, 0) };
        Value { phi, delta, mate, repetition_ply: PATH_INDEPENDENT }
    }

    /// The attack fails.
    pub const fn failure(attacking: bool, repetition_ply: u16) -> Value {
        let (phi, delta) = if attacking { (INFINITE, 0) } else { (0, INFINITE) };
        Value { phi, delta, mate: UNPROVED, repetition_ply }
    }

    pub fn is_solved(&self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// Whether the attack succeeds; `attacking` tells who is to move.
    pub fn succeeds(&self, attacking: bool) -> bool {
        if attacking { self.phi == 0 } else { self.delta == 0 }
    }

    /// Whether the attack fails, on every path.
    pub fn is_final_failure(&self, attacking: bool) -> bool {
        let fails = if attacking { self.delta == 0 } else { self.phi == 0 };
        fails && self.repetition_ply == PATH_INDEPENDENT
    }
}
