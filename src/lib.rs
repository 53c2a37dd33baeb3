//! Shishi (獅子), an engine for Chu Shogi.
#![warn(missing_docs)]

pub mod position;
pub mod search;
