//! What comes in during a game: lines, the end of them, interrupts, and the reports of searches.

use crate::engine::SearchEvent;
use crate::protocol::input::{LONGEST_LINE, Line, read_line};
use std::collections::VecDeque;
use std::io::{self, BufReader, Read};
use std::sync::mpsc::{Receiver, Sender, channel};

/// What the user does.
#[derive(Debug)]
pub enum Input {
    /// A line.
    Line(Line),
    /// There are no more lines.
    End,
    /// Ctrl-C, or the terminal goes away.
    Interrupt,
}

/// Anything that comes in.
#[derive(Debug)]
pub enum Event {
    /// From the user.
    Input(Input),
    /// From a search.
    Search(SearchEvent),
}

/// All that comes in, in its order; what the user writes during a search waits for its end.
pub struct Inbox {
    sender: Sender<Event>,
    events: Receiver<Event>,
    waiting: VecDeque<Input>,
}

impl Inbox {
    /// An empty one.
    pub fn new() -> Inbox {
        let (sender, events) = channel();
        Inbox { sender, events, waiting: VecDeque::new() }
    }

    /// The way in.
    pub fn sender(&self) -> Sender<Event> {
        self.sender.clone()
    }

    /// The next of what the user does.
    pub fn next(&mut self) -> Input {
        if let Some(input) = self.waiting.pop_front() {
            return input;
        }
        loop {
            match self.events.recv() {
                Ok(Event::Input(input)) => return input,
                // The end of a search that was given up.
                Ok(Event::Search(_)) => {}
                Err(_) => return Input::End,
            }
        }
    }

    /// The next report of a search; `None` on an interrupt.
    pub fn next_report(&mut self) -> Option<SearchEvent> {
        loop {
            match self.events.recv() {
                Ok(Event::Search(event)) => return Some(event),
                Ok(Event::Input(Input::Interrupt)) | Err(_) => {
                    self.waiting.push_front(Input::Interrupt);
                    return None;
                }
                Ok(Event::Input(input)) => self.waiting.push_back(input),
            }
        }
    }
}

/// Starts the thread that reads lines.
pub fn start(input: impl Read + Send + 'static, sender: Sender<Event>) -> io::Result<()> {
    std::thread::Builder::new().name("input".to_owned()).spawn(move || {
        let mut input = BufReader::new(input);
        while let Ok(Some(line)) = read_line(&mut input, LONGEST_LINE) {
            if sender.send(Event::Input(Input::Line(line))).is_err() {
                return;
            }
        }
        // The receiver may be gone.
        let _ = sender.send(Event::Input(Input::End));
    })?;
    Ok(())
}
