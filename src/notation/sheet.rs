//! Sheets on pieces: the name, how it moves as a diagram and in words, what it becomes. One form for all games.

use crate::geometry::{Direction, Directions};
use std::fmt::Write;

/// A way to move in a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// So many squares at most, not over pieces.
    Step(u8),
    /// Any number of squares, not over pieces.
    Slide,
    /// To the square so far away, whatever stands between.
    Jump(u8),
    /// To the square so far away and, if that is empty, so many squares more at most; `None` for any number.
    JumpOn(u8, Option<u8>),
    /// Any number of squares, over up to three pieces.
    OverThree,
    /// A slide that may turn once at right angles.
    Hook,
    /// A slide that may jump over pieces of lower rank to take one.
    RangeJump,
    /// A slide that takes all pieces of lower rank on its way.
    Sweep,
    /// So many squares at most, taking every enemy on the way.
    Walk(u8),
    /// Two king steps, of which the first may take something, or a jump to any square two away.
    Lion,
    /// Two steps in the line, of which the first may take something.
    Sting,
    /// Takes the adjacent piece without moving.
    Igui,
    /// Passes the turn if the adjacent square is empty.
    Pass,
}

/// What there is to say about a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSheet {
    /// Its letters in position texts, as the first player's.
    pub letters: String,
    /// Other letters that mean it in position texts, as those of a piece that has promoted.
    pub other_letters: Vec<String>,
    /// The name.
    pub name: String,
    /// What else it is called: abbreviations of books, other English names, Japanese ones in signs and in letters.
    pub other_names: Vec<&'static str>,
    /// Whether a side that has lost its last one has lost.
    pub royal: bool,
    /// The sign on boards, if it has one.
    pub kanji: Option<char>,
    /// How it moves, as its owner sees it: north is forward.
    pub moves: Vec<(Directions, Way)>,
    /// Leaps off the lines, as changes of file and rank.
    pub leaps: Vec<(i32, i32)>,
    /// What else the rules say.
    pub notes: Vec<String>,
    /// What it becomes, by name.
    pub becomes: Option<String>,
    /// What becomes it, by name.
    pub comes_from: Vec<String>,
}

/// The marks of diagrams, the ones that hide others last.
const LEGEND: [(char, &str); 9] = [
    ('|', "any number of squares (|, /, -, \\)"),
    ('o', "a step to there"),
    ('T', "a slide that may turn there"),
    ('R', "a range move: over pieces of lower rank"),
    ('H', "a slide over up to three pieces"),
    ('x', "a step that may be followed by another in the line"),
    ('*', "a jump to there"),
    ('j', "a jump to there, and on"),
    ('L', "a lion's step, to be followed by another"),
];

/// Squares that diagrams show in each direction, least and most.
const RADIUS: (i32, i32) = (2, 7);

impl PieceSheet {
    /// Whether a word from outside means this piece: its letters, its name or another one, in either case, or its sign.
    pub fn is_called(&self, word: &str) -> bool {
        let mut sign = [0; 4];
        let sign = self.kanji.map(|kanji| &*kanji.encode_utf8(&mut sign));
        let mut known = [&self.letters, &self.name].into_iter().chain(&self.other_letters).map(String::as_str);
        known.any(|known| is_same(known, word))
            || sign == Some(word)
            || self.other_names.iter().any(|known| is_same(known, word))
    }

    /// The sheet as text of several lines; the last one ends with a line end.
    pub fn draw(&self) -> String {
        let kanji = self.kanji.map_or_else(String::new, |kanji| format!(" {kanji}"));
        let mut text = format!("{} ({}){kanji}\n\n", self.name, self.letters);
        let (rows, used) = self.diagram();
        for row in rows {
            text += &format!("    {}\n", row.trim_end());
        }
        text.push('\n');
        for (mark, meaning) in LEGEND.iter().filter(|(mark, _)| used.contains(mark)) {
            // The marks of slides name themselves.
            let mark = if *mark == '|' { String::new() } else { format!("{mark} ") };
            text += &format!("    {mark}{meaning}\n");
        }
        text.push('\n');
        for line in self.words() {
            text += &format!("- {line}\n");
        }
        for note in &self.notes {
            text += &format!("- {note}\n");
        }
        if let Some(name) = &self.becomes {
            text += &format!("Promotes to {name}.\n");
        }
        if !self.comes_from.is_empty() {
            text += &format!("Comes by promotion from {}.\n", self.comes_from.join(", "));
        }
        text
    }

