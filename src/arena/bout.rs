//! One game between two engines.

use super::client::{Client, Ending, Fault, Said, Turn};
use super::entry::{Cause, GameResult, Note, Work};
use super::limits::{Clock, Limit};
use super::options::{DrawRule, Protocol, ResignRule};
use super::referee::Referee;
use crate::games::Variant;
use crate::position::{Position, Side};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often is looked at whether the match is to be stopped, and at what the engine says that is not to move.
const SLICE: Duration = Duration::from_millis(25);

/// An engine in a game.
pub struct Player<'a> {
    /// The process.
    pub client: &'a mut Client,
    /// Its name in the results.
    pub name: &'a str,
    /// Its language.
    pub protocol: Protocol,
    /// What bounds its moves.
    pub limit: Limit,
}

/// When a game ends before the rules end it.
#[derive(Clone, Copy, Debug, Default)]
pub struct EarlyEnds {
    /// Plies after which it stays unfinished.
    pub max_plies: Option<usize>,
    /// When it counts as lost.
    pub resign: Option<ResignRule>,
    /// When it counts as drawn.
    pub draw: Option<DrawRule>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The result.
    pub result: GameResult,
    /// Its cause.
    pub cause: Cause,
    /// The cause in words.
    pub reason: String,
    /// What to look at after a fault.
    pub report: Option<String>,
    /// Whether the process of a player, the first or the second, has to be replaced.
    pub broken: [bool; 2],
}

/// A game that is being played.
pub struct Bout<'a, V: Variant> {
    referee: Referee<V>,
    /// The first player first.
    players: [Player<'a>; 2],
    early: EarlyEnds,
    stop: &'a AtomicBool,
    clocks: [Clock; 2],
    offers: [bool; 2],
    agreement: [Agreement; 2],
    /// What the players thought about their moves.
    pub notes: Vec<Note>,
    /// The players' work.
    pub work: [Work; 2],
}

/// For how many moves in a row a player has seen the same result.
#[derive(Clone, Copy, Debug, Default)]
struct Agreement {
    lost: u32,
    won: u32,
    level: u32,
}

/// A game, or nothing if it was interrupted.
type Outcome = Option<Ended>;

impl<'a, V: Variant> Bout<'a, V> {
    /// A game that begins where the referee is. It goes on until somebody raises `stop`.
    pub fn new(referee: Referee<V>, players: [Player<'a>; 2], early: EarlyEnds, stop: &'a AtomicBool) -> Bout<'a, V> {
        let clocks = [Clock::new(players[0].limit), Clock::new(players[1].limit)];
        Bout {
            referee,
            players,
            early,
            stop,
            clocks,
            offers: [false; 2],
            agreement: [Agreement::default(); 2],
            notes: Vec::new(),
            work: [Work::default(); 2],
        }
    }

    /// The referee with the game.
    pub fn referee(&self) -> &Referee<V> {
        &self.referee
    }

    /// Plays the game and tells both engines how it ended. Nothing if it was interrupted.
    ///
    /// # Errors
    /// If an engine cannot play such a game at all: its name, and why.
    pub fn play(&mut self) -> Result<Outcome, (String, Fault)> {
        let Some(mut ended) = self.play_moves()? else { return Ok(None) };
        for side in Side::BOTH {
            if ended.broken[side.index()] {
                continue;
            }
            let won = ended.result.half_points(side).filter(|&points| points != 1).map(|points| points == 2);
            let ending = Ending { result: ended.result.text(), reason: &ended.reason, won };
            if let Err(fault) = self.players[side.index()].client.finish(&ending) {
                log::warn!("{} {fault} after a game", self.players[side.index()].name);
                ended.broken[side.index()] = true;
            }
        }
        Ok(Some(ended))
    }

