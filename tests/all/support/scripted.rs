//! Engines with a fault, for the arena: the test program itself, run as an engine.
//!
//! An engine is started as `TEST-PROGRAM --ignored --exact support::scripted::engine --nocapture SCRIPT`; the harness
//! takes the script for one more filter. What the harness prints of its own is noise that a match has to bear.

use shishi::engine::{self, Engine, Interface, Options};
use shishi::notation::MoveFormat;
use shishi::settings::Settings;
use std::io::{BufRead, Write};
use std::time::Duration;

/// Words of a match that describe an engine which plays by a script, `PROTOCOL:FAULT`. It makes the first legal moves
/// in the order of their texts, and its third move as the fault has it.
pub fn words(name: &str, script: &str) -> Vec<String> {
    let program = std::env::current_exe().expect("the path of the test program");
    let protocol = if script.starts_with("usi") { "usi" } else { "xboard" };
    let mut words = vec!["-engine".to_owned(), format!("name={name}"), format!("proto={protocol}")];
    words.push(format!("cmd={}", program.display()));
    for argument in ["--ignored", "--exact", "support::scripted::engine", "--nocapture", &format!("script={script}")] {
        words.push(format!("arg={argument}"));
    }
    words
}

/// The number of the move that goes wrong.
const FAULTY_MOVE: u32 = 3;

/// No test: the engine.
#[test]
#[ignore = "an engine for other tests"]
fn engine() {
    let Some(script) = std::env::args().find_map(|word| word.strip_prefix("script=").map(str::to_owned)) else {
        return;
    };
    let (protocol, fault) = script.split_once(':').expect("PROTOCOL:FAULT");
    if protocol == "sleep" {
        std::thread::sleep(Duration::from_secs(5));
        std::process::exit(0);
    }
    let options = Options::new(Interface::Cecp, None, Settings::default());
    let engine = engine::create("chu", &options).expect("a game of Chu Shogi");
    let mut scripted = Scripted { engine, fault: fault.to_owned(), made: 0, playing: false };
    // The harness may have left a line without its end.
    say("");
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let goes_on = if protocol == "usi" { scripted.usi(&line) } else { scripted.cecp(&line) };
        if !goes_on {
            break;
        }
    }
    // Not back to the harness, which would have something to say.
    std::process::exit(0);
}

/// Writes as long as anybody hears it.
fn flood() {
    let line = format!("# {}\n", "flood ".repeat(100));
    while std::io::stdout().write_all(line.as_bytes()).is_ok() {}
}

struct Scripted {
    engine: Box<dyn Engine>,
    fault: String,
    made: u32,
    playing: bool,
}

/// Says a line. Whether anybody hears it is no matter.
fn say(line: &str) {
    let mut output = std::io::stdout().lock();
    let _ = output.write_all(format!("{line}\n").as_bytes()).and_then(|()| output.flush());
}

