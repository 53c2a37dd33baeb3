//! Game records through the library: read, decorated, compared.

use super::table;
use shishi::games::{Chu, Rules};
use shishi::record::{GameFormat, Ply, Reading, Record, read, write};
use std::time::Duration;

/// Rules under which all recorded games are legal.
pub fn rules() -> Rules<Chu> {
    "lishogi:rep.rule=off".parse().expect("a rule set")
}

/// Reads what is expected to be right, without a note.
pub fn good(bytes: impl AsRef<[u8]>, format: GameFormat) -> Vec<Record<Chu>> {
    let reading = read::<Chu>(bytes.as_ref(), format, &rules());
    assert_eq!(reading.notes, [] as [String; 0]);
    reading.into_records().unwrap_or_else(|error| panic!("{error}"))
}

/// Reads a single game.
pub fn one(bytes: impl AsRef<[u8]>, format: GameFormat) -> Record<Chu> {
    let mut records = good(bytes, format);
    assert_eq!(records.len(), 1);
    records.remove(0)
}

/// The errors of a text.
pub fn errors(text: &str, format: GameFormat) -> Vec<String> {
    let reading: Reading<Chu> = read(text.as_bytes(), format, &rules());
    reading.errors.iter().map(ToString::to_string).collect()
}

/// All that a record says, as text.
pub fn text(record: &Record<Chu>) -> String {
    write(record, GameFormat::Usi).expect("Chu Shogi is written in USI")
}

/// The recorded games by name, with the files as they are and with remarks, times and tags.
pub fn games() -> Vec<(String, Record<Chu>)> {
    let folder = std::fs::read_dir(table::path("games")).expect("tests/data/games");
    let names = folder.map(|entry| entry.expect("a file").file_name().into_string().expect("a file name"));
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".usi")).collect();
    names.sort();
    assert_eq!(names.len(), 12);
    let game = |name: &String| one(table::text(&format!("games/{name}")), GameFormat::Usi);
    let plain = names.iter().map(|name| (name.clone(), game(name)));
    let decorated = names.iter().map(|name| (format!("{name} with remarks"), decorate(game(name))));
    plain.chain(decorated).collect()
}

/// Adds tags, remarks of several lines with every sign that means something in a format, and times.
fn decorate(mut record: Record<Chu>) -> Record<Chu> {
    let tags = [
        ("Event", "第一回 中将棋大会"),
        ("Site", "https://example.org/#game & more"),
        ("Date", "2017.01.21"),
        ("Time", "12:50:17"),
        ("Round", "1"),
        ("White", "\"Sente\" \\ {1}"),
        ("Black", "後手: 名人"),
        ("TimeControl", "30分+30秒"),
    ];
    record.tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    record.comment = "Before the first move.\n\n  [Event \"no tag\"]\n12: no move\nまで no end".to_owned();
    let remarks = [
        "!",
        "[%clk 0:10:00]",
        "{braces} and \\ more }",
        "two\nlines",
        "# * | 変化：3手\n後手：no tag",
        "獅子 result 1.",
    ];
    for (index, Ply { comment, spent, .. }) in record.plies.iter_mut().enumerate() {
        if index % 3 == 0 {
            *comment = remarks[index / 3 % remarks.len()].to_owned();
        }
        // From the first move on, some of them fractions of seconds, some minutes.
        *spent = (index % 5 != 4).then(|| Duration::from_millis(250 * (1 + index as u64 * index as u64)));
    }
    record
}
