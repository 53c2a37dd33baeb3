//! Why games end, in words.

use super::Cause;
use crate::position::Reason;

/// The words for every cause, the one that is written first; they are compared without regard to case.
const WORDS: [(Cause, &[&str]); 11] = [
    (Cause::Rules(Reason::Royals), &["royals lost", "royals", "royal lost", "king captured", "king capture"]),
    (Cause::Rules(Reason::BareKing), &["bare king", "bareking"]),
    (Cause::Rules(Reason::Stalemate), &["stalemate"]),
    (Cause::Rules(Reason::Mate), &["checkmate", "mate"]),
    (Cause::Rules(Reason::Repetition), &["repetition"]),
    (Cause::Rules(Reason::PlyCap), &["move limit", "plycap"]),
    (Cause::Rules(Reason::NoProgress), &["no progress", "noprogress"]),
    (Cause::Resignation, &["resignation", "resign", "resigned"]),
    (Cause::Time, &["time forfeit", "time", "time-up"]),
    (Cause::IllegalMove, &["illegal move", "rules infraction"]),
    (Cause::Agreement, &["draw agreed", "agreed", "agreement", "mutual agreement"]),
];

impl Cause {
    /// The words that are written, as `resignation`; [`read`](Cause::read) takes them for the same cause.
    pub fn words(&self) -> &str {
        match self {
            Cause::Other(text) => text,
            cause => WORDS.iter().find(|(known, _)| known == cause).and_then(|(_, words)| words.first()).unwrap_or(&""),
        }
    }

    /// The cause that these words name, in any of their forms: `by repetition (lishogi rule)` is a repetition. Other
    /// words are kept as they are.
    pub fn read(text: &str) -> Cause {
        let text = text.trim();
        let mut words = text.to_lowercase();
        if let Some(open) = words.rfind(" (").filter(|_| words.ends_with(" rule)")) {
            words.truncate(open);
        }
        let words = words.strip_prefix("draw by ").or(words.strip_prefix("by ")).unwrap_or(&words);
        let known = WORDS.iter().find(|(_, forms)| forms.contains(&words));
        known.map_or_else(|| Cause::Other(text.to_owned()), |(cause, _)| cause.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for (cause, _) in WORDS {
            assert!(!cause.words().is_empty());
            assert_eq!(Cause::read(cause.words()), cause);
        }
        let other = Cause::Other("Xboard adjudication: Checkmate".to_owned());
        assert_eq!(Cause::read(other.words()), other);
        assert_eq!(Cause::read(""), Cause::Other(String::new()));
    }

    #[test]
    fn records_have_many_words_for_one_thing() {
        for (text, cause) in [
            ("bare King (lishogi rule)", Cause::Rules(Reason::BareKing)),
            ("by repetition (lishogi rule)", Cause::Rules(Reason::Repetition)),
            ("agreed", Cause::Agreement),
            ("Draw by mutual agreement", Cause::Agreement),
            ("Resignation", Cause::Resignation),
        ] {
            assert_eq!(Cause::read(text), cause, "{text}");
        }
    }
}
