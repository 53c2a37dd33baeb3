//! What helps a human at the board: marks for the piece in hand, moves set aside in analysis.

use super::{Cecp, Mode};
use crate::engine::{MoveFormat, PositionFormat};
use std::io::{self, Write};

impl<W: Write> Cecp<W> {
    /// `lift SQUARE`: the user has picked up a piece.
    pub(super) fn lift(&mut self, square: &str) -> io::Result<()> {
        let moves = self.engine.moves(MoveFormat::Cecp);
        self.held.lift(square, &moves);
        let marks = self.held.highlight(&moves, &self.engine.position(PositionFormat::Fen));
        self.highlight(marks)
    }

    /// `put SQUARE`: the user has put it down. A comma behind the square says that more is to come, as does lifting it again.
    pub(super) fn put_down(&mut self, square: &str) {
        self.held.put(square.trim_end_matches(','));
    }

    /// `hover SQUARE`: the user holds it over an enemy.
    pub(super) fn hover(&mut self, square: &str) -> io::Result<()> {
        let moves = self.engine.moves(MoveFormat::Cecp);
        let fen = self.engine.position(PositionFormat::Fen);
        let marks = self.held.hover(square, &moves).and_then(|held| held.highlight(&moves, &fen));
        self.highlight(marks)
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
