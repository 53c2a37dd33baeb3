//! The bytes of a file as text.

use std::borrow::Cow;

/// The text of a file: UTF-8, with or without a byte order mark, or else Latin-1, which every file can be read as.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        // The code points of Latin-1 are the first 256 of Unicode.
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_8_is_itself_and_anything_else_is_latin_1() {
        assert_eq!(decode("\u{feff}獅子 é".as_bytes()), "獅子 é");
        assert_eq!(decode(b"Andr\xe9 \xd6"), "André Ö");
        assert_eq!(decode(b""), "");
        assert_eq!(decode(b"\xef\xbb"), "\u{ef}\u{bb}");
    }
}