    /// The rows of the diagram from the far one down, and the marks in it.
    fn diagram(&self) -> (Vec<String>, Vec<char>) {
        let (least, most) = RADIUS;
        let radius = self.moves.iter().map(|&(_, way)| way.extent()).max().unwrap_or(0).clamp(least, most);
        let width = (2 * radius + 1) as usize;
        let mut cells = vec![vec!['.'; width]; width];
        let mut used = Vec::new();
        let mut put = |(files, ranks): (i32, i32), mark: char| {
            if let (Ok(column), Ok(row)) = (usize::try_from(files + radius), usize::try_from(radius - ranks))
                && let Some(cell) = cells.get_mut(row).and_then(|row| row.get_mut(column))
            {
                *cell = mark;
                used.push(if matches!(mark, '/' | '-' | '\\') { '|' } else { mark });
            }
        };
        let mut moves = self.moves.clone();
        moves.sort_by_key(|&(_, way)| way.layer());
        for (directions, way) in moves {
            for direction in directions {
                let (files, ranks) = direction.step();
                way.marks(direction, radius)
                    .for_each(|(distance, mark)| put((files * distance, ranks * distance), mark));
            }
        }
        if self.moves.iter().any(|&(_, way)| way == Way::Lion) {
            let two_away = |files: i32, ranks: i32| files.abs().max(ranks.abs()) == 2;
            let squares = (-2..=2).flat_map(|files| (-2..=2).map(move |ranks| (files, ranks)));
            squares.filter(|&(files, ranks)| two_away(files, ranks)).for_each(|square| put(square, '*'));
        }
        self.leaps.iter().for_each(|&leap| put(leap, '*'));
        put((0, 0), '@');
        let rows = cells.iter().map(|row| row.iter().map(|cell| format!("{cell} ")).collect());
        (rows.collect(), used)
    }

    /// The moves in words, a line each.
    pub fn words(&self) -> Vec<String> {
        let mut lines: Vec<String> = self
            .moves
            .iter()
            .map(|&(directions, way)| way.words(&where_to(directions), directions.0.count_ones()))
            .collect();
        if !self.leaps.is_empty() {
            let mut line = "leaps".to_owned();
            for (index, &(files, ranks)) in self.leaps.iter().enumerate() {
                let (along, across) =
                    (if ranks > 0 { "forward" } else { "back" }, if files > 0 { "right" } else { "left" });
                let comma = if index > 0 { "," } else { "" };
                // Writing to a string does not fail.
                let _ = write!(line, "{comma} {} {along} and {} {across}", ranks.abs(), files.abs());
            }
            lines.push(line + ", over anything");
        }
        lines
    }
}

/// Whether two names are the same but for capitals, blanks and hyphens.
fn is_same(known: &str, word: &str) -> bool {
    let plain = |text: &str| -> String {
        text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '\'')).flat_map(char::to_lowercase).collect()
    };
    plain(known) == plain(word)
}

impl Way {
    /// How far diagrams must reach to show it.
    fn extent(self) -> i32 {
        match self {
            Way::Step(steps) | Way::Walk(steps) => i32::from(steps),
            Way::Jump(to) => i32::from(to),
            Way::JumpOn(to, _) => i32::from(to) + 2,
            Way::Slide | Way::OverThree | Way::Hook | Way::RangeJump | Way::Sweep => 3,
            Way::Lion | Way::Sting => 2,
            Way::Igui | Way::Pass => 1,
        }
    }

    /// What is drawn later hides what is drawn earlier.
    fn layer(self) -> u8 {
        match self {
            Way::Igui | Way::Pass | Way::Walk(_) => 0,
            Way::Slide | Way::Hook | Way::RangeJump | Way::Sweep | Way::OverThree => 1,
            Way::JumpOn(..) => 2,
            Way::Step(_) => 3,
            Way::Sting => 4,
            Way::Jump(_) => 5,
            Way::Lion => 6,
        }
    }

    /// The marks in a direction, by distance.
    fn marks(self, direction: Direction, radius: i32) -> impl Iterator<Item = (i32, char)> {
        let line = match direction.index() % 4 {
            0 => '|',
            1 => '/',
            2 => '-',
            _ => '\\',
        };
        let (range, mark) = match self {
            Way::Step(steps) => (1..i32::from(steps) + 1, 'o'),
            Way::Slide => (1..radius + 1, line),
            Way::Hook => (1..radius + 1, 'T'),
            Way::RangeJump | Way::Sweep => (1..radius + 1, 'R'),
            Way::OverThree => (1..radius + 1, 'H'),
            Way::Jump(to) => (i32::from(to)..i32::from(to) + 1, '*'),
            Way::JumpOn(to, _) => (i32::from(to)..i32::from(to) + 1, 'j'),
            Way::Sting => (1..3, 'x'),
            Way::Lion => (1..2, 'L'),
            Way::Walk(_) | Way::Igui | Way::Pass => (0..0, ' '),
        };
        range.map(move |distance| (distance, mark))
    }

