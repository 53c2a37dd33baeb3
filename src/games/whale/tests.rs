//! Properties that hold in every position, tried on random games and random boards of both sizes, against a second
//! implementation of the rules that walks the board square by square.

use super::board::TABLE;
use super::text::{parse_position, start};
use super::*;
use crate::eval::{Evaluation, Evaluator, Incremental};
use crate::geometry::{Direction, Directions};
use crate::position::{Move, MoveCounting, MoveList, Outcome, Position, Reason, SearchHints, Side};
use crate::position::{Presets, Random};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

type Board = [Piece; TABLE];

fn squares<const SIZE: usize>() -> impl Iterator<Item = Square> {
    (0..SIZE * SIZE).filter_map(|i| Square::new(i % SIZE, i / SIZE, SIZE))
}

/// A random board with both royals and random hands; dolphins more often than others.
fn random_board<const SIZE: usize>(seed: u64, rules: WhaleRules) -> WhalePosition<SIZE> {
    let mut random = Random(seed);
    let mut place =
        |kind, side| (Square::new(random.below(SIZE), random.below(SIZE), SIZE).unwrap(), Piece::new(kind, side));
    let royals = Side::BOTH.map(|side| place(Kind::White, side));
    let mut random = Random(seed ^ 1);
    let mut pieces = Vec::new();
    for _ in 0..random.below(SIZE * SIZE * 2 / 3) {
        let kind =
            if random.below(3) == 0 { Kind::Dolphin } else { Kind::from_index(random.below(KINDS - 1)).unwrap() };
        let square = Square::new(random.below(SIZE), random.below(SIZE), SIZE).unwrap();
        pieces.push((square, Piece::new(kind, Side::BOTH[random.below(2)])));
    }
    pieces.retain(|(square, piece)| {
        royals.iter().all(|(royal, _)| royal != square) && piece.kind().unwrap().is_on_board_of(SIZE)
    });
    pieces.extend(royals);
    let mut hands = [[0; HAND_KINDS]; 2];
    for (kind, count) in hands.iter_mut().flat_map(|hand| Kind::in_hand().zip(hand)) {
        *count = if random.below(3) == 0 && kind.is_on_board_of(SIZE) { 1 + random.below(3) as u8 } else { 0 };
    }
    WhalePosition::set_up(rules, pieces, hands, Side::BOTH[random.below(2)])
}

fn moves_of<const SIZE: usize>(position: &WhalePosition<SIZE>) -> Vec<Move> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    list
}

fn turned(directions: Directions, side: Side) -> Directions {
    if side == Side::White { directions.rotated() } else { directions }
}

fn far_rank<const SIZE: usize>(side: Side) -> usize {
    if side == Side::Black { SIZE - 1 } else { 0 }
}

/// The squares that the piece on `from` attacks.
fn slow_attacks<const SIZE: usize>(board: &Board, from: Square) -> Vec<Square> {
    let Some((kind, side)) = board[from.index()].parts() else { return Vec::new() };
    let info = kind.info();
    let step = |square: Square, direction: Direction, distance: i32| {
        let (df, dr) = direction.step();
        let file = usize::try_from(square.file() as i32 + df * distance).ok()?;
        Square::new(file, usize::try_from(square.rank() as i32 + dr * distance).ok()?, SIZE)
    };
    let on_far_rank = from.rank() == far_rank::<SIZE>(side);
    let slide = if on_far_rank { info.slide.union(info.far_slide) } else { info.slide };
    let mut found = Vec::new();
    found.extend(turned(info.step, side).filter_map(|direction| step(from, direction, 1)));
    found.extend(turned(info.jump, side).filter_map(|direction| step(from, direction, 2)));
    for direction in turned(slide, side) {
        let mut square = from;
        while let Some(next) = step(square, direction, 1) {
            found.push(next);
            if !board[next.index()].is_none() {
                break;
            }
            square = next;
        }
    }
    found
}

fn slow_in_check<const SIZE: usize>(board: &Board, side: Side) -> bool {
    let Some(royal) = squares::<SIZE>().find(|s| board[s.index()] == Piece::new(Kind::White, side)) else {
        return false;
    };
    squares::<SIZE>()
        .any(|from| board[from.index()].belongs_to(!side) && slow_attacks::<SIZE>(board, from).contains(&royal))
}

