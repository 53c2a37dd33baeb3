//! Time sources of the search, and time management.

use super::limits::{ClockLimit, SearchLimits};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Where the search reads the time.
pub trait TimeSource: Sync {
    /// Time since the search was asked for.
    fn elapsed(&self) -> Duration;

    /// The part of it that the mover's clock has run.
    fn used(&self) -> Duration {
        self.elapsed()
    }

    /// Whether the opponent's clock is still running: then the search ponders and may not answer.
    fn is_pondering(&self) -> bool {
        false
    }
}

/// The system's monotonic clock.
#[derive(Debug)]
pub struct WallClock {
    start: Instant,
    /// When the mover's clock began to run, in nanoseconds from the start; [`PONDERING`] if it does not run yet.
    running_since: AtomicU64,
}

/// The value for a mover's clock that does not run.
const PONDERING: u64 = u64::MAX;

impl WallClock {
    /// Starts now, and so does the mover's clock.
    pub fn start() -> WallClock {
        WallClock { start: Instant::now(), running_since: AtomicU64::new(0) }
    }

    /// Starts now, while the opponent's clock runs.
    pub fn start_pondering() -> WallClock {
        WallClock { start: Instant::now(), running_since: AtomicU64::new(PONDERING) }
    }

    /// The mover's clock starts, if it does not run already.
    pub fn ponder_hit(&self) {
        let now = u64::try_from(self.start.elapsed().as_nanos()).unwrap_or(PONDERING - 1);
        // If it runs already, nothing changes.
        let _ = self.running_since.compare_exchange(PONDERING, now, Relaxed, Relaxed);
    }
}

impl TimeSource for WallClock {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn used(&self) -> Duration {
        match self.running_since.load(Relaxed) {
            PONDERING => Duration::ZERO,
            since => self.start.elapsed().saturating_sub(Duration::from_nanos(since)),
        }
    }

    fn is_pondering(&self) -> bool {
        self.running_since.load(Relaxed) == PONDERING
    }
}

/// How often [`wait`] polls the stop flag.
const IDLE: Duration = Duration::from_millis(2);

/// Waits while the search may not answer: in an infinite search or while pondering, until the stop flag is set.
pub fn wait(limits: &SearchLimits, clock: &dyn TimeSource, stop: &AtomicBool) {
    while (limits.infinite || clock.is_pondering()) && !stop.load(Relaxed) {
        std::thread::sleep(IDLE);
    }
}

/// The time that a move should take under these limits; `None` if they have no limit of time. `overhead` is the time per
/// move lost between the engine and the clock that counts.
pub fn time_for_move(limits: &SearchLimits, overhead: Duration) -> Option<Duration> {
    let Budget { soft, byoyomi, hard } = Budget::new(limits, overhead);
    soft.map(|soft| soft + byoyomi).into_iter().chain(hard).min()
}

/// Expected number of moves to the end of the game, if the time control does not tell. Games on large boards are long.
const MOVES_LEFT: u32 = 45;

/// The hard limit as a multiple of the soft one.
const HARD_FACTOR: u32 = 4;

/// Greatest share of the remaining time for one move, per cent.
const LARGEST_SHARE: u32 = 40;

/// Reserve on the clock, in increments; at most half of the remaining time.
const RESERVED_INCREMENTS: u32 = 4;

/// Longer times are clamped to this, so that no sum of times overflows.
const LONGEST: Duration = Duration::from_secs(3600 * 24 * 365);

/// Time for one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Budget {
    /// No new iteration begins after this, scaled by the stability of the search, plus `byoyomi`; `None` if there is no
    /// clock.
    pub soft: Option<Duration>,
    /// Byoyomi, which is lost if it is not used.
    pub byoyomi: Duration,
    /// The search is stopped after this; `None` if there is no limit of time.
    pub hard: Option<Duration>,
}

impl Budget {
    /// `overhead` is the time per move lost between the engine and the clock that counts.
    pub fn new(limits: &SearchLimits, overhead: Duration) -> Budget {
        let mut budget = limits.clock.map_or(Budget::default(), |clock| Budget::from_clock(&clock, overhead));
        if let Some(time) = limits.move_time {
            // Even if the overhead is larger, a quarter of the time is used.
            let usable = time.saturating_sub(overhead).max(time / 4);
            budget.hard = Some(budget.hard.map_or(usable, |hard| hard.min(usable)));
        }
        budget
    }

    fn from_clock(clock: &ClockLimit, overhead: Duration) -> Budget {
        let period = clock.byoyomi.min(LONGEST);
        // The overhead is taken from the byoyomi first, then from the remaining time.
        let byoyomi = period.saturating_sub(overhead);
        let increment = clock.increment.min(LONGEST);
        let left = clock.remaining.min(LONGEST).saturating_sub(overhead.saturating_sub(period));
        // Without a reserve the clock of a long game runs so low that a hiccup of the machine loses on time. The reserve is
        // kept back once; after that every move can still use its increment.
        let available = left - (increment * RESERVED_INCREMENTS).min(left / 2);
        let moves = clock.moves_to_go.map_or(MOVES_LEFT, |moves| moves.clamp(1, MOVES_LEFT));
        // The last move before a time control may use nearly everything.
        let largest = available * if moves == 1 { 90 } else { LARGEST_SHARE } / 100;
        let base = available / moves + increment * 3 / 4;
        let hard = (base * HARD_FACTOR).min(largest) + byoyomi;
        Budget { soft: Some(base.min(largest)), byoyomi, hard: Some(hard) }
    }

