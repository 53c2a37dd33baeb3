//! The protocols: lines in, lines out.
//!
//! All that happens goes through one channel of events: a thread reads the input and puts its lines there, a search
//! puts what it finds there. The protocol loop is the only consumer, and the only writer of the output.

pub mod cecp;
pub(crate) mod input;
mod output;
#[cfg(test)]
mod tests;
pub mod usi;

pub(crate) use output::{echo, reason};

use self::input::Events;
use crate::engine::{Engine, Interface, Options, SearchEvent};
use std::io::{self, ErrorKind, Read, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::Sender;

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

/// Whether the conversation goes on.
type Flow = ControlFlow<()>;

/// A conversation in one of the protocols.
trait Conversation {
    /// Reacts to one event.
    fn handle(&mut self, event: Event) -> io::Result<Flow>;
}

/// Speaks with a graphical interface until it says `quit`, the input ends or nobody reads the output any more.
///
/// Which protocol is spoken is told by the first word: `usi`, or a word that only USI has, begins a conversation in USI,
/// anything else one in CECP. `options` are those of CECP; under USI that interface, and so its own rules, take their
/// place.
///
/// # Errors
/// If the output cannot be written, except for a reader that is gone: that is a quiet end.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write,
    engine: Box<dyn Engine>,
    options: Options,
) -> io::Result<()> {
    let (events, sender) = input::start(input)?;
    match converse(&events, output, engine, options, sender) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// The words a conversation in USI can begin with.
const USI_WORDS: &[&str] = &["usi", "isready", "setoption", "usinewgame", "position"];

fn converse(
    events: &Events,
    output: impl Write,
    mut engine: Box<dyn Engine>,
    options: Options,
    sender: Sender<Event>,
) -> io::Result<()> {
    let mut first = None;
    for event in events {
        if !matches!(&event, Event::Line(line) if line.trim().is_empty()) {
            first = Some(event);
            break;
        }
    }
    let Some(first) = first else { return Ok(()) };
    let is_usi = matches!(&first, Event::Line(line) if line.split_whitespace().next().is_some_and(|word| USI_WORDS.contains(&word)));
    if !is_usi {
        return go_on(cecp::Cecp::new(output, engine, options, sender), first, events);
    }
    let options = Options { interface: Interface::Usi, ..options };
    if let Err(error) = engine.configure(&options) {
        // The rules were found good when the settings were read.
        log::error!("{error}");
    }
    go_on(usi::Usi::new(output, engine, options, sender), first, events)
}

fn go_on(mut talk: impl Conversation, first: Event, events: &Events) -> io::Result<()> {
    if talk.handle(first)?.is_break() {
        return Ok(());
    }
    // The protocol holds a sender itself, so the channel never closes; it ends the loop.
    for event in events {
        if talk.handle(event)?.is_break() {
            break;
        }
    }
    Ok(())
}
