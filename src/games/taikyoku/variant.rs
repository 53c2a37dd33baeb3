//! Taikyoku Shogi as a [`Variant`].

use super::{Action, TaikyokuEvaluation, TaikyokuPosition, TaikyokuRules};
use super::{text, view};
use crate::eval::{Weighted, shared};
use crate::games::Variant;
use crate::ini::{Section, SettingsError};
use crate::notation::{MoveError, MoveFormat, PieceSheet, PositionError, PositionFormat, SquareNames};
use crate::position::Move;
use crate::search::SearchParams;
use crate::view::{BoardView, MoveView};
use once_cell::sync::Lazy;
use std::sync::Arc;

/// Taikyoku Shogi.
pub struct Taikyoku;

/// The start position, and positions of games of the engine with itself, a line each.
static BENCH: Lazy<Vec<&str>> = Lazy::new(|| include_str!("bench.txt").lines().collect());

impl Variant for Taikyoku {
    type Position = TaikyokuPosition;
    type Evaluation = TaikyokuEvaluation;
    type Classic = TaikyokuEvaluation;

    const NAME: &'static str = "taikyoku";
    const TITLE: &'static str = "Taikyoku Shogi";
    const OFFERED_TO_XBOARD: bool = false;
    const MOVE_FORMATS: &'static [MoveFormat] = &[MoveFormat::Usi, MoveFormat::Cecp, MoveFormat::Coord];
    const MOVE_EXAMPLES: &'static str = "a11a12; with captures on the way s10s11t12, in place s10s11s10; a pass s10s10";
    const RULES: &'static str = "standard";
    const CECP_RULES: &'static str = "standard";
    const USI_RULES: &'static str = "standard";

    fn start(rules: &TaikyokuRules) -> TaikyokuPosition {
        text::start(*rules)
    }

    /// There are so many captures on this board, of pieces worth so much, that quiescence has to narrow quickly.
    fn search_params() -> SearchParams {
        SearchParams { quiescence_moves: 6, quiescence_plies: 1, ..SearchParams::default() }
    }

    fn bench_positions() -> &'static [&'static str] {
        &BENCH
    }

    fn parse_position(text: &str, rules: &TaikyokuRules) -> Result<TaikyokuPosition, PositionError> {
        text::parse_position(text, *rules)
    }

    fn parse_fen(text: &str, rules: &TaikyokuRules) -> Result<TaikyokuPosition, PositionError> {
        text::parse_fen(text, *rules)
    }

    fn write_position(position: &TaikyokuPosition, format: PositionFormat, ply: usize) -> String {
        match format {
            PositionFormat::Sfen => text::write_position(position, ply),
            PositionFormat::Fen => text::write_fen(position, ply),
        }
    }

    fn parse_move(position: &TaikyokuPosition, text: &str) -> Result<Move, MoveError> {
        text::parse_move(position, text).map(Action::to_move)
    }

    fn write_move(position: &TaikyokuPosition, mv: Move, format: MoveFormat) -> String {
        // A code that is no action cannot be written; it is no move of this game either.
        Action::from_move(mv).map_or_else(String::new, |action| text::write_move(position, action, format))
    }

    fn pieces(rules: &TaikyokuRules) -> Vec<PieceSheet> {
        text::sheets(rules)
    }

    /// The game has one way to name squares.
    fn square_names(_format: MoveFormat) -> SquareNames {
        SquareNames::Western
    }

    fn board_view(position: &TaikyokuPosition) -> BoardView {
        view::board_view(position)
    }

    fn move_view(position: &TaikyokuPosition, mv: Move, format: MoveFormat) -> Option<MoveView> {
        let action = Action::from_move(mv)?;
        Some(view::move_view(position, action, text::write_move(position, action, format)))
    }

    fn evaluation(settings: &Section) -> Result<Arc<TaikyokuEvaluation>, SettingsError> {
        Self::weights(settings).map(|weights| shared(weights, TaikyokuEvaluation::new))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    #[test]
    fn weights_are_single_numbers() {
        let weights = |text: &str| {
            let settings = Settings::parse(&format!("[taikyoku.eval]\n{text}\n"), &["taikyoku"]).unwrap();
            Taikyoku::weights(&settings.variant("taikyoku").eval)
        };
        let mut expected = TaikyokuEvaluation::default_weights().clone();
        for (key, text) in [("tempo", "3"), ("promotion_prospect", "40"), ("value.pawn", "90")] {
            expected.set_text(TaikyokuEvaluation::layout(), key, text).unwrap().unwrap();
        }
        assert_eq!(weights("tempo = 3\npromotion_prospect = 40\nvalue.pawn = 90"), Ok(expected));
        for text in ["201", "-1", "much", "3 / 4", "1 2"] {
            let reason = format!("line 2: 'tempo' cannot be '{text}': it must be a whole number from 0 to 200");
            assert_eq!(weights(&format!("tempo = {text}")).unwrap_err().to_string(), reason);
        }
    }

    #[test]
    fn the_bench_positions_are_positions() {
        use crate::position::{MoveCounting, Position};
        let start = Taikyoku::write_position(&Taikyoku::start(&TaikyokuRules::STANDARD), PositionFormat::Sfen, 0);
        for (index, text) in Taikyoku::bench_positions().iter().enumerate() {
            let position = Taikyoku::parse_position(text, &TaikyokuRules::STANDARD).unwrap();
            assert!(position.count_moves() > 0 && position.outcome().is_none());
            assert_eq!(Taikyoku::write_position(&position, PositionFormat::Sfen, 0), *text);
            assert_eq!(index == 0, *text == start);
        }
    }
}
