//! Moves and boards as Japanese game records have them (KIF): `7八歩兵 （←7九）`, a lion's two steps as two texts.
//!
//! Written as lishogi's server writes them, which is also what its server and its client read:
//!
//! * the square (file in digits, rank in kanji; 仝 for the square on which the last move ended), the piece, 成 if it
//!   promotes, and in （←…） the square it comes from;
//! * two steps as two such texts, of which the second comes from the square in the middle; an igui says （居食い） in the
//!   second. A pass is two steps too, over the empty square that sorts first; nothing else is said of it, because
//!   lishogi's server does not read the （じっと） that its client writes.
//!
//! Read besides: 同, full-width digits, ranks and files in every kind of digits and ranks as letters, both names of a
//! piece and its short ones, 不成, half-width brackets, spaces, （じっと）, marks of the side, まで at the last move, a single step with （居食い） or
//! （じっと）, and a single step without the square it comes from if only one piece can make it.

use super::moves::{Spelling, resolve};
use super::reason::{nearest, reason};
use super::square::{parse_square, write_square};
use crate::games::chu::{Action, ChuPosition, ChuRules, Kind, Piece, SIZE, Square};
use crate::notation::{MoveFormat, SquareNames, TextError, half_width};
use crate::position::{Move, Side};

/// What a kind is called.
struct Names {
    kind: Kind,
    /// In moves.
    full: &'static str,
    /// On boards, as lishogi draws them: 成 before the kanji of what a promoted piece moves like.
    board: &'static str,
    /// What is read besides. For a promoted form 成 and the short name of the base kind is read too.
    also: &'static [&'static str],
}

const fn names(kind: Kind, full: &'static str, board: &'static str, also: &'static [&'static str]) -> Names {
    Names { kind, full, board, also }
}

use Kind::*;

#[rustfmt::skip]
const NAMES: [Names; 39] = [
    names(Pawn, "歩兵", "歩", &["兵"]),
    names(GoBetween, "仲人", "仲", &[]),
    names(Copper, "銅将", "銅", &[]),
    names(Silver, "銀将", "銀", &[]),
    names(Gold, "金将", "金", &[]),
    names(Leopard, "猛豹", "豹", &[]),
    names(Tiger, "盲虎", "虎", &[]),
    names(Elephant, "醉象", "象", &["酔象", "醉", "酔"]),
    names(King, "玉将", "玉", &["王将", "王"]),
    names(Lance, "香車", "香", &[]),
    names(ReverseChariot, "反車", "反", &[]),
    names(VerticalMover, "竪行", "竪", &["堅行", "堅"]),
    names(SideMover, "横行", "横", &["橫行", "橫"]),
    names(Bishop, "角行", "角", &[]),
    names(Rook, "飛車", "飛", &[]),
    names(DragonHorse, "龍馬", "馬", &["竜馬"]),
    names(DragonKing, "龍王", "龍", &["竜王", "竜"]),
    names(Queen, "奔王", "奔", &[]),
    names(Kirin, "麒麟", "麒", &[]),
    names(Phoenix, "鳳凰", "鳳", &[]),
    names(Lion, "獅子", "獅", &["師子", "師"]),
    names(PromotedPawn, "金将", "成歩", &["と金", "と", "金", "成兵", "杏", "个"]),
    names(PromotedGoBetween, "醉象", "成象", &["酔象", "象"]),
    names(PromotedCopper, "横行", "成横", &["橫行", "横", "橫"]),
    names(PromotedSilver, "竪行", "成竪", &["堅行", "竪", "堅"]),
    names(PromotedGold, "飛車", "成飛", &["金飛車", "飛"]),
    names(PromotedLeopard, "角行", "成角", &["小角", "角"]),
    names(FlyingStag, "飛鹿", "鹿", &[]),
    names(Prince, "太子", "太", &["王子"]),
    names(WhiteHorse, "白駒", "駒", &[]),
    names(Whale, "鯨鯢", "鯨", &["鯢鯨"]),
    names(FlyingOx, "飛牛", "牛", &[]),
    names(FreeBoar, "奔猪", "猪", &["奔豬", "豬"]),
    names(PromotedBishop, "龍馬", "成馬", &["竜馬", "馬"]),
    names(PromotedRook, "龍王", "成龍", &["竜王", "成竜", "龍", "竜"]),
    names(HornedFalcon, "角鷹", "鷹", &[]),
    names(SoaringEagle, "飛鷲", "鷲", &[]),
    names(PromotedKirin, "獅子", "成獅", &["師子", "獅", "師"]),
    names(PromotedPhoenix, "奔王", "成奔", &["奔"]),
];

