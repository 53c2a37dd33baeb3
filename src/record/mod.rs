//! Game records: start position, moves, comments, result, and the file formats they are read from and written to.
//!
//! Every format is read into one type, [`Record`], and written from it. Each format has a module with a function that
//! reads all games of a text and one that writes a game. All of them play the moves through `Replay`, which checks
//! them.

mod cause;
mod decode;
mod error;
mod kif;
mod lines;
mod marks;
mod parts;
mod pgn;
mod replay;
#[cfg(test)]
mod tests;
mod tsa;

pub use decode::{decode, decode_japanese, encode_shift_jis};
pub use error::{Bracketed, EncodingError, FormatError, RecordError, RecordFault};
pub use parts::{Parts, Place, whole_games};

use crate::game::Game;
use crate::games::registry::each;
use crate::games::{Rules, Variant};
use crate::notation::{MoveFormat, PositionFormat};
use crate::position::{Move, Position, Reason, Side};
use std::time::Duration;

/// A recorded game of one variant.
pub struct Record<V: Variant> {
    /// Facts about the game under the names that PGN gives them (`Event`, `Date`, …), in the order of the file. The
    /// player who moves first is `White` there, by PGN's custom, though shogi calls this side Black. What the other
    /// fields say is not repeated here: no `Result`, `Variant`, `FEN`, `SetUp`, `SFEN`; a `Termination` only if it says
    /// more than the ending does. No value is `?` or `????.??.??`.
    pub tags: Vec<(String, String)>,
    /// Where the game starts; its rules are those of the game.
    pub start: V::Position,
    /// What is said before the first move; empty for nothing. Several remarks are lines of one text, here and at moves.
    pub comment: String,
    /// What was played.
    pub plies: Vec<Ply>,
    /// How the game ended; `None` if it did not, or if nobody has told.
    pub ending: Option<Ending>,
}

/// A move of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// What is said about it; empty for nothing. Clock marks such as `[%clk 0:10:00]` stay in here as they are.
    pub comment: String,
    /// How long the player thought, if the file tells.
    pub spent: Option<Duration>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Why.
    pub cause: Cause,
}

/// Why a game ended. Its text, and the texts that are read as one, are in [`Cause::words`] and [`Cause::read`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The rules say so.
    Rules(Reason),
    /// The loser gave up.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// The loser broke the rules.
    IllegalMove,
    /// Both players wanted it.
    Agreement,
    /// Somebody else decided, or the file says no more than this; empty for nothing.
    Other(String),
}

impl<V: Variant> Record<V> {
    /// A game that starts here, without moves.
    pub fn new(start: V::Position) -> Record<V> {
        Record { tags: Vec::new(), start, comment: String::new(), plies: Vec::new(), ending: None }
    }

    /// The start position as text: a FEN where that is preferred and says all of it, otherwise the native text.
    fn start_parts(&self, prefer_fen: bool) -> (PositionFormat, String) {
        let native = V::write_position(&self.start, PositionFormat::Sfen, 0);
        let fen = V::write_position(&self.start, PositionFormat::Fen, 0);
        let again =
            V::parse_fen(&fen, self.start.rules()).map(|start| V::write_position(&start, PositionFormat::Sfen, 0));
        if prefer_fen && again.as_ref() == Ok(&native) {
            return (PositionFormat::Fen, fen);
        }
        (PositionFormat::Sfen, native)
    }

    /// A game as it has been played so far.
    pub fn of_game(game: &Game<V::Position>) -> Record<V> {
        let ply = |&mv: &Move| Ply { mv, comment: String::new(), spent: None };
        Record { plies: game.moves().iter().map(ply).collect(), ..Record::new(game.start().clone()) }
    }

    /// The position after the last move, as text.
    pub fn last_position(&self, format: PositionFormat) -> String {
        let mut position = self.start.clone();
        for ply in &self.plies {
            position.make(ply.mv, &mut ());
        }
        V::write_position(&position, format, self.plies.len())
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }
}

