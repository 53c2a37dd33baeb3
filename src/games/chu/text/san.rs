//! The notation of XBoard's game records: `Nf5`, pawns `a9` and `axa9`, promotion `a9+`, promoted pieces `+Pa10`,
//! double captures `Nxf7xg7`, hit and run `Nxf4-f5`, igui `Nxh7-g7`, pass `--`.
//!
//! A pass names no piece. Which one passes makes no difference to the position after it, so reading it gives a pass of
//! the first piece that can pass.
//!
//! XBoard tells pieces apart by their moves to the first square of the text alone, and counts only moves that do not
//! leave the king attacked; when it reads the text it looks at the last square. So that it can read what is written
//! here, pieces that reach either square are told apart, whatever becomes of their king. A text that leaves a choice is
//! read as XBoard reads it: moves that leave the king attacked are not meant then.

use super::board::Board;
use super::error::MoveTextError;
use super::position::write_piece;
use super::reason::most_specific;
use super::spelling::{Spelling, resolve};
use super::square::{letter, write_square};
use crate::games::chu::{Action, Illegal, Kind, Piece, SIZE, Square};
use crate::notation::san::{Part, Squares, origin};
use crate::notation::{IllegalMove, MoveError, MoveFormat, SquareNames};
use crate::position::{MoveList, Position, Side};

/// Writes a move, which must be legal in the position; with `#` if it takes the last royal or leaves no move that saves
/// it, which is XBoard's mate.
pub fn write_san(position: &impl Board, action: Action) -> String {
    let mut text = write_body(position, action);
    let mut after = position.clone();
    after.make(action.to_move(), &mut ());
    if !has_safe_move(&mut after) {
        text.push('#');
    }
    text
}

