//! Positions and moves as data.

use super::text::letters;
use super::text::position::write_piece;
use super::{Action, ChuPosition, Kind, PromotionMode, SIZE, Square};
use crate::notation::SquareNames;
use crate::view::{BoardView, KindView, MoveView, PieceView, Size, SquareView, StateValue, StateView};

const BOARD_SIZE: Size = Size { files: SIZE, ranks: SIZE };

/// A square as data.
pub(in crate::games) fn square_view(square: Square) -> SquareView {
    BOARD_SIZE.square(square.file(), square.rank())
}

/// A kind as data.
pub(in crate::games) fn kind_view(kind: Kind) -> KindView {
    KindView::new(kind.info().name, letters(kind), Some(kind.info().kanji))
}

/// A position as data; `native` is how the game itself names squares.
pub(in crate::games) fn board_view(position: &ChuPosition, native: SquareNames) -> BoardView {
    let mut view = BoardView::empty(BOARD_SIZE, native, position.side());
    view.pieces.extend(position.all_pieces().map(|(square, piece)| PieceView {
        square: square_view(square),
        side: piece.side(),
        kind: kind_view(piece.kind()),
        promoted: piece.kind().is_promoted(),
        text: write_piece(piece),
    }));
    let lion = position.counter_strike().map(square_view);
    let meaning = "where a piece that is no lion has just taken a lion";
    view.state.push(StateView::new("counter_strike", meaning, StateValue::Square(lion)));
    let meaning = match position.rules.promotion {
        PromotionMode::Msm => "pieces that have declined to promote, and now do so by a capture or on entering alone",
        PromotionMode::Delay => "pieces that have just entered their zone without promoting, and may not do so yet",
        PromotionMode::Strict | PromotionMode::Free => return view,
    };
    let squares = position.promotion_barred().map(square_view).collect();
    view.state.push(StateView::new("promotion_barred", meaning, StateValue::Squares(squares)));
    view
}

/// A legal move as data, with its text.
pub(in crate::games) fn action_view(position: &ChuPosition, action: Action, text: String) -> MoveView {
    let Action { from, via, to, promote } = action;
    let taken = Some(to).filter(|&to| to != from && !position.piece_on(to).is_none());
    MoveView {
        code: action.to_move(),
        text,
        from: Some(square_view(from)),
        via: via.map(square_view).into_iter().collect(),
        to: square_view(to),
        promotes: promote,
        drop: None,
        pass: action.is_pass(),
        captures: via.into_iter().chain(taken).map(square_view).collect(),
    }
}
