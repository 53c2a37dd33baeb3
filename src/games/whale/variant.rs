//! Whale Shogi and Paulowich Whale Shogi as [`Variant`]s.

use super::edition::Edition;
use super::{Action, Handicap, WhaleEvaluation, WhalePosition, WhaleRules};
use super::{text, view};
use crate::eval::{Weighted, shared};
use crate::games::{SetUp, Variant, XboardSetup};
use crate::ini::{Section, SettingsError};
use crate::notation::{MoveError, MoveFormat, PieceSheet, PositionError, PositionFormat, SquareNames};
use crate::position::Move;
use crate::view::{BoardView, MoveView};
use std::sync::Arc;

/// The whale game on a board of this size.
pub struct WhaleGame<const SIZE: usize>;

/// Whale Shogi.
pub type Whale = WhaleGame<6>;

/// Paulowich Whale Shogi.
pub type Paulowich = WhaleGame<7>;

impl<const SIZE: usize> Variant for WhaleGame<SIZE> {
    type Position = WhalePosition<SIZE>;
    type Evaluation = WhaleEvaluation<SIZE>;
    type Classic = WhaleEvaluation<SIZE>;

    const NAME: &'static str = Edition::of(SIZE).name;
    const TITLE: &'static str = Edition::of(SIZE).title;
    const MOVE_EXAMPLES: &'static str = "a2a3 or D-a3, captures Dxd4, drops D*c3";
    const RULES: &'static str = "standard";
    const CECP_RULES: &'static str = "standard";
    const USI_RULES: &'static str = "standard";

    fn start(rules: &WhaleRules) -> WhalePosition<SIZE> {
        text::start(*rules)
    }

    fn set_ups() -> Vec<SetUp> {
        let set_up = |&Handicap { id, name, change, position }| {
            let (change, position) = (change.to_owned(), position.to_owned());
            SetUp { id, name, change, position }
        };
        Edition::of(SIZE).handicaps.iter().map(set_up).collect()
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
        Edition::of(SIZE).bench
    }

    fn parse_position(text: &str, rules: &WhaleRules) -> Result<WhalePosition<SIZE>, PositionError> {
        text::parse_position(text, *rules)
    }

    fn parse_fen(text: &str, rules: &WhaleRules) -> Result<WhalePosition<SIZE>, PositionError> {
        text::parse_fen(text, *rules)
    }

    fn write_position(position: &WhalePosition<SIZE>, format: PositionFormat, ply: usize) -> String {
        text::write_position(position, format, ply)
    }

    fn parse_move(position: &WhalePosition<SIZE>, text: &str) -> Result<Move, MoveError> {
        text::parse_move(position, text).map(Action::to_move)
    }

    fn parse_move_as(position: &WhalePosition<SIZE>, text: &str, format: MoveFormat) -> Result<Move, MoveError> {
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

    fn cecp_setup() -> XboardSetup {
        text::xboard_setup(&text::start::<SIZE>(WhaleRules::STANDARD))
    }

    fn evaluation(settings: &Section) -> Result<Arc<WhaleEvaluation<SIZE>>, SettingsError> {
        Self::weights(settings).map(|weights| shared(weights, WhaleEvaluation::new))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Terms;
    use crate::settings::Settings;

    #[test]
    fn the_bench_positions_are_positions() {
        fn check<V: Variant<Position = P>, P: crate::position::GamePosition>(rules: &crate::games::Rules<V>) {
            for text in V::bench_positions() {
                let position = V::parse_position(text, rules).unwrap();
                assert!(position.count_moves() > 0 && V::write_position(&position, PositionFormat::Sfen, 0) == *text);
            }
        }
        check::<Whale, _>(&WhaleRules::STANDARD);
        check::<Paulowich, _>(&WhaleRules::STANDARD);
    }

    /// The score of a search, from the mover's view.
    fn score(position: &str, rules: &str, depth: u32) -> i32 {
        use crate::search::{SearchLimits, SearchParams, Task, ThreadPool, TranspositionTable};
        let position = Whale::parse_position(position, &rules.parse().unwrap()).unwrap();
        let history = crate::position::History::new(crate::position::Position::repetition_key(&position));
        let evaluation = Whale::evaluation(&Section::empty("eval")).unwrap();
        let limits = SearchLimits { depth: Some(depth), ..SearchLimits::default() };
        let table = TranspositionTable::new(1).unwrap();
        let task = Task::new(&position, &history, &evaluation, &limits, &table);
        ThreadPool::new(SearchParams::default(), 1).search(&task, &mut ()).score
    }

    #[test]
    fn perpetual_check_saves_nobody() {
        // Two killer whales and a grey one against a killer whale, which can give check without end.
        let position = "5k/5k/3W2/1K3g/3w2/6 b - 1";
        assert_eq!(score(position, "standard:rep.perpetual_check=draw", 8), 0);
        assert!(score(position, "standard", 8) < -500);
    }

    #[test]
    fn mates_are_counted_to_the_mating_move() {
        use crate::search::score::mate_in;
        // D*d5 would mate, protected by the dolphin behind it, but that is forbidden; nothing else mates.
        let drop = "bnpwgh/d1d1dd/1d1D2/6/DDD1DD/HGWPNB b D 1";
        assert_eq!(score(drop, "standard:dolphin.drop_mate=allowed", 3), mate_in(1));
        assert!(score(drop, "standard", 3) < mate_in(1));
        // The killer whale and the blue whale before the enemy royal in its corner: K-d6.
        assert_eq!(score("5w/6/3KB1/6/6/W5 b - 1", "standard", 3), mate_in(1));
        // K-e4 leaves the royal in the corner without a move, and out of check: that loses too.
        assert_eq!(score("5w/6/6/4K1/6/W5 b - 1", "standard", 3), mate_in(1));
    }

    #[test]
    fn weights_are_set_by_name() {
        let settings = |text: &str| {
            let settings = Settings::parse(&format!("[whale.eval]\n{text}\n"), &["whale"]).unwrap();
            Whale::weights(&settings.variant("whale").eval)
        };
        let text = |weights: &Terms, name: &str| {
            let key = WhaleEvaluation::<6>::layout().keys.iter().find(|key| key.name == name).unwrap();
            weights.text(key)
        };
        let weights = settings("hand.dolphin = 7\nvalue.dolphin = 8 / 9").unwrap();
        assert_eq!(text(&weights, "hand.dolphin"), "7");
        assert_eq!(text(&weights, "value.dolphin"), "8 / 9");
        // Right whales live on the larger board.
        for key in ["hand.porpoise", "value.white_whale", "value.right_whale", "value.shark", "fins"] {
            assert!(settings(&format!("{key} = 7")).is_err(), "{key}");
        }
    }
}