const RANKS: [&str; SIZE] = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"];

impl Names {
    fn of(kind: Kind) -> &'static Names {
        // The rows stand in the order of the kinds (there is a test).
        &NAMES[kind as usize]
    }

    /// Whether a move may call the piece this.
    fn fit(&self, name: &str) -> bool {
        [self.full, self.board].contains(&name)
            || self.also.contains(&name)
            || self.base().is_some_and(|base| {
                let base = Names::of(base);
                name.strip_prefix('成').is_some_and(|name| name == base.board || base.also.contains(&name))
            })
    }

    /// The kind that promotes to this one.
    fn base(&self) -> Option<Kind> {
        Kind::all().find(|kind| kind.info().promotion == Some(self.kind))
    }
}

/// Half-width digits, brackets, signs and letters for full-width ones, and no spaces.
fn plain(text: &str) -> String {
    text.chars().map(half_width).filter(|c| !c.is_whitespace()).collect()
}

fn show(square: Square) -> String {
    let rank = RANKS.get(SIZE - 1 - square.rank()).unwrap_or(&"");
    format!("{}{rank}", SIZE - square.file())
}

/// Reads a number from 1 to 12 in digits or kanji, the longest one first; `rest` says whether what follows will do.
fn number<'a, T>(text: &'a str, letters: bool, rest: impl Fn(usize, &'a str) -> Option<T>) -> Option<T> {
    (1..=SIZE).rev().find_map(|value| {
        let digits = value.to_string();
        let kanji = RANKS.get(value - 1).and_then(|kanji| text.strip_prefix(kanji));
        let letter = super::square::letter(value - 1);
        let tail = text.strip_prefix(&digits).or(kanji).or(if letters { text.strip_prefix(letter) } else { None });
        tail.and_then(|tail| rest(value, tail))
    })
}

/// Reads a square at the start of a text without spaces; returns it with the rest.
fn read_square(text: &str) -> Option<(Square, &str)> {
    if let Some(found) = parse_square(text, SquareNames::Japanese) {
        return Some(found);
    }
    let found = number(text, false, |file, tail| {
        number(tail, true, |rank, tail| Some((Square::new(SIZE - file, SIZE - rank)?, tail)))
    });
    // Of digits alone only two are clear: `111` may be on file 1 or 11, `13一` is on neither.
    found.filter(|(_, rest)| {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        digits < text.len() - rest.len() || digits == 2 && !RANKS.iter().any(|rank| rest.starts_with(rank))
    })
}

/// One step, as it is spelt.
struct Step<'a> {
    /// Where it ends; `None` for the square on which the last move ended.
    to: Option<Square>,
    name: &'a str,
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
        let (rest, from) = split_origin(rest)?;
        let (rest, igui) = strip_mark(rest, "居食い");
        let (rest, pass) = strip_mark(rest, "じっと");
        // "Up to here", at the last move of a game.
        let rest = rest.strip_suffix("まで").unwrap_or(rest);
        let (name, promote) = match rest.strip_suffix("不成") {
            Some(name) => (name, false),
            None => rest.strip_suffix(['成', '+']).map_or((rest, false), |name| (name, true)),
        };
        (!name.is_empty()).then_some(Step { to, name, promote, igui, pass, from })
    }
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

/// Takes a remark in brackets off the end of a text, and tells whether it was there.
fn strip_mark<'a>(text: &'a str, mark: &str) -> (&'a str, bool) {
    let bare = text.strip_suffix(')').unwrap_or(text);
    match bare.strip_suffix(mark) {
        Some(body) => (body.strip_suffix('(').unwrap_or(body), true),
        None => (text, false),
    }
}

fn error<T>(text: impl Into<String>) -> Result<T, TextError> {
    Err(TextError(text.into()))
}

