//! Japanese game records.

use crate::support::batch;
use crate::support::record::{errors, games, good, one, rules, text};
use crate::support::table::{self, Table};
use proptest::prelude::*;
use shishi::games::{Chu, Variant, Whale};
use shishi::notation::PositionFormat;
use shishi::position::{MoveList, Position, Side};
use shishi::record::{Cause, Ending, GameFormat, Record, encode_shift_jis, guess, read, write};
use std::collections::HashSet;
use std::time::Duration;

fn kif(record: &Record<Chu>) -> String {
    write(record, GameFormat::Kif).unwrap()
}

#[test]
fn a_record_of_a_japanese_page() {
    let kif = one(table::text("games/kif-01.kif"), GameFormat::Kif);
    let usi = one(table::text("games/kif-01.usi"), GameFormat::Usi);
    assert_eq!(kif.plies, usi.plies);
    assert_eq!(kif.plies.len(), 129);
    let shift_jis = encode_shift_jis(&table::text("games/kif-01.kif")).unwrap();
    assert_eq!(one(shift_jis, GameFormat::Kif).plies, usi.plies);
}

#[test]
fn all_games_there_and_back() {
    for (name, record) in games() {
        let kif = kif(&record);
        assert_eq!(text(&one(&kif, GameFormat::Kif)), text(&record), "{name}:\n{kif}");
        let windows = encode_shift_jis(&kif.replace('\n', "\r\n")).unwrap();
        assert_eq!(text(&one(windows, GameFormat::Kif)), text(&record), "{name}");
    }
}

#[test]
fn several_games_in_a_file() {
    let games = games();
    let file: String = games.iter().map(|(_, record)| kif(record) + "\n").collect();
    let read = good(&file, GameFormat::Kif);
    assert_eq!(read.iter().map(text).collect::<Vec<_>>(), games.iter().map(|(_, game)| text(game)).collect::<Vec<_>>());
}

/// What a game in PGN says comes back from KIF and from the notation of books.
#[test]
fn games_in_pgn_there_and_back() {
    for (name, record) in games() {
        let pgn = |record: &Record<Chu>| write(record, GameFormat::Pgn).unwrap();
        let original = one(pgn(&record), GameFormat::Pgn);
        for format in [GameFormat::Kif, GameFormat::Tsa] {
            let text = write(&original, format).unwrap();
            assert_eq!(pgn(&one(&text, format)), pgn(&original), "{name}:\n{text}");
        }
    }
}

#[test]
fn the_command_line_converts_them() {
    let from = table::path("games/hist-3.usi").display().to_string();
    let usi = batch::run(&["convert", "--to", "usi", &from], "").stdout;
    for encoding in ["utf-8", "shift-jis"] {
        let file = format!("{}/hist-3.{encoding}.kifu", env!("CARGO_TARGET_TMPDIR"));
        let run = batch::run(&["convert", "--to", "kif", "--encoding", encoding, "-o", &file, &from], "");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let bytes = std::fs::read(&file).expect("what was written");
        assert_eq!(String::from_utf8(bytes.clone()).is_ok(), encoding == "utf-8");
        // Told by the end of the name, and by the content.
        assert_eq!(batch::run(&["convert", "--to", "usi", &file], "").stdout, usi);
        assert_eq!(batch::run(&["convert", "--to", "usi"], bytes).stdout, usi);
    }
    let tsa = batch::run(&["convert", "--to", "tsa", &from], "").stdout;
    assert_eq!(batch::run(&["convert", "--to", "usi"], tsa).stdout, usi);
    let old = batch::run(&["convert", "--to", "sfen"], table::text("games/hist-1.tsa")).stdout;
    assert!(old.starts_with("l5ks4/a2t2e+H4/"), "{old}");
    let page = batch::run(&["convert", "--to", "sfen"], table::text("games/kif-01.kif")).stdout;
    assert!(page.starts_with("l4qkgscfl/af3e1to2a/"), "{page}");
    // A remark that Shift-JIS has no signs for.
    let run =
        batch::run(&["convert", "--from", "tsa", "--to", "kif", "--encoding", "shift-jis"], "1. P-8h {caf\u{e9}}");
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("'\u{e9}' cannot be written in Shift-JIS"), "{}", run.stderr);
}

