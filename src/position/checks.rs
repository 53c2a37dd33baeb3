//! Checks and evasions: what the mate solver asks of a game, and the generators that try every move.

use super::{MoveList, Outcome, Position, Reason};

/// Move generators for the mate solver. The defaults try every move, which is slow and right.
pub trait MateHints: Position {
    /// The solver polls its observer after so many positions whose checks or evasions it has generated: as many as take
    /// a few milliseconds.
    const MATE_POLL_INTERVAL: u64 = 1 << 13;

    /// Appends the checks: the legal moves after which the opponent's [royals hang](Position::royals_hang), and those
    /// that win at once by taking the last of them. The order is free.
    fn checks(&self, out: &mut MoveList) {
        filtered_checks(self, out);
    }

    /// Appends the evasions: the legal moves after which the mover's royals do not [hang](Position::royals_hang), and
    /// those that win at once by taking the opponent's last royal. The order is free.
    fn evasions(&self, out: &mut MoveList) {
        filtered_evasions(self, out);
    }
}

/// The default of [`MateHints::checks`], with which faster generators must agree.
pub fn filtered_checks<P: Position>(position: &P, out: &mut MoveList) {
    let mover = position.side_to_move();
    filtered(position, out, |after| {
        after.royals_hang(!mover) || after.outcome() == Some(Outcome::win(mover, Reason::Royals))
    });
}

/// The default of [`MateHints::evasions`], with which faster generators must agree.
pub fn filtered_evasions<P: Position>(position: &P, out: &mut MoveList) {
    let mover = position.side_to_move();
    filtered(position, out, |after| {
        !after.royals_hang(mover) || after.outcome() == Some(Outcome::win(mover, Reason::Royals))
    });
}

/// Appends every legal move after which `holds` is true.
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
