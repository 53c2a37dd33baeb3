//! The flags that set options, as the table of options declares them.

use crate::settings::{Flag, Kind, OPTIONS, OptionSpec, Options, Source, Takers};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use std::marker::PhantomData;

/// Says which flags a command takes.
pub trait Takes {
    /// The flags made for these.
    const TAKERS: Takers;
}

/// What every command takes.
pub struct Everywhere;

impl Takes for Everywhere {
    const TAKERS: Takers = Takers::All;
}

/// The flags of options that were given, to be flattened into the arguments of a command.
pub struct OptionFlags<T> {
    given: Vec<(&'static OptionSpec<Options>, String)>,
    takers: PhantomData<T>,
}

impl<T> OptionFlags<T> {
    /// Sets what was given.
    ///
    /// # Errors
    /// If an option cannot have its value.
    pub fn apply(&self, options: &mut Options) -> anyhow::Result<()> {
        for (option, value) in &self.given {
            option.set(options, value, Source::CommandLine)?;
        }
        Ok(())
    }
}

impl<T: Takes> clap::Args for OptionFlags<T> {
    fn augment_args(command: Command) -> Command {
        let defaults = Options::default();
        command.args(flags(OPTIONS, T::TAKERS).map(|(flag, option)| argument(flag, option, &defaults)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<T: Takes> clap::FromArgMatches for OptionFlags<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = flags(OPTIONS, T::TAKERS).filter_map(|(flag, option)| Some((option, text(flag, option, matches)?)));
        Ok(OptionFlags { given: given.collect(), takers: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The flags of these takers.
fn flags<T>(table: &[OptionSpec<T>], takers: Takers) -> impl Iterator<Item = (Flag, &OptionSpec<T>)> {
    let flagged = table.iter().filter_map(|option| Some((option.flag?, option)));
    flagged.filter(move |(flag, _)| flag.takers == takers)
}

/// A flag as an argument of a command.
fn argument<T>(flag: Flag, option: &OptionSpec<T>, defaults: &T) -> Arg {
    let argument = Arg::new(flag.name).long(flag.name).value_name(flag.value).help(option.help);
    let argument = match &option.kind {
        Kind::Spin { range, .. } => {
            argument.value_parser(value_parser!(i64).range(range.clone())).allow_hyphen_values(*range.start() < 0)
        }
        Kind::Check { .. } => argument.value_parser(value_parser!(bool)),
        Kind::Combo { choices, .. } => argument.value_parser(PossibleValuesParser::new(*choices)),
        Kind::Text { .. } | Kind::File { .. } | Kind::Button { .. } => argument.value_parser(value_parser!(String)),
    };
    match flag.takers {
        Takers::All => argument.global(true),
        Takers::Bench => argument.default_value(option.value(defaults)),
    }
}

/// The value of a flag as text, if it was given.
fn text<T>(flag: Flag, option: &OptionSpec<T>, matches: &ArgMatches) -> Option<String> {
    match &option.kind {
        Kind::Spin { .. } => matches.get_one::<i64>(flag.name).map(i64::to_string),
        Kind::Check { .. } => matches.get_one::<bool>(flag.name).map(bool::to_string),
        _ => matches.get_one::<String>(flag.name).cloned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::tests::{TABLE, Values, values};

    /// The values after a command line, or the beginning of what it is refused with.
    fn read(takers: Takers, line: &str) -> Result<Values, String> {
        let arguments = flags(TABLE, takers).map(|(flag, option)| argument(flag, option, &values()));
        let command = Command::new("x").no_binary_name(true).args(arguments);
        let matches = command.try_get_matches_from(line.split_whitespace()).map_err(|error| {
            error.to_string().lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
        })?;
        let mut values = values();
        for (flag, option) in flags(TABLE, takers) {
            if let Some(text) = text(flag, option, &matches) {
                option.set(&mut values, &text, Source::CommandLine).map_err(|error| error.to_string())?;
            }
        }
        Ok(values)
    }

    #[test]
    fn every_type_is_a_flag() {
        let all = "--own-book true --eval net --text words --eval-file a/b.net";
        let (text, file) = ("words".to_owned(), "a/b.net".to_owned());
        assert_eq!(read(Takers::All, all), Ok(Values { switch: true, choice: 1, text, file, ..values() }));
        assert_eq!(read(Takers::All, ""), Ok(values()));
        assert_eq!(read(Takers::Bench, "--number -5"), Ok(Values { number: -5, ..values() }));
        assert_eq!(read(Takers::Bench, "--number 9"), Ok(Values { number: 9, ..values() }));
        for (takers, line, refusal) in [
            (Takers::Bench, "--number 10", "invalid value '10' for '--number <N>': 10 is not in -5..=9"),
            (Takers::Bench, "--number x", "invalid value 'x' for '--number <N>': invalid digit found in string"),
            (Takers::All, "--own-book 1", "invalid value '1' for '--own-book <BOOL>'"),
            (Takers::All, "--eval Net", "invalid value 'Net' for '--eval <KIND>'"),
            (Takers::All, "--text refused", "unknown rule flag 'refused'"),
            (Takers::All, "--number 3", "unexpected argument '--number' found"),
        ] {
            assert_eq!(read(takers, line), Err(refusal.to_owned()), "{line}");
        }
    }

    #[test]
    fn help_and_defaults_are_those_of_the_table() {
        let (flag, option) = flags(TABLE, Takers::Bench).next().unwrap();
        let number = argument(flag, option, &values());
        assert_eq!(number.get_help().map(ToString::to_string), Some("A number".to_owned()));
        assert_eq!(number.get_default_values(), ["3"]);
    }
}
