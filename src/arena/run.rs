//! A whole match.

mod output;
mod probe;
mod worker;

use super::client::{EngineError, EngineSetup};
use super::entry::{EngineHeader, FORMAT, GameLine, MatchHeader};
use super::game::AdjudicationRules;
use super::log::{LogError, merge};
use super::options::{EngineOptions, Options, Restart};
use super::pgn::PgnError;
use super::report;
use super::stats::SprtState;
use super::tally::Tally;
use crate::engine::{GameError, SettingsFileError};
use crate::games::{Rules, Variant};
use crate::openings::{OpeningBook, OpeningError};
use crate::position::RuleError;
use crate::record::{self, GameFormat};
use crate::settings::Settings;
use output::Output;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use worker::{GamePair, Worker};

/// Why a match cannot be played, or not to its end.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The rules.
    #[error("-rules: {0}")]
    RuleSet(RuleError),
    /// The openings.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The start of a game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A game that is to be written.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// The profiles of engines.
    #[error(transparent)]
    Profile(#[from] SettingsFileError),
    /// The log, or the file of games.
    #[error("{0}")]
    Log(#[from] LogError),
    /// An engine cannot do what is asked of it.
    #[error("engine {name} {fault}")]
    Engine {
        /// Its name.
        name: String,
        /// What is wrong.
        fault: EngineError,
    },
    /// Two engines want different rules.
    #[error("{0} and {1} are meant to be played against under different rules; -rules must say which")]
    Rules(String, String),
    /// A thread cannot be started.
    #[error("no thread: {0}")]
    Thread(std::io::Error),
}

/// An observer of a match, which shows the progress and the messages.
pub trait Monitor {
    /// The match begins: so many games in all, of which so many have been played before.
    fn begin(&self, games: u64, played: u64);
    /// So many games have been played; the result so far in a few words.
    fn progress(&self, played: u64, result: &str);
    /// A message for people, of one line or more.
    fn note(&self, text: &str);
    /// No more games come.
    fn end(&self);
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// All games have been played, or the test is decided.
    Complete,
    /// It was stopped.
    Interrupted,
    /// An engine crashed or hung.
    Broken,
}

/// A match that has been played, as far as it was.
#[derive(Debug)]
pub struct MatchReport {
    /// How it ended.
    pub finish: Finish,
    /// The whole result, for people.
    pub summary: String,
}

/// An engine of the match.
struct Participant {
    name: String,
    setup: EngineSetup,
    restart: Restart,
}

/// The pairs that are still to be played, made one by one: a test may be allowed more games than there is
/// memory for.
type GamePairs = Box<dyn Iterator<Item = GamePair> + Send>;

/// Everything the workers share.
struct Shared<'a, V: Variant> {
    participants: Vec<Participant>,
    book: OpeningBook<V>,
    rules: Rules<V>,
    adjudication: AdjudicationRules,
    seed: u64,
    wait: u64,
    recover: bool,
    pairs: Mutex<GamePairs>,
    stop: &'a Arc<AtomicBool>,
}

/// What a worker reports.
enum WorkerMessage {
    /// A game has been played.
    Game(Box<GameLine>),
    /// The match cannot go on.
    Failure(MatchError),
}

/// The summary of all these logs.
///
/// # Errors
/// If one cannot be read or does not belong to the others.
pub fn merged(options: &Options) -> Result<MatchReport, MatchError> {
    let (header, games) = merge(&options.merge)?;
    let tally = Tally::of(header.engines.len(), header.unit, &games);
    let summary = report::summary(&header, &tally, options.sprt.as_ref());
    Ok(MatchReport { finish: Finish::Complete, summary })
}

