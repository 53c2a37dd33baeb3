//! The notation of XBoard's game records, for every legal move of the positions with known move lists.

use crate::support::table::Table;
use shishi::games::{Chu, Heisei, Paulowich, Variant, Whale};
use shishi::notation::MoveFormat;
use shishi::position::{MoveClass, Position};
use std::collections::HashMap;

/// Writes every move of every position, and reads it again. The table counts the moves in a column of its own.
fn check<V: Variant>(table: &str, [column, count]: [&str; 2], rules: &str) {
    let rules = rules.parse().expect("a rule set");
    for row in Table::read(table).rows() {
        let sfen = row.get(column);
        let position = V::parse_position(sfen, &rules).unwrap_or_else(|error| panic!("{sfen}: {error}"));
        let mut texts = HashMap::new();
        let mut passes = 0;
        for usi in row.get("moves").split(' ').filter(|usi| !matches!(*usi, "-" | "")) {
            let mv = V::parse_move(&position, usi).unwrap_or_else(|error| panic!("{sfen} {usi}: {error}"));
            let san = V::write_move(&position, mv, MoveFormat::San);
            let read = V::parse_move_as(&position, &san, MoveFormat::San);
            let read = read.unwrap_or_else(|error| panic!("{sfen} {usi} {san}: {error}"));
            // A pass names no piece; like every move it may leave a mate.
            if position.class(mv) == MoveClass::Pass {
                assert_eq!((position.class(read), san.trim_end_matches('#')), (MoveClass::Pass, "--"), "{sfen} {usi}");
                passes += 1;
                continue;
            }
            assert_eq!(read, mv, "{sfen} {usi} {san}");
            if let Some(other) = texts.insert(san.clone(), usi) {
                panic!("{sfen}: {usi} and {other} are both {san}");
            }
        }
        assert_eq!((texts.len() + passes).to_string(), row.get(count), "{sfen}");
    }
}

#[test]
fn every_move_of_1300_positions_has_a_text_of_its_own() {
    check::<Chu>("moves-lishogi.tsv.gz", ["sfen", "actions"], "lishogi");
}

#[test]
fn so_have_the_moves_of_the_whale_games() {
    check::<Whale>("moves-whale.tsv.gz", ["fen", "n"], "standard");
    check::<Paulowich>("moves-paulowich.tsv.gz", ["fen", "n"], "standard");
}

#[test]
fn so_have_the_moves_of_heisei() {
    check::<Heisei>("moves-heisei.tsv.gz", ["fen", "n"], "lishogi");
}
