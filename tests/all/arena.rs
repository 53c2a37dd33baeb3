//! Matches: the log, openings, early ends, all games and languages. What the statistics say is tested where they are;
//! faults have tests of their own.

use crate::support::batch::run;
use crate::support::matches::{folder, play, split};
use crate::support::{scripted, tools};
use shishi::arena::entry::{Cause, GameLine, GameResult};
use shishi::arena::log;
use shishi::arena::stats::Unit;
use shishi::arena::tally::Tally;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

#[test]
fn a_draw_is_agreed_when_both_offer_it() {
    let folder = folder("draw");
    let mut words = scripted::words("one", "xboard:offer");
    words.push("depth=1".to_owned());
    words.extend(scripted::words("two", "xboard:offer"));
    words.extend(split("depth=1 -openings format=start"));
    let (games, run) = play(&folder.join("log.jsonl"), &words);
    for game in &games {
        // The first player offers with its third move, the second one before its own: the board shows five moves.
        let found = (game.result, game.cause, game.moves.len());
        assert_eq!(found, (GameResult::Draw, Cause::Agreement, 5), "{}; {}", game.reason, run.stderr);
    }
    assert!(run.stdout.contains("Score of one vs two: 0 - 0 - 2 [0.500] 2"), "{}", run.stdout);
}

#[test]
fn moves_of_two_legs_come_in_one_line_or_two() {
    // The lion takes the pawn next to it and goes on; the scripted engine sends its first move so.
    let folder = folder("legs");
    let file = folder.join("openings.txt");
    fs::write(&file, "# a comment\nk11/12/12/12/12/5p6/5N6/12/12/12/12/11K b - 1\n").expect("a file");
    let mut words = scripted::words("script", "xboard:says f6f7,f7f8");
    words.extend(split("depth=1 -engine cmd=self depth=1 -recover -openings format=sfen"));
    words.push(format!("file={}", file.display()));
    let (games, run) = play(&folder.join("log.jsonl"), &words);
    assert_eq!(games.len(), 2, "{}", run.stderr);
    assert!(games.iter().any(|game| game.players[0] == 0 && game.moves[0] == "7g7f7e"), "{}", run.stderr);
    assert!(games.iter().all(|game| game.opening.starts_with("k11/")), "{}", run.stderr);
}

#[test]
fn an_engine_against_itself_is_even() {
    // At a fixed depth and with each opening played from both sides, both games of a pair are one and the same.
    let folder = folder("even");
    let line = "-each cmd=self depth=1 -engine name=a -engine name=b -rounds 6 -concurrency 2 -srand 5";
    let (mut games, run) = play(&folder.join("log.jsonl"), &split(line));
    games.sort_by_key(|game| game.game);
    assert_eq!(games.len(), 12, "{}", run.stderr);
    for pair in games.chunks(2) {
        assert_eq!(pair[0].opening, pair[1].opening);
        assert_eq!((&pair[0].moves, pair[0].result), (&pair[1].moves, pair[1].result));
        assert_eq!((pair[0].players, pair[1].players), ([0, 1], [1, 0]));
        assert_eq!(pair[0].opening.split(' ').count(), 2 + 8);
    }
    let openings: std::collections::HashSet<&str> = games.iter().map(|game| game.opening.as_str()).collect();
    assert_eq!(openings.len(), 6);
    // A game that is too long does not count, and neither does the same game of the pair.
    let scored = 2 * games.chunks(2).filter(|pair| pair[0].cause != Cause::TooLong).count();
    assert!(run.stdout.contains(&format!("[0.500] {scored}\nElo +0.0 [")), "{}", run.stdout);
    // Nobody tests an engine against itself unawares.
    assert!(run.stdout.contains("note: a and b have one bench number and one set-up"), "{}", run.stdout);
}

#[test]
fn all_games_are_played_by_the_same_code() {
    for variant in ["whale", "paulowich"] {
        let folder = folder(variant);
        let line = "-each cmd=self -engine name=deep depth=3 -engine name=flat depth=1 -rounds 3 -variant";
        let mut words = split(line);
        words.push(variant.to_owned());
        let (games, run) = play(&folder.join("log.jsonl"), &words);
        assert_eq!((games.len(), run.code), (6, Some(0)), "{}", run.stderr);
        assert!(games.iter().all(|game| !game.cause.is_fault() && game.result != GameResult::Unfinished));
        assert!(run.stdout.starts_with(&format!("{variant}, rules standard, seed 1\ndeep: Shishi")), "{}", run.stdout);
    }
}

