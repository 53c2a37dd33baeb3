//! A list of openings, or a generator of them.

use super::file::read_file;
use super::{OpeningError, OpeningFault, Openings};
use crate::game::Game;
use crate::games::{Rules, Variant};
use crate::notation::MoveFormat;
use crate::position::{Position, Random, mix};
use crate::search::{SearchLimits, Task, ThreadPool, TranspositionTable};
use crate::settings::Settings;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many random openings are looked at before the most balanced of them has to do.
const ATTEMPTS: usize = 50;

/// Size of the table for the search that looks at an opening, megabytes. It is a part of what decides the openings.
const HASH: usize = 1;

/// The openings of a match: one for each pair of games.
pub struct OpeningBook<V: Variant> {
    openings: Openings,
    source: Source,
    rules: Rules<V>,
    evaluation: Arc<V::Evaluation>,
    seed: u64,
}

enum Source {
    /// The texts, in their order.
    List(Vec<String>),
    /// Moves of chance.
    Random { plies: usize, margin: i32, depth: u32 },
}

impl<V: Variant> OpeningBook<V> {
    /// Reads the openings, if they come from a file.
    ///
    /// # Errors
    /// If the file cannot be read, or an opening in it is none under these rules.
    pub fn new(
        openings: &Openings,
        rules: &Rules<V>,
        seed: u64,
        settings: &Settings,
    ) -> Result<OpeningBook<V>, OpeningError> {
        let mut openings = openings.clone();
        let source = match &mut openings {
            Openings::Start => Source::List(vec!["startpos".to_owned()]),
            Openings::Random { plies, margin, depth } => {
                Source::Random { plies: *plies, margin: *margin, depth: *depth }
            }
            Openings::File { file, format, plies, shuffled, start } => {
                let (found, mut list) = read_file::<V>(file, *format, *plies, rules)
                    .and_then(|read| if read.1.is_empty() { Err(OpeningFault::Empty) } else { Ok(read) })
                    .map_err(|fault| OpeningError::File { path: file.clone(), fault: Box::new(fault) })?;
                *format = Some(found);
                if *shuffled {
                    shuffle(&mut list, seed);
                }
                let length = list.len();
                list.rotate_left((*start - 1) % length);
                Source::List(list)
            }
        };
        let evaluation = V::evaluation(&settings.variant(V::NAME).eval)?;
        Ok(OpeningBook { openings, source, rules: *rules, evaluation, seed })
    }

    /// Which openings these are, with the format that the file has been found to have.
    pub fn openings(&self) -> &Openings {
        &self.openings
    }

    /// A number that differs where the openings of a file do.
    pub fn key(&self) -> u64 {
        match &self.source {
            Source::Random { .. } => 0,
            Source::List(list) => {
                let bytes = list.iter().flat_map(|text| text.bytes().chain([b'\n']));
                bytes.fold(0, |key, byte| mix(key ^ u64::from(byte)))
            }
        }
    }

    /// The opening of a pair, from 1: `POSITION [moves …]`. The same for every run with the same seed.
    pub fn opening(&self, pair: u64) -> String {
        self.opening_unless(pair, &AtomicBool::new(false)).unwrap_or_else(|| "startpos".to_owned())
    }

    /// As [`opening`](OpeningBook::opening); nothing if somebody raises `stop` before it is found.
    pub fn opening_unless(&self, pair: u64, stop: &AtomicBool) -> Option<String> {
        match &self.source {
            Source::List(list) => Some(list[((pair.max(1) - 1) % list.len() as u64) as usize].clone()),
            Source::Random { plies, margin, depth } => {
                let opening = self.random(pair, (*plies, *margin, *depth), stop);
                // A search that was stopped has said nothing.
                (!stop.load(Ordering::Relaxed)).then_some(opening)
            }
        }
    }

    fn random(&self, pair: u64, (plies, margin, depth): (usize, i32, u32), stop: &AtomicBool) -> String {
        let mut random = Random(mix(self.seed) ^ mix(pair).rotate_left(32));
        let mut best: Option<(u32, String)> = None;
        for _ in 0..ATTEMPTS {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let Some(game) = self.random_game(&mut random, plies) else { continue };
            let Some(score) = self.score(&game, depth, stop) else { continue };
            if best.as_ref().is_none_or(|(least, _)| score.unsigned_abs() < *least) {
                best = Some((score.unsigned_abs(), text::<V>(&game)));
            }
            if score.abs() <= margin {
                break;
            }
        }
        best.map_or_else(|| "startpos".to_owned(), |(_, text)| text)
    }

    /// A game of random moves; nothing if it ends early.
    fn random_game(&self, random: &mut Random, plies: usize) -> Option<Game<V::Position>> {
        let mut game = Game::new(V::start(&self.rules));
        for _ in 0..plies {
            let moves = game.root_moves();
            if moves.is_empty() || game.outcome().is_some() {
                return None;
            }
            game.play(moves[random.below(moves.len())]);
        }
        game.outcome().is_none().then_some(game)
    }

    /// The score of a search for the side to move.
    fn score(&self, game: &Game<V::Position>, depth: u32, stop: &AtomicBool) -> Option<i32> {
        let table = TranspositionTable::new(HASH).ok()?;
        let limits = SearchLimits { depth: Some(depth), root_moves: game.root_moves(), ..SearchLimits::default() };
        let task = Task { stop, ..Task::new(game.position(), game.history(), &self.evaluation, &limits, &table) };
        Some(ThreadPool::new(V::search_params(), 1).search(&task, &mut ()).score)
    }
}

/// `startpos moves …`
fn text<V: Variant>(game: &Game<V::Position>) -> String {
    let mut position = game.start().clone();
    let mut text = "startpos".to_owned();
    if game.ply() > 0 {
        text += " moves";
    }
    for &mv in game.moves() {
        text += " ";
        text += &V::write_move(&position, mv, MoveFormat::Usi);
        position.make(mv, &mut ());
    }
    text
}

/// Brings a list into an order of chance.
fn shuffle(list: &mut [String], seed: u64) {
    let mut random = Random(mix(seed));
    for last in (1..list.len()).rev() {
        list.swap(last, random.below(last + 1));
    }
}
