//! The numbers of the evaluation and their names.

use crate::eval::{Key, Layout, Taper, Terms};
use crate::games::whale::board::STRIDE;
use crate::games::whale::piece::{HAND_KINDS, KIND_TABLE, KINDS, Kind};
use once_cell::sync::Lazy;

/// Least and greatest value of a piece on the board or in hand, in centipawns.
const VALUE_RANGE: (i32, i32) = (0, 5000);

/// Least and greatest weight of the other terms, in their units.
const WEIGHT_RANGE: (i32, i32) = (-2000, 2000);

/// Files, told apart by their distance from the edge, on a board of any size.
const FILES: usize = STRIDE / 2;

/// Indices of the terms. Those that need a look at the board come first, so that a small table holds their weights.
pub(super) mod term {
    use super::{FILES, HAND_KINDS, KINDS, STRIDE};

    /// By kind: squares seen that hold no own piece.
    pub const MOBILITY: usize = 0;
    /// By kind: squares seen of those at the enemy's royal.
    pub const ATTACK: usize = MOBILITY + KINDS;
    /// By their number, up to the last: pieces that see such squares.
    pub const ATTACKERS: usize = ATTACK + KINDS;
    pub const MOST_ATTACKERS: usize = 7;
    /// By their number: attacked squares at the own royal that it alone protects.
    pub const WEAK: usize = ATTACKERS + MOST_ATTACKERS + 1;
    pub const MOST_WEAK: usize = 6;
    /// By their number: squares to which the own royal can step without being attacked there.
    pub const ESCAPES: usize = WEAK + MOST_WEAK + 1;
    pub const MOST_ESCAPES: usize = 8;
    /// By kind in hand, while there is a square at the enemy's royal to drop it on that the royal alone protects.
    pub const DROP: usize = ESCAPES + MOST_ESCAPES + 1;
    /// By kind of the victim: first if its own side is to move, then if the other is; of each first the unprotected.
    pub const THREAT: usize = DROP + HAND_KINDS;
    pub const TEMPO: usize = THREAT + 4 * KINDS;

    /// Length of a table of the weights up to here.
    pub const ACTIVITY: usize = 128;
    const _: () = assert!(TEMPO < ACTIVITY);

    /// By kind.
    pub const VALUE: usize = ACTIVITY;
    /// By kind in hand.
    pub const HAND: usize = VALUE + KINDS;
    /// By kind and rank.
    pub const RANK: usize = HAND + HAND_KINDS;
    /// By kind and distance from the edge.
    pub const FILE: usize = RANK + KINDS * STRIDE;
    pub const ALL: usize = FILE + KINDS * FILES;
}

/// The terms of a Black piece of this kind on this file and rank: its value, its rank and its file.
pub(super) const fn placement<const SIZE: usize>(kind: Kind, file: usize, rank: usize) -> [usize; 3] {
    let edge = if file < SIZE - 1 - file { file } else { SIZE - 1 - file };
    let kind = kind as usize;
    [term::VALUE + kind, term::RANK + kind * STRIDE + rank % STRIDE, term::FILE + kind * FILES + edge % FILES]
}

/// The kinds of the game on a board of this size.
fn kinds(size: usize) -> impl Iterator<Item = Kind> {
    KIND_TABLE.iter().filter(move |info| info.only_on == 0 || info.only_on == size).map(|info| info.kind)
}

