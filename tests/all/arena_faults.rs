//! Matches with engines of every fault: the right result, and a report.

use crate::support::batch::{self, Run};
use crate::support::matches::{folder, play, split};
use crate::support::scripted;
use shishi::arena::entry::{Cause, GameLine, GameResult};
use shishi::games::chu::ChuRules;
use shishi::games::{Chu, Variant};
use shishi::notation::PositionFormat;
use shishi::position::Position;

/// Two games of an engine that goes wrong by a script against the program itself, one with each colour.
fn scripted_games(script: &str, limit: &str) -> (Vec<GameLine>, Run) {
    let folder = folder(&script.replace(|c: char| !c.is_ascii_alphanumeric(), "-"));
    let mut words = scripted::words("script", script);
    words.extend(split(limit));
    words.extend(split("-engine cmd=self name=sound depth=1 -openings format=start -recover"));
    let (mut games, run) = play(&folder.join("log.jsonl"), &words);
    games.sort_by_key(|game| game.game);
    assert_eq!(games.len(), 2, "{}", run.stderr);
    (games, run)
}

/// The scripted engine loses both games at its third move, for this cause; the report has what it takes.
fn loses(script: &str, limit: &str, cause: Cause, in_report: &str) {
    let (games, run) = scripted_games(script, limit);
    for (game, (result, moves)) in games.iter().zip([(GameResult::Second, 4), (GameResult::First, 5)]) {
        assert_eq!((game.result, game.cause, game.moves.len()), (result, cause, moves), "{script}: {}", game.reason);
        let report = game.report.as_deref().unwrap_or_else(|| panic!("{script}: no report: {}", game.reason));
        // The position as a board and as text, and what was said last.
        let mut position = Chu::start(&ChuRules::default());
        for text in &game.moves {
            let mv = Chu::parse_move(&position, text).expect("a move");
            position.make(mv, &mut ());
        }
        let sfen = Chu::write_position(&position, PositionFormat::Sfen, game.moves.len());
        assert!(report.contains(&sfen) && report.contains("last line sent: "), "{script}: {report}");
        assert!(report.contains(in_report), "{script}: no {in_report:?} in {report}");
        assert!(run.stderr.contains(&game.reason), "{script}: {}", run.stderr);
    }
    assert_eq!(run.code, Some(0), "{script}: {}", run.stderr);
    assert!(run.stdout.contains("Score of script vs sound: 0 - 2 - 0"), "{script}: {}", run.stdout);
}

const DEPTH: &str = "depth=1";

#[test]
fn an_engine_that_crashes_loses() {
    loses("xboard:crash", DEPTH, Cause::Crash, "script crashed (");
    loses("usi:crash", DEPTH, Cause::Crash, "script crashed (");
}

#[test]
fn an_engine_that_ends_loses() {
    loses("xboard:exit", DEPTH, Cause::Crash, "script crashed (");
    loses("usi:exit", DEPTH, Cause::Crash, "script crashed (");
}

#[test]
fn an_engine_that_hangs_loses() {
    loses("xboard:hang", "depth=1 hang=0.7", Cause::Hang, "made no move for 0.7 s");
    loses("usi:hang", "depth=1 hang=0.7", Cause::Hang, "made no move for 0.7 s");
}

#[test]
fn an_engine_that_is_late_loses() {
    loses("xboard:late", "st=0.3", Cause::Time, "loses on time (0.3 s)");
    loses("usi:late", "tc=inf st=0.3", Cause::Time, "loses on time (0.3 s)");
}

#[test]
fn a_late_move_is_none_of_the_next_game() {
    // Both games are lost on time, and not the second by the move that belonged to the first.
    loses("xboard:busy", "st=0.3", Cause::Time, "loses on time (0.3 s)");
    loses("usi:busy", "st=0.3", Cause::Time, "loses on time (0.3 s)");
}

