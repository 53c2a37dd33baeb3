//! One option: its names, what it can be, and how it is set from text.

use crate::position::RuleError;
use std::fmt::{self, Display, Formatter};
use std::ops::RangeInclusive;

/// Where the text of a value comes from: it decides how a switch is written, and in what words a value is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// CECP.
    Cecp,
    /// USI.
    Usi,
    /// `engine.ini`, or a flag of the command line.
    CommandLine,
}

/// The type of an option, with the place of its value in `T`.
pub enum Kind<T> {
    /// A whole number.
    Spin {
        /// Least and greatest value.
        range: RangeInclusive<i64>,
        /// The value.
        get: fn(&T) -> i64,
        /// Sets it; it is within the range.
        set: fn(&mut T, i64),
    },
    /// A switch.
    Check {
        /// The value.
        get: fn(&T) -> bool,
        /// Sets it.
        set: fn(&mut T, bool),
    },
    /// One of several words.
    Combo {
        /// The words, as they are offered.
        choices: &'static [&'static str],
        /// The value.
        get: fn(&T) -> &str,
        /// Sets it; false if the text stands for no choice.
        set: fn(&mut T, &str) -> bool,
    },
    /// Any text.
    Text {
        /// The value.
        get: fn(&T) -> &str,
        /// Sets it, or says why it cannot be.
        set: fn(&mut T, &str) -> Result<(), ValueError>,
    },
    /// The path of a file; empty for none.
    File {
        /// The value.
        get: fn(&T) -> &str,
        /// Sets it, or says why it cannot be.
        set: fn(&mut T, &str) -> Result<(), ValueError>,
    },
    /// Something to be done once. It has no value, so that only the protocols have it.
    Button {
        /// Asks for it.
        press: fn(&mut T),
    },
}

/// What there is to do when an option has got another value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The engine has to be configured; a search that goes on is begun anew.
    Engine,
    /// Another game is put on the board.
    Game,
    /// The conversation is copied to another file.
    Log,
    /// Nothing: the protocol looks at the value when it needs it.
    None,
}

/// A command of CECP that sets an option, as `cores N` does.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// The word before the value.
    pub name: &'static str,
    /// Numbers from here to the least value stand for the least value.
    pub least: i64,
    /// Stands behind the range where a value is refused.
    pub unit: &'static str,
}

/// Which commands of the program take a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagScope {
    /// All of them. Without the flag, `engine.ini` decides.
    Global,
    /// The benchmark. Without the flag the option has its default, whatever `engine.ini` says.
    Bench,
}

/// A flag of the command line.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    /// The name, without the dashes before it.
    pub name: &'static str,
    /// What stands for the value in the help.
    pub value: &'static str,
    /// Who takes it.
    pub scope: FlagScope,
}

/// An option whose value lies in `T`. It exists only in the fronts in which it has a name.
pub struct OptionSpec<T: 'static> {
    /// What it means, with its unit, without a full stop.
    pub help: &'static str,
    /// More about it in whole sentences, for `engine.ini`.
    pub details: &'static str,
    /// Type, range and place of the value.
    pub kind: Kind<T>,
    /// Texts to choose from, for an option of the type [`Kind::Text`]: others are taken too, but where values are chosen
    /// from a list these are what it has.
    pub suggestions: Option<fn(&T) -> Vec<&'static str>>,
    /// What there is to do when it has been set by a protocol.
    pub effect: Effect,
    /// The name in the dialogue of XBoard and WinBoard.
    pub cecp: Option<&'static str>,
    /// The command of CECP that sets it.
    pub command: Option<Command>,
    /// The name in USI.
    pub usi: Option<&'static str>,
    /// USI lists options by this number, and those with the same in the order of the table.
    pub usi_rank: u8,
    /// The key in `engine.ini`.
    pub key: Option<&'static str>,
    /// The flag of the command line.
    pub flag: Option<Flag>,
}

impl<T> OptionSpec<T> {
    /// An option without any name.
    pub const fn new(help: &'static str, kind: Kind<T>) -> OptionSpec<T> {
        OptionSpec {
            help,
            details: "",
            kind,
            suggestions: None,
            effect: Effect::Engine,
            cecp: None,
            command: None,
            usi: None,
            usi_rank: 0,
            key: None,
            flag: None,
        }
    }

    /// With details.
    pub const fn details(mut self, details: &'static str) -> OptionSpec<T> {
        self.details = details;
        self
    }

    /// With texts to choose from.
    pub const fn suggestions(mut self, suggestions: fn(&T) -> Vec<&'static str>) -> OptionSpec<T> {
        self.suggestions = Some(suggestions);
        self
    }

    /// With another effect than on the engine.
    pub const fn effect(mut self, effect: Effect) -> OptionSpec<T> {
        self.effect = effect;
        self
    }

    /// With a name in CECP.
    pub const fn cecp(mut self, name: &'static str) -> OptionSpec<T> {
        self.cecp = Some(name);
        self
    }

    /// With a command of its own in CECP.
    pub const fn command(mut self, name: &'static str, least: i64, unit: &'static str) -> OptionSpec<T> {
        self.command = Some(Command { name, least, unit });
        self
    }

