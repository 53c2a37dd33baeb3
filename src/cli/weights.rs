//! `shishi weights`

use super::Context;
use crate::eval::Weighted;
use crate::games::{Variant, visit};
use std::io::Write;
use std::process::ExitCode;

/// Print the weights of the evaluation
///
/// All weights in force, with what they mean and their units, as a section that can be put into engine.ini.
#[derive(clap::Args)]
pub struct Args {}

pub fn run(context: &Context, _args: &Args) -> anyhow::Result<ExitCode> {
    visit!(&context.variant, V => print::<V>(context))?
}

fn print<V: Variant>(context: &Context) -> anyhow::Result<ExitCode> {
    let weights = V::weights(&context.options.settings.variant(V::NAME).eval)?;
    let section = weights.section(V::Classic::layout(), &format!("{}.eval", V::NAME));
    std::io::stdout().lock().write_all(section.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
