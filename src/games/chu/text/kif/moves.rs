//! Moves in Japanese game records.

use super::error::KifMoveError;
use super::names::{NAMES, Names};
use super::square::{plain, read_square, show};
use crate::games::chu::text::reason::most_specific;
use crate::games::chu::text::spelling::{Spelling, resolve};
use crate::games::chu::text::square::write_square;
use crate::games::chu::{Action, ChuPosition, Piece, Square};
use crate::notation::{IllegalMove, MoveError, MoveFormat, SquareNames};
use crate::position::{Move, Side};

/// One step, as it is spelt.
struct Step<'a> {
    /// Where it ends; `None` for the square on which the last move ended.
    to: Option<Square>,
    /// The square of the first of two steps, if one text has both.
    via: Option<Square>,
    name: &'a str,
    /// The words of KI2 that tell it apart from others of its kind.
    which: &'a str,
    promote: bool,
    igui: bool,
    pass: bool,
    from: Option<Square>,
}

impl<'a> Step<'a> {
    /// Reads a text without spaces.
    fn read(text: &'a str) -> Option<Step<'a>> {
        let text = text.trim_start_matches(['▲', '△', '☗', '☖', '▼', '▽']);
        let (to, rest) = match text.strip_prefix(['同', '仝']) {
            Some(rest) => (None, rest),
            None => read_square(text).map(|(square, rest)| (Some(square), rest))?,
        };
        let (via, to, rest) = split_second(to, rest)?;
        let (rest, from) = split_origin(rest)?;
        let (rest, igui) = strip_any(rest, &["居食い", "居喰い", "居食", "居喰"]);
        let (rest, pass) = strip_any(rest, &["じっと", "ジット"]);
        // "Up to here", at the last move of a game.
        let rest = rest.strip_suffix("まで").unwrap_or(rest);
        let (name, promote) = match rest.strip_suffix("不成") {
            Some(name) => (name, false),
            None => rest.strip_suffix(['成', '+']).map_or((rest, false), |name| (name, true)),
        };
        let (name, which) = split_words(name);
        (!name.is_empty()).then_some(Step { to, via, name, which, promote, igui, pass, from })
    }
}

/// A second square behind the first, as in `7六・8五獅子` and `7六→8五獅子`: there are two steps, of which the first ends on
/// the first square.
fn split_second(to: Option<Square>, text: &str) -> Option<(Option<Square>, Option<Square>, &str)> {
    let Some(rest) = text.strip_prefix(['・', ',', '、', '→', '-', '~', '/']) else {
        return Some((None, to, text));
    };
    let (second, rest) = read_square(rest)?;
    Some((Some(to?), Some(second), rest))
}

/// Splits off the square that a step comes from: `(←7九)`, also without the arrow or the brackets.
fn split_origin(text: &str) -> Option<(&str, Option<Square>)> {
    let Some(end) = text.rfind(['←', '(']) else { return Some((text, None)) };
    let (body, tail) = text.split_at_checked(end)?;
    let square = read_square(tail.trim_start_matches(['←', '(']));
    match square {
        Some((square, ")" | "")) => Some((body.trim_end_matches('('), Some(square))),
        // Some other remark in brackets.
        _ => Some((text, None)),
    }
}

/// Takes the first of these remarks that is there off the end of a text.
fn strip_any<'a>(text: &'a str, marks: &[&str]) -> (&'a str, bool) {
    marks.iter().map(|mark| strip_mark(text, mark)).find(|(_, found)| *found).unwrap_or((text, false))
}

/// Takes a remark in brackets off the end of a text, and tells whether it was there.
fn strip_mark<'a>(text: &'a str, mark: &str) -> (&'a str, bool) {
    let bare = text.strip_suffix(')').unwrap_or(text);
    match bare.strip_suffix(mark) {
        Some(body) => (body.strip_suffix('(').unwrap_or(body), true),
        None => (text, false),
    }
}

/// Reads a move of one or two steps and checks that it is pseudo-legal. `last` is the move before it, to whose last
/// square 同 refers.
///
/// # Errors
/// If the text is no move, names several, or the move is illegal.
pub fn parse_kif(position: &ChuPosition, last: Option<Move>, steps: &[&str]) -> Result<Move, MoveError> {
    let texts: Vec<String> = steps.iter().map(|text| plain(text)).collect();
    let read: Option<Vec<Step<'_>>> = texts.iter().map(|text| Step::read(text)).collect();
    let last = last.and_then(Action::from_move).map(|action| action.to);
    let same = |step: &Step<'_>| step.to.or(last).ok_or(KifMoveError::NoMoveBefore);
    let spelling = match read.as_deref() {
        Some([step]) => one_step(position, step, same(step)?)?,
        Some([first, second]) => two_steps(first, second, same(first)?, same(second)?)?,
        _ => return Err(KifMoveError::Syntax.into()),
    };
    let piece = position.piece_on(spelling.from);
    for step in read.iter().flatten() {
        if piece.belongs_to(position.side()) && !Names::of(piece.kind()).fit(step.name) {
            let (square, found, named) = (spelling.from, piece.kind(), step.name.to_owned());
            return Err(KifMoveError::OtherPiece { square, found, named }.into());
        }
    }
    let action = resolve(position, &spelling);
    action.map(Action::to_move).map_err(|illegal| IllegalMove::new(position, illegal, MoveFormat::Usi).into())
}

