//! Games in the notation of the books: numbered pairs of moves, remarks in braces.
//!
//! ```text
//! #[White "Sente"]                  a tag; quotes and backslashes in the value are escaped
//! # a remark before the first move
//! sfen lfcsgekg1cfl/… w - 1         only if the game does not start from the start position
//! 1. P-8h P-5e
//! 2. Ln-6h {a remark on the move} P-8e
//! result win-sente, resignation
//! ```
//!
//! The number counts pairs from the side that moves first. A thinking time is a mark at the start of a remark,
//! `{[%emt 0:00:12] …}`; braces and backslashes in remarks are escaped by a backslash, and a remark may span several
//! lines. Results are those of the USI lines, and every game that is written has one.
//!
//! Read besides: the form of old records, in which the start square is always given, the parts of a move are separated
//! by spaces and every move has a number (`1 P 8i - 8h`, `1 P 5d - 5e`, `19 Ln 6g x! 6f`, `52 Ln 11g x 12g - 11f`, `65
//! S 8h x 8i =`); numbers with or without a dot; lines with `#` among the moves, as remarks on the last one. Without a
//! result between them a `sfen` line, a tag or a smaller number begins the next game.

use super::lines::{read_ending, write_ending};
use super::marks::{remark_of, tag_line, tag_of};
use super::replay::Replay;
use super::{Bracketed, Place, Reading, Record, RecordError, RecordFault};
use crate::games::{Rules, Variant};
use crate::notation::{MoveFormat, PositionFormat, looks_like_tsa};
use crate::position::Position;

struct Reader<'a, V: Variant> {
    rules: &'a Rules<V>,
    /// The game that is being read, with its tags and remarks.
    game: Replay<V>,
    /// Whether anything of it has been read: otherwise there is no game to append.
    begun: bool,
    /// Whether its start or its moves have been seen: a tag belongs to the next game.
    moving: bool,
    /// The parts of a move that have been read, and the index of the line where it began.
    text: String,
    text_line: usize,
    /// A remark that has not yet ended, with the index of the line where it began.
    remark: Option<(usize, String)>,
    /// The number before the last move.
    number: Option<u32>,
    /// How many games there are, this one included.
    games: usize,
    /// Index of the line that is being read.
    line: usize,
    /// The rest of a game with an error is being skipped.
    skipping: bool,
    reading: Reading<V>,
}

/// Reads all games of a text.
pub(super) fn read<V: Variant>(text: &str, rules: &Rules<V>, place: Place) -> Reading<V> {
    let mut reader = Reader {
        rules,
        game: Replay::new(V::start(rules)),
        begun: false,
        moving: false,
        text: String::new(),
        text_line: 0,
        remark: None,
        number: None,
        games: place.games + 1,
        line: place.lines,
        skipping: false,
        reading: Reading::new(),
    };
    for (index, line) in text.lines().enumerate() {
        reader.line = place.lines + index;
        reader.read_line(line);
    }
    if let Some((line, _)) = reader.remark.take() {
        reader.fail(line, RecordFault::Unclosed(Bracketed::Remark));
    }
    reader.finish();
    reader.reading.games = reader.games - 1 - place.games;
    reader.reading
}

