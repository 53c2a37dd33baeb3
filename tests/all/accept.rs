//! Moves from outside are judged by the accept rules, the program's own by the play rules (chu-rules §7.3).

use crate::support::START;
use crate::support::batch::answers;
use crate::support::client::Client;

/// What is illegal to play (`explain`) and fine in a record (`position`): rules, position with moves, last move.
const WIDER: [(&str, &str, &str); 3] = [
    // An eagle takes a lion on its middle square during the ban: the server lets it.
    ("lishogi", "k11/12/12/3R8/p4+d6/4N7/12/11P/12/12/2q9/11K w 9d 1", "7e8f7e"),
    // A lion takes a lion right after a non-lion did: XBoard refuses it, HaChu plays it.
    ("winboard", "k11/12/12/3r8/p11/3N4N3/12/8n2P/12/12/12/11K w - 1 moves 9d9f", "4f4h"),
    // A repetition, which XBoard allows.
    ("winboard", "startpos moves 4h4g 9e9f 4g4h", "9f9e"),
];

fn with_move(line: &str, text: &str) -> String {
    if line.contains(" moves ") { format!("{line} {text}") } else { format!("{line} moves {text}") }
}

#[test]
fn records_may_hold_what_must_not_be_played() {
    for (rules, line, text) in WIDER {
        let verdict = answers(&["explain", "--rules", rules], &[&format!("{line} probe {text}")]);
        assert!(verdict[0].starts_with("illegal: "), "{rules}: {line} probe {text}: {}", verdict[0]);
        let record = with_move(line, text);
        for command in ["position", "moves", "status"] {
            let answer = answers(&[command, "--rules", rules], &[&record]);
            assert!(!answer[0].starts_with("error"), "{rules}: {command} of {record}: {}", answer[0]);
        }
        let listed = answers(&["moves", "--rules", rules], &[line]);
        assert!(!listed[0].split(' ').any(|listed| listed == text), "{rules}: {line} lists {text}");
    }
}

/// The presets without wider accept rules refuse in a record what they refuse to play.
#[test]
fn other_presets_accept_what_they_play() {
    let repetition = format!("{START} moves 4h4g 9e9f 4g4h 9f9e");
    let ban = "k11/12/12/3R8/p4+d6/4N7/12/11P/12/12/2q9/11K w 9d 1 moves 7e8f7e";
    for (rules, line) in [("historic", repetition.as_str()), ("historic", ban), ("msm", ban), ("winboard", ban)] {
        let answer = answers(&["position", "--rules", rules], &[line]);
        assert!(answer[0].starts_with("error: "), "{rules}: {line}: {}", answer[0]);
    }
}

/// The same at the other end of a pipe: what the opponent may do in a game under XBoard.
#[test]
fn an_opponent_may_do_more_than_the_engine() {
    // Rook d9 takes the lion d7; the lion i7 answers by taking the lion i5.
    let mut client = Client::in_force_mode(&[]);
    client.send("setboard k11/12/12/3r8/p11/3N4N3/12/8n2P/12/12/12/11K b 0 1\nusermove d9d7\nusermove i7i5");
    assert!(client.sync().is_empty(), "{:?}", client.said().last());
    client.quit();
    // Any other piece is bound.
    let mut client = Client::in_force_mode(&[]);
    client.send("setboard k11/12/12/3r8/p11/3N4R3/12/8n2P/12/12/12/11K b 0 1\nusermove d9d7\nusermove i7i5");
    let lines = client.sync();
    assert!(lines.iter().any(|line| line.starts_with("Illegal move")), "{lines:?}");
    client.quit();
}
