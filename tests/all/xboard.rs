//! A whole game in XBoard, started by `scripts/xboard` on an X server without a screen: XBoard knows the rules and is
//! a strict referee.

use crate::support::tools;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A guard against hanging; a game takes a small part of it.
const HANG: Duration = Duration::from_secs(300);

/// A process that is ended when the test is.
pub struct Guarded(pub Child);

impl Drop for Guarded {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts an X server on a free display and returns it with the name of the display.
pub fn x_server(program: &Path) -> (Guarded, String) {
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

/// The value of a tag of a game record.
fn tag<'a>(pgn: &'a str, name: &str) -> &'a str {
    let start = format!("[{name} \"");
    let line = pgn.lines().find_map(|line| line.strip_prefix(start.as_str()));
    line.and_then(|rest| rest.strip_suffix("\"]")).unwrap_or_else(|| panic!("no tag {name} in\n{pgn}"))
}

/// What XBoard writes when an engine lost for a reason that has nothing to do with the board, in lower case.
const FOULS: [&str; 9] = ["forfeit", "invalid", "illegal", "false", "claim", "stall", "exited", "time", "abort"];

/// Has XBoard, started by `command`, referee a game, and checks how it went.
fn referee(name: &str, variant: &str, mut command: Command) {
    let Some(xvfb) = tools::find("Xvfb") else { return };
    let folder = folder(name);
    let (_server, display) = x_server(&xvfb);
    let child = command
        .current_dir(&folder)
        .env("DISPLAY", display)
        // A long clock and a low fixed depth: the game does not depend on the speed of the machine.
        .args(["-matchGames", "1", "-timeControl", "60", "-timeIncrement", "-1", "-searchDepth", "4", "-xponder"])
        .args(["-testLegality", "true", "-testClaims", "true", "-animateMoving", "false"])
        .args(["-saveGameFile", "game.pgn"])
        .args(["-soundProgram", "true", "-xexit", "-xpopup", "-debug", "-debugfile", "debug.txt"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("XBoard starts");
    let mut xboard = Guarded(child);
    let deadline = Instant::now() + HANG;
    while xboard.0.try_wait().expect("a child to wait for").is_none() {
        assert!(Instant::now() < deadline, "XBoard does not end; see {}", folder.display());
        thread::sleep(Duration::from_millis(50));
    }

    let pgn = fs::read_to_string(folder.join("game.pgn")).expect("a game record");
    println!("{pgn}");
    assert_eq!(tag(&pgn, "Variant"), variant);
    let result = tag(&pgn, "Result");
    assert!(["1-0", "0-1"].contains(&result), "undecided: {pgn}");
    // The last comment tells why the game ended; the others hold scores and times.
    let last = pgn.rfind('{').map(|start| pgn[start..].to_lowercase()).unwrap_or_default();
    let ending = last.split('}').next().unwrap_or("");
    assert!(!FOULS.iter().any(|foul| ending.contains(foul)), "{ending}");
    assert!(ending.contains("mate") || ending.contains("resign"), "ended by {ending}");

    // Nothing that XBoard sent was wrong to the engine.
    let debug = fs::read(folder.join("debug.txt")).expect("a record of the dialogue");
    let debug = String::from_utf8_lossy(&debug);
    let said = debug.lines().filter_map(|line| line.split_once("<first : ").or(line.split_once("<second: ")));
    let complaints: Vec<&str> =
        said.map(|(_, text)| text).filter(|text| text.starts_with("Error") || text.starts_with("Illegal")).collect();
    assert!(complaints.is_empty(), "{complaints:?}");
    let moves = debug.lines().filter(|line| line.contains(">first : usermove ")).count();
    assert!(moves >= 20, "a game of twice {moves} plies is no game");
}

#[test]
fn a_game_against_itself_ends_by_mate_or_resignation() {
    if tools::find("xboard").is_none() {
        return;
    }
    let mut command = Command::new("sh");
    command
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join("xboard"))
        .args(["--engine", env!("CARGO_BIN_EXE_shishi")]);
    referee("xboard", "chu", command);
}

/// Games that XBoard does not know: the engine says what they look like and how the pieces move.
#[test]
fn games_that_the_engine_defines() {
    let Some(xboard) = tools::find("xboard") else { return };
    let engine = env!("CARGO_BIN_EXE_shishi");
    for variant in ["whale", "paulowich", "heisei"] {
        let mut command = Command::new(&xboard);
        command.args(["-variant", variant, "-fcp", engine, "-scp", engine, "-saveSettingsOnExit", "false"]);
        command.args(["-materialDraws", "false", "-trivialDraws", "false", "-ruleMoves", "0", "-repeatsToDraw", "0"]);
        referee(variant, variant, command);
    }
}
