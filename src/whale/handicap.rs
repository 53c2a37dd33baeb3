//! The handicaps of Whale Shogi: White gives pieces, which are then nowhere, and moves first.

/// A start position with a handicap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// What White gives.
    pub name: &'static str,
    /// The position, as native text.
    pub position: &'static str,
}

const fn handicap(name: &'static str, position: &'static str) -> Handicap {
    Handicap { name, position }
}

/// The handicaps of the 6×6 game, the smallest first.
pub const HANDICAPS: &[Handicap] = &[
    handicap("grey whale", "bnpw1h/dddddd/6/6/DDDDDD/HGWPNB w - 1"),
    handicap("humpback", "bnpwg1/dddddd/6/6/DDDDDD/HGWPNB w - 1"),
    handicap("porpoise", "bn1wgh/dddddd/6/6/DDDDDD/HGWPNB w - 1"),
    handicap("porpoise and grey whale", "bn1w1h/dddddd/6/6/DDDDDD/HGWPNB w - 1"),
    handicap("two pieces", "bn1wg1/dddddd/6/6/DDDDDD/HGWPNB w - 1"),
    handicap("three pieces", "bn1w2/dddddd/6/6/DDDDDD/HGWPNB w - 1"),
];
