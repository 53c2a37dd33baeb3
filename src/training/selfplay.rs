//! One game of the engine against itself.

use super::format::{Ending, NO_SCORE, Ply};
use crate::game::Game;
use crate::games::Variant;
use crate::position::{Position, Side};
use crate::search::{
    Bound, Handler, Report, SearchLimits, SearchResult, TableError, Task, ThreadPool, TranspositionTable,
};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What bounds the searches and the games of a run.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SelfPlayLimits {
    /// Nodes for each move: the search ends with the first iteration that has used so many.
    pub nodes: u64,
    /// Fewest random moves at the start.
    pub least_random: usize,
    /// Most random moves at the start.
    pub most_random: usize,
    /// Greatest score for either side after the random moves, in centipawns.
    pub margin: i32,
    /// A game is decided when both sides agree on who is so many centipawns ahead; 0 if games are played out.
    pub decided: i32,
    /// For how many plies they must agree.
    pub decided_plies: usize,
    /// Plies after which a game ends without a result.
    pub max_plies: usize,
    /// Size of the transposition table in megabytes.
    pub hash: usize,
}

impl fmt::Display for SelfPlayLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SelfPlayLimits { nodes, least_random, most_random, margin, decided, decided_plies, max_plies, hash } = self;
        write!(f, "{nodes} nodes a move, {least_random} to {most_random} random moves within {margin} centipawns, ")?;
        match decided {
            0 => write!(f, "played out, ")?,
            _ => write!(f, "decided at {decided} centipawns for {decided_plies} plies, ")?,
        }
        write!(f, "at most {max_plies} plies, table of {hash} MB")
    }
}

/// One search may use so many times the nodes that are meant for it.
const HARD_FACTOR: u64 = 4;

/// A side of the board that plays against itself: what it keeps from move to move.
pub(super) struct Player<'a, V: Variant> {
    evaluation: &'a Arc<V::Evaluation>,
    limits: &'a SelfPlayLimits,
    table: TranspositionTable,
    pool: ThreadPool<V::Position>,
    /// Ends the search that is going on.
    enough: Arc<AtomicBool>,
}

impl<'a, V: Variant> Player<'a, V> {
    /// A player that knows nothing yet.
    pub fn new(evaluation: &'a Arc<V::Evaluation>, limits: &'a SelfPlayLimits) -> Result<Self, TableError> {
        let table = TranspositionTable::new(limits.hash)?;
        let pool = ThreadPool::new(V::search_params(), 1);
        Ok(Player { evaluation, limits, table, pool, enough: Arc::default() })
    }

    /// What ends a search when it is raised. Every search lowers it first: who means to end the whole game raises the flag
    /// of the game before, and this one again and again until the game has ended.
    pub fn enough(&self) -> Arc<AtomicBool> {
        self.enough.clone()
    }

    /// Plays a game on to its end; nothing if `stop` is raised before. The game depends on nothing that was played
    /// before it.
    pub fn play(&mut self, mut game: Game<V::Position>, stop: &AtomicBool) -> Option<(Vec<Ply>, Ending)> {
        self.table.clear();
        self.pool.new_game();
        let mut plies: Vec<Ply> = game.moves().iter().map(|&mv| Ply { mv, score: NO_SCORE }).collect();
        let mut agreed = Agreement::default();
        loop {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(outcome) = game.outcome() {
                return Some((plies, Ending::Rules(outcome)));
            }
            if plies.len() >= self.limits.max_plies {
                return Some((plies, Ending::Unfinished));
            }
            let side = game.position().side_to_move();
            let answer = self.think(&game);
            if stop.load(Ordering::Relaxed) {
                // The search may have been cut off.
                return None;
            }
            // Nothing left that a referee would accept: as good as lost.
            let Some(mv) = answer.best else { return Some((plies, Ending::Adjudicated(!side))) };
            plies.push(Ply { mv, score: answer.score as i16 });
            game.play(mv);
            if let Some(winner) = agreed.on(side, answer.score, self.limits)
                && game.outcome().is_none()
            {
                return Some((plies, Ending::Adjudicated(winner)));
            }
        }
    }

    fn think(&mut self, game: &Game<V::Position>) -> SearchResult {
        let limits = SearchLimits {
            nodes: Some(self.limits.nodes.saturating_mul(HARD_FACTOR)),
            root_moves: game.root_moves(),
            ..SearchLimits::default()
        };
        let stop = &self.enough;
        stop.store(false, Ordering::Relaxed);
        let task = Task { stop, ..Task::new(game.position(), game.history(), self.evaluation, &limits, &self.table) };
        self.pool.search(&task, &mut Enough { nodes: self.limits.nodes, stop })
    }
}

/// Ends a search once it has used its nodes and has found something exact.
struct Enough<'a> {
    nodes: u64,
    stop: &'a AtomicBool,
}

impl Handler for Enough<'_> {
    fn info(&mut self, report: &Report) {
        if report.bound == Bound::Exact && report.nodes >= self.nodes {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// How long both sides have agreed on the winner.
#[derive(Default)]
struct Agreement {
    winner: Option<Side>,
    plies: usize,
}

impl Agreement {
    /// The winner, if all agree on it by now. `score` is what `side` thinks of the move it plays.
    fn on(&mut self, side: Side, score: i32, limits: &SelfPlayLimits) -> Option<Side> {
        let winner = match score {
            _ if limits.decided == 0 || score.abs() < limits.decided => None,
            _ => Some(if score > 0 { side } else { !side }),
        };
        self.plies = if winner.is_some() && winner == self.winner { self.plies + 1 } else { 1 };
        self.winner = winner;
        winner.filter(|_| self.plies >= limits.decided_plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_decided_when_both_sides_agree_long_enough() {
        let limits = SelfPlayLimits {
            nodes: 1,
            least_random: 0,
            most_random: 0,
            margin: 0,
            decided: 1000,
            decided_plies: 3,
            max_plies: 10,
            hash: 1,
        };
        let mut agreed = Agreement::default();
        let scores = [1200, -1200, 900, 1200, -1300, 1200];
        let sides = [Side::Black, Side::White].into_iter().cycle();
        let verdicts: Vec<_> = sides.clone().zip(scores).map(|(side, score)| agreed.on(side, score, &limits)).collect();
        // The third ply breaks the agreement on Black; from the fourth on all see White ahead.
        assert_eq!(verdicts, [None, None, None, None, None, Some(Side::White)]);
        let mut agreed = Agreement::default();
        let verdicts: Vec<_> =
            sides.zip([-2000, 1500, -1000]).map(|(side, score)| agreed.on(side, score, &limits)).collect();
        assert_eq!(verdicts, [None, None, Some(Side::White)]);
        let never = SelfPlayLimits { decided: 0, ..limits };
        assert_eq!(Agreement::default().on(Side::Black, 31_000, &SelfPlayLimits { decided_plies: 1, ..never }), None);
    }
}