/// Boards, sides to move, and what boards do not show.
#[test]
fn positions_there_and_back() {
    let handicaps = Table::read("handicaps.tsv");
    let handicaps = handicaps.rows().filter(|row| row.get("game") == "chu").map(|row| row.get("fen").to_owned());
    let handicaps: Vec<String> = handicaps.collect();
    assert!(handicaps.len() >= 24);
    let table = Table::read("moves-lishogi.tsv.gz");
    for sfen in table.rows().map(|row| row.get("sfen")).chain(handicaps.iter().map(String::as_str)) {
        let start = Chu::parse_position(sfen, &rules()).unwrap();
        let kif = kif(&Record::new(start));
        let read = one(&kif, GameFormat::Kif);
        assert_eq!(Chu::write_position(&read.start, PositionFormat::Sfen, 0), sfen, "{kif}");
    }
}

/// Every action has a text of its own, which is read as the same action.
#[test]
fn moves_there_and_back() {
    let texts = Chu::KIF.unwrap();
    let table = Table::read("moves-lishogi.tsv.gz");
    for row in table.rows() {
        let position = Chu::parse_position(row.get("sfen"), &rules()).unwrap();
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        let mut seen = HashSet::new();
        for &mv in &moves {
            for last in [None, Some(mv)] {
                let steps = (texts.write_move)(&position, last, mv);
                let words: Vec<&str> = steps.iter().map(String::as_str).collect();
                assert_eq!((texts.parse_move)(&position, last, &words), Ok(mv), "{words:?} in {}", row.get("sfen"));
                assert!(last.is_some() || seen.insert(steps.clone()), "{words:?} in {}", row.get("sfen"));
            }
        }
    }
}

/// The forms in which lishogi's server and its client write the same game.
#[test]
fn lishogi_s_own_form() {
    let server = "手合割：中将棋\n先手：\n後手：\n手数----指手---------消費時間--\n   1手目   7八歩兵 （←7九）   (00:12/00:00:12)\n   \
                  2手目   7五歩兵 （←7四）\n   3手目一歩目 7九獅子 （←7十）\n   3手目二歩目 6八獅子 （←7九）   (01:05/00:01:17)\n";
    let older = server.replace("手合割：中将棋\n", "").replace("手目", "").replace("1   7八", "   1   7八");
    let client = "手合割：\n7八歩兵 （←7九）\n7五歩兵 （←7四）\n一歩目 7九獅子 （←7十）\n二歩目 6八獅子 （←7九）\n";
    let page = "１手目　▲７八歩兵　（←７九）\n２手目　△７五歩兵（←７四）\n３手目一歩目　▲７九獅子　（←７十）\n\
                ３手目二歩目　▲６八獅子　（←７九）\n";
    for form in [server, &older, client, page] {
        let record = one(form, GameFormat::Kif);
        let usi = text(&record);
        // The lion's walk over the empty square is the plain move.
        assert!(usi.contains("moves 7i7h 7d7e 7j6h\n"), "{form}: {usi}");
    }
    let record = one(server, GameFormat::Kif);
    let spent: Vec<_> = record.plies.iter().map(|ply| ply.spent).collect();
    assert_eq!(spent, [Some(Duration::from_secs(12)), None, Some(Duration::from_secs(65))]);
    let written = kif(&record);
    let expected = server
        .replace("   3手目一歩目 7九獅子 （←7十）\n   3手目二歩目 6八獅子 （←7九）", "   3手目   6八獅子 （←7十）");
    assert_eq!(written, expected);
}

