//! Memory that does not suffice, or that nobody should need.
#![cfg(target_os = "linux")]

use crate::support::client::Client;
use std::path::Path;

/// The engine with an address space of so many megabytes.
fn limited(megabytes: u32) -> Client {
    let start = format!("ulimit -v {}; exec '{}'", megabytes << 10, env!("CARGO_BIN_EXE_shishi"));
    Client::start(Path::new("/bin/sh"), &["-c", &start])
}

#[test]
fn threads_without_memory_are_refused_and_the_engine_plays_on() {
    let mut client = limited(600);
    client.send("xboard\nprotover 2\nmemory 1\nnew\nvariant chu");
    client.sync();
    client.send("cores 256");
    assert_eq!(client.sync(), ["Error (no memory for 256 threads): cores 256"]);
    client.send("cores 2\nsd 3\ngo");
    client.wait_for_move();
    client.quit();
    let mut client = limited(600);
    client.send("usi\nsetoption name USI_Hash value 1\nisready");
    client.sync_usi();
    client.send("setoption name Threads value 256");
    client.wait_for("a refusal", |line| line == "info string error: option Threads: no memory for 256 threads");
    client.send("position startpos\ngo depth 3");
    client.wait_for("a move", |line| line.starts_with("bestmove "));
    client.quit();
}

#[test]
fn as_much_memory_as_there_is_is_taken_for_the_table() {
    let mut client = limited(600);
    client.send("xboard\nprotover 2\nnew\nvariant chu\nforce");
    client.sync();
    for asked in ["8000", "65536"] {
        client.send(&format!("memory {asked}"));
        let said = client.sync();
        let taken = said.first().and_then(|line| line.strip_prefix(&format!("telluser memory {asked}: ")));
        let taken = taken.and_then(|rest| rest.strip_suffix(" MB is the most")).and_then(|mb| mb.parse::<u32>().ok());
        assert!(taken.is_some_and(|mb| (60..600).contains(&mb)), "{said:?}");
    }
    client.send("sd 3\ngo");
    client.wait_for_move();
    client.quit();
}

/// `USI_Hash` is for the search and the solver together: each gives back what it has taken before the other begins.
#[test]
fn search_and_solver_take_turns_with_the_memory() {
    let mut client = limited(700);
    client.send("usi\nsetoption name USI_Hash value 300\nisready");
    client.sync_usi();
    for _ in 0..2 {
        client.send("position startpos\ngo depth 2");
        client.wait_for("a move", |line| line.starts_with("bestmove "));
        client.send("position sfen 6k5/12/12/12/12/12/12/12/12/12/5Q6/12 b - 1\ngo mate infinite");
        let answer = client.wait_for("an answer", |line| line.starts_with("checkmate "));
        assert_eq!(answer, "checkmate nomate");
    }
    client.quit();
    assert_eq!(client.errors(), "");
}

/// Input comes in faster than it can be answered: reading waits, the memory stays.
#[test]
fn unanswered_lines_do_not_fill_the_memory() {
    let mut client = limited(400);
    client.send("xboard\nprotover 2\nmemory 1");
    client.sync();
    // As lines that wait these would take some 500 MB.
    let many = "hint\n".repeat(1 << 21);
    client.send_bytes(many.as_bytes());
    assert!(client.sync().is_empty());
    client.quit();
}
