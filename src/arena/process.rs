//! An engine's process at the other end of two pipes.

use super::family::Family;
use crate::protocol::input::{Line, read_line};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How many of the last lines are kept for reports.
const KEPT_LINES: usize = 8;

/// Lines that may wait to be read. An engine that writes more is blocked.
const WAITING_LINES: usize = 256;

/// Longest line of an engine, in bytes. With as many of them as may wait, 16 MB for an engine are the most.
const LONGEST_LINE: usize = 64 << 10;

/// How long an engine has to end by itself when it is told to.
const QUIT_TIMEOUT: Duration = Duration::from_millis(1500);

/// How soon an interruption is noticed.
const SLICE: Duration = Duration::from_millis(50);

/// How long the last lines of a program that has ended may take to arrive.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(500);

/// How to start a program.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The name for messages.
    pub label: String,
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The folder it runs in.
    pub folder: Option<PathBuf>,
    /// Where its standard error goes; `None` to keep its last lines.
    pub stderr: Option<PathBuf>,
    /// Whether all lines either way are shown.
    pub debug: bool,
}

/// What comes from an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// A line, and when it came.
    Line(String, Instant),
    /// Nothing before the deadline.
    Timeout,
    /// Nothing before somebody told us to stop.
    Interrupted,
    /// It has closed its output.
    Closed,
}

/// A running program. It is ended when dropped, with all that it has started.
pub struct Process {
    family: Family,
    /// Bytes for a thread that writes them: a program that does not read cannot hold us up.
    input: Sender<Vec<u8>>,
    output: Receiver<(Line, Instant)>,
    /// A line that came after the deadline up to which it was waited for.
    late: Option<(Line, Instant)>,
    /// Raised to end all waiting.
    stop: Arc<AtomicBool>,
    errors: Tail,
    received: VecDeque<String>,
    last_sent: String,
    label: String,
    debug: bool,
    started: Instant,
}

/// The last lines of something.
type Tail = Arc<Mutex<VecDeque<String>>>;

impl Launch {
    /// The command that runs the program.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command
    }
}

/// A program as the command line names it: a path is meant from the folder we are in, whatever folder it runs in.
pub fn resolve(program: &str) -> PathBuf {
    let path = Path::new(program);
    if path.components().count() > 1 && path.exists() {
        return std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    }
    path.to_owned()
}

