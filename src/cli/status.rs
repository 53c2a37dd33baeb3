//! `shishi status`

use super::{Context, batch};
use std::process::ExitCode;

/// Tell whether games are over, and why
///
/// Without a position on the command line, reads lines `POSITION [moves MOVE…]` and answers each with `playing`, `b REASON`, `w REASON` (b moves first),
/// `draw` or `draw REASON`.
#[derive(clap::Args)]
pub struct Args {
    /// What to answer in place of stdin: `POSITION [moves MOVE…]`
    position: Vec<String>,
    /// Tell the result in words, with the rule behind it
    #[arg(long)]
    words: bool,
}

pub fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let mut engine = context.engine()?;
    batch::run_with(&args.position, |line| {
        engine.set_position(line)?;
        Ok(match engine.status() {
            None => "playing".to_owned(),
            Some(outcome) if args.words => engine.describe_outcome(outcome, ["Black", "White"]),
            Some(outcome) => outcome.to_string(),
        })
    })
}
