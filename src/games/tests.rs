//! What holds for the evaluation of every game.

use super::{Chu, NAMES, Rules, Variant, visit};
use crate::eval::{Evaluation, Evaluator, Incremental, IncrementalEvaluator, Weighted};
use crate::ini::Section;
use crate::position::{Move, MoveList, Position, Random, SearchHints};
use crate::settings::Settings;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::Arc;

/// A way there and back: moves and null moves are made and taken back as it comes, and now and then the position is
/// evaluated. What has followed the moves is what is known of the position from scratch.
fn a_random_walk<V: Variant>(seed: u64)
where
    V::Evaluation:
        Incremental<V::Position, State: PartialEq + Debug> + Evaluation<V::Position, Evaluator = EvaluatorOf<V>>,
{
    let mut random = Random(seed);
    let rules: Rules<V> = V::RULES.parse().unwrap();
    let texts = V::bench_positions();
    let mut position = V::parse_position(texts[random.below(texts.len())], &rules).unwrap();
    let evaluation = V::evaluation(&Section::empty("eval")).unwrap();
    let mut evaluator = evaluation.evaluator(&position);
    let mut line = Vec::new();
    for _ in 0..150 {
        match random.below(8) {
            0..=3 if position.outcome().is_none() => {
                let mut moves = MoveList::new();
                if random.below(2) == 0 {
                    position.tacticals(&mut moves);
                } else {
                    position.moves(&mut moves);
                }
                if !moves.is_empty() {
                    let mv = moves[random.below(moves.len())];
                    evaluator.push();
                    line.push((mv, position.make(mv, &mut evaluator)));
                }
            }
            4 => line.push((Move::NONE, position.make_null())),
            5 | 6 => {
                if let Some((mv, undo)) = line.pop() {
                    take_back::<V>(&mut position, &mut evaluator, mv, undo);
                }
            }
            _ => check::<V>(&evaluation, &mut evaluator, &position),
        }
    }
    check::<V>(&evaluation, &mut evaluator, &position);
    while let Some((mv, undo)) = line.pop() {
        take_back::<V>(&mut position, &mut evaluator, mv, undo);
    }
    check::<V>(&evaluation, &mut evaluator, &position);
}

type EvaluatorOf<V> = IncrementalEvaluator<<V as Variant>::Position, <V as Variant>::Evaluation>;

fn take_back<V: Variant>(
    position: &mut V::Position,
    evaluator: &mut EvaluatorOf<V>,
    mv: Move,
    undo: <V::Position as Position>::Undo,
) where
    V::Evaluation: Incremental<V::Position>,
{
    if mv.is_none() {
        position.unmake_null(undo);
    } else {
        evaluator.pop();
        position.unmake(mv, undo);
    }
}

fn check<V: Variant>(evaluation: &Arc<V::Evaluation>, evaluator: &mut EvaluatorOf<V>, position: &V::Position)
where
    V::Evaluation:
        Incremental<V::Position, State: PartialEq + Debug> + Evaluation<V::Position, Evaluator = EvaluatorOf<V>>,
{
    let text = || V::write_position(position, crate::notation::PositionFormat::Sfen, 0);
    let mut fresh = evaluation.evaluator(position);
    assert_eq!(evaluator.state(), fresh.state(), "{}", text());
    assert_eq!(evaluator.evaluate(position), fresh.evaluate(position), "{}", text());
    // Lazy evaluation is the same too, and beyond all scores it is always content.
    for (alpha, beta) in [(20_000, 20_001), (-20_001, -20_000), (-100, 100)] {
        let lazy = evaluator.evaluate_lazily(position, alpha, beta);
        assert_eq!(lazy, fresh.evaluate_lazily(position, alpha, beta), "{}", text());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_follows_the_moves_is_what_is_known_from_scratch(seed: u64) {
        for name in NAMES {
            // A walk on a large board takes long: an eighth of them is enough there.
            visit!(name, V => if !is_large::<V>() || seed % 8 == 0 { a_random_walk::<V>(seed) }).unwrap();
        }
    }
}

/// Whether a game has a board on which a walk takes long.
fn is_large<V: Variant>() -> bool {
    let rules: Rules<V> = V::RULES.parse().unwrap();
    V::board_view(&V::start(&rules)).size.files > 20
}

#[test]
fn equal_settings_share_an_evaluation() {
    let one = Chu::evaluation(&Section::empty("eval")).unwrap();
    let two = Chu::evaluation(&Section::empty("eval")).unwrap();
    assert!(Arc::ptr_eq(&one, &two));
}

/// Every weight as a section of the settings: read back, nothing has changed.
#[test]
fn weights_as_a_section_are_the_defaults() {
    fn check<V: Variant>() {
        let (layout, defaults) = (V::Classic::layout(), V::Classic::default_weights());
        let text = defaults.section(layout, &format!("{}.eval", V::NAME));
        let section = Settings::parse(&text, NAMES).unwrap().variant(V::NAME).eval;
        assert_eq!(section.iter().count(), layout.keys.len(), "{}", V::NAME);
        assert!(layout.keys.iter().all(|key| section.text(&key.name).is_some()), "{}", V::NAME);
        assert_eq!(V::weights(&section).as_ref(), Ok(defaults), "{}", V::NAME);
        assert!(text.lines().all(|line| line.len() <= 120), "{text}");
    }
    NAMES.iter().for_each(|name| visit!(name, V => check::<V>()).unwrap());
}

/// The rule sets that the shipped settings name as usual are.
#[test]
fn the_shipped_settings_name_the_usual_rules() {
    fn check<V: Variant>(settings: &Settings) {
        let settings = settings.variant(V::NAME);
        let rules = [settings.rules, settings.cecp_rules, settings.usi_rules];
        assert_eq!(rules, [V::RULES, V::CECP_RULES, V::USI_RULES].map(|rules| Some(rules.to_owned())), "{}", V::NAME);
    }
    let shipped = include_str!("../../engine.ini");
    let key = |line: &'static str| line.strip_prefix(';').filter(|key| !key.starts_with(' ')).unwrap_or(line);
    let all: String = shipped.lines().flat_map(|line| [key(line), "\n"]).collect();
    let settings = Settings::parse(&all, NAMES).unwrap();
    NAMES.iter().for_each(|name| visit!(name, V => check::<V>(&settings)).unwrap());
}

#[test]
fn no_two_weights_have_a_name_or_a_term_in_common() {
    fn check<V: Variant>() {
        let layout = V::Classic::layout();
        let names: BTreeSet<&str> = layout.keys.iter().map(|key| key.name.as_str()).collect();
        assert_eq!(names.len(), layout.keys.len(), "{}", V::NAME);
        let terms: Vec<usize> = layout.keys.iter().flat_map(|key| key.first..key.first + key.len).collect();
        assert_eq!(terms.iter().collect::<BTreeSet<_>>().len(), terms.len(), "{}", V::NAME);
        assert!(terms.iter().all(|&term| term < layout.terms), "{}", V::NAME);
        // So many have room in the samples for tuning.
        assert!(layout.terms <= 1 << 16, "{}", V::NAME);
    }
    NAMES.iter().for_each(|name| visit!(name, V => check::<V>()).unwrap());
}
