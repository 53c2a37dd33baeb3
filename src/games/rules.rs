//! Rule sets of any variant, as texts.

use super::{Rules, visit};

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
    fn rules_have_their_present_names() {
        assert_eq!(present_rules("whale", "seed:rep.rule=off"), "standard:rep.rule=off");
        assert_eq!(present_rules("chu", "jcsa"), "jcsa");
        assert_eq!(present_rules("chu", "seed"), "seed");
        assert_eq!(present_rules("go", "seed"), "seed");
    }
}
