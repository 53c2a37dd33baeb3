//! An engine of a match, whatever its protocol.

mod cecp;
#[cfg(test)]
mod tests;
mod usi;

use super::options::Protocol;
use super::process::{Launch, Process, Received};
use super::profile::{Profile, Profiles};
use super::time_control::{EngineLimits, PlayerClock};
use crate::position::Side;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How long an engine has for everything but a search: the handshake, a new game, the end of one.
pub const RESPONSE_TIMEOUT: Duration = Duration::from_secs(15);

/// How an engine is to be used: what the command line and the profile say together.
#[derive(Clone, Debug)]
pub struct EngineSetup {
    /// How it is started.
    pub launch: Launch,
    /// Its language.
    pub protocol: Protocol,
    /// Where its profile is looked for.
    pub profiles: Profiles,
    /// What bounds its moves.
    pub limit: EngineLimits,
    /// Megabytes for its table, if the command line says so.
    pub memory: Option<u32>,
    /// Threads that search, if the command line says so.
    pub threads: Option<u32>,
    /// Options of the command line.
    pub options: Vec<(String, String)>,
    /// Lines sent after the handshake.
    pub init: Vec<String>,
    /// The game.
    pub variant: &'static str,
    /// The rules it is told, if it has an option for them; `None` while nobody has decided.
    pub rules: Option<String>,
}

impl EngineSetup {
    /// The options to set: the rules, those of the profile, those of the command line; of two with one name the later.
    fn all_options(&self, profile: &Profile) -> Vec<(String, String)> {
        let rules = profile.rules_option.iter().zip(&self.rules);
        let mut all: Vec<(String, String)> = rules.map(|(name, rules)| (name.clone(), rules.clone())).collect();
        for (name, value) in profile.options.iter().chain(&self.options) {
            all.retain(|(known, _)| known != name);
            all.push((name.clone(), value.clone()));
        }
        all
    }

    /// Whether the engine has all the options that are to be set. One that is not there would be left as it is without
    /// a word, and the match would not be the one that was asked for.
    fn check_options(&self, profile: &Profile, has: impl Fn(&str) -> bool) -> Result<(), EngineError> {
        match self.all_options(profile).iter().find(|(name, _)| !has(name)) {
            None => Ok(()),
            Some((name, _)) => Err(EngineError::Unfit(format!("has no option '{name}'"))),
        }
    }
}

/// A move in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// As CECP writes it.
    pub cecp: String,
    /// As USI writes it.
    pub usi: String,
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartPosition {
    /// Whether this is the start position of the game.
    pub usual: bool,
    /// XBoard FEN.
    pub fen: String,
    /// The native text.
    pub sfen: String,
    /// The side to move.
    pub side: Side,
}

/// What an engine is told when it is its turn.
pub struct Turn<'a> {
    /// Where the game began.
    pub start: &'a StartPosition,
    /// All moves of the game.
    pub moves: &'a [MoveText],
    /// Number of moves that were played before either engine was asked.
    pub opening: usize,
    /// The clocks, that of the first player first.
    pub clocks: &'a [PlayerClock; 2],
    /// The engine's side.
    pub side: Side,
}

/// What an engine says that matters to the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineMessage {
    /// A move.
    Move(String),
    /// It gives up.
    Resigns,
    /// It says that the game has ended so: the winner, nobody in a draw.
    Claims(Option<Side>, String),
    /// It would take a draw.
    OffersDraw,
    /// It will not have the last move, or the last position.
    Refuses(String),
    /// Anything else.
    Other,
}

/// What an engine has said about its search for one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    /// Plies.
    pub depth: u32,
    /// Centipawns from its own view; beyond ±100000 a forced win or loss.
    pub score: i32,
    /// Nodes so far.
    pub nodes: u64,
}

/// What is wrong with an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// Its process has ended or has closed its output.
    #[error("{0}")]
    Crash(String),
    /// It does not answer.
    #[error("{0}")]
    Hang(String),
    /// It will not have what the rules allow.
    #[error("{0}")]
    Refusal(String),
    /// It cannot be used for what is asked.
    #[error("{0}")]
    Unfit(String),
    /// It has done nothing wrong: somebody told us to stop.
    #[error("was interrupted")]
    Interrupted,
}

/// How a game has ended, as an engine is told.
#[derive(Clone, Copy, Debug)]
pub struct GameOver<'a> {
    /// As in PGN: `1-0`.
    pub result: &'a str,
    /// For people.
    pub reason: &'a str,
    /// Whether the engine that is told has won or lost; nothing after a draw or a game without result.
    pub won: Option<bool>,
}

/// What differs from protocol to protocol.
trait EngineProtocol: Send {
    /// Asks the engine who it is and what it can do. Returns its own name.
    fn handshake(&mut self, process: &mut Process) -> Result<String, EngineError>;
    /// Whether the engine can do what is asked of it; then it is set up for good.
    fn prepare(&mut self, process: &mut Process, setup: &EngineSetup, profile: &Profile) -> Result<(), EngineError>;
    /// Begins a game.
    fn new_game(&mut self, process: &mut Process, game: &NewGame) -> Result<(), EngineError>;
    /// Asks for a move.
    fn go(&mut self, process: &mut Process, turn: &Turn, limit: &EngineLimits);
    /// Reads a line. What it says about the search goes into `info`.
    fn parse_line(&mut self, line: &str, info: &mut Option<SearchInfo>) -> EngineMessage;
    /// Passes on an offer of a draw.
    fn offer_draw(&mut self, process: &mut Process);
    /// Ends a game and waits until the engine is ready again.
    fn finish(&mut self, process: &mut Process, ending: &GameOver) -> Result<(), EngineError>;
    /// Whether the process can be used for another game.
    fn reusable(&self) -> bool;
}

