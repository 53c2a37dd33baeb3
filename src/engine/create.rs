//! Engines by the name of their variant, and the settings of all variants.

use super::{Engine, Options, Session};
use crate::games::{NAMES, Rules, Variant, visit};
use crate::notation::TextError;
use crate::settings::Settings;
use std::path::Path;

/// An engine for the variant called `name`, at its start position.
///
/// # Errors
/// If no variant has this name, or the settings ask for rules or weights that it does not have.
pub fn create(name: &str, options: &Options) -> Result<Box<dyn Engine>, TextError> {
    let engine = visit!(name, V => Box::new(Session::<V>::new(options)?) as Box<dyn Engine>);
    engine.map_err(|error| TextError(error.to_string()))
}

/// Reads the settings from `file`, or from the `engine.ini` beside the executable if there is one, and checks every value
/// in them, those that only the variants understand included.
///
/// # Errors
/// If the file cannot be read, or something in it is wrong; the message names the file.
pub fn load_settings(file: Option<&Path>) -> Result<Settings, TextError> {
    let read = |text: &str| {
        let settings = Settings::parse(text, NAMES)?;
        for name in NAMES {
            visit!(name, V => check::<V>(&settings)?).map_err(|error| TextError(error.to_string()))?;
        }
        Ok(settings)
    };
    let Some(path) = Settings::path(file) else { return Ok(Settings::default()) };
    let named = |reason: String| TextError(format!("{}: {reason}", path.display()));
    let text = std::fs::read_to_string(&path).map_err(|error| named(error.to_string()))?;
    read(&text).map_err(|error: TextError| named(error.0))
}

/// Checks what the settings say of one variant.
fn check<V: Variant>(settings: &Settings) -> Result<(), TextError> {
    let settings = settings.variant(V::NAME);
    // The tables behind an evaluation take a moment to make; without any key there is nothing to check.
    if settings.eval.iter().next().is_some() {
        V::evaluator(&settings.eval)?;
    }
    let rules = [("rules", &settings.rules), ("cecp_rules", &settings.cecp_rules), ("usi_rules", &settings.usi_rules)];
    for (key, rules) in rules {
        if let Some(Err(error)) = rules.as_deref().map(str::parse::<Rules<V>>) {
            return Err(settings.section.bad_value(key, error.to_string()).into());
        }
    }
    Ok(())
}
