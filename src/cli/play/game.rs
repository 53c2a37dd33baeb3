//! A game in the terminal: its state, and what happens when it begins and ends.

use super::clock::Clocks;
use super::files::{Files, quoted, today};
use super::input::{Inbox, Input};
use super::log::{Log, Which};
use super::screen::Screen;
use super::words;
use crate::cli::batch::one_line;
use crate::engine::{Engine, Options};
use crate::notation::{BoardStyle, MoveFormat};
use crate::position::{Move, Side};
use crate::protocol::input::Line;
use crate::record::{Cause, Ending};
use crate::search::SearchLimits;
use crate::search::skill::Skill;
use anyhow::anyhow;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

/// A game between a human and the engine, or of a human on both sides.
pub struct Play<W> {
    pub engine: Box<dyn Engine>,
    pub options: Options,
    /// The human's side; `None` for both.
    pub human: Option<Side>,
    pub flip: bool,
    pub style: BoardStyle,
    pub format: MoveFormat,
    /// For a move of the engine.
    pub limits: SearchLimits,
    pub clocks: Option<Clocks>,
    /// Whether to ask for a move.
    pub prompt: bool,
    pub log: Log,
    pub files: Files,
    /// A move that the human has been asked about: entered again, it is played.
    pub asked: Option<Move>,
    /// Which settings are in force, in words.
    pub settings: String,
    /// The flags with which the game goes on.
    pub flags: Vec<String>,
    pub searches: u64,
    pub screen: Screen<W>,
    pub inbox: Inbox,
}

/// What the human does next.
pub enum Next {
    /// He goes on.
    On,
    /// He ends the program.
    Quit,
}

impl<W: Write> Play<W> {
    /// A game that has yet to be set up.
    pub fn new(
        engine: Box<dyn Engine>,
        options: Options,
        human: Option<Side>,
        format: MoveFormat,
        screen: Screen<W>,
        inbox: Inbox,
    ) -> Play<W> {
        Play {
            engine,
            options,
            human,
            flip: false,
            style: BoardStyle::Kanji,
            format,
            limits: SearchLimits::default(),
            clocks: None,
            prompt: false,
            log: Log::default(),
            files: Files::default(),
            asked: None,
            settings: String::new(),
            flags: Vec::new(),
            searches: 0,
            screen,
            inbox,
        }
    }

    /// Plays until the human has had enough; whether it was an interrupt that ended it.
    ///
    /// # Errors
    /// If nothing can be written any more. The game is kept all the same.
    pub fn run(&mut self) -> io::Result<bool> {
        let ended = self.dialogue();
        let told = self.leave();
        let interrupted = ended?;
        told?;
        Ok(interrupted)
    }

    fn dialogue(&mut self) -> io::Result<bool> {
        self.screen.say(format!(
            "{}, rules {}; 'help' shows the commands",
            self.engine.title(),
            self.engine.rules()
        ))?;
        let settings = std::mem::take(&mut self.settings);
        if !settings.is_empty() {
            self.screen.say(settings)?;
        }
        self.begin()?;
        loop {
            if self.prompt {
                self.screen.print("> ")?;
            }
            let next = match self.inbox.next() {
                Input::Line(Line::Text(text)) => self.line(text.trim())?,
                Input::Line(Line::TooLong) => {
                    self.screen.say("That line is too long.")?;
                    Next::On
                }
                Input::End => {
                    if self.prompt {
                        self.screen.print("\n")?;
                    }
                    return Ok(false);
                }
                Input::Interrupt => {
                    self.screen.print("\n")?;
                    return Ok(true);
                }
            };
            if let Next::Quit = next {
                return Ok(false);
            }
        }
    }

    /// Shows the board of a game that has been set up; the engine moves if it is its turn.
    pub fn begin(&mut self) -> io::Result<()> {
        if let Some(clocks) = &mut self.clocks {
            clocks.start();
        }
        self.draw()?;
        self.answer()
    }

    /// Keeps the game, and tells how to go on with it.
    pub fn leave(&mut self) -> io::Result<()> {
        if self.log.moves.is_empty() {
            return Ok(());
        }
        let which = Which { variant: self.engine.name(), options: &self.options };
        match self.files.keep(&self.log, which) {
            Ok(path) => {
                let command = self.command(&path);
                self.screen.say(format!("The game is in {}. To go on with it:", path.display()))?;
                self.screen.print(format!("  {command}\n"))
            }
            Err(error) => {
                let text = self.log.text();
                self.complain(format!("The game cannot be kept: {error:#}. Here it is:"))?;
                self.screen.print(format!("{text}\n"))
            }
        }
    }

