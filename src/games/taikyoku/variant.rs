//! Taikyoku Shogi as a [`Variant`].

use super::{Action, TaikyokuEvaluator, TaikyokuPosition, TaikyokuRules, Weights};
use super::{text, view};
use crate::games::Variant;
use crate::notation::{Around, BoardStyle, MoveFormat, PieceSheet, PositionFormat, SquareNames, TextError};
use crate::position::Move;
use crate::search::Params;
use crate::settings::{Section, parameters};
use crate::view::{BoardView, MoveView};
use once_cell::sync::Lazy;

/// Taikyoku Shogi.
pub struct Taikyoku;

/// The start position, and positions of games of the engine with itself, a line each.
static BENCH: Lazy<Vec<&str>> = Lazy::new(|| include_str!("bench.txt").lines().collect());

impl Variant for Taikyoku {
    type Position = TaikyokuPosition;
    type Evaluator = TaikyokuEvaluator;

    const NAME: &'static str = "taikyoku";
    const TITLE: &'static str = "Taikyoku Shogi";
    const OFFERED_TO_XBOARD: bool = false;
    const MOVE_FORMATS: &'static [MoveFormat] = &[MoveFormat::Usi, MoveFormat::Cecp, MoveFormat::Coord];
    const MOVE_EXAMPLES: &'static str = "a11a12; with captures on the way s10s11t12, in place s10s11s10; a pass s10s10";
    const RULES: &'static str = "seed";
    const CECP_RULES: &'static str = "seed";
    const USI_RULES: &'static str = "seed";

    fn start(rules: &TaikyokuRules) -> TaikyokuPosition {
        text::start(*rules)
    }

    /// There are so many captures on this board, of pieces worth so much, that quiescence has to narrow quickly.
    fn search_params() -> Params {
        Params { quiescence_moves: 6, quiescence_plies: 1, ..Params::default() }
    }

    fn bench_positions() -> &'static [&'static str] {
        &BENCH
    }

    fn parse_position(text: &str, rules: &TaikyokuRules) -> Result<TaikyokuPosition, TextError> {
        text::parse_position(text, *rules)
    }

    fn parse_fen(text: &str, rules: &TaikyokuRules) -> Result<TaikyokuPosition, TextError> {
        text::parse_fen(text, *rules)
    }

    fn write_position(position: &TaikyokuPosition, format: PositionFormat, ply: usize) -> String {
        match format {
            PositionFormat::Sfen => text::write_position(position, ply),
            PositionFormat::Fen => text::write_fen(position, ply),
        }
    }

    fn parse_move(position: &TaikyokuPosition, text: &str) -> Result<Move, TextError> {
        text::parse_move(position, text).map(Action::to_move)
    }

    fn write_move(position: &TaikyokuPosition, mv: Move, format: MoveFormat) -> String {
        // A code that is no action cannot be written; it is no move of this game either.
        Action::from_move(mv).map_or_else(String::new, |action| text::write_move(position, action, format))
    }

    fn draw(position: &TaikyokuPosition, _style: BoardStyle, _format: MoveFormat, flip: bool) -> String {
        text::draw(position, flip)
    }

    fn draw_part(
        position: &TaikyokuPosition,
        around: Around<'_>,
        columns: usize,
        flip: bool,
    ) -> Option<Result<String, TextError>> {
        Some(text::middle(position, around).map(|middle| text::draw_part(position, middle, columns, flip)))
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

    fn evaluator(settings: &Section) -> Result<TaikyokuEvaluator, TextError> {
        parameters::<Weights>(settings).map(TaikyokuEvaluator::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    #[test]
    fn the_shipped_file_lists_every_parameter_with_its_default() {
        let text: String = include_str!("../../../engine.ini")
            .lines()
            .map(|line| line.strip_prefix(';').filter(|key| !key.starts_with(' ')).unwrap_or(line))
            .flat_map(|line| [line, "\n"])
            .collect();
        let settings = Settings::parse(&text, crate::games::NAMES).unwrap().variant(Taikyoku::NAME);
        assert_eq!(settings.eval.iter().count(), Weights::ALL.len());
        assert_eq!(parameters(&settings.eval), Ok(Weights::default()));
        assert_eq!((settings.rules.as_deref(), settings.usi_rules.as_deref()), (Some("seed"), Some("seed")));
    }

    #[test]
    fn the_bench_positions_are_positions() {
        use crate::position::Position;
        for (index, text) in Taikyoku::bench_positions().iter().enumerate() {
            let position = Taikyoku::parse_position(text, &TaikyokuRules::SEED).unwrap();
            assert!(position.count_moves() > 0 && position.outcome().is_none());
            assert_eq!(Taikyoku::write_position(&position, PositionFormat::Sfen, 0), *text);
            assert_eq!(index == 0, *text == text::start_text());
        }
    }
}
