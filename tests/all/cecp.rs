//! The protocol rows (`K..`) of `public-cases.tsv`: what interfaces and users of other engines have run into. The
//! lines to send come from the table, the expectations are its third column in code.

use crate::games::Game;
use crate::support::START;
use crate::support::batch;
use crate::support::client::Client;
use crate::support::table::Table;
use std::thread;
use std::time::Duration;

/// What an engine said in a dialogue.
struct Dialogue {
    lines: Vec<String>,
}

/// Sends the lines of a row, waits until the engine has said enough, ends it if the row does not, and fails if it
/// ends badly.
fn hold(id: &str, enough: impl Fn(&Dialogue) -> bool) -> Dialogue {
    let table = Table::read("public-cases.tsv");
    let input = table.row(id).get("input").strip_prefix("cecp | ").expect("a CECP row");
    let (rules, input) = match input.strip_prefix("rules ") {
        Some(rest) => rest.split_once(": ").map(|(rules, rest)| (Some(rules), rest)).expect("rules and lines"),
        None => (None, input),
    };
    let (end, input) = match input.strip_prefix("<CRLF> ") {
        Some(rest) => ("\r\n", rest),
        None => ("\n", input),
    };
    let steps: Vec<&str> = input.split(" ;; ").collect();
    talk(rules, end, &steps, enough)
}

fn talk(rules: Option<&str>, end: &str, steps: &[&str], enough: impl Fn(&Dialogue) -> bool) -> Dialogue {
    let mut client = match rules {
        Some(rules) => Client::shishi(&["--rules", rules]),
        None => Client::shishi(&[]),
    };
    for step in steps {
        if let Some(milliseconds) = step.strip_prefix("<WAIT ").and_then(|rest| rest.strip_suffix("ms>")) {
            thread::sleep(Duration::from_millis(milliseconds.parse().expect("milliseconds")));
        } else {
            assert!(!step.contains('<'), "unknown instruction {step}");
            client.send_bytes(format!("{step}{end}").as_bytes());
        }
    }
    let mut dialogue = Dialogue { lines: Vec::new() };
    while !enough(&dialogue) {
        match client.next_line() {
            Some(line) => dialogue.lines.push(line),
            None => panic!("the engine ended too early: {:?}", dialogue.lines),
        }
    }
    if steps.last() != Some(&"quit") {
        client.send("quit");
    }
    let status = client.wait_exit();
    assert!(status.success(), "{status}");
    dialogue.lines = client.said().to_vec();
    let last_leg = dialogue.lines.iter().rfind(|line| line.starts_with("move "));
    assert!(last_leg.is_none_or(|leg| !leg.ends_with(',')), "the last leg is missing: {:?}", dialogue.lines);
    dialogue
}

/// Whether a line refuses something.
fn is_complaint(line: &str) -> bool {
    line.starts_with("Illegal") || line.starts_with("Error")
}

fn is_illegal(line: &str) -> bool {
    line.starts_with("Illegal")
}

impl Dialogue {
    fn count(&self, wanted: impl Fn(&str) -> bool) -> usize {
        self.lines.iter().filter(|line| wanted(line)).count()
    }

    fn has(&self, line: &str) -> bool {
        self.lines.iter().any(|said| said == line)
    }

    /// The lines between two others; `""` stands for the start.
    fn between(&self, from: &str, to: &str) -> &[String] {
        let index = |wanted: &str| self.lines.iter().position(|line| line == wanted);
        let end = index(to).unwrap_or_else(|| panic!("no line {to}: {:?}", self.lines));
        let start = if from.is_empty() { 0 } else { index(from).unwrap_or(end) + 1 };
        &self.lines[start..end]
    }

    fn before(&self, to: &str) -> &[String] {
        self.between("", to)
    }

    /// Moves made, legs joined by commas; a move of which legs are still to come is left out.
    fn moves(&self) -> Vec<String> {
        let mut moves = vec![String::new()];
        for leg in self.lines.iter().filter_map(|line| line.strip_prefix("move ")) {
            let last = moves.last_mut().expect("never empty");
            last.push_str(leg);
            if !leg.ends_with(',') {
                moves.push(String::new());
            }
        }
        moves.pop();
        moves
    }

    /// The numbers depth, score, centiseconds and nodes of all thinking lines.
    fn thinking(&self) -> Vec<[i64; 4]> {
        self.lines.iter().filter_map(|line| thinking_line(line)).collect()
    }
}

