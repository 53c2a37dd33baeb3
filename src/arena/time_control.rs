//! What an engine may use for a move, and the clock that watches it.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// How time is given. Times are in milliseconds, so that they can be written down exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimeControl {
    /// Not at all.
    #[default]
    None,
    /// So much for every move.
    PerMove(u64),
    /// A clock.
    Clock {
        /// Moves for each `base`; 0 for the whole game.
        moves: u32,
        /// Time at the start, and again after every `moves` moves.
        base: u64,
        /// Added after every move.
        increment: u64,
        /// For each move once the clock shows nothing.
        byoyomi: u64,
    },
}

/// Everything that bounds an engine's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineLimits {
    /// Time.
    pub control: TimeControl,
    /// Greatest depth in plies.
    pub depth: Option<u32>,
    /// Most nodes for a move.
    pub nodes: Option<u64>,
    /// How far time may be overstepped, in milliseconds.
    pub margin: u64,
    /// Where no clock runs: how long a move may take before the engine counts as hanging, in milliseconds.
    pub hang: u64,
}

/// An engine's clock during a game.
#[derive(Clone, Debug)]
pub struct PlayerClock {
    limit: EngineLimits,
    remaining: Duration,
    made: u32,
}

impl TimeControl {
    /// Reads cutechess-cli's `tc`: `inf`, or `[MOVES/]TIME[+INCREMENT]` with the time as seconds or minutes:seconds.
    pub fn parse(text: &str) -> Option<TimeControl> {
        if text == "inf" {
            return Some(TimeControl::None);
        }
        let (moves, rest) = text.split_once('/').unwrap_or(("0", text));
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (minutes, seconds) = base.split_once(':').unwrap_or(("0", base));
        let minutes: u32 = minutes.parse().ok()?;
        let base = u64::from(minutes) * 60_000 + milliseconds(seconds)?;
        let increment = milliseconds(increment)?;
        (base + increment > 0).then_some(TimeControl::Clock { moves: moves.parse().ok()?, base, increment, byoyomi: 0 })
    }
}

/// Reads a number of seconds, up to a million.
pub fn milliseconds(seconds: &str) -> Option<u64> {
    let seconds: f64 = seconds.parse().ok()?;
    (0.0..=1e6).contains(&seconds).then(|| (seconds * 1000.0).round() as u64)
}

/// Seconds without needless digits.
fn seconds(milliseconds: u64) -> String {
    (milliseconds as f64 / 1000.0).to_string()
}

/// As PGN writes it in its tag `TimeControl`: `40/60+0.5`, `1/0.1` for a time per move, `-` for none.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TimeControl::None => f.write_str("-"),
            TimeControl::PerMove(time) => write!(f, "1/{}", seconds(time)),
            TimeControl::Clock { moves, base, increment, byoyomi } => {
                if moves > 0 {
                    write!(f, "{moves}/")?;
                }
                f.write_str(&seconds(base))?;
                if increment > 0 {
                    write!(f, "+{}", seconds(increment))?;
                }
                if byoyomi > 0 {
                    write!(f, " byoyomi {}", seconds(byoyomi))?;
                }
                Ok(())
            }
        }
    }
}

/// For people: `0.1 s a move, depth 4`.
impl fmt::Display for EngineLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        match self.control {
            TimeControl::None => {}
            TimeControl::PerMove(time) => parts.push(format!("{} s a move", seconds(time))),
            control @ TimeControl::Clock { .. } => parts.push(format!("{control} s")),
        }
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        f.write_str(&parts.join(", "))
    }
}

impl PlayerClock {
    /// A clock at the start of a game.
    pub fn new(limit: EngineLimits) -> PlayerClock {
        let base = match limit.control {
            TimeControl::Clock { base, .. } => Duration::from_millis(base),
            _ => Duration::ZERO,
        };
        PlayerClock { limit, remaining: base, made: 0 }
    }

    /// What the clock shows to the engines; under a time per move that time; nothing where no time is kept.
    pub fn shown(&self) -> Option<Duration> {
        match self.limit.control {
            TimeControl::None => None,
            TimeControl::PerMove(time) => Some(Duration::from_millis(time)),
            TimeControl::Clock { .. } => Some(self.remaining),
        }
    }

