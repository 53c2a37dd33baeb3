//! `shishi convert`

use super::{Context, batch, note};
use crate::engine::{self, GameError, Interface, read_game};
use crate::games::{Rules, Variant, visit};
use crate::notation::PositionFormat;
use crate::record::{self, GameFormat, Reading, Record, RecordError};
use clap::ValueEnum;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Convert positions and games between formats
///
/// Games are read from FILE or stdin, as many as there are, and all are written. Positions are read a line each,
/// `POSITION [moves MOVE…]`. A game becomes a position by its end; a position becomes a game without more moves. Moves are
/// judged by the rules, and a game with a wrong one is left out with an error.
#[derive(clap::Args)]
pub struct Args {
    /// What is read; told by the name of the file or its content if not given
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: Option<Format>,
    /// What is written
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Format,
    /// How game records in Japanese are written; what is read is told by its bytes
    #[arg(long, value_enum, default_value_t = Encoding::Utf8)]
    encoding: Encoding,
    /// Where to write, in place of stdout; nothing is written there if nothing could be converted
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What to read, in place of stdin
    file: Option<PathBuf>,
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
    #[value(alias = "kifu")]
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
    let input = match &args.file {
        Some(path) => std::fs::read(path).map_err(|error| named(path, &error))?,
        None => {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes)?;
            bytes
        }
    };
    let from = args.from.map_or_else(|| guess(args.file.as_deref(), &input), Format::holds);
    let options = context.options(Interface::CommandLine);
    let to = args.to.holds();
    let converted = visit!(&context.variant, V => convert::<V>(&engine::rules::<V>(&options)?, &input, from, to)?)?;
    for text in &converted.remarks {
        note(format_args!("shishi: {}", batch::one_line(text)));
    }
    let output = match args.encoding {
        Encoding::Utf8 => converted.output.into_bytes(),
        Encoding::ShiftJis => record::encode_shift_jis(&converted.output)?,
    };
    match &args.output {
        // What is in the file may be worth more than nothing.
        Some(_) if output.is_empty() && !converted.all_right => {}
        Some(path) => std::fs::write(path, output).map_err(|error| named(path, &error))?,
        None => {
            let mut stdout = io::stdout().lock();
            stdout.write_all(&output)?;
            stdout.flush()?;
        }
    }
    Ok(if converted.all_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// An error with the name of the file.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// What is read where nobody says it.
fn guess(file: Option<&Path>, input: &[u8]) -> Holds {
    let end = file.and_then(|path| path.extension()?.to_str()).and_then(|end| Format::from_str(end, true).ok());
    end.map_or_else(|| record::guess(input).map_or(Holds::Positions(PositionFormat::Sfen), Holds::Games), Format::holds)
}

/// What came out.
struct Converted {
    output: String,
    /// Notes and errors, for people.
    remarks: Vec<String>,
    all_right: bool,
}

fn convert<V: Variant>(rules: &Rules<V>, input: &[u8], from: Holds, to: Holds) -> anyhow::Result<Converted> {
    let Reading { records, notes, errors } = match from {
        Holds::Games(format) => record::read::<V>(input, format, rules),
        Holds::Positions(format) => {
            if let Holds::Positions(to) = to {
                return Ok(positions::<V>(input, format, to, rules));
            }
            read_positions::<V>(input, format, rules)
        }
    };
    let mut remarks: Vec<String> = notes.into_iter().map(|note| format!("note: {note}")).collect();
    remarks.extend(errors.iter().map(|error| format!("error: {error}")));
    let mut output = String::new();
    for (index, record) in records.iter().enumerate() {
        match to {
            Holds::Positions(format) => output += &(record.last_position(format) + "\n"),
            Holds::Games(format) => {
                // An empty line between games.
                output += if index > 0 { "\n" } else { "" };
                output += &record::write(record, format)?;
            }
        }
    }
    Ok(Converted { output, remarks, all_right: errors.is_empty() })
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

/// Answers every line with one line, as the batch commands do.
fn positions<V: Variant>(input: &[u8], from: PositionFormat, to: PositionFormat, rules: &Rules<V>) -> Converted {
    let mut converted = Converted { output: String::new(), remarks: Vec::new(), all_right: true };
    for line in record::decode(input).lines() {
        let answer = match line.trim() {
            "" => Err("empty line".to_owned()),
            line => position_line::<V>(line, from, rules).map_err(|error| error.to_string()),
        };
        converted.output += &match answer {
            Ok(game) => V::write_position(game.position(), to, game.ply()),
            Err(error) => {
                converted.all_right = false;
                format!("error: {}", batch::one_line(&error))
            }
        };
        converted.output.push('\n');
    }
    converted
}

/// A game for every line.
fn read_positions<V: Variant>(input: &[u8], format: PositionFormat, rules: &Rules<V>) -> Reading<V> {
    let mut reading = Reading { records: Vec::new(), notes: Vec::new(), errors: Vec::new() };
    let text = record::decode(input);
    let lines = text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty());
    for (index, line) in lines {
        match position_line::<V>(line, format, rules) {
            Ok(game) => reading.records.push(Record::of_game(&game)),
            Err(error) => reading.errors.push(RecordError::Line { line: index + 1, error }),
        }
    }
    reading
}
