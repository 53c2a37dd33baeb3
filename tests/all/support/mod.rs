//! What the tests share: tables of data, batch questions to the program, and pipes to engines.

pub mod batch;
pub mod client;
pub mod matches;
pub mod oracle;
pub mod questions;
pub mod random;
pub mod record;
pub mod relay;
pub mod scripted;
pub mod table;
pub mod tools;
pub mod xboard;

/// The start position of Chu Shogi as SFEN.
pub const START: &str = "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/\
                         MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL b - 1";

/// The five presets of chu-rules §7, in the order of its tables.
pub const PRESETS: [&str; 5] = ["historic", "jcsa", "lishogi", "winboard", "msm"];
