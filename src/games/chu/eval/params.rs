//! The numbers of the evaluation and their names.

use crate::eval::{Key, Layout, Taper, Terms};
use crate::games::chu::piece::{KIND_TABLE, KINDS, Kind};
use crate::games::chu::square::SIZE;
use once_cell::sync::Lazy;

/// Least and greatest piece value, in centipawns.
pub(in crate::games) const VALUE_RANGE: (i32, i32) = (0, 5000);

/// Least and greatest weight of the other terms, in their units.
const WEIGHT_RANGE: (i32, i32) = (-2000, 2000);

/// Kinds are counted by families where each for itself would be too rare: pawns and go-betweens; copper, silver, leopard;
/// gold, tiger, elephant; royals; lances and pieces with one line; kirin and phoenix; bishop and rook; dragons; queen;
/// falcon and eagle; lions. A promoted form belongs to what it moves like.
pub(super) const FAMILIES: usize = 11;

/// The family of a kind.
pub(super) const fn family(kind: Kind) -> usize {
    use Kind::*;
    match kind {
        Pawn | GoBetween => 0,
        Copper | Silver | Leopard => 1,
        Gold | Tiger | Elephant | PromotedPawn | PromotedGoBetween => 2,
        King | Prince => 3,
        Lance | ReverseChariot | VerticalMover | SideMover | PromotedCopper | PromotedSilver => 4,
        Kirin | Phoenix => 5,
        Bishop | Rook | PromotedGold | PromotedLeopard | FlyingStag | WhiteHorse | Whale => 6,
        DragonHorse | DragonKing | PromotedBishop | PromotedRook | FlyingOx | FreeBoar => 7,
        Queen | PromotedPhoenix => 8,
        HornedFalcon | SoaringEagle => 9,
        Lion | PromotedKirin => 10,
    }
}

/// Files, told apart by their distance from the edge.
const FILES: usize = SIZE / 2;

/// Indices of the terms. Those that need a look at the board come first, so that a small table holds their weights.
pub(in crate::games) mod term {
    use super::{FAMILIES, FILES, KINDS, SIZE};

    /// By kind: squares seen forward, sideways, backward.
    pub const MOBILITY: usize = 0;
    /// By family.
    pub const PROMOTION_PATH: usize = MOBILITY + 3 * KINDS;
    /// By family.
    pub const CASTLE: usize = PROMOTION_PATH + FAMILIES;
    /// By family of the victim: first if its own side is to move, then if the other is; of each first the unprotected.
    pub const STEP_THREAT: usize = CASTLE + FAMILIES;
    /// By family of the victim: first if its own side is to move, then if the other is.
    pub const SLIDE_THREAT: usize = STEP_THREAT + 4 * FAMILIES;
    /// As [`SLIDE_THREAT`].
    pub const LION_THREAT: usize = SLIDE_THREAT + 2 * FAMILIES;
    /// By distance, up to 7.
    pub const LION_DISTANCE: usize = LION_THREAT + 2 * FAMILIES;
    pub const LION_ATTACKED: usize = LION_DISTANCE + 8;
    pub const TEMPO: usize = LION_ATTACKED + 1;

    /// Length of a table of the weights up to here.
    pub const ACTIVITY: usize = 256;
    const _: () = assert!(TEMPO < ACTIVITY);

    /// By kind.
    pub const VALUE: usize = ACTIVITY;
    /// By kind and rank.
    pub const RANK: usize = VALUE + KINDS;
    /// By kind and distance from the edge.
    pub const FILE: usize = RANK + KINDS * SIZE;
    pub const ALL: usize = FILE + KINDS * FILES;
}

/// The terms of a Black piece of this kind on this file and rank: its value, its rank and its file.
pub(super) const fn placement(kind: Kind, file: usize, rank: usize) -> [usize; 3] {
    let edge = if file < FILES { file } else { SIZE - 1 - file };
    let kind = kind as usize;
    [term::VALUE + kind, term::RANK + kind * SIZE + rank, term::FILE + kind * FILES + edge]
}

