use super::*;
use crate::engine::read_game;
use crate::games::{Chu, Variant};
use crate::position::{RuleSet, Side};

type ChuGame = Game<<Chu as Variant>::Position>;

fn game(text: &str, rules: &str) -> ChuGame {
    read_game::<Chu>(text, &rules.parse().expect("rules")).expect("a game")
}

fn find(game: &ChuGame, text: &str) -> Move {
    Chu::parse_move(game.position(), text).expect("a pseudo-legal move")
}

fn position_of(game: &ChuGame) -> String {
    Chu::write_position(game.position(), crate::notation::PositionFormat::Sfen, 0)
}

#[test]
fn undo_restores_position_and_history() {
    let mut game = game("startpos", "historic");
    let start = position_of(&game);
    let start_key = game.position().key();
    for text in ["7i7h", "7d7e", "7h7g", "7e7f", "7g7f"] {
        let mv = find(&game, text);
        assert_eq!(game.judge(mv), Ok(()));
        game.play(mv);
    }
    assert_eq!(game.ply(), 5);
    assert_eq!(game.history().len(), 6);
    while let Some(mv) = game.undo() {
        assert_eq!(game.judge(mv), Ok(()));
    }
    assert_eq!((game.ply(), game.history().len()), (0, 1));
    assert_eq!(position_of(&game), start);
    assert_eq!(game.position().key(), start_key);
    assert!(game.position().is_consistent());
}

/// The go-betweens step forward and back: the start position with the same side to move would occur again.
const SHUFFLE: &str = "startpos moves 4h4g 9e9f 4g4h";

fn repetition_of_the_start() -> Refusal {
    Refusal::Repetition { earlier: vec![0], section: Some("chu-rules §5.2") }
}

#[test]
fn historic_rules_forbid_a_position_to_occur_again() {
    let game = game(SHUFFLE, "historic");
    let back = find(&game, "9f9e");
    assert_eq!(game.judge(back), Err(repetition_of_the_start()));
    assert_eq!(game.judge_own(back), Err(repetition_of_the_start()));
    assert!(!game.legal_moves().contains(&back));
    // Onward is free.
    let onward = find(&game, "9f9g");
    assert_eq!(game.judge(onward), Ok(()));
    assert!(game.legal_moves().contains(&onward));
}

#[test]
fn winboard_rules_accept_the_repetition_they_do_not_play() {
    let game = game(SHUFFLE, "winboard");
    let back = find(&game, "9f9e");
    assert_eq!(game.judge(back), Ok(()));
    assert_eq!(game.judge_own(back), Err(repetition_of_the_start()));
    assert!(!game.root_moves().contains(&back));
}

#[test]
fn other_rules_hold_for_the_game_so_far() {
    let mut game = game(SHUFFLE, "historic");
    let back = find(&game, "9f9e");
    let before = position_of(&game);
    game.set_rules("historic:rep.rule=off".parse().expect("rules"));
    assert_eq!(position_of(&game), before);
    assert_eq!(game.ply(), 3);
    assert_eq!(game.judge_own(back), Ok(()));
    game.set_rules("historic".parse().expect("rules"));
    assert_eq!(game.judge_own(back), Err(repetition_of_the_start()));
}

#[test]
fn a_move_of_the_other_side_or_none_at_all_is_refused() {
    let mut game = game("startpos", "historic");
    let ours = find(&game, "7i7h");
    game.play(ours);
    assert_eq!(game.judge(ours), Err(Refusal::NotAMove));
    assert_eq!(game.judge(Move::NONE), Err(Refusal::NotAMove));
    assert_eq!(game.judge(Move::from_code(0)), Err(Refusal::NotAMove));
}

#[test]
fn the_side_without_royals_has_lost() {
    // The rook takes the only king.
    let game = game("k11/12/12/12/12/12/12/12/12/12/12/R10K b - 1 moves 12l12a", "historic");
    assert_eq!(game.status(), Some(Outcome::win(Side::Black, Reason::Royals)));
    assert_eq!(game.outcome(), game.status());
}

