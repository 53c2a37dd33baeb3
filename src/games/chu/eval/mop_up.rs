//! Mop-up: what turns a won ending into a win.
//!
//! A side far ahead wins by bringing up its king and its pieces, promoting them and driving the enemy king to the edge.
//! That takes dozens of moves, more than a search sees, and the tuned terms do not tell it: they count what shelters a
//! king even when nothing is left to attack it. These terms count for the side ahead only, on top of the tuned ones; they
//! do not depend linearly on weights and are no part of tuning.

use super::term::CASTLE;
use super::{ChuEvaluation, activity};
use crate::eval::{Taper, seen_by};
use crate::games::chu::piece::Class;
use crate::games::chu::square::{BOARD, FRAME, NEIGHBOURS, SIZE, Square, SquareSet};
use crate::games::chu::state::ChuPosition;
use crate::geometry::{Direction, over_directions};
use crate::position::Side;

/// With so few pieces on the board the terms count in full.
const FEW_PIECES: i32 = 16;

/// With so many pieces on the board they do not count.
const MANY_PIECES: i32 = 48;

/// Up to this lead the terms do not count, centipawns.
const SMALL_LEAD: i32 = 400;

/// From this lead on they count in full, centipawns.
const FULL_LEAD: i32 = 1600;

// Weights of the terms, in tenths of a centipawn. A step of a general or king gains more than it loses by the tuned terms.

/// For each file and rank by which the losing king is away from the centre.
const EDGE: i32 = 300;

/// For each step by which the winning king is nearer to the losing one.
const KING_NEAR: i32 = 250;

/// For each step by which another piece, one that cannot promote, is nearer to the losing king.
const PIECE_NEAR: i32 = 100;

/// For each rank by which a piece is nearer to its promotion zone.
const ADVANCE: i32 = 250;

/// Against a bare king, for each square that it cannot reach.
const CONFINED: i32 = 80;

/// As [`EDGE`], against a bare king.
const BARE_EDGE: i32 = 50;

/// As [`PIECE_NEAR`], against a bare king and for all pieces.
const BARE_PIECE_NEAR: i32 = 60;

/// Ranks from a side's edge to its promotion zone.
const WAY_TO_ZONE: usize = SIZE - 4;

/// Where the placement of the winning king is taken to be neutral, seen from its side.
const NEUTRAL: Square = Square::new(SIZE / 2, SIZE / 2).unwrap();

impl ChuEvaluation {
    /// Centipawns for Black to be added to a score of the tuned terms, which counts for Black too.
    #[inline]
    pub(super) fn mop_up(&self, position: &ChuPosition, score: i32) -> i32 {
        let pieces = position.count.into_iter().map(i32::from).sum::<i32>();
        if pieces >= MANY_PIECES {
            return 0;
        }
        let winner = if score > 0 { Side::Black } else { Side::White };
        let bare = position.count[(!winner).index()] == 1;
        let lead = if bare { FULL_LEAD } else { score.abs().min(FULL_LEAD) };
        if lead <= SMALL_LEAD {
            return 0;
        }
        // A side with two royals is not mated yet.
        let Some(king) = position.only_royal(!winner) else { return 0 };
        let progress = if bare { drive(position, winner, king) } else { approach(position, winner, king) };
        let tenths = i64::from(progress - self.shelter(position, winner));
        let share = i64::from((lead - SMALL_LEAD) * (MANY_PIECES - pieces.max(FEW_PIECES)));
        let whole = i64::from((FULL_LEAD - SMALL_LEAD) * (MANY_PIECES - FEW_PIECES));
        seen_by(winner, (tenths * share / (10 * whole)) as i32)
    }

    /// What the tuned terms count for the place of the winning king and for what stands around it, in tenths of a
    /// centipawn: a king that has to help needs no shelter.
    fn shelter(&self, position: &ChuPosition, winner: Side) -> i32 {
        let Some(square) = position.only_royal(winner) else { return 0 };
        let king = position.piece_on(square);
        let placed = |square| Taper::unpacked(seen_by(winner, self.piece_square.value(king, square))).end;
        let neutral = if winner == Side::Black { NEUTRAL } else { NEUTRAL.rotated() };
        let around = NEIGHBOURS[square.index()] & position.pieces_of(winner);
        let castle = |square| Taper::unpacked(self.activity[CASTLE + activity::family_of(position.board[square])]).end;
        placed(square) - placed(neutral) + around.into_iter().map(castle).sum::<i32>()
    }
}

/// How far the winner has come against a king with other pieces, in tenths of a centipawn.
fn approach(position: &ChuPosition, winner: Side, king: Square) -> i32 {
    let pieces = position.pieces_of(winner).into_iter().map(|index| {
        let square = Square::at(index);
        if position.set(winner, Class::Royal).contains(index) {
            KING_NEAR * nearness(king, square)
        } else if position.piece_on(square).can_promote() {
            ADVANCE * advance(winner, square)
        } else {
            PIECE_NEAR * nearness(king, square)
        }
    });
    EDGE * from_centre(king) + pieces.sum::<i32>()
}

/// How far the winner has come against a bare king, in tenths of a centipawn.
fn drive(position: &ChuPosition, winner: Side, king: Square) -> i32 {
    let pieces = position.pieces_of(winner).into_iter().map(|index| {
        let square = Square::at(index);
        if position.set(winner, Class::Royal).contains(index) {
            return KING_NEAR * nearness(king, square);
        }
        let advance = if position.piece_on(square).can_promote() { ADVANCE * advance(winner, square) } else { 0 };
        BARE_PIECE_NEAR * nearness(king, square) + advance
    });
    let confined = (BOARD.count() - region(position, winner, king).count()) as i32;
    CONFINED * confined + BARE_EDGE * from_centre(king) + pieces.sum::<i32>()
}

