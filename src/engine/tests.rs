use super::*;
use crate::eval::Incremental;
use crate::game::Game;
use crate::games::chu::{Piece, Square};
use crate::games::{Chu, NAMES, Rules, Variant};
use crate::ini::Section;
use crate::position::Position;
use crate::search::score::WON_CYCLE;
use crate::search::{SearchLimits, TranspositionTable, WallClock};
use crate::settings::Settings;
use crate::view::{BoardView, MoveView};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

type ChuPosition = <Chu as Variant>::Position;
type ChuRules = Rules<Chu>;

fn options(rules: Option<&str>) -> Options {
    let options = Options::new(Interface::CommandLine, rules.map(str::to_owned), Settings::default());
    Options { hash: 1, ..options }
}

fn session<V: Variant>(position: &str) -> Session<V> {
    let mut session = Session::<V>::new(&options(None)).expect("a session");
    session.set_position(position).expect("a position");
    session
}

/// A sink and what comes out of it.
fn listen() -> (Sink, Receiver<SearchEvent>) {
    let (sender, events) = channel();
    (Arc::new(move |event| drop(sender.send(event))), events)
}

fn go(id: u64, limits: SearchLimits) -> SearchRequest {
    SearchRequest { id, limits, excluded: Vec::new(), format: MoveFormat::Usi, ponder: false }
}

fn depth(plies: u32) -> SearchLimits {
    SearchLimits { depth: Some(plies), ..SearchLimits::default() }
}

/// All events of a search, which ends by itself; the last one is its answer.
fn search<V: Variant>(session: &mut Session<V>, request: SearchRequest) -> (Vec<Info>, Done) {
    let (sink, events) = listen();
    assert!(session.go(request, sink));
    let mut infos = Vec::new();
    for event in events {
        match event {
            SearchEvent::Info(info) => infos.push(info),
            SearchEvent::Done(done) => return (infos, done),
            SearchEvent::Remark(_) | SearchEvent::MateDone(_) => {}
        }
    }
    panic!("no answer");
}

#[test]
fn games_are_read_from_text() {
    let rules: ChuRules = "historic".parse().unwrap();
    let game = read_game::<Chu>("startpos moves 7i7h 6d6e", &rules).unwrap();
    assert_eq!(game.ply(), 2);
    assert_eq!(read_game::<Chu>("  startpos   moves ", &rules).unwrap().ply(), 0);
    let Err(error) = read_game::<Chu>("startpos moves 7i7h 7h7g", &rules) else { panic!("not White's") };
    let error = error.to_string();
    assert!(error.starts_with("move 2 (7h7g): "), "{error}");
    for bad in ["", "moves 7i7h", "nonsense", "startpos 7i7h"] {
        assert!(read_game::<Chu>(bad, &rules).is_err(), "{bad}");
    }
}

#[test]
fn the_reason_of_a_refusal_is_typed() {
    use crate::games::chu::{Illegal, LionBan};
    use crate::notation::MoveError;
    // The lion on 8e is protected by the silver on 8f, and the pawn on 7f is no bridge.
    let mut engine = create("chu", &options(None)).unwrap();
    engine.set_position("12/12/12/12/4n1H5/4sp6/6N5/6P5/2k5b3/12/12/K11 b - 1").unwrap();
    for (text, code) in [
        ("6g7f8e", "lion-trade"),
        ("1a1b", "empty-square"),
        ("zz", "syntax"),
        ("Ln-7f", "contradiction"),
        ("FK-5e", "no-such-piece"),
    ] {
        assert_eq!(engine.play(text).unwrap_err().code(), code, "{text}");
    }
    let Err(PlayError::Move(MoveError::Illegal(illegal))) = engine.play("6g7f8e") else { panic!("a lion rule") };
    assert!(matches!(illegal.violation(), Some(Illegal::Lion(LionBan::Trade(_), _))), "{illegal}");
    assert_eq!(illegal.violation::<crate::games::whale::Illegal>(), None);
    // The kings go to and fro; historic rules forbid the first return.
    engine.set_position("k11/12/12/12/12/12/12/12/12/12/12/11K w - 1 moves 12a12b 1l1k 12b12a").unwrap();
    let Err(PlayError::Refused(refusal)) = engine.play("1k1l") else { panic!("a repetition") };
    assert!(matches!(&refusal, Refusal::Repetition { earlier, .. } if earlier[..] == [0]), "{refusal:?}");
    assert_eq!(refusal.code(), "repetition");
}

