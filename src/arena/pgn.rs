//! Games of a match as PGN, and their final positions.

use super::entry::{Cause, GameLine, GameResult, MatchHeader};
use crate::engine::{GameError, read_game};
use crate::games::{Rules, Variant};
use crate::notation::PositionFormat;
use crate::position::Side;
use crate::record::{self, Ending, FormatError, GameFormat, Ply, Record};

/// Why a game cannot be written as PGN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnError {
    /// Its moves are none under these rules.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The variant is not written in PGN.
    #[error(transparent)]
    Format(#[from] FormatError),
}

/// What the command line says about the tags.
#[derive(Clone, Debug)]
pub struct Tags {
    /// `Event`.
    pub event: String,
    /// `Site`.
    pub site: Option<String>,
    /// Whether moves come without comments.
    pub min: bool,
    /// Whether games without result are left out.
    pub finished: bool,
}

/// A game as PGN.
///
/// # Errors
/// If the moves of the game are none under these rules: it was not played under them.
pub fn write<V: Variant>(
    header: &MatchHeader,
    line: &GameLine,
    tags: &Tags,
    rules: &Rules<V>,
) -> Result<String, PgnError> {
    let game = read_game::<V>(&line.text(), rules)?;
    let opening = game.ply() - line.moves.len().min(game.ply());
    let mut record = Record::<V>::new(game.start().clone());
    record.tags = self::tags(header, line, tags);
    record.plies = game
        .moves()
        .iter()
        .enumerate()
        .map(|(ply, &mv)| {
            let note = ply.checked_sub(opening).and_then(|number| line.notes.get(number));
            let comment = match note {
                _ if tags.min => String::new(),
                None => "book".to_owned(),
                Some((search, time)) => comment(*search, *time),
            };
            // The time is in the comment, as XBoard has it.
            Ply { mv, comment, spent: None }
        })
        .collect();
    record.ending = ending(line);
    Ok(record::write(&record, GameFormat::Pgn)?)
}

/// The position that a game ended with, as the native text.
///
/// # Errors
/// If the moves of the game are none under these rules.
pub fn final_position<V: Variant>(line: &GameLine, rules: &Rules<V>) -> Result<String, GameError> {
    let game = read_game::<V>(&line.text(), rules)?;
    Ok(V::write_position(game.position(), PositionFormat::Sfen, game.ply()))
}

/// `+1.22/5 0.10`: pawns, plies, seconds.
fn comment(search: Option<(i32, u32)>, time: u64) -> String {
    let seconds = time as f64 / 1000.0;
    match search {
        Some((score, depth)) => format!("{:+.2}/{depth} {seconds:.2}", f64::from(score) / 100.0),
        None => format!("{seconds:.2}"),
    }
}

fn tags(header: &MatchHeader, line: &GameLine, tags: &Tags) -> Vec<(String, String)> {
    let engine = |side: Side| header.engines.get(line.players[side.index()]);
    let name = |side| engine(side).map_or_else(String::new, |engine| engine.name.clone());
    let mut list = vec![
        ("Event", tags.event.clone()),
        ("Site", tags.site.clone().unwrap_or_else(|| "?".to_owned())),
        ("Date", line.date.split(' ').next().unwrap_or("????.??.??").to_owned()),
        ("Round", round(line)),
        ("White", name(Side::Black)),
        ("Black", name(Side::White)),
    ];
    for (tag, side) in [("WhiteEngine", Side::Black), ("BlackEngine", Side::White)] {
        let bench = |bench: u64| format!(", bench {bench}");
        list.extend(engine(side).map(|engine| {
            (tag, format!("{}{}, {}", engine.own_name, engine.bench.map_or_else(String::new, bench), engine.limit))
        }));
    }
    let control = |side| engine(side).map(|engine| engine.limit.control.to_string()).unwrap_or_default();
    let (first, second) = (control(Side::Black), control(Side::White));
    if first == second {
        list.push(("TimeControl", first));
    } else {
        list.extend([("WhiteTimeControl", first), ("BlackTimeControl", second)]);
    }
    list.push(("Rules", header.rules.clone()));
    list.push(("Termination", line.cause.text().to_owned()));
    list.into_iter().map(|(tag, value)| (tag.to_owned(), value)).collect()
}

/// The tag `Round`, which names the game in its match: `12.1` is the first game of pair 12. With several runs or several
/// pairs of engines in one file the seed and the players identify it.
pub fn round(line: &GameLine) -> String {
    format!("{}.{}", line.pair, if line.players == line.encounter { 1 } else { 2 })
}

fn ending(line: &GameLine) -> Option<Ending> {
    let winner = match line.result {
        GameResult::Unfinished => return None,
        GameResult::Draw => None,
        GameResult::First => Some(Side::Black),
        GameResult::Second => Some(Side::White),
    };
    let cause = match line.cause {
        Cause::Rules(reason) => record::Cause::Rules(reason),
        Cause::Resignation => record::Cause::Resignation,
        Cause::Agreement => record::Cause::Agreement,
        Cause::Time => record::Cause::Time,
        Cause::IllegalMove => record::Cause::IllegalMove,
        _ => record::Cause::Other(line.reason.clone()),
    };
    Some(Ending { winner, cause })
}
