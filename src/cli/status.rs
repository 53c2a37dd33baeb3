//! `shishi status`

use super::{Context, batch};
use std::process::ExitCode;

/// Tell whether games are over, and why
///
/// Reads lines `POSITION [moves MOVE…]` and answers each with `playing`, `b REASON`, `w REASON` (b moves first),
/// `draw` or `draw REASON`.
#[derive(clap::Args)]
pub struct Args {}

pub fn run(context: &Context, _args: &Args) -> anyhow::Result<ExitCode> {
    let mut engine = context.engine()?;
    batch::run(|line| {
        engine.set_position(line)?;
        Ok(engine.status().map_or_else(|| "playing".to_owned(), |outcome| outcome.to_string()))
    })
}
