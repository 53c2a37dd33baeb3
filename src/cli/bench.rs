//! `shishi bench`

use super::Context;
use crate::engine::{self, Front, Options, Variant, Visitor};
use crate::search::{Limits, Table, Task, Team, WallClock};
use crate::settings::THREADS_RANGE;
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Size of the table in megabytes. It decides the number of nodes, so the settings do not touch it.
const HASH: usize = 16;

/// Search fixed positions to a fixed depth
///
/// The number of nodes is the same on every machine, with one thread. The last line is `Bench: N nodes M nps`.
#[derive(clap::Args)]
pub struct Args {
    /// Depth in plies
    #[arg(default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Threads that search together
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(THREADS_RANGE))]
    threads: u16,
    /// Search this position alone, `POSITION [moves MOVE…]`
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
}

pub fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let options = context.options(Front::CommandLine);
    engine::visit(&context.variant, Run { args, options: &options })?
}

struct Run<'a> {
    args: &'a Args,
    options: &'a Options,
}

impl Visitor for Run<'_> {
    type Output = anyhow::Result<ExitCode>;

    fn visit<V: Variant>(self) -> Self::Output {
        let Run { args, options } = self;
        let rules = engine::rules::<V>(options)?;
        let evaluator = V::evaluator(&options.settings.variant(V::NAME).eval)?;
        let table = Table::new(HASH)?;
        let texts = match &args.position {
            Some(text) => vec![text.as_str()],
            None => V::bench_positions().to_vec(),
        };
        let games = texts.iter().map(|text| engine::read_game::<V>(text, &rules)).collect::<Result<Vec<_>, _>>()?;

        let mut output = std::io::stdout().lock();
        let mut team = Team::new(V::search_params(), args.threads.into());
        let mut nodes = 0;
        let mut time = Duration::ZERO;
        for (number, game) in games.iter().enumerate() {
            // Every position starts from nothing, so that each count stands for itself.
            table.clear();
            team.new_game();
            let task = Task {
                position: game.position(),
                evaluator: &evaluator,
                history: game.history(),
                limits: &Limits { depth: Some(args.depth), root_moves: game.root_moves(), ..Limits::default() },
                lines: 1,
                table: &table,
                stop: &AtomicBool::new(false),
                clock: &WallClock::start(),
                move_overhead: Duration::ZERO,
            };
            let start = Instant::now();
            let answer = team.think(&task, &mut ());
            time += start.elapsed();
            nodes += answer.nodes;
            writeln!(output, "{}: {} nodes, score {}", number + 1, answer.nodes, answer.score)?;
        }
        let speed = nodes as f64 / time.as_secs_f64().max(1e-9);
        writeln!(output, "Bench: {nodes} nodes {speed:.0} nps")?;
        Ok(ExitCode::SUCCESS)
    }
}
