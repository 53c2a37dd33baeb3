//! The handicaps of Whale Shogi: White gives pieces, which are then nowhere, and moves first.

/// A start position with a handicap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// A short name without spaces.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// What White gives.
    pub change: &'static str,
    /// The position, as native text.
    pub position: &'static str,
}

const fn handicap(id: &'static str, name: &'static str, change: &'static str, position: &'static str) -> Handicap {
    Handicap { id, name, change, position }
}

/// The handicaps of the 6×6 game, the smallest first.
pub const HANDICAPS: &[Handicap] = &[
    handicap("grey", "grey whale", "without White's grey whale on e6", "bnpw1h/dddddd/6/6/DDDDDD/HGWPNB w - 1"),
    handicap("humpback", "humpback", "without White's humpback on f6", "bnpwg1/dddddd/6/6/DDDDDD/HGWPNB w - 1"),
    handicap("porpoise", "porpoise", "without White's porpoise on c6", "bn1wgh/dddddd/6/6/DDDDDD/HGWPNB w - 1"),
    handicap(
        "porpoise-grey",
        "porpoise and grey whale",
        "without White's porpoise on c6 and grey whale on e6",
        "bn1w1h/dddddd/6/6/DDDDDD/HGWPNB w - 1",
    ),
    handicap(
        "two",
        "two pieces",
        "without White's porpoise on c6 and humpback on f6",
        "bn1wg1/dddddd/6/6/DDDDDD/HGWPNB w - 1",
    ),
    handicap(
        "three",
        "three pieces",
        "without White's porpoise on c6, grey whale on e6 and humpback on f6",
        "bn1w2/dddddd/6/6/DDDDDD/HGWPNB w - 1",
    ),
];
