//! What is in a file of self-play games, in numbers.

use super::format::{Ending, NO_SCORE, TrainingGame};
use crate::position::{Outcome, Side};
use std::collections::BTreeMap;
use std::fmt;

/// Counts over games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Games.
    pub games: u64,
    /// Plies of all games.
    pub plies: u64,
    /// Plies with a score.
    pub scored: u64,
    /// Wins of Black, of White, draws, games without a result.
    pub results: [u64; 4],
    /// Games by how they ended.
    pub endings: BTreeMap<String, u64>,
    /// Plies of the longest game.
    pub longest: usize,
}

impl Summary {
    /// Counts a game.
    pub fn add(&mut self, game: &TrainingGame) {
        self.games += 1;
        self.plies += game.plies.len() as u64;
        self.scored += game.plies.iter().filter(|ply| ply.score != NO_SCORE).count() as u64;
        self.longest = self.longest.max(game.plies.len());
        let (result, how) = match game.ending {
            Ending::Rules(Outcome { winner, reason }) => (winner.map_or(2, Side::index), reason.to_string()),
            Ending::Adjudicated(winner) => (winner.index(), "adjudicated".to_owned()),
            Ending::Unfinished => (3, "unfinished".to_owned()),
        };
        self.results[result] += 1;
        *self.endings.entry(how).or_default() += 1;
    }

    /// Plies a game, on average.
    pub fn mean_length(&self) -> f64 {
        self.plies as f64 / self.games.max(1) as f64
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { games, plies, scored, results: [black, white, draws, open], endings, longest } = self;
        writeln!(f, "games      {games}")?;
        writeln!(f, "plies      {plies}, {scored} with a score")?;
        writeln!(f, "length     {:.1} on average, at most {longest}", self.mean_length())?;
        writeln!(f, "results    Black {black}, White {white}, draws {draws}, none {open}")?;
        let endings: Vec<String> = endings.iter().map(|(how, count)| format!("{how} {count}")).collect();
        writeln!(f, "endings    {}", endings.join(", "))
    }
}
