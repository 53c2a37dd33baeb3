//! The notation of XBoard's game records: `Nf5`, pawns `a9` and `axa9`, promotion `a9+`, promoted pieces `+Pa10`, double
//! captures `Nxf7xg7`, hit and run `Nxf4-f5`, igui `Nxh7-g7`, pass `--`.
//!
//! A pass names no piece. Which one passes makes no difference to the position after it, so reading it gives a pass of
//! the first piece that can.
//!
//! XBoard tells pieces apart by their moves to the first square of the text alone, and counts only moves that do not
//! leave the king attacked; when it reads the text it looks at the last square. So that it can read what is written here,
//! pieces that reach either square are told apart, whatever becomes of their king. A text that leaves a choice is read
//! as XBoard reads it: moves that leave the king attacked are not meant then.

use super::moves::{Spelling, parse_move, resolve};
use super::position::write_piece;
use super::reason::reason;
use super::square::{letter, write_square};
use crate::chu::{Action, ChuPosition, Illegal, Kind, Piece, SIZE, Square};
use crate::notation::san::{Part, Squares, origin, without_marks};
use crate::notation::{MoveFormat, SquareNames, TextError};
use crate::position::{MoveList, Position, Side};

/// Writes a move, which must be legal in the position; with `#` if it leaves no move that saves the king, which is
/// XBoard's mate.
pub fn write_san(position: &ChuPosition, action: Action) -> String {
    let mut text = write_body(position, action);
    let mut after = position.clone();
    after.make(action.to_move(), &mut ());
    if !has_safe_move(&mut after) {
        text.push('#');
    }
    text
}

fn write_body(position: &ChuPosition, action: Action) -> String {
    if action.is_pass() {
        return "--".into();
    }
    let Action { from, via, to, promote } = action;
    let name = |square| write_square(square, SquareNames::Western);
    let empty = |square| position.piece_on(square).is_none();
    let piece = position.piece_on(from);
    let first = via.unwrap_or(to);
    let mut text = String::new();
    if piece.kind() != Kind::Pawn {
        text += &write_piece(Piece::new(piece.kind(), Side::Black));
        text += &write_origin(position, from, [first, to]);
    } else if !empty(first) {
        text.push(letter(from.file()));
    }
    if !empty(first) {
        text.push('x');
    }
    text += &name(first);
    if via.is_some() {
        text.push(if to == from || empty(to) { '-' } else { 'x' });
        text += &name(to);
    }
    if promote {
        text.push('+');
    }
    text
}

/// What tells the piece from the others of its kind that can go to one of these squares.
fn write_origin(position: &ChuPosition, from: Square, targets: [Square; 2]) -> String {
    let piece = position.piece_on(from);
    let goes_to = |start: Square, target: Square| {
        let verdict = position.check(Action::plain(start, target));
        // XBoard has other rules for lions: what these forbid here may be a move there.
        start != target && matches!(verdict, Ok(()) | Err(Illegal::Lion(_)))
    };
    let others = position.all_pieces().filter(|&(square, other)| other == piece && square != from);
    let rivals = others.map(|(square, _)| square).filter(|&square| targets.iter().any(|&to| goes_to(square, to)));
    let (file, rank) = origin((from.file(), from.rank()), rivals.map(|square| (square.file(), square.rank())));
    let mut text = String::new();
    if file {
        text.push(letter(from.file()));
    }
    if rank {
        text += &(from.rank() + 1).to_string();
    }
    text
}

/// Whether the mover has a move that does not leave his only royal attacked.
fn has_safe_move(position: &mut ChuPosition) -> bool {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    moves.into_iter().any(|mv| {
        let undo = position.make(mv, &mut ());
        let safe = !position.can_take_last_royal();
        position.unmake(mv, undo);
        safe
    })
}

/// Reads a move; also one in coordinates or USI, which game records have as well.
pub fn parse_san(position: &ChuPosition, text: &str) -> Result<Action, TextError> {
    let body = without_marks(text);
    if matches!(body, "pass" | "null") {
        return parse_move(position, "@@@@");
    }
    match San::read(body) {
        Some(san) => san.resolve(position),
        // `e7-e8` and `f6xg7xh8` without the letter of a piece are coordinates with signs between them.
        None if body.starts_with(|c: char| c.is_ascii_lowercase()) => {
            parse_move(position, &body.replace(['-', 'x'], ""))
        }
        None => parse_move(position, body),
    }
}

