//! `shishi play`

use super::Context;
use crate::engine::{BoardStyle, Done, Engine, Go, Info, MoveFormat, SearchEvent};
use crate::position::{Outcome, Reason, Side};
use crate::search::limits::Limits;
use crate::search::score;
use clap::ValueEnum;
use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

/// Play a game in the terminal
///
/// Moves are read in USI (7i7h) and CECP (f4f5) spelling; `help` lists what else is understood.
#[derive(clap::Args)]
pub struct Args {
    /// Your side; black moves first
    #[arg(long, value_enum, default_value_t = SideArg::Black)]
    side: SideArg,
    /// How pieces are drawn
    #[arg(long, value_enum, default_value_t = StyleArg::Kanji)]
    style: StyleArg,
    /// How moves and squares are written
    #[arg(long, value_enum, default_value_t = NotationArg::Usi)]
    notation: NotationArg,
    /// Seconds the engine may think about a move
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = seconds)]
    time: f64,
    /// Greatest depth the engine may look ahead, in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Where to start, as `POSITION [moves MOVE…]`
    #[arg(long, value_name = "POSITION", default_value = "startpos")]
    position: String,
}

#[derive(Clone, Copy, ValueEnum)]
enum SideArg {
    /// The first player
    Black,
    /// The second player
    White,
}

#[derive(Clone, Copy, ValueEnum)]
enum StyleArg {
    /// One kanji a piece
    Kanji,
    /// The letters of FEN
    Letters,
}

#[derive(Clone, Copy, ValueEnum)]
enum NotationArg {
    /// USI, as lishogi writes it
    Usi,
    /// CECP, as XBoard writes it
    Cecp,
}

const HELP: &str = "\
MOVE    play it: 7i7h or f4f5; two steps as 7g7f6e or f6f7,g7g8; + at the end promotes
moves   list your legal moves
undo    take back your last move and the answer to it
hint    ask the engine what it would play for you
flip    turn the board
help    show this
quit    end the game";

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=86400.0).contains(&seconds) => Ok(seconds),
        _ => Err("it must be a number of seconds up to 86400".to_owned()),
    }
}

pub fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let mut engine = context.engine()?;
    engine.set_position(&args.position)?;
    let human = match args.side {
        SideArg::Black => Side::Black,
        SideArg::White => Side::White,
    };
    let mut play = Play {
        engine,
        human,
        flip: human == Side::White,
        style: match args.style {
            StyleArg::Kanji => BoardStyle::Kanji,
            StyleArg::Letters => BoardStyle::Letters,
        },
        format: match args.notation {
            NotationArg::Usi => MoveFormat::Usi,
            NotationArg::Cecp => MoveFormat::Cecp,
        },
        limits: Limits { move_time: Some(Duration::from_secs_f64(args.time)), depth: args.depth, ..Limits::default() },
        prompt: io::stdin().is_terminal(),
        searches: 0,
        output: io::stdout(),
    };
    play.game(io::stdin().lock())?;
    Ok(ExitCode::SUCCESS)
}

struct Play<W> {
    engine: Box<dyn Engine>,
    human: Side,
    flip: bool,
    style: BoardStyle,
    format: MoveFormat,
    /// For a move of the engine.
    limits: Limits,
    /// Whether to ask for a move.
    prompt: bool,
    searches: u64,
    output: W,
}