/// The four numbers at the start of a thinking line, followed by moves.
fn thinking_line(line: &str) -> Option<[i64; 4]> {
    let mut words = line.split_whitespace();
    let mut numbers = [0; 4];
    for number in &mut numbers {
        *number = words.next()?.parse().ok()?;
    }
    words.next().map(|_| numbers)
}

fn any(lines: &[String], wanted: impl Fn(&str) -> bool) -> bool {
    lines.iter().any(|line| wanted(line))
}

/// The legal moves of a position under the rules the protocol starts with, as an interface would send them.
fn legal_moves(line: &str) -> Vec<String> {
    let answers = batch::answers(&["moves", "--rules", "winboard", "--notation", "cecp"], &[line]);
    answers[0].split(' ').map(str::to_owned).collect()
}

#[test]
fn k01_go_right_after_new() {
    let dialogue = hold("K01", |dialogue| dialogue.has("pong 1"));
    assert_eq!(dialogue.count(|line| line == "pong 1"), 1);
}

#[test]
fn k02_search_without_memory_command() {
    let dialogue = hold("K02", |dialogue| !dialogue.moves().is_empty());
    assert!(legal_moves(START).contains(&dialogue.moves()[0]), "{:?}", dialogue.moves());
}

#[test]
fn k04_garbage_moves_change_nothing() {
    let dialogue = hold("K04", |dialogue| dialogue.has("pong 2"));
    let refused = dialogue.before("pong 1").iter().filter(|line| line.starts_with("Illegal move")).count();
    assert_eq!(refused, 6, "{:?}", dialogue.lines);
    assert!(!any(dialogue.between("pong 1", "pong 2"), is_illegal));
}

#[test]
fn k05_a_piece_of_the_opponent() {
    let dialogue = hold("K05", |dialogue| dialogue.has("pong 1"));
    let refusal = |line: &str| line.starts_with("Illegal move") && line.ends_with(": a9a8");
    assert!(any(dialogue.before("pong 1"), refusal), "{:?}", dialogue.lines);
}

#[test]
fn k07_remove_takes_back_two_plies() {
    let dialogue = hold("K07", |dialogue| dialogue.has("pong 1"));
    assert!(!any(dialogue.before("pong 1"), is_complaint), "{:?}", dialogue.lines);
}

#[test]
fn k08_undo_at_the_start() {
    let dialogue = hold("K08", |dialogue| dialogue.has("pong 2"));
    assert!(!any(dialogue.between("pong 1", "pong 2"), is_illegal), "{:?}", dialogue.lines);
}

#[test]
fn k10_ping_while_thinking() {
    let dialogue = hold("K10", |dialogue| !dialogue.moves().is_empty() && dialogue.has("pong 9"));
    assert_eq!(dialogue.moves().len(), 1);
    assert_eq!(dialogue.count(|line| line == "pong 9"), 1);
}

#[test]
fn k11_windows_line_ends() {
    let dialogue = hold("K11", |dialogue| dialogue.has("pong 12"));
    assert!(!any(&dialogue.lines, is_complaint), "{:?}", dialogue.lines);
}

#[test]
fn k13_quit_while_thinking() {
    let dialogue = hold("K13", |_| true);
    assert!(dialogue.moves().is_empty(), "a move after quit: {:?}", dialogue.lines);
}

#[test]
fn k14_unknown_command() {
    let dialogue = hold("K14", |dialogue| dialogue.has("pong 1"));
    let error = |line: &str| line.starts_with("Error (") && line.contains("): frobnicate");
    assert!(any(dialogue.before("pong 1"), error), "{:?}", dialogue.lines);
}

#[test]
fn k16_level_before_every_move() {
    let dialogue = hold("K16", |dialogue| !dialogue.moves().is_empty());
    assert_eq!(dialogue.moves().len(), 1);
    assert!(!any(&dialogue.lines, is_complaint), "{:?}", dialogue.lines);
}

#[test]
fn k17_go_twice() {
    let dialogue = hold("K17", |dialogue| dialogue.has("pong 2"));
    assert_eq!(dialogue.moves().len(), 1, "{:?}", dialogue.lines);
}

#[test]
fn k19_answers_as_second_player() {
    let dialogue = hold("K19", |dialogue| !dialogue.moves().is_empty());
    assert_eq!(dialogue.moves().len(), 1);
    let legal = legal_moves(&format!("{START} moves 12i12h"));
    assert!(legal.contains(&dialogue.moves()[0]), "{:?}", dialogue.moves());
}