    /// The command that goes on with the game in a file.
    fn command(&self, path: &Path) -> String {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let mut words = vec!["shishi".to_owned(), "play".to_owned()];
        let mut add = |flag: &str, value: &str| words.extend([flag.to_owned(), value.to_owned()]);
        if self.engine.name() != crate::games::NAMES[0] {
            add("--variant", self.engine.name());
        }
        match self.human {
            Some(Side::Black) => {}
            Some(Side::White) => add("--side", "white"),
            None => add("--side", "both"),
        }
        if self.options.skill.is_some() {
            add("--level", &Skill::level(self.options.skill).to_string());
        }
        words.extend(self.flags.iter().cloned());
        words.extend(["--load".to_owned(), path.display().to_string()]);
        words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }

    /// Puts a game on the board.
    ///
    /// # Errors
    /// If it is none.
    pub fn set_up(&mut self, log: Log) -> anyhow::Result<()> {
        self.engine.set_position(&log.text())?;
        self.clocks = self.clocks.as_ref().map(Clocks::afresh);
        self.log = log;
        self.asked = None;
        self.files.forget();
        let players = |side| match self.human {
            Some(human) if side != human => "Shishi",
            _ => "Player",
        };
        let facts = [
            ("Event", "Casual game".to_owned()),
            ("Date", today()),
            ("White", players(Side::Black).to_owned()),
            ("Black", players(Side::White).to_owned()),
        ];
        // A record that has been loaded has its own.
        if self.log.tags.is_empty() {
            self.log.tags.extend(facts.map(|(name, value)| (name.to_owned(), value)));
            if let Some(clocks) = &self.clocks {
                self.log.tags.push(("TimeControl".to_owned(), clocks.control()));
            }
        }
        Ok(())
    }

    /// Loads the first game of a file, as far as `ply`, and tells about it.
    ///
    /// # Errors
    /// If there is no such game, or not so many moves. The game on the board stays.
    pub fn load(&mut self, path: &Path, ply: Option<usize>) -> anyhow::Result<()> {
        let which = Which { variant: self.engine.name(), options: &self.options };
        let (mut log, notes) = Log::load(which, path)?;
        let count = log.moves.len();
        if let Some(ply) = ply.filter(|&ply| ply != count) {
            if ply > count {
                anyhow::bail!("{}: the game has only {count} moves", path.display());
            }
            log.moves.truncate(ply);
            log.ending = None;
        }
        let whole = log.moves.len() == count;
        self.set_up(log).map_err(|error| anyhow!("{}: {error}", path.display()))?;
        if whole {
            self.files.lies_in(path, &self.log);
        }
        if let Some(clocks) = &mut self.clocks {
            let mut side = self.engine.side_to_move();
            if self.log.moves.len() % 2 == 1 {
                side = !side;
            }
            for played in &self.log.moves {
                clocks.moved(side, played.spent.unwrap_or_default());
                side = !side;
            }
        }
        for note in notes {
            self.complain(format!("Note: {note}"))?;
        }
        self.complain(format!("{}: {} of {count} moves", path.display(), self.log.moves.len()))?;
        Ok(())
    }

    /// Says something that quotes what came from outside.
    pub fn complain(&mut self, error: impl Display) -> io::Result<()> {
        self.screen.say(one_line(&error.to_string()))
    }

    /// How the game has ended, in words, if it has.
    pub fn result(&self) -> Option<String> {
        if let Some(outcome) = self.engine.outcome() {
            return Some(self.engine.describe_outcome(outcome, ["Black", "White"]));
        }
        let ending = self.log.ending.as_ref()?;
        let Some(winner) = ending.winner else {
            return Some(match &ending.cause {
                Cause::Other(text) if !text.is_empty() => format!("draw: {text}"),
                _ => "draw by agreement".to_owned(),
            });
        };
        let loser = words::name(!winner);
        let why = match &ending.cause {
            Cause::Resignation => format!("{loser} has resigned"),
            Cause::Time => format!("{loser} has run out of time"),
            Cause::IllegalMove => format!("{loser} has broken the rules"),
            Cause::Agreement => "by agreement".to_owned(),
            Cause::Rules(reason) => reason.to_string(),
            Cause::Other(text) => text.clone(),
        };
        Some(if why.is_empty() {
            format!("{} wins", words::name(winner))
        } else {
            format!("{} wins: {why}", words::name(winner))
        })
    }

    /// The game is over, not by the rules.
    pub fn end(&mut self, winner: Option<Side>, cause: Cause) -> io::Result<()> {
        self.log.ending = Some(Ending { winner, cause });
        self.tell_result()
    }

    /// Tells the result, if there is one.
    pub fn tell_result(&mut self) -> io::Result<()> {
        match self.result() {
            Some(result) => self.screen.say(format!("The game is over: {result}.")),
            None => Ok(()),
        }
    }
}
