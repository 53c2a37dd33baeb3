//! Reads PGN.

use super::token::{Token, Tokens};
use super::{OWN_TAGS, ROSTER, is_mark, read_closing, read_termination, termination};
use crate::games::{Rules, Variant};
use crate::notation::MoveFormat;
use crate::position::Side;
use crate::record::replay::Replay;
use crate::record::{Bracketed, Ending, Place, Reading, Record, RecordError, RecordFault};

/// The start of XBoard's picture of the position.
const PICTURE: &str = "--------------\n";

/// A game that is being read.
struct Reader<'a, V: Variant> {
    rules: &'a Rules<V>,
    /// Number of the game, from 1.
    number: usize,
    tags: Vec<(String, String)>,
    /// Set up from the tags at the first word of the game.
    game: Option<Replay<V>>,
    /// The comments since the last move: the last of them may belong to the result.
    comments: Vec<String>,
    /// How many brackets of variations are open.
    depth: usize,
    /// Line of the outermost of them.
    variation_line: usize,
    variations: usize,
    glyphs: usize,
    /// The rest of a game with an error is being skipped.
    failed: bool,
    /// Something of a game has been read.
    begun: bool,
    /// Line of the file.
    line: usize,
    reading: Reading<V>,
}

/// Reads all games of a text.
pub fn read<V: Variant>(text: &str, rules: &Rules<V>, place: Place) -> Reading<V> {
    let mut reader = Reader {
        rules,
        number: place.games + 1,
        tags: Vec::new(),
        game: None,
        comments: Vec::new(),
        depth: 0,
        variation_line: 1,
        variations: 0,
        glyphs: 0,
        failed: false,
        begun: false,
        line: 1,
        reading: Reading::new(),
    };
    for (line, token) in Tokens::new(text) {
        reader.line = place.lines + line;
        if let Err(fault) = reader.token(token) {
            reader.fail(reader.line, fault);
        }
    }
    reader.finish(None);
    reader.reading.games = reader.number - 1 - place.games;
    reader.reading
}

impl<V: Variant> Reader<'_, V> {
    fn token(&mut self, token: Token<'_>) -> Result<(), RecordFault> {
        match token {
            // Moves without a result: a tag begins the next game all the same.
            Token::Tag(name, value) => {
                if self.game.is_some() || self.failed {
                    self.finish(None);
                }
                self.begun = true;
                self.tags.push((name, value));
            }
            Token::Open => {
                if self.depth == 0 {
                    self.variations += 1;
                    self.variation_line = self.line;
                }
                self.depth += 1;
            }
            Token::Close => self.depth = self.depth.saturating_sub(1),
            Token::OpenComment(text) => {
                // It extends to the end of the file: the rest of the game and all games after it are lost.
                self.unclosed(self.line, Bracketed::Comment);
                if self.depth == 0 {
                    self.comment(text);
                }
            }
            _ if self.depth > 0 => {}
            Token::Glyph => self.glyphs += 1,
            Token::Comment(text) => self.comment(text),
            Token::Word(word) => self.word(word)?,
        }
        Ok(())
    }

    fn comment(&mut self, text: &str) {
        let text = if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.to_owned() };
        // A comment between two games belongs to the next one.
        if !(text.starts_with(PICTURE) && text.ends_with(PICTURE.trim_end())) {
            self.comments.push(text);
        }
    }

    fn word(&mut self, word: &str) -> Result<(), RecordFault> {
        if let Some(result) = result(word) {
            self.begun = true;
            self.finish(Some(result));
            return Ok(());
        }
        // `12.`, `12...`, `12.Nf5`, and `12 .` or `...` where they stand alone.
        let numbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let mv = if numbered.is_empty() || numbered.starts_with('.') { numbered.trim_start_matches('.') } else { word };
        // Annotations that stand alone.
        if mv.trim_end_matches(['!', '?']).is_empty() {
            return Ok(());
        }
        if self.failed {
            return Ok(());
        }
        self.begin()?;
        let Some(game) = &mut self.game else { return Ok(()) };
        for comment in self.comments.drain(..) {
            game.remark(&comment);
        }
        game.play(mv, MoveFormat::San)
    }

    /// Sets up the start position, if that has not been done.
    fn begin(&mut self) -> Result<(), RecordFault> {
        self.begun = true;
        if self.game.is_some() || self.failed {
            return Ok(());
        }
        let tag = |name: &str| self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str());
        if let Some(variant) = tag("Variant").filter(|name| !is_variant::<V>(name)) {
            return Err(RecordFault::Variant { found: variant.to_owned(), expected: V::NAME });
        }
        let start = match (tag("SFEN"), tag("FEN")) {
            (Some(sfen), _) => V::parse_position(sfen, self.rules),
            (None, Some(fen)) => V::parse_fen(fen, self.rules),
            (None, None) => Ok(V::start(self.rules)),
        };
        let start = start.map_err(RecordFault::PositionTag)?;
        if let (None, Some(fen)) = (tag("SFEN"), tag("FEN")) {
            let notes = V::fen_notes(fen).into_iter();
            self.reading.notes.extend(notes.map(|note| format!("game {}: {note} of the FEN left out", self.number)));
        }
        self.game = Some(Replay::new(start));
        Ok(())
    }

    /// Records an error and skips the rest of the game.
    fn fail(&mut self, line: usize, fault: RecordFault) {
        self.reading.errors.push(RecordError::Game { game: self.number, line, fault });
        self.failed = true;
    }

    /// Records that a bracket is not closed, so that what follows is lost; the game before it is kept.
    fn unclosed(&mut self, line: usize, what: Bracketed) {
        let fault = RecordFault::Unclosed(what);
        self.reading.errors.push(RecordError::Game { game: self.number, line, fault });
    }

    /// Appends the game, if there is one, to the records and prepares for the next. `result` is the one after the
    /// moves, if there is one.
    fn finish(&mut self, result: Option<PgnResult>) {
        if !self.begun {
            return;
        }
        if self.depth > 0 {
            self.unclosed(self.variation_line, Bracketed::Variation);
        }
        // Tags alone are a game too, if nothing is wrong with them.
        if let Err(fault) = self.begin() {
            self.fail(self.line, fault);
        }
        let game = self.game.take().filter(|_| !self.failed);
        let (tags, comments) = (std::mem::take(&mut self.tags), std::mem::take(&mut self.comments));
        if let Some(game) = game {
            let tagged = tags.iter().find(|(name, _)| name == "Result").and_then(|(_, value)| self::result(value));
            let result = result.or(tagged).unwrap_or(PgnResult::Open);
            self.reading.records.push(assemble(game, tags, comments, result));
            for (count, what) in [(self.variations, "variation"), (self.glyphs, "annotation glyph")] {
                let plural = if count == 1 { "" } else { "s" };
                if count > 0 {
                    self.reading.notes.push(format!("game {}: {count} {what}{plural} left out", self.number));
                }
            }
        }
        (self.depth, self.variations, self.glyphs) = (0, 0, 0);
        (self.failed, self.begun) = (false, false);
        self.number += 1;
    }
}