/// Reads a move of one or two steps and checks that it is pseudo-legal. `last` is the move before it, to whose last
/// square 同 refers. The error is a reason for people.
pub fn parse_kif(position: &ChuPosition, last: Option<Move>, steps: &[&str]) -> Result<Move, TextError> {
    let texts: Vec<String> = steps.iter().map(|text| plain(text)).collect();
    let read: Option<Vec<Step<'_>>> = texts.iter().map(|text| Step::read(text)).collect();
    let last = last.and_then(Action::from_move).map(|action| action.to);
    let same = |step: &Step<'_>| match step.to.or(last) {
        Some(square) => Ok(square),
        None => error("同 without a move before it"),
    };
    let spelling = match read.as_deref() {
        Some([step]) => one_step(position, step, same(step)?)?,
        Some([first, second]) => two_steps(first, second, same(first)?, same(second)?)?,
        _ => return error("this is no move text"),
    };
    let piece = position.piece_on(spelling.from);
    for step in read.iter().flatten() {
        if piece.belongs_to(position.side()) && !Names::of(piece.kind()).fit(step.name) {
            let (square, is) = (show(spelling.from), Names::of(piece.kind()).full);
            return error(format!(
                "the piece on {square} is a {is} ({}), not a {}",
                piece.kind().info().name,
                step.name
            ));
        }
    }
    let action = resolve(position, &spelling);
    action.map(Action::to_move).map_err(|illegal| TextError(reason(position, illegal, MoveFormat::Usi)))
}

