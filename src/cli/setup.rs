//! `shishi setup`

use super::{Context, PositionFormat};
use crate::engine::{self, Interface, Options};
use crate::games::{SetUp, Variant, visit};
use anyhow::{Context as _, bail};
use std::io::{self, Write};
use std::process::ExitCode;

/// The set-up that every game has.
const START: &str = "start";

/// Write the start position, or another set-up of the game such as a handicap
///
/// A set-up is named by its id or its name, in capitals or not. White gives a handicap, and moves first.
#[derive(clap::Args)]
pub struct Args {
    /// Id or name of the set-up
    #[arg(default_value = START)]
    name: String,
    /// Id or name of a handicap: the same
    #[arg(long, value_name = "NAME", conflicts_with = "name")]
    handicap: Option<String>,
    /// List all set-ups, one a line: id, name, changes and position, separated by tabs
    #[arg(long)]
    list: bool,
    /// List which handicap goes with which difference in grades: difference, handicap and ids, separated by tabs
    #[arg(long, conflicts_with = "list")]
    grades: bool,
    /// How to write positions
    #[arg(long, value_enum, default_value_t = PositionFormat::Sfen)]
    format: PositionFormat,
}

pub fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let options = context.options(Interface::CommandLine);
    visit!(&context.variant, V => print::<V>(args, &options)?)?;
    Ok(ExitCode::SUCCESS)
}

/// The position of a set-up as native text.
///
/// # Errors
/// If the game has no set-up of this id or name.
pub fn position(context: &Context, name: &str) -> anyhow::Result<String> {
    if name == START {
        return Ok("startpos".to_owned());
    }
    visit!(&context.variant, V => Ok(find(&V::set_ups(), name)?.position.clone()))?
}

fn print<V: Variant>(args: &Args, options: &Options) -> anyhow::Result<()> {
    let rules = engine::rules::<V>(options)?;
    let write = |position: &V::Position| V::write_position(position, args.format.into(), 0);
    let text = |set_up: &SetUp| V::parse_position(&set_up.position, &rules).map(|position| write(&position));
    let (start, set_ups) = (write(&V::start(&rules)), V::set_ups());
    let mut output = io::stdout().lock();
    if args.list {
        writeln!(output, "{START}\tstart position\t-\t{start}")?;
        for set_up in &set_ups {
            writeln!(output, "{}\t{}\t{}\t{}", set_up.id, set_up.name, set_up.change, text(set_up)?)?;
        }
    } else if args.grades {
        let grades = V::grades();
        if grades.is_empty() {
            bail!("{} has no table of grades", V::TITLE);
        }
        for (difference, words, ids) in grades {
            writeln!(output, "{difference}\t{words}\t{}", if ids.is_empty() { "-" } else { &ids })?;
        }
    } else {
        let name = args.handicap.as_deref().unwrap_or(&args.name);
        writeln!(output, "{}", if name == START { start } else { text(find(&set_ups, name)?)? })?;
    }
    Ok(())
}

/// The set-up with this id or name.
fn find<'a>(set_ups: &'a [SetUp], name: &str) -> anyhow::Result<&'a SetUp> {
    let name = name.trim();
    let named = |set_up: &&SetUp| [set_up.id, set_up.name].iter().any(|known| known.eq_ignore_ascii_case(name));
    set_ups.iter().find(named).with_context(|| {
        let known: Vec<&str> = [START].into_iter().chain(set_ups.iter().map(|set_up| set_up.id)).collect();
        format!("unknown set-up '{name}' (known: {})", known.join(", "))
    })
}
