//! What helps a human at the board: marks for the piece in hand, moves set aside in analysis.

use super::highlight::in_hand;
use super::{Cecp, Mode};
use crate::notation::{MoveFormat, PositionFormat};
use std::io::{self, Write};

impl<W: Write> Cecp<W> {
    /// `lift SQUARE`: the user has picked up a piece, from the board or from a hand beside it.
    pub(super) fn lift(&mut self, square: &str) -> io::Result<()> {
        let (moves, fen) = self.before_the_user();
        let setup = self.engine.cecp_setup();
        let piece = setup.first().and_then(|setup| in_hand(square, &fen, setup));
        self.held.lift(piece.as_deref().unwrap_or(square), &moves);
        let marks = self.held.highlight(&moves, &fen);
        self.highlight(marks)
    }

    /// `put SQUARE`: the user has put it down. A comma behind the square says that more is to come, as does lifting it again.
    pub(super) fn put_down(&mut self, square: &str) {
        self.held.put(square.trim_end_matches(','));
    }

    /// `hover SQUARE`: the user holds it over an enemy.
    pub(super) fn hover(&mut self, square: &str) -> io::Result<()> {
        let (moves, fen) = self.before_the_user();
        let marks = self.held.hover(square, &moves).and_then(|held| held.highlight(&moves, &fen));
        self.highlight(marks)
    }

    /// The legal moves and the board as the user sees it: a reply that the engine expects, and thinks about, is not on it.
    /// The search has a board of its own and goes on.
    fn before_the_user(&mut self) -> (Vec<String>, String) {
        let reply = self.pondering.as_ref().map(|pondering| pondering.reply);
        if reply.is_some() {
            self.engine.undo();
        }
        let seen = (self.engine.moves(MoveFormat::Cecp), self.engine.position(PositionFormat::Fen));
        if let Some(Err(error)) = reply.map(|reply| self.engine.play_answer(reply)) {
            // Cannot be: the move was there a moment ago.
            log::error!("an expected reply cannot be played: {error}");
            self.pondering = None;
            self.abort();
        }
        seen
    }

    fn highlight(&mut self, marks: Option<String>) -> io::Result<()> {
        marks.map_or(Ok(()), |marks| self.output.line(format_args!("highlight {marks}")))
    }

    /// `exclude MOVE` or `exclude all`: analysis leaves moves out until the position changes.
    pub(super) fn exclude(&mut self, text: &str, line: &str) -> io::Result<()> {
        match text {
            "all" => self.excluded = self.engine.root_moves(),
            _ => match self.engine.read_move(text) {
                Ok(mv) => self.excluded.push(mv),
                Err(error) => return self.error(&error.to_string(), line),
            },
        }
        self.analyze_anew();
        Ok(())
    }

    /// `include MOVE` or `include all`: takes it back.
    pub(super) fn include(&mut self, text: &str, line: &str) -> io::Result<()> {
        match text {
            "all" => self.excluded.clear(),
            _ => match self.engine.read_move(text) {
                Ok(mv) => self.excluded.retain(|&excluded| excluded != mv),
                Err(error) => return self.error(&error.to_string(), line),
            },
        }
        self.analyze_anew();
        Ok(())
    }

    fn analyze_anew(&mut self) {
        if self.mode == Mode::Analyze {
            self.start_analysis();
        }
    }
}
