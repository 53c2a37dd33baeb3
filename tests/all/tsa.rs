//! Games in the notation of the books.

use crate::support::record::{errors, games, good, one, text};
use crate::support::table;
use proptest::prelude::*;
use shishi::games::{Chu, Whale};
use shishi::record::{GameFormat, read, write};

#[test]
fn an_old_record_in_its_own_dialect() {
    let tsa = one(table::text("games/hist-1.tsa"), GameFormat::Tsa);
    let usi = one(table::text("games/hist-1.usi"), GameFormat::Usi);
    assert_eq!(tsa.plies, usi.plies);
    assert_eq!(tsa.plies.len(), 327);
    assert!(tsa.comment.starts_with("Moves only, western notation"));
}

#[test]
fn all_games_there_and_back() {
    for (name, record) in games() {
        let tsa = write(&record, GameFormat::Tsa).unwrap();
        assert_eq!(text(&one(&tsa, GameFormat::Tsa)), text(&record), "{name}:\n{tsa}");
        // Other line ends are the same.
        assert_eq!(text(&one(tsa.replace('\n', "\r\n"), GameFormat::Tsa)), text(&record), "{name}");
    }
}

#[test]
fn several_games_in_a_file() {
    let games = games();
    let file: String = games.iter().map(|(_, record)| write(record, GameFormat::Tsa).unwrap() + "\n").collect();
    let read = good(&file, GameFormat::Tsa);
    assert_eq!(read.iter().map(text).collect::<Vec<_>>(), games.iter().map(|(_, game)| text(game)).collect::<Vec<_>>());
}

#[test]
fn the_style_of_books() {
    let record = one("1. P-8h P-5e\n2 Ln-6h {to the left} 2... P-8e 3.P5i-5h Ph-5d\n", GameFormat::Tsa);
    let usi = text(&record);
    assert!(usi.contains("moves 8i8h 5d5e 7j6h 8d8e 5i5h 7b5d\n#3: to the left\nresult unknown\n"), "{usi}");
    let tsa = write(&record, GameFormat::Tsa).unwrap();
    assert_eq!(tsa, "1. P-8h P-5e\n2. Ln-6h {to the left} P-8e\n3. P-5h Ph-5d\nresult unknown\n");
}

#[test]
fn a_smaller_number_a_tag_or_a_position_begins_a_game() {
    let file = "1. P-8h P-5e\n2. P-8g\n1. P-5h\n#[White \"A\"]\n1. P-3h\n\
                sfen k11/12/12/12/12/5p6/5N6/12/12/12/12/11K b - 7\n1. Lnx!7f K-11a\n";
    let lengths: Vec<usize> = good(file, GameFormat::Tsa).iter().map(|record| record.plies.len()).collect();
    assert_eq!(lengths, [3, 1, 1, 2]);
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    for (file, line, part) in [
        ("1. P-8h P-5e\n2. P-5e", 2, "move 3 (P-5e)"),
        ("1. P-8h\nP-5e\n2. Q-9a P-8e\n", 3, "move 3 (Q-9a)"),
        ("1. P-8h P\n-5f\n2. P-8g", 1, "move 2 (P-5f)"),
        ("1. P-8h P-5e\n3. P-8g", 2, "the number 3 follows 1"),
        ("99999999999. P-8h", 1, "'99999999999'"),
        ("1. P-8h {never\nclosed", 1, "has no end"),
        ("\nsfen 12/12 b", 2, "board"),
        ("1. 獅子", 1, "move 1 (獅子)"),
        ("1. P-8h\nhello world", 2, "move 2 (hello)"),
    ] {
        let errors = errors(file, GameFormat::Tsa);
        assert_eq!(errors.len(), 1, "{file}: {errors:?}");
        assert!(errors[0].contains(&format!("line {line}: ")) && errors[0].contains(part), "{file}: {errors:?}");
    }
}

#[test]
fn the_game_after_a_wrong_one_is_read() {
    let rules = "lishogi".parse().unwrap();
    let file = "1. P-8h P-5e\n2. P-5e P-5f {x}\nresult draw\n1. P-8h\nresult win-sente, resignation\n";
    let reading = read::<Chu>(file.as_bytes(), GameFormat::Tsa, &rules);
    assert_eq!(reading.errors.len(), 1);
    assert!(reading.errors[0].to_string().starts_with("game 1, line 2: "), "{:?}", reading.errors);
    assert_eq!(reading.records.len(), 1);
    assert_eq!(reading.records[0].plies.len(), 1);
    assert!(reading.records[0].ending.is_some());
}

#[test]
fn whale_shogi_has_its_own_books() {
    let rules = "standard".parse().unwrap();
    let text = "1. D-e3 D-c4\n2. D-d3 N-b4\n3. D-d4 Dxd4\nresult unknown\n";
    let records = read::<Whale>(text.as_bytes(), GameFormat::Tsa, &rules).into_records().unwrap();
    assert_eq!(write(&records[0], GameFormat::Tsa).unwrap(), text);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_is_too_strange(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = read::<Chu>(&bytes, GameFormat::Tsa, &"lishogi".parse().unwrap());
    }

    /// A real file with some bytes changed.
    #[test]
    fn no_slip_is_too_strange(slips in proptest::collection::vec((0..2000_usize, any::<u8>()), 1..6)) {
        let mut bytes = table::text("games/hist-1.tsa").into_bytes();
        bytes.truncate(2000);
        for (place, byte) in slips {
            bytes[place] = byte;
        }
        let _ = read::<Chu>(&bytes, GameFormat::Tsa, &"lishogi".parse().unwrap());
    }

    /// Words of the notation in any order.
    #[test]
    fn no_order_of_words_is_too_strange(words in proptest::collection::vec(0..WORDS.len(), 0..60)) {
        let text: String = words.into_iter().map(|word| WORDS[word]).collect();
        let _ = read::<Chu>(text.as_bytes(), GameFormat::Tsa, &"lishogi".parse().unwrap());
    }
}

const WORDS: [&str; 24] = [
    " ",
    "\n",
    "1",
    ".",
    "P",
    "Ln",
    "+",
    "-",
    "x",
    "!",
    "=",
    "8h",
    "5e",
    "6h",
    "{",
    "}",
    "\\",
    "#",
    "[White \"A\"]",
    "\nsfen ",
    "\nresult ",
    "win-sente",
    "獅",
    "P-8h ",
];
