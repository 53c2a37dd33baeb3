//! The command line: one file a subcommand. Each reads its flags, calls the module that does the work, and prints.
//!
//! Exit status: 0 = done, 1 = some input was wrong, 2 = the command line, the settings or a named position was wrong.
//! What a program may want to read goes to stdout, all else to stderr.

mod arena;
mod batch;
mod bench;
mod convert;
mod datagen;
mod explain;
mod flags;
mod interrupt;
mod mate;
mod moves;
mod perft;
mod piece;
mod play;
mod position;
mod rules;
mod serve;
mod settings;
mod setup;
mod status;
mod tune;
mod weights;

use crate::engine::{self, Engine, Interface, Options, OptionsError};
use clap::{Parser, Subcommand, ValueEnum};
use flags::{AllCommands, OptionFlags};
use std::ffi::OsString;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Shishi, an engine for Chu Shogi and its kin.
///
/// Without a command it speaks on stdin and stdout: CECP, the protocol of XBoard and WinBoard, or USI, that of lishogi
/// and of shogi interfaces, whichever the first word belongs to.
#[derive(Parser)]
#[command(name = "shishi", version, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Option<Command>,
}

/// Flags of all commands.
#[derive(clap::Args)]
struct Common {
    #[command(flatten)]
    options: OptionFlags<AllCommands>,
    /// Game
    ///
    /// `chu` if none is named; `convert` takes it from the file then.
    #[arg(long, global = true, value_name = "NAME")]
    variant: Option<String>,
    /// Settings to use in place of the engine.ini beside the executable
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    Perft(perft::Args),
    Moves(moves::Args),
    Status(status::Args),
    Explain(explain::Args),
    Position(position::Args),
    Bench(bench::Args),
    Setup(setup::Args),
    Rules(rules::Args),
    Settings(settings::Args),
    Piece(piece::Args),
    Play(play::Args),
    Convert(convert::Args),
    Match(arena::Args),
    Datagen(datagen::Args),
    Tune(tune::Args),
    Weights(weights::Args),
    Mate(mate::Args),
}

/// What every command works with.
struct Context {
    variant: String,
    /// The variant was named on the command line.
    variant_named: bool,
    /// Those of the settings and of the flags.
    options: Options,
    /// The file the settings come from, if it was named.
    config: Option<PathBuf>,
}

impl Context {
    /// The options of an engine with this at its other end.
    fn options(&self, interface: Interface) -> Options {
        Options { interface, ..self.options.clone() }
    }

    /// An engine under the rules of the command line.
    fn engine(&self) -> Result<Box<dyn Engine>, OptionsError> {
        engine::create(&self.variant, &self.options(Interface::CommandLine))
    }
}

/// A way to write positions.
#[derive(Clone, Copy, ValueEnum)]
enum PositionFormat {
    /// The native text of the game; for Chu the SFEN of lishogi
    Sfen,
    /// XBoard's FEN
    Fen,
}

impl From<PositionFormat> for crate::notation::PositionFormat {
    fn from(format: PositionFormat) -> crate::notation::PositionFormat {
        match format {
            PositionFormat::Sfen => crate::notation::PositionFormat::Sfen,
            PositionFormat::Fen => crate::notation::PositionFormat::Fen,
        }
    }
}

/// Runs the program with its arguments, the name of the program first.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(arena::as_called(arguments.into_iter().collect())) {
        Ok(cli) => cli,
        Err(error) => {
            // Help is no error and goes to stdout. If it cannot be printed, nobody is reading.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    match dispatch(cli) {
        Ok(code) => code,
        Err(error) => match error.downcast_ref::<std::io::Error>() {
            // The reader has closed the pipe: it has seen enough.
            Some(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Some(_) => report(&error, 1),
            None => report(&error, 2),
        },
    }
}

fn report(error: &anyhow::Error, code: u8) -> ExitCode {
    note(format_args!("shishi: {error}"));
    ExitCode::from(code)
}

/// A message for people, on stderr. That nobody may read it is no error.
fn note(text: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

fn dispatch(cli: Cli) -> anyhow::Result<ExitCode> {
    let Common { options: flags, variant, config } = cli.common;
    let mut options = Options::new(Interface::CommandLine, None, engine::load_settings(config.as_deref())?);
    flags.apply(&mut options)?;
    let variant_named = variant.is_some();
    let variant = variant.unwrap_or_else(|| crate::games::NAMES[0].to_owned());
    let context = Context { variant, variant_named, options, config };
    match cli.command {
        None => serve::run(&context),
        Some(Command::Perft(args)) => perft::run(&context, &args),
        Some(Command::Moves(args)) => moves::run(&context, &args),
        Some(Command::Status(args)) => status::run(&context, &args),
        Some(Command::Explain(args)) => explain::run(&context, &args),
        Some(Command::Position(args)) => position::run(&context, &args),
        Some(Command::Bench(args)) => bench::run(&context, &args),
        Some(Command::Setup(args)) => setup::run(&context, &args),
        Some(Command::Rules(args)) => rules::run(&context, &args),
        Some(Command::Settings(_)) => settings::run(&context),
        Some(Command::Piece(args)) => piece::run(&context, &args),
        Some(Command::Play(args)) => play::run(&context, &args),
        Some(Command::Convert(args)) => convert::run(&context, &args),
        Some(Command::Match(args)) => arena::run(&context, &args),
        Some(Command::Datagen(args)) => datagen::run(&context, &args),
        Some(Command::Tune(args)) => tune::run(&context, &args),
        Some(Command::Weights(args)) => weights::run(&context, &args),
        Some(Command::Mate(args)) => mate::run(&context, &args),
    }
}
