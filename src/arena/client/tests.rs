use super::usi::Usi;
use super::*;
use crate::arena::time_control::TimeControl;

fn setup(options: &[(&str, &str)]) -> EngineSetup {
    EngineSetup {
        launch: Launch {
            label: "x".to_owned(),
            program: "x".into(),
            arguments: Vec::new(),
            folder: None,
            stderr: None,
            debug: false,
        },
        protocol: Protocol::Cecp,
        profiles: Profiles::default(),
        limit: EngineLimits { control: TimeControl::None, depth: Some(1), nodes: None, margin: 0, hang: 1 },
        memory: None,
        threads: None,
        options: options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        init: Vec::new(),
        variant: "chu",
        rules: Some("jcsa".to_owned()),
    }
}

#[test]
fn options_of_the_command_line_win() {
    let profiles = Profiles::load(None).unwrap();
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let hachu = profiles.find("HaChu 0.21", Protocol::Cecp);
    let options = setup(&[("Contempt", "3"), ("Allow repeats", "0")]).all_options(&hachu);
    assert_eq!(options, [pair("Contempt", "3"), pair("Allow repeats", "0")]);
    let shishi = profiles.find("Shishi 0.1.0", Protocol::Cecp);
    assert_eq!(setup(&[]).all_options(&shishi), [pair("Rules", "jcsa")]);
    assert_eq!(setup(&[("Rules", "msm")]).all_options(&shishi), [pair("Rules", "msm")]);
    // Nobody has decided on the rules: the engine keeps its own.
    assert_eq!(EngineSetup { rules: None, ..setup(&[]) }.all_options(&shishi), []);
}

#[test]
fn what_engines_say_in_usi() {
    let mut usi = Usi::default();
    let mut latest = None;
    let mut parse = |line: &str| usi.parse_line(line, &mut latest);
    assert_eq!(parse("bestmove 7g7f6e"), EngineMessage::Move("7g7f6e".to_owned()));
    assert_eq!(parse("bestmove 7g7f ponder 3c3d"), EngineMessage::Move("7g7f".to_owned()));
    assert_eq!(parse("bestmove resign"), EngineMessage::Resigns);
    assert_eq!(parse("bestmove"), EngineMessage::Move(String::new()));
    assert_eq!(parse("info depth 3 seldepth 5 score cp -20 nodes 400 nps 9 time 4 pv 7g7f"), EngineMessage::Other);
    // Without a score: the last one stands. A second line says nothing about the move.
    assert_eq!(parse("info nodes 500 hashfull 3"), EngineMessage::Other);
    assert_eq!(parse("info multipv 2 depth 9 score cp 900 nodes 600"), EngineMessage::Other);
    assert_eq!(parse("info string depth 99"), EngineMessage::Other);
    assert_eq!(latest, Some(SearchInfo { depth: 3, score: -20, nodes: 500 }));
}

#[test]
fn mates_in_usi_are_counted_in_moves() {
    let mut usi = Usi::default();
    let mut score = |text: &str| {
        let mut latest = None;
        usi.parse_line(&format!("info depth 1 score mate {text} nodes 1"), &mut latest);
        latest.map(|info| info.score)
    };
    assert_eq!(score("1"), Some(100_001));
    assert_eq!(score("3"), Some(100_002));
    assert_eq!(score("-2"), Some(-100_001));
    assert_eq!(score("+"), Some(100_000));
    assert_eq!(score("soon"), None);
}
