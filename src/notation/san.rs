//! What the games share of XBoard's short notation: the squares after the letter of a piece, and the disambiguation of
//! the start square.

/// A square or a part of one, with the sign before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// A sign of capture or one between two steps; of both the latter.
    pub sign: Option<char>,
    /// From 0.
    pub file: Option<usize>,
    /// From 0.
    pub rank: Option<usize>,
}

impl Part {
    fn is_whole(self) -> bool {
        self.file.is_some() && self.rank.is_some()
    }

    /// Whether the square on this file and rank may be meant.
    pub fn fits(self, file: usize, rank: usize) -> bool {
        self.file.is_none_or(|known| known == file) && self.rank.is_none_or(|known| known == rank)
    }
}

/// Signs of capture.
const CAPTURES: [char; 5] = ['x', 'X', ':', '×', '*'];

/// Signs that stand between two steps, or between start and end. A sign of capture may follow.
const BETWEEN: [char; 8] = ['-', ',', '–', '—', '~', '/', '>', '→'];

/// Of those the one that stands between two steps alone: what is before it is no start square.
const STEPS: char = ',';

/// Most parts of a move: start, victim on the way, end.
const MOST: usize = 3;

/// The squares behind the letter of a piece, as they are spelt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Squares {
    /// The start square, or a part of it.
    pub origin: Part,
    /// The square of the first step, if there are two.
    pub via: Option<Part>,
    /// The end.
    pub to: Part,
    /// In `Ne7-e8` the first square may be the start (the usual way) or the first step (XBoard's way).
    pub origin_may_be_via: bool,
}

impl Squares {
    /// Reads `f5`, `gf5`, `g10f5`, `xf7`, `gxf7`, `f4-f5`, `xf7xg7`, `gxf7xg7`; `None` if the text is anything else.
    pub fn read(text: &str, size: usize) -> Option<Squares> {
        let nothing = Part { sign: None, file: None, rank: None };
        let (parts, count) = read_parts(text, size)?;
        let [first, second, third] = parts;
        let squares = |origin, via, to| Squares { origin, via, to, origin_may_be_via: false };
        let squares = match count {
            1 => squares(nothing, None, first),
            // A sign before it tells that it is no start square.
            2 if first.sign.is_some() || second.sign == Some(STEPS) => squares(nothing, Some(first), second),
            2 => {
                Squares { origin_may_be_via: first.is_whole() && second.sign.is_some(), ..squares(first, None, second) }
            }
            _ if first.sign.is_none() => squares(first, Some(second), third),
            _ => return None,
        };
        let whole = squares.to.is_whole() && squares.via.is_none_or(Part::is_whole);
        whole.then_some(squares)
    }

    /// The other reading of a text that has two.
    pub fn other_reading(self) -> Option<Squares> {
        let nothing = Part { sign: None, file: None, rank: None };
        let other = Squares { origin: nothing, via: Some(self.origin), to: self.to, origin_may_be_via: false };
        self.origin_may_be_via.then_some(other)
    }
}

fn read_parts(text: &str, size: usize) -> Option<([Part; MOST], usize)> {
    let mut parts = [Part { sign: None, file: None, rank: None }; MOST];
    let mut rest = text;
    let mut count = 0;
    while !rest.is_empty() {
        let part = parts.get_mut(count)?;
        for signs in [&BETWEEN[..], &CAPTURES] {
            if let Some(sign) = rest.chars().next().filter(|sign| signs.contains(sign)) {
                part.sign = part.sign.or(Some(sign));
                rest = rest.get(sign.len_utf8()..)?;
            }
        }
        if let Some(file) = rest.bytes().next().and_then(|byte| byte.checked_sub(b'a')).map(usize::from) {
            if file >= size {
                return None;
            }
            part.file = Some(file);
            rest = rest.get(1..)?;
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, tail) = rest.split_at_checked(digits)?;
        if digits > 0 {
            let rank = number.parse().ok().filter(|rank| (1..=size).contains(rank) && !number.starts_with('0'))?;
            part.rank = Some(rank - 1);
            rest = tail;
        }
        if part.file.is_none() && part.rank.is_none() {
            return None;
        }
        count += 1;
    }
    Some((parts, count))
}

