//! The variants there are.

use super::Variant;
use super::chu::Chu;
use super::heisei::Heisei;
use super::taikyoku::Taikyoku;
use super::whale::{Paulowich, Whale};

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
///
/// # Errors
/// If there is no such variant.
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
