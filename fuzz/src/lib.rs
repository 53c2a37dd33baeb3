//! What the fuzz targets share.

use shishi::engine::{self, Interface, Options};
use shishi::games::{Chu, Heisei, Paulowich, Rules, Taikyoku, Variant, Whale};
use shishi::protocol;
use shishi::settings::Settings;
use std::io::Cursor;

/// Words in lines that are left out: they take the machine's memory and threads, or write to files anywhere on it.
const LEFT_OUT: &[&str] = &["memory", "cores", "hash", "threads", "log"];

/// A whole conversation: an opening, lines from the fuzzer, and a last line with the answer that has to come.
///
/// # Panics
/// If the conversation ends before the last line is answered.
pub fn converse(opening: &str, lines: &[u8], (last, answer): (&str, &str)) {
    let mut input = opening.as_bytes().to_vec();
    for line in lines.split(|&byte| byte == b'\n') {
        let text = String::from_utf8_lossy(line).to_lowercase();
        let ends = text.split_whitespace().next() == Some("quit");
        if !ends && !LEFT_OUT.iter().any(|word| text.contains(word)) {
            input.extend_from_slice(line);
            input.push(b'\n');
        }
    }
    input.extend_from_slice(format!("{last}\n").as_bytes());
    let options = Options { hash: 1, ..Options::new(Interface::Cecp, None, Settings::default()) };
    let engine = engine::create("chu", &options).expect("an engine");
    let mut output = Vec::new();
    protocol::run(Cursor::new(input), &mut output, engine, options).expect("no error");
    let output = String::from_utf8(output).expect("UTF-8");
    assert!(output.lines().any(|line| line == answer), "the conversation has ended early");
}

/// The first byte chooses the game, the rest is for its reader.
pub fn with_game<R>(data: &[u8], read: impl Reader<R>) -> Option<R> {
    let (&first, rest) = data.split_first()?;
    Some(match first % 5 {
        0 => read.read::<Chu>(&rules::<Chu>(), rest),
        1 => read.read::<Heisei>(&rules::<Heisei>(), rest),
        2 => read.read::<Whale>(&rules::<Whale>(), rest),
        3 => read.read::<Paulowich>(&rules::<Paulowich>(), rest),
        _ => read.read::<Taikyoku>(&rules::<Taikyoku>(), rest),
    })
}

/// Something that reads bytes as a text of any game.
pub trait Reader<R> {
    /// Reads them.
    fn read<V: Variant>(self, rules: &Rules<V>, bytes: &[u8]) -> R;
}

/// The usual rules of a game.
fn rules<V: Variant>() -> Rules<V> {
    match V::RULES.parse() {
        Ok(rules) => rules,
        Err(error) => panic!("{error}"),
    }
}
