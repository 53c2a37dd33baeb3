//! `shishi bench`

use super::Context;
use super::flags::{OptionFlags, Takes};
use crate::engine::{self, Interface, Options};
use crate::games::{Variant, visit};
use crate::search::{Handler, Report, SearchLimits, Task, ThreadPool, TranspositionTable};
use crate::settings::Takers;
use std::io::Write;
use std::process::ExitCode;
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
    #[command(flatten)]
    options: OptionFlags<Args>,
    /// Tell besides what each depth costs, and how much of it quiescence
    #[arg(long)]
    stats: bool,
    /// Search this position alone, `POSITION [moves MOVE…]`
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
}

impl Takes for Args {
    const TAKERS: Takers = Takers::Bench;
}

pub fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let mut options = context.options(Interface::CommandLine);
    args.options.apply(&mut options)?;
    visit!(&context.variant, V => search::<V>(args, &options))?
}

fn search<V: Variant>(args: &Args, options: &Options) -> anyhow::Result<ExitCode> {
    let rules = engine::rules::<V>(options)?;
    let evaluation = V::evaluation(&options.settings.variant(V::NAME).eval)?;
    let table = TranspositionTable::new(HASH)?;
    let texts = match &args.position {
        Some(text) => vec![text.as_str()],
        None => V::bench_positions().to_vec(),
    };
    let games = texts.iter().map(|text| engine::read_game::<V>(text, &rules)).collect::<Result<Vec<_>, _>>()?;

    let mut output = std::io::stdout().lock();
    let mut pool = ThreadPool::new(V::search_params(), options.threads);
    let mut nodes = 0;
    let mut quiescence_nodes = 0;
    let mut time = Duration::ZERO;
    let mut costs = Costs::default();
    for (number, game) in games.iter().enumerate() {
        // Every position starts from nothing, so that each count stands for itself.
        table.clear();
        pool.new_game();
        let limits = SearchLimits { depth: Some(args.depth), root_moves: game.root_moves(), ..SearchLimits::default() };
        let task = Task::new(game.position(), game.history(), &evaluation, &limits, &table);
        let start = Instant::now();
        let mut depths = Depths::default();
        let answer = pool.search(&task, &mut depths);
        time += start.elapsed();
        nodes += answer.nodes;
        quiescence_nodes += answer.quiescence_nodes;
        costs.add(&depths);
        writeln!(output, "{}: {} nodes, score {}", number + 1, answer.nodes, answer.score)?;
    }
    if args.stats {
        costs.write(&mut output)?;
        let share = 100.0 * quiescence_nodes as f64 / nodes.max(1) as f64;
        writeln!(output, "Quiescence: {quiescence_nodes} nodes, {share:.1} %")?;
    }
    let speed = nodes as f64 / time.as_secs_f64().max(1e-9);
    writeln!(output, "Bench: {nodes} nodes {speed:.0} nps")?;
    Ok(ExitCode::SUCCESS)
}

/// What one search had cost when it was through with each depth, from 1.
#[derive(Default)]
struct Depths(Vec<Cost>);

/// The cost of a search up to some point.
#[derive(Clone, Copy, Default)]
struct Cost {
    nodes: u64,
    time: Duration,
}

impl Handler for Depths {
    fn info(&mut self, report: &Report) {
        // The last report of a depth is made when the search is through with it.
        let depth = self.0.len().max(report.depth as usize);
        self.0.resize(depth, self.0.last().copied().unwrap_or_default());
        if let Some(last) = self.0.last_mut() {
            *last = Cost { nodes: report.nodes, time: report.elapsed };
        }
    }
}

/// The costs of several searches.
#[derive(Default)]
struct Costs(Vec<Depth>);

/// The costs of a depth, summed over the searches that got there.
#[derive(Clone, Copy, Default)]
struct Depth {
    searches: u32,
    total: Cost,
    /// Nodes of the same searches up to the depth before.
    nodes_before: u64,
}

impl Costs {
    fn add(&mut self, depths: &Depths) {
        let most = self.0.len().max(depths.0.len());
        self.0.resize(most, Depth::default());
        let mut nodes_before = 0;
        for (sum, cost) in self.0.iter_mut().zip(&depths.0) {
            sum.searches += 1;
            sum.total.nodes += cost.nodes;
            sum.total.time += cost.time;
            sum.nodes_before += nodes_before;
            nodes_before = cost.nodes;
        }
    }

    /// A table: depth, searches that got there, their nodes and seconds up to it, and the branching factor, by which the
    /// nodes have grown since the depth before.
    fn write(&self, output: &mut impl Write) -> std::io::Result<()> {
        writeln!(output, "depth searches       nodes  seconds  branching")?;
        for (depth, row) in (1..).zip(&self.0) {
            let Depth { searches, total: Cost { nodes, time }, nodes_before } = row;
            let branching = match nodes_before {
                0 => "-".to_string(),
                before => format!("{:.2}", *nodes as f64 / *before as f64),
            };
            writeln!(output, "{depth:5} {searches:8} {nodes:11} {:8.3} {branching:>10}", time.as_secs_f64())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_summed_over_the_searches_that_got_there() {
        let report = |depth, nodes| Report {
            depth,
            seldepth: depth,
            score: 0,
            bound: crate::search::Bound::Exact,
            nodes,
            elapsed: Duration::from_millis(nodes),
            hashfull: 0,
            multipv: 1,
            pv: Vec::new(),
        };
        let mut costs = Costs::default();
        // The first search finds a mate at depth 2, the second tells of two moves at depth 2 and has no news of depth 3.
        for search in [vec![(1, 10), (2, 40)], vec![(1, 20), (2, 70), (2, 80), (4, 400)]] {
            let mut depths = Depths::default();
            search.iter().for_each(|&(depth, nodes)| depths.info(&report(depth, nodes)));
            costs.add(&depths);
        }
        let mut output = Vec::new();
        costs.write(&mut output).unwrap();
        let rows: Vec<Vec<String>> = String::from_utf8(output)
            .unwrap()
            .lines()
            .skip(1)
            .map(|line| line.split_whitespace().map(str::to_string).collect())
            .collect();
        let expected = [
            ["1", "2", "30", "0.030", "-"],
            ["2", "2", "120", "0.120", "4.00"],
            ["3", "1", "80", "0.080", "1.00"],
            ["4", "1", "400", "0.400", "5.00"],
        ];
        assert_eq!(rows, expected);
    }
}
