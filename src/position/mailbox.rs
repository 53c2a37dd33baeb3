//! Boards that hold a piece a square, with sets and keys that follow.

/// A board by squares with derived state (sets of squares, occupied lines, key, counts) that is brought up to date as
/// pieces come and go.
pub(crate) trait Mailbox {
    /// A square, or its number.
    type Square: Copy;
    /// A piece of one side, or none.
    type Piece: Copy + PartialEq;

    /// What stands on an empty square.
    const NONE: Self::Piece;

    /// What stands on a square.
    fn cell(&mut self, square: Self::Square) -> &mut Self::Piece;

    /// Brings the derived state up to date with a piece that has come to a square (`change` is 1) or left it (-1).
    fn update(&mut self, square: Self::Square, piece: Self::Piece, change: i8);

    /// Puts a piece on an empty square.
    #[inline]
    fn put(&mut self, square: Self::Square, piece: Self::Piece) {
        *self.cell(square) = piece;
        self.update(square, piece, 1);
    }

    /// Takes the piece away that stands on a square.
    #[inline]
    fn take(&mut self, square: Self::Square) -> Self::Piece {
        let piece = std::mem::replace(self.cell(square), Self::NONE);
        self.update(square, piece, -1);
        piece
    }

    /// Puts up pieces; one on a square that is taken replaces what stands there.
    fn put_all(&mut self, pieces: impl IntoIterator<Item = (Self::Square, Self::Piece)>) {
        for (square, piece) in pieces {
            if *self.cell(square) != Self::NONE {
                self.take(square);
            }
            if piece != Self::NONE {
                self.put(square, piece);
            }
        }
    }
}
