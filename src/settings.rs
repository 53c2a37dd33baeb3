//! `engine.ini`: what the user has set for good.
//!
//! Every key is checked: an unknown key or a bad value is an error that names the line. The parameters of the
//! evaluations stay a [`Section`] of names and values here; each game reads its own.

use crate::engine::{SKILL_RANGE, Skill};
use crate::eval::{Layout, Terms};
use ini::{Ini, ParseOption};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Sizes of the transposition table that can be asked for, in megabytes.
pub const HASH_RANGE: RangeInclusive<i64> = 1..=8192;

/// Numbers of threads that can be asked for.
pub const THREADS_RANGE: RangeInclusive<i64> = 1..=256;

/// Move overheads that can be asked for, in milliseconds.
pub const MOVE_OVERHEAD_RANGE: RangeInclusive<i64> = 0..=5000;

/// Contempts that can be asked for, in centipawns.
pub const CONTEMPT_RANGE: RangeInclusive<i64> = -1000..=1000;

/// Numbers of lines that a search can be asked to report.
pub const LINES_RANGE: RangeInclusive<i64> = 1..=500;

/// The keys of the section `[engine]`.
const ENGINE_KEYS: &[&str] = &["hash", "threads", "move_overhead", "skill", "contempt"];

/// The keys of the section of every game.
const VARIANT_KEYS: &[&str] = &["rules", "cecp_rules", "usi_rules"];

/// What is wrong with the settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// A line that is neither a section nor a key with a value.
    #[error("line {line}: {reason}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// What the parser says.
        reason: String,
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    name: String,
    entries: BTreeMap<String, Entry>,
}

impl Section {
    /// A section without any key: everything keeps its default.
    pub fn empty(name: &str) -> Section {
        Section { name: name.to_owned(), entries: BTreeMap::new() }
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
    pub fn int(&self, key: &str, range: RangeInclusive<i64>) -> Result<Option<i64>, SettingsError> {
        let Some(entry) = self.entries.get(key) else { return Ok(None) };
        match entry.value.parse() {
            Ok(number) if range.contains(&number) => Ok(Some(number)),
            _ => {
                Err(self.bad_value(key, format!("it must be a whole number from {} to {}", range.start(), range.end())))
            }
        }
    }

    /// The value of a key as `true` or `false`.
    pub fn flag(&self, key: &str) -> Result<Option<bool>, SettingsError> {
        match self.text(key) {
            None => Ok(None),
            Some("true") => Ok(Some(true)),
            Some("false") => Ok(Some(false)),
            Some(_) => Err(self.bad_value(key, "it must be true or false")),
        }
    }

    /// The first key that is not among the known ones is an error.
    pub fn check_keys(&self, known: &[&str]) -> Result<(), SettingsError> {
        match self.entries.iter().find(|(key, _)| !known.contains(&key.as_str())) {
            None => Ok(()),
            Some((key, entry)) => {
                Err(SettingsError::UnknownKey { line: entry.line, section: self.name.clone(), key: key.clone() })
            }
        }
    }

    /// The error that says why the value of this key will not do.
    pub fn bad_value(&self, key: &str, reason: impl Into<String>) -> SettingsError {
        let (value, line) = self.entries.get(key).map_or(("", 0), |entry| (entry.value.as_str(), entry.line));
        SettingsError::BadValue { line, key: key.to_owned(), value: value.to_owned(), reason: reason.into() }
    }
}

/// What `engine.ini` says about one game: sections `[NAME]` and `[NAME.eval]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantSettings {
    /// The rule set on the command line, if it is not the usual one.
    pub rules: Option<String>,
    /// The rule set under CECP, if it is not the usual one.
    pub cecp_rules: Option<String>,
    /// The rule set under USI, if it is not the usual one.
    pub usi_rules: Option<String>,
    /// The section itself, for errors about its values.
    pub section: Section,
    /// Parameters of the evaluation.
    pub eval: Section,
}

/// All settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Size of the transposition table in megabytes.
    pub hash: usize,
    /// How many threads search.
    pub threads: usize,
    /// What the way from here to the opponent may cost of each move's time.
    pub move_overhead: Duration,
    /// How strong the engine plays; `None` for as strong as it can.
    pub skill: Option<Skill>,
    /// By how many centipawns a draw is less than an even game.
    pub contempt: i32,
    variants: BTreeMap<String, VariantSettings>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash: 64,
            threads: 1,
            move_overhead: Duration::from_millis(30),
            skill: None,
            contempt: 0,
            variants: BTreeMap::new(),
        }
    }
}