#[test]
fn one_engine_speaks_both_languages() {
    let folder = folder("languages");
    for variant in ["chu", "whale"] {
        let line = "-each cmd=self depth=2 -engine name=cecp proto=xboard threads=2 -engine name=usi proto=usi threads=2 \
             -rounds 2 -variant";
        let (games, run) = play(&folder.join(variant), &[split(line), vec![variant.to_owned()]].concat());
        assert_eq!((games.len(), run.code), (4, Some(0)), "{}", run.stderr);
        for game in &games {
            // Two threads play another game every time, and one may be too long.
            let ended = game.result != GameResult::Unfinished || game.cause == Cause::TooLong;
            assert!(!game.cause.is_fault() && ended, "{}: {:?}", game.reason, game.report);
            // Both tell what they think about their moves.
            assert!(
                game.work.iter().all(|work| work.thoughts * 10 > work.moves * 8 && work.nodes > 0),
                "{:?}",
                game.work
            );
        }
    }
}

#[test]
fn every_limit_is_kept() {
    let folder = folder("limits");
    let line = "-each cmd=self -variant whale -engine name=nodes nodes=3000 -engine name=clock tc=2+0.05 timemargin=5000 \
                -engine name=move st=0.02 timemargin=5000 \
                -engine name=byoyomi proto=usi tc=0.3 byoyomi=0.02 timemargin=5000 -tournament gauntlet -rounds 2";
    let (games, run) = play(&folder.join("log.jsonl"), &split(line));
    // The first against each of the others.
    assert_eq!((games.len(), run.code), (12, Some(0)), "{}", run.stderr);
    assert!(games.iter().all(|game| game.encounter[0] == 0 && !game.cause.is_fault()), "{}", run.stderr);
    for game in &games {
        let side = game.players.iter().position(|&player| player == 0).expect("the first engine plays");
        let work = game.work[side];
        // The first depth, which is always completed, takes far less.
        assert!(work.moves > 0 && work.nodes <= 3000 * work.moves, "{} nodes in {} moves", work.nodes, work.moves);
    }
    assert!(run.stdout.contains("Rank "), "{}", run.stdout);
}

#[test]
fn a_sequential_test_ends_the_match() {
    let folder = folder("sprt");
    let line = "-each cmd=self -variant whale -engine name=deep depth=3 -engine name=flat depth=1 -rounds 1000 \
                -sprt elo0=0 elo1=200 -concurrency 2";
    let log = folder.join("log.jsonl");
    let (games, run) = play(&log, &split(line));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(games.len() < 1000, "{} games", games.len());
    assert!(run.stdout.contains("H1 accepted"), "{}", run.stdout);
    // The ratio is that of the pairs in the log.
    let tally = Tally::of(2, Unit::Pair, &games);
    let ratio = tally.encounters[&[0, 1]].scored.log_likelihood_ratio(0.0, 200.0);
    assert!(
        ratio >= (0.95f64 / 0.05).ln() && run.stdout.contains(&format!("LLR {ratio:.2}")),
        "{ratio}: {}",
        run.stdout
    );
    // The last game in the log is the one that decided.
    let before = Tally::of(2, Unit::Pair, &games[..games.len() - 1]).encounters[&[0, 1]].scored;
    assert!(before.units() < 16 || before.log_likelihood_ratio(0.0, 200.0) < (0.95f64 / 0.05).ln(), "{before:?}");
    // Nothing more is played.
    let again = self::run(
        &[
            &["match"][..],
            &split(line).iter().map(String::as_str).collect::<Vec<_>>()[..],
            &["-log", &log.display().to_string(), "-resume"],
        ]
        .concat(),
        "",
    );
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    assert!(again.stderr.contains("decided already") && again.stdout.contains("H1 accepted"), "{}", again.stderr);
}

/// The beginning of games that XBoard is not told of, in both languages.
#[test]
fn games_that_are_not_announced_are_played_too() {
    let folder = folder("unannounced");
    let line = "-each cmd=self depth=1 -engine name=cecp proto=xboard -engine name=usi proto=usi -variant taikyoku \
         -openings format=start -draw movenumber=0 movecount=2 score=20000";
    let (games, run) = play(&folder.join("log.jsonl"), &split(line));
    assert_eq!((games.len(), run.code), (2, Some(0)), "{}", run.stderr);
    for game in &games {
        let found = (game.result, game.cause, game.moves.len());
        assert_eq!(found, (GameResult::Draw, Cause::Adjudication, 4), "{}", run.stderr);
    }
}

