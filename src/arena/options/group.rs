//! An option and the words after it.

use super::{UsageError, refuse};
use std::str::FromStr;

/// An option and the words after it.
#[derive(Debug)]
pub struct Group<'a> {
    /// Without its dashes.
    pub name: &'a str,
    /// What follows, up to the next option.
    pub words: &'a [String],
}

/// Words of the form `key=value`.
pub struct Pairs<'a> {
    option: &'a str,
    pairs: Vec<(&'a str, &'a str)>,
}

/// Whether a word is an option: a dash or two and a letter.
fn option_name(word: &str) -> Option<&str> {
    let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'))?;
    name.starts_with(|c: char| c.is_ascii_alphabetic()).then_some(name)
}

/// Cuts a command line before every option.
pub fn groups(words: &[String]) -> Result<Vec<Group<'_>>, UsageError> {
    if let Some(word) = words.first().filter(|word| option_name(word).is_none()) {
        return refuse(format!("'{word}' is no option (see shishi match -help)"));
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut rest = words;
    while let Some((first, after)) = rest.split_first() {
        let length = after.iter().position(|word| option_name(word).is_some()).unwrap_or(after.len());
        let (words, next) = after.split_at(length);
        groups.push(Group { name: option_name(first).unwrap_or(first), words });
        rest = next;
    }
    Ok(groups)
}

impl<'a> Group<'a> {
    /// The one word there must be.
    pub fn one(&self) -> Result<&'a str, UsageError> {
        match self.words {
            [word] => Ok(word),
            [] => refuse(format!("-{} needs a value", self.name)),
            [_, more, ..] => refuse(format!("-{} takes one value, '{more}' is too much", self.name)),
        }
    }

    /// The words, at least one.
    pub fn some(&self) -> Result<&'a [String], UsageError> {
        if self.words.is_empty() { refuse(format!("-{} needs a value", self.name)) } else { Ok(self.words) }
    }

    /// True, if there is no word.
    pub fn none(&self) -> Result<bool, UsageError> {
        match self.words.first() {
            None => Ok(true),
            Some(word) => refuse(format!("-{} takes no value, not '{word}'", self.name)),
        }
    }

    /// The one word as a whole number within bounds.
    pub fn number(&self, least: u64, greatest: u64) -> Result<u64, UsageError> {
        number(&format!("-{}", self.name), self.one()?, least, greatest)
    }

    /// The words as `key=value`. A key that is not among these is refused by name.
    pub fn pairs(&self, known: &[&str]) -> Result<Pairs<'a>, UsageError> {
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for (key, value) in self.key_values()? {
            if !known.contains(&key) {
                return refuse(format!("-{}: '{key}' is not supported (known: {})", self.name, known.join(", ")));
            }
            if pairs.iter().any(|(other, _)| *other == key) {
                return refuse(format!("-{}: '{key}' is there twice", self.name));
            }
            pairs.push((key, value));
        }
        Ok(Pairs { option: self.name, pairs })
    }

    /// The words as `key=value`, in their order.
    pub fn key_values(&self) -> Result<Vec<(&'a str, &'a str)>, UsageError> {
        let split = |word: &'a String| match word.split_once('=') {
            Some(pair) => Ok(pair),
            None => refuse(format!("-{}: '{word}' is not of the form key=value", self.name)),
        };
        self.words.iter().map(split).collect()
    }
}

impl Pairs<'_> {
    /// The value of a key.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.pairs.iter().find(|(other, _)| *other == key).map(|(_, value)| *value)
    }

    /// The value of a key as a whole number within bounds.
    pub fn number(&self, key: &str, least: u64, greatest: u64) -> Result<Option<u64>, UsageError> {
        let what = format!("-{} {key}", self.option);
        self.text(key).map(|text| number(&what, text, least, greatest)).transpose()
    }

    /// The value of a key that must be there.
    pub fn need(&self, key: &str, least: u64, greatest: u64) -> Result<u64, UsageError> {
        match self.number(key, least, greatest)? {
            Some(number) => Ok(number),
            None => refuse(format!("-{} needs {key}=", self.option)),
        }
    }

    /// The value of a key as a finite number.
    pub fn real(&self, key: &str) -> Result<Option<f64>, UsageError> {
        let Some(text) = self.text(key) else { return Ok(None) };
        match f64::from_str(text) {
            Ok(number) if number.is_finite() => Ok(Some(number)),
            _ => refuse(format!("-{} {key}={text}: not a number", self.option)),
        }
    }
}

/// A whole number within bounds; the error names what it is for.
pub fn number(what: &str, text: &str, least: u64, greatest: u64) -> Result<u64, UsageError> {
    match text.parse() {
        Ok(number) if (least..=greatest).contains(&number) => Ok(number),
        _ => refuse(format!("{what}: '{text}' is no whole number from {least} to {greatest}")),
    }
}
