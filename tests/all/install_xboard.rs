//! `scripts/install-xboard`: what it writes, for one user and for all, that it can be taken back, and that XBoard reads it.
#![cfg(unix)]

use crate::support::tools;
use crate::support::xboard::{XBoard, folder};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const ENGINE: &str = env!("CARGO_BIN_EXE_shishi");

/// A guard against hanging: XBoard reads its settings, saves them and ends.
const HANG: Duration = Duration::from_secs(120);

/// Settings as XBoard saves them, as far as they matter here, and without a line end after the last line.
const SETTINGS: &str = ";\n; xboard 4.9.1 Save Settings file\n;\n-saveDate 1500000000\n-firstChessProgramNames \
    {fairymax\n\"Crafty\" -fcp crafty\n}\n-date 1400000000\n-showButtonBar true\n-engineOutputH -2147483648\n";

/// Runs the script; returns whether it succeeded, and what it said.
fn install(arguments: &[&str], environment: &[(&str, &str)]) -> (bool, String) {
    let output = Command::new("sh")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join("install-xboard"))
        .args(arguments)
        .env_remove("SHISHI")
        .env_remove("PREFIX")
        .env_remove("DESTDIR")
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    (output.status.success(), said)
}

/// A file with these settings, in a folder of its own.
fn settings(name: &str, text: &str) -> PathBuf {
    let file = folder(name).join("settings of XBoard");
    fs::write(&file, text).expect("settings for the test");
    file
}

fn entry() -> String {
    format!("-installEngine {{{}}}\n", listed())
}

/// The entry as it stands on XBoard's list: with the options against XBoard's own draws.
fn listed() -> String {
    let draws = "-materialDraws false -trivialDraws false -ruleMoves 0 -repeatsToDraw 0";
    format!("\"Shishi\" -fcp \"{ENGINE}\" -variant chu {draws}")
}