/// A format of game files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameFormat {
    /// USI moves in lines `sfen`, `moves`, `result`; or `POSITION moves …` in one line.
    Usi,
    /// The same with XBoard FEN and the moves of CECP.
    Cecp,
    /// The notation of The Shogi Association.
    Tsa,
    /// The notation of Japanese programs.
    Kif,
    /// PGN as XBoard writes it.
    Pgn,
}

impl GameFormat {
    /// All formats.
    pub const ALL: [GameFormat; 5] =
        [GameFormat::Usi, GameFormat::Cecp, GameFormat::Tsa, GameFormat::Kif, GameFormat::Pgn];

    /// The name on the command line, which is also the usual end of the file's name.
    pub const fn name(self) -> &'static str {
        match self {
            GameFormat::Usi => "usi",
            GameFormat::Cecp => "cecp",
            GameFormat::Tsa => "tsa",
            GameFormat::Kif => "kif",
            GameFormat::Pgn => "pgn",
        }
    }

    /// How moves are written in it.
    pub const fn moves(self) -> MoveFormat {
        match self {
            // The moves of KIF are lines, not words: see `KifTexts`.
            GameFormat::Usi | GameFormat::Kif => MoveFormat::Usi,
            GameFormat::Cecp => MoveFormat::Cecp,
            GameFormat::Tsa => MoveFormat::Tsa,
            GameFormat::Pgn => MoveFormat::San,
        }
    }
}

/// What was found in a file.
pub struct Reading<V: Variant> {
    /// The games that could be read, in the order of the file.
    pub records: Vec<Record<V>>,
    /// What was left out of them, for people; each names its place.
    pub notes: Vec<String>,
    /// Why the other games could not be read.
    pub errors: Vec<RecordError>,
    /// How many games there were, those included that could not be read.
    games: usize,
}

impl<V: Variant> Reading<V> {
    /// Nothing yet.
    pub(crate) fn new() -> Reading<V> {
        Reading { records: Vec::new(), notes: Vec::new(), errors: Vec::new(), games: 0 }
    }

    fn failed(error: RecordError) -> Reading<V> {
        Reading { errors: vec![error], ..Reading::new() }
    }

    /// All games, or why one of them could not be read.
    ///
    /// # Errors
    /// The first of [`errors`](Reading::errors).
    pub fn into_records(self) -> Result<Vec<Record<V>>, RecordError> {
        self.errors.into_iter().next().map_or(Ok(self.records), Err)
    }
}

/// The format of a file, by its content; `None` if nothing in it tells, as with lines of positions.
pub fn guess(bytes: &[u8]) -> Option<GameFormat> {
    let text = decode_japanese(bytes);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(['%', ';']));
    let lines: Vec<&str> = lines.take(GUESS_LINES).collect();
    let format = lines.iter().find_map(|line| {
        let word = line.split_whitespace().next().unwrap_or("");
        match word {
            "sfen" | "startpos" | "position" => Some(GameFormat::Usi),
            "fen" => Some(GameFormat::Cecp),
            _ if line.starts_with('[') => Some(GameFormat::Pgn),
            _ if tsa::is_move_line(line) => Some(GameFormat::Tsa),
            _ if kif::is_telling(line) => Some(GameFormat::Kif),
            _ if word.starts_with("1.") => Some(GameFormat::Pgn),
            _ => None,
        }
    });
    // Both have the start position in such a line.
    let books = format == Some(GameFormat::Usi) && lines.iter().any(|line| tsa::is_move_line(line));
    if books { Some(GameFormat::Tsa) } else { format }
}

/// The name of the variant that a file says it is of (`[Variant "whale"]` in PGN); `None` if it says nothing, or if there
/// is no such variant.
pub fn guess_variant(bytes: &[u8]) -> Option<&'static str> {
    let named = pgn::variant_tag(&decode(bytes))?;
    each!(V => pgn::is_variant::<V>(&named).then_some(V::NAME)).into_iter().flatten().next()
}

