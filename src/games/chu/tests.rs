//! Properties that hold in every position, tried on random games under all presets and on random boards, against a
//! second move generator that follows the rules text square by square.

use super::piece::Class;
use super::text::{START, parse_position};
use super::*;
use crate::geometry::Direction;
use crate::position::{MateHints, Move, MoveClass, MoveCounting, MoveList, Position, SearchHints, Side};
use crate::position::{Presets, Random};
use proptest::prelude::*;
use std::collections::BTreeSet;

pub(in crate::games) fn all_rules() -> Vec<ChuRules> {
    let extra =
        ["historic:promo.mode=delay", "historic:promo.mode=free,promo.last_rank=PLI", "jcsa:lion.recursive=true"];
    let presets = ChuRules::PRESETS.iter().map(|(_, rules)| *rules);
    presets.chain(extra.iter().map(|text| text.parse().unwrap())).collect()
}

fn square(name: &str) -> Square {
    let (file, rank) = name.split_at(name.len() - 1);
    Square::new(12 - file.parse::<usize>().unwrap(), (b'l' - rank.as_bytes()[0]) as usize).unwrap()
}

/// A random board: any pieces anywhere, lions and stingers more often than others.
pub(in crate::games) fn random_board(seed: u64, rules: ChuRules) -> ChuPosition {
    let mut random = Random(seed);
    let favourites = [Kind::Lion, Kind::PromotedKirin, Kind::HornedFalcon, Kind::SoaringEagle, Kind::Kirin, Kind::King];
    let pieces: Vec<_> = (0..10 + random.below(70))
        .filter_map(|_| {
            let square = Square::new(random.below(12), random.below(12))?;
            let any = KIND_TABLE[random.below(KINDS)].kind;
            let kind = if random.below(4) == 0 { favourites[random.below(favourites.len())] } else { any };
            Some((square, Piece::new(kind, Side::BOTH[random.below(2)])))
        })
        .collect();
    let side = Side::BOTH[random.below(2)];
    let ban = if random.below(3) == 0 { Square::new(random.below(12), random.below(12)) } else { None };
    ChuPosition::set_up(rules, pieces, side, ban)
}

fn moves_of(position: &ChuPosition) -> Vec<Move> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    list
}

/// The actions by chu-rules §2, walked on the mailbox, then sieved by the lion rules.
pub(in crate::games) fn slow_moves(position: &ChuPosition) -> BTreeSet<Move> {
    let mut found = BTreeSet::new();
    let own = |square: Square| position.piece_on(square).belongs_to(position.side);
    let enemy = |square: Square| position.piece_on(square).belongs_to(!position.side);
    for (from, piece) in position.all_pieces().filter(|(_, piece)| piece.side() == position.side) {
        let info = piece.kind().info();
        let turn = |set: crate::geometry::Directions| if piece.side() == Side::White { set.rotated() } else { set };
        let mut plain = BTreeSet::new();
        plain.extend(turn(info.step).filter_map(|direction| from.step(direction, 1)));
        plain.extend(turn(info.jump).filter_map(|direction| from.step(direction, 2)));
        for direction in turn(info.slide) {
            for distance in 1..12 {
                let Some(to) = from.step(direction, distance) else { break };
                plain.insert(to);
                if !position.piece_on(to).is_none() {
                    break;
                }
            }
        }
        let near = |square: Square| Direction::ALL.into_iter().filter_map(move |d| square.step(d, 1));
        let mut double = BTreeSet::new();
        let mut room = false;
        if info.traits.contains(Traits::LION) {
            let all = (0..192).filter_map(Square::from_index);
            plain.extend(all.filter(|&to| (1..=2).contains(&from.distance(to))));
            for via in near(from) {
                room |= position.piece_on(via).is_none();
                double.extend(near(via).map(|to| (via, to)));
            }
        }
        for direction in turn(info.sting) {
            let Some(via) = from.step(direction, 1) else { continue };
            room |= position.piece_on(via).is_none();
            double.insert((via, from));
            double.extend(from.step(direction, 2).map(|to| (via, to)));
        }
        let mut add = |action: Action| {
            let victims = [action.via, (action.to != from && enemy(action.to)).then_some(action.to)];
            if position.lion_ban(action).is_none() || victims == [None, None] {
                found.insert(action.to_move());
            }
        };
        for to in plain.into_iter().filter(|&to| !own(to)) {
            add(Action::plain(from, to));
            if info.promotion.is_some() && position.may_promote_on(piece, from, to, enemy(to)) {
                add(Action { promote: true, ..Action::plain(from, to) });
            }
        }
        for (via, to) in double.into_iter().filter(|&(via, to)| enemy(via) && (to == from || !own(to))) {
            add(Action::through(from, via, to));
        }
        if room {
            add(Action::pass(from));
        }
    }
    found
}