#[test]
fn a_position_that_is_refused_leaves_the_old_game() {
    let mut session = session::<Chu>("startpos moves 7i7h");
    let before = session.position(PositionFormat::Sfen);
    assert!(session.set_position("startpos moves 7i7h 7i7h").is_err());
    assert!(session.set_fen("nonsense").is_err());
    assert_eq!((session.position(PositionFormat::Sfen), session.ply()), (before, 1));
}

#[test]
fn rules_come_from_the_request_the_settings_or_the_front() {
    let settings = Settings::parse("[chu]\nrules = msm\n", NAMES).unwrap();
    let rules = |interface, text: Option<&str>, settings: &Settings| {
        let options = Options::new(interface, text.map(str::to_owned), settings.clone());
        super::rules::<Chu>(&options).unwrap().to_string()
    };
    assert_eq!(rules(Interface::CommandLine, None, &Settings::default()), "historic");
    assert_eq!(rules(Interface::Cecp, None, &Settings::default()), "winboard");
    assert_eq!(rules(Interface::CommandLine, None, &settings), "msm");
    assert_eq!(rules(Interface::Cecp, None, &settings), "winboard");
    assert_eq!(rules(Interface::CommandLine, Some("jcsa"), &settings), "jcsa");
}

#[test]
fn variants_are_found_by_name() {
    assert_eq!(create("chu", &options(None)).map(|engine| engine.name()), Ok("chu"));
    let error = create("whist", &options(None)).err().unwrap();
    assert_eq!(error.to_string(), format!("unknown variant 'whist' (known: {})", NAMES.join(", ")));
    assert!(create("chu", &options(Some("whist"))).is_err());
}

#[test]
fn events_carry_the_number_of_their_search() {
    let mut session = session::<Chu>("startpos");
    let (infos, done) = search(&mut session, go(41, depth(3)));
    assert_eq!(infos.last().map(|info| (info.id, info.depth)), Some((41, 3)));
    assert_eq!(done.id, 41);
    assert_eq!(infos.last().and_then(|info| info.pv.first()), Some(&done.best));
    assert!(infos.iter().is_sorted_by_key(|info| info.nodes));
    assert!(done.nodes >= infos.last().map_or(0, |info| info.nodes));
    assert_eq!(session.play_move(done.best.code), Ok(()));
    assert_eq!(session.ply(), 1);
}

#[test]
fn the_time_of_a_search_begins_when_it_is_asked_for() {
    let (sink, events) = listen();
    let start = Chu::start(&"historic".parse().unwrap());
    let game = Game::new(start);
    let clock = WallClock::start();
    let late = Duration::from_millis(20);
    std::thread::sleep(late);
    let job = job::Job::<Chu> {
        context: context::Context {
            position: game.position().clone(),
            request: go(1, SearchLimits { root_moves: game.root_moves(), ..depth(1) }),
            clock,
            stop: std::sync::atomic::AtomicBool::new(false),
            move_overhead: Duration::ZERO,
            sink,
        },
        history: game.history().clone(),
        evaluation: Chu::evaluation(&Section::empty("chu.eval")).unwrap(),
        threads: 1,
        lines: 1,
        skill: None,
        params: crate::search::SearchParams::default(),
        tsume: None,
    };
    job.run(&TranspositionTable::new(1).unwrap(), None);
    let times = events.try_iter().filter_map(|event| match event {
        SearchEvent::Info(info) => Some(info.elapsed),
        SearchEvent::Done(done) => Some(done.elapsed),
        SearchEvent::Remark(_) | SearchEvent::MateDone(_) => None,
    });
    let times: Vec<Duration> = times.collect();
    assert!(!times.is_empty() && times.iter().all(|&time| time >= late), "{times:?}");
}

