//! Tags of game records under their Japanese names.

/// The names in PGN and in KIF; of several Japanese ones the first is written.
const NAMES: [(&str, &[&str]); 9] = [
    ("White", &["先手", "下手"]),
    ("Black", &["後手", "上手"]),
    ("Event", &["棋戦"]),
    ("Site", &["場所"]),
    (DATE, &["開始日時", "対局日"]),
    ("EndDate", &["終了日時"]),
    ("TimeControl", &["持ち時間"]),
    ("Opening", &["戦型"]),
    ("Annotator", &["注釈者"]),
];

const DATE: &str = "Date";
const TIME: &str = "Time";

/// The tags of a line of a header: none if the value is empty, two if a date comes with a time of day.
pub(super) fn read_tag(key: &str, value: &str) -> Vec<(String, String)> {
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let name = NAMES.iter().find(|(_, names)| names.contains(&key)).map_or(key, |(name, _)| name);
    match value {
        "" => Vec::new(),
        _ if name != DATE => vec![tag(name, value)],
        _ => match read_date(value) {
            None => vec![tag(name, value)],
            Some((date, "")) => vec![tag(name, &date)],
            Some((date, time)) => vec![tag(name, &date), tag(TIME, time)],
        },
    }
}

/// Whether this is the Japanese name of a tag.
pub(super) fn is_known(key: &str) -> bool {
    NAMES.iter().any(|(_, names)| names.contains(&key))
}

/// Beginnings of lines that are not tags.
const NO_TAGS: [&str; 8] = ["後手番", "上手番", "先手番", "下手番", "変化", "まで", "手合", "手数"];

/// Whether a line that begins with this name and a colon is read as a tag.
fn names_a_tag(name: &str) -> bool {
    name.starts_with(char::is_alphabetic)
        && name.ends_with(char::is_alphanumeric)
        && name.chars().all(|c| c.is_alphanumeric() || " _-".contains(c))
        && !NO_TAGS.iter().any(|word| name.starts_with(word))
        && !name.ends_with("の持駒")
}

/// The lines of the header for these tags, both players among them. A tag that would be read as something else is
/// written as a comment line, which readers skip.
pub(super) fn write_tags(tags: &[(String, String)]) -> String {
    let mut text = String::new();
    let mut rest = tags.iter().peekable();
    while let Some((name, value)) = rest.next() {
        let mut value = value.replace(|c: char| c.is_control(), " ");
        if let Some(date) = write_date(&value).filter(|_| name == DATE) {
            value = date;
            // A time of day that does not stand next to its date keeps its place.
            if let Some((_, time)) = rest.next_if(|(next, time)| next == TIME && is_time(time)) {
                value = format!("{value} {time}");
            }
        }
        let name = name.replace(|c: char| c.is_control(), " ");
        let pass = if names_a_tag(&name) { "" } else { "# tag " };
        text += &format!("{pass}{}：{value}\n", japanese(&name));
    }
    for name in ["White", "Black"] {
        if tags.iter().all(|(tag, _)| tag != name) {
            text += &format!("{}：\n", japanese(name));
        }
    }
    text
}

fn japanese(name: &str) -> &str {
    NAMES.iter().find(|(known, _)| *known == name).and_then(|(_, names)| names.first().copied()).unwrap_or(name)
}

/// `2017/01/21(土) 12:50:17` as `2017.01.21` and the time of day.
fn read_date(text: &str) -> Option<(String, &str)> {
    let (date, rest) = text.split_at_checked(text.find([' ', '(', '（']).unwrap_or(text.len()))?;
    let rest = match rest.split_once([')', '）']) {
        Some((_, rest)) if rest.is_empty() || rest.starts_with(' ') => rest,
        Some(_) => return None,
        None => rest,
    };
    let parts: Vec<&str> = date.split(['/', '-', '.']).collect();
    let &[year, month, day] = &parts[..] else { return None };
    let fits = |part: &str, least: usize, most: usize| {
        (least..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'?')
    };
    let time = rest.trim();
    let valid = fits(year, 4, 4) && fits(month, 1, 2) && fits(day, 1, 2) && (time.is_empty() || is_time(time));
    valid.then(|| (format!("{year}.{month:0>2}.{day:0>2}"), time))
}

/// `2017.01.21` as `2017/01/21`, if it will be read as the same date.
fn write_date(text: &str) -> Option<String> {
    let date = text.replace('.', "/");
    (read_date(&date) == Some((text.to_owned(), ""))).then_some(date)
}

/// `19:07` or `19:07:12`
fn is_time(text: &str) -> bool {
    let parts: Vec<&str> = text.split(':').collect();
    let digits = |part: &&str| matches!(part.len(), 1 | 2) && part.bytes().all(|byte| byte.is_ascii_digit());
    matches!(parts.len(), 2 | 3) && parts.iter().all(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(list: &[(&str, &str)]) -> Vec<(String, String)> {
        list.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    #[test]
    fn dates_are_written_in_both_ways() {
        assert_eq!(
            read_tag("開始日時", "1999/07/15(木) 19:07:12"),
            tags(&[("Date", "1999.07.15"), ("Time", "19:07:12")])
        );
        assert_eq!(read_tag("対局日", "2017-1-5"), tags(&[("Date", "2017.01.05")]));
        for odd in ["2017-03-22T01:00:00.000Z", "昭和六年", "2017", "2017/01/21 noon", "1999/07/15(木)x"] {
            assert_eq!(read_tag("開始日時", odd), tags(&[("Date", odd)]));
        }
    }

    #[test]
    fn tags_survive_the_round_trip() {
        let all = tags(&[
            ("Event", "竜王戦"),
            ("Date", "2017.01.21"),
            ("Time", "12:50:17"),
            ("Round", "1"),
            ("White", "a:b"),
            ("Black", "?"),
            ("EndDate", "2017/01/22"),
        ]);
        let text = write_tags(&all);
        assert!(text.contains("開始日時：2017/01/21 12:50:17\n") && text.contains("先手：a:b\n"), "{text}");
        let read: Vec<_> = text
            .lines()
            .filter_map(|line| line.split_once('：'))
            .flat_map(|(key, value)| read_tag(key, value))
            .collect();
        assert_eq!(read, all);
        assert_eq!(write_tags(&tags(&[("Date", "????.??.??")])), "開始日時：????/??/??\n先手：\n後手：\n");
        assert_eq!(write_tags(&[]), "先手：\n後手：\n");
    }

    #[test]
    fn a_name_that_means_something_else_at_the_start_of_a_line_is_no_tag() {
        for name in ["|vent", "1手目", "*", "手合割", "後手番", "変化", "まで", "sfen 12/12", "先手の持駒", "&x", ""]
        {
            let text = write_tags(&tags(&[(name, "x")]));
            assert!(text.starts_with("# tag ") && text.lines().count() == 3, "{text}");
        }
        assert_eq!(write_tags(&tags(&[("White", "x"), ("Black", "y"), ("場 2", "z")])), "先手：x\n後手：y\n場 2：z\n");
    }
}
