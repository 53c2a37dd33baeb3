//! Moves that the human is asked about before they are played.

use super::game::Play;
use super::words;
use crate::position::Move;
use std::io::Write;

impl<W: Write> Play<W> {
    /// What to ask before a move of the human, written as `text`, is played; `None` if there is nothing.
    pub fn question(&self, mv: Move, text: &str) -> Option<String> {
        let mut doubts = Vec::new();
        if let Some(promoting) = self.promoting(mv).filter(|_| !text.ends_with('=')) {
            doubts.push(format!("This move may promote, as {promoting}."));
        }
        if self.engine.leaves_royals(mv) {
            let opponent = words::name(!self.engine.side_to_move());
            doubts.push(format!("After this move {opponent} can take {}.", self.royals()));
        }
        if doubts.is_empty() {
            return None;
        }
        Some(format!("{} To play it as it is, enter it again.", doubts.join(" ")))
    }

    /// The text of the move that differs only in promoting.
    fn promoting(&self, mv: Move) -> Option<String> {
        let plain = self.engine.view_move(mv, self.format).filter(|mv| !mv.promotes && !mv.pass)?;
        let moves = self.engine.legal_moves(self.format).into_iter();
        let same = moves.filter(|other| {
            other.promotes
                && (other.from, other.to, &other.via, &other.drop) == (plain.from, plain.to, &plain.via, &plain.drop)
        });
        same.map(|other| other.text).next()
    }

    /// What the side to move must not lose, in words.
    fn royals(&self) -> String {
        let (board, sheets) = (self.engine.board(), self.engine.pieces());
        let royal = |letters: &str| sheets.iter().any(|sheet| sheet.royal && sheet.letters == letters);
        let own = board.pieces.iter().filter(|piece| piece.side == board.side_to_move);
        let names: Vec<String> =
            own.filter(|piece| royal(&piece.kind.letters)).map(|piece| format!("your {}", piece.kind.name)).collect();
        if names.is_empty() { "your last royal".to_owned() } else { names.join(" and ") }
    }
}