/// Plays a match until it is over or somebody raises `stop`. `program` is what `cmd=self` runs, with the arguments that
/// every run of it needs.
///
/// # Errors
/// If it cannot be begun, or something else than an engine's fault ends it. Games played until then are in the log.
pub fn run<V: Variant>(
    options: &Options,
    settings: &Settings,
    program: (PathBuf, Vec<String>),
    stop: &Arc<AtomicBool>,
    monitor: &dyn Monitor,
) -> Result<MatchReport, MatchError> {
    if options.pgn.is_some() {
        // Better told now than after the first game.
        record::written_by::<V>(GameFormat::Pgn).map_err(PgnError::from)?;
    }
    let interrupted = || Ok(MatchReport { finish: Finish::Interrupted, summary: String::new() });
    let mut probed = match probe::probe::<V>(options, program, stop) {
        Err(MatchError::Engine { fault: EngineError::Interrupted, .. }) => return interrupted(),
        probed => probed?,
    };
    let (text, rules) = rules::<V>(options, &probed)?;
    for participant in &mut probed {
        let own = &mut participant.participant.setup.rules;
        own.get_or_insert_with(|| text.clone());
    }
    let book = OpeningBook::<V>::new(&options.openings, &rules, options.seed, settings)?;
    let header = header::<V>(options, &text, &book, &probed);
    if stop.load(Ordering::Relaxed) {
        // What is known of the engines may be less than the truth, and would stand in the log.
        return interrupted();
    }
    let (output, played) = Output::open::<V>(options, &header, &rules, monitor)?;
    let tally = Tally::of(header.engines.len(), header.unit, &played);
    output.note(&report::head(&header, &tally));
    let adjudication = adjudication(options, &probed);
    let shared = Shared {
        participants: probed.into_iter().map(|probed| probed.participant).collect(),
        book,
        rules,
        adjudication,
        seed: options.seed,
        wait: options.wait,
        recover: options.recover,
        pairs: Mutex::new(pairs(options, &played)),
        stop,
    };
    play(options, &header, shared, output, tally)
}

/// Starts the workers and collects their games.
fn play<V: Variant>(
    options: &Options,
    header: &MatchHeader,
    shared: Shared<'_, V>,
    mut output: Output<'_>,
    mut tally: Tally,
) -> Result<MatchReport, MatchError> {
    let mut result = Ok(Finish::Complete);
    if decided(options, &tally) {
        output.note("the test is decided already");
    } else {
        let (sender, messages) = channel();
        result = std::thread::scope(|scope| {
            for number in 0..options.concurrency {
                let worker = Worker::new(&shared, sender.clone());
                let thread = std::thread::Builder::new().name(format!("games {number}"));
                if let Err(error) = thread.spawn_scoped(scope, move || worker.work()) {
                    shared.stop.store(true, Ordering::Relaxed);
                    return Err(MatchError::Thread(error));
                }
            }
            drop(sender);
            let result = collect(&messages, options, header, &shared, &mut output, &mut tally);
            shared.stop.store(true, Ordering::Relaxed);
            result
        });
    }
    output.close();
    let finish = result?;
    let summary = report::summary(header, &tally, options.sprt.as_ref());
    Ok(MatchReport { finish, summary })
}

/// Takes what the workers report, until they have all ended.
fn collect<V: Variant>(
    messages: &Receiver<WorkerMessage>,
    options: &Options,
    header: &MatchHeader,
    shared: &Shared<'_, V>,
    output: &mut Output<'_>,
    tally: &mut Tally,
) -> Result<Finish, MatchError> {
    let mut finish = None;
    for message in messages {
        if finish == Some(Finish::Complete) {
            // The test is decided. A game that ends only now is not counted, no more than those that are cut off: what is
            // reported is what the decision rests on.
            continue;
        }
        let game = match message {
            WorkerMessage::Game(game) => game,
            WorkerMessage::Failure(error) if tally.games == 0 => return Err(error),
            WorkerMessage::Failure(error) => {
                output.note(&error.to_string());
                finish = Some(Finish::Broken);
                shared.stop.store(true, Ordering::Relaxed);
                continue;
            }
        };
        output.add::<V>(header, &game, &shared.rules)?;
        tally.add(&game);
        output.report(header, &game, tally);
        if game.cause.is_breakdown() && !shared.recover {
            output.note("the match ends here; with -recover it would go on");
            finish = Some(Finish::Broken);
        } else if decided(options, tally) {
            finish.get_or_insert(Finish::Complete);
        }
        if finish.is_some() {
            shared.stop.store(true, Ordering::Relaxed);
        }
    }
    let interrupted = if shared.stop.load(Ordering::Relaxed) { Finish::Interrupted } else { Finish::Complete };
    Ok(finish.unwrap_or(interrupted))
}

