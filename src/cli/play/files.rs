//! Where games are saved, and how to go on with them.

use super::log::{Log, Which, format_of};
use crate::files;
use crate::record::{Ending, GameFormat};
use anyhow::bail;
use std::path::{Path, PathBuf};
use time::OffsetDateTime;

/// Where the game lies.
#[derive(Debug, Default)]
pub struct Files {
    /// The folder for games that are left without being saved; `None` for the usual one.
    folder: Option<PathBuf>,
    /// The file with the game, and the game and its end when it was written.
    saved: Option<(PathBuf, String, Option<Ending>)>,
    /// The file that was written here.
    own: Option<PathBuf>,
    /// A file that the user wants to write over, if he says so once more.
    asked: Option<PathBuf>,
}

/// What came of saving.
pub enum Saved {
    /// It is done.
    Done,
    /// The file is there already, and was not written here.
    Exists,
}

impl Files {
    /// Games that are left without being saved go to this folder, or to the usual one.
    pub fn new(folder: Option<PathBuf>) -> Files {
        Files { folder, ..Files::default() }
    }

    /// Another game begins.
    pub fn forget(&mut self) {
        *self = Files::new(self.folder.take());
    }

    /// The game lies in this file.
    pub fn lies_in(&mut self, path: &Path, log: &Log) {
        self.saved = Some((path.to_owned(), log.text(), log.ending.clone()));
    }

    /// Writes the game in the format that the name of the file ends with. A file of somebody else is written over only if
    /// this is asked for twice.
    ///
    /// # Errors
    /// If the name has no such ending, the game is not written in the format, or the file cannot be written.
    pub fn save(&mut self, log: &Log, which: Which<'_>, path: &Path) -> anyhow::Result<Saved> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("").to_lowercase();
        let Some(format) = format_of(&ending) else {
            let known: Vec<String> = GameFormat::ALL.iter().map(|format| format!(".{}", format.name())).collect();
            bail!("the name of the file must end with its format: {}", known.join(", "));
        };
        let text = log.write(which, format)?;
        if path.exists() && self.own.as_deref() != Some(path) && self.asked.as_deref() != Some(path) {
            self.asked = Some(path.to_owned());
            return Ok(Saved::Exists);
        }
        files::replace(path, text.as_bytes())?;
        self.asked = None;
        self.own = Some(path.to_owned());
        self.lies_in(path, log);
        Ok(Saved::Done)
    }

    /// The file that has the whole game; it is written now, into the folder for such games, if there is none.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&mut self, log: &Log, which: Which<'_>) -> anyhow::Result<PathBuf> {
        if let Some((path, text, ending)) = &self.saved
            && *text == log.text()
            && *ending == log.ending
            && path.exists()
        {
            return Ok(path.clone());
        }
        let folder = self.folder.clone().unwrap_or_else(usual_folder);
        std::fs::create_dir_all(&folder).map_err(|error| files::named(&folder, &error))?;
        let path = free_name(&folder, which.variant);
        let text = log.write(which, GameFormat::Usi)?;
        files::replace(&path, text.as_bytes())?;
        self.lies_in(&path, log);
        Ok(path)
    }
}

/// `shishi/games` where programs keep the state of their user.
fn usual_folder() -> PathBuf {
    let state = dirs::state_dir().or_else(dirs::data_local_dir).unwrap_or_else(std::env::temp_dir);
    state.join("shishi").join("games")
}

/// A file in the folder that is not there yet, named by game and time.
fn free_name(folder: &Path, variant: &str) -> PathBuf {
    let now = OffsetDateTime::now_utc();
    let (date, month) = (now.date(), u8::from(now.month()));
    let (hour, minute, second) = now.to_hms();
    let name = format!("{variant}-{}-{month:02}-{:02}-{hour:02}{minute:02}{second:02}", date.year(), date.day());
    let names = (1..).map(|number| if number > 1 { format!("{name}-{number}.usi") } else { format!("{name}.usi") });
    // Among so many names there is one without a file.
    names.map(|name| folder.join(name)).find(|path| !path.exists()).unwrap_or_else(|| folder.join("game.usi"))
}

/// Today, as PGN writes it.
pub fn today() -> String {
    let date = OffsetDateTime::now_utc().date();
    format!("{}.{:02}.{:02}", date.year(), u8::from(date.month()), date.day())
}

/// A word of a command line, in quotes if a shell needs them.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/\\._-+=:,".contains(c);
    match word {
        _ if !word.is_empty() && word.chars().all(plain) => word.to_owned(),
        _ if cfg!(windows) => format!("\"{word}\""),
        _ => format!("'{}'", word.replace('\'', "'\\''")),
    }
}
