//! What perft counts.

use super::{Move, MoveList, Position};

/// Counts for perft. The defaults generate every move.
pub trait MoveCounting: Position {
    /// Number of moves that are pseudo-legal and [legal](Position::is_legal); what perft adds up at its leaves.
    fn count_moves(&self) -> u64 {
        let mut list = MoveList::new();
        self.moves(&mut list);
        list.iter().filter(|&&mv| self.is_legal(mv)).count() as u64
    }

    /// Number of different texts that name this move.
    fn spellings(&self, _mv: Move) -> u64 {
        1
    }
}
