//! Move texts: the squares that a piece touches, run together (`a11a12`, `s10s11t12`, `s10s10`); in CECP in legs
//! (`s10s11,s11t12`), and a pass as `@@@@`.

use super::error::MoveTextError;
use super::{parse_square, write_square};
use crate::games::taikyoku::{Action, Illegal, Path, Square, TaikyokuPosition};
use crate::geometry::Direction;
use crate::notation::{IllegalMove, MoveError, MoveFormat, excerpt};
use crate::position::{MoveClass, MoveList, Position, SearchHints};

/// More squares than any move names: a sweep takes a whole line.
const MOST_SQUARES: usize = 40;

/// Reads a move in any spelling and checks that it is legal.
///
/// # Errors
/// If the text is no move, or the move is illegal.
pub fn parse_move(position: &TaikyokuPosition, text: &str) -> Result<Action, MoveError> {
    if matches!(text, "@@@@" | "--" | "pass") {
        return find_pass(position).ok_or_else(|| MoveTextError::NoPass.into());
    }
    let Some((squares, mark)) = read_squares(text) else {
        return Err(MoveTextError::Syntax { text: excerpt(text) }.into());
    };
    // The first reading that is legal; the errors of the first one are those of the text as it stands.
    let mut first_error = None;
    for (from, to, path) in readings(position, &squares) {
        for promotes in promotions(mark) {
            match position.check(Action { from, to, path, promotes }) {
                Ok(()) => return Ok(Action { from, to, path, promotes }),
                // Of two ways to promote the other one may do.
                Err(Illegal::MustPromote(_)) if mark.is_none() => {}
                Err(illegal) => first_error = first_error.or(Some(illegal)),
            }
        }
    }
    Err(match first_error {
        Some(illegal) => IllegalMove::new(position, illegal, MoveFormat::Coord).into(),
        None => MoveTextError::NoPath.into(),
    })
}

/// Without a mark a piece does not promote if it has the choice.
fn promotions(mark: Option<bool>) -> impl Iterator<Item = bool> {
    [false, true].into_iter().filter(move |&promotes| mark.is_none_or(|mark| mark == promotes))
}

fn find_pass(position: &TaikyokuPosition) -> Option<Action> {
    let mut quiets = MoveList::new();
    position.quiets(&mut quiets);
    let pass = quiets.into_iter().find(|&mv| position.class(mv) == MoveClass::Pass);
    pass.and_then(Action::from_move)
}

/// The squares of a text, at least two, and what it says about promotion: `+` or `=` at the end.
fn read_squares(text: &str) -> Option<(Vec<Square>, Option<bool>)> {
    let (body, mark) = match text.as_bytes().last()? {
        b'+' => (&text[..text.len() - 1], Some(true)),
        b'=' => (&text[..text.len() - 1], Some(false)),
        _ => (text, None),
    };
    let mut squares: Vec<Square> = Vec::new();
    for leg in body.split(',') {
        let mut rest = leg;
        let mut of_leg = Vec::new();
        while !rest.is_empty() {
            let (square, after) = parse_square(rest)?;
            of_leg.push(square);
            rest = after;
            if squares.len() + of_leg.len() > MOST_SQUARES {
                return None;
            }
        }
        // A leg begins where the one before it ends.
        let repeated = !squares.is_empty() && squares.last() == of_leg.first();
        if !squares.is_empty() && !repeated {
            return None;
        }
        squares.extend(of_leg.into_iter().skip(usize::from(repeated)));
    }
    (squares.len() >= 2).then_some((squares, mark))
}

/// What the squares of a text can mean, the likeliest first.
fn readings(position: &TaikyokuPosition, squares: &[Square]) -> Vec<(Square, Square, Path)> {
    let (&[from, .., to], between) = (squares, &squares[1..squares.len() - 1]) else { return Vec::new() };
    let occupied: Vec<Square> =
        between.iter().copied().filter(|&square| !position.piece_on(square).is_none()).collect();
    let mut readings = Vec::new();
    let on_line = are_on_line(squares);
    if let &[via] = between
        && let Some(direction) = adjacent(from, via)
    {
        if from == to && occupied.is_empty() {
            // A pass, over any of the empty squares.
            readings.push((from, from, Path::Plain));
        } else if occupied.is_empty() && position.moves_twice(from, direction) && adjacent(via, to).is_some() {
            // A lion's two steps, the first of which takes nothing.
            readings.push((from, to, Path::Plain));
        } else {
            readings.push((from, to, Path::Over(direction)));
        }
    }
    if on_line && !occupied.is_empty() {
        let taken = position.victims(Action { from, to, path: Path::All, promotes: false });
        // What stands on the last square need not be named twice.
        let way: Vec<Square> = taken.into_iter().filter(|&square| square != to).collect();
        if way == occupied {
            readings.push((from, to, Path::All));
        }
    }
    // On a walk the empty squares may be named.
    if from != to && (between.is_empty() || occupied.is_empty() && on_line && position.walks(from, to)) {
        readings.push((from, to, Path::Plain));
    }
    if between.is_empty() && from == to {
        readings.push((from, to, Path::Plain));
    }
    readings
}

/// Whether squares follow each other on a line, the last one being the farthest from the first.
fn are_on_line(squares: &[Square]) -> bool {
    let (Some(&from), Some(&to)) = (squares.first(), squares.last()) else { return false };
    let change = |to: Square| (to.file() as i32 - from.file() as i32, to.rank() as i32 - from.rank() as i32);
    let steps = |square: Square| change(square).0.abs().max(change(square).1.abs());
    let (files, ranks) = change(to);
    let (distance, straight) = (steps(to), files == 0 || ranks == 0 || files.abs() == ranks.abs());
    let on_line = |&square: &Square| {
        let (part_files, part_ranks) = change(square);
        (part_files * distance, part_ranks * distance) == (files * steps(square), ranks * steps(square))
    };
    straight && squares.iter().all(on_line) && squares.windows(2).all(|pair| steps(pair[0]) < steps(pair[1]))
}

/// The direction of an adjacent square.
fn adjacent(from: Square, to: Square) -> Option<Direction> {
    Direction::ALL.into_iter().find(|direction| {
        let (files, ranks) = direction.step();
        to.file() as i32 - from.file() as i32 == files && to.rank() as i32 - from.rank() as i32 == ranks
    })
}

/// Writes a move, which must be legal in the position.
pub fn write_move(position: &TaikyokuPosition, action: Action, format: MoveFormat) -> String {
    let Action { from, to, path, promotes } = action;
    if from == to && path == Path::Plain && format == MoveFormat::Cecp {
        return "@@@@".to_owned();
    }
    let mut squares = vec![from];
    if path != Path::Plain {
        squares.extend(position.victims(action).into_iter().filter(|&square| square != to));
    }
    squares.push(to);
    let names: Vec<String> = squares.into_iter().map(write_square).collect();
    let text = match format {
        MoveFormat::Cecp => names.windows(2).map(<[String]>::concat).collect::<Vec<_>>().join(","),
        _ => names.concat(),
    };
    // What has to happen is not written.
    if promotes && position.may_choose(action) { text + "+" } else { text }
}
