use super::fit::{Method, fit};
use super::format::{LONGEST, REASONS};
use super::generate::{Plan, generate};
use super::samples::{Filter, SampleError, Samples};
use super::selfplay::Player;
use super::*;
use crate::eval::{Key, Layout, Taper, Terms, Weighted};
use crate::game::Game;
use crate::games::chu::ChuRules;
use crate::games::{Chu, NAMES, Rules, Variant, Whale, visit};
use crate::position::{Move, Outcome, Position, Reason, Side, mix};
use crate::settings::Settings;
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// A file that goes away with its name.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("shishi-training-{}-{name}", std::process::id()));
        let _ = fs::remove_file(&path);
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn limits() -> SelfPlayLimits {
    SelfPlayLimits {
        nodes: 60,
        least_random: 2,
        most_random: 4,
        margin: 300,
        decided: 0,
        decided_plies: 4,
        max_plies: 60,
        hash: 1,
    }
}

fn header() -> Header {
    Header {
        variant: "whale".to_owned(),
        rules: "standard".to_owned(),
        engine: "1.2.3".to_owned(),
        signature: u64::MAX,
        seed: 7,
        limits: limits(),
    }
}

fn game(number: u64) -> TrainingGame {
    let plies = vec![Ply { mv: Move::from_code(17), score: NO_SCORE }, Ply { mv: Move::from_code(99), score: -31_999 }];
    let ending = Ending::Rules(Outcome::win(Side::White, Reason::Mate));
    TrainingGame { number, start: "start".to_owned(), plies, ending }
}

fn read(path: &Path) -> Result<Vec<TrainingGame>, FileError> {
    Games::open(path)?.collect()
}

fn write(path: &Path, games: std::ops::Range<u64>) {
    let mut file = GameFile::open(path, &header()).unwrap();
    assert_eq!(file.len(), games.start);
    for number in games {
        file.add(&game(number)).unwrap();
    }
}

