//! Records as other programs write them.

use crate::support::batch::run;
use crate::support::record::{errors, one, rules, text};
use crate::support::table;
use shishi::games::{Chu, Variant};
use shishi::notation::PositionFormat;
use shishi::position::{Position, Side};
use shishi::record::{Cause, GameFormat, read};

#[test]
fn two_exports_of_chushogilite_are_read_to_the_end() {
    let kif = one(table::text("outside/d22.kif"), GameFormat::Kif);
    assert_eq!((kif.plies.len(), kif.comment.as_str(), kif.ending.clone()), (17, "Tsume D22", None));
    // The eagle takes on 3四 last; the drawing has the far rank first, file 12 at its left.
    assert!(text(&kif).contains(" 5b3d\n"), "{}", text(&kif));
    let pgn = one(table::text("outside/c22.pgn"), GameFormat::Pgn);
    assert_eq!((pgn.plies.len(), pgn.comment.as_str(), pgn.ending.clone()), (33, "Tsume C22", None));
    // 6. +Dxj10,i11 in the names of USI: from k9 by way of j10 to i11; 17. +Oxj12 from i10.
    assert!(text(&pgn).contains(" 2d3c4b ") && text(&pgn).contains(" 4c3a\n"), "{}", text(&pgn));
}

/// Whatever stands between number and move.
#[test]
fn the_width_of_the_prefix_does_not_matter() {
    for prefix in
        ["1手目 ", "1 手目 ", "  1  手目   ", "1\u{3000}手目\u{3000}", "１ 手目", "1", "1.", "1  ", "1\t手目\t"]
    {
        let separator = if prefix == "1" { " " } else { "" };
        let record = one(format!("{prefix}{separator}7八歩兵 （←7九）\n"), GameFormat::Kif);
        assert!(text(&record).contains("moves 7i7h\n"), "{prefix}");
    }
    let lion = "1 手目 7八歩兵 （←7九）\n2 手目 6五歩兵 （←6四）\n\
                3 手目 一歩目 7九獅子 （←7十）\n3 手目 二歩目 6八獅子 （←7九）\n";
    assert!(text(&one(lion, GameFormat::Kif)).contains("moves 7i7h 6d6e 7j6h\n"));
}

#[test]
fn the_moves_stay_whatever_the_end_is_called() {
    let moves = "先手：山田\n後手：鈴木\n1手目 7八歩兵 （←7九）\n";
    for (end, ending) in [
        ("2手目 詰\n", Some((Some(Side::Black), "checkmate"))),
        ("2手目 引分\n", Some((None, ""))),
        ("2 切れ負け\n", Some((Some(Side::Black), "time forfeit"))),
        ("まで1手で山田の勝ち\n", Some((Some(Side::Black), ""))),
        ("まで1手で鈴木の勝ち\n", Some((Some(Side::White), ""))),
        ("まで1手で鈴木の時間切れにより山田の勝ち\n", Some((Some(Side::Black), "time forfeit"))),
    ] {
        let record = one(format!("{moves}{end}"), GameFormat::Kif);
        let found = record.ending.as_ref().map(|ending| (ending.winner, ending.cause.words()));
        assert_eq!((record.plies.len(), found), (1, ending), "{end}");
    }
    for (end, note) in [
        ("2手目 終局\n", "game 1, line 4: '終局' is no end that is known: the result is left open"),
        ("hello\n", "game 1, line 4: 'hello' is no end that is known: the result is left open"),
        ("まで1手で佐藤の勝ち\n", "game 1, line 4: '1手で佐藤の勝ち': who has won is not known"),
        ("2 投了\n以上\n", "game 1, line 5: '以上' is left out"),
    ] {
        let reading = read::<Chu>(format!("{moves}{end}").as_bytes(), GameFormat::Kif, &rules());
        assert_eq!((reading.errors.len(), &reading.notes[..]), (0, &[note.to_owned()][..]), "{end}");
        assert_eq!(reading.records[0].plies.len(), 1, "{end}");
        assert_eq!(
            reading.records[0].ending.as_ref().map(|ending| &ending.cause),
            (end.starts_with("2 投了")).then_some(&Cause::Resignation)
        );
    }
    // In the middle of a game it is no end.
    let wrong = errors(&format!("{moves}hello\n3手目 6八歩兵 （←6九）\n"), GameFormat::Kif);
    assert!(wrong[0].starts_with("game 1, line 4: move 2 (hello)"), "{wrong:?}");
}

#[test]
fn the_square_of_a_lion_trade_is_read() {
    let board = "k11/12/12/2n9/12/12/12/12/12/12/12/11K";
    let start = Chu::parse_position(&format!("fen {board} b 9d 0 1"), &rules()).unwrap();
    assert_eq!(Chu::write_position(&start, PositionFormat::Sfen, 0), format!("{board} w 9d 2"));
    let kif = shishi::record::write(
        &shishi::record::Record::<Chu>::new(Chu::parse_position(&format!("{board} w - 1"), &rules()).unwrap()),
        GameFormat::Kif,
    )
    .unwrap();
    let record = one(format!("{kif}* 9四獅子盾\n"), GameFormat::Kif);
    assert_eq!(record.start.side_to_move(), Side::White);
    assert!(Chu::write_position(&record.start, PositionFormat::Sfen, 0).starts_with(&format!("{board} w 9d ")));
}

