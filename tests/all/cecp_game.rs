//! Playing through the protocol: what goes out, what stops a search, what the clock commands mean.

use crate::support::client::Client;
use crate::support::{START, batch};
use std::time::Duration;

/// An hour: far longer than the hang guard, so that a test that ends shows that the search was stopped.
const LONG: &str = "st 3600\npost";

/// The command for a board and a side to move as an interface sends it.
fn setboard(board: &str, side: &str) -> String {
    format!("setboard {board} {side} 0 1")
}

fn is_thinking(line: &str) -> bool {
    line.split_whitespace().take(4).filter(|word| word.parse::<i64>().is_ok()).count() == 4
}

#[test]
fn move_now_stops_a_long_search() {
    let mut client = Client::in_force_mode(&[]);
    client.send(LONG);
    client.send("go");
    client.wait_for("thinking line", is_thinking);
    client.send("?");
    client.wait_for_move();
    client.quit();
}

#[test]
fn end_of_input_stops_a_long_search() {
    let mut client = Client::in_force_mode(&[]);
    client.send(LONG);
    client.send("go");
    client.wait_for("thinking line", is_thinking);
    client.close_input();
    assert!(client.wait_exit().success());
}

#[test]
fn quit_stops_a_long_search() {
    let mut client = Client::in_force_mode(&[]);
    client.send(LONG);
    client.send("go");
    client.wait_for("thinking line", is_thinking);
    client.quit();
    assert!(!client.said().iter().any(|line| line.starts_with("move ")));
}

/// `force`, `new`, `result` and a new position end the search without a move.
#[test]
fn commands_that_end_a_search_without_a_move() {
    for command in ["force", "new", "result * {aborted}", "setboard k11/12/12/12/12/12/12/12/12/12/12/11K w 0 1"] {
        let mut client = Client::in_force_mode(&[]);
        client.send(LONG);
        client.send("go");
        client.wait_for("thinking line", is_thinking);
        client.send(command);
        let lines = client.sync();
        assert!(!lines.iter().any(|line| line.starts_with("move ")), "after {command}: {lines:?}");
        client.quit();
    }
}

/// A broken pipe is no crash.
#[test]
fn ends_quietly_when_nobody_listens() {
    let mut client = Client::in_force_mode(&[]);
    client.send("st 3600\npost\ngo");
    client.wait_for("thinking line", is_thinking);
    client.deafen();
    // Something to say, so that the closed pipe is noticed; then the end of the input.
    for number in 0..100 {
        client.send(&format!("ping {number}"));
    }
    client.close_input();
    client.wait_exit();
}

/// cecp §1: after `st N` the `time` before each move is the budget of that move. An engine that divides it over
/// forty moves would be done with 200 centiseconds after 5.
#[test]
fn st_is_the_budget_of_one_move() {
    let mut client = Client::in_force_mode(&[]);
    client.send("st 2\npost\ntime 200\notim 200\ngo");
    client.wait_for_move();
    let lines = client.said();
    let used = lines
        .iter()
        .filter(|line| is_thinking(line))
        .filter_map(|line| line.split_whitespace().nth(2).and_then(|centiseconds| centiseconds.parse::<u64>().ok()));
    let used = used.max().expect("thinking lines");
    assert!(used >= 30, "only {used} of 200 centiseconds used: {lines:?}");
    client.quit();
}

#[test]
fn fixed_depth_ends_at_that_depth() {
    let mut client = Client::in_force_mode(&[]);
    client.send("level 0 60 0\nsd 3\npost\ngo");
    client.wait_for_move();
    let depth = |line: &&String| line.split_whitespace().next().and_then(|depth| depth.parse::<u32>().ok());
    let depths = client.said().iter().filter(|line| is_thinking(line)).filter_map(|line| depth(&line));
    assert_eq!(depths.max(), Some(3));
    client.quit();
}

