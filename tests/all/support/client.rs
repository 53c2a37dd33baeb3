//! An engine process at the other end of two pipes.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How long an engine may be silent before the test gives up: a guard against hanging, not a measurement.
pub const HANG: Duration = Duration::from_secs(60);

/// A running engine. It is killed when dropped.
pub struct Client {
    child: Child,
    /// Bytes for a thread that writes them, so that a process that does not read cannot block the test. `None` once
    /// the input is closed.
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    errors: Arc<Mutex<String>>,
    said: Vec<String>,
}

impl Client {
    /// Starts a program.
    pub fn start(program: &Path, arguments: &[&str]) -> Client {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", program.display()));

        let (input, bytes) = channel::<Vec<u8>>();
        let mut stdin = child.stdin.take().expect("a pipe");
        thread::spawn(move || {
            for chunk in bytes {
                if stdin.write_all(&chunk).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });

        let (lines, output) = channel();
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        thread::spawn(move || {
            let mut line = Vec::new();
            while stdout.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
                let text = String::from_utf8_lossy(&line);
                if lines.send(text.trim_end_matches(['\r', '\n']).to_owned()).is_err() {
                    // Nobody listens any more. Dropping the pipe is what `deafen` is about.
                    break;
                }
                line.clear();
            }
        });

        let errors = Arc::new(Mutex::new(String::new()));
        let heard = Arc::clone(&errors);
        let stderr = BufReader::new(child.stderr.take().expect("a pipe"));
        thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                let mut heard = heard.lock().expect("no panic while it was locked");
                heard.push_str(&line);
                heard.push('\n');
            }
        });

        Client { child, input: Some(input), output, errors, said: Vec::new() }
    }

    /// Starts the engine under test in its protocol loop.
    pub fn shishi(arguments: &[&str]) -> Client {
        Client::start(Path::new(env!("CARGO_BIN_EXE_shishi")), arguments)
    }

    /// The engine under test after a handshake, with a game of Chu Shogi set up and nobody to move by itself.
    pub fn in_force_mode(arguments: &[&str]) -> Client {
        let mut client = Client::shishi(arguments);
        client.send("xboard\nprotover 2\nnew\nvariant chu\nforce");
        client.sync();
        client
    }

    /// Sends one or more lines.
    pub fn send(&mut self, lines: &str) {
        self.send_bytes(format!("{lines}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        if let Some(input) = &self.input {
            // A process that has ended cannot be told anything; whoever waits for its answer will notice.
            let _ = input.send(bytes.to_vec());
        }
    }

    /// Closes the engine's standard input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Stops reading the engine's output and closes that pipe at the next line.
    pub fn deafen(&mut self) {
        self.output = channel().1;
    }

    /// The next line, or `None` at the end of the output.
    pub fn next_line(&mut self) -> Option<String> {
        match self.line_before(Instant::now() + HANG) {
            Ok(line) => line,
            Err(()) => panic!("no line within {HANG:?}; {}", self.story()),
        }
    }

    /// The next line, `Ok(None)` at the end of the output, an error after the deadline.
    pub fn line_before(&mut self, deadline: Instant) -> Result<Option<String>, ()> {
        match self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                self.said.push(line.clone());
                Ok(Some(line))
            }
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(RecvTimeoutError::Timeout) => Err(()),
        }
    }

    /// Reads up to the first line that is `wanted`, and returns it.
    pub fn wait_for(&mut self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + HANG;
        loop {
            match self.line_before(deadline) {
                Ok(Some(line)) if wanted(&line) => return line,
                Ok(Some(_)) => {}
                Ok(None) => panic!("the output ended before {what}; {}", self.story()),
                Err(()) => panic!("no {what} within {HANG:?}; {}", self.story()),
            }
        }
    }

    /// Sends a ping and reads up to its answer; returns what came before it.
    pub fn sync(&mut self) -> Vec<String> {
        let number = 1000 + self.said.len();
        let from = self.said.len();
        self.send(&format!("ping {number}"));
        self.wait_for("pong", |line| line == format!("pong {number}"));
        self.said[from..self.said.len() - 1].to_vec()
    }

    /// Asks whether the engine is ready and reads up to its answer.
    pub fn sync_usi(&mut self) {
        self.send("isready");
        self.wait_for("readyok", |line| line == "readyok");
    }

    /// Reads a move, leg by leg; legs are joined by commas as an interface passes them on.
    pub fn wait_for_move(&mut self) -> String {
        let mut text = String::new();
        loop {
            let line = self.wait_for("move", |line| line.starts_with("move "));
            text.push_str(&line[5..]);
            if !text.ends_with(',') {
                return text;
            }
        }
    }

    /// Everything the engine has said so far.
    pub fn said(&self) -> &[String] {
        &self.said
    }

    /// Forgets what the engine has said so far.
    pub fn forget(&mut self) {
        self.said.clear();
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// What the engine wrote on its standard error.
    pub fn errors(&self) -> String {
        self.errors.lock().expect("no panic while it was locked").clone()
    }

    /// Reads everything up to the end of the process and returns how it ended. Fails if it does not end, or if a
    /// thread of it panicked.
    pub fn wait_exit(&mut self) -> ExitStatus {
        let deadline = Instant::now() + HANG;
        while let Ok(Some(_)) = self.line_before(deadline) {}
        let status = loop {
            match self.child.try_wait().expect("a child to wait for") {
                Some(status) => break status,
                None if Instant::now() > deadline => panic!("does not end; {}", self.story()),
                None => thread::sleep(Duration::from_millis(5)),
            }
        };
        let errors = self.errors();
        assert!(!errors.contains("panicked at"), "panicked:\n{errors}");
        status
    }

    /// Says `quit` and waits for a clean end.
    pub fn quit(&mut self) {
        self.send("quit");
        let status = self.wait_exit();
        assert!(status.success(), "{status}; {}", self.story());
    }

    /// The end of what was said, for messages.
    fn story(&self) -> String {
        let tail = &self.said[self.said.len().saturating_sub(20)..];
        format!("last lines:\n{}\nstandard error:\n{}", tail.join("\n"), self.errors())
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // It may have ended by itself; then both calls fail, which is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