#[test]
fn nonsense_after_a_board_is_refused_and_what_is_left_out_is_told() {
    let board = "k11/12/12/12/12/12/12/12/12/12/12/11K";
    for (tail, word) in [("b zz 0 abc", "zz"), ("w z9 0 -1", "z9"), ("w - 0 -1", "-1")] {
        let asked = run(&["convert", "--from", "fen", "--to", "sfen"], format!("{board} {tail}\n"));
        assert_eq!(asked.code, Some(1));
        assert!(asked.stdout.contains(&format!("'{word}' is no field of a FEN")), "{}", asked.stdout);
        let told = run(&["position", &format!("fen {board} {tail}")], "");
        assert!(told.code == Some(2) && told.stderr.contains(word), "{}", told.stderr);
    }
    let asked = run(&["convert", "--from", "fen", "--to", "sfen"], format!("{board} b KQkq 0 1\n"));
    assert_eq!((asked.code, asked.stdout), (Some(0), format!("{board} w - 2\n")));
    assert!(asked.stderr.contains("castling rights (KQkq)"), "{}", asked.stderr);
    let pgn = format!("[Variant \"chu\"]\n[FEN \"{board} w d9 7 1\"]\n\n*\n");
    let reading = read::<Chu>(pgn.as_bytes(), GameFormat::Pgn, &rules());
    let left_out = ["game 1: the halfmove clock (7) of the FEN left out", "game 1: the square d9 of the FEN left out"];
    assert_eq!((reading.errors.len(), &reading.notes[..]), (0, &left_out.map(str::to_owned)[..]));
}

/// A board in KI2, and moves without the squares they come from.
#[test]
fn ki2_tells_pieces_apart_by_words() {
    let board = |sfen: &str| {
        let start = Chu::parse_position(&format!("{sfen} - 1"), &rules()).unwrap();
        shishi::record::write(&shishi::record::Record::<Chu>::new(start), GameFormat::Kif).unwrap()
    };
    // Golds on 8h, 6h, 8i and 7i: all of them can go to 7h, the first two to 7g as well.
    let golds = board("k11/12/12/12/12/12/12/4G1G5/4GG6/12/12/11K b");
    let white = board("11k/12/12/4gg6/4g1g5/12/12/12/12/12/12/K11 w");
    for (board, text, usi) in [
        // The rightmost of all that can, whatever it does.
        (&golds, "▲7八金右", Ok("6h7h")),
        (&golds, "▲7八金直", Ok("7i7h")),
        (&golds, "▲7八金左寄", Ok("8h7h")),
        (&golds, "▲7八金右寄", Ok("6h7h")),
        (&golds, "▲7八金左上", Ok("8i7h")),
        (&golds, "▲7八金引", Err("no 金 引 of the side to move can go to 7八")),
        (&golds, "▲7八金", Err("can both do this")),
        (&golds, "▲7七金左", Ok("8h7g")),
        (&golds, "▲7七金右", Ok("6h7g")),
        // White looks from the other side: its right is Black's left.
        (&white, "△7五金右寄", Ok("8e7e")),
        (&white, "△7五金左寄", Ok("6e7e")),
        (&white, "△7五金直", Ok("7d7e")),
        (&golds, "▲7八銀打", Err("can go to 7八")),
    ] {
        let text_of = format!("{board}{text}\n");
        match usi {
            Ok(usi) => {
                assert!(self::text(&one(&text_of, GameFormat::Kif)).contains(&format!("moves {usi}\n")), "{text}");
            }
            Err(part) => {
                let errors = errors(&text_of, GameFormat::Kif);
                assert!(errors.len() == 1 && errors[0].contains(part), "{text}: {errors:?}");
            }
        }
    }
    for game in ["▲７八歩 △６五歩 ▲６八獅子", "７八歩　６五歩　６八獅", "▲７八歩△６五歩\n▲６八獅子"]
    {
        let record = one(format!("先手：A\n後手：B\n{game}\nまで3手で先手の勝ち\n"), GameFormat::Kif);
        assert!(self::text(&record).contains("moves 7i7h 6d6e 7j6h\n"), "{game}: {}", self::text(&record));
        assert_eq!(record.ending.map(|ending| ending.winner), Some(Some(Side::Black)));
    }
    let lion = board("k11/12/12/12/4p7/5p6/4+pNp5/12/12/12/12/11K b");
    for (text, usi) in
        [("▲7六・8五獅子", "7g7f8e"), ("▲7六→7七獅", "7g7f7g"), ("▲7六獅居喰い", "7g7f7g"), ("▲7七獅じっと", "7g6f7g")]
    {
        let record = one(format!("{lion}{text}\n"), GameFormat::Kif);
        assert!(self::text(&record).contains(&format!("moves {usi}\n")), "{text}: {}", self::text(&record));
    }
}

#[test]
fn formats_that_are_not_read_are_named() {
    for (text, name) in [
        ("[JoclyGame \"chu-shogi\"]\n\n1. f4-f5\n", "PJN, the format of Jocly"),
        ("V2.2\nN+A\n+7776FU\n", "CSA"),
        ("(;GM[2])\n", "SGF"),
        ("<!DOCTYPE html>\n", "HTML"),
    ] {
        let asked = run(&["convert", "--to", "usi"], text);
        assert!(asked.code == Some(2) && asked.stderr.contains(name), "{}", asked.stderr);
    }
}
