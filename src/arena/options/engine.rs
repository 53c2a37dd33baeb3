//! What the command line says about one engine.

use super::group::{Group, number};
use super::{EngineLimits, TimeControl, UsageError, milliseconds, refuse};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The language an engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Protocol {
    /// XBoard's.
    Cecp,
    /// That of shogi programs.
    Usi,
}

/// When an engine is started anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Restart {
    /// For every game, if the engine says that it must be so (feature `reuse=0`).
    #[default]
    Auto,
    /// For every game.
    On,
    /// Never, except after a crash.
    Off,
}

/// What the command line says about one engine; `None` where it says nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineOptions {
    /// `name=`
    pub name: Option<String>,
    /// `cmd=`; the word `self` stands for the running program.
    pub command: Option<String>,
    /// `arg=`, each.
    pub arguments: Vec<String>,
    /// `dir=`
    pub folder: Option<PathBuf>,
    /// `proto=`
    pub protocol: Option<Protocol>,
    /// `initstr=`, line by line.
    pub init: Vec<String>,
    /// `option.NAME=VALUE`, each.
    pub options: Vec<(String, String)>,
    /// `rules=`
    pub rules: Option<String>,
    /// `memory=`, megabytes.
    pub memory: Option<u32>,
    /// `threads=`
    pub threads: Option<u32>,
    /// `tc=`
    pub clock: Option<TimeControl>,
    /// `byoyomi=`, milliseconds.
    pub byoyomi: Option<u64>,
    /// `st=`, milliseconds.
    pub move_time: Option<u64>,
    /// `depth=`
    pub depth: Option<u32>,
    /// `nodes=`
    pub nodes: Option<u64>,
    /// `timemargin=`, milliseconds.
    pub margin: Option<u64>,
    /// `hang=`, milliseconds.
    pub hang: Option<u64>,
    /// `restart=`
    pub restart: Option<Restart>,
    /// `stderr=`
    pub stderr: Option<PathBuf>,
    /// `profile=`
    pub profile: Option<PathBuf>,
}

/// The command that stands for the running program.
pub const SELF: &str = "self";

/// How long a move may take where no clock runs, milliseconds.
const HANG: u64 = 60_000;

/// Words of cutechess-cli that there are none of here, and why.
const UNSUPPORTED: &[(&str, &str)] = &[
    ("conf", "there is no file of engines, each is described by its own words (cmd=, proto=, …)"),
    ("trust", "results that engines claim are always checked"),
    ("book", "there are no opening books yet, openings come from -openings"),
    ("bookdepth", "there are no opening books yet, openings are cut by -openings plies=N"),
    ("whitepov", "scores are the mover's in both protocols"),
    ("ponder", "engines do not think on the opponent's time"),
    ("tscale", "all engines have the time they are given"),
];

impl EngineOptions {
    /// Takes the words of `-engine` or `-each`.
    ///
    /// # Errors
    /// If a key is unknown, or a value will not do.
    pub fn take(&mut self, group: &Group) -> Result<(), UsageError> {
        // Some of these stand alone: `ponder`, `whitepov`.
        if let Some((word, why)) = UNSUPPORTED.iter().find(|(known, _)| group.words.iter().any(|word| word == known)) {
            return refuse(format!("-{}: '{word}' is not supported: {why}", group.name));
        }
        for (key, value) in group.key_values()? {
            self.set(key, value).map_err(|UsageError(error)| UsageError(format!("-{}: {error}", group.name)))?;
        }
        Ok(())
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), UsageError> {
        let number = |least, greatest| number(key, value, least, greatest);
        let time = || match milliseconds(value) {
            Some(time) if time > 0 => Ok(time),
            _ => refuse(format!("{key}={value}: not a time in seconds")),
        };
        match key {
            "name" => self.name = Some(value.to_owned()),
            "cmd" => self.command = Some(value.to_owned()),
            "arg" => self.arguments.push(value.to_owned()),
            "dir" => self.folder = Some(value.into()),
            "proto" => self.protocol = Some(protocol(value)?),
            "initstr" => self.init.extend(value.split("\\n").map(str::to_owned)),
            "rules" => self.rules = Some(value.to_owned()),
            // Under these names scripts set what both protocols have commands of their own for.
            "memory" | "hash" | "option.Hash" => self.memory = Some(number(1, 1 << 20)? as u32),
            "threads" | "cores" | "option.Threads" => self.threads = Some(number(1, 1024)? as u32),
            "tc" => match TimeControl::parse(value) {
                Some(control) => self.clock = Some(control),
                None => return refuse(format!("tc={value}: not a time control such as 40/60+0.5")),
            },
            "byoyomi" => self.byoyomi = Some(time()?),
            "st" => self.move_time = Some(time()?),
            "depth" => self.depth = Some(number(1, 1000)? as u32),
            "nodes" => self.nodes = Some(number(1, 1_000_000_000)?),
            "timemargin" => self.margin = Some(number(0, 3_600_000)?),
            "hang" => self.hang = Some(time()?),
            "restart" => self.restart = Some(restart(value)?),
            "stderr" => self.stderr = Some(value.into()),
            "profile" => self.profile = Some(value.into()),
            _ => match (key.strip_prefix("option."), UNSUPPORTED.iter().find(|(known, _)| *known == key)) {
                (Some(""), _) => return refuse("'option.' without a name"),
                (Some(name), _) => self.options.push((name.to_owned(), value.to_owned())),
                (None, Some((_, why))) => return refuse(format!("'{key}' is not supported: {why}")),
                (None, None) => return refuse(format!("unknown word '{key}' (see shishi match -help)")),
            },
        }
        Ok(())
    }

