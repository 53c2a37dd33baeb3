//! The terms that need a look at the board, counted once for play and for tuning alike.

use super::params::term;
use crate::eval::Sink;
use crate::games::whale::board::{SquareSet, Tables};
use crate::games::whale::piece::{HAND_KINDS, KINDS, Kind, Piece};
use crate::games::whale::state::WhalePosition;
use crate::geometry::Bitboard;
use crate::position::{Position, Side};

/// What the pieces of the two sides see, and the squares at their royals.
struct Sight {
    /// What pieces other than royals see, those with own pieces included.
    seen: [SquareSet; 2],
    /// The royal's square and those next to it; empty for a side without.
    around: [SquareSet; 2],
}

/// Counts all of them.
#[inline]
pub(super) fn count<const SIZE: usize, S: Sink>(position: &WhalePosition<SIZE>, sink: &mut S) {
    let around = Side::BOTH.map(|side| {
        let steps = |royal| Tables::<SIZE>::STEPS[Piece::new(Kind::White, side).code()][royal];
        position.royal(side).map_or(Bitboard::EMPTY, |royal| steps(royal) | Bitboard::of(royal))
    });
    let mut sight = Sight { seen: [Bitboard::EMPTY; 2], around };
    for side in Side::BOTH {
        sight.seen[side.index()] = pieces(position, side, around[(!side).index()], sink);
    }
    for side in Side::BOTH {
        royal(position, side, &sight, sink);
        threats(position, side, &sight, sink);
    }
    sink.add(term::TEMPO, sign(position.side_to_move()));
}

/// How a term that is good for a side counts for Black.
#[inline]
fn sign(side: Side) -> i32 {
    if side == Side::Black { 1 } else { -1 }
}

#[inline]
fn kind_on<const SIZE: usize>(position: &WhalePosition<SIZE>, square: usize) -> usize {
    position.board[square].kind().map_or(0, |kind| kind as usize % KINDS)
}

/// Mobility of the pieces of a side, and their attacks on the squares at the enemy's royal. Returns what they see.
#[inline]
fn pieces<const SIZE: usize, S: Sink>(
    position: &WhalePosition<SIZE>,
    side: Side,
    target: SquareSet,
    sink: &mut S,
) -> SquareSet {
    let (sign, own) = (sign(side), position.pieces[side.index()]);
    let mut all = Bitboard::EMPTY;
    let mut attackers = 0;
    for from in own & !position.set(side, Kind::White) {
        let (kind, seen) = (kind_on(position, from), position.seen_from(from));
        all |= seen;
        sink.add(term::MOBILITY + kind, sign * (seen & !own).count() as i32);
        let attacks = (seen & target).count();
        if attacks > 0 {
            sink.add(term::ATTACK + kind, sign * attacks as i32);
            attackers += 1;
        }
    }
    sink.add(term::ATTACKERS + attackers.min(term::MOST_ATTACKERS), sign);
    all
}

/// How safe the royal of a side is.
#[inline]
fn royal<const SIZE: usize, S: Sink>(position: &WhalePosition<SIZE>, side: Side, sight: &Sight, sink: &mut S) {
    let Some(royal) = position.royal(side) else { return };
    let (sign, enemy) = (sign(side), (!side).index());
    let around = sight.around[side.index()];
    let alone = around & !sight.seen[side.index()];
    let weak = (alone & sight.seen[enemy]).count() as usize;
    sink.add(term::WEAK + weak.min(term::MOST_WEAK), sign);
    let barred = position.pieces[side.index()] | sight.seen[enemy] | sight.around[enemy] | Bitboard::of(royal);
    let escapes = (around & !barred).count() as usize;
    sink.add(term::ESCAPES + escapes.min(term::MOST_ESCAPES), sign);
    if !(alone & position.empty_squares()).is_empty() {
        for kind in 0..HAND_KINDS {
            let held = position.hands[enemy][kind].min(2);
            sink.add(term::DROP + kind, -sign * i32::from(held));
        }
    }
}

/// The pieces of a side that enemy pieces attack.
#[inline]
fn threats<const SIZE: usize, S: Sink>(position: &WhalePosition<SIZE>, side: Side, sight: &Sight, sink: &mut S) {
    let (sign, now) = (sign(side), usize::from(position.side_to_move() != side));
    let protected = sight.seen[side.index()] | sight.around[side.index()];
    let own = position.pieces[side.index()] & !position.set(side, Kind::White);
    for square in own & sight.seen[(!side).index()] {
        let which = 2 * now + usize::from(protected.contains(square));
        sink.add(term::THREAT + which * KINDS + kind_on(position, square), sign);
    }
}
