//! The command line of a match, in the style of cutechess-cli: options with one dash, each followed by words.

use super::stats::Sprt;
use super::time_control::{EngineLimits, TimeControl, milliseconds};
use crate::openings::{OpeningFormat, Openings};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

mod engine;
mod group;
#[cfg(test)]
mod tests;

pub use engine::{EngineOptions, Protocol, Restart};
use group::{Group, groups};

/// What the command line says about its options.
pub const USAGE: &str = include_str!("usage.txt");

/// Least ply cap: games of Chu Shogi are long.
const LEAST_MAX_MOVES: u32 = 500;

/// Most games of each two engines.
const MOST_GAMES: u64 = 1_000_000_000;

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
    /// Pairs of games for each two engines.
    pub pairs: u64,
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
}

impl Default for Options {
    fn default() -> Options {
        Options {
            variant: None,
            rules: None,
            config: None,
            engines: Vec::new(),
            tournament: Tournament::RoundRobin,
            pairs: 1,
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
            event: "Shishi match".to_owned(),
            site: None,
            rating_interval: 0,
            outcome_interval: 1,
            debug: false,
            help: false,
        }
    }
}

/// Options of cutechess-cli that there are none of here, and why.
const UNSUPPORTED: &[(&str, &str)] = &[
    ("tb", "there are no tablebases for these games"),
    ("tbpieces", "there are no tablebases for these games"),
    ("tbignore50", "there are no tablebases for these games"),
    ("bookmode", "openings come from -openings"),
    ("noswap", "every opening is played with both colours"),
    ("reverse", "every opening is played with both colours"),
    ("seeds", "tournaments with seeds are not supported"),
    ("epdout", "games are written by -pgnout and -log"),
    ("livepgnout", "games are written by -pgnout and -log"),
    ("tournamentfile", "-log and -resume do this"),
    ("resultformat", "the summary has one form"),
    ("engines", "engines are described by -engine"),
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
        let mut games = Games { games: None, rounds: None };
        let groups = groups(words)?;
        for group in &groups {
            options.take(group, &mut each, &mut games)?;
        }
        if options.help {
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
        options.pairs = games.pairs()?;
        options.check()?;
        Ok(options)
    }

    fn take(&mut self, group: &Group, each: &mut EngineOptions, games: &mut Games) -> Result<(), UsageError> {
        match group.name {
            "help" | "h" => self.help = true,
            "variant" => self.variant = Some(group.one()?.to_owned()),
            "rules" => self.rules = Some(group.one()?.to_owned()),
            "config" => self.config = Some(group.one()?.into()),
            "engine" => {
                let mut engine = EngineOptions::default();
                engine.take(group)?;
                self.engines.push(engine);
            }
            "each" => each.take(group)?,
            "tournament" => {
                self.tournament = match group.one()? {
                    "round-robin" => Tournament::RoundRobin,
                    "gauntlet" => Tournament::Gauntlet,
                    other => return refuse(format!("-tournament {other} is not supported (round-robin, gauntlet)")),
                }
            }
            "games" => games.games = Some(group.number(1, MOST_GAMES)?),
            "rounds" => games.rounds = Some(group.number(1, MOST_GAMES)?),
            "repeat" => match group.words {
                [] => {}
                [word] if word == "2" => {}
                _ => return refuse("-repeat: every opening is played twice, with both colours"),
            },
            "openings" => self.openings = openings(group)?,
            "srand" => self.seed = group.number(0, u64::MAX)?,
            "concurrency" => self.concurrency = group.number(1, 1024)? as usize,
            "maxmoves" => self.max_moves = max_moves(group)?,
            "resign" => self.resign = Some(resign(group)?),
            "draw" => self.draw = Some(draw(group)?),
            "recover" => self.recover = group.none()?,
            "wait" => self.wait = group.number(0, 3_600_000)?,
            "sprt" => self.sprt = Some(sprt(group)?),
            "log" => self.log = Some(group.one()?.into()),
            "resume" => self.resume = group.none()?,
            "merge" => self.merge = group.some()?.iter().map(PathBuf::from).collect(),
            "pgnout" => match group.some()? {
                [file] => self.pgn = Some(file.into()),
                [file, min] if min == "min" => (self.pgn, self.pgn_min) = (Some(file.into()), true),
                _ => return refuse("-pgnout takes a file and nothing else but 'min'"),
            },
            "event" => self.event = group.one()?.to_owned(),
            "site" => self.site = Some(group.one()?.to_owned()),
            "ratinginterval" => self.rating_interval = group.number(0, u64::MAX)?,
            "outcomeinterval" => self.outcome_interval = group.number(0, u64::MAX)?,
            "debug" => self.debug = group.none()?,
            name => {
                return match UNSUPPORTED.iter().find(|(known, _)| *known == name) {
                    Some((_, why)) => refuse(format!("-{name} is not supported: {why}")),
                    None => refuse(format!("unknown option '-{name}' (see shishi match -help)")),
                };
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
        if self.log.is_some() && self.log == self.pgn {
            return refuse("-log and -pgnout name the same file");
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

/// Games of each two engines.
struct Games {
    games: Option<u64>,
    rounds: Option<u64>,
}

impl Games {
    fn pairs(&self) -> Result<u64, UsageError> {
        let games = self.games.unwrap_or(2) * self.rounds.unwrap_or(1);
        match games.is_multiple_of(2) {
            _ if games > MOST_GAMES => refuse(format!("{games} games: more than {MOST_GAMES} are too many")),
            true => Ok(games / 2),
            false => refuse(format!("{games} games: every opening is played with both colours, so it must be even")),
        }
    }
}

fn max_moves(group: &Group) -> Result<u32, UsageError> {
    match group.number(0, 100_000)? as u32 {
        moves if moves == 0 || moves >= LEAST_MAX_MOVES => Ok(moves),
        moves => refuse(format!("-maxmoves {moves}: games are long here, it must be 0 or at least {LEAST_MAX_MOVES}")),
    }
}

fn resign(group: &Group) -> Result<ResignRule, UsageError> {
    let pairs = group.pairs(&["movecount", "score", "twosided"])?;
    if pairs.text("twosided") == Some("false") {
        return refuse("-resign twosided=false is not supported: both engines must agree");
    }
    Ok(ResignRule { moves: pairs.need("movecount", 1, 1000)? as u32, score: pairs.need("score", 1, 1_000_000)? as i32 })
}

fn draw(group: &Group) -> Result<DrawRule, UsageError> {
    let pairs = group.pairs(&["movenumber", "movecount", "score"])?;
    Ok(DrawRule {
        from_move: pairs.number("movenumber", 0, 100_000)?.unwrap_or(0) as u32,
        moves: pairs.need("movecount", 1, 1000)? as u32,
        score: pairs.need("score", 0, 1_000_000)? as i32,
    })
}

fn sprt(group: &Group) -> Result<Sprt, UsageError> {
    let pairs = group.pairs(&["elo0", "elo1", "alpha", "beta", "model"])?;
    if pairs.text("model").is_some_and(|model| model != "logistic") {
        return refuse("-sprt model: only 'logistic' is supported");
    }
    let rate = |key| match pairs.real(key)?.unwrap_or(0.05) {
        rate if rate > 0.0 && rate < 0.5 => Ok(rate),
        rate => refuse(format!("-sprt {key}={rate}: it must lie between 0 and 0.5")),
    };
    let (Some(elo0), Some(elo1)) = (pairs.real("elo0")?, pairs.real("elo1")?) else {
        return refuse("-sprt needs elo0= and elo1=");
    };
    if elo0 >= elo1 || elo0 < -2000.0 || elo1 > 2000.0 {
        return refuse(format!("-sprt elo0={elo0} elo1={elo1}: elo0 must be the smaller, both within 2000"));
    }
    Ok(Sprt { elo0, elo1, alpha: rate("alpha")?, beta: rate("beta")? })
}

fn openings(group: &Group) -> Result<Openings, UsageError> {
    let pairs = group.pairs(&["file", "format", "order", "plies", "start", "margin", "depth", "policy"])?;
    if pairs.text("policy").is_some_and(|policy| policy != "default" && policy != "round") {
        return refuse("-openings policy: a new opening comes with every pair, 'default' or 'round'");
    }
    let format = match (pairs.text("format"), pairs.text("file")) {
        (Some("start"), None) => return Ok(Openings::Start),
        (None | Some("random"), None) => {
            return Ok(Openings::Random {
                plies: pairs.number("plies", 0, 200)?.unwrap_or(8) as usize,
                margin: pairs.number("margin", 0, 1_000_000)?.unwrap_or(150) as i32,
                depth: pairs.number("depth", 1, 20)?.unwrap_or(4) as u32,
            });
        }
        (Some("sfen"), _) => OpeningFormat::Sfen,
        (Some("usi"), _) => OpeningFormat::Usi,
        (Some("pgn") | None, _) => OpeningFormat::Pgn,
        (Some(format), _) => {
            return refuse(format!("-openings format={format} is not supported (random, start, sfen, usi, pgn)"));
        }
    };
    let Some(file) = pairs.text("file") else { return refuse("-openings needs file= with this format") };
    let shuffled = match pairs.text("order") {
        None | Some("sequential") => false,
        Some("random") => true,
        Some(order) => return refuse(format!("-openings order={order}: it is sequential or random")),
    };
    let plies = pairs.number("plies", 0, 100_000)?.map(|plies| plies as usize);
    let start = pairs.number("start", 1, 1_000_000_000)?.unwrap_or(1) as usize;
    Ok(Openings::File { file: file.into(), format, plies, shuffled, start })
}
