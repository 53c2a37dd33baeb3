//! The children of a node: its numbers from theirs, and which of them to search next and how far.

use super::value::{INFINITE, PATH_INDEPENDENT, ProofNode, UNBOUNDED, Value};
use crate::position::Move;

/// A move and the value of the position after it.
#[derive(Clone, Copy)]
pub struct Child {
    pub mv: Move,
    pub value: Value,
    /// An old node in the sense of threshold control: it has been met at a lower ply before.
    pub old: bool,
}

/// The numbers at which the search of a node stops.
#[derive(Clone, Copy)]
pub struct Thresholds {
    pub phi: u32,
    pub delta: u32,
}

/// The numbers of a node, computed from its children.
pub struct ChildSummary {
    pub phi: u32,
    pub delta: u32,
    /// Index of the child to search.
    pub best: usize,
    /// The least `delta` of the other children.
    second_delta: u32,
    /// Open children besides the best.
    other_open: u32,
}

impl ChildSummary {
    /// Selects the best child and sums up.
    pub fn of(children: &[Child]) -> ChildSummary {
        let mut summary = ChildSummary { phi: INFINITE, delta: 0, best: 0, second_delta: INFINITE, other_open: 0 };
        let (mut open, mut lowest_phi) = (0u32, INFINITE);
        for (index, child) in children.iter().enumerate() {
            let Value { phi, delta, .. } = child.value;
            if phi > 0 {
                open += 1;
                summary.delta = summary.delta.max(phi);
            }
            if delta < summary.phi || delta == summary.phi && phi < lowest_phi {
                summary.second_delta = summary.phi;
                (summary.phi, summary.best, lowest_phi) = (delta, index, phi);
            } else if delta < summary.second_delta {
                summary.second_delta = delta;
            }
        }
        summary.other_open = open.saturating_sub(1);
        if open > 0 {
            summary.delta = summary.delta.saturating_add(summary.other_open).min(INFINITE);
        }
        summary
    }

    /// The thresholds of the best child, with the thresholds of the node (df-pn with the 1 + ε trick).
    pub fn thresholds_of_best(&self, limits: Thresholds) -> Thresholds {
        Thresholds {
            phi: limits.delta.saturating_sub(self.other_open),
            delta: limits.phi.min(self.second_delta.saturating_add(self.second_delta / 4).saturating_add(1)),
        }
    }

    /// The value of a node that its children have solved. `hit_max_ply`: lines were cut at the
    /// greatest ply.
    pub fn solved(&self, node: ProofNode, children: &[Child], hit_max_ply: bool) -> Value {
        let mover_wins = self.phi == 0;
        if mover_wins == node.attacking {
            // The attacker has found a mate, or every defence leads to one.
            let lengths = children.iter().filter(|child| !mover_wins || child.value.delta == 0).map(|c| c.value.mate);
            let length = if mover_wins { lengths.min() } else { lengths.max() };
            return Value::success(
                node.attacking,
                length.map_or(0, |plies| plies.saturating_add(1).min(UNBOUNDED - 1)),
            );
        }
        let repetition_ply = if mover_wins {
            children.iter().filter(|child| child.value.delta == 0).map(|child| child.value.repetition_ply).max()
        } else {
            children.iter().map(|child| child.value.repetition_ply).min()
        };
        let repetition_ply = repetition_ply.unwrap_or(PATH_INDEPENDENT);
        // A failure that depends on no position above this node holds on every path. One by the greatest ply does not.
        let path_independent = repetition_ply >= node.ply && !(hit_max_ply && repetition_ply == 0);
        Value::failure(node.attacking, if path_independent { PATH_INDEPENDENT } else { repetition_ply })
    }
}
