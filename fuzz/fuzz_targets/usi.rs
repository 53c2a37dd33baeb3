//! Lines of USI.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let last = ("setoption name Zz4711 value 1", "info string no such option: Zz4711");
    shishi_fuzz::converse("usi\n", data, last);
});