#[test]
fn an_engine_that_ends_is_missed_though_its_child_lives_on() {
    loses("xboard:orphan", "depth=1 hang=4", Cause::Crash, "script crashed (");
    loses("usi:orphan", "depth=1 hang=4", Cause::Crash, "script crashed (");
}

#[test]
fn what_engines_say_is_repeated_without_control_characters_and_not_at_any_length() {
    for script in ["xboard:bell", "usi:bell"] {
        let (games, run) = scripted_games(script, DEPTH);
        for game in &games {
            assert_eq!(game.cause, Cause::IllegalMove, "{}", run.stderr);
            assert!(game.reason.contains("script plays the illegal move \u{fffd}"), "{}", game.reason);
            assert!(!game.reason.contains(char::is_control) && game.reason.chars().count() < 400, "{}", game.reason);
        }
        let printable = |c: char| c == '\n' || !c.is_control();
        assert!(run.stderr.chars().all(printable), "{:?}", run.stderr);
    }
}

#[test]
fn options_that_would_not_be_set_are_refused() {
    let refused = |engine: Vec<String>, part: &str| {
        let mut words = vec!["match".to_owned()];
        words.extend(engine);
        words.extend(split("depth=1 -engine cmd=self name=sound depth=1 -openings format=start"));
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let run = batch::run(&words, "");
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        assert!(run.stderr.contains(part), "no {part:?}: {}", run.stderr);
    };
    for script in ["xboard:none", "usi:none"] {
        let mut words = scripted::words("script", script);
        words.push("option.Contempt=5".to_owned());
        refused(words, "engine script has no option 'Contempt'");
    }
    let mut words = scripted::words("script", "xboard:options");
    words.push("option.Style=wild".to_owned());
    refused(words, "engine script refuses an option: Error (not a style): option Style=wild");
    for protocol in ["xboard", "usi"] {
        // More threads than there are are no less refused than other options: the log would say what is not so. (More
        // memory than there is is for the script: a machine may have it.)
        for option in ["rules=jcsa:foo=1", "threads=300"] {
            let words = format!("-engine cmd=self name=odd {option} proto={protocol}");
            refused(split(&words), "engine odd refuses an option: ");
        }
    }
    for (script, option, part) in [
        ("xboard:memory", "memory=128", "engine script refuses an option: telluser memory 128: 64 MB is the most"),
        ("xboard:cores", "threads=3", "engine script refuses an option: Error (no such machine): cores 3"),
    ] {
        let mut words = scripted::words("script", script);
        words.push(option.to_owned());
        refused(words, part);
    }
}

/// A file of games that could not be written is refused before anything is begun.
#[test]
fn games_without_a_notation_for_their_file_are_refused() {
    let folder = folder("no-notation");
    let (log, pgn) = (folder.join("log.jsonl"), folder.join("games.pgn"));
    let mut words = split("match -variant taikyoku -engine cmd=self name=a -engine cmd=self name=b -each depth=1 -log");
    words.push(log.display().to_string());
    words.push("-pgnout".to_owned());
    words.push(pgn.display().to_string());
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let run = batch::run(&words, "");
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("Taikyoku Shogi is not written in the format 'pgn'"), "{}", run.stderr);
    assert!(!log.exists() && !pgn.exists());
}

#[test]
fn a_match_of_very_many_games_may_be_begun() {
    let folder = folder("many");
    let mut words = scripted::words("script", "xboard:exit");
    words.extend(split("depth=1 -engine cmd=self depth=1 -rounds 500000000"));
    let (games, run) = play(&folder.join("log.jsonl"), &words);
    // It ends with the first crash, since there is no -recover.
    assert_eq!((games.len(), run.code), (1, Some(1)), "{}", run.stderr);
}

