//! Handicaps: those of Chu Shogi that take pieces away, or promote one that is on the board at the start.

use super::reserve::Slot;
use super::state::HeiseiPosition;
use crate::games::chu::handicap::{Change, Handicap};
use crate::games::chu::piece::Piece;
use crate::games::chu::square::Square;
use crate::games::chu::state::ChuPosition;
use crate::position::Side;

impl HeiseiPosition {
    /// The start position with a handicap, White to move: what Chu Shogi takes from White's set-up (`chu`, its start
    /// position) is taken from the board or, if it is set aside there, from the reserve. `None` if the handicap asks for
    /// more than that.
    pub fn with_handicap(&self, chu: &ChuPosition, handicap: &Handicap) -> Option<HeiseiPosition> {
        let mut pieces: Vec<(Square, Piece)> = self.chu.all_pieces().collect();
        let mut reserves = self.reserves;
        for &change in handicap.changes {
            match change {
                Change::Remove(square) => match Slot::of(chu.piece_on(square).kind()) {
                    Some(slot) => {
                        let count = &mut reserves[chu.piece_on(square).side().index()][slot.index()];
                        *count = count.checked_sub(1)?;
                    }
                    None => pieces.retain(|&(at, _)| at != square),
                },
                Change::Promote(square) => {
                    let (_, piece) = pieces.iter_mut().find(|(at, _)| *at == square)?;
                    *piece = piece.moves().promoted();
                }
                Change::Exchange(..) | Change::Move(..) => return None,
            }
        }
        let board = ChuPosition::set_up(self.chu.rules, pieces, Side::White, None);
        Some(HeiseiPosition::set_up(board, reserves, []))
    }
}
