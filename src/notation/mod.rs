//! How positions and moves are written and read, and what can be wrong with their texts: what all games share.

mod error;
pub(crate) mod fields;
pub(crate) mod hands;
mod illegal;
pub(crate) mod san;
mod sheet;
mod squares;
mod tsa;

pub(crate) use error::excerpt;
pub use error::{BoardError, GameReason, HeldError, MoveError, PositionError, RankName, UnknownSquare};
pub use illegal::{Explain, IllegalMove, Violation};
pub use sheet::{PieceSheet, Way};
pub(crate) use tsa::looks_like_tsa;

/// The character of ASCII for a full-width one, and a space for the wide space.
pub(crate) fn half_width(c: char) -> char {
    match c {
        // The full-width forms stand in the order of ASCII.
        '！'..='～' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{3000}' => ' ',
        _ => c,
    }
}

/// A way to write squares and moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveFormat {
    /// USI, as lishogi writes it (chu-rules §2.7): `7g7f+`, `7g7f6e`.
    Usi,
    /// CECP: `f2f3+`, legs joined by a comma `f2f3,f3g4`, pass `@@@@`.
    Cecp,
    /// Coordinates run together, files from `a` and ranks from 1 as in CECP: `f2f3+`, `f2f3g4`, a pass as `f2f2`.
    Coord,
    /// The notation of the books, piece by piece (George Hodges' of 1976): `P-8f`, `Lnx!9d`.
    Tsa,
    /// XBoard's short notation in PGN: `Nf5`, `a9+`, `Nxf7xg7`, `D@c3`, a pass as `--`.
    San,
}

impl MoveFormat {
    /// How squares are named.
    pub const fn squares(self) -> SquareNames {
        match self {
            MoveFormat::Usi | MoveFormat::Tsa => SquareNames::Japanese,
            MoveFormat::Cecp | MoveFormat::Coord | MoveFormat::San => SquareNames::Western,
        }
    }
}

/// A way to name squares (chu-rules §1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SquareNames {
    /// Files as numbers from the first player's right, ranks as letters from the far side: `7j`.
    Japanese,
    /// Files as letters from the first player's left, ranks as numbers from the near side: `f3`.
    Western,
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
