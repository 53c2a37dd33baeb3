//! The bytes of a file as text.

use super::EncodingError;
use encoding_rs::{Encoding, SHIFT_JIS, UTF_8};
use std::borrow::Cow;

/// The text of a file: UTF-8 with or without a byte order mark, UTF-16 with one (as some Windows shells redirect
/// output), or else Latin-1, which every file can be read as.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let (encoding, length) = Encoding::for_bom(bytes).unwrap_or((UTF_8, 0));
    let bytes = bytes.get(length..).unwrap_or(bytes);
    if encoding != UTF_8 {
        return encoding.decode_without_bom_handling(bytes).0;
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        // The code points of Latin-1 are the first 256 of Unicode.
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}

/// The text of a Japanese file: UTF-8 or UTF-16 with a byte order mark, UTF-8 without one, or else Shift-JIS, in which
/// bytes that are none become U+FFFD.
pub fn decode_japanese(bytes: &[u8]) -> Cow<'_, str> {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(bytes.get(length..).unwrap_or(bytes)).0;
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => SHIFT_JIS.decode_without_bom_handling(bytes).0,
    }
}

/// The bytes of a text in Shift-JIS.
///
/// # Errors
/// If it has no sign for one of the characters; the error tells the first one.
pub fn encode_shift_jis(text: &str) -> Result<Vec<u8>, EncodingError> {
    let (bytes, _, unmappable) = SHIFT_JIS.encode(text);
    if !unmappable {
        return Ok(bytes.into_owned());
    }
    let unknown = |c: char| SHIFT_JIS.encode(c.encode_utf8(&mut [0; 4])).2;
    let mut lines = text.lines().enumerate();
    let first = lines.find_map(|(index, line)| Some((index + 1, line.chars().find(|&c| unknown(c))?)));
    let (line, character) = first.unwrap_or((1, '\u{fffd}'));
    Err(EncodingError { line, character })
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
        let utf_16 = |bytes: fn(u16) -> [u8; 2]| "\u{feff}1. f5 獅".encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
        assert_eq!(decode(&utf_16(u16::to_le_bytes)), "1. f5 獅");
        assert_eq!(decode(&utf_16(u16::to_be_bytes)), "1. f5 獅");
    }

    #[test]
    fn japanese_files_are_utf_8_or_shift_jis() {
        let text = "1手目 ▲7八歩兵 （←7九）\n麒麟 鯨鯢 醉象 竪行 仝\n";
        let shift_jis = encode_shift_jis(text).unwrap();
        // 手 is 8e e8 in Shift-JIS.
        assert_eq!(shift_jis[..3], [b'1', 0x8e, 0xe8]);
        assert_eq!(decode_japanese(&shift_jis), text);
        assert_eq!(decode_japanese(text.as_bytes()), text);
        assert_eq!(decode_japanese(format!("\u{feff}{text}").as_bytes()), text);
        let utf_16: Vec<u8> = format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode_japanese(&utf_16), text);
        let message = encode_shift_jis("a\né").unwrap_err().to_string();
        assert!(message.contains("line 2") && message.contains('é'), "{message}");
    }
}
