//! `shishi settings`

use super::{Context, note};
use crate::settings::{self, Settings};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Print an engine.ini with every key, its meaning, its range and its default
///
/// Every key stands in a comment, so that the file changes nothing before a semicolon is taken away. Which file is in force is
/// told on stderr.
#[derive(clap::Args)]
pub struct Args {}

/// Which settings are in force, given the file that was named on the command line.
pub fn in_force(named: Option<&Path>) -> String {
    match Settings::path(named) {
        Some(path) => format!("Settings: {}", path.display()),
        None => "Settings: the defaults; there is no engine.ini beside the program".to_owned(),
    }
}

pub fn run(context: &Context) -> anyhow::Result<ExitCode> {
    note(in_force(context.config.as_deref()));
    io::stdout().lock().write_all(settings::default_file().as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
