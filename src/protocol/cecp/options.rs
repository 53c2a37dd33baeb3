//! Options: those XBoard shows in its dialogue, and those that have a command of their own (`memory`, `cores`).

use super::{Cecp, Mode};
use crate::engine::{Options, OptionsError};
use crate::protocol::output::echo;
use crate::search::TableError;
use crate::settings::{Command, Effect, Kind, OPTIONS, OptionSpec, Source, ValueError};
use std::io::{self, Write};

/// The `feature` lines that declare the options of a table with their values.
pub fn features<T>(table: &[OptionSpec<T>], values: &T) -> Vec<String> {
    let declare = |option: &OptionSpec<T>| {
        let name = option.cecp?;
        let kind = match &option.kind {
            Kind::Spin { range, get, .. } => format!("-spin {} {} {}", get(values), range.start(), range.end()),
            Kind::Check { get, .. } => format!("-check {}", u8::from(get(values))),
            Kind::Combo { choices, get, .. } => format!("-combo {}", combo(choices, get(values))),
            Kind::Text { get, .. } => match option.suggestions {
                Some(choices) => format!("-combo {}", combo(&choices(values), get(values))),
                None => format!("-string {}", get(values)),
            },
            Kind::File { get, .. } => format!("-file {}", get(values)),
            Kind::Button { .. } => "-button".to_owned(),
        };
        Some(format!("feature option=\"{name} {kind}\""))
    };
    table.iter().filter_map(declare).collect()
}

/// The choices with a star before the value; XBoard takes the first one where there is none. A value that is none of them
/// is one more choice.
fn combo(choices: &[&str], value: &str) -> String {
    let other = Some(value).filter(|value| !value.is_empty() && !choices.contains(value));
    let marked = |(index, choice): (usize, &str)| {
        if index > 0 && choice == value { format!("*{choice}") } else { choice.to_owned() }
    };
    choices.iter().copied().chain(other).enumerate().map(marked).collect::<Vec<_>>().join(" /// ")
}

/// The option with this name in the dialogue.
pub fn with_name<'a, T>(table: &'a [OptionSpec<T>], name: &str) -> Option<&'a OptionSpec<T>> {
    table.iter().find(|option| option.cecp == Some(name))
}

/// The option with a command of this name, and the command.
pub fn with_command(word: &str) -> Option<(&'static OptionSpec<Options>, Command)> {
    let named = |option: &'static OptionSpec<Options>| Some((option, option.command.filter(|it| it.name == word)?));
    OPTIONS.iter().find_map(named)
}

impl<W: Write> Cecp<W> {
    /// The `feature` lines of all options, with the values in force.
    pub(super) fn option_features(&self) -> Vec<String> {
        let (variant, rules) = (Some(self.engine.name().to_owned()), Some(self.engine.rules()));
        features(OPTIONS, &Options { variant, rules, ..self.options.clone() })
    }

    /// `option NAME=VALUE`
    pub(super) fn option(&mut self, text: &str, line: &str) -> io::Result<()> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let Some(option) = with_name(OPTIONS, name.trim()) else {
            return self.error("unknown option", line);
        };
        self.set(option, |options| option.set(options, value.trim(), Source::Cecp), line)
    }

    /// `memory MEGABYTES` and the like. Who asks for more than is allowed, or than the machine has memory for, gets as much as
    /// can be had, and is told.
    pub(super) fn option_command(
        &mut self,
        (option, command): (&OptionSpec<Options>, Command),
        value: &str,
        line: &str,
    ) -> io::Result<()> {
        let mut options = self.options.clone();
        let mut cut = match option.set_by_command(command, &mut options, value) {
            Ok(cut) => cut,
            Err(why) => return self.error(&why.to_string(), line),
        };
        let mut result = self.engine.configure(&options);
        while let Err(OptionsError::Table(TableError::Memory { .. })) = result
            && options.hash > 1
        {
            options.hash /= 2;
            cut = true;
            result = self.engine.configure(&options);
        }
        if cut && result.is_ok() {
            let taken = option.value(&options);
            self.output.line(format_args!("telluser {}: {taken}{} is the most", echo(line), command.unit))?;
        }
        self.configured(result, options, line)
    }

    fn set(
        &mut self,
        option: &OptionSpec<Options>,
        set: impl FnOnce(&mut Options) -> Result<(), ValueError>,
        line: &str,
    ) -> io::Result<()> {
        let mut options = self.options.clone();
        if let Err(why) = set(&mut options) {
            return self.error(&why.to_string(), line);
        }
        match option.effect {
            Effect::Engine => {
                let result = self.engine.configure(&options);
                return self.configured(result, options, line);
            }
            Effect::Log => {
                if let Err(error) = self.output.log_to(&options.log_file) {
                    return self.error(&error.to_string(), line);
                }
            }
            // The game is set by the command `variant`.
            Effect::Game | Effect::None => {}
        }
        self.options = options;
        Ok(())
    }

    /// Options have been put in force: a search that goes on is begun anew under them. If they were refused all goes on as
    /// before.
    fn configured(&mut self, result: Result<(), OptionsError>, options: Options, line: &str) -> io::Result<()> {
        if let Err(error) = result {
            return self.error(&error.to_string(), line);
        }
        let was_thinking = self.thinking.is_some();
        self.abort();
        if let Some(rules) = &options.rules {
            self.rules.insert(self.engine.name(), rules.clone());
        }
        self.options = options;
        match self.mode {
            Mode::Analyze if was_thinking => self.start_analysis(),
            Mode::Play(_) if was_thinking => self.think()?,
            _ => {}
        }
        Ok(())
    }
}
