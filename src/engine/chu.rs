//! Chu Shogi as a [`Variant`].

use super::variant::{BoardStyle, MoveFormat, PositionFormat, TextError, Variant};
use crate::chu::{Action, ChuEvaluator, ChuPosition, ChuRules, EvalParams};
use crate::notation;
use crate::position::Move;
use crate::settings::Section;

/// Chu Shogi.
pub struct Chu;

/// From the start to bare endings, with fights between lions.
const BENCH_POSITIONS: [&str; 2] = [
    notation::START,
    "lfcsgekgscfl/a1b1t+o1t1b1a/mvr1d4rvm/p2p1dp1p1pp/3i1q1php2/1pp1p+oh1i3/3I3P4/1PPPPPN1IPH1/PV1XXSPQP1PP/\
     M1RH3D1RVM/A3TD1T1B1A/LFC1GKEGSCFL w - 48",
];

impl Variant for Chu {
    type Position = ChuPosition;
    type Evaluator = ChuEvaluator;

    const NAME: &'static str = "chu";
    const TITLE: &'static str = "Chu Shogi";
    const RULES: &'static str = "historic";
    const CECP_RULES: &'static str = "winboard";

    fn start(rules: &ChuRules) -> ChuPosition {
        notation::start(*rules)
    }

    fn bench_positions() -> &'static [&'static str] {
        &BENCH_POSITIONS
    }

    fn parse_position(text: &str, rules: &ChuRules) -> Result<ChuPosition, TextError> {
        notation::parse_position(text, *rules)
    }

    fn parse_fen(text: &str, rules: &ChuRules) -> Result<ChuPosition, TextError> {
        notation::parse_fen(text, *rules)
    }

    fn write_position(position: &ChuPosition, format: PositionFormat, ply: usize) -> String {
        notation::write_position(position, format, ply)
    }

    fn parse_move(position: &ChuPosition, text: &str) -> Result<Move, TextError> {
        notation::parse_move(position, text).map(Action::to_move)
    }

    fn write_move(position: &ChuPosition, mv: Move, format: MoveFormat) -> String {
        // A code that is no action cannot be written; it is no move of this game either.
        Action::from_move(mv).map_or_else(String::new, |action| notation::write_move(position, action, format))
    }

    fn draw(position: &ChuPosition, style: BoardStyle, format: MoveFormat, flip: bool) -> String {
        notation::draw(position, style, format, flip)
    }

    fn evaluator(settings: &Section) -> Result<ChuEvaluator, TextError> {
        let mut params = EvalParams::default();
        let known: Vec<&str> =
            settings.iter().map(|(key, _)| key).filter(|key| params.get_mut(key).is_some()).collect();
        settings.check_keys(&known)?;
        for key in known {
            if let Some((number, (least, greatest))) = params.get_mut(key)
                && let Some(value) = settings.int(key, least as i64..=greatest as i64)?
            {
                *number = value as i32;
            }
        }
        Ok(ChuEvaluator::new(&params))
    }
}
