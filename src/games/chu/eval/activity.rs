//! The terms that need a look at the board, counted once for play and for tuning alike.

use super::params::{FAMILIES, family, term};
use crate::eval::Sink;
use crate::games::chu::piece::{Class, KIND_TABLE, KINDS, PIECES, Piece};
use crate::games::chu::square::{BOARD, FRAME, LION_AREA, NEIGHBOURS, Square, SquareSet};
use crate::games::chu::state::{ChuPosition, ZONE};
use crate::geometry::{Direction, over_directions};
use crate::position::Side;

/// Families by piece code; an empty square has none, and its number is out of range.
static FAMILY: [u8; PIECES] = {
    let mut table = [u8::MAX; PIECES];
    let mut kind = 0;
    while kind < KINDS {
        let row = &KIND_TABLE[kind];
        table[Piece::new(row.kind, Side::Black).code()] = family(row.kind) as u8;
        table[Piece::new(row.kind, Side::White).code()] = family(row.kind) as u8;
        kind += 1;
    }
    table
};

#[inline]
pub(super) fn family_of(piece: Piece) -> usize {
    FAMILY[piece.code()] as usize % 16
}

/// Counts all of them.
#[inline]
pub(super) fn count<S: Sink>(position: &ChuPosition, sink: &mut S) {
    sliders(position, sink);
    let steps = Side::BOTH.map(|side| steps(position, side));
    for side in Side::BOTH {
        shelter(position, side, sink);
        threats(position, side, &steps, sink);
        lions(position, side, &steps, sink);
    }
    sink.add(term::TEMPO, sign(position.side));
}

/// How a term that is good for a side counts for Black.
#[inline]
fn sign(side: Side) -> i32 {
    if side == Side::Black { 1 } else { -1 }
}

/// The squares that the pieces of a side reach by one plain step, sliders included.
#[inline]
fn steps(position: &ChuPosition, side: Side) -> SquareSet {
    over_directions!(|, D => {
        let movers = *position.steppers(side, D) | *position.sliders(side, D);
        movers.shifted(FRAME.delta(D) as i32)
    }) & BOARD
}

/// What sliders of both sides see: squares, the promotion zone, and an enemy at the end. Lines whose first square is taken
/// do not count.
#[inline]
fn sliders<S: Sink>(position: &ChuPosition, sink: &mut S) {
    let empty = position.empty_squares();
    over_directions!(;, D => {
        let sliders = *position.sliders(Side::Black, D) | *position.sliders(Side::White, D);
        let unblocked = sliders & empty.shifted(-FRAME.delta(D) as i32);
        unblocked.into_iter().for_each(|square| {
            let piece = position.board[square];
            let reach = position.reach(square, D);
            let end = FRAME.walk(square, D, reach);
            let (side, sign) = (piece.side(), sign(piece.side()));
            let forward = D.step().1 * sign;
            sink.add(term::MOBILITY + 3 * piece.kind() as usize + (1 - forward) as usize, sign * i32::from(reach));
            let zone = &ZONE[side.index()];
            if forward > 0
                && zone.contains(end)
                && !zone.contains(square)
                && position.set(side, Class::Promotable).contains(square)
            {
                sink.add(term::PROMOTION_PATH + family_of(piece), sign);
            }
            let target = position.board[end];
            if target.belongs_to(!side) {
                let now = enemy_moves(position, !side);
                sink.add(term::SLIDE_THREAT + now * FAMILIES + family_of(target), -sign);
            }
        });
    });
}

/// What stands around the only royal, and the enemy's lions on their way.
#[inline]
fn shelter<S: Sink>(position: &ChuPosition, side: Side, sink: &mut S) {
    let Some(royal) = position.only_royal(side) else { return };
    let sign = sign(side);
    let around = NEIGHBOURS[royal.index()] & position.pieces_of(side);
    around.into_iter().for_each(|square| sink.add(term::CASTLE + family_of(position.board[square]), sign));
    position.set(!side, Class::Lion).into_iter().for_each(|lion| {
        sink.add(term::LION_DISTANCE + royal.distance(Square::at(lion)).min(7), -sign);
    });
}

/// The pieces of a side that enemies attack by a step.
#[inline]
fn threats<S: Sink>(position: &ChuPosition, side: Side, steps: &[SquareSet; 2], sink: &mut S) {
    let (sign, now) = (sign(side), enemy_moves(position, side));
    let attacked = steps[(!side).index()] & position.pieces_of(side);
    attacked.into_iter().for_each(|square| {
        let protected = usize::from(steps[side.index()].contains(square));
        let family = family_of(position.board[square]);
        sink.add(term::STEP_THREAT + (2 * now + protected) * FAMILIES + family, sign);
    });
}

/// What the enemy's lions attack, and own lions that are attacked while the enemy is to move.
#[inline]
fn lions<S: Sink>(position: &ChuPosition, side: Side, steps: &[SquareSet; 2], sink: &mut S) {
    let (sign, now) = (sign(side), enemy_moves(position, side));
    let unprotected = position.pieces_of(side) & !steps[side.index()];
    position.set(!side, Class::Lion).into_iter().for_each(|lion| {
        (LION_AREA[lion] & unprotected).into_iter().for_each(|square| {
            sink.add(term::LION_THREAT + now * FAMILIES + family_of(position.board[square]), sign);
        });
    });
    if now == 1 {
        let lions = position.set(side, Class::Lion).into_iter();
        let stepped_on = &steps[(!side).index()];
        let attacked =
            lions.filter(|&lion| stepped_on.contains(lion) || position.is_attacked(Square::at(lion), !side)).count();
        sink.add(term::LION_ATTACKED, sign * attacked as i32);
    }
}

/// Which of two terms holds for what an enemy can take: the second if that enemy is to move.
#[inline]
fn enemy_moves(position: &ChuPosition, side: Side) -> usize {
    usize::from(position.side != side)
}
