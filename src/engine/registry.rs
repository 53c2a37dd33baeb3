//! The variants there are.

use super::chu::Chu;
use super::heisei::Heisei;
use super::taikyoku::Taikyoku;
use super::whale::{Paulowich, Whale};
use super::{Engine, Options, Session, TextError, Variant};
use crate::settings::Settings;
use std::path::Path;

/// The names of all variants.
pub const NAMES: &[&str] = &[Chu::NAME, Heisei::NAME, Whale::NAME, Paulowich::NAME, Taikyoku::NAME];

/// The names of the variants in USI, in the order of [`NAMES`].
pub const USI_NAMES: &[&str] =
    &[Chu::USI_NAME, Heisei::USI_NAME, Whale::USI_NAME, Paulowich::USI_NAME, Taikyoku::USI_NAME];

/// Work that needs the concrete types of a variant.
pub trait Visitor {
    /// What it returns.
    type Output;

    /// Does the work for one variant.
    fn visit<V: Variant>(self) -> Self::Output;
}

/// A name that no variant has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown variant '{0}' (known: {known})", known = NAMES.join(", "))]
pub struct UnknownVariant(pub String);

/// Does the work of `visitor` for the variant called `name`.
pub fn visit<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, UnknownVariant> {
    match name {
        Chu::NAME => Ok(visitor.visit::<Chu>()),
        Heisei::NAME => Ok(visitor.visit::<Heisei>()),
        Whale::NAME => Ok(visitor.visit::<Whale>()),
        Paulowich::NAME => Ok(visitor.visit::<Paulowich>()),
        Taikyoku::NAME => Ok(visitor.visit::<Taikyoku>()),
        _ => Err(UnknownVariant(name.to_owned())),
    }
}

/// The names of the variants that XBoard is told of.
pub fn xboard_names() -> Vec<&'static str> {
    struct IsOffered;
    impl Visitor for IsOffered {
        type Output = bool;

        fn visit<V: Variant>(self) -> bool {
            V::OFFERED_TO_XBOARD
        }
    }
    NAMES.iter().copied().filter(|name| visit(name, IsOffered).is_ok_and(|offered| offered)).collect()
}

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
            let rules =
                [("rules", &settings.rules), ("cecp_rules", &settings.cecp_rules), ("usi_rules", &settings.usi_rules)];
            for (key, rules) in rules {
                let parsed = rules.as_deref().map(str::parse::<super::Rules<V>>);
                if let Some(Err(error)) = parsed {
                    return Err(settings.section.bad_value(key, error.to_string()).into());
                }
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
