//! Plays the moves of a record while it is read.

use super::marks::split_spent;
use super::{Ply, Record, RecordFault};
use crate::engine::PlayError;
use crate::game::{Game, Refusal};
use crate::games::{Rules, Variant};
use crate::notation::{MoveError, MoveFormat, PositionFormat, excerpt};
use crate::position::{Move, Position};

/// A game that is being read, at its current position. Moves are judged by the accept rules.
pub(super) struct Replay<V: Variant> {
    game: Game<V::Position>,
    /// The record so far. The reader fills in tags and remarks; [`play`](Replay::play) adds the moves.
    pub record: Record<V>,
}

impl<V: Variant> Replay<V> {
    /// A game that starts here.
    pub fn new(start: V::Position) -> Replay<V> {
        Replay { game: Game::new(start.clone()), record: Record::new(start) }
    }

    /// The position after all moves, under the accept rules: what the next move is read against.
    pub fn position(&self) -> V::Position {
        self.game.accepting()
    }

    /// The position after all moves, as text with its move number.
    pub fn text(&self, format: PositionFormat) -> String {
        V::write_position(self.game.position(), format, self.game.ply())
    }

    /// Reads a move in one format and plays it.
    ///
    /// # Errors
    /// If it is no move, or may not be played.
    pub fn play(&mut self, text: &str, format: MoveFormat) -> Result<(), RecordFault> {
        self.play_with(text, |position| V::parse_move_as(position, text, format))
    }

    /// Plays the move that `read` makes of the position; `text` is what the file calls it.
    ///
    /// # Errors
    /// As those of [`play`](Replay::play).
    pub fn play_with(
        &mut self,
        text: &str,
        read: impl FnOnce(&V::Position) -> Result<Move, MoveError>,
    ) -> Result<(), RecordFault> {
        let mv = read(&self.position()).map_err(|error| self.fault(text, error.into()))?;
        self.play_move(mv, text)
    }

    /// Plays a move that was read by other means; `text` is what the file calls it.
    ///
    /// # Errors
    /// If it may not be played.
    pub fn play_move(&mut self, mv: Move, text: &str) -> Result<(), RecordFault> {
        self.game.judge(mv).map_err(|refusal| self.fault(text, refusal.into()))?;
        self.game.play(mv);
        self.record.plies.push(Ply { mv, comment: String::new(), spent: None });
        Ok(())
    }

    /// Why the next move, which the file calls `text`, cannot be played.
    fn fault(&self, text: &str, error: PlayError) -> RecordFault {
        let repeats = matches!(error, PlayError::Refused(Refusal::Repetition { .. }));
        RecordFault::Move {
            number: self.game.ply() + 1,
            text: excerpt(text),
            error,
            rules_without_repetition: repeats.then(|| without_repetition::<V>(self.game.position().rules())).flatten(),
        }
    }

    /// Adds a remark to the last move, or to the start if there is none yet. A thinking time at its start becomes that
    /// of the move.
    pub fn remark(&mut self, text: &str) {
        self.remark_on(self.game.ply(), text);
    }

    /// Adds a remark to the move of this number, 0 for the start; false if it was not played.
    pub fn remark_on(&mut self, number: usize, text: &str) -> bool {
        let Some(index) = number.checked_sub(1) else {
            add_line(&mut self.record.comment, text);
            return true;
        };
        let Some(ply) = self.record.plies.get_mut(index) else { return false };
        let (spent, rest) = if ply.spent.is_none() { split_spent(text) } else { (None, text) };
        ply.spent = ply.spent.or(spent);
        add_line(&mut ply.comment, rest);
        true
    }

    /// The record; its remarks have no empty lines at their ends.
    pub fn finish(mut self) -> Record<V> {
        let plies = self.record.plies.iter_mut().map(|ply| &mut ply.comment);
        for comment in plies.chain([&mut self.record.comment]) {
            comment.truncate(comment.trim_end().len());
        }
        self.record
    }
}

/// Appends a remark to others as a line of its own.
pub(super) fn add_line(comment: &mut String, text: &str) {
    if !comment.is_empty() {
        comment.push('\n');
    }
    comment.push_str(text.trim_end());
}

/// The same rules without a repetition rule, as text, if the variant can do without it.
fn without_repetition<V: Variant>(rules: &Rules<V>) -> Option<String> {
    let rules = rules.to_string();
    let sign = if rules.contains(':') { ',' } else { ':' };
    let without = format!("{rules}{sign}rep.rule=off");
    without.parse::<Rules<V>>().is_ok().then_some(without)
}
