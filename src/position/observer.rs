//! Changes of a position, told as they happen.

use super::Side;

/// Receives every change that [`Position::make`](super::Position::make) makes to pieces on the board and in hand. Unmaking
/// reports nothing: who follows the changes keeps a stack. A null move changes no piece, so there is nothing to report.
pub trait Observer<Piece, Square> {
    /// A piece appears on a square.
    fn add(&mut self, piece: Piece, square: Square);
    /// A piece leaves a square.
    fn remove(&mut self, piece: Piece, square: Square);
    /// How many pieces of a kind `side` holds in hand or reserve, before and after. `kind` is the game's number among the
    /// kinds that can be held.
    fn hand(&mut self, side: Side, kind: usize, before: u8, after: u8);
}

/// Watches nothing: for perft, replays and rule questions.
impl<Piece, Square> Observer<Piece, Square> for () {
    #[inline]
    fn add(&mut self, _piece: Piece, _square: Square) {}
    #[inline]
    fn remove(&mut self, _piece: Piece, _square: Square) {}
    #[inline]
    fn hand(&mut self, _side: Side, _kind: usize, _before: u8, _after: u8) {}
}
