//! Logs, tallies and the referee. Whole matches are tests of the program.

use super::entry::{Cause, EngineHeader, FORMAT, GameLine, GameResult, MatchHeader, Work};
use super::log::{self, Log, LogError};
use super::options::{DrawRule, Protocol, ResignRule, Tournament};
use super::referee::Referee;
use super::report;
use super::stats::{Pentanomial, Unit};
use super::tally::Tally;
use super::time_control::{EngineLimits, TimeControl};
use crate::games::Chu;
use crate::openings::Openings;
use crate::position::Reason;
use std::fs;
use std::path::PathBuf;

/// A file of a test's own, which is not there yet.
fn file(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("shishi-arena-{}-{name}", std::process::id()));
    // It may not be there.
    let _ = fs::remove_file(&path);
    path
}

fn engine(name: &str) -> EngineHeader {
    EngineHeader {
        name: name.to_owned(),
        own_name: "Shishi".to_owned(),
        bench: Some(48020),
        command: "self".to_owned(),
        arguments: Vec::new(),
        protocol: Protocol::Cecp,
        limit: EngineLimits { control: TimeControl::None, depth: Some(1), nodes: None, margin: 0, hang: 1000 },
        memory: None,
        threads: None,
        options: Vec::new(),
        init: Vec::new(),
    }
}

fn header() -> MatchHeader {
    MatchHeader {
        format: FORMAT,
        version: "1".to_owned(),
        variant: "chu".to_owned(),
        rules: "winboard".to_owned(),
        engines: vec![engine("a"), engine("b"), engine("c")],
        openings: Openings::Start,
        openings_key: 0,
        seed: 1,
        tournament: Tournament::RoundRobin,
        unit: Unit::Pair,
        max_plies: Some(1200),
        resign: None,
        draw: None,
    }
}

/// Game `game` of a match of two engines: games 1 and 2 are pair 1.
fn game(game: u64, seed: u64, result: GameResult) -> GameLine {
    GameLine {
        game,
        pair: game.div_ceil(2),
        encounter: [0, 1],
        players: if game % 2 == 1 { [0, 1] } else { [1, 0] },
        seed,
        date: "2026.01.31 12:00:00".to_owned(),
        opening: "startpos moves 7i7h".to_owned(),
        moves: vec!["6d6e".to_owned()],
        notes: vec![(Some((12, 3)), 100)],
        result,
        cause: Cause::Resignation,
        reason: "it resigns".to_owned(),
        report: None,
        work: [Work::default(), Work { moves: 1, nodes: 50, depths: 3, thoughts: 1, time: 100_000, longest: 100_000 }],
    }
}

#[test]
fn a_log_is_read_as_it_was_written() {
    let path = file("whole");
    let games = [game(1, 1, GameResult::First), game(2, 1, GameResult::Unfinished)];
    let mut log = Log::create(&path, &header()).unwrap();
    games.iter().for_each(|game| log.add(game).unwrap());
    drop(log);
    let contents = log::read(&path).unwrap();
    assert_eq!((contents.header, contents.games.as_slice()), (header(), games.as_slice()));
    assert!(matches!(Log::create(&path, &header()), Err(LogError::Exists { .. })));

    // A kill in the middle of a line: the rest of it goes when the match goes on.
    let mut text = fs::read_to_string(&path).unwrap();
    text += "{\"game\":3,\"pa";
    fs::write(&path, &text).unwrap();
    assert_eq!(log::read(&path).unwrap().games.len(), 2);
    let (mut log, played) = Log::resume(&path, &header()).unwrap();
    assert_eq!(played, games);
    log.add(&game(3, 1, GameResult::Draw)).unwrap();
    drop(log);
    assert_eq!(log::read(&path).unwrap().games.len(), 3);
    fs::remove_file(&path).unwrap();
    // A log that is not there is begun.
    assert_eq!(Log::resume(&path, &header()).unwrap().1, []);
    fs::remove_file(&path).unwrap();
}

