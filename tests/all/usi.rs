//! The USI rows (`U..`) of `public-cases.tsv`, and what servers and bots do with an engine. The lines to send come from
//! the table, the expectations are its third column in code.

use crate::games::Game;
use crate::support::batch;
use crate::support::client::Client;
use crate::support::table::Table;
use std::thread;
use std::time::Duration;

/// The lines of a row with its instructions.
fn steps(id: &str) -> Vec<String> {
    let table = Table::read("public-cases.tsv");
    let input = table.row(id).get("input").strip_prefix("usi | ").expect("a USI row");
    input.split(" ;; ").map(str::to_owned).collect()
}

/// Sends the lines of a row, follows its instructions, waits for this many answers and quits. Returns what was said.
fn hold(id: &str, answers: usize) -> Vec<String> {
    let mut client = Client::shishi(&[]);
    for step in steps(id) {
        follow(&mut client, &step);
    }
    wait_for_answers(&mut client, answers);
    finish(client)
}

fn follow(client: &mut Client, step: &str) {
    if let Some(milliseconds) = step.strip_prefix("<WAIT ").and_then(|rest| rest.strip_suffix("ms>")) {
        thread::sleep(Duration::from_millis(milliseconds.parse().expect("milliseconds")));
    } else if step == "<WAIT-FOR bestmove>" {
        wait_for_answers(client, 1);
    } else {
        assert!(!step.contains('<'), "unknown instruction {step}");
        client.send(step);
    }
}

/// Reads until there have been so many answers in all.
fn wait_for_answers(client: &mut Client, answers: usize) {
    while best_moves(client.said()).len() < answers {
        client.wait_for("bestmove", |line| line.starts_with("bestmove"));
    }
}

/// Quits and checks that nothing was wrong; returns what was said.
fn finish(mut client: Client) -> Vec<String> {
    client.quit();
    assert_eq!(client.errors(), "", "stderr is quiet");
    client.said().to_vec()
}

/// The answers, without the word `bestmove`.
fn best_moves(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect()
}

fn only_best_move(lines: &[String]) -> &str {
    let moves = best_moves(lines);
    assert_eq!(moves.len(), 1, "{lines:?}");
    moves[0]
}

/// Checks a move against the list of another command.
fn assert_legal(position: &str, mv: &str) {
    let moves = batch::answers(&["moves", "--rules", "lishogi"], &[position]).remove(0);
    assert!(moves.split(' ').any(|legal| legal == mv), "{mv} in {position}: {moves}");
}

#[test]
fn u01_handshake() {
    let mut client = Client::shishi(&[]);
    client.send("usi");
    client.wait_for("usiok", |line| line == "usiok");
    let lines = finish(client);
    assert!(lines.iter().any(|line| line.starts_with("id name Shishi")));
    let kinds = ["id ", "option name "];
    assert!(lines.iter().all(|line| line == "usiok" || kinds.iter().any(|kind| line.starts_with(kind))), "{lines:?}");
}

#[test]
fn u02_u04_the_game_is_chosen_at_any_time() {
    let lines = hold("U02", 1);
    assert!(lines.iter().any(|line| line == "readyok"));
    assert_legal("startpos", only_best_move(&lines));
    assert_legal("startpos moves 7j7h 2d2e", only_best_move(&hold("U04", 1)));
}

#[test]
fn u05_u07_u08_every_clock_gets_an_answer() {
    for (id, position) in [("U05", "startpos"), ("U07", "startpos"), ("U08", "startpos moves 7j7h")] {
        assert_legal(position, only_best_move(&hold(id, 1)));
    }
}

#[test]
fn u10_an_infinite_search_answers_only_when_stopped() {
    let mut client = Client::shishi(&[]);
    for step in steps("U10") {
        if step == "stop" {
            client.sync_usi();
            assert!(best_moves(client.said()).is_empty(), "an answer before the stop");
        }
        follow(&mut client, &step);
    }
    wait_for_answers(&mut client, 1);
    // King and prince at one stroke, and the lion is back where it was.
    assert_eq!(only_best_move(&finish(client)), "6h6g6f");
}