impl<W: Write> Play<W> {
    /// Plays until the human has had enough.
    fn game(&mut self, mut input: impl BufRead) -> io::Result<()> {
        writeln!(self.output, "{}, rules {}; 'help' shows the commands", self.engine.title(), self.engine.rules())?;
        self.draw()?;
        self.answer()?;
        let mut bytes = Vec::new();
        loop {
            if self.prompt {
                write!(self.output, "> ")?;
                self.output.flush()?;
            }
            bytes.clear();
            if input.read_until(b'\n', &mut bytes)? == 0 {
                return Ok(());
            }
            let line = String::from_utf8_lossy(&bytes);
            match line.trim() {
                "" => {}
                "quit" => return Ok(()),
                "help" => writeln!(self.output, "{HELP}")?,
                "moves" => self.list()?,
                "hint" => self.hint()?,
                "undo" => self.undo()?,
                "flip" => {
                    self.flip = !self.flip;
                    self.draw()?;
                }
                text => self.human_move(text)?,
            }
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        writeln!(self.output, "{}", self.engine.draw(self.style, self.format, self.flip))
    }

    fn list(&mut self) -> io::Result<()> {
        let moves = self.engine.moves(self.format);
        writeln!(self.output, "{}", if moves.is_empty() { "-".to_owned() } else { moves.join(" ") })
    }

    fn human_move(&mut self, text: &str) -> io::Result<()> {
        if let Some(outcome) = self.engine.outcome() {
            return writeln!(self.output, "The game is over: {}. 'undo' goes back.", describe(outcome));
        }
        match self.engine.play(text) {
            Ok(()) => {
                self.draw()?;
                self.answer()
            }
            Err(reason) => writeln!(self.output, "Not possible: {reason}. 'moves' lists what is."),
        }
    }

    /// Tells the result if the game is over; otherwise the engine moves if it is its turn.
    fn answer(&mut self) -> io::Result<()> {
        if self.engine.outcome().is_none() && self.engine.side_to_move() != self.human {
            let Some((done, info)) = self.think() else {
                return writeln!(self.output, "The engine resigns.");
            };
            if let Err(error) = self.engine.play_answer(done.best) {
                return writeln!(self.output, "The engine failed: {error}");
            }
            let thought = info.map_or_else(String::new, |info| format!(" ({})", evaluation(&info)));
            writeln!(self.output, "The engine plays {}{thought}", done.text)?;
            self.draw()?;
        }
        match self.engine.outcome() {
            Some(outcome) => writeln!(self.output, "The game is over: {}.", describe(outcome)),
            None => Ok(()),
        }
    }

    fn hint(&mut self) -> io::Result<()> {
        match self.think() {
            Some((done, Some(info))) => {
                writeln!(self.output, "{} ({}): {}", done.text, evaluation(&info), info.pv.join(" "))
            }
            Some((done, None)) => writeln!(self.output, "{}", done.text),
            None => writeln!(self.output, "There is no move."),
        }
    }

    fn undo(&mut self) -> io::Result<()> {
        if !self.engine.undo() {
            return writeln!(self.output, "There is nothing to take back.");
        }
        if self.engine.side_to_move() != self.human {
            self.engine.undo();
        }
        self.draw()?;
        // At the very beginning the turn may be the engine's.
        self.answer()
    }

    /// Searches and waits for the end; `None` if there is no move.
    fn think(&mut self) -> Option<(Done, Option<Info>)> {
        self.output.flush().ok()?;
        self.searches += 1;
        let (sender, events) = channel();
        let go = Go { id: self.searches, limits: self.limits.clone(), format: self.format };
        if !self.engine.go(go, Arc::new(move |event| drop(sender.send(event)))) {
            return None;
        }
        let mut last = None;
        loop {
            match events.recv().ok()? {
                SearchEvent::Info(info) => last = Some(info),
                SearchEvent::Done(done) => return Some((done, last)),
            }
        }
    }
}

/// What the engine thinks of its chances, in pawns.
fn evaluation(info: &Info) -> String {
    match score::mate_plies(info.score) {
        Some(plies) if plies > 0 => format!("wins in {}", (plies + 1) / 2),
        Some(plies) => format!("loses in {}", (1 - plies) / 2),
        None => format!("{:+.2}, depth {}", f64::from(info.score) / 100.0, info.depth),
    }
}

fn describe(outcome: Outcome) -> String {
    let reason = match outcome.reason {
        Reason::Royals => "the last royal is taken",
        Reason::BareKing => "bare king",
        Reason::Stalemate => "no legal move",
        Reason::Mate => "mate",
        Reason::Repetition => "repetition",
        Reason::PlyCap => "too many moves",
    };
    match outcome.winner {
        Some(Side::Black) => format!("black wins ({reason})"),
        Some(Side::White) => format!("white wins ({reason})"),
        None => format!("draw ({reason})"),
    }
}
