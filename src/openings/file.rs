//! Files of openings.

use super::{OpeningFault, OpeningFormat};
use crate::engine::read_game;
use crate::games::{Rules, Variant};
use crate::notation::{MoveFormat, PositionFormat};
use crate::position::Position;
use crate::record::{self, GameFormat, RecordError};
use std::path::Path;

/// Reads a file of openings, each checked against the rules.
///
/// # Errors
/// If the file cannot be read, or what is in it is no opening.
pub(super) fn read_file<V: Variant>(
    file: &Path,
    format: OpeningFormat,
    plies: Option<usize>,
    rules: &Rules<V>,
) -> Result<Vec<String>, OpeningFault> {
    let bytes = std::fs::read(file).map_err(OpeningFault::Read)?;
    // An opening without a move to play would count as a game of every pair.
    let check = |unit: &'static str, number: usize, text: &str| match read_game::<V>(text, rules) {
        Ok(game) if game.outcome().is_some() => Err(OpeningFault::Over { unit, number }),
        Ok(_) => Ok(()),
        Err(error) => Err(OpeningFault::Opening { unit, number, error }),
    };
    if format == OpeningFormat::Pgn {
        let list = games_of_pgn::<V>(&bytes, plies, rules).map_err(OpeningFault::Record)?;
        for (number, text) in list.iter().enumerate() {
            check("game", number + 1, text)?;
        }
        return Ok(list);
    }
    let contents = String::from_utf8(bytes).map_err(|error| OpeningFault::Text(error.utf8_error()))?;
    let mut list = Vec::new();
    for (number, line) in contents.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let text = match format {
            OpeningFormat::Usi if !line.starts_with("startpos") => format!("startpos moves {line}"),
            _ => line.to_owned(),
        };
        let text = cut(&text, plies);
        check("line", number + 1, &text)?;
        list.push(text);
    }
    Ok(list)
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