/// Whether the test needs no more games.
fn decided(options: &Options, tally: &Tally) -> bool {
    let pairs = tally.encounters.get(&[0, 1]).map(|encounter| encounter.scored).unwrap_or_default();
    options.sprt.is_some_and(|sprt| sprt.state(&pairs) != SprtState::Continue)
}

/// The rules of the match and their text: those of the command line, those that the profile of an engine asks for, the
/// usual ones under CECP.
fn rules<V: Variant>(options: &Options, probed: &[probe::Probed]) -> Result<(String, Rules<V>), MatchError> {
    let mut text = options.rules.clone();
    if text.is_none() {
        let mut wishes = probed.iter().filter_map(|probed| Some((probed.name(), probed.profile.rules(V::NAME)?)));
        if let Some((name, rules)) = wishes.next() {
            if let Some((other, _)) = wishes.find(|(_, other)| *other != rules) {
                return Err(MatchError::Rules(name.to_owned(), other.to_owned()));
            }
            text = Some(rules.to_owned());
        }
    }
    let text = text.unwrap_or_else(|| V::CECP_RULES.to_owned());
    let rules: Rules<V> = text.parse().map_err(MatchError::RuleSet)?;
    Ok((rules.to_string(), rules))
}

fn adjudication(options: &Options, probed: &[probe::Probed]) -> AdjudicationRules {
    let caps = probed.iter().filter_map(|probed| probed.profile.max_plies).chain(options.max_plies());
    AdjudicationRules { max_plies: caps.min(), resign: options.resign, draw: options.draw }
}

fn header<V: Variant>(options: &Options, rules: &str, book: &OpeningBook<V>, probed: &[probe::Probed]) -> MatchHeader {
    MatchHeader {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        variant: V::NAME.to_owned(),
        rules: rules.to_owned(),
        engines: probed.iter().zip(&options.engines).map(|(probed, options)| engine_header(probed, options)).collect(),
        openings: book.openings().clone(),
        openings_key: book.key(),
        seed: options.seed,
        tournament: options.tournament,
        unit: options.unit,
        max_plies: adjudication(options, probed).max_plies,
        resign: options.resign,
        draw: options.draw,
    }
}

fn engine_header(probed: &probe::Probed, options: &EngineOptions) -> EngineHeader {
    let setup = &probed.participant.setup;
    EngineHeader {
        name: probed.name().to_owned(),
        own_name: probed.own_name.clone(),
        bench: probed.bench,
        command: options.command.clone().unwrap_or_default(),
        arguments: options.arguments.clone(),
        protocol: setup.protocol,
        limit: setup.limit,
        memory: setup.memory,
        threads: setup.threads,
        options: setup.options.clone(),
        init: setup.init.clone(),
    }
}

/// The pairs to be played, in their order, without the games that have been.
fn pairs(options: &Options, played: &[GameLine]) -> GamePairs {
    let encounters = options.encounters();
    let played: HashSet<u64> = played.iter().map(|line| line.game).collect();
    let count = encounters.len() as u64;
    let length = options.unit.games();
    let all = (0..options.games / length * count).map(move |number| {
        let games = [0, 1].map(|place| {
            let game = number * length + place + 1;
            (place < length && !played.contains(&game)).then_some(game)
        });
        GamePair { pair: number / count + 1, encounter: encounters[(number % count) as usize], games }
    });
    Box::new(all.filter(|job| job.games != [None; 2]))
}
