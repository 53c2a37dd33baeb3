//! Self-play games as game records.

use super::{Damage, Ending, NO_SCORE, TrainingGame};
use crate::engine::read_game;
use crate::games::{Rules, Variant};
use crate::record::{self, Cause, Record};

/// The game as a record. Each move that was searched has its score for a remark, in pawns, from the view of the side that
/// moves.
///
/// # Errors
/// If the start position or a move is none of this game.
pub fn record_of<V: Variant>(game: &TrainingGame, rules: &Rules<V>) -> Result<Record<V>, Damage> {
    let start = if game.start.is_empty() { "startpos" } else { &game.start };
    let mut played =
        read_game::<V>(start, rules).map_err(|_| Damage::Content("the start position is none of this game"))?;
    for ply in &game.plies {
        played.judge(ply.mv).map_err(|_| Damage::Content("a move is not possible"))?;
        played.play(ply.mv);
    }
    let mut record = Record::<V>::of_game(&played);
    for (ply, searched) in record.plies.iter_mut().zip(&game.plies) {
        if searched.score != NO_SCORE {
            ply.comment = format!("{:+.2}", f64::from(searched.score) / 100.0);
        }
    }
    record.tags = vec![("Round".to_owned(), (game.number + 1).to_string())];
    record.ending = match game.ending {
        Ending::Rules(outcome) => Some(record::Ending { winner: outcome.winner, cause: Cause::Rules(outcome.reason) }),
        Ending::Adjudicated(winner) => {
            Some(record::Ending { winner: Some(winner), cause: Cause::Other("adjudication".to_owned()) })
        }
        Ending::Unfinished => None,
    };
    Ok(record)
}