    /// In words; `to` are the directions, so many.
    fn words(self, to: &str, count: u32) -> String {
        match self {
            Way::Step(1) => format!("one square {to}"),
            Way::Step(steps) => format!("one to {steps} squares {to}"),
            Way::Slide => format!("any number of squares {to}"),
            Way::Jump(square) => format!("jumps to the {} square {to}", ordinal(square)),
            Way::JumpOn(square, None) => {
                format!("jumps to the {} square {to}, and may slide on from there", ordinal(square))
            }
            Way::JumpOn(square, Some(steps)) => {
                format!("jumps to the {} square {to}, and may go on for up to {steps} squares", ordinal(square))
            }
            Way::OverThree => format!("any number of squares {to}, over up to three pieces"),
            Way::Hook => format!("any number of squares {to}; may turn once at right angles and slide on"),
            Way::RangeJump => {
                format!("any number of squares {to}; may jump over pieces of lower rank, its own too, to take one")
            }
            Way::Sweep => {
                format!("any number of squares {to}, taking all pieces of lower rank on its way, its own too")
            }
            Way::Walk(steps) => format!("one to {steps} squares {to}, taking every enemy on the way"),
            Way::Lion => {
                format!(
                    "lion {to}: two king steps, of which the first may take something, also back to where it came from; or a jump to any square two away"
                )
            }
            Way::Sting => format!("two steps {to}, of which each may take something, also back to where it came from"),
            Way::Igui if count == 8 => "takes a piece on a neighbouring square without moving".to_owned(),
            Way::Igui if count > 1 => format!("takes a piece on one of the next squares {to} without moving"),
            Way::Igui => format!("takes the piece on the next square {to} without moving"),
            Way::Pass if count == 8 => "may pass the turn if any neighbouring square is empty".to_owned(),
            Way::Pass if count > 1 => format!("may pass the turn if one of the next squares {to} is empty"),
            Way::Pass => format!("may pass the turn if the next square {to} is empty"),
        }
    }
}

fn ordinal(number: u8) -> String {
    match number {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        _ => format!("{number}th"),
    }
}

/// Directions in words.
fn where_to(directions: Directions) -> String {
    use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
    if directions == Directions::ALL {
        return "in every direction".to_owned();
    }
    let has = |direction| directions.contains(direction);
    let both = |a, b| has(a) && has(b);
    let mut parts: Vec<&str> = Vec::new();
    if directions.union(Directions::DIAGONAL) == Directions::ALL {
        parts.push("orthogonally");
    } else {
        parts.extend(has(North).then_some("forward"));
        parts.extend(has(South).then_some("backward"));
        if both(East, West) {
            parts.push("sideways");
        } else {
            parts.extend(has(West).then_some("to the left"));
            parts.extend(has(East).then_some("to the right"));
        }
    }
    if directions.union(Directions::ORTHOGONAL) == Directions::ALL {
        parts.push("diagonally");
    } else {
        for (left, right, names) in [
            (NorthWest, NorthEast, ["diagonally forward", "forward left", "forward right"]),
            (SouthWest, SouthEast, ["diagonally backward", "backward left", "backward right"]),
        ] {
            if both(left, right) {
                parts.push(names[0]);
            } else {
                parts.extend(has(left).then_some(names[1]));
                parts.extend(has(right).then_some(names[2]));
            }
        }
    }
    match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => parts.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_have_words() {
        let set = |bits| where_to(Directions(bits));
        assert_eq!(where_to(Directions::ALL), "in every direction");
        assert_eq!(where_to(Directions::ORTHOGONAL), "orthogonally");
        assert_eq!(set(1), "forward");
        assert_eq!(set(0b1000_0011), "forward or diagonally forward");
        assert_eq!(set(0b0101_0101 | 0b0000_1000), "orthogonally or backward right");
        assert_eq!(set(0b1110_1110), "sideways or diagonally");
    }

    #[test]
    fn one_empty_square_is_enough_to_pass() {
        let words = |bits: u8, way: Way| way.words(&where_to(Directions(bits)), bits.count_ones());
        assert_eq!(words(0xff, Way::Pass), "may pass the turn if any neighbouring square is empty");
        assert_eq!(
            words(0b1000_0010, Way::Pass),
            "may pass the turn if one of the next squares diagonally forward is empty"
        );
        assert_eq!(words(1, Way::Pass), "may pass the turn if the next square forward is empty");
        assert_eq!(words(0xff, Way::Igui), "takes a piece on a neighbouring square without moving");
    }

    #[test]
    fn a_sheet_shows_the_piece_in_the_middle_of_what_it_reaches() {
        let sheet = PieceSheet {
            letters: "V".into(),
            other_letters: Vec::new(),
            name: "vertical mover".into(),
            other_names: vec!["VM", "竪行"],
            royal: false,
            kanji: Some('竪'),
            moves: vec![(Directions(0b0001_0001), Way::Slide), (Directions(0b0100_0100), Way::Step(1))],
            leaps: vec![(1, 2)],
            notes: Vec::new(),
            becomes: Some("flying ox".into()),
            comes_from: vec!["silver general".into()],
        };
        let text = sheet.draw();
        let rows: Vec<&str> = text.lines().skip(2).take(7).map(str::trim).collect();
        assert_eq!(
            rows,
            [
                ". . . | . . .",
                ". . . | * . .",
                ". . . | . . .",
                ". . o @ o . .",
                ". . . | . . .",
                ". . . | . . .",
                ". . . | . . ."
            ]
        );
        for part in [
            "vertical mover (V) 竪",
            "- one square sideways",
            "leaps 2 forward and 1 right",
            "to flying ox",
            "from silver general",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(["竪", "竪行", "vm", "VERTICAL-MOVER"].iter().all(|name| sheet.is_called(name)));
        assert!(sheet.is_called("v") && sheet.is_called("Vertical Mover") && !sheet.is_called("vertical"));
    }
}