#[test]
fn causes_are_single_words_in_the_log() {
    let all = [
        (Cause::Rules(Reason::Royals), "royals"),
        (Cause::Rules(Reason::BareKing), "bare-king"),
        (Cause::Rules(Reason::PlyCap), "ply-cap"),
        (Cause::Rules(Reason::NoProgress), "no-progress"),
        (Cause::Resignation, "resignation"),
        (Cause::IllegalMove, "illegal-move"),
        (Cause::TooLong, "too-long"),
    ];
    for (cause, word) in all {
        assert_eq!(serde_json::to_string(&cause).unwrap(), format!("\"{word}\""));
        assert_eq!(serde_json::from_str::<Cause>(&format!("\"{word}\"")).unwrap(), cause);
    }
    assert!(serde_json::from_str::<Cause>("\"boredom\"").is_err());
}

#[test]
fn a_log_of_another_match_is_refused_by_name() {
    let path = file("other");
    Log::create(&path, &header()).unwrap();
    let refused = |change: fn(&mut MatchHeader)| {
        let mut other = header();
        change(&mut other);
        match Log::resume(&path, &other) {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        }
    };
    assert_eq!(refused(|_| {}), "");
    // Where a program lies and what version plays the match do not matter.
    assert_eq!(refused(|header| header.engines[0].command = "elsewhere".to_owned()), "");
    assert_eq!(refused(|header| header.version = "2".to_owned()), "");
    for (change, part) in [
        ((|header| header.seed = 9) as fn(&mut MatchHeader), "the seed is 1 there and 9 here"),
        (|header| header.engines[1].bench = Some(7), "the bench number of b is 48020 there and 7 here"),
        (|header| header.engines[0].limit.depth = Some(2), "the limit of a is depth 1 there and depth 2 here"),
        (|header| header.engines[0].limit.margin = 5, "timemargin of a is 0 there and 5 here"),
        (|header| header.tournament = Tournament::Gauntlet, "-tournament is round-robin there and gauntlet here"),
        (|header| header.rules = "jcsa".to_owned(), "the rule set is winboard there and jcsa here"),
        (|header| header.openings_key = 5, "the fingerprint of the openings is 0 there and 5 here"),
        (|header| header.engines.truncate(2), "the number of engines is 3 there and 2 here"),
        (|header| header.unit = Unit::Game, "what is scored is each pair of games there and each game here"),
        (|header| header.max_plies = None, "the longest game, in plies, is 1200 there and unset here"),
        (
            |header| header.resign = Some(ResignRule { moves: 3, score: 600 }),
            "-resign is unset there and movecount=3 score=600 here",
        ),
        (
            |header| header.draw = Some(DrawRule { from_move: 9, moves: 3, score: 6 }),
            "-draw is unset there and movenumber=9 movecount=3 score=6 here",
        ),
        (
            |header| header.openings = Openings::Random { plies: 8, margin: 150, depth: 4 },
            "-openings is format=start there and format=random plies=8 margin=150 depth=4 here",
        ),
        (|header| header.engines[2].protocol = Protocol::Usi, "the protocol of c is xboard there and usi here"),
        (|header| header.engines[0].bench = None, "the bench number of a is 48020 there and unset here"),
        (
            |header| header.engines[0].options = vec![("Contempt".to_owned(), "3".to_owned())],
            "the list of options of a is empty there and 'Contempt=3' here",
        ),
        (
            |header| header.engines[0].arguments = vec!["-x".to_owned(), "y".to_owned()],
            "the list of arguments of a is empty there and '-x' 'y' here",
        ),
    ] {
        let message = refused(change);
        assert!(message.contains("is of another match: ") && message.contains(part), "{message}");
    }
    fs::remove_file(&path).unwrap();
}

#[test]
fn what_is_no_log_is_refused_with_its_line() {
    let path = file("bad");
    let message = |text: &str| {
        fs::write(&path, text).unwrap();
        log::read(&path).unwrap_err().to_string()
    };
    let first = serde_json::to_string(&header()).unwrap();
    let line = |change: fn(&mut GameLine)| {
        let mut game = game(1, 1, GameResult::First);
        change(&mut game);
        serde_json::to_string(&game).unwrap()
    };
    assert!(message("").ends_with("line 1: no header of a match"));
    assert!(message("moves\n").contains("line 1: no header of a match: "));
    assert!(message(&format!("{}\n", first.replace("\"format\":1", "\"format\":99"))).contains("format 99"));
    assert!(message(&format!("{first}\n\nnonsense\n")).contains("line 3: "));
    let stranger = line(|game| game.players = [0, 7]);
    assert!(message(&format!("{first}\n{stranger}\n")).contains("line 2: players [0, 7]"));
    let same = line(|game| game.encounter = [1, 1]);
    assert!(message(&format!("{first}\n{same}\n")).contains("line 2: "));
    let again = line(|_| {});
    assert!(message(&format!("{first}\n{again}\n{again}\n")).contains("game 1 of seed 1 once more"));
    fs::remove_file(&path).unwrap();
}