#[test]
fn games_end_early_only_when_both_engines_agree() {
    let folder = folder("early");
    let line = "-each cmd=self depth=2 -engine name=a -engine name=b -rounds 3 -resign movecount=3 score=600";
    let (games, run) = play(&folder.join("resign"), &split(line));
    let adjudicated: Vec<&GameLine> = games.iter().filter(|game| game.cause == Cause::Adjudication).collect();
    assert!(!adjudicated.is_empty(), "{}", run.stderr);
    for game in adjudicated {
        let scores: Vec<i32> = game.notes.iter().filter_map(|(thought, _)| thought.map(|(score, _)| score)).collect();
        let last = &scores[scores.len() - 6..];
        // The moves of one side and of the other, in turn.
        let sides = [0, 1].map(|side| last.iter().skip(side).step_by(2).copied().collect::<Vec<i32>>());
        let (lost, won) = if sides[0][0] < 0 { (&sides[0], &sides[1]) } else { (&sides[1], &sides[0]) };
        assert!(lost.iter().all(|&score| score <= -600) && won.iter().all(|&score| score >= 600), "{last:?}");
        let loser =
            (game.opening.split(' ').count() - 2 + game.moves.len() - last.len() + usize::from(lost == &sides[1])) % 2;
        assert_eq!(game.result, [GameResult::Second, GameResult::First][loser]);
    }
    // Scores of any size count as level here: drawn after two moves of each side.
    let line = "-each cmd=self depth=1 -engine name=a -engine name=b -draw movenumber=0 movecount=2 score=20000";
    let (games, run) = play(&folder.join("draw"), &split(line));
    for game in &games {
        let found = (game.result, game.cause, game.moves.len());
        assert_eq!(found, (GameResult::Draw, Cause::Adjudication, 4), "{}", run.stderr);
    }
    let line = "-each cmd=self depth=1 -engine name=a -engine name=b -draw movenumber=10 movecount=2 score=20000";
    let (games, run) = play(&folder.join("late"), &split(line));
    assert!(games.iter().all(|game| game.plies() == 20), "{}", run.stderr);
}

#[test]
fn games_without_result_are_not_scored() {
    let folder = folder("profile");
    let file = folder.join("profiles.ini");
    fs::write(&file, "[mine]\nname = Scripted\nmax_plies = 20\nsetboard = none\n").expect("a profile");
    let mut words = scripted::words("script", "xboard:none");
    words.extend([format!("profile={}", file.display()), "depth=1".to_owned()]);
    words.extend(split("-engine cmd=self name=sound depth=1 -openings format=start"));
    let (games, run) = play(&folder.join("log.jsonl"), &words);
    for game in &games {
        let found = (game.result, game.cause, game.plies());
        assert_eq!(found, (GameResult::Unfinished, Cause::TooLong, 20), "{}", run.stderr);
    }
    assert!(run.stdout.contains("0 scored;"), "{}", run.stdout);
    assert!(run.stdout.contains("Not scored: 1 pairs with a game without result, 0 half played"), "{}", run.stdout);
    assert!(run.stdout.contains("Games: 2, 20.0 plies on average\n"), "{}", run.stdout);

    // An engine that takes no positions cannot play openings that are some.
    let openings = folder.join("openings.txt");
    fs::write(&openings, "k11/12/12/12/12/5p6/5N6/12/12/12/12/11K b - 1\n").expect("openings");
    words.extend(split("-openings format=sfen"));
    words.push(format!("file={}", openings.display()));
    let words: Vec<&str> = std::iter::once("match").chain(words.iter().map(String::as_str)).collect();
    let run = self::run(&words, "");
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("engine script cannot be sent any position"), "{}", run.stderr);
}

/// The command of a longer match with a log and a file of games.
fn long_match(folder: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shishi"));
    command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.args(["match", "-each", "cmd=self", "-engine", "depth=2", "name=two", "-engine", "depth=1", "name=one"]);
    command.args(["-rounds", "8", "-concurrency", "2", "-log", "log.jsonl", "-pgnout", "games.pgn"]).args(more);
    command
}