/// The name of the format of a file that this program knows and does not read; `None` of others.
pub fn guess_unread(bytes: &[u8]) -> Option<&'static str> {
    let text = decode_japanese(bytes);
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty()).take(GUESS_LINES);
    let begins = |starts: &[&str]| lines().any(|line| starts.iter().any(|start| line.starts_with(start)));
    let csa_move = |line: &str| {
        let bytes = line.as_bytes();
        matches!(bytes.first(), Some(b'+' | b'-'))
            && bytes.get(1..5).is_some_and(|squares| squares.iter().all(u8::is_ascii_digit))
            && bytes.get(5..7).is_some_and(|piece| piece.iter().all(u8::is_ascii_uppercase))
    };
    let first = lines().next().unwrap_or("");
    match first {
        _ if begins(&["[JoclyGame"]) => Some("PJN, the format of Jocly"),
        _ if lines().any(csa_move) || begins(&["V2.", "V3.0", "$EVENT:", "P1-"]) => {
            Some("CSA, the format of computer shogi")
        }
        _ if first.starts_with("(;") => Some("SGF"),
        _ if first.starts_with('{') && text.contains("\"moves\"") => Some("JKF, Japanese records as JSON"),
        _ if first.starts_with("<?xml") || first.to_lowercase().starts_with("<!doctype") => Some("XML or HTML"),
        _ if begins(&["VariantFile="]) => Some("ZSG, the format of Zillions of Games"),
        _ => None,
    }
}

/// Lines in which the format of a file must show.
const GUESS_LINES: usize = 50;

/// Reads all games of a file. The moves are judged by the accept rules of `rules`, and may run past the end of a game.
pub fn read<V: Variant>(bytes: &[u8], format: GameFormat, rules: &Rules<V>) -> Reading<V> {
    read_part(bytes, format, rules, &mut Place::default())
}

/// Reads a [part](Parts) of a file, as [`read`] does the whole. Errors and notes have the numbers that games and lines
/// have in the file; `place` is moved to the end of the part.
pub fn read_part<V: Variant>(bytes: &[u8], format: GameFormat, rules: &Rules<V>, place: &mut Place) -> Reading<V> {
    if let Err(error) = written_by::<V>(format) {
        return Reading::failed(error.into());
    }
    let text = if format == GameFormat::Kif { decode_japanese(bytes) } else { decode(bytes) };
    let reading = match format {
        GameFormat::Usi | GameFormat::Cecp => lines::read(&text, format, rules, *place),
        GameFormat::Pgn => pgn::read(&text, rules, *place),
        GameFormat::Tsa => tsa::read(&text, rules, *place),
        GameFormat::Kif => kif::read(&text, rules, *place),
    };
    place.games += reading.games;
    place.lines += text.lines().count();
    reading
}

/// Writes a game, whose moves must be legal; the text ends with a line end, and an empty line after it separates it
/// from the next.
///
/// # Errors
/// If the variant has no moves in this format.
pub fn write<V: Variant>(record: &Record<V>, format: GameFormat) -> Result<String, FormatError> {
    written_by::<V>(format)?;
    match format {
        GameFormat::Usi | GameFormat::Cecp => Ok(lines::write(record, format)),
        GameFormat::Pgn => Ok(pgn::write(record)),
        GameFormat::Tsa => Ok(tsa::write(record)),
        GameFormat::Kif => Ok(kif::write(record)),
    }
}

/// Whether the variant is written in this format.
///
/// # Errors
/// If it is not.
pub(crate) fn written_by<V: Variant>(format: GameFormat) -> Result<(), FormatError> {
    let written = if format == GameFormat::Kif { V::KIF.is_some() } else { V::MOVE_FORMATS.contains(&format.moves()) };
    if written { Ok(()) } else { Err(FormatError { variant: V::TITLE, format }) }
}
