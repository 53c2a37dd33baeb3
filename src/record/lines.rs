//! Games as lines of USI or CECP: the start position, the moves, the result. Nothing of a record is lost in this
//! format.
//!
//! ```text
//! #[White "Sente"]                   a tag; quotes and backslashes in the value are escaped
//! # a remark before the first move
//! sfen lfcsgekgscfl/… b - 1         `fen …` with CECP moves; `startpos` is read as well
//! moves 7i7h 6d6e 7j6h
//! #2: a remark on move 2             a thinking time is a mark before it: [%emt 0:00:12]
//! result win-sente, resignation
//! final lfcsgekgscfl/… w - 4        the position after the last move
//! ```
//!
//! Remarks of several lines take several such lines. `win-sente` is a win of the player who moves first in the even
//! game, `win-gote` of the other; `draw` is a draw, and anything else no result. All but the position may be missing,
//! `POSITION moves …` may stand on one line (as in `position startpos moves 7i7h`), and a position begins a new game.
//! Where a FEN cannot say all of the start position, CECP games have the `sfen` too.

use super::marks::{remark_of, tag_line, tag_of};
use super::replay::{Replay, add_line};
use super::{Cause, Ending, GameFormat, Place, Reading, Record, RecordError, RecordFault};
use crate::games::{Rules, Variant};
use crate::notation::{MoveFormat, PositionFormat};
use crate::position::{Position, Side};

/// The state of the reader: what has been read for the next game, and the current game.
struct Reader<'a, V: Variant> {
    rules: &'a Rules<V>,
    moves: MoveFormat,
    /// Tags and remarks of the next game.
    tags: Vec<(String, String)>,
    comment: String,
    /// The game that is being read; `None` before the first position and after an error.
    game: Option<Replay<V>>,
    /// The current game has ended: remarks that follow belong to the next one.
    closed: bool,
    /// The rest of a game with an error is being skipped.
    skipping: bool,
    /// Remarks with their move numbers: they may come before the moves.
    remarks: Vec<(usize, String)>,
    number: usize,
    reading: Reading<V>,
}

/// Reads all games of a text.
pub(super) fn read<V: Variant>(text: &str, format: GameFormat, rules: &Rules<V>, place: Place) -> Reading<V> {
    let mut reader = Reader {
        rules,
        moves: format.moves(),
        tags: Vec::new(),
        comment: String::new(),
        game: None,
        closed: true,
        skipping: false,
        remarks: Vec::new(),
        number: place.games,
        reading: Reading::new(),
    };
    for (index, line) in text.lines().enumerate() {
        if let Err(fault) = reader.line(line) {
            let game = reader.number.max(1);
            reader.reading.errors.push(RecordError::Game { game, line: place.lines + index + 1, fault });
            reader.abandon();
        }
    }
    reader.finish();
    reader.reading.games = reader.number - place.games;
    reader.reading
}

