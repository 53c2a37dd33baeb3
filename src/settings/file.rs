//! `engine.ini`: read with every key checked, and written with every key explained.

use super::option::{Kind, OptionSpec, Source};
use super::table::{ENGINE, Interface, OPTIONS, Options, Settings, VARIANT_OPTIONS, VariantSettings};
use crate::games::{NAMES, Rules, Variant, visit};
use crate::ini::{Section, SettingsError, comment, sections};
use crate::position::Presets;
use std::path::{Path, PathBuf};

/// What stands before the first section.
const HEAD: &str = "\
; Settings of Shishi. The file is read if it lies beside the executable, or if it is named with --config.
; Every key is listed with its default; take away the semicolon before it to change it. An unknown key or a value
; that cannot be is an error. The command shishi settings prints this text.
";

impl Settings {
    /// The file to read: `file`, or `engine.ini` beside the executable if that is there.
    pub fn path(file: Option<&Path>) -> Option<PathBuf> {
        let beside = || std::env::current_exe().ok().map(|exe| exe.with_file_name("engine.ini"));
        file.map(Path::to_owned).or_else(|| beside().filter(|path| path.is_file()))
    }

    /// Reads the text of an `engine.ini` for the games of these names. The parameters of the evaluations are not
    /// checked: each game knows its own.
    ///
    /// # Errors
    /// If a line is none, or a section, a key or a value cannot be.
    pub fn parse(text: &str, variants: &[&str]) -> Result<Settings, SettingsError> {
        let is_variant = |name: &str| variants.contains(&name.strip_suffix(".eval").unwrap_or(name));
        let mut sections = sections(text, |name| name == ENGINE || is_variant(name))?;
        let mut settings = Settings::default();
        if let Some(section) = sections.remove(ENGINE) {
            read_options(OPTIONS, &section, &mut Options::default())?;
            settings.engine = section;
        }
        for &name in variants {
            let mut variant = VariantSettings::new(name);
            if let Some(section) = sections.remove(name) {
                read_options(VARIANT_OPTIONS, &section, &mut variant)?;
            }
            if let Some(section) = sections.remove(variant.eval.name()) {
                variant.eval = section;
            }
            settings.variants.insert(name.to_owned(), variant);
        }
        Ok(settings)
    }
}

impl Options {
    /// What the settings say.
    pub fn new(interface: Interface, rules: Option<String>, settings: Settings) -> Options {
        let mut options = Options::default();
        // Nothing is refused here: the values were found good when the settings were read.
        if let Err(error) = read_options(OPTIONS, &settings.engine, &mut options) {
            log::error!("{error}");
        }
        Options { interface, rules, settings, ..options }
    }
}

/// Sets what a section of `engine.ini` says.
///
/// # Errors
/// If a key or a value cannot be.
pub fn read_options<T>(table: &[OptionSpec<T>], section: &Section, values: &mut T) -> Result<(), SettingsError> {
    section.check_keys(|key| table.iter().any(|option| option.key == Some(key)))?;
    for option in table {
        let Some((key, text)) = option.key.and_then(|key| Some((key, section.text(key)?))) else { continue };
        option.set(values, text, Source::CommandLine).map_err(|error| section.bad_value(key, error.to_string()))?;
    }
    Ok(())
}

/// The text of the `engine.ini` that comes with the program: every key with its meaning, range and default.
pub fn shipped() -> String {
    let engine = write_options(OPTIONS, &Options::default());
    let variants = NAMES.iter().filter_map(|name| visit!(name, V => shipped_variant::<V>()).ok());
    format!("{HEAD}\n[{ENGINE}]{engine}{}", variants.collect::<String>())
}

/// The section of one game in the shipped file.
fn shipped_variant<V: Variant>() -> String {
    let presets: Vec<&str> = <Rules<V> as Presets>::PRESETS.iter().map(|(name, _)| *name).collect();
    let rules = format!(
        "{title}. A rule set is a preset ({presets}), with or without overrides as in {first}:FLAG=VALUE,FLAG=VALUE; \
         shishi rules --variant {name} lists the flags.",
        title = V::TITLE,
        presets = presets.join(", "),
        first = presets.first().unwrap_or(&V::RULES),
        name = V::NAME,
    );
    let defaults = VariantSettings {
        rules: Some(V::RULES.to_owned()),
        cecp_rules: Some(V::CECP_RULES.to_owned()),
        usi_rules: Some(V::USI_RULES.to_owned()),
        ..VariantSettings::new(V::NAME)
    };
    format!("\n[{}]\n{}{}", V::NAME, comment(&rules), write_options(VARIANT_OPTIONS, &defaults))
}

/// The keys of a table with their meanings and values, as comments.
pub fn write_options<T>(table: &[OptionSpec<T>], values: &T) -> String {
    let mut text = String::new();
    for option in table {
        let Some(key) = option.key else { continue };
        let range = match &option.kind {
            Kind::Spin { range, .. } => format!(", {} to {}", range.start(), range.end()),
            Kind::Check { .. } => ", true or false".to_owned(),
            Kind::Combo { choices, .. } => format!(", one of {}", choices.join(", ")),
            Kind::Text { .. } | Kind::File { .. } | Kind::Button { .. } => String::new(),
        };
        let command = option.command.map_or(String::new(), |command| {
            format!(" XBoard and WinBoard set it themselves (command {}).", command.name)
        });
        let more = if option.more.is_empty() { String::new() } else { format!(" {}", option.more) };
        let line = format!("{key} = {}", option.value(values));
        text += &format!("\n{};{}\n", comment(&format!("{}{range}.{more}{command}", option.help)), line.trim_end());
    }
    text
}
