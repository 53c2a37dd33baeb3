//! CECP, the protocol of XBoard and WinBoard, version 2 (and as much of version 1 as is met in practice).

mod board;
mod clock;
mod format;
mod highlight;
pub(super) mod options;
mod scores;
mod thinking;

use super::input::LONGEST_LINE;
use super::output::{Output, echo, reason};
use super::{Conversation, Event, Flow};
use crate::engine::{self, Engine, Options};
use crate::notation::MoveFormat;
use crate::position::{Move, Side};
use clock::{TimeControl, number};
use highlight::Lifted;
use scores::RecentScores;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::mpsc::Sender;
use thinking::{Pondering, Thinking};

/// Longest move that is put together from its legs, in bytes.
const LONGEST_MOVE: usize = 1000;

/// Commands that are understood and mean nothing to us.
const IGNORED: &[&str] = &[
    "xboard", "accepted", "rejected", "random", "computer", "name", "rating", "ics", "otim", "white", "black",
    "ponder", "egtpath", ".", "exit",
];

/// Commands beside moves that leave a search on the opponent's time alone.
const PONDERING_GOES_ON: &[&str] = &[
    "", "ping", "time", "post", "nopost", "hard", "hint", "?", "protover", "level", "st", "sd", "quit", "bk", "draw",
    "lift", "put", "hover",
];

/// What the engine does when it is on move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Nothing: it takes moves for both sides.
    Force,
    /// It plays this side.
    Play(Side),
    /// It thinks about every position and plays none.
    Analyze,
}

/// A conversation with one interface.
pub struct Cecp<W: Write> {
    output: Output<W>,
    engine: Box<dyn Engine>,
    options: Options,
    /// The variant of a new game.
    variant: &'static str,
    events: Sender<Event>,
    mode: Mode,
    thinking: Option<Thinking>,
    /// Set while the search that `thinking` speaks of is on the opponent's time.
    pondering: Option<Pondering>,
    /// Whether to think on the opponent's time (`hard`).
    ponder: bool,
    /// The reply that is expected to the engine's last move.
    hint: Option<String>,
    /// Number of the last search.
    searches: u64,
    /// Whether lines of thought are wanted.
    post: bool,
    clock: TimeControl,
    scores: RecentScores,
    /// Moves that analysis leaves out.
    excluded: Vec<Move>,
    /// The piece in the user's hand.
    lifted: Lifted,
    /// First legs of a move that comes leg by leg.
    legs: String,
    /// The rule sets asked for, by variant: each has rules of its own.
    rules: BTreeMap<&'static str, String>,
}

impl<W: Write> Cecp<W> {
    /// A conversation that begins as after `new`. Searches report to `events`.
    pub fn new(output: W, engine: Box<dyn Engine>, options: Options, events: Sender<Event>) -> Cecp<W> {
        Cecp {
            output: Output::new(output),
            rules: options.rules.iter().map(|rules| (engine.name(), rules.clone())).collect(),
            variant: engine.name(),
            engine,
            options,
            events,
            mode: Mode::Play(Side::White),
            thinking: None,
            pondering: None,
            ponder: false,
            hint: None,
            searches: 0,
            post: false,
            clock: TimeControl::new(),
            scores: RecentScores::default(),
            excluded: Vec::new(),
            lifted: Lifted::default(),
            legs: String::new(),
        }
    }

    fn line(&mut self, line: &str) -> io::Result<Flow> {
        let line = line.trim();
        self.output.heard(line);
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let is_move = word == "usermove" || format::looks_like_move(word);
        if !(is_move || PONDERING_GOES_ON.contains(&word) || IGNORED.contains(&word) || word.starts_with('#')) {
            self.end_pondering();
        }
        match word {
            "" => {}
            "quit" => return Ok(Flow::Break(())),
            "ping" => self.output.line(format_args!("pong {}", echo(rest)))?,
            "protover" => self.protover(rest)?,
            "new" => self.new_game()?,
            "variant" => self.set_variant(rest)?,
            "force" => self.force(),
            "go" => self.go()?,
            "playother" => self.play_other()?,
            "analyze" => self.analyze(),
            "exit" if self.mode == Mode::Analyze => self.force(),
            "." if self.mode == Mode::Analyze => self.report_analysis()?,
            "usermove" => self.user_move(rest, line)?,
            "setboard" => self.set_board(rest)?,
            "undo" => self.undo(1),
            "remove" => self.undo(2),
            "result" => self.force(),
            "?" => self.move_now(),
            "level" => self.time(TimeControl::level, rest, line)?,
            "st" => self.time(TimeControl::per_move, rest, line)?,
            "sd" => self.time(TimeControl::depth, rest, line)?,
            "nps" => self.time(TimeControl::nodes_per_second, rest, line)?,
            "time" => self.time(TimeControl::remaining, rest, line)?,
            "post" => self.post = true,
            "nopost" => self.post = false,
            "hard" => self.ponder = true,
            // A search on the opponent's time has been ended above.
            "easy" => self.ponder = false,
            "hint" => self.tell_hint()?,
            "bk" => self.tell_book()?,
            "draw" => self.consider_draw()?,
            "lift" => self.lift(rest)?,
            "put" => self.put_down(rest),
            "hover" => self.hover(rest)?,
            "exclude" => self.exclude(rest, line)?,
            "include" => self.include(rest, line)?,
            "setscore" => self.error("not supported", line)?,
            "option" => self.option(rest, line)?,
            _ if IGNORED.contains(&word) || word.starts_with('#') => {}
            // Protocol version 1 sends moves bare.
            _ if is_move => self.user_move(line, line)?,
            _ => match options::with_command(word) {
                Some(option) => self.option_command(option, rest, line)?,
                None => self.error("unknown command", line)?,
            },
        }
        Ok(Flow::Continue(()))
    }

