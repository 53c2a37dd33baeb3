//! Files of openings.

use super::{OpeningFault, OpeningFormat, OpeningPlace};
use crate::engine::read_game;
use crate::games::{Rules, Variant};
use crate::notation::{MoveFormat, PositionFormat};
use crate::position::Position;
use crate::record::{self, GameFormat, RecordError};
use std::path::Path;

/// Most fields of a position: board, side and what else XBoard's FEN has.
const MOST_FIELDS: usize = 8;

/// Reads a file of openings, each checked against the rules. Its format comes back with them.
///
/// # Errors
/// If the file cannot be read, or what is in it is no opening.
pub(super) fn read_file<V: Variant>(
    file: &Path,
    format: Option<OpeningFormat>,
    plies: Option<usize>,
    rules: &Rules<V>,
) -> Result<(OpeningFormat, Vec<String>), OpeningFault> {
    let bytes = std::fs::read(file).map_err(OpeningFault::Read)?;
    let format = format.unwrap_or_else(|| format_of(file, &String::from_utf8_lossy(&bytes)));
    let list = match format {
        OpeningFormat::Pgn => {
            let list = games_of_pgn::<V>(&bytes, plies, rules).map_err(OpeningFault::Record)?;
            for (index, text) in list.iter().enumerate() {
                check::<V>(OpeningPlace::Game { number: index + 1 }, text, rules)?;
            }
            list
        }
        _ => lines::<V>(&bytes, format, plies, rules)?,
    };
    Ok((format, list))
}

/// What a file looks like, by its name and its first line that is no comment.
fn format_of(file: &Path, text: &str) -> OpeningFormat {
    let Some((_, line)) = openings_of(text).next() else { return OpeningFormat::Sfen };
    let word = line.split_whitespace().next().unwrap_or_default();
    let is_move_number = word.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.');
    let is_epd = line.ends_with(';') || file.extension().is_some_and(|name| name.eq_ignore_ascii_case("epd"));
    match word {
        _ if line.starts_with(['[', '{', '%', ';']) || is_move_number => OpeningFormat::Pgn,
        "startpos" | "sfen" | "fen" => OpeningFormat::Sfen,
        // Between the ranks of a board; moves have none.
        word if word.contains('/') => {
            if is_epd {
                OpeningFormat::Epd
            } else {
                OpeningFormat::Sfen
            }
        }
        _ => OpeningFormat::Usi,
    }
}

/// The lines that are openings, with their numbers from 1.
fn openings_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).enumerate();
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).map(|(index, line)| (index + 1, line))
}

/// The openings of a file that has one on each line.
fn lines<V: Variant>(
    bytes: &[u8],
    format: OpeningFormat,
    plies: Option<usize>,
    rules: &Rules<V>,
) -> Result<Vec<String>, OpeningFault> {
    let contents = std::str::from_utf8(bytes).map_err(OpeningFault::Text)?;
    let opening = |(number, line): (usize, &str)| {
        let place = OpeningPlace::line(number, line);
        let text = match format {
            OpeningFormat::Epd => epd::<V>(line, &place, rules)?,
            OpeningFormat::Usi if !line.starts_with("startpos") => cut(&format!("startpos moves {line}"), plies),
            _ => cut(line, plies),
        };
        check::<V>(place, &text, rules).map(|()| text)
    };
    openings_of(contents).map(opening).collect()
}

/// An opening without a move to play would count as a game of every pair.
fn check<V: Variant>(place: OpeningPlace, text: &str, rules: &Rules<V>) -> Result<(), OpeningFault> {
    match read_game::<V>(text, rules) {
        Ok(game) if game.outcome().is_some() => Err(OpeningFault::Over { place }),
        Ok(_) => Ok(()),
        Err(error) => Err(OpeningFault::Opening { place, error }),
    }
}

/// The position of a line of EPD: the native text or XBoard's FEN, with as many of its fields as are there. What comes
/// behind it must look like operations, `OPCODE OPERANDS;`.
fn epd<V: Variant>(line: &str, place: &OpeningPlace, rules: &Rules<V>) -> Result<String, OpeningFault> {
    let ends: Vec<usize> =
        line.match_indices(char::is_whitespace).map(|(index, _)| index).chain([line.len()]).collect();
    let mut stray = None;
    for prefix in ["", "fen "] {
        // The most fields that make a position.
        let read = |&end: &usize| {
            let position = V::parse_position(&format!("{prefix}{}", &line[..end]), rules).ok()?;
            Some((position, line[end..].trim()))
        };
        let Some((position, rest)) = ends.iter().take(MOST_FIELDS).rev().find_map(read) else { continue };
        if rest.is_empty() || (rest.starts_with(|c: char| c.is_ascii_alphabetic()) && rest.ends_with(';')) {
            return Ok(V::write_position(&position, PositionFormat::Sfen, 0));
        }
        stray.get_or_insert_with(|| rest.to_owned());
    }
    let place = place.clone();
    match (stray, V::parse_position(line, rules)) {
        (Some(rest), _) => Err(OpeningFault::Operations { place, rest }),
        (None, Err(error)) => Err(OpeningFault::Opening { place, error: error.into() }),
        // It has been tried above.
        (None, Ok(position)) => Ok(V::write_position(&position, PositionFormat::Sfen, 0)),
    }
}

/// The opening without the moves after this many.
fn cut(text: &str, plies: Option<usize>) -> String {
    let (Some(plies), Some((position, moves))) = (plies, text.split_once(" moves ")) else { return text.to_owned() };
    let kept: Vec<&str> = moves.split_whitespace().take(plies).collect();
    if kept.is_empty() { position.to_owned() } else { format!("{position} moves {}", kept.join(" ")) }
}

/// The games of a PGN file as openings: all their moves, or so many.
fn games_of_pgn<V: Variant>(bytes: &[u8], plies: Option<usize>, rules: &Rules<V>) -> Result<Vec<String>, RecordError> {
    let records = record::read::<V>(bytes, GameFormat::Pgn, rules).into_records()?;
    Ok(records
        .iter()
        .map(|record| {
            let mut position = record.start.clone();
            let mut text = V::write_position(&position, PositionFormat::Sfen, 0);
            let moves = &record.plies[..plies.unwrap_or(record.plies.len()).min(record.plies.len())];
            if !moves.is_empty() {
                text += " moves";
            }
            for ply in moves {
                text += " ";
                text += &V::write_move(&position, ply.mv, MoveFormat::Usi);
                position.make(ply.mv, &mut ());
            }
            text
        })
        .collect())
}
