//! Properties that hold in every position, tried on random games under all presets and on random boards with random
//! reserves and marks, against a second move generator that walks square by square.

use super::state::dropped_piece;
use super::text::{parse_position, start, write_position};
use super::*;
use crate::eval::{Evaluation, Evaluator, Incremental};
use crate::games::chu::action::Action;
use crate::games::chu::piece::{Class, Piece, Traits};
use crate::games::chu::square::Square;
use crate::games::chu::tests::{all_rules, exchange, random_board, random_problem, slow_moves};
use crate::games::chu::{ChuPosition, ChuRules};
use crate::geometry::Direction;
use crate::notation::PositionFormat;
use crate::position::{MateHints, Move, MoveCounting, MoveList, Outcome, Position, SearchHints, Side};
use crate::position::{Random, filtered_checks, filtered_evasions};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

fn squares() -> impl Iterator<Item = Square> {
    (0..192).filter_map(Square::from_index)
}

/// Whether a square is in the promotion zone of a side, its last four ranks, and on its last rank.
fn zone(side: Side, square: Square) -> (bool, bool) {
    let rank = if side == Side::Black { square.rank() } else { 11 - square.rank() };
    (rank >= 8, rank == 11)
}

/// A position of Chu with anything in reserve and marks on some of the pieces that can have one.
fn furnish(chu: ChuPosition, random: &mut Random) -> HeiseiPosition {
    let reserves = [0; 2].map(|_: u8| std::array::from_fn(|_| (random.below(4) as u8).saturating_sub(1)));
    let reserves = if random.below(8) == 0 { [[0; SLOTS]; 2] } else { reserves };
    let marked: Vec<Square> = squares().filter(|_| random.below(2) == 0).collect();
    HeiseiPosition::set_up(chu, reserves, marked)
}

fn moves_of(position: &HeiseiPosition) -> Vec<Move> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    list
}

/// The moves of Chu, the drops by looking around every square, and for every quiet move of a fresh piece inside the zone
/// the same one with promotion.
fn slow_heisei_moves(position: &HeiseiPosition) -> BTreeSet<Move> {
    let chu = position.chu();
    let side = chu.side();
    let mut found = slow_moves(chu);
    let quiet: Vec<Action> = found.iter().filter_map(|&mv| Action::from_move(mv)).collect();
    for action in quiet.into_iter().filter(|action| action.via.is_none() && action.from != action.to) {
        let inside = zone(side, action.from).0 && zone(side, action.to).0;
        if position.is_fresh(action.from) && inside && chu.piece_on(action.to).is_none() {
            found.insert(Action { promote: true, ..action }.to_move());
        }
    }
    for to in squares().filter(|&to| chu.piece_on(to).is_none()) {
        let mut around = Direction::ALL.into_iter().filter_map(|direction| to.step(direction, 1));
        if !around.any(|near| chu.piece_on(near).belongs_to(side)) {
            continue;
        }
        for slot in Slot::all().filter(|&slot| position.in_reserve(side, slot) > 0) {
            let (in_zone, last) = zone(side, to);
            if !(last && slot.kind() == crate::games::chu::Kind::Lance) {
                found.insert(HeiseiAction::Drop { slot, promoted: false, to }.to_move());
            }
            if in_zone {
                found.insert(HeiseiAction::Drop { slot, promoted: true, to }.to_move());
            }
        }
    }
    found
}

