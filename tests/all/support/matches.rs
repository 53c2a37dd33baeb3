//! Matches of the program with a log that is read back.

use super::batch::{self, Run};
use shishi::arena::entry::GameLine;
use shishi::arena::log;
use std::fs;
use std::path::{Path, PathBuf};

/// An empty folder for one test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("arena-{name}"));
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder of an earlier run can go");
    }
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The words of a line.
pub fn split(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

/// Runs a match with these words and a log, which comes back with the run.
pub fn play(log: &Path, words: &[String]) -> (Vec<GameLine>, Run) {
    let mut arguments = vec!["match".to_owned()];
    arguments.extend_from_slice(words);
    arguments.extend(["-log".to_owned(), log.display().to_string()]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let run = batch::run(&arguments, "");
    let games = log::read(log).unwrap_or_else(|error| panic!("{error}; {}", run.stderr)).games;
    (games, run)
}
