//! The command line: answers, exit statuses, help, a game in the terminal.

use crate::support::START;
use crate::support::batch::{Run, run};

/// Commands that answer every input line with one line.
const BATCH: [&str; 4] = ["moves", "status", "explain", "position"];

const COMMANDS: [&str; 12] = [
    "perft", "moves", "status", "explain", "position", "bench", "setup", "play", "rules", "datagen", "tune", "weights",
];

fn lines(run: &Run) -> Vec<&str> {
    run.stdout.lines().collect()
}

#[test]
fn help_everywhere() {
    let top = run(&["--help"], "");
    assert_eq!(top.code, Some(0));
    for command in COMMANDS {
        assert!(top.stdout.contains(command), "{command} is not in the help:\n{}", top.stdout);
        let help = run(&[command, "--help"], "");
        assert_eq!(help.code, Some(0), "{command} --help");
        assert!(help.stdout.contains("Usage"), "{command} --help:\n{}", help.stdout);
        assert!(help.stderr.is_empty(), "{}", help.stderr);
    }
}

#[test]
fn version() {
    let run = run(&["--version"], "");
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.contains(env!("CARGO_PKG_VERSION")), "{}", run.stdout);
}

/// Exit status 2, nothing on standard output.
#[test]
fn wrong_usage() {
    for arguments in [
        &["nonsense"][..],
        &["perft"],
        &["perft", "x"],
        &["perft", "-1"],
        &["perft", "99999999999999999999"],
        &["perft", "1", "--count", "x"],
        &["perft", "1", "--end", "x"],
        &["perft", "1", "--nonsense"],
        &["perft", "1", "--rules", "nonsense"],
        &["moves", "--rules", "historic:no.flag=1"],
        &["moves", "--rules", "historic:promo.mode=x"],
        &["moves", "--notation", "x"],
        &["moves", "--variant", "x"],
        &["position", "--format", "x"],
        &["bench", "x"],
        &["datagen"],
        &["datagen", "games", "--random", "12-8"],
        &["datagen", "games", "--threads", "0"],
        &["datagen", "Cargo.toml", "--info"],
        &["bench", "--threads", "0"],
        &["tune"],
        &["tune", "Cargo.toml"],
        &["tune", "--variant", "whale", "Cargo.toml"],
        &["--nonsense"],
    ] {
        let run = run(arguments, "");
        assert_eq!(run.code, Some(2), "{arguments:?}: {}", run.stderr);
        assert!(run.stdout.is_empty(), "{arguments:?}: {}", run.stdout);
        assert!(!run.stderr.is_empty(), "{arguments:?}");
    }
}

/// A wrong rule set is named, with what is wrong about it.
#[test]
fn errors_of_rule_sets_name_the_flag() {
    for (rules, words) in [
        ("nonsense", "nonsense"),
        ("historic:no.flag=1", "no.flag"),
        ("historic:promo.mode=x", "promo.mode"),
        ("historic:end.ply_cap=-1", "end.ply_cap"),
        ("historic:lion.foot", "lion.foot"),
    ] {
        let run = run(&["moves", "--rules", rules], START);
        assert_eq!(run.code, Some(2), "{rules}");
        assert!(run.stderr.contains(words), "{rules}: {}", run.stderr);
    }
}

#[test]
fn empty_input_gives_empty_output() {
    for command in BATCH {
        let run = run(&[command], "");
        assert_eq!(run.code, Some(0), "{command}");
        assert_eq!(run.stdout, "", "{command}");
    }
}

/// One answer for each line, wrong and blank ones included; then exit status 1.
#[test]
fn one_answer_for_each_line() {
    let input = format!("{START}\n\nnonsense\nstartpos\n{START} moves 7i7h\nstartpos moves 7i7g");
    for command in ["moves", "status", "position"] {
        let run = run(&[command], input.clone());
        let answers = lines(&run);
        assert_eq!(answers.len(), 6, "{command}: {answers:?}");
        let errors: Vec<bool> = answers.iter().map(|answer| answer.starts_with("error: ")).collect();
        assert_eq!(errors, [false, true, true, false, false, true], "{command}: {answers:?}");
        assert_eq!(answers[0], answers[3], "{command}: startpos is the start position");
        assert_eq!(run.code, Some(1), "{command}");
    }
    // The last line counts without a line end too, and Windows line ends change nothing.
    let run = run(&["status"], "startpos\r\n\r\nstartpos");
    assert_eq!(lines(&run)[0], "playing");
    assert!(lines(&run)[1].starts_with("error: "));
    assert_eq!(lines(&run)[2], "playing");
}