/// `nps` turns time into nodes: 1000 nodes a second for 5 seconds.
#[test]
fn fixed_nodes() {
    let mut client = Client::in_force_mode(&[]);
    client.send("nps 1000\nst 5\npost\ngo");
    client.wait_for_move();
    let lines = client.said();
    let nodes = lines
        .iter()
        .filter(|line| is_thinking(line))
        .filter_map(|line| line.split_whitespace().nth(3).and_then(|nodes| nodes.parse::<u64>().ok()));
    assert!(nodes.max().is_some_and(|nodes| nodes <= 5000), "{lines:?}");
    client.quit();
}

/// The same number of nodes gives the same move, whatever the machine does meanwhile.
#[test]
fn fixed_nodes_are_reproducible() {
    let play = || {
        let mut client = Client::in_force_mode(&[]);
        client.send("nps 2000\nst 5\ngo");
        let text = client.wait_for_move();
        client.quit();
        text
    };
    assert_eq!(play(), play());
}

#[test]
fn undo_and_remove_restore_the_position() {
    let mut client = Client::in_force_mode(&[]);
    // Each move is legal only if the one before it was really taken back.
    client.send("usermove f4f5\nundo\nusermove f4f5\nusermove g9g8\nremove\nusermove f4f5\nusermove g9g8");
    let lines = client.sync();
    assert!(lines.is_empty(), "{lines:?}");
    client.send("usermove f5f6\nundo\nundo\nusermove f5f6");
    let lines = client.sync();
    assert!(lines.iter().any(|line| line.starts_with("Illegal move")), "White is not to move: {lines:?}");
    client.quit();
}

/// The engine goes on with whatever side is to move after `go`, and answers moves by itself from then on.
#[test]
fn plays_on_by_itself_after_go() {
    let mut client = Client::in_force_mode(&[]);
    client.send("level 0 60 0\nsd 1\nusermove f4f5\ngo");
    let first = client.wait_for_move();
    client.send("usermove a4a5");
    let second = client.wait_for_move();
    // Both moves are Black's in XBoard's words: from the upper half of the board.
    for text in [&first, &second] {
        let rank: u32 =
            text[1..].split(|letter: char| !letter.is_ascii_digit()).next().unwrap_or("").parse().unwrap_or(0);
        assert!(rank >= 7, "{text}");
    }
    client.send("force\nusermove a5a6");
    assert!(client.sync().is_empty());
    client.quit();
}

#[test]
fn playother_waits_for_the_other_side() {
    let mut client = Client::in_force_mode(&[]);
    client.send("level 0 60 0\nsd 1\nplayother");
    assert!(client.sync().is_empty(), "White is to move, and the engine has Black");
    client.send("usermove f4f5");
    client.wait_for_move();
    client.quit();
}

/// chu-rules §7.2: XBoard loses the game for a side whose only royal stays attacked, so such a move is not sent.
#[test]
fn leaves_no_royal_attacked() {
    // The king on g1, a rook on g12 with an open file, a gold far away: only king steps off the file will do.
    let board = "k5r5/12/12/12/12/12/12/12/12/12/G11/6K5";
    for depth in 1..=3 {
        let mut client = Client::in_force_mode(&[]);
        client.send(&setboard(board, "w"));
        client.send(&format!("level 0 60 0\nsd {depth}\ngo"));
        let text = client.wait_for_move();
        assert!(["g1f1", "g1h1", "g1f2", "g1h2"].contains(&text.as_str()), "depth {depth}: {text}");
        client.quit();
    }
}

/// Its own loss an engine may always admit (cecp §0.7), and it does so only when nothing else is left.
#[test]
fn resigns_when_mated() {
    // The king on a1 is attacked along the a-file; the b-file is covered by the second rook.
    let board = "rr10/12/12/12/12/12/12/12/12/12/12/K10k";
    let mut client = Client::in_force_mode(&[]);
    client.send(&setboard(board, "w"));
    client.send("level 0 60 0\nsd 3\ngo");
    let line = client.wait_for("resignation", |line| {
        assert!(!line.starts_with("move "), "{line}");
        line.starts_with("resign") || line.starts_with("0-1")
    });
    assert!(!line.starts_with("1-0"));
    client.quit();
}