#[test]
fn u11_pondering_answers_only_after_its_hit() {
    let mut client = Client::shishi(&[]);
    for step in steps("U11") {
        if step == "ponderhit" {
            client.sync_usi();
            assert!(best_moves(client.said()).is_empty(), "an answer while pondering");
        }
        follow(&mut client, &step);
    }
    wait_for_answers(&mut client, 1);
    let lines = finish(client);
    let (best, reply) = only_best_move(&lines).split_once(" ponder ").expect("a reply to ponder upon");
    let position = "startpos moves 7j7h 2d2e";
    assert_legal(position, best);
    assert_legal(&format!("{position} {best}"), reply);
}

#[test]
fn u13_information_is_whole_numbers() {
    let lines = hold("U13", 1);
    let mut seen = 0;
    for line in lines.iter().filter(|line| line.starts_with("info ")) {
        let words: Vec<&str> = line.split(' ').collect();
        for key in ["depth", "seldepth", "time", "nodes", "nps", "hashfull", "multipv"] {
            let at = words.iter().position(|word| *word == key).unwrap_or_else(|| panic!("{key}: {line}"));
            assert!(words[at + 1].parse::<i64>().is_ok(), "{key}: {line}");
            seen += 1;
        }
        let at = words.iter().position(|word| *word == "cp" || *word == "mate").expect("a score");
        assert!(words[at + 1].parse::<i64>().is_ok(), "{line}");
    }
    assert!(seen > 0 && best_moves(&lines).len() == 1);
}

#[test]
fn u14_a_finished_game_is_resigned() {
    let lines = hold("U14", 1);
    assert_eq!(lines.iter().filter(|line| *line == "readyok").count(), 2);
    assert_eq!(only_best_move(&lines), "resign");
    // Why, in words (chu-rules §6.2).
    let result = "info string the game is over: ";
    assert!(
        lines.iter().any(|line| line.starts_with(result) && line.ends_with("has lost the last royal (chu-rules §6.2)"))
    );
}

#[test]
fn u16_a_thousand_moves_in_one_line() {
    let moves = Game::read("long-01.usi").moves;
    let mut client = Client::shishi(&[]);
    for step in steps("U16") {
        client.send(&step.replace("<all 1300 moves of games/long-01>", &moves));
    }
    wait_for_answers(&mut client, 1);
    assert_legal(&format!("startpos moves {moves}"), only_best_move(&finish(client)));
}

#[test]
fn u17_u22_a_lost_game_and_a_problem_are_played_on() {
    for id in ["U17", "U22"] {
        let position = steps(id).into_iter().find_map(|step| step.strip_prefix("position ").map(str::to_owned));
        assert_legal(&position.expect("a position"), only_best_move(&hold(id, 1)));
    }
}

#[test]
fn u19_depth_and_nodes() {
    let lines = hold("U19", 2);
    best_moves(&lines).into_iter().for_each(|mv| assert_legal("startpos", mv));
}

#[test]
fn u20_a_damaged_position_is_refused() {
    let mut client = Client::shishi(&[]);
    steps("U20").iter().for_each(|step| client.send(step));
    client.sync_usi();
    let lines = finish(client);
    assert!(lines.iter().any(|line| line.starts_with("info string") && line.contains("position")), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| *line == "readyok").count(), 3);
}

#[test]
fn u23_quit_ends_a_search() {
    let mut client = Client::shishi(&[]);
    steps("U23").iter().for_each(|step| follow(&mut client, step));
    assert!(client.wait_exit().success());
}

#[test]
fn the_end_of_the_input_ends_a_search() {
    let mut client = Client::shishi(&[]);
    client.send("usi\nposition startpos\ngo infinite");
    client.sync_usi();
    client.close_input();
    assert!(client.wait_exit().success());
}

/// A server analyses the positions of a game from the last to the first, several lines each.
#[test]
fn analysis_of_a_game_backwards() {
    let game = Game::read("net-09.usi");
    let moves: Vec<&str> = game.moves.split(' ').collect();
    let mut client = Client::shishi(&[]);
    client.send("usi\nsetoption name USI_AnalyseMode value true\nsetoption name USI_Variant value chushogi");
    client.send("setoption name USI_MultiPV value 3\nusinewgame");
    let lengths: Vec<usize> = (0..moves.len()).rev().step_by(7).collect();
    for (answers, &length) in lengths.iter().enumerate() {
        let position = format!("sfen {} moves {}", game.sfen, moves[..length].join(" "));
        client.send(&format!("isready\nposition {position}\ngo nodes 2000 movetime 3000 depth 19"));
        wait_for_answers(&mut client, answers + 1);
        let last = client.said().last().expect("an answer").clone();
        assert_legal(&position, last.strip_prefix("bestmove ").expect("the answer comes last"));
    }
    let lines = finish(client);
    for rank in 1..=3 {
        assert!(lines.iter().any(|line| line.contains(&format!(" multipv {rank} "))), "no line {rank}");
    }
}

