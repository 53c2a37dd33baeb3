//! Where the games go.

use super::{MatchError, Monitor};
use crate::arena::entry::{GameLine, GameResult, MatchHeader};
use crate::arena::log::{Log, LogError};
use crate::arena::options::Options;
use crate::arena::pgn::{self, Tags};
use crate::arena::report;
use crate::arena::stats::Sprt;
use crate::arena::tally::Tally;
use crate::games::{Rules, Variant};
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The outputs of a match: the log, the files of games and of positions, and the monitor.
pub struct Output<'m> {
    log: Option<Log>,
    pgn: Option<(PathBuf, File)>,
    epd: Option<(PathBuf, File)>,
    tags: Tags,
    games: u64,
    monitor: &'m dyn Monitor,
    sprt: Option<Sprt>,
    rating_interval: u64,
    outcome_interval: u64,
}

impl<'m> Output<'m> {
    /// Opens the files. What the log holds already comes back; games of it that are missing in the file of games, since
    /// the program was killed between the two, are added there.
    pub fn open<V: Variant>(
        options: &Options,
        header: &MatchHeader,
        rules: &Rules<V>,
        monitor: &'m dyn Monitor,
    ) -> Result<(Output<'m>, Vec<GameLine>), MatchError> {
        let (log, played) = match &options.log {
            None => (None, Vec::new()),
            Some(path) if options.resume => {
                let (log, played) = Log::resume(path, header)?;
                (Some(log), played)
            }
            Some(path) => (Some(Log::create(path, header)?), Vec::new()),
        };
        let (event, site) = (options.event.clone(), options.site.clone());
        let tags = Tags { event, site, min: options.pgn_min, finished: options.pgn_finished };
        let pgn = options.pgn.as_ref().map(|path| open(path)).transpose()?;
        let epd = options.epd.as_ref().map(|path| open(path)).transpose()?;
        let games = options.games * options.encounters().len() as u64;
        monitor.begin(games, played.len() as u64);
        let mut output = Output {
            log,
            pgn,
            epd,
            tags,
            games,
            monitor,
            sprt: options.sprt,
            rating_interval: options.rating_interval,
            outcome_interval: options.outcome_interval,
        };
        output.complete_pgn::<V>(header, &played, rules)?;
        output.complete_epd::<V>(&played, rules)?;
        Ok((output, played))
    }

    /// Adds the games that the file of games lacks.
    fn complete_pgn<V: Variant>(
        &mut self,
        header: &MatchHeader,
        played: &[GameLine],
        rules: &Rules<V>,
    ) -> Result<(), MatchError> {
        let Some((path, _)) = self.pgn.as_ref().filter(|_| !played.is_empty()) else { return Ok(()) };
        let io = |error| LogError::Io { path: path.clone(), error };
        let text = String::from_utf8_lossy(&std::fs::read(path).map_err(io)?).into_owned();
        let known: HashSet<[String; 3]> = games_in(&text).collect();
        for game in played {
            let name = |index: usize| header.engines[game.players[index]].name.clone();
            if !known.contains(&[pgn::round(game), name(0), name(1)]) {
                self.add_pgn::<V>(header, game, rules)?;
            }
        }
        Ok(())
    }

    /// Writes a game, first into the log.
    pub fn add<V: Variant>(
        &mut self,
        header: &MatchHeader,
        game: &GameLine,
        rules: &Rules<V>,
    ) -> Result<(), MatchError> {
        if let Some(log) = &mut self.log {
            log.add(game)?;
        }
        self.add_pgn::<V>(header, game, rules)?;
        self.add_epd::<V>(game, rules)
    }