fn one_step(position: &ChuPosition, step: &Step<'_>, to: Square) -> Result<Spelling, MoveError> {
    let spelling = |from: Square| {
        let (middle, to) = match (step.igui, step.pass) {
            (true, _) => (Some(to), from),
            (_, true) => (Some(to).filter(|&to| to != from), from),
            _ => (step.via, to),
        };
        Spelling { from, middle, to, promote: step.promote }
    };
    if let Some(from) = step.from {
        if from == to && !step.pass && step.via.is_none() {
            return Err(KifMoveError::SameSquare { square: from }.into());
        }
        return Ok(spelling(from));
    }
    let called_so =
        |&(_, piece): &(Square, Piece)| piece.belongs_to(position.side()) && Names::of(piece.kind()).fit(step.name);
    let pieces = position.all_pieces().filter(called_so).map(|(square, _)| square);
    let (mut able, mut refusals) = (Vec::new(), Vec::new());
    for from in pieces {
        match resolve(position, &spelling(from)) {
            Ok(_) => able.push(from),
            Err(illegal) => refusals.push(illegal),
        }
    }
    let meant = which(&able, to, position.side(), step.which);
    match meant[..] {
        [from] => Ok(spelling(from)),
        [] if !able.is_empty() => {
            let name = format!("{} {}", step.name, step.which);
            Err(KifMoveError::NoPieceReaches { name, to }.into())
        }
        [] => Err(match most_specific(&refusals) {
            Some(illegal) => IllegalMove::new(position, illegal, MoveFormat::Usi).into(),
            None => KifMoveError::NoPieceReaches { name: step.name.to_owned(), to }.into(),
        }),
        [first, second, ..] => {
            Err(KifMoveError::TwoPieces { name: step.name.to_owned(), squares: [first, second] }.into())
        }
    }
}

/// The piece among several that the words of KI2 mean: first how it moves (上 forward, 引 back, 寄 sideways, 直 straight
/// forward), then which of those that are left (右 the right one, 左 the left one), all as its player sees it.
fn which(pieces: &[Square], to: Square, side: Side, words: &str) -> Vec<Square> {
    let (forward, right) = if side == Side::Black { (1, 1) } else { (-1, -1) };
    let ahead = |from: Square| (to.rank() as i32 - from.rank() as i32) * forward;
    let place = |from: Square| from.file() as i32 * right;
    let mut left: Vec<Square> = pieces.to_vec();
    for word in words.chars() {
        match word {
            '上' | '行' | '入' => left.retain(|&from| ahead(from) > 0),
            '引' => left.retain(|&from| ahead(from) < 0),
            '寄' => left.retain(|&from| ahead(from) == 0),
            '直' => left.retain(|&from| ahead(from) > 0 && from.file() == to.file()),
            _ => {}
        }
    }
    for word in words.chars() {
        let outermost = match word {
            '右' => left.iter().map(|&from| place(from)).max(),
            '左' => left.iter().map(|&from| place(from)).min(),
            _ => continue,
        };
        left.retain(|&from| Some(place(from)) == outermost);
    }
    left
}

/// Words of KI2 that tell pieces apart; the last one says that a piece is dropped, which no piece of this game is.
const WHICH: [char; 9] = ['右', '左', '直', '上', '寄', '引', '行', '入', '打'];

/// The name of a piece without the words that tell which of several it is, and those words. Names that end like such a
/// word (横行) are whole, unless they are no names.
fn split_words(name: &str) -> (&str, &str) {
    let known = |name: &str| NAMES.iter().any(|names| names.fit(name));
    let mut end = name.len();
    while !known(&name[..end]) {
        match name[..end].char_indices().next_back().filter(|(_, c)| WHICH.contains(c)) {
            Some((at, _)) if at > 0 => end = at,
            _ => return (name, ""),
        }
    }
    name.split_at(end)
}

/// The middle is where the second step comes from. lishogi's client writes 仝 for the first step where it means the
/// second, so a wrong 仝 there is ignored.
fn two_steps(first: &Step<'_>, second: &Step<'_>, to: Square, end: Square) -> Result<Spelling, KifMoveError> {
    let Some(from) = first.from else { return Err(KifMoveError::NoOrigin) };
    let middle = second.from.unwrap_or(to);
    if first.to.is_some_and(|to| to != middle) {
        return Err(KifMoveError::StepsApart { end: to, start: middle });
    }
    Ok(Spelling { from, middle: Some(middle), to: end, promote: first.promote || second.promote })
}

/// Writes a move, which must be legal in the position, as one or two steps. `last` is the move before it.
pub fn write_kif(position: &ChuPosition, last: Option<Move>, mv: Move) -> Vec<String> {
    let Some(Action { from, via, to, promote }) = Action::from_move(mv) else { return Vec::new() };
    let last = last.and_then(Action::from_move).map(|action| action.to);
    let name = Names::of(position.piece_on(from).kind()).full;
    let square = |square: Square| if last == Some(square) { "仝".to_owned() } else { show(square) };
    let step = |to: String, mark: &str, from: Square| format!("{to}{name}{mark} （←{}）", show(from));
    let middle = via.or_else(|| {
        let over = position.pass_squares_of(from).filter(|_| to == from);
        over.min_by_key(|&square| write_square(square, SquareNames::Japanese))
    });
    match middle {
        None => vec![step(square(to), if promote { "成" } else { "" }, from)],
        Some(middle) => {
            let igui = if via.is_some() && to == from { "（居食い）" } else { "" };
            vec![step(square(middle), "", from), step(show(to), igui, middle)]
        }
    }
}
