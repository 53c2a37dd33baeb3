//! The game as it is played: what is saved, loaded and taken back.

use super::clock::Clocks;
use crate::engine::{self, GameError, Options, read_game};
use crate::files::named;
use crate::games::{Rules, Variant, visit};
use crate::notation::{MoveFormat, PositionFormat};
use crate::position::Position;
use crate::record::{self, Ending, GameFormat, Reading, Record, RecordError};
use anyhow::bail;
use std::path::Path;
use std::time::Duration;

/// A move of the game.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its text in USI.
    pub text: String,
    /// How long it took, if that is known.
    pub spent: Option<Duration>,
    /// What a loaded record says about it.
    pub comment: String,
    /// The clocks before it, if it was played here.
    pub clocks: Option<Clocks>,
}

/// A start position, what was played from it, and what a record says besides.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// The start position as native text.
    pub start: String,
    /// The moves.
    pub moves: Vec<Played>,
    /// Facts about the game, under the names of PGN.
    pub tags: Vec<(String, String)>,
    /// What is said before the first move.
    pub comment: String,
    /// How the game ended, if not by the rules.
    pub ending: Option<Ending>,
}

/// What a game and its rules are called.
#[derive(Clone, Copy)]
pub struct Which<'a> {
    /// The name of the variant.
    pub variant: &'a str,
    /// Under these options.
    pub options: &'a Options,
}

impl Log {
    /// `POSITION [moves MOVE…]`, as the engine reads it.
    pub fn text(&self) -> String {
        let mut text = self.start.clone();
        if !self.moves.is_empty() {
            text += " moves";
        }
        for mv in &self.moves {
            text += " ";
            text += &mv.text;
        }
        text
    }

    /// Reads `POSITION [moves MOVE…]`.
    ///
    /// # Errors
    /// If it is no game of this variant.
    pub fn read(which: Which<'_>, text: &str) -> anyhow::Result<Log> {
        visit!(which.variant, V => {
            let game = read_game::<V>(text, &engine::rules::<V>(which.options)?)?;
            Ok(of_record(Record::<V>::of_game(&game)))
        })?
    }

    /// Reads the first game of a file; the texts are remarks about it.
    ///
    /// # Errors
    /// If the file cannot be read, or there is no game in it.
    pub fn load(which: Which<'_>, path: &Path) -> anyhow::Result<(Log, Vec<String>)> {
        let bytes = std::fs::read(path).map_err(|error| named(path, &error))?;
        visit!(which.variant, V => {
            let rules = engine::rules::<V>(which.options)?;
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("").to_lowercase();
            let format = format_of(&ending).or_else(|| record::guess(&bytes));
            let Reading { records, mut notes, errors, .. } = match format {
                Some(format) if !["sfen", "fen"].contains(&&*ending) => record::read::<V>(&bytes, format, &rules),
                _ => first_position::<V>(&record::decode(&bytes), &ending, &rules),
            };
            let count = records.len();
            let Some(first) = records.into_iter().next() else {
                match errors.into_iter().next() {
                    Some(error) => bail!("{}: {error}", path.display()),
                    None => bail!("{}: there is no game in this file", path.display()),
                }
            };
            notes.extend(errors.iter().map(ToString::to_string));
            if count > 1 {
                notes.push(format!("the first of {count} games"));
            }
            Ok((of_record(first), notes))
        })?
    }

    /// The game as a file of this format.
    ///
    /// # Errors
    /// If the game is not written in it.
    pub fn write(&self, which: Which<'_>, format: GameFormat) -> anyhow::Result<String> {
        visit!(which.variant, V => {
            let game = read_game::<V>(&self.text(), &engine::rules::<V>(which.options)?)?;
            let mut record = Record::<V>::of_game(&game);
            record.tags.clone_from(&self.tags);
            record.comment.clone_from(&self.comment);
            for (ply, played) in record.plies.iter_mut().zip(&self.moves) {
                ply.comment.clone_from(&played.comment);
                ply.spent = played.spent;
            }
            let by_rules = game.outcome().map(|outcome| Ending { winner: outcome.winner, cause: record::Cause::Rules(outcome.reason) });
            record.ending = self.ending.clone().or(by_rules);
            Ok(record::write(&record, format)?)
        })?
    }

    /// The moves in a format.
    ///
    /// # Errors
    /// If they are none of this game, which does not happen.
    pub fn moves_in(&self, which: Which<'_>, format: MoveFormat) -> anyhow::Result<Vec<String>> {
        visit!(which.variant, V => {
            let game = read_game::<V>(&self.text(), &engine::rules::<V>(which.options)?)?;
            let mut position = game.start().clone();
            let texts = game.moves().iter().map(|&mv| {
                let text = V::write_move(&position, mv, format);
                position.make(mv, &mut ());
                text
            });
            Ok(texts.collect())
        })?
    }
}

/// What is kept of a record.
fn of_record<V: Variant>(record: Record<V>) -> Log {
    let mut position = record.start.clone();
    let moves = record.plies.into_iter().map(|ply| {
        let text = V::write_move(&position, ply.mv, MoveFormat::Usi);
        position.make(ply.mv, &mut ());
        Played { text, spent: ply.spent, comment: ply.comment, clocks: None }
    });
    Log {
        moves: moves.collect(),
        start: V::write_position(&record.start, PositionFormat::Sfen, 0),
        tags: record.tags,
        comment: record.comment,
        ending: record.ending,
    }
}

/// The first line of positions.
fn first_position<V: Variant>(text: &str, ending: &str, rules: &Rules<V>) -> Reading<V> {
    let mut reading = Reading::new();
    let mut lines = text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty());
    let Some((index, line)) = lines.next() else { return reading };
    let named = line.starts_with("startpos") || line.starts_with("sfen ") || line.starts_with("fen ");
    let text = if ending == "fen" && !named { format!("fen {line}") } else { line.to_owned() };
    match read_game::<V>(&text, rules) {
        Ok(game) => reading.records.push(Record::of_game(&game)),
        Err(error) => reading.errors.push(error_in_line(index + 1, error)),
    }
    reading
}

fn error_in_line(line: usize, error: GameError) -> RecordError {
    RecordError::Line { line, error }
}

/// The format of files whose names end so, without the dot.
pub fn format_of(ending: &str) -> Option<GameFormat> {
    let ending = if ending == "kifu" { "kif" } else { ending };
    GameFormat::ALL.into_iter().find(|format| format.name() == ending)
}
