//! Rules as data.

use super::Repetition;
use std::fmt::Display;
use std::str::FromStr;

/// The switches of one game: a small value with named presets and one text form, `preset:group.flag=value,…`.
pub trait RuleSet: Clone + PartialEq + Display + FromStr<Err = RuleError> + Send + Sync + 'static {
    /// The repetition rule.
    fn repetition(&self) -> Repetition;

    /// The rules by which moves from outside are judged (chu-rules §7.3); never narrower than `self`.
    fn accept(&self) -> Self;

    /// Whether a graphical referee watches, so that our own moves must also be acceptable to it (chu-rules §7.2).
    fn referee(&self) -> bool;

    /// The game is drawn once more than this many plies have been played.
    fn ply_cap(&self) -> Option<u32>;
}

/// A text that names no rule set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// The part before the colon is no preset.
    #[error("unknown rule set '{name}' (known: {known})")]
    UnknownPreset {
        /// What was given.
        name: String,
        /// The presets there are.
        known: String,
    },
    /// The part before `=` is no flag.
    #[error("unknown rule flag '{name}'")]
    UnknownFlag {
        /// What was given.
        name: String,
    },
    /// A flag without a value.
    #[error("rule flag '{name}' needs a value, as in '{name}=…'")]
    MissingValue {
        /// The flag.
        name: String,
    },
    /// A value the flag cannot take.
    #[error("rule flag '{name}' cannot be '{value}' (it can be {allowed})")]
    BadValue {
        /// The flag.
        name: String,
        /// What was given.
        value: String,
        /// What it can be.
        allowed: String,
    },
}
