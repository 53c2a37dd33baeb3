//! `shishi play`

mod asks;
mod clock;
mod commands;
mod files;
mod game;
mod input;
mod log;
mod run;
mod screen;
mod show;
#[cfg(test)]
mod tests;
mod words;

use super::{Context, settings, setup};
use crate::arena::time_control::TimeControl;
use crate::engine::{self, Interface, Options};
use crate::notation::{BoardStyle, MoveFormat};
use crate::position::Side;
use crate::search::SearchLimits;
use crate::search::skill::{SKILL_RANGE, Skill};
use anyhow::bail;
use clap::ValueEnum;
use clock::{Clocks, time_control};
use files::Files;
use game::Play;
use input::{Event, Inbox, Input};
use log::{Log, Which};
use screen::Screen;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Play a game in the terminal
///
/// Moves are read in every spelling of the game; `help` shows how they look and what else is understood. A game that is left
/// is kept in a file, and the command that goes on with it is printed.
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
    /// Clocks for both sides, as [MOVES/][MINUTES:]SECONDS[+INCREMENT]: 10:00+5
    #[arg(long, value_name = "CONTROL", value_parser = time_control, conflicts_with = "time")]
    tc: Option<TimeControl>,
    /// Greatest depth the engine may look ahead, in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Strength of the engine, -9 to 20; 20 is full strength
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = clap::value_parser!(i64).range(SKILL_RANGE))]
    level: Option<i64>,
    /// Characters in a line of the screen: of a board that is larger, a part is shown, and longer lines are broken; 0 for any
    /// number. Without it the terminal tells
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=1000))]
    columns: Option<u16>,
    /// Where to start, as `POSITION [moves MOVE…]`
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["handicap", "load"])]
    position: Option<String>,
    /// Id or name of the handicap to start with, which White gives (see `shishi setup --list`)
    #[arg(long, value_name = "NAME", conflicts_with = "load")]
    handicap: Option<String>,
    /// Go on with the first game of a file, in any format that `shishi convert` reads
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Go on after this many moves of the game
    #[arg(long, value_name = "N", requires = "load")]
    ply: Option<usize>,
    /// Folder in which a game is kept that is left without being saved
    #[arg(long, value_name = "FOLDER")]
    autosave: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SideArg {
    /// The first player
    Black,
    /// The second player
    White,
    /// Both: the engine moves for neither
    Both,
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
    /// The notation of the books
    Tsa,
}

impl SideArg {
    /// The human's side; `None` for both.
    fn side(self) -> Option<Side> {
        match self {
            SideArg::Black => Some(Side::Black),
            SideArg::White => Some(Side::White),
            SideArg::Both => None,
        }
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=86400.0).contains(&seconds) => Ok(seconds),
        _ => Err("it must be a number of seconds up to 86400".to_owned()),
    }
}

pub fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let mut options = context.options(Interface::CommandLine);
    if let Some(level) = args.level {
        options.skill = Skill::new(level);
    }
    let mut play = new_game(context, args, options)?;
    let sender = play.inbox.sender();
    let interrupts = sender.clone();
    // The receiver is there as long as the game.
    ctrlc::set_handler(move || drop(interrupts.send(Event::Input(Input::Interrupt))))?;
    input::start(io::stdin(), sender)?;
    Ok(if play.run()? { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// Exit status after Ctrl-C, as shells have it.
const INTERRUPTED: u8 = 130;

fn new_game(context: &Context, args: &Args, options: Options) -> anyhow::Result<Play<io::Stdout>> {
    let mut engine = engine::create(&context.variant, &options)?;
    // Table and threads, before the first clock runs.
    engine.make_ready();
    let format = match args.notation {
        NotationArg::Usi => MoveFormat::Usi,
        NotationArg::Cecp => MoveFormat::Cecp,
        NotationArg::Tsa => MoveFormat::Tsa,
    };
    if !engine.writes(format) {
        bail!("{} has no notation of books", engine.title());
    }
    let human = args.side.side();
    let mut play = Play {
        flip: human == Some(Side::White),
        style: match args.style {
            StyleArg::Kanji => BoardStyle::Kanji,
            StyleArg::Letters => BoardStyle::Letters,
        },
        limits: SearchLimits {
            move_time: Some(Duration::from_secs_f64(args.time)),
            depth: args.depth,
            ..SearchLimits::default()
        },
        prompt: io::stdin().is_terminal(),
        clocks: args.tc.map(Clocks::new),
        files: Files::new(args.autosave.clone()),
        settings: settings::in_force(context.config.as_deref()),
        flags: flags(context, args),
        ..Play::new(engine, options, human, format, Screen::stdout(args.columns.map(usize::from)), Inbox::new())
    };
    let which = Which { variant: &context.variant, options: &context.options };
    if let Some(path) = &args.load {
        play.load(path, args.ply)?;
    } else {
        let text = match &args.handicap {
            Some(name) => setup::position(context, name)?,
            None => args.position.clone().unwrap_or_else(|| "startpos".to_owned()),
        };
        play.set_up(Log::read(which, &text)?)?;
    }
    Ok(play)
}

/// The flags, beside those that name the game, its side and its level, with which a game is to go on.
fn flags(context: &Context, args: &Args) -> Vec<String> {
    let mut flags = Vec::new();
    let mut add = |flag: &str, value: String| flags.extend([flag.to_owned(), value]);
    if let Some(rules) = &context.options.rules {
        add("--rules", rules.clone());
    }
    if let Some(file) = &context.config {
        add("--config", file.display().to_string());
    }
    if let StyleArg::Letters = args.style {
        add("--style", "letters".to_owned());
    }
    match args.notation {
        NotationArg::Usi => {}
        NotationArg::Cecp => add("--notation", "cecp".to_owned()),
        NotationArg::Tsa => add("--notation", "tsa".to_owned()),
    }
    match args.tc {
        Some(control) => add("--tc", control.to_string()),
        None if args.time.to_bits() != 2.0_f64.to_bits() => add("--time", args.time.to_string()),
        None => {}
    }
    if let Some(depth) = args.depth {
        add("--depth", depth.to_string());
    }
    flags
}
