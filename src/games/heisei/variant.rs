//! Heisei Chu Shogi as a [`Variant`].

use super::{HeiseiAction, HeiseiEvaluation, HeiseiPosition};
use super::{text, view};
use crate::eval::{Weighted, shared};
use crate::games::chu::Chu;
use crate::games::chu::{ChuRules, HANDICAPS};
use crate::games::{SetUp, Variant, XboardSetup};
use crate::ini::{Section, SettingsError};
use crate::notation::{MoveError, MoveFormat, PieceSheet, PositionError, PositionFormat, SquareNames};
use crate::position::{Move, Outcome};
use crate::view::{BoardView, MoveView};
use std::sync::Arc;

/// Heisei Chu Shogi.
pub struct Heisei;

/// From the opening to endings, with full reserves, a fresh piece, and empty reserves.
const BENCH_POSITIONS: [&str; 8] = [
    text::START,
    "1f2gekg2f1/2b1t2thb2/2rhdqnd1r1m/pppp1ppppppp/1c1ip3i3/1cX5x3/3I8/2P1N3I1V1/PP1PPPPPPPPP/2RHD2DHR2/\
     2B1TQ1T1B2/1F1CGKEG2F1 b 2L2S2MV2Al2sm2v2a - 25",
    "vf1vgekg2f1/1ab1t2th1l1/2rhdq3db+M/pppppppppp1p/3i4i3/2x9/2n9/1P6I1V1/P1PPPPPPPPPP/2RHDNQDH2R/\
     1LB1TK1T1B2/OFS1G1EG2F1 b CSV2A2c2s2ma - 35",
    "1f2gekg2f1/2b1t2tsbv1/1r1hdqndhr2/pppppppppppp/3i4i3/2NscC6/7P4/1V1I2P1I2v/PPPPPP2PP1B/1R1HD1Q2X2/\
     2B1T2T2L1/AF2GKEG2F1 b 2SMAa - 59",
    "1f2gekgavf1/2b2txt4/2r1d1qd3r/pp1pp1p1ppp1/1hpi1pn1i2p/3cC4S2/5L2IQ2/3PPOPPNP2/PPP1HP2P1+lP/M1R1D2D4/\
     1VB1T1T2+lM1/1F2GKEG2F1 b SV2Asmva - 61",
    "1f2gekg3o/2b1tsq1n1f1/1mr4d+Lr1m/2p1p3p1pb/1p3M+Vp4/8i1x1/p2i6+X1/P6PI1C1/~lP1PPPP1PPPP/1+l1D1NQDH1R1/\
     1F2T1GT1B1F/4GKE5 b LCS2Acs2va - 1",
    "2tcgekg1mf1/+M6t1b2/2d2q1d1r2/p2pppp1pppp/3i3pi3/6N5/3n8/1V2P3IxP1/PPPP1PP+aP1+vP/2R1D3T3/2B1T4B1F/\
     LF2GKE1Q3 b - - 81",
    "5ekg4/a1f3g5/12/pp2t3p2p/3p4i3/3o1p1B4/1P7+D2/12/P1PP1P6/11F/3OT1GTA3/1F2GKE2C2 b - - 151",
];

impl Variant for Heisei {
    type Position = HeiseiPosition;
    type Evaluation = HeiseiEvaluation;
    type Classic = HeiseiEvaluation;

    const NAME: &'static str = "heisei";
    const TITLE: &'static str = "Heisei Chu Shogi";
    const MOVE_EXAMPLES: &'static str =
        "f4f5; two steps as f6g7h8 or f6g7,g7h8; + at the end promotes; drops L*c5, promoted L*c10+";
    const RULES: &'static str = Chu::RULES;
    const CECP_RULES: &'static str = Chu::CECP_RULES;
    const USI_RULES: &'static str = Chu::USI_RULES;

    fn start(rules: &ChuRules) -> HeiseiPosition {
        text::start(*rules)
    }

    fn set_ups() -> Vec<SetUp> {
        let start = text::start(ChuRules::HISTORIC);
        let chu = Chu::start(&ChuRules::HISTORIC);
        let set_up = |handicap| {
            let position = start.with_handicap(&chu, handicap)?;
            let change = text::describe_handicap(&chu, handicap);
            let position = text::write_position(&position, PositionFormat::Sfen, 0);
            Some(SetUp { id: handicap.id, name: handicap.name, change, position })
        };
        HANDICAPS.iter().filter_map(set_up).collect()
    }

    fn describe_outcome(outcome: Outcome, names: [&str; 2]) -> String {
        Chu::describe_outcome(outcome, names)
    }

    fn pieces(rules: &ChuRules) -> Vec<PieceSheet> {
        Chu::pieces(rules)
    }

    /// The native coordinates of the game are the western ones.
    fn square_names(format: MoveFormat) -> SquareNames {
        if format == MoveFormat::Usi { SquareNames::Western } else { format.squares() }
    }