#[test]
fn a_side_that_was_given_no_royal_has_lost_only_as_a_bare_position() {
    let problem = "12/12/12/12/12/5p6/12/12/12/12/12/P10K";
    let bare = game(&format!("{problem} w - 1"), "historic");
    assert_eq!(bare.status(), Some(Outcome::win(Side::Black, Reason::Royals)));
    assert_eq!(bare.outcome(), None);
    let played = game(&format!("{problem} w - 1 moves 7f7g"), "historic");
    assert_eq!(played.status(), None);
    // The side that has its royal is not lost.
    assert_eq!(game(&format!("{problem} b - 1"), "historic").status(), None);
}

#[test]
fn a_side_without_a_move_has_lost() {
    // The white king is walled in by his own pawns, which stand before each other and at the edge.
    let smothered = "11K/12/12/12/12/12/12/12/12/12/pp10/kp10 w - 1";
    let free = "11K/12/12/12/12/12/12/12/12/12/1p10/kp10 w - 1";
    assert_eq!(game(free, "historic").status(), None);
    let game = game(smothered, "historic");
    assert_eq!(game.legal_moves(), []);
    assert_eq!(game.status(), Some(Outcome::win(Side::Black, Reason::Stalemate)));
}

#[test]
fn a_cap_on_plies_is_a_draw_once_it_is_exceeded() {
    let rules = "historic:end.ply_cap=2";
    assert_eq!(game("startpos moves 7i7h 6d6e", rules).status(), None);
    let over = game("startpos moves 7i7h 6d6e 7h7g", rules);
    assert_eq!(over.status(), Some(Outcome::draw(Reason::PlyCap)));
}

#[test]
fn the_referee_thins_only_the_moves_we_choose_from() {
    // The king is attacked by the rook: XBoard wants the check answered, Chu does not.
    let text = "k11/12/12/12/12/12/12/12/12/12/12/K4P5r b - 1";
    let game = game(text, "winboard");
    assert!(game.position().rules().referee());
    let pawn = find(&game, "7l7k");
    let away = find(&game, "12l12k");
    assert!(game.legal_moves().contains(&pawn));
    // The pawn stands between rook and king: moving it would leave the king attacked.
    assert!(!game.root_moves().contains(&pawn));
    assert!(game.root_moves().contains(&away));
    assert_eq!(game.judge(pawn), Ok(()));
}

#[test]
fn the_referee_minds_no_win() {
    // Both kings are attacked; the pawn takes one of them and leaves the other where it is.
    let game = game("12/12/12/12/5k6/5P6/9P2/12/12/12/12/K10r b - 1", "winboard");
    assert!(game.root_moves().contains(&find(&game, "7f7e")));
    assert!(!game.root_moves().contains(&find(&game, "3g3f")));
}

fn perft(text: &str, depth: u32, perft: Perft) -> u64 {
    perft.run(game(text, "historic").position(), depth, |_, _, _, _| {}).expect("memory")
}

#[test]
fn a_count_that_needs_more_than_64_bits_is_an_error() {
    // Two kings on an empty board have about seven moves each, and 7^26 is nearly 10^22.
    let kings = game("k11/12/12/12/12/12/12/12/12/12/12/11K b - 1", "historic");
    let perft = Perft { end: End::None, hash: 16, ..Perft::default() };
    assert_eq!(perft.run(kings.position(), 26, |_, _, _, _| {}), Err(PerftError::TooMany));
}

#[test]
fn perft_of_the_start_position() {
    let actions = Perft::default();
    for (depth, nodes) in [(0, 1), (1, 36), (2, 1296), (3, 48315)] {
        assert_eq!(perft("startpos", depth, actions), nodes);
        assert_eq!(perft("startpos", depth, Perft { count: Count::Positions, ..actions }), nodes);
    }
    let spellings = Perft { count: Count::Spellings, ..actions };
    assert_eq!(perft("startpos", 3, spellings), 52599);
}

#[test]
fn table_and_threads_change_no_count() {
    for count in [Count::Actions, Count::Spellings, Count::Positions] {
        let plain = Perft { count, ..Perft::default() };
        let nodes = perft("startpos", 3, plain);
        assert_eq!(perft("startpos", 3, Perft { hash: 1, ..plain }), nodes);
        assert_eq!(perft("startpos", 3, Perft { threads: 3, ..plain }), nodes);
        assert_eq!(perft("startpos", 3, Perft { hash: 1, threads: 3, ..plain }), nodes);
    }
}

