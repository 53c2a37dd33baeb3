//! A human at the board: XBoard, started by `scripts/xboard` on an X server without a screen, and a mouse that plays a
//! double capture, an igui, a promotion, a deferral and a pass against the engine. With `SHISHI_SHOTS=FOLDER` a picture
//! is taken after every click (by ImageMagick's `import`).

use crate::support::tools;
use crate::support::xboard::{self, XBoard};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A guard against hanging: nothing here takes more than a second on an idle machine.
const HANG: Duration = Duration::from_secs(60);

/// How long a click that may have missed is given to have an effect.
const PATIENCE: Duration = Duration::from_secs(10);

/// The human has a lion with three pawns before it that cannot move, and two generals before the promotion zone; the
/// engine's king is far from all that.
const POSITION: &str = "k11/12/12/12/9S1C/12/12/12/12/12/3N8/4ppp4K w - 0 1";

/// The squares have a line before each and behind the last, in a frame of two pixels.
const FRAME: i32 = 2;

/// Files of the board.
const FILES: i32 = 12;

/// XBoard on its display.
struct Board {
    xboard: XBoard,
    xdotool: PathBuf,
    /// The window's name for `xdotool`, its width and height in pixels.
    window: String,
    size: (i32, i32),
    /// Files for pieces in hand and for the gap to the board, on each side of it.
    margin: i32,
    /// How much of the dialogue has been looked at, in bytes.
    read: usize,
    shots: usize,
}

impl Board {
    /// Starts XBoard with options of its own, the human to move. `None` if a program is missing.
    fn open(name: &str, position: &str, options: &[&str], margin: i32) -> Option<Board> {
        let (mut command, xdotool) = (xboard::by_script()?, tools::find("xdotool")?);
        let folder = xboard::folder(name);
        fs::write(folder.join("position.fen"), format!("{position}\n")).expect("a position to load");
        // A low fixed depth and a long clock: nothing depends on the speed of the machine.
        command.args(options).args(["-searchDepth", "3", "-timeControl", "60", "-timeIncrement", "-1"]);
        let xboard = XBoard::start(folder, command)?;
        let mut board = Board { xboard, xdotool, window: String::new(), size: (0, 0), margin, read: 0, shots: 0 };
        board.wait_for("<first : pong 1");
        // The window takes the shape of the game some time after the engine has told it.
        loop {
            let found = board.find_window("^(position.fen|xboard: Shishi .*)$");
            if found == (board.window.clone(), board.size) {
                return Some(board);
            }
            (board.window, board.size) = found;
            thread::sleep(Duration::from_secs(1));
        }
    }