/// Starts the match and waits until its log has so many lines.
fn start(folder: &Path, lines: usize) -> std::process::Child {
    let child = long_match(folder, &[]).spawn().expect("a match");
    let deadline = Instant::now() + Duration::from_secs(120);
    let log = folder.join("log.jsonl");
    while fs::read_to_string(&log).unwrap_or_default().lines().count() < lines {
        assert!(Instant::now() < deadline, "no game has been played");
        thread::sleep(Duration::from_millis(5));
    }
    child
}

#[test]
fn a_match_that_was_killed_goes_on() {
    let whole = folder("whole");
    let output = long_match(&whole, &[]).output().expect("a match");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let complete = log::read(&whole.join("log.jsonl")).expect("a log");
    assert_eq!(complete.games.len(), 16);

    let folder = folder("killed");
    let mut child = start(&folder, 4);
    child.kill().expect("it can be killed");
    child.wait().expect("it has ended");
    let log = folder.join("log.jsonl");
    // It may be killed in the middle of a line.
    let mut text = fs::read_to_string(&log).expect("a log");
    text.truncate(text.rfind('\n').expect("a line") + 1);
    let before = text.lines().count() - 1;
    fs::write(&log, text + "{\"game\":9,\"pair\":5,\"enc").expect("the log can be written");
    // Or between the log and the file of games.
    let pgn = folder.join("games.pgn");
    let games = fs::read_to_string(&pgn).expect("a file of games");
    let last = games.rfind("[Event ").expect("a game");
    fs::write(&pgn, &games[..last]).expect("the file can be written");

    let output = long_match(&folder, &["-resume"]).output().expect("a match");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut resumed = log::read(&log).expect("a whole log");
    assert!(before >= 3, "{before} games before the end");
    resumed.games.sort_by_key(|game| game.game);
    let mut right = complete.games;
    right.sort_by_key(|game| game.game);
    let strip = |games: &[GameLine]| -> Vec<_> {
        games.iter().map(|game| (game.game, game.opening.clone(), game.moves.clone(), game.result)).collect()
    };
    // Fixed depths: the games are those of the match that was not interrupted.
    assert_eq!(strip(&resumed.games), strip(&right));
    let summary = String::from_utf8_lossy(&output.stdout).into_owned();
    // Each game is in the file of games once, and can be read.
    let games = fs::read_to_string(&pgn).expect("a file of games");
    let mut rounds: Vec<&str> = games.lines().filter(|line| line.starts_with("[Round ")).collect();
    rounds.sort_unstable();
    rounds.dedup();
    assert_eq!((rounds.len(), games.matches("[Event ").count()), (16, 16));
    let read = run(&["convert", "--rules", "winboard", "--to", "usi", &pgn.display().to_string()], "");
    assert_eq!((read.code, read.stderr.as_str()), (Some(0), ""));
    for game in &right {
        let moves = game.opening.replace("startpos moves ", "moves ") + " " + &game.moves.join(" ");
        assert!(read.stdout.lines().any(|line| line == moves), "{}", game.game);
    }
    let tally = Tally::of(2, Unit::Pair, &right);
    let score = &tally.encounters[&[0, 1]];
    assert!(summary.contains(&format!("Score of two vs one: {} - {} - ", score.wins, score.losses)), "{summary}");

    // Another match does not go on in this log, and is told why.
    let other = long_match(&folder, &["-resume", "-rules", "jcsa"]).output().expect("an answer");
    let message = String::from_utf8_lossy(&other.stderr).into_owned();
    assert_eq!(other.status.code(), Some(2), "{message}");
    assert!(message.contains("another match: the rule set is winboard there and jcsa here"), "{message}");
    let fresh = long_match(&folder, &[]).output().expect("an answer");
    assert!(String::from_utf8_lossy(&fresh.stderr).contains("-resume goes on with it"));
}

