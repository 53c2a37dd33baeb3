//! Positions and moves as data.

use super::text::piece_letter;
use super::{Action, Kind, Square, WhalePosition};
use crate::notation::SquareNames;
use crate::position::Side;
use crate::view::{BoardView, HandsView, HeldView, Holding, KindView, MoveView, PieceView, Size, SquareView};

fn square_view<const SIZE: usize>(square: Square) -> SquareView {
    Size { files: SIZE, ranks: SIZE }.square(square.file(), square.rank())
}

/// A kind as data.
pub fn kind_view(kind: Kind) -> KindView {
    KindView::new(kind.info().name, kind.info().letter.to_string(), None)
}

/// A position as data.
pub fn board_view<const SIZE: usize>(position: &WhalePosition<SIZE>) -> BoardView {
    let mut view = BoardView::empty(Size { files: SIZE, ranks: SIZE }, SquareNames::Western, position.side());
    view.pieces.extend(position.all_pieces().filter_map(|(square, piece)| {
        let (kind, side) = piece.parts()?;
        let text = piece_letter((kind, side)).to_string();
        Some(PieceView { square: square_view::<SIZE>(square), side, kind: kind_view(kind), promoted: false, text })
    }));
    let held = |side| {
        let kinds = Kind::in_hand().filter(|kind| kind.is_on_board_of(SIZE));
        kinds.map(|kind| HeldView { kind: kind_view(kind), count: position.in_hand(side, kind) }).collect()
    };
    view.hands = Some(HandsView { holding: Holding::Hand, black: held(Side::Black), white: held(Side::White) });
    view
}

/// A legal move as data, with its text.
pub fn move_view<const SIZE: usize>(position: &WhalePosition<SIZE>, action: Action, text: String) -> MoveView {
    let (from, drop) = match action {
        Action::Move { from, .. } => (Some(square_view::<SIZE>(from)), None),
        Action::Drop { kind, .. } => (None, Some(kind_view(kind))),
    };
    let to = square_view::<SIZE>(action.to());
    let captures = if position.piece_on(action.to()).is_none() { Vec::new() } else { vec![to] };
    MoveView { code: action.to_move(), text, from, via: Vec::new(), to, promotes: false, drop, pass: false, captures }
}
