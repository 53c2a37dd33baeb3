//! `shishi settings`

use crate::settings;
use std::io::{self, Write};
use std::process::ExitCode;

/// Print an engine.ini with every key, its meaning, its range and its default
///
/// Every key stands in a comment, so that the file changes nothing before a semicolon is taken away.
#[derive(clap::Args)]
pub struct Args {}

pub fn run() -> anyhow::Result<ExitCode> {
    io::stdout().lock().write_all(settings::shipped().as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
