//! Programs that are not part of the project: XBoard, HaChu, an X server without a screen.

use std::env;
use std::path::PathBuf;

/// Looks for a program, also in the folder where Debian keeps games. Without it the test that wants it is skipped
/// with a notice, unless `SHISHI_REQUIRE_CLIENTS` is `1`: then its absence is a failure.
pub fn find(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain([PathBuf::from("/usr/games"), PathBuf::from("/usr/local/games")]);
    let found = folders.map(|folder| folder.join(name)).find(|file| file.is_file());
    if found.is_none() {
        let required = env::var_os("SHISHI_REQUIRE_CLIENTS").is_some_and(|value| value == "1");
        assert!(!required, "{name} is not installed, and SHISHI_REQUIRE_CLIENTS=1 asks for it");
        eprintln!("skipped: {name} is not installed");
    }
    found
}
