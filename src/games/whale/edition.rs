//! What differs between the two games beside the number of squares and the pieces that stand on them.

use super::handicap::{HANDICAPS, Handicap};

/// The game on a board of one size.
pub(super) struct Edition {
    /// Its name in commands and settings.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// The start position, as native text.
    pub start: &'static str,
    /// The handicaps, the smallest first.
    pub handicaps: &'static [Handicap],
    /// The positions that `bench` searches: from the opening to fights with full hands.
    pub bench: &'static [&'static str],
}

const WHALE_START: &str = "bnpwgh/dddddd/6/6/DDDDDD/HGWPNB b - 1";
const PAULOWICH_START: &str = "bnpwagh/ddddddd/7/7/7/DDDDDDD/HGAWPNB b - 1";

/// 6 × 6.
const WHALE: Edition = Edition {
    name: "whale",
    title: "Whale Shogi",
    start: WHALE_START,
    handicaps: HANDICAPS,
    bench: &[
        WHALE_START,
        "b1npwh/dd2g1/2dDdd/DDDDD1/3HBD/1GWPN1 w - 22",
        "2pw1h/db3d/1ndD2/DD1DN1/2D2D/dGWP2 b GDhbd 27",
        "bnphw1/1dd2D/d4G/1DDB1D/D1W3/HG1P2 w Dn3d 30",
        "bnp1h1/d1d2N/1d1wd1/2G3/DDD1DD/HG1W1B b Dk2d 37",
        "2nwg1/1Dn2d/2bhd1/K1dd1D/W2dB1/HG2P1 b 5D 47",
        "bnpw2/dd2g1/2Hd2/ND4/2d2D/1W1P1B w G2Dh4d 58",
        "b1nh1w/d5/2nDd1/3DdD/DDDK1D/HG1W1B b Dkgd 63",
    ],
};

/// 7 × 7.
const PAULOWICH: Edition = Edition {
    name: "paulowich",
    title: "Paulowich Whale Shogi",
    start: PAULOWICH_START,
    handicaps: &[],
    bench: &[
        PAULOWICH_START,
        "b1pwagh/dd1dd1d/2d4/2D1ddD/1n2N2/1H1DDD1/1GAWP1B w d 18",
        "2pwag1/bd1ddhd/2n2d1/d1dDD2/1D1N2D/D1D2DB/HGAWP2 w - 20",
        "1npwagh/b1d3d/3Ddd1/d6/2G1DD1/D1D3D/H1A1WN1 w B3Dk 26",
        "b1pwa1h/dddd2d/4n1g/2DDd2/DD3DD/4W1B/HGAP1N1 w Dd 30",
        "bn1w3/dd1ka2/3dGd1/1D2D2/H1BH1D1/D2DD1D/2AWN2 b K3Dg 59",
        "n1p1H2/dDd2Bd/1d1dw2/4N1D/2bDD2/DhdaW2/G3P2 w Ag3d 62",
        "b1pw3/2Dd1a1/d1Dd1n1/1Hd3B/Dd4D/3D1W1/2A1P2 b H2D2gn2d 73",
    ],
};

impl Edition {
    /// The game on a board of this size.
    ///
    /// # Panics
    /// If there is none.
    pub const fn of(size: usize) -> &'static Edition {
        match size {
            6 => &WHALE,
            7 => &PAULOWICH,
            _ => panic!("no whale game has a board of this size"),
        }
    }
}
