//! Positions and moves as data.

use super::text::piece_text;
use super::{Action, Kind, Path, SIZE, Square, TaikyokuPosition};
use crate::notation::SquareNames;
use crate::view::{BoardView, KindView, MoveView, PieceView, Size, SquareView, StateValue, StateView};

const BOARD_SIZE: Size = Size { files: SIZE, ranks: SIZE };

fn square_view(square: Square) -> SquareView {
    BOARD_SIZE.square(square.file(), square.rank())
}

/// A kind as data.
pub fn kind_view(kind: Kind) -> KindView {
    KindView::new(kind.info().name, kind.info().id.to_owned(), None)
}

/// A position as data.
pub fn board_view(position: &TaikyokuPosition) -> BoardView {
    let mut view = BoardView::empty(BOARD_SIZE, SquareNames::Western, position.side());
    view.pieces.extend(position.all_pieces().filter_map(|(square, piece)| {
        Some(PieceView {
            square: square_view(square),
            side: piece.side(),
            kind: kind_view(position.kind_of(piece)?),
            promoted: piece.is_promoted(),
            text: piece_text(piece),
        })
    }));
    if position.rules.quiet_cap.is_some() {
        let value = StateValue::Number(position.quiet_plies());
        view.state.push(StateView::new("quiet_plies", "plies since the last capture or promotion", value));
    }
    view
}

/// A legal move as data, with its text.
pub fn move_view(position: &TaikyokuPosition, action: Action, text: String) -> MoveView {
    let Action { from, to, path, promotes } = action;
    let captures: Vec<SquareView> = position.victims(action).into_iter().map(square_view).collect();
    let (from, to) = (square_view(from), square_view(to));
    MoveView {
        code: action.to_move(),
        text,
        from: Some(from),
        via: captures.iter().copied().filter(|&square| square != to).collect(),
        to,
        promotes,
        drop: None,
        pass: from == to && path == Path::Plain,
        captures,
    }
}