    /// Adds the final positions that the file of positions lacks.
    fn complete_epd<V: Variant>(&mut self, played: &[GameLine], rules: &Rules<V>) -> Result<(), MatchError> {
        let Some((path, _)) = self.epd.as_ref().filter(|_| !played.is_empty()) else { return Ok(()) };
        let io = |error| LogError::Io { path: path.clone(), error };
        let text = String::from_utf8_lossy(&std::fs::read(path).map_err(io)?).into_owned();
        // Games may end alike: each line stands for one of them.
        let mut lines: HashMap<&str, u64> = HashMap::new();
        text.lines().for_each(|line| *lines.entry(line).or_default() += 1);
        for game in played {
            match lines.get_mut(pgn::final_position::<V>(game, rules)?.as_str()) {
                Some(count @ 1..) => *count -= 1,
                _ => self.add_epd::<V>(game, rules)?,
            }
        }
        Ok(())
    }

    fn add_epd<V: Variant>(&mut self, game: &GameLine, rules: &Rules<V>) -> Result<(), MatchError> {
        let Some(file) = &mut self.epd else { return Ok(()) };
        append(file, &(pgn::final_position::<V>(game, rules)? + "\n"))?;
        Ok(())
    }

    fn add_pgn<V: Variant>(
        &mut self,
        header: &MatchHeader,
        game: &GameLine,
        rules: &Rules<V>,
    ) -> Result<(), MatchError> {
        let left_out = self.tags.finished && game.result == GameResult::Unfinished;
        let Some(file) = self.pgn.as_mut().filter(|_| !left_out) else { return Ok(()) };
        append(file, &(pgn::write::<V>(header, game, &self.tags, rules)? + "\n"))?;
        Ok(())
    }

    /// Reports on a game.
    pub fn report(&self, header: &MatchHeader, game: &GameLine, tally: &Tally) {
        let is_due = |interval: u64| tally.games.checked_rem(interval) == Some(0);
        if is_due(self.outcome_interval) || game.cause.is_fault() {
            self.note(&report::game_line(header, game, self.games, tally));
        }
        if let Some(text) = &game.report {
            self.note(&format!("report on game {}: {text}", game.game));
        }
        if is_due(self.rating_interval) {
            self.note(&report::summary(header, tally, self.sprt.as_ref()));
        }
        self.monitor.progress(tally.games, &report::short(tally, self.sprt.as_ref()));
    }

    /// A message for people.
    pub fn note(&self, text: &str) {
        self.monitor.note(text.trim_end());
    }

    /// No more games come.
    pub fn close(&self) {
        self.monitor.end();
    }
}

fn open(path: &Path) -> Result<(PathBuf, File), LogError> {
    let file = File::options().create(true).append(true).open(path);
    file.map(|file| (path.to_owned(), file)).map_err(|error| LogError::Io { path: path.to_owned(), error })
}

/// Adds a text to a file, in one piece, so that a kill leaves no half of it.
fn append((path, file): &mut (PathBuf, File), text: &str) -> Result<(), LogError> {
    let written = file.write_all(text.as_bytes()).and_then(|()| file.flush());
    written.map_err(|error| LogError::Io { path: path.clone(), error })
}

/// Round, White and Black of the games of a PGN file.
fn games_in(text: &str) -> impl Iterator<Item = [String; 3]> {
    let mut tags = [const { String::new() }; 3];
    text.lines().filter_map(move |line| {
        let (name, value) = line.strip_prefix('[')?.split_once(' ')?;
        let value = value.trim().strip_suffix(']')?.strip_prefix('"')?.strip_suffix('"')?;
        let index = ["Round", "White", "Black"].iter().position(|tag| *tag == name)?;
        tags[index] = value.replace("\\\"", "\"").replace("\\\\", "\\");
        // Black comes last of the three.
        (index == 2).then(|| tags.clone())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_a_file_are_known_by_round_and_names() {
        let text = "[Event \"x\"]\n[Round \"1.2\"]\n[White \"a \\\"q\\\" \\\\b\"]\n[Black \"c\"]\n\n1. f5 *\n\n\
                    [Round \"2.1\"]\n[White \"\"]\n[Black \"\\\\\"]\n[Result \"*\"]\n\n*\n";
        let right = [["1.2", "a \"q\" \\b", "c"], ["2.1", "", "\\"]];
        assert_eq!(games_in(text).collect::<Vec<_>>(), right);
    }
}
