//! A whole game in XBoard, started by `scripts/xboard` on an X server without a screen: XBoard knows the rules and is
//! a strict referee.

use crate::support::xboard::{self, XBoard};
use std::fs;
use std::process::Command;
use std::time::Duration;

/// A guard against hanging; a game takes a small part of it.
const HANG: Duration = Duration::from_secs(300);

/// The value of a tag of a game record.
fn tag<'a>(pgn: &'a str, name: &str) -> &'a str {
    let start = format!("[{name} \"");
    let line = pgn.lines().find_map(|line| line.strip_prefix(start.as_str()));
    line.and_then(|rest| rest.strip_suffix("\"]")).unwrap_or_else(|| panic!("no tag {name} in\n{pgn}"))
}

/// What XBoard writes when an engine lost for a reason that has nothing to do with the board, in lower case.
const FOULS: [&str; 9] = ["forfeit", "invalid", "illegal", "false", "claim", "stall", "exited", "time", "abort"];

/// Has XBoard, started by `command`, referee a game, and checks how it went. A long clock and a low fixed depth, with
/// which the game is decided: it does not depend on the speed of the machine.
fn referee(name: &str, variant: &str, depth: &str, mut command: Command) {
    command
        .args(["-matchGames", "1", "-timeControl", "60", "-timeIncrement", "-1", "-searchDepth", depth, "-xponder"])
        .args(["-testLegality", "true", "-testClaims", "true", "-saveGameFile", "game.pgn", "-xexit"]);
    let Some(mut xboard) = XBoard::start(xboard::folder(name), command) else { return };
    let folder = xboard.folder.clone();
    assert!(xboard.ends_within(HANG), "XBoard does not end; see {}", folder.display());

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

    xboard.check_peace();
    let moves = xboard.dialogue().lines().filter(|line| line.contains(">first : usermove ")).count();
    assert!(moves >= 20, "a game of twice {moves} plies is no game");
}

#[test]
fn a_game_against_itself_ends_by_mate_or_resignation() {
    let Some(command) = xboard::by_script() else { return };
    referee("xboard", "chu", "6", command);
}

/// Games that XBoard does not know: the engine says what they look like and how the pieces move.
#[test]
fn games_that_the_engine_defines() {
    for variant in ["whale", "paulowich", "heisei"] {
        let Some(command) = xboard::by_itself(variant) else { return };
        referee(variant, variant, "4", command);
    }
}
