//! CECP from the side of the interface (cecp §1).

use super::{
    EngineError, EngineMessage, EngineProtocol, EngineSetup, GameOver, NewGame, RESPONSE_TIMEOUT, SearchInfo, Turn,
    wait_for,
};
use crate::arena::process::{Process, Received};
use crate::arena::profile::{Profile, SetBoard};
use crate::arena::time_control::{EngineLimits, PlayerClock, TimeControl};
use crate::position::Side;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How long an engine that announces no features is waited for.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(5);

/// What is shown on the clock where none runs: ten hours.
const UNTIMED: Duration = Duration::from_secs(36_000);

/// Megabytes for the table where nobody says anything.
const MEMORY: u32 = 64;

/// An engine that speaks CECP.
#[derive(Default)]
pub struct Cecp {
    features: BTreeMap<String, String>,
    /// Names of its options.
    options: Vec<String>,
    pings: u32,
    /// Options are set once.
    options_sent: bool,
    /// Whether the engine plays a side: from then on it answers every move.
    playing: bool,
    /// Whether it has been asked for a move and has not answered.
    thinking: bool,
    /// First legs of a move that comes leg by leg.
    legs: String,
}

impl Cecp {
    fn has(&self, feature: &str) -> bool {
        self.features.get(feature).is_some_and(|value| value != "0")
    }

    /// Takes a `feature` line and answers it.
    fn take_features(&mut self, text: &str, process: &mut Process) {
        for (name, value) in features(text) {
            match name {
                "option" => self.options.push(option_name(value).to_owned()),
                _ => drop(self.features.insert(name.to_owned(), value.to_owned())),
            }
            process.send(&format!("accepted {name}"));
        }
    }

    /// Sends a ping and hears up to its answer; the first line that refuses something comes back.
    fn sync(&mut self, process: &mut Process) -> Result<Option<String>, EngineError> {
        self.sync_hearing(process, is_refusal)
    }

    /// Sends a ping and hears up to its answer; the first line that `refuses` says to be a refusal comes back.
    fn sync_hearing(
        &mut self,
        process: &mut Process,
        refuses: impl Fn(&str) -> bool,
    ) -> Result<Option<String>, EngineError> {
        let mut refusal: Option<String> = None;
        let mut hear = |line: &str| {
            if refusal.is_none() && refuses(line) {
                refusal = Some(line.to_owned());
            }
        };
        if !self.has("ping") {
            // Nothing tells when such an engine is ready.
            let deadline = Instant::now() + Duration::from_millis(200);
            loop {
                match process.receive(deadline) {
                    Received::Line(line, _) => hear(line.trim()),
                    Received::Timeout => return Ok(refusal),
                    Received::Interrupted => return Err(EngineError::Interrupted),
                    Received::Closed => return Err(super::closed(process)),
                }
            }
        }
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        process.send(&format!("ping {}", self.pings));
        wait_for(process, &pong, RESPONSE_TIMEOUT, |line, _| {
            hear(line);
            line == pong
        })?;
        Ok(refusal)
    }

    fn send_move(&self, process: &mut Process, text: &str) {
        let prefix = if self.has("usermove") { "usermove " } else { "" };
        process.send(&format!("{prefix}{text}"));
    }
}

/// The name in a feature `option="NAME -TYPE …"`.
fn option_name(text: &str) -> &str {
    text.split_once(" -").map_or(text, |(name, _)| name).trim()
}

