//! What can be learnt about the engines before the first game.

use super::{MatchError, Participant};
use crate::arena::client::{Client, EngineSetup};
use crate::arena::options::{EngineOptions, Options, Protocol};
use crate::arena::process::{Launch, Process, Received, resolve};
use crate::arena::profile::{Profile, Profiles};
use crate::games::Variant;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How long a program has for its bench number.
const BENCH_TIMEOUT: Duration = Duration::from_secs(120);

/// An engine that has been started once.
pub struct Probed {
    /// How it is to be used.
    pub participant: Participant,
    /// What it calls itself.
    pub own_name: String,
    /// What is known of it.
    pub profile: Profile,
    /// Its bench number.
    pub bench: Option<u64>,
}

impl Probed {
    /// Its name in the results.
    pub fn name(&self) -> &str {
        &self.participant.name
    }
}

/// Starts every engine once to learn its name, and stops it again.
pub fn probe<V: Variant>(
    options: &Options,
    program: (PathBuf, Vec<String>),
    stop: &Arc<AtomicBool>,
) -> Result<Vec<Probed>, MatchError> {
    let mut probed: Vec<Probed> = Vec::new();
    for engine in &options.engines {
        let setup = setup::<V>(engine, options, &program)?;
        let given = engine.name.clone().or_else(|| engine.command.clone()).unwrap_or_default();
        let client = Client::start(&setup, stop).map_err(|fault| MatchError::Engine { name: given.clone(), fault })?;
        let (own_name, profile) = (client.name().to_owned(), client.profile().clone());
        client.quit();
        let bench = profile.bench.as_deref().and_then(|arguments| bench::<V>(&setup, arguments, stop));
        let wish = engine.name.clone().unwrap_or_else(|| if own_name.is_empty() { given } else { own_name.clone() });
        let name = free_name(&wish, &probed);
        let mut setup = setup;
        setup.launch.label.clone_from(&name);
        let participant = Participant { name, setup, restart: engine.restart.unwrap_or_default() };
        probed.push(Probed { participant, own_name, profile, bench });
    }
    Ok(probed)
}

/// The name, with a number behind it if it is taken.
fn free_name(wish: &str, taken: &[Probed]) -> String {
    let is_free = |name: &str| taken.iter().all(|probed| probed.name() != name);
    let mut name = wish.to_owned();
    let mut number = 1;
    while !is_free(&name) {
        number += 1;
        name = format!("{wish} ({number})");
    }
    name
}

fn setup<V: Variant>(
    engine: &EngineOptions,
    options: &Options,
    (own, own_arguments): &(PathBuf, Vec<String>),
) -> Result<EngineSetup, MatchError> {
    let command = engine.command.clone().unwrap_or_default();
    let (program, mut arguments) = if engine.is_self() {
        (own.clone(), own_arguments.clone())
    } else {
        (installed(resolve(&command)), Vec::new())
    };
    arguments.extend(engine.arguments.iter().cloned());
    Ok(EngineSetup {
        launch: Launch {
            label: engine.name.clone().unwrap_or(command),
            program,
            arguments,
            folder: engine.folder.clone(),
            stderr: engine.stderr.clone(),
            debug: options.debug,
        },
        // Checked with the command line.
        protocol: engine.protocol().unwrap_or(Protocol::Cecp),
        profiles: Profiles::load(engine.profile.as_deref())?,
        limit: engine.limit(),
        memory: engine.memory,
        threads: engine.threads,
        options: engine.options.clone(),
        init: engine.init.clone(),
        variant: V::NAME,
        rules: engine.rules.clone(),
    })
}

/// Folders where Unix systems keep games, which not everybody's search path has.
const GAME_FOLDERS: &[&str] = &["/usr/games", "/usr/local/games"];

/// A program that the search path has not, where games are kept, if it is there.
fn installed(program: PathBuf) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_bare = program.components().count() == 1 && program.file_name().is_some();
    if !cfg!(unix) || !is_bare || std::env::split_paths(&path).any(|folder| folder.join(&program).is_file()) {
        return program;
    }
    let in_folders = GAME_FOLDERS.iter().map(|folder| Path::new(folder).join(&program));
    in_folders.into_iter().find(|file| file.is_file()).unwrap_or(program)
}

/// Runs the program's benchmark and returns the number it ends with; nothing, and a warning, if it does not.
fn bench<V: Variant>(setup: &EngineSetup, arguments: &str, stop: &Arc<AtomicBool>) -> Option<u64> {
    let mut launch = setup.launch.clone();
    launch.arguments.extend(arguments.split_whitespace().map(str::to_owned));
    if !launch.arguments.iter().any(|argument| argument.starts_with("--variant")) {
        launch.arguments.extend(["--variant".to_owned(), V::NAME.to_owned()]);
    }
    let warn = |what: &str| log::warn!("{} has no bench number: {what}", setup.launch.label);
    let mut process = match Process::start(&launch, stop) {
        Ok(process) => process,
        Err(error) => {
            warn(&error.to_string());
            return None;
        }
    };
    // A program that does not know these arguments may wait for commands instead.
    process.send("quit");
    let deadline = Instant::now() + BENCH_TIMEOUT;
    let mut bench = None;
    loop {
        match process.receive(deadline) {
            Received::Line(line, _) => {
                let number = line.strip_prefix("Bench: ").and_then(|rest| rest.split(' ').next());
                bench = number.and_then(|number| number.parse().ok()).or(bench);
            }
            Received::Timeout => {
                warn("it takes too long");
                return None;
            }
            Received::Interrupted => return None,
            Received::Closed => break,
        }
    }
    if bench.is_none() {
        warn("it does not write any");
    }
    bench
}
