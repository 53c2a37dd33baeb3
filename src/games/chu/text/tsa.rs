//! Move texts in the notation of the books (George Hodges, 1976; chu-rules §2.7): `P-8f`, `Px7d=`, `Lnx!9d`,
//! `Lnx3hx2i`.
//!
//! Written: the abbreviation of the piece, `+` before it if it is promoted; the square it starts from if another piece
//! of the same kind could make the move that the rest names; then
//!
//! | text | move |
//! |---|---|
//! | `-8f`, `x8f` | to the square, taking what is there |
//! | `x3hx2i`, `x3h-2i` | takes on the first square, goes on to the second, taking what is there |
//! | `x!9d` | takes without moving (igui) |
//! | `-!` | passes (jitto) |
//!
//! and, only where the move gives the right to promote, `+` or `=` for taking it or not.
//!
//! Read besides: the start square where it is not needed, `Q` and `Kr` for `FK` and `Ky`, small letters, spaces between
//! the parts, no `=`, two steps over an empty square (`Ln-6h-6g`), both steps of an igui (`Ln8cx9d-8c`), and a pass
//! with the square stepped to (`Ln-!6h`).

use super::board::Board;
use super::error::MoveTextError;
use super::reason::most_specific;
use super::spelling::{Spelling, resolve};
use super::square::{parse_square, write_square};
use crate::games::chu::{Action, Illegal, Kind, Piece, Square};
use crate::notation::{IllegalMove, MoveError, MoveFormat, SquareNames, excerpt};

/// The letter of a kind in FEN, the abbreviation that is written, and another one that is read.
const NAMES: [(char, &str, &str); 21] = [
    ('P', "P", "P"),
    ('I', "GB", "GB"),
    ('C', "C", "C"),
    ('S', "S", "S"),
    ('G', "G", "G"),
    ('F', "FL", "FL"),
    ('T', "BT", "BT"),
    ('E', "DE", "DE"),
    ('K', "K", "K"),
    ('L', "L", "L"),
    ('A', "RC", "RC"),
    ('V', "VM", "VM"),
    ('M', "SM", "SM"),
    ('B', "B", "B"),
    ('R', "R", "R"),
    ('H', "DH", "DH"),
    ('D', "DK", "DK"),
    ('Q', "FK", "Q"),
    ('O', "Ky", "Kr"),
    ('X', "Ph", "Ph"),
    ('N', "Ln", "Ln"),
];

/// A step as it is written: whether it is marked as a capture, and where it ends.
type Step = (bool, Square);

/// How the piece moves.
enum Motion {
    One(Step),
    Two(Step, Step),
    Igui(Square),
    Pass(Option<Square>),
}

/// A text in parts, before it is known which piece is meant.
struct Parts {
    kind: Kind,
    from: Option<Square>,
    motion: Motion,
    promote: bool,
}

/// Reads a move and checks that it is pseudo-legal.
///
/// # Errors
/// If the text is no move, names several, or the move is illegal.
pub fn parse_tsa(position: &impl Board, text: &str) -> Result<Action, MoveError> {
    let parts = Parts::read(text).ok_or_else(|| MoveTextError::Syntax { text: excerpt(text), spellings: None })?;
    let kind = parts.kind;
    let piece = Piece::new(kind, position.chu().side());
    let mut squares: Vec<Square> = match parts.from {
        Some(from) => vec![from],
        None => position.chu().all_pieces().filter(|&(_, other)| other == piece).map(|(square, _)| square).collect(),
    };
    if let Some(square) = parts.from {
        let found = position.chu().piece_on(square);
        if found.belongs_to(position.chu().side()) && found != piece {
            return Err(MoveTextError::OtherPiece { square, found: found.kind(), named: kind }.into());
        }
    } else if squares.len() > 1 {
        let refusals: Vec<Illegal> = squares.iter().filter_map(|&from| parts.action(position, from).err()).collect();
        squares.retain(|&from| parts.action(position, from).is_ok());
        if let Some(illegal) = most_specific(&refusals).filter(|_| squares.is_empty()) {
            return Err(IllegalMove::new(position, illegal, MoveFormat::Tsa).into());
        }
    }
    let action = match squares[..] {
        [from] => {
            parts.action(position, from).map_err(|illegal| IllegalMove::new(position, illegal, MoveFormat::Tsa))?
        }
        [] => return Err(MoveTextError::NoPieceMakes { kind, text: text.trim().to_owned() }.into()),
        [first, second, ..] => return Err(MoveTextError::TwoPiecesMake { kind, squares: [first, second] }.into()),
    };
    parts.check_signs(position)?;
    Ok(action)
}