#[test]
fn explain_answers_every_probe() {
    let input = "startpos probe 7i7h\nstartpos probe 7i7g\nstartpos probe zzz\nstartpos probe\nstartpos\n\
                 startpos moves 7i7h probe 6d6e\nstartpos probe f4f5\nstartpos moves x probe 7i7h\n\nnonsense probe 7i7h\n";
    let run = run(&["explain"], input);
    let answers = lines(&run);
    assert_eq!(answers.len(), 10, "{answers:?}");
    for (index, start) in
        ["legal", "illegal: ", "illegal: ", "error: ", "error: ", "legal", "legal", "error: ", "error: ", "error: "]
            .iter()
            .enumerate()
    {
        assert!(answers[index].starts_with(start), "line {}: {}", index + 1, answers[index]);
    }
    assert_eq!(run.code, Some(1));
}

/// Results in words, with the section behind them (chu-rules §6).
#[test]
fn status_tells_results_in_words() {
    let lines = [
        "k11/12/12/12/12/12/12/12/12/12/12/R10K b - 1 moves 12l12a",
        "11K/12/12/12/12/12/12/12/12/12/pp10/kp10 w - 1",
        "k11/12/12/12/12/12/12/12/12/12/12/11K b - 1",
        "k11/12/12/12/12/12/12/12/12/12/12/GG9K b - 1",
        "startpos",
    ];
    let run = run(&["status", "--words", "--rules", "jcsa"], lines.join("\n"));
    let words = [
        "Black wins: White has lost the last royal (chu-rules §6.2)",
        "Black wins: White has no legal move (chu-rules §6.3)",
        "draw: both sides are bare (chu-rules §6.5)",
        "Black wins: White is bare (chu-rules §6.4)",
        "playing",
    ];
    assert_eq!(self::lines(&run), words);
}

/// The reason names what is wrong and where.
#[test]
fn explain_names_rule_and_squares() {
    let input = "k11/12/12/12/4B2l4/4S7/5N6/7n4/12/12/12/11K b - 1 probe 7g5h\n\
                 k11/12/12/12/p4+d6/4N7/3G8/11P/12/12/12/11K w 2k 1 probe 7e8f9g\n\
                 startpos moves 4h4g 9e9f 4g4h probe 9f9e\n\
                 startpos probe 7l7k\n";
    let run = run(&["explain", "--rules", "historic"], input);
    let answers = lines(&run);
    assert!(answers[0].starts_with("illegal: ") && answers[0].contains("5h"), "{}", answers[0]);
    assert!(answers[1].starts_with("illegal: ") && answers[1].contains("8f"), "{}", answers[1]);
    assert!(answers[2].starts_with("illegal: ") && answers[2].contains("repe"), "{}", answers[2]);
    assert!(answers[3].starts_with("illegal: ") && answers[3].contains("7k"), "{}", answers[3]);
    assert_eq!(run.code, Some(0), "illegal is an answer, not an error");
}

/// An error tells which field is wrong.
/// What is wrong is repeated, but not at any length.
#[test]
fn long_words_are_not_repeated_whole() {
    let long = "x".repeat(10_000);
    for (variant, words) in [
        ("chu", [format!("startpos moves {long}"), format!("{long} b - 1")]),
        ("heisei", [format!("startpos moves L*{long}"), format!("startpos moves {long}")]),
        ("whale", [format!("startpos moves {long}"), format!("{long} b - 1")]),
        ("taikyoku", [format!("startpos moves {long}"), format!("{long} b 1")]),
    ] {
        for line in words {
            let run = run(&["position", "--variant", variant], format!("{line}\n"));
            assert!(run.code == Some(1) && run.stdout.starts_with("error: "), "{variant}: {}", run.stdout);
            assert!(run.stdout.len() < 300, "{variant}: {} bytes", run.stdout.len());
        }
    }
}

#[test]
fn position_errors_name_the_field() {
    for (text, word) in [
        ("k11/12/12 b - 1", "rank"),
        ("k12/12/12/12/12/12/12/12/12/12/12/11K b - 1", "rank"),
        ("z11/12/12/12/12/12/12/12/12/12/12/11K b - 1", "z"),
        ("+k11/12/12/12/12/12/12/12/12/12/12/11K b - 1", "k"),
        ("k11/12/12/12/12/12/12/12/12/12/12/11K x - 1", "side"),
        ("k11/12/12/12/12/12/12/12/12/12/12/11K b 13a 1", "13a"),
        ("k11/12/12/12/12/12/12/12/12/12/12/11K b - one", "one"),
    ] {
        let run = run(&["position"], format!("{text}\n"));
        assert!(run.stdout.starts_with("error: "), "{text}: {}", run.stdout);
        assert!(run.stdout.to_lowercase().contains(word), "{text}: {word} is not in {}", run.stdout);
        assert_eq!(run.code, Some(1));
    }
}

