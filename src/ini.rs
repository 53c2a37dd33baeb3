//! Files of sections, keys and values, such as `engine.ini`. Every error names the line.
//!
//! A line is empty, a comment after `;` or `#`, a section `[NAME]`, or `KEY = VALUE` (`:` does as well as `=`). There are
//! no quotes, no escapes and no comments after a value. A section may come in several parts, a key only once in it.

use crate::eval::{Layout, Terms};
use std::collections::BTreeMap;
use std::collections::btree_map;
use std::ops::RangeInclusive;

/// What is wrong with a file. Text from the file is cut where it is too long for a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// A line that is neither a section nor a key with a value.
    #[error("line {line}: neither a [section] nor KEY = VALUE")]
    Syntax {
        /// The line, from 1.
        line: usize,
    },
    /// A key before the first section.
    #[error("line {line}: '{key}' is in no section")]
    NoSection {
        /// The line, from 1.
        line: usize,
        /// The key.
        key: String,
    },
    /// A section that does not exist.
    #[error("line {line}: unknown section [{section}]")]
    UnknownSection {
        /// The line, from 1.
        line: usize,
        /// The section.
        section: String,
    },
    /// A key that does not exist.
    #[error("line {line}: unknown key '{key}' in [{section}]")]
    UnknownKey {
        /// The line, from 1.
        line: usize,
        /// The section it is in.
        section: String,
        /// The key.
        key: String,
    },
    /// A key that is there twice.
    #[error("line {line}: '{key}' is already set in [{section}]")]
    Duplicate {
        /// The line of the second one, from 1.
        line: usize,
        /// The section it is in.
        section: String,
        /// The key.
        key: String,
    },
    /// A value the key cannot take.
    #[error("line {line}: '{key}' cannot be '{value}': {reason}")]
    BadValue {
        /// The line, from 1.
        line: usize,
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What it must be.
        reason: String,
    },
}

/// A value and the line it is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The text after `=`, trimmed.
    pub value: String,
    /// The line, from 1.
    pub line: usize,
}

/// One section: keys with their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    name: String,
    entries: BTreeMap<String, Entry>,
}

impl Section {
    /// A section without any key: everything keeps its default.
    pub fn empty(name: &str) -> Section {
        Section { name: name.to_owned(), entries: BTreeMap::new() }
    }

    /// What stands between the brackets.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The keys that are set, with their values, in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.entries.iter().map(|(key, entry)| (key.as_str(), entry))
    }

    /// The value of a key as text.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.entries.get(key).map(|entry| entry.value.as_str())
    }

    /// The value of a key as a whole number within a range.
    ///
    /// # Errors
    /// If the value is none.
    pub fn int(&self, key: &str, range: RangeInclusive<i64>) -> Result<Option<i64>, SettingsError> {
        let Some(text) = self.text(key) else { return Ok(None) };
        match text.parse() {
            Ok(number) if range.contains(&number) => Ok(Some(number)),
            _ => {
                Err(self.bad_value(key, format!("it must be a whole number from {} to {}", range.start(), range.end())))
            }
        }
    }

    /// The value of a key as `true` or `false`.
    ///
    /// # Errors
    /// If the value is neither.
    pub fn flag(&self, key: &str) -> Result<Option<bool>, SettingsError> {
        let Some(text) = self.text(key) else { return Ok(None) };
        text.parse().map(Some).map_err(|_| self.bad_value(key, "it must be true or false"))
    }

    /// Checks that every key is a known one.
    ///
    /// # Errors
    /// If one is not.
    pub fn check_keys(&self, is_known: impl Fn(&str) -> bool) -> Result<(), SettingsError> {
        match self.entries.iter().find(|(key, _)| !is_known(key)) {
            None => Ok(()),
            Some((key, entry)) => Err(SettingsError::UnknownKey {
                line: entry.line,
                section: excerpt(&self.name, LONGEST_TEXT),
                key: excerpt(key, LONGEST_TEXT),
            }),
        }
    }

    /// The error that says why the value of this key will not do.
    pub fn bad_value(&self, key: &str, reason: impl AsRef<str>) -> SettingsError {
        let (value, line) = self.entries.get(key).map_or(("", 0), |entry| (entry.value.as_str(), entry.line));
        SettingsError::BadValue {
            line,
            key: excerpt(key, LONGEST_TEXT),
            value: excerpt(value, LONGEST_TEXT),
            reason: excerpt(reason.as_ref(), LONGEST_REASON),
        }
    }
}