/// What must be written of the start square to distinguish it from the others: file, rank or both, as XBoard chooses
/// them. Squares are (file, rank) from 0.
pub(crate) fn origin(from: (usize, usize), others: impl Iterator<Item = (usize, usize)>) -> (bool, bool) {
    let (mut same_rank, mut same_file, mut neither) = (false, false, false);
    for (file, rank) in others {
        match (file == from.0, rank == from.1) {
            (_, true) => same_rank = true,
            (true, false) => same_file = true,
            (false, false) => neither = true,
        }
    }
    (same_rank || neither && !same_file, same_file)
}

/// A move text without annotations and the sign of mate at its end.
pub(crate) fn without_marks(text: &str) -> &str {
    text.trim_end_matches(['!', '?', '#'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(text: &str) -> Part {
        let mut part = Part { sign: None, file: None, rank: None };
        for c in text.chars() {
            match c {
                'x' | '-' | '–' | ',' => part.sign = Some(c),
                'a'..='l' => part.file = Some(c as usize - 'a' as usize),
                _ => {
                    part.rank =
                        Some(text.trim_start_matches(|c: char| !c.is_ascii_digit()).parse::<usize>().unwrap() - 1);
                }
            }
        }
        part
    }

    #[test]
    fn squares_follow_in_every_order() {
        for (text, origin, via, to, two_ways) in [
            ("f5", "", None, "f5", false),
            ("xf12", "", None, "xf12", false),
            ("gf5", "g", None, "f5", false),
            ("5f5", "5", None, "f5", false),
            ("10xf5", "10", None, "xf5", false),
            ("g10f5", "g10", None, "f5", false),
            ("xf7xg7", "", Some("xf7"), "xg7", false),
            ("xf4-f5", "", Some("xf4"), "-f5", false),
            ("gxf7xg7", "g", Some("xf7"), "xg7", false),
            ("g6xf7-g6", "g6", Some("xf7"), "-g6", false),
            ("e7-e8", "e7", None, "-e8", true),
            ("e6xf7", "e6", None, "xf7", true),
            ("e6–f7", "e6", None, "–f7", true),
            // A comma stands between two steps and nowhere else.
            ("f4,f3", "", Some("f4"), ",f3", false),
            ("xf7,g8", "", Some("xf7"), ",g8", false),
            ("xf7,xg8", "", Some("xf7"), ",g8", false),
            ("gxf7,g8", "g", Some("xf7"), ",g8", false),
            ("g6xf7,g6", "g6", Some("xf7"), ",g6", false),
        ] {
            let expected =
                Squares { origin: part(origin), via: via.map(part), to: part(to), origin_may_be_via: two_ways };
            assert_eq!(Squares::read(text, 12), Some(expected), "{text}");
        }
        for text in [
            "",
            "x",
            "f",
            "7",
            "xf",
            "f5x",
            "f13",
            "f05",
            "m5",
            "xf7xg7xh7",
            "f5g6h7i8",
            "f5+",
            "é5",
            "x-f5",
            "f4,,f3",
            "f4,",
        ] {
            assert_eq!(Squares::read(text, 12), None, "{text}");
        }
    }

    #[test]
    fn the_start_square_is_told_as_far_as_needed() {
        let said = |others: &[(usize, usize)]| origin((3, 3), others.iter().copied());
        assert_eq!(said(&[]), (false, false));
        assert_eq!(said(&[(5, 3)]), (true, false));
        assert_eq!(said(&[(3, 5)]), (false, true));
        assert_eq!(said(&[(5, 5)]), (true, false));
        assert_eq!(said(&[(5, 5), (3, 1)]), (false, true));
        assert_eq!(said(&[(5, 3), (3, 1)]), (true, true));
    }
}
