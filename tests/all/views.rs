//! Positions and moves as data, against the tables of known move lists, the texts that the program writes, and what moves
//! do to the board.

use crate::support::table::Table;
use serde_json::{Value, json};
use shishi::engine::{Engine, Interface, Options, create};
use shishi::notation::{MoveFormat, PositionFormat, SquareNames};
use shishi::position::Side;
use shishi::settings::Settings;
use shishi::view::{BoardView, HeldView, MoveView, SquareView, StateValue};
use std::collections::{BTreeMap, BTreeSet};

fn engine(variant: &str, rules: Option<&str>) -> Box<dyn Engine> {
    let options = Options::new(Interface::CommandLine, rules.map(str::to_owned), Settings::default());
    create(variant, &Options { hash: 1, ..options }).expect("an engine")
}

/// A table of move lists, the column of its positions, and how the moves in it name squares.
struct Oracle {
    table: &'static str,
    positions: &'static str,
    variant: &'static str,
    rules: Option<&'static str>,
    names: SquareNames,
}

const ORACLES: [Oracle; 6] = [
    oracle("moves-lishogi.tsv.gz", "chu", Some("lishogi")),
    oracle("moves-heisei.tsv.gz", "heisei", Some("lishogi")),
    oracle("moves-whale.tsv.gz", "whale", None),
    oracle("moves-paulowich.tsv.gz", "paulowich", None),
    oracle("moves-taikyoku.tsv.gz", "taikyoku", None),
    oracle("moves-taikyoku-pieces.tsv.gz", "taikyoku", None),
];

const fn oracle(table: &'static str, variant: &'static str, rules: Option<&'static str>) -> Oracle {
    let chu = rules.is_some() && variant.len() == 3;
    let (positions, names) = if chu { ("sfen", SquareNames::Japanese) } else { ("fen", SquareNames::Western) };
    Oracle { table, positions, variant, rules, names }
}

/// What a move text of the tables says: the piece that is dropped, the squares, whether it promotes.
fn parts(text: &str, board: &BoardView, names: SquareNames) -> (Option<String>, Vec<SquareView>, bool) {
    let (body, promotes) = text.strip_suffix('+').map_or((text, false), |body| (body, true));
    let (drop, squares) = body.split_once('*').map_or((None, body), |(drop, to)| (Some(drop.to_owned()), to));
    // A name ends where what follows is the beginning of another one.
    let begins = |c: char| c.is_ascii_digit() == (names == SquareNames::Japanese);
    let mut ends: Vec<usize> = squares.char_indices().skip(1).map(|(at, _)| at).collect();
    ends.retain(|&at| begins(squares.as_bytes()[at].into()) && !begins(squares.as_bytes()[at - 1].into()));
    ends.push(squares.len());
    let mut start = 0;
    let square = |end| {
        let name = &squares[std::mem::replace(&mut start, end)..end];
        board.size.named(name, names).unwrap_or_else(|| panic!("no square {name} in {text}"))
    };
    (drop, ends.into_iter().map(square).collect(), promotes)
}

/// Whether a move is what its text says.
fn check_parts(mv: &MoveView, board: &BoardView, names: SquareNames, choices: &BTreeSet<String>) {
    let (drop, squares, promotes) = parts(&mv.text, board, names);
    assert_eq!(mv.drop.as_ref().map(|kind| kind.letters.clone()), drop, "{mv:?}");
    let mut expected: Vec<SquareView> = mv.from.into_iter().chain(mv.steps()).collect();
    if mv.pass && squares.len() == 3 {
        // The square that a pass is said to lead over is any empty one.
        assert!(board.piece_on(squares[1]).is_none(), "{mv:?}");
        expected.insert(1, squares[1]);
    }
    assert_eq!(squares, expected, "{mv:?}");
    // What has to happen need not be written.
    assert!(mv.promotes == promotes || mv.promotes && !choices.contains(&key(mv)), "{mv:?}");
    assert_eq!(mv.pass, mv.from == Some(mv.to) && mv.captures.is_empty(), "{mv:?}");
}