#[test]
fn logs_of_one_match_are_merged() {
    let paths = [file("one"), file("two")];
    for (path, seed) in paths.iter().zip([1, 2]) {
        let mut log = Log::create(path, &MatchHeader { seed, ..header() }).unwrap();
        log.add(&game(1, seed, GameResult::First)).unwrap();
        log.add(&game(2, seed, GameResult::First)).unwrap();
    }
    let (_, games) = log::merge(&paths).unwrap();
    let tally = Tally::of(3, Unit::Pair, &games);
    // Each pair: won by the first player, whoever that was.
    assert_eq!((tally.games, tally.encounters[&[0, 1]].scored), (4, Pentanomial([0, 0, 2, 0, 0])));
    let twice = [paths[0].clone(), paths[0].clone()];
    assert!(matches!(log::merge(&twice), Err(LogError::Duplicate { game: 1, seed: 1, .. })));
    let other = file("three");
    Log::create(&other, &MatchHeader { rules: "jcsa".to_owned(), ..header() }).unwrap();
    let message = log::merge(&[paths[0].clone(), other.clone()]).unwrap_err().to_string();
    let (first, second) = (paths[0].display(), other.display());
    let right = format!(
        "{first} and {second} are of different matches and cannot be added up: \
         the rule set is winboard in {first} and jcsa in {second}"
    );
    assert_eq!(message, right);
    paths.iter().chain([&other]).for_each(|path| fs::remove_file(path).unwrap());
}

#[test]
fn a_log_whose_rules_had_another_name_is_gone_on_with() {
    let path = file("former");
    let whale = |rules: &str| MatchHeader { variant: "whale".to_owned(), rules: rules.to_owned(), ..header() };
    Log::create(&path, &whale("seed:rep.rule=off")).unwrap().add(&game(1, 1, GameResult::First)).unwrap();
    let (_, games) = Log::resume(&path, &whale("standard:rep.rule=off")).unwrap();
    assert_eq!(games.len(), 1);
    assert!(matches!(Log::resume(&path, &whale("standard")), Err(LogError::OtherMatch { .. })));
    assert_eq!(log::merge(std::slice::from_ref(&path)).unwrap().0.rules, "standard:rep.rule=off");
    fs::remove_file(&path).unwrap();
}

#[test]
fn pairs_are_scored_when_both_games_have_a_result() {
    use GameResult::{Draw, First, Second, Unfinished};
    let mut tally = Tally::new(2, Unit::Pair);
    let results = [First, Second, Draw, Second, Unfinished, First, First, Unfinished, First];
    for (number, result) in (1..).zip(results) {
        tally.add(&game(number, 1, result));
    }
    let encounter = &tally.encounters[&[0, 1]];
    // Engine a is the first player in odd games. It has won 1 and 2; drawn 3, won 4; 5 has no result, lost 6; won 7, 8
    // has no result; won 9, and 10 is yet to come.
    assert_eq!((encounter.wins, encounter.draws, encounter.losses, encounter.unfinished), (5, 1, 1, 2));
    assert_eq!(encounter.scored, Pentanomial([0, 0, 0, 1, 1]));
    assert_eq!((encounter.unscored, encounter.open_pairs()), (2, 1));
    assert_eq!((tally.games, tally.scored_games(), tally.plies), (9, 7, 18));
    // First players: won 1, 6, 7, 9, drawn 3.
    assert_eq!(tally.first_player, 9);
    // Games of one number under another seed are other games.
    tally.add(&game(10, 2, First));
    assert_eq!(tally.encounters[&[0, 1]].open_pairs(), 2);
    assert_eq!(tally.scored_by(1), Pentanomial([1, 1, 0, 0, 0]));
}

