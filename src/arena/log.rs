//! The log of a match: lines of JSON, the header first, then a game each.

use super::difference::Difference;
use super::entry::{FORMAT, GameLine, MatchHeader};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What is wrong with a log.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// It cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        error: io::Error,
    },
    /// It is there already.
    #[error("{} holds a match already; -resume goes on with it", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// A line that is none of ours.
    #[error("{} line {line}: {reason}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// Games of another match.
    #[error("{} is of another match: {}", path.display(), sentence(differences, "there", "here"))]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// What differs, first as it is in the file, then as it is wanted.
        differences: Vec<Difference>,
    },
    /// Logs of two matches are to be added up.
    #[error(
        "{} and {} are of different matches and cannot be added up: {}", first.display(), path.display(),
        sentence(differences, &format!("in {}", first.display()), &format!("in {}", path.display()))
    )]
    TwoMatches {
        /// The first file.
        first: PathBuf,
        /// The one that does not belong to it.
        path: PathBuf,
        /// What differs, first as it is in the first file.
        differences: Vec<Difference>,
    },
    /// One game in two logs.
    #[error("{} holds game {game} of seed {seed} once more; give each run its own -srand", path.display())]
    Duplicate {
        /// The file.
        path: PathBuf,
        /// The game.
        game: u64,
        /// The seed.
        seed: u64,
    },
}

/// What differs between two matches, each under its name.
fn sentence(differences: &[Difference], there: &str, here: &str) -> String {
    differences.iter().map(|difference| difference.text(there, here)).collect::<Vec<_>>().join("; ")
}

/// A log that games are added to.
pub struct Log {
    path: PathBuf,
    file: File,
}

/// What a log holds.
#[derive(Debug)]
pub struct Contents {
    /// The first line.
    pub header: MatchHeader,
    /// All others.
    pub games: Vec<GameLine>,
    /// Length in bytes without a last line that was cut off when the program was killed.
    whole: u64,
}

impl Log {
    /// Begins a log. A file that has something in it is left alone.
    ///
    /// # Errors
    /// If the file cannot be written, or is there already and not empty.
    pub fn create(path: &Path, header: &MatchHeader) -> Result<Log, LogError> {
        let io = |error| LogError::Io { path: path.to_owned(), error };
        if path.metadata().is_ok_and(|file| file.len() > 0) {
            return Err(LogError::Exists { path: path.to_owned() });
        }
        let file = File::options().create(true).append(true).open(path).map_err(io)?;
        let mut log = Log { path: path.to_owned(), file };
        log.line(header)?;
        Ok(log)
    }

    /// Goes on with a log; one that is not there or is empty is begun. The games in it come back.
    ///
    /// # Errors
    /// If the file cannot be read or written, is no log, or is that of another match.
    pub fn resume(path: &Path, header: &MatchHeader) -> Result<(Log, Vec<GameLine>), LogError> {
        if path.metadata().map_or(true, |file| file.len() == 0) {
            return Ok((Log::create(path, header)?, Vec::new()));
        }
        let contents = read(path)?;
        let mut differences = contents.header.differences(header);
        if contents.header.seed != header.seed {
            differences.push(Difference {
                what: "the seed".to_owned(),
                one: contents.header.seed.to_string(),
                two: header.seed.to_string(),
            });
        }
        if !differences.is_empty() {
            return Err(LogError::OtherMatch { path: path.to_owned(), differences });
        }
        let io = |error| LogError::Io { path: path.to_owned(), error };
        let file = File::options().append(true).open(path).map_err(io)?;
        file.set_len(contents.whole).map_err(io)?;
        Ok((Log { path: path.to_owned(), file }, contents.games))
    }

    /// Adds a game; it is on its way to the disk when this returns.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, game: &GameLine) -> Result<(), LogError> {
        self.line(game)
    }

    fn line(&mut self, value: &impl serde::Serialize) -> Result<(), LogError> {
        let io = |error| LogError::Io { path: self.path.clone(), error };
        let mut text = serde_json::to_string(value).map_err(|error| io(error.into()))?;
        text.push('\n');
        // In one piece, so that a kill leaves at most one line incomplete.
        self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush()).map_err(io)
    }
}

/// Reads a log. A last line without its end is passed over: the program was killed while it wrote.
///
/// # Errors
/// If the file cannot be read or is no log; the message names the line.
pub fn read(path: &Path) -> Result<Contents, LogError> {
    let text = std::fs::read(path).map_err(|error| LogError::Io { path: path.to_owned(), error })?;
    parse(&text, path)
}

fn parse(bytes: &[u8], path: &Path) -> Result<Contents, LogError> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let lines = bytes[..whole].split(|&byte| byte == b'\n').enumerate().filter(|(_, line)| !line.is_empty());
    let syntax = |line: usize, reason: String| LogError::Syntax { path: path.to_owned(), line: line + 1, reason };
    let mut header: Option<MatchHeader> = None;
    let mut games: Vec<GameLine> = Vec::new();
    let mut seen = HashSet::new();
    for (number, line) in lines {
        let Some(known) = &header else {
            let mut found: MatchHeader = serde_json::from_slice(line)
                .map_err(|error| syntax(number, format!("no header of a match: {error}")))?;
            if found.format != FORMAT {
                return Err(syntax(number, format!("format {} is not known here", found.format)));
            }
            found.rules = crate::games::present_rules(&found.variant, &found.rules);
            header = Some(found);
            continue;
        };
        let game: GameLine = serde_json::from_slice(line).map_err(|error| syntax(number, error.to_string()))?;
        let engines = known.engines.len();
        let [one, two] = game.encounter;
        let players_fit = game.players == [one, two] || game.players == [two, one];
        if one >= engines || two >= engines || one == two || !players_fit {
            return Err(syntax(number, format!("players {:?} of encounter {:?}", game.players, game.encounter)));
        }
        if !seen.insert((game.seed, game.game)) {
            return Err(LogError::Duplicate { path: path.to_owned(), game: game.game, seed: game.seed });
        }
        games.push(game);
    }
    let header = header.ok_or_else(|| syntax(0, "no header of a match".to_owned()))?;
    Ok(Contents { header, games, whole: whole as u64 })
}

/// Reads several logs as one.
///
/// # Errors
/// If one cannot be read, is of another match than the first, or holds a game that another one holds.
pub fn merge(paths: &[PathBuf]) -> Result<(MatchHeader, Vec<GameLine>), LogError> {
    let mut merged: Option<(MatchHeader, &Path)> = None;
    let mut games: Vec<GameLine> = Vec::new();
    let mut seen = HashSet::new();
    for path in paths {
        let contents = read(path)?;
        if let Some((header, first)) = &merged {
            let differences = header.differences(&contents.header);
            if !differences.is_empty() {
                return Err(LogError::TwoMatches { first: first.to_path_buf(), path: path.clone(), differences });
            }
        }
        for game in contents.games {
            if !seen.insert((game.seed, game.game)) {
                return Err(LogError::Duplicate { path: path.clone(), game: game.game, seed: game.seed });
            }
            games.push(game);
        }
        merged.get_or_insert((contents.header, path));
    }
    let none = || LogError::Io { path: PathBuf::new(), error: io::Error::other("no log") };
    Ok((merged.ok_or_else(none)?.0, games))
}
