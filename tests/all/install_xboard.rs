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
    format!("-installEngine {{\"Shishi\" -fcp \"{ENGINE}\" -variant chu}}\n")
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
    let listed = SETTINGS.replace("}\n-date", &format!("\"Shishi\" -fcp \"{ENGINE}\" -variant chu\n}}\n-date"));
    assert_ne!(listed, SETTINGS);
    let file = settings("install-listed", &listed);
    let (done, said) = install(&["--uninstall", "--settings", file.to_str().expect("text")], &[]);
    assert!(done, "{said}");
    assert_eq!(fs::read_to_string(&file).expect("settings"), SETTINGS);
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
    let ours = format!("\"Shishi\" -fcp \"{ENGINE}\" -variant chu");
    assert_eq!(list.0.lines().filter(|line| *line == ours).count(), 1, "{}", list.0);
    assert!(!text.contains("-installEngine"));
    let (done, said) = install(&["--uninstall", "--settings", settings], &[]);
    assert!(done && !fs::read_to_string(&file).expect("settings").contains(ENGINE), "{said}");
}
