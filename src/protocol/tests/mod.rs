//! Dialogues with the protocol loop, in this process: the far end of the conversation.

mod dialogues;
mod options;
mod random;
mod usi;

use super::*;
use crate::engine::{self, Interface};
use crate::settings::Settings;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Nothing takes this long; a test that waits longer hangs.
const PATIENCE: Duration = Duration::from_secs(120);

fn options(rules: Option<&str>) -> Options {
    Options { hash: 1, ..Options::new(Interface::Cecp, rules.map(str::to_owned), Settings::default()) }
}

/// The output for an input that ends; searches are cut short by its end.
fn answer_all(input: &[u8]) -> Vec<String> {
    let options = options(None);
    let engine = engine::create("chu", &options).unwrap();
    let mut output = Vec::new();
    run(std::io::Cursor::new(input.to_vec()), &mut output, engine, options).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

/// The far end of an input that stays open.
struct Pipe {
    bytes: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            // A sender that is gone is the end.
            self.rest = self.bytes.recv().unwrap_or_default();
        }
        let length = self.rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

/// Sends on what is written, line by line.
struct Lines {
    sender: Sender<String>,
    begun: Vec<u8>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        while let Some(end) = self.begun.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.begun.drain(..=end).collect();
            let line = String::from_utf8(line[..end].to_vec()).expect("UTF-8");
            self.sender.send(line).map_err(|_| ErrorKind::BrokenPipe)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A conversation that goes on.
struct Dialogue {
    input: Sender<Vec<u8>>,
    output: Receiver<String>,
    thread: JoinHandle<io::Result<()>>,
    pings: u32,
}

impl Dialogue {
    fn start(rules: Option<&str>) -> Dialogue {
        let dialogue = Dialogue::open(rules);
        dialogue.send("xboard\nprotover 2\nnew\nvariant chu");
        dialogue.until("feature done=1");
        dialogue
    }

    /// A conversation in which nothing has been said yet.
    fn open(rules: Option<&str>) -> Dialogue {
        let (input, bytes) = channel();
        let (sender, output) = channel();
        let options = options(rules);
        let thread = std::thread::spawn(move || {
            let engine = engine::create("chu", &options).unwrap();
            run(Pipe { bytes, rest: Vec::new() }, Lines { sender, begun: Vec::new() }, engine, options)
        });
        Dialogue { input, output, thread, pings: 0 }
    }

    /// A conversation in force mode.
    fn forced() -> Dialogue {
        let dialogue = Dialogue::start(None);
        dialogue.send("force");
        dialogue
    }

    fn send(&self, lines: &str) {
        self.input.send(format!("{lines}\n").into_bytes()).expect("the loop runs");
    }

    /// All lines up to the first one that begins with `start`, it included.
    fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.output.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Timeout) => panic!("no line '{start}' after {lines:?}"),
                Err(RecvTimeoutError::Disconnected) => panic!("ended before '{start}' after {lines:?}"),
            }
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// All lines before the answer to a ping that is sent now.
    fn sync(&mut self) -> Vec<String> {
        self.pings += 1;
        self.send(&format!("ping {}", self.pings));
        let mut lines = self.until(&format!("pong {}", self.pings));
        lines.pop();
        lines
    }

    /// What a few lines are answered with, up to the time they are all dealt with.
    fn ask(&mut self, lines: &str) -> Vec<String> {
        self.send(lines);
        self.sync()
    }

    /// The move, legs joined by the comma.
    fn until_move(&self) -> String {
        let mut text = self.until("move ").pop().expect("a line")["move ".len()..].to_owned();
        while text.ends_with(',') {
            let next = self.until("move ").pop().expect("a line");
            text.push_str(&next["move ".len()..]);
        }
        text
    }

    /// Closes the input; what is still said.
    fn end(self) -> Vec<String> {
        drop(self.input);
        self.thread.join().expect("no panic").expect("no error");
        self.output.iter().collect()
    }
}
