//! Whatever comes in.

use super::*;
use proptest::prelude::*;

fn square() -> impl Strategy<Value = String> {
    (b'a'..=b'm', 0..14u8).prop_map(|(file, rank)| format!("{}{rank}", file as char))
}

fn mv() -> impl Strategy<Value = String> {
    prop_oneof![
        (square(), square()).prop_map(|(from, to)| format!("{from}{to}")),
        (square(), square()).prop_map(|(from, to)| format!("{from}{to}+")),
        (square(), square(), square()).prop_map(|(from, by, to)| format!("{from}{by},{by}{to}")),
        (square(), square()).prop_map(|(from, by)| format!("{from}{by},")),
        prop::sample::select(vec!["a4a5", "a9a8", "f3f5", "g10g8", "i5i6", "@@@@", "7i7h"]).prop_map(str::to_owned),
    ]
}

fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        (-3..20i32).prop_map(|n| n.to_string()),
        any::<f64>().prop_map(|n| n.to_string()),
        Just("99999999999999999999999".to_owned()),
        Just("-99999999999999999999999".to_owned()),
        "[0-9:.x -]{0,12}",
    ]
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    let words = vec![
        "xboard",
        "protover 2",
        "new",
        "variant chu",
        "variant normal",
        "force",
        "go",
        "playother",
        "?",
        "undo",
        "remove",
        "post",
        "nopost",
        "analyze",
        "exit",
        ".",
        "hint",
        "easy",
        "hard",
        "result 1-0 {x}",
        "memory 1",
        "option Rules=historic",
        "option Rules=msm",
        "option Rules=x",
        "usi",
        "random",
        "draw",
        "ping 7",
    ];
    let numbered = vec!["st", "sd", "time", "otim", "level", "level 0 1", "level 40", "nps", "cores", "protover"];
    let boards = vec![
        "k11/12/12/12/12/12/12/6N5/12/12/12/11K w 0 1",
        "12/12/12/12/12/6k5/6+e5/6N5/12/12/12/11K b - 0 1",
        "12/12/12/12/12/12/12/12/12/12/12/12 w",
        "13/12 w",
        "k11/12/12/12/12/12/12/12/12/12/12/R10K",
    ];
    prop_oneof![
        8 => prop::sample::select(words).prop_map(|word| word.as_bytes().to_vec()),
        3 => (prop::sample::select(numbered), number()).prop_map(|(word, n)| format!("{word} {n}").into_bytes()),
        6 => mv().prop_map(|mv| format!("usermove {mv}").into_bytes()),
        1 => mv().prop_map(String::into_bytes),
        2 => prop::sample::select(boards).prop_map(|fen| format!("setboard {fen}").into_bytes()),
        1 => "setboard [a-zA-Z0-9+/ -]{0,60}".prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..40),
        1 => (1..2000usize).prop_map(|n| vec![b'a'; n * 50]),
    ]
}

fn usi_line() -> impl Strategy<Value = Vec<u8>> {
    let words = vec![
        "usi",
        "isready",
        "usinewgame",
        "position startpos",
        "position startpos moves 7i7h 6d6e",
        "position sfen 12/12/12/12/12/6k5/6+e5/6N5/12/12/12/11K b - 1",
        "position sfen 12/12/12/12/12/12/12/12/12/12/12/12 w - 1 moves",
        "position fen x",
        "go depth 2",
        "go nodes 50",
        "go movetime 1",
        "go infinite",
        "go ponder depth 1",
        "go mate 5",
        "go searchmoves 7i7h",
        "go searchmoves",
        "stop",
        "ponderhit",
        "gameover win",
        "setoption name USI_MultiPV value 3",
        "setoption name USI_MultiPV value 0",
        "setoption name USI_Ponder value true",
        "setoption name Rules value jcsa",
        "setoption name Rules value x",
        "setoption name USI_Variant value paulowich",
        "setoption name USI_Variant value chushogi",
        "setoption name",
        "xboard",
        "ping 3",
    ];
    prop_oneof![
        8 => prop::sample::select(words).prop_map(|word| word.as_bytes().to_vec()),
        2 => (number(), number()).prop_map(|(b, w)| format!("go depth 1 btime {b} wtime {w}").into_bytes()),
        2 => mv().prop_map(|mv| format!("position startpos moves {mv}").into_bytes()),
        1 => "position sfen [a-zA-Z0-9+/ -]{0,60}".prop_map(String::into_bytes),
        1 => "setoption name [a-zA-Z_ ]{0,20} value [a-z0-9]{0,5}".prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..40),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    /// Whatever comes in, the loop ends with the input and says only what CECP knows.
    #[test]
    fn any_input_is_survived(lines in prop::collection::vec(line(), 0..60)) {
        let mut input = b"xboard\n".to_vec();
        input.extend_from_slice(&lines.join(&b'\n'));
        input.extend_from_slice(b"\nping last\n");
        let output = answer_all(&input);
        prop_assert!(output.iter().any(|line| line == "pong last"));
        for line in &output {
            prop_assert!(!line.chars().any(char::is_control), "{line:?}");
            let known = ["pong ", "feature ", "Error (", "Illegal move (", "telluser ", "tellusererror ", "move ", "resign",
                "info string ", "stat01: ", "1-0 {", "0-1 {", "1/2-1/2 {"];
            let thought = line.split(' ').take(4).all(|word| word.parse::<i64>().is_ok());
            prop_assert!(thought || known.iter().any(|start| line.starts_with(start)), "{line:?}");
        }
    }
    /// The same for USI.
    #[test]
    fn any_input_in_usi_is_survived(lines in prop::collection::vec(usi_line(), 0..40)) {
        let mut input = b"usi\n".to_vec();
        input.extend_from_slice(&lines.join(&b'\n'));
        input.extend_from_slice(b"\nisready\n");
        let output = answer_all(&input);
        prop_assert!(output.iter().any(|line| line == "readyok"));
        for line in &output {
            prop_assert!(!line.chars().any(char::is_control), "{line:?}");
            let known = ["id ", "option ", "usiok", "readyok", "info ", "bestmove ", "checkmate "];
            prop_assert!(known.iter().any(|start| line.starts_with(start)), "{line:?}");
        }
    }
}
