//! Files of games in every format: what is read can be written again wherever the format can hold it, and read with as many
//! moves. The second byte chooses the format.
#![no_main]

use shishi::games::{Rules, Variant};
use shishi::record::{self, GameFormat};
use shishi_fuzz::{Reader, with_game};

struct Records;

impl Reader<()> for Records {
    fn read<V: Variant>(self, rules: &Rules<V>, bytes: &[u8]) {
        let Some((&format, file)) = bytes.split_first() else { return };
        let _ = record::guess(file);
        let format = GameFormat::ALL[usize::from(format) % GameFormat::ALL.len()];
        for record in &record::read::<V>(file, format, rules).records {
            for other in GameFormat::ALL {
                let Ok(written) = record::write(record, other) else { continue };
                let again = record::read::<V>(written.as_bytes(), other, rules);
                let plies: Vec<usize> = again.records.iter().map(|record| record.plies.len()).collect();
                assert!(again.errors.is_empty() && plies == [record.plies.len()], "{:?}\n{written}", again.errors);
            }
        }
    }
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    with_game(data, Records);
});
