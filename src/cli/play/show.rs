//! What is shown: the board, whose turn it is, pieces.

use super::game::Play;
use super::words;
use crate::engine::find_piece;
use crate::position::Side;
use crate::view::{Picture, SquareView};
use std::io::{self, Write};

/// Lines of a board beside its ranks.
const FRAME: usize = 6;

impl<W: Write> Play<W> {
    /// Draws the board, of a large one the part where something has happened, and tells whose turn it is.
    pub fn draw(&mut self) -> io::Result<()> {
        let middle = self.middle();
        self.picture(Some(middle), self.screen.columns(), self.screen.rows())?;
        self.tell_turn()
    }

    /// Draws the part of the board around a square, or all of it.
    pub fn view(&mut self, square: &str) -> io::Result<()> {
        if square == "all" {
            self.picture(None, 0, 0)?;
            return self.tell_turn();
        }
        match self.square(square) {
            Some(square) => {
                self.picture(Some(square), self.screen.columns(), self.screen.rows())?;
                self.tell_turn()
            }
            None => self.complain(format!("'{square}' is no square")),
        }
    }

    fn picture(&mut self, middle: Option<SquareView>, columns: usize, rows: usize) -> io::Result<()> {
        let last = self.engine.last_move(self.format);
        let picture = Picture {
            flip: self.flip,
            columns,
            rows,
            middle,
            last: last.as_ref(),
            colour: self.screen.colour,
            ..Picture::new(self.style, self.engine.square_names(self.format))
        };
        let board = self.engine.board().draw(&picture);
        self.screen.print(board)
    }

    /// The square of a name, in the names of the notation in use or, failing that, in the other ones.
    pub fn square(&self, name: &str) -> Option<SquareView> {
        let board = self.engine.board();
        let used = self.engine.square_names(self.format);
        let others = board.names.iter().map(|names| names.system);
        [used].into_iter().chain(others).find_map(|names| board.size.named(name, names))
    }

    /// Where something has happened: where the last move ended, or where the side to move keeps its royal.
    fn middle(&self) -> SquareView {
        if let Some(last) = self.engine.last_move(self.format) {
            return last.to;
        }
        let (board, sheets) = (self.engine.board(), self.engine.pieces());
        let royal = |letters: &str| sheets.iter().any(|sheet| sheet.royal && sheet.letters == letters);
        let own = board.pieces.iter().filter(|piece| piece.side == board.side_to_move);
        own.map(|piece| (piece, royal(&piece.kind.letters)))
            .find(|(_, royal)| *royal)
            .map_or(board.size.square(0, 0), |(piece, _)| piece.square)
    }

    /// Whether a board after the human's move and one after the answer have room on the screen together.
    pub fn has_room(&self) -> bool {
        self.screen.fits_twice(self.engine.board().size.ranks + FRAME)
    }

    /// Tells the number of the move, whose turn it is, check and the clocks.
    fn tell_turn(&mut self) -> io::Result<()> {
        if self.result().is_some() {
            return Ok(());
        }
        let side = words::name(self.engine.side_to_move());
        let mut text = format!("Move {}: {side} to move.", self.move_number());
        if self.engine.in_check() {
            text += &format!(" {side} is in check!");
        }
        if self.flip {
            text += " The board is turned: White is below.";
        }
        if let Some(clocks) = &self.clocks {
            text += &format!(" {}", clocks.words());
        }
        self.screen.say(text)
    }

    /// The number of the next move, each side's counted, as position texts have it.
    fn move_number(&self) -> String {
        let text = self.engine.position(crate::notation::PositionFormat::Sfen);
        text.split_whitespace().last().unwrap_or("1").to_owned()
    }

    /// Shows the sheet of a piece.
    pub fn piece(&mut self, name: &str) -> io::Result<()> {
        match find_piece(&self.engine.pieces(), name) {
            Ok(sheet) => self.screen.say(sheet.draw().trim_end()),
            Err(error) => self.complain(error),
        }
    }

    /// Lists all pieces with their letters.
    pub fn list_pieces(&mut self) -> io::Result<()> {
        let name = |sheet: crate::notation::PieceSheet| {
            let sign = sheet.kanji.map_or_else(String::new, |sign| format!(" {sign}"));
            format!("{} ({}{sign})", sheet.name, sheet.letters)
        };
        let names: Vec<String> = self.engine.pieces().into_iter().map(name).collect();
        self.screen.say(names.join(", "))
    }

    /// Tells where the pieces of a kind stand.
    pub fn locate(&mut self, name: &str) -> io::Result<()> {
        let sheets = self.engine.pieces();
        let sheet = match find_piece(&sheets, name) {
            Ok(sheet) => sheet,
            Err(error) => return self.complain(error),
        };
        let (board, names) = (self.engine.board(), self.engine.square_names(self.format));
        for side in Side::BOTH {
            let pieces = board.pieces.iter().filter(|piece| piece.side == side && piece.kind.letters == sheet.letters);
            let mut places: Vec<String> = pieces.map(|piece| board.size.name(piece.square, names)).collect();
            if let Some(hands) = &board.hands {
                let held =
                    board.held_by(side).iter().filter(|held| held.kind.letters == sheet.letters && held.count > 0);
                places.extend(held.map(|held| format!("({} in {})", held.count, hands.holding.word())));
            }
            let places = if places.is_empty() { "none".to_owned() } else { places.join(" ") };
            self.screen.say(format!("{}'s {}: {places}", words::name(side), sheet.name))?;
        }
        Ok(())
    }

    /// Lists the legal moves: all, or those from a square or of a kind of piece.
    pub fn list_moves(&mut self, which: &str) -> io::Result<()> {
        if which.is_empty() {
            let moves = self.engine.moves(self.format);
            return self.screen.say(if moves.is_empty() { "-".to_owned() } else { moves.join(" ") });
        }
        let board = self.engine.board();
        let all = self.engine.legal_moves(self.format);
        let texts: Vec<String> = if let Some(square) = self.square(which) {
            all.into_iter().filter(|mv| mv.from == Some(square)).map(|mv| mv.text).collect()
        } else {
            let sheets = self.engine.pieces();
            let sheet = match find_piece(&sheets, which) {
                Ok(sheet) => sheet,
                Err(error) => return self.complain(format!("'{which}' is no square, and {error}")),
            };
            let from = |square: SquareView| board.piece_on(square).map(|piece| &piece.kind.letters);
            let moved = all.into_iter().filter(|mv| {
                let dropped = mv.drop.as_ref().map(|kind| &kind.letters);
                mv.from.and_then(from).or(dropped) == Some(&sheet.letters)
            });
            moved.map(|mv| mv.text).collect()
        };
        self.screen.say(if texts.is_empty() { format!("No move: {which}") } else { texts.join(" ") })
    }

    /// Lists what was played.
    pub fn history(&mut self) -> io::Result<()> {
        let which = super::log::Which { variant: self.engine.name(), options: &self.options };
        match self.log.moves_in(which, self.format) {
            Ok(moves) if moves.is_empty() => self.screen.say("Nothing has been played."),
            Ok(moves) => {
                let first: usize =
                    self.log.start.split_whitespace().last().and_then(|word| word.parse().ok()).unwrap_or(1);
                let moves: Vec<String> =
                    moves.iter().enumerate().map(|(index, text)| format!("{}. {text}", index + first)).collect();
                self.screen.say(moves.join("  "))
            }
            Err(error) => self.complain(error),
        }
    }
}