#[test]
fn short_positions_are_completed() {
    let run = run(&["position"], "k11/12/12/12/12/12/5N6/12/12/12/12/11K b\n");
    assert_eq!(run.stdout, "k11/12/12/12/12/12/5N6/12/12/12/12/11K b - 1\n");
}

/// Any number of pieces, no royals, nothing at all: all are positions.
#[test]
fn odd_positions_are_accepted() {
    let full = "N".repeat(12) + "/";
    let input = format!("12/12/12/12/12/12/12/12/12/12/12/12 b - 1\n{} w - 1\n", full.repeat(12).trim_end_matches('/'));
    let run = run(&["position"], input.clone());
    assert_eq!(run.stdout, input);
    assert_eq!(run.code, Some(0));
}

#[test]
fn no_moves_are_a_dash() {
    let run = run(&["moves"], "KL10/PP10/12/12/12/12/12/12/12/12/12/11k b - 1\n");
    assert_eq!(run.stdout, "-\n");
}

/// Notations of the same list; each is sorted as bytes.
#[test]
fn notations_of_moves() {
    // A lone lion on 7g beside a pawn on 7f, chosen for an igui, hits and runs, and a pass.
    let position = "k11/12/12/12/12/5p6/5N6/12/12/12/12/11K b - 1\n";
    let list = |notation: &str| {
        let run = run(&["moves", "--notation", notation], position);
        let moves: Vec<String> = run.stdout.trim_end().split(' ').map(str::to_owned).collect();
        assert!(moves.is_sorted(), "{notation}: {moves:?}");
        moves
    };
    let usi = list("usi");
    // 24 squares for the lion, one igui, 7 squares after the pawn besides the origin, a pass, three king steps.
    assert_eq!(usi.len(), 24 + 1 + 7 + 1 + 3);
    for text in ["7g7f", "7g7f7g", "7g7f7e", "7g6e", "1l1k"] {
        assert!(usi.iter().any(|have| have == text), "{text} is not in {usi:?}");
    }
    let cecp = list("cecp");
    assert_eq!(cecp.len(), usi.len());
    for text in ["f6f7", "f6f7,f7f6", "f6f7,f7f8", "f6g8", "l1l2", "@@@@"] {
        assert!(cecp.iter().any(|have| have == text), "{text} is not in {cecp:?}");
    }
}

#[test]
fn bench_is_reproducible() {
    let nodes = || {
        let run = run(&["bench", "2"], "");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let last = run.stdout.lines().last().unwrap_or("").to_owned();
        let words: Vec<&str> = last.split(' ').collect();
        assert!(words.len() == 5 && words[0] == "Bench:" && words[2] == "nodes" && words[4] == "nps", "{last}");
        words[1].parse::<u64>().expect("a count")
    };
    let first = nodes();
    assert!(first > 0);
    assert_eq!(first, nodes());
}

#[test]
fn bench_takes_threads() {
    let run = run(&["bench", "2", "--threads", "2"], "");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.lines().last().is_some_and(|last| last.starts_with("Bench: ")), "{}", run.stdout);
}

#[test]
fn setup_prints_the_start_position() {
    let run = run(&["setup"], "");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.lines().any(|line| line.contains(START)), "{}", run.stdout);
}

/// The boards that `play` draws with letters: twelve lines each, `RANK | ...`.
fn boards(output: &str) -> Vec<Vec<&str>> {
    let rank = |line: &&str| line.trim_start().get(1..3) == Some(" |");
    let ranks: Vec<&str> = output.lines().filter(rank).map(str::trim).collect();
    assert_eq!(ranks.len() % 12, 0, "{output}");
    ranks.chunks(12).map(<[&str]>::to_vec).collect()
}

fn play(script: &str) -> String {
    let run = run(&["play", "--depth", "1", "--style", "letters"], script);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run.stdout
}

/// A game in the terminal, from a script.
#[test]
fn play_takes_moves_in_both_spellings() {
    let start = play("");
    let start = boards(&start);
    assert_eq!(start.len(), 1);
    let (usi, cecp) = (play("7i7h\nquit\n"), play("f4f5\nquit\n"));
    let (usi, cecp) = (boards(&usi), boards(&cecp));
    assert_eq!(usi[1], cecp[1], "7i7h is f4f5");
    assert_ne!(usi[1], start[0]);
    assert_eq!(usi.len(), 3, "the start, the move, the answer");
}