#[test]
fn an_illegal_move_loses() {
    loses("xboard:illegal", DEPTH, Cause::IllegalMove, "heard: move a1a9");
    loses("usi:illegal", DEPTH, Cause::IllegalMove, "heard: bestmove 12l12d");
    loses("xboard:nonsense", DEPTH, Cause::IllegalMove, "xyzzy");
    loses("usi:nonsense", DEPTH, Cause::IllegalMove, "illegal move \u{1F981}");
    loses("usi:empty", DEPTH, Cause::IllegalMove, "heard: bestmove");
}

#[test]
fn a_legal_move_must_be_taken() {
    loses("xboard:refuse", DEPTH, Cause::Refusal, "which is legal: Illegal move (no such piece): a1a2");
}

#[test]
fn a_false_claim_loses_and_a_true_one_gives_up() {
    // "White has won" is false in the first game, where the engine is White, and gives up the second.
    let (games, run) = scripted_games("xboard:win", DEPTH);
    let ends: Vec<_> = games.iter().map(|game| (game.result, game.cause)).collect();
    let right = [(GameResult::Second, Cause::FalseClaim), (GameResult::First, Cause::Resignation)];
    assert_eq!(ends, right, "{}", run.stderr);
    assert!(games[0].reason.contains("1-0 {White mates}"), "{}", games[0].reason);
    // "White has lost" gives up the first game.
    let (games, run) = scripted_games("xboard:lose", DEPTH);
    let ends: Vec<_> = games.iter().map(|game| (game.result, game.cause)).collect();
    let right = [(GameResult::Second, Cause::Resignation), (GameResult::First, Cause::FalseClaim)];
    assert_eq!(ends, right, "{}", run.stderr);
    loses("xboard:draw", DEPTH, Cause::FalseClaim, "1/2-1/2 {repetition}");
    loses("usi:win", DEPTH, Cause::FalseClaim, "bestmove win");
}

#[test]
fn an_engine_that_moves_out_of_turn_loses() {
    let (games, run) = scripted_games("xboard:twice", DEPTH);
    for (game, result) in games.iter().zip([GameResult::Second, GameResult::First]) {
        // Its second move may come while the opponent thinks, or when that has moved already.
        assert_eq!((game.result, game.cause), (result, Cause::IllegalMove), "{}; {}", game.reason, run.stderr);
    }
}

#[test]
fn an_engine_may_resign_and_print_garbage() {
    for script in ["xboard:resign", "usi:resign", "xboard:garbage", "usi:garbage"] {
        let (games, run) = scripted_games(script, DEPTH);
        for (game, (result, moves)) in games.iter().zip([(GameResult::Second, 4), (GameResult::First, 5)]) {
            let found = (game.result, game.cause, game.moves.len());
            assert_eq!(found, (result, Cause::Resignation, moves), "{script}: {}; {}", game.reason, run.stderr);
            assert_eq!(game.report, None, "{script}");
        }
    }
}

#[test]
fn without_recover_a_crash_ends_the_match() {
    let folder = folder("no-recover");
    let mut words = scripted::words("script", "xboard:exit");
    words.extend(split("depth=1 -engine cmd=self depth=1 -rounds 5"));
    let (games, run) = play(&folder.join("log.jsonl"), &words);
    assert_eq!((games.len(), run.code), (1, Some(1)), "{}", run.stderr);
    assert_eq!(games[0].cause, Cause::Crash);
}

/// A program that ends its output and lives on.
#[cfg(unix)]
#[test]
fn an_engine_that_closes_its_output_loses() {
    let folder = folder("closed");
    let script = "read a; read b; echo 'feature ping=1 myname=\"Mute\" done=1'; while read w n; do \
                  case $w in ping) echo pong $n;; go) exec >&-;; quit) exit;; esac; done";
    let mut words = split("-engine name=mute cmd=sh proto=xboard depth=1 arg=-c");
    words.push(format!("arg={script}"));
    words.extend(split("-engine cmd=self name=sound depth=1 -openings format=start -recover"));
    let (games, run) = play(&folder.join("log.jsonl"), &words);
    assert_eq!(games.len(), 2, "{}", run.stderr);
    for game in &games {
        assert_eq!((game.cause, game.reason.as_str()), (Cause::Crash, "mute closed its output"), "{}", run.stderr);
        assert_eq!(game.result, if game.players[0] == 0 { GameResult::Second } else { GameResult::First });
        assert!(
            game.report.as_deref().is_some_and(|report| report.contains("last line sent: go")),
            "{:?}",
            game.report
        );
    }
}