/// What two moves have in common that differ in the promotion alone.
fn key(mv: &MoveView) -> String {
    format!("{:?} {:?} {:?} {:?}", mv.from, mv.via, mv.to, mv.drop.as_ref().map(|kind| &kind.id))
}

/// The pieces by square, as position texts write them.
fn pieces(board: &BoardView) -> BTreeMap<SquareView, String> {
    let pieces: BTreeMap<_, _> = board.pieces.iter().map(|piece| (piece.square, piece.text.clone())).collect();
    assert_eq!(pieces.len(), board.pieces.len(), "two pieces on one square");
    for piece in &board.pieces {
        let black = piece.text.contains(|c: char| c.is_ascii_uppercase());
        assert_eq!((black, piece.text.starts_with('+')), (piece.side == Side::Black, piece.promoted), "{piece:?}");
    }
    pieces
}

/// Whether a board after a move is what the move says of it.
fn check_effect(before: &BoardView, mv: &MoveView, after: &BoardView) {
    let (old, mut new) = (pieces(before), pieces(after));
    let captured: BTreeSet<SquareView> = mv.captures.iter().copied().collect();
    assert_eq!(captured.len(), mv.captures.len(), "{mv:?}");
    assert!(captured.iter().all(|square| old.contains_key(square)), "{mv:?}");
    let mut expected: BTreeMap<_, _> = old.into_iter().filter(|(square, _)| !captured.contains(square)).collect();
    let side = before.side_to_move;
    let mover = match (mv.from, &mv.drop) {
        (Some(from), None) => expected.remove(&from).expect("a piece to move"),
        (None, Some(kind)) if side == Side::Black => kind.letters.clone(),
        (None, Some(kind)) => kind.letters.to_ascii_lowercase(),
        _ => panic!("{mv:?}"),
    };
    let arrived = if mv.promotes { format!("+{mover}") } else { mover };
    assert_eq!(new.remove(&mv.to), Some(arrived), "{mv:?}");
    assert_eq!(new, expected, "{mv:?}");
    assert_ne!(after.side_to_move, side);
    if let Some(kind) = &mv.drop {
        let count = |board: &BoardView| held(board.held_by(side), &kind.letters);
        assert_eq!(count(before), count(after) + 1, "{mv:?}");
    }
}

fn held(held: &[HeldView], letters: &str) -> u8 {
    held.iter().find(|held| held.kind.letters == letters).map_or(0, |held| held.count)
}

/// Every legal move of the tables: its text, its squares, its captures.
#[test]
fn moves_are_what_their_texts_say_and_do_what_they_say() {
    for Oracle { table, positions, variant, rules, names } in ORACLES {
        let mut engine = engine(variant, rules);
        assert_eq!(engine.square_names(MoveFormat::Usi), names);
        let mut moves = 0;
        for (number, row) in Table::read(table).rows().enumerate() {
            engine.set_position(row.get(positions)).expect("a position");
            let (board, list) = (engine.board(), engine.legal_moves(MoveFormat::Usi));
            let texts: Vec<&str> = list.iter().map(|mv| mv.text.as_str()).collect();
            let expected = row.get("moves");
            assert_eq!(if texts.is_empty() { "-".to_owned() } else { texts.join(" ") }, expected);
            let declined = list.iter().filter(|mv| !mv.promotes).map(key).collect();
            for mv in &list {
                check_parts(mv, &board, names, &declined);
                assert_eq!(engine.view_move(mv.code, MoveFormat::Usi).as_ref(), Some(mv));
                moves += 1;
                // Playing takes time on the largest board: there every eighth position will do.
                if variant != "taikyoku" || number % 8 == 0 {
                    engine.play_move(mv.code).expect("a legal move");
                    assert_eq!(engine.last_move(MoveFormat::Usi).as_ref(), Some(mv));
                    check_effect(&board, mv, &engine.board());
                    engine.undo();
                }
            }
        }
        assert!(moves > 1_500, "{moves} moves in {table}");
    }
}

