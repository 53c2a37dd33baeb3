//! Chu Shogi: pieces, rules, move generation, exchange evaluation, evaluation.
//!
//! Cited sections (`chu-rules §4`) are those of `docs/chu-rules.md`.

pub(in crate::games) mod action;
mod attack;
mod checks;
mod count;
mod cycle;
mod ending;
pub(in crate::games) mod eval;
mod explain;
pub(in crate::games) mod handicap;
pub(in crate::games) mod legality;
mod lion;
mod movegen;
pub(in crate::games) mod piece;
mod position;
pub(in crate::games) mod rules;
mod see;
pub(in crate::games) mod square;
pub(in crate::games) mod state;
#[cfg(test)]
pub(in crate::games) mod tests;
pub(crate) mod text;
mod variant;
pub(in crate::games) mod view;

pub use action::Action;
pub use eval::ChuEvaluation;
pub use explain::{PathFault, PromotionBar, Protector, Unreachable};
pub use handicap::{Change, GRADES, Grade, HANDICAPS, Handicap};
pub use legality::Illegal;
pub use lion::LionBan;
pub use piece::{KIND_TABLE, KINDS, Kind, KindInfo, PIECES, Piece, Traits};
pub use rules::{BareKing, ChuRules, LastRank, PromotionMode, RepetitionRule, Switches};
pub use square::{SIZE, Square, SquareSet};
pub use state::{ChuPosition, ChuUndo};
pub use text::{CounterStrikeError, KifBoardError, KifMoveError, MoveTextError};
pub use variant::Chu;