/// What lions do, in the form of the server and in that of the client, which writes 仝 for the first step if the second
/// ends where the last move did.
#[test]
fn lions_in_every_form() {
    let start = "sfen k11/12/12/12/4p7/5p6/4+pNp5/12/12/12/12/11K b - 1";
    let board = kif(&Record::new(Chu::parse_position(start, &rules()).unwrap()));
    let board = board.replace("手数----指手---------消費時間--\n", "");
    for (lines, usi) in [
        ("一歩目 7六獅子 （←7七）\n二歩目 7七獅子（居食い） （←7六）", "7g7f7g"),
        ("1一歩目 7六獅子 （←7七）\n1二歩目 7七獅子 （←7六）", "7g7f7g"),
        ("1 ▲7六獅子（居食い） （←7七）", "7g7f7g"),
        ("一歩目 7六獅子 （←7七）\n二歩目 8五獅子 （←7六）", "7g7f8e"),
        ("一歩目 ８六獅子 （←7七）\n二歩目 7七獅子(じっと) （←8六）", "7g6f7g"),
        ("1 7七獅子（じっと） （←7七）", "7g6f7g"),
        ("1 7六獅", "7g7f"),
        ("1. 7六師子(77)", "7g7f"),
        ("1 ７６獅子不成（←７７）", "7g7f"),
        ("1 七六獅子 ←七七", "7g7f"),
        ("1 7f獅子 (7g)", "7g7f"),
    ] {
        let record = one(format!("{board}{lines}\n"), GameFormat::Kif);
        assert!(text(&record).contains(&format!("moves {usi}\n")), "{lines}: {}", text(&record));
    }
    // White takes on 7f, where Black's next move ends by way of 8f.
    let start = "sfen k11/12/12/12/5r6/5P6/4p1p5/5N6/12/12/12/11K w - 1";
    let board = kif(&Record::new(Chu::parse_position(start, &rules()).unwrap()));
    let record = one(
        format!("{board}1手目 7六飛車 （←7五）\n2手目一歩目 仝獅子 （←7八）\n2手目二歩目 仝獅子 （←8七）\n"),
        GameFormat::Kif,
    );
    assert!(text(&record).contains("moves 7e7f 7h8g7f\n"), "{}", text(&record));
}

#[test]
fn headers_of_all_kinds() {
    let text = "\u{feff}# KIF version=2.0 encoding=UTF-8\n開始日時：1999/07/15(木) 19:07:12\n終了日時:2017/01/22\n棋戦：王座戦\n\
                持ち時間：5分+30秒\n手合割：二枚獅子　\n下手：A\n上手：B\n表題：T\n後手の持駒：なし\n手数----指手---------消費時間--\n\
                *first\n* second\n   1 ６五歩兵(64)   ( 0:21/00:00:21)\n*remark\n&mark\n   2 ７八歩(79)   ( 1:02/00:01:02)+\n\
                   3 投了         ( 0:03/00:00:24)\n* end\nまで2手で下手の勝ち\n";
    let record = one(text, GameFormat::Kif);
    let tags: Vec<_> = record.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let expected = [
        ("Date", "1999.07.15"),
        ("Time", "19:07:12"),
        ("EndDate", "2017/01/22"),
        ("Event", "王座戦"),
        ("TimeControl", "5分+30秒"),
        ("White", "A"),
        ("Black", "B"),
        ("表題", "T"),
    ];
    assert_eq!(tags, expected);
    assert_eq!(record.start.side_to_move(), Side::White);
    assert_eq!(record.comment, "first\nsecond");
    let remarks: Vec<_> = record.plies.iter().map(|ply| (ply.comment.as_str(), ply.spent)).collect();
    assert_eq!(remarks, [("remark", Some(Duration::from_secs(21))), ("end", Some(Duration::from_secs(62)))]);
    assert_eq!(record.ending, Some(Ending { winner: Some(Side::Black), cause: Cause::Resignation }));
}

#[test]
fn times_that_are_zero_throughout_mean_nothing() {
    let record = one("1 7八歩兵(79) (0:00/00:00:00)\n2 7五歩兵(74) ( 0:00/)\n", GameFormat::Kif);
    assert!(record.plies.iter().all(|ply| ply.spent.is_none()));
}

