//! The arena: matches between engines, refereed by our own rules.
//!
//! An engine is a process behind a [`Client`](client::Client), in CECP or USI. A [`MatchGame`](game::MatchGame) is one
//! game; the [`run`](run::run) plays a whole match, many games at a time, writes a line for each into the log, and adds
//! them up. Every claim about strength rests on this, so nothing is believed: moves are judged by the rules, claims are
//! checked, openings are played with both colours, games without result are not scored, and the interval and the test
//! are those of pairs.

pub mod client;
pub mod difference;
pub mod entry;
mod family;
pub mod game;
pub mod log;
pub mod options;
pub mod pgn;
pub mod process;
pub mod profile;
pub mod referee;
pub mod report;
pub mod run;
pub mod stats;
pub mod tally;
#[cfg(test)]
mod tests;
pub mod time_control;

pub use family::end_all;
pub use options::{Options, UsageError};