impl<V: Variant> Reader<'_, V> {
    fn line(&mut self, line: &str) -> Result<(), RecordFault> {
        let line = line.trim_end();
        if self.skipping && !self.ends_skipping(line) {
            return Ok(());
        }
        if let Some(text) = line.strip_prefix('#') {
            self.hash_line(text);
            return Ok(());
        }
        let (word, rest) = line.trim_start().split_once(char::is_whitespace).unwrap_or((line.trim_start(), ""));
        match word {
            "" => self.closed |= self.game.as_ref().is_some_and(|game| !game.record.plies.is_empty()),
            "moves" => self.play(rest)?,
            "result" => {
                self.game_in_progress()?.record.ending = read_ending(rest);
                self.closed = true;
            }
            "final" => {
                let reached = self.game_in_progress()?.text(PositionFormat::Sfen);
                self.closed = true;
                let first_two = |text: &str| text.split_whitespace().take(2).map(str::to_owned).collect::<Vec<_>>();
                if first_two(&reached) != first_two(rest.strip_prefix("sfen ").unwrap_or(rest)) {
                    return Err(RecordFault::FinalPosition { reached });
                }
            }
            "position" => self.start(rest)?,
            _ => self.start(line)?,
        }
        Ok(())
    }

    /// Whether a game that is being skipped ends before this line, so that the line is read again.
    fn ends_skipping(&mut self, line: &str) -> bool {
        let word = line.split_whitespace().next().unwrap_or("");
        self.skipping = matches!(word, "moves" | "result") || line.starts_with('#');
        if word == "final" {
            self.skipping = false;
            return false;
        }
        !self.skipping
    }

    /// Reads a line that begins with `#`, without that sign: a tag or a remark.
    fn hash_line(&mut self, text: &str) {
        if self.closed {
            self.finish();
        }
        if let Some(tag) = tag_of(text) {
            self.tags.push(tag);
        } else if let Some((number, remark)) = numbered(text) {
            self.remarks.push((number, remark.to_owned()));
        } else {
            add_line(&mut self.comment, text.strip_prefix(' ').unwrap_or(text));
        }
    }

    /// `POSITION [moves …]`
    fn start(&mut self, line: &str) -> Result<(), RecordFault> {
        let mut words = line.split_whitespace();
        let position: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
        if self.game.is_some() {
            self.finish();
        }
        self.number += 1;
        let start = V::parse_position(&position.join(" "), self.rules).map_err(RecordFault::Position)?;
        self.game = Some(Replay::new(start));
        self.closed = false;
        self.play_words(words)
    }

    fn play(&mut self, moves: &str) -> Result<(), RecordFault> {
        self.game_in_progress()?;
        self.closed = false;
        self.play_words(moves.split_whitespace())
    }

    fn play_words<'w>(&mut self, words: impl Iterator<Item = &'w str>) -> Result<(), RecordFault> {
        let format = self.moves;
        let game = self.game_in_progress()?;
        for word in words {
            game.play(word, format)?;
        }
        Ok(())
    }

    fn game_in_progress(&mut self) -> Result<&mut Replay<V>, RecordFault> {
        self.game.as_mut().ok_or(RecordFault::PositionMissing)
    }

    /// Appends the current game, if there is one, to the records and prepares for the next.
    fn finish(&mut self) {
        let Some(mut game) = self.game.take() else { return };
        game.record.tags = std::mem::take(&mut self.tags);
        // A remark on move 0 is about the whole game.
        game.record.comment = std::mem::take(&mut self.comment);
        for (number, remark) in self.remarks.drain(..) {
            if !game.remark_on(number, &remark) {
                let place = format!("game {}: a remark about move {number}, which was not played", self.number);
                self.reading.notes.push(place);
            }
        }
        self.reading.records.push(game.finish());
        self.closed = true;
    }

    /// Forgets a game with an error.
    fn abandon(&mut self) {
        self.game = None;
        self.closed = true;
        self.skipping = true;
        self.tags.clear();
        self.comment.clear();
        self.remarks.clear();
    }
}

/// `12: text`
fn numbered(text: &str) -> Option<(usize, &str)> {
    let (number, remark) = text.split_once(':')?;
    let number = number.parse().ok().filter(|_| number.starts_with(|c: char| c.is_ascii_digit()))?;
    Some((number, remark.strip_prefix(' ').unwrap_or(remark)))
}

/// `win-sente, resignation`
pub(super) fn read_ending(text: &str) -> Option<Ending> {
    let (word, cause) = text.split_once([' ', ',']).unwrap_or((text, ""));
    let winner = match word {
        "win-sente" => Some(Side::Black),
        "win-gote" => Some(Side::White),
        "draw" => None,
        _ => return None,
    };
    Some(Ending { winner, cause: Cause::read(cause) })
}

/// `win-sente, resignation`; `unknown` for a game without an ending.
pub(super) fn write_ending(ending: &Option<Ending>) -> String {
    let Some(Ending { winner, cause }) = ending else { return "unknown".to_owned() };
    let winner = match winner {
        Some(Side::Black) => "win-sente",
        Some(Side::White) => "win-gote",
        None => "draw",
    };
    let sign = if cause.words().is_empty() { "" } else { ", " };
    format!("{winner}{sign}{}", cause.words())
}

/// Writes a game.
pub(super) fn write<V: Variant>(record: &Record<V>, format: GameFormat) -> String {
    let mut text = String::new();
    for (name, value) in &record.tags {
        text += &format!("#{}\n", tag_line(name, value));
    }
    for line in record.comment.lines() {
        text += format!("# {line}").trim_end();
        text.push('\n');
    }
    let (kind, start) = record.start_parts(format == GameFormat::Cecp);
    let word = if kind == PositionFormat::Fen { "fen" } else { "sfen" };
    text += &format!("{word} {start}\nmoves");
    let mut remarks = String::new();
    let mut position = record.start.clone();
    for (index, ply) in record.plies.iter().enumerate() {
        text.push(' ');
        text += &V::write_move(&position, ply.mv, format.moves());
        position.make(ply.mv, &mut ());
        for line in remark_of(ply).lines() {
            remarks += format!("#{}: {line}", index + 1).trim_end();
            remarks.push('\n');
        }
    }
    text + &format!(
        "\n{remarks}result {}\nfinal {}\n",
        write_ending(&record.ending),
        V::write_position(&position, PositionFormat::Sfen, record.plies.len())
    )
}