fn after(board: &Board, side: Side, action: Action) -> Board {
    let mut board = *board;
    match action {
        Action::Move { from, to } => {
            board[to.index()] = board[from.index()];
            board[from.index()] = Piece::NONE;
        }
        Action::Drop { kind, to } => board[to.index()] = Piece::new(kind, side),
    }
    board
}

/// All moves but for check and mating drops.
fn slow_moves<const SIZE: usize>(position: &WhalePosition<SIZE>) -> BTreeSet<Move> {
    let (board, side) = (&position.board, position.side);
    let dolphin = Piece::new(Kind::Dolphin, side);
    let is_full = |to: Square| {
        (0..SIZE).filter(|&rank| board[Square::new(to.file(), rank, SIZE).unwrap().index()] == dolphin).count() >= 2
    };
    let mut found = BTreeSet::new();
    for from in squares::<SIZE>().filter(|from| board[from.index()].belongs_to(side)) {
        for to in slow_attacks::<SIZE>(board, from).into_iter().filter(|to| !board[to.index()].belongs_to(side)) {
            let joins = board[from.index()] == dolphin && from.file() != to.file() && is_full(to);
            if !(joins && position.rules.has(Switches::NO_MOVES_INTO_FULL_FILES)) {
                found.insert(Action::Move { from, to }.to_move());
            }
        }
    }
    for kind in Kind::in_hand().filter(|&kind| position.in_hand(side, kind) > 0) {
        for to in squares::<SIZE>().filter(|to| board[to.index()].is_none()) {
            if kind != Kind::Dolphin || to.rank() != far_rank::<SIZE>(side) && !is_full(to) {
                found.insert(Action::Drop { kind, to }.to_move());
            }
        }
    }
    found
}

fn slow_is_legal<const SIZE: usize>(position: &WhalePosition<SIZE>, mv: Move) -> bool {
    let action = Action::of(mv);
    let board = after(&position.board, position.side, action);
    if slow_in_check::<SIZE>(&board, position.side) {
        return false;
    }
    let Action::Drop { kind: Kind::Dolphin, .. } = action else { return true };
    let royal = Piece::new(Kind::White, !position.side);
    let checks = slow_attacks::<SIZE>(&board, action.to()).iter().any(|square| board[square.index()] == royal);
    if !checks || !position.rules.has(Switches::NO_DOLPHIN_DROP_MATE) {
        return true;
    }
    let mut next = position.clone();
    next.make(mv, &mut ());
    slow_moves(&next).into_iter().any(|reply| slow_is_legal(&next, reply))
}

/// Everything that must hold in a position.
fn check<const SIZE: usize>(position: &WhalePosition<SIZE>, random: &mut Random) {
    assert!(position.is_consistent(), "{position:?}");
    assert_eq!(position.in_check(), slow_in_check::<SIZE>(&position.board, position.side), "{position:?}");
    let list = moves_of(position);
    let set: BTreeSet<Move> = list.iter().copied().collect();
    assert_eq!(set.len(), list.len(), "a move is listed twice: {position:?}");
    assert_eq!(set, slow_moves(position), "{position:?}");
    let mut tacticals = MoveList::new();
    position.tacticals(&mut tacticals);
    let mut legal = 0;
    for (i, &mv) in list.iter().enumerate() {
        assert!(position.is_pseudo_legal(mv));
        assert_eq!(position.class(mv).is_tactical(), i < tacticals.len(), "{mv:?} in {position:?}");
        assert_eq!(position.is_legal(mv), slow_is_legal(position, mv), "{:?} in {position:?}", Action::of(mv));
        assert_eq!(position.is_legal(mv), position.check(Action::of(mv)).is_ok());
        assert!(
            position.gain(mv) <= position.max_gain()
                || position.piece_on(Action::of(mv).to()).kind() == Some(Kind::White)
        );
        let (mover, target) = position.history_index(mv);
        assert!(mover < WhalePosition::<SIZE>::HISTORY_MOVERS && target < WhalePosition::<SIZE>::HISTORY_TARGETS);
        legal += position.is_legal(mv) as u64;
    }
    assert_eq!(position.count_moves(), legal, "{position:?}");
    for _ in 0..50 {
        let code = random.below(1 << 13) as u32 | if random.below(8) == 0 { 1 << (13 + random.below(19)) } else { 0 };
        let mv = Move::from_code(code);
        assert_eq!(position.is_pseudo_legal(mv), set.contains(&mv), "{mv:?} in {position:?}");
    }
}

