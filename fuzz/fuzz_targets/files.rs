//! Files of the program's own: training games and match logs. They are read from disk, so that a file lies in a folder for
//! temporary ones.
#![no_main]

use shishi::arena::log;
use shishi::training::Games;
use std::fs;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let path = std::env::temp_dir().join(format!("shishi-fuzz-{}", std::process::id()));
    if fs::write(&path, data).is_ok() {
        if let Ok(games) = Games::open(&path) {
            games.take(1000).for_each(drop);
        }
        drop(log::read(&path));
    }
});
