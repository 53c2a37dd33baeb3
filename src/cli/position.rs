//! `shishi position`

use super::{Context, PositionFormat, batch};
use std::process::ExitCode;

/// Write positions after moves
///
/// Without a position on the command line, reads lines `POSITION [moves MOVE…]` and answers each with the position after the moves, in its canonical text.
#[derive(clap::Args)]
pub struct Args {
    /// What to answer in place of stdin: `POSITION [moves MOVE…]`
    position: Vec<String>,
    /// How to write the positions
    #[arg(long, value_enum, default_value_t = PositionFormat::Sfen)]
    format: PositionFormat,
}

pub fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let mut engine = context.engine()?;
    batch::run_with(&args.position, |line| {
        engine.set_position(line)?;
        Ok(engine.position(args.format.into()))
    })
}