#[test]
fn several_threads_answer_with_the_line_they_end_with() {
    let mut client = Client::shishi(&[]);
    client.send("usi\nsetoption name Threads value 3\nsetoption name USI_Ponder value true\nisready");
    for answers in 1..=4 {
        client.send(&format!("position startpos moves 7i7h\ngo nodes {}", 20_000 * answers));
        wait_for_answers(&mut client, answers);
    }
    let lines = finish(client);
    assert!(lines.iter().any(|line| line == "option name Threads type spin default 1 min 1 max 256"), "{lines:?}");
    for answer in lines.iter().enumerate().filter_map(|(at, line)| line.starts_with("bestmove ").then_some(at)) {
        let (_, line) = lines[answer - 1].split_once(" pv ").expect("a line of thought");
        let words: Vec<&str> = lines[answer].split(' ').collect();
        assert_eq!(line.split(' ').take(2).collect::<Vec<_>>(), [words[1], words[3]], "{lines:?}");
    }
}

/// The lines of one depth are about different moves, the best first.
#[test]
fn lines_are_ranked() {
    let mut client = Client::shishi(&[]);
    client.send("usi\nsetoption name MultiPV value 5\nisready\nposition startpos moves 7i7h\ngo depth 4");
    wait_for_answers(&mut client, 1);
    let lines = finish(client);
    let value = |line: &str, key: &str| -> Option<i64> {
        line.split_once(&format!(" {key} "))?.1.split(' ').next()?.parse().ok()
    };
    let first_move = |line: &str| line.split_once(" pv ").map(|(_, pv)| pv.split(' ').next().map(str::to_owned));
    let of_rank = |rank: i64| {
        lines
            .iter()
            .rfind(|line| value(line, "depth") == Some(4) && value(line, "multipv") == Some(rank))
            .expect("a line")
    };
    let scores: Vec<i64> = (1..=5).filter_map(|rank| value(of_rank(rank), "cp")).collect();
    assert!(scores.len() == 5 && scores[1..].iter().all(|&score| score <= scores[0]), "{scores:?}");
    let mut moves: Vec<_> = (1..=5).filter_map(|rank| first_move(of_rank(rank))).collect();
    assert_eq!(moves[0].as_deref(), Some(only_best_move(&lines)));
    moves.sort();
    moves.dedup();
    assert_eq!(moves.len(), 5);
}

#[test]
fn other_games_are_played_too() {
    for (variant, game) in [("whale", "startpos"), ("heisei", "startpos moves L*a5 l*a8")] {
        let mut client = Client::shishi(&[]);
        client.send(&format!("usi\nsetoption name USI_Variant value {variant}\nposition {game}\ngo depth 3"));
        wait_for_answers(&mut client, 1);
        let moves = batch::answers(&["moves", "--variant", variant], &[game]).remove(0);
        let lines = finish(client);
        assert!(moves.split(' ').any(|mv| mv == only_best_move(&lines)), "{lines:?}");
    }
}

