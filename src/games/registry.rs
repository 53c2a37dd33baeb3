//! The variants there are: one list, from which all that goes over the variants comes.

/// Hands the list to another macro, before what that shall get besides. A variant is one line here.
macro_rules! with_variants {
    ($then:ident! $($arguments:tt)*) => {
        $crate::games::registry::$then! {
            [
                $crate::games::chu::Chu,
                $crate::games::heisei::Heisei,
                $crate::games::whale::Whale,
                $crate::games::whale::Paulowich,
                $crate::games::taikyoku::Taikyoku,
            ]
            $($arguments)*
        }
    };
}

/// `visit!(name, V => EXPRESSION)`: the value of the expression, in which `V` is the [`Variant`](super::Variant) of this
/// name, as a `Result` with [`UnknownVariant`]. Like any expression it may use what is in scope, and `?`.
macro_rules! visit {
    ($name:expr, $variant:ident => $value:expr) => {
        $crate::games::registry::with_variants!(visit_one! $name, $variant => $value)
    };
}

/// The one variant that has this name.
macro_rules! visit_one {
    ([$($type:ty,)*] $name:expr, $variant:ident => $value:expr) => {{
        let name: &str = $name;
        match name {
            $(name if name == <$type as $crate::games::Variant>::NAME => {
                type $variant = $type;
                Ok($value)
            })*
            _ => Err($crate::games::UnknownVariant(name.to_owned())),
        }
    }};
}

/// `each!(V => EXPRESSION)`: an array of the values of the expression for all variants, in the order of the list.
macro_rules! each {
    ($variant:ident => $value:expr) => {
        $crate::games::registry::with_variants!(each_one! $variant => $value)
    };
}

/// One value for each variant.
macro_rules! each_one {
    ([$($type:ty,)*] $variant:ident => $value:expr) => {
        [$({
            type $variant = $type;
            $value
        }),*]
    };
}

pub(crate) use {each, each_one, visit, visit_one, with_variants};

use super::Variant;

/// The names of all variants.
pub const NAMES: &[&str] = &each!(V => <V as Variant>::NAME);

/// The names of the variants in USI, in the order of [`NAMES`].
pub const USI_NAMES: &[&str] = &each!(V => <V as Variant>::USI_NAME);

/// A name that no variant has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown variant '{0}' (known: {known})", known = NAMES.join(", "))]
pub struct UnknownVariant(pub String);

/// The names of the variants that XBoard is told of.
pub fn xboard_names() -> Vec<&'static str> {
    let names = each!(V => <V as Variant>::OFFERED_TO_XBOARD.then_some(<V as Variant>::NAME));
    names.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_to_its_variant() {
        for (&name, &usi) in NAMES.iter().zip(USI_NAMES) {
            assert_eq!(visit!(name, V => (V::NAME, V::USI_NAME)), Ok((name, usi)));
        }
        assert_eq!(visit!("whist", V => V::NAME), Err(UnknownVariant("whist".to_owned())));
        let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<std::collections::BTreeSet<_>>();
        assert_eq!((set(NAMES).len(), set(USI_NAMES).len()), (NAMES.len(), NAMES.len()));
        assert!(NAMES.starts_with(&["chu", "heisei", "whale", "paulowich", "taikyoku"]));
        // The board of Taikyoku Shogi is too large for XBoard.
        assert!(xboard_names().starts_with(&["chu", "heisei", "whale", "paulowich"]));
        assert!(!xboard_names().contains(&"taikyoku"));
    }
}
