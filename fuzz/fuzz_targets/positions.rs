//! Positions of every game: what is read is the same when it is written and read again.
#![no_main]

use shishi::games::{Rules, Variant};
use shishi::notation::PositionFormat;
use shishi::position::Position;
use shishi_fuzz::{Reader, with_game};

struct Positions;

impl Reader<()> for Positions {
    fn read<V: Variant>(self, rules: &Rules<V>, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        let _ = V::parse_fen(&text, rules);
        let Ok(position) = V::parse_position(&text, rules) else { return };
        let written = V::write_position(&position, PositionFormat::Sfen, 0);
        match V::parse_position(&written, rules) {
            Ok(again) => assert_eq!(again.key(), position.key(), "{written}"),
            Err(error) => panic!("{written}: {error}"),
        }
    }
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    with_game(data, Positions);
});
