//! The thread that reads the input, and the queue of what happens.

use super::Event;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Longest line that is read, in bytes. The longest one that makes sense is a position with all moves of a long game: one of
/// Taikyoku Shogi has reached 52 kB.
pub const LONGEST_LINE: usize = 16 << 20;

/// Lines that wait to be dealt with take up to this, in bytes; one alone may be longer.
const LARGEST_BACKLOG: usize = 4 << 20;

/// The lines that have been read and not been dealt with. Where they are too many, no more are read until there is room:
/// whoever writes them then has to wait.
///
/// That keeps no command from being seen that would have been seen without it. Lines are dealt with in their order, and
/// dealing with one never waits for a search: `stop`, `?` and `quit` have their turn after what was sent before them. The one
/// thing that the loop may wait for is that its output is read, and until then nothing can be answered anyway.
#[derive(Default)]
struct Backlog {
    state: Mutex<BacklogState>,
    changed: Condvar,
}

#[derive(Default)]
struct BacklogState {
    /// What the lines take.
    bytes: usize,
    /// Nobody deals with them any more.
    closed: bool,
}

impl BacklogState {
    fn has_room(&self, bytes: usize) -> bool {
        self.closed || self.bytes == 0 || self.bytes + bytes <= LARGEST_BACKLOG
    }
}

impl Backlog {
    fn state(&self) -> MutexGuard<'_, BacklogState> {
        // Nothing can panic while it is locked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line, once there is room for it.
    fn add(&self, bytes: usize) {
        let wait = self.changed.wait_while(self.state(), |state| !state.has_room(bytes));
        wait.unwrap_or_else(PoisonError::into_inner).bytes += bytes;
    }

    fn remove(&self, bytes: usize) {
        self.state().bytes -= bytes;
        self.changed.notify_all();
    }

    fn close(&self) {
        self.state().closed = true;
        self.changed.notify_all();
    }
}

/// What a line of input takes while it waits; nothing else is counted.
fn size(event: &Event) -> Option<usize> {
    match event {
        Event::Line(line) => Some(line.len() + size_of::<Event>()),
        Event::LongLine => Some(size_of::<Event>()),
        Event::EndOfInput | Event::Search(_) => None,
    }
}

/// All that happens to a protocol loop, in its order.
pub struct Events {
    receiver: Receiver<Event>,
    backlog: Arc<Backlog>,
}

impl Iterator for &Events {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        let event = self.receiver.recv().ok()?;
        if let Some(bytes) = size(&event) {
            self.backlog.remove(bytes);
        }
        Some(event)
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.backlog.close();
    }
}

/// Starts the thread that reads the input. It ends with the input, or when the events are gone. What else is to happen is
/// sent to the sender.
pub fn start(input: impl Read + Send + 'static) -> io::Result<(Events, Sender<Event>)> {
    let (sender, receiver) = channel();
    let events = Events { receiver, backlog: Arc::default() };
    let (lines, backlog) = (sender.clone(), events.backlog.clone());
    std::thread::Builder::new().name("input".to_owned()).spawn(move || {
        let mut input = BufReader::new(input);
        while let Some(event) = next(&mut input) {
            backlog.add(size(&event).unwrap_or(0));
            if lines.send(event).is_err() {
                return;
            }
        }
        // The receiver may be gone.
        let _ = lines.send(Event::EndOfInput);
    })?;
    Ok((events, sender))
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

    #[test]
    fn a_backlog_has_an_end() {
        let backlog = Backlog::default();
        let has_room = |bytes| backlog.state().has_room(bytes);
        // One line alone may have any length.
        assert!(has_room(LONGEST_LINE));
        let size = LARGEST_BACKLOG / 4;
        (0..4).for_each(|_| backlog.add(size));
        assert!(!has_room(1));
        backlog.remove(size);
        assert!(has_room(size) && !has_room(size + 1));
        // The reader does not wait for a loop that has ended.
        backlog.close();
        backlog.add(LONGEST_LINE);
    }

    /// An input that goes on for ever, and tells how much of it has been read.
    struct Endless(Sender<usize>);

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let line = b"ping 1\n";
            let length = buffer.len() / line.len() * line.len();
            (0..length).for_each(|index| buffer[index] = line[index % line.len()]);
            self.0.send(length).map_err(|_| io::ErrorKind::BrokenPipe)?;
            Ok(length)
        }
    }

    #[test]
    fn an_input_that_nobody_deals_with_is_not_read_on() {
        let (sender, read) = channel();
        let (events, _) = start(Endless(sender)).unwrap();
        // So many lines fill the backlog, and what the reader holds besides is one buffer.
        let most = LARGEST_BACKLOG / size_of::<Event>() * b"ping 1\n".len();
        let taken = (&events).take(1000).count();
        drop(events);
        let total: usize = read.iter().sum();
        assert!(taken == 1000 && total <= most + (1000 + 8192) * 7 + 8192, "{total} of {most}");
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
