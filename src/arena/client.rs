//! An engine as a match sees it, whatever language it speaks.

mod cecp;
#[cfg(test)]
mod tests;
mod usi;

use super::limits::{Clock, Limit};
use super::options::Protocol;
use super::process::{Heard, Launch, Process};
use super::profile::{Profile, Profiles};
use crate::position::Side;
use std::time::{Duration, Instant};

/// How long an engine has for everything that is no thinking: its greeting, a new game, the end of one.
pub const PATIENCE: Duration = Duration::from_secs(15);

/// How an engine is to be used: what the command line and the profile say together.
#[derive(Clone, Debug)]
pub struct Setup {
    /// How it is started.
    pub launch: Launch,
    /// Its language.
    pub protocol: Protocol,
    /// Where its profile is looked for.
    pub profiles: Profiles,
    /// What bounds its moves.
    pub limit: Limit,
    /// Megabytes for its table, if the command line says so.
    pub memory: Option<u32>,
    /// Threads that search, if the command line says so.
    pub threads: Option<u32>,
    /// Options of the command line.
    pub options: Vec<(String, String)>,
    /// Lines sent after the greeting.
    pub init: Vec<String>,
    /// The game.
    pub variant: &'static str,
    /// The rules it is told, if it has an option for them; `None` while nobody has decided.
    pub rules: Option<String>,
}

impl Setup {
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
    fn check_options(&self, profile: &Profile, has: impl Fn(&str) -> bool) -> Result<(), Fault> {
        match self.all_options(profile).iter().find(|(name, _)| !has(name)) {
            None => Ok(()),
            Some((name, _)) => Err(Fault::Unfit(format!("has no option '{name}'"))),
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
pub struct Start {
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
    pub start: &'a Start,
    /// All moves of the game.
    pub moves: &'a [MoveText],
    /// Number of moves that were played before either engine was asked.
    pub opening: usize,
    /// The clocks, that of the first player first.
    pub clocks: &'a [Clock; 2],
    /// The engine's side.
    pub side: Side,
}

/// What an engine says that matters to the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
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

/// What an engine says about its thinking: the latest, for one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// Plies.
    pub depth: u32,
    /// Centipawns from its own view; beyond ±100000 a forced win or loss.
    pub score: i32,
    /// Nodes so far.
    pub nodes: u64,
}

/// What is wrong with an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
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
}

/// How a game has ended, as an engine is told.
#[derive(Clone, Copy, Debug)]
pub struct Ending<'a> {
    /// As in PGN: `1-0`.
    pub result: &'a str,
    /// For people.
    pub reason: &'a str,
    /// Whether the engine that is told has won or lost; nothing after a draw or a game without result.
    pub won: Option<bool>,
}

/// What one protocol does in its own way.
trait Speaker: Send {
    /// Greets the engine and hears what it can do. Returns its own name.
    fn greet(&mut self, process: &mut Process) -> Result<String, Fault>;
    /// Whether the engine can do what is asked of it; then it is set up for good.
    fn prepare(&mut self, process: &mut Process, setup: &Setup, profile: &Profile) -> Result<(), Fault>;
    /// Begins a game.
    fn new_game(&mut self, process: &mut Process, game: &NewGame) -> Result<(), Fault>;
    /// Asks for a move.
    fn go(&mut self, process: &mut Process, turn: &Turn, limit: &Limit);
    /// Understands a line. A thought goes into `thought`.
    fn understand(&mut self, line: &str, thought: &mut Option<Thought>) -> Said;
    /// Passes on an offer of a draw.
    fn offer_draw(&mut self, process: &mut Process);
    /// Ends a game and hears that this was understood.
    fn finish(&mut self, process: &mut Process, ending: &Ending) -> Result<(), Fault>;
    /// Whether the process can be used for another game.
    fn reusable(&self) -> bool;
}

/// What an engine is told about a new game.
struct NewGame<'a> {
    setup: &'a Setup,
    profile: &'a Profile,
    start: &'a Start,
    opening: &'a [MoveText],
}