#[test]
fn k20_double_capture_goes_out_leg_by_leg() {
    let dialogue = hold("K20", |dialogue| dialogue.has("move g6g7"));
    let first = dialogue.lines.iter().position(|line| line == "move g5g6,").expect("the first leg");
    assert_eq!(dialogue.lines[first + 1], "move g6g7");
}

#[test]
fn k22_both_spellings_of_a_pass() {
    let dialogue = hold("K22", |dialogue| dialogue.has("pong 2"));
    assert!(!any(dialogue.before("pong 2"), is_illegal), "{:?}", dialogue.lines);
}

#[test]
fn k23_result_stops_and_a_new_game_starts() {
    let dialogue = hold("K23", |dialogue| dialogue.has("pong 2"));
    assert!(!any(dialogue.between("pong 1", "pong 2"), |line| line.starts_with("move ")), "{:?}", dialogue.lines);
    assert!(!any(&dialogue.lines, is_complaint), "{:?}", dialogue.lines);
}

#[test]
fn k25_analysis() {
    let dialogue = hold("K25", |dialogue| dialogue.has("pong 1"));
    if any(&dialogue.lines, |line| line.starts_with("feature ") && line.contains("analyze=0")) {
        assert!(!any(&dialogue.lines, |line| line.starts_with("move ")), "{:?}", dialogue.lines);
        return;
    }
    assert!(dialogue.thinking().len() >= 3, "{:?}", dialogue.lines);
    assert!(dialogue.moves().is_empty(), "{:?}", dialogue.lines);
}

#[test]
fn k26_housekeeping() {
    let dialogue = hold("K26", |dialogue| dialogue.has("pong 1"));
    assert!(!any(dialogue.before("pong 1"), is_complaint), "{:?}", dialogue.lines);
}

#[test]
fn k28_mate_score() {
    let dialogue = hold("K28", |dialogue| !dialogue.moves().is_empty());
    // Capturing the last royal now is a win in one move.
    assert_eq!(dialogue.thinking().last().map(|numbers| numbers[1]), Some(100_001), "{:?}", dialogue.lines);
}

