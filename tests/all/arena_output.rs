//! Matches: openings that are played once, and where the games go.

use crate::support::batch::run;
use crate::support::matches::{folder, play, split};
use crate::support::tools;
use shishi::arena::entry::{Cause, GameLine, GameResult};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Games of two plies that are drawn then, after an opening each.
const SHORT: &str = "-each cmd=self depth=1 -engine name=a -engine name=b -variant whale \
                     -draw movenumber=0 movecount=1 score=20000";

fn match_run(words: &[String]) -> crate::support::batch::Run {
    let words: Vec<&str> = std::iter::once("match").chain(words.iter().map(String::as_str)).collect();
    run(&words, "")
}

#[test]
fn every_opening_once_without_an_exchange_of_colours() {
    let folder = folder("noswap");
    let log = folder.join("log.jsonl");
    let line = format!("{SHORT} -noswap -games 1 -rounds 5");
    let (games, run) = play(&log, &split(&line));
    assert_eq!((games.len(), run.code), (5, Some(0)), "{}", run.stderr);
    let numbers: Vec<_> = games.iter().map(|game| (game.game, game.pair)).collect();
    assert_eq!(numbers, [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]);
    assert!(games.iter().all(|game| game.players == [0, 1] && game.result == GameResult::Draw));
    let openings: std::collections::HashSet<&str> = games.iter().map(|game| game.opening.as_str()).collect();
    assert_eq!(openings.len(), 5);
    // Scored by game: five drawn ones.
    assert!(run.stdout.contains("Score of a vs b: 0 - 0 - 5 [0.500] 5\nElo +0.0 ["), "{}", run.stdout);
    assert!(run.stdout.contains("Scored by game: ") && !run.stdout.contains("Pairs: "), "{}", run.stdout);
    assert!(run.stderr.contains("Finished game 3 of 5 (a vs b): 1/2-1/2 {"), "{}", run.stderr);
    assert!(run.stderr.contains("Score of a vs b: 0 - 0 - 3 [0.500] 3"), "{}", run.stderr);
    // Games of eight random plies and one move each.
    assert!(run.stdout.contains("Games: 5, 10.0 plies on average"), "{}", run.stdout);

    // It goes on where it was, and not as a match of pairs.
    let text = fs::read_to_string(&log).expect("a log");
    let kept: Vec<&str> = text.lines().take(3).collect();
    fs::write(&log, kept.join("\n") + "\n").expect("a log");
    let log = ["-log".to_owned(), log.display().to_string(), "-resume".to_owned()];
    let resumed = match_run(&[&split(&line)[..], &log].concat());
    assert!(
        resumed.stdout.contains("Games: 5, ") && !resumed.stderr.contains("Finished game 2 "),
        "{}",
        resumed.stderr
    );
    let pairs = match_run(&[&split(&format!("{SHORT} -rounds 5"))[..], &log].concat());
    assert_eq!(pairs.code, Some(2), "{}", pairs.stderr);
    assert!(pairs.stderr.contains("what is scored is each game there and each pair of games here"), "{}", pairs.stderr);
}

#[test]
fn one_game_is_a_match() {
    let (games, run) = play(&folder("one").join("log.jsonl"), &split(&format!("{SHORT} -games 1")));
    assert_eq!((games.len(), run.code), (1, Some(0)), "{}", run.stderr);
    assert!(run.stderr.contains("Finished game 1 of 1 (a vs b): "), "{}", run.stderr);
}

/// The final position of a game, as another command has it.
fn final_position(game: &GameLine) -> String {
    let text = game.text();
    let (_, moves) = text.split_once(" moves ").expect("moves");
    let line = format!("{} moves {moves}\n", text.split_once(" moves ").expect("a position").0);
    run(&["position", "--variant", "whale"], line).stdout.trim().to_owned()
}

