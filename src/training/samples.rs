//! Positions of self-play games, as an evaluation sees them.

use super::format::{Damage, NO_SCORE, TrainingGame};
use super::{FileError, Games};
use crate::eval::{Sink, Weighted};
use crate::games::{Rules, Variant};
use crate::notation::PositionError;
use crate::position::{Position, RuleError, Side, mix};
use crate::search::score;
use std::path::PathBuf;

/// Which positions are taken.
#[derive(Clone, Debug)]
pub struct Filter {
    /// Positions with a score beyond this say little about the evaluation, in centipawns.
    pub most_score: i32,
    /// Most positions; of more, a part is taken that chance decides.
    pub most_positions: usize,
}

/// Positions with their terms, all in one long list.
#[derive(Debug, Default)]
pub struct Samples {
    /// Terms of all positions: index in the upper 16 bits, count for Black in the lower 16.
    terms: Vec<u32>,
    positions: Vec<Sample>,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Where its terms end; they begin where those of the one before end.
    end: usize,
    /// How much the middle game counts, 0 to 1.
    pub middle_game: f32,
    /// Result of the game for Black, 0 to 1.
    pub result: f32,
    /// Score of the search for Black, in centipawns.
    pub score: f32,
}

/// Why there are no samples.
#[derive(Debug, thiserror::Error)]
pub enum SampleError {
    /// The file.
    #[error("{0}")]
    File(#[from] FileError),
    /// Its games are of another variant.
    #[error("{}: the games are of {found}, not {expected}", path.display())]
    Variant {
        /// The file.
        path: PathBuf,
        /// The variant of its games.
        found: String,
        /// The variant that is tuned.
        expected: &'static str,
    },
    /// Its rules are none that this program knows.
    #[error("{}: {error}", path.display())]
    Rules {
        /// The file.
        path: PathBuf,
        /// What is wrong with them.
        error: RuleError,
    },
    /// A game in it cannot be.
    #[error("{}: game {number}, ply {ply}: {fault}", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// Number of the game, from 0.
        number: u64,
        /// The move, from 1; 0 for the start position.
        ply: usize,
        /// What is wrong.
        fault: GameFault,
    },
    /// No position has passed.
    #[error("no position of the games is fit for tuning")]
    None,
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameFault {
    /// The start position.
    #[error(transparent)]
    Start(#[from] PositionError),
    /// A move.
    #[error("the move is not possible")]
    Move,
}

/// Of so many games, one is set aside to check on.
const CHECK_SHARE: u64 = 10;

impl Samples {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// A position, and its terms with their counts.
    #[inline]
    pub fn get(&self, index: usize) -> (&Sample, impl Iterator<Item = (usize, f32)>) {
        let start = if index == 0 { 0 } else { self.positions[index - 1].end };
        let sample = &self.positions[index];
        let terms = self.terms[start..sample.end].iter().map(|&term| (term as usize >> 16, f32::from(term as i16)));
        (sample, terms)
    }

    /// All positions.
    pub fn iter(&self) -> impl Iterator<Item = &Sample> {
        self.positions.iter()
    }

    /// Adds a position with these counts.
    #[cfg(test)]
    pub(super) fn add_counts(&mut self, counts: &[i32], middle_game: f32, result: f32, score: f32) {
        let mut counter = Counter { counts: vec![0; counts.len()], touched: Vec::new() };
        for (term, &count) in counts.iter().enumerate() {
            Sink::add(&mut counter, term, count);
        }
        self.add(&mut counter, middle_game, result, score);
    }

    fn add(&mut self, counter: &mut Counter, middle_game: f32, result: f32, score: f32) {
        for term in counter.touched.drain(..) {
            let count = std::mem::take(&mut counter.counts[term]);
            if count != 0 {
                let count = count.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                self.terms.push((term as u32) << 16 | u32::from(count as u16));
            }
        }
        self.positions.push(Sample { end: self.terms.len(), middle_game, result, score });
    }
}

/// Adds up counts.
struct Counter {
    counts: Vec<i32>,
    touched: Vec<usize>,
}

impl Sink for Counter {
    fn add(&mut self, term: usize, count: i32) {
        if self.counts[term] == 0 {
            self.touched.push(term);
        }
        self.counts[term] += count;
    }
}

/// Reads files of games: positions to learn from, and positions of other games to check on. `progress` is told the bytes
/// read and the bytes there are.
///
/// # Errors
/// If a file cannot be read, is damaged, or holds what cannot be. A file that a run is still adding to is fine.
pub fn read<V: Variant>(
    files: &[PathBuf],
    filter: &Filter,
    mut progress: impl FnMut(u64, u64),
) -> Result<[Samples; 2], SampleError> {
    let mut samples = [Samples::default(), Samples::default()];
    let mut counter = Counter { counts: vec![0; V::Classic::layout().terms], touched: Vec::new() };
    let mut total = 0;
    let mut opened = Vec::new();
    for path in files {
        let games = Games::open(path)?;
        if games.header().variant != V::NAME {
            let found = games.header().variant.clone();
            return Err(SampleError::Variant { path: path.clone(), found, expected: V::NAME });
        }
        let rules: Rules<V> =
            games.header().rules.parse().map_err(|error| SampleError::Rules { path: path.clone(), error })?;
        total += games.progress().1;
        opened.push((path, rules, games));
    }
    // Plies take six bytes and little else is in the files; about half of them pass the filter.
    let share = (filter.most_positions as f64 / (total as f64 / 12.0)).min(1.0);
    let mut read = 0;
    for (path, rules, mut games) in opened {
        let seed = games.header().seed;
        while let Some(game) = games.next() {
            let game = match game {
                Ok(game) => game,
                Err(FileError::Damaged { damage: Damage::CutOff, .. }) => break,
                Err(error) => return Err(error.into()),
            };
            let check = usize::from(mix(seed ^ mix(game.number)).is_multiple_of(CHECK_SHARE));
            take::<V>(&game, &rules, filter, share, &mut samples[check], &mut counter)
                .map_err(|(ply, fault)| SampleError::Game { path: path.to_owned(), number: game.number, ply, fault })?;
            progress(read + games.progress().0, total);
        }
        read += games.progress().1;
    }
    if samples.iter().any(Samples::is_empty) { Err(SampleError::None) } else { Ok(samples) }
}

/// Adds the quiet positions of a game.
fn take<V: Variant>(
    game: &TrainingGame,
    rules: &Rules<V>,
    filter: &Filter,
    share: f64,
    samples: &mut Samples,
    counter: &mut Counter,
) -> Result<(), (usize, GameFault)> {
    let Some(result) = game.ending.points() else { return Ok(()) };
    let mut position = match game.start.as_str() {
        "" => V::start(rules),
        text => V::parse_position(text, rules).map_err(|error| (0, error.into()))?,
    };
    for (index, ply) in game.plies.iter().enumerate() {
        if !position.is_pseudo_legal(ply.mv) || !position.is_legal(ply.mv) {
            return Err((index + 1, GameFault::Move));
        }
        let wanted = ply.score != NO_SCORE
            && i32::from(ply.score).abs() <= filter.most_score
            && !score::is_decisive(i32::from(ply.score))
            && !position.class(ply.mv).is_tactical()
            && !position.in_check()
            && !position.can_take_last_royal()
            && (mix(position.key()) as f64) < share * u64::MAX as f64;
        if wanted {
            let score = f32::from(ply.score);
            let score = if position.side_to_move() == Side::Black { score } else { -score };
            let middle_game = V::Classic::trace(&position, counter);
            samples.add(counter, middle_game, result as f32, score);
        }
        position.make(ply.mv, &mut ());
    }
    Ok(())
}
