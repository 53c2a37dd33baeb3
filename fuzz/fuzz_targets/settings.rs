//! `engine.ini`, and rule sets: what is read is the same when it is written and read again.
#![no_main]

use shishi::games::{NAMES, Rules, Variant};
use shishi::settings::Settings;
use shishi_fuzz::{Reader, with_game};

struct RuleSets;

impl Reader<()> for RuleSets {
    fn read<V: Variant>(self, _: &Rules<V>, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        if let Ok(rules) = text.parse::<Rules<V>>() {
            assert_eq!(
                rules.to_string().parse::<Rules<V>>().ok().map(|again| again.to_string()),
                Some(rules.to_string())
            );
        }
        if let Ok(settings) = Settings::parse(&text, NAMES) {
            let _ = V::weights(&settings.variant(V::NAME).eval);
        }
    }
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    with_game(data, RuleSets);
});
