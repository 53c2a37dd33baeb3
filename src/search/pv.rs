//! The principal variation, collected while the search unwinds.

use super::score::MAX_PLY;
use crate::position::Move;

/// One line per ply; the line of a ply begins with the best move there.
pub(super) struct PvTable {
    moves: Box<[Move]>,
    lengths: Box<[u16]>,
}

/// Moves of a row.
const ROW: usize = MAX_PLY + 1;

impl PvTable {
    pub fn new() -> PvTable {
        PvTable {
            moves: vec![Move::NONE; ROW * (ROW + 1)].into_boxed_slice(),
            lengths: vec![0; ROW + 1].into_boxed_slice(),
        }
    }

    /// Empties the line of `ply`.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// The line of `ply` becomes `mv` and the line of the next ply.
    pub fn update(&mut self, ply: usize, mv: Move) {
        let length = usize::from(self.lengths[ply + 1]).min(ROW - 1);
        let (from, to) = ((ply + 1) * ROW, ply * ROW);
        self.moves[to] = mv;
        self.moves.copy_within(from..from + length, to + 1);
        self.lengths[ply] = length as u16 + 1;
    }

    /// The line of `ply`.
    pub fn line(&self, ply: usize) -> &[Move] {
        &self.moves[ply * ROW..][..usize::from(self.lengths[ply])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_grow_from_the_leaf() {
        let mut pv = PvTable::new();
        let mv = Move::from_code;
        pv.clear(3);
        pv.update(2, mv(2));
        pv.update(1, mv(1));
        pv.update(0, mv(0));
        assert_eq!(pv.line(0), [mv(0), mv(1), mv(2)]);
        pv.clear(1);
        pv.update(0, mv(9));
        assert_eq!(pv.line(0), [mv(9)]);
    }
}
