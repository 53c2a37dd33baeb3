//! Where `convert` reads from.

use crate::files::named;
use crate::record::decode;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Bytes at the beginning of a file that are looked at to tell its format.
const HEAD: u64 = 1 << 16;

/// A file or stdin, whose beginning can be looked at before it is read.
pub struct Input {
    head: Vec<u8>,
    /// How much of the head has been read.
    at: usize,
    rest: Box<dyn BufRead>,
}

impl Input {
    /// Opens a file, or stdin if its name is `-`.
    pub fn open(path: &Path) -> io::Result<Input> {
        let mut rest: Box<dyn BufRead> = if path == Path::new("-") {
            Box::new(BufReader::new(io::stdin()))
        } else {
            Box::new(BufReader::new(File::open(path).map_err(|error| named(path, &error))?))
        };
        let mut head = Vec::new();
        rest.by_ref().take(HEAD).read_to_end(&mut head).map_err(|error| named(path, &error))?;
        Ok(Input { head, at: 0, rest })
    }

    /// The beginning of the file.
    pub fn head(&self) -> &[u8] {
        &self.head
    }

    /// The next line as text, without its end; a file in UTF-16 is read as a whole.
    pub fn text_line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        if self.at == 0 && (self.head.starts_with(&[0xff, 0xfe]) || self.head.starts_with(&[0xfe, 0xff])) {
            self.read_to_end(&mut line)?;
            self.head = decode(&line).as_bytes().to_vec();
            (self.at, self.rest) = (0, Box::new(io::empty()));
            line.clear();
        }
        if self.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        Ok(Some(decode(&line).trim_end_matches(['\n', '\r']).to_owned()))
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?;
        let length = bytes.len().min(buffer.len());
        buffer[..length].copy_from_slice(&bytes[..length]);
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at < self.head.len() { Ok(&self.head[self.at..]) } else { self.rest.fill_buf() }
    }

    fn consume(&mut self, amount: usize) {
        if self.at < self.head.len() {
            self.at = (self.at + amount).min(self.head.len());
        } else {
            self.rest.consume(amount);
        }
    }
}