fn show(square: Square) -> String {
    write_square(square, SquareNames::Japanese)
}

impl Parts {
    fn read(text: &str) -> Option<Parts> {
        let text: String = text.split_whitespace().collect();
        let (promoted, rest) = text.strip_prefix('+').map_or((false, &text[..]), |rest| (true, rest));
        let (kind, rest) = read_kind(rest, promoted)?;
        let square = |text| parse_square(text, SquareNames::Japanese);
        let (from, rest) = square(rest).map_or((None, rest), |(square, rest)| (Some(square), rest));
        let (rest, promote) = match rest.strip_suffix('+') {
            Some(rest) => (rest, true),
            None => (rest.strip_suffix('=').unwrap_or(rest), false),
        };
        let motion = if let Some(rest) = rest.strip_prefix("x!") {
            Motion::Igui(square(rest).filter(|(_, rest)| rest.is_empty())?.0)
        } else if let Some(rest) = rest.strip_prefix("-!") {
            let over = if rest.is_empty() { None } else { Some(square(rest).filter(|(_, rest)| rest.is_empty())?.0) };
            Motion::Pass(over)
        } else {
            let (first, rest) = read_step(rest)?;
            if rest.is_empty() {
                Motion::One(first)
            } else {
                Motion::Two(first, read_step(rest).filter(|(_, rest)| rest.is_empty())?.0)
            }
        };
        Some(Parts { kind, from, motion, promote })
    }

    /// The action, if the piece on `from` is the one that makes it.
    fn action(&self, position: &impl Board, from: Square) -> Result<Action, Illegal> {
        let (middle, to) = match self.motion {
            Motion::One((_, to)) if to == from => return Err(Illegal::NoSuchMove(from, to)),
            Motion::One((_, to)) => (None, to),
            Motion::Two((_, middle), (_, to)) => (Some(middle), to),
            Motion::Igui(middle) => (Some(middle), from),
            Motion::Pass(middle) => (middle, from),
        };
        resolve(position, &Spelling { from, middle, to, promote: self.promote })
    }

    /// Checks that the signs of the text mark the captures and nothing else. The move is known to be legal.
    ///
    /// # Errors
    /// At the first sign that is wrong.
    fn check_signs(&self, position: &impl Board) -> Result<(), MoveTextError> {
        let signs = match self.motion {
            Motion::One(step) => [Some(step), None],
            Motion::Two(first, second) => [Some(first), Some(second)],
            Motion::Igui(square) => [Some((true, square)), None],
            Motion::Pass(square) => [square.map(|square| (false, square)), None],
        };
        for (takes, square) in signs.into_iter().flatten() {
            // The square that the piece leaves may be where it returns to.
            if takes != position.chu().piece_on(square).belongs_to(!position.chu().side()) {
                return Err(match takes {
                    true => MoveTextError::NothingToTake { square },
                    false => MoveTextError::UnmarkedCapture { square },
                });
            }
        }
        Ok(())
    }
}

/// Reads the abbreviation of a piece: the longest one that fits, since `Ph` and `P`, `DK` and `K` begin alike.
pub(in crate::games) fn read_kind(text: &str, promoted: bool) -> Option<(Kind, &str)> {
    let fits = |name: &&str| text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    let names = NAMES.iter().flat_map(|&(letter, written, read)| [(letter, written), (letter, read)]);
    let (letter, name) = names.filter(|(_, name)| fits(name)).max_by_key(|(_, name)| name.len())?;
    Some((Kind::from_letter(letter, promoted)?, text.get(name.len()..)?))
}