#[test]
fn variations_are_left_out_with_a_note() {
    let file = "1手目 7八歩兵 （←7九）\n2手目 7五歩兵 （←7四）\n3 投了\nまで2手で後手の勝ち\n\n変化：2手\n\
                2手目 6五歩兵 （←6四）\n*not this\n\n手合割：中将棋\n1 7八歩兵(79)\n";
    let reading = read::<Chu>(file.as_bytes(), GameFormat::Kif, &rules());
    assert_eq!(reading.errors, []);
    assert_eq!(reading.notes, ["game 1, line 6: a variation is left out (2手)"]);
    let lengths: Vec<_> = reading.records.iter().map(|record| record.plies.len()).collect();
    assert_eq!(lengths, [2, 1]);
    assert!(reading.records[0].plies[1].comment.is_empty());
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let rank = "| ・ ・ ・ ・ ・ ・ ・ ・ ・ ・ ・ ・|\n";
    for (file, line, part) in [
        ("1手目 7七歩兵 （←7九）\n", 1, "move 1 (7七歩兵 (←7九))"),
        ("手合割：中将棋\n\n1手目 7八歩兵 （←7九）\n2手目 7五香車 （←7四）\n", 4, "歩兵 (pawn), not a 香車"),
        ("1手目 7八歩兵 （←7九）\n3手目 6八歩兵 （←6九）\n", 2, "move 3 where move 2 is expected"),
        ("1手目 仝歩兵 （←7九）\n", 1, "同 without a move before it"),
        ("1手目一歩目 6九獅子 （←7十）\n2手目 7五歩兵 （←7四）\n", 2, "move 2 where move 1 is expected"),
        ("1手目一歩目 6九獅子 （←7十）\n", 1, "the second step of this move is missing"),
        ("1手目二歩目 6九獅子 （←7十）\n", 1, "a second step without the first"),
        ("1手目一歩目 7九獅子 （←7十）\n1手目二歩目 7八獅子 （←6九）\n", 2, "the first step ends on 7九"),
        ("1手目 7八歩兵成 （←7九）\n", 1, "no right to promote"),
        ("手合割：飛車落ち\n1手目 7八歩兵 （←7九）\n", 1, "'飛車落ち' is no handicap"),
        ("先手：A\n後手の持駒：歩三\n1手目 7八歩兵 （←7九）\n", 2, "no pieces in hand"),
        ("1手目 7八歩兵 （←7九）\nhello\n3 6八歩兵(69)\n", 2, "move 2 (hello)"),
        ("1手目 7八歩兵 （←7九）\n2 投了\n3 6八歩兵(69)\n", 3, "after the end"),
        ("1手目 13一歩兵 （←7九）\n", 1, "no move text"),
        (&rank.repeat(11), 11, "11 ranks"),
        (&rank.repeat(13), 13, "more than 12 ranks"),
        (&(rank.repeat(3) + "| 桂|\n" + &rank.repeat(8)), 4, "'桂'"),
        (&(rank.repeat(3) + "| ・|\n" + &rank.repeat(8)), 4, "1 squares"),
        ("# sfen 12/12 b\n1 7八歩兵(79)\n", 1, "board"),
    ] {
        let errors = errors(file, GameFormat::Kif);
        assert_eq!(errors.len(), 1, "{file}: {errors:?}");
        assert!(errors[0].contains(&format!("line {line}: ")) && errors[0].contains(part), "{file}: {errors:?}");
    }
}

/// Whatever a record begins with, it is known as one.
#[test]
fn records_are_told_by_what_is_in_them() {
    for text in [
        "1 ７八歩(79)\n2 ６五歩(64)\n",
        "1手目 7八歩兵 (79)\n",
        "７八歩兵（７九）\n",
        "先手：A\n後手：B\n1 7八歩(79)\n",
        "開始日時:2020/01/01\n1 7八歩(79)\n",
        "# KIF version=2.0 encoding=UTF-8\n1 7八歩(79)\n",
        "#KIF version=2.0\n1 7八歩(79)\n",
        "*remark\n1 7八歩(79)\n",
        "手合割：中将棋\n",
    ] {
        assert_eq!(guess(text.as_bytes()), Some(GameFormat::Kif), "{text}");
        assert_eq!(guess(&encode_shift_jis(text).unwrap()), Some(GameFormat::Kif), "{text}");
        assert!(read::<Chu>(text.as_bytes(), GameFormat::Kif, &rules()).errors.is_empty(), "{text}");
    }
    for (text, format) in [
        ("1. 7i7h *\n", Some(GameFormat::Pgn)),
        ("1 P 8i - 8h\n", Some(GameFormat::Tsa)),
        ("# 先手 moves first\nstartpos moves 7i7h\n", Some(GameFormat::Usi)),
        ("k11/12/12/12/12/12/12/12/12/12/12/11K b - 1\n", None),
    ] {
        assert_eq!(guess(text.as_bytes()), format, "{text}");
    }
}

/// The header has been read by then, and a handicap in it has a line of its own.
#[test]
fn a_wrong_first_move_has_its_own_line() {
    let errors = errors("手合割：二枚獅子\n下手：A\n1手目 7八歩兵 （←7九）\n", GameFormat::Kif);
    assert_eq!(errors.len(), 1);
    assert!(errors[0].starts_with("game 1, line 3: move 1 "), "{errors:?}");
}