    /// Whether another iteration should begin. `scale` is the part of the soft limit that may be used, per cent.
    pub fn allows_iteration(&self, elapsed: Duration, scale: u32) -> bool {
        let soft = self.soft.is_none_or(|soft| elapsed < soft * scale / 100 + self.byoyomi);
        soft && self.hard.is_none_or(|hard| elapsed < hard)
    }
}

/// How much of the soft limit to use, per cent: less if the best move has been stable for many iterations and takes most of
/// the nodes, more if the score has dropped.
pub(super) fn soft_scale(stable_iterations: u32, best_share_percent: u32, drop: i32) -> u32 {
    let stability = 130 - 10 * stable_iterations.min(6);
    let share = 150 - best_share_percent.min(100);
    let trouble = 100 + drop.clamp(0, 200) as u32 / 3;
    stability * share / 100 * trouble / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>, byoyomi: u64) -> SearchLimits {
        let clock =
            ClockLimit { remaining: ms(remaining), increment: ms(increment), moves_to_go, byoyomi: ms(byoyomi) };
        SearchLimits { clock: Some(clock), ..SearchLimits::default() }
    }

    #[test]
    fn move_time_is_used_up_but_for_the_overhead() {
        let limits = SearchLimits { move_time: Some(ms(200)), ..SearchLimits::default() };
        assert_eq!(Budget::new(&limits, ms(20)), Budget { hard: Some(ms(180)), ..Budget::default() });
        // Less than the overhead: a quarter is still used.
        assert_eq!(Budget::new(&limits, ms(500)).hard, Some(ms(50)));
    }

    #[test]
    fn no_limit_no_budget() {
        assert_eq!(Budget::new(&SearchLimits::default(), ms(20)), Budget::default());
        assert!(Budget::default().allows_iteration(Duration::MAX, 100));
    }

    #[test]
    fn a_clock_is_never_overdrawn() {
        for remaining in [0, 1, 10, 99, 1_000, 60_000, 3_600_000] {
            for increment in [0, 100, 5_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for byoyomi in [0, 50, 10_000] {
                        let limits = clock(remaining, increment, moves, byoyomi);
                        let budget = Budget::new(&limits, ms(30));
                        let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
                        assert!(soft + budget.byoyomi <= hard);
                        // The increment is added after the move: it cannot be spent before.
                        assert!(hard <= ms(remaining + byoyomi).saturating_sub(ms(30)), "{limits:?}: {hard:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn absurd_clocks_do_not_overflow() {
        let huge = ClockLimit {
            remaining: Duration::MAX,
            increment: Duration::MAX,
            moves_to_go: Some(u32::MAX),
            byoyomi: Duration::MAX,
        };
        let limits = SearchLimits { clock: Some(huge), move_time: Some(Duration::MAX), ..SearchLimits::default() };
        assert!(Budget::new(&limits, ms(30)).allows_iteration(Duration::ZERO, 200));
        let budget = Budget::new(&limits, Duration::MAX);
        assert!(!budget.allows_iteration(Duration::MAX, 200));
    }

    #[test]
    fn forty_moves_in_forty_seconds() {
        let budget = Budget::new(&clock(40_000, 0, Some(40), 0), Duration::ZERO);
        assert_eq!(budget, Budget { soft: Some(ms(1_000)), byoyomi: ms(0), hard: Some(ms(4_000)) });
        // Last move before the control: nine tenths.
        let budget = Budget::new(&clock(1_000, 0, Some(1), 0), Duration::ZERO);
        assert_eq!(budget.hard, Some(ms(900)));
    }

    #[test]
    fn a_clock_that_shows_little_recovers_by_its_increment() {
        for increment in [10, 20, 1_000] {
            for increments in 1..=3 {
                // With no more than three increments at hand a move takes less than one.
                let budget = Budget::new(&clock(30 + increments * increment, increment, None, 0), ms(30));
                assert!(budget.hard.unwrap() < ms(increment), "{increments} increments of {increment} ms: {budget:?}");
            }
        }
        // Without an increment nothing is kept back: two fifths of the clock may be used.
        assert_eq!(Budget::new(&clock(100, 0, Some(2), 0), Duration::ZERO).hard, Some(ms(40)));
    }

    #[test]
    fn byoyomi_alone_is_used_every_move() {
        let budget = Budget::new(&clock(0, 0, None, 10_000), ms(100));
        assert_eq!(budget, Budget { soft: Some(ms(0)), byoyomi: ms(9_900), hard: Some(ms(9_900)) });
        // However stable the search is: unused byoyomi is lost.
        assert!(budget.allows_iteration(ms(9_000), 1));
    }

    #[test]
    fn scale_falls_with_certainty() {
        assert!(soft_scale(0, 30, 0) > soft_scale(6, 30, 0));
        assert!(soft_scale(3, 20, 0) > soft_scale(3, 90, 0));
        assert!(soft_scale(3, 50, 100) > soft_scale(3, 50, 0));
        let budget = Budget { soft: Some(ms(100)), byoyomi: ms(0), hard: Some(ms(400)) };
        assert!(budget.allows_iteration(ms(90), 100));
        assert!(!budget.allows_iteration(ms(90), 80));
        assert!(!budget.allows_iteration(ms(401), 1000));
    }
}