/// Plays a move, checks it, and takes it back again in a copy.
fn play<const SIZE: usize>(position: &mut WhalePosition<SIZE>, mv: Move) {
    let before = position.clone();
    let evaluation = Arc::new(WhaleEvaluation::default());
    let mut evaluator = evaluation.evaluator(position);
    evaluator.push();
    let undo = position.make(mv, &mut evaluator);
    assert_eq!(*evaluator.state(), evaluation.refresh(position), "{mv:?} in {before:?}");
    let mut back = position.clone();
    back.unmake(mv, undo);
    assert!(back == before, "unmake of {mv:?} in {before:?}");
    let mut null = before.clone();
    let undo = null.make_null();
    assert_eq!(null.computed_key(), null.key());
    null.unmake_null(undo);
    assert!(null == before, "null move in {before:?}");
}

fn random_game<const SIZE: usize>(seed: u64, rules: WhaleRules) {
    let mut random = Random(seed);
    let mut position: WhalePosition<SIZE> = start(rules);
    for _ in 0..100 {
        check(&position, &mut random);
        let list: Vec<Move> = moves_of(&position).into_iter().filter(|&mv| position.is_legal(mv)).collect();
        if list.is_empty() {
            break;
        }
        play(&mut position, list[random.below(list.len())]);
    }
}

fn random_boards<const SIZE: usize>(seed: u64, rules: WhaleRules) {
    let mut random = Random(!seed);
    let mut position: WhalePosition<SIZE> = random_board(seed, rules);
    for _ in 0..4 {
        check(&position, &mut random);
        let list = moves_of(&position);
        if list.is_empty() || position.outcome().is_some() {
            break;
        }
        play(&mut position, list[random.below(list.len())]);
    }
}

/// A position seen from the other side, or in a mirror, has the moves and the value of the original.
fn symmetries<const SIZE: usize>(seed: u64, rules: WhaleRules) {
    let position: WhalePosition<SIZE> = random_board(seed, rules);
    let evaluation = WhaleEvaluation::default();
    let value = |p: &WhalePosition<SIZE>| evaluation.evaluate(p, &evaluation.refresh(p));
    let mirror = |square: Square| Square::new(SIZE - 1 - square.file(), square.rank(), SIZE).unwrap();
    for flip in [false, true] {
        let turn = |square: Square| if flip { square.rotated(SIZE) } else { mirror(square) };
        let side = |side: Side| if flip { !side } else { side };
        let pieces = position.all_pieces().map(|(square, piece)| {
            let (kind, owner) = piece.parts().unwrap();
            (turn(square), Piece::new(kind, side(owner)))
        });
        let hands = if flip { [position.hands[1], position.hands[0]] } else { position.hands };
        let other = WhalePosition::set_up(rules, pieces, hands, side(position.side));
        let legal = |p: &WhalePosition<SIZE>| -> BTreeSet<Move> {
            moves_of(p).into_iter().filter(|&mv| p.is_legal(mv)).collect()
        };
        let turned = legal(&position).into_iter().map(|mv| match Action::of(mv) {
            Action::Move { from, to } => Action::Move { from: turn(from), to: turn(to) }.to_move(),
            Action::Drop { kind, to } => Action::Drop { kind, to: turn(to) }.to_move(),
        });
        assert_eq!(turned.collect::<BTreeSet<Move>>(), legal(&other), "{position:?}");
        assert_eq!(value(&position), value(&other), "{position:?}");
    }
}

fn stake(kind: Kind) -> i32 {
    if kind == Kind::White { 20_000 } else { kind.swing() }
}

