//! The CECP option `Tsume`: `go` and analysis look for a mate by checks.

use crate::support::batch;
use crate::support::client::Client;

/// A mate in four, the only shortest line of which begins with the gold's promoted step to i12.
const FOUR: &str = "6B3kt/9+Gh1/10T1/9G2/12/9+L2/12/12/12/12/12/12";

/// A problem that takes long: 56 moves in the old book.
const LONG: &str = "2f7+H1/2c2x1s2+v1/4vgko1fm1/2p3g5/3+H8/b5N5/4P7/12/C1+c+i8/3+s1+a6/12/12 b - 1";

/// The score of a win in so many moves, the capture of the last royal among them.
fn win(moves: i64) -> i64 {
    100_000 + moves
}

/// The board seen from the other side, with the pieces in each other's hands.
fn turned(board: &str) -> String {
    let turn_rank = |rank: &str| {
        let mut parts = Vec::new();
        let mut chars = rank.chars().peekable();
        while let Some(c) = chars.next() {
            let mut part = c.to_string();
            let joins = |next: &char| c == '+' || c.is_ascii_digit() && next.is_ascii_digit();
            part.extend(chars.next_if(joins));
            parts.push(part);
        }
        parts.reverse();
        parts.concat()
    };
    let swap = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let ranks: Vec<String> = board.split('/').rev().map(turn_rank).collect();
    ranks.join("/").chars().map(swap).collect()
}

/// An engine with the option and a position; letters of the pieces are the same in SFEN and FEN.
fn client(option: &str, board: &str, side: char) -> Client {
    let mut client = Client::in_force_mode(&[]);
    client.send(&format!("option Tsume={option}\nsetboard {board} {side} - 0 1\npost"));
    assert_eq!(client.sync(), [""; 0]);
    client
}

/// Score and moves of a thinking line.
fn thought(line: &str) -> Option<(i64, Vec<String>)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let score = words.get(1)?.parse().ok()?;
    let numbers = words.get(..4)?.iter().all(|word| word.parse::<i64>().is_ok());
    numbers.then(|| (score, words[4..].iter().map(|word| (*word).to_owned()).collect()))
}

/// The last line of thought so far.
fn last_thought(client: &Client) -> (i64, Vec<String>) {
    client.said().iter().rev().find_map(|line| thought(line)).expect("a line of thought")
}

/// Plays a mate to its end: the engine attacks, the defence is the one its own line foresees.
fn mate_in_four(option: &str, board: &str, side: char) {
    let mut client = client(option, board, side);
    client.send("st 50\ngo");
    for left in (1..=4).rev() {
        let played = client.wait_for_move();
        let (score, line) = last_thought(&client);
        assert_eq!(score, win(left + 1), "{line:?}");
        assert_eq!((line.len() as i64, &line[0]), (2 * left - 1, &played));
        if let Some(defence) = line.get(1) {
            client.send(&format!("usermove {defence}"));
        }
    }
    client.quit();
}

#[test]
fn the_option_is_the_one_of_hachu() {
    let mut client = Client::shishi(&[]);
    client.send("xboard\nprotover 2");
    let wanted = "feature option=\"Tsume -combo no /// Sente mates /// Gote mates\"";
    client.wait_for("the option", |line| line == wanted);
    client.quit();
}

#[test]
fn either_side_mates() {
    mate_in_four("Sente mates", FOUR, 'w');
    mate_in_four("Gote mates", &turned(FOUR), 'b');
}

/// The defender, to move, plays the longest defence and knows how long it is.
#[test]
fn the_other_side_defends() {
    let after = batch::answers(&["mate"], &[&format!("{FOUR} b - 1")]).remove(0);
    let first = after.split(' ').nth(2).expect("a first move").to_owned();
    let mut client = Client::in_force_mode(&[]);
    client.send(&format!("setboard {FOUR} w - 0 1\nusermove l12j12\noption Tsume=Sente mates\npost\nst 50"));
    // The key of the problem in the letters of CECP: files are counted from the other side.
    assert_eq!(first, "3b3a");
    client.send("undo\nusermove j11j12\ngo");
    let defence = client.wait_for_move();
    let (score, line) = last_thought(&client);
    assert_eq!((score, line.len(), &line[0]), (-win(4), 6, &defence));
    client.quit();
}

