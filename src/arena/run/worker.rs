//! A thread that plays games.

use super::{MatchError, Shared, WorkerMessage};
use crate::arena::client::{Client, EngineError};
use crate::arena::entry::GameLine;
use crate::arena::game::{GameEnd, MatchGame, Player};
use crate::arena::options::Restart;
use crate::arena::referee::Referee;
use crate::games::Variant;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};
use time::OffsetDateTime;

/// The games from one opening that are to be played: a pair, or one where the colours are not exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamePair {
    /// Number of the pair, from 1.
    pub pair: u64,
    /// The two engines.
    pub encounter: [usize; 2],
    /// The numbers of the games; nothing where there is none, or one that has been played before. The first engine moves first in the first.
    pub games: [Option<u64>; 2],
}

/// A thread that plays games, with engines of its own.
pub struct Worker<'a, V: Variant> {
    shared: &'a Shared<'a, V>,
    sender: Sender<WorkerMessage>,
    clients: Vec<Option<Client>>,
}

impl<'a, V: Variant> Worker<'a, V> {
    /// A worker that reports to `sender`.
    pub fn new(shared: &'a Shared<'a, V>, sender: Sender<WorkerMessage>) -> Worker<'a, V> {
        let clients = shared.participants.iter().map(|_| None).collect();
        Worker { shared, sender, clients }
    }

    fn is_stopped(&self) -> bool {
        self.shared.stop.load(Ordering::Relaxed)
    }

    /// Plays pairs until there are none, or the match is stopped.
    pub fn work(mut self) {
        while let Some(pair) = self.next() {
            if let Err(error) = self.play_pair(&pair) {
                if matches!(error, MatchError::Engine { fault: EngineError::Interrupted, .. }) {
                    break;
                }
                // The other end is gone only if the match has ended.
                let _ = self.sender.send(WorkerMessage::Failure(error));
                break;
            }
        }
        for client in self.clients.into_iter().flatten() {
            client.quit();
        }
    }

    fn next(&self) -> Option<GamePair> {
        if self.is_stopped() {
            return None;
        }
        self.shared.pairs.lock().unwrap_or_else(PoisonError::into_inner).next()
    }

    fn play_pair(&mut self, pair: &GamePair) -> Result<(), MatchError> {
        let Some(opening) = self.shared.book.opening_unless(pair.pair, self.shared.stop) else { return Ok(()) };
        let [one, two] = pair.encounter;
        for (players, game) in [[one, two], [two, one]].into_iter().zip(pair.games) {
            let Some(game) = game else { continue };
            if self.is_stopped() {
                return Ok(());
            }
            let Some(line) = self.game(pair, game, players, &opening)? else { return Ok(()) };
            let _ = self.sender.send(WorkerMessage::Game(Box::new(line)));
            self.pause();
        }
        Ok(())
    }

    /// Waits between two games, unless the match is stopped.
    fn pause(&self) {
        let deadline = Instant::now() + Duration::from_millis(self.shared.wait);
        while !self.is_stopped() && Instant::now() < deadline {
            std::thread::sleep(deadline.saturating_duration_since(Instant::now()).min(Duration::from_millis(50)));
        }
    }

    /// Plays a game; nothing if it was interrupted.
    fn game(
        &mut self,
        pair: &GamePair,
        game: u64,
        players: [usize; 2],
        opening: &str,
    ) -> Result<Option<GameLine>, MatchError> {
        let mut clients = [self.take(players[0])?, self.take(players[1])?];
        let date = date(OffsetDateTime::now_utc());
        let referee = Referee::<V>::new(opening, &self.shared.rules)?;
        let first = referee.opening();
        let [one, two] = &mut clients;
        let engines = [self.player(players[0], one), self.player(players[1], two)];
        let mut match_game = MatchGame::new(referee, engines, self.shared.adjudication, self.shared.stop);
        // The message names the engine.
        let ended = match_game.play().map_err(|(name, fault)| MatchError::Engine { name, fault })?;
        let moves = match_game.referee().moves()[first..].iter().map(|text| text.usi.clone()).collect();
        let (notes, work) = (std::mem::take(&mut match_game.notes), match_game.work);
        drop(match_game);
        let Some(ended) = ended else { return Ok(None) };
        self.release(players, clients, &ended);
        Ok(Some(GameLine {
            game,
            pair: pair.pair,
            encounter: pair.encounter,
            players,
            seed: self.shared.seed,
            date,
            opening: opening.to_owned(),
            moves,
            notes,
            result: ended.result,
            cause: ended.cause,
            reason: ended.reason,
            report: ended.report,
            work,
        }))
    }

    fn player<'c>(&self, index: usize, client: &'c mut Client) -> Player<'c>
    where
        'a: 'c,
    {
        let shared: &'a Shared<'a, V> = self.shared;
        let participant = &shared.participants[index];
        let setup = &participant.setup;
        Player { client, name: &participant.name, protocol: setup.protocol, limit: setup.limit }
    }

    /// A running engine.
    fn take(&mut self, index: usize) -> Result<Client, MatchError> {
        if let Some(client) = self.clients[index].take() {
            return Ok(client);
        }
        let participant = &self.shared.participants[index];
        let failed = |fault| MatchError::Engine { name: participant.name.clone(), fault };
        Client::start(&participant.setup, self.shared.stop).map_err(failed)
    }

    /// Keeps the processes that can play another game.
    fn release(&mut self, players: [usize; 2], clients: [Client; 2], ended: &GameEnd) {
        for ((player, client), broken) in players.into_iter().zip(clients).zip(ended.broken) {
            let renew = match self.shared.participants[player].restart {
                Restart::On => true,
                Restart::Off => false,
                Restart::Auto => !client.reusable(),
            };
            match (broken, renew) {
                // It is killed: it may be that it does not listen.
                (true, _) => drop(client),
                (false, true) => client.quit(),
                (false, false) => self.clients[player] = Some(client),
            }
        }
    }
}

/// Date and time as in [`GameLine::date`].
fn date(time: OffsetDateTime) -> String {
    let (year, month, day) = time.to_calendar_date();
    let (hour, minute, second) = time.to_hms();
    format!("{year:04}.{:02}.{day:02} {hour:02}:{minute:02}:{second:02}", u8::from(month))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_dates() {
        let text = |seconds| date(OffsetDateTime::from_unix_timestamp(seconds).unwrap());
        assert_eq!(text(0), "1970.01.01 00:00:00");
        assert_eq!(text(951_782_400), "2000.02.29 00:00:00");
        assert_eq!(text(1_000_000_000), "2001.09.09 01:46:40");
        assert_eq!(text(1_709_251_199), "2024.02.29 23:59:59");
        assert_eq!(text(1_798_761_600), "2027.01.01 00:00:00");
    }
}
