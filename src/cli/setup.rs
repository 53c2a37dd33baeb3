//! `shishi setup`

use super::{Context, PositionFormat};
use std::io::Write;
use std::process::ExitCode;

/// The only set-up so far.
const START: &str = "start";

/// Write the start position
#[derive(clap::Args)]
pub struct Args {
    /// Name of the set-up
    #[arg(default_value = START)]
    name: String,
    /// How to write it
    #[arg(long, value_enum, default_value_t = PositionFormat::Sfen)]
    format: PositionFormat,
}

pub fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    anyhow::ensure!(args.name == START, "unknown set-up '{}' (known: {START})", args.name);
    let engine = context.engine()?;
    writeln!(std::io::stdout(), "{}", engine.position(args.format.into()))?;
    Ok(ExitCode::SUCCESS)
}
