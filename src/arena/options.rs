//! The command line of a match, in the style of cutechess-cli: options with one dash, each followed by words.

use super::stats::{Sprt, Unit};
use super::time_control::{EngineLimits, TimeControl, milliseconds};
use crate::openings::Openings;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

mod engine;
mod group;
mod parts;
#[cfg(test)]
mod tests;

pub use engine::{EngineOptions, Protocol, Restart};
use group::{Group, groups};
use parts::{Games, MOST_GAMES};

/// What the command line says about its options.
pub const USAGE: &str = include_str!("usage.txt");

/// What may stand beside `-merge`: all other options are about games to be played.
const WITH_MERGE: &[&str] = &["merge", "sprt", "help", "h"];

/// Why a command line will not do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);

/// A shorthand for errors.
fn refuse<T>(text: impl Into<String>) -> Result<T, UsageError> {
    Err(UsageError(text.into()))
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tournament {
    /// Everybody plays everybody.
    #[default]
    RoundRobin,
    /// The first engine plays all others.
    Gauntlet,
}

/// When a lost game is given up for the loser. Both engines must see it so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignRule {
    /// Moves of each engine in a row.
    pub moves: u32,
    /// How far behind, in centipawns.
    pub score: i32,
}

/// When a game is given up as drawn. Both engines must see it so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// Full moves before it applies.
    pub from_move: u32,
    /// Moves of each engine in a row.
    pub moves: u32,
    /// Greatest score for either side, in centipawns.
    pub score: i32,
}

/// A command line, checked as far as that is possible without starting an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// `None`: what the caller has set otherwise.
    pub variant: Option<String>,
    /// `None`: what the caller has set otherwise.
    pub rules: Option<String>,
    /// Settings of the program, `--config`.
    pub config: Option<PathBuf>,
    /// The engines, at least two unless logs are merged.
    pub engines: Vec<EngineOptions>,
    /// Who plays whom.
    pub tournament: Tournament,
    /// Games of each two engines.
    pub games: u64,
    /// What is scored as one: two games from one opening, or each game where every opening is played once.
    pub unit: Unit,
    /// Where games begin.
    pub openings: Openings,
    /// Seed of all openings.
    pub seed: u64,
    /// Games at a time.
    pub concurrency: usize,
    /// Full moves after which a game stays unfinished; 0 for no bound.
    pub max_moves: u32,
    /// Early ends of lost games.
    pub resign: Option<ResignRule>,
    /// Early ends of drawn games.
    pub draw: Option<DrawRule>,
    /// Whether the match goes on after a crash.
    pub recover: bool,
    /// Pause between the games of a worker, in milliseconds.
    pub wait: u64,
    /// The test that ends the match.
    pub sprt: Option<Sprt>,
    /// The log.
    pub log: Option<PathBuf>,
    /// Whether to go on where the log ends.
    pub resume: bool,
    /// Logs to merge; nothing is played then.
    pub merge: Vec<PathBuf>,
    /// Where games are written to.
    pub pgn: Option<PathBuf>,
    /// Whether they are written without comments.
    pub pgn_min: bool,
    /// Whether games without result are left out.
    pub pgn_finished: bool,
    /// Where final positions are written to.
    pub epd: Option<PathBuf>,
    /// For the PGN.
    pub event: String,
    /// For the PGN.
    pub site: Option<String>,
    /// Games between two standings; 0 for none.
    pub rating_interval: u64,
    /// Games between two results; 0 for none.
    pub outcome_interval: u64,
    /// Whether all lines between engines and match are shown.
    pub debug: bool,
    /// Whether only help is wanted.
    pub help: bool,
    /// Whether only the version is wanted.
    pub version: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            variant: None,
            rules: None,
            config: None,
            engines: Vec::new(),
            tournament: Tournament::RoundRobin,
            games: 2,
            unit: Unit::Pair,
            openings: Openings::Random { plies: 8, margin: 150, depth: 4 },
            seed: 1,
            concurrency: 1,
            max_moves: 600,
            resign: None,
            draw: None,
            recover: false,
            wait: 0,
            sprt: None,
            log: None,
            resume: false,
            merge: Vec::new(),
            pgn: None,
            pgn_min: false,
            pgn_finished: false,
            epd: None,
            event: "Shishi match".to_owned(),
            site: None,
            rating_interval: 0,
            outcome_interval: 1,
            debug: false,
            help: false,
            version: false,
        }
    }
}

/// Options of cutechess-cli that there are none of here, and why.
const UNSUPPORTED: &[(&str, &str)] = &[
    ("tb", "there are no tablebases for these games"),
    ("tbpieces", "there are no tablebases for these games"),
    ("tbignore50", "there are no tablebases for these games"),
    ("bookmode", "there are no opening books yet, openings come from -openings"),
    ("pgnin", "openings come from -openings file=FILE"),
    ("pgndepth", "openings are cut by -openings plies=N"),
    ("reverse", "the engines meet in the order of the command line"),
    ("seeds", "only elimination has a use for seeds, and everybody plays everybody here"),
    ("livepgnout", "games are written by -pgnout and -log"),
    ("tournamentfile", "-log and -resume do this"),
    ("resultformat", "the summary has one form"),
    ("engines", "there is no list of engines, each is described by -engine"),
    ("fcp", "engines are described by -engine"),
    ("scp", "engines are described by -engine"),
    ("both", "words for all engines come after -each"),
    ("protocols", "they are xboard and usi"),
    ("variants", "'shishi match -variant x' names them"),
];

