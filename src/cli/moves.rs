//! `shishi moves`

use super::{Context, batch};
use crate::notation::MoveFormat;
use anyhow::bail;
use clap::ValueEnum;
use std::process::ExitCode;

/// List the legal moves of positions
///
/// Without a position on the command line, reads lines `POSITION [moves MOVE…]` and answers each with the moves that the rules allow, repetition included,
/// sorted as bytes; `-` if there are none. It is not asked whether the game is over.
#[derive(clap::Args)]
pub struct Args {
    /// What to answer in place of stdin: `POSITION [moves MOVE…]`
    position: Vec<String>,
    /// How to write the moves
    #[arg(long, value_enum, default_value_t = Notation::Usi)]
    notation: Notation,
}

#[derive(Clone, Copy, ValueEnum)]
enum Notation {
    /// USI, as lishogi writes it: 7i7h, 7g7f6e
    Usi,
    /// CECP, as XBoard writes it: f4f5, f6f7,f7g7
    Cecp,
    /// Coordinates run together: f4f5, f6f7g7, and a pass as f6f6
    Coord,
    /// The notation of the books: P-8f, Lnx!9d, Lnx3hx2i, and a pass as Ln-!
    Tsa,
}

pub fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let format = match args.notation {
        Notation::Usi => MoveFormat::Usi,
        Notation::Cecp => MoveFormat::Cecp,
        Notation::Coord => MoveFormat::Coord,
        Notation::Tsa => MoveFormat::Tsa,
    };
    let mut engine = context.engine()?;
    if !engine.writes(format) {
        bail!("{} has no notation of books", engine.title());
    }
    batch::run_with(&args.position, |line| {
        engine.set_position(line)?;
        let moves = engine.moves(format);
        Ok(if moves.is_empty() { "-".to_owned() } else { moves.join(" ") })
    })
}
