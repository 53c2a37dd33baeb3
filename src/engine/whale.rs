//! Whale Shogi and Paulowich Whale Shogi as [`Variant`]s.

use super::text::parameters;
use super::variant::{BoardStyle, MoveFormat, PositionFormat, TextError, Variant};
use crate::notation::whale as notation;
use crate::position::Move;
use crate::settings::Section;
use crate::whale::{Action, HANDICAPS, WhaleEvaluator, WhaleParams, WhalePosition, WhaleRules};

/// The whale game on a board of this size.
pub struct WhaleGame<const SIZE: usize>;

/// Whale Shogi.
pub type Whale = WhaleGame<6>;

/// Paulowich Whale Shogi.
pub type Paulowich = WhaleGame<7>;

/// From the opening over fights with full hands to bare endings.
const WHALE_BENCH: [&str; 8] = [
    notation::start_text(6),
    "b1pwgh/d1d1dd/n1d3/1DD1D1/D2DND/HGWP1B b Dd 12",
    "bnpwgh/1dddd1/1DD2d/d5/D2DDD/HGWPNB w - 6",
    "b1p1gh/d2wd1/1dd3/D1DdDd/2W2D/H2PNB b NDgd 20",
    "1np2D/b1w3/d2D1D/1D4/D2GN1/HGWP1B b H4D2d 30",
    "b1n3/d3g1/1d1d2/d1w2D/DD1DDg/HWHPN1 w 2Dkbd 28",
    "2p1wh/1bdd2/4gd/H2D2/DnD2D/1W1PNB w 3Dg2d 31",
    "3w2/2d3/6/3K2/6/2W3 b GDnbd 60",
];

/// The same for the larger board.
const PAULOWICH_BENCH: [&str; 8] = [
    notation::start_text(7),
    "bnpwagh/d1ddd1d/5N1/1d5/2D4/DD1DDDD/HGAWP1B b D 9",
    "1npwagh/1bd1d1d/1d1d1d1/d5D/2D1D2/1D1D1D1/HGAWPNB b d 14",
    "n1pwa1h/1bd1d1D/d2nd2/1dD2g1/D2dDBd/1D3D1/HGAP1W1 b D 25",
    "b1npw2/d1dddhd/g6/d2DA2/1dDDB2/DDA1D1D/HG1W1PN w - 22",
    "dp2ag1/b2Dd2/2dwhd1/d5d/D1DD1B1/D1A4/Hd2WP1 b 2NDgd 35",
    "2wp2h/1D5/bBDD3/6D/1G3gD/3dd2/HAW4 b 2NA2Dk5d 50",
    "3w3/2d4/7/3K3/7/7/2W4 b GDnba 70",
];

impl<const SIZE: usize> Variant for WhaleGame<SIZE> {
    type Position = WhalePosition<SIZE>;
    type Evaluator = WhaleEvaluator<SIZE>;

    const NAME: &'static str = if SIZE == 7 { "paulowich" } else { "whale" };
    const TITLE: &'static str = if SIZE == 7 { "Paulowich Whale Shogi" } else { "Whale Shogi" };
    const RULES: &'static str = "seed";
    const CECP_RULES: &'static str = "seed";

    fn start(rules: &WhaleRules) -> WhalePosition<SIZE> {
        notation::start(*rules)
    }

    fn set_ups() -> Vec<(&'static str, &'static str)> {
        if SIZE == 6 {
            HANDICAPS.iter().map(|handicap| (handicap.name, handicap.position)).collect()
        } else {
            Vec::new()
        }
    }

    fn bench_positions() -> &'static [&'static str] {
        if SIZE == 7 { &PAULOWICH_BENCH } else { &WHALE_BENCH }
    }

    fn parse_position(text: &str, rules: &WhaleRules) -> Result<WhalePosition<SIZE>, TextError> {
        notation::parse_position(text, *rules)
    }

    fn parse_fen(text: &str, rules: &WhaleRules) -> Result<WhalePosition<SIZE>, TextError> {
        notation::parse_fen(text, *rules)
    }

    fn write_position(position: &WhalePosition<SIZE>, format: PositionFormat, ply: usize) -> String {
        notation::write_position(position, format, ply)
    }

    fn parse_move(position: &WhalePosition<SIZE>, text: &str) -> Result<Move, TextError> {
        notation::parse_move(position, text).map(Action::to_move)
    }

    fn write_move(_position: &WhalePosition<SIZE>, mv: Move, format: MoveFormat) -> String {
        // A code that is no action cannot be written; it is no move of this game either.
        Action::from_move(mv, SIZE).map_or_else(String::new, |action| notation::write_move(action, format))
    }

    fn draw(position: &WhalePosition<SIZE>, _style: BoardStyle, _format: MoveFormat, flip: bool) -> String {
        notation::draw(position, flip)
    }

    fn cecp_setup() -> Vec<String> {
        notation::setup_lines(&notation::start::<SIZE>(WhaleRules::SEED))
    }

    fn evaluator(settings: &Section) -> Result<WhaleEvaluator<SIZE>, TextError> {
        parameters::<WhaleParams>(settings).map(|params| WhaleEvaluator::new(&params))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;
    use crate::whale::Weights;

    #[test]
    fn the_shipped_file_lists_every_parameter_with_its_default() {
        let text: String = include_str!("../../engine.ini")
            .lines()
            .map(|line| line.strip_prefix(';').filter(|key| !key.starts_with(' ')).unwrap_or(line))
            .flat_map(|line| [line, "\n"])
            .collect();
        let settings = Settings::parse(&text, crate::engine::NAMES).unwrap();
        for name in [Whale::NAME, Paulowich::NAME] {
            let section = settings.variant(name).eval;
            assert_eq!(section.iter().count(), Weights::ALL.len() + WhaleParams::value_keys().count());
            assert!(WhaleParams::value_keys().all(|key| section.text(&key).is_some()));
            assert_eq!(parameters(&section), Ok(WhaleParams::default()));
            let settings = settings.variant(name);
            assert_eq!((settings.rules.as_deref(), settings.cecp_rules.as_deref()), (Some("seed"), Some("seed")));
        }
    }

    #[test]
    fn the_bench_positions_are_positions() {
        fn check<V: Variant<Position = P>, P: crate::position::Position>(rules: &crate::engine::Rules<V>) {
            for text in V::bench_positions() {
                let position = V::parse_position(text, rules).unwrap();
                assert!(position.count_moves() > 0 && V::write_position(&position, PositionFormat::Sfen, 0) == *text);
            }
        }
        check::<Whale, _>(&WhaleRules::SEED);
        check::<Paulowich, _>(&WhaleRules::SEED);
    }

    #[test]
    fn values_of_the_board_and_of_the_hand_are_set_by_name() {
        let settings = Settings::parse("[whale.eval]\nhand.dolphin = 7\nvalue.dolphin = 8\n", &["whale"]).unwrap();
        let params: WhaleParams = parameters(&settings.variant("whale").eval).unwrap();
        let dolphin = crate::whale::Kind::Dolphin as usize;
        assert_eq!((params.hand_values[dolphin], params.values[dolphin]), (7, 8));
        for key in ["hand.porpoise", "value.white_whale", "value.shark", "fins"] {
            let settings = Settings::parse(&format!("[whale.eval]\n{key} = 7\n"), &["whale"]).unwrap();
            assert!(parameters::<WhaleParams>(&settings.variant("whale").eval).is_err(), "{key}");
        }
    }
}