impl Process {
    /// Starts a program, which is waited for until somebody raises `stop`. The error names the file or folder that is to
    /// blame.
    ///
    /// # Errors
    /// If the program, its folder or the file for its standard error cannot be opened, or a thread cannot be started.
    pub fn start(launch: &Launch, stop: &Arc<AtomicBool>) -> io::Result<Process> {
        let named = |path: &Path| {
            let path = path.display().to_string();
            move |error: io::Error| io::Error::new(error.kind(), format!("{path}: {error}"))
        };
        let stderr = match &launch.stderr {
            None => Stdio::piped(),
            Some(path) => Stdio::from(File::options().create(true).append(true).open(path).map_err(named(path))?),
        };
        if let Some(folder) = &launch.folder {
            folder.read_dir().map_err(named(folder))?;
        }
        let mut command = launch.command();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
        let mut family = Family::start(&mut command).map_err(named(&launch.program))?;
        let child = family.program();
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("no pipes"));
        };
        let errors_of_child = child.stderr.take();
        let (input, bytes) = channel();
        thread::Builder::new().name("engine input".to_owned()).spawn(move || write_all(stdin, &bytes))?;
        let (lines, output) = sync_channel(WAITING_LINES);
        thread::Builder::new().name("engine output".to_owned()).spawn(move || read_all(stdout, &lines))?;
        let errors = Tail::default();
        if let Some(stderr) = errors_of_child {
            let errors = errors.clone();
            thread::Builder::new().name("engine errors".to_owned()).spawn(move || keep_tail(stderr, &errors))?;
        }
        Ok(Process {
            family,
            input,
            output,
            late: None,
            stop: stop.clone(),
            errors,
            received: VecDeque::new(),
            last_sent: String::new(),
            label: launch.label.clone(),
            debug: launch.debug,
            started: Instant::now(),
        })
    }

    fn show(&self, arrow: char, line: &str) {
        if self.debug {
            let time = self.started.elapsed().as_millis();
            // The messages are a help only: without a reader the match goes on.
            let _ = writeln!(io::stderr(), "{time} {arrow}{}: {line}", self.label);
        }
    }

    /// Sends a line. That the program has ended is noticed by the next [`receive`](Process::receive).
    pub fn send(&mut self, line: &str) {
        self.show('>', line);
        self.last_sent = kept(line);
        let _ = self.input.send(format!("{line}\n").into_bytes());
    }

    /// The next line, if one comes before the deadline. A program that never stops writing is no reason to wait longer.
    pub fn receive(&mut self, deadline: Instant) -> Received {
        let (line, time) = match self.next_line(deadline) {
            Ok(next) => next,
            Err(nothing) => return nothing,
        };
        if time > deadline {
            self.late = Some((line, time));
            return Received::Timeout;
        }
        let text = match line {
            Line::Text(text) => text,
            Line::TooLong => format!("(a line of more than {LONGEST_LINE} bytes)"),
        };
        self.show('<', &text);
        remember(&mut self.received, &text);
        Received::Line(text, time)
    }

    /// The next line, waited for up to the deadline; else why there is none.
    fn next_line(&mut self, deadline: Instant) -> Result<(Line, Instant), Received> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Received::Interrupted);
            }
            if let Some(late) = self.late.take() {
                return Ok(late);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(SLICE)) {
                Ok(next) => return Ok(next),
                Err(RecvTimeoutError::Disconnected) => return Err(Received::Closed),
                // A program that has ended while another one, which it started, still holds the pipe: nothing more comes.
                Err(RecvTimeoutError::Timeout) if self.has_ended() => {
                    return self.output.recv_timeout(DRAIN_TIMEOUT).map_err(|_| Received::Closed);
                }
                Err(RecvTimeoutError::Timeout) if left <= SLICE => return Err(Received::Timeout),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn has_ended(&mut self) -> bool {
        matches!(self.family.try_wait(), Ok(Some(_)))
    }

    /// How the process has ended, if it has or soon does.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + Duration::from_millis(500);
        loop {
            match self.family.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }

    /// The line that was sent last, the lines that came last, and the end of the standard error: for reports.
    pub fn transcript(&self) -> String {
        let mut transcript = format!("last line sent: {}\n", self.last_sent);
        for line in &self.received {
            transcript += &format!("heard: {line}\n");
        }
        for line in self.errors.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            transcript += &format!("standard error: {line}\n");
        }
        transcript
    }

    /// Ends the program: it is asked to, and killed if it does not.
    pub fn quit(mut self) {
        self.send("quit");
        let deadline = Instant::now() + QUIT_TIMEOUT;
        while Instant::now() < deadline && !self.has_ended() {
            // Its output must be read, or it may be held up by it. It may have more to say than there is time for.
            while Instant::now() < deadline && self.output.try_recv().is_ok() {}
            thread::sleep(Duration::from_millis(2));
        }
    }
}

/// A line as it is kept for a report: so much of it as a report shows, in memory of its own.
fn kept(line: &str) -> String {
    let mut kept = crate::protocol::echo(line);
    kept.shrink_to_fit();
    kept
}

fn remember(lines: &mut VecDeque<String>, line: &str) {
    if lines.len() == KEPT_LINES {
        lines.pop_front();
    }
    lines.push_back(kept(line));
}

fn write_all(mut stdin: impl Write, bytes: &Receiver<Vec<u8>>) {
    for chunk in bytes {
        if stdin.write_all(&chunk).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_all(stdout: impl Read, lines: &SyncSender<(Line, Instant)>) {
    let mut stdout = BufReader::new(stdout);
    while let Ok(Some(line)) = read_line(&mut stdout, LONGEST_LINE) {
        if lines.send((line, Instant::now())).is_err() {
            return;
        }
    }
}

fn keep_tail(stderr: impl Read, tail: &Tail) {
    let mut stderr = BufReader::new(stderr);
    while let Ok(Some(line)) = read_line(&mut stderr, LONGEST_LINE) {
        if let Line::Text(text) = line {
            remember(&mut tail.lock().unwrap_or_else(PoisonError::into_inner), &text);
        }
    }
}
