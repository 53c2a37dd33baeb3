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
        let words = format!("-engine cmd=self name=odd rules=jcsa:foo=1 proto={protocol}");
        refused(split(&words), "engine odd refuses an option: ");
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