/// Engines that write more than can be read: on `quit`, all the time, or that do not listen to `quit` at all.
#[test]
fn engines_that_do_not_end_are_ended() {
    for script in ["xboard:flood", "usi:flood", "xboard:stubborn", "usi:stubborn"] {
        let (games, run) = scripted_games(script, DEPTH);
        assert_eq!(run.code, Some(0), "{script}: {}", run.stderr);
        assert!(games.iter().all(|game| game.result != GameResult::Unfinished), "{script}: {}", run.stderr);
    }
    // It cannot be asked whether it is ready either.
    let (games, run) = scripted_games("xboard:deaf flood", "depth=1 hang=3");
    assert_eq!((games.len(), run.code), (2, Some(0)), "{}", run.stderr);
}

#[cfg(unix)]
mod signals {
    //! What a match or a run of `datagen` leaves behind, and when it ends.

    use crate::support::matches::{folder, play, split};
    use shishi::arena::entry::Cause;
    use std::fs;
    use std::path::Path;
    use std::process::{Child, Command, Output, Stdio};
    use std::thread;
    use std::time::Duration;

    const PROGRAM: &str = env!("CARGO_BIN_EXE_shishi");

    /// Whether the process with the number in this file is alive. One that nobody has waited for yet is not.
    fn lives(file: &Path) -> bool {
        let id = fs::read_to_string(file).expect("the number of a process");
        let state = Command::new("ps").args(["-o", "stat=", "-p", id.trim()]).output().expect("ps");
        let state = String::from_utf8_lossy(&state.stdout).trim().to_owned();
        !state.is_empty() && !state.starts_with('Z')
    }

    /// Engines behind a shell that stays, with a process beside them.
    #[test]
    fn nothing_that_an_engine_has_started_lives_on() {
        for (name, protocol, tail) in [
            // The engine ends when it is told to; what it has started does not.
            ("ends", "xboard", "PROGRAM; exit"),
            ("ends-usi", "usi", "PROGRAM; exit"),
            // The shell ends with the engine still running.
            ("orphan", "xboard", "exec 3<&0; (PROGRAM; sleep 1000) <&3 & wait"),
            // Nobody listens: a game is lost by a hang.
            ("hangs", "xboard", "printf 'feature done=1\\n'; sleep 1000; exit"),
        ] {
            let folder = folder(&format!("family-{name}"));
            let file = folder.join("pid");
            let script = format!("sleep 1000 & echo $! >'{}'; {}", file.display(), tail.replace("PROGRAM", PROGRAM));
            let hang = if name == "hangs" { 1 } else { 100 };
            let mut words = split(&format!("-engine cmd=sh name=shell proto={protocol} depth=1 hang={hang} arg=-c"));
            words.push(format!("arg={script}"));
            words.extend(split("-engine cmd=self depth=1 -variant whale -recover"));
            let (games, run) = play(&folder.join("log.jsonl"), &words);
            assert_eq!(games.len(), 2, "{name}: {}", run.stderr);
            let hangs = games.iter().all(|game| game.cause == Cause::Hang);
            assert_eq!(hangs, name == "hangs", "{name}: {}", run.stderr);
            assert!(!lives(&file), "{name}: what the engine has started lives on");
        }
    }

    fn start(arguments: &[String]) -> Child {
        let mut command = Command::new(PROGRAM);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the program")
    }

