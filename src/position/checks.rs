//! Checks and evasions by trying every move: what games without generators of their own use, and what those of the
//! others must agree with.

use super::{MoveList, Outcome, Position, Reason};

/// Appends every legal move that checks, or takes the last royal; see [`Position::checks`].
pub fn filtered_checks<P: Position>(position: &P, out: &mut MoveList) {
    let mover = position.side_to_move();
    filtered(position, out, |after| {
        after.royals_hang(!mover) || after.outcome() == Some(Outcome::win(mover, Reason::Royals))
    });
}

/// Appends every legal move that leaves no royal to be taken, or takes the last one; see [`Position::evasions`].
pub fn filtered_evasions<P: Position>(position: &P, out: &mut MoveList) {
    let mover = position.side_to_move();
    filtered(position, out, |after| {
        !after.royals_hang(mover) || after.outcome() == Some(Outcome::win(mover, Reason::Royals))
    });
}

/// Appends every legal move after which something holds.
fn filtered<P: Position>(position: &P, out: &mut MoveList, holds: impl Fn(&P) -> bool) {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let mut after = position.clone();
    out.extend(moves.into_iter().filter(|&mv| {
        position.is_legal(mv) && {
            let undo = after.make(mv, &mut ());
            let kept = holds(&after);
            after.unmake(mv, undo);
            kept
        }
    }));
}
