//! The engine plays Taikyoku Shogi: in time on any board, to the end of games, and against an opponent that only looks at
//! what a move wins at once.

use crate::support::random::Random;
use shishi::eval::{Evaluation, Evaluator};
use shishi::game::Game;
use shishi::games::taikyoku::{Kind, Piece, Square, TaikyokuEvaluation, TaikyokuPosition, TaikyokuRules};
use shishi::games::{Taikyoku, Variant};
use shishi::ini::Section;
use shishi::position::{Move, MoveList, Outcome, Position, Reason, SearchHints, Side};
use shishi::search::{SearchLimits, Task, ThreadPool, TranspositionTable};
use std::sync::Arc;
use std::time::Duration;

/// An engine that keeps what it has learnt.
struct Player {
    evaluation: Arc<TaikyokuEvaluation>,
    pool: ThreadPool<TaikyokuPosition>,
    table: TranspositionTable,
}

impl Player {
    fn new(megabytes: usize) -> Player {
        Player {
            evaluation: Taikyoku::evaluation(&Section::empty("eval")).expect("an evaluation"),
            pool: ThreadPool::new(Taikyoku::search_params(), 1),
            table: TranspositionTable::new(megabytes).expect("a table"),
        }
    }

    fn think(&mut self, game: &Game<TaikyokuPosition>, limits: SearchLimits) -> (Option<Move>, i32) {
        let limits = SearchLimits { root_moves: game.root_moves(), ..limits };
        let task = Task::new(game.position(), game.history(), &self.evaluation, &limits, &self.table);
        let answer = self.pool.search(&task, &mut ());
        (answer.best, answer.score)
    }
}

/// The move that wins most at once, one of them by chance.
fn greedy(position: &TaikyokuPosition, legal: &[Move], random: &mut Random) -> Move {
    let gain = |mv: &&Move| position.gain(**mv);
    let most = legal.iter().map(|mv| gain(&mv)).max().expect("a move");
    let best: Vec<Move> = legal.iter().copied().filter(|mv| gain(&mv) == most).collect();
    *random.pick(&best)
}

/// Plays a game until it is over, each move checked by the rules.
fn game_to_the_end(mut choose: impl FnMut(&Game<TaikyokuPosition>) -> Move) -> (Outcome, usize) {
    let mut game = Game::new(Taikyoku::start(&TaikyokuRules::STANDARD));
    loop {
        if let Some(outcome) = game.outcome() {
            return (outcome, game.ply());
        }
        let mv = choose(&game);
        assert_eq!(game.judge_own(mv), Ok(()), "{mv:?} in {:?}", game.position());
        game.play(mv);
    }
}

/// A board with so many pieces of these kinds for each side.
fn crowd(random: &mut Random, ids: &[&str], count: usize, rules: TaikyokuRules) -> TaikyokuPosition {
    let kings = [(Square::FIRST, Side::Black), (Square::FIRST.rotated(), Side::White)];
    let king = Kind::from_id("K").expect("the king");
    let mut pieces: Vec<(Square, Piece)> = (0..2 * count)
        .map(|number| {
            let cell = random.below(1296);
            let square = Square::new(cell % 36, cell / 36).expect("a square");
            let kind = Kind::from_id(ids[random.below(ids.len())]).expect("a kind");
            (square, Piece::new(kind, false, Side::BOTH[number % 2]))
        })
        .collect();
    pieces.extend(kings.map(|(square, side)| (square, Piece::new(king, false, side))));
    TaikyokuPosition::set_up(rules, pieces, Side::Black)
}

