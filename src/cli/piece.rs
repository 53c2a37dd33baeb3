//! `shishi piece`

use super::Context;
use crate::engine::find_piece;
use std::io::Write;
use std::process::ExitCode;

/// Show how a piece moves
///
/// Prints the name, a diagram, the moves in words and the promotion. Without a name the pieces of the game are listed, a
/// line each: letters, name, what it becomes, separated by tabs.
#[derive(clap::Args)]
pub struct Args {
    /// The name of the piece, or its letters in position texts
    #[arg(value_name = "NAME")]
    name: Vec<String>,
}

pub fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let sheets = context.engine()?.pieces();
    let mut output = std::io::stdout().lock();
    if args.name.is_empty() {
        for sheet in sheets {
            writeln!(output, "{}\t{}\t{}", sheet.letters, sheet.name, sheet.becomes.as_deref().unwrap_or("-"))?;
        }
    } else {
        write!(output, "{}", find_piece(&sheets, &args.name.join(" "))?.draw())?;
    }
    Ok(ExitCode::SUCCESS)
}
