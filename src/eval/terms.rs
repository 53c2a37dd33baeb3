//! Evaluations that are sums of terms, each with a weight for the middle game and one for the ending: how their weights
//! are named, set and written, and how the same code counts the terms for play and for tuning.

use std::fmt::Write;

/// Weight of a term in the middle game and in the ending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taper {
    /// With all pieces on the board.
    pub middle: i32,
    /// With few pieces left.
    pub end: i32,
}

impl Taper {
    /// The same in both.
    pub const fn both(value: i32) -> Taper {
        Taper { middle: value, end: value }
    }

    /// Both in one number, so that they are summed at once; [`unpacked`](Taper::unpacked) takes them apart.
    #[inline]
    pub const fn packed(self) -> i64 {
        ((self.middle as i64) << 32) + self.end as i64
    }

    /// The two sums in a sum of packed weights.
    #[inline]
    pub const fn unpacked(sum: i64) -> Taper {
        let end = sum as i32;
        Taper { middle: ((sum - end as i64) >> 32) as i32, end }
    }
}

/// Receives the terms of a position as they are counted.
pub trait Sink {
    /// Term `term` occurs `count` times more for Black than was said so far.
    fn add(&mut self, term: usize, count: i32);
}

/// Adds up the weights of what is counted, of terms below `N`.
pub struct Sum<'a, const N: usize> {
    /// [Packed](Taper::packed) weights.
    pub weights: &'a [i64; N],
    /// What has been added up, packed too.
    pub sum: i64,
}

impl<const N: usize> Sink for Sum<'_, N> {
    #[inline]
    fn add(&mut self, term: usize, count: i32) {
        self.sum += self.weights[term % N] * i64::from(count);
    }
}

/// Weights that go by one name.
#[derive(Clone, Debug)]
pub struct Key {
    /// The name in `engine.ini`.
    pub name: String,
    /// Index of its first term.
    pub first: usize,
    /// Number of its terms.
    pub len: usize,
    /// The weights are kept in tenths of a centipawn; this many of them are written as 1.
    pub unit: i32,
    /// Least and greatest weight as written.
    pub range: (i32, i32),
    /// What it means, with its unit; stands before the first key that it holds for.
    pub what: &'static str,
}

/// The names of all weights of an evaluation.
#[derive(Debug)]
pub struct Layout {
    /// The names, in the order in which they are written.
    pub keys: Vec<Key>,
    /// One more than the greatest index of a term.
    pub terms: usize,
}

/// The weights of an evaluation, in tenths of a centipawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms(Vec<Taper>);

impl Terms {
    /// Every weight is 0.
    pub fn zero(layout: &Layout) -> Terms {
        Terms(vec![Taper::default(); layout.terms])
    }

    /// The weight of a term; 0 for one that does not exist.
    pub fn get(&self, term: usize) -> Taper {
        self.0.get(term).copied().unwrap_or_default()
    }

    /// Sets the weight of a term that exists.
    pub fn set(&mut self, term: usize, weight: Taper) {
        if let Some(place) = self.0.get_mut(term) {
            *place = weight;
        }
    }

    /// Sets the weights of a key from text: a list for both phases, or one for the middle game and, after a stroke, one
    /// for the ending. Nothing if there is no such key.
    pub fn set_text(&mut self, layout: &Layout, name: &str, text: &str) -> Option<Result<(), String>> {
        let key = layout.keys.iter().find(|key| key.name == name)?;
        Some(read(key, text).map(|weights| {
            for (index, weight) in weights.into_iter().enumerate() {
                self.set(key.first + index, weight);
            }
        }))
    }

    /// The weights of a key as text that [`set_text`](Terms::set_text) reads.
    pub fn text(&self, key: &Key) -> String {
        let weights: Vec<Taper> = (key.first..key.first + key.len).map(|term| self.get(term)).collect();
        let list = |part: fn(&Taper) -> i32| {
            let numbers: Vec<String> =
                weights.iter().map(|weight| rounded(part(weight), key.unit).to_string()).collect();
            numbers.join(" ")
        };
        let (middle, end) = (list(|weight| weight.middle), list(|weight| weight.end));
        if middle == end { middle } else { format!("{middle} / {end}") }
    }

    /// All keys with their meaning and weights, in the form of `engine.ini`. `mark` stands before every key.
    pub fn file(&self, layout: &Layout, mark: &str) -> String {
        let mut text = String::new();
        let mut last = "";
        for key in &layout.keys {
            if key.what != last {
                if !text.is_empty() {
                    text.push('\n');
                }
                last = key.what;
                for line in wrapped(&format!("{}, {} to {}.", key.what, key.range.0, key.range.1)) {
                    let _ = writeln!(text, "; {line}");
                }
            }
            let _ = writeln!(text, "{mark}{} = {}", key.name, self.text(key));
        }
        text
    }
}

