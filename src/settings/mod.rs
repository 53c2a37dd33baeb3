//! What can be set: one table of options, from which the protocols, the flags of the command line and `engine.ini` take
//! names, types, ranges, defaults and meanings.
//!
//! To add an option, add its value to [`Options`] (or [`VariantSettings`], if every game has its own) and an entry to
//! [`OPTIONS`] (or [`VARIANT_OPTIONS`]), both in `table.rs`, and use the value where it has an effect. `shishi settings`
//! prints the text of `engine.ini` anew.

mod file;
mod option;
mod table;
#[cfg(test)]
pub(crate) mod tests;

pub use file::{read_options, shipped, write_options};
pub use option::{Command, Effect, Flag, Kind, OptionSpec, Source, Takers, ValueError, Wanted};
pub use table::{Interface, OPTIONS, Options, Settings, VARIANT_OPTIONS, VariantSettings};