#[test]
fn a_search_can_be_stopped() {
    let mut session = session::<Chu>("startpos");
    let (sink, events) = listen();
    assert!(session.go(go(1, SearchLimits { infinite: true, ..SearchLimits::default() }), sink));
    assert!(matches!(events.recv(), Ok(SearchEvent::Info(_))));
    session.stop();
    assert!(events.iter().any(|event| matches!(event, SearchEvent::Done(_))));
}

#[test]
fn nothing_is_searched_where_there_is_no_move() {
    // The white king and his pawns stand in each other's way.
    let mut session = session::<Chu>("11K/12/12/12/12/12/12/12/12/12/pp10/kp10 w - 1");
    let (sink, events) = listen();
    assert!(!session.go(go(1, depth(1)), sink));
    assert_eq!(events.recv().ok(), None);
}

#[test]
fn only_the_root_moves_asked_for_are_searched() {
    let mut session = session::<Chu>("startpos");
    let only = Chu::parse_move(&Chu::start(&"historic".parse().unwrap()), "10l11k").unwrap();
    let (_, done) = search(&mut session, go(1, SearchLimits { root_moves: vec![only], ..depth(2) }));
    assert_eq!(done.best.text, "10l11k");
}

/// The move found after `moves` from `position` under `rules`, and its score.
fn answer_under(rules: &str, position: &str, moves: &str) -> (String, i32) {
    let mut session = Session::<Chu>::new(&options(Some(rules))).unwrap();
    session.set_position(&format!("{position} moves {moves}")).unwrap();
    let (infos, done) = search(&mut session, go(1, depth(5)));
    (done.best.text, infos.last().expect("a line of thought").score)
}

/// Black's queen checks the king from file 5 and from file 6 in turn, and has nothing better: White is far ahead.
const CHASE: &str = "7k4/12/12/12/gg10/gg10/gg10/gg10/gg10/12/12/K5Q5 b - 1";
const ROUND: &str = "6l5l 5a6a 5l6l 6a5a";

#[test]
fn perpetual_check_is_avoided_where_it_loses_and_walked_into_where_it_wins() {
    for rules in ["jcsa", "lishogi"] {
        // The position after the next round would be there for the fourth time, counted from the start.
        let (first, score) = answer_under(rules, CHASE, &[ROUND; 2].join(" "));
        assert!(first != "6l5l" || score > -WON_CYCLE, "{rules}: {first} {score}");
        assert!(score < -500, "{rules}: a queen against ten golds, {score}");
        let moves = format!("{ROUND} {ROUND} 6l5l 5a6a 5l6l");
        assert_eq!(answer_under(rules, CHASE, &moves), ("6a5a".to_owned(), WON_CYCLE), "{rules}");
        let moves = format!("{ROUND} {ROUND} 6l5l 5a6a");
        let (best, score) = answer_under(rules, CHASE, &moves);
        assert!(best != "5l6l" && score > -WON_CYCLE, "{rules}: {best} {score}");
    }
    let moves = format!("{ROUND} {ROUND} 6l5l 5a6a 5l6l");
    assert!(answer_under("historic:rep.rule=off", CHASE, &moves).1 < WON_CYCLE, "nobody judges here");
}

#[test]
fn a_verdict_on_a_cycle_is_not_remembered_without_the_cycle() {
    let mut session = Session::<Chu>::new(&options(Some("jcsa"))).unwrap();
    let mut score = |position: &str| {
        session.set_position(position).unwrap();
        search(&mut session, go(1, depth(5))).0.last().expect("a line of thought").score
    };
    assert_eq!(score(&format!("{CHASE} moves {ROUND} {ROUND} 6l5l 5a6a 5l6l")), WON_CYCLE);
    // The same board and the same table, but nothing has been played.
    let fresh = score("6k5/12/12/12/gg10/gg10/gg10/gg10/gg10/12/12/K5Q5 w - 1");
    assert!((500..WON_CYCLE).contains(&fresh), "{fresh}");
}