/// The lines that set what bounds every move.
fn limit_lines(limit: &EngineLimits, profile: &Profile) -> Vec<String> {
    let mut lines = Vec::new();
    match limit.control {
        TimeControl::None if limit.nodes.is_some() => {}
        TimeControl::None => lines.push("level 0 600 0".to_owned()),
        TimeControl::PerMove(time) if profile.fractional_st => lines.push(format!("st {}", time as f64 / 1000.0)),
        // Rounded up: `time` has the true value.
        TimeControl::PerMove(time) => lines.push(format!("st {}", time.div_ceil(1000))),
        TimeControl::Clock { moves, base, increment, .. } => {
            let (minutes, seconds) = (base / 60_000, base % 60_000 / 1000);
            let increment = increment as f64 / 1000.0;
            let base = if seconds == 0 { minutes.to_string() } else { format!("{minutes}:{seconds:02}") };
            lines.push(format!("level {moves} {base} {increment}"));
        }
    }
    if let Some(nodes) = limit.nodes {
        // A second of so many nodes, and a second for the move: exactly so many nodes.
        lines.extend(["st 1".to_owned(), format!("nps {nodes}")]);
    }
    lines.extend(limit.depth.map(|depth| format!("sd {depth}")));
    lines
}

/// Centiseconds as `time` and `otim` have them.
fn centiseconds(clock: &PlayerClock, limit: &EngineLimits) -> u128 {
    let shown = match limit.nodes {
        Some(_) => Duration::from_secs(1),
        None => clock.shown().unwrap_or(UNTIMED),
    };
    (shown.as_millis() / 10).max(1)
}

/// Whether a line refuses what was sent.
fn is_refusal(line: &str) -> bool {
    let lower = line.to_lowercase();
    let refuses_option = lower.starts_with("error") && lower.contains(": option ");
    refuses_option || ["illegal", "tellusererror"].iter().any(|word| lower.starts_with(word))
}

/// Whether a line refuses one of these, or says that not all of it is done: as in `Error (too much): memory 9000` and
/// `telluser memory 9000: 8192 MB is the most`.
fn refuses_one_of(line: &str, sent: &[String]) -> bool {
    let lower = line.to_lowercase();
    let Some(text) = ["error", "tellusererror", "telluser "].iter().find_map(|word| lower.strip_prefix(word)) else {
        return false;
    };
    let names = |sent: &String| {
        let sent = sent.to_lowercase();
        text.ends_with(&format!(": {sent}")) || text.trim_start().starts_with(&format!("{sent}:"))
    };
    lower.starts_with("tellusererror") || sent.iter().any(names)
}

/// The pairs of a `feature` line: `name=value`, or `name="value with spaces"`.
fn features(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, next) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        found.push((name.trim(), value));
        rest = next.trim_start();
    }
    found
}

/// `DEPTH SCORE CENTISECONDS NODES …`; the depth may have a mark behind it.
fn search_info(line: &str) -> Option<SearchInfo> {
    let mut words = line.split_whitespace();
    let depth = words.next()?.trim_end_matches(['.', '&', '+', '-', '?', '!']).parse().ok()?;
    let score: i64 = words.next()?.parse().ok()?;
    let _time: i64 = words.next()?.parse().ok()?;
    let nodes: i64 = words.next()?.parse().ok()?;
    let score = score.clamp(i64::from(-i32::MAX), i64::from(i32::MAX)) as i32;
    Some(SearchInfo { depth, score, nodes: nodes.max(0) as u64 })
}

/// A result as an engine claims it: `1-0 {reason}`, with `result` before it or not.
fn claim(line: &str) -> Option<(Option<Side>, String)> {
    let line = line.strip_prefix("result ").unwrap_or(line);
    let (word, reason) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let winner = match word {
        "1-0" => Some(Side::Black),
        "0-1" => Some(Side::White),
        "1/2-1/2" => None,
        _ => return None,
    };
    Some((winner, reason.trim().trim_matches(['{', '}']).to_owned()))
}

impl EngineProtocol for Cecp {
    fn handshake(&mut self, process: &mut Process) -> Result<String, EngineError> {
        process.send("xboard");
        process.send("protover 2");
        let mut timeout = HANDSHAKE_TIMEOUT;
        loop {
            let mut waiting = false;
            let done = wait_for(process, "feature done=1", timeout, |line, process| {
                let Some(text) = line.strip_prefix("feature ") else { return false };
                self.take_features(text, process);
                let done = self.features.get("done").map(String::as_str);
                // done=0 asks for as long as it takes.
                waiting = done == Some("0") && timeout == HANDSHAKE_TIMEOUT;
                waiting || done == Some("1")
            });
            match done {
                Ok(()) if waiting => timeout = Duration::from_secs(600),
                Ok(()) => break,
                // Protocol version 1 has no features.
                Err(EngineError::Hang(_)) if self.features.is_empty() => break,
                Err(fault) => return Err(fault),
            }
        }
        Ok(self.features.get("myname").cloned().unwrap_or_default())
    }