/// Everything that must hold in a position.
fn check(position: &HeiseiPosition, random: &mut Random) {
    assert!(position.is_consistent(), "{position:?}");
    let list = moves_of(position);
    let set: BTreeSet<Move> = list.iter().copied().collect();
    assert_eq!(set.len(), list.len(), "a move is listed twice: {position:?}");
    assert_eq!(set, slow_heisei_moves(position), "{position:?}");
    assert_eq!(position.count_moves(), list.len() as u64, "{position:?}");
    let mut tacticals = MoveList::new();
    position.tacticals(&mut tacticals);
    for (i, &mv) in list.iter().enumerate() {
        assert!(position.is_pseudo_legal(mv));
        assert_eq!(position.class(mv).is_tactical(), i < tacticals.len(), "{mv:?} in {position:?}");
        assert!(position.gain(mv) <= position.max_gain(), "{mv:?} in {position:?}");
        let (mover, target) = position.history_index(mv);
        assert!(mover < HeiseiPosition::HISTORY_MOVERS && target < HeiseiPosition::HISTORY_TARGETS);
    }
    for _ in 0..50 {
        let byte = |random: &mut Random| random.below(192) as u32;
        let (from, to, via) = (byte(random), byte(random), byte(random));
        let piece = 12 + random.below(2) as u32 + 16 * random.below(10) as u32;
        let code = match random.below(3) {
            0 => from | to << 8 | from << 16 | (random.below(2) as u32) << 24,
            1 => from | to << 8 | via << 16 | (random.below(2) as u32) << 24,
            _ => piece | to << 8,
        };
        let mv = Move::from_code(code);
        assert_eq!(position.is_pseudo_legal(mv), set.contains(&mv), "{mv:?} in {position:?}");
    }
    let text = write_position(position, PositionFormat::Sfen, 0);
    let again = parse_position(&text, *position.rules()).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(write_position(&again, PositionFormat::Sfen, 0), text);
    // The text says nothing of declined promotions.
    if !matches!(
        position.rules().promotion,
        crate::games::chu::PromotionMode::Msm | crate::games::chu::PromotionMode::Delay
    ) {
        assert_eq!(again.key(), position.key(), "{text}");
    }
}

