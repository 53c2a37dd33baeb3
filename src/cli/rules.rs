//! `shishi rules`

use super::Context;
use crate::engine::{self, Interface};
use crate::games::{Variant, visit};
use crate::position::{Flag, Presets, RuleSet};
use std::io::{self, Write};
use std::process::ExitCode;

/// Show the rule flags, the presets, and the rule set in force
///
/// Prints a table of flags with their values under every preset and, in the last column, under the rule set that is in
/// force (`--rules`, or else the settings), marked with * where it differs from the preset it is nearest to. `-` stands
/// for a flag that has no effect beside the others. Then come the rules by which moves from outside are judged, and rule
/// sets that have names but are no presets.
#[derive(clap::Args)]
pub struct Args {}

pub fn run(context: &Context, _args: &Args) -> anyhow::Result<ExitCode> {
    let (options, output) = (context.options(Interface::CommandLine), &mut io::stdout().lock());
    visit!(&context.variant, V => print(V::TITLE, &engine::rules::<V>(&options)?, output)?)?;
    Ok(ExitCode::SUCCESS)
}

fn print<R: Presets + RuleSet>(title: &str, rules: &R, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "{title}, rules in force: {rules}\n")?;
    write_table(&flag_table(rules), output)?;
    let differing = differing(&rules.accept(), rules);
    if differing.is_empty() {
        writeln!(output, "\nMoves from outside are judged by the same rules.")?;
    } else {
        writeln!(output, "\nMoves from outside are judged with {} ({}).", differing.join(", "), rules.accept())?;
    }
    if !R::VARIATIONS.is_empty() {
        writeln!(output)?;
        let rows = R::VARIATIONS.iter().map(|(name, text)| vec![(*name).to_owned(), format!("`{text}`")]);
        let head = vec!["variation".to_owned(), "rules".to_owned()];
        write_table(&[head].into_iter().chain(rows).collect::<Vec<_>>(), output)?;
    }
    Ok(())
}

/// The flags in which two rule sets differ, with the values of the first.
fn differing<R: Presets>(rules: &R, others: &R) -> Vec<String> {
    let pairs = rules.flags().zip(others.flags());
    pairs.filter(|(mine, other)| mine.1 != other.1).map(|((name, value), _)| format!("{name}={value}")).collect()
}

/// Head and rows: a flag, its meaning, its values, its value under each preset and in force.
fn flag_table<R: Presets + RuleSet>(rules: &R) -> Vec<Vec<String>> {
    let value = |flag: &Flag<R>, rules: &R| if (flag.matters)(rules) { (flag.get)(rules) } else { "-".to_owned() };
    let nearest = R::PRESETS.iter().min_by_key(|(_, preset)| differing(rules, preset).len());
    let in_force = |flag: &Flag<R>| {
        let differs = nearest.is_some_and(|(_, preset)| (flag.get)(rules) != (flag.get)(preset));
        value(flag, rules) + if differs { " *" } else { "" }
    };
    let presets = R::PRESETS.iter().map(|(name, _)| *name);
    let head = ["flag", "meaning", "values"].into_iter().chain(presets).chain(["in force"]).map(str::to_owned);
    let rows = R::FLAGS.iter().map(|flag| {
        let words = [format!("`{}`", flag.name), flag.meaning.to_owned(), flag.values.join(", ")];
        let values = R::PRESETS.iter().map(|(_, preset)| value(flag, preset));
        words.into_iter().chain(values).chain([in_force(flag)]).collect()
    });
    [head.collect()].into_iter().chain(rows).collect()
}

/// Writes a table, head first, as Markdown has them, with columns that line up.
fn write_table(rows: &[Vec<String>], output: &mut impl Write) -> io::Result<()> {
    let Some(head) = rows.first() else { return Ok(()) };
    let length = |text: &String| text.chars().count();
    let width = |column| rows.iter().filter_map(|row| row.get(column)).map(length).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let rule = widths.iter().map(|&width| "-".repeat(width)).collect();
    for row in [head, &rule].into_iter().chain(&rows[1..]) {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
        writeln!(output, "| {} |", cells.collect::<Vec<_>>().join(" | "))?;
    }
    Ok(())
}
