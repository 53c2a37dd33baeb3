//! Elements that several formats share: tags as in PGN, and thinking times as marks at the start of remarks.

use super::Ply;
use std::time::Duration;

/// A tag as text: `[White "Sente"]`. Quotes and backslashes in the value are escaped by a backslash; characters that
/// a name cannot have become `_`.
pub(super) fn tag_line(name: &str, value: &str) -> String {
    let name = name.replace(|c| !may_stand_in_name(c), "_");
    let mut text = format!("[{} \"", if name.is_empty() { "_" } else { &name });
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text + "\"]"
}

fn may_stand_in_name(c: char) -> bool {
    !(c.is_whitespace() || c.is_control() || matches!(c, '[' | ']' | '"'))
}

/// Reads a tag at the start of a text; what follows it does not matter.
pub(super) fn tag_of(text: &str) -> Option<(String, String)> {
    let (name, rest) = text.strip_prefix('[')?.split_once('"')?;
    let name = name.trim();
    if name.is_empty() || !name.chars().all(may_stand_in_name) {
        return None;
    }
    let mut value = String::new();
    let mut chars = rest.chars();
    loop {
        match chars.next()? {
            '"' => break,
            '\n' => return None,
            '\\' => match chars.next()? {
                c @ ('"' | '\\') => value.push(c),
                c => value.extend(['\\', c]),
            },
            c => value.push(c),
        }
    }
    chars.as_str().trim_start().starts_with(']').then(|| (name.to_owned(), value))
}

/// Begins the mark of a thinking time, as other programs write it in PGN.
const SPENT: &str = "[%emt ";

/// The remark on a move, with its thinking time as a mark at the start.
pub(super) fn remark_of(ply: &Ply) -> String {
    let Some(spent) = ply.spent else { return ply.comment.clone() };
    let seconds = spent.as_secs();
    let mut mark = format!("{SPENT}{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if spent.subsec_nanos() > 0 {
        mark += format!(".{:09}", spent.subsec_nanos()).trim_end_matches('0');
    }
    mark.push(']');
    if !ply.comment.is_empty() {
        mark.push(' ');
        mark += &ply.comment;
    }
    mark
}

/// Splits a remark into the thinking time in front, if there is one, and the rest.
pub(super) fn split_spent(remark: &str) -> (Option<Duration>, &str) {
    let found = remark.strip_prefix(SPENT).and_then(|text| text.split_once(']'));
    match found.and_then(|(time, rest)| Some((duration(time.trim())?, rest))) {
        Some((spent, rest)) => (Some(spent), rest.trim_start()),
        None => (None, remark),
    }
}

/// Reads `h:mm:ss`, `mm:ss` or `ss`, the seconds with or without a fraction.
pub(super) fn duration(text: &str) -> Option<Duration> {
    let mut total = 0_u64;
    let mut fields = text.split(':').peekable();
    while let Some(field) = fields.next() {
        let (whole, fraction) = match field.split_once('.') {
            Some((whole, fraction)) if fields.peek().is_none() => (whole, fraction),
            Some(_) => return None,
            None => (field, ""),
        };
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !digits(whole) || !digits(fraction) {
            return None;
        }
        total = total.checked_mul(60)?.checked_add(whole.parse().ok()?)?;
        if fields.peek().is_none() {
            let nanos = format!("{fraction:0<9}").get(..9)?.parse().ok()?;
            return (text.split(':').count() <= 3).then(|| Duration::new(total, nanos));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Move;

    #[test]
    fn tags_survive_the_round_trip() {
        for (name, value) in [("White", "Sente"), ("Event", r#"a "b" \ c"#), ("棋戦", "獅子"), ("Site", "")] {
            assert_eq!(tag_of(&tag_line(name, value)), Some((name.to_owned(), value.to_owned())));
        }
        assert_eq!(tag_of("[ Event  \"x\" ] {y}"), Some(("Event".to_owned(), "x".to_owned())));
        assert_eq!(tag_line("Event", "two\nlines"), "[Event \"two lines\"]");
        assert_eq!(tag_of(&tag_line("a [b]\n\"", "x")), Some(("a__b___".to_owned(), "x".to_owned())));
        assert_eq!(tag_of(&tag_line("", "x")), Some(("_".to_owned(), "x".to_owned())));
        for text in ["", "[", "[Event]", "[Event \"x]", "[Event \"x\"", "[\"x\"]", "[a b \"x\"]", "[Event \"\\", "x"] {
            assert_eq!(tag_of(text), None, "{text}");
        }
    }

    #[test]
    fn thinking_times_are_marks_before_the_remark() {
        for (spent, comment, text) in [
            (Some(Duration::from_millis(3_725_250)), "good", "[%emt 1:02:05.25] good"),
            (Some(Duration::from_secs(5)), "", "[%emt 0:00:05]"),
            (None, "[%clk 0:10:00]", "[%clk 0:10:00]"),
            (None, "", ""),
        ] {
            let ply = Ply { mv: Move::NONE, comment: comment.to_owned(), spent };
            assert_eq!(remark_of(&ply), text);
            assert_eq!(split_spent(text), (spent, comment));
        }
        assert_eq!(split_spent("[%emt 90] x"), (Some(Duration::from_secs(90)), "x"));
        for text in
            ["[%emt ]", "[%emt 1:2:3:4]", "[%emt -1]", "[%emt 99999999999999999999:00:00]", "[%emt 1.5:00]", "[%emt 5"]
        {
            assert_eq!(split_spent(text), (None, text));
        }
    }
}
