//! Many games, on many threads.

use super::selfplay::Player;
use super::{FileError, GameFile, Header, SelfPlayLimits, TrainingGame};
use crate::engine::{GameError, read_game};
use crate::games::{Rules, Variant};
use crate::ini::SettingsError;
use crate::openings::{OpeningBook, OpeningError, Openings};
use crate::position::mix;
use crate::search::{SearchLimits, TableError, Task, ThreadPool, TranspositionTable};
use crate::settings::Settings;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Games that the file holds in the end.
    pub games: u64,
    /// Threads that play, each a game of its own.
    pub threads: usize,
    /// Decides the openings.
    pub seed: u64,
    /// Limits of the searches and of the games.
    pub limits: SelfPlayLimits,
}

/// Why a run cannot be begun, or not to its end.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// The parameters of the evaluation.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The openings.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A position of the benchmark.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The file.
    #[error("{0}")]
    File(#[from] FileError),
    /// No memory for the tables.
    #[error("{0}")]
    Table(#[from] TableError),
    /// A thread cannot be started.
    #[error("no thread: {0}")]
    Thread(std::io::Error),
}

/// How deep openings are looked at, in plies.
const OPENING_DEPTH: u32 = 4;

/// How soon an interruption ends the searches.
const INTERRUPT_INTERVAL: Duration = Duration::from_millis(20);

/// Depth of the searches that make the signature, in plies.
const SIGNATURE_DEPTH: u32 = 4;

/// Plays games until the file holds as many as planned, or somebody raises `stop`. `progress` is told of every game that
/// is in the file, those that were in it before included.
///
/// The games depend on the seed alone, not on the number of threads, and lie in the file in their order.
///
/// # Errors
/// If the file is another one or cannot be written, or there is no memory for the tables.
pub fn generate<V: Variant>(
    path: &Path,
    plan: &Plan,
    rules: &Rules<V>,
    settings: &Settings,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64, Option<&TrainingGame>),
) -> Result<u64, GenerateError> {
    let evaluation = V::evaluation(&settings.variant(V::NAME).eval)?;
    let header = Header {
        variant: V::NAME.to_owned(),
        rules: rules.to_string(),
        engine: env!("CARGO_PKG_VERSION").to_owned(),
        signature: signature::<V>(&evaluation, rules)?,
        seed: plan.seed,
        limits: plan.limits.clone(),
    };
    let mut file = GameFile::open(path, &header)?;
    progress(file.len(), None);
    let shared = Shared::<V> {
        books: books::<V>(plan, rules, settings)?,
        rules: *rules,
        evaluation,
        plan,
        next: AtomicU64::new(file.len()),
        stop,
    };
    // A thread that is ahead of the others waits: what it has played would only lie around.
    let (sender, heard) = sync_channel(plan.threads);
    let players = (0..plan.threads).map(|_| Player::new(&shared.evaluation, &plan.limits));
    let players = players.collect::<Result<Vec<_>, _>>()?;
    let searches: Vec<_> = players.iter().map(Player::enough).collect();
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| end_searches(stop, &searches, &over));
        for (number, player) in players.into_iter().enumerate() {
            let (sender, shared) = (sender.clone(), &shared);
            let thread = std::thread::Builder::new().name(format!("games {number}"));
            let started = thread.spawn_scoped(scope, move || shared.work(player, &sender));
            if let Err(error) = started {
                shared.stop.store(true, Ordering::Relaxed);
                over.store(true, Ordering::Relaxed);
                return Err(GenerateError::Thread(error));
            }
        }
        drop(sender);
        let result = collect(heard, &mut file, progress);
        stop.store(true, Ordering::Relaxed);
        over.store(true, Ordering::Relaxed);
        result
    })?;
    Ok(file.len())
}

/// Once `stop` is raised, ends the searches again and again until all is over: a search that begins just then lowers its
/// flag first.
fn end_searches(stop: &AtomicBool, searches: &[Arc<AtomicBool>], over: &AtomicBool) {
    loop {
        if stop.load(Ordering::Relaxed) {
            searches.iter().for_each(|search| search.store(true, Ordering::Relaxed));
        }
        if over.load(Ordering::Relaxed) {
            return;
        }
        std::thread::sleep(INTERRUPT_INTERVAL);
    }
}

/// Writes the games in their order. When it ends, nobody hears the threads any more, and they end too.
fn collect(
    heard: Receiver<TrainingGame>,
    file: &mut GameFile,
    progress: &mut dyn FnMut(u64, Option<&TrainingGame>),
) -> Result<(), GenerateError> {
    let mut waiting = BTreeMap::new();
    for game in heard {
        waiting.insert(game.number, game);
        while let Some(game) = waiting.remove(&file.len()) {
            file.add(&game)?;
            progress(file.len(), Some(&game));
        }
    }
    Ok(())
}

/// What the threads share.
struct Shared<'a, V: Variant> {
    /// Openings by their length, the shortest first.
    books: Vec<OpeningBook<V>>,
    rules: Rules<V>,
    evaluation: Arc<V::Evaluation>,
    plan: &'a Plan,
    /// Number of the next game.
    next: AtomicU64,
    stop: &'a AtomicBool,
}

impl<V: Variant> Shared<'_, V> {
    fn work(&self, mut player: Player<'_, V>, sender: &SyncSender<TrainingGame>) {
        while !self.stop.load(Ordering::Relaxed) {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.plan.games {
                return;
            }
            let book = &self.books[(mix(self.plan.seed ^ mix(number)) % self.books.len() as u64) as usize];
            // An opening of the book is a game under the same rules.
            let Some(opening) = book.opening_unless(number + 1, self.stop) else { return };
            let Ok(game) = read_game::<V>(&opening, &self.rules) else { return };
            let Some((plies, ending)) = player.play(game, self.stop) else { return };
            let game = TrainingGame { number, start: String::new(), plies, ending };
            if sender.send(game).is_err() {
                return;
            }
        }
    }
}

fn books<V: Variant>(plan: &Plan, rules: &Rules<V>, settings: &Settings) -> Result<Vec<OpeningBook<V>>, OpeningError> {
    let SelfPlayLimits { least_random, most_random, margin, .. } = plan.limits;
    let book = |plies| {
        let openings = Openings::Random { plies, margin, depth: OPENING_DEPTH };
        OpeningBook::new(&openings, rules, plan.seed, settings)
    };
    (least_random..=most_random.max(least_random)).map(book).collect()
}

/// A number that differs where search or evaluation do: nodes and scores of short searches.
fn signature<V: Variant>(evaluation: &Arc<V::Evaluation>, rules: &Rules<V>) -> Result<u64, GenerateError> {
    let table = TranspositionTable::new(1)?;
    let mut signature = 0;
    for text in V::bench_positions() {
        let game = read_game::<V>(text, rules)?;
        table.clear();
        let limits = SearchLimits { depth: Some(SIGNATURE_DEPTH), ..SearchLimits::default() };
        let task = Task::new(game.position(), game.history(), evaluation, &limits, &table);
        let answer = ThreadPool::new(V::search_params(), 1).search(&task, &mut ());
        signature = mix(signature ^ answer.nodes ^ (answer.score as u64) << 32);
    }
    Ok(signature)
}
