//! What the pieces are worth: how many squares a piece can be expected to reach, on an empty board and on fuller ones.

use super::movement::{Moves, Powers, Ray};
use super::piece::Kind;
use super::square::SIZE;

/// What a royal is worth beside another one. Losing the last one loses the game; the exchange evaluation sees to that.
const ROYAL: i32 = 3000;

/// How full boards are, and what a square that can be reached on them weighs, in centipawns. The last weighs the square
/// root: on an empty board the greatest pieces reach hundreds of squares, but need not reach all of them at once.
const BOARDS: [(f64, f64); 3] = [(0.6, 41.0), (0.3, 31.0), (0.0, 30.0)];

/// The share of pieces that stop a range jump.
const HIGH_RANKS: f64 = 0.03;

/// The exchange value of a kind, in centipawns; a pawn has about 100.
pub(super) fn of(kind: Kind, moves: &Moves) -> i32 {
    if kind.info().royal {
        return ROYAL;
    }
    let value = BOARDS.iter().map(|&(filled, weight)| {
        let reached = mobility(moves, filled);
        weight * if filled == 0.0 { reached.sqrt() } else { reached }
    });
    (value.sum::<f64>().round() as i32).max(10)
}

/// The number of squares that a piece reaches on average over all squares of a board so full; half of what stands there
/// is the enemy's.
fn mobility(moves: &Moves, filled: f64) -> f64 {
    let rays = moves.rays.iter().enumerate();
    let reached = rays.map(|(direction, ray)| {
        let diagonal = direction % 2 == 1;
        line(ray, filled, diagonal) + extras(ray, filled, diagonal)
    });
    reached.sum::<f64>() + f64::from(moves.leaps.count_ones()) * inside(2, false)
}

/// The share of squares from which a square so far away is on the board.
fn inside(distance: usize, diagonal: bool) -> f64 {
    let share = (SIZE - distance.min(SIZE)) as f64 / SIZE as f64;
    if diagonal { share * share } else { share }
}

/// Squares in a straight line.
fn line(ray: &Ray, filled: f64, diagonal: bool) -> f64 {
    let empty = 1.0 - filled;
    let reaches = |distance: usize| {
        let way = distance as i32 - 1;
        let mut best = if distance <= ray.slide as usize { empty.powi(way) } else { 0.0 };
        for (to, steps) in ray.jumps() {
            let beyond = distance as i32 - i32::from(to);
            if (0..=i32::from(steps)).contains(&beyond) {
                best = f64::max(best, empty.powi(beyond));
            }
        }
        if ray.powers.contains(Powers::OVER) {
            best = f64::max(best, at_most_three(way, filled));
        }
        if ray.powers.contains(Powers::RANGE) {
            let open = (1.0 - filled * HIGH_RANKS).powi(way);
            best += filled / 2.0 * (open - best).max(0.0);
        }
        best * inside(distance, diagonal)
    };
    (1..SIZE).map(reaches).sum()
}

/// The chance that among so many squares no more than three are occupied.
fn at_most_three(squares: i32, filled: f64) -> f64 {
    let mut ways = 1.0;
    (0..=3.min(squares))
        .map(|occupied| {
            let chance = ways * filled.powi(occupied) * (1.0 - filled).powi(squares - occupied);
            ways *= f64::from(squares - occupied) / f64::from(occupied + 1);
            chance
        })
        .sum()
}

/// Second legs, and captures on the way.
fn extras(ray: &Ray, filled: f64, diagonal: bool) -> f64 {
    let (empty, enemy) = (1.0 - filled, filled / 2.0);
    let mut extra = 0.0;
    if ray.powers.contains(Powers::HOOK) {
        let slide = Ray { slide: SIZE as u8, ..Ray::default() };
        let turns: f64 = (1..SIZE).map(|distance| empty.powi(distance as i32) * inside(distance, diagonal)).sum();
        extra += 2.0 * turns * line(&slide, filled, diagonal);
    }
    if ray.powers.contains(Powers::LION) {
        extra += 7.0 * enemy;
    }
    if ray.powers.contains(Powers::IGUI) {
        extra += enemy;
    }
    // A walk past an enemy.
    let walk = (2..=i32::from(ray.walk)).map(|steps| (1.0 - enemy).powi(steps - 1) - empty.powi(steps - 1));
    extra + walk.sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slide_over_an_empty_board_reaches_what_there_is() {
        // From (f, r) a rook reaches 35 squares on its file and 35 on its rank: 8.75 of a half-line each, doubled.
        let slide = Ray { slide: SIZE as u8, ..Ray::default() };
        assert!((4.0 * line(&slide, 0.0, false) - 70.0).abs() < 1e-9);
        assert!((at_most_three(3, 0.5) - 1.0).abs() < 1e-9 && (at_most_three(4, 0.5) - 15.0 / 16.0).abs() < 1e-9);
    }
}
