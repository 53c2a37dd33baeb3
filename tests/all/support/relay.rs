//! A game between two engines that speak CECP, relayed without knowing the rules.

use super::client::{Client, HANG};
use std::path::Path;
use std::time::Instant;

/// One side of a relayed game.
pub struct Player {
    name: &'static str,
    client: Client,
    started: bool,
}

/// How a relayed game ended. The side is 0 for the first player, 1 for the second.
#[derive(Debug, PartialEq, Eq)]
pub enum Ending {
    /// The ply limit was reached.
    PlyLimit,
    /// A side gave up, in whatever words.
    Resigned(usize),
    /// A side claimed a result that is not its own loss.
    Claimed(usize, String),
    /// A side refused the opponent's move.
    Refused(usize, String),
    /// A side's process ended.
    Died(usize),
    /// A side made no move for a very long time.
    Hung(usize),
}

/// What a relayed game left behind.
pub struct Record {
    /// Moves as they were relayed.
    pub moves: Vec<String>,
    /// How it ended.
    pub ending: Ending,
}

impl Player {
    /// Starts an engine and sets up a game of Chu Shogi. `setup` is sent before the game, `limit` after it.
    pub fn start(name: &'static str, program: &Path, arguments: &[&str], setup: &[&str], limit: &[&str]) -> Player {
        let mut client = Client::start(program, arguments);
        client.send("xboard\nprotover 2");
        client.wait_for("end of the features", |line| line.starts_with("feature ") && line.contains("done=1"));
        client.send("memory 64");
        for line in setup {
            client.send(line);
        }
        client.send("new\nvariant chu");
        for line in limit {
            client.send(line);
        }
        client.send("post\neasy\nforce");
        client.sync();
        Player { name, client, started: false }
    }

    /// Ends the engine.
    pub fn quit(mut self) {
        self.client.quit();
    }
}

/// The loser that a claim such as `0-1 {resign}` or `resign` names, if it is the side that makes it.
fn gives_up(side: usize, line: &str) -> bool {
    let lost = ["0-1", "1-0"][side];
    line.starts_with("resign") || line.starts_with(lost)
}

/// Plays a game, with `opening` played for both. `clock` is the number of centiseconds sent before every move.
pub fn play(players: &mut [Player; 2], opening: &[&str], clock: u32, most_plies: usize) -> Record {
    let mut moves: Vec<String> = opening.iter().map(|text| (*text).to_owned()).collect();
    for player in players.iter_mut() {
        for text in opening {
            player.client.send(&format!("usermove {text}"));
        }
        player.client.sync();
    }
    while moves.len() < most_plies {
        let side = moves.len() % 2;
        let player = &mut players[side];
        player.client.send(&format!("time {clock}\notim {clock}"));
        if let Some(last) = moves.get(opening.len()..).and_then(|played| played.last()) {
            player.client.send(&format!("usermove {last}"));
        }
        if !player.started {
            player.client.send("go");
            player.started = true;
        }
        match answer(side, player) {
            Ok(text) => moves.push(text),
            Err(ending) => return Record { moves, ending },
        }
    }
    Record { moves, ending: Ending::PlyLimit }
}

/// The move of the side to move, or how the game ends without one.
fn answer(side: usize, player: &mut Player) -> Result<String, Ending> {
    let deadline = Instant::now() + HANG;
    let mut text = String::new();
    loop {
        let line = match player.client.line_before(deadline) {
            Ok(Some(line)) => line,
            Ok(None) => return Err(Ending::Died(side)),
            Err(()) => return Err(Ending::Hung(side)),
        };
        if let Some(leg) = line.strip_prefix("move ") {
            text.push_str(leg.trim());
            if !text.ends_with(',') {
                return Ok(text);
            }
        } else if gives_up(side, &line) {
            return Err(Ending::Resigned(side));
        } else if ["1-0", "0-1", "1/2-1/2"].iter().any(|result| line.starts_with(result)) {
            return Err(Ending::Claimed(side, format!("{}: {line}", player.name)));
        } else if line.starts_with("Illegal move") || line.starts_with("Error") || line.starts_with("tellusererror") {
            return Err(Ending::Refused(side, format!("{}: {line}", player.name)));
        }
    }
}
