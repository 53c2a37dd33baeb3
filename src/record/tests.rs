//! Tests of whole records: what is written is read again, and what others write is understood.

use super::*;
use crate::games::chu::ChuRules;
use crate::games::{Chu, Whale};

const RULES: ChuRules = ChuRules::HISTORIC;
const EXACT: [GameFormat; 3] = [GameFormat::Usi, GameFormat::Cecp, GameFormat::Pgn];

/// A game with these moves from this position.
fn record(position: &str, moves: &str) -> Record<Chu> {
    let line = format!("{position} moves {moves}");
    Record::of_game(&crate::engine::read_game::<Chu>(&line, &RULES).unwrap())
}

fn read_all(text: &str, format: GameFormat) -> Vec<Record<Chu>> {
    let reading = read::<Chu>(text.as_bytes(), format, &RULES);
    assert_eq!(reading.errors, [], "{text}");
    reading.records
}

fn read_one(text: &str, format: GameFormat) -> Record<Chu> {
    let mut records = read_all(text, format);
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

/// Everything that a record says, as one text that can be compared.
fn facts(record: &Record<Chu>) -> String {
    let start = record.start_parts(false).1;
    let Record { tags, comment, plies, ending, .. } = record;
    format!("{tags:?}\n{start}\n{comment:?}\n{plies:?}\n{ending:?}")
}

/// Moves of the game in USI.
fn usi(record: &Record<Chu>) -> String {
    let text = write(record, GameFormat::Usi).unwrap();
    let moves = text.lines().find_map(|line| line.strip_prefix("moves")).unwrap();
    moves.trim().to_owned()
}

const OPENING: &str = "7i7h 6d6e 7j6h 6c7e";

/// A record with something in every field.
fn full() -> Record<Chu> {
    let mut record = record("startpos", OPENING);
    let tags =
        [("Event", "A \"test\" \\ game"), ("White", "先手"), ("TimeControl", "40/300"), ("Termination", "unusual")];
    record.tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    record.comment = "Before the game.\n\nThree lines, 1. Nf5 #1: [x \"y\"]".to_owned();
    record.plies[0].comment = "+1.22/5 0.2".to_owned();
    record.plies[1].comment = "a } brace { and\n; a second line with }\n\nand a fourth".to_owned();
    record.plies[2].comment = "[%clk 0:10:00] good".to_owned();
    record.plies[2].spent = Some(Duration::from_millis(75_500));
    record.plies[3].spent = Some(Duration::from_secs(3600));
    record.ending = Some(Ending { winner: Some(Side::White), cause: Cause::Resignation });
    record
}

#[test]
fn nothing_is_lost_on_the_way() {
    let record = full();
    for format in EXACT {
        let text = write(&record, format).unwrap();
        assert_eq!(facts(&read_one(&text, format)), facts(&record), "{text}");
        // Line ends of other systems, and a byte order mark.
        let text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        assert_eq!(facts(&read_one(&text, format)), facts(&record), "{format:?}");
    }
}

#[test]
fn every_ending_survives_with_and_without_a_last_remark() {
    let causes = [
        Cause::Rules(Reason::Royals),
        Cause::Rules(Reason::BareKing),
        Cause::Rules(Reason::Stalemate),
        Cause::Rules(Reason::Mate),
        Cause::Rules(Reason::Repetition),
        Cause::Rules(Reason::PlyCap),
        Cause::Rules(Reason::NoProgress),
        Cause::Resignation,
        Cause::Time,
        Cause::IllegalMove,
        Cause::Agreement,
        Cause::Other(String::new()),
        Cause::Other("Xboard adjudication: Checkmate".to_owned()),
        Cause::Other("+1.22/5 looks like a mark".to_owned()),
    ];
    let mut seen = 0;
    for cause in causes {
        for winner in [Some(Side::Black), Some(Side::White), None] {
            for (moves, remark) in [("7i7h", "+1.22/5"), ("7i7h", "good"), ("7i7h", ""), ("", ""), ("", "no moves")] {
                let mut record = record("startpos", moves);
                match record.plies.last_mut() {
                    Some(ply) => ply.comment = remark.to_owned(),
                    None => record.comment = remark.to_owned(),
                }
                record.ending = Some(Ending { winner, cause: cause.clone() });
                for format in EXACT {
                    let text = write(&record, format).unwrap();
                    assert_eq!(facts(&read_one(&text, format)), facts(&record), "{text}");
                    seen += 1;
                }
                record.ending = None;
                for format in EXACT {
                    let text = write(&record, format).unwrap();
                    assert_eq!(facts(&read_one(&text, format)), facts(&record), "{text}");
                }
            }
        }
    }
    assert_eq!(seen, 14 * 3 * 5 * 3);
}

/// Positions of which an XBoard FEN says all, and others: with a counter-strike square, or an odd number.
#[test]
fn start_positions_are_exact() {
    for (sfen, fen_says_all) in [
        ("k11/12/12/12/12/5p6/5N6/12/12/12/12/11K b - 1", true),
        ("k11/12/12/12/12/5p6/5N6/12/12/12/12/11K w - 42", true),
        ("k11/12/12/12/12/5p6/5N6/12/12/12/12/11K w - 1", false),
        ("k11/12/12/12/12/5p6/5N6/12/12/12/12/11K b 3c 7", false),
    ] {
        let record = Record::<Chu>::new(Chu::parse_position(sfen, &RULES).unwrap());
        for format in EXACT {
            let text = write(&record, format).unwrap();
            assert_eq!(read_one(&text, format).start_parts(false).1, sfen, "{text}");
        }
        assert_eq!(!write(&record, GameFormat::Pgn).unwrap().contains("[SFEN "), fen_says_all, "{sfen}");
        assert_eq!(!write(&record, GameFormat::Cecp).unwrap().contains("sfen "), fen_says_all, "{sfen}");
    }
}

#[test]
fn pgn_looks_as_xboard_writes_it() {
    let mut game = record("startpos", OPENING);
    game.tags = vec![("Round".to_owned(), "3".to_owned()), ("White".to_owned(), "A".to_owned())];
    game.plies[0].comment = "+1.22/5".to_owned();
    game.ending = Some(Ending { winner: Some(Side::White), cause: Cause::Time });
    let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"3\"]\n[White \"A\"]\n[Black \"?\"]\n\
                    [Result \"0-1\"]\n[Variant \"chu\"]\n[Termination \"time forfeit\"]\n\n\
                    1. f5 {+1.22/5} g8 2. Ng5 Nf8\n{White forfeits on time} 0-1\n";
    assert_eq!(write(&game, GameFormat::Pgn).unwrap(), expected);
    let black = record("k11/12/12/12/12/5p6/5N6/12/12/12/12/11K w - 10", "12a12b 1l1k 12b12c");
    let text = write(&black, GameFormat::Pgn).unwrap();
    assert!(text.contains("[FEN \"k11/12/12/12/12/5p6/5N6/12/12/12/12/11K b - 0 5\"]\n[SetUp \"1\"]\n"), "{text}");
    assert!(text.ends_with("\n5... Ka11 6. Kl2 Ka10 *\n"), "{text}");
}

#[test]
fn lines_of_pgn_are_not_too_long() {
    // The kings go to and fro.
    let moves = "12a12b 1l1k 12b12a 1k1l ".repeat(50);
    let rules = "historic:rep.rule=off".parse().unwrap();
    let line = format!("k11/12/12/12/12/12/12/12/12/12/12/11K w - 2 moves {moves}");
    let game = crate::engine::read_game::<Chu>(&line, &rules).unwrap();
    let text = write(&Record::<Chu>::of_game(&game), GameFormat::Pgn).unwrap();
    let lengths: Vec<usize> = text.lines().filter(|line| !line.starts_with('[')).map(str::len).collect();
    assert!(lengths.len() > 15 && lengths.iter().all(|&length| length < 80), "{lengths:?}");
    let reading = read::<Chu>(text.as_bytes(), GameFormat::Pgn, &rules);
    assert_eq!(reading.into_records().unwrap()[0].plies.len(), 200);
}

#[test]
fn pgn_of_other_programs_is_understood() {
    let all = "[Event \"x\"]\n% a line for others {\n[Variant \"Chu Shogi\"]\n\n{start} 1.f5!(1. e5 {no} (1. d5 1-0) d8) $1 \
               ; to the end\n1...g8 {one}{two}\n2. 7j6h 2... g10f8 1/2-1/2\n\
               \n1. f5 g8 2. f3g5 ... Nf8 *";
    let reading = read::<Chu>(all.as_bytes(), GameFormat::Pgn, &RULES);
    assert_eq!(reading.errors, []);
    assert_eq!(reading.notes, ["game 1: 1 variation left out", "game 1: 1 annotation glyph left out"]);
    let [first, second] = &reading.records[..] else { panic!("two games") };
    assert_eq!((usi(first), usi(second)), (OPENING.to_owned(), OPENING.to_owned()));
    assert_eq!((first.comment.as_str(), first.plies[0].comment.as_str()), ("start", "to the end"));
    assert_eq!(first.plies[1].comment, "one\ntwo");
    assert_eq!(first.ending, Some(Ending { winner: None, cause: Cause::Other(String::new()) }));
    assert_eq!(first.tag("Event"), Some("x"));
    assert_eq!(second.ending, None);
}

#[test]
fn moves_need_no_tags_and_games_no_result() {
    assert_eq!(usi(&read_one("f5 g8 Ng5 Nf8", GameFormat::Pgn)), OPENING);
    let games = read_all("[Round \"1\"]\n1. f5\n[Round \"2\"]\n1. e5 g8\n[Result \"0-1\"]\n\n", GameFormat::Pgn);
    assert_eq!(games.iter().map(|game| game.plies.len()).collect::<Vec<_>>(), [1, 2, 0]);
    assert_eq!(games[2].ending, Some(Ending { winner: Some(Side::White), cause: Cause::Other(String::new()) }));
    assert_eq!(read_all("", GameFormat::Pgn).len() + read_all("\n \n", GameFormat::Usi).len(), 0);
}

#[test]
fn latin_1_is_read_where_utf_8_is_not() {
    let reading = read::<Chu>(b"[White \"Andr\xe9\"]\n\n1. f5 {tr\xe8s bien} *", GameFormat::Pgn, &RULES);
    let game = &reading.into_records().unwrap()[0];
    assert_eq!((game.tag("White"), game.plies[0].comment.as_str()), (Some("André"), "très bien"));
}

#[test]
fn errors_name_game_line_move_and_reason() {
    for (format, text, parts) in [
        (GameFormat::Pgn, "1. f5 *\n\n1. f5\ng8 2. Qa1 *", ["game 2, line 4", "move 3 (Qa1)", "a1 is the mover's own"]),
        (GameFormat::Pgn, "[Variant \"shogi\"]\n\n1. f5 *", ["game 1, line 3", "'shogi'", "chu"]),
        (GameFormat::Pgn, "[FEN \"garbage\"]\n\n1. f5 *", ["game 1, line 3", "start position", "board"]),
        (GameFormat::Pgn, "[FEN \"garbage\"]\n\n*", ["game 1, line 3", "start position", "board"]),
        (
            GameFormat::Usi,
            "startpos moves 7i7h\n\nstartpos\nmoves 7i7g",
            ["game 2, line 4", "move 1 (7i7g)", "cannot move"],
        ),
        (GameFormat::Usi, "# x\nmoves 7i7h", ["game 1, line 2", "no position", ""]),
        (GameFormat::Usi, "12/12 b - 1", ["game 1, line 1", "board", "2 ranks"]),
        (GameFormat::Cecp, "startpos\nmoves f4f5 f4f5", ["game 1, line 2", "move 2 (f4f5)", "no piece"]),
        (GameFormat::Usi, "startpos moves 7i7h\nfinal startpos w", ["game 1, line 2", "another position", ""]),
    ] {
        let reading = read::<Chu>(text.as_bytes(), format, &RULES);
        let [error] = &reading.errors[..] else { panic!("{text}: {:?}", reading.errors) };
        assert!(parts.iter().all(|part| error.to_string().contains(part)), "{text}: {error}");
        assert!(reading.into_records().is_err());
    }
}

#[test]
fn the_games_around_a_bad_one_are_read() {
    for (format, text) in [
        (GameFormat::Pgn, "1. f5 *\n\n1. f5 Zz9 2. Qa1 {x} (1-0) *\n\n1. e5 *"),
        (GameFormat::Pgn, "[Round \"1\"]\n1. f5\n[Round \"2\"]\n1. f5 Zz9 Zz9\n[Round \"3\"]\n1. e5"),
        (
            GameFormat::Usi,
            "startpos moves 7i7h\n\nstartpos\nmoves 7i7g 1a1a\n#1: x\nresult draw\nfinal x\n\nstartpos moves 7i7h",
        ),
        (GameFormat::Usi, "startpos moves 7i7h\nstartpos moves 7i7g\nstartpos moves 7i7h"),
    ] {
        let reading = read::<Chu>(text.as_bytes(), format, &RULES);
        assert_eq!((reading.records.len(), reading.errors.len()), (2, 1), "{text}: {:?}", reading.errors);
        assert!(reading.errors[0].to_string().starts_with("game 2, "), "{}", reading.errors[0]);
        assert_eq!(reading.records[1].comment, "");
    }
}

#[test]
fn a_repetition_is_refused_with_a_way_out() {
    // The kings go to and fro; historic rules forbid the first return.
    let text = "k11/12/12/12/12/12/12/12/12/12/12/11K w - 1 moves 12a12b 1l1k 12b12a 1k1l";
    let reading = read::<Chu>(text.as_bytes(), GameFormat::Usi, &RULES);
    let message = reading.errors[0].to_string();
    assert!(message.contains("move 4 (1k1l)") && message.contains("--rules historic:rep.rule=off"), "{message}");
    let free = "historic:rep.rule=off".parse().unwrap();
    assert_eq!(read::<Chu>(text.as_bytes(), GameFormat::Usi, &free).records[0].plies.len(), 4);
}

#[test]
fn game_lines_of_other_hands_are_understood() {
    let text = "# two\n# lines\nposition sfen lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/\
                PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL b - 1 moves 7i7h 6d6e\nmoves 7j6h\n\n#2: early\n\
                #[White \"A\"]\nstartpos\nmoves 7i7h 6d6e 7j6h 6c7e\n#9: too far\nresult draw by repetition (lishogi rule)";
    let reading = read::<Chu>(text.as_bytes(), GameFormat::Usi, &RULES);
    assert_eq!(reading.errors, []);
    assert_eq!(reading.notes, ["game 2: a remark about move 9, which was not played"]);
    let [first, second] = &reading.records[..] else { panic!("two games") };
    assert_eq!((usi(first).as_str(), first.comment.as_str()), ("7i7h 6d6e 7j6h", "two\nlines"));
    assert_eq!((usi(second).as_str(), second.plies[1].comment.as_str()), (OPENING, "early"));
    assert_eq!(second.tag("White"), Some("A"));
    assert_eq!(second.ending, Some(Ending { winner: None, cause: Cause::Rules(Reason::Repetition) }));
}

#[test]
fn formats_are_told_by_content() {
    for (text, format) in [
        ("# x\n\nsfen k11", Some(GameFormat::Usi)),
        ("fen k11", Some(GameFormat::Cecp)),
        ("\n[Event \"x\"]", Some(GameFormat::Pgn)),
        ("1. f5", Some(GameFormat::Pgn)),
        ("k11/12 b", None),
        ("", None),
    ] {
        assert_eq!(guess(text.as_bytes()), format, "{text}");
    }
}

#[test]
fn other_games_have_the_formats_of_their_moves() {
    let rules = "standard".parse().unwrap();
    let game = crate::engine::read_game::<Whale>(
        "startpos moves e1e3 e5e4 e3f3 d6e5 a2a3 f5f4 d2d3 f4f3 f2f3 N*a2 D*e3",
        &rules,
    );
    let record = Record::<Whale>::of_game(&game.unwrap_or_else(|error| panic!("{error}")));
    for format in EXACT {
        let text = write(&record, format).unwrap();
        let reading = read::<Whale>(text.as_bytes(), format, &rules);
        assert_eq!(reading.errors, [], "{text}");
        assert_eq!(reading.records[0].plies, record.plies, "{text}");
    }
    assert!(write(&record, GameFormat::Kif).is_err());
    assert_eq!(read::<Whale>(b"", GameFormat::Kif, &rules).errors.len(), 1);
}
