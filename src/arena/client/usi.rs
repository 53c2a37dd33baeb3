//! USI from the side of the interface.

use super::{
    EngineError, EngineMessage, EngineProtocol, EngineSetup, GameOver, NewGame, RESPONSE_TIMEOUT, SearchInfo, Turn,
    wait_for,
};
use crate::arena::process::Process;
use crate::arena::profile::Profile;
use crate::arena::time_control::{EngineLimits, TimeControl};
use crate::position::Side;

/// The score of a forced win or loss, before its length is counted off: as CECP has it.
const MATE: i32 = 100_000;

/// The option for the number of threads.
const THREADS: &str = "Threads";

/// An engine that speaks USI.
#[derive(Default)]
pub struct Usi {
    /// Names of its options.
    options: Vec<String>,
    /// The side it is thinking for.
    thinking: Option<Side>,
}

impl Usi {
    fn set_option(&self, process: &mut Process, name: &str, value: &str) {
        process.send(&format!("setoption name {name} value {value}"));
    }

    /// Waits until the engine is ready; a line that refuses something comes back.
    fn sync(&self, process: &mut Process) -> Result<Option<String>, EngineError> {
        process.send("isready");
        let mut refusal = None;
        wait_for(process, "readyok", RESPONSE_TIMEOUT, |line, _| {
            if line.starts_with("info string error") {
                refusal.get_or_insert_with(|| line.to_owned());
            }
            line == "readyok"
        })?;
        Ok(refusal)
    }
}

/// The command that asks for a move.
fn go_command(turn: &Turn, limit: &EngineLimits) -> String {
    let mut command = "go".to_owned();
    let mut add = |name: &str, value: u128| command.push_str(&format!(" {name} {value}"));
    if let TimeControl::Clock { .. } = limit.control {
        for (name, clock) in [("btime", &turn.clocks[0]), ("wtime", &turn.clocks[1])] {
            add(name, clock.shown().unwrap_or_default().as_millis());
        }
    }
    match limit.control {
        TimeControl::None => {}
        TimeControl::PerMove(time) => add("movetime", time.into()),
        TimeControl::Clock { increment, byoyomi, .. } => {
            if byoyomi > 0 {
                add("byoyomi", byoyomi.into());
            }
            if increment > 0 {
                add("binc", increment.into());
                add("winc", increment.into());
            }
        }
    }
    if let Some(depth) = limit.depth {
        add("depth", depth.into());
    }
    if let Some(nodes) = limit.nodes {
        add("nodes", nodes.into());
    }
    command
}

/// What an `info` line tells, with what was known before for all it does not mention.
fn search_info(line: &str, before: Option<SearchInfo>) -> Option<SearchInfo> {
    let mut words = line.strip_prefix("info ")?.split_whitespace();
    let mut info = before.unwrap_or_default();
    // Other lines than the best say nothing about the move.
    let mut seen = false;
    while let Some(word) = words.next() {
        match word {
            "depth" => (info.depth, seen) = (words.next()?.parse().ok()?, true),
            "nodes" => (info.nodes, seen) = (words.next()?.parse().ok()?, true),
            "multipv" if words.next()? != "1" => return None,
            "score" => match words.next()? {
                "cp" => (info.score, seen) = (words.next()?.parse().ok()?, true),
                "mate" => (info.score, seen) = (mate(words.next()?)?, true),
                _ => return None,
            },
            "pv" | "string" => break,
            _ => {}
        }
    }
    seen.then_some(info)
}

/// `N` or `-N` plies to mate; `+` and `-` alone if the engine does not know.
fn mate(text: &str) -> Option<i32> {
    let plies: i32 = match text {
        "+" => return Some(MATE),
        "-" => return Some(-MATE),
        text => text.parse().ok()?,
    };
    let moves = plies.unsigned_abs().min(MATE as u32).div_ceil(2) as i32;
    Some(if plies > 0 { MATE + moves } else { -MATE - moves })
}

impl EngineProtocol for Usi {
    fn handshake(&mut self, process: &mut Process) -> Result<String, EngineError> {
        process.send("usi");
        let mut name = String::new();
        let options = &mut self.options;
        wait_for(process, "usiok", RESPONSE_TIMEOUT, |line, _| {
            if let Some(text) = line.strip_prefix("id name ") {
                text.trim().clone_into(&mut name);
            }
            if let Some(text) = line.strip_prefix("option name ") {
                let end = text.find(" type ").unwrap_or(text.len());
                options.push(text[..end].trim().to_owned());
            }
            line == "usiok"
        })?;
        Ok(name)
    }

