//! One game between two engines.

use super::client::{Client, EngineError, EngineMessage, GameOver, Turn};
use super::entry::{Cause, GameResult, MoveInfo, Work};
use super::options::{DrawRule, Protocol, ResignRule};
use super::referee::Referee;
use super::time_control::{EngineLimits, PlayerClock};
use crate::games::Variant;
use crate::position::{Position, Side};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often it is checked whether the match is stopped, and whether the engine that is not to move says something.
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
    pub limit: EngineLimits,
}

/// When a game ends before the rules end it.
#[derive(Clone, Copy, Debug, Default)]
pub struct AdjudicationRules {
    /// Plies after which it stays unfinished.
    pub max_plies: Option<usize>,
    /// When it counts as lost.
    pub resign: Option<ResignRule>,
    /// When it counts as drawn.
    pub draw: Option<DrawRule>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEnd {
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
pub struct MatchGame<'a, V: Variant> {
    referee: Referee<V>,
    /// The first player first.
    players: [Player<'a>; 2],
    adjudication: AdjudicationRules,
    stop: &'a AtomicBool,
    clocks: [PlayerClock; 2],
    offers: [bool; 2],
    agreement: [Agreement; 2],
    /// The searches behind the moves.
    pub notes: Vec<MoveInfo>,
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

impl<'a, V: Variant> MatchGame<'a, V> {
    /// A game that begins where the referee is. It goes on until somebody raises `stop`.
    pub fn new(
        referee: Referee<V>,
        players: [Player<'a>; 2],
        adjudication: AdjudicationRules,
        stop: &'a AtomicBool,
    ) -> MatchGame<'a, V> {
        let clocks = [PlayerClock::new(players[0].limit), PlayerClock::new(players[1].limit)];
        MatchGame {
            referee,
            players,
            adjudication,
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
    pub fn play(&mut self) -> Result<Option<GameEnd>, (String, EngineError)> {
        let Some(mut ended) = self.play_moves()? else { return Ok(None) };
        for side in Side::BOTH {
            if ended.broken[side.index()] {
                continue;
            }
            let won = ended.result.half_points(side).filter(|&points| points != 1).map(|points| points == 2);
            let ending = GameOver { result: ended.result.text(), reason: &ended.reason, won };
            if let Err(fault) = self.players[side.index()].client.finish(&ending) {
                if fault != EngineError::Interrupted {
                    log::warn!("{} {fault} after a game", self.players[side.index()].name);
                }
                ended.broken[side.index()] = true;
            }
        }
        Ok(Some(ended))
    }

    fn play_moves(&mut self) -> Result<Option<GameEnd>, (String, EngineError)> {
        for side in Side::BOTH {
            let (start, opening) = (self.referee.start(), self.referee.moves());
            let player = &mut self.players[side.index()];
            match player.client.new_game(start, opening) {
                Ok(()) => {}
                Err(fault @ EngineError::Unfit(_)) => return Err((player.name.to_owned(), fault)),
                Err(fault) => return Ok(self.broken(side, fault)),
            }
        }
        loop {
            if let Some((result, cause)) = self.referee.result() {
                return Ok(self.ended(result, cause, cause.text().to_owned()));
            }
            if self.adjudication.max_plies.is_some_and(|plies| self.referee.game().ply() >= plies) {
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
    fn turn(&mut self, side: Side) -> Option<GameEnd> {
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
            let received = match self.players[side.index()].client.receive(deadline) {
                Ok(received) => received,
                Err(fault) => return self.broken(side, fault),
            };
            if let Some((message, time)) = received {
                let used = time.saturating_duration_since(begin);
                if let EngineMessage::Move(text) = &message {
                    return self.moved(side, text, used, longest);
                }
                if let Some(ended) = self.message(side, message) {
                    return Some(ended);
                }
            }
            match self.players[(!side).index()].client.receive(Instant::now()) {
                Ok(Some((EngineMessage::Move(text), _))) => {
                    let reason = format!("{} plays {text} out of turn", self.name(!side));
                    return self.lost(!side, Cause::IllegalMove, reason);
                }
                Ok(Some((message, _))) => {
                    if let Some(ended) = self.message(!side, message) {
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
    fn too_late(&mut self, side: Side, longest: Duration) -> Option<GameEnd> {
        let seconds = longest.as_secs_f64();
        if self.clocks[side.index()].allowance().is_some() {
            let reason = format!("{} loses on time ({seconds} s)", self.name(side));
            return self.lost(side, Cause::Time, reason);
        }
        self.broken(side, EngineError::Hang(format!("made no move for {seconds} s")))
    }

    /// A move has come.
    fn moved(&mut self, side: Side, text: &str, used: Duration, longest: Duration) -> Option<GameEnd> {
        if used > longest {
            return self.too_late(side, longest);
        }
        let player = &self.players[side.index()];
        if let Err(error) = self.referee.play(text, player.protocol) {
            let reason = format!("{} plays the illegal move {}: {error}", player.name, crate::protocol::echo(text));
            return self.lost(side, Cause::IllegalMove, reason);
        }
        let info = player.client.info();
        self.clocks[side.index()].moved(used);
        self.offers[(!side).index()] = false;
        let work = &mut self.work[side.index()];
        let micros = used.as_micros() as u64;
        work.moves += 1;
        work.time += micros;
        work.longest = work.longest.max(micros);
        if let Some(info) = info {
            work.nodes += info.nodes;
            work.depths += u64::from(info.depth);
            work.thoughts += 1;
        }
        self.notes.push((info.map(|info| (info.score, info.depth)), micros / 1000));
        self.agreement[side.index()].add(info.map(|info| info.score), &self.adjudication);
        None
    }

    /// A side has sent something else than a move.
    fn message(&mut self, side: Side, message: EngineMessage) -> Option<GameEnd> {
        match message {
            EngineMessage::Other | EngineMessage::Move(_) => None,
            EngineMessage::Resigns => {
                let reason = format!("{} resigns", self.name(side));
                self.ended(GameResult::win(!side), Cause::Resignation, reason)
            }
            EngineMessage::Claims(winner, text) if winner == Some(!side) => {
                let reason = format!("{} gives up: {text}", self.name(side));
                self.ended(GameResult::win(!side), Cause::Resignation, reason)
            }
            EngineMessage::Claims(winner, text) => {
                let claim = winner.map_or(GameResult::Draw, GameResult::win).text();
                let reason = format!("{} claims {claim} {{{text}}}, which is not so", self.name(side));
                self.lost(side, Cause::FalseClaim, reason)
            }
            EngineMessage::Refuses(text) => {
                let last = self.referee.moves().last().map_or("the position", |last| &last.cecp);
                let reason = format!("{} refuses {last}, which is legal: {text}", self.name(side));
                self.lost(side, Cause::Refusal, reason)
            }
            EngineMessage::OffersDraw => {
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

    fn ended(&self, result: GameResult, cause: Cause, reason: String) -> Option<GameEnd> {
        // It may hold what an engine said.
        let reason = crate::protocol::reason(&reason);
        Some(GameEnd { result, cause, reason, report: None, broken: [false; 2] })
    }

    /// A side has lost by its own fault.
    fn lost(&self, side: Side, cause: Cause, reason: String) -> Option<GameEnd> {
        let mut ended = self.ended(GameResult::win(!side), cause, reason)?;
        let transcript = self.players[side.index()].client.transcript();
        ended.report = Some(format!("{}\n{}{transcript}", ended.reason, self.referee.board_text()));
        Some(ended)
    }

    /// A side cannot go on.
    fn broken(&self, side: Side, fault: EngineError) -> Option<GameEnd> {
        if matches!(fault, EngineError::Crash(_)) {
            // Ctrl-C in a terminal reaches the engines too; they may be gone a little before we know of it.
            std::thread::sleep(SLICE);
        }
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let cause = match fault {
            EngineError::Crash(_) => Cause::Crash,
            EngineError::Hang(_) => Cause::Hang,
            EngineError::Refusal(_) | EngineError::Unfit(_) => Cause::Refusal,
            EngineError::Interrupted => return None,
        };
        let mut ended = self.lost(side, cause, format!("{} {fault}", self.name(side)))?;
        ended.broken[side.index()] = true;
        Some(ended)
    }

    /// The result that both engines have seen for long enough.
    fn adjudicated(&self) -> Option<GameEnd> {
        let agree = |one: u32, two: u32, moves: u32| one >= moves && two >= moves;
        if let Some(rule) = self.adjudication.resign {
            for side in Side::BOTH {
                let (own, other) = (self.agreement[side.index()], self.agreement[(!side).index()]);
                if agree(own.lost, other.won, rule.moves) {
                    let reason = format!("{} is lost, as both engines see it", self.name(side));
                    return self.ended(GameResult::win(!side), Cause::Adjudication, reason);
                }
            }
        }
        let rule = self.adjudication.draw?;
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
    fn add(&mut self, score: Option<i32>, adjudication: &AdjudicationRules) {
        let count = |row: &mut u32, goes_on: bool| *row = if goes_on { *row + 1 } else { 0 };
        let decided = adjudication.resign.map(|rule| rule.score);
        let level = adjudication.draw.map(|rule| rule.score);
        let with = |bound: Option<i32>, test: fn(i32, i32) -> bool| {
            score.zip(bound).is_some_and(|(score, bound)| test(score, bound))
        };
        count(&mut self.lost, with(decided, |score, bound| score <= -bound));
        count(&mut self.won, with(decided, |score, bound| score >= bound));
        count(&mut self.level, with(level, |score, bound| score.abs() <= bound));
    }
}
