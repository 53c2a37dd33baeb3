//! Changes of the board, told as they happen.

use super::Side;

/// Receives every change of the board that [`Position::make`] makes. Unmaking reports nothing: who accumulates keeps
/// a stack.
pub trait Observer {
    /// A piece (the game's piece code, side included) appears on a square (the game's square code).
    fn add(&mut self, piece: usize, square: usize);
    /// A piece leaves a square.
    fn remove(&mut self, piece: usize, square: usize);
    /// `side` holds one more (`+1`) or one fewer (`-1`) of `kind` in hand or reserve.
    fn hand(&mut self, side: Side, kind: usize, change: i32);
}

/// Watches nothing: for perft, replays and rule questions.
impl Observer for () {
    #[inline]
    fn add(&mut self, _piece: usize, _square: usize) {}
    #[inline]
    fn remove(&mut self, _piece: usize, _square: usize) {}
    #[inline]
    fn hand(&mut self, _side: Side, _kind: usize, _change: i32) {}
}
