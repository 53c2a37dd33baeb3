//! Chu Shogi as a [`Variant`].

use super::{Action, ChuEvaluation, ChuPosition, ChuRules, GRADES, HANDICAPS, Handicap};
use super::{text, view};
use crate::eval::{Weighted, shared};
use crate::games::{KifTexts, SetUp, Variant};
use crate::ini::{Section, SettingsError};
use crate::notation::{MoveError, MoveFormat, PieceSheet, PositionError, PositionFormat, SquareNames, fields};
use crate::position::{Move, Outcome, Reason};
use crate::view::{BoardView, MoveView};
use std::sync::Arc;

/// Chu Shogi.
pub struct Chu;

/// From the opening to bare endings, with fights between lions, a crowded random board and a mating attack.
const BENCH_POSITIONS: [&str; 13] = [
    text::START,
    "lfcsgekgscfl/a1b1t+o1t1b1a/mvr1d4rvm/p2p1dp1p1pp/3i1q1php2/1pp1p+oh1i3/3I3P4/1PPPPPN1IPH1/PV1XXSPQP1PP/\
     M1RH3D1RVM/A3TD1T1B1A/LFC1GKEGSCFL w - 48",
    "lfqsgekgscfl/a1b1tddt1b1a/mv2r1n1hrvm/pp1pcpoxpppp/1hpip1ppi3/12/6N5/P2IPP1PIPH1/1PPPXOP1P1PP/\
     MVRHC2D1RVM/A1B1TDQTCB1A/LF1SGKEGS1FL b - 31",
    "l1q1gekgs2l/a1b1tddt1bfa/2v1r2c1rvm/mpfp1p1xp1p1/ph1iso1piphp/2p1cn6/P3p2PI2P/M2IPPOCPPH1/\
     1PPPXCPN2PM/1VR1S2D1RV1/AFBHTDQT1B1A/L3GKEGS1FL b - 81",
    "l2sgekg1c1l/a1b1tddt1bfa/m1v1rv2hr1m/1pfp1psxppp1/ph1icoppi2p/2pnp7/11P/PP1IPNOPIPH1/M1PPX1PCP1PM/\
     1VRHC2R1V2/AFB1TDDT1B1A/L2SGKEGSQFL w - 61",
    "lf1sgekg3l/a1bctddthbfa/m1v1rv3rs1/pp1p1pcxpppm/1hpiponpi3/10N1/11P/3IP1OPIPH1/PPPPXCP1P1P1/\
     MVRHS1QD1RVM/A1B1TD1T1B1A/LF2GKEGSCFL w - 51",
    "lfq1gekogc1l/a1b1tddtsb1a/1vrhs1n1hrv1/m2p1c1xp2m/pppippppippf/11p/P2I2N3P1/1P3P1PI3/1MPPP1PBPPVM/\
     1V1RDQDRH3/A1BHTOXT3A/LFCSGKEGSCFL b - 61",
    "2q1gekog2l/2b1tddtsb1a/fvrhs3hr2/2mp1c1xp1v1/1ppippppi2m/9p1f/3I1PN1Icnp/1P2P1PP2p1/1MPP3BPM2/\
     1V1RDQDRH3/2BHTOXTC1VA/1FCSGKEGS1FL b - 111",
    "l1csgekgscfl/a5ot1b1a/mvftdq1d1r1m/pp1p1pp1p2p/8i2h/1PPNP7/P2I2H2p2/7x2n1/3P1PP1P2P/1VR1D1QDTG1M/\
     A1B1TOX4A/LFCSGKE2CFL b - 71",
    "lv2g1kgs2l/a1cs1e1t1cfa/m1ftd5qm/p2p1pp4p/1PN4o3h/2PIP7/P11/3P1P2in2/3S2P4P/1VR1DTO1TF1M/AF4XE1C1A/\
     L1C1GK2Q2L b - 121",
    "l1ro1g1d1f2/a2rs1dest1l/f1c1xm1h2na/m3b1kt2p1/1v1pgP1ppv1p/1ppipQpcipG1/p1P1P1PPIP1P/PPqIE1DHPHPX/\
     M1VP1B2RMSA/1G1BK7/AFSCD1F1C1VL/LROT1TN5 b - 401",
    "6+D2ckl/8s+hga/5+H+O3m1/8o2p/8F1X1/9p2/8pg2/12/12/10+S1/12/5K6 b - 1",
    "3k8/12/4e2p4/2p9/8b3/3G8/5S2L3/12/2I4P4/7T4/6K5/4R7 b - 1",
];

impl Variant for Chu {
    type Position = ChuPosition;
    type Evaluation = ChuEvaluation;
    type Classic = ChuEvaluation;

