//! `shishi convert`

mod input;

use super::{Context, batch, note};
use crate::engine::{self, GameError, Interface, read_game};
use crate::files::NewFile;
use crate::games::{Rules, Variant, visit};
use crate::notation::PositionFormat;
use crate::record::{self, EncodingError, GameFormat, Parts, Place, Reading, Record, RecordError};
use crate::training::{Games, record_of};
use anyhow::{Context as _, bail};
use clap::ValueEnum;
use input::Input;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Convert positions and games between formats
///
/// Games are read from every FILE or from stdin, as many as there are, and all are written. Positions are read a line each,
/// `POSITION [moves MOVE…]`. A game becomes a position by its end; a position becomes a game without more moves. Moves are
/// judged by the rules, and a game with a wrong one is left out with an error. Files of `datagen` are read too. A game that
/// names its variant (`[Variant "whale"]`) is read as one of it, unless --variant says something else.
#[derive(clap::Args)]
pub struct Args {
    /// What is read; told by the name of the file or its content if not given
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: Option<Format>,
    /// What is written; told by the name of the output if not given
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<Format>,
    /// How game records in Japanese are written; what is read is told by its bytes
    #[arg(long, value_enum, default_value_t = Encoding::Utf8)]
    encoding: Encoding,
    /// Where to write, in place of stdout; nothing is written there if nothing could be converted
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What to read, in place of stdin; `-` is stdin
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Positions in the native text of the game
    Sfen,
    /// Positions as XBoard's FEN
    Fen,
    /// Games in USI: lines sfen, moves, result
    Usi,
    /// Games in CECP: the same with XBoard's FEN and moves
    Cecp,
    /// Games in the notation of The Shogi Association
    Tsa,
    /// Games as Japanese programs write them
    #[value(aliases = ["kifu", "ki2"])]
    Kif,
    /// Games as XBoard writes them
    Pgn,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Encoding {
    /// UTF-8
    #[value(name = "utf-8")]
    Utf8,
    /// Shift-JIS, as older Japanese programs have it
    #[value(name = "shift-jis", alias = "sjis")]
    ShiftJis,
}

/// A format by what it holds.
#[derive(Clone, Copy)]
enum Holds {
    Positions(PositionFormat),
    Games(GameFormat),
}

impl Format {
    fn holds(self) -> Holds {
        match self {
            Format::Sfen => Holds::Positions(PositionFormat::Sfen),
            Format::Fen => Holds::Positions(PositionFormat::Fen),
            Format::Usi => Holds::Games(GameFormat::Usi),
            Format::Cecp => Holds::Games(GameFormat::Cecp),
            Format::Tsa => Holds::Games(GameFormat::Tsa),
            Format::Kif => Holds::Games(GameFormat::Kif),
            Format::Pgn => Holds::Games(GameFormat::Pgn),
        }
    }
}

pub fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let named = |path: &Path| Format::from_str(path.extension()?.to_str()?, true).ok();
    let to = args.to.or_else(|| args.output.as_deref().and_then(named));
    let to = to.context("--to FORMAT is missing, and the name of the output does not tell it")?;
    let output = match &args.output {
        Some(path) => Output::File(NewFile::create(path)?),
        None => Output::Stdout(io::stdout().lock()),
    };
    let mut conversion =
        Conversion { context, args, to: to.holds(), output, written: Written::default(), failed: false };
    let stdin = [PathBuf::from("-")];
    for path in if args.files.is_empty() { &stdin[..] } else { &args.files } {
        conversion.file(path)?;
    }
    conversion.finish()
}

/// Where the texts go.
enum Output {
    Stdout(io::StdoutLock<'static>),
    File(NewFile),
}

/// How much has been written.
#[derive(Default)]
struct Written {
    anything: bool,
    /// Lines of game records.
    lines: usize,
}

/// The work: what has been read and written so far.
struct Conversion<'a> {
    context: &'a Context,
    args: &'a Args,
    to: Holds,
    output: Output,
    written: Written,
    /// Something could not be read.
    failed: bool,
}