    fn prepare(&mut self, process: &mut Process, setup: &EngineSetup, profile: &Profile) -> Result<(), EngineError> {
        let wanted = profile.variant(setup.variant);
        if let Some(known) = self.features.get("variants")
            && !known.split(',').any(|name| name.trim() == wanted)
            && !profile.plays_unlisted(setup.variant)
        {
            return Err(EngineError::Unfit(format!("does not play {wanted} (it knows {known})")));
        }
        if setup.limit.nodes.is_some() && !self.has("nps") {
            return Err(EngineError::Unfit("cannot be held to a number of nodes (no feature nps)".to_owned()));
        }
        setup.check_options(profile, |name| self.options.iter().any(|option| option == name))?;
        // Before anything else that counts: HaChu has no table otherwise.
        let mut asked = Vec::new();
        match setup.memory {
            Some(_) if !self.has("memory") => {
                return Err(EngineError::Unfit("cannot be told how much memory it has (no feature memory)".to_owned()));
            }
            Some(megabytes) => asked.push(format!("memory {megabytes}")),
            None if self.has("memory") => process.send(&format!("memory {}", profile.memory.unwrap_or(MEMORY))),
            None => {}
        }
        match setup.threads {
            Some(2..) if !self.has("smp") => {
                return Err(EngineError::Unfit("cannot search with several threads (no feature smp)".to_owned()));
            }
            Some(threads) if self.has("smp") => asked.push(format!("cores {threads}")),
            None if self.has("smp") => process.send("cores 1"),
            _ => {}
        }
        asked.extend(setup.init.iter().cloned());
        for line in &asked {
            process.send(line);
        }
        if asked.is_empty() {
            return Ok(());
        }
        match self.sync_hearing(process, |line| refuses_one_of(line, &asked))? {
            None => Ok(()),
            Some(line) => Err(EngineError::Unfit(format!("refuses an option: {}", crate::protocol::echo(&line)))),
        }
    }

    fn new_game(&mut self, process: &mut Process, game: &NewGame) -> Result<(), EngineError> {
        let NewGame { setup, profile, start, opening } = game;
        self.playing = false;
        self.legs.clear();
        process.send("new");
        process.send(&format!("variant {}", profile.variant(setup.variant)));
        if !self.options_sent {
            self.options_sent = true;
            for (name, value) in setup.all_options(profile) {
                process.send(&format!("option {name}={value}"));
            }
            if let Some(line) = self.sync(process)? {
                return Err(EngineError::Unfit(format!("refuses an option: {}", crate::protocol::echo(&line))));
            }
        }
        for line in limit_lines(&setup.limit, profile) {
            process.send(&line);
        }
        process.send("post");
        process.send("easy");
        process.send("force");
        if !start.usual {
            let board = start.fen.split(' ').next().unwrap_or_default();
            match profile.set_board {
                _ if !self.has("setboard") => {
                    return Err(EngineError::Unfit("cannot be sent any position (no feature setboard)".to_owned()));
                }
                SetBoard::Full => process.send(&format!("setboard {}", start.fen)),
                SetBoard::Board if start.side == Side::Black => process.send(&format!("setboard {board}")),
                SetBoard::Board => {
                    return Err(EngineError::Unfit(format!("cannot be sent the position {}", start.fen)));
                }
                SetBoard::None => return Err(EngineError::Unfit("cannot be sent any position".to_owned())),
            }
        }
        for text in *opening {
            self.send_move(process, &text.cecp);
        }
        match self.sync(process)? {
            None => Ok(()),
            Some(line) => Err(EngineError::Refusal(format!("refuses the opening: {line}"))),
        }
    }