/// The names of the files in the folder of a file.
fn beside(file: &Path) -> Vec<String> {
    let entries = fs::read_dir(file.parent().expect("a folder")).expect("a folder to read");
    let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A value for PATH with a program of this name before all others.
fn path_with(folder: &Path, name: &str, script: &str) -> String {
    let bin = folder.join(format!("bin-{name}"));
    fs::create_dir_all(&bin).expect("a folder");
    let program = bin.join(name);
    fs::write(&program, format!("#!/bin/sh\n{script}\n")).expect("a program");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("rights");
    format!("{}:{}", bin.display(), std::env::var("PATH").expect("a path"))
}

#[test]
fn an_entry_for_one_user_is_added_once_and_taken_back() {
    let file = settings("install-user", SETTINGS);
    let arguments = ["--settings", file.to_str().expect("text"), "--engine", ENGINE];
    for _ in 0..2 {
        let (done, said) = install(&arguments, &[]);
        assert!(done, "{said}");
        let text = fs::read_to_string(&file).expect("settings");
        // The entry is later than what XBoard saved, so that it is new to it.
        let added = text.strip_prefix(SETTINGS).expect("what was there stays");
        let (date, line) = added.split_once('\n').expect("two lines");
        let date: u64 = date.strip_prefix("-date ").expect("a date").parse().expect("seconds");
        assert!(date > 1_500_000_000);
        assert_eq!(line, entry());
    }
    let (done, said) = install(&["--uninstall", "--settings", arguments[1]], &[]);
    assert!(done, "{said}");
    assert_eq!(fs::read_to_string(&file).expect("settings"), SETTINGS);
    let (done, said) = install(&["--uninstall", "--settings", arguments[1]], &[]);
    assert!(!done && said.contains("no entry"), "{said}");
}

/// When XBoard has seen the entry it stands on the list.
#[test]
fn an_entry_on_the_list_is_taken_back() {
    let last = SETTINGS.replace("}\n-date", &format!("{}\n}}\n-date", listed()));
    let first = SETTINGS.replace("{fairymax", &format!("{{{}\nfairymax", listed()));
    let without_draws = SETTINGS.replace("}\n-date", &format!("\"Shishi\" -fcp \"{ENGINE}\" -variant chu\n}}\n-date"));
    for text in [last, first, without_draws] {
        assert_ne!(text, SETTINGS);
        let file = settings("install-listed", &text);
        let (done, said) = install(&["--uninstall", "--settings", file.to_str().expect("text")], &[]);
        assert!(done, "{said}");
        assert_eq!(fs::read_to_string(&file).expect("settings"), SETTINGS);
    }
}

/// The engines used last are names, of which the first stands on the line that begins the list, as XBoard 4.9.1 writes it.
#[test]
fn an_engine_used_last_is_taken_back() {
    let with = |names: &str| format!("{SETTINGS}-recentEngineList {{{names}}}\n-recentEngines 4\n");
    for (before, after) in [
        ("Crafty\nShishi\nfairymax\n", "Crafty\nfairymax\n"),
        ("Shishi\nCrafty\n", "Crafty\n"),
        ("Crafty\nShishi\n", "Crafty\n"),
        ("Shishi\n", ""),
    ] {
        let file = settings("install-recent", &with(before));
        let (done, said) = install(&["--uninstall", "--settings", file.to_str().expect("text")], &[]);
        assert!(done, "{said}");
        assert_eq!(fs::read_to_string(&file).expect("settings"), with(after), "{before:?}");
    }
    // A name in another list is another thing.
    let file = settings("install-recent", &with("Crafty\nShishi 2\n}\n-other {Shishi\n"));
    let (done, said) = install(&["--uninstall", "--settings", file.to_str().expect("text")], &[]);
    assert!(!done && said.contains("no entry"), "{said}");
}

/// Whatever fails, the settings are as they were, nothing lies beside them, and it is said.
#[test]
fn settings_survive_every_fault() {
    let text = SETTINGS.replace("}\n-date", &format!("{}\n}}\n-date", listed()));
    let file = settings("install-faults", &text);
    let elsewhere = folder("install-faults-bin");
    let path = file.to_str().expect("text");
    for (program, script) in [
        ("awk", "echo half; exit 1"),
        ("awk", "exit 127"),
        ("awk", "kill $$"),
        ("cp", "exit 1"),
        ("mv", "exit 1"),
        ("date", "exit 1"),
        ("date", "echo '%s'"),
    ] {
        let search = path_with(&elsewhere, program, script);
        for arguments in [vec!["--settings", path, "--engine", ENGINE], vec!["--uninstall", "--settings", path]] {
            if program == "date" && arguments[0] == "--uninstall" {
                continue;
            }
            let (done, said) = install(&arguments, &[("PATH", &search)]);
            assert!(!done && said.contains("scripts/install-xboard: "), "{program} {script}: {said}");
            assert_eq!(fs::read_to_string(&file).expect("settings"), text, "{program} {script}");
            assert_eq!(beside(&file), ["settings of XBoard"], "{program} {script}");
        }
    }
    // Where there are no settings yet none are made.
    fs::remove_file(&file).expect("a file");
    for program in ["mv", "touch"] {
        let search = path_with(&elsewhere, program, "exit 1");
        let (done, said) = install(&["--settings", path, "--engine", ENGINE], &[("PATH", &search)]);
        assert!(!done && beside(&file).is_empty(), "{program}: {said}");
    }
}

/// A limit on the size of files is what a full disk is: the file is there, and its end is not.
#[test]
fn a_full_disk_leaves_everything_as_it_was() {
    let limited = |blocks: u32, arguments: &str, environment: &[(&str, &str)]| {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join("install-xboard");
        let line = format!("trap '' XFSZ; ulimit -f {blocks}; exec sh '{}' {arguments}", script.display());
        let output =
            Command::new("sh").args(["-c", &line]).envs(environment.iter().copied()).output().expect("a shell");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.success(), said)
    };
    let text = format!("{SETTINGS}{}", "-sound \"\"\n".repeat(100));
    let file = settings("install-full", &text);
    let (done, said) = limited(1, &format!("--settings '{}' --engine '{ENGINE}'", file.display()), &[]);
    assert!(!done && said.contains("cannot be written, and is as it was"), "{said}");
    assert_eq!(fs::read_to_string(&file).expect("settings"), text);
    assert_eq!(beside(&file), ["settings of XBoard"]);

    let root = folder("install-full-system");
    let program = root.join("usr/bin/shishi");
    fs::create_dir_all(program.parent().expect("a folder")).expect("a folder");
    fs::write(&program, "the old one").expect("a program");
    let environment = [("DESTDIR", root.to_str().expect("text")), ("PREFIX", "/usr")];
    let (done, said) = limited(64, &format!("--system --engine '{ENGINE}'"), &environment);
    assert!(!done && said.contains("usr/bin/shishi cannot be written"), "{said}");
    assert_eq!(fs::read_to_string(&program).expect("a program"), "the old one");
    assert_eq!(beside(&program), ["shishi"]);
}

/// A link to the settings stays one, and owner and rights stay.
#[test]
fn settings_may_be_a_link() {
    let file = settings("install-link", SETTINGS);
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("rights");
    let link = file.with_file_name("link");
    std::os::unix::fs::symlink("settings of XBoard", &link).expect("a link");
    let (done, said) = install(&["--settings", link.to_str().expect("text"), "--engine", ENGINE], &[]);
    assert!(done, "{said}");
    assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
    assert!(fs::read_to_string(&file).expect("settings").ends_with(&entry()));
    assert_eq!(fs::metadata(&file).expect("settings").permissions().mode() & 0o777, 0o640);
}