/// Who moves first may be said of any start, not only of a board.
#[test]
fn the_header_tells_who_moves_first() {
    for (header, side) in [
        ("手合割：中将棋\n後手番\n", Side::White),
        ("後手番\n", Side::White),
        ("手合割：中将棋\n先手番\n", Side::Black),
        ("手合割：二枚獅子\n", Side::White),
        ("手合割：二枚獅子\n下手番\n", Side::Black),
    ] {
        let mv = if side == Side::Black { "7八歩兵 （←7九）" } else { "6五歩兵 （←6四）" };
        let record = one(format!("{header}1手目 {mv}\n"), GameFormat::Kif);
        assert_eq!(record.start.side_to_move(), side, "{header}");
    }
}

#[test]
fn games_without_headers_follow_each_other() {
    let file = "1手目 7八歩兵 （←7九）\n2手目 投了\nまで1手で先手の勝ち\n\n1手目 7七歩兵 （←7九）\n2手目 6五歩兵 （←6四）\n\
                1手目一歩目 7九獅子 （←7十）\n1手目 8八歩兵 （←8九）\n2手目 中断\n1手目 6八歩兵 （←6九）\n";
    let reading = read::<Chu>(file.as_bytes(), GameFormat::Kif, &rules());
    let moves: Vec<String> = reading.records.iter().map(text).collect();
    assert_eq!(moves.len(), 2, "{:?}", reading.errors);
    assert!(moves[0].contains("moves 7i7h\n") && moves[1].contains("moves 6i6h\n"), "{moves:?}");
    let errors: Vec<String> = reading.errors.iter().map(ToString::to_string).collect();
    let places: Vec<&str> = errors.iter().filter_map(|error| error.split(": ").next()).collect();
    assert_eq!(places, ["game 2, line 5", "game 3, line 8"]);
}

#[test]
fn a_text_without_a_game_is_an_error() {
    assert_eq!(errors("a page\nabout Chu Shogi\n", GameFormat::Kif), ["there is no game in this text"]);
    assert_eq!(errors("\n", GameFormat::Kif), [] as [&str; 0]);
}

#[test]
fn the_game_after_a_wrong_one_is_read() {
    let file = "手合割：中将棋\n1 7七歩兵(79)\n2 7五歩兵(74)\n\n手合割：中将棋\n先手：A\n1 7八歩兵(79)\n";
    let reading = read::<Chu>(file.as_bytes(), GameFormat::Kif, &rules());
    assert_eq!(reading.errors.len(), 1);
    assert_eq!(reading.records.len(), 1);
    assert_eq!(reading.records[0].tag("White"), Some("A"));
}

#[test]
fn whale_shogi_is_not_written_so() {
    let rules = "standard".parse().unwrap();
    let reading = read::<Whale>(b"1 7", GameFormat::Kif, &rules);
    assert!(
        reading.errors[0].to_string().contains("Whale Shogi is not written in the format 'kif'"),
        "{:?}",
        reading.errors
    );
    let record = Record::<Whale>::new(Whale::start(&rules));
    assert!(write(&record, GameFormat::Kif).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_are_too_strange(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = read::<Chu>(&bytes, GameFormat::Kif, &rules());
    }

    /// A real file with some bytes changed.
    #[test]
    fn no_slip_is_too_strange(slips in proptest::collection::vec((0..2000_usize, any::<u8>()), 1..6)) {
        let mut bytes = table::text("games/kif-01.kif").into_bytes();
        bytes.truncate(2000);
        for (place, byte) in slips {
            bytes[place] = byte;
        }
        let _ = read::<Chu>(&bytes, GameFormat::Kif, &rules());
    }

    /// Words of the notation in any order.
    #[test]
    fn no_order_of_words_is_too_strange(words in proptest::collection::vec(0..WORDS.len(), 0..60)) {
        let text: String = words.into_iter().map(|word| WORDS[word]).collect();
        let _ = read::<Chu>(text.as_bytes(), GameFormat::Kif, &rules());
    }
}

const WORDS: [&str; 36] = [
    " ",
    "\n",
    "1",
    "手目",
    "一歩目",
    "二歩目",
    "7",
    "八",
    "十",
    "二",
    "７",
    "歩兵",
    "獅子",
    "成",
    "不成",
    "（",
    "←",
    "）",
    "同",
    "仝",
    "(",
    ")",
    "(0:05/0:00:05)",
    "*",
    "#",
    "|",
    "v",
    "・",
    "手合割：",
    "先手：",
    "変化：",
    "まで",
    "投了",
    "の勝ち",
    "1手目 7八歩兵 （←7九）\n",
    "居食い",
];