    fn prepare(&mut self, process: &mut Process, setup: &EngineSetup, profile: &Profile) -> Result<(), EngineError> {
        let knows = |name: &str| self.options.iter().any(|option| option == name);
        if let Some(memory) = setup.memory.or(profile.memory) {
            self.set_option(process, "USI_Hash", &memory.to_string());
        }
        match setup.threads {
            Some(threads) if knows(THREADS) => self.set_option(process, THREADS, &threads.to_string()),
            Some(2..) => return Err(EngineError::Unfit(format!("has no option '{THREADS}'"))),
            _ => {}
        }
        if knows("USI_Variant") {
            self.set_option(process, "USI_Variant", profile.variant(setup.variant));
        }
        // These two every engine has, whether it says so or not.
        setup.check_options(profile, |name| ["USI_Hash", "USI_Ponder"].contains(&name) || knows(name))?;
        for (name, value) in setup.all_options(profile) {
            self.set_option(process, &name, &value);
        }
        for line in &setup.init {
            process.send(line);
        }
        match self.sync(process)? {
            None => Ok(()),
            Some(line) => Err(EngineError::Unfit(format!("refuses an option: {}", crate::protocol::echo(&line)))),
        }
    }

    fn new_game(&mut self, process: &mut Process, _game: &NewGame) -> Result<(), EngineError> {
        process.send("usinewgame");
        self.sync(process).map(drop)
    }

    fn go(&mut self, process: &mut Process, turn: &Turn, limit: &EngineLimits) {
        let mut line = match turn.start.usual {
            true => "position startpos".to_owned(),
            false => format!("position sfen {}", turn.start.sfen),
        };
        if !turn.moves.is_empty() {
            line += " moves";
        }
        for text in turn.moves {
            line += " ";
            line += &text.usi;
        }
        process.send(&line);
        process.send(&go_command(turn, limit));
        self.thinking = Some(turn.side);
    }

    fn parse_line(&mut self, line: &str, latest: &mut Option<SearchInfo>) -> EngineMessage {
        let line = line.trim();
        if let Some(text) = line.strip_prefix("bestmove") {
            let side = self.thinking.take();
            return match text.split_whitespace().next() {
                Some("resign") => EngineMessage::Resigns,
                Some("win") if side.is_some() => EngineMessage::Claims(side, "bestmove win".to_owned()),
                text => EngineMessage::Move(text.unwrap_or_default().to_owned()),
            };
        }
        if let Some(info) = search_info(line, *latest) {
            *latest = Some(info);
        }
        EngineMessage::Other
    }

    fn offer_draw(&mut self, _process: &mut Process) {}

    fn finish(&mut self, process: &mut Process, ending: &GameOver) -> Result<(), EngineError> {
        if self.thinking.take().is_some() {
            process.send("stop");
            // Engines may be ready before they have stopped; their move would be taken for one of the next game.
            wait_for(process, "bestmove", RESPONSE_TIMEOUT, |line, _| line.starts_with("bestmove"))?;
        }
        process.send(match ending.won {
            Some(true) => "gameover win",
            Some(false) => "gameover lose",
            None => "gameover draw",
        });
        self.sync(process).map(drop)
    }

    fn reusable(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::client::StartPosition;
    use crate::arena::time_control::PlayerClock;

    #[test]
    fn limits_in_the_words_of_the_protocol() {
        let start = StartPosition { usual: true, fen: String::new(), sfen: String::new(), side: Side::Black };
        let go = |control, depth, nodes| {
            let limit = EngineLimits { control, depth, nodes, margin: 7, hang: 9 };
            let clocks = [PlayerClock::new(limit), PlayerClock::new(limit)];
            let turn = Turn { start: &start, moves: &[], opening: 0, clocks: &clocks, side: Side::Black };
            go_command(&turn, &limit)
        };
        assert_eq!(go(TimeControl::PerMove(100), None, None), "go movetime 100");
        assert_eq!(go(TimeControl::None, Some(4), Some(5000)), "go depth 4 nodes 5000");
        let clock = |increment, byoyomi| TimeControl::Clock { moves: 0, base: 60_000, increment, byoyomi };
        assert_eq!(go(clock(500, 0), None, None), "go btime 60000 wtime 60000 binc 500 winc 500");
        assert_eq!(go(clock(0, 3000), Some(9), None), "go btime 60000 wtime 60000 byoyomi 3000 depth 9");
    }
}
