//! Playing strength below the full one.
//!
//! A weaker level sees less, since it searches fewer nodes, and judges less sharply: among the lines it has found it prefers at
//! random one that it holds to be nearly as good as the best. So it misses what is deep and wavers where much is equal, but
//! neither gives a piece away for nothing nor leaves a win that it has seen.

use super::{Report, score};
use crate::position::Move;
use fastrand::Rng;
use std::ops::RangeInclusive;

/// The levels that can be asked for; the last one is full strength.
pub const SKILL_RANGE: RangeInclusive<i64> = -9..=20;

/// Lines that a weakened search compares.
const LINES: usize = 5;

/// Nodes of the weakest level.
const LEAST_NODES: f64 = 50.0;

/// Factor of nodes from one level to the next.
const GROWTH: f64 = 1.42;

/// What a level gives away at most for each level below full strength, centipawns.
const WAVERING: i32 = 6;

/// A level below full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skill(i64);

impl Skill {
    /// The level of this number; `None` for full strength, and beyond.
    pub fn new(level: i64) -> Option<Skill> {
        (level < *SKILL_RANGE.end()).then_some(Skill(level.max(*SKILL_RANGE.start())))
    }

    /// The number of a level.
    pub fn level(skill: Option<Skill>) -> i64 {
        skill.map_or(*SKILL_RANGE.end(), |skill| skill.0)
    }

    /// Nodes for a move.
    pub(crate) fn nodes(self) -> u64 {
        (LEAST_NODES * GROWTH.powi((self.0 - SKILL_RANGE.start()) as i32)) as u64
    }

    /// Lines to be searched if `wanted` are to be reported.
    pub(crate) fn lines(self, wanted: usize) -> usize {
        wanted.max(LINES)
    }

    /// The line to be played of those found, the best first. `random` makes the difference between two games.
    pub(crate) fn choose(self, found: &[Report], random: &mut Rng) -> Option<Vec<Move>> {
        let best = found.first()?;
        let margin = WAVERING * (SKILL_RANGE.end() - self.0) as i32;
        let acceptable = found.iter().filter(|report| {
            !score::is_decisive(best.score) && !score::is_decisive(report.score) && report.score >= best.score - margin
        });
        let wishes = acceptable.map(|report| (report.score + random.i32(0..=margin), report));
        let chosen = wishes.max_by_key(|&(wish, _)| wish).map_or(best, |(_, report)| report);
        Some(chosen.pv.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Bound;
    use crate::search::score::{mate_in, mated_in};
    use std::time::Duration;

    fn report(mv: u32, score: i32) -> Report {
        Report {
            depth: 1,
            seldepth: 1,
            score,
            bound: Bound::Exact,
            nodes: 1,
            elapsed: Duration::ZERO,
            hashfull: 0,
            multipv: mv + 1,
            pv: vec![Move::from_code(mv)],
        }
    }

    /// The moves chosen in many tries, each once.
    fn choices(level: i64, scores: &[i32]) -> Vec<u32> {
        let found: Vec<Report> = (0..).zip(scores).map(|(mv, &score)| report(mv, score)).collect();
        let skill = Skill::new(level).unwrap();
        let mut chosen: Vec<u32> =
            (0..300).map(|seed| skill.choose(&found, &mut Rng::with_seed(seed)).unwrap()[0].code()).collect();
        chosen.sort_unstable();
        chosen.dedup();
        chosen
    }

    #[test]
    fn levels_run_from_weak_to_full_strength() {
        assert_eq!(Skill::new(20), None);
        assert_eq!(Skill::new(19).map(|skill| Skill::level(Some(skill))), Some(19));
        assert_eq!(Skill::new(-100), Skill::new(-9));
        assert_eq!(Skill::level(None), 20);
        let nodes: Vec<u64> = (-9..20).map(|level| Skill::new(level).unwrap().nodes()).collect();
        assert!(nodes.is_sorted_by(|weak, strong| weak < strong));
    }

    #[test]
    fn what_is_nearly_as_good_is_played_sometimes_and_what_is_bad_never() {
        // Level 10 gives away 60 centipawns at most.
        assert_eq!(choices(10, &[30, 10, -31, -500]), [0, 1]);
        assert_eq!(choices(-9, &[30, 10, -31, -500]), [0, 1, 2]);
        assert_eq!(choices(19, &[30, 10]), [0]);
    }

    #[test]
    fn wins_are_taken_and_losses_avoided() {
        assert_eq!(choices(-9, &[mate_in(3), mate_in(5), 200]), [0]);
        assert_eq!(choices(-9, &[-150, mated_in(4)]), [0]);
        assert_eq!(choices(-9, &[mated_in(8), mated_in(2)]), [0]);
        assert_eq!(Skill::new(0).unwrap().choose(&[], &mut Rng::with_seed(1)), None);
    }
}