    fn error(&mut self, kind: &str, text: &str) -> io::Result<()> {
        self.output.line(format_args!("Error ({}): {}", echo(kind), echo(text)))
    }

    fn protover(&mut self, version: &str) -> io::Result<()> {
        if number(version).is_some_and(|version| version >= 2.0) {
            for line in format::features(self.option_features()) {
                self.output.line(line)?;
            }
        }
        Ok(())
    }

    fn new_game(&mut self) -> io::Result<()> {
        self.abort();
        if self.engine.name() != self.variant {
            self.switch(self.variant)?;
        }
        self.engine.new_game();
        self.scores.forget();
        self.excluded.clear();
        self.clock.new_game();
        self.mode = Mode::Play(Side::White);
        Ok(())
    }

    fn set_variant(&mut self, name: &str) -> io::Result<()> {
        if name != self.engine.name() && !self.switch(name)? {
            return Ok(());
        }
        self.abort();
        if let Err(error) = self.engine.set_position("startpos") {
            return self.error(&error.to_string(), name);
        }
        for line in self.engine.cecp_setup().lines {
            self.output.line(line)?;
        }
        self.board_changed();
        Ok(())
    }

    /// Puts an engine for another variant in the place of this one; the options stay. Tells whether there is one.
    fn switch(&mut self, name: &str) -> io::Result<bool> {
        let options = Options { rules: self.rules.get(name).cloned(), ..self.options.clone() };
        match engine::create(name, &options) {
            Ok(engine) => {
                self.abort();
                self.engine = engine;
                self.options = options;
                Ok(true)
            }
            Err(error) => self.error(&error.to_string(), &format!("variant {name}")).map(|()| false),
        }
    }

    fn force(&mut self) {
        self.abort();
        self.mode = Mode::Force;
    }

    fn go(&mut self) -> io::Result<()> {
        // A second `go` asks for nothing new.
        if self.thinking.is_some() && self.mode != Mode::Analyze {
            return Ok(());
        }
        self.mode = Mode::Play(self.engine.side_to_move());
        self.think()
    }

    fn play_other(&mut self) -> io::Result<()> {
        self.abort();
        self.mode = Mode::Play(!self.engine.side_to_move());
        Ok(())
    }

    fn user_move(&mut self, text: &str, line: &str) -> io::Result<()> {
        if text.is_empty() {
            return self.error("no move", line);
        }
        if self.is_our_turn() {
            return self.error("it is the engine's turn", line);
        }
        self.legs.push_str(text);
        if text.ends_with(',') && self.legs.len() < LONGEST_MOVE {
            return Ok(());
        }
        let text = std::mem::take(&mut self.legs);
        let expected = self.pondering.take().map(|pondering| pondering.reply);
        if expected.is_some() {
            self.engine.undo();
        }
        if let Err(error) = self.engine.play(&text) {
            // The search was about another move; its result is of no use.
            self.abort();
            return self.output.line(format_args!("Illegal move ({}): {}", reason(&error.to_string()), echo(&text)));
        }
        self.hint = None;
        self.excluded.clear();
        // Passes of different pieces are the same move in this protocol.
        let played = expected.is_some().then(|| self.engine.last_move(MoveFormat::Cecp)).flatten();
        if let (Some(expected), Some(played)) = (expected, played)
            && expected.text == played.text
        {
            self.engine.ponder_hit();
            return Ok(());
        }
        match self.mode {
            Mode::Analyze => self.start_analysis(),
            Mode::Play(side) if side == self.engine.side_to_move() => self.think()?,
            Mode::Play(_) | Mode::Force => {}
        }
        Ok(())
    }

    fn tell_hint(&mut self) -> io::Result<()> {
        match &self.hint {
            Some(hint) => self.output.line(format_args!("Hint: {hint}")),
            None => Ok(()),
        }
    }

    fn tell_book(&mut self) -> io::Result<()> {
        self.output.line(" There is no opening book.")?;
        self.output.line("")
    }

    /// The opponent offers a draw. An offer of our own accepts it.
    fn consider_draw(&mut self) -> io::Result<()> {
        if matches!(self.mode, Mode::Play(_)) && self.scores.accepts_draw(self.options.contempt) {
            return self.output.line("offer draw");
        }
        Ok(())
    }

    fn set_board(&mut self, fen: &str) -> io::Result<()> {
        if let Err(error) = self.engine.set_fen(fen) {
            return self.output.line(format_args!("tellusererror Illegal position: {}", echo(&error.to_string())));
        }
        self.board_changed();
        Ok(())
    }

    fn undo(&mut self, moves: usize) {
        for _ in 0..moves {
            self.engine.undo();
        }
        self.board_changed();
    }

    /// What was thought about is no longer on the board.
    fn board_changed(&mut self) {
        self.abort();
        self.hint = None;
        self.scores.forget();
        self.excluded.clear();
        if self.mode == Mode::Analyze {
            self.start_analysis();
        }
    }

    fn time(&mut self, set: fn(&mut TimeControl, &str) -> bool, text: &str, line: &str) -> io::Result<()> {
        if set(&mut self.clock, text) { Ok(()) } else { self.error("not understood", line) }
    }
}

impl<W: Write> Conversation for Cecp<W> {
    fn handle(&mut self, event: Event) -> io::Result<Flow> {
        match event {
            Event::Line(line) => return self.line(&line),
            Event::LongLine => self.error(&format!("line longer than {LONGEST_LINE} bytes"), "")?,
            Event::EndOfInput => return Ok(Flow::Break(())),
            Event::Search(event) => self.search_event(event)?,
        }
        Ok(Flow::Continue(()))
    }
}
