//! What engines need beyond what their protocol says, as data: see `profiles.ini`.

use super::options::Protocol;
use crate::engine::SettingsFileError;
use crate::ini::{Section, SettingsError, sections};
use std::collections::BTreeMap;
use std::path::Path;

/// The profiles that come with the program.
const BUILT_IN: &str = include_str!("profiles.ini");

/// The keys of a profile, beside those that name an option or a game.
const KEYS: &[&str] =
    &["name", "memory", "setboard", "max_plies", "fractional_st", "rules_option", "bench", "unlisted"];

/// How positions can be sent to an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SetBoard {
    /// With side to move and all fields.
    #[default]
    Full,
    /// The board alone: the first player is to move.
    Board,
    /// Not at all.
    None,
}

/// What one engine needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// The section it comes from; empty if nothing is known.
    pub section: String,
    /// Beginning of the engine's own name, in lower case.
    pub name: String,
    /// Megabytes to ask for where nobody says anything.
    pub memory: Option<u32>,
    /// How positions can be sent.
    pub set_board: SetBoard,
    /// Plies after which the engine cannot go on.
    pub max_plies: Option<usize>,
    /// Whether `st` may be a fraction.
    pub fractional_st: bool,
    /// The option that sets the engine's rules.
    pub rules_option: Option<String>,
    /// Options to set.
    pub options: Vec<(String, String)>,
    /// Arguments with which the program writes its bench number.
    pub bench: Option<String>,
    /// Rules of a match against the engine, by game.
    pub rules: BTreeMap<String, String>,
    /// What the engine calls games.
    pub variants: BTreeMap<String, String>,
    /// Games that it plays over CECP without announcing them; `*` stands for any game.
    pub unlisted: Vec<String>,
}

/// A set of profiles.
#[derive(Clone, Debug, Default)]
pub struct Profiles(Vec<Profile>);

impl Profile {
    /// The rules of a match of this game against the engine.
    pub fn rules(&self, variant: &str) -> Option<&str> {
        self.rules.get(variant).map(String::as_str)
    }

    /// What the engine calls a game.
    pub fn variant<'a>(&'a self, variant: &'a str) -> &'a str {
        self.variants.get(variant).map_or(variant, String::as_str)
    }

    /// Whether the engine plays a game over CECP that it does not announce.
    pub fn plays_unlisted(&self, variant: &str) -> bool {
        self.unlisted.iter().any(|known| known == "*" || known == variant)
    }

    fn read(name: &str, section: &Section) -> Result<Profile, SettingsError> {
        let mut profile = Profile { section: name.to_owned(), ..Profile::default() };
        section.check_keys(|key| {
            KEYS.contains(&key) || ["option.", "rules.", "variant."].iter().any(|start| key.starts_with(start))
        })?;
        for (key, entry) in section.iter() {
            let value = || entry.value.clone();
            if let Some(option) = key.strip_prefix("option.") {
                profile.options.push((option.to_owned(), value()));
            } else if let Some(variant) = key.strip_prefix("rules.") {
                profile.rules.insert(variant.to_owned(), value());
            } else if let Some(variant) = key.strip_prefix("variant.") {
                profile.variants.insert(variant.to_owned(), value());
            }
        }
        let text = |key| section.text(key).map(str::to_owned);
        profile.name = text("name").unwrap_or_default().to_lowercase();
        profile.memory = section.int("memory", 1..=1 << 20)?.map(|megabytes| megabytes as u32);
        profile.max_plies = section.int("max_plies", 1..=1_000_000)?.map(|plies| plies as usize);
        profile.fractional_st = section.flag("fractional_st")?.unwrap_or(false);
        profile.rules_option = text("rules_option");
        profile.bench = text("bench");
        let unlisted = section.text("unlisted").unwrap_or_default().split(',').map(str::trim);
        profile.unlisted = unlisted.filter(|game| !game.is_empty()).map(str::to_owned).collect();
        profile.set_board = match section.text("setboard") {
            None | Some("full") => SetBoard::Full,
            Some("board") => SetBoard::Board,
            Some("none") => SetBoard::None,
            Some(_) => return Err(section.bad_value("setboard", "it must be full, board or none")),
        };
        Ok(profile)
    }
}

impl Profiles {
    /// The built-in profiles and, before them, those of a file.
    ///
    /// # Errors
    /// If the file cannot be read, or something in it is unknown.
    pub fn load(file: Option<&Path>) -> Result<Profiles, SettingsFileError> {
        let parse = |path: &Path, text: &str| {
            parse(text).map_err(|error| SettingsFileError::Content { path: path.to_owned(), error })
        };
        let mut profiles = match file {
            None => Vec::new(),
            Some(path) => {
                let text = std::fs::read_to_string(path);
                parse(path, &text.map_err(|error| SettingsFileError::Read { path: path.to_owned(), error })?)?
            }
        };
        profiles.extend(parse(Path::new("profiles.ini"), BUILT_IN)?);
        Ok(Profiles(profiles))
    }

    /// What is known of the engine that gives itself this name: the first section with a fitting one, completed by
    /// that of its protocol.
    pub fn find(&self, name: &str, protocol: Protocol) -> Profile {
        let name = name.to_lowercase();
        let fits = |profile: &&Profile| !profile.name.is_empty() && name.starts_with(&profile.name);
        let mut found = self.0.iter().find(fits).cloned().unwrap_or_default();
        let base = match protocol {
            Protocol::Cecp => "cecp",
            Protocol::Usi => "usi",
        };
        if let Some(base) = self.0.iter().find(|profile| profile.section == base) {
            for (variant, name) in &base.variants {
                found.variants.entry(variant.clone()).or_insert_with(|| name.clone());
            }
        }
        found
    }
}

fn parse(text: &str) -> Result<Vec<Profile>, SettingsError> {
    let sections = sections(text, |_| true)?;
    sections.iter().map(|(name, section)| Profile::read(name, section)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_profiles() {
        let profiles = Profiles::load(None).unwrap();
        let hachu = profiles.find("HaChu 0.21", Protocol::Cecp);
        assert_eq!((hachu.section.as_str(), hachu.set_board), ("hachu", SetBoard::Board));
        assert_eq!(hachu.options, [("Allow repeats".to_owned(), "1".to_owned())]);
        assert_eq!(hachu.rules("chu"), Some("winboard:cs.same_square=bound"));
        assert!(hachu.rules("chu").unwrap().parse::<crate::games::chu::ChuRules>().is_ok());
        assert_eq!((hachu.memory, hachu.rules("whale"), hachu.variant("chu")), (Some(64), None, "chu"));
        let shishi = profiles.find("shishi 9.9", Protocol::Usi);
        assert_eq!((shishi.rules_option.as_deref(), shishi.variant("chu")), (Some("Rules"), "chushogi"));
        // Whatever XBoard is not told of is played all the same.
        assert!(crate::games::NAMES.iter().all(|name| shishi.plays_unlisted(name)));
        assert!(!hachu.plays_unlisted("taikyoku"));
        let unknown = profiles.find("Gnu", Protocol::Cecp);
        assert_eq!(unknown, Profile::default());
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let message = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(message("[x]\nname = X\ncolour = red\n"), "line 3: unknown key 'colour' in [x]");
        assert!(message("[x]\nsetboard = half\n").starts_with("line 2: 'setboard' cannot be 'half'"));
        assert!(message("[x]\nmemory = 0\n").starts_with("line 2: "));
        assert!(message("memory = 0\n").starts_with("line 1: "));
    }
}
