//! The façade.

mod variant;

pub use variant::{BoardStyle, MoveFormat, PositionFormat, Rules, TextError, Variant};