/// A result in PGN.
#[derive(Clone, Copy)]
enum PgnResult {
    /// The winner; nobody in a draw.
    Won(Option<Side>),
    /// The game has not ended.
    Open,
}

/// A game with its result, the comments after the last move, and its tags.
fn assemble<V: Variant>(
    mut game: Replay<V>,
    tags: Vec<(String, String)>,
    mut comments: Vec<String>,
    result: PgnResult,
) -> Record<V> {
    let termination_tag = tags.iter().find(|(name, _)| name == "Termination").map_or("", |(_, value)| value);
    if let PgnResult::Won(winner) = result {
        // A comment before the result tells why (so XBoard takes it), unless it is the mark of the last move.
        let tells_why = comments.len() > 1 || comments.last().is_some_and(|text| !is_mark(text));
        let words = comments.pop_if(|_| tells_why).unwrap_or_default();
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let cause = if words.is_empty() { read_termination(termination_tag) } else { read_closing(winner, &words) };
        game.record.ending = Some(Ending { winner, cause });
    }
    for comment in comments {
        game.remark(&comment);
    }
    // A termination tag that says more than the cause is kept.
    let usual = game.record.ending.as_ref().map(|ending| termination(&ending.cause));
    let told_elsewhere = |name: &str, value: &str| {
        let usual = name == "Termination" && usual.is_some_and(|usual| usual.eq_ignore_ascii_case(value));
        usual || OWN_TAGS.contains(&name) || ROSTER.contains(&(name, value))
    };
    game.record.tags = tags.into_iter().filter(|(name, value)| !told_elsewhere(name, value)).collect();
    game.finish()
}

/// Reads a result.
fn result(word: &str) -> Option<PgnResult> {
    match word {
        "1-0" => Some(PgnResult::Won(Some(Side::Black))),
        "0-1" => Some(PgnResult::Won(Some(Side::White))),
        "1/2-1/2" | "1/2" => Some(PgnResult::Won(None)),
        "*" => Some(PgnResult::Open),
        _ => None,
    }
}

/// Whether a tag names this variant: `chu`, `Chu Shogi`, `chushogi`.
pub(in crate::record) fn is_variant<V: Variant>(name: &str) -> bool {
    let plain = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    let name = plain(name);
    name == V::NAME || name == plain(V::TITLE) || name == format!("{}shogi", V::NAME)
}

/// The first variant that a tag of a text names.
pub(in crate::record) fn variant_tag(text: &str) -> Option<String> {
    let tags = text.lines().filter_map(|line| line.trim().strip_prefix('[')?.trim_start().strip_prefix("Variant"));
    tags.filter_map(|rest| rest.split('"').nth(1)).map(str::to_owned).next()
}
