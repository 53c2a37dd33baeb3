//! The games: a folder for each, and the one list of them.
//!
//! A game brings its board, rules, move generation, evaluation and texts, and implements [`Variant`], which is all that
//! the protocols and tools know of it. Nothing outside this folder names a game.

pub mod chu;
pub mod heisei;
pub(crate) mod registry;
mod rules;
pub mod taikyoku;
#[cfg(test)]
mod tests;
mod variant;
pub mod whale;

pub use chu::Chu;
pub use heisei::Heisei;
pub(crate) use registry::visit;
pub use registry::{NAMES, USI_NAMES, UnknownVariant, xboard_names};
pub use rules::{present_rules, preset_names};
pub use taikyoku::Taikyoku;
pub use variant::{KifTexts, ReadBoard, ReadSteps, Rules, SetUp, Variant, XboardSetup};
pub use whale::{Paulowich, Whale, WhaleGame};
