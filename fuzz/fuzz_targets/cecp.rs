//! Lines of CECP, in force mode at first.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    shishi_fuzz::converse("xboard\nprotover 2\nvariant chu\nforce\n", data, ("ping 4711", "pong 4711"));
});
