//! Rules as data.

use super::Repetition;
use std::fmt::{self, Display};
use std::str::FromStr;

/// The switches of one game: a small value with named presets and one text form, `preset:group.flag=value,…`.
pub trait RuleSet: Clone + PartialEq + Display + FromStr<Err = RuleError> + Send + Sync + 'static {
    /// The repetition rule.
    fn repetition(&self) -> Repetition;

    /// The rules by which moves from outside are judged; never stricter than `self`.
    fn accept(&self) -> Self {
        self.clone()
    }

    /// Whether our own moves must also be acceptable to a graphical referee with rules of its own, see
    /// [`GuiReferee`](super::GuiReferee).
    fn referee(&self) -> bool {
        false
    }

    /// Whether mate ends the game before the royal is taken, in games in which a royal may be left in check.
    fn mate_ends(&self) -> bool {
        false
    }

    /// Where the repetition rule is written down, for messages; `None` if nowhere.
    fn repetition_section(&self) -> Option<&'static str> {
        None
    }

    /// The game is drawn once more than this many plies have been played.
    fn ply_cap(&self) -> Option<u32>;
}

/// A text that names no rule set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// The part before the colon is no preset.
    #[error("unknown rule set '{name}' (known: {known})")]
    UnknownPreset {
        /// What was given.
        name: String,
        /// The presets there are.
        known: String,
    },
    /// The part before `=` is no flag.
    #[error("unknown rule flag '{name}'")]
    UnknownFlag {
        /// What was given.
        name: String,
    },
    /// A flag without a value.
    #[error("rule flag '{name}' needs a value, as in '{name}=…'")]
    MissingValue {
        /// The flag.
        name: String,
    },
    /// A value the flag cannot take.
    #[error("rule flag '{name}' cannot be '{value}' (it can be {allowed})")]
    BadValue {
        /// The flag.
        name: String,
        /// What was given.
        value: String,
        /// What it can be.
        allowed: String,
    },
}

/// A rule flag and its text form.
pub struct Flag<R> {
    /// `group.flag`.
    pub name: &'static str,
    /// What it decides, in a few words.
    pub meaning: &'static str,
    /// What it can be; for a number, words that say so.
    pub values: &'static [&'static str],
    /// Whether it makes a difference under these rules: another flag may leave it without effect.
    pub matters: fn(&R) -> bool,
    /// The text of its value.
    pub get: fn(&R) -> String,
    /// Sets it; false if the text is none of its values.
    pub set: fn(&mut R, &str) -> bool,
}

/// A flag that is one bit of the field `switches`: its name, the bit, its text when off, its text when on, its meaning,
/// and where it matters if not always.
macro_rules! switch_flag {
    ($name:literal, $switch:expr, $off:literal, $on:literal, $meaning:literal) => {
        switch_flag!($name, $switch, $off, $on, $meaning, |_| true)
    };
    ($name:literal, $switch:expr, $off:literal, $on:literal, $meaning:literal, $matters:expr) => {
        $crate::position::Flag {
            name: $name,
            meaning: $meaning,
            values: &[$off, $on],
            matters: $matters,
            get: |rules| if rules.switches.contains($switch) { $on } else { $off }.to_string(),
            set: |rules, value| {
                rules.switches.set($switch, value == $on);
                value == $on || value == $off
            },
        }
    };
}
pub(crate) use switch_flag;

/// A flag with several named values: its name, its field, its meaning, and the texts of its values.
macro_rules! choice_flag {
    ($name:literal, $field:ident, $meaning:literal, $($text:literal => $value:expr),+) => {
        $crate::position::Flag {
            name: $name,
            meaning: $meaning,
            values: &[$($text),+],
            matters: |_| true,
            get: |rules| {
                [$(($text, $value)),+].iter().find(|(_, value)| *value == rules.$field).map_or("", |(text, _)| text).to_string()
            },
            set: |rules, value| match value {
                $($text => { rules.$field = $value; true })+
                _ => false,
            },
        }
    };
}
pub(crate) use choice_flag;

/// A flag with one value only, which is stored nowhere.
macro_rules! fixed_flag {
    ($name:literal, $value:literal, $meaning:literal) => {
        $crate::position::Flag {
            name: $name,
            meaning: $meaning,
            values: &[$value],
            matters: |_| true,
            get: |_| $value.to_string(),
            set: |_, value| value == $value,
        }
    };
}
pub(crate) use fixed_flag;

