//! Lines of several moves, as in KI2: `▲７八歩 △６五歩`, `７八歩 ６五歩 同　歩`.

use super::reader::{looks_like_move, move_number};
use super::result::read_word;
use crate::position::Side;

/// Marks of the sides, one before each move.
const MARKS: [char; 6] = ['▲', '△', '☗', '☖', '▼', '▽'];

/// The moves of a line, in half-width signs. A line of one move is returned as it is, with its number and its time.
pub(super) fn moves_of_line(plain: &str) -> Vec<String> {
    let one = || vec![plain.to_owned()];
    let body = move_number(plain).map_or(plain, |(_, rest)| rest);
    let marked = body.chars().filter(|c| MARKS.contains(c)).count();
    if marked >= 2 && body.starts_with(MARKS) {
        let starts: Vec<usize> = body.match_indices(MARKS).map(|(at, _)| at).collect();
        let ends = starts.iter().skip(1).copied().chain([body.len()]);
        return starts.iter().zip(ends).map(|(&start, end)| body[start..end].trim().to_owned()).collect();
    }
    if marked > 0 || body.contains(['(', '←']) {
        return one();
    }
    let mut moves: Vec<String> = Vec::new();
    for word in body.split_whitespace() {
        match moves.last_mut() {
            // The blank behind 同 fills the place of the second sign of a square.
            Some(last) if matches!(last.as_str(), "同" | "仝") => last.push_str(word),
            _ => moves.push(word.to_owned()),
        }
    }
    let is_move = |text: &String| looks_like_move(text) || read_word(text, Side::Black).is_some();
    if moves.len() >= 2 && moves.iter().all(is_move) { moves } else { one() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_into_moves() {
        for (line, moves) in [
            ("▲7八歩 △6五歩", &["▲7八歩", "△6五歩"][..]),
            ("▲7八歩△同 歩▲6八獅子右", &["▲7八歩", "△同 歩", "▲6八獅子右"]),
            ("1 ▲7八歩 △6五歩", &["▲7八歩", "△6五歩"]),
            ("7八歩 6五歩 同 歩 同獅", &["7八歩", "6五歩", "同歩", "同獅"]),
            ("7八歩 投了", &["7八歩", "投了"]),
            // One move.
            ("1手目 7八歩兵 (←7九)", &["1手目 7八歩兵 (←7九)"]),
            ("1手目 ▲7八歩兵 (←7九)", &["1手目 ▲7八歩兵 (←7九)"]),
            ("1 7八歩(79) ( 0:05/00:00:05)", &["1 7八歩(79) ( 0:05/00:00:05)"]),
            ("1 同 歩", &["1 同 歩"]),
            ("3 投了", &["3 投了"]),
            ("7八 歩兵", &["7八 歩兵"]),
            ("hello there", &["hello there"]),
        ] {
            assert_eq!(moves_of_line(line), moves, "{line}");
        }
    }
}
