//! Games in the terminal, through the program: its flags, its files, and what stands on its streams.

use crate::support::batch::run;
use std::path::PathBuf;

/// An empty folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// The text after which the arguments of the command that goes on with a game follow.
const GO_ON: &str = "shishi play ";

#[test]
fn a_game_that_is_left_goes_on_with_the_command_that_is_printed() {
    let folder = folder("play-goes-on");
    let place = folder.to_str().expect("a path that is text");
    let left = run(&["play", "--side", "both", "--style", "letters", "--autosave", place], "7i7h\n6d6e\n");
    assert_eq!(left.code, Some(0), "{}", left.stderr);
    let command = left.stdout.lines().last().and_then(|line| line.trim().strip_prefix(GO_ON)).expect("a command");
    let arguments: Vec<&str> = ["play"].into_iter().chain(command.split(' ')).collect();
    let on = run(&arguments, "history\nposition\n");
    assert_eq!(on.code, Some(0), "{}", on.stderr);
    assert!(on.stdout.contains("1. 7i7h  2. 6d6e\n") && on.stdout.contains("Move 3: Black to move."), "{}", on.stdout);
    // As far as the first move.
    let back = run(&[&arguments[..], &["--ply", "1"]].concat(), "history\n");
    assert!(back.stdout.contains("\n1. 7i7h\n") && back.stdout.contains("Move 2: White to move."), "{}", back.stdout);
}

#[test]
fn what_cannot_be_loaded_is_named() {
    let folder = folder("play-loads");
    let file = folder.join("broken.pgn");
    std::fs::write(&file, "[Variant \"chu\"]\n\n1. zz9 *\n").expect("a file");
    let file = file.to_str().expect("a path that is text");
    let missing = run(&["play", "--load", "/no/such.usi"], "");
    assert_eq!(missing.code, Some(1), "{}", missing.stdout);
    assert!(missing.stderr.starts_with("shishi: /no/such.usi: "), "{}", missing.stderr);
    for (arguments, named) in [
        (&["play", "--load", file][..], "broken.pgn"),
        (&["play", "--ply", "3"], "--load"),
        (&["play", "--load", file, "--handicap", "rook"], "--handicap"),
        (&["play", "--handicap", "four lions"], "'four lions'"),
        (&["play", "--tc", "soon"], "--tc"),
        (&["play", "--tc", "60", "--time", "1"], "--time"),
        (&["play", "--level", "21"], "--level"),
    ] {
        let wrong = run(arguments, "");
        assert_eq!(wrong.code, Some(2), "{arguments:?}: {}", wrong.stdout);
        assert!(wrong.stderr.contains(named), "{arguments:?}: {}", wrong.stderr);
    }
}

#[test]
fn handicaps_levels_and_clocks_are_flags() {
    // White gives a handicap and moves first: here the rook of file 3 is missing.
    let rook = run(&["play", "--handicap", "rook", "--side", "both", "--style", "letters"], "position\n");
    assert!(rook.stdout.contains("Move 1: White to move."), "{}", rook.stdout);
    assert!(rook.stdout.contains(" c |  m  v  r  h  d  q  n  d  h  .  v  m | c"), "{}", rook.stdout);
    let level = run(&["play", "--level", "-9", "--tc", "1:00:00", "--side", "both"], "");
    assert_eq!(level.code, Some(2), "hours are no part of a time control");
    let level = run(&["play", "--level", "-9", "--tc", "60:00+5", "--side", "both"], "level\n");
    assert!(level.stdout.contains("Clocks: Black 1:00:00, White 1:00:00."), "{}", level.stdout);
    assert!(level.stdout.contains("level -9 of -9 to 20"), "{}", level.stdout);
}

#[test]
fn the_settings_in_force_are_told() {
    let file = folder("play-settings").join("mine.ini");
    std::fs::write(&file, "[chu]\nrules = lishogi\n").expect("a file");
    let file = file.to_str().expect("a path that is text");
    let own = run(&["--config", file, "play"], "");
    assert!(
        own.stdout.contains(&format!("Settings: {file}\n")) && own.stdout.contains("rules lishogi"),
        "{}",
        own.stdout
    );
    let none = run(&["play"], "");
    assert!(
        none.stdout.contains("\nSettings: the defaults; there is no engine.ini beside the program\n"),
        "{}",
        none.stdout
    );
    let printed = run(&["settings"], "");
    assert!(printed.stderr.contains("Settings: the defaults"), "{}", printed.stderr);
    assert!(!printed.stdout.contains("Settings: the defaults"), "stdout is the file alone");
    assert!(run(&["--config", file, "settings"], "").stderr.contains(file));
}

#[test]
fn a_pipe_has_no_colours_and_no_broken_lines() {
    let shown = run(&["play", "--side", "both"], "7i7h\nmoves\n");
    assert!(!shown.stdout.contains('\u{1b}'), "{}", shown.stdout);
    assert!(shown.stdout.lines().any(|line| line.split(' ').count() == 36), "{}", shown.stdout);
    // With a width the same list is broken between moves.
    let narrow = run(&["play", "--side", "both", "--style", "letters", "--columns", "60"], "moves\n");
    assert!(narrow.stdout.lines().all(|line| line.len() <= 60), "{}", narrow.stdout);
    let moves: Vec<&str> = narrow.stdout.lines().skip_while(|line| !line.starts_with("10i10h")).collect();
    assert_eq!(moves.iter().flat_map(|line| line.split_whitespace()).count(), 36, "{}", narrow.stdout);
}

#[test]
fn pieces_of_every_game_are_found_by_what_stands_on_the_board() {
    for (variant, name, shown) in [
        ("chu", "獅", "lion (N)"),
        ("chu", "FK", "queen (Q)"),
        ("heisei", "獅子", "lion (N)"),
        ("whale", "orca", "killer whale (K)"),
        ("paulowich", "セミクジラ", "right whale (A)"),
        ("taikyoku", "大将", "Great General (GG)"),
        ("taikyoku", "Tengu", "Long-Nosed Goblin (LG)"),
    ] {
        let sheet = run(&["piece", "--variant", variant, name], "");
        assert!(sheet.stdout.starts_with(shown), "{variant} {name}: {} {}", sheet.stdout, sheet.stderr);
    }
}