/// The names of all weights.
pub(in crate::games) static LAYOUT: Lazy<Layout> = Lazy::new(|| {
    let mut keys = Vec::new();
    let mut add = |name: String, first, len, unit, range, what| {
        keys.push(Key { name, first, len, unit, range, tapered: true, what });
    };
    let named = |prefix: &str, kind: Kind| format!("{prefix}.{}", kind.info().name.replace([' ', '-'], "_"));
    for kind in Kind::all() {
        add(named("value", kind), term::VALUE + kind as usize, 1, 10, VALUE_RANGE, "Piece values in centipawns");
    }
    for kind in Kind::all() {
        let what = "Centipawns for a piece on each rank, its own back rank first";
        add(named("rank", kind), term::RANK + kind as usize * SIZE, SIZE, 10, WEIGHT_RANGE, what);
    }
    for kind in Kind::all() {
        let what = "Centipawns for a piece on each file, from the edge to the middle";
        add(named("file", kind), term::FILE + kind as usize * FILES, FILES, 10, WEIGHT_RANGE, what);
    }
    for kind in Kind::all().filter(|kind| !kind.info().slide.is_empty()) {
        let what = "Tenths of a centipawn for each square that a slider sees: forward, sideways, backward";
        add(named("mobility", kind), term::MOBILITY + kind as usize * 3, 3, 1, WEIGHT_RANGE, what);
    }
    let families = [
        (
            "promotion_path",
            term::PROMOTION_PATH,
            "By family of pieces (pawns and go-betweens; copper, silver, leopard; gold, tiger, elephant; royals; lances and \
             pieces with one line; kirin and phoenix; bishop and rook; dragons; queen; falcon and eagle; lions): \
             centipawns for a slider that sees into its promotion zone",
        ),
        ("castle", term::CASTLE, "Centipawns for an own piece next to the only royal"),
        (
            "step_threat",
            term::STEP_THREAT,
            "Centipawns for a piece that an enemy can take by a step, its own side being to move",
        ),
        ("step_threat_protected", term::STEP_THREAT + FAMILIES, "The same for a piece that a step protects"),
        (
            "step_threat_now",
            term::STEP_THREAT + 2 * FAMILIES,
            "Centipawns for a piece that an enemy can take by a step, the enemy being to move",
        ),
        ("step_threat_now_protected", term::STEP_THREAT + 3 * FAMILIES, "The same for a piece that a step protects"),
        (
            "slide_threat",
            term::SLIDE_THREAT,
            "Centipawns for each slider that attacks a piece from afar, the piece's own side being to move",
        ),
        ("slide_threat_now", term::SLIDE_THREAT + FAMILIES, "The same, the enemy being to move"),
        (
            "lion_threat",
            term::LION_THREAT,
            "Centipawns for a piece that a lion attacks and no step protects, its own side being to move",
        ),
        ("lion_threat_now", term::LION_THREAT + FAMILIES, "The same, the enemy being to move"),
    ];
    for (name, first, what) in families {
        add(name.to_owned(), first, FAMILIES, 10, WEIGHT_RANGE, what);
    }
    let what = "Centipawns for an own lion at a distance of 0 to 7 from the enemy's only royal";
    add("lion_distance".to_owned(), term::LION_DISTANCE, 8, 10, WEIGHT_RANGE, what);
    let single = [
        ("lion_attacked", term::LION_ATTACKED, "Centipawns for a lion that an enemy attacks, the enemy being to move"),
        ("tempo", term::TEMPO, "Centipawns for having the move"),
    ];
    for (name, first, what) in single {
        add(name.to_owned(), first, 1, 10, WEIGHT_RANGE, what);
    }
    let about = "The evaluation, tuned on self-play games (shishi tune). Every weight can be a number for the whole game, or two \
                 with a stroke between: for the middle game and for the ending. Where a key has several weights, each side \
                 of the stroke has.";
    Layout { about, keys, terms: term::ALL }
});

/// The tuned weights, in the form of `engine.ini`.
const TUNED: &str = include_str!("tuned.ini");

/// The tuned weights.
pub(in crate::games) static DEFAULTS: Lazy<Terms> = Lazy::new(|| untuned().with_lines(&LAYOUT, TUNED));

/// The average values of the German Chu Shogi Association and a few weights by hand: where tuning begins.
pub(in crate::games) fn untuned() -> Terms {
    let mut terms = Terms::zero(&LAYOUT);
    let mut set = |term, weight| terms.set(term, Taper::both(weight));
    for (index, row) in KIND_TABLE.iter().enumerate() {
        set(term::VALUE + index, row.value * 10);
        for direction in 0..3 {
            set(term::MOBILITY + 3 * index + direction, 22);
        }
    }
    for (family, weight) in [40, 40, 140, 40, 40, 40, 40, 40, 40, 40, 40].into_iter().enumerate() {
        set(term::CASTLE + family, weight);
    }
    for distance in 0..7 {
        set(term::LION_DISTANCE + distance, 70 * (7 - distance as i32));
    }
    set(term::LION_ATTACKED, -700);
    set(term::TEMPO, 120);
    terms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tuned_weights_are_complete() {
        assert_eq!(DEFAULTS.file(&LAYOUT), TUNED);
    }

    #[test]
    fn both_halves_of_the_board_share_their_files() {
        for file in 0..SIZE {
            assert_eq!(placement(Kind::Lion, file, 3), placement(Kind::Lion, SIZE - 1 - file, 3));
        }
        assert_eq!(placement(Kind::PromotedPhoenix, 5, 11)[2] + 1, term::ALL);
    }
}