/// A move text in parts.
#[derive(Clone, Copy)]
struct San {
    kind: Kind,
    squares: Squares,
    promote: bool,
}

impl San {
    fn read(text: &str) -> Option<San> {
        let body = text.strip_suffix(['+', '=']).unwrap_or(text);
        let promote = text.ends_with('+');
        let (promoted, rest) = body.strip_prefix('+').map_or((false, body), |rest| (true, rest));
        let letter = rest.chars().next()?;
        if letter.is_ascii_uppercase() {
            let kind = Kind::from_letter(letter, promoted)?;
            return Some(San { kind, squares: Squares::read(rest.get(1..)?, SIZE)?, promote });
        }
        let squares = Squares::read(rest, SIZE).filter(|_| !promoted)?;
        // Two whole squares without a letter name the start, whatever stands there.
        let pawn = squares.via.is_none() && !(squares.origin.file.is_some() && squares.origin.rank.is_some());
        pawn.then_some(San { kind: Kind::Pawn, squares, promote })
    }

    fn resolve(self, position: &ChuPosition) -> Result<Action, TextError> {
        let mut candidates = self.candidates(position);
        if let Some(squares) = self.squares.other_reading()
            && candidates.is_empty()
        {
            return San { squares, ..self }.resolve(position);
        }
        // People write a check as `+`, too; with a piece that never promotes it can be nothing else.
        if self.promote && candidates.iter().all(|(_, verdict)| matches!(verdict, Err(Illegal::CannotPromote(_)))) {
            candidates = San { promote: false, ..self }.candidates(position);
        }
        let mut legal: Vec<Action> = candidates.iter().filter_map(|(_, verdict)| verdict.ok()).collect();
        if legal.len() > 1 {
            legal.retain(|&action| keeps_royal(position, action));
        }
        match legal[..] {
            [action] => Ok(action),
            [] => Err(self.refuse(position, &candidates)),
            [action, ..] => Err(self.ambiguous(position, action)),
        }
    }

    /// The pieces that may be meant, and what the move would be with each.
    fn candidates(self, position: &ChuPosition) -> Vec<(Square, Result<Action, Illegal>)> {
        let Some(to) = square(self.squares.to) else { return Vec::new() };
        let own = Piece::new(self.kind, position.side());
        let meant = |from: Square| self.squares.origin.fits(from.file(), from.rank());
        let pieces = position.all_pieces().filter(|&(from, piece)| piece == own && meant(from));
        let middle = self.squares.via.and_then(square);
        pieces
            .map(|(from, _)| (from, resolve(position, &Spelling { from, middle, to, promote: self.promote })))
            .collect()
    }

    /// Why none of the pieces can do it: the reason of the only one, or of the one that comes nearest.
    fn refuse(self, position: &ChuPosition, candidates: &[(Square, Result<Action, Illegal>)]) -> TextError {
        let reasons = candidates.iter().filter_map(|(_, verdict)| verdict.err());
        let near = |illegal: &Illegal| {
            matches!(illegal, Illegal::Lion(_) | Illegal::NoRightToPromote(..) | Illegal::CannotPromote(_))
        };
        if let Some(illegal) =
            reasons.clone().find(near).or_else(|| reasons.clone().next().filter(|_| candidates.len() == 1))
        {
            return TextError(reason(position, illegal, MoveFormat::San));
        }
        let to = square(self.squares.to).map_or(String::new(), |to| write_square(to, SquareNames::Western));
        let name = self.kind.info().name;
        TextError(format!("no {name} of the side to move can go to {to} like that (chu-rules §2.2)"))
    }

    fn ambiguous(self, position: &ChuPosition, action: Action) -> TextError {
        let name = self.kind.info().name;
        TextError(format!("more than one {name} can do this: say which, as in {}", write_body(position, action)))
    }
}

fn square(part: Part) -> Option<Square> {
    Square::new(part.file?, part.rank?)
}

/// Whether the mover's only royal, if he has only one, is not attacked after the move.
fn keeps_royal(position: &ChuPosition, action: Action) -> bool {
    let mut after = position.clone();
    after.make(action.to_move(), &mut ());
    !after.can_take_last_royal()
}
