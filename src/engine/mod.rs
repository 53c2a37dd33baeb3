//! The façade.

mod chu;
mod variant;

pub use chu::Chu;

pub use variant::{BoardStyle, MoveFormat, PositionFormat, Rules, TextError, Variant};