fn read_step(text: &str) -> Option<(Step, &str)> {
    let takes = text.starts_with('x');
    let (square, rest) = parse_square(text.strip_prefix(['-', 'x'])?, SquareNames::Japanese)?;
    Some(((takes, square), rest))
}

/// The abbreviation of a kind, with the `+` of the promoted forms.
pub(in crate::games) fn name(kind: Kind) -> String {
    let letter = kind.info().letter;
    let name = NAMES.iter().find(|row| row.0 == letter).map_or("", |row| row.1);
    if kind.is_promoted() { format!("+{name}") } else { name.to_owned() }
}

/// Writes a move, which must be pseudo-legal in the position.
pub(in crate::games) fn write_tsa(position: &impl Board, action: Action) -> String {
    let Action { from, via, to, promote } = action;
    let piece = position.chu().piece_on(from);
    let step = |square: Square| {
        let sign = if position.chu().piece_on(square).is_none() { '-' } else { 'x' };
        format!("{sign}{}", show(square))
    };
    let motion = match via {
        None if to == from => "-!".to_owned(),
        None => step(to),
        Some(via) if to == from => format!("x!{}", show(via)),
        Some(via) => step(via) + &step(to),
    };
    // The same motion of another piece of the kind; promotion does not tell pieces apart.
    let by = |other: Square| Action { from: other, via, to: if to == from { other } else { to }, promote: false };
    let mut twins = position.chu().all_pieces().filter(|&(square, other)| other == piece && square != from);
    let ambiguous = twins.any(|(square, _)| position.judge(by(square)).is_ok());
    let start = if ambiguous { show(from) } else { String::new() };
    let may_promote = to != from && position.judge(Action { promote: true, ..action }).is_ok();
    let promotion = match (promote, may_promote) {
        (true, _) => "+",
        (false, true) => "=",
        (false, false) => "",
    };
    name(piece.kind()) + &start + &motion + promotion
}

#[cfg(test)]
mod tests {
    use super::super::moves::{parse_move, write_move};
    use super::super::position::parse_position;
    use super::*;
    use crate::games::chu::{ChuPosition, ChuRules};

    fn position(sfen: &str) -> ChuPosition {
        parse_position(sfen, ChuRules::HISTORIC).unwrap()
    }

    /// The TSA text of a move given in USI.
    fn tsa(position: &ChuPosition, usi: &str) -> String {
        write_move(position, parse_move(position, usi).unwrap(), MoveFormat::Tsa)
    }

    /// The USI text of a move given in TSA, through the reader that tells formats apart.
    fn usi(position: &ChuPosition, tsa: &str) -> Result<String, String> {
        let action = parse_move(position, tsa).map_err(|error| error.to_string())?;
        assert_eq!(parse_tsa(position, tsa), Ok(action));
        Ok(write_move(position, action, MoveFormat::Usi))
    }

    /// A lion on 8c with enemy pawns on 9d and 8d, and a second one that reaches 8e too.
    const LIONS: &str = "k11/12/4N7/3pp7/12/12/5N6/12/12/12/12/11K b - 1";

    #[test]
    fn the_examples_of_the_books() {
        let start = position("startpos");
        assert_eq!(tsa(&start, "8i8h"), "P-8h");
        assert_eq!(usi(&start, "P-8h").as_deref(), Ok("8i8h"));
        let igui = position("k11/12/4N7/3p8/12/12/12/12/12/12/12/11K b - 1");
        assert_eq!(tsa(&igui, "8c9d8c"), "Lnx!9d");
        // A lion on 3g takes on 3h and on 2i.
        let double = position("k11/12/12/12/12/12/9N2/9p2/10p1/12/12/11K b - 1");
        assert_eq!(tsa(&double, "3g3h2i"), "Lnx3hx2i");
        assert_eq!(tsa(&double, "3g3h3i"), "Lnx3h-3i");
        assert_eq!(tsa(&double, "3g2i"), "Lnx2i");
        assert_eq!(tsa(&double, "3g3f3g"), "Ln-!");
        // The zone of White are ranks i to l: taking on 7d gives Black the right to promote.
        let pawn = position("k11/12/12/5p6/5P6/12/12/12/12/12/12/11K b - 1");
        assert_eq!(tsa(&pawn, "7e7d"), "Px7d=");
        assert_eq!(tsa(&pawn, "7e7d+"), "Px7d+");
        assert_eq!(usi(&pawn, "Px7d").as_deref(), Ok("7e7d"));
    }