    fn play_moves(&mut self) -> Result<Outcome, (String, Fault)> {
        for side in Side::BOTH {
            let (start, opening) = (self.referee.start(), self.referee.moves());
            let player = &mut self.players[side.index()];
            match player.client.new_game(start, opening) {
                Ok(()) => {}
                Err(fault @ Fault::Unfit(_)) => return Err((player.name.to_owned(), fault)),
                Err(fault) => return Ok(self.broken(side, fault)),
            }
        }
        loop {
            if let Some(verdict) = self.referee.verdict() {
                return Ok(self.ended(verdict.result, verdict.cause, verdict.cause.text().to_owned()));
            }
            if self.early.max_plies.is_some_and(|plies| self.referee.game().ply() >= plies) {
                let reason = format!("no result after {} plies", self.referee.game().ply());
                return Ok(self.ended(GameResult::Unfinished, Cause::TooLong, reason));
            }
            let side = self.referee.game().position().side_to_move();
            if let Some(ended) = self.turn(side) {
                return Ok(Some(ended));
            }
            if self.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if let Some(ended) = self.adjudicated() {
                return Ok(Some(ended));
            }
        }
    }

    /// Has one side make a move; what comes back is the end of the game. After an interruption nothing has changed.
    fn turn(&mut self, side: Side) -> Outcome {
        let limit = self.players[side.index()].limit;
        let turn = Turn {
            start: self.referee.start(),
            moves: self.referee.moves(),
            opening: self.referee.opening(),
            clocks: &self.clocks,
            side,
        };
        self.players[side.index()].client.go(&turn);
        let begin = Instant::now();
        let allowance = self.clocks[side.index()].allowance();
        let longest = allowance.unwrap_or(Duration::from_millis(limit.hang));
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let deadline = (begin + longest).min(Instant::now() + SLICE);
            let heard = match self.players[side.index()].client.hear(deadline) {
                Ok(heard) => heard,
                Err(fault) => return self.broken(side, fault),
            };
            if let Some((said, time)) = heard {
                let used = time.saturating_duration_since(begin);
                if let Said::Move(text) = &said {
                    return self.moved(side, text, used, longest);
                }
                if let Some(ended) = self.said(side, said) {
                    return Some(ended);
                }
            }
            match self.players[(!side).index()].client.hear(Instant::now()) {
                Ok(Some((Said::Move(text), _))) => {
                    let reason = format!("{} plays {text} out of turn", self.name(!side));
                    return self.lost(!side, Cause::IllegalMove, reason);
                }
                Ok(Some((said, _))) => {
                    if let Some(ended) = self.said(!side, said) {
                        return Some(ended);
                    }
                }
                Ok(None) => {}
                Err(fault) => return self.broken(!side, fault),
            }
            if begin.elapsed() > longest {
                return self.too_late(side, longest);
            }
        }
    }

    /// Nothing has come within the time.
    fn too_late(&mut self, side: Side, longest: Duration) -> Outcome {
        let seconds = longest.as_secs_f64();
        if self.clocks[side.index()].allowance().is_some() {
            let reason = format!("{} loses on time ({seconds} s)", self.name(side));
            return self.lost(side, Cause::Time, reason);
        }
        self.broken(side, Fault::Hang(format!("made no move for {seconds} s")))
    }

    /// A move has come.
    fn moved(&mut self, side: Side, text: &str, used: Duration, longest: Duration) -> Outcome {
        if used > longest {
            return self.too_late(side, longest);
        }
        let player = &self.players[side.index()];
        if let Err(error) = self.referee.play(text, player.protocol) {
            let reason = format!("{} plays the illegal move {}: {error}", player.name, crate::protocol::echo(text));
            return self.lost(side, Cause::IllegalMove, reason);
        }
        let thought = player.client.thought();
        self.clocks[side.index()].moved(used);
        self.offers[(!side).index()] = false;
        let work = &mut self.work[side.index()];
        let micros = used.as_micros() as u64;
        work.moves += 1;
        work.time += micros;
        work.longest = work.longest.max(micros);
        if let Some(thought) = thought {
            work.nodes += thought.nodes;
            work.depths += u64::from(thought.depth);
            work.thoughts += 1;
        }
        self.notes.push((thought.map(|thought| (thought.score, thought.depth)), micros / 1000));
        self.agreement[side.index()].hear(thought.map(|thought| thought.score), &self.early);
        None
    }

    /// A side has said something else.
    fn said(&mut self, side: Side, said: Said) -> Outcome {
        match said {
            Said::Other | Said::Move(_) => None,
            Said::Resigns => {
                let reason = format!("{} resigns", self.name(side));
                self.ended(GameResult::win(!side), Cause::Resignation, reason)
            }
            Said::Claims(winner, text) if winner == Some(!side) => {
                let reason = format!("{} gives up: {text}", self.name(side));
                self.ended(GameResult::win(!side), Cause::Resignation, reason)
            }
            Said::Claims(winner, text) => {
                let claim = winner.map_or(GameResult::Draw, GameResult::win).text();
                let reason = format!("{} claims {claim} {{{text}}}, which is not so", self.name(side));
                self.lost(side, Cause::FalseClaim, reason)
            }
            Said::Refuses(text) => {
                let last = self.referee.moves().last().map_or("the position", |last| &last.cecp);
                let reason = format!("{} refuses {last}, which is legal: {text}", self.name(side));
                self.lost(side, Cause::Refusal, reason)
            }
            Said::OffersDraw => {
                self.offers[side.index()] = true;
                if self.offers == [true; 2] {
                    return self.ended(GameResult::Draw, Cause::Agreement, "draw agreed".to_owned());
                }
                self.players[(!side).index()].client.offer_draw();
                None
            }
        }
    }

    fn name(&self, side: Side) -> &str {
        self.players[side.index()].name
    }

    fn ended(&self, result: GameResult, cause: Cause, reason: String) -> Outcome {
        // It may hold what an engine said.
        let reason = crate::protocol::reason(&reason);
        Some(Ended { result, cause, reason, report: None, broken: [false; 2] })
    }

    /// A side has lost by its own fault.
    fn lost(&self, side: Side, cause: Cause, reason: String) -> Outcome {
        let mut ended = self.ended(GameResult::win(!side), cause, reason)?;
        let story = self.players[side.index()].client.story();
        ended.report = Some(format!("{}\n{}{story}", ended.reason, self.referee.picture()));
        Some(ended)
    }

    /// A side cannot go on.
    fn broken(&self, side: Side, fault: Fault) -> Outcome {
        if matches!(fault, Fault::Crash(_)) {
            // Ctrl-C in a terminal reaches the engines too; they may be gone a little before we know of it.
            std::thread::sleep(SLICE);
        }
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let cause = match fault {
            Fault::Crash(_) => Cause::Crash,
            Fault::Hang(_) => Cause::Hang,
            Fault::Refusal(_) | Fault::Unfit(_) => Cause::Refusal,
        };
        let mut ended = self.lost(side, cause, format!("{} {fault}", self.name(side)))?;
        ended.broken[side.index()] = true;
        Some(ended)
    }

    /// The result that both engines have seen for long enough.
    fn adjudicated(&self) -> Outcome {
        let agree = |one: u32, two: u32, moves: u32| one >= moves && two >= moves;
        if let Some(rule) = self.early.resign {
            for side in Side::BOTH {
                let (own, other) = (self.agreement[side.index()], self.agreement[(!side).index()]);
                if agree(own.lost, other.won, rule.moves) {
                    let reason = format!("{} is lost, as both engines see it", self.name(side));
                    return self.ended(GameResult::win(!side), Cause::Adjudication, reason);
                }
            }
        }
        let rule = self.early.draw?;
        let [one, two] = self.agreement;
        let late = self.referee.game().ply() >= 2 * rule.from_move as usize;
        if late && agree(one.level, two.level, rule.moves) {
            return self.ended(GameResult::Draw, Cause::Adjudication, "drawn, as both engines see it".to_owned());
        }
        None
    }
}

impl Agreement {
    /// Counts a score; a move without one ends every row.
    fn hear(&mut self, score: Option<i32>, early: &EarlyEnds) {
        let count = |row: &mut u32, goes_on: bool| *row = if goes_on { *row + 1 } else { 0 };
        let decided = early.resign.map(|rule| rule.score);
        let level = early.draw.map(|rule| rule.score);
        let with = |bound: Option<i32>, test: fn(i32, i32) -> bool| {
            score.zip(bound).is_some_and(|(score, bound)| test(score, bound))
        };
        count(&mut self.lost, with(decided, |score, bound| score <= -bound));
        count(&mut self.won, with(decided, |score, bound| score >= bound));
        count(&mut self.level, with(level, |score, bound| score.abs() <= bound));
    }
}