#[test]
fn play_undo_moves_hint_and_flip() {
    let text = play("moves\n7i7h\nundo\nmoves\nhint\nquit\n");
    let lists: Vec<&str> = text.lines().filter(|line| line.split(' ').count() == 36).collect();
    assert_eq!(lists.len(), 2, "two lists of the 36 moves of the start: {text}");
    assert_eq!(lists[0], lists[1], "undo takes back the move and its answer");
    let boards = boards(&text);
    assert_eq!(boards.last(), boards.first());
    let hint = text.lines().last().unwrap_or("");
    assert!(lists[0].split(' ').any(|text| hint.starts_with(text)), "{hint} is no legal move");

    let text = play("flip\nquit\n");
    let boards = self::boards(&text);
    assert!(boards[0][0].starts_with('a') && boards[1][0].starts_with('l'), "{text}");
}

#[test]
fn play_explains_what_is_not_possible() {
    let text = play("7i7g\nnonsense\n7a7b\n\nquit\n");
    assert_eq!(boards(&text).len(), 1, "nothing was played: {text}");
    assert_eq!(text.lines().filter(|line| line.starts_with("Not possible: ")).count(), 3, "{text}");
    for word in ["7i", "nonsense", "7a"] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn play_draws_kanji() {
    let run = run(&["play", "--style", "kanji"], "quit\n");
    for kanji in ["獅", "麒", "鳳", "象", "歩"] {
        assert!(run.stdout.contains(kanji), "{kanji}:\n{}", run.stdout);
    }
}

#[test]
fn settings_file_errors_name_the_file_and_the_line() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong.ini");
    std::fs::write(&file, "[engine]\n\nhsah = 64\n").expect("a file for the test");
    let file = file.to_str().expect("a path that is text");
    let wrong = run(&["--config", file, "moves"], START);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.stderr.contains("wrong.ini: line 3: unknown key 'hsah' in [engine]"), "{}", wrong.stderr);
    std::fs::write(file, "[chu.eval]\ntempo = much\n").expect("a file for the test");
    let wrong = run(&["--config", file, "moves"], START);
    assert!(wrong.stderr.contains("wrong.ini: line 2: 'tempo' cannot be 'much'"), "{}", wrong.stderr);
    let missing = run(&["--config", "no such file", "moves"], START);
    assert_eq!(missing.code, Some(2));
    assert!(missing.stderr.contains("no such file"), "{}", missing.stderr);
}

/// The shipped settings with every default taken out of its comment: nothing changes.
#[test]
fn shipped_settings_hold_the_defaults() {
    let shipped = include_str!("../../engine.ini");
    let spelt_out: Vec<&str> = shipped
        .lines()
        .map(|line| match line.strip_prefix(';') {
            Some(rest) if rest.contains(" = ") && !rest.starts_with(' ') => rest,
            _ => line,
        })
        .collect();
    assert!(spelt_out.iter().zip(shipped.lines()).filter(|(new, old)| **new != *old).count() >= 4);
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("defaults.ini");
    std::fs::write(&file, spelt_out.join("\n")).expect("a file for the test");
    let file = file.to_str().expect("a path that is text");
    let nodes = |arguments: &[&str]| {
        let run = run(arguments, "");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run.stdout.split_whitespace().rev().nth(3).map(str::to_owned)
    };
    assert_eq!(nodes(&["bench", "3", "--config", file]), nodes(&["bench", "3"]));
}

/// A file of the printed weights changes nothing; a changed one does, and what is printed then has the change.
#[test]
fn weights_are_printed_as_settings() {
    let printed = |arguments: &[&str]| {
        let run = run(arguments, "");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run.stdout
    };
    let write = |name: &str, text: &str| {
        let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&file, text).expect("a file for the test");
        file.to_str().expect("a path that is text").to_owned()
    };
    let nodes = |arguments: &[&str]| {
        printed(arguments).split_whitespace().rev().nth(3).and_then(|nodes| nodes.parse::<u64>().ok())
    };
    for (variant, depth) in [("chu", "3"), ("heisei", "2"), ("whale", "3"), ("paulowich", "3"), ("taikyoku", "1")] {
        let weights = printed(&["weights", "--variant", variant]);
        assert!(weights.starts_with(&format!("[{variant}.eval]\n; The evaluation")), "{weights}");
        let file = write(&format!("weights-{variant}.ini"), &weights);
        let bench = ["bench", depth, "--variant", variant];
        let found = nodes(&bench);
        assert!(found.is_some());
        assert_eq!(nodes(&[&bench[..], &["--config", &file]].concat()), found, "{variant}");
        let line = weights.lines().find(|line| line.starts_with("tempo = ")).expect("a tempo");
        let changed = weights.replace(line, "tempo = 77");
        let file = write(&format!("weights-{variant}-changed.ini"), &changed);
        assert_eq!(printed(&["weights", "--variant", variant, "--config", &file]), changed);
    }
}
