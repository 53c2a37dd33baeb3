//! Reads Japanese game records.

use super::header::{is_known, read_tag};
use super::ki2::moves_of_line;
use super::result::{read_last_line, read_word, tells_a_winner};
use crate::games::{KifTexts, Rules, Variant};
use crate::notation::{PositionFormat, excerpt, half_width};
use crate::position::{Position, Side};
use crate::record::marks::duration;
use crate::record::replay::{Replay, add_line};
use crate::record::{Ending, Place, Reading, RecordError, RecordFault};
use std::time::Duration;

/// A line of the text with its index.
type Line = (usize, String);

/// The header of a game.
#[derive(Default)]
struct KifHeader {
    tags: Vec<(String, String)>,
    comment: String,
    /// The remarks before the moves, one a line; they may say more of the position than the board.
    remarks: Vec<String>,
    handicap: Option<Line>,
    ranks: Vec<Line>,
    /// The side that moves first, if it is given.
    first_to_move: Option<Side>,
    /// The position in native text, which holds more than a board.
    exact: Option<Line>,
    /// The first error in it.
    error: Option<(usize, RecordFault)>,
    /// Whether any line of it has been read.
    begun: bool,
}

/// The first of two steps, with the index of its line.
struct FirstStep {
    line: usize,
    text: String,
}

struct Reader<'a, V: Variant> {
    rules: &'a Rules<V>,
    texts: KifTexts<V::Position>,
    header: KifHeader,
    /// The game, once its moves have begun.
    game: Option<Replay<V>>,
    first: Option<FirstStep>,
    /// Remarks between the two steps of a move.
    held: String,
    /// The number of the next move, if moves are numbered.
    number: Option<u32>,
    ending: Option<Ending>,
    /// The end of the game, or its interruption, has been read.
    over: bool,
    /// A word in the place of a move that is none, with the index of its line: an end that is not known, unless moves
    /// follow.
    unknown: Option<Line>,
    /// A variation is being skipped.
    variation: bool,
    /// The rest of a game with an error is being skipped.
    skipping: bool,
    games: usize,
    line: usize,
    reading: Reading<V>,
}

/// Reads all games of a text.
pub(in crate::record) fn read<V: Variant>(text: &str, rules: &Rules<V>, place: Place) -> Reading<V> {
    let Some(texts) = V::KIF else { return Reading::new() };
    let mut reader = Reader {
        rules,
        texts,
        header: KifHeader::default(),
        game: None,
        first: None,
        held: String::new(),
        number: None,
        ending: None,
        over: false,
        unknown: None,
        variation: false,
        skipping: false,
        games: place.games + 1,
        line: place.lines,
        reading: Reading::new(),
    };
    for (index, line) in text.lines().enumerate() {
        reader.line = place.lines + index;
        if let Err(fault) = reader.read_line(line.trim()) {
            // `line` may have been set back to a line of the header.
            reader.fail(reader.line, fault);
        }
    }
    reader.finish();
    let mut reading = reader.reading;
    reading.games = reader.games - 1 - place.games;
    if reading.records.is_empty() && reading.errors.is_empty() && !text.trim().is_empty() {
        reading.errors.push(RecordError::NoGame);
    }
    reading
}

