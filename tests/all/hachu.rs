//! Games against HaChu, the engine that comes with XBoard for Chu Shogi.

use crate::support::relay::{Ending, Player, Record, play};
use crate::support::tools;
use std::path::Path;

/// HaChu calls a repeated position illegal unless told otherwise; then it is a matter of its search alone.
const HACHU_SETUP: [&str; 1] = ["option Allow repeats=1"];

/// HaChu also refuses the recapture of a kirin that took a lion and promoted.
const OUR_RULES: [&str; 2] = ["--rules", "winboard:cs.same_square=bound"];

/// Fixed depth: the game is the same every time, whatever the machine.
fn limit(depth: &'static str) -> [&'static str; 2] {
    ["level 0 600 0", depth]
}

fn game(hachu: &Path, hachu_first: bool, opening: &[&str], depth: &'static str, most_plies: usize) -> Record {
    let engine = Path::new(env!("CARGO_BIN_EXE_shishi"));
    let ours = Player::start("shishi", engine, &OUR_RULES, &[], &limit(depth));
    let theirs = Player::start("hachu", hachu, &[], &HACHU_SETUP, &limit(depth));
    let mut players = if hachu_first { [theirs, ours] } else { [ours, theirs] };
    let record = play(&mut players, opening, 60_000, most_plies);
    println!("{} plies, {:?}: {}", record.moves.len(), record.ending, record.moves.join(" "));
    for player in players {
        player.quit();
    }
    record
}

/// A whole game: nobody refuses a move, claims a win, crashes or hangs.
#[test]
fn a_game_with_each_colour() {
    let Some(hachu) = tools::find("hachu") else { return };
    for (hachu_first, opening) in [(true, ["f4f5", "g9g8"]), (false, ["f4f5", "g9g8"])] {
        let record = game(&hachu, hachu_first, &opening, "sd 3", 800);
        let fair = matches!(record.ending, Ending::Resigned(_) | Ending::PlyLimit);
        assert!(fair, "{:?} after {} plies: {}", record.ending, record.moves.len(), record.moves.join(" "));
        assert!(record.moves.len() > 40, "a game of {} plies is no game", record.moves.len());
    }
}