#[test]
fn analysis_tells_the_mate_and_obeys() {
    let mut client = client("Sente mates", FOUR, 'w');
    let mates = |line: &str| thought(line).is_some_and(|(score, line)| score == win(5) && line[0] == "j11j12");
    client.send("analyze");
    client.wait_for("the mate", mates);
    // Another option begins anew; so does a move, and the other side has it then.
    client.send("option Tsume=no");
    client.wait_for("an ordinary line", |line| thought(line).is_some_and(|(score, _)| score != win(5)));
    client.send("option Tsume=Sente mates");
    client.wait_for("the mate again", mates);
    client.send("usermove j11j12");
    client
        .wait_for("the defence", |line| thought(line).is_some_and(|(score, line)| score == -win(4) && line.len() == 6));
    // What is left out is not told, and a mate by another move would take longer.
    client.send("undo\nexclude j11j12");
    client.wait_for("another mate, or none", |line| {
        line.ends_with("{no mate by checks}") || thought(line).is_some_and(|(_, line)| line[0] != "j11j12")
    });
    client.send("exit");
    client.sync();
    client.quit();
}

#[test]
fn without_a_mate_it_says_so_and_plays_on() {
    for option in ["Sente mates", "Gote mates"] {
        let mut client = Client::in_force_mode(&[]);
        client.send(&format!("option Tsume={option}\npost\nsd 2\ngo"));
        client.wait_for_move();
        let remarks = client.said().iter().filter(|line| line.ends_with(" {no mate by checks}")).count();
        // Whoever is not in check has nothing to defend against.
        assert_eq!(remarks, usize::from(option == "Sente mates"));
        client.quit();
    }
}

/// A check that has an answer: the defender plays one that holds, though a blunder would be a capture.
#[test]
fn a_defence_that_holds_is_played() {
    // The queen gives check from afar. The rook can take it, or the king step into the net of two rooks.
    let mut client = client("Sente mates", "k11/12/12/12/12/Q10r/12/12/12/12/12/1R10", 'b');
    client.send("st 50\ngo");
    assert_eq!(client.wait_for_move(), "l7a7");
    assert!(client.said().iter().any(|line| line.ends_with(" {no mate by checks}")));
    client.quit();
}

#[test]
fn a_search_for_a_mate_can_be_stopped() {
    let board = LONG.strip_suffix(" b - 1").expect("a problem");
    let ask = format!("option Tsume=Sente mates\nsetboard {board} w - 0 1\nst 50\ngo");
    let mut client = Client::in_force_mode(&[]);
    client.send(&ask);
    client.send("?");
    client.wait_for_move();
    client.send("force\nnew\nforce");
    client.send(&ask);
    client.send("force");
    client.sync();
    client.send("analyze");
    client.send("quit");
    assert!(client.wait_exit().success());
}

#[test]
fn nonsense_is_refused() {
    let mut client = Client::in_force_mode(&[]);
    client.send("option Tsume=yes");
    let answer = client.sync();
    assert!(answer.len() == 1 && answer[0].starts_with("Error (none of no, Sente mates, Gote mates)"), "{answer:?}");
    client.quit();
}

/// Other games have mates too, and the option outlives a change of the game.
#[test]
fn whale_mates_are_found() {
    let mut client = Client::in_force_mode(&[]);
    client.send("option Tsume=Sente mates\nvariant whale\npost\nst 50");
    client.sync();
    let position = "5w/6/3KB1/6/6/W5";
    let fen =
        batch::run(&["convert", "--variant", "whale", "--from", "sfen", "--to", "fen"], format!("{position} b - 1\n"));
    client.send(&format!("setboard {}\ngo", fen.stdout.trim()));
    client.wait_for_move();
    // Mate is the end in this game: nothing is captured after it.
    assert_eq!(last_thought(&client).0, win(1));
    client.quit();
}
