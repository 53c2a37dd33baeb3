//! `shishi tune`

use super::{Context, note};
use crate::eval::Weighted;
use crate::files::NewFile;
use crate::games::{Variant, visit};
use crate::training::fit::{Method, fit};
use crate::training::samples::{Filter, read};
use crate::training::table;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Fit the weights of the evaluation to self-play games
///
/// What `datagen` has played goes in: quiet positions with what the search thought of them and how their games ended.
/// Every tenth game is set aside to check on. The weights come out in the form of engine.ini.
#[derive(clap::Args)]
pub struct Args {
    /// Files of games
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Where to write the weights; without it they go to stdout
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Start from the weights in force, not from the values of the books
    #[arg(long)]
    go_on: bool,
    /// Share of the result in what is to be foretold, in percent; the rest is the score of the search
    #[arg(long, value_name = "PERCENT", default_value_t = 50, value_parser = clap::value_parser!(u8).range(0..=100))]
    results: u8,
    /// Most passes through all positions
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    epochs: u32,
    /// How strongly weights are held to where they start, 0 to 10000
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=10_000))]
    hold: u32,
    /// Centipawns that a weight moves in a step at first, 1 to 100
    #[arg(long, value_name = "CP", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=100))]
    rate: u8,
    /// Positions with a greater score are left out, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 2000, value_parser = clap::value_parser!(i32).range(1..=30_000))]
    limit: i32,
    /// Most positions
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    positions: usize,
    /// Decides the order of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    // Hours of work must not end at a file that cannot be written.
    let output = args.output.as_deref().map(NewFile::create).transpose()?;
    visit!(&context.variant, V => tune::<V>(context, args, output))?
}

fn tune<V: Variant>(context: &Context, args: &Args, file: Option<NewFile>) -> anyhow::Result<ExitCode> {
    let filter = Filter { most_score: args.limit, most_positions: args.positions };
    let bar = ProgressBar::new(1);
    let style = |text| ProgressStyle::with_template(text).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.set_style(style("{bar:30} {percent} % read, {eta} left"));
    let samples = read::<V>(&args.files, &filter, |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    })?;
    bar.finish_and_clear();
    note(format_args!("{} positions to learn from, {} to check on", samples[0].len(), samples[1].len()));

    let method = Method {
        results: f32::from(args.results) / 100.0,
        epochs: args.epochs as usize,
        rate: f32::from(args.rate),
        hold: args.hold as f32,
        seed: args.seed,
        ..Method::default()
    };
    let layout = V::Classic::layout();
    let start = if args.go_on {
        V::weights(&context.options.settings.variant(V::NAME).eval)?
    } else {
        V::Classic::untuned_weights()
    };
    let bar = ProgressBar::new(u64::from(args.epochs));
    bar.set_style(style("{bar:30} {pos}/{len} epochs, {eta} left: {msg}"));
    let fitted = fit(layout, &start, &samples, &method, |epoch, learnt, checked| {
        bar.set_position(epoch as u64);
        bar.set_message(format!("loss {learnt:.5}, {checked:.5} on the games set aside"));
    });
    bar.finish_and_clear();

    let text = fitted.terms.file(layout);
    let mut output = std::io::stdout().lock();
    write!(output, "{}", table(layout, &V::Classic::untuned_weights(), &fitted))?;
    match file {
        Some(mut file) => {
            file.write_all(text.as_bytes())?;
            file.finish()?;
        }
        None => output.write_all(text.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}
