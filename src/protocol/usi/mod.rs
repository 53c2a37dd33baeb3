//! USI, the protocol of lishogi and of shogi interfaces.

mod format;
mod go;

use super::input::LONGEST_LINE;
use super::output::{Output, echo, reason};
use super::{Event, Flow, Talk};
use crate::engine::{self, Done, Engine, MateRequest, Options, SKILL_RANGE, SearchEvent, SearchRequest, Skill};
use crate::notation::{MoveFormat, TextError};
use crate::position::Reason;
use crate::search::limits::Limits;
use crate::settings::{CONTEMPT_RANGE, HASH_RANGE, LINES_RANGE, MOVE_OVERHEAD_RANGE, THREADS_RANGE};
use format::Setting;
use go::GoCommand;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

/// A conversation with one interface.
pub struct Usi<W: Write> {
    output: Output<W>,
    engine: Box<dyn Engine>,
    options: Options,
    events: Sender<Event>,
    /// Number of the search whose answer is awaited.
    thinking: Option<u64>,
    /// Number of the last search.
    searches: u64,
    /// Whether answers name the reply that is expected.
    ponder: bool,
    /// The rule sets asked for, by variant: each has rules of its own.
    rules: BTreeMap<&'static str, String>,
}

impl<W: Write> Usi<W> {
    /// A conversation at the start position of the engine's game. Searches report to `events`.
    pub fn new(output: W, engine: Box<dyn Engine>, options: Options, events: Sender<Event>) -> Usi<W> {
        Usi {
            output: Output::new(output),
            rules: options.rules.iter().map(|rules| (engine.name(), rules.clone())).collect(),
            engine,
            options,
            events,
            thinking: None,
            searches: 0,
            ponder: false,
        }
    }

    fn line(&mut self, line: &str) -> io::Result<Flow> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match word {
            "quit" => return Ok(Flow::Break(())),
            "usi" => self.identify()?,
            "isready" => {
                self.engine.make_ready();
                self.output.line("readyok")?;
            }
            "setoption" => self.set_option(rest)?,
            "usinewgame" => {
                self.abort();
                self.engine.new_game();
            }
            "position" => self.set_position(rest)?,
            "go" => self.go(rest)?,
            "stop" => self.engine.stop(),
            "ponderhit" => self.engine.ponder_hit(),
            "gameover" => self.abort(),
            // Nothing to be registered, nothing to be debugged.
            "" | "register" | "debug" => {}
            _ => self.error(&format!("unknown command: {}", echo(line)))?,
        }
        Ok(Flow::Continue(()))
    }

    fn error(&mut self, text: &str) -> io::Result<()> {
        self.output.line(format_args!("info string error: {text}"))
    }

    fn identify(&mut self) -> io::Result<()> {
        for line in format::identity(&self.options, self.engine.usi_name(), &self.engine.rules()) {
            self.output.line(line)?;
        }
        self.output.line("usiok")
    }

    fn set_option(&mut self, text: &str) -> io::Result<()> {
        let Some((name, value)) = option_parts(text) else {
            return self.error(&format!("setoption {}: not 'name NAME value VALUE'", echo(text)));
        };
        if format::is_ignored(name) {
            return Ok(());
        }
        let Some(setting) = Setting::from_name(name) else {
            return self.output.line(format_args!("info string no such option: {}", echo(name)));
        };
        match self.put(setting, value) {
            Ok(()) => Ok(()),
            Err(TextError(error)) => self.error(&format!("option {}: {}", echo(name), echo(&error))),
        }
    }

    fn put(&mut self, setting: Setting, value: &str) -> Result<(), TextError> {
        let mut options = self.options.clone();
        match setting {
            Setting::Variant => return self.set_variant(value),
            Setting::Ponder => {
                self.ponder = check(value)?;
                return Ok(());
            }
            Setting::Hash => options.hash = spin(value, &HASH_RANGE)? as usize,
            Setting::Threads => options.threads = spin(value, &THREADS_RANGE)? as usize,
            Setting::Lines => options.lines = spin(value, &LINES_RANGE)? as usize,
            Setting::Skill => options.skill = Skill::new(spin(value, &SKILL_RANGE)?),
            Setting::Contempt => options.contempt = spin(value, &CONTEMPT_RANGE)? as i32,
            Setting::MoveOverhead => {
                options.move_overhead = Duration::from_millis(spin(value, &MOVE_OVERHEAD_RANGE)? as u64);
            }
            Setting::Rules => options.rules = Some(value.to_owned()),
        }
        // A search that goes on is dropped, unless the value is refused: then it is still answered.
        self.engine.configure(&options)?;
        self.abort();
        if let Some(rules) = &options.rules {
            self.rules.insert(self.engine.name(), rules.clone());
        }
        self.options = options;
        Ok(())
    }

    /// Puts another game on the board, by its name in USI or the usual one. The options stay.
    fn set_variant(&mut self, value: &str) -> Result<(), TextError> {
        let name = format::variant(value).unwrap_or(value);
        if name == self.engine.name() {
            return Ok(());
        }
        let options = Options { rules: self.rules.get(name).cloned(), ..self.options.clone() };
        let engine = engine::create(name, &options)?;
        self.abort();
        self.engine = engine;
        self.options = options;
        Ok(())
    }

    fn set_position(&mut self, text: &str) -> io::Result<()> {
        match self.engine.set_position(text) {
            Ok(()) => {
                self.abort();
                Ok(())
            }
            // Whoever waits for an answer about the old one still gets it.
            Err(TextError(error)) => self.error(&format!("bad position (the old one stays): {}", reason(&error))),
        }
    }

    fn go(&mut self, text: &str) -> io::Result<()> {
        self.abort();
        let go = match self.read_go(text) {
            Ok(go) => go,
            Err(TextError(error)) => {
                // Whoever has asked waits for an answer; a short look gives a fair one.
                self.error(&format!("go: {}", echo(&error)))?;
                GoCommand { limits: Limits { move_time: Some(FALLBACK), ..Limits::default() }, ..GoCommand::default() }
            }
        };
        if go.mate {
            return self.solve(&go.limits);
        }
        let outcome = self.engine.outcome();
        if let Some(outcome) = outcome {
            let words = self.engine.describe_outcome(outcome, ["Black", "White"]);
            self.output.line(format_args!("info string the game is over: {words}"))?;
        }
        // With the last royal gone the game is over for everybody. No other end stops a server from asking for a move.
        let over = outcome.is_some_and(|outcome| outcome.reason == Reason::Royals);
        if over || !self.search(go) {
            return self.output.line("bestmove resign");
        }
        Ok(())
    }

    fn read_go(&self, text: &str) -> Result<GoCommand, TextError> {
        let mut go = GoCommand::read(text, self.engine.side_to_move()).map_err(TextError)?;
        let moves: Result<_, _> = go.moves.iter().map(|mv| self.engine.read_move(mv)).collect();
        go.limits.root_moves = moves?;
        Ok(go)
    }

    fn search(&mut self, go: GoCommand) -> bool {
        self.searches += 1;
        let id = self.searches;
        let events = self.events.clone();
        // Nobody listens any more once the conversation has ended.
        let sink = Arc::new(move |event| drop(events.send(Event::Search(event))));
        let GoCommand { limits, ponder, .. } = go;
        let request = SearchRequest { id, limits, excluded: Vec::new(), format: MoveFormat::Usi, ponder };
        let started = self.engine.go(request, sink);
        self.thinking = started.then_some(id);
        started
    }

    fn solve(&mut self, limits: &Limits) -> io::Result<()> {
        self.searches += 1;
        let (id, events) = (self.searches, self.events.clone());
        let sink = Arc::new(move |event| drop(events.send(Event::Search(event))));
        let Limits { move_time: time, nodes, depth: plies, .. } = *limits;
        let request = MateRequest { id, time, nodes, plies, format: MoveFormat::Usi };
        match self.engine.solve(request, sink) {
            Ok(()) => {
                self.thinking = Some(id);
                Ok(())
            }
            Err(TextError(error)) => {
                self.error(&format!("go mate: {}", echo(&error)))?;
                self.output.line("checkmate timeout")
            }
        }
    }

    /// Ends a search whose result is no longer wanted; what it still says is dropped.
    fn abort(&mut self) {
        if self.thinking.take().is_some() {
            self.engine.stop();
        }
    }

    fn search_event(&mut self, event: SearchEvent) -> io::Result<()> {
        if self.thinking != Some(event.id()) {
            return Ok(());
        }
        match event {
            SearchEvent::Info(info) => self.output.line(format::thinking(&info)),
            SearchEvent::Remark(remark) => self.output.line(format_args!("info string {}", remark.text)),
            SearchEvent::Done(done) => self.done(&done),
            SearchEvent::MateDone(done) => {
                self.thinking = None;
                self.output.line(format::checkmate(&done.answer))
            }
        }
    }

    fn done(&mut self, done: &Done) -> io::Result<()> {
        self.thinking = None;
        self.output.line(format::best_move(done, self.ponder))
    }
}