impl Settings {
    /// The file to read: `file`, or `engine.ini` beside the executable if that is there.
    pub fn path(file: Option<&Path>) -> Option<PathBuf> {
        let beside = || std::env::current_exe().ok().map(|exe| exe.with_file_name("engine.ini"));
        file.map(Path::to_owned).or_else(|| beside().filter(|path| path.is_file()))
    }

    /// Reads the text of an `engine.ini`.
    pub fn parse(text: &str, variants: &[&str]) -> Result<Settings, SettingsError> {
        // Editors on Windows begin a file with a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut settings = Settings::default();
        let mut sections = sections(text)?;
        if let Some(engine) = sections.remove("engine") {
            engine.check_keys(ENGINE_KEYS)?;
            if let Some(megabytes) = engine.int("hash", HASH_RANGE)? {
                settings.hash = megabytes as usize;
            }
            if let Some(threads) = engine.int("threads", THREADS_RANGE)? {
                settings.threads = threads as usize;
            }
            if let Some(milliseconds) = engine.int("move_overhead", MOVE_OVERHEAD_RANGE)? {
                settings.move_overhead = Duration::from_millis(milliseconds as u64);
            }
            if let Some(level) = engine.int("skill", SKILL_RANGE)? {
                settings.skill = Skill::new(level);
            }
            if let Some(centipawns) = engine.int("contempt", CONTEMPT_RANGE)? {
                settings.contempt = centipawns as i32;
            }
        }
        for &name in variants {
            let section = sections.remove(name).unwrap_or_else(|| Section::empty(name));
            let eval_name = format!("{name}.eval");
            let eval = sections.remove(&eval_name).unwrap_or_else(|| Section::empty(&eval_name));
            section.check_keys(VARIANT_KEYS)?;
            let rules = section.text("rules").map(str::to_owned);
            let cecp_rules = section.text("cecp_rules").map(str::to_owned);
            let usi_rules = section.text("usi_rules").map(str::to_owned);
            settings.variants.insert(name.to_owned(), VariantSettings { rules, cecp_rules, usi_rules, section, eval });
        }
        match sections.into_iter().next() {
            None => Ok(settings),
            Some((section, _)) => {
                Err(SettingsError::UnknownSection { line: section_line(text, &section).unwrap_or(0), section })
            }
        }
    }

    /// What is set for one game; the defaults if nothing is.
    pub fn variant(&self, name: &str) -> VariantSettings {
        self.variants.get(name).cloned().unwrap_or_else(|| VariantSettings {
            rules: None,
            cecp_rules: None,
            usi_rules: None,
            section: Section::empty(name),
            eval: Section::empty(&format!("{name}.eval")),
        })
    }
}

/// The sections of a file by name.
pub(crate) fn sections(text: &str) -> Result<BTreeMap<String, Section>, SettingsError> {
    // The parser would look for the value on the lines that follow.
    if let Some((index, _)) = text.lines().enumerate().find(|(_, line)| !is_ini_line(line)) {
        return Err(SettingsError::Syntax {
            line: index + 1,
            reason: "neither a [section] nor KEY = VALUE".to_owned(),
        });
    }
    let options = ParseOption { enabled_escape: false, enabled_quote: false, ..ParseOption::default() };
    let ini = Ini::load_from_str_opt(text, options)
        .map_err(|error| SettingsError::Syntax { line: error.line, reason: error.msg.to_string() })?;
    let mut sections: BTreeMap<String, Section> = BTreeMap::new();
    for (name, properties) in ini.iter() {
        let name = name.unwrap_or("");
        let section = sections.entry(name.to_owned()).or_insert_with(|| Section::empty(name));
        for (key, value) in properties.iter() {
            let lines = key_lines(text, name, key);
            let line = lines.first().copied().unwrap_or(0);
            let entry = Entry { value: value.trim().to_owned(), line };
            if section.entries.insert(key.to_owned(), entry).is_some() {
                let line = lines.get(1).copied().unwrap_or(line);
                return Err(SettingsError::Duplicate { line, section: name.to_owned(), key: key.to_owned() });
            }
        }
    }
    match sections.remove("").and_then(|section| section.entries.into_iter().next()) {
        None => Ok(sections),
        Some((key, entry)) => Err(SettingsError::NoSection { line: entry.line, key }),
    }
}