/// Longest piece of the file that an error repeats, in characters.
const LONGEST_TEXT: usize = 160;

/// Longest reason of an error, in characters; it may repeat a part of the file.
const LONGEST_REASON: usize = 320;

/// The beginning of a text, for an error.
fn excerpt(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// The sections of a file by name.
///
/// # Errors
/// If a line is none, a key stands before the first section or twice in its section, or a section is not a known one.
pub fn sections(text: &str, is_known: impl Fn(&str) -> bool) -> Result<BTreeMap<String, Section>, SettingsError> {
    // Editors on Windows begin a file with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut sections: BTreeMap<String, Section> = BTreeMap::new();
    let mut current: Option<String> = None;
    for (line, text) in (1..).zip(text.lines().map(str::trim)) {
        if text.is_empty() || text.starts_with(['#', ';']) {
            continue;
        }
        if let Some(name) = header(text) {
            if !is_known(name) {
                return Err(SettingsError::UnknownSection { line, section: excerpt(name, LONGEST_TEXT) });
            }
            sections.entry(name.to_owned()).or_insert_with(|| Section::empty(name));
            current = Some(name.to_owned());
            continue;
        }
        let (key, value) = key_value(text).ok_or(SettingsError::Syntax { line })?;
        let Some(section) = current.as_ref().and_then(|name| sections.get_mut(name)) else {
            return Err(SettingsError::NoSection { line, key: excerpt(key, LONGEST_TEXT) });
        };
        match section.entries.entry(key.to_owned()) {
            btree_map::Entry::Vacant(place) => place.insert(Entry { value: value.to_owned(), line }),
            btree_map::Entry::Occupied(_) => {
                return Err(SettingsError::Duplicate {
                    line,
                    section: excerpt(&section.name, LONGEST_TEXT),
                    key: excerpt(key, LONGEST_TEXT),
                });
            }
        };
    }
    Ok(sections)
}

/// The name in `[NAME]`.
fn header(line: &str) -> Option<&str> {
    let name = line.strip_prefix('[')?.strip_suffix(']')?.trim();
    (!name.is_empty() && !name.contains(['[', ']'])).then_some(name)
}

/// The two sides of `KEY = VALUE`. A backslash at the end is refused: many programs go on with the next line there.
fn key_value(line: &str) -> Option<(&str, &str)> {
    if line.starts_with('[') || line.ends_with('\\') {
        return None;
    }
    let (key, value) = line.split_once(['=', ':'])?;
    let (key, value) = (key.trim(), value.trim());
    (!key.is_empty()).then_some((key, value))
}

/// The weights of an evaluation, with what the section sets.
///
/// # Errors
/// If the section has a key that is no weight, or a value out of its range.
pub(crate) fn weights(settings: &Section, layout: &Layout, defaults: &Terms) -> Result<Terms, SettingsError> {
    let mut weights = defaults.clone();
    for (key, entry) in settings.iter() {
        match weights.set_text(layout, key, &entry.value) {
            Some(Ok(())) => {}
            Some(Err(reason)) => return Err(settings.bad_value(key, reason)),
            None => settings.check_keys(|known| known != key)?,
        }
    }
    Ok(weights)
}

/// A comment of any length, in lines that the shipped files do not exceed.
pub fn comment(text: &str) -> String {
    let mut lines = vec![";".to_owned()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() == 1 || line.chars().count() + word.chars().count() < 119 => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("; {word}")),
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<BTreeMap<String, Section>, SettingsError> {
        sections(text, |name| !name.starts_with("whist"))
    }

    fn message(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn sections_and_keys_are_read() {
        let text = "\u{feff}; comment\r\n[ one ]\r\na=1\r\n# b = 2\n  c : x = y ; z \n[two]\n[one]\nd =\n";
        let sections = read(text).unwrap();
        let one: Vec<_> = sections["one"].iter().map(|(key, entry)| (key, entry.value.as_str(), entry.line)).collect();
        assert_eq!(one, [("a", "1", 3), ("c", "x = y ; z", 5), ("d", "", 8)]);
        assert_eq!((sections.len(), sections["two"].iter().count(), sections["two"].name()), (2, 0, "two"));
    }

    #[test]
    fn errors_name_the_line() {
        let junk = "line 3: neither a [section] nor KEY = VALUE";
        let lines = ["just words", "[one", "[one] a = 1", "[one]]", "[[one]]", "[]a = 1", "[one];a = 1", "[]", "= 1"];
        for line in lines.into_iter().chain(["a = 1\\"]) {
            assert_eq!(message(&format!("[one]\n\n{line}\nb = 7\n")), junk, "{line}");
        }
        assert_eq!(message("\na = 1\n"), "line 2: 'a' is in no section");
        assert_eq!(message("[one]\na = 1\n[two]\n[one]\na = 2\n"), "line 5: 'a' is already set in [one]");
        assert_eq!(message("[one]\n[whist]\na = 1\n"), "line 2: unknown section [whist]");
        let section = &read("[one]\nb = yes\na = 3\n").unwrap()["one"];
        let unknown = section.check_keys(|key| key == "a").unwrap_err();
        assert_eq!(unknown.to_string(), "line 2: unknown key 'b' in [one]");
        let number = section.int("b", 0..=9).unwrap_err();
        assert_eq!(number.to_string(), "line 2: 'b' cannot be 'yes': it must be a whole number from 0 to 9");
        assert_eq!(section.flag("b").unwrap_err().to_string(), "line 2: 'b' cannot be 'yes': it must be true or false");
        assert_eq!(
            (section.int("a", 0..=9), section.int("c", 0..=9), section.flag("c")),
            (Ok(Some(3)), Ok(None), Ok(None))
        );
        assert!(section.int("a", 0..=2).is_err());
    }

    /// However much there is of it, an error fits on the screen.
    #[test]
    fn errors_repeat_no_more_than_can_be_read() {
        let long = "獅".repeat(1_000_000);
        for text in
            [format!("{long} = 1"), format!("[whist{long}]"), format!("[a]\n{long} = 1\n{long} = 2"), long.clone()]
        {
            assert!(message(&text).chars().count() < 250, "{}", message(&text));
        }
        let section = &read(&format!("[a]\nb = {long}\n")).unwrap()["a"];
        let error = section.bad_value("b", format!("unknown '{long}'")).to_string();
        assert!(error.chars().count() < 600 && error.contains("獅…': unknown '獅"), "{error}");
        assert!(section.check_keys(|_| false).is_err());
    }

    /// The work grows with the size of the file and no faster.
    #[test]
    fn large_files_are_read_at_once() {
        let start = std::time::Instant::now();
        let keys =
            |number: usize| (0..number).fold("[a]\n".to_owned(), |text, key| text + &format!("key{key} = {key}\n"));
        let sections = read(&keys(200_000)).unwrap();
        assert_eq!(sections["a"].iter().count(), 200_000);
        assert_eq!(sections["a"].text("key199999"), Some("199999"));
        assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    }

    #[test]
    fn comments_are_wrapped() {
        let text = comment(&"獅 lion ".repeat(40));
        assert!(text.lines().count() > 2);
        assert!(text.lines().all(|line| line.starts_with("; ") && line.chars().count() <= 119), "{text}");
        assert_eq!(comment("one two"), "; one two\n");
    }
}
