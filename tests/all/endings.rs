//! Won endings are won, and not much later than they can be: self-play with few nodes a move.

use crate::support::matches::{folder, play, split};
use shishi::arena::entry::{Cause, GameResult};
use std::fs;

/// Plays each position out by both colours' engine with 20,000 nodes a move. Black has to win in the plies given.
fn black_wins(name: &str, rules: &str, endings: &[(&str, usize)]) {
    let folder = folder(name);
    let openings = folder.join("openings.txt");
    let lines: String = endings.iter().map(|(position, _)| format!("{position}\n")).collect();
    fs::write(&openings, lines).expect("a file");
    let mut words = split("-each cmd=self nodes=20000 -engine name=one -engine name=two -games 2");
    words.extend(split(&format!("-rounds {} -rules {rules}", endings.len())));
    words.extend(split(&format!("-openings format=sfen file={}", openings.display())));
    let (games, run) = play(&folder.join("log.jsonl"), &words);
    assert_eq!(games.len(), 2 * endings.len(), "{}", run.stderr);
    for game in &games {
        let (position, plies) = endings[(game.pair as usize - 1) % endings.len()];
        let found = (game.result, game.moves.len());
        assert!(found.0 == GameResult::First && found.1 <= plies, "{position}: {found:?}, {:?}", game.cause);
        assert!(matches!(game.cause, Cause::Rules(_)), "{position}: {:?}", game.cause);
    }
}

/// By retrograde analysis Black takes the king with move 51, 51, 69 and 65 (plies; promotion where Black wants it).
#[test]
fn king_and_silver_promoted_or_not_against_king() {
    let endings = [
        ("5k6/12/12/12/12/12/12/12/12/12/12/4+SK6 b - 1", 2 * 51),
        ("12/12/12/4k7/12/12/12/12/12/7+S4/12/5K6 b - 1", 2 * 51),
        ("5k6/12/12/12/12/12/12/12/12/12/12/4SK6 b - 1", 2 * 69),
        ("12/12/12/4k7/12/12/12/12/12/7S4/12/5K6 b - 1", 2 * 65),
    ];
    black_wins("silver", "historic", &endings);
}

/// Twenty-three plies are known to suffice from like positions.
#[test]
fn queen_against_king_and_go_between() {
    let endings = [
        ("5k6/5i6/12/12/12/12/12/12/12/12/12/3Q2K5 b - 1", 2 * 23),
        ("12/12/12/4k7/4i7/12/12/12/12/12/6Q5/5K6 b - 1", 2 * 23),
    ];
    black_wins("go-between", "lishogi", &endings);
}