/// What an engine is told about a new game.
struct NewGame<'a> {
    setup: &'a EngineSetup,
    profile: &'a Profile,
    start: &'a StartPosition,
    opening: &'a [MoveText],
}

/// A running engine.
pub struct Client {
    process: Process,
    protocol: Box<dyn EngineProtocol>,
    setup: EngineSetup,
    profile: Profile,
    name: String,
    info: Option<SearchInfo>,
}

impl Client {
    /// Starts an engine and does the handshake. Nothing is waited for any longer once somebody raises `stop`.
    ///
    /// # Errors
    /// If it cannot be started, does not answer, or cannot do what the setup asks for.
    pub fn start(setup: &EngineSetup, stop: &Arc<AtomicBool>) -> Result<Client, EngineError> {
        let mut process = Process::start(&setup.launch, stop)
            .map_err(|error| EngineError::Unfit(format!("cannot be run: {error}")))?;
        let mut protocol: Box<dyn EngineProtocol> = match setup.protocol {
            Protocol::Cecp => Box::new(cecp::Cecp::default()),
            Protocol::Usi => Box::new(usi::Usi::default()),
        };
        let name = crate::protocol::echo(&protocol.handshake(&mut process)?);
        let profile = setup.profiles.find(&name, setup.protocol);
        protocol.prepare(&mut process, setup, &profile)?;
        Ok(Client { process, protocol, setup: setup.clone(), profile, name, info: None })
    }

    /// What the engine calls itself; empty if it does not say.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is known of the engine.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Begins a game.
    ///
    /// # Errors
    /// If the engine has crashed or hangs, refuses the opening, or cannot be given such a position.
    pub fn new_game(&mut self, start: &StartPosition, opening: &[MoveText]) -> Result<(), EngineError> {
        let game = NewGame { setup: &self.setup, profile: &self.profile, start, opening };
        self.protocol.new_game(&mut self.process, &game)
    }

    /// Asks for a move.
    pub fn go(&mut self, turn: &Turn) {
        self.info = None;
        self.protocol.go(&mut self.process, turn, &self.setup.limit);
    }

    /// The next message before the deadline, and when it came; nothing if none comes.
    ///
    /// # Errors
    /// If the engine has closed its output.
    pub fn receive(&mut self, deadline: Instant) -> Result<Option<(EngineMessage, Instant)>, EngineError> {
        match self.process.receive(deadline) {
            Received::Line(line, time) => Ok(Some((self.protocol.parse_line(&line, &mut self.info), time))),
            Received::Timeout | Received::Interrupted => Ok(None),
            Received::Closed => Err(closed(&mut self.process)),
        }
    }

    /// The latest information on its search since it was asked for a move.
    pub fn info(&self) -> Option<SearchInfo> {
        self.info
    }

    /// Passes on the opponent's offer of a draw.
    pub fn offer_draw(&mut self) {
        self.protocol.offer_draw(&mut self.process);
    }

    /// Ends a game, whoever is to move.
    ///
    /// # Errors
    /// If the engine has crashed or does not answer.
    pub fn finish(&mut self, ending: &GameOver) -> Result<(), EngineError> {
        self.protocol.finish(&mut self.process, ending)
    }

    /// Whether the process can be used for another game.
    pub fn reusable(&self) -> bool {
        self.protocol.reusable()
    }

    /// The last lines either way, for reports.
    pub fn transcript(&self) -> String {
        self.process.transcript()
    }

    /// Ends the engine.
    pub fn quit(self) {
        self.process.quit();
    }
}

/// The error of a process that has closed its output.
fn closed(process: &mut Process) -> EngineError {
    EngineError::Crash(match process.exit_status() {
        Some(status) => format!("crashed ({status})"),
        None => "closed its output".to_owned(),
    })
}

/// Reads lines up to the one that `on_line` accepts.
fn wait_for(
    process: &mut Process,
    what: &str,
    timeout: Duration,
    mut on_line: impl FnMut(&str, &mut Process) -> bool,
) -> Result<(), EngineError> {
    let deadline = Instant::now() + timeout;
    loop {
        match process.receive(deadline) {
            Received::Line(line, _) => {
                if on_line(line.trim(), process) {
                    return Ok(());
                }
            }
            Received::Timeout => {
                return Err(EngineError::Hang(format!("did not say {what} within {} s", timeout.as_secs())));
            }
            Received::Interrupted => return Err(EngineError::Interrupted),
            Received::Closed => return Err(closed(process)),
        }
        // A flood of other lines is no answer either.
        if Instant::now() > deadline {
            return Err(EngineError::Hang(format!("did not say {what} within {} s", timeout.as_secs())));
        }
    }
}
