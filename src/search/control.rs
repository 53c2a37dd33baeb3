//! When to stop, and the count of nodes over all threads.

use super::time::TimeSource;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Nodes between two polls of the clock and the stop flag. On crowded boards a node can take a millisecond; elsewhere a
/// poll costs well below a thousandth of the nodes before it.
const POLL_INTERVAL: u64 = 64;

/// A count of nodes on two cache lines of its own, since processors fetch them in pairs.
#[derive(Default)]
#[repr(align(128))]
struct Count(AtomicU64);

/// What the threads of a search share: their nodes, the limit of nodes, and whether the search is over.
///
/// Every thread publishes its count when it polls, so that the sum lags behind by less than [`POLL_INTERVAL`] for each
/// other thread, and a limit may be exceeded by as much. One thread alone keeps it exactly.
pub(super) struct SharedState {
    counts: Box<[Count]>,
    limit: Option<u64>,
    /// Set once the main thread has finished.
    over: AtomicBool,
}

impl SharedState {
    pub fn new(threads: usize, limit: Option<u64>) -> SharedState {
        SharedState { counts: (0..threads).map(|_| Count::default()).collect(), limit, over: AtomicBool::new(false) }
    }

    /// The nodes of all threads, as far as they have been published.
    pub fn total(&self) -> u64 {
        self.counts.iter().map(|count| count.0.load(Relaxed)).sum()
    }

    /// Ends the search of all threads.
    pub fn end(&self) {
        self.over.store(true, Relaxed);
    }

    /// Nodes that may still be made by all threads together.
    fn left(&self) -> u64 {
        self.limit.map_or(u64::MAX, |limit| limit.saturating_sub(self.total()))
    }

    /// How many of the nodes that are left a thread may make before the next poll.
    fn share(&self, left: u64) -> u64 {
        (left / self.counts.len().max(1) as u64).clamp(1, POLL_INTERVAL)
    }
}

/// Counts the nodes of one thread and decides when it has to stop.
pub(super) struct StopControl<'a> {
    stop: &'a AtomicBool,
    clock: &'a dyn TimeSource,
    hard: Option<Duration>,
    shared: &'a SharedState,
    own: &'a AtomicU64,
    next_poll: u64,
    /// Makes of this thread so far.
    pub nodes: u64,
    /// Set once the search has to stop; results from then on are meaningless.
    pub stopped: bool,
    /// While set, nothing ends the search: it has no answer to give yet.
    pub unanswered: bool,
}

