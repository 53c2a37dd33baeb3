//! `shishi explain`

use super::{Context, batch};
use anyhow::Context as _;
use std::process::ExitCode;

/// Tell whether moves are legal, and why not
///
/// Without a position on the command line, reads lines `POSITION [moves MOVE…] probe MOVE` and answers each with `legal` or `illegal: REASON`.
#[derive(clap::Args)]
pub struct Args {
    /// What to answer in place of stdin: `POSITION [moves MOVE…] probe MOVE`
    position: Vec<String>,
}

pub fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let mut engine = context.engine()?;
    batch::run_with(&args.position, |line| {
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
