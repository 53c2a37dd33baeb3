//! Engines by the name of their variant, and the settings of all variants.

use super::{Engine, Options, OptionsError, Session, SettingsFileError};
use crate::games::{NAMES, Variant, visit};
use crate::ini::SettingsError;
use crate::settings::Settings;
use std::path::Path;

/// An engine for the variant called `name`, at its start position.
///
/// # Errors
/// If there is no such variant, or it cannot take these options.
pub fn create(name: &str, options: &Options) -> Result<Box<dyn Engine>, OptionsError> {
    Ok(visit!(name, V => Box::new(Session::<V>::new(options)?) as Box<dyn Engine>)?)
}

/// Reads the settings from `file`, or from the `engine.ini` beside the executable if there is one, and checks every value
/// in them, those that only the variants understand included.
///
/// # Errors
/// If the file cannot be read, or something in it is wrong.
pub fn load_settings(file: Option<&Path>) -> Result<Settings, SettingsFileError> {
    let read = |text: &str| {
        let settings = Settings::parse(text, NAMES)?;
        for name in NAMES {
            // There is a variant of every name in the list.
            visit!(name, V => check::<V>(&settings)).unwrap_or(Ok(()))?;
        }
        Ok(settings)
    };
    let Some(path) = Settings::path(file) else { return Ok(Settings::default()) };
    match std::fs::read_to_string(&path) {
        Ok(text) => read(&text).map_err(|error| SettingsFileError::Content { path, error }),
        Err(error) => Err(SettingsFileError::Read { path, error }),
    }
}

/// Checks what the settings say of one variant.
fn check<V: Variant>(settings: &Settings) -> Result<(), SettingsError> {
    let settings = settings.variant(V::NAME);
    // The default weights of all games take a moment to read; without any key there is nothing to check.
    if settings.eval.iter().next().is_some() {
        V::weights(&settings.eval)?;
    }
    Ok(())
}
