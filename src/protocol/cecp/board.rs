//! What helps a human at the board: marks for the piece in hand, moves set aside in analysis.

use super::highlight::Origin;
use super::{Cecp, Mode};
use crate::notation::{MoveFormat, SquareNames};
use crate::view::{BoardView, MoveView};
use std::io::{self, Write};

impl<W: Write> Cecp<W> {
    /// `lift SQUARE`: the user has picked up a piece, from the board or from a hand beside it.
    pub(super) fn lift(&mut self, square: &str) -> io::Result<()> {
        let (moves, board) = self.before_the_user();
        let from = Origin::named(square, board.size, &self.engine.cecp_setup().hand_rows);
        self.lifted.lift(from, &moves);
        self.highlight(&self.lifted.highlight(&moves, &board))
    }

    /// `put SQUARE`: the user has put it down. A comma behind the square says that more is to come, as does lifting it again.
    pub(super) fn put_down(&mut self, square: &str) {
        let size = self.engine.board().size;
        self.lifted.put(size.named(square.trim_end_matches(','), SquareNames::Western));
    }

    /// `hover SQUARE`: the user holds it over an enemy.
    pub(super) fn hover(&mut self, square: &str) -> io::Result<()> {
        let (moves, board) = self.before_the_user();
        let square = board.size.named(square, SquareNames::Western);
        match square.and_then(|square| self.lifted.hover(square, &moves)) {
            Some(held) => self.highlight(&held.highlight(&moves, &board)),
            None => Ok(()),
        }
    }

    /// The legal moves and the board as the user sees it: a reply that the engine expects, and thinks about, is not on it.
    /// The search has a board of its own and goes on.
    fn before_the_user(&mut self) -> (Vec<MoveView>, BoardView) {
        let reply = self.pondering.as_ref().map(|pondering| pondering.reply.code);
        if reply.is_some() {
            self.engine.undo();
        }
        let seen = (self.engine.legal_moves(MoveFormat::Cecp), self.engine.board());
        if let Some(Err(error)) = reply.map(|reply| self.engine.play_move(reply)) {
            // The move was legal before it was taken back, so this does not happen.
            log::error!("an expected reply cannot be played: {error}");
            self.pondering = None;
            self.abort();
        }
        seen
    }

    fn highlight(&mut self, marks: &str) -> io::Result<()> {
        self.output.line(format_args!("highlight {marks}"))
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