    fn xdotool(&self, arguments: &[&str]) -> String {
        let output = Command::new(&self.xdotool)
            .args(arguments)
            .env("DISPLAY", &self.xboard.display)
            .stdin(Stdio::null())
            .output()
            .expect("xdotool runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// A window by its title, and its size.
    fn find_window(&self, title: &str) -> (String, (i32, i32)) {
        let deadline = Instant::now() + HANG;
        loop {
            let found = self.xdotool(&["search", "--onlyvisible", "--name", title]);
            if let Some(window) = found.lines().next() {
                let text = self.xdotool(&["getwindowgeometry", "--shell", window]);
                let number = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)?.parse().ok());
                if let (Some(width), Some(height)) = (number("WIDTH="), number("HEIGHT=")) {
                    return (window.to_owned(), (width, height));
                }
            }
            assert!(Instant::now() < deadline, "no window {title}; see {}", self.xboard.folder.display());
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Clicks on a point of a window, and takes a picture if that is wanted.
    fn click_at(&mut self, window: &str, (x, y): (i32, i32)) {
        let (x, y) = (x.to_string(), y.to_string());
        self.xdotool(&["mousemove", "--window", window, &x, &y]);
        // The board follows the pointer, and takes two clicks in quick succession for one.
        thread::sleep(Duration::from_millis(300));
        self.xdotool(&["click", "1"]);
        if let Some(shots) = std::env::var_os("SHISHI_SHOTS") {
            thread::sleep(Duration::from_millis(500));
            self.shots += 1;
            let file = Path::new(&shots).join(format!("{:02}.png", self.shots));
            let status = Command::new("import")
                .args(["-window", "root"])
                .arg(file)
                .env("DISPLAY", &self.xboard.display)
                .status();
            assert!(status.is_ok_and(|status| status.success()), "no picture");
        }
    }

    /// Clicks on a square; the board is at the lower end of the window. Beside it are the hands: their squares go on with
    /// the letters after those of the board.
    fn click(&mut self, square: &str) {
        let file = self.margin + i32::from(square.as_bytes()[0]) - i32::from(b'a');
        let rank: i32 = square[1..].parse().expect("a rank");
        let (width, height) = self.size;
        let pitch = (width - 2 * FRAME - 1) / (FILES + 2 * self.margin);
        let point = (FRAME + pitch * file + pitch / 2, height - FRAME - pitch * rank + pitch / 2);
        self.click_at(&self.window.clone(), point);
    }

    /// What XBoard and the engine have said since it was last looked at, if `text` is in it.
    fn said(&mut self, text: &str) -> bool {
        let found = self.xboard.dialogue().get(self.read..).and_then(|new| new.find(text));
        if let Some(at) = found {
            self.read += at + text.len();
        }
        found.is_some()
    }

    /// Waits until XBoard or the engine says something.
    fn wait_for(&mut self, text: &str) {
        let deadline = Instant::now() + HANG;
        while !self.said(text) {
            assert!(Instant::now() < deadline, "no {text}; see {}", self.xboard.folder.display());
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// The human's move as the engine gets it, and the engine's answer. XBoard writes the command and the move one after
    /// the other.
    fn expect_move(&mut self, text: &str) {
        self.wait_for(">first : usermove ");
        self.wait_for(&format!("{text}\n"));
        self.wait_for("<first : move ");
    }

    /// Takes a piece up and sets it down on one square after the other.
    fn play(&mut self, squares: &[&str]) {
        let (&first, rest) = squares.split_first().expect("a start square");
        self.click(first);
        self.wait_for(&format!(">first : lift {first}\n"));
        // What may be done with the piece; XBoard knows that by itself in Chu Shogi.
        self.wait_for("<first : highlight ");
        for &square in rest {
            self.click(square);
            self.wait_for(&format!(">first : put {square}\n"));
        }
    }

    /// Answers whether to promote: the first of three buttons is yes, the second no.
    fn promote(&mut self, yes: bool) {
        let (window, (width, height)) = self.find_window("^Promotion$");
        self.click_at(&window, (if yes { width / 6 } else { width / 2 }, height / 5));
    }

    /// Clicks on the opponent's clock, below the menu.
    fn pass(&mut self) {
        let (width, _) = self.size;
        for y in [45, 38, 52, 31, 59] {
            self.click_at(&self.window.clone(), (width * 3 / 4, y));
            let patience = Instant::now() + PATIENCE;
            while Instant::now() < patience {
                if self.said(">first : usermove @@@@\n") {
                    return;
                }
                thread::sleep(Duration::from_millis(20));
            }
        }
        panic!("no pass; see {}", self.xboard.folder.display());
    }
}

#[test]
fn every_kind_of_move_can_be_made_by_mouse() {
    let Some(mut board) = Board::open("mouse", POSITION, &["-loadPositionFile", "position.fen"], 0) else { return };
    // A double capture, an igui.
    board.play(&["d2", "e1", "f1"]);
    board.expect_move("d2e1,e1f1");
    board.play(&["f1", "g1", "f1"]);
    board.expect_move("f1g1,g1f1");
    // A promotion, and one that is declined.
    board.play(&["j8", "j9"]);
    board.promote(true);
    board.expect_move("j8j9+");
    board.play(&["l8", "l9"]);
    board.promote(false);
    board.expect_move("l8l9=");
    board.pass();
    board.wait_for("<first : move ");
    // And the game goes on.
    board.play(&["l1", "k2"]);
    board.expect_move("l1k2");
    board.xboard.check_peace();
}

/// Heisei Chu Shogi, which XBoard does not know: a lance is taken from the reserve beside the board and dropped, and the
/// engine says where that may be.
#[test]
fn a_piece_in_reserve_is_dropped_by_mouse() {
    let Some(mut board) = Board::open("mouse-drop", "", &["-variant", "heisei"], 2) else { return };
    board.click("n2");
    board.wait_for(">first : lift n2\n");
    board.wait_for("<first : highlight 12/12/12/12/12/12/2YYY2YYY2/");
    board.click("a3");
    board.expect_move("L@a3");
    board.xboard.check_peace();
}
