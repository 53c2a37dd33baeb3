//! Whale Shogi and Paulowich Whale Shogi as [`Variant`]s.

use super::{Action, HANDICAPS, Handicap, WhaleEvaluator, WhaleParams, WhalePosition, WhaleRules};
use super::{text, view};
use crate::games::{SetUp, Variant, XboardSetup};
use crate::notation::{BoardStyle, MoveFormat, PieceSheet, PositionFormat, SquareNames, TextError};
use crate::position::Move;
use crate::settings::{Section, parameters};
use crate::view::{BoardView, MoveView};

/// The whale game on a board of this size.
pub struct WhaleGame<const SIZE: usize>;

/// Whale Shogi.
pub type Whale = WhaleGame<6>;

/// Paulowich Whale Shogi.
pub type Paulowich = WhaleGame<7>;

/// From the opening to fights with full hands.
const WHALE_BENCH: [&str; 8] = [
    text::start_text(6),
    "b1npwh/dd2g1/2dDdd/DDDDD1/3HBD/1GWPN1 w - 22",
    "2pw1h/db3d/1ndD2/DD1DN1/2D2D/dGWP2 b GDhbd 27",
    "bnphw1/1dd2D/d4G/1DDB1D/D1W3/HG1P2 w Dn3d 30",
    "bnp1h1/d1d2N/1d1wd1/2G3/DDD1DD/HG1W1B b Dk2d 37",
    "2nwg1/1Dn2d/2bhd1/K1dd1D/W2dB1/HG2P1 b 5D 47",
    "bnpw2/dd2g1/2Hd2/ND4/2d2D/1W1P1B w G2Dh4d 58",
    "b1nh1w/d5/2nDd1/3DdD/DDDK1D/HG1W1B b Dkgd 63",
];

/// The same for the larger board.
const PAULOWICH_BENCH: [&str; 8] = [
    text::start_text(7),
    "b1pwagh/dd1dd1d/2d4/2D1ddD/1n2N2/1H1DDD1/1GAWP1B w d 18",
    "2pwag1/bd1ddhd/2n2d1/d1dDD2/1D1N2D/D1D2DB/HGAWP2 w - 20",
    "1npwagh/b1d3d/3Ddd1/d6/2G1DD1/D1D3D/H1A1WN1 w B3Dk 26",
    "b1pwa1h/dddd2d/4n1g/2DDd2/DD3DD/4W1B/HGAP1N1 w Dd 30",
    "bn1w3/dd1ka2/3dGd1/1D2D2/H1BH1D1/D2DD1D/2AWN2 b K3Dg 59",
    "n1p1H2/dDd2Bd/1d1dw2/4N1D/2bDD2/DhdaW2/G3P2 w Ag3d 62",
    "b1pw3/2Dd1a1/d1Dd1n1/1Hd3B/Dd4D/3D1W1/2A1P2 b H2D2gn2d 73",
];

impl<const SIZE: usize> Variant for WhaleGame<SIZE> {
    type Position = WhalePosition<SIZE>;
    type Evaluator = WhaleEvaluator<SIZE>;

    const NAME: &'static str = if SIZE == 7 { "paulowich" } else { "whale" };
    const TITLE: &'static str = if SIZE == 7 { "Paulowich Whale Shogi" } else { "Whale Shogi" };
    const MOVE_EXAMPLES: &'static str = "a2a3 or D-a3, captures Dxd4, drops D*c3";
    const RULES: &'static str = "seed";
    const CECP_RULES: &'static str = "seed";
    const USI_RULES: &'static str = "seed";

    fn start(rules: &WhaleRules) -> WhalePosition<SIZE> {
        text::start(*rules)
    }

    fn set_ups() -> Vec<SetUp> {
        let handicaps = if SIZE == 6 { HANDICAPS } else { &[] };
        let set_up = |&Handicap { id, name, change, position }| {
            let (change, position) = (change.to_owned(), position.to_owned());
            SetUp { id, name, change, position }
        };
        handicaps.iter().map(set_up).collect()
    }

    fn pieces(_rules: &WhaleRules) -> Vec<PieceSheet> {
        text::sheets(SIZE)
    }

    /// The game has one way to name squares.
    fn square_names(_format: MoveFormat) -> SquareNames {
        SquareNames::Western
    }

    fn board_view(position: &WhalePosition<SIZE>) -> BoardView {
        view::board_view(position)
    }

    fn move_view(position: &WhalePosition<SIZE>, mv: Move, format: MoveFormat) -> Option<MoveView> {
        let action = Action::from_move(mv, SIZE)?;
        Some(view::move_view(position, action, Self::write_move(position, mv, format)))
    }