fn one_step(position: &ChuPosition, step: &Step<'_>, to: Square) -> Result<Spelling, TextError> {
    let spelling = |from: Square| {
        let (middle, to) = match (step.igui, step.pass) {
            (true, _) => (Some(to), from),
            (_, true) => (Some(to).filter(|&to| to != from), from),
            _ => (None, to),
        };
        Spelling { from, middle, to, promote: step.promote }
    };
    if let Some(from) = step.from {
        if from == to && !step.pass {
            return error(format!("a step from {} to the same square", show(from)));
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
    match able[..] {
        [from] => Ok(spelling(from)),
        [] => error(match nearest(&refusals) {
            Some(illegal) => reason(position, illegal, MoveFormat::Usi),
            None => format!("no {} of the side to move can go to {}", step.name, show(to)),
        }),
        [first, second, ..] => {
            let (first, second) = (show(first), show(second));
            error(format!("the {} on {first} and on {second} can both do this: say which", step.name))
        }
    }
}

/// The middle is where the second step comes from. lishogi's client writes 仝 for the first step where it means the second,
/// so 仝 there is not held against the rest of the text.
fn two_steps(first: &Step<'_>, second: &Step<'_>, to: Square, end: Square) -> Result<Spelling, TextError> {
    let Some(from) = first.from else { return error("the first of two steps does not tell where it comes from") };
    let middle = second.from.unwrap_or(to);
    if first.to.is_some_and(|to| to != middle) {
        return error(format!("the first step ends on {}, the second comes from {}", show(to), show(middle)));
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

/// Draws a board as lishogi does.
pub fn write_kif_board(position: &ChuPosition) -> String {
    let rule = format!("+{}+\n", "-".repeat(4 * SIZE));
    let mut text = format!(" １２ １１ １０ ９  ８  ７  ６  ５  ４  ３  ２  １\n{rule}");
    for (i, name) in RANKS.iter().enumerate() {
        text.push('|');
        for square in (0..SIZE).filter_map(|file| Square::new(file, SIZE - 1 - i)) {
            let piece = position.piece_on(square);
            let cell = match piece {
                _ if piece.is_none() => "・".to_owned(),
                _ if piece.side() == Side::White => format!("v{}", Names::of(piece.kind()).board),
                _ => Names::of(piece.kind()).board.to_owned(),
            };
            text += &format!("{cell:>3}");
        }
        text += &format!("|{name}\n");
    }
    text + &rule
}

/// Reads a board from its ranks, the lines that begin with `|`, from the far one on. An error comes with the index of its
/// line.
pub fn parse_kif_board(ranks: &[&str], side: Side, rules: &ChuRules) -> Result<ChuPosition, (usize, TextError)> {
    let mut pieces = Vec::new();
    for (i, rank) in ranks.iter().enumerate() {
        let Some(row) = (SIZE - 1).checked_sub(i) else {
            return Err((i, TextError(format!("the board has more than {SIZE} ranks"))));
        };
        read_rank(rank, row, &mut pieces).map_err(|reason| (i, TextError(reason)))?;
    }
    if ranks.len() < SIZE {
        let last = ranks.len().saturating_sub(1);
        return Err((last, TextError(format!("the board has {} ranks, not {SIZE}", ranks.len()))));
    }
    Ok(ChuPosition::set_up(*rules, pieces, side, None))
}

fn read_rank(text: &str, rank: usize, pieces: &mut Vec<(Square, Piece)>) -> Result<(), String> {
    let text = plain(text);
    let cells = text.strip_prefix('|').unwrap_or(&text);
    let cells = cells.split('|').next().unwrap_or(cells);
    let (mut file, mut side, mut promoted) = (0, Side::Black, false);
    for c in cells.chars() {
        match c {
            'v' | 'V' => side = Side::White,
            '^' => side = Side::Black,
            '成' | '+' => promoted = true,
            '・' | '･' | '·' | '.' | '*' => file += 1,
            _ => {
                let kind = kind_on_board(c, promoted)
                    .ok_or_else(|| format!("unknown piece '{}{c}' on the board", if promoted { "成" } else { "" }))?;
                if let Some(square) = Square::new(file, rank) {
                    pieces.push((square, Piece::new(kind, side)));
                }
                (file, side, promoted) = (file + 1, Side::Black, false);
            }
        }
    }
    if file == SIZE { Ok(()) } else { Err(format!("{file} squares on a rank of the board, not {SIZE}")) }
}

/// The kind that a kanji stands for on a board. Without 成 it is a base kind if there is one; with 成 it is first what
/// lishogi means by it (成角 moves like a 角行), then the promoted form of the kind.
fn kind_on_board(kanji: char, promoted: bool) -> Option<Kind> {
    let name = if promoted { format!("成{kanji}") } else { kanji.to_string() };
    let kinds = || NAMES.iter().filter(|row| !promoted || row.kind.is_promoted());
    let drawn = kinds().find(|row| row.board == name);
    drawn.or_else(|| kinds().find(|row| row.fit(&name))).map(|row| row.kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_the_kinds() {
        for (row, kind) in NAMES.iter().zip(Kind::all()) {
            assert_eq!(row.kind, kind);
        }
        assert_eq!(NAMES.len(), Kind::all().count());
    }

    #[test]
    fn every_kind_has_a_board_name_of_its_own_and_is_called_as_its_base() {
        for row in &NAMES {
            let promoted = row.board.starts_with('成');
            let kanji = row.board.chars().last().unwrap();
            assert_eq!(kind_on_board(kanji, promoted), Some(row.kind), "{}", row.board);
            if let Some(base) = row.base() {
                assert!(row.fit(&format!("成{}", Names::of(base).board)), "{}", row.full);
            }
        }
        assert_eq!(kind_on_board('成', false), None);
        // What lishogi calls 成角 moves like a bishop; the promoted form of the bishop is drawn 成馬.
        assert_eq!(kind_on_board('角', true), Some(PromotedLeopard));
        assert_eq!(kind_on_board('馬', true), Some(PromotedBishop));
        for (kanji, kind) in [('銀', PromotedSilver), ('香', WhiteHorse), ('虎', FlyingStag), ('麒', PromotedKirin)]
        {
            assert_eq!(kind_on_board(kanji, true), Some(kind), "{kanji}");
        }
    }

    #[test]
    fn squares_in_all_kinds_of_digits() {
        let square = |file: usize, rank: usize| Square::new(SIZE - file, SIZE - rank).unwrap();
        for (text, file, rank) in [
            ("7八", 7, 8),
            ("10十二", 10, 12),
            ("1十一", 1, 11),
            ("11一", 11, 1),
            ("十二十", 12, 10),
            ("十一", 10, 1),
            ("十十一", 10, 11),
            ("七八", 7, 8),
            ("78", 7, 8),
            ("12l", 12, 12),
            ("七h", 7, 8),
        ] {
            assert_eq!(read_square(text), Some((square(file, rank), "")), "{text}");
        }
        for text in ["", "13一", "0一", "7", "七", "111", "1110", "一", "7m", "歩"] {
            assert_eq!(read_square(text), None, "{text}");
        }
    }
}
