//! Scores: centipawns from the mover's view, with a band at both ends for forced wins.

/// The score of having won now. A win in `n` plies is `MATE - n`.
pub const MATE: i32 = 32_000;

/// Deepest ply the search can reach.
pub const MAX_PLY: usize = 128;

/// Static evaluations are clamped to ± this, well below every mate score.
pub const MAX_EVAL: i32 = 30_000;

/// The score of a draw.
pub const DRAW: i32 = 0;

/// The score of a cycle that the rules count as won. It is no mate score: the cycle may be gone through more than once
/// before the game ends.
pub const WON_CYCLE: i32 = MAX_EVAL;

/// Larger than every score.
pub const INFINITE: i32 = 32_500;

/// The mover wins by a move that is `ply` plies from the root (1 = the move about to be played).
#[inline]
pub const fn mate_in(ply: usize) -> i32 {
    MATE - ply as i32
}

/// The mover has lost, `ply` plies from the root.
#[inline]
pub const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Whether the score is a forced win or loss.
#[inline]
pub const fn is_mate(score: i32) -> bool {
    score.abs() > MAX_EVAL
}

/// Whether the score is a forced win or loss, or rests on a cycle that is won.
#[inline]
pub const fn is_decisive(score: i32) -> bool {
    score.abs() >= WON_CYCLE
}

/// Plies to the end of a forced win (positive) or loss (negative); `None` for an ordinary score.
pub const fn mate_plies(score: i32) -> Option<i32> {
    if score > MAX_EVAL {
        Some(MATE - score)
    } else if score < -MAX_EVAL {
        Some(-(MATE + score))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_plies_from_the_root() {
        assert_eq!(mate_plies(mate_in(1)), Some(1));
        assert_eq!(mate_plies(mated_in(2)), Some(-2));
        assert_eq!(mate_plies(mate_in(MAX_PLY)), Some(MAX_PLY as i32));
        assert_eq!(mate_plies(MAX_EVAL), None);
        assert_eq!(mate_plies(-MAX_EVAL), None);
        assert!(mate_in(3) > mate_in(5) && mated_in(3) < mated_in(5));
        assert!(is_mate(mated_in(MAX_PLY)) && !is_mate(DRAW));
    }
}