#[test]
fn logs_are_merged() {
    let folder = folder("merge");
    for seed in ["7", "8"] {
        let line =
            format!("-each cmd=self depth=1 -variant whale -engine name=a -engine name=b -rounds 2 -srand {seed}");
        let (games, run) = play(&folder.join(seed), &split(&line));
        assert_eq!(games.len(), 4, "{}", run.stderr);
    }
    let path = |name: &str| folder.join(name).display().to_string();
    let merged = run(&["match", "-merge", &path("7"), &path("8")], "");
    assert_eq!(merged.code, Some(0), "{}", merged.stderr);
    assert!(merged.stdout.contains("Pairs: 4 scored") && merged.stdout.contains("Games: 8"), "{}", merged.stdout);
    assert!(merged.stdout.starts_with("whale, rules standard, seed 7, 8\n"), "{}", merged.stdout);
    let twice = run(&["match", "-merge", &path("7"), &path("7")], "");
    assert_eq!(twice.code, Some(2));
    assert!(
        twice.stderr.contains("game 1 of seed 7 once more") || twice.stderr.contains("of seed 7"),
        "{}",
        twice.stderr
    );
    let nothing = run(&["match", "-merge", &path("9")], "");
    assert_eq!(nothing.code, Some(2), "{}", nothing.stderr);
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_keeps_what_was_played() {
    let folder = folder("interrupted");
    let child = start(&folder, 3);
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(status.success());
    let output = child.wait_with_output().expect("it ends");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    let games = log::read(&folder.join("log.jsonl")).expect("a whole log").games;
    // It may have been about to end anyway.
    assert!(output.status.code() == Some(1) || games.len() == 16, "{message}");
    assert!(games.len() >= 2 && games.iter().all(|game| !game.cause.is_fault()), "{message}");
    let summary = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(summary.contains(&format!("Games: {},", games.len())), "{summary}; {message}");
}

#[test]
fn mistakes_on_the_command_line_are_named() {
    for (line, part) in [
        ("match", "a match needs two engines, not 0"),
        ("match -engine cmd=self depth=1 -tb x", "-tb is not supported"),
        (
            "match -each depth=1 -engine cmd=self -engine cmd=/no/such/program proto=usi",
            "/no/such/program cannot be run",
        ),
        ("match -each cmd=self depth=1 -engine -engine dir=/no/such/folder", "cannot be run: /no/such/folder: "),
        ("match -each cmd=self depth=1 -engine -engine stderr=/no/such/file", "cannot be run: /no/such/file: "),
        ("match -each cmd=self depth=1 -engine -engine -rules chess", "unknown rule set 'chess'"),
        ("match -each cmd=self depth=1 -engine -engine -variant go", "unknown variant 'go'"),
        ("match -each cmd=self depth=1 -engine -engine -openings format=usi file=/no/such/file", "/no/such/file"),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let run = run(&words, "");
        assert_eq!(run.code, Some(2), "{line}: {}", run.stderr);
        assert!(run.stderr.contains(part), "{line}: {}", run.stderr);
    }
    for line in [["match", "-help"], ["match", "--help"], ["help", "match"]] {
        let run = run(&line, "");
        assert_eq!(run.code, Some(0), "{line:?}: {}", run.stderr);
        assert!(
            run.stdout.contains("-openings WORDS") && run.stdout.contains("-sprt elo0="),
            "{line:?}: {}",
            run.stdout
        );
    }
}

#[test]
fn games_against_hachu() {
    let Some(hachu) = tools::find("hachu") else { return };
    let folder = folder("hachu");
    let mut words = split("-engine cmd=self depth=3 name=ours -engine proto=xboard depth=3");
    words.push(format!("cmd={}", hachu.display()));
    let (games, run) = play(&folder.join("log.jsonl"), &words);
    assert_eq!((games.len(), run.code), (2, Some(0)), "{}", run.stderr);
    for game in &games {
        assert!(!game.cause.is_fault() && game.plies() > 40, "{}: {:?}", game.reason, game.report);
    }
    // The profile knows under which rules HaChu plays.
    assert!(run.stdout.starts_with("chu, rules winboard:cs.same_square=bound, seed 1\n"), "{}", run.stdout);
    assert!(run.stdout.contains("HaChu 0.21: HaChu 0.21, no bench, depth 3"), "{}", run.stdout);
    // What it cannot do is told before the first game.
    let command = format!("cmd={}", hachu.display());
    for (limit, variant, part) in [("nodes=9", "chu", "number of nodes"), ("depth=1", "whale", "does not play whale")] {
        let line = ["match", "-variant", variant, "-engine", "cmd=self", "depth=1", "-engine", "proto=xboard"];
        let run = self::run(&[&line[..], &[limit, &command]].concat(), "");
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        assert!(run.stderr.contains(part), "{}", run.stderr);
    }
}