fn make_layout(size: usize) -> Layout {
    let mut keys = Vec::new();
    let mut add = |name: String, first, len, unit, range, what| {
        keys.push(Key { name, first, len, unit, range, tapered: true, what });
    };
    let named = |prefix: &str, kind: Kind| format!("{prefix}.{}", kind.info().name.replace(' ', "_"));
    let pieces = || kinds(size).filter(|&kind| kind != Kind::White);
    let held = || kinds(size).filter(|&kind| (kind as usize) < HAND_KINDS);
    for kind in pieces() {
        add(named("value", kind), term::VALUE + kind as usize, 1, 10, VALUE_RANGE, "Values of pieces in centipawns");
    }
    for kind in held() {
        add(named("hand", kind), term::HAND + kind as usize, 1, 10, VALUE_RANGE, "The same in hand");
    }
    for kind in kinds(size) {
        let what = "Centipawns for a piece on each rank, its own back rank first";
        add(named("rank", kind), term::RANK + kind as usize * STRIDE, size, 10, WEIGHT_RANGE, what);
    }
    for kind in kinds(size) {
        let what = "Centipawns for a piece on each file, from the edge to the middle";
        add(named("file", kind), term::FILE + kind as usize * FILES, size.div_ceil(2), 10, WEIGHT_RANGE, what);
    }
    for kind in pieces() {
        let what = "Tenths of a centipawn for each square that a piece sees and that holds no own piece";
        add(named("mobility", kind), term::MOBILITY + kind as usize, 1, 1, WEIGHT_RANGE, what);
    }
    for kind in pieces() {
        let what = "Tenths of a centipawn for each square at or next to the enemy's royal that a piece sees";
        add(named("attack", kind), term::ATTACK + kind as usize, 1, 1, WEIGHT_RANGE, what);
    }
    let counts = [
        ("attackers", term::ATTACKERS, term::MOST_ATTACKERS, "Centipawns for 0, 1, 2 … pieces that see such squares"),
        (
            "weak",
            term::WEAK,
            term::MOST_WEAK,
            "Centipawns for 0, 1, 2 … squares at the own royal that are attacked and that it alone protects",
        ),
        (
            "escapes",
            term::ESCAPES,
            term::MOST_ESCAPES,
            "Centipawns for 0, 1, 2 … squares that the own royal can flee to",
        ),
    ];
    for (name, first, most, what) in counts {
        add(name.to_owned(), first, most + 1, 10, WEIGHT_RANGE, what);
    }
    for kind in held() {
        let what = "Centipawns for each of up to two such pieces in hand, if there is an empty square next to the enemy's \
                    royal that nothing else protects";
        add(named("drop", kind), term::DROP + kind as usize, 1, 10, WEIGHT_RANGE, what);
    }
    let threats = [
        ("threat", 0, "Centipawns for a piece that an enemy attacks and nothing protects, its own side being to move"),
        ("threat_protected", 1, "The same for a piece that is protected"),
        ("threat_now", 2, "Centipawns for a piece that an enemy attacks and nothing protects, the enemy being to move"),
        ("threat_now_protected", 3, "The same for a piece that is protected by another"),
    ];
    for (prefix, which, what) in threats {
        for kind in pieces() {
            add(named(prefix, kind), term::THREAT + which * KINDS + kind as usize, 1, 10, WEIGHT_RANGE, what);
        }
    }
    add("tempo".to_owned(), term::TEMPO, 1, 10, WEIGHT_RANGE, "Centipawns for having the move");
    let about = "The evaluation, tuned on self-play games (shishi tune). Every weight can be a number for the whole game, or two \
                 with a stroke between: for empty hands and for full ones. Where a key has several weights, each side of \
                 the stroke has.";
    Layout { about, keys, terms: term::ALL }
}

/// The names of all weights on a board of this size.
pub(super) fn layout(size: usize) -> &'static Layout {
    static SMALL: Lazy<Layout> = Lazy::new(|| make_layout(6));
    static LARGE: Lazy<Layout> = Lazy::new(|| make_layout(7));
    if size == 7 { &LARGE } else { &SMALL }
}

/// The tuned weights.
pub(super) fn defaults(size: usize) -> &'static Terms {
    static SMALL: Lazy<Terms> = Lazy::new(|| untuned(6).with_lines(layout(6), include_str!("whale.ini")));
    static LARGE: Lazy<Terms> = Lazy::new(|| untuned(7).with_lines(layout(7), include_str!("paulowich.ini")));
    if size == 7 { &LARGE } else { &SMALL }
}

/// The exchange values and a few weights by hand: where tuning begins.
pub(super) fn untuned(size: usize) -> Terms {
    let mut terms = Terms::zero(layout(size));
    let mut set = |term, weight| terms.set(term, Taper::both(weight));
    for info in &KIND_TABLE {
        let kind = info.kind as usize;
        set(term::VALUE + kind, 10 * info.value);
        set(term::MOBILITY + kind, 30);
        for rank in 0..size {
            let advanced = match info.kind {
                Kind::White => -140 * rank as i32,
                Kind::Porpoise => 0,
                Kind::Dolphin => 60 * rank as i32,
                _ => 50 * rank.min(size - 2) as i32,
            };
            set(term::RANK + kind * STRIDE + rank, advanced);
        }
        if !matches!(info.kind, Kind::White | Kind::Porpoise) {
            (0..FILES).for_each(|file| set(term::FILE + kind * FILES + file, 40 * file as i32));
        }
    }
    for kind in Kind::in_hand() {
        set(term::HAND + kind as usize, 10 * kind.info().hand_value);
        set(term::DROP + kind as usize, if kind == Kind::Dolphin { 50 } else { 100 });
    }
    (0..=term::MOST_ATTACKERS).for_each(|count| set(term::ATTACKERS + count, 50 * (count * count) as i32));
    (0..=term::MOST_WEAK).for_each(|count| set(term::WEAK + count, -100 * count as i32));
    set(term::TEMPO, 150);
    terms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tuned_weights_are_complete() {
        assert_eq!(defaults(6).file(layout(6)), include_str!("whale.ini"));
        assert_eq!(defaults(7).file(layout(7)), include_str!("paulowich.ini"));
    }

    #[test]
    fn files_are_counted_from_the_nearer_edge() {
        let edges = |place: fn(usize) -> [usize; 3], size: usize| -> Vec<usize> {
            (0..size).map(|file| place(file)[2] - term::FILE).collect()
        };
        assert_eq!(edges(|file| placement::<6>(Kind::Killer, file, 0), 6), [0, 1, 2, 2, 1, 0]);
        assert_eq!(edges(|file| placement::<7>(Kind::Killer, file, 0), 7), [0, 1, 2, 3, 2, 1, 0]);
    }
}
