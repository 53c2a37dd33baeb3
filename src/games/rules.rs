//! Rule sets of any variant, as texts.

use super::registry::each;
use super::{Rules, Variant, visit};
use crate::position::Presets;

/// The names of the presets of all games that XBoard plays, each once, and those of the variant called `first` before the
/// others.
pub fn preset_names(first: &str) -> Vec<&'static str> {
    fn names<V: Variant>() -> impl Iterator<Item = &'static str> {
        <Rules<V> as Presets>::PRESETS.iter().map(|&(name, _)| name)
    }
    let first: Vec<&str> = visit!(first, V => names::<V>().collect()).unwrap_or_default();
    let all = each!(V => if V::OFFERED_TO_XBOARD { names::<V>().collect() } else { Vec::new() });
    let mut known = Vec::new();
    for name in first.into_iter().chain(all.into_iter().flatten()) {
        if !known.contains(&name) {
            known.push(name);
        }
    }
    known
}

/// The text of a variant's rule set as it is written today: what was written when a preset had another name is read, and
/// comes back with the present one. A text that is no rule set, or of no variant, comes back as it is.
pub fn present_rules(variant: &str, text: &str) -> String {
    let rewritten = visit!(variant, V => text.parse::<Rules<V>>().ok().map(|rules| rules.to_string()));
    rewritten.ok().flatten().unwrap_or_else(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_of_the_game_come_first() {
        let chu = ["historic", "jcsa", "lishogi", "winboard", "msm"];
        let names = preset_names("chu");
        assert!(names.starts_with(&chu) && names.ends_with(&["standard", "inventor"]), "{names:?}");
        let names = preset_names("whale");
        assert!(names.starts_with(&["standard", "inventor", "historic"]), "{names:?}");
        // XBoard does not show the board of Taikyoku Shogi; who plays it all the same sees its presets.
        assert!(!names.contains(&"sweep") && preset_names("taikyoku").starts_with(&["standard", "sweep"]));
        assert_eq!(preset_names("whist"), preset_names("chu"));
    }

    #[test]
    fn rules_have_their_present_names() {
        assert_eq!(present_rules("whale", "seed:rep.rule=off"), "standard:rep.rule=off");
        assert_eq!(present_rules("chu", "jcsa"), "jcsa");
        assert_eq!(present_rules("chu", "seed"), "seed");
        assert_eq!(present_rules("go", "seed"), "seed");
    }
}