#[test]
fn a_search_without_time_still_gives_a_legal_move() {
    let mut player = Player::new(1);
    let mut random = Random(7);
    let sweep: TaikyokuRules = "sweep".parse().expect("rules");
    let boards = [
        Taikyoku::start(&TaikyokuRules::STANDARD),
        crowd(&mut random, &["HM", "CA", "LG", "PK"], 60, TaikyokuRules::STANDARD),
        // Exchanges between hundreds of hook movers would take half a minute if they were played out.
        crowd(&mut random, &["HM"], 400, TaikyokuRules::STANDARD),
        crowd(&mut random, &["FE", "LH", "LN"], 300, TaikyokuRules::STANDARD),
        crowd(&mut random, &["GG", "VG", "RG", "BG"], 200, sweep),
        crowd(&mut random, &["K", "CP", "DE"], 400, TaikyokuRules::STANDARD),
        crowd(&mut random, &["K"], 0, TaikyokuRules::STANDARD),
        crowd(&mut random, &["P"], 1, sweep),
    ];
    for position in boards {
        let game = Game::new(position);
        for limits in [
            SearchLimits { move_time: Some(Duration::ZERO), ..SearchLimits::default() },
            SearchLimits { nodes: Some(1), ..SearchLimits::default() },
            SearchLimits { nodes: Some(500), ..SearchLimits::default() },
        ] {
            let (best, _) = player.think(&game, limits);
            assert!(best.is_some_and(|mv| game.judge_own(mv) == Ok(())), "{:?}", game.position());
        }
    }
}

/// A search that looks two plies ahead neither leaves a great piece where a pawn takes it, nor takes what costs more.
#[test]
fn large_pieces_are_not_given_away() {
    let mut player = Player::new(1);
    let value = |position: &TaikyokuPosition| {
        let evaluation = Taikyoku::evaluation(&Section::empty("eval")).expect("an evaluation");
        let value = evaluation.evaluator(position).evaluate(position);
        if position.side() == Side::Black { value } else { -value }
    };
    let mut random = Random(99);
    for _ in 0..4 {
        let mut game = Game::new(Taikyoku::start(&TaikyokuRules::STANDARD));
        for _ in 0..30 {
            let before = value(game.position());
            let limits = SearchLimits { depth: Some(2), ..SearchLimits::default() };
            let mv = player.think(&game, limits).0.expect("a move");
            game.play(mv);
            // The opponent takes what it can get at once.
            let reply = greedy(game.position(), &game.legal_moves(), &mut random);
            let taken = game.position().gain(reply);
            let kept = !game.position().see_ge(reply, 1000);
            game.play(reply);
            assert!(kept || taken < 1000 || value(game.position()) > before - 2500, "{:?}", game.position());
        }
    }
}

/// With real time: `cargo test --release --test all taikyoku_play -- --ignored --nocapture`.
#[test]
#[ignore = "takes several minutes"]
fn a_game_with_itself_ends() {
    let mut players = [Player::new(16), Player::new(16)];
    let limits = || SearchLimits { move_time: Some(Duration::from_millis(100)), ..SearchLimits::default() };
    let (outcome, plies) = game_to_the_end(|game| players[game.ply() % 2].think(game, limits()).0.expect("a move"));
    println!("{outcome} after {plies} plies");
    assert!(matches!(outcome.reason, Reason::Royals | Reason::Repetition | Reason::PlyCap | Reason::Stalemate));
}

/// Twenty games, ten with each colour, at a number of nodes that is far below a tenth of a second.
#[test]
#[ignore = "takes several minutes"]
fn the_greedy_opponent_loses_every_game() {
    let mut won = 0;
    for number in 0..20 {
        let mut player = Player::new(16);
        let mut random = Random(number << 32);
        let us = Side::BOTH[number as usize % 2];
        let limits = || SearchLimits { nodes: Some(2000), ..SearchLimits::default() };
        let (outcome, plies) = game_to_the_end(|game| match game.position().side() == us {
            true => player.think(game, limits()).0.expect("a move"),
            false => greedy(game.position(), &game.legal_moves(), &mut random),
        });
        println!("game {}: {outcome} after {plies} plies, we are {us:?}", number + 1);
        won += u32::from(outcome.winner == Some(us));
    }
    assert_eq!(won, 20);
}

#[test]
fn the_greedy_opponent_takes_the_most() {
    let mut random = Random(1);
    let position = crowd(&mut random, &["P", "R", "GG"], 100, TaikyokuRules::STANDARD);
    let mut legal = MoveList::new();
    position.moves(&mut legal);
    let choice = greedy(&position, &legal, &mut random);
    assert!(legal.iter().all(|&mv| position.gain(mv) <= position.gain(choice)));
}
