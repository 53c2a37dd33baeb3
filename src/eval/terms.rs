//! Evaluations that are sums of terms, each with a weight for the middle game and one for the ending: how their weights
//! are named, set and written, and how the same code counts the terms for play and for tuning.

use super::Evaluation;
use crate::ini::{Section, SettingsError, comment};
use crate::position::{Position, Side};
use std::fmt::Write;

/// An evaluation that is a sum of terms with weights, which can be set by name and tuned.
pub trait Weighted<P: Position>: Evaluation<P> {
    /// The names of the weights.
    fn layout() -> &'static Layout;

    /// The weights in force unless others are set.
    fn default_weights() -> &'static Terms;

    /// Values of the literature and a few weights by hand, where tuning begins.
    fn untuned_weights() -> Terms;

    /// The evaluation with these weights.
    fn new(weights: &Terms) -> Self;

    /// Counts every term of a position. Returns how much the middle game counts, 0 to 1.
    fn trace<S: Sink>(position: &P, sink: &mut S) -> f32;
}

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

/// Tapered evaluation: centipawns, from a sum of packed weights in tenths, where the middle game counts `middle_game` of
/// `parts` and the ending the rest.
#[inline]
pub(crate) fn tapered(sum: i64, middle_game: i32, parts: i32) -> i32 {
    let Taper { middle, end } = Taper::unpacked(sum);
    (middle * middle_game + end * (parts - middle_game)) / (10 * parts)
}

/// A score that counts for Black, from the view of a side.
#[inline]
pub(crate) fn seen_by<T: std::ops::Neg<Output = T>>(side: Side, score: T) -> T {
    if side == Side::Black { score } else { -score }
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
    /// Whether middle game and ending can have different weights.
    pub tapered: bool,
    /// What it means, with its unit; stands before the first key that it holds for.
    pub what: &'static str,
}

/// The names of all weights of an evaluation.
#[derive(Debug)]
pub struct Layout {
    /// What the weights are, for people.
    pub about: &'static str,
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

    /// The weights with what stands in lines as in `engine.ini`. What is bad is left as it was: the text is a part of the
    /// program, and a test holds it to the layout.
    pub fn with_lines(mut self, layout: &Layout, text: &str) -> Terms {
        for (name, text) in text.lines().filter_map(|line| line.split_once('=')) {
            let _ = self.set_text(layout, name.trim(), text.trim());
        }
        self
    }

    /// The weights with what a section of `engine.ini` sets.
    ///
    /// # Errors
    /// If the section has a key that is no weight, or a value out of its range.
    pub fn with_section(mut self, layout: &Layout, section: &Section) -> Result<Terms, SettingsError> {
        for (key, entry) in section.iter() {
            match self.set_text(layout, key, &entry.value) {
                Some(Ok(())) => {}
                Some(Err(reason)) => return Err(section.bad_value(key, reason)),
                None => section.check_keys(|known| known != key)?,
            }
        }
        Ok(self)
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

    /// A section of `engine.ini` with this name that sets all weights, each with its meaning.
    pub fn section(&self, layout: &Layout, name: &str) -> String {
        format!("[{name}]\n{}\n{}", comment(layout.about), self.file(layout))
    }

    /// All keys with their meaning and weights, in the form of `engine.ini`.
    pub fn file(&self, layout: &Layout) -> String {
        let mut text = String::new();
        let mut last = "";
        for key in &layout.keys {
            if key.what != last {
                if !text.is_empty() {
                    text.push('\n');
                }
                last = key.what;
                text += &comment(&format!("{}, {} to {}.", key.what, key.range.0, key.range.1));
            }
            let _ = writeln!(text, "{} = {}", key.name, self.text(key));
        }
        text
    }
}

/// The nearest multiple, halves away from zero.
fn rounded(value: i32, unit: i32) -> i32 {
    let half = unit / 2;
    (value + if value < 0 { -half } else { half }) / unit.max(1)
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
        Some((middle, end)) if key.tapered => (list(middle)?, list(end)?),
        _ => (list(text)?, list(text)?),
    };
    Ok(middle.into_iter().zip(end).map(|(middle, end)| Taper { middle, end }).collect())
}

/// What a key wants.
fn problem(key: &Key) -> String {
    let (least, greatest) = key.range;
    match key.len {
        1 if !key.tapered => format!("it must be a whole number from {least} to {greatest}"),
        1 => format!("it must be a whole number from {least} to {greatest}, or two with a stroke between"),
        len if !key.tapered => format!("it must be {len} whole numbers from {least} to {greatest}"),
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
        let key = |name: &str, first, len, unit, tapered| Key {
            name: name.to_owned(),
            first,
            len,
            unit,
            range: (-500, 500),
            tapered,
            what: "Centipawns",
        };
        let keys = vec![key("one", 0, 1, 10, true), key("three", 2, 3, 1, true), key("same", 1, 1, 10, false)];
        Layout { about: "Weights.", keys, terms: 5 }
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
        assert_eq!(terms.file(&layout), "; Centipawns, -500 to 500.\none = 12 / -3\nthree = 1 2 3\nsame = 0\n");
        assert!(terms.section(&layout, "game.eval").starts_with("[game.eval]\n; Weights.\n\n; Centipawns, "));

        assert_eq!(terms.set_text(&layout, "two", "1"), None);
        for text in ["", "x", "501", "1 2", "1 /", "1 / 2 / 3"] {
            assert!(matches!(terms.set_text(&layout, "one", text), Some(Err(_))), "{text}");
        }
        assert!(
            matches!(terms.set_text(&layout, "three", "1 2"), Some(Err(reason)) if reason.contains("3 whole numbers"))
        );
        assert_eq!(terms.set_text(&layout, "same", "7"), Some(Ok(())));
        assert_eq!(terms.get(1), Taper::both(70));
        let reason = "it must be a whole number from -500 to 500".to_owned();
        assert_eq!(terms.set_text(&layout, "same", "7 / 8"), Some(Err(reason)));
    }

    #[test]
    fn weights_are_rounded_to_what_is_written() {
        assert_eq!([14, 15, -14, -15, 0].map(|value| rounded(value, 10)), [1, 2, -1, -2, 0]);
    }
}
