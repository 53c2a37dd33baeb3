//! `shishi setup`

use super::{Context, PositionFormat};
use std::io::Write;
use std::process::ExitCode;

/// The set-up that every game has.
const START: &str = "start";

/// Write the start position, or another set-up of the game such as a handicap
#[derive(clap::Args)]
pub struct Args {
    /// Name of the set-up
    #[arg(default_value = START)]
    name: String,
    /// List the names of all set-ups, one a line
    #[arg(long)]
    list: bool,
    /// How to write it
    #[arg(long, value_enum, default_value_t = PositionFormat::Sfen)]
    format: PositionFormat,
}

pub fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let mut engine = context.engine()?;
    let mut output = std::io::stdout().lock();
    let set_ups = engine.set_ups();
    let names: Vec<&str> = [START].into_iter().chain(set_ups.iter().map(|&(name, _)| name)).collect();
    if args.list {
        writeln!(output, "{}", names.join("\n"))?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.name != START {
        let found = set_ups.iter().find(|&&(name, _)| name == args.name);
        let Some((_, position)) = found else {
            anyhow::bail!("unknown set-up '{}' (known: {})", args.name, names.join(", "));
        };
        engine.set_position(position)?;
    }
    writeln!(output, "{}", engine.position(args.format.into()))?;
    Ok(ExitCode::SUCCESS)
}
