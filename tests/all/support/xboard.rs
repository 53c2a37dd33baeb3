//! XBoard on an X server without a screen.

use super::tools;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The engine under test.
const ENGINE: &str = env!("CARGO_BIN_EXE_shishi");

/// What XBoard is told about games whose end it does not know, and that it keeps its settings to itself.
const NO_JUDGEMENT: [&str; 10] = [
    "-saveSettingsOnExit",
    "false",
    "-materialDraws",
    "false",
    "-trivialDraws",
    "false",
    "-ruleMoves",
    "0",
    "-repeatsToDraw",
    "0",
];

/// A process that is ended when the test is.
struct Guarded(Child);

impl Drop for Guarded {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts an X server on a free display and returns it with the name of the display.
fn x_server(program: &Path) -> (Guarded, String) {
    let mut child = Command::new(program)
        .args(["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    let mut number = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut number).expect("a display number");
    let server = Guarded(child);
    assert!(!number.trim().is_empty(), "the X server did not start");
    (server, format!(":{}", number.trim()))
}

/// An empty folder for one test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder of an earlier run can go");
    }
    fs::create_dir_all(&folder).expect("a folder for the game record");
    folder
}

/// XBoard as `scripts/xboard` starts it with the engine under test; `None` if there is none.
pub fn by_script() -> Option<Command> {
    tools::find("xboard")?;
    let mut command = Command::new("sh");
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join("xboard")).args(["--engine", ENGINE]);
    Some(command)
}

/// XBoard by itself, as a referee that leaves the rules of the game to the engine under test; `None` if there is none.
pub fn by_itself(variant: &str) -> Option<Command> {
    let mut command = Command::new(tools::find("xboard")?);
    command.args(["-variant", variant, "-fcp", ENGINE, "-scp", ENGINE]).args(NO_JUDGEMENT);
    Some(command)
}

/// XBoard on its display.
pub struct XBoard {
    /// Both are kept for their ends: the window goes before the server.
    child: Guarded,
    _server: Guarded,
    /// The display, for programs that look at it.
    pub display: String,
    /// Where it was started, and where it writes its dialogue with the engines and the games.
    pub folder: PathBuf,
}

impl XBoard {
    /// Starts XBoard in this folder, silent and still, and with a record of the dialogue. `None` if there is no X server.
    pub fn start(folder: PathBuf, mut command: Command) -> Option<XBoard> {
        let (server, display) = x_server(&tools::find("Xvfb")?);
        let child = command
            .current_dir(&folder)
            .env("DISPLAY", &display)
            .args(["-animateMoving", "false", "-soundProgram", "true", "-xpopup", "-startupMessage", ""])
            .args(["-debug", "-debugfile", "debug.txt"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("XBoard starts");
        Some(XBoard { child: Guarded(child), _server: server, display, folder })
    }

    /// Waits until XBoard has ended; returns whether it has, in this time.
    pub fn ends_within(&mut self, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        while self.child.0.try_wait().expect("a child to wait for").is_none() {
            if Instant::now() >= deadline {
                return false;
            }
            thread::sleep(Duration::from_millis(50));
        }
        true
    }

    /// Tells XBoard to end; it saves the game before that.
    pub fn ask_to_end(&self) {
        let told = Command::new("kill").arg(self.child.0.id().to_string()).status();
        assert!(told.is_ok_and(|status| status.success()));
    }

    /// The dialogue with the engines so far.
    pub fn dialogue(&self) -> String {
        String::from_utf8_lossy(&fs::read(self.folder.join("debug.txt")).unwrap_or_default()).into_owned()
    }

    /// Fails if XBoard or an engine has found fault with what the other said.
    pub fn check_peace(&self) {
        let dialogue = self.dialogue();
        let heard = dialogue.lines().filter_map(|line| line.split_once("<first : ").or(line.split_once("<second: ")));
        let complaints: Vec<&str> = heard
            .map(|(_, text)| text)
            .filter(|text| ["Error", "Illegal", "tellusererror"].iter().any(|word| text.starts_with(word)))
            .collect();
        assert!(complaints.is_empty(), "{complaints:?}");
        assert!(!dialogue.to_lowercase().contains("illegal move"), "see {}", self.folder.display());
    }
}