impl<W: Write> Talk for Usi<W> {
    fn handle(&mut self, event: Event) -> io::Result<Flow> {
        match event {
            Event::Line(line) => return self.line(&line),
            Event::LongLine => self.error(&format!("line longer than {LONGEST_LINE} bytes"))?,
            Event::EndOfInput => return Ok(Flow::Break(())),
            Event::Search(event) => self.search_event(event)?,
        }
        Ok(Flow::Continue(()))
    }
}

/// Time for a search whose limits have not been understood.
const FALLBACK: Duration = Duration::from_millis(500);

/// Name and value of `name NAME [value VALUE]`; the name may have spaces.
fn option_parts(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix("name")?;
    let rest = rest.starts_with(char::is_whitespace).then(|| rest.trim())?;
    let (name, value) = match rest.split_once(" value ") {
        Some((name, value)) => (name.trim(), value.trim()),
        None => (rest.strip_suffix(" value").unwrap_or(rest).trim(), ""),
    };
    (!name.is_empty()).then_some((name, value))
}

fn spin(value: &str, range: &RangeInclusive<i64>) -> Result<i64, TextError> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| TextError(format!("'{value}' is no whole number from {} to {}", range.start(), range.end())))
}

fn check(value: &str) -> Result<bool, TextError> {
    value.parse().map_err(|_| TextError(format!("'{value}' is neither true nor false")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_taken_apart() {
        assert_eq!(option_parts("name USI_Hash value 64"), Some(("USI_Hash", "64")));
        assert_eq!(option_parts("name Move Overhead value 5 "), Some(("Move Overhead", "5")));
        assert_eq!(option_parts("name Rules value jcsa:lion.foot=after"), Some(("Rules", "jcsa:lion.foot=after")));
        assert_eq!(option_parts("name Clear Hash"), Some(("Clear Hash", "")));
        assert_eq!(option_parts("name Log File value"), Some(("Log File", "")));
        for bad in ["", "name", "name ", "USI_Hash value 64", "names X value 1"] {
            assert_eq!(option_parts(bad), None, "{bad}");
        }
    }
}