impl<V: Variant> Reader<'_, V> {
    fn read_line(&mut self, line: &str) {
        if self.remark.is_none() {
            let trimmed = line.trim();
            let (word, rest) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
            if let Some(text) = trimmed.strip_prefix('#') {
                return self.hash_line(text);
            }
            match word {
                "sfen" | "fen" | "startpos" => return self.start(trimmed),
                "result" => return self.result(rest),
                _ => {}
            }
        }
        self.words(line);
    }

    /// Words and remarks of a line.
    fn words(&mut self, line: &str) {
        let mut chars = line.chars();
        let mut word = String::new();
        while let Some(c) = chars.next() {
            match (self.remark.as_mut(), c) {
                (Some((_, text)), '\\') => text.push(chars.next().unwrap_or('\\')),
                (Some(_), '}') => {
                    let (_, text) = self.remark.take().unwrap_or_default();
                    self.flush();
                    self.comment(&text);
                }
                (Some((_, text)), c) => text.push(c),
                (None, '{') => {
                    self.word(&std::mem::take(&mut word));
                    self.remark = Some((self.line, String::new()));
                }
                (None, c) if c.is_whitespace() => self.word(&std::mem::take(&mut word)),
                (None, c) => word.push(c),
            }
        }
        match &mut self.remark {
            Some((_, text)) => text.push('\n'),
            None => self.word(&word),
        }
    }

    /// One word of the moves: a number, a whole move or a part of one.
    fn word(&mut self, word: &str) {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = word.split_at_checked(digits).unwrap_or(("", word));
        let after = rest.trim_start_matches(['.', '…']);
        if digits > 0 && (rest.is_empty() || after.len() < rest.len()) {
            self.flush();
            self.count(number);
            return self.word(after);
        }
        let word = if digits == 0 { after } else { word };
        let piece = word.strip_prefix('+').unwrap_or(word);
        if piece.starts_with(|c: char| c.is_alphabetic() && c != 'x') {
            self.flush();
        }
        if self.text.is_empty() {
            self.text_line = self.line;
        }
        if !self.skipping {
            self.text += word;
        }
    }

    /// Checks a move number. Moves are numbered in pairs, or singly with every number twice.
    fn count(&mut self, text: &str) {
        let Ok(number) = text.parse::<u32>() else {
            return self.fail(self.line, RecordFault::MoveNumber { text: text.to_owned() });
        };
        if let Some(last) = self.number {
            if number < last && number <= 1 {
                self.finish();
            } else if number != last && number != last.saturating_add(1) && !self.skipping {
                self.fail(self.line, RecordFault::NumberFollows { number, last });
            }
        }
        self.number = Some(number);
    }

    /// Plays the move whose parts have been read.
    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        if text.is_empty() || self.skipping {
            return;
        }
        (self.begun, self.moving) = (true, true);
        if let Err(fault) = self.game.play(&text, MoveFormat::Tsa) {
            self.fail(self.text_line, fault);
        }
    }

    fn comment(&mut self, text: &str) {
        if !self.skipping {
            self.begun = true;
            self.game.remark(text);
        }
    }

    /// Reads a line that begins with `#`, without that sign: a tag or a remark.
    fn hash_line(&mut self, text: &str) {
        self.flush();
        match tag_of(text) {
            None => self.comment(text.strip_prefix(' ').unwrap_or(text)),
            Some(tag) => {
                if self.moving || self.skipping {
                    self.finish();
                }
                self.begun = true;
                self.game.record.tags.push(tag);
            }
        }
    }

    /// A start position. Tags and remarks may stand before it.
    fn start(&mut self, text: &str) {
        self.flush();
        if self.moving || self.skipping {
            self.finish();
        }
        (self.begun, self.moving) = (true, true);
        match V::parse_position(text, self.rules) {
            Err(error) => self.fail(self.line, RecordFault::Position(error)),
            Ok(start) => {
                let old = std::mem::replace(&mut self.game, Replay::new(start)).record;
                (self.game.record.tags, self.game.record.comment) = (old.tags, old.comment);
            }
        }
    }

    /// The end of a game.
    fn result(&mut self, text: &str) {
        self.flush();
        self.game.record.ending = read_ending(text);
        self.begun = true;
        self.finish();
    }

    /// Appends the game that has been read, if there is one, to the records and prepares for the next.
    fn finish(&mut self) {
        self.flush();
        let game = std::mem::replace(&mut self.game, Replay::new(V::start(self.rules)));
        if self.begun && !self.skipping {
            self.reading.records.push(game.finish());
        }
        self.games += usize::from(self.begun || self.skipping);
        (self.begun, self.moving, self.skipping, self.number) = (false, false, false, None);
    }

    /// Records an error and skips the rest of the game.
    fn fail(&mut self, line: usize, fault: RecordFault) {
        self.reading.errors.push(RecordError::Game { game: self.games, line: line + 1, fault });
        self.game = Replay::new(V::start(self.rules));
        self.text.clear();
        self.skipping = true;
    }
}

/// Whether a line is one of numbered moves in this notation.
pub(super) fn is_move_line(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let text: String = rest.trim_start_matches('.').split(['{', '#']).take(1).flat_map(str::split_whitespace).collect();
    rest.len() < line.len() && looks_like_tsa(&text)
}

/// Writes a game.
pub(super) fn write<V: Variant>(record: &Record<V>) -> String {
    let mut text = String::new();
    for (name, value) in &record.tags {
        text += &format!("#{}\n", tag_line(name, value));
    }
    for line in record.comment.lines() {
        text += format!("# {line}").trim_end();
        text.push('\n');
    }
    let native = |position: &V::Position| V::write_position(position, PositionFormat::Sfen, 0);
    if native(&record.start) != native(&V::start(record.start.rules())) {
        text += &format!("sfen {}\n", native(&record.start));
    }
    let mut position = record.start.clone();
    for (index, ply) in record.plies.iter().enumerate() {
        match (index % 2, index) {
            (0, 0) => text += "1.",
            (0, _) => text += &format!("\n{}.", index / 2 + 1),
            _ => {}
        }
        text += &format!(" {}", V::write_move(&position, ply.mv, MoveFormat::Tsa));
        position.make(ply.mv, &mut ());
        let remark = remark_of(ply);
        if !remark.is_empty() {
            text += &format!(" {{{}}}", escape(&remark));
        }
    }
    if !record.plies.is_empty() {
        text.push('\n');
    }
    text + &format!("result {}\n", write_ending(&record.ending))
}

/// A remark as it stands between braces.
fn escape(remark: &str) -> String {
    let mut text = String::with_capacity(remark.len());
    for c in remark.chars() {
        if matches!(c, '{' | '}' | '\\') {
            text.push('\\');
        }
        text.push(c);
    }
    text
}