    fn go(&mut self, process: &mut Process, turn: &Turn, limit: &EngineLimits) {
        self.legs.clear();
        let [own, other] = [turn.side, !turn.side].map(|side| centiseconds(&turn.clocks[side.index()], limit));
        process.send(&format!("time {own}"));
        process.send(&format!("otim {other}"));
        if let Some(last) = turn.moves.get(turn.opening..).and_then(<[_]>::last) {
            self.send_move(process, &last.cecp);
        }
        if !self.playing {
            process.send("go");
            self.playing = true;
        }
        self.thinking = true;
    }

    fn parse_line(&mut self, line: &str, latest: &mut Option<SearchInfo>) -> EngineMessage {
        let line = line.trim();
        if let Some(text) = line.strip_prefix("move ") {
            self.legs.push_str(text.trim());
            if self.legs.ends_with(',') {
                return EngineMessage::Other;
            }
            self.thinking = false;
            return EngineMessage::Move(std::mem::take(&mut self.legs));
        }
        if let Some((winner, reason)) = claim(line) {
            self.thinking = false;
            return EngineMessage::Claims(winner, reason);
        }
        let lower = line.to_lowercase();
        let lower = lower.strip_prefix("tellics ").unwrap_or(&lower);
        if lower.starts_with("resign") {
            self.thinking = false;
            return EngineMessage::Resigns;
        }
        if lower.starts_with("offer draw") {
            return EngineMessage::OffersDraw;
        }
        if lower.starts_with("illegal move") {
            return EngineMessage::Refuses(line.to_owned());
        }
        if let Some(info) = search_info(line) {
            *latest = Some(info);
        }
        EngineMessage::Other
    }

    fn offer_draw(&mut self, process: &mut Process) {
        process.send("draw");
    }

    fn finish(&mut self, process: &mut Process, ending: &GameOver) -> Result<(), EngineError> {
        self.legs.clear();
        process.send(&format!("result {} {{{}}}", ending.result, ending.reason));
        process.send("force");
        if self.thinking && !self.has("ping") {
            // Nothing tells when it has done so, and its move would be taken for one of the next game.
            return Err(EngineError::Hang("is still thinking".to_owned()));
        }
        self.thinking = false;
        self.sync(process).map(drop)
    }