    /// With a name in USI and a place in its list.
    pub const fn usi(mut self, name: &'static str, rank: u8) -> OptionSpec<T> {
        self.usi = Some(name);
        self.usi_rank = rank;
        self
    }

    /// With a key in `engine.ini`.
    pub const fn key(mut self, key: &'static str) -> OptionSpec<T> {
        self.key = Some(key);
        self
    }

    /// With a flag on the command line.
    pub const fn flag(mut self, name: &'static str, value: &'static str, scope: FlagScope) -> OptionSpec<T> {
        self.flag = Some(Flag { name, value, scope });
        self
    }

    /// The value as text; empty for a button.
    pub fn value(&self, values: &T) -> String {
        match &self.kind {
            Kind::Spin { get, .. } => get(values).to_string(),
            Kind::Check { get, .. } => get(values).to_string(),
            Kind::Combo { get, .. } | Kind::Text { get, .. } | Kind::File { get, .. } => get(values).to_owned(),
            Kind::Button { .. } => String::new(),
        }
    }

    /// Sets the value.
    ///
    /// # Errors
    /// If the text is no value of the option.
    pub fn set(&self, values: &mut T, text: &str, source: Source) -> Result<(), ValueError> {
        let refused = |expected| ValueError::Refused { value: text.to_owned(), expected, by: source };
        match &self.kind {
            Kind::Spin { range, set, .. } => {
                let number = text.parse().ok().filter(|number| range.contains(number));
                set(values, number.ok_or_else(|| refused(Expected::Number { range: range.clone(), unit: "" }))?);
            }
            Kind::Check { set, .. } => {
                let [off, on] = source.switch();
                if text != off && text != on {
                    return Err(refused(Expected::Switch));
                }
                set(values, text == on);
            }
            Kind::Combo { choices, set, .. } => {
                if !set(values, text) {
                    return Err(refused(Expected::Choice(choices)));
                }
            }
            Kind::Text { set, .. } | Kind::File { set, .. } => set(values, text)?,
            Kind::Button { press } => press(values),
        }
        Ok(())
    }

    /// Sets the value by the option's command. Of more than is allowed the most that is allowed is taken; true tells that.
    ///
    /// # Errors
    /// As for [`set`](OptionSpec::set).
    pub fn set_by_command(&self, command: Command, values: &mut T, text: &str) -> Result<bool, ValueError> {
        let Kind::Spin { range, .. } = &self.kind else {
            return self.set(values, text, Source::Cecp).map(|()| false);
        };
        let (least, greatest) = (*range.start(), *range.end());
        let understood = command.least..=greatest;
        match text.parse().ok().filter(|number| understood.start() <= number) {
            Some(number) => {
                let number: i64 = number;
                self.set(values, &number.clamp(least, greatest).to_string(), Source::Cecp)?;
                Ok(number > greatest)
            }
            None => Err(ValueError::Refused {
                value: text.to_owned(),
                expected: Expected::Number { range: understood, unit: command.unit },
                by: Source::Cecp,
            }),
        }
    }
}

impl Source {
    /// How a switch is written that is off, and that is on.
    fn switch(self) -> [&'static str; 2] {
        match self {
            Source::Cecp => ["0", "1"],
            Source::Usi | Source::CommandLine => ["false", "true"],
        }
    }
}

/// What the value of an option has to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A whole number.
    Number {
        /// Least and greatest value.
        range: RangeInclusive<i64>,
        /// The unit, if it is to be told, with a space before it.
        unit: &'static str,
    },
    /// On or off.
    Switch,
    /// One of these.
    Choice(&'static [&'static str]),
}

/// Why an option cannot have a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueError {
    /// It is not of the option's type or out of its range.
    Refused {
        /// The value.
        value: String,
        /// What it has to be.
        expected: Expected,
        /// Where it comes from.
        by: Source,
    },
    /// It is no rule set.
    Rules(RuleError),
}

impl From<RuleError> for ValueError {
    fn from(error: RuleError) -> ValueError {
        ValueError::Rules(error)
    }
}

impl std::error::Error for ValueError {}

impl Display for ValueError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (value, expected, by) = match self {
            ValueError::Refused { value, expected, by } => (value, expected, *by),
            ValueError::Rules(error) => return error.fmt(f),
        };
        match expected {
            Expected::Number { range, unit } => {
                let (least, greatest) = (range.start(), range.end());
                match by {
                    Source::Cecp => write!(f, "not a number from {least} to {greatest}{unit}"),
                    Source::Usi => write!(f, "'{value}' is no whole number from {least} to {greatest}{unit}"),
                    Source::CommandLine => write!(f, "it must be a whole number from {least} to {greatest}{unit}"),
                }
            }
            Expected::Switch => {
                let [off, on] = by.switch();
                match by {
                    Source::Cecp => write!(f, "neither {off} nor {on}"),
                    Source::Usi => write!(f, "'{value}' is neither {on} nor {off}"),
                    Source::CommandLine => write!(f, "it must be {on} or {off}"),
                }
            }
            Expected::Choice(choices) => {
                let choices = choices.join(", ");
                match by {
                    Source::Cecp => write!(f, "none of {choices}"),
                    Source::Usi => write!(f, "'{value}' is none of {choices}"),
                    Source::CommandLine => write!(f, "it must be one of {choices}"),
                }
            }
        }
    }
}