#[test]
fn k29_features() {
    let done = |line: &str| line.starts_with("feature ") && line.contains("done=1");
    let dialogue = hold("K29", |dialogue| any(&dialogue.lines, done));
    let features: Vec<&str> = dialogue.lines.iter().filter_map(|line| line.strip_prefix("feature ")).collect();
    let all = features.join(" ");
    for feature in ["ping=1", "setboard=1", "usermove=1"] {
        assert!(all.split(' ').any(|word| word == feature), "no {feature} in {all}");
    }
    let variants = all.split("variants=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("variants");
    assert!(variants.split(',').any(|name| name == "chu"), "{variants}");
    assert!(features.last().expect("a feature").trim_end().ends_with("done=1"), "{features:?}");
}

#[test]
fn k31_bad_positions_are_refused() {
    let dialogue = hold("K31", |dialogue| dialogue.has("pong 2"));
    let refusal = |line: &&String| line.starts_with("tellusererror") || line.starts_with("Error");
    assert!(dialogue.before("pong 1").iter().filter(refusal).count() >= 3, "{:?}", dialogue.lines);
    assert!(!any(dialogue.between("pong 1", "pong 2"), is_illegal), "{:?}", dialogue.lines);
}

#[test]
fn k32_colours_of_the_interface() {
    let dialogue = hold("K32", |dialogue| dialogue.has("pong 1"));
    assert!(!any(dialogue.before("pong 1"), is_illegal), "{:?}", dialogue.lines);
}

#[test]
fn k34_counter_strike_in_a_game() {
    let dialogue = hold("K34", |dialogue| dialogue.has("pong 4"));
    let refused = |line: &str| line.starts_with("Illegal move");
    assert!(!any(dialogue.before("pong 1"), is_illegal), "{:?}", dialogue.lines);
    assert!(any(dialogue.between("pong 1", "pong 2"), refused), "{:?}", dialogue.lines);
    assert!(any(dialogue.between("pong 2", "pong 3"), refused), "{:?}", dialogue.lines);
    assert!(!any(dialogue.between("pong 3", "pong 4"), is_illegal), "{:?}", dialogue.lines);
}

#[test]
fn k35_promotion_suffixes() {
    let dialogue = hold("K35", |dialogue| dialogue.has("pong 2"));
    assert!(!any(dialogue.before("pong 1"), is_illegal), "{:?}", dialogue.lines);
    assert!(any(dialogue.between("pong 1", "pong 2"), is_complaint), "{:?}", dialogue.lines);
}

#[test]
fn k37_negative_time() {
    let dialogue = hold("K37", |dialogue| !dialogue.moves().is_empty());
    assert!(!any(&dialogue.lines, is_complaint), "{:?}", dialogue.lines);
}

#[test]
fn k38_first_move_is_legal_at_every_depth() {
    let legal = legal_moves(START);
    assert_eq!(legal.len(), 36);
    for depth in 1..=6 {
        let depth = format!("sd {depth}");
        let steps = ["xboard", "protover 2", "new", "variant chu", &depth, "level 0 10 0", "time 60000", "go"];
        let dialogue = talk(None, "\n", &steps, |dialogue| !dialogue.moves().is_empty());
        assert!(legal.contains(&dialogue.moves()[0]), "{depth}: {:?}", dialogue.moves());
    }
}

#[test]
fn k40_a_game_of_1300_plies() {
    let game = Game::read("long-01.usi");
    let moves: Vec<String> = game.moves.split(' ').map(|text| format!("usermove {}", wire(text))).collect();
    let mut steps = vec!["xboard", "protover 2", "new", "variant chu", "force"];
    steps.extend(moves.iter().map(String::as_str));
    steps.extend(["ping 1", "st 1", "go"]);
    let dialogue = talk(None, "\n", &steps, |dialogue| !dialogue.moves().is_empty());
    assert!(!any(dialogue.before("pong 1"), is_illegal));
    // The opponent's king on k8 hangs. Taking it wins, although the own king is attacked three times over.
    assert_eq!(dialogue.moves(), ["k7k8"]);
}

#[test]
fn k41_repetition_is_refused() {
    let dialogue = hold("K41", |dialogue| dialogue.has("pong 1"));
    let refusal = |line: &str| line.starts_with("Illegal move") && line.ends_with(": d7d8");
    assert!(any(dialogue.before("pong 1"), refusal), "{:?}", dialogue.lines);
}

/// A move as an interface sends it (chu-rules §1.2, cecp §1): `7g7f` is `f6f7`, `7g7f6e` is `f6f7,f7g8`.
fn wire(usi: &str) -> String {
    let (text, suffix) = match usi.strip_suffix('+') {
        Some(text) => (text, "+"),
        None => (usi, ""),
    };
    let mut squares = Vec::new();
    let mut file = 0;
    for letter in text.chars() {
        match letter.to_digit(10) {
            Some(digit) => file = 10 * file + digit,
            None => {
                let column = char::from(b'a' + (12 - file) as u8);
                let rank = 13 - (letter as u32 - 'a' as u32 + 1);
                squares.push(format!("{column}{rank}"));
                file = 0;
            }
        }
    }
    let legs: Vec<String> = squares.windows(2).map(<[std::string::String]>::concat).collect();
    legs.join(",") + suffix
}

#[test]
fn wire_form_of_moves() {
    assert_eq!(wire("7g7f"), "f6f7");
    assert_eq!(wire("12a1l+"), "a12l1+");
    assert_eq!(wire("7g7f6e"), "f6f7,f7g8");
}

#[test]
fn k43_pondering_plays_no_move_and_pings_are_answered() {
    let dialogue = hold("K43", |dialogue| dialogue.has("pong 4"));
    assert_eq!(dialogue.moves().len(), 1);
}

#[test]
fn k44_targets_are_shown() {
    let dialogue = hold("K44", |dialogue| dialogue.has("pong 1"));
    assert!(any(dialogue.before("pong 1"), |line: &str| line.starts_with("highlight ")
        && line["highlight ".len()..].split('/').count() == 12));
}

/// No protocol row is forgotten.
#[test]
fn every_protocol_row_has_a_test() {
    let here = [
        "K01", "K02", "K04", "K05", "K07", "K08", "K10", "K11", "K13", "K14", "K16", "K17", "K19", "K20", "K22", "K23",
        "K25", "K26", "K28", "K29", "K31", "K32", "K34", "K35", "K37", "K38", "K40", "K41", "K43", "K44",
    ];
    let table = Table::read("public-cases.tsv");
    let rows: Vec<&str> =
        table.rows().filter(|row| row.get("input").starts_with("cecp | ")).map(|row| row.get("id")).collect();
    assert_eq!(rows, here);
}
