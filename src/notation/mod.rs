//! How positions and moves are written and read: what all games share, and a room for each game.

pub mod chu;
mod fields;
pub mod whale;

/// A way to write squares and moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveFormat {
    /// USI, as lishogi writes it (chu-rules §2.7): `7g7f+`, `7g7f6e`.
    Usi,
    /// CECP: `f2f3+`, legs joined by a comma `f2f3,f3g4`, pass `@@@@`.
    Cecp,
}

/// A way to write positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionFormat {
    /// The native text of the game; for Chu the SFEN of lishogi.
    Sfen,
    /// XBoard's FEN.
    Fen,
}

/// A way to draw boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardStyle {
    /// The letters of FEN.
    Letters,
    /// One kanji a piece.
    Kanji,
}

/// Text from outside that cannot be used. The message names the field and the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TextError(pub String);
