//! USI, the protocol of lishogi and of shogi interfaces.

mod format;
mod go;
pub(super) mod options;

use super::input::LONGEST_LINE;
use super::output::{Output, echo, reason};
use super::{Conversation, Event, Flow};
use crate::engine::{self, Done, Engine, MateRequest, Options, OptionsError, PlayError, SearchEvent, SearchRequest};
use crate::notation::MoveFormat;
use crate::position::Reason;
use crate::search::SearchLimits;
use crate::settings::{Effect, OPTIONS, OptionSpec, ValueError};
use go::{GoCommand, GoError};
use std::collections::BTreeMap;
use std::io::{self, Write};
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
    /// What that search was asked for, while it is on the opponent's time.
    pondering: Option<GoCommand>,
    /// Whether the last position sent was refused: then nobody knows what is on the other side's board.
    position_unknown: bool,
    /// Number of the last search.
    searches: u64,
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
            pondering: None,
            position_unknown: false,
            searches: 0,
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
                self.position_unknown = false;
            }
            "position" => self.set_position(rest)?,
            "go" => self.go(rest)?,
            "stop" => self.engine.stop(),
            "ponderhit" => self.ponder_hit(rest)?,
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
        let (variant, rules) = (Some(self.engine.name().to_owned()), Some(self.engine.rules()));
        let in_force = Options { variant, rules, ..self.options.clone() };
        for line in format::identity().into_iter().chain(options::declare(OPTIONS, &in_force)) {
            self.output.line(line)?;
        }
        self.output.line("usiok")
    }

    fn set_option(&mut self, text: &str) -> io::Result<()> {
        let Some((name, value)) = option_parts(text) else {
            return self.error(&format!("setoption {}: not 'name NAME value VALUE'", echo(text)));
        };
        if options::is_ignored(name) {
            return Ok(());
        }
        let Some(option) = options::with_name(OPTIONS, name) else {
            return self.output.line(format_args!("info string no such option: {}", echo(name)));
        };
        match self.put(option, value) {
            Ok(()) => Ok(()),
            Err(error) => self.error(&format!("option {}: {}", echo(name), echo(&error.to_string()))),
        }
    }

    fn put(&mut self, option: &OptionSpec<Options>, value: &str) -> Result<(), SetError> {
        let mut options = self.options.clone();
        options::set(option, &mut options, value)?;
        match option.effect {
            Effect::Engine => return self.configure(options),
            Effect::Game => return self.set_variant(value),
            // The conversation is logged only under CECP.
            Effect::Log | Effect::None => {}
        }
        self.options = options;
        Ok(())
    }

    fn configure(&mut self, options: Options) -> Result<(), SetError> {
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
    fn set_variant(&mut self, value: &str) -> Result<(), SetError> {
        let name = format::variant(value).unwrap_or(value);
        if name == self.engine.name() {
            return Ok(());
        }
        let options = Options { rules: self.rules.get(name).cloned(), ..self.options.clone() };
        let engine = engine::create(name, &options)?;
        self.abort();
        self.engine = engine;
        self.position_unknown = false;
        self.options = options;
        Ok(())
    }

    fn set_position(&mut self, text: &str) -> io::Result<()> {
        match self.engine.set_position(text) {
            Ok(()) => {
                self.abort();
                self.position_unknown = false;
                // Not every interface says `isready`: what a search needs is made before the clock runs.
                self.engine.make_ready();
                Ok(())
            }
            // A search of the old one goes on and is still answered.
            Err(error) => {
                self.position_unknown = true;
                self.error(&format!("bad position: {}", reason(&error.to_string())))
            }
        }
    }

    fn go(&mut self, text: &str) -> io::Result<()> {
        self.abort();
        let go = match self.read_go(text) {
            Ok(go) => go,
            Err(error) => {
                // The other end waits for an answer all the same; a short search gives a fair one.
                self.error(&format!("go: {}", echo(&error.to_string())))?;
                GoCommand {
                    limits: SearchLimits { move_time: Some(FALLBACK), ..SearchLimits::default() },
                    ..GoCommand::default()
                }
            }
        };
        if self.position_unknown {
            return self.refuse_to_go(go.mate);
        }
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

    /// Answers `go` after a position that was refused. A move for the position before could be one of another game.
    ///
    /// `resign` is the only answer without a move that USI knows: Shogi interfaces end the game by it, lishogi's bots
    /// resign. A null move (`0000`), which UCI interfaces take for no move, would be taken for an illegal one.
    fn refuse_to_go(&mut self, mate: bool) -> io::Result<()> {
        self.error("go: the last position was refused, so there is none to search; send another")?;
        self.output.line(if mate { "checkmate timeout" } else { "bestmove resign" })
    }

    /// The move that was pondered upon has been played. Times may follow, as some interfaces know them only then.
    fn ponder_hit(&mut self, text: &str) -> io::Result<()> {
        let Some(pondered) = self.pondering.take() else { return Ok(()) };
        if text.is_empty() {
            self.engine.ponder_hit();
            return Ok(());
        }
        let limits = match GoCommand::read(text, self.engine.side_to_move()) {
            Ok(GoCommand { limits, .. }) => limits,
            Err(error) => {
                self.error(&format!("ponderhit: {}", echo(&error.to_string())))?;
                if pondered.limits.is_timed() {
                    self.engine.ponder_hit();
                    return Ok(());
                }
                SearchLimits { move_time: Some(FALLBACK), ..SearchLimits::default() }
            }
        };
        // The search begins anew under these limits; the table knows what the one before has found.
        let SearchLimits { depth, nodes, root_moves, .. } = pondered.limits;
        let limits =
            SearchLimits { depth: limits.depth.or(depth), nodes: limits.nodes.or(nodes), root_moves, ..limits };
        self.abort();
        if !self.search(GoCommand { limits, ..GoCommand::default() }) {
            return self.output.line("bestmove resign");
        }
        Ok(())
    }

    fn read_go(&self, text: &str) -> Result<GoCommand, SearchError> {
        let mut go = GoCommand::read(text, self.engine.side_to_move())?;
        let moves: Result<_, _> = go.moves.iter().map(|mv| self.engine.read_move(mv)).collect();
        go.limits.root_moves = moves?;
        Ok(go)
    }

    fn search(&mut self, go: GoCommand) -> bool {
        self.searches += 1;
        let id = self.searches;
        let events = self.events.clone();
        // The receiver is gone once the conversation has ended.
        let sink = Arc::new(move |event| drop(events.send(Event::Search(event))));
        self.pondering = go.ponder.then(|| go.clone());
        let GoCommand { limits, ponder, .. } = go;
        let request = SearchRequest { id, limits, excluded: Vec::new(), format: MoveFormat::Usi, ponder };
        let started = self.engine.go(request, sink);
        self.thinking = started.then_some(id);
        started
    }

    fn solve(&mut self, limits: &SearchLimits) -> io::Result<()> {
        self.searches += 1;
        let (id, events) = (self.searches, self.events.clone());
        let sink = Arc::new(move |event| drop(events.send(Event::Search(event))));
        let SearchLimits { move_time: time, nodes, depth: plies, .. } = *limits;
        let request = MateRequest { id, time, nodes, plies, format: MoveFormat::Usi };
        match self.engine.solve(request, sink) {
            Ok(()) => {
                self.thinking = Some(id);
                Ok(())
            }
            Err(error) => {
                self.error(&format!("go mate: {}", echo(&error.to_string())))?;
                self.output.line("checkmate timeout")
            }
        }
    }

    /// Ends a search whose result is no longer wanted; what it still says is dropped.
    fn abort(&mut self) {
        self.pondering = None;
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
        self.pondering = None;
        self.output.line(format::best_move(done, self.options.ponder))
    }
}

impl<W: Write> Conversation for Usi<W> {
    fn handle(&mut self, event: Event) -> io::Result<Flow> {
        match event {
            Event::Line(line) => return self.line(&line),
            Event::LongLine => {
                // Only a position is ever that long.
                self.position_unknown = true;
                self.error(&format!("line longer than {LONGEST_LINE} bytes"))?;
            }
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

/// Why an option cannot be set.
#[derive(Debug, thiserror::Error)]
enum SetError {
    /// The option cannot have the value.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// The engine refuses it.
    #[error(transparent)]
    Engine(#[from] OptionsError),
}

/// Why a search cannot be started as asked for.
#[derive(Debug, thiserror::Error)]
enum SearchError {
    /// The limits.
    #[error(transparent)]
    Limits(#[from] GoError),
    /// A move of `searchmoves`.
    #[error(transparent)]
    Move(#[from] PlayError),
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