/// Everything that must hold in a position.
fn check(position: &ChuPosition, random: &mut Random) {
    assert!(position.is_consistent(), "{position:?}");
    let list = moves_of(position);
    let set: BTreeSet<Move> = list.iter().copied().collect();
    assert_eq!(set.len(), list.len(), "a move is listed twice: {position:?}");
    assert_eq!(set, slow_moves(position), "{position:?}");
    assert_eq!(position.count_moves(), list.len() as u64, "{position:?}");
    let mut tacticals = MoveList::new();
    position.tacticals(&mut tacticals);
    for (i, &mv) in list.iter().enumerate() {
        assert!(position.is_pseudo_legal(mv));
        assert_eq!(position.class(mv).is_tactical(), i < tacticals.len(), "{mv:?} in {position:?}");
    }
    for _ in 0..50 {
        let (from, to, via) = (random.below(192) as u32, random.below(192) as u32, random.below(192) as u32);
        let via = if random.below(2) == 0 { from } else { via };
        let mv = Move::from_code(from | to << 8 | via << 16 | (random.below(2) as u32) << 24);
        assert_eq!(position.is_pseudo_legal(mv), set.contains(&mv), "{mv:?} in {position:?}");
    }
}

/// Plays a move, checks it, and takes it back again in a copy.
fn play(position: &mut ChuPosition, mv: Move) {
    let before = position.clone();
    let undo = position.make(mv, &mut ());
    if !before.can_take_last_royal() {
        assert_eq!(position.gives_check(mv, &undo), position.in_check(), "{mv:?} in {before:?}");
    }
    if !before.in_check() {
        assert_eq!(position.hangs_royal(mv), position.can_take_last_royal(), "{mv:?} in {before:?}");
    }
    let plain = |position: &ChuPosition| position.counter_strike.is_none();
    if plain(&before) && plain(position) && before.rules.promotion == PromotionMode::Strict {
        assert_eq!(before.key_after(mv), Some(position.key()), "{mv:?} in {before:?}");
    }
    let mut back = position.clone();
    back.unmake(mv, undo);
    assert!(back == before, "unmake of {mv:?} in {before:?}");
    let mut null = before.clone();
    let undo = null.make_null();
    assert_eq!(null.computed_key(), null.key());
    null.unmake_null(undo);
    assert!(null == before, "null move in {before:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_games_keep_every_promise(seed: u64, rules in 0usize..8) {
        let mut random = Random(seed);
        let mut position = parse_position(START, all_rules()[rules]).unwrap();
        for _ in 0..200 {
            check(&position, &mut random);
            let list = moves_of(&position);
            if list.is_empty() || position.outcome().is_some() {
                break;
            }
            // Captures more often than they would come by chance, so that lions meet.
            let mut tacticals = MoveList::new();
            position.tacticals(&mut tacticals);
            let from = if random.below(2) == 0 && !tacticals.is_empty() { &tacticals } else { &list };
            play(&mut position, from[random.below(from.len())]);
        }
    }

    #[test]
    fn random_boards_keep_every_promise(seed: u64, rules in 0usize..8) {
        let mut random = Random(!seed);
        let mut position = random_board(seed, all_rules()[rules]);
        for _ in 0..4 {
            check(&position, &mut random);
            let list = moves_of(&position);
            if list.is_empty() {
                break;
            }
            play(&mut position, list[random.below(list.len())]);
        }
    }

    #[test]
    fn the_flipped_and_the_mirrored_position_have_the_flipped_and_mirrored_moves(seed: u64, rules in 0usize..5) {
        let rules = ChuRules::PRESETS[rules].1;
        let position = random_board(seed, rules);
        let mirror = |square: Square| Square::new(11 - square.file(), square.rank()).unwrap();
        let evaluation = ChuEvaluation::default();
        let value = |position: &ChuPosition| {
            use crate::eval::Incremental;
            evaluation.evaluate(position, &evaluation.refresh(position))
        };
        for flip in [false, true] {
            let turn = |square: Square| if flip { square.rotated() } else { mirror(square) };
            let side = |side: Side| if flip { !side } else { side };
            let pieces = position.all_pieces().map(|(square, p)| (turn(square), Piece::new(p.kind(), side(p.side()))));
            let ban = position.counter_strike().map(turn);
            let other = ChuPosition::set_up(rules, pieces, side(position.side), ban);
            let turned: BTreeSet<Move> = moves_of(&position).into_iter().map(Action::of).map(|action| Action {
                from: turn(action.from),
                via: action.via.map(turn),
                to: turn(action.to),
                promote: action.promote,
            }.to_move()).collect();
            prop_assert_eq!(turned, moves_of(&other).into_iter().collect::<BTreeSet<Move>>());
            prop_assert_eq!(value(&position), value(&other));
        }
    }

    #[test]
    fn exchanges_are_those_of_a_walk_over_the_board(seed: u64) {
        // Recaptures ignore the lion rules and promotions, and so does the walk.
        let position = random_board(seed, ChuRules::HISTORIC);
        for mv in moves_of(&position) {
            let gain = position.gain(mv);
            let slow = gain - if Action::of(mv).is_pass() { 0 } else { slow_reply(&position, mv) };
            for threshold in [slow - 1, slow] {
                prop_assert!(position.see_ge(mv, threshold), "{:?} >= {} in {:?}", mv, threshold, position);
            }
            prop_assert!(!position.see_ge(mv, slow + 1), "{:?} > {} in {:?}", mv, slow, position);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn attacked_squares_are_those_of_a_walk_over_the_board(seed: u64) {
        let position = random_board(seed, ChuRules::HISTORIC);
        let pieces: Vec<_> = position.all_pieces().collect();
        let blocked = |square: Square| !position.piece_on(square).is_none();
        for side in Side::BOTH {
            let attacked = position.attacked_by(side);
            for target in (0..192).filter_map(Square::from_index) {
                let slow = pieces.iter().any(|&(from, p)| p.side() == side && slow_attack(from, p, target, &blocked));
                prop_assert_eq!(attacked.contains(target.index()), slow, "{:?} by {:?} in {:?}", target, side, position);
                prop_assert_eq!(position.is_attacked(target, side), slow, "{:?} by {:?} in {:?}", target, side, position);
            }
        }
    }

    #[test]
    fn safe_squares_are_those_that_nothing_attacks_after_the_move(seed: u64) {
        let position = random_board(seed, ChuRules::HISTORIC);
        let mut memo = None;
        for mv in moves_of(&position).into_iter().filter(|&mv| position.class(mv) == MoveClass::Quiet) {
            let mut after = position.clone();
            after.make(mv, &mut ());
            let target = Action::of(mv).to;
            let blocked = |square: Square| !after.piece_on(square).is_none();
            let enemies: Vec<_> = after.all_pieces().filter(|(_, piece)| piece.side() == after.side).collect();
            let attacked = enemies.iter().any(|&(from, piece)| slow_attack(from, piece, target, &blocked));
            let safe = position.is_safe_quiet(mv, &mut memo);
            prop_assert!(!(safe && attacked), "{:?} in {:?}", mv, position);
            // A jumper may leave a piece between its start and its end, which closes the line behind it.
            if position.piece_on(Action::of(mv).from).kind().info().jump.is_empty() {
                prop_assert!(safe || attacked, "{:?} in {:?}", mv, position);
            }
        }
    }
}

/// What the best exchange on the final square wins back, capturing with the cheapest attacker each time.
fn slow_reply(position: &ChuPosition, mv: Move) -> i32 {
    let target = Action::of(mv).to;
    let counted = |position: &ChuPosition, piece: Piece| {
        let only =
            piece.kind().info().traits.contains(Traits::ROYAL) && position.set(piece.side(), Class::Royal).count() == 1;
        if only { 20_000 } else { piece.kind().info().value }
    };
    let values: Vec<i32> = position.all_pieces().map(|(_, piece)| counted(position, piece)).collect();
    let squares: Vec<Square> = position.all_pieces().map(|(square, _)| square).collect();
    let value_at = |square: Square| squares.iter().position(|&s| s == square).map_or(0, |i| values[i]);
    let mut after = position.clone();
    let action = Action::of(mv);
    let promoted = position.piece_on(action.from).kind().info().promotion.filter(|_| action.promote);
    let stake = promoted.map_or(value_at(action.from), |kind| kind.info().value);
    after.make(mv, &mut ());
    let pieces: Vec<(Square, Piece)> = after.all_pieces().filter(|&(square, _)| square != target).collect();
    exchange(&pieces, target, after.side, stake, &value_at)
}

pub(in crate::games) fn exchange(
    pieces: &[(Square, Piece)],
    target: Square,
    side: Side,
    stake: i32,
    value_at: &dyn Fn(Square) -> i32,
) -> i32 {
    // Once a royal that is the last one stands there, taking it ends everything.
    let blocked = |square: Square| pieces.iter().any(|&(s, _)| s == square);
    let attackers =
        pieces.iter().filter(|&&(from, piece)| piece.side() == side && slow_attack(from, piece, target, &blocked));
    let Some(&(from, _)) = attackers.min_by_key(|&&(from, _)| (value_at(from), from)) else { return 0 };
    if stake >= 20_000 {
        return stake;
    }
    let rest: Vec<(Square, Piece)> = pieces.iter().copied().filter(|&(square, _)| square != from).collect();
    (stake - exchange(&rest, target, !side, value_at(from), value_at)).max(0)
}

/// chu-rules §2.6 by walking.
fn slow_attack(from: Square, piece: Piece, target: Square, blocked: &dyn Fn(Square) -> bool) -> bool {
    let info = piece.kind().info();
    let turn = |set: crate::geometry::Directions| if piece.side() == Side::White { set.rotated() } else { set };
    if info.traits.contains(Traits::LION) && (1..=2).contains(&from.distance(target)) {
        return true;
    }
    turn(info.step).any(|direction| from.step(direction, 1) == Some(target))
        || turn(info.jump).any(|direction| from.step(direction, 2) == Some(target))
        || turn(info.slide).any(|direction| {
            (1..12).map_while(|distance| from.step(direction, distance)).find(|&s| s == target || blocked(s))
                == Some(target)
        })
}

#[test]
fn lions_trade_by_the_rules_of_section_4() {
    // chu-rules §4.6, diagram IV: the pawn is no bridge and its capture opens the bishop's line; the jump keeps it shut.
    let position = parse_position("12/12/12/12/4n1H5/4sp6/6N5/6P5/2k5b3/12/12/K11 b - 1", ChuRules::HISTORIC).unwrap();
    let double = Action::through(square("6g"), square("7f"), square("8e"));
    assert_eq!(position.check(double), Err(Illegal::Lion(LionBan::Trade(square("8e")), double)));
    assert_eq!(position.check(Action::plain(square("6g"), square("8e"))), Ok(()));
}

#[test]
fn reasons_name_what_is_wrong() {
    let position = parse_position(START, ChuRules::HISTORIC).unwrap();
    let plain = |from, to| Action::plain(square(from), square(to));
    assert_eq!(position.check(plain("6f", "6e")), Err(Illegal::EmptySquare(square("6f"))));
    assert_eq!(position.check(plain("6d", "6e")), Err(Illegal::NotYours(square("6d"))));
    assert_eq!(position.check(plain("7l", "7k")), Err(Illegal::OwnPiece(square("7k"))));
    assert_eq!(position.check(plain("7i", "7g")), Err(Illegal::NoSuchMove(square("7i"), square("7g"))));
    assert_eq!(position.check(Action::pass(square("7l"))), Err(Illegal::CannotPass(square("7l"))));
    assert_eq!(position.check(Action::pass(square("7j"))), Err(Illegal::NoRoomToPass(square("7j"))));
    let promotion = Action { promote: true, ..plain("7i", "7h") };
    assert_eq!(position.check(promotion), Err(Illegal::NoRightToPromote(square("7i"), square("7h"))));
}

/// On a board full of lions, black and white by turns, every lion has neighbours of its own side that retake, so both
/// readings of protection forbid the same captures. Every other capture the recursion looked at would look at hundreds.
#[test]
fn a_board_full_of_lions_is_judged_recursively() {
    let ranks = ["Nn".repeat(6), "nN".repeat(6)];
    let board: Vec<&str> = (0..12).map(|rank| ranks[rank % 2].as_str()).collect();
    let moves = |rules: &str| {
        let position = parse_position(&format!("{} b", board.join("/")), rules.parse().unwrap()).unwrap();
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        moves.sort_unstable();
        moves
    };
    assert_eq!(moves("historic:lion.recursive=true"), moves("historic"));
}

/// A board as problems have them: few pieces, one king for White or two royals, perhaps one for Black.
pub(in crate::games) fn random_problem(seed: u64, rules: ChuRules) -> ChuPosition {
    let mut random = Random(seed);
    let mut board = Vec::new();
    let mut put = |kind, side, random: &mut Random| {
        board.extend(Square::new(random.below(12), random.below(12)).map(|square| (square, Piece::new(kind, side))));
    };
    for _ in 0..4 + random.below(30) {
        let kind = KIND_TABLE[random.below(KINDS)].kind;
        if !kind.info().traits.contains(Traits::ROYAL) {
            put(kind, Side::BOTH[random.below(2)], &mut random);
        }
    }
    if random.below(4) == 0 {
        put(Kind::Prince, Side::BOTH[random.below(2)], &mut random);
    }
    if random.below(4) == 0 {
        put(Kind::King, Side::Black, &mut random);
    }
    put(Kind::King, Side::White, &mut random);
    ChuPosition::set_up(rules, board, Side::BOTH[random.below(2)], None)
}

/// Whether the side to move has a move after which the opponent, who had a royal, has none.
fn takes_all_royals(position: &ChuPosition) -> bool {
    let had = !position.set(!position.side, Class::Royal).is_empty();
    had && moves_of(position).into_iter().any(|mv| {
        let mut after = position.clone();
        after.make(mv, &mut ());
        after.set(after.side, Class::Royal).is_empty()
    })
}

/// The checks and evasions of chu-rules §6.1, generated, are those found by trying every move.
fn check_checks(position: &ChuPosition) {
    for side in Side::BOTH {
        let mut turned = position.clone();
        turned.give_turn(!side, None);
        assert_eq!(position.royals_hang(side), takes_all_royals(&turned), "{position:?}: {side:?}");
    }
    let sorted = |generate: &dyn Fn(&mut MoveList)| {
        let mut list = MoveList::new();
        generate(&mut list);
        list.sort_unstable();
        list
    };
    let checks = sorted(&|list| position.checks(list));
    assert_eq!(checks, sorted(&|list| crate::position::filtered_checks(position, list)), "{position:?}");
    let evasions = sorted(&|list| position.evasions(list));
    assert_eq!(evasions, sorted(&|list| crate::position::filtered_evasions(position, list)), "{position:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn checks_and_evasions_are_those_found_by_trying(seed: u64, rules in 0..all_rules().len()) {
        check_checks(&random_problem(seed, all_rules()[rules]));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn checks_and_evasions_on_full_boards(seed: u64, rules in 0..all_rules().len()) {
        check_checks(&random_board(seed, all_rules()[rules]));
    }
}
