//! Writes PGN.

use super::{OWN_TAGS, ROSTER, closing, is_mark, result_sign, termination};
use crate::games::Variant;
use crate::notation::{MoveFormat, PositionFormat};
use crate::position::{Position, Side};
use crate::record::Record;
use crate::record::marks::{remark_of, tag_line};

/// Longest line, unless one word or comment is longer.
const WIDTH: usize = 79;

/// Writes a game.
pub fn write<V: Variant>(record: &Record<V>) -> String {
    let mut text = write_tags(record);
    let mut body = Body { text: String::new(), column: 0 };
    body.comment(&record.comment);
    let mut position = record.start.clone();
    let (mut number, mut side) = (full_move::<V>(&position), position.side_to_move());
    for (index, ply) in record.plies.iter().enumerate() {
        if side == Side::Black {
            body.word(&format!("{number}."));
        } else {
            if index == 0 {
                body.word(&format!("{number}..."));
            }
            number = number.saturating_add(1);
        }
        body.word(&V::write_move(&position, ply.mv, MoveFormat::San));
        body.comment(&remark_of(ply));
        position.make(ply.mv, &mut ());
        side = !side;
    }
    body.ending(record);
    text.push('\n');
    text + &body.text + "\n"
}

fn write_tags<V: Variant>(record: &Record<V>) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        text += &tag_line(name, value);
        text.push('\n');
    };
    for (name, unknown) in ROSTER {
        tag(name, record.tag(name).unwrap_or(unknown));
    }
    let ending = record.ending.as_ref();
    tag("Result", ending.map_or("*", |ending| result_sign(ending.winner)));
    tag("Variant", V::NAME);
    let native = |position| V::write_position(position, PositionFormat::Sfen, 0);
    if native(&record.start) != native(&V::start(record.start.rules())) {
        let (format, sfen) = record.start_parts(true);
        tag("FEN", &V::write_position(&record.start, PositionFormat::Fen, 0));
        tag("SetUp", "1");
        if format == PositionFormat::Sfen {
            tag("SFEN", &sfen);
        }
    }
    if let Some(ending) = ending.filter(|_| record.tag("Termination").is_none()) {
        tag("Termination", termination(&ending.cause));
    }
    let elsewhere = |name: &str| ROSTER.iter().any(|(known, _)| *known == name) || OWN_TAGS.contains(&name);
    record.tags.iter().filter(|(name, _)| !elsewhere(name)).for_each(|(name, value)| tag(name, value));
    text
}

/// The number of the move that is played first.
fn full_move<V: Variant>(start: &V::Position) -> u32 {
    let fen = V::write_position(start, PositionFormat::Fen, 0);
    fen.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or(1)
}

/// Moves and comments, broken into lines.
struct Body {
    text: String,
    /// Characters on the last line.
    column: usize,
}

impl Body {
    /// Adds what must not be broken.
    fn word(&mut self, word: &str) {
        let length = word.split('\n').next().unwrap_or("").chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + length <= WIDTH;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text += word;
        self.column = match word.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.column + length,
        };
    }

    /// Adds a comment as it stands, its own line ends included.
    fn comment(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if !text.contains('}') {
            self.word(&format!("{{{text}}}"));
            return;
        }
        // A comment in braces cannot hold a brace: every line becomes a comment up to the end of the line.
        for line in text.lines() {
            self.word(&format!("; {line}"));
            self.text.push('\n');
            self.column = 0;
        }
    }

    /// Adds the result, and before it a comment that tells why.
    fn ending<V: Variant>(&mut self, record: &Record<V>) {
        let Some(ending) = &record.ending else { return self.word("*") };
        let why = closing(ending.winner, &ending.cause).replace(['{', '}'], "|");
        let last = record.plies.last().map_or(record.comment.clone(), remark_of);
        // An empty comment separates them where a reader would take the last remark for the reason, or the reason for a
        // remark.
        if why.is_empty() && !last.is_empty() || last.is_empty() && is_mark(&why) {
            self.word("{}");
        }
        if !why.is_empty() {
            if self.column > 0 {
                self.text.push('\n');
                self.column = 0;
            }
            self.word(&format!("{{{why}}}"));
        }
        self.word(result_sign(ending.winner));
    }
}
