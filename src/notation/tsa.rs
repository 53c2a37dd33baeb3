//! What all games share of the notation of the books.

/// Whether a text without spaces is in the notation of the books. That of XBoard's games has letters where this one has
/// the digits of files.
pub(crate) fn looks_like_tsa(text: &str) -> bool {
    let sign = |c: &u8| matches!(c, b'-' | b'x' | b'!');
    let bytes = text.as_bytes();
    bytes.first().is_some_and(|&c| c == b'+' || c.is_ascii_alphabetic())
        && (text.ends_with("-!") || bytes.windows(2).any(|pair| sign(&pair[0]) && pair[1].is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_notations_are_not_mistaken_for_this_one() {
        for text in ["7g7f6e", "f6f7,f7g8", "f6f7g8", "Nxf7xg7", "+Dxf6-g7", "Pf4", "Gf4xe5+", "--", "@@@@", "", "-8f"]
        {
            assert!(!looks_like_tsa(text), "{text}");
        }
        for text in ["P-8f", "Px8f", "+P-8f", "Lnx!9d", "Lnx3hx2i", "Ln-!", "Ln8c-!", "G4l-5k"] {
            assert!(looks_like_tsa(text), "{text}");
        }
    }
}