impl Conversion<'_> {
    /// Converts all that a file holds.
    fn file(&mut self, path: &Path) -> anyhow::Result<()> {
        let mut input = Input::open(path)?;
        if crate::training::is_game_file(input.head()) {
            return self.self_play(path);
        }
        let from = match self.args.from {
            Some(format) => format.holds(),
            None => self.guess(path, input.head())?,
        };
        match (from, self.to) {
            (Holds::Games(format), _) => self.games(input, format),
            (Holds::Positions(from), Holds::Positions(to)) => self.positions(&mut input, from, to),
            (Holds::Positions(format), Holds::Games(_)) => self.lines(&mut input, format),
        }
    }

    /// What is read where nobody says it.
    fn guess(&self, path: &Path, head: &[u8]) -> anyhow::Result<Holds> {
        let end = path.extension().and_then(|end| Format::from_str(end.to_str()?, true).ok());
        if let Some(format) = end {
            return Ok(format.holds());
        }
        if let Some(format) = record::guess_unread(head) {
            bail!("{}: this is {format}, which is not read", path.display());
        }
        Ok(record::guess(head).map_or(Holds::Positions(PositionFormat::Sfen), Holds::Games))
    }

    /// Converts games, a part of the file after the other.
    fn games(&mut self, input: Input, format: GameFormat) -> anyhow::Result<()> {
        let mut place = Place::default();
        for part in Parts::new(input, format) {
            let part = part?;
            let variant = if self.context.variant_named { None } else { record::guess_variant(&part) };
            visit!(variant.unwrap_or(&self.context.variant), V => {
                let rules = self.rules::<V>()?;
                self.reading(record::read_part::<V>(&part, format, &rules, &mut place))?;
            })?;
        }
        Ok(())
    }

    fn rules<V: Variant>(&self) -> anyhow::Result<Rules<V>> {
        Ok(engine::rules::<V>(&self.context.options(Interface::CommandLine))?)
    }

    /// Converts the games that `datagen` has played.
    fn self_play(&mut self, path: &Path) -> anyhow::Result<()> {
        if path == Path::new("-") {
            bail!("a file of datagen is read by its name, not from stdin");
        }
        let games = Games::open(path)?;
        let header = games.header().clone();
        if self.context.variant_named && self.context.variant != header.variant {
            bail!("{}: the games are of {}, not {}", path.display(), header.variant, self.context.variant);
        }
        visit!(&header.variant, V => {
            let rules: Rules<V> = header.rules.parse()?;
            for game in games {
                match game.map_err(|error| error.to_string()).and_then(|game| {
                    let error = |damage| format!("{}: game {}: {damage}", path.display(), game.number + 1);
                    record_of::<V>(&game, &rules).map_err(error)
                }) {
                    Ok(record) => self.record(&record)?,
                    Err(error) => self.error(&error),
                }
            }
        })?;
        Ok(())
    }

    /// Writes what has been read, and tells what could not be.
    fn reading<V: Variant>(&mut self, reading: Reading<V>) -> anyhow::Result<()> {
        for text in &reading.notes {
            note(format_args!("shishi: note: {}", batch::one_line(text)));
        }
        for error in &reading.errors {
            self.error(error);
        }
        reading.records.iter().try_for_each(|record| self.record(record))
    }

    fn error(&mut self, error: &dyn std::fmt::Display) {
        self.failed = true;
        note(format_args!("shishi: error: {}", batch::one_line(&error.to_string())));
    }

    fn record<V: Variant>(&mut self, record: &Record<V>) -> anyhow::Result<()> {
        match self.to {
            Holds::Positions(format) => self.write(&(record.last_position(format) + "\n")),
            Holds::Games(format) => {
                // An empty line between games.
                let before = if self.written.anything { "\n" } else { "" };
                self.write(&(before.to_owned() + &record::write(record, format)?))
            }
        }
    }

    fn write(&mut self, text: &str) -> anyhow::Result<()> {
        let encoded;
        let bytes = match self.args.encoding {
            Encoding::Utf8 => text.as_bytes(),
            Encoding::ShiftJis => {
                let before = self.written.lines;
                let place = |error: EncodingError| EncodingError { line: error.line + before, ..error };
                encoded = record::encode_shift_jis(text).map_err(place)?;
                &encoded
            }
        };
        self.written.anything = true;
        self.written.lines += text.lines().count();
        match &mut self.output {
            Output::Stdout(stdout) => stdout.write_all(bytes)?,
            Output::File(file) => file.write_all(bytes)?,
        }
        Ok(())
    }

    /// Answers every line with one line, as the batch commands do.
    fn positions(&mut self, input: &mut Input, from: PositionFormat, to: PositionFormat) -> anyhow::Result<()> {
        visit!(&self.context.variant, V => {
            let rules = self.rules::<V>()?;
            while let Some(line) = input.text_line()? {
                let answer = match line.trim() {
                    "" => Err("empty line".to_owned()),
                    line => position_line::<V>(line, from, &rules).map_err(|error| error.to_string()),
                };
                let answer = match answer {
                    Ok(game) => {
                        fen_notes::<V>(&line, from);
                        V::write_position(game.position(), to, game.ply())
                    }
                    Err(error) => {
                        self.failed = true;
                        format!("error: {}", batch::one_line(&error))
                    }
                };
                self.write(&(answer + "\n"))?;
            }
        })?;
        Ok(())
    }

    /// Makes a game of every line.
    fn lines(&mut self, input: &mut Input, format: PositionFormat) -> anyhow::Result<()> {
        visit!(&self.context.variant, V => {
            let rules = self.rules::<V>()?;
            let mut number = 0;
            while let Some(line) = input.text_line()? {
                number += 1;
                match line.trim() {
                    "" => {}
                    text => match position_line::<V>(text, format, &rules) {
                        Ok(game) => {
                            fen_notes::<V>(text, format);
                            self.record(&Record::<V>::of_game(&game))?;
                        }
                        Err(error) => self.error(&RecordError::Line { line: number, error }),
                    },
                }
            }
        })?;
        Ok(())
    }

    fn finish(self) -> anyhow::Result<ExitCode> {
        match self.output {
            // What is in the file may be worth more than nothing.
            Output::File(_) if !self.written.anything && self.failed => {}
            Output::File(file) => file.finish()?,
            Output::Stdout(mut stdout) => stdout.flush()?,
        }
        Ok(if self.failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}

/// Tells what of a FEN is not read.
fn fen_notes<V: Variant>(line: &str, format: PositionFormat) {
    let line = line.trim();
    let fen = line.strip_prefix("fen ").or(Some(line).filter(|_| format == PositionFormat::Fen));
    let fen = fen.and_then(|fen| fen.split(" moves").next()).unwrap_or("");
    for text in V::fen_notes(fen) {
        note(format_args!("shishi: note: {text} of the FEN left out"));
    }
}

/// A line of positions: in the format that was named, unless it says something else by a word in front.
fn position_line<V: Variant>(
    line: &str,
    format: PositionFormat,
    rules: &Rules<V>,
) -> Result<crate::game::Game<V::Position>, GameError> {
    let named = ["startpos", "sfen", "fen"].contains(&line.split_whitespace().next().unwrap_or(""));
    if named || format == PositionFormat::Sfen {
        return read_game::<V>(line, rules);
    }
    read_game::<V>(&format!("fen {line}"), rules)
}
