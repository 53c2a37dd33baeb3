//! A file of games in parts of whole games, so that a file of any size is read in little memory.

use super::GameFormat;
use super::kif;
use std::io::{self, BufRead};

/// Where a part of a file begins: how much of the file is before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Games before it.
    pub games: usize,
    /// Lines before it.
    pub lines: usize,
}

/// The parts of a file: each one or several games as they stand in the file, one after the other. Only where the format
/// shows plainly that a game is over does a part end: a file in which it does not is one part.
pub struct Parts<R> {
    input: R,
    scan: Scan,
    /// A line that has been read and belongs to the next part.
    next: Vec<u8>,
    ended: bool,
}

impl<R: BufRead> Parts<R> {
    /// The parts of a file in this format.
    pub fn new(input: R, format: GameFormat) -> Parts<R> {
        Parts { input, scan: Scan::new(format), next: Vec::new(), ended: false }
    }

    fn read(&mut self) -> io::Result<Vec<u8>> {
        let mut part = std::mem::take(&mut self.next);
        // UTF-16 has its line ends in other bytes.
        let mut wide = part.starts_with(&[0xff, 0xfe]) || part.starts_with(&[0xfe, 0xff]);
        loop {
            let start = part.len();
            if self.input.read_until(b'\n', &mut part)? == 0 {
                self.ended = true;
                return Ok(part);
            }
            wide |= start == 0 && (part.starts_with(&[0xff, 0xfe]) || part.starts_with(&[0xfe, 0xff]));
            if wide {
                continue;
            }
            match self.scan.line(&part[start..]) {
                Cut::Nowhere => {}
                Cut::After => return Ok(part),
                Cut::Before if start == 0 => {}
                Cut::Before => {
                    self.next = part.split_off(start);
                    return Ok(part);
                }
            }
        }
    }
}

impl<R: BufRead> Iterator for Parts<R> {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        match self.read() {
            Ok(part) if part.is_empty() => None,
            Err(error) => {
                self.ended = true;
                Some(Err(error))
            }
            part => Some(part),
        }
    }
}

/// The length in bytes of the beginning of a PGN file that ends with the result of a game. What follows it is nothing, or a
/// game that was not written to its end: to be cut off before another is added.
///
/// # Errors
/// If the file cannot be read.
pub fn whole_games(mut input: impl BufRead) -> io::Result<u64> {
    let mut scan = Scan::new(GameFormat::Pgn);
    let (mut length, mut whole, mut line) = (0, 0, Vec::new());
    while input.read_until(b'\n', &mut line)? > 0 {
        length += line.len() as u64;
        // Empty lines behind a result belong to it; a line without its end may be torn.
        let over = scan.line(&line) == Cut::After && line.ends_with(b"\n");
        if over || whole + line.len() as u64 == length && line.trim_ascii().is_empty() {
            whole = length;
        }
        line.clear();
    }
    Ok(whole)
}

/// Where a part ends, seen from a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    Nowhere,
    Before,
    After,
}

/// What the lines of a part have held.
struct Scan {
    format: GameFormat,
    /// A move has been seen.
    moves: bool,
    /// A remark in braces is open.
    comment: bool,
    /// Open brackets of variations.
    depth: usize,
    /// The last line was a game of its own, or the end of one.
    closed: bool,
}

impl Scan {
    fn new(format: GameFormat) -> Scan {
        Scan { format, moves: false, comment: false, depth: 0, closed: false }
    }

    fn line(&mut self, bytes: &[u8]) -> Cut {
        let cut = match self.format {
            GameFormat::Pgn => self.pgn(bytes),
            GameFormat::Tsa => self.tsa(bytes),
            GameFormat::Usi | GameFormat::Cecp => self.usi(bytes),
            GameFormat::Kif => self.kif(bytes),
        };
        if cut == Cut::After {
            *self = Scan::new(self.format);
        }
        cut
    }

