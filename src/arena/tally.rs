//! Results added up.

use super::entry::{Cause, GameLine, Work};
use super::stats::{Pentanomial, Unit};
use crate::position::Side;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What two engines have played against each other, from the view of the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encounter {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games without result.
    pub unfinished: u64,
    /// Pairs of which both games have a result; games with a result, if they are the unit.
    pub scored: Pentanomial,
    /// Units of which all games have been played, and one has no result. They are not scored.
    pub unscored: u64,
    /// Pairs of which one game has yet to be played, with its half points.
    open: HashMap<(u64, u64), Option<u32>>,
}

/// What one engine has done in all its games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineTally {
    /// Its work.
    pub work: Work,
    /// Games lost on time.
    pub forfeits: u64,
    /// Games lost by a fault.
    pub faults: u64,
}

/// All results of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// What is scored as one.
    pub unit: Unit,
    /// By the two engines.
    pub encounters: BTreeMap<[usize; 2], Encounter>,
    /// By engine.
    pub engines: Vec<EngineTally>,
    /// Games by their cause.
    pub causes: BTreeMap<Cause, u64>,
    /// The seeds of the games.
    pub seeds: BTreeSet<u64>,
    /// All games.
    pub games: u64,
    /// Plies of all games, the opening included.
    pub plies: u64,
    /// Half points of the first players, in games with a result.
    pub first_player: u64,
}

impl Encounter {
    /// Games with a result.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Pairs of which only one game has been played so far.
    pub fn open_pairs(&self) -> usize {
        self.open.len()
    }

    /// Scores the pair of this game, if its other game has been played.
    fn add_to_pair(&mut self, game: &GameLine, points: Option<u32>) {
        match self.open.remove(&(game.seed, game.pair)) {
            None => drop(self.open.insert((game.seed, game.pair), points)),
            Some(other) => match points.zip(other) {
                Some((one, two)) => self.scored.add(one + two),
                None => self.unscored += 1,
            },
        }
    }
}

impl Tally {
    /// Nothing has been played by so many engines.
    pub fn new(engines: usize, unit: Unit) -> Tally {
        Tally { unit, engines: vec![EngineTally::default(); engines], ..Tally::default() }
    }

    /// All these games.
    pub fn of(engines: usize, unit: Unit, games: &[GameLine]) -> Tally {
        let mut tally = Tally::new(engines, unit);
        games.iter().for_each(|game| tally.add(game));
        tally
    }

    /// Adds a game. Its players must be engines of the match.
    pub fn add(&mut self, game: &GameLine) {
        self.games += 1;
        self.seeds.insert(game.seed);
        self.plies += game.plies() as u64;
        *self.causes.entry(game.cause).or_default() += 1;
        for (side, &engine) in Side::BOTH.iter().zip(&game.players) {
            let Some(tally) = self.engines.get_mut(engine) else { continue };
            tally.work.add(&game.work[side.index()]);
            if game.result.half_points(*side) == Some(0) {
                tally.forfeits += u64::from(game.cause == Cause::Time);
                tally.faults += u64::from(game.cause.is_fault());
            }
        }
        self.first_player += u64::from(game.result.half_points(Side::Black).unwrap_or(0));

        let side = if game.players[0] == game.encounter[0] { Side::Black } else { Side::White };
        let points = game.result.half_points(side);
        let encounter = self.encounters.entry(game.encounter).or_default();
        match points {
            Some(2) => encounter.wins += 1,
            Some(1) => encounter.draws += 1,
            Some(_) => encounter.losses += 1,
            None => encounter.unfinished += 1,
        }
        match self.unit {
            Unit::Game => match points {
                Some(points) => encounter.scored.add_game(points),
                None => encounter.unscored += 1,
            },
            Unit::Pair => encounter.add_to_pair(game, points),
        }
    }

    /// What one engine has scored against all others, from its view.
    pub fn scored_by(&self, engine: usize) -> Pentanomial {
        self.encounters.iter().fold(Pentanomial::default(), |sum, (players, encounter)| match players {
            [one, _] if *one == engine => sum.plus(&encounter.scored),
            [_, two] if *two == engine => sum.plus(&encounter.scored.reversed()),
            _ => sum,
        })
    }

    /// Games with a result.
    pub fn scored_games(&self) -> u64 {
        self.encounters.values().map(Encounter::games).sum()
    }
}

impl Work {
    /// Adds the work of another game.
    pub fn add(&mut self, other: &Work) {
        self.moves += other.moves;
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.depths += other.depths;
        self.thoughts += other.thoughts;
        self.time += other.time;
        self.longest = self.longest.max(other.longest);
    }
}