impl<'a> StopControl<'a> {
    /// For the thread with this number, from 0.
    pub fn new(
        stop: &'a AtomicBool,
        clock: &'a dyn TimeSource,
        hard: Option<Duration>,
        shared: &'a SharedState,
        thread: usize,
    ) -> StopControl<'a> {
        let own = &shared.counts[thread].0;
        let mut control =
            StopControl { stop, clock, hard, shared, own, next_poll: 0, nodes: 0, stopped: false, unanswered: false };
        control.restart();
        control
    }

    /// Counts from zero again.
    pub fn restart(&mut self) {
        self.nodes = 0;
        self.stopped = false;
        self.publish();
        self.next_poll = self.shared.share(self.shared.left());
    }

    /// Time since the search was asked for.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// Time that counts against the limits.
    pub fn time_used(&self) -> Duration {
        self.clock.used()
    }

    /// Counts one node.
    #[inline]
    pub fn count(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.poll();
        }
    }

    /// Checks everything that may end the search.
    #[cold]
    pub fn poll(&mut self) {
        self.publish();
        let left = self.shared.left();
        self.next_poll = self.nodes.saturating_add(self.shared.share(left));
        self.stopped = self.stopped || !self.unanswered && self.has_reason_to_stop(left);
    }

    fn has_reason_to_stop(&self, left: u64) -> bool {
        left == 0
            || self.stop.load(Relaxed)
            || self.shared.over.load(Relaxed)
            || self.hard.is_some_and(|hard| self.clock.used() >= hard && !self.clock.is_pondering())
    }

    /// Makes the nodes so far known to the other threads.
    pub fn publish(&self) {
        self.own.store(self.nodes, Relaxed);
    }

    /// The nodes of all threads.
    pub fn total(&self) -> u64 {
        self.publish();
        self.shared.total()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock that stands still.
    struct Stopped(u64);

    impl TimeSource for Stopped {
        fn elapsed(&self) -> Duration {
            Duration::from_millis(self.0)
        }
    }

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn the_clock_is_seen_within_a_hundred_nodes() {
        let (stop, shared) = (AtomicBool::new(false), SharedState::new(1, None));
        let mut control = StopControl::new(&stop, &Stopped(11), Some(ms(10)), &shared, 0);
        (0..100).for_each(|_| control.count());
        assert!(control.stopped);
    }

    #[test]
    fn control_stops_for_every_reason() {
        let stop = AtomicBool::new(false);
        let (limited, free) = (SharedState::new(1, Some(1500)), SharedState::new(2, None));
        let mut by_nodes = StopControl::new(&stop, &Stopped(70), Some(ms(71)), &limited, 0);
        let mut by_time = StopControl::new(&stop, &Stopped(70), Some(ms(70)), &free, 0);
        let mut by_flag = StopControl::new(&stop, &Stopped(70), None, &free, 1);
        for _ in 0..1499 {
            by_nodes.count();
            by_time.count();
        }
        assert!(!by_nodes.stopped && by_time.stopped);
        by_nodes.count();
        assert!(by_nodes.stopped);
        by_flag.count();
        stop.store(true, Relaxed);
        by_flag.poll();
        assert!(by_flag.stopped);
        // But not before there is an answer.
        let mut unanswered = StopControl::new(&stop, &Stopped(70), Some(ms(1)), &limited, 0);
        unanswered.unanswered = true;
        (0..2000).for_each(|_| unanswered.count());
        assert!(!unanswered.stopped);
        unanswered.unanswered = false;
        unanswered.poll();
        assert!(unanswered.stopped);
        let (calm, ended) = (AtomicBool::new(false), SharedState::new(1, None));
        let mut by_end = StopControl::new(&calm, &Stopped(70), None, &ended, 0);
        by_end.poll();
        assert!(!by_end.stopped);
        ended.end();
        by_end.poll();
        assert!(by_end.stopped);
    }

    #[test]
    fn the_nodes_of_all_threads_are_summed() {
        let (stop, shared) = (AtomicBool::new(false), SharedState::new(3, None));
        let mut controls = [0, 1, 2].map(|thread| StopControl::new(&stop, &Stopped(0), None, &shared, thread));
        for (control, nodes) in controls.iter_mut().zip([1000, 64, 7]) {
            (0..nodes).for_each(|_| control.count());
        }
        // The others have published what they had at their last poll.
        assert_eq!(controls[0].total(), 1000 + 64);
        controls[2].publish();
        assert_eq!((controls[1].total(), shared.total()), (1071, 1071));
    }

    #[test]
    fn a_limit_for_all_threads_is_overstepped_by_less_than_a_poll_of_each_helper() {
        let stop = AtomicBool::new(false);
        for limit in [0, 1, 5, 100, 1000, 100_000] {
            // The second thread sleeps longer and longer while the first goes on.
            for pause in [2, 10, 63, 1000] {
                let shared = SharedState::new(2, Some(limit));
                let mut controls = [0, 1].map(|thread| StopControl::new(&stop, &Stopped(0), None, &shared, thread));
                let mut turn = 0;
                while controls.iter().any(|control| !control.stopped) {
                    let awake = if turn % pause == 0 { 1 } else { 0 };
                    turn += 1;
                    if !controls[awake].stopped {
                        controls[awake].count();
                    }
                }
                let total = controls[0].total() + controls[1].nodes - shared.counts[1].0.load(Relaxed);
                // A thread that finds nothing left has made a node to find out.
                assert!((limit..=limit + POLL_INTERVAL).contains(&total), "{limit}: {total}");
            }
        }
    }
}