/// Wrong lines are answered by name, and the game goes on once there is a position again.
#[test]
fn wrong_lines_change_nothing() {
    let mut client = Client::shishi(&[]);
    client.send("usi\nposition startpos moves 7i7h");
    client.sync_usi();
    for (line, part) in [
        ("position startpos moves 7i7h 7i7h", "7i7h"),
        ("position nonsense", "position"),
        ("setoption name Rules value jcsa:lion.feet=2", "lion.feet"),
        ("setoption name USI_Hash value -3", "-3"),
        ("setoption name USI_Variant value go", "go"),
        ("setoption name Book value x", "Book"),
        ("setoption", "setoption"),
        ("frobnicate", "frobnicate"),
    ] {
        let from = client.said().len();
        client.send(line);
        client.sync_usi();
        let said = client.said()[from..].join("\n");
        assert!(said.starts_with("info string") && said.contains(part), "{line}: {said}");
    }
    // A position that was refused leaves none to search: another has to come first.
    client.send("position startpos moves 7i7h\ngo fast");
    wait_for_answers(&mut client, 1);
    client.send("go depth 1 searchmoves 6d6e");
    wait_for_answers(&mut client, 2);
    client.send("go depth 1 searchmoves 6d6f");
    wait_for_answers(&mut client, 3);
    client.send("go mate 60000");
    client.wait_for("checkmate", |line| line.starts_with("checkmate "));
    let lines = finish(client);
    assert!(lines.iter().any(|line| line.starts_with("checkmate ")));
    let moves = best_moves(&lines);
    moves.iter().for_each(|mv| assert_legal("startpos moves 7i7h", mv));
    assert_eq!(moves[1], "6d6e");
    assert!(lines.iter().any(|line| line.starts_with("info string") && line.contains("to 6f")), "{lines:?}");
}

/// What is refused changes nothing, a search that goes on included.
#[test]
fn a_line_that_is_refused_does_not_cost_the_answer() {
    let mut client = Client::shishi(&[]);
    client.send("usi");
    for line in [
        "position",
        "position startpos moves 7i7a",
        "setoption name USI_Hash value x",
        "setoption name Rules value jcsa:lion.feet=2",
        "setoption name USI_Variant value shogi",
    ] {
        client.send(&format!("position startpos moves 7i7h\ngo infinite\n{line}"));
        client.sync_usi();
        assert!(client.said().iter().any(|said| said.starts_with("info string error")), "{line}");
        client.send("stop");
        let answer = client.wait_for("bestmove", |line| line.starts_with("bestmove "));
        assert_legal("startpos moves 7i7h", &answer["bestmove ".len()..]);
        client.forget();
    }
    client.quit();
}

/// Without any word of ours the rules are those of the server: the fourth occurrence ends a game there, and no
/// position is forbidden.
#[test]
fn the_rules_are_the_server_s() {
    let mut client = Client::shishi(&[]);
    client.send("usi");
    let rules = client.wait_for("the rules", |line| line.starts_with("option name Rules"));
    assert_eq!(rules, "option name Rules type string default lishogi");
    client.send("position startpos moves 7j7h 6c6e 7h7j 6e6c 7j7h 6c6e 7h7j 6e6c 7j7h 6c6e 7h7j 6e6c\ngo depth 2");
    wait_for_answers(&mut client, 1);
    assert_legal("startpos", only_best_move(&finish(client)));
}

/// The answer to `go mate` on a position.
fn checkmate(position: &str, limit: &str) -> String {
    let mut client = Client::shishi(&[]);
    client.send("usi");
    client.send(&format!("position {position}"));
    client.send(&format!("go mate {limit}"));
    if limit == "infinite" {
        client.send("stop");
    }
    client.wait_for("checkmate", |line| line.starts_with("checkmate "))
}

/// M-C8, mate in four.
#[test]
fn mates_are_told_with_their_line() {
    let problem = "sfen 7rb1+P1/8+I2+m/7+m1d2/7p2k1/7+B1pp1/7QP3/10N1/9+a2/7+v3D/12/12/12 b - 1";
    let answer = checkmate(problem, "60000");
    assert!(["checkmate 4b3c ", "checkmate 5e3c "].iter().any(|first| answer.starts_with(first)), "{answer}");
    assert_eq!(answer.split(' ').count(), 1 + 7);
    assert_eq!(checkmate("startpos", "60000"), "checkmate nomate");
    // Within so many plies.
    assert_eq!(checkmate(problem, "depth 5"), "checkmate nomate");
    assert_eq!(checkmate(problem, "depth 7").split(' ').count(), 1 + 7);
}

/// M-B45, of which the solver needs far more than a moment.
#[test]
fn a_search_for_a_mate_can_be_stopped() {
    let problem = "sfen 12/5+P6/1m5g3r/3+v+B1s1t+M2/1N4k5/m2etP3p2/7p+T3/2Px8/+p+A1+o7+M/1T2P+i2+p1n1/4+r7/12 b - 1";
    assert_eq!(checkmate(problem, "infinite"), "checkmate timeout");
    assert_eq!(checkmate(problem, "1"), "checkmate timeout");
}
