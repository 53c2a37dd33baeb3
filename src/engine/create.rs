//! Engines by the name of their variant, and the settings of all variants.

use super::{Engine, Options, Session};
use crate::games::{NAMES, Variant, Visitor, visit};
use crate::notation::TextError;
use crate::settings::Settings;
use std::path::Path;

/// An engine for the variant called `name`, at its start position.
pub fn create(name: &str, options: &Options) -> Result<Box<dyn Engine>, TextError> {
    struct Create<'a>(&'a Options);
    impl Visitor for Create<'_> {
        type Output = Result<Box<dyn Engine>, TextError>;

        fn visit<V: Variant>(self) -> Self::Output {
            Ok(Box::new(Session::<V>::new(self.0)?))
        }
    }
    visit(name, Create(options)).map_err(|error| TextError(error.to_string()))?
}

/// Reads the settings from `file`, or from the `engine.ini` beside the executable if there is one, and checks every value
/// in them, those that only the variants understand included. Errors name the file.
pub fn load_settings(file: Option<&Path>) -> Result<Settings, TextError> {
    struct Check<'a>(&'a Settings);
    impl Visitor for Check<'_> {
        type Output = Result<(), TextError>;

        fn visit<V: Variant>(self) -> Self::Output {
            let settings = self.0.variant(V::NAME);
            // The tables behind an evaluation take a moment to make; without any key there is nothing to check.
            if settings.eval.iter().next().is_some() {
                V::evaluator(&settings.eval)?;
            }
            Ok(())
        }
    }
    let read = |text: &str| {
        let settings = Settings::parse(text, NAMES)?;
        for name in NAMES {
            visit(name, Check(&settings)).map_err(|error| TextError(error.to_string()))??;
        }
        Ok(settings)
    };
    let Some(path) = Settings::path(file) else { return Ok(Settings::default()) };
    let named = |reason: String| TextError(format!("{}: {reason}", path.display()));
    let text = std::fs::read_to_string(&path).map_err(|error| named(error.to_string()))?;
    read(&text).map_err(|error: TextError| named(error.0))
}
