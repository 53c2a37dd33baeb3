//! Heisei Chu Shogi against tables of known answers, which are made with the moves of the `lishogi` rules.

use super::support::oracle::Asked;

const HEISEI: Asked<'_> = Asked { game: "heisei", arguments: &["--variant", "heisei", "--rules", "lishogi"] };

#[test]
fn move_lists() {
    HEISEI.move_lists("moves-heisei.tsv.gz");
}

#[test]
fn counts() {
    HEISEI.counts(7);
}

#[test]
fn positions_after_moves() {
    HEISEI.positions_after_moves();
}

#[test]
fn hand_made_cases() {
    assert_eq!(HEISEI.hand_made_cases(), [16, 0]);
}