/// What `side` wins by capturing on `target` as long as it pays, always with the piece whose loss matters least.
fn slow_exchange<const SIZE: usize>(board: &Board, target: Square, side: Side) -> i32 {
    let attackers = |board: &Board, side: Side| -> Vec<Square> {
        squares::<SIZE>()
            .filter(|from| board[from.index()].belongs_to(side))
            .filter(|&from| slow_attacks::<SIZE>(board, from).contains(&target))
            .collect()
    };
    let own = attackers(board, side);
    let Some(&from) = own.iter().min_by_key(|from| stake(board[from.index()].kind().unwrap())) else { return 0 };
    if board[from.index()].kind() == Some(Kind::White) && !attackers(board, !side).is_empty() {
        return 0;
    }
    let gain = stake(board[target.index()].kind().unwrap());
    let next = after(board, side, Action::Move { from, to: target });
    (gain - slow_exchange::<SIZE>(&next, target, !side)).max(0)
}

fn exchanges<const SIZE: usize>(seed: u64) {
    let position: WhalePosition<SIZE> = random_board(seed, WhaleRules::STANDARD);
    for mv in moves_of(&position) {
        let action = Action::of(mv);
        let next = after(&position.board, position.side, action);
        let value = position.gain(mv) - slow_exchange::<SIZE>(&next, action.to(), !position.side);
        for threshold in [value - 1, value, value + 1, 0, 1] {
            assert_eq!(
                position.see_ge(mv, threshold),
                value >= threshold,
                "{action:?} is worth {value}, threshold {threshold} in {position:?}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn random_games_keep_every_promise(seed: u64, rules in 0usize..2) {
        random_game::<6>(seed, WhaleRules::PRESETS[rules].1);
        random_game::<7>(seed, WhaleRules::PRESETS[rules].1);
    }

    #[test]
    fn random_boards_keep_every_promise(seed: u64, rules in 0usize..2) {
        random_boards::<6>(seed, WhaleRules::PRESETS[rules].1);
        random_boards::<7>(seed, WhaleRules::PRESETS[rules].1);
    }

    #[test]
    fn the_flipped_and_the_mirrored_position_have_the_flipped_and_mirrored_moves(seed: u64, rules in 0usize..2) {
        symmetries::<6>(seed, WhaleRules::PRESETS[rules].1);
        symmetries::<7>(seed, WhaleRules::PRESETS[rules].1);
    }

    #[test]
    fn exchanges_are_those_of_a_walk_over_the_board(seed: u64) {
        exchanges::<6>(seed);
        exchanges::<7>(seed);
    }
}

fn position(text: &str) -> WhalePosition<6> {
    parse_position(text, WhaleRules::STANDARD).unwrap()
}

#[test]
fn a_captured_porpoise_is_a_killer_whale_in_hand_and_gone_for_good() {
    let mut position = position("5w/6/2p3/2D3/6/5W b - 1");
    let mv = Action::Move { from: Square::new(2, 2, 6).unwrap(), to: Square::new(2, 3, 6).unwrap() }.to_move();
    assert!(position.is_pseudo_legal(mv) && position.is_irreversible(mv));
    position.make(mv, &mut ());
    assert_eq!(position.in_hand(Side::Black, Kind::Killer), 1);
    assert_eq!(position.all_pieces().count(), 3);
}

#[test]
fn the_capture_of_the_white_whale_wins() {
    let mut position = position("4kw/6/6/6/6/4W1 w - 1");
    let capture = moves_of(&position).into_iter().find(|&mv| position.gain(mv) > 10_000).expect("the capture");
    assert!(position.is_legal(capture));
    position.make(capture, &mut ());
    assert_eq!(position.outcome(), Some(Outcome::win(Side::White, Reason::Royals)));
}

#[test]
fn keys_tell_hands_apart() {
    let texts = ["- 1", "D 1", "2D 1", "d 1", "H 1", "Dd 1"];
    let keys: BTreeSet<u64> = texts.iter().map(|hands| position(&format!("5w/6/6/6/6/5W b {hands}")).key()).collect();
    assert_eq!(keys.len(), texts.len());
}

#[test]
fn handicaps_are_positions_with_white_to_move() {
    let start: WhalePosition<6> = start(WhaleRules::STANDARD);
    for handicap in HANDICAPS {
        let position = position(handicap.position);
        assert_eq!(position.side(), Side::White);
        let missing = start.all_pieces().filter(|&(square, piece)| position.piece_on(square) != piece);
        let letters: Vec<Side> = missing.filter_map(|(_, piece)| piece.parts()).map(|(_, side)| side).collect();
        assert!((1..=3).contains(&letters.len()) && letters.iter().all(|&side| side == Side::White));
    }
}