    fn send(child: &Child, signal: &str) {
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()));
    }

    /// Waits until the file is there, which tells that the program has come so far.
    fn wait_for(file: &Path, child: &mut Child) {
        while !file.exists() {
            assert!(child.try_wait().expect("a child").is_none(), "it has ended before {}", file.display());
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// What is interrupted at the moment at which `mark` appears ends as an interrupted program does.
    fn is_interrupted(arguments: &[String], mark: &Path, signal: &str) -> Output {
        let mut child = start(arguments);
        wait_for(mark, &mut child);
        send(&child, signal);
        let output = child.wait_with_output().expect("its end");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.contains("interrupted"), "{arguments:?}: {said}");
        output
    }

    /// The words of a match of an engine that is a shell script, which makes the file `mark` at some point.
    fn script_match(folder: &Path, script: &str, rest: &str) -> Vec<String> {
        let mut words = split("match -engine cmd=sh name=shell proto=xboard depth=1 arg=-c");
        words.push(format!("arg={}", script.replace("MARK", &folder.join("mark").display().to_string())));
        words.extend(split("-engine cmd=self depth=1"));
        words.extend(split(rest));
        words
    }

    #[test]
    fn a_match_is_interrupted_wherever_it_waits() {
        // In the greeting, for which an engine may ask for ten minutes.
        let place = folder("signal-greeting");
        let script = "echo feature done=0; : >'MARK'; sleep 1000";
        for signal in ["-INT", "-TERM"] {
            let _ = fs::remove_file(place.join("mark"));
            is_interrupted(&script_match(&place, script, ""), &place.join("mark"), signal);
        }
        // In the benchmark, which the profile of an engine of this name has.
        let place = folder("signal-bench");
        let script = "case $* in *bench*) : >'MARK'; sleep 1000;; *) read a; read b; \
                      echo 'feature ping=1 myname=\"Shishi\" done=1'; read c;; esac";
        let mut words = script_match(&place, script, "");
        // The arguments of the benchmark are those of the script.
        let at = words.iter().position(|word| word == "arg=-c").expect("the script") + 2;
        words.insert(at, "arg=sh".to_owned());
        is_interrupted(&words, &place.join("mark"), "-INT");
        // While an opening is looked for. The log is opened before that.
        let place = folder("signal-opening");
        let log = place.join("log.jsonl");
        let mut words = split("match -engine cmd=self depth=1 -engine cmd=self depth=1 -openings plies=8 depth=20");
        words.extend(["-log".to_owned(), log.display().to_string()]);
        is_interrupted(&words, &log, "-INT");
    }

    #[test]
    fn datagen_is_interrupted_in_a_search() {
        let place = folder("signal-datagen");
        let file = place.join("games");
        let mut words = split("datagen --games 2 --threads 2 --nodes 1000000000000 --random 0-0");
        words.push(file.display().to_string());
        let output = is_interrupted(&words, &file, "-INT");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("interrupted after 0 games"), "{said}");
    }

    /// What does not listen to the first signal (a file of openings that nobody writes) is ended by the second, and its
    /// engines with it.
    #[test]
    fn a_second_signal_ends_at_once() {
        let place = folder("signal-twice");
        let pipe = place.join("openings");
        assert!(Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()));
        let mut words = split("match -engine cmd=self depth=1 -engine cmd=self depth=1 -openings");
        words.push(format!("file={}", pipe.display()));
        words.push("format=sfen".to_owned());
        let mut child = start(&words);
        // This opens as soon as the program has opened the other end.
        let (sender, opened) = std::sync::mpsc::channel();
        thread::spawn(move || sender.send(fs::File::options().write(true).open(pipe)));
        let _unwritten = opened.recv_timeout(Duration::from_secs(300)).expect("openings are read").expect("a pipe");
        while child.try_wait().expect("a child").is_none() {
            send(&child, "-INT");
            thread::sleep(Duration::from_millis(100));
        }
        let status = child.wait().expect("its end");
        assert_eq!(status.code(), Some(130), "{status:?}");
    }
}