impl<V: Variant> Reader<'_, V> {
    fn read_line(&mut self, line: &str) -> Result<(), RecordFault> {
        let plain: String = line.chars().map(half_width).collect();
        let plain = plain.trim();
        match plain.chars().next() {
            None | Some('&') => return Ok(()),
            Some('*') => {
                let text = line.strip_prefix(['*', '＊']).unwrap_or(line);
                self.remark(text.strip_prefix([' ', '\u{3000}']).unwrap_or(text));
                return Ok(());
            }
            Some('#') => {
                let exact = plain.trim_start_matches('#').trim().strip_prefix("sfen ");
                if let Some(exact) = exact.filter(|_| self.game.is_none() && !self.skipping) {
                    self.header.exact = Some((self.line, exact.to_owned()));
                }
                return Ok(());
            }
            Some('|') => {
                self.header_begins();
                self.header.ranks.push((self.line, plain.to_owned()));
                return Ok(());
            }
            Some(_) => {}
        }
        if self.is_header(line, plain) || is_decoration(plain) {
            return Ok(());
        }
        if let Some(from) = plain.strip_prefix("変化") {
            if !self.variation && !self.skipping {
                let from = from.trim_start_matches([':', ' ']);
                let (game, line) = (self.games, self.line + 1);
                self.reading.notes.push(format!("game {game}, line {line}: a variation is left out ({from})"));
            }
            self.variation = true;
            return Ok(());
        }
        // Without a header the first move begins the next game. (A variation can begin with it, too.)
        let first = move_number(plain).is_some_and(|(number, rest)| number == 1 && !rest.starts_with("二歩目"));
        if first && (self.over || self.skipping) && !self.variation {
            self.finish();
        }
        if self.variation || self.skipping {
            return Ok(());
        }
        if let Some(rest) = plain.strip_prefix("まで") {
            if self.game.is_none() {
                self.begin()?;
            }
            self.last_line(rest);
            return Ok(());
        }
        moves_of_line(plain).iter().try_for_each(|mv| self.move_line(mv))
    }

    /// The last line of a game; `text` is what follows まで.
    fn last_line(&mut self, text: &str) {
        let name = |tag: &str| {
            let name = self.game.as_ref().and_then(|game| game.record.tag(tag)).unwrap_or("");
            name.trim().chars().map(half_width).collect::<String>()
        };
        let names = [name("White"), name("Black")];
        self.ending = read_last_line(text, self.ending.take(), [&names[0], &names[1]]);
        if self.ending.is_none() && tells_a_winner(text) {
            self.note(self.line, &format!("'{}': who has won is not known", excerpt(text)));
        }
        self.over = true;
    }

    fn note(&mut self, line: usize, text: &str) {
        self.reading.notes.push(format!("game {}, line {}: {text}", self.games, line + 1));
    }

    /// Takes a line of a header; false if it is none.
    fn is_header(&mut self, line: &str, plain: &str) -> bool {
        if ["後手番", "上手番", "先手番", "下手番"].iter().any(|word| plain.starts_with(word)) {
            self.header_begins();
            let white = plain.starts_with(['後', '上']);
            self.header.first_to_move = Some(if white { Side::White } else { Side::Black });
            return true;
        }
        if plain.starts_with("手数----") {
            self.header.begun |= self.game.is_none();
            return true;
        }
        let Some((key, value)) = line.split_once([':', '：']) else { return false };
        let (key, value) = (key.trim(), value.trim());
        let handicap = ["手合割", "手合"].contains(&key);
        let hand = key.ends_with("の持駒");
        if !handicap && !hand && !is_known(key) {
            // Other names are tags as long as no move has been seen; a move has no colon before its bracket.
            let is_key =
                self.game.is_none() && !self.skipping && move_number(plain).is_none() && !key.starts_with("変化");
            if is_key && !key.is_empty() && !key.contains(['(', '（', '←']) {
                self.header.begun = true;
                self.header.tags.extend(read_tag(key, value));
            }
            return is_key;
        }
        self.header_begins();
        if handicap {
            self.header.handicap = Some((self.line, value.to_owned()));
        } else if !hand {
            self.header.tags.extend(read_tag(key, value));
        } else if !matches!(value, "" | "なし") {
            let fault = RecordFault::Hand { text: value.to_owned(), variant: V::TITLE };
            self.header.error.get_or_insert((self.line, fault));
        }
        true
    }

    /// Reads a line of a header: if moves have been read, the next game begins.
    fn header_begins(&mut self) {
        if self.game.is_some() || self.skipping {
            self.finish();
        }
        self.header.begun = true;
    }

    fn remark(&mut self, text: &str) {
        if self.variation || self.skipping {
            return;
        }
        match &mut self.game {
            Some(_) if self.first.is_some() => add_line(&mut self.held, text),
            Some(game) => game.remark(text),
            None => {
                self.header.begun = true;
                add_line(&mut self.header.comment, text);
                self.header.remarks.push(text.to_owned());
            }
        }
    }

    /// A move, a step of a move, or a word for the end.
    fn move_line(&mut self, plain: &str) -> Result<(), RecordFault> {
        let (number, rest) = move_number(plain).map_or((None, plain), |(number, rest)| (Some(number), rest));
        let (step, rest) = match (rest.strip_prefix("一歩目"), rest.strip_prefix("二歩目")) {
            (Some(rest), _) => (1, rest),
            (_, Some(rest)) => (2, rest),
            _ => (0, rest),
        };
        let (text, spent) = split_time(rest.trim());
        let is_move = number.is_some() || step > 0 || looks_like_move(text);
        if !is_move && self.game.is_none() && read_word(text, Side::Black).is_none() {
            self.note(self.line, &format!("'{}' is left out", excerpt(text)));
            return Ok(());
        }
        if self.game.is_none() {
            self.begin()?;
        }
        if step == 0 && !looks_like_move(text) && read_word(text, Side::Black).is_none() {
            if self.over || self.unknown.is_some() {
                self.note(self.line, &format!("'{}' is left out", excerpt(text)));
            } else {
                self.unknown = Some((self.line, text.to_owned()));
            }
            return self.first.take().map_or(Ok(()), |_| Err(RecordFault::LastStepMissing));
        }
        if let Some(number) = number.filter(|_| self.unknown.is_none()) {
            self.count(number, step)?;
        }
        let mover = self.game.as_ref().map_or(Side::Black, |game| game.position().side_to_move());
        if let Some(ending) = read_word(text, mover).filter(|_| step == 0) {
            if !self.over {
                self.ending = ending;
            }
            self.over = true;
            return self.first.take().map_or(Ok(()), |_| Err(RecordFault::LastStepMissing));
        }
        self.play(step, text, spent)
    }

    fn play(&mut self, step: u8, text: &str, spent: Option<Duration>) -> Result<(), RecordFault> {
        if self.over {
            return Err(RecordFault::MoveAfterEnd);
        }
        if let (Some((line, text)), Some(game)) = (self.unknown.take(), &mut self.game) {
            // It was in the place of a move after all.
            self.line = line;
            let parse = self.texts.parse_move;
            return game.play_with(&text, |position| parse(position, None, &[&text]));
        }
        let first = self.first.take();
        match (step, &first) {
            (1, None) => {
                self.first = Some(FirstStep { line: self.line, text: text.to_owned() });
                return Ok(());
            }
            (2, None) => return Err(RecordFault::FirstStepMissing),
            (0 | 1, Some(first)) => {
                return Err(RecordFault::SecondStepMissing { line: first.line + 1 });
            }
            _ => {}
        }
        let Some(game) = &mut self.game else { return Ok(()) };
        let last = game.record.plies.last().map(|ply| ply.mv);
        let steps: Vec<&str> = first.iter().map(|first| first.text.as_str()).chain([text]).collect();
        let parse = self.texts.parse_move;
        game.play_with(&steps.join(" "), |position| parse(position, last, &steps))?;
        if let Some(ply) = game.record.plies.last_mut() {
            ply.spent = spent;
        }
        let held = std::mem::take(&mut self.held);
        if !held.is_empty() {
            game.remark(&held);
        }
        Ok(())
    }

    /// Checks the number before a move; both steps of a move have the same.
    fn count(&mut self, number: u32, step: u8) -> Result<(), RecordFault> {
        let next = self.number.unwrap_or(number);
        if number != next {
            return Err(RecordFault::NumberExpected { number, expected: next });
        }
        self.number = Some(if step == 1 { number } else { number.saturating_add(1) });
        Ok(())
    }

    /// Sets up the position from the header.
    fn begin(&mut self) -> Result<(), RecordFault> {
        let header = std::mem::take(&mut self.header);
        if let Some((line, fault)) = header.error {
            self.line = line;
            return Err(fault);
        }
        // Errors in the header name their own line, errors in moves the current one.
        let line = self.line;
        let start = self.start(&header)?;
        self.line = line;
        let mut game = Replay::new(start);
        (game.record.tags, game.record.comment) = (header.tags, header.comment);
        self.game = Some(game);
        Ok(())
    }

    fn start(&mut self, header: &KifHeader) -> Result<V::Position, RecordFault> {
        let native = |position: &V::Position| V::write_position(position, PositionFormat::Sfen, 0);
        let exact = match &header.exact {
            None => None,
            Some((line, text)) => {
                self.line = *line;
                Some(V::parse_position(&format!("sfen {text}"), self.rules).map_err(RecordFault::Position)?)
            }
        };
        if let Some((line, _)) = header.ranks.first() {
            self.line = *line;
            let ranks: Vec<&str> = header.ranks.iter().map(|(_, rank)| rank.as_str()).collect();
            let side = header.first_to_move.unwrap_or(Side::Black);
            let board = (self.texts.parse_board)(&ranks, side, self.rules).map_err(|(index, error)| {
                self.line = header.ranks.get(index).map_or(self.line, |(line, _)| *line);
                RecordFault::Position(error)
            })?;
            let placement = |position: &V::Position| {
                native(position).split_whitespace().take(2).map(str::to_owned).collect::<Vec<_>>()
            };
            let told = || header.remarks.iter().find_map(|remark| (self.texts.read_remark)(&board, remark));
            return Ok(exact.filter(|exact| placement(exact) == placement(&board)).or_else(told).unwrap_or(board));
        }
        match (exact, &header.handicap) {
            (Some(exact), _) => Ok(exact),
            (None, None) => self.to_move(V::start(self.rules), header.first_to_move),
            (None, Some((line, name))) => {
                self.line = *line;
                let named = self.named_start(name)?;
                self.to_move(named, header.first_to_move)
            }
        }
    }

    /// A position that has a name, with this side to move if one is named.
    fn to_move(&self, position: V::Position, side: Option<Side>) -> Result<V::Position, RecordFault> {
        let Some(side) = side.filter(|&side| side != position.side_to_move()) else { return Ok(position) };
        let text = V::write_position(&position, PositionFormat::Sfen, 0);
        let letter = if side == Side::White { "w" } else { "b" };
        let fields: Vec<&str> =
            text.split_whitespace().enumerate().map(|(index, field)| if index == 1 { letter } else { field }).collect();
        V::parse_position(&fields.join(" "), self.rules).map_err(RecordFault::Position)
    }

    /// The start position that a name stands for.
    fn named_start(&self, name: &str) -> Result<V::Position, RecordFault> {
        let lower = name.to_lowercase();
        if self.texts.names.contains(&lower.as_str()) {
            return Ok(V::start(self.rules));
        }
        let id = self.texts.handicaps.iter().find(|(japanese, _)| *japanese == name).map_or(name, |(_, id)| id);
        let named = |text: &str| text.eq_ignore_ascii_case(id);
        match V::set_ups().into_iter().find(|set_up| named(set_up.id) || named(set_up.name)) {
            Some(set_up) => V::parse_position(&set_up.position, self.rules).map_err(RecordFault::Position),
            None => Err(RecordFault::Handicap { name: name.to_owned(), variant: V::TITLE }),
        }
    }

    /// Appends the game that has been read, if there is one, to the records and prepares for the next.
    fn finish(&mut self) {
        if let Some(first) = self.first.take() {
            self.fail(first.line, RecordFault::StepMissing);
        }
        let unopened = self.game.is_none() && self.header.begun && !self.skipping;
        if let Some(Err(fault)) = unopened.then(|| self.begin()) {
            self.fail(self.line, fault);
        }
        if let Some((line, text)) = self.unknown.take().filter(|_| self.game.is_some() && self.ending.is_none()) {
            self.note(line, &format!("'{}' is no end that is known: the result is left open", excerpt(&text)));
        }
        self.games += usize::from(self.game.is_some() || self.skipping);
        if let Some(mut game) = self.game.take().filter(|_| !self.skipping) {
            let plies = &mut game.record.plies;
            if plies.iter().all(|ply| ply.spent.is_none_or(|spent| spent.is_zero())) {
                plies.iter_mut().for_each(|ply| ply.spent = None);
            }
            game.record.ending = self.ending.take();
            self.reading.records.push(game.finish());
        }
        self.header = KifHeader::default();
        self.held.clear();
        (self.first, self.number, self.ending) = (None, None, None);
        (self.over, self.variation, self.skipping) = (false, false, false);
    }

    /// Records an error and skips the rest of the game.
    fn fail(&mut self, line: usize, fault: RecordFault) {
        self.reading.errors.push(RecordError::Game { game: self.games, line: line + 1, fault });
        self.game = None;
        self.first = None;
        self.skipping = true;
    }
}