/// XBoard could not start such a program, from neither script.
#[test]
fn paths_that_xboard_cannot_write_are_refused_by_both_scripts() {
    let folder = folder("install-quotes");
    let search = path_with(&folder, "xboard", "echo started");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join("xboard");
    let start = |engine: &Path| {
        let output =
            Command::new("sh").arg(&script).arg("--engine").arg(engine).env("PATH", &search).output().expect("a shell");
        let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        (output.status.success(), said)
    };
    for name in ["a\"b", "a'b", "a{b", "a}b", "a\\b", "a\nb"] {
        let program = folder.join(name);
        fs::write(&program, "#!/bin/sh\n").expect("a program");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("rights");
        let (done, said) = start(&program);
        assert!(!done && said.contains("scripts/xboard: XBoard cannot start a program with quotes"), "{name}: {said}");
        let file = folder.join("settings");
        let arguments = ["--settings", file.to_str().expect("text"), "--engine", program.to_str().expect("text")];
        let (done, said) = install(&arguments, &[]);
        assert!(!done && said.contains("XBoard cannot start a program with quotes") && !file.exists(), "{said}");
    }
    assert_eq!(start(Path::new(ENGINE)), (true, "started\n".to_owned()));
}

#[test]
fn what_cannot_be_done_is_said() {
    let file = settings("install-wrong", SETTINGS);
    let settings = file.to_str().expect("text");
    let quoted = file.with_file_name("a \"lion\"");
    fs::write(&quoted, "#!/bin/sh\n").expect("a program");
    fs::set_permissions(&quoted, fs::Permissions::from_mode(0o755)).expect("rights");
    for (arguments, part) in [
        (vec!["--settings", settings, "--engine", "/no/such/engine"], "/no/such/engine is not a program"),
        (vec!["--settings", settings, "--engine", quoted.to_str().expect("text")], "quotes"),
        (vec!["--settings", settings, "--engine"], "--engine needs a program"),
        (vec!["--settings"], "--settings needs a file"),
        (vec!["--everybody"], "unknown option --everybody"),
        (vec!["--system", "--settings", settings], "--settings goes with --user"),
        (vec!["--settings", "/no/such/folder/settings", "--engine", ENGINE], "/no/such/folder/settings"),
    ] {
        let (done, said) = install(&arguments, &[]);
        assert!(!done && said.contains("scripts/install-xboard: ") && said.contains(part), "{arguments:?}: {said}");
    }
    let (done, said) = install(&["--system", "--engine", ENGINE], &[("PREFIX", "usr")]);
    assert!(!done && said.contains("PREFIX"), "{said}");
    assert_eq!(fs::read_to_string(&file).expect("settings"), SETTINGS);
    let (done, said) = install(&["--help"], &[]);
    assert!(done && ["--user", "--system", "--uninstall", "PREFIX", "DESTDIR"].iter().all(|word| said.contains(word)));
}

#[test]
fn a_plug_in_for_all_users_is_installed_and_taken_back() {
    let root = folder("install-system");
    let root_text = root.to_str().expect("text");
    let environment = [("DESTDIR", root_text), ("PREFIX", "/usr")];
    for _ in 0..2 {
        let (done, said) = install(&["--system", "--engine", ENGINE], &environment);
        assert!(done, "{said}");
    }
    let program = root.join("usr/bin/shishi");
    let version = Command::new(&program).arg("--version").output().expect("the installed program runs");
    assert!(version.status.success());
    if Command::new("strip").arg("--version").output().is_ok_and(|output| output.status.success()) {
        let size = |path: &Path| fs::metadata(path).expect("a program").len();
        assert!(size(&program) < size(Path::new(ENGINE)), "what only debuggers need is still there");
    }
    let plugin = root.join("usr/share/games/plugins/xboard/shishi.eng");
    // The three lines of XBoard's format; the games as XBoard and the engine call them.
    let lines = format!("plugin spec 0.0\n/usr/bin/shishi\n{}\n", shishi::games::xboard_names().join(","));
    assert_eq!(fs::read_to_string(&plugin).expect("a plug-in file"), lines);
    let (done, said) = install(&["--system", "--uninstall"], &environment);
    assert!(done && !program.exists() && !plugin.exists(), "{said}");
    let (done, said) = install(&["--system", "--uninstall"], &environment);
    assert!(!done && said.contains("nothing is installed"), "{said}");
}

/// XBoard itself takes the entry into its list and saves that.
#[test]
fn xboard_lists_the_engine() {
    let Some(xboard) = tools::find("xboard") else { return };
    let file = folder("install-list").join("settings");
    let settings = file.to_str().expect("text");
    // Without settings, as before XBoard has been started for the first time.
    let (done, said) = install(&["--settings", settings, "--engine", ENGINE], &[]);
    assert!(done, "{said}");
    let mut command = Command::new(xboard);
    command.args(["-settingsFile", settings, "-saveSettingsFile", settings, "-ncp", "-autoClose"]);
    let folder = file.parent().expect("its folder").to_owned();
    let Some(mut xboard) = XBoard::start(folder, command) else { return };
    assert!(xboard.ends_within(HANG), "XBoard does not end");
    let text = fs::read_to_string(&file).expect("settings");
    let list =
        text.split_once("-firstChessProgramNames {").and_then(|(_, rest)| rest.split_once("}\n")).expect("a list");
    let ours = listed();
    assert_eq!(list.0.lines().filter(|line| *line == ours).count(), 1, "{}", list.0);
    assert!(!text.contains("-installEngine"));
    let (done, said) = install(&["--uninstall", "--settings", settings], &[]);
    assert!(done && !fs::read_to_string(&file).expect("settings").contains(ENGINE), "{said}");
}