    /// Takes from `-each` what the engine does not say itself.
    pub fn fill(&mut self, each: &EngineOptions) {
        fn fill<T: Clone>(own: &mut Option<T>, each: &Option<T>) {
            if own.is_none() {
                own.clone_from(each);
            }
        }
        // The limits belong together: an engine with a depth of its own does not get the clock of all others as well.
        let has_limit =
            self.clock.is_some() || self.move_time.is_some() || self.depth.is_some() || self.nodes.is_some();
        if !has_limit {
            self.clock = each.clock;
            self.move_time = each.move_time;
            self.depth = each.depth;
            self.nodes = each.nodes;
            fill(&mut self.byoyomi, &each.byoyomi);
        }
        fill(&mut self.name, &each.name);
        fill(&mut self.command, &each.command);
        fill(&mut self.folder, &each.folder);
        fill(&mut self.protocol, &each.protocol);
        fill(&mut self.rules, &each.rules);
        fill(&mut self.memory, &each.memory);
        fill(&mut self.threads, &each.threads);
        fill(&mut self.margin, &each.margin);
        fill(&mut self.hang, &each.hang);
        fill(&mut self.restart, &each.restart);
        fill(&mut self.stderr, &each.stderr);
        fill(&mut self.profile, &each.profile);
        self.arguments.extend(each.arguments.iter().cloned());
        self.init.extend(each.init.iter().cloned());
        for (name, value) in &each.options {
            if !self.options.iter().any(|(own, _)| own == name) {
                self.options.push((name.clone(), value.clone()));
            }
        }
    }

    /// Whether this is the running program.
    pub fn is_self(&self) -> bool {
        self.command.as_deref() == Some(SELF)
    }

    /// The protocol; the running program needs none to be named.
    pub fn protocol(&self) -> Option<Protocol> {
        self.protocol.or(self.is_self().then_some(Protocol::Cecp))
    }

    /// What the engine may use for its moves.
    pub fn limit(&self) -> EngineLimits {
        let mut control = self.clock.unwrap_or_default();
        if let Some(time) = self.move_time {
            control = TimeControl::PerMove(time);
        }
        if let (TimeControl::Clock { byoyomi, .. }, Some(time)) = (&mut control, self.byoyomi) {
            *byoyomi = time;
        }
        let (margin, hang) = (self.margin.unwrap_or(0), self.hang.unwrap_or(HANG));
        EngineLimits { control, depth: self.depth, nodes: self.nodes, margin, hang }
    }

    /// Whether everything fits together.
    ///
    /// # Errors
    /// If it does not: what is missing, or what excludes what.
    pub fn check(&self) -> Result<(), UsageError> {
        let name = self.name.as_deref().or(self.command.as_deref()).unwrap_or("?");
        let problem = match (self.protocol(), self.limit()) {
            _ if self.command.as_deref().unwrap_or_default().trim().is_empty() => "has no cmd=",
            _ if name.contains(char::is_control) => "has a line break or the like in its name",
            (None, _) => "has no proto=, which is xboard or usi",
            _ if matches!(self.clock, Some(TimeControl::Clock { .. })) && self.move_time.is_some() => {
                "has both tc= and st="
            }
            (_, EngineLimits { control: TimeControl::None, depth: None, nodes: None, .. }) => {
                "has no limit: one of tc=, st=, depth=, nodes="
            }
            (Some(Protocol::Cecp), EngineLimits { control, nodes: Some(_), .. }) if control != TimeControl::None => {
                "has nodes= and a time: CECP counts time in nodes then"
            }
            (Some(Protocol::Cecp), _) if self.byoyomi.is_some() => "has byoyomi=, which CECP does not know",
            (_, EngineLimits { control, .. })
                if self.byoyomi.is_some() && !matches!(control, TimeControl::Clock { .. }) =>
            {
                "has byoyomi= without tc="
            }
            _ => return Ok(()),
        };
        refuse(format!("engine {name} {problem}"))
    }
}

fn protocol(text: &str) -> Result<Protocol, UsageError> {
    match text {
        "xboard" | "cecp" => Ok(Protocol::Cecp),
        "usi" => Ok(Protocol::Usi),
        _ => refuse(format!("proto={text} is not supported (xboard, usi)")),
    }
}

fn restart(text: &str) -> Result<Restart, UsageError> {
    match text {
        "auto" => Ok(Restart::Auto),
        "on" => Ok(Restart::On),
        "off" => Ok(Restart::Off),
        _ => refuse(format!("restart={text}: it is auto, on or off")),
    }
}
