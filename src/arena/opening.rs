//! Where games begin.

use super::options::{OpeningFormat, Openings};
use crate::engine::read_game;
use crate::game::Game;
use crate::games::{Rules, Variant};
use crate::notation::{MoveFormat, TextError};
use crate::position::{Position, Random, mix};
use crate::search::{Limits, Table, Task, Team, WallClock};
use crate::settings::Settings;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How many random openings are looked at before the most balanced of them has to do.
const ATTEMPTS: usize = 50;

/// Size of the table for the search that looks at an opening, megabytes. It is a part of what decides the openings.
const HASH: usize = 1;

/// The openings of a match: one for each pair of games.
pub struct Book<V: Variant> {
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

impl<V: Variant> Book<V> {
    /// Reads the openings, if they come from a file.
    ///
    /// # Errors
    /// If the file cannot be read, or an opening in it is none under these rules; the message names file and line.
    pub fn new(openings: &Openings, rules: &Rules<V>, seed: u64, settings: &Settings) -> Result<Book<V>, TextError> {
        let source = match openings {
            Openings::Start => Source::List(vec!["startpos".to_owned()]),
            Openings::Random { plies, margin, depth } => {
                Source::Random { plies: *plies, margin: *margin, depth: *depth }
            }
            Openings::File { file, format, plies, shuffled, start } => {
                let mut list = read_file::<V>(file, *format, *plies, rules)?;
                if list.is_empty() {
                    return Err(TextError(format!("{}: no opening in it", file.display())));
                }
                if *shuffled {
                    shuffle(&mut list, seed);
                }
                let length = list.len();
                list.rotate_left((start - 1) % length);
                Source::List(list)
            }
        };
        let evaluation = V::evaluation(&settings.variant(V::NAME).eval)?;
        Ok(Book { source, rules: *rules, evaluation, seed })
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
        match &self.source {
            Source::List(list) => list[((pair.max(1) - 1) % list.len() as u64) as usize].clone(),
            Source::Random { plies, margin, depth } => self.random(pair, *plies, *margin, *depth),
        }
    }

    fn random(&self, pair: u64, plies: usize, margin: i32, depth: u32) -> String {
        let mut random = Random(mix(self.seed) ^ mix(pair).rotate_left(32));
        let mut best: Option<(u32, String)> = None;
        for _ in 0..ATTEMPTS {
            let Some(game) = self.random_game(&mut random, plies) else { continue };
            let Some(score) = self.look(&game, depth) else { continue };
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

    /// What a search thinks of the position.
    fn look(&self, game: &Game<V::Position>, depth: u32) -> Option<i32> {
        let table = Table::new(HASH).ok()?;
        let task = Task {
            position: game.position(),
            evaluation: &self.evaluation,
            history: game.history(),
            limits: &Limits { depth: Some(depth), root_moves: game.root_moves(), ..Limits::default() },
            lines: 1,
            table: &table,
            stop: &AtomicBool::new(false),
            clock: &WallClock::start(),
            move_overhead: Duration::ZERO,
        };
        Some(Team::new(V::search_params(), 1).think(&task, &mut ()).score)
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

fn read_file<V: Variant>(
    file: &Path,
    format: OpeningFormat,
    plies: Option<usize>,
    rules: &Rules<V>,
) -> Result<Vec<String>, TextError> {
    let named = |error: String| TextError(format!("{}: {error}", file.display()));
    let bytes = std::fs::read(file).map_err(|error| named(error.to_string()))?;
    // An opening without a move to play would count as a game of every pair.
    let check = |what: &str, number: usize, text: &str| match read_game::<V>(text, rules) {
        Ok(game) if game.outcome().is_some() => Err(named(format!("{what} {number}: the game is over there"))),
        Ok(_) => Ok(()),
        Err(error) => Err(named(format!("{what} {number}: {error}"))),
    };
    if format == OpeningFormat::Pgn {
        let list = super::pgn::openings::<V>(&bytes, plies, rules).map_err(|error| named(error.0))?;
        for (number, text) in list.iter().enumerate() {
            check("game", number + 1, text)?;
        }
        return Ok(list);
    }
    let contents = String::from_utf8(bytes).map_err(|error| named(error.utf8_error().to_string()))?;
    let mut list = Vec::new();
    for (number, line) in contents.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let text = match format {
            OpeningFormat::Usi if !line.starts_with("startpos") => format!("startpos moves {line}"),
            _ => line.to_owned(),
        };
        let text = cut(&text, plies);
        check("line", number + 1, &text)?;
        list.push(text);
    }
    Ok(list)
}

/// The opening without the moves after this many.
fn cut(text: &str, plies: Option<usize>) -> String {
    let (Some(plies), Some((position, moves))) = (plies, text.split_once(" moves ")) else { return text.to_owned() };
    let kept: Vec<&str> = moves.split_whitespace().take(plies).collect();
    if kept.is_empty() { position.to_owned() } else { format!("{position} moves {}", kept.join(" ")) }
}