#[test]
fn final_positions_are_written_and_completed() {
    let folder = folder("epdout");
    let (log, epd) = (folder.join("log.jsonl"), folder.join("final.epd"));
    let words = [split(&format!("{SHORT} -rounds 2 -epdout")), vec![epd.display().to_string()]].concat();
    let (games, run) = play(&log, &words);
    assert_eq!(games.len(), 4, "{}", run.stderr);
    let right: Vec<String> = games.iter().map(final_position).collect();
    let lines =
        |path: &Path| fs::read_to_string(path).expect("positions").lines().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(lines(&epd), right);
    // Killed between the log and the positions.
    fs::write(&epd, right[..3].join("\n") + "\n").expect("a file");
    let resume = ["-log".to_owned(), log.display().to_string(), "-resume".to_owned()];
    let resumed = match_run(&[&words[..], &resume].concat());
    assert_eq!((resumed.code, lines(&epd)), (Some(0), right.clone()), "{}", resumed.stderr);
    // They are openings of another match.
    let words =
        [split(&format!("{SHORT} -noswap -rounds 4 -openings format=epd")), vec![format!("file={}", epd.display())]];
    let (games, run) = play(&folder.join("next.jsonl"), &words.concat());
    assert_eq!(games.len(), 4, "{}", run.stderr);
    for (game, position) in games.iter().zip(&right) {
        // The number of the move is none of the position.
        let fields = |text: &str| text.split(' ').take(2).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(fields(&game.opening), fields(position));
    }
}

#[test]
fn games_without_result_are_left_out_if_wanted() {
    let folder = folder("finished");
    let file = folder.join("profiles.ini");
    fs::write(&file, "[mine]\nname = Shishi\nmax_plies = 4\n").expect("a profile");
    for (words, count) in [("", 2), (" fi", 0), (" min fi", 0)] {
        let pgn = folder.join("games.pgn");
        // It may not be there.
        let _ = fs::remove_file(&pgn);
        let line = format!(
            "-each cmd=self depth=1 profile={} -engine name=a -engine name=b -openings format=start -pgnout {}{words}",
            file.display(),
            pgn.display()
        );
        let run = match_run(&split(&line));
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(run.stdout.contains(Cause::TooLong.text()), "{}", run.stdout);
        assert_eq!(fs::read_to_string(&pgn).expect("a file").matches("[Event ").count(), count, "{words}");
    }
}

#[test]
fn logs_of_different_matches_are_told_apart_in_words() {
    let folder = folder("two-matches");
    let path = |name: &str| folder.join(name).display().to_string();
    for (name, more) in [("a", ""), ("b", " -resign movecount=3 score=600 -openings plies=4")] {
        play(&folder.join(name), &split(&format!("{SHORT} -games 2{more}")));
    }
    let run = run(&["match", "-merge", &path("a"), &path("b")], "");
    let (a, b) = (path("a"), path("b"));
    let right = format!(
        "{a} and {b} are of different matches and cannot be added up: \
         -openings is format=random plies=8 margin=150 depth=4 in {a} and format=random plies=4 margin=150 depth=4 in {b}; \
         -resign is unset in {a} and movecount=3 score=600 in {b}"
    );
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains(&right), "{}", run.stderr);
}

/// The search path of many users has no games.
#[cfg(unix)]
#[test]
fn engines_are_found_where_games_are_kept() {
    if !tools::find("hachu").is_some_and(|path| path.starts_with("/usr/games")) {
        return;
    }
    let line = "match -engine cmd=hachu proto=xboard depth=1 -engine cmd=self depth=1 -draw movenumber=0 movecount=1 \
                score=20000 -openings format=start";
    let mut command = Command::new(env!("CARGO_BIN_EXE_shishi"));
    let output = command.args(split(line)).env("PATH", "/bin").output().expect("a match");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{message}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("Games: 2, "), "{message}");
    // What is nowhere is called as it was.
    let line = line.replace("cmd=hachu", "cmd=no-such-engine");
    let output = Command::new(env!("CARGO_BIN_EXE_shishi")).args(split(&line)).output().expect("a match");
    assert!(String::from_utf8_lossy(&output.stderr).contains("no-such-engine: "), "{output:?}");
}
