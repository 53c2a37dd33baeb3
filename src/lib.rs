//! Shishi (獅子), an engine for Chu Shogi.
#![warn(missing_docs)]

pub mod chu;
pub mod cli;
pub mod engine;
pub mod game;
pub mod geometry;
pub mod notation;
pub mod position;
pub mod protocol;
pub mod search;
pub mod settings;