fn damage(path: &Path) -> (u64, Damage) {
    match read(path) {
        Err(FileError::Damaged { offset, damage, .. }) => (offset, damage),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_written_is_read_and_gone_on_with() {
    let file = Scratch::new("round");
    write(&file.0, 0..2);
    write(&file.0, 2..3);
    assert_eq!(Games::open(&file.0).unwrap().header(), &header());
    assert_eq!(read(&file.0).unwrap(), [game(0), game(1), game(2)]);
}

#[test]
fn a_record_that_was_not_finished_is_told_and_written_anew() {
    let file = Scratch::new("torn");
    write(&file.0, 0..1);
    let whole = fs::read(&file.0).unwrap().len() as u64;
    write(&file.0, 1..2);
    let both = fs::read(&file.0).unwrap();
    for cut in whole as usize + 1..both.len() {
        fs::write(&file.0, &both[..cut]).unwrap();
        assert_eq!(damage(&file.0), (whole, Damage::CutOff), "{cut}");
        write(&file.0, 1..2);
        assert_eq!(fs::read(&file.0).unwrap(), both);
    }
}

#[test]
fn a_header_that_was_not_finished_is_written_anew() {
    let file = Scratch::new("header");
    write(&file.0, 0..1);
    let good = fs::read(&file.0).unwrap();
    let length = header().to_bytes().unwrap().len();
    for cut in 0..=length {
        fs::write(&file.0, &good[..cut]).unwrap();
        write(&file.0, 0..1);
        assert_eq!(fs::read(&file.0).unwrap(), good, "{cut}");
    }
}

/// Two runs on one file would write over each other.
#[test]
fn one_run_at_a_time_adds_to_a_file() {
    let file = Scratch::new("locked");
    let first = GameFile::open(&file.0, &header()).unwrap();
    let message = GameFile::open(&file.0, &header()).map(|_| ()).unwrap_err().to_string();
    assert_eq!(message, format!("{}: another process is writing this file", file.0.display()));
    drop(first);
    write(&file.0, 0..1);
}

#[test]
fn damage_is_told_with_its_place() {
    let file = Scratch::new("damage");
    write(&file.0, 0..1);
    let first = fs::read(&file.0).unwrap().len();
    write(&file.0, 1..3);
    let good = fs::read(&file.0).unwrap();
    let with = |at: usize, byte: u8| {
        let mut bad = good.clone();
        bad[at] ^= byte;
        fs::write(&file.0, bad).unwrap();
        damage(&file.0)
    };
    assert_eq!(with(0, 1), (0, Damage::Magic));
    assert_eq!(with(8, 2), (0, Damage::Version(3)));
    assert_eq!(with(17, 1), (0, Damage::Checksum));
    assert_eq!(with(first + 20, 1), (first as u64, Damage::Checksum));
    let (offset, damage) = with(first + 3, 0x7f);
    assert_eq!(offset, first as u64);
    assert!(matches!(damage, Damage::Length(length) if length > LONGEST));
    // A file damaged in its middle is not gone on with: what follows would be lost. The last game is the whole one.
    for (at, bit) in [(first + 20, 1), (first, 1), (first + 1, 0x10), (first + 2, 0x40), (first + 3, 0x7f)] {
        with(at, bit);
        let message = GameFile::open(&file.0, &header()).map(|_| ()).unwrap_err().to_string();
        assert!(message.contains(&format!("at byte {first}: ")) && message.contains("--repair"), "{message}");
        assert_eq!(fs::read(&file.0).unwrap().len(), good.len());
        let mut saved = Vec::new();
        let lost = (good.len() - first) as u64 / 2;
        assert_eq!(repair(&file.0, &mut saved).unwrap(), Repaired { games: 2, left_out: lost });
        assert_eq!(saved, [&good[..first], &good[first + lost as usize..]].concat());
        // Numbers are kept, and the next game is the fourth.
        fs::write(&file.0, saved).unwrap();
        assert_eq!(GameFile::open(&file.0, &header()).unwrap().len(), 3);
    }
    fs::write(&file.0, b"SHISHI").unwrap();
    assert_eq!(self::damage(&file.0), (0, Damage::Magic));
}

#[test]
fn games_played_another_way_are_not_mixed() {
    let file = Scratch::new("mixed");
    write(&file.0, 0..1);
    let others = [
        ("variant", Header { variant: "chu".to_owned(), ..header() }),
        ("rules", Header { rules: "inventor".to_owned(), ..header() }),
        ("engine", Header { engine: "1.2.4".to_owned(), ..header() }),
        ("signature of the engine", Header { signature: 0, ..header() }),
        ("seed", Header { seed: 8, ..header() }),
        ("limits", Header { limits: SelfPlayLimits { margin: 299, ..limits() }, ..header() }),
    ];
    for (part, other) in others {
        match GameFile::open(&file.0, &other) {
            Err(FileError::Different { what, .. }) => assert_eq!(what, part),
            _ => panic!("{part}"),
        }
    }
}

#[test]
fn a_file_whose_rules_had_another_name_is_gone_on_with() {
    let file = Scratch::new("former");
    let former = Header { rules: "seed".to_owned(), ..header() };
    GameFile::open(&file.0, &former).unwrap().add(&game(0)).unwrap();
    let before = fs::read(&file.0).unwrap();
    write(&file.0, 1..2);
    assert_eq!(Games::open(&file.0).unwrap().header(), &header());
    assert_eq!(read(&file.0).unwrap(), [game(0), game(1)]);
    assert!(fs::read(&file.0).unwrap().starts_with(&before));
}

fn endings() -> impl Strategy<Value = Ending> {
    let sides = prop::sample::select(Side::BOTH.to_vec());
    let winner = prop::option::of(sides.clone());
    prop_oneof![
        (winner, prop::sample::select(REASONS.to_vec()))
            .prop_map(|(winner, reason)| Ending::Rules(Outcome { winner, reason })),
        sides.prop_map(Ending::Adjudicated),
        Just(Ending::Unfinished),
    ]
}

proptest! {
    #[test]
    fn any_game_survives_its_bytes(
        number: u64,
        start in ".{0,40}",
        plies in prop::collection::vec((any::<u32>(), any::<i16>()), 0..50),
        ending in endings(),
    ) {
        let plies = plies.into_iter().map(|(code, score)| Ply { mv: Move::from_code(code), score }).collect();
        let game = TrainingGame { number, start, plies, ending };
        let bytes = game.to_bytes();
        prop_assert_eq!(TrainingGame::from_bytes(&bytes[4..bytes.len() - 4]), Ok(game));
    }

    #[test]
    fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        let _ = TrainingGame::from_bytes(&bytes);
    }
}

fn play(path: &Path, games: u64, threads: usize) -> u64 {
    let plan = Plan { games, threads, seed: 5, limits: limits() };
    let rules = "standard".parse().unwrap();
    generate::<Whale>(path, &plan, &rules, &Settings::default(), &AtomicBool::new(false), &mut |_, _| {}).unwrap()
}

#[test]
fn the_games_do_not_depend_on_the_threads() {
    let (one, three) = (Scratch::new("one"), Scratch::new("three"));
    assert_eq!(play(&one.0, 6, 1), 6);
    assert_eq!(play(&three.0, 2, 3), 2);
    assert_eq!(play(&three.0, 6, 3), 6);
    assert!(fs::read(&one.0).unwrap() == fs::read(&three.0).unwrap(), "the files differ");
    let games = read(&one.0).unwrap();
    assert!(games.windows(2).all(|pair| pair[0].plies != pair[1].plies));
    for game in &games {
        // The opening has no scores, the rest has.
        let opening = game.plies.iter().take_while(|ply| ply.score == NO_SCORE).count();
        assert!((2..=4).contains(&opening), "{opening}");
        assert!(game.plies[opening..].iter().all(|ply| ply.score != NO_SCORE));
        assert_eq!(game.ending == Ending::Unfinished, game.plies.len() == 60 && game.ending.points().is_none());
    }
    let mut summary = Summary::default();
    games.iter().for_each(|game| summary.add(game));
    assert_eq!((summary.games, summary.results.iter().sum::<u64>()), (6, 6));
    assert_eq!(summary.plies, games.iter().map(|game| game.plies.len() as u64).sum::<u64>());
}

#[test]
fn a_game_does_not_depend_on_the_games_before_it() {
    let evaluation = Whale::evaluation(&Settings::default().variant(Whale::NAME).eval).unwrap();
    // Few nodes: where a search looks at the stop flag decides what it plays.
    let limits = limits();
    let rules: Rules<Whale> = "standard".parse().unwrap();
    let play = |player: &mut Player<'_, Whale>, first: usize| {
        let mut game = Game::new(Whale::start(&rules));
        game.play(game.root_moves()[first]);
        player.play(game, &AtomicBool::new(false)).unwrap()
    };
    let mut used = Player::new(&evaluation, &limits).unwrap();
    for first in 0..6 {
        let mut fresh = Player::new(&evaluation, &limits).unwrap();
        assert!(play(&mut used, first) == play(&mut fresh, first), "move {first}");
    }
}