/// Whether a line is part of a drawing: the edge of a board, the numbers of its files.
fn is_decoration(plain: &str) -> bool {
    plain.starts_with("+-") || plain.chars().all(|c| c.is_ascii_digit() || c == ' ')
}

/// Splits off the number before a move: `1手目 `, `1 手目`, `1 `, `1.`, with any spaces.
pub(super) fn move_number(plain: &str) -> Option<(u32, &str)> {
    let digits = plain.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = plain.split_at_checked(digits)?;
    let after = rest.trim_start().strip_prefix("手目").unwrap_or(rest);
    let after = after.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '.' | '。' | ':'));
    let set_off = after.len() < rest.len() || after.starts_with("一歩目") || after.starts_with("二歩目");
    (set_off && !after.is_empty()).then_some((number.parse().ok()?, after))
}

/// Whether a text without a number can be a move: it begins with a mark of the side or a square.
pub(super) fn looks_like_move(text: &str) -> bool {
    let square = text.trim_start_matches(['▲', '△', '☗', '☖', '▼', '▽']);
    let mut chars = square.chars();
    let first = chars.next().unwrap_or(' ');
    let second = chars.next().unwrap_or(' ');
    let rank = |c: char| "一二三四五六七八九十".contains(c);
    square.len() < text.len()
        || matches!(first, '同' | '仝')
        || first.is_ascii_digit() && (rank(second) || second.is_ascii_alphanumeric())
        || rank(first) && rank(second)
}

/// Splits off the time behind a move: `( 0:05/00:00:05)`, and the `+` that marks a variation.
fn split_time(text: &str) -> (&str, Option<Duration>) {
    let body = text.trim_end_matches(['+', ' ']);
    let split = body.strip_suffix(')').and_then(|body| body.rsplit_once('('));
    let Some((rest, time)) = split.filter(|(_, time)| time.contains([':', '/'])) else { return (text, None) };
    let spent = time.split('/').next().unwrap_or(time).trim();
    (rest.trim_end(), duration(spent))
}