    /// A game ends with its result, or where the tags of the next one begin.
    fn pgn(&mut self, line: &[u8]) -> Cut {
        let line = line.trim_ascii();
        if !self.comment && line.starts_with(b"[") {
            if self.moves && self.depth == 0 {
                self.moves = false;
                return Cut::Before;
            }
            return Cut::Nowhere;
        }
        if !self.comment && line.starts_with(b"%") {
            return Cut::Nowhere;
        }
        let mut word: Vec<u8> = Vec::new();
        for &byte in line {
            match byte {
                b'}' if self.comment => self.comment = false,
                _ if self.comment => {}
                b'{' => {
                    self.comment = true;
                    word.clear();
                }
                b';' => break,
                b'(' => self.depth += 1,
                b')' => self.depth = self.depth.saturating_sub(1),
                b' ' | b'\t' => word.clear(),
                _ => {
                    self.moves = true;
                    word.push(byte);
                }
            }
        }
        let over = !self.comment && self.depth == 0 && matches!(&word[..], b"1-0" | b"0-1" | b"1/2-1/2" | b"*");
        if over && line.ends_with(&word) { Cut::After } else { Cut::Nowhere }
    }

    /// Every game that was written by this program ends with its result.
    fn tsa(&mut self, line: &[u8]) -> Cut {
        let begins_result = !self.comment && line.starts_with(b"result");
        if self.comment || !line.starts_with(b"#") {
            let mut bytes = line.iter();
            while let Some(byte) = bytes.next() {
                match byte {
                    // The sign that follows is meant as it stands.
                    b'\\' if self.comment => drop(bytes.next()),
                    b'{' => self.comment = true,
                    b'}' => self.comment = false,
                    _ => {}
                }
            }
        }
        if begins_result && !self.comment { Cut::After } else { Cut::Nowhere }
    }

    /// A game ends with its last position, and one on a single line where another line follows.
    fn usi(&mut self, line: &[u8]) -> Cut {
        let word = line.trim_ascii().split(u8::is_ascii_whitespace).next().unwrap_or(b"");
        let begins = matches!(word, b"sfen" | b"fen" | b"startpos" | b"position");
        let cut = match word {
            b"final" => Cut::After,
            _ if begins && self.closed => Cut::Before,
            _ => Cut::Nowhere,
        };
        self.closed = begins && line.windows(7).any(|window| window == b" moves ");
        cut
    }

    /// A game ends where the header of the next one begins.
    fn kif(&mut self, line: &[u8]) -> Cut {
        let text = super::decode_japanese(line);
        let text = text.trim().trim_start_matches('\u{feff}');
        if kif::begins_header(text) {
            if self.moves {
                self.moves = false;
                return Cut::Before;
            }
        } else if !text.starts_with(['*', '＊', '#', '&', '|']) {
            self.moves |= kif::is_move(text);
        }
        Cut::Nowhere
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str, format: GameFormat) -> Vec<String> {
        let parts = Parts::new(text.as_bytes(), format);
        parts.map(|part| String::from_utf8(part.unwrap()).unwrap()).collect()
    }

    #[test]
    fn the_last_game_of_a_file_counts_when_its_result_is_there() {
        let games = "[A \"b\"]\n\n1. f5 {x} *\n\n[A \"c\"]\n\n1. f5 g8\n2. e5 {1-0} 0-1\n\n";
        let first = games.find("*\n\n").unwrap() + 3;
        for cut in 0..=games.len() {
            let expected = match cut {
                _ if cut < first - 1 => 0,
                _ if cut < games.len() - 1 => cut.min(first),
                _ => cut,
            };
            assert_eq!(whole_games(&games.as_bytes()[..cut]).unwrap(), expected as u64, "{cut}");
        }
    }

    #[test]
    fn a_part_ends_where_a_game_does_and_nowhere_else() {
        for (format, whole) in [
            (
                GameFormat::Pgn,
                &["[A \"{\"]\n\n1. f5 {a\n[B] *\n} g8 ; *\n(1. e5 *\n) *\n", "\n[A \"b\"]\n1. f5\n", "[C \"d\"]\n*\n"]
                    [..],
            ),
            (GameFormat::Tsa, &["1. P-8h {a\\}\nresult\n}\nresult unknown\n", "#[White \"x\"]\n1. P-8h\n"]),
            (
                GameFormat::Usi,
                &["# a\nsfen x\nmoves y\nresult draw\nfinal z\n", "\n# b\nstartpos moves a\n", "startpos\nmoves b\n"],
            ),
            (
                GameFormat::Kif,
                &[
                    "手合割：中将棋\n先手：A\n1手目 7八歩兵 （←7九）\nまで1手で先手の勝ち\n\n変化：1手\n1手目 6八歩兵\n",
                    "先手：B\n|\n1 7八歩(79)",
                ],
            ),
        ] {
            assert_eq!(parts(&whole.concat(), format), whole, "{format:?}");
        }
        assert_eq!(parts("", GameFormat::Pgn), [] as [&str; 0]);
    }
}