    fn reusable(&self) -> bool {
        self.features.get("reuse").is_none_or(|value| value != "0")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_may_be_quoted() {
        let text = r#"ping=1 myname="HaChu 0.21" option="Contempt -spin 0 -200 200" done=1"#;
        let right = [("ping", "1"), ("myname", "HaChu 0.21"), ("option", "Contempt -spin 0 -200 200"), ("done", "1")];
        assert_eq!(features(text), right);
        assert_eq!(features("ping"), []);
        assert_eq!(features("a=\"b"), [("a", "b")]);
        assert_eq!(features(""), []);
    }

    #[test]
    fn limits_in_the_words_of_the_protocol() {
        let limit = |control, nodes, depth| EngineLimits { control, depth, nodes, margin: 0, hang: 1 };
        let lines = |limit: &EngineLimits| limit_lines(limit, &Profile::default());
        assert_eq!(lines(&limit(TimeControl::PerMove(100), None, None)), ["st 1"]);
        assert_eq!(lines(&limit(TimeControl::PerMove(2000), None, Some(5))), ["st 2", "sd 5"]);
        let fractional = Profile { fractional_st: true, ..Profile::default() };
        assert_eq!(limit_lines(&limit(TimeControl::PerMove(100), None, None), &fractional), ["st 0.1"]);
        let clock = |text| limit(TimeControl::parse(text).unwrap(), None, None);
        assert_eq!(lines(&clock("40/300")), ["level 40 5 0"]);
        assert_eq!(lines(&clock("2:30+0.5")), ["level 0 2:30 0.5"]);
        assert_eq!(lines(&clock("61.5")), ["level 0 1:01 0"]);
        assert_eq!(lines(&limit(TimeControl::None, Some(5000), None)), ["st 1", "nps 5000"]);
        assert_eq!(lines(&limit(TimeControl::None, None, Some(3))), ["level 0 600 0", "sd 3"]);
        let shown = |limit: EngineLimits| centiseconds(&PlayerClock::new(limit), &limit);
        assert_eq!(shown(limit(TimeControl::PerMove(100), None, None)), 10);
        assert_eq!(shown(limit(TimeControl::None, Some(5000), None)), 100);
        assert_eq!(shown(clock("61.5")), 6150);
        assert_eq!(shown(limit(TimeControl::None, None, Some(3))), 3_600_000);
    }

    #[test]
    fn what_refuses_memory_and_threads() {
        let sent = ["memory 9000".to_owned(), "cores 300".to_owned(), "hash 5".to_owned()];
        for line in [
            "Error (not a number from 0 to 8192 MB): memory 9000",
            "telluser memory 9000: 8192 MB is the most",
            "telluser cores 300: 256 is the most",
            "error (unknown command): hash 5",
            "tellusererror out of memory",
        ] {
            assert!(refuses_one_of(line, &sent), "{line}");
        }
        for line in ["", "pong 1", "telluser hello", "Error (x): easy", "# memory 9000: ok", "telluser memory 900: y"] {
            assert!(!refuses_one_of(line, &sent), "{line}");
        }
        assert!(is_refusal("Error (not a style): option Style=wild") && !is_refusal("Error (x): memory 1"));
    }

    #[test]
    fn lines_of_thought() {
        let right = Some(SearchInfo { depth: 5, score: -122, nodes: 29815 });
        assert_eq!(search_info("5 -122 24 29815 f3f5 g10g8"), right);
        assert_eq!(search_info("  5. -122 24 29815"), right);
        assert_eq!(search_info("12 100003 0 -1 ").map(|info| (info.score, info.nodes)), Some((100_003, 0)));
        assert_eq!(search_info("3 99999999999999 0 1").map(|info| info.score), Some(i32::MAX));
        for line in ["", "5 1 2", "depth 5 1 2", "5 x 2 3", "-1 1 1 1", "99999999999 1 1 1"] {
            assert_eq!(search_info(line), None, "{line}");
        }
    }

    #[test]
    fn what_engines_say() {
        let mut cecp = Cecp::default();
        let mut latest = None;
        let mut parse = |line: &str| cecp.parse_line(line, &mut latest);
        assert_eq!(parse("move f3f5"), EngineMessage::Move("f3f5".to_owned()));
        // Two legs, on two lines or on one.
        assert_eq!(parse("move c7d6,"), EngineMessage::Other);
        assert_eq!(parse("move d6c7"), EngineMessage::Move("c7d6,d6c7".to_owned()));
        assert_eq!(parse("move c7d6,d6c7"), EngineMessage::Move("c7d6,d6c7".to_owned()));
        assert_eq!(parse("1-0 {resign}"), EngineMessage::Claims(Some(Side::Black), "resign".to_owned()));
        assert_eq!(parse("result 1/2-1/2 {repetition}"), EngineMessage::Claims(None, "repetition".to_owned()));
        assert_eq!(parse("0-1"), EngineMessage::Claims(Some(Side::White), String::new()));
        assert_eq!(parse("resign"), EngineMessage::Resigns);
        assert_eq!(parse("tellics resign"), EngineMessage::Resigns);
        assert_eq!(parse("offer draw"), EngineMessage::OffersDraw);
        let refusal = "Illegal move {Repeats earlier position}";
        assert_eq!(parse(refusal), EngineMessage::Refuses(refusal.to_owned()));
        for line in ["", "4 10 1 200 f3f5", "tellinfo x", "move", "# move a1a2", "Error (x): y", "1-1"] {
            assert_eq!(parse(line), EngineMessage::Other, "{line}");
        }
        assert_eq!(latest, Some(SearchInfo { depth: 4, score: 10, nodes: 200 }));
    }
}