#[test]
fn options_take_effect_and_bad_ones_change_nothing() {
    let mut session = session::<Chu>("startpos moves 4h4g 9e9f 4g4h");
    assert!(session.read_move("9f9e").is_err());
    assert!(session.configure(&options(Some("whist"))).is_err());
    assert_eq!(session.rules(), "historic");
    session.configure(&options(Some("jcsa"))).unwrap();
    assert_eq!((session.rules().as_str(), session.ply()), ("jcsa", 3));
    assert!(session.read_move("9f9e").is_ok());
    session.configure(&Options { hash: 2, ..options(Some("jcsa")) }).unwrap();
    search(&mut session, go(1, depth(1)));
}

#[test]
fn a_failing_search_still_answers() {
    let mut session = session::<Broken>("startpos");
    for id in [1, 2] {
        let (_, done) = search(&mut session, go(id, depth(4)));
        assert_eq!(done.id, id);
        assert!(session.moves(MoveFormat::Usi).contains(&done.best.text), "{}", done.best.text);
    }
}

/// Chu Shogi with an evaluation that always fails.
struct Broken;

struct BrokenEvaluation;

impl Incremental<ChuPosition> for BrokenEvaluation {
    type State = ();
    fn refresh(&self, _: &ChuPosition) {}
    fn add(&self, _: &mut (), _: Piece, _: Square) {}
    fn remove(&self, _: &mut (), _: Piece, _: Square) {}
    fn evaluate(&self, _: &ChuPosition, _: &()) -> i32 {
        panic!("this evaluation is meant to fail")
    }
}

impl Variant for Broken {
    type Position = ChuPosition;
    type Evaluation = BrokenEvaluation;
    type Classic = <Chu as Variant>::Classic;

    const NAME: &'static str = "broken";
    const TITLE: &'static str = "Broken";
    const MOVE_EXAMPLES: &'static str = Chu::MOVE_EXAMPLES;
    const RULES: &'static str = Chu::RULES;
    const CECP_RULES: &'static str = Chu::CECP_RULES;
    const USI_RULES: &'static str = "historic";

    fn start(rules: &ChuRules) -> ChuPosition {
        Chu::start(rules)
    }
    fn bench_positions() -> &'static [&'static str] {
        &[]
    }
    fn parse_position(text: &str, rules: &ChuRules) -> Result<ChuPosition, PositionError> {
        Chu::parse_position(text, rules)
    }
    fn parse_fen(text: &str, rules: &ChuRules) -> Result<ChuPosition, PositionError> {
        Chu::parse_fen(text, rules)
    }
    fn write_position(position: &ChuPosition, format: PositionFormat, ply: usize) -> String {
        Chu::write_position(position, format, ply)
    }
    fn parse_move(position: &ChuPosition, text: &str) -> Result<Move, crate::notation::MoveError> {
        Chu::parse_move(position, text)
    }
    fn write_move(position: &ChuPosition, mv: Move, format: MoveFormat) -> String {
        Chu::write_move(position, mv, format)
    }
    fn board_view(position: &ChuPosition) -> BoardView {
        Chu::board_view(position)
    }
    fn move_view(position: &ChuPosition, mv: Move, format: MoveFormat) -> Option<MoveView> {
        Chu::move_view(position, mv, format)
    }
    fn evaluation(_: &Section) -> Result<Arc<BrokenEvaluation>, crate::ini::SettingsError> {
        Ok(Arc::new(BrokenEvaluation))
    }
}

#[test]
fn the_position_after_moves_is_written() {
    let session = session::<Chu>("startpos moves 7i7h");
    let text = session.position(PositionFormat::Sfen);
    assert!(text.ends_with(" w - 2"), "{text}");
    let rules: ChuRules = "historic".parse().unwrap();
    assert_eq!(Chu::parse_position(&text, &rules).unwrap().key(), session_key("startpos moves 7i7h"));
}

fn session_key(text: &str) -> u64 {
    read_game::<Chu>(text, &"historic".parse().unwrap()).unwrap().position().key()
}
