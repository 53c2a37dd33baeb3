//! Dialogues in USI.

use super::*;

fn dialogue() -> Dialogue {
    let dialogue = Dialogue::open(None);
    dialogue.send("usi\nisready");
    dialogue.until("readyok");
    dialogue
}

/// The lines up to the answer of a search.
fn answer(dialogue: &Dialogue, lines: &str) -> Vec<String> {
    dialogue.send(lines);
    dialogue.until("bestmove ")
}

fn is_move(text: Option<&String>, position: &str) -> bool {
    let mut engine = engine::create("chu", &Options { interface: Interface::Usi, ..options(None) }).unwrap();
    engine.set_position(position).unwrap();
    let moves = engine.moves(crate::notation::MoveFormat::Usi);
    text.and_then(|text| text.strip_prefix("bestmove ")).is_some_and(|mv| moves.iter().any(|legal| legal == mv))
}

#[test]
fn no_move_is_made_in_a_position_that_was_refused() {
    let dialogue = dialogue();
    let asked = "position startpos moves 7i7h\ngo depth 1";
    assert!(is_move(answer(&dialogue, asked).last(), "startpos moves 7i7h"));
    for bad in ["position sfen nonsense", "position startpos moves 7i7h 1a1b", "position"] {
        let lines = answer(&dialogue, &format!("{bad}\ngo depth 1"));
        assert!(lines[0].starts_with("info string error: bad position: "), "{bad}: {lines:?}");
        assert!(lines[1].starts_with("info string error: go: the last position was refused"), "{bad}: {lines:?}");
        assert_eq!(lines[2..], ["bestmove resign"], "{bad}");
    }
    dialogue.send("go mate 1000");
    assert_eq!(dialogue.until("checkmate ").last().map(String::as_str), Some("checkmate timeout"));
    // Until another is set up, or a new game begins.
    assert!(is_move(answer(&dialogue, asked).last(), "startpos moves 7i7h"));
    assert!(is_move(answer(&dialogue, "position x\nusinewgame\ngo depth 1").last(), "startpos"));
}

#[test]
fn a_clock_that_is_named_ends_the_search() {
    let dialogue = dialogue();
    for limits in ["byoyomi 0", "binc 0 winc 0", "movestogo 5", "wtime 0", "btime 0 wtime 0"] {
        let lines = answer(&dialogue, &format!("position startpos\ngo {limits}"));
        assert!(is_move(lines.last(), "startpos"), "{limits}: {lines:?}");
    }
}

#[test]
fn an_answer_has_been_searched_for_however_short_the_time() {
    let dialogue = dialogue();
    for limits in ["movetime 0", "movetime 1", "nodes 1", "btime 0 wtime 0 byoyomi 1"] {
        // A new game, so that nothing is known from before.
        let lines = answer(&dialogue, &format!("usinewgame\nposition startpos\ngo {limits}"));
        let info = lines.iter().rev().find(|line| line.starts_with("info depth ")).expect("a line of thought");
        assert!(!info.starts_with("info depth 0 "), "{limits}: {info}");
        assert!(is_move(lines.last(), "startpos"), "{limits}: {lines:?}");
    }
}

#[test]
fn a_ponder_hit_may_bring_the_times() {
    let dialogue = dialogue();
    let ponder = "position startpos moves 7i7h\ngo ponder";
    for hit in ["ponderhit btime 0 wtime 0 byoyomi 50", "ponderhit btime 1000 wtime 1000", "ponderhit depth 2"] {
        let lines = answer(&dialogue, &format!("{ponder}\n{hit}"));
        assert!(is_move(lines.last(), "startpos moves 7i7h"), "{hit}: {lines:?}");
    }
    // Nonsense is named, and a short search answers, as after `go`.
    let lines = answer(&dialogue, &format!("{ponder}\nponderhit soon"));
    assert!(lines.iter().any(|line| line == "info string error: ponderhit: 'soon' is no limit"), "{lines:?}");
    assert!(is_move(lines.last(), "startpos moves 7i7h"), "{lines:?}");
    // Without times the ones before count; and without a search it means nothing.
    let lines = answer(&dialogue, &format!("{ponder} depth 2\nponderhit\nponderhit btime 1 wtime 1"));
    assert!(is_move(lines.last(), "startpos moves 7i7h"), "{lines:?}");
    dialogue.send("ponderhit btime 1 wtime 1\nisready");
    let rest = dialogue.until("readyok");
    assert!(!rest.iter().any(|line| line.starts_with("bestmove")), "{rest:?}");
}

#[test]
fn a_position_may_be_long() {
    let dialogue = dialogue();
    let moves = format!("{}7i7h", " ".repeat(1 << 20));
    let lines = answer(&dialogue, &format!("position startpos moves {moves}\ngo depth 1"));
    assert!(is_move(lines.last(), "startpos moves 7i7h"), "{lines:?}");
    // One that is longer than any can be is not taken for the one before.
    let endless = " ".repeat(crate::protocol::input::LONGEST_LINE);
    let lines = answer(&dialogue, &format!("position startpos{endless}\ngo depth 1"));
    assert!(lines[0].starts_with("info string error: line longer than "), "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove resign"));
}
