//! How soon the engine answers: reported, not judged, since it is a property of the machine as well. `scripts/latency`
//! runs it.

use crate::support::client::Client;
use crate::support::random::Random;
use std::time::{Duration, Instant};

/// How often each answer is measured, unless `SHISHI_TRIES` says otherwise.
const TRIES: usize = 1000;

/// How often a start is measured for so many answers: it takes longer and varies less.
const TRIES_FOR_A_START: usize = 10;

fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{name}: {text} is no number")))
}

/// Median, 99th percentile and maximum of some times, in milliseconds.
fn report(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |share: f64| {
        let index = ((times.len() as f64 * share).ceil() as usize).clamp(1, times.len()) - 1;
        times[index].as_secs_f64() * 1000.0
    };
    println!("{what:<44} {:>6} {:>9.2} {:>9.2} {:>9.2}", times.len(), at(0.5), at(0.99), at(1.0));
}

/// Some moves from the start, so that the searches are not all alike.
fn wander(random: &mut Random) -> String {
    const MOVES: [&str; 6] = ["7i7h", "6d6e", "5i5h", "8d8e", "10i10h", "3d3e"];
    MOVES[..random.below(MOVES.len() + 1)].join(" ")
}

/// The time from the word that ends a search to the move.
fn stop_usi(tries: usize, threads: usize) -> Vec<Duration> {
    let mut random = Random(1);
    let mut client = Client::shishi(&[]);
    client.send(&format!("usi\nsetoption name Threads value {threads}\nisready"));
    let times = (0..tries).map(|_| {
        client.send(&format!("position startpos moves {}\ngo infinite", wander(&mut random)));
        client.wait_for("a line of thought", |line| line.starts_with("info depth"));
        std::thread::sleep(Duration::from_micros(random.below(30_000) as u64));
        let start = Instant::now();
        client.send("stop");
        client.wait_for("bestmove", |line| line.starts_with("bestmove "));
        start.elapsed()
    });
    let times = times.collect();
    client.quit();
    times
}

fn stop_cecp(tries: usize, threads: usize) -> Vec<Duration> {
    let mut random = Random(2);
    let mut client = Client::shishi(&[]);
    client.send(&format!("xboard\nprotover 2\ncores {threads}\nnew\nvariant chu\neasy\npost\nst 3600"));
    let times = (0..tries).map(|_| {
        client.send("go");
        client.wait_for("a line of thought", |line| line.starts_with("1 "));
        std::thread::sleep(Duration::from_micros(random.below(30_000) as u64));
        let start = Instant::now();
        client.send("?");
        client.wait_for_move();
        let time = start.elapsed();
        client.send("force\nundo");
        time
    });
    let times = times.collect();
    client.quit();
    times
}

/// The time from the start of the process to the end of its introduction.
fn start(tries: usize, hello: &str, end: &str) -> Vec<Duration> {
    let times = (0..tries).map(|_| {
        let start = Instant::now();
        let mut client = Client::shishi(&[]);
        client.send(hello);
        client.wait_for(end, |line| line == end);
        let time = start.elapsed();
        client.quit();
        time
    });
    times.collect()
}

#[test]
#[ignore = "measures time"]
fn latency() {
    let tries = number("SHISHI_TRIES", TRIES).max(1);
    let threads = number("SHISHI_THREADS", 1);
    println!("{:<44} {:>6} {:>9} {:>9} {:>9}", "milliseconds", "tries", "median", "99 %", "maximum");
    report(&format!("USI: stop to bestmove, {threads} thread(s)"), stop_usi(tries, threads));
    report(&format!("CECP: ? to move, {threads} thread(s)"), stop_cecp(tries, threads));
    let starts = (tries / TRIES_FOR_A_START).max(1);
    report("USI: start of the process to usiok", start(starts, "usi", "usiok"));
    report("CECP: start of the process to feature done", start(starts, "xboard\nprotover 2", "feature done=1"));
}