/// Whether the parser reads the line as it looks: it would take what stands after a section's name for a key, and join
/// a value with the next line at a backslash.
fn is_ini_line(line: &str) -> bool {
    let line = line.trim();
    line.is_empty()
        || line.starts_with(['#', ';'])
        || is_header(line)
        || !line.starts_with('[') && line.contains(['=', ':']) && !line.ends_with('\\')
}

fn is_header(line: &str) -> bool {
    line.strip_prefix('[').and_then(|line| line.strip_suffix(']')).is_some_and(|name| !name.contains(['[', ']']))
}

/// The lines of a file with the section each is in and, for a header, `None` in place of the key. The parser does not
/// say where it found what.
fn outline(text: &str) -> impl Iterator<Item = (usize, String, Option<&str>)> {
    let mut section = String::new();
    text.lines().enumerate().filter_map(move |(index, line)| {
        let line = line.trim();
        if is_header(line) {
            section = line[1..line.len() - 1].trim().to_owned();
            return Some((index + 1, section.clone(), None));
        }
        if line.starts_with(['#', ';']) {
            return None;
        }
        let key = line.split(['=', ':']).next()?.trim();
        Some((index + 1, section.clone(), Some(key)))
    })
}

/// The lines on which a key is set.
fn key_lines(text: &str, section: &str, key: &str) -> Vec<usize> {
    outline(text).filter(|(_, s, k)| s == section && *k == Some(key)).map(|(line, ..)| line).collect()
}

/// The line on which a section begins.
fn section_line(text: &str, section: &str) -> Option<usize> {
    outline(text).find(|(_, s, _)| s == section).map(|(line, ..)| line)
}