    const NAME: &'static str = "chu";
    const USI_NAME: &'static str = "chushogi";
    const TITLE: &'static str = "Chu Shogi";
    const KIF: Option<KifTexts<ChuPosition>> = Some(KifTexts {
        names: &["中将棋", "平手", "chushogi", "chuushogi", "中", ""],
        // As lishogi names them.
        handicaps: &[("二枚獅子", "2lions"), ("三枚獅子", "3lions"), ("二枚王", "2kings")],
        parse_move: text::parse_kif,
        write_move: text::write_kif,
        parse_board: text::parse_kif_board,
        write_board: text::write_kif_board,
        read_remark: text::read_kif_remark,
    });
    const MOVE_EXAMPLES: &'static str = "7i7h or f4f5; two steps as 7g7f6e or f6f7,g7g8; + at the end promotes";
    const RULES: &'static str = "historic";
    const CECP_RULES: &'static str = "winboard";
    const USI_RULES: &'static str = "lishogi";

    fn start(rules: &ChuRules) -> ChuPosition {
        text::start(*rules)
    }

    fn set_ups() -> Vec<SetUp> {
        let start = text::start(ChuRules::HISTORIC);
        let set_up = |handicap: &Handicap| SetUp {
            id: handicap.id,
            name: handicap.name,
            change: text::describe_handicap(handicap),
            position: text::write_position(&handicap.apply(&start), PositionFormat::Sfen, 0),
        };
        HANDICAPS.iter().map(set_up).collect()
    }

    fn grades() -> Vec<(u8, &'static str, String)> {
        GRADES.iter().map(|grade| (grade.difference, grade.words, grade.handicaps.join(","))).collect()
    }

    fn describe_outcome(outcome: Outcome, names: [&str; 2]) -> String {
        let section = match (outcome.reason, outcome.winner) {
            (Reason::Royals, _) => "§6.2",
            (Reason::Stalemate | Reason::Mate, _) => "§6.3",
            (Reason::BareKing, Some(_)) => "§6.4",
            (Reason::BareKing, None) | (Reason::PlyCap | Reason::NoProgress, _) => "§6.5",
            (Reason::Repetition, _) => "§5",
        };
        format!("{} (chu-rules {section})", outcome.words(names))
    }

    fn pieces(_rules: &ChuRules) -> Vec<PieceSheet> {
        text::sheets()
    }

    fn board_view(position: &ChuPosition) -> BoardView {
        view::board_view(position, SquareNames::Japanese)
    }

    fn move_view(position: &ChuPosition, mv: Move, format: MoveFormat) -> Option<MoveView> {
        let action = Action::from_move(mv)?;
        Some(view::action_view(position, action, text::write_move(position, action, format)))
    }

    fn bench_positions() -> &'static [&'static str] {
        &BENCH_POSITIONS
    }

    fn parse_position(text: &str, rules: &ChuRules) -> Result<ChuPosition, PositionError> {
        text::parse_position(text, *rules)
    }

    fn parse_fen(text: &str, rules: &ChuRules) -> Result<ChuPosition, PositionError> {
        text::parse_fen(text, *rules)
    }

    fn fen_notes(text: &str) -> Vec<String> {
        fields::fen_notes(text, true)
    }

    fn write_position(position: &ChuPosition, format: PositionFormat, ply: usize) -> String {
        text::write_position(position, format, ply)
    }

    fn parse_move(position: &ChuPosition, text: &str) -> Result<Move, MoveError> {
        text::parse_move(position, text).map(Action::to_move)
    }

    fn parse_move_as(position: &ChuPosition, text: &str, format: MoveFormat) -> Result<Move, MoveError> {
        match format {
            MoveFormat::San => text::parse_san(position, text).map(Action::to_move),
            MoveFormat::Tsa => text::parse_tsa(position, text).map(Action::to_move),
            _ => Self::parse_move(position, text),
        }
    }

    fn write_move(position: &ChuPosition, mv: Move, format: MoveFormat) -> String {
        // A code that is no action cannot be written; it is no move of this game either.
        Action::from_move(mv).map_or_else(String::new, |action| text::write_move(position, action, format))
    }

    fn evaluation(settings: &Section) -> Result<Arc<ChuEvaluation>, SettingsError> {
        Self::weights(settings).map(|weights| shared(weights, ChuEvaluation::new))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    #[test]
    fn a_parameter_can_be_set_and_a_bad_one_is_named() {
        let parse = |text: &str| {
            let settings = Settings::parse(&format!("[chu.eval]\n{text}\n"), &["chu"]).unwrap();
            Chu::weights(&settings.variant("chu").eval)
        };
        let (layout, defaults) = (ChuEvaluation::layout(), ChuEvaluation::default_weights());
        let mut expected = defaults.clone();
        expected.set_text(layout, "value.lion", "1800").unwrap().unwrap();
        expected.set_text(layout, "tempo", "3 / 4").unwrap().unwrap();
        assert_ne!(expected, *defaults);
        assert_eq!(parse("value.lion = 1800\ntempo = 3 / 4"), Ok(expected));
        for (text, part) in
            [("tempo = 3000", "'tempo'"), ("value.lion = many", "'value.lion'"), ("lions = 3", "'lions'")]
        {
            assert!(parse(text).unwrap_err().to_string().contains(part), "{text}");
        }
    }
}