/// A running engine.
pub struct Client {
    process: Process,
    speaker: Box<dyn Speaker>,
    setup: Setup,
    profile: Profile,
    name: String,
    thought: Option<Thought>,
}

impl Client {
    /// Starts an engine and greets it.
    ///
    /// # Errors
    /// If it cannot be started, does not answer, or cannot do what is asked of it.
    pub fn start(setup: &Setup) -> Result<Client, Fault> {
        let mut process =
            Process::start(&setup.launch).map_err(|error| Fault::Unfit(format!("cannot be run: {error}")))?;
        let mut speaker: Box<dyn Speaker> = match setup.protocol {
            Protocol::Cecp => Box::new(cecp::Cecp::default()),
            Protocol::Usi => Box::new(usi::Usi::default()),
        };
        let name = crate::protocol::echo(&speaker.greet(&mut process)?);
        let profile = setup.profiles.find(&name, setup.protocol);
        speaker.prepare(&mut process, setup, &profile)?;
        Ok(Client { process, speaker, setup: setup.clone(), profile, name, thought: None })
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
    /// If it does not answer, or refuses the start position.
    pub fn new_game(&mut self, start: &Start, opening: &[MoveText]) -> Result<(), Fault> {
        let game = NewGame { setup: &self.setup, profile: &self.profile, start, opening };
        self.speaker.new_game(&mut self.process, &game)
    }

    /// Asks for a move.
    pub fn go(&mut self, turn: &Turn) {
        self.thought = None;
        self.speaker.go(&mut self.process, turn, &self.setup.limit);
    }

    /// What the engine says before the deadline, and when; nothing if it says nothing.
    ///
    /// # Errors
    /// If its process has ended, or it has said what no engine may say.
    pub fn hear(&mut self, deadline: Instant) -> Result<Option<(Said, Instant)>, Fault> {
        match self.process.hear(deadline) {
            Heard::Line(line, time) => Ok(Some((self.speaker.understand(&line, &mut self.thought), time))),
            Heard::Nothing => Ok(None),
            Heard::Gone => Err(gone(&mut self.process)),
        }
    }

    /// What it has said about its thinking since it was asked for a move.
    pub fn thought(&self) -> Option<Thought> {
        self.thought
    }

    /// Passes on the opponent's offer of a draw.
    pub fn offer_draw(&mut self) {
        self.speaker.offer_draw(&mut self.process);
    }

    /// Ends a game, at either side's move.
    ///
    /// # Errors
    /// If it does not answer.
    pub fn finish(&mut self, ending: &Ending) -> Result<(), Fault> {
        self.speaker.finish(&mut self.process, ending)
    }

    /// Whether the process can be used for another game.
    pub fn reusable(&self) -> bool {
        self.speaker.reusable()
    }

    /// What was said last, for reports.
    pub fn story(&self) -> String {
        self.process.story()
    }

    /// Ends the engine.
    pub fn quit(self) {
        self.process.quit();
    }
}

/// The fault of a process that says nothing any more.
fn gone(process: &mut Process) -> Fault {
    Fault::Crash(match process.exit_status() {
        Some(status) => format!("crashed ({status})"),
        None => "closed its output".to_owned(),
    })
}

/// Hears lines up to the one that is wanted; what comes before it goes to `on_line`.
fn wait_for(
    process: &mut Process,
    what: &str,
    patience: Duration,
    mut on_line: impl FnMut(&str, &mut Process) -> bool,
) -> Result<(), Fault> {
    let deadline = Instant::now() + patience;
    loop {
        match process.hear(deadline) {
            Heard::Line(line, _) => {
                if on_line(line.trim(), process) {
                    return Ok(());
                }
            }
            Heard::Nothing => return Err(Fault::Hang(format!("did not say {what} within {} s", patience.as_secs()))),
            Heard::Gone => return Err(gone(process)),
        }
        // A flood of other lines is no answer either.
        if Instant::now() > deadline {
            return Err(Fault::Hang(format!("did not say {what} within {} s", patience.as_secs())));
        }
    }
}