#[test]
fn the_shares_add_up() {
    let mut shares = Vec::new();
    let position = game("startpos", "historic");
    let nodes = Perft::default()
        .run(position.position(), 2, |mv, nodes, done, all| {
            assert_eq!((done, all), (shares.len() + 1, 36));
            shares.push((mv, nodes));
        })
        .expect("memory");
    assert_eq!(shares.iter().map(|&(_, nodes)| nodes).sum::<u64>(), nodes);
    assert_eq!(shares.len(), 36);
}

#[test]
fn passes_of_two_lions_are_two_actions_and_one_position() {
    let text = "k11/12/12/12/2N9/12/12/9N2/12/12/12/K11 b - 1";
    let actions = perft(text, 1, Perft::default());
    assert_eq!(perft(text, 1, Perft { count: Count::Positions, ..Perft::default() }), actions - 1);
    // 24 squares each, 3 king moves, a pass each.
    assert_eq!(actions, 24 + 24 + 3 + 2);
}

#[test]
fn sequences_end_where_the_game_does() {
    let end = |end| Perft { end, ..Perft::default() };
    // A promoted gold moves as a rook and cannot promote: 11 squares along either line, and 3 moves of the king.
    let take = "k10+G/12/12/12/12/12/12/12/12/12/12/K11 b - 1";
    assert_eq!(perft(take, 1, end(End::Full)), 3 + 11 + 11);
    // Then White has 3 moves of his king, attacked squares or not, and none if it was taken.
    assert_eq!(perft(take, 2, end(End::Full)), 24 * 3);
    // With a pawn he has one more, also if his king was taken and that does not end the game.
    let pawn = "k10+G/12/12/12/12/5p6/12/12/12/12/12/K11 b - 1";
    assert_eq!(perft(pawn, 2, end(End::Full)), 24 * 4);
    assert_eq!(perft(pawn, 2, end(End::Royals)), 24 * 4);
    assert_eq!(perft(pawn, 2, end(End::None)), 24 * 4 + 1);
    let taken = "+G11/p11/12/12/12/12/12/12/12/12/12/K11 w - 1";
    assert_eq!(perft(taken, 1, end(End::None)), 1);
    assert_eq!(perft(taken, 1, end(End::Royals)), 0);
    assert_eq!(perft(taken, 1, end(End::Full)), 0);
}

/// A king in the corner between two queens (§6.1), on either side of the board.
#[test]
fn mate_ends_the_game_where_the_rules_say_so() {
    let status = |text: &str, rules: &str| game(text, rules).status().map(|outcome| outcome.to_string());
    let mate = "k10Q/11Q/12/12/12/12/12/12/12/12/12/11K w - 1";
    assert_eq!(status(mate, "historic"), None, "the king may be left where it is");
    assert_eq!(status(mate, "historic:end.mate=on").as_deref(), Some("b mate"));
    for (text, why) in [
        ("k10Q/12/12/12/12/12/12/12/12/12/12/11K w - 1", "there is a way out"),
        ("k10Q/11Q/12/12/12/12/12/12/12/12/12/r10K w - 1", "the other king can be taken first"),
        ("k9+eQ/11Q/12/12/12/12/12/12/12/12/12/11K w - 1", "two royals are never in check"),
        ("k11/2Q9/1Q10/12/12/12/12/12/12/12/12/11K w - 1", "no check, whatever comes next"),
    ] {
        assert_eq!(status(text, "historic:end.mate=on"), None, "{why}");
    }
    let count = |rules: &str| {
        let game = game(mate, rules);
        Perft { count: Count::Actions, end: End::Full, hash: 0, threads: 1 }
            .run(game.position(), 1, |_, _, _, _| {})
            .unwrap()
    };
    // The king can step to 11a, 11b and 12b.
    assert_eq!((count("historic"), count("historic:end.mate=on")), (3, 0));
}
