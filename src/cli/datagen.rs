//! `shishi datagen`

use super::{Context, interrupt, note};
use crate::engine::{self, Interface, Options};
use crate::files::NewFile;
use crate::games::{Variant, visit};
use crate::training::generate::{Plan, generate};
use crate::training::{Games, Repaired, SelfPlayLimits, Summary, repair};
use anyhow::bail;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Play games of the engine against itself, for tuning and training
///
/// The games go into a file of their own format, each with its moves, their scores and its result. The same seed gives
/// the same games on any number of threads. A file that is there already is gone on with.
#[derive(clap::Args)]
pub struct Args {
    /// File for the games
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Play nothing; tell what is in the file
    #[arg(long)]
    info: bool,
    /// Play nothing; write all games of the file that are whole to a new one
    #[arg(long, value_name = "NEW", conflicts_with = "info")]
    repair: Option<PathBuf>,
    /// Games that the file shall hold in the end
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// Threads, each with a game of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Decides the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Nodes for each move; the iteration that reaches them is finished
    #[arg(long, value_name = "N", default_value_t = 2500, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random moves at the start, as 10 or 8-12
    #[arg(long, value_name = "N", default_value = "8-12")]
    random: String,
    /// Greatest score after the random moves, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 200, value_parser = clap::value_parser!(i32).range(0..=30_000))]
    margin: i32,
    /// End a game when both sides see one ahead by this for some plies, in centipawns; 0 plays all to their end
    #[arg(long, value_name = "CP", default_value_t = 0, value_parser = clap::value_parser!(i32).range(0..=30_000))]
    decided: i32,
    /// For how many plies they must agree
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    decided_plies: u32,
    /// Plies after which a game ends without result
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    max_plies: u32,
    /// Transposition table of each thread, in MB
    #[arg(long, value_name = "MB", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=8192))]
    hash: u32,
}

pub fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    if args.info {
        return info(&args.file);
    }
    if let Some(new) = &args.repair {
        return save(&args.file, new);
    }
    let options = context.options(Interface::CommandLine);
    let plan = args.plan()?;
    visit!(&context.variant, V => play::<V>(&args.file, &plan, &options))?
}

impl Args {
    fn plan(&self) -> anyhow::Result<Plan> {
        let (least, most) = self.random.split_once('-').unwrap_or((&self.random, &self.random));
        let number = |text: &str| match text.trim().parse() {
            Ok(number) if number <= 200 => Ok(number),
            _ => bail!("--random {}: a number or a range as 8-12, at most 200", self.random),
        };
        let (least_random, most_random) = (number(least)?, number(most)?);
        if least_random > most_random {
            bail!("--random {}: the range is upside down", self.random);
        }
        let limits = SelfPlayLimits {
            nodes: self.nodes,
            least_random,
            most_random,
            margin: self.margin,
            decided: self.decided,
            decided_plies: self.decided_plies as usize,
            max_plies: self.max_plies as usize,
            hash: self.hash as usize,
        };
        Ok(Plan { games: self.games, threads: self.threads as usize, seed: self.seed, limits })
    }
}

/// What is in a file.
fn info(file: &Path) -> anyhow::Result<ExitCode> {
    let mut games = Games::open(file)?;
    let header = games.header();
    let mut output = std::io::stdout().lock();
    writeln!(output, "variant    {}", header.variant)?;
    writeln!(output, "rules      {}", header.rules)?;
    writeln!(output, "engine     {}, signature {:016x}", header.engine, header.signature)?;
    writeln!(output, "seed       {}", header.seed)?;
    writeln!(output, "limits     {}", header.limits)?;
    let mut summary = Summary::default();
    // What could be read is told in any case.
    let result = games.try_for_each(|game| game.map(|game| summary.add(&game)));
    write!(output, "{summary}")?;
    match result {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) => {
            note(format_args!("shishi: {error}"));
            Ok(ExitCode::FAILURE)
        }
    }
}

/// Writes what is whole of a file to a new one.
fn save(file: &Path, new: &Path) -> anyhow::Result<ExitCode> {
    let mut output = NewFile::create(new)?;
    let Repaired { games, left_out } = repair(file, &mut output)?;
    output.finish()?;
    writeln!(std::io::stdout().lock(), "{games} games, {left_out} bytes left out")?;
    Ok(ExitCode::SUCCESS)
}

fn play<V: Variant>(file: &Path, plan: &Plan, options: &Options) -> anyhow::Result<ExitCode> {
    let rules = engine::rules::<V>(options)?;
    let stop = interrupt::flag()?;
    let bar = ProgressBar::new(plan.games);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {elapsed}, {eta} left: {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut summary = Summary::default();
    let games = generate::<V>(file, plan, &rules, &options.settings, &stop, &mut |games, game| {
        bar.set_position(games);
        match game {
            None => bar.reset_eta(),
            Some(game) => summary.add(game),
        }
        bar.set_message(format!("{} plies", summary.plies));
    })?;
    bar.finish_and_clear();
    write!(std::io::stdout().lock(), "{summary}")?;
    if games < plan.games {
        note(format_args!("interrupted after {games} games; the same command goes on with the file"));
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}