/// The nearest multiple, halves away from zero.
fn rounded(value: i32, unit: i32) -> i32 {
    let half = unit / 2;
    (value + if value < 0 { -half } else { half }) / unit.max(1)
}

/// Lines of at most 115 characters.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.len() - 1;
        if !lines[line].is_empty() && lines[line].len() + word.len() >= 115 {
            lines.push(word.to_owned());
        } else {
            if !lines[line].is_empty() {
                lines[line].push(' ');
            }
            lines[line].push_str(word);
        }
    }
    lines
}

fn read(key: &Key, text: &str) -> Result<Vec<Taper>, String> {
    let list = |text: &str| -> Result<Vec<i32>, String> {
        let numbers = text.split_whitespace().map(|word| {
            let number = word.parse::<i32>().ok().filter(|number| (key.range.0..=key.range.1).contains(number));
            number.map(|number| number * key.unit).ok_or_else(|| problem(key))
        });
        let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
        if numbers.len() == key.len { Ok(numbers) } else { Err(problem(key)) }
    };
    let (middle, end) = match text.split_once('/') {
        Some((middle, end)) => (list(middle)?, list(end)?),
        None => (list(text)?, list(text)?),
    };
    Ok(middle.into_iter().zip(end).map(|(middle, end)| Taper { middle, end }).collect())
}

/// What a key wants.
fn problem(key: &Key) -> String {
    let (least, greatest) = key.range;
    match key.len {
        1 => format!("it must be a whole number from {least} to {greatest}, or two with a stroke between"),
        len => format!(
            "it must be {len} whole numbers from {least} to {greatest}, or {len} and {len} with a stroke between"
        ),
    }
}

/// Sums up with the weights as they are set, packed: what an evaluation must come to that keeps them in tables.
#[cfg(test)]
pub(crate) struct Traced<'a>(pub &'a Terms, pub i64);

#[cfg(test)]
impl Sink for Traced<'_> {
    fn add(&mut self, term: usize, count: i32) {
        self.1 += self.0.get(term).packed() * i64::from(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout() -> Layout {
        let key = |name: &str, first, len, unit| Key {
            name: name.to_owned(),
            first,
            len,
            unit,
            range: (-500, 500),
            what: "Centipawns",
        };
        Layout { keys: vec![key("one", 0, 1, 10), key("three", 2, 3, 1)], terms: 5 }
    }

    #[test]
    fn packed_sums_come_apart() {
        let weights =
            [Taper { middle: 5, end: -7 }, Taper { middle: -100_000, end: 99_999 }, Taper { middle: -3, end: -1 }];
        let sum = weights.iter().map(|weight| weight.packed()).sum::<i64>();
        assert_eq!(Taper::unpacked(sum), Taper { middle: -99_998, end: 99_991 });
        assert_eq!(Taper::unpacked(-sum), Taper { middle: 99_998, end: -99_991 });
    }

    #[test]
    fn weights_are_set_and_written_as_text() {
        let layout = layout();
        let mut terms = Terms::zero(&layout);
        assert_eq!(terms.set_text(&layout, "one", "12 / -3"), Some(Ok(())));
        assert_eq!(terms.get(0), Taper { middle: 120, end: -30 });
        assert_eq!(terms.set_text(&layout, "three", "1 2  3"), Some(Ok(())));
        assert_eq!([2, 3, 4].map(|term| terms.get(term)), [1, 2, 3].map(Taper::both));
        assert_eq!(terms.text(&layout.keys[0]), "12 / -3");
        assert_eq!(terms.text(&layout.keys[1]), "1 2 3");
        assert_eq!(terms.file(&layout, ";"), "; Centipawns, -500 to 500.\n;one = 12 / -3\n;three = 1 2 3\n");
        assert_eq!(terms.set_text(&layout, "two", "1"), None);
        for text in ["", "x", "501", "1 2", "1 /", "1 / 2 / 3"] {
            assert!(matches!(terms.set_text(&layout, "one", text), Some(Err(_))), "{text}");
        }
        assert!(
            matches!(terms.set_text(&layout, "three", "1 2"), Some(Err(reason)) if reason.contains("3 whole numbers"))
        );
    }

    #[test]
    fn weights_are_rounded_to_what_is_written() {
        assert_eq!([14, 15, -14, -15, 0].map(|value| rounded(value, 10)), [1, 2, -1, -2, 0]);
    }
}
