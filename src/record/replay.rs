//! Plays the moves of a game that is being read.

use super::marks::split_spent;
use super::{Ply, Record};
use crate::game::{Game, Refusal};
use crate::games::{Rules, Variant};
use crate::notation::{MoveFormat, PositionFormat, TextError};
use crate::position::{Move, Position};

/// A game that is being read, at the position that the moves have led to. Moves are judged by the accept rules.
pub(super) struct Replay<V: Variant> {
    game: Game<V::Position>,
    /// What has been read. The reader fills in tags and remarks; the moves come through [`play`](Replay::play).
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

    /// Reads a move in one format and plays it. The error names move number, move and reason.
    pub fn play(&mut self, text: &str, format: MoveFormat) -> Result<(), TextError> {
        self.play_with(text, |position| V::parse_move_as(position, text, format))
    }

    /// Plays the move that `read` makes of the position; `text` is what the file calls it. The error is as in
    /// [`play`](Replay::play).
    pub fn play_with(
        &mut self,
        text: &str,
        read: impl FnOnce(&V::Position) -> Result<Move, TextError>,
    ) -> Result<(), TextError> {
        let mv = read(&self.position()).map_err(|error| self.error(text, &error))?;
        self.play_move(mv, text)
    }

    /// Plays a move that was read by other means; `text` is what the file calls it. The error is as in
    /// [`play`](Replay::play).
    pub fn play_move(&mut self, mv: Move, text: &str) -> Result<(), TextError> {
        self.judge(mv).map_err(|error| self.error(text, &error))?;
        self.game.play(mv);
        self.record.plies.push(Ply { mv, comment: String::new(), spent: None });
        Ok(())
    }

    fn judge(&self, mv: Move) -> Result<(), TextError> {
        self.game.judge(mv).map_err(|refusal| match refusal {
            Refusal::Repetition { .. } => TextError(format!("{refusal}{}", way_out::<V>(self.game.position().rules()))),
            _ => TextError(refusal.to_string()),
        })
    }

    fn error(&self, text: &str, TextError(reason): &TextError) -> TextError {
        let shown: String = text.chars().take(40).collect();
        TextError(format!("move {} ({shown}): {reason}", self.game.ply() + 1))
    }

    /// Adds a remark to the last move, or to the start if there is none yet. A thinking time in front of it goes where
    /// it belongs.
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

/// Adds a remark to others as a line of its own.
pub(super) fn add_line(comment: &mut String, text: &str) {
    if !comment.is_empty() {
        comment.push('\n');
    }
    comment.push_str(text.trim_end());
}

/// What to do about a game that breaks the repetition rule, if the variant can do without it.
fn way_out<V: Variant>(rules: &Rules<V>) -> String {
    let rules = rules.to_string();
    let sign = if rules.contains(':') { ',' } else { ':' };
    let without = format!("{rules}{sign}rep.rule=off");
    let possible = without.parse::<Rules<V>>().is_ok();
    if possible { format!(" (try --rules {without})") } else { String::new() }
}