/// The last royal is taken: the game is over, and no command may upset the engine now.
#[test]
fn nothing_is_played_after_the_end() {
    let mut client = Client::in_force_mode(&[]);
    client.send(&setboard("k11/R11/12/12/12/12/12/12/12/12/12/K11", "w"));
    client.send("sd 2\nlevel 0 60 0\nusermove a11a12\ngo");
    let lines = client.sync();
    assert!(!lines.iter().any(|line| line.starts_with("move ") || line.starts_with("Illegal")), "{lines:?}");
    // Claims: a win of White is what the board shows; the opposite would be wrong.
    assert!(!lines.iter().any(|line| line.starts_with("0-1") || line.starts_with("1/2")), "{lines:?}");
    client.send("undo\nusermove a11a12");
    assert!(!client.sync().iter().any(|line| line.starts_with("Illegal")));
    client.quit();
}

/// Thinking lines as the protocol wants them: depth, score, centiseconds, nodes, moves; depth and nodes never fall.
#[test]
fn thinking_output() {
    let mut client = Client::in_force_mode(&[]);
    client.send("level 0 60 0\nsd 4\npost\ngo");
    let played = client.wait_for_move();
    let lines: Vec<Vec<&str>> =
        client.said().iter().filter(|line| is_thinking(line)).map(|line| line.split_whitespace().collect()).collect();
    assert!(lines.len() >= 4, "{lines:?}");
    let number = |words: &[&str], index: usize| words[index].parse::<i64>().expect("a number");
    for pair in lines.windows(2) {
        for column in [0, 2, 3] {
            assert!(number(&pair[0], column) <= number(&pair[1], column), "{pair:?}");
        }
    }
    let last = lines.last().expect("a line");
    assert_eq!(last[4], played, "the line starts with the move that is played");
    // Every move of the line can be played.
    let line = format!("{START} moves {}", last[4..].join(" "));
    let answer = batch::answers(&["position", "--rules", "winboard"], &[&line]);
    assert!(!answer[0].starts_with("error"), "{}: {line}", answer[0]);
    client.quit();
}

#[test]
fn nopost_is_silent() {
    let mut client = Client::in_force_mode(&[]);
    client.send("post\nnopost\nlevel 0 60 0\nsd 3\ngo");
    client.wait_for_move();
    assert!(!client.said().iter().any(|line| is_thinking(line)));
    client.quit();
}

/// A lion's moves as cecp §1 lists them come in and are obeyed.
#[test]
fn moves_of_every_kind_come_in() {
    // Lion f6 among enemy pieces, a falcon and an eagle of its own side, a pawn before the zone.
    let board = "k11/12/12/12/P4s1s4/5pp5/5N6/12/12/12/12/11K";
    for text in [
        "f6f7",
        "f6f8",
        "f6g8",
        "f6f7,f7g7",
        "f6f7,f7f6",
        "f6f7,f7f8",
        "f6e7,e7e8",
        "f6e6,e6f7",
        "@@@@",
        "f6f5,f5f6",
        "f6f6",
        "a8a9+",
        "a8a9",
        "a8a9=",
        "l1l2",
    ] {
        let mut client = Client::in_force_mode(&[]);
        client.send(&setboard(board, "w"));
        client.send(&format!("usermove {text}"));
        assert!(client.sync().is_empty(), "{text}: {:?}", client.said().last());
        client.quit();
    }
    for text in ["f6f9", "f6f7,f7f9", "l1l1", "a8a9q", "f6f7+", "f6f7,f7g7,g7g8", "f6f7,g7g8", "l1l3"] {
        let mut client = Client::in_force_mode(&[]);
        client.send(&setboard(board, "w"));
        client.send(&format!("usermove {text}"));
        let lines = client.sync();
        assert!(lines.iter().any(|line| line.starts_with("Illegal move")), "{text}: {lines:?}");
        client.quit();
    }
}

/// A search in progress does not delay answers.
#[test]
fn answers_while_thinking() {
    let mut client = Client::in_force_mode(&[]);
    client.send(LONG);
    client.send("go");
    for _ in 0..3 {
        client.sync();
        std::thread::sleep(Duration::from_millis(20));
    }
    client.send("frobnicate");
    client.wait_for("complaint", |line| line.starts_with("Error"));
    client.quit();
}
