use super::format::LONGEST;
use super::generate::{Plan, generate};
use super::*;
use crate::engine::Whale;
use crate::position::{Move, Outcome, Reason, Side};
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

fn limits() -> Limits {
    Limits {
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
        rules: "seed".to_owned(),
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
    // A file damaged in its middle is not gone on with: what follows would be lost.
    with(first + 20, 1);
    assert!(matches!(GameFile::open(&file.0, &header()), Err(FileError::Damaged { .. })));
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
        ("limits", Header { limits: Limits { margin: 299, ..limits() }, ..header() }),
    ];
    for (part, other) in others {
        match GameFile::open(&file.0, &other) {
            Err(FileError::Different { what, .. }) => assert_eq!(what, part),
            _ => panic!("{part}"),
        }
    }
}

fn endings() -> impl Strategy<Value = Ending> {
    let reasons =
        [Reason::Royals, Reason::BareKing, Reason::Stalemate, Reason::Mate, Reason::Repetition, Reason::PlyCap];
    let sides = prop::sample::select(Side::BOTH.to_vec());
    let winner = prop::option::of(sides.clone());
    prop_oneof![
        (winner, prop::sample::select(reasons.to_vec()))
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
    let rules = "seed".parse().unwrap();
    generate::<Whale>(path, &plan, &rules, &Settings::default(), &AtomicBool::new(false), &mut |_, _| {}).unwrap()
}

#[test]
fn the_games_do_not_depend_on_the_threads() {
    let (one, three) = (Scratch::new("one"), Scratch::new("three"));
    assert_eq!(play(&one.0, 6, 1), 6);
    assert_eq!(play(&three.0, 2, 3), 2);
    assert_eq!(play(&three.0, 6, 3), 6);
    assert_eq!(fs::read(&one.0).unwrap(), fs::read(&three.0).unwrap());
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
fn a_run_that_is_stopped_leaves_whole_games() {
    let file = Scratch::new("stopped");
    let plan = Plan { games: 50, threads: 2, seed: 5, limits: limits() };
    let rules = "seed".parse().unwrap();
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