/// A flag that is a number of plies or `none`: its name, its field, its meaning.
macro_rules! cap_flag {
    ($name:literal, $field:ident, $meaning:literal) => {
        $crate::position::Flag {
            name: $name,
            meaning: $meaning,
            values: &["none", "a number from 1"],
            matters: |_| true,
            get: |rules| rules.$field.map_or("none".to_string(), |plies| plies.to_string()),
            set: |rules, value| {
                rules.$field = value.parse().ok().filter(|&plies| plies > 0);
                value == "none" || rules.$field.is_some()
            },
        }
    };
}
pub(crate) use cap_flag;

/// `Display` and `FromStr` of a type with [`Presets`].
macro_rules! preset_text {
    ($rules:ty) => {
        impl std::str::FromStr for $rules {
            type Err = $crate::position::RuleError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::position::parse_presets(text)
            }
        }

        impl std::fmt::Display for $rules {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $crate::position::write_presets(self, f)
            }
        }
    };
}
pub(crate) use preset_text;

/// A rule set whose text is a preset, with or without overrides: `preset` or `preset:flag=value,flag=value`.
pub trait Presets: Copy + 'static {
    /// The presets by name.
    const PRESETS: &'static [(&'static str, Self)];

    /// Names that presets had in earlier versions, each with the name of today: they are read, and never written.
    const FORMER_NAMES: &'static [(&'static str, &'static str)] = &[];

    /// Rule sets without a name of their own that players ask for: what they are called, and their texts.
    const VARIATIONS: &'static [(&'static str, &'static str)] = &[];

    /// All flags, in the order in which they are written.
    const FLAGS: &'static [Flag<Self>];

    /// All flags with their values.
    fn flags(&self) -> impl Iterator<Item = (&'static str, String)> {
        Self::FLAGS.iter().map(|flag| (flag.name, (flag.get)(self)))
    }
}

/// Longest piece of a rule set that is repeated in an error, in characters.
const LONGEST_EXCERPT: usize = 80;

/// The beginning of a text, for an error.
fn excerpt(text: &str) -> String {
    match text.char_indices().nth(LONGEST_EXCERPT) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Reads a preset with overrides.
///
/// # Errors
/// If the preset or a flag is unknown, or a value will not do.
pub fn parse_presets<R: Presets>(text: &str) -> Result<R, RuleError> {
    let (name, overrides) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
    let name = name.trim();
    let former = R::FORMER_NAMES.iter().find(|(former, _)| former.eq_ignore_ascii_case(name));
    let present = former.map_or(name, |(_, present)| present);
    let preset = R::PRESETS.iter().find(|(known, _)| known.eq_ignore_ascii_case(present));
    let Some(&(_, mut rules)) = preset else {
        let known: Vec<&str> = R::PRESETS.iter().map(|(name, _)| *name).collect();
        return Err(RuleError::UnknownPreset { name: excerpt(name), known: known.join(", ") });
    };
    for part in overrides.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let Some((name, value)) = part.split_once('=').map(|(name, value)| (name.trim(), value.trim())) else {
            return Err(RuleError::MissingValue { name: excerpt(part) });
        };
        let flag = R::FLAGS.iter().find(|flag| flag.name == name);
        let flag = flag.ok_or_else(|| RuleError::UnknownFlag { name: excerpt(name) })?;
        if !(flag.set)(&mut rules, value) {
            let (name, value, allowed) = (excerpt(name), excerpt(value), flag.values.join(" or "));
            return Err(RuleError::BadValue { name, value, allowed });
        }
    }
    Ok(rules)
}

/// Writes the preset that needs the fewest overrides, and these.
///
/// # Errors
/// Those of the formatter.
pub fn write_presets<R: Presets>(rules: &R, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let overrides = |preset: &R| -> Vec<String> {
        let pairs = rules.flags().zip(preset.flags().map(|(_, value)| value));
        pairs.filter(|((_, mine), theirs)| mine != theirs).map(|((name, mine), _)| format!("{name}={mine}")).collect()
    };
    let nearest = R::PRESETS.iter().map(|(name, preset)| (name, overrides(preset)));
    let Some((name, changes)) = nearest.min_by_key(|(_, changes)| changes.len()) else { return Ok(()) };
    f.write_str(name)?;
    if !changes.is_empty() {
        write!(f, ":{}", changes.join(","))?;
    }
    Ok(())
}