    fn board_view(position: &HeiseiPosition) -> BoardView {
        view::board_view(position)
    }

    fn move_view(position: &HeiseiPosition, mv: Move, format: MoveFormat) -> Option<MoveView> {
        let action = HeiseiAction::from_move(mv)?;
        Some(view::move_view(position, action, text::write_move(position, action, format)))
    }

    fn bench_positions() -> &'static [&'static str] {
        &BENCH_POSITIONS
    }

    fn parse_position(text: &str, rules: &ChuRules) -> Result<HeiseiPosition, PositionError> {
        text::parse_position(text, *rules)
    }

    fn parse_fen(text: &str, rules: &ChuRules) -> Result<HeiseiPosition, PositionError> {
        text::parse_fen(text, *rules)
    }

    fn write_position(position: &HeiseiPosition, format: PositionFormat, ply: usize) -> String {
        text::write_position(position, format, ply)
    }

    fn parse_move(position: &HeiseiPosition, text: &str) -> Result<Move, MoveError> {
        text::parse_move(position, text).map(HeiseiAction::to_move)
    }

    fn parse_move_as(position: &HeiseiPosition, text: &str, format: MoveFormat) -> Result<Move, MoveError> {
        match format {
            MoveFormat::San => text::parse_san(position, text).map(HeiseiAction::to_move),
            MoveFormat::Tsa => text::parse_book(position, text).map(HeiseiAction::to_move),
            _ => Self::parse_move(position, text),
        }
    }

    fn write_move(position: &HeiseiPosition, mv: Move, format: MoveFormat) -> String {
        // A code that is no action cannot be written; it is no move of this game either.
        HeiseiAction::from_move(mv).map_or_else(String::new, |action| text::write_move(position, action, format))
    }

    fn cecp_setup() -> XboardSetup {
        text::xboard_setup(&text::start(ChuRules::HISTORIC))
    }

    fn evaluation(settings: &Section) -> Result<Arc<HeiseiEvaluation>, SettingsError> {
        Self::weights(settings).map(|weights| shared(weights, HeiseiEvaluation::new))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::MoveCounting;
    use crate::settings::Settings;

    #[test]
    fn keys_of_the_board_and_of_the_reserve_can_be_set() {
        let settings = Settings::parse("[heisei.eval]\nreserve.kirin = 7\nvalue.kirin = 8\n", &["heisei"]).unwrap();
        let weights = Heisei::weights(&settings.variant("heisei").eval).unwrap();
        let mut expected = HeiseiEvaluation::default_weights().clone();
        expected.set_text(HeiseiEvaluation::layout(), "reserve.kirin", "7").unwrap().unwrap();
        expected.set_text(HeiseiEvaluation::layout(), "value.kirin", "8").unwrap().unwrap();
        assert_eq!(weights, expected);
        assert_ne!(weights, *HeiseiEvaluation::default_weights());
        for key in ["reserve.pawn", "reserve.whale", "hand.lance"] {
            let settings = Settings::parse(&format!("[heisei.eval]\n{key} = 7\n"), &["heisei"]).unwrap();
            assert!(Heisei::weights(&settings.variant("heisei").eval).is_err(), "{key}");
        }
        let settings = Settings::parse("[heisei.eval]\nreserve.kirin = 5001\n", &["heisei"]).unwrap();
        let error = Heisei::weights(&settings.variant("heisei").eval).unwrap_err();
        let reason = "line 2: 'reserve.kirin' cannot be '5001': it must be a whole number from 0 to 5000";
        assert_eq!(error.to_string(), reason);
    }

    #[test]
    fn the_bench_positions_are_positions() {
        for text in Heisei::bench_positions() {
            let position = Heisei::parse_position(text, &ChuRules::HISTORIC).unwrap();
            assert!(position.count_moves() > 0 && Heisei::write_position(&position, PositionFormat::Sfen, 0) == *text);
        }
    }

    #[test]
    fn handicaps_are_taken_from_the_board_or_from_the_reserve() {
        let set_ups = Heisei::set_ups();
        let find = |id: &str| set_ups.iter().find(|set_up| set_up.id == id);
        let start = text::START;
        let rook = find("rook").expect("a rook is on the board");
        assert_eq!(rook.position, start.replace("2rhdqndhr2", "2rhdqndh3").replace(" b ", " w "));
        assert_eq!(rook.change, "without White's rook on j10");
        let copper = find("copper").expect("a copper is in reserve");
        assert_eq!(copper.position, start.replace("2l2c2s", "2lc2s").replace(" b ", " w "));
        assert_eq!(copper.change, "without White's copper general in reserve");
        let kings = find("2kings").expect("the elephant is on the board");
        assert_eq!(kings.position, start.replace("1F2GKEG2F1", "1F2GK+EG2F1").replace(" b ", " w "));
        // The kirin is no lion before it is dropped, and gaps are filled from the reserve.
        assert!(["2lions", "3lions", "queen-filled-a"].iter().all(|id| find(id).is_none()));
    }
}