/// The fields of a position text, read from the data.
#[test]
fn boards_are_what_their_texts_say() {
    for Oracle { table, positions, variant, rules, names } in ORACLES {
        let mut engine = engine(variant, rules);
        for row in Table::read(table).rows() {
            engine.set_position(row.get(positions)).expect("a position");
            let text = engine.position(PositionFormat::Sfen);
            let fields: Vec<&str> = text.split(' ').collect();
            let board = engine.board();
            assert_eq!(write_board(&board, variant), fields[0]);
            assert_eq!(if board.side_to_move == Side::Black { "b" } else { "w" }, fields[1]);
            let state = |id: &str| &board.state.iter().find(|state| state.id == id).expect("this state").value;
            let lion = || match state("counter_strike") {
                StateValue::Square(square) => square.map_or("-".to_owned(), |square| board.size.name(square, names)),
                value => panic!("{value:?}"),
            };
            match variant {
                "chu" => assert_eq!(lion(), fields[2]),
                "heisei" => assert_eq!((write_hands(&board), lion()), (fields[2].to_owned(), fields[3].to_owned())),
                "whale" | "paulowich" => assert_eq!(write_hands(&board), fields[2]),
                _ => assert!(board.hands.is_none() && matches!(state("quiet_plies"), StateValue::Number(0))),
            }
            let system = &board.names[0];
            assert_eq!((system.system, board.names.len()), (names, 2));
            for square in board.size.squares() {
                assert_eq!(
                    system.files[square.file].clone() + &system.ranks[square.rank],
                    board.size.name(square, names)
                );
            }
            let json = serde_json::to_string(&board).unwrap();
            assert_eq!(serde_json::from_str::<BoardView>(&json).unwrap(), board);
        }
    }
}

/// The board field.
fn write_board(board: &BoardView, variant: &str) -> String {
    let fresh: Vec<SquareView> = board
        .state
        .iter()
        .filter(|state| state.id == "fresh")
        .flat_map(|state| match &state.value {
            StateValue::Squares(squares) => squares.clone(),
            value => panic!("{value:?}"),
        })
        .collect();
    let separator = if variant == "taikyoku" { "," } else { "" };
    let ranks = (0..board.size.ranks).rev().map(|rank| {
        let (mut cells, mut empty) = (Vec::new(), 0);
        for square in (0..board.size.files).map(|file| board.size.square(file, rank)) {
            let Some(piece) = board.piece_on(square) else {
                empty += 1;
                continue;
            };
            cells.extend((empty > 0).then(|| empty.to_string()));
            empty = 0;
            let mark = if fresh.contains(&square) { "~" } else { "" };
            cells.push(format!("{mark}{}", piece.text));
        }
        cells.extend((empty > 0).then(|| empty.to_string()));
        cells.join(separator)
    });
    ranks.collect::<Vec<_>>().join("/")
}