    #[test]
    fn the_start_square_is_written_where_it_is_needed() {
        let lions = position(LIONS);
        assert_eq!(tsa(&lions, "8c8e"), "Ln8c-8e");
        assert_eq!(tsa(&lions, "7g8e"), "Ln7g-8e");
        assert_eq!(tsa(&lions, "8c8d8e"), "Lnx8d-8e");
        assert_eq!(tsa(&lions, "8c9d8d"), "Lnx9dx8d");
        // Both can pass, only one has something beside it.
        assert_eq!(tsa(&lions, "8c8b8c"), "Ln8c-!");
        assert_eq!(tsa(&lions, "8c9d8c"), "Lnx!9d");
        let message = usi(&lions, "Ln-8e").unwrap_err();
        assert!(message.contains("8c") && message.contains("7g"), "{message}");
        // A dragon king moves like a promoted rook, but is called otherwise.
        let kings = position("k11/12/12/12/3D4+R3/12/12/12/12/12/12/11K b - 1");
        assert_eq!(tsa(&kings, "9e6e"), "DK-6e");
        assert_eq!(tsa(&kings, "4e6e"), "+R-6e");
    }

    #[test]
    fn other_spellings_are_read() {
        let lions = position(LIONS);
        for (text, expected) in [
            ("Ln8cx9d-8c", "8c9d8c"),
            ("Ln8cx!9d", "8c9d8c"),
            ("ln 8c x 9d - 8c", "8c9d8c"),
            ("Ln8c-8b-8a", "8c8a"),
            ("Ln8c-!8b", "8c8b8c"),
            ("Ln 8c x! 8d", "8c8d8c"),
        ] {
            let action = parse_tsa(&lions, text).unwrap();
            // A pass may be written over another square.
            assert_eq!(action, parse_move(&lions, expected).unwrap(), "{text}");
        }
        let others = position("k11/12/12/12/12/2Q2O6/12/12/12/12/12/11K b - 1");
        for (text, expected) in [("FK-9g", "10f9g"), ("Q-9g", "10f9g"), ("Ky-7d", "7f7d"), ("Kr7f-7d=", "7f7d=")] {
            assert_eq!(parse_tsa(&others, text), parse_move(&others, expected), "{text}");
        }
        assert_eq!(tsa(&others, "10f9g"), "FK-9g");
        assert_eq!(tsa(&others, "7f7d+"), "Ky-7d+");
    }

    #[test]
    fn bad_texts_get_a_reason() {
        let lions = position(LIONS);
        for (text, part) in [
            ("Ln-8d", "a capture is written with x on 8d"),
            ("Ln8cx8b", "nothing to take on 8b"),
            ("Ln8cx!8b", "nothing to take on 8b"),
            ("Ln8c-!8d", "a capture is written with x on 8d"),
            ("FK-5e", "no queen"),
            ("K-1j", "cannot move to 1j"),
            ("K-1k+", "never promotes"),
            ("Ln1l-1k", "is a king, not a lion"),
            ("Ln8c-8c", "cannot move to 8c"),
            ("Ln-13a", "is no move text"),
            ("Lnx", "is no move text"),
            ("Lnx!", "is no move text"),
            ("", "is no move text"),
            ("獅x!9d", "is no move text"),
            ("Ln8cx9dx8dx7d", "is no move text"),
            ("+Ln-8e", "is no move text"),
            ("+Ky-8e", "no promoted kirin"),
        ] {
            let message = parse_tsa(&lions, text).unwrap_err().to_string();
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}
