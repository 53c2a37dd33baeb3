//! Heisei Chu Shogi: Chu Shogi in which each side sets 14 of its 46 pieces aside at the start and drops them in the
//! course of the game.
//!
//! A position is a position of Chu with a reserve beside it. Captured pieces are gone for good and a drop captures
//! nothing, so the rules of Chu on attacks, lions, exchanges and results need not know of reserves; for them a drop is a
//! passed turn after which one piece more stands on the board. All rule sets and flags of Chu apply.
//!
//! What the published rules say, and what is decided here where they are silent:
//!
//! - Set aside are the lances, coppers, silvers, side movers, vertical movers, reverse chariots, the kirin and the
//!   phoenix (published).
//! - Instead of a move a player may drop one of them at any time (published) on an empty square that has an own piece on
//!   one of the eight squares around it: published is "adjacent"; that diagonals count, and any own piece on the board,
//!   is decided.
//! - No piece may be dropped where it could never move (published): that is a lance, unpromoted, on the last rank.
//!   Blockers do not matter.
//! - In the promotion zone a piece may be dropped promoted (published), also a lance on the last rank.
//! - Or it may promote "on any subsequent move in the promotion zone" (published): it is *fresh* and may promote on quiet
//!   moves that start and end in the zone, until it leaves the zone or promotes. Otherwise promotion is that of Chu. Where
//!   the rule set gives or denies a right of its own (`promo.mode`), fresh pieces have theirs besides.
//! - A drop may give check and mate (decided: nothing forbids it).
//! - The lion rules are those of Chu, for a kirin dropped as a lion too. The ban of the counter-strike lasts one move, so
//!   a drop lets it pass (decided).
//! - A side that has neither move nor drop loses. A side with pieces in reserve is not bare, and its reserve counts among
//!   the pieces that bare the opponent, as nothing can take them from it (decided).
//! - Reserves and marks are part of the repeated position (decided). No position from before a drop comes again.

mod action;
mod checks;
mod eval;
mod handicap;
mod movegen;
mod position;
mod reserve;
mod state;
#[cfg(test)]
mod tests;
pub(crate) mod text;
mod variant;
mod view;

pub use action::HeiseiAction;
pub use eval::HeiseiEvaluation;
pub use movegen::IllegalDrop;
pub use reserve::{SLOTS, START as START_RESERVE, Slot};
pub use state::{HeiseiPosition, HeiseiUndo};
pub use text::{DropTextError, FreshMarkError};
pub use variant::Heisei;