    fn bench_positions() -> &'static [&'static str] {
        if SIZE == 7 { &PAULOWICH_BENCH } else { &WHALE_BENCH }
    }

    fn parse_position(text: &str, rules: &WhaleRules) -> Result<WhalePosition<SIZE>, TextError> {
        text::parse_position(text, *rules)
    }

    fn parse_fen(text: &str, rules: &WhaleRules) -> Result<WhalePosition<SIZE>, TextError> {
        text::parse_fen(text, *rules)
    }

    fn write_position(position: &WhalePosition<SIZE>, format: PositionFormat, ply: usize) -> String {
        text::write_position(position, format, ply)
    }

    fn parse_move(position: &WhalePosition<SIZE>, text: &str) -> Result<Move, TextError> {
        text::parse_move(position, text).map(Action::to_move)
    }

    fn parse_move_as(position: &WhalePosition<SIZE>, text: &str, format: MoveFormat) -> Result<Move, TextError> {
        match format {
            MoveFormat::San => text::parse_san(position, text).map(Action::to_move),
            _ => Self::parse_move(position, text),
        }
    }

    fn write_move(position: &WhalePosition<SIZE>, mv: Move, format: MoveFormat) -> String {
        // A code that is no action cannot be written; it is no move of this game either.
        Action::from_move(mv, SIZE).map_or_else(String::new, |action| match format {
            MoveFormat::San => text::write_san(position, action),
            MoveFormat::Tsa => text::write_book(position, action),
            _ => text::write_move(action, format),
        })
    }

    fn draw(position: &WhalePosition<SIZE>, _style: BoardStyle, _format: MoveFormat, flip: bool) -> String {
        text::draw(position, flip)
    }

    fn cecp_setup() -> XboardSetup {
        text::xboard_setup(&text::start::<SIZE>(WhaleRules::SEED))
    }

    fn evaluator(settings: &Section) -> Result<WhaleEvaluator<SIZE>, TextError> {
        parameters::<WhaleParams<SIZE>>(settings).map(|params| WhaleEvaluator::new(&params))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    fn check_shipped<const SIZE: usize>(settings: &Settings) {
        let settings = settings.variant(WhaleGame::<SIZE>::NAME);
        let layout = WhaleParams::<SIZE>::layout();
        assert_eq!(settings.eval.iter().count(), layout.keys.len());
        assert!(layout.keys.iter().all(|key| settings.eval.text(&key.name).is_some()));
        assert_eq!(parameters(&settings.eval), Ok(WhaleParams::<SIZE>::default()));
        let rules = [settings.rules, settings.cecp_rules, settings.usi_rules];
        assert!(rules.iter().all(|rules| rules.as_deref() == Some("seed")), "{rules:?}");
    }

    #[test]
    fn the_shipped_file_lists_every_parameter_with_its_default() {
        let text: String = include_str!("../../../engine.ini")
            .lines()
            .map(|line| line.strip_prefix(';').filter(|key| !key.starts_with(' ')).unwrap_or(line))
            .flat_map(|line| [line, "\n"])
            .collect();
        let settings = Settings::parse(&text, crate::games::NAMES).unwrap();
        check_shipped::<6>(&settings);
        check_shipped::<7>(&settings);
    }

    #[test]
    fn the_bench_positions_are_positions() {
        fn check<V: Variant<Position = P>, P: crate::position::Position>(rules: &crate::games::Rules<V>) {
            for text in V::bench_positions() {
                let position = V::parse_position(text, rules).unwrap();
                assert!(position.count_moves() > 0 && V::write_position(&position, PositionFormat::Sfen, 0) == *text);
            }
        }
        check::<Whale, _>(&WhaleRules::SEED);
        check::<Paulowich, _>(&WhaleRules::SEED);
    }

    /// The score of a search, from the mover's view.
    fn score(position: &str, rules: &str, depth: u32) -> i32 {
        use crate::search::{Limits, Table, Task, WallClock, think};
        let position = Whale::parse_position(position, &rules.parse().unwrap()).unwrap();
        let task = Task {
            position: &position,
            evaluator: &WhaleEvaluator::default(),
            history: &crate::position::History::new(crate::position::Position::repetition_key(&position)),
            limits: &Limits { depth: Some(depth), ..Limits::default() },
            lines: 1,
            table: &Table::new(1).unwrap(),
            stop: &std::sync::atomic::AtomicBool::new(false),
            clock: &WallClock::start(),
            move_overhead: std::time::Duration::ZERO,
        };
        think(&task, &mut ()).score
    }

    #[test]
    fn perpetual_check_saves_nobody() {
        // Two killer whales and a grey one against a killer whale, which can give check without end.
        let position = "5k/5k/3W2/1K3g/3w2/6 b - 1";
        assert_eq!(score(position, "seed:rep.perpetual_check=draw", 8), 0);
        assert!(score(position, "seed", 8) < -500);
    }

    #[test]
    fn mates_are_counted_to_the_mating_move() {
        use crate::search::score::mate_in;
        // D*d5 would mate, protected by the dolphin behind it, but that is forbidden; nothing else mates.
        let drop = "bnpwgh/d1d1dd/1d1D2/6/DDD1DD/HGWPNB b D 1";
        assert_eq!(score(drop, "seed:dolphin.drop_mate=allowed", 3), mate_in(1));
        assert!(score(drop, "seed", 3) < mate_in(1));
        // The killer whale and the blue whale before the enemy royal in its corner: K-d6.
        assert_eq!(score("5w/6/3KB1/6/6/W5 b - 1", "seed", 3), mate_in(1));
        // K-e4 leaves the royal in the corner without a move, and out of check: that loses too.
        assert_eq!(score("5w/6/6/4K1/6/W5 b - 1", "seed", 3), mate_in(1));
    }

    #[test]
    fn weights_are_set_by_name() {
        let settings = |text: &str| {
            let settings = Settings::parse(&format!("[whale.eval]\n{text}\n"), &["whale"]).unwrap();
            parameters::<WhaleParams<6>>(&settings.variant("whale").eval)
        };
        let text = |params: &WhaleParams<6>, name: &str| {
            let key = WhaleParams::<6>::layout().keys.iter().find(|key| key.name == name).unwrap();
            params.0.text(key)
        };
        let params = settings("hand.dolphin = 7\nvalue.dolphin = 8 / 9").unwrap();
        assert_eq!(text(&params, "hand.dolphin"), "7");
        assert_eq!(text(&params, "value.dolphin"), "8 / 9");
        // Right whales live on the larger board.
        for key in ["hand.porpoise", "value.white_whale", "value.right_whale", "value.shark", "fins"] {
            assert!(settings(&format!("{key} = 7")).is_err(), "{key}");
        }
    }
}