    /// The time after which the next move comes too late, the margin included; `None` where no time is kept.
    pub fn allowance(&self) -> Option<Duration> {
        let byoyomi = match self.limit.control {
            TimeControl::Clock { byoyomi, .. } => Duration::from_millis(byoyomi),
            _ => Duration::ZERO,
        };
        Some(self.shown()? + byoyomi + Duration::from_millis(self.limit.margin))
    }

    /// The engine has made a move in time.
    pub fn moved(&mut self, used: Duration) {
        self.made += 1;
        if let TimeControl::Clock { moves, base, increment, .. } = self.limit.control {
            let refill = if self.made.checked_rem(moves) == Some(0) { base } else { 0 };
            self.remaining = self.remaining.saturating_sub(used) + Duration::from_millis(increment + refill);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    #[test]
    fn time_controls_are_read_as_cutechess_reads_them() {
        let clock = |moves, base, increment| Some(TimeControl::Clock { moves, base, increment, byoyomi: 0 });
        assert_eq!(TimeControl::parse("inf"), Some(TimeControl::None));
        assert_eq!(TimeControl::parse("10"), clock(0, 10_000, 0));
        assert_eq!(TimeControl::parse("40/60+0.6"), clock(40, 60_000, 600));
        assert_eq!(TimeControl::parse("2:30+1"), clock(0, 150_000, 1_000));
        assert_eq!(TimeControl::parse("0+0.1"), clock(0, 0, 100));
        for text in ["", "0", "x", "-1", "10+", "1/2/3", "1:2:3", "1e99", "nan", "10+-1", "99999999999:0"] {
            assert_eq!(TimeControl::parse(text), None, "{text}");
        }
        for text in ["40/60+0.6", "150+1", "0.25"] {
            assert_eq!(TimeControl::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(TimeControl::PerMove(100).to_string(), "1/0.1");
    }

    fn limit(control: TimeControl, margin: u64) -> EngineLimits {
        EngineLimits { control, depth: None, nodes: None, margin, hang: 1000 }
    }

    #[test]
    fn a_clock_runs_down_and_is_refilled() {
        let control = TimeControl::Clock { moves: 2, base: 1000, increment: 100, byoyomi: 0 };
        let mut clock = PlayerClock::new(limit(control, 50));
        assert_eq!((clock.shown(), clock.allowance()), (Some(ms(1000)), Some(ms(1050))));
        clock.moved(ms(300));
        assert_eq!(clock.shown(), Some(ms(800)));
        // Within the margin: the clock shows nothing, then it gets the increment and the second period.
        clock.moved(ms(840));
        assert_eq!(clock.shown(), Some(ms(1100)));
    }

    #[test]
    fn byoyomi_is_there_for_every_move() {
        let control = TimeControl::Clock { moves: 0, base: 1000, increment: 0, byoyomi: 500 };
        let mut clock = PlayerClock::new(limit(control, 0));
        assert_eq!(clock.allowance(), Some(ms(1500)));
        clock.moved(ms(1400));
        assert_eq!((clock.shown(), clock.allowance()), (Some(ms(0)), Some(ms(500))));
        clock.moved(ms(500));
        assert_eq!(clock.allowance(), Some(ms(500)));
    }

    #[test]
    fn a_time_per_move_is_the_same_for_every_move() {
        let mut clock = PlayerClock::new(limit(TimeControl::PerMove(100), 10));
        clock.moved(ms(100));
        assert_eq!((clock.shown(), clock.allowance()), (Some(ms(100)), Some(ms(110))));
        let untimed = PlayerClock::new(limit(TimeControl::None, 10));
        assert_eq!((untimed.shown(), untimed.allowance()), (None, None));
    }

    #[test]
    fn limits_for_people() {
        assert_eq!(limit(TimeControl::PerMove(100), 0).to_string(), "0.1 s a move");
        let both = EngineLimits { depth: Some(4), nodes: Some(2000), ..limit(TimeControl::None, 0) };
        assert_eq!(both.to_string(), "2000 nodes, depth 4");
        assert_eq!(limit(TimeControl::parse("60+0.5").unwrap(), 0).to_string(), "60+0.5 s");
    }
}
