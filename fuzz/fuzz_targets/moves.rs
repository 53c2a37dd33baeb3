//! Games as `POSITION moves MOVE…`: what is read has a position that can be written, and each of its moves a text.
#![no_main]

use shishi::engine::read_game;
use shishi::games::{Rules, Variant};
use shishi::notation::MoveFormat;
use shishi_fuzz::{Reader, with_game};

struct Moves;

impl Reader<()> for Moves {
    fn read<V: Variant>(self, rules: &Rules<V>, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        let Ok(game) = read_game::<V>(&text, rules) else { return };
        for mv in game.legal_moves() {
            let written = V::write_move(game.position(), mv, MoveFormat::Usi);
            match V::parse_move(game.position(), &written) {
                Ok(again) => assert_eq!(V::write_move(game.position(), again, MoveFormat::Usi), written),
                Err(error) => panic!("{written}: {error}"),
            }
        }
    }
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    with_game(data, Moves);
});