/// Plays a move, checks it, and takes it back again in a copy.
fn play(position: &mut HeiseiPosition, mv: Move, evaluation: &Arc<HeiseiEvaluation>) {
    let before = position.clone();
    let mut evaluator = evaluation.evaluator(position);
    evaluator.push();
    let undo = position.make(mv, &mut evaluator);
    assert_eq!(*evaluator.state(), evaluation.refresh(position), "{mv:?} in {before:?}");
    if !before.can_take_last_royal() {
        assert_eq!(position.gives_check(mv, &undo), position.in_check(), "{mv:?} in {before:?}");
    }
    if !before.in_check() {
        assert_eq!(position.hangs_royal(mv), position.can_take_last_royal(), "{mv:?} in {before:?}");
    }
    let no_ban = |position: &HeiseiPosition| position.chu().counter_strike().is_none();
    let strict = before.rules().promotion == crate::games::chu::PromotionMode::Strict;
    if no_ban(&before)
        && no_ban(position)
        && strict
        && before.fresh == position.fresh
        && before.held() == position.held()
    {
        assert_eq!(before.key_after(mv), Some(position.key()), "{mv:?} in {before:?}");
    }
    let mut back = position.clone();
    back.unmake(mv, undo);
    assert!(back == before && back.key() == before.key(), "unmake of {mv:?} in {before:?}");
    let mut null = before.clone();
    let undo = null.make_null();
    assert!(null.is_consistent());
    null.unmake_null(undo);
    assert!(null == before, "null move in {before:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_games_keep_every_promise(seed: u64, rules in 0..all_rules().len()) {
        let (mut random, evaluation) = (Random(seed), Arc::new(HeiseiEvaluation::default()));
        let mut position = start(all_rules()[rules]);
        for _ in 0..200 {
            check(&position, &mut random);
            let list = moves_of(&position);
            if list.is_empty() || position.outcome().is_some() {
                break;
            }
            // There are so many drops that captures and moves by fresh pieces would hardly come by chance.
            let fresh = |mv: &&Move| matches!(HeiseiAction::of(**mv), HeiseiAction::Move(action) if position.is_fresh(action.from));
            let mut choice = MoveList::new();
            match random.below(4) {
                0 => position.tacticals(&mut choice),
                1 => choice.extend(list.iter().filter(fresh)),
                _ => {}
            }
            let from = if choice.is_empty() { &list } else { &choice };
            play(&mut position, from[random.below(from.len())], &evaluation);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn random_boards_keep_every_promise(seed: u64, rules in 0..all_rules().len()) {
        let (mut random, evaluation) = (Random(!seed), Arc::new(HeiseiEvaluation::default()));
        let mut position = furnish(random_board(seed, all_rules()[rules]), &mut random);
        for _ in 0..4 {
            check(&position, &mut random);
            let list = moves_of(&position);
            if list.is_empty() {
                break;
            }
            play(&mut position, list[random.below(list.len())], &evaluation);
        }
    }

    #[test]
    fn what_a_dropped_piece_loses_is_what_the_slow_exchange_says(seed: u64) {
        let mut random = Random(!seed);
        let position = furnish(random_board(seed, ChuRules::HISTORIC), &mut random);
        let chu = position.chu();
        let value_at = |square: Square| {
            let piece = chu.piece_on(square);
            let royal = piece.kind().info().traits.contains(Traits::ROYAL);
            if royal && chu.set(piece.side(), Class::Royal).is_single() { 20_000 } else { piece.kind().info().value }
        };
        let pieces: Vec<(Square, Piece)> = chu.all_pieces().collect();
        for mv in moves_of(&position) {
            let HeiseiAction::Drop { slot, promoted, to } = HeiseiAction::of(mv) else { continue };
            let value = dropped_piece(slot, promoted, chu.side()).kind().info().value;
            let gain = value - slot.kind().info().value;
            prop_assert_eq!(position.gain(mv), gain);
            let slow = gain - exchange(&pieces, to, !chu.side(), value, &value_at);
            for threshold in [slow - 1, slow] {
                prop_assert!(position.see_ge(mv, threshold), "{:?} >= {} in {:?}", mv, threshold, position);
            }
            prop_assert!(!position.see_ge(mv, slow + 1), "{:?} > {} in {:?}", mv, slow, position);
        }
    }
}

/// The checks and evasions, generated, are those found by trying every move.
fn check_checks(position: &HeiseiPosition) {
    let sorted = |generate: &dyn Fn(&mut MoveList)| {
        let mut list = MoveList::new();
        generate(&mut list);
        list.sort_unstable();
        list
    };
    let checks = sorted(&|list| position.checks(list));
    assert_eq!(checks, sorted(&|list| filtered_checks(position, list)), "{position:?}");
    let evasions = sorted(&|list| position.evasions(list));
    assert_eq!(evasions, sorted(&|list| filtered_evasions(position, list)), "{position:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn checks_and_evasions_are_those_found_by_trying(seed: u64, rules in 0..all_rules().len()) {
        check_checks(&furnish(random_problem(seed, all_rules()[rules]), &mut Random(!seed)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn checks_and_evasions_on_full_boards(seed: u64, rules in 0..all_rules().len()) {
        check_checks(&furnish(random_board(seed, all_rules()[rules]), &mut Random(!seed)));
    }
}

fn position(text: &str, rules: ChuRules) -> HeiseiPosition {
    parse_position(text, rules).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays moves given as coordinates.
fn after(text: &str, rules: ChuRules, moves: &str) -> HeiseiPosition {
    let mut position = position(text, rules);
    for mv in moves.split(' ') {
        let action = super::text::parse_move(&position, mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
        position.make(action.to_move(), &mut ());
    }
    position
}

/// Whether a move given as coordinates is legal.
fn allows(position: &HeiseiPosition, mv: &str) -> bool {
    super::text::parse_move(position, mv).is_ok()
}

#[test]
fn a_drop_between_ends_the_ban_of_the_counter_strike() {
    // The white rook takes a lion on a1; the other lion, on f10, may not be taken at once.
    let text = "5k6/12/5n6/12/12/12/12/r11/12/5R6/12/N4K6 w L - 1";
    let banned = after(text, ChuRules::HISTORIC, "a5a1");
    assert!(!allows(&banned, "f3f10"));
    // Nor may a kirin dropped as a lion take it from two squares away if it is protected; from nearby it may.
    let later = after(text, ChuRules::HISTORIC, "a5a1 L*e2 f12e12");
    assert!(allows(&later, "f3f10"));
    let near = after("5k6/5g6/5n6/12/4R7/12/12/12/12/12/12/5K6 b O - 1", ChuRules::HISTORIC, "O*f9+ f12g12");
    assert!(allows(&near, "f9f10"));
    let far =
        after("5k6/5g6/5n6/12/4R7/12/12/12/12/12/12/5K6 b O - 1", ChuRules::HISTORIC, "e8e9 f12g12 O*d10+ g12h12");
    assert!(!allows(&far, "d10f10"), "protected by the gold");
}

#[test]
fn what_is_held_keeps_from_being_bare_and_bares() {
    use crate::position::Reason;
    let outcome = |text: &str, rules: &str| position(text, rules.parse().unwrap()).outcome();
    let bare = Some(Outcome::win(Side::Black, Reason::BareKing));
    let board = "11k/12/12/12/12/12/12/12/12/12/G11/K11";
    for rules in ["lishogi", "jcsa"] {
        assert_eq!(outcome(&format!("{board} b - - 1"), rules), bare, "{rules}");
        assert_eq!(outcome(&format!("{board} b l - 1"), rules), None, "{rules}");
        // The king alone bares with what is in reserve, and cannot bare without.
        let alone = "11k/12/12/12/12/12/12/12/12/12/12/K11";
        assert_eq!(outcome(&format!("{alone} b L - 1"), rules), bare, "{rules}");
        assert_eq!(outcome(&format!("{alone} b Ll - 1"), rules), None, "{rules}");
        let drawn = Some(Outcome::draw(Reason::BareKing));
        assert_eq!(outcome(&format!("{alone} b - - 1"), rules), drawn, "{rules}");
    }
    assert_eq!(outcome(&format!("{board} b - - 1"), "historic"), None);
}

#[test]
fn a_fresh_piece_keeps_its_right_until_it_leaves_whatever_the_mode() {
    let text = "5k6/12/12/3R8/12/12/12/12/12/12/12/5K6 b S - 1";
    for rules in all_rules() {
        let dropped = after(text, rules, "S*d10 f12e12");
        assert!(allows(&dropped, "d10d11+") && !allows(&dropped, "f1f2+"), "{rules}");
        let moved = after(text, rules, "S*d10 f12e12 d10d11 e12f12");
        assert!(allows(&moved, "d11e12+"), "{rules}");
        let back = after(text, rules, "S*d10 f12e12 d10e9 e12f12 e9f8 f12e12 f8e9 e12f12");
        // It has come in again and declined, and the right is what the mode gives.
        assert!(!back.is_fresh(Square::new(4, 8).unwrap()));
        assert_eq!(
            allows(&back, "e9d10+"),
            back.chu()
                .check(Action {
                    promote: true,
                    ..Action::plain(Square::new(4, 8).unwrap(), Square::new(3, 9).unwrap())
                })
                .is_ok(),
            "{rules}"
        );
    }
}

#[test]
fn nobody_drops_on_a_full_board_and_who_can_do_nothing_has_no_move() {
    let full = vec!["P".repeat(12); 12].join("/");
    let crowded = position(&format!("{full} b 2L2C2S2M2V2AOX - 1"), ChuRules::HISTORIC);
    assert_eq!((crowded.count_drops(), moves_of(&crowded).len()), (0, 0));
    // One hole: every kind can go there, promoted too as it is in the zone, but no lance as it is on the last rank.
    let hole = position(&format!("1{} b 2L2C2S2M2V2AOX - 1", &full[1..]), ChuRules::HISTORIC);
    assert_eq!(hole.count_drops(), 15);
    // A dead pawn on the last rank is a piece to drop beside.
    let dead = position("P10k/12/12/12/12/12/12/12/12/12/12/12 b C - 1", ChuRules::HISTORIC);
    assert_eq!(dead.count_drops(), 6);
    let nothing = position("P10k/12/12/12/12/12/12/12/12/12/12/12 b - - 1", ChuRules::HISTORIC);
    assert_eq!(moves_of(&nothing).len(), 0);
}