/// What is held, as `2DKg`.
fn write_hands(board: &BoardView) -> String {
    let mut text = String::new();
    for side in Side::BOTH {
        for HeldView { kind, count } in board.held_by(side).iter().filter(|held| held.count > 0) {
            let letters = if side == Side::Black { kind.letters.clone() } else { kind.letters.to_ascii_lowercase() };
            text += &if *count > 1 { format!("{count}{letters}") } else { letters };
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

/// The shape of the data: what a page or another program may rely on.
#[test]
fn boards_and_moves_have_names_for_everything() {
    let start = |variant| serde_json::to_value(engine(variant, None).board()).unwrap();
    let piece = |board: &Value, index: usize| {
        let pieces = board["pieces"].as_array().unwrap();
        pieces.iter().find(|piece| piece["square"]["index"] == index).expect("a piece").clone()
    };
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");

    let chu = start("chu");
    assert_eq!(keys(&chu), "hands names pieces side_to_move size state");
    assert_eq!(chu["size"], json!({ "files": 12, "ranks": 12 }));
    assert_eq!((&chu["side_to_move"], &chu["hands"]), (&json!("black"), &Value::Null));
    assert_eq!(
        piece(&chu, 2 * 12 + 5),
        json!({
            "square": { "index": 29, "file": 5, "rank": 2 },
            "side": "black",
            "kind": { "id": "lion", "letters": "N", "name": "lion", "kanji": "獅" },
            "promoted": false,
            "text": "N",
        })
    );
    assert_eq!(chu["names"][0]["system"], "japanese");
    assert_eq!((&chu["names"][0]["files"][0], &chu["names"][0]["ranks"][0]), (&json!("12"), &json!("l")));
    assert_eq!(chu["names"][1]["system"], "western");
    let state = &chu["state"][0];
    assert_eq!((keys(state).as_str(), &state["id"]), ("id meaning value", &json!("counter_strike")));
    assert_eq!((chu["state"].as_array().unwrap().len(), &state["value"]), (1, &json!({ "square": null })));

    let heisei = start("heisei");
    assert_eq!(heisei["hands"]["holding"], "reserve");
    let lances = json!({ "kind": { "id": "lance", "letters": "L", "name": "lance", "kanji": "香" }, "count": 2 });
    assert_eq!((&heisei["hands"]["black"][0], &heisei["hands"]["white"][0]), (&lances, &lances));
    assert_eq!(heisei["state"][1]["id"], "fresh");
    assert_eq!(heisei["state"][1]["value"], json!({ "squares": [] }));

    for (variant, size, kinds) in [("whale", 6, 6), ("paulowich", 7, 7)] {
        let whale = start(variant);
        assert_eq!((&whale["size"]["files"], &whale["hands"]["holding"]), (&json!(size), &json!("hand")));
        assert_eq!(whale["hands"]["black"].as_array().unwrap().len(), kinds);
        assert_eq!(whale["hands"]["white"][0]["kind"]["id"], "killer_whale");
        assert_eq!((&whale["hands"]["white"][0]["count"], &whale["state"]), (&json!(0), &json!([])));
        assert_eq!(piece(&whale, 0)["kind"]["kanji"], Value::Null);
    }

    let taikyoku = start("taikyoku");
    assert_eq!(taikyoku["size"], json!({ "files": 36, "ranks": 36 }));
    assert_eq!(taikyoku["pieces"].as_array().unwrap().len(), 804);
    let king = piece(&taikyoku, 17);
    assert_eq!((&king["kind"]["letters"], &king["text"]), (&json!("K"), &json!("K")));
    assert_eq!(taikyoku["names"][0]["files"][35], "aj");
    assert_eq!(taikyoku["state"][0]["value"], json!({ "number": 0 }));

    let mut engine = engine("chu", None);
    engine.set_position("k11/12/12/12/12/5p6/5N6/12/12/12/12/11K b - 1").unwrap();
    let moves = engine.legal_moves(MoveFormat::Usi);
    let double = moves.iter().find(|mv| mv.text == "7g7f6e").expect("a double move");
    assert_eq!(
        serde_json::to_value(double).unwrap(),
        json!({
            "code": double.code.code(),
            "text": "7g7f6e",
            "from": { "index": 65, "file": 5, "rank": 5 },
            "via": [{ "index": 77, "file": 5, "rank": 6 }],
            "to": { "index": 90, "file": 6, "rank": 7 },
            "promotes": false,
            "drop": null,
            "pass": false,
            "captures": [{ "index": 77, "file": 5, "rank": 6 }],
        })
    );
    assert_eq!(moves.iter().filter(|mv| mv.pass).count(), 1);
}

/// State that native texts do not hold: a silver that has declined to promote under the rules that remember it.
#[test]
fn barred_promotions_are_shown() {
    for (rules, barred) in [("msm", true), ("lishogi:promo.mode=delay", true), ("historic", false)] {
        let mut engine = engine("chu", Some(rules));
        engine.set_position("k11/12/12/12/3S8/12/12/12/12/12/12/11K b - 1 moves 9e9d").unwrap();
        let board = engine.board();
        let state = board.state.iter().find(|state| state.id == "promotion_barred").map(|state| state.value.clone());
        let square = board.size.named("9d", SquareNames::Japanese).unwrap();
        assert_eq!(state, barred.then(|| StateValue::Squares(vec![square])), "{rules}");
    }
}
