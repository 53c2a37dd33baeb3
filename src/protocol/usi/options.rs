//! Options: how they are declared and found.

use crate::settings::{Kind, OptionSpec, Source, ValueError};

/// What stands for an empty text.
const EMPTY: &str = "<empty>";

/// The `option` lines that declare the options of a table with their values.
pub fn declare<T>(table: &[OptionSpec<T>], values: &T) -> Vec<String> {
    let mut options: Vec<&OptionSpec<T>> = table.iter().filter(|option| option.usi.is_some()).collect();
    options.sort_by_key(|option| option.usi_rank);
    let line = |option: &OptionSpec<T>| {
        let default = || Some(option.value(values)).filter(|value| !value.is_empty()).unwrap_or(EMPTY.to_owned());
        let kind = match &option.kind {
            Kind::Spin { range, .. } => {
                format!("spin default {} min {} max {}", default(), range.start(), range.end())
            }
            Kind::Check { .. } => format!("check default {}", default()),
            Kind::Combo { choices, .. } => format!("combo default {} var {}", default(), choices.join(" var ")),
            Kind::Text { .. } => format!("string default {}", default()),
            Kind::File { .. } => format!("filename default {}", default()),
            Kind::Button { .. } => "button".to_owned(),
        };
        Some(format!("option name {} type {kind}", option.usi?))
    };
    options.into_iter().filter_map(line).collect()
}

/// The option called `name`. Names are compared without regard to case, spaces and underscores, and without `USI_` before
/// them.
pub fn with_name<'a, T>(table: &'a [OptionSpec<T>], name: &str) -> Option<&'a OptionSpec<T>> {
    let short = |name: &str| {
        let name = plain(name);
        name.strip_prefix("usi").map(str::to_owned).unwrap_or(name)
    };
    table.iter().find(|option| option.usi.is_some_and(|known| short(known) == short(name)))
}

/// Sets an option.
///
/// # Errors
/// If the option cannot have the value.
pub fn set<T>(option: &OptionSpec<T>, values: &mut T, value: &str) -> Result<(), ValueError> {
    let is_path = matches!(option.kind, Kind::Text { .. } | Kind::File { .. });
    option.set(values, if is_path && value == EMPTY { "" } else { value }, Source::Usi)
}

/// Whether an option of this name is known to say nothing that matters: servers switch `USI_AnalyseMode` on for good, and
/// set the strength themselves.
pub fn is_ignored(name: &str) -> bool {
    plain(name) == "usianalysemode"
}

/// A name without what spellings of it differ in: case, spaces and underscores.
pub fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, ' ' | '_')).map(|c| c.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::OPTIONS;

    #[test]
    fn options_have_more_than_one_spelling() {
        let found = |name: &str| with_name(OPTIONS, name).and_then(|option| option.usi);
        for name in ["USI_Hash", "Hash", "usi hash", "USI_HASH"] {
            assert_eq!(found(name), Some("USI_Hash"), "{name}");
        }
        assert_eq!(found("MultiPV"), Some("USI_MultiPV"));
        assert_eq!(found("Move Overhead"), Some("Move_Overhead"));
        assert_eq!(found("Book"), None);
    }

    #[test]
    fn the_mode_of_analysis_is_ignored() {
        assert!(is_ignored("USI_AnalyseMode") && !is_ignored("USI_Hash"));
        assert!(with_name(OPTIONS, "USI_AnalyseMode").is_none());
    }
}