/// The squares that a lone king can reach if the winner never moves, its own included.
fn region(position: &ChuPosition, winner: Side, king: Square) -> SquareSet {
    let open = BOARD & !position.attacked_by(winner) & !position.pieces_of(winner);
    let mut region = SquareSet::of(king.index());
    loop {
        let near = over_directions!(|, D => region.shifted(FRAME.delta(D) as i32));
        let next = region | (near & open);
        if next == region {
            return region;
        }
        region = next;
    }
}

/// Steps saved on the way to the losing king, of the most there can be.
fn nearness(king: Square, square: Square) -> i32 {
    (SIZE - king.distance(square)) as i32
}

/// Ranks that a piece has gone towards its promotion zone.
fn advance(side: Side, square: Square) -> i32 {
    let rank = if side == Side::Black { square.rank() } else { SIZE - 1 - square.rank() };
    rank.min(WAY_TO_ZONE) as i32
}

/// Files and ranks between a square and the nearest of the four in the middle.
fn from_centre(square: Square) -> i32 {
    let away = |line: usize| (SIZE / 2 - 1).saturating_sub(line) + line.saturating_sub(SIZE / 2);
    (away(square.file()) + away(square.rank())) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chu::ChuRules;
    use crate::games::{Chu, Variant};

    fn position(text: &str) -> ChuPosition {
        Chu::parse_position(text, &ChuRules::HISTORIC).unwrap()
    }

    /// The terms for Black where the tuned ones say `score`.
    fn mop_up(text: &str, score: i32) -> i32 {
        ChuEvaluation::default().mop_up(&position(text), score)
    }

    #[test]
    fn a_file_cuts_the_board() {
        // The promoted silver, on the sixth file from the left, sees all of it and the squares beside it.
        let cut = position("2k9/12/12/12/12/12/12/12/12/12/12/5+S5K b - 1");
        let king = cut.only_royal(Side::White).unwrap();
        assert_eq!(region(&cut, Side::Black, king).count(), 5 * 12 - 1);
        // The enemy king keeps eight squares, and the one in their middle cannot be reached through them.
        let corner = position("k11/12/1K10/12/12/12/12/12/12/12/12/12 b - 1");
        let king = corner.only_royal(Side::White).unwrap();
        assert_eq!(region(&corner, Side::Black, king).count(), 144 - 9);
    }

    #[test]
    fn distances_are_counted_from_the_middle_and_to_the_zone() {
        let square = |file, rank| Square::new(file, rank).unwrap();
        assert_eq!(
            [(5, 6), (0, 0), (11, 6), (7, 2)].map(|(file, rank)| from_centre(square(file, rank))),
            [0, 10, 5, 4]
        );
        assert_eq!([0, 7, 8, 11].map(|rank| advance(Side::Black, square(3, rank))), [0, 7, 8, 8]);
        assert_eq!([11, 4, 3, 0].map(|rank| advance(Side::White, square(3, rank))), [0, 7, 8, 8]);
    }

    #[test]
    fn both_sides_are_treated_alike() {
        let pairs = [
            ("5k6/12/12/12/12/7+S4/12/12/3K8/12/12/12 b - 1", "12/12/12/8k3/12/12/4+s7/12/12/12/12/6K5 b - 1"),
            ("3t1k6/12/12/12/12/7D4/12/12/3K8/12/12/2TG8 b - 1", "8gt2/12/12/8k3/12/12/4d7/12/12/12/12/6K1T3 b - 1"),
        ];
        for (black, white) in pairs {
            assert_ne!(mop_up(black, 1000), 0);
            assert_eq!(mop_up(black, 1000), -mop_up(white, -1000), "{black}");
        }
    }

    #[test]
    fn a_small_lead_and_a_full_board_do_not_count() {
        let few = "3t1k6/12/12/12/12/7D4/12/12/3K8/12/12/2TG8 b - 1";
        assert_eq!(mop_up(few, SMALL_LEAD), 0);
        assert_eq!(mop_up(few, -SMALL_LEAD), 0);
        assert!(0 < mop_up(few, 1000) && mop_up(few, 1000) < mop_up(few, FULL_LEAD));
        assert_eq!(mop_up(few, FULL_LEAD), mop_up(few, 5000));
        let start = Chu::start(&ChuRules::HISTORIC);
        assert_eq!(ChuEvaluation::default().mop_up(&start, 5000), 0);
    }

    #[test]
    fn every_way_forward_is_worth_something() {
        let base = mop_up("3t1k6/12/12/12/12/7D4/12/12/3K8/12/12/2TG8 b - 1", 3000);
        // The king steps up; the dragon, which cannot promote any more, comes near; the gold goes forward; the enemy king
        // is driven into the corner.
        let better = [
            "3t1k6/12/12/12/12/7D4/12/3K8/12/12/12/2TG8 b - 1",
            "3t1k6/12/12/5D6/12/12/12/12/3K8/12/12/2TG8 b - 1",
            "3t1k6/12/12/12/12/7D4/12/12/3K8/12/3G8/2T9 b - 1",
            "3t7k/12/12/12/12/7D4/12/12/3K8/12/12/2TG8 b - 1",
        ];
        for text in better {
            assert!(mop_up(text, 3000) > base, "{text}");
        }
    }
}