/// The weights of an evaluation, with what the section sets.
///
/// # Errors
/// If the section has a key that is no weight, or a value out of its range.
pub(crate) fn weights(settings: &Section, layout: &Layout, defaults: &Terms) -> Result<Terms, SettingsError> {
    let mut weights = defaults.clone();
    let mut known = Vec::new();
    for (key, entry) in settings.iter() {
        match weights.set_text(layout, key, &entry.value) {
            Some(Ok(())) => known.push(key),
            Some(Err(reason)) => return Err(settings.bad_value(key, reason)),
            None => {}
        }
    }
    settings.check_keys(&known)?;
    Ok(weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    const VARIANTS: &[&str] = crate::games::NAMES;

    fn parse(text: &str) -> Result<Settings, SettingsError> {
        Settings::parse(text, VARIANTS)
    }

    #[test]
    fn an_empty_file_sets_nothing() {
        for text in ["", "\n\n", "; a comment\n", "[engine]\n[chu]\n;hash = 3\n"] {
            let settings = parse(text).unwrap();
            assert_eq!((settings.hash, settings.move_overhead), (64, Duration::from_millis(30)), "{text:?}");
            assert_eq!(settings.variant("chu").rules, None);
        }
    }

    #[test]
    fn the_shipped_file_is_all_defaults_and_every_key_in_it_exists() {
        let shipped = include_str!("../engine.ini");
        assert_eq!(parse(shipped).unwrap(), parse("").unwrap());
        // Commented keys begin with the semicolon and have no space after it.
        let uncommented: String = shipped
            .lines()
            .map(|line| match line.strip_prefix(';') {
                Some(key) if !key.starts_with(' ') => format!("{key}\n"),
                _ => format!("{line}\n"),
            })
            .collect();
        assert!(uncommented.contains("\nhash = 64\n"));
        let settings = parse(&uncommented).unwrap();
        let defaults = Settings::default();
        assert_eq!((settings.hash, settings.move_overhead), (defaults.hash, defaults.move_overhead));
        assert_eq!(settings.threads, defaults.threads);
    }

    /// All but the weights of the evaluations, which have a command to list them.
    #[test]
    fn the_shipped_file_explains_every_key() {
        let shipped = include_str!("../engine.ini");
        let mut keys: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let (mut section, mut explained) = ("", false);
        for line in shipped.lines() {
            if line.is_empty() {
                explained = false;
            } else if is_header(line) {
                section = &line[1..line.len() - 1];
            } else if line.starts_with("; ") {
                explained = true;
            } else {
                let key = line.strip_prefix(';').and_then(|line| line.split_once(" = ")).expect(line).0;
                assert!(explained, "nothing is said about {key} in [{section}]");
                keys.entry(section).or_default().push(key);
            }
        }
        assert_eq!(keys.remove("engine").as_deref(), Some(ENGINE_KEYS));
        for name in VARIANTS {
            assert_eq!(keys.remove(name).as_deref(), Some(VARIANT_KEYS), "[{name}]");
        }
        assert!(keys.is_empty(), "{keys:?}");
    }

    #[test]
    fn values_are_read() {
        let settings = parse(
            "[engine]\r\nhash=256\r\nmove_overhead = 5\nthreads = 3\n[chu]\nrules = jcsa\n[chu.eval]\npawn = 90\n",
        )
        .unwrap();
        assert_eq!((settings.hash, settings.threads, settings.move_overhead), (256, 3, Duration::from_millis(5)));
        let chu = settings.variant("chu");
        assert_eq!(chu.rules.as_deref(), Some("jcsa"));
        assert_eq!(chu.cecp_rules, None);
        assert_eq!(chu.eval.int("pawn", 0..=1000), Ok(Some(90)));
        assert_eq!(chu.eval.int("rook", 0..=1000), Ok(None));
        assert_eq!(settings.variant("unheard-of").rules, None);
    }

    #[test]
    fn a_byte_order_mark_is_skipped() {
        assert_eq!(parse("\u{feff}[engine]\r\nhash = 5\r\n").unwrap().hash, 5);
    }

    #[test]
    fn errors_name_the_line() {
        let message = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(message("[engine]\n\nhsah = 3\n"), "line 3: unknown key 'hsah' in [engine]");
        assert_eq!(
            message("; hash = 1\n[engine]\nhash = lots\n"),
            "line 3: 'hash' cannot be 'lots': it must be a whole number from 1 to 8192"
        );
        assert!(message("[engine]\nthreads = 257\n").ends_with("it must be a whole number from 1 to 256"));
        assert!(message("[engine]\nhash = 0\n").starts_with("line 2: 'hash' cannot be '0'"));
        assert!(message("[engine]\nhash = 99999999999999999999\n").starts_with("line 2: "));
        assert_eq!(message("[engine]\n[whist]\na = 1\n"), "line 2: unknown section [whist]");
        assert_eq!(message("[engine]\nhash = 1\nhash = 2\n"), "line 3: 'hash' is already set in [engine]");
        let junk = "line 3: neither a [section] nor KEY = VALUE";
        assert_eq!(message("[engine]\nhash = 1\njust words\n"), junk);
        assert_eq!(message("[engine]\nhash = 1\njust words\nmove_overhead = 1\n"), junk);
        assert_eq!(message("[chu]\n\n[engine\n"), junk);
        // What is left after a section's name is no key, and a backslash joins no lines.
        for line in ["[engine] hash = 1", "[engine]]", "[[engine]]", "[]hash = 1", "[engine];hash=1", "hash = 1\\"] {
            assert_eq!(message(&format!("[engine]\n\n{line}\nmove_overhead = 7\n")), junk, "{line}");
        }
        assert_eq!(message("\nhash = 1\n"), "line 2: 'hash' is in no section");
    }

    #[test]
    fn parameters_are_checked_by_who_knows_them() {
        let chu = parse("[chu.eval]\npawn = 90\nlion = yes\n").unwrap().variant("chu");
        assert_eq!(chu.eval.check_keys(&["pawn", "lion"]), Ok(()));
        let unknown = chu.eval.check_keys(&["pawn"]).unwrap_err();
        assert_eq!(unknown.to_string(), "line 3: unknown key 'lion' in [chu.eval]");
        let bad = chu.eval.int("lion", 0..=9).unwrap_err();
        assert_eq!(bad.to_string(), "line 3: 'lion' cannot be 'yes': it must be a whole number from 0 to 9");
        assert!(chu.eval.flag("lion").is_err());
    }

    #[test]
    fn only_a_file_that_was_named_must_be_there() {
        let named = Path::new("no/such/engine.ini");
        assert_eq!(Settings::path(Some(named)).as_deref(), Some(named));
        assert_eq!(Settings::path(None), None, "the test program has no engine.ini beside it");
    }
}
