//! The clocks of a game.

use crate::arena::time_control::{EngineLimits, PlayerClock, TimeControl};
use crate::position::Side;
use crate::search::ClockLimit;
use std::time::{Duration, Instant};

/// How far the time may be overstepped.
const MARGIN: u64 = 50;

/// The clocks of both sides.
#[derive(Clone, Debug)]
pub struct Clocks {
    control: TimeControl,
    clocks: [PlayerClock; 2],
    made: [u32; 2],
    /// When the turn began.
    started: Instant,
}

/// Reads a time control of a clock, in the form that matches between engines have.
pub fn time_control(text: &str) -> Result<TimeControl, String> {
    match TimeControl::parse(text) {
        Some(control @ TimeControl::Clock { .. }) => Ok(control),
        _ => Err("it must be [MOVES/][MINUTES:]SECONDS[+INCREMENT], as 10:00+5 or 40/600".to_owned()),
    }
}

impl Clocks {
    /// Clocks at the start of a game.
    pub fn new(control: TimeControl) -> Clocks {
        let limit = EngineLimits { control, depth: None, nodes: None, margin: MARGIN, hang: 0 };
        let clock = PlayerClock::new(limit);
        Clocks { control, clocks: [clock.clone(), clock], made: [0; 2], started: Instant::now() }
    }

    /// The same control with full clocks.
    pub fn afresh(&self) -> Clocks {
        Clocks::new(self.control)
    }

    /// The time control as texts have it.
    pub fn control(&self) -> String {
        self.control.to_string()
    }

    /// A turn begins.
    pub fn start(&mut self) {
        self.started = Instant::now();
    }

    /// How long the turn has taken.
    pub fn used(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the side has no time left for its move.
    pub fn is_up(&self, side: Side) -> bool {
        self.clocks[side.index()].allowance().is_some_and(|allowance| self.used() > allowance)
    }

    /// The side has moved after so long, and the other's turn begins.
    pub fn moved(&mut self, side: Side, used: Duration) {
        self.clocks[side.index()].moved(used);
        self.made[side.index()] += 1;
        self.start();
    }

    /// What the search has to know.
    pub fn limit(&self, side: Side) -> ClockLimit {
        let (moves, increment, byoyomi) = match self.control {
            TimeControl::Clock { moves, increment, byoyomi, .. } => (moves, increment, byoyomi),
            TimeControl::None | TimeControl::PerMove(_) => (0, 0, 0),
        };
        ClockLimit {
            remaining: self.clocks[side.index()].shown().unwrap_or_default(),
            increment: Duration::from_millis(increment),
            moves_to_go: self.made[side.index()].checked_rem(moves).map(|into| moves - into),
            byoyomi: Duration::from_millis(byoyomi),
        }
    }

    /// What the clocks show: `Clocks: Black 9:58, White 10:00.`
    pub fn words(&self) -> String {
        let shown = |side: Side| minutes(self.clocks[side.index()].shown().unwrap_or_default());
        format!("Clocks: Black {}, White {}.", shown(Side::Black), shown(Side::White))
    }
}

/// `9:58` or `1:02:03`; a second that has begun counts.
fn minutes(time: Duration) -> String {
    let seconds = time.as_millis().div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run_down_get_their_increment_and_are_refilled() {
        let mut clocks = Clocks::new(time_control("2/10:00+5").unwrap());
        assert_eq!(clocks.words(), "Clocks: Black 10:00, White 10:00.");
        clocks.moved(Side::Black, Duration::from_millis(7_001));
        // 600 - 7.001 + 5
        assert_eq!(clocks.words(), "Clocks: Black 9:58, White 10:00.");
        let limit = clocks.limit(Side::Black);
        assert_eq!((limit.remaining, limit.moves_to_go), (Duration::from_millis(597_999), Some(1)));
        clocks.moved(Side::Black, Duration::from_secs(3));
        assert_eq!(clocks.words(), "Clocks: Black 20:00, White 10:00.");
        assert_eq!(clocks.limit(Side::White).moves_to_go, Some(2));
        assert!(!clocks.is_up(Side::White));
        assert_eq!(clocks.afresh().words(), "Clocks: Black 10:00, White 10:00.");
    }

    #[test]
    fn a_clock_that_has_run_down_is_up() {
        let mut clocks = Clocks::new(time_control("60").unwrap());
        clocks.started = Instant::now().checked_sub(Duration::from_secs(61)).expect("a time since the machine started");
        assert!(clocks.is_up(Side::Black));
        clocks.start();
        assert!(!clocks.is_up(Side::Black));
    }

    #[test]
    fn times_are_shown_in_hours_minutes_and_seconds() {
        for (milliseconds, shown) in [(0, "0:00"), (1, "0:01"), (59_999, "1:00"), (3_723_000, "1:02:03")] {
            assert_eq!(minutes(Duration::from_millis(milliseconds)), shown);
        }
    }

    #[test]
    fn what_is_no_clock_is_refused() {
        for text in ["", "inf", "0", "x", "-5", "5+x"] {
            assert!(time_control(text).is_err(), "{text}");
        }
    }
}