impl Options {
    /// Reads the words of a command line, without the name of the program.
    ///
    /// # Errors
    /// If a word is unknown, cannot have its value, or is a thing that cutechess-cli can and this cannot; the message
    /// names it.
    pub fn parse(words: &[String]) -> Result<Options, UsageError> {
        let mut options = Options::default();
        let mut each = EngineOptions::default();
        let mut games = Games::default();
        let groups = groups(words)?;
        for group in &groups {
            options.take(group, &mut each, &mut games)?;
        }
        if options.help || options.version {
            return Ok(options);
        }
        if !options.merge.is_empty() {
            return match groups.iter().find(|group| !WITH_MERGE.contains(&group.name)) {
                Some(group) => refuse(format!("-merge plays nothing and takes no -{}", group.name)),
                None => Ok(options),
            };
        }
        for engine in &mut options.engines {
            engine.fill(&each);
        }
        (options.games, options.unit) = games.count()?;
        options.check()?;
        Ok(options)
    }

    fn take(&mut self, group: &Group, each: &mut EngineOptions, games: &mut Games) -> Result<(), UsageError> {
        match group.name {
            "help" | "h" => self.help = true,
            "version" | "v" => self.version = true,
            "variant" => self.variant = Some(group.one()?.to_owned()),
            "rules" => self.rules = Some(group.one()?.to_owned()),
            "config" => self.config = Some(group.one()?.into()),
            "engine" => {
                let mut engine = EngineOptions::default();
                engine.take(group)?;
                self.engines.push(engine);
            }
            "each" => each.take(group)?,
            "tournament" => self.tournament = parts::tournament(group)?,
            "games" => games.games = Some(group.number(1, MOST_GAMES)?),
            "rounds" => games.rounds = Some(group.number(1, MOST_GAMES)?),
            "repeat" => match group.words {
                [] => games.repeat = true,
                [word] if word == "2" => games.repeat = true,
                _ => return refuse("-repeat: every opening is played twice, with both colours; -noswap plays it once"),
            },
            "noswap" => games.no_swap = group.none()?,
            "openings" => self.openings = parts::openings(group)?,
            "srand" => self.seed = group.number(0, u64::MAX)?,
            "concurrency" => self.concurrency = group.number(1, 1024)? as usize,
            "maxmoves" => self.max_moves = parts::max_moves(group)?,
            "resign" => self.resign = Some(parts::resign(group)?),
            "draw" => self.draw = Some(parts::draw(group)?),
            "recover" => self.recover = group.none()?,
            "wait" => self.wait = group.number(0, 3_600_000)?,
            "sprt" => self.sprt = Some(parts::sprt(group)?),
            "log" => self.log = Some(group.one()?.into()),
            "resume" => self.resume = group.none()?,
            "merge" => self.merge = group.some()?.iter().map(PathBuf::from).collect(),
            "pgnout" => self.take_pgn(group)?,
            "epdout" => self.epd = Some(group.one()?.into()),
            "event" => self.event = group.one()?.to_owned(),
            "site" => self.site = Some(group.one()?.to_owned()),
            "ratinginterval" => self.rating_interval = group.number(0, u64::MAX)?,
            "outcomeinterval" => self.outcome_interval = group.number(0, u64::MAX)?,
            "debug" => match group.words {
                [] => self.debug = true,
                [word] if word == "all" => self.debug = true,
                _ => return refuse("-debug shows all that is said, and takes no value but 'all'"),
            },
            name => {
                return match UNSUPPORTED.iter().find(|(known, _)| *known == name) {
                    Some((_, why)) => refuse(format!("-{name} is not supported: {why}")),
                    None => refuse(format!("unknown option '-{name}' (see shishi match -help)")),
                };
            }
        }
        Ok(())
    }

    fn take_pgn(&mut self, group: &Group) -> Result<(), UsageError> {
        let Some((file, words)) = group.some()?.split_first() else { return Ok(()) };
        self.pgn = Some(file.into());
        for word in words {
            match word.as_str() {
                "min" => self.pgn_min = true,
                "fi" => self.pgn_finished = true,
                _ => return refuse(format!("-pgnout takes a file and the words 'min' and 'fi', not '{word}'")),
            }
        }
        Ok(())
    }

    fn check(&mut self) -> Result<(), UsageError> {
        if self.engines.len() < 2 {
            return refuse(format!("a match needs two engines, not {} (see shishi match -help)", self.engines.len()));
        }
        if self.sprt.is_some() && self.engines.len() > 2 {
            return refuse("-sprt tests one engine against one other");
        }
        if self.resume && self.log.is_none() {
            return refuse("-resume needs the -log to go on with");
        }
        let outputs = [("-log", &self.log), ("-pgnout", &self.pgn), ("-epdout", &self.epd)];
        for (index, (one, file)) in outputs.iter().enumerate() {
            if let Some((two, _)) = outputs[index + 1..].iter().find(|(_, other)| file.is_some() && file == other) {
                return refuse(format!("{one} and {two} name the same file"));
            }
        }
        for engine in &self.engines {
            engine.check()?;
        }
        Ok(())
    }

    /// Which engines play each other, numbered from 0; the one that comes first on the command line first.
    pub fn encounters(&self) -> Vec<[usize; 2]> {
        let engines = self.engines.len();
        let last_first = if self.tournament == Tournament::Gauntlet { 1 } else { engines };
        (0..last_first).flat_map(|one| (one + 1..engines).map(move |two| [one, two])).collect()
    }

    /// Plies after which a game stays unfinished; `None` for no bound.
    pub fn max_plies(&self) -> Option<usize> {
        (self.max_moves > 0).then_some(self.max_moves as usize * 2)
    }
}