#[test]
fn games_of_openings_that_are_played_once_are_scored_one_by_one() {
    use GameResult::{Draw, First, Second, Unfinished};
    let mut tally = Tally::new(2, Unit::Game);
    for (number, result) in (1..).zip([First, First, Draw, Second, Unfinished]) {
        tally.add(&GameLine { pair: number, players: [0, 1], ..game(number, 1, result) });
    }
    let encounter = &tally.encounters[&[0, 1]];
    assert_eq!((encounter.wins, encounter.draws, encounter.losses, encounter.unfinished), (2, 1, 1, 1));
    assert_eq!((encounter.scored, encounter.unscored), (Pentanomial([1, 0, 1, 0, 2]), 1));
    assert_eq!(encounter.open_pairs(), 0);
    let summary = report::summary(&MatchHeader { unit: Unit::Game, ..header() }, &tally, None);
    // Mean 5/8: 400 log10(5/3).
    assert!(summary.contains("Score of a vs b: 2 - 1 - 1 [0.625] 4\nElo +88.7 ["), "{summary}");
    assert!(
        summary.contains("Scored by game: ") && summary.contains("Not scored: 1 games without result"),
        "{summary}"
    );
}

#[test]
fn a_finished_game_is_told_with_the_running_score() {
    let mut tally = Tally::new(3, Unit::Pair);
    let games = [game(1, 1, GameResult::First), game(2, 1, GameResult::Draw)];
    games.iter().for_each(|game| tally.add(game));
    // In the second game the first engine has moved second.
    assert_eq!(
        report::game_line(&header(), &games[1], 12, &tally),
        "Finished game 2 of 12 (b vs a): 1/2-1/2 {it resigns}, 2 plies. Score of a vs b: 1 - 0 - 1 [0.750] 2"
    );
}

#[test]
fn averages_have_a_fraction() {
    let mut tally = Tally::new(2, Unit::Pair);
    // Two plies and three: 2.5 on average.
    tally.add(&game(1, 1, GameResult::First));
    tally.add(&GameLine { moves: vec!["6d6e".to_owned(), "8i8h".to_owned()], ..game(2, 1, GameResult::First) });
    let summary = report::summary(&header(), &tally, None);
    assert!(summary.contains("\nGames: 2, 2.5 plies on average; "), "{summary}");
}

#[test]
fn faults_and_forfeits_are_counted_for_the_loser() {
    let mut tally = Tally::new(2, Unit::Pair);
    tally.add(&GameLine { cause: Cause::Time, ..game(1, 1, GameResult::Second) });
    tally.add(&GameLine { cause: Cause::Crash, ..game(2, 1, GameResult::First) });
    tally.add(&GameLine { cause: Cause::IllegalMove, ..game(3, 1, GameResult::Second) });
    let counts: Vec<_> = tally.engines.iter().map(|engine| (engine.forfeits, engine.faults)).collect();
    assert_eq!(counts, [(1, 2), (0, 0)]);
    assert_eq!(tally.engines[1].work.moves + tally.engines[0].work.moves, 3);
}

#[test]
fn the_referee_reads_each_language_and_knows_the_result() {
    let lone = "k11/12/12/12/12/5p6/5N6/12/12/12/12/11K b - 1";
    let rules = "winboard".parse().unwrap();
    let mut referee = Referee::<Chu>::new(lone, &rules).unwrap();
    assert!(!referee.start().usual && referee.start().fen.starts_with("k11/"));
    assert!(referee.play("f6f9", Protocol::Cecp).is_err());
    assert!(referee.play("", Protocol::Usi).is_err());
    // Over the pawn it takes, and over nothing: two spellings of moves.
    referee.play("f6f7,f7f8", Protocol::Cecp).unwrap();
    assert_eq!((referee.moves()[0].usi.as_str(), referee.moves()[0].cecp.as_str()), ("7g7f7e", "f6f7,f7f8"));
    assert!(referee.result().is_none());
    assert!(referee.board_text().contains("k11/12/12/12/5N6/12/12/12/12/12/12/11K w - 2"), "{}", referee.board_text());

    // A lion next to the king takes it: that ends the game.
    let mut referee = Referee::<Chu>::new("k11/1N10/12/12/12/12/12/12/12/12/12/11K b - 1", &rules).unwrap();
    referee.play("11b12a", Protocol::Usi).unwrap();
    assert_eq!(referee.result(), Some((GameResult::First, Cause::Rules(Reason::Royals))));

    let referee = Referee::<Chu>::new("startpos moves 7i7h 6d6e", &rules).unwrap();
    assert!(referee.start().usual);
    assert_eq!((referee.opening(), referee.moves()[1].cecp.as_str()), (2, "g9g8"));
}
