//! The thread that reads the input.

use super::Event;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::sync::mpsc::Sender;

/// Longest line that is read, in bytes. The longest one that makes sense is a position with all moves of a long game.
pub const LONGEST_LINE: usize = 64 << 10;

/// Starts the thread. It ends with the input, or when the receiver is gone.
pub fn start(input: impl Read + Send + 'static, events: Sender<Event>) -> io::Result<()> {
    std::thread::Builder::new().name("input".to_owned()).spawn(move || {
        let mut input = BufReader::new(input);
        while let Some(event) = next(&mut input) {
            if events.send(event).is_err() {
                return;
            }
        }
        // The receiver may be gone.
        let _ = events.send(Event::EndOfInput);
    })?;
    Ok(())
}

/// The next event; an input that cannot be read has ended.
fn next(input: &mut impl BufRead) -> Option<Event> {
    match read_line(input, LONGEST_LINE) {
        Ok(Some(Line::Text(text))) => Some(Event::Line(text)),
        Ok(Some(Line::TooLong)) => Some(Event::LongLine),
        Ok(None) | Err(_) => None,
    }
}

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Its text without the line end and without a byte order mark; what is no UTF-8 is replaced.
    Text(String),
    /// It was longer than allowed and has been skipped.
    TooLong,
}

/// Reads the next line, whatever its bytes are; `None` at the end of the input.
pub fn read_line(input: &mut impl BufRead, longest: usize) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut length = 0;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end_of_line = chunk.iter().position(|&byte| byte == b'\n');
        let end_of_input = chunk.is_empty();
        let part = &chunk[..end_of_line.unwrap_or(chunk.len())];
        length += part.len();
        if length <= longest {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end_of_line.is_some());
        input.consume(used);
        if end_of_input && length == 0 {
            return Ok(None);
        }
        if end_of_input || end_of_line.is_some() {
            break;
        }
    }
    if length > longest {
        return Ok(Some(Line::TooLong));
    }
    let text = String::from_utf8_lossy(&line);
    // Some shells of Windows put a byte order mark before what they pipe.
    Ok(Some(Line::Text(text.trim_start_matches('\u{feff}').trim_end_matches('\r').to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(bytes: &[u8]) -> Vec<Option<String>> {
        let mut input = BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| next(&mut input))
            .map(|event| match event {
                Event::Line(line) => Some(line),
                _ => None,
            })
            .collect()
    }

    fn lines(texts: &[&str]) -> Vec<Option<String>> {
        texts.iter().map(|text| Some((*text).to_owned())).collect()
    }

    #[test]
    fn line_ends_are_stripped_and_the_last_line_needs_none() {
        assert_eq!(read_all(b"xboard\r\n\r\nprotover 2\n\nquit"), lines(&["xboard", "", "protover 2", "", "quit"]));
        assert_eq!(read_all(b""), lines(&[]));
        assert_eq!(read_all(b"\n"), lines(&[""]));
        assert_eq!(read_all(b"\xef\xbb\xbfxboard\r\nquit"), lines(&["xboard", "quit"]));
    }

    #[test]
    fn any_bytes_make_a_line() {
        assert_eq!(read_all(b"a\0b\n\xff\xfe\n"), lines(&["a\0b", "\u{fffd}\u{fffd}"]));
    }

    #[test]
    fn a_long_line_is_reported_and_skipped() {
        let mut text = vec![b'x'; LONGEST_LINE + 1];
        text.extend_from_slice(b"\nping 1\n");
        assert_eq!(read_all(&text), [None, Some("ping 1".to_owned())]);
        let text = vec![b'x'; LONGEST_LINE];
        assert_eq!(read_all(&text).first().and_then(|line| line.as_ref()).map(String::len), Some(LONGEST_LINE));
    }
}
