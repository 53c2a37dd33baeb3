//! Numbers that can be set: the weights of the evaluations.

/// A number that can be set in `engine.ini`.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The key.
    pub name: &'static str,
    /// What it is, unless set.
    pub default: i32,
    /// Least and greatest value.
    pub range: (i32, i32),
    /// What it means, with its unit.
    pub what: &'static str,
}

/// Declares the weights of an evaluation: name, default, range and, as documentation, the meaning.
macro_rules! parameters {
    ($($(#[doc = $what:literal])+ $name:ident = $default:literal in $min:literal..=$max:literal;)+) => {
        /// The weights of all terms; see [`Weights::ALL`] for units and ranges. Piece values have a table of their own.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Weights {
            $($(#[doc = $what])+ pub $name: i32,)+
        }

        impl Weights {
            /// All weights with their meaning.
            pub const ALL: &'static [$crate::eval::Parameter] = &[$($crate::eval::Parameter {
                name: stringify!($name),
                default: $default,
                range: ($min, $max),
                what: concat!($($what),+),
            }),+];

            /// The weight with this key.
            pub fn get_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }

        impl Default for Weights {
            fn default() -> Self {
                Weights { $($name: $default),+ }
            }
        }
    };
}
pub(crate) use parameters;

/// Numbers with keys, as in `engine.ini`.
pub trait Tunable: Default {
    /// Sets what goes by this key from its text. Nothing if there is no such key; an error says what the text must be.
    fn set(&mut self, key: &str, text: &str) -> Option<Result<(), String>>;
}

/// Sets a number from its text, within a range.
pub(crate) fn set_number(number: &mut i32, text: &str, (least, greatest): (i32, i32)) -> Result<(), String> {
    match text.parse() {
        Ok(value) if (least..=greatest).contains(&value) => {
            *number = value;
            Ok(())
        }
        _ => Err(format!("it must be a whole number from {least} to {greatest}")),
    }
}
