//! `shishi perft`

use super::Context;
use crate::engine::{self, Interface, Options};
use crate::game::{Count, End, Perft};
use crate::games::{Variant, visit};
use crate::notation::MoveFormat;
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

/// Count move sequences
///
/// Repetition and ply caps never apply. The last line is `nodes N`.
#[derive(clap::Args)]
pub struct Args {
    /// Length of the sequences
    #[arg(value_parser = clap::value_parser!(u32).range(0..=99))]
    depth: u32,
    /// What to count
    #[arg(long, value_enum, default_value_t = CountArg::Actions)]
    count: CountArg,
    /// Where sequences end early
    #[arg(long, value_enum, default_value_t = EndArg::Full)]
    end: EndArg,
    /// Also write the share of every first move
    #[arg(long)]
    divide: bool,
    /// Table of positions already counted, in MB
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=65536))]
    hash: u32,
    /// Threads that share the first moves
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Where to start, as `POSITION [moves MOVE…]`
    #[arg(long, value_name = "POSITION", default_value = "startpos")]
    position: String,
}

#[derive(Clone, Copy, ValueEnum)]
enum CountArg {
    /// Every move once, whatever its texts
    Actions,
    /// Every text of a move
    Spellings,
    /// Every different position after a move
    Positions,
}

#[derive(Clone, Copy, ValueEnum)]
enum EndArg {
    /// Where the game is over by the rules in force
    Full,
    /// Where the side to move has no royal
    Royals,
    /// Nowhere
    None,
}

pub fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let options = context.options(Interface::CommandLine);
    visit!(&context.variant, V => count::<V>(args, &options))?
}

fn count<V: Variant>(args: &Args, options: &Options) -> anyhow::Result<ExitCode> {
    let game = engine::read_game::<V>(&args.position, &engine::rules::<V>(options)?)?;
    let position = game.position();
    let perft = Perft {
        count: match args.count {
            CountArg::Actions => Count::Actions,
            CountArg::Spellings => Count::Spellings,
            CountArg::Positions => Count::Positions,
        },
        end: match args.end {
            EndArg::Full => End::Full,
            EndArg::Royals => End::Royals,
            EndArg::None => End::None,
        },
        hash: args.hash as usize,
        threads: args.threads as usize,
    };

    let bar = progress_bar();
    let start = Instant::now();
    let mut shares = Vec::new();
    let nodes = perft.run(position, args.depth, |mv, nodes, done, all| {
        shares.push((V::write_move(position, mv, MoveFormat::Usi), nodes));
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    })?;
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();

    let mut output = std::io::stdout().lock();
    if args.divide {
        shares.sort_unstable();
        for (mv, nodes) in shares {
            writeln!(output, "{mv} {nodes}")?;
        }
    }
    writeln!(output, "nodes {nodes}")?;
    super::note(format_args!("{seconds:.3} s, {:.0} nodes/s", nodes as f64 / seconds.max(1e-9)));
    Ok(ExitCode::SUCCESS)
}

/// A bar on stderr; nothing is drawn if that is no terminal.
fn progress_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} first moves, {elapsed}, {eta} left");
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