fn write_body(position: &impl Board, action: Action) -> String {
    if action.is_pass() {
        return "--".into();
    }
    let Action { from, via, to, promote } = action;
    let name = |square| write_square(square, SquareNames::Western);
    let empty = |square| position.chu().piece_on(square).is_none();
    let piece = position.chu().piece_on(from);
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

/// What distinguishes the piece from the others of its kind that can go to one of these squares.
fn write_origin(position: &impl Board, from: Square, targets: [Square; 2]) -> String {
    let piece = position.chu().piece_on(from);
    let goes_to = |start: Square, target: Square| {
        let verdict = position.judge(Action::plain(start, target));
        // XBoard has other lion rules: a move that is forbidden here may be legal there.
        start != target && matches!(verdict, Ok(()) | Err(Illegal::Lion(..)))
    };
    let others = position.chu().all_pieces().filter(|&(square, other)| other == piece && square != from);
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

/// Whether the mover has a royal, and a move that does not leave it attacked if it is the only one.
pub(in crate::games) fn has_safe_move(position: &mut impl Position) -> bool {
    if !position.mover_has_royal() {
        return false;
    }
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    moves.into_iter().any(|mv| {
        let undo = position.make(mv, &mut ());
        let safe = !position.can_take_last_royal();
        position.unmake(mv, undo);
        safe
    })
}

/// A move text in parts.
#[derive(Clone, Copy)]
pub(super) struct San {
    kind: Kind,
    squares: Squares,
    /// The end of the move.
    to: Square,
    promote: bool,
}

impl San {
    /// Reads a text; `None` if it is no move of this notation.
    pub fn read(text: &str) -> Option<San> {
        let body = text.strip_suffix(['+', '=']).unwrap_or(text);
        let promote = text.ends_with('+');
        let (promoted, rest) = body.strip_prefix('+').map_or((false, body), |rest| (true, rest));
        let letter = rest.chars().next()?;
        if letter.is_ascii_uppercase() {
            let kind = Kind::from_letter(letter, promoted)?;
            let squares = Squares::read(rest.get(1..)?, SIZE)?;
            return Some(San { kind, squares, to: square(squares.to)?, promote });
        }
        let squares = Squares::read(rest, SIZE).filter(|_| !promoted)?;
        // Two whole squares without a letter name the start, whatever stands there.
        let pawn = squares.via.is_none() && !(squares.origin.file.is_some() && squares.origin.rank.is_some());
        let to = square(squares.to)?;
        pawn.then_some(San { kind: Kind::Pawn, squares, to, promote })
    }

    /// The move that the text names.
    ///
    /// # Errors
    /// If it names none or several, or an illegal one.
    pub fn resolve(self, position: &impl Board) -> Result<Action, MoveError> {
        let mut candidates = self.candidates(position);
        if let Some(squares) = self.squares.other_reading()
            && candidates.is_empty()
        {
            return San { squares, ..self }.resolve(position);
        }
        // Some write `+` for a check; with a piece that never promotes it can mean nothing else.
        if self.promote
            && candidates
                .iter()
                .all(|(_, verdict)| matches!(verdict, Err(Illegal::CannotPromote(_) | Illegal::TwoStepPromotion(_))))
        {
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

    /// The pieces that fit the text, each with its move or the rule that forbids it.
    fn candidates(self, position: &impl Board) -> Vec<(Square, Result<Action, Illegal>)> {
        let own = Piece::new(self.kind, position.chu().side());
        let meant = |from: Square| self.squares.origin.fits(from.file(), from.rank());
        let pieces = position.chu().all_pieces().filter(|&(from, piece)| piece == own && meant(from));
        let middle = self.squares.via.and_then(square);
        pieces
            .map(|(from, _)| (from, resolve(position, &Spelling { from, middle, to: self.to, promote: self.promote })))
            .collect()
    }

    /// Why none of the pieces can make the move.
    fn refuse(self, position: &impl Board, candidates: &[(Square, Result<Action, Illegal>)]) -> MoveError {
        let refusals: Vec<Illegal> = candidates.iter().filter_map(|(_, verdict)| verdict.err()).collect();
        match most_specific(&refusals) {
            Some(illegal) => IllegalMove::new(position, illegal, MoveFormat::San).into(),
            None => MoveTextError::NoPieceReaches { kind: self.kind, to: self.to }.into(),
        }
    }

    fn ambiguous(self, position: &impl Board, action: Action) -> MoveError {
        MoveTextError::SeveralPieces { kind: self.kind, example: write_body(position, action) }.into()
    }
}

fn square(part: Part) -> Option<Square> {
    Square::new(part.file?, part.rank?)
}

/// Whether the mover's royal, if it has only one, is not attacked after the move.
fn keeps_royal(position: &impl Board, action: Action) -> bool {
    let mut after = position.clone();
    after.make(action.to_move(), &mut ());
    !after.can_take_last_royal()
}

#[cfg(test)]
mod tests {
    use super::super::moves::{parse_move, parse_san};
    use super::super::position::parse_position;
    use super::*;
    use crate::games::chu::{ChuPosition, ChuRules};

    fn position(sfen: &str) -> ChuPosition {
        parse_position(sfen, ChuRules::HISTORIC).unwrap()
    }

    /// The USI move is written as the other text, and that is read as the same move.
    #[track_caller]
    fn check(sfen: &str, usi: &str, san: &str) {
        let position = position(sfen);
        let action = parse_move(&position, usi).unwrap();
        assert_eq!(write_san(&position, action), san);
        assert_eq!(parse_san(&position, san), Ok(action));
    }

    /// A lion on f6 with enemy pawns on f7 and g7.
    const LION: &str = "k11/12/12/12/12/5pp5/5N6/12/12/12/12/11K b - 1";

    #[test]
    fn every_kind_of_move_is_written_as_xboard_does() {
        check(super::super::START, "7j5h", "Nh5");
        check(super::super::START, "7i7h", "f5");
        check(LION, "7g7f", "Nxf7");
        check(LION, "7g7f6f", "Nxf7xg7");
        check(LION, "7g7f6e", "Nxf7-g8");
        check(LION, "7g7f7g", "Nxf7-f6");
        check(LION, "7g6e", "Ng8");
        check(LION, "7g5e", "Nh8");
        // Pawns: capture, promotion, deferral, and the promoted one.
        let pawns = "k11/12/11+P/p11/P11/12/12/12/12/12/12/11K b - 1";
        check(pawns, "12e12d+", "axa9+");
        check(pawns, "12e12d", "axa9");
        check(pawns, "1c1b", "+Pl11");
        check("k11/12/12/12/P11/12/12/12/12/12/12/11K b - 1", "12e12d+", "a9+");
        // Falcon.
        let falcon = "k11/12/4p7/4p7/4+H7/12/12/12/12/12/12/11K b - 1";
        check(falcon, "8e8d8c", "+Hxe9xe10");
        check(falcon, "8e8d8e", "+Hxe9-e8");
        check("k11/12/12/12/4+H7/12/12/12/12/12/12/11K b - 1", "8e8c", "+He10");
    }

    #[test]
    fn a_pass_names_no_piece() {
        let position = position("k11/12/12/12/12/12/5N6/12/12/12/12/11K b - 1");
        let pass = parse_move(&position, "7g6f7g").unwrap();
        assert_eq!(write_san(&position, pass), "--");
        for text in ["--", "@@@@", "pass", "null"] {
            assert_eq!(parse_san(&position, text), Ok(pass), "{text}");
        }
    }

    #[test]
    fn pieces_of_a_kind_are_told_apart() {
        // On one file, e5 and e3; on one rank, e5 and g5.
        let golds = "k11/12/12/12/12/12/12/4G1G5/12/4G7/12/11K b - 1";
        check(golds, "8h8i", "G5e4");
        check(golds, "8j8i", "G3e4");
        check(golds, "8h7g", "Gef6");
        check(golds, "6h7g", "Ggf6");
        check(golds, "8h8g", "Ge6");
        // Only one falcon can take e8, but both reach e9, where the double move ends.
        let falcons = "k11/12/12/4p7/4p7/4+H7/1+H10/12/12/12/12/11K b - 1";
        check(falcons, "8f8e8d", "+Hexe8xe9");
        let far = "k11/12/12/4p7/4p7/4+H7/12/12/1+H10/12/12/11K b - 1";
        check(far, "8f8e8d", "+Hxe8xe9");
    }

    #[test]
    fn mate_is_what_xboard_calls_so() {
        // The king in the corner, attacked by a protected queen.
        check("k11/12/K1Q9/12/12/12/12/12/12/12/12/12 b - 1", "10c11b", "Qb11#");
        check("k11/12/2Q9/12/12/12/12/12/12/12/12/K11 b - 1", "10c11b", "Qb11");
        check("k11/1Q10/12/12/12/12/12/12/12/12/12/K11 b - 1", "11b12a", "Qxa12#");
        // A second royal makes it no mate.
        check("k10+e/12/K1Q9/12/12/12/12/12/12/12/12/12 b - 1", "10c11b", "Qb11");
    }

    #[test]
    fn other_ways_to_write_are_read() {
        let lion = position(LION);
        for (text, usi) in [
            // As XBoard writes steps over empty squares, and as everybody else writes start squares.
            ("Ng6-h7", "7g5f"),
            ("Ng6xg7", "7g6f"),
            ("Nf6-h7", "7g5f"),
            ("Nf6xg7", "7g6f"),
            ("Nf6xf7xg7", "7g7f6f"),
            ("Nf6xf7-f6", "7g7f7g"),
            ("Nfxf7xg7!?", "7g7f6f"),
            ("N6h8", "7g5e"),
            ("Nh8+", "7g5e"),
            ("Nh8#", "7g5e"),
            ("Nh8=", "7g5e"),
            ("f6-h8", "7g5e"),
            ("f6xf7xg7", "7g7f6f"),
            ("f6h8", "7g5e"),
            ("f6f7,f7g7", "7g7f6f"),
            ("7g7f6f", "7g7f6f"),
        ] {
            assert_eq!(parse_san(&lion, text), parse_move(&lion, usi), "{text}");
        }
    }

    #[test]
    fn a_choice_is_made_only_as_xboard_makes_it() {
        // Both golds reach f6; the one on e5 stands between its king and a rook.
        let pinned = position("11k/12/12/12/4r7/12/12/4G1G5/12/12/12/4K7 b - 1");
        assert_eq!(parse_san(&pinned, "Gf6"), parse_move(&pinned, "6h7g"));
        let free = position("11k/12/12/12/12/12/12/4G1G5/12/12/12/4K7 b - 1");
        let message = parse_san(&free, "Gf6").unwrap_err().to_string();
        assert!(message.contains("more than one gold") && message.contains("Gef6"), "{message}");
    }

    #[test]
    fn reasons_name_the_rule_and_nothing_panics() {
        let lion = position("12/12/12/12/4n1H5/4sp6/6N5/6P5/2k5b3/12/12/K11 b - 1");
        for (text, part) in [
            ("Nxf7xe8", "protected"),
            ("Nz9", "no move text"),
            ("Qe5", "no queen"),
            ("Na9", "cannot move to a9"),
            ("h8", "cannot move to h8"),
            ("+Nf5", "no move text"),
            ("", "no move text"),
            ("+", "no move text"),
            ("Nxf7xg7xh8", "no move text"),
            ("獅f5", "no move text"),
            ("N\u{301}f5", "no move text"),
            ("O-O", "no move text"),
        ] {
            let message = parse_san(&lion, text).unwrap_err().to_string();
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}
