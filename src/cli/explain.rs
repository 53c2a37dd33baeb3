//! `shishi explain`

use super::{Context, batch};
use anyhow::Context as _;
use std::process::ExitCode;

/// Tell whether moves are legal, and why not
///
/// Reads lines `POSITION [moves MOVE…] probe MOVE` and answers each with `legal` or `illegal: REASON`.
#[derive(clap::Args)]
pub struct Args {}

pub fn run(context: &Context, _args: &Args) -> anyhow::Result<ExitCode> {
    let mut engine = context.engine()?;
    batch::run(|line| {
        let (game, probe) = batch::split_at_word(line, "probe")
            .filter(|(_, probe)| !probe.is_empty())
            .context("no 'probe MOVE' at the end")?;
        engine.set_position(game)?;
        Ok(match engine.read_move(probe) {
            Ok(_) => "legal".to_owned(),
            Err(reason) => format!("illegal: {}", batch::one_line(&reason.to_string())),
        })
    })
}