#[test]
fn a_run_that_is_stopped_leaves_whole_games() {
    let file = Scratch::new("stopped");
    let plan = Plan { games: 50, threads: 2, seed: 5, limits: limits() };
    let rules = "standard".parse().unwrap();
    let stop = AtomicBool::new(false);
    let played = generate::<Whale>(&file.0, &plan, &rules, &Settings::default(), &stop, &mut |games, _| {
        if games == 2 {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    });
    let played = played.unwrap();
    assert!((2..50).contains(&played), "{played}");
    assert_eq!(read(&file.0).unwrap().len() as u64, played);
}

/// A game with three terms, of which the middle game knows two.
fn layout() -> Layout {
    let key = |name: &str, first, len, range| Key {
        name: name.to_owned(),
        first,
        len,
        unit: 10,
        range,
        tapered: true,
        what: "Centipawns",
    };
    Layout { about: "", keys: vec![key("value.x", 0, 1, (0, 5000)), key("other", 1, 2, (-500, 500))], terms: 3 }
}

const TRUTH: [[f32; 2]; 3] = [[300.0, 500.0], [-40.0, 60.0], [25.0, 25.0]];

/// Positions with scores and results of a game in which these are the weights: some to learn from, some to check on.
fn samples() -> [Samples; 2] {
    [(20_000, 1), (2_000, 2)].map(|(count, seed): (u64, u64)| {
        let mut samples = Samples::default();
        for number in 0..count {
            let random = |what: u64, most: u64| mix(seed ^ mix(number * 10 + what)) % (most + 1);
            let counts = [0, 1, 2].map(|term| random(term, 4) as i32 - 2);
            let middle_game = random(3, 64) as f32 / 64.0;
            let score = (0..3)
                .map(|term| {
                    let [middle, end] = TRUTH[term];
                    (middle * middle_game + end * (1.0 - middle_game)) * counts[term] as f32
                })
                .sum::<f32>();
            // A result as probable as the score says, at 0.002 a centipawn.
            let chance = 1.0 / (1.0 + (-0.002 * score).exp());
            let result = if (random(4, 999_999) as f32) < chance * 1e6 { 1.0 } else { 0.0 };
            samples.add_counts(&counts, middle_game, result, score);
        }
        samples
    })
}

#[test]
fn a_fit_finds_the_weights_that_made_the_scores() {
    let samples = samples();
    let method = Method { results: 0.0, epochs: 60, batch: 500, hold: 0.0, ..Method::default() };
    let mut start = Terms::zero(&layout());
    start.set(0, Taper::both(1000));
    let fitted = fit(&layout(), &start, &samples, &method, |_, _, _| {});
    assert!((fitted.scale - 0.002).abs() < 0.0002, "{}", fitted.scale);
    assert!(fitted.checked[1] < fitted.checked[0] / 100.0 && fitted.learnt[1] < fitted.learnt[0] / 100.0, "{fitted:?}");
    for (term, [middle, end]) in TRUTH.into_iter().enumerate() {
        let weight = fitted.terms.get(term);
        // Tenths of a centipawn, within five centipawns.
        assert!((weight.middle as f32 - middle * 10.0).abs() <= 50.0, "{term}: {weight:?}");
        assert!((weight.end as f32 - end * 10.0).abs() <= 50.0, "{term}: {weight:?}");
    }
    // Held tightly enough, nothing moves.
    let held = fit(&layout(), &start, &samples, &Method { hold: 1e12, epochs: 3, ..method }, |_, _, _| {});
    assert_eq!(held.terms, start);
}

/// A weight that is the same in both phases comes to lie between the two that made the scores.
#[test]
fn a_weight_for_the_whole_game_is_fitted_as_one() {
    let mut layout = layout();
    layout.keys[0].tapered = false;
    let mut start = Terms::zero(&layout);
    start.set(0, Taper::both(1000));
    let method = Method { results: 0.0, epochs: 60, batch: 500, hold: 0.0, ..Method::default() };
    let fitted = fit(&layout, &start, &samples(), &method, |_, _, _| {});
    let weight = fitted.terms.get(0);
    assert_eq!(weight.middle, weight.end);
    assert!((3500..=4500).contains(&weight.middle), "{weight:?}");
    assert_eq!(fitted.terms.text(&layout.keys[0]), (weight.middle / 10).to_string());
}

/// The positions of games of every kind can be learnt from, and what is learnt is written in the form that is read.
#[test]
fn the_evaluation_of_every_game_can_be_tuned() {
    fn tune<V: Variant>() {
        let file = Scratch::new(&format!("tune-{}", V::NAME));
        let limits = SelfPlayLimits { nodes: 20, max_plies: 24, ..limits() };
        let plan = Plan { games: 24, threads: 2, seed: 3, limits };
        let rules: Rules<V> = V::RULES.parse().unwrap();
        generate::<V>(&file.0, &plan, &rules, &Settings::default(), &AtomicBool::new(false), &mut |_, _| {}).unwrap();
        let mut games = GameFile::open(&file.0, Games::open(&file.0).unwrap().header()).unwrap();
        // Such short games have no result of their own.
        let started = games.len();
        for game in read(&file.0).unwrap() {
            let ending = Ending::Rules(Outcome::win(Side::Black, Reason::Mate));
            games.add(&TrainingGame { number: started + game.number, ending, ..game }).unwrap();
        }
        let filter = Filter { most_score: 2000, most_positions: 100_000 };
        let samples = samples::read::<V>(std::slice::from_ref(&file.0), &filter, |_, _| {}).unwrap();
        let (layout, start) = (V::Classic::layout(), V::Classic::untuned_weights());
        let method = Method { results: 0.0, epochs: 2, hold: 0.0, ..Method::default() };
        let fitted = fit(layout, &start, &samples, &method, |_, _, _| {});
        assert!(fitted.learnt.iter().chain(&fitted.checked).all(|loss| loss.is_finite()), "{}", V::NAME);
        let text = fitted.terms.section(layout, &format!("{}.eval", V::NAME));
        let section = Settings::parse(&text, NAMES).unwrap().variant(V::NAME).eval;
        assert_eq!(V::weights(&section), Ok(fitted.terms), "{}", V::NAME);
    }
    NAMES.iter().for_each(|name| visit!(name, V => tune::<V>()).unwrap());
}

#[test]
fn only_quiet_positions_with_a_result_are_learnt_from() {
    let rules: ChuRules = "lishogi".parse().unwrap();
    // The lion takes a pawn and comes back; then both sides move quietly.
    let mut position = Chu::start(&rules);
    let mut plies = Vec::new();
    for (text, score) in
        [("7i7h", NO_SCORE), ("6d6e", 10), ("7j6h", -20), ("7d7e", 2500), ("6h6g", 30), ("8d8e", 31_000)]
    {
        let mv = Chu::parse_move(&position, text).unwrap();
        plies.push(Ply { mv, score });
        position.make(mv, &mut ());
    }
    let header = Header { variant: "chu".to_owned(), rules: "lishogi".to_owned(), ..header() };
    let file = Scratch::new("quiet");
    let mut games = GameFile::open(&file.0, &header).unwrap();
    let win = Ending::Rules(Outcome::win(Side::White, Reason::Royals));
    for number in 0..40 {
        // Games without a result teach nothing.
        let ending = if number % 2 == 0 { win } else { Ending::Unfinished };
        games.add(&TrainingGame { number, start: String::new(), plies: plies.clone(), ending }).unwrap();
    }
    let filter = Filter { most_score: 2000, most_positions: 1_000_000 };
    let read = |filter: &Filter| samples::read::<Chu>(std::slice::from_ref(&file.0), filter, |_, _| {});
    let [learn, check] = read(&filter).unwrap();
    // Of each game with a result the moves with 10, -20 and 30 centipawns, seen from Black.
    assert_eq!(learn.len() + check.len(), 20 * 3);
    let seen: Vec<(f32, f32)> = check.iter().map(|sample| (sample.result, sample.score)).collect();
    assert_eq!(seen[..3], [(0.0, -10.0), (0.0, -20.0), (0.0, 30.0)]);
    // Nearly everything is where it was, so nearly all terms cancel out.
    let (sample, terms) = check.get(0);
    let terms: Vec<_> = terms.collect();
    assert_eq!(sample.middle_game, 1.0);
    assert!(!terms.is_empty() && terms.len() < 40, "{terms:?}");
    assert!(matches!(read(&Filter { most_score: 5, ..filter }), Err(SampleError::None)));
    assert!(matches!(
        samples::read::<Chu>(&[], &Filter { most_score: 5, most_positions: 1 }, |_, _| {}),
        Err(SampleError::None)
    ));

    // A move that is none is named.
    plies[2].mv = Move::from_code(12);
    games.add(&TrainingGame { number: 40, start: String::new(), plies, ending: win }).unwrap();
    match read(&Filter { most_score: 2000, most_positions: 1_000_000 }) {
        Err(SampleError::Game { number, ply, .. }) => assert_eq!((number, ply), (40, 3)),
        other => panic!("{other:?}"),
    }
}
