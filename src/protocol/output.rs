//! The one writer of the output.

use crate::files;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

/// Longest piece of foreign text that is repeated in an answer, in characters.
const LONGEST_ECHO: usize = 160;

/// Longest reason for a refusal, in characters. With an echo it fits into the 512 bytes that XBoard reads at a time.
const LONGEST_REASON: usize = 320;

/// Lines for the other side, each sent as soon as it is complete.
pub struct Output<W: Write> {
    writer: W,
    log: Option<Log>,
}

/// A copy of everything that is said, each line with its time.
struct Log {
    file: File,
    start: Instant,
}

impl Log {
    /// Adds a line; `sign` tells who speaks. A disk that is full is no reason to end a game.
    fn add(&mut self, sign: char, text: &str) {
        let _ = writeln!(self.file, "{:>8} {sign} {text}", self.start.elapsed().as_millis());
    }
}

impl<W: Write> Output<W> {
    /// Writes to `writer`.
    pub fn new(writer: W) -> Output<W> {
        Output { writer, log: None }
    }

    /// Sends one line.
    pub fn line(&mut self, text: impl Display) -> io::Result<()> {
        match &mut self.log {
            None => writeln!(self.writer, "{text}")?,
            Some(log) => {
                let text = text.to_string();
                log.add('>', &text);
                writeln!(self.writer, "{text}")?;
            }
        }
        self.writer.flush()
    }

    /// Copies everything that is said from now on to the end of a file; an empty name ends that. Times are in milliseconds.
    ///
    /// # Errors
    /// If the file cannot be opened; the one before goes on then.
    pub fn log_to(&mut self, path: &str) -> io::Result<()> {
        let open = || files::append(Path::new(path));
        self.log = if path.is_empty() { None } else { Some(Log { file: open()?, start: Instant::now() }) };
        Ok(())
    }

    /// The other side has sent this line.
    pub fn heard(&mut self, text: &str) {
        if let Some(log) = &mut self.log {
            log.add('<', text);
        }
    }
}

/// Foreign text made fit to be repeated in a line: not too long, and without control characters.
pub fn echo(text: &str) -> String {
    fit(text, LONGEST_ECHO)
}

/// The reason for a refusal, in which foreign text may be repeated, made fit for a line.
pub fn reason(text: &str) -> String {
    fit(text, LONGEST_REASON)
}

fn fit(text: &str, longest: usize) -> String {
    let printable = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    let mut fitting: String = text.chars().take(longest).map(printable).collect();
    if text.chars().nth(longest).is_some() {
        fitting.push('…');
    }
    fitting
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_written_as_they_are() {
        let mut bytes = Vec::new();
        let mut output = Output::new(&mut bytes);
        output.line("pong 1").unwrap();
        output.line(format_args!("move {}", "a4a5")).unwrap();
        assert_eq!(bytes, b"pong 1\nmove a4a5\n");
    }

    #[test]
    fn an_echo_is_short_and_printable() {
        assert_eq!(echo("a4\0a5\r"), "a4\u{fffd}a5\u{fffd}");
        assert_eq!(echo(&"x".repeat(LONGEST_ECHO)), "x".repeat(LONGEST_ECHO));
        assert_eq!(echo(&"x".repeat(LONGEST_ECHO + 1)), format!("{}…", "x".repeat(LONGEST_ECHO)));
    }
}
