//! The protocols: lines in, lines out.
//!
//! All that happens goes through one channel of events: a thread reads the input and puts its lines there, a search
//! puts what it finds there. The protocol loop is the only consumer, and the only writer of the output.

pub mod cecp;
pub(crate) mod input;
mod output;
#[cfg(test)]
mod tests;

pub(crate) use output::echo;

use crate::engine::{Engine, Options, SearchEvent};
use std::io::{self, ErrorKind, Read, Write};
use std::sync::mpsc::{Receiver, channel};

/// Something that happens to a protocol loop.
#[derive(Debug)]
pub enum Event {
    /// A line of input, without its end.
    Line(String),
    /// A line too long to be meant.
    LongLine,
    /// The end of the input.
    EndOfInput,
    /// A search has something to say.
    Search(SearchEvent),
}

/// Speaks with a graphical interface until it says `quit`, the input ends or nobody reads the output any more.
///
/// Which protocol is spoken is told by the first word. So far it is always CECP; `usi` gets an answer that says so.
///
/// # Errors
/// If the output cannot be written, except for a reader that is gone: that is a quiet end.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write,
    engine: Box<dyn Engine>,
    options: Options,
) -> io::Result<()> {
    let (sender, events) = channel();
    input::start(input, sender.clone())?;
    match converse(&events, cecp::Cecp::new(output, engine, options, sender)) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn converse<W: Write>(events: &Receiver<Event>, mut protocol: cecp::Cecp<W>) -> io::Result<()> {
    // The protocol holds a sender itself, so the channel never closes; it ends the loop.
    while let Ok(event) = events.recv() {
        if protocol.handle(event)?.is_break() {
            break;
        }
    }
    Ok(())
}