impl Scripted {
    fn cecp(&mut self, line: &str) -> bool {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "protover" => {
                // An engine that cannot be asked whether it is ready.
                let ping = i32::from(!["busy", "deaf flood"].contains(&self.fault.as_str()));
                let features = "usermove=1 setboard=1 memory=1 smp=1 option=\"Style -string calm\" variants=\"chu\"";
                say(&format!("feature ping={ping} myname=\"Scripted\" {features} done=1"));
            }
            "memory" if self.fault == "memory" => say(&format!("telluser {line}: 64 MB is the most")),
            "cores" if self.fault == "cores" => say(&format!("Error (no such machine): {line}")),
            "option" if self.fault == "options" => say(&format!("Error (not a style): {line}")),
            "ping" if self.fault == "busy" => {}
            "ping" => say(&format!("pong {rest}")),
            "new" => {
                self.engine.new_game();
                (self.made, self.playing) = (0, false);
            }
            "setboard" => self.engine.set_fen(rest).expect("a position"),
            "force" => self.playing = false,
            "usermove" => {
                self.engine.play(rest).expect("a legal move");
                if self.playing {
                    self.answer("move ");
                }
            }
            "go" => {
                self.playing = true;
                self.answer("move ");
            }
            "quit" => return self.goes_on_after_quit(),
            _ => {}
        }
        // From here on it does nothing but write, beside what it hears.
        if self.fault == "deaf flood" && word == "protover" {
            std::thread::spawn(flood);
        }
        true
    }

    /// Told to end, a good engine does.
    fn goes_on_after_quit(&self) -> bool {
        if self.fault == "flood" {
            flood();
        }
        self.fault == "stubborn"
    }

    fn usi(&mut self, line: &str) -> bool {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "usi" => say("id name Scripted\nusiok"),
            "isready" => say("readyok"),
            "usinewgame" => self.made = 0,
            "position" => self.engine.set_position(rest).expect("a position"),
            "go" => self.answer("bestmove "),
            "quit" => return self.goes_on_after_quit(),
            _ => {}
        }
        true
    }

    /// A move, or what the script has in its place.
    fn answer(&mut self, prefix: &str) {
        self.made += 1;
        if self.fault == "garbage" {
            let mut output = std::io::stdout().lock();
            let mut bytes = b"\xff\xfe{}[]\0 \r\n1 2 3\nmove\ninfo depth\nfeature \"\ninfo score mate\n".to_vec();
            bytes.resize(bytes.len() + 300_000, b'x');
            bytes.push(b'\n');
            let _ = output.write_all(&bytes).and_then(|()| output.flush());
        }
        if self.made < FAULTY_MOVE || !self.go_wrong(prefix) {
            self.make_move(prefix);
        }
    }

    fn format(&self, prefix: &str) -> MoveFormat {
        if prefix == "move " { MoveFormat::Cecp } else { MoveFormat::Usi }
    }

    fn make_move(&mut self, prefix: &str) {
        let format = self.format(prefix);
        let text = match self.fault.strip_prefix("says ") {
            Some(text) if self.made == 1 => text.to_owned(),
            _ => self.engine.moves(format).first().expect("a legal move").clone(),
        };
        self.engine.play(&text).expect("a legal move");
        for leg in text.split_inclusive(',') {
            say(&format!("{prefix}{leg}"));
        }
    }

    /// Does what the script says; false if that is to make a move all the same.
    fn go_wrong(&mut self, prefix: &str) -> bool {
        match self.fault.as_str() {
            "crash" => std::process::abort(),
            "exit" => std::process::exit(0),
            "busy" => {
                // It thinks beside what it hears, for longer than it may, and answers all else meanwhile.
                let text = self.engine.moves(self.format(prefix)).first().expect("a legal move").clone();
                let line = format!("{prefix}{text}");
                std::thread::spawn(move || {
                    std::thread::sleep(Duration::from_millis(900));
                    say(&line);
                });
            }
            "orphan" => {
                let program = std::env::current_exe().expect("the path of the test program");
                let arguments = ["--ignored", "--exact", "support::scripted::engine", "--nocapture", "script=sleep:"];
                let child =
                    std::process::Command::new(program).args(arguments).stdin(std::process::Stdio::null()).spawn();
                drop(child.expect("a child that has the output too"));
                std::process::exit(0);
            }
            "bell" => say(&format!("{prefix}\u{7}\u{1b}[2J{}", "x".repeat(5000))),
            "hang" => std::thread::sleep(Duration::from_secs(3600)),
            "late" => {
                std::thread::sleep(Duration::from_millis(900));
                return false;
            }
            "illegal" => say(&format!("{prefix}{}", if prefix == "move " { "a1a9" } else { "12l12d" })),
            "nonsense" => say(&format!("{prefix}\u{1F981} xyzzy")),
            "empty" => say(prefix.trim_end()),
            "win" if prefix == "move " => say("1-0 {White mates}"),
            "win" => say("bestmove win"),
            "lose" if prefix == "move " => say("0-1 {White is lost}"),
            "draw" => say("1/2-1/2 {repetition}"),
            "refuse" => say("Illegal move (no such piece): a1a2"),
            "garbage" | "resign" if prefix == "move " => say("resign"),
            "garbage" | "resign" => say("bestmove resign"),
            "twice" => {
                self.make_move(prefix);
                say("move a1a2");
            }
            "offer" => {
                say("offer draw");
                return false;
            }
            _ => return false,
        }
        true
    }
}
