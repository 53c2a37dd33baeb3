//! Time under CECP: `level`, `st`, `sd`, `nps`, `time`, and what they add up to for one move.

use crate::search::{ClockLimit, SearchLimits};
use std::time::Duration;

/// Time for a move while nobody has set any.
const UNTIMED_MOVE: Duration = Duration::from_secs(5);

/// No time is longer than this: sums of a few such times stay far from overflow.
const LONGEST: f64 = 1e9;

/// Moves a game is expected to last yet, for node budgets without a move count.
const MOVES_LEFT: u32 = 40;

/// How time is given.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Control {
    /// Not at all, so far.
    Unset,
    /// So much for every move (`st`).
    PerMove(Duration),
    /// A clock (`level`).
    Level {
        /// Moves for each `base`; 0 for all.
        moves: u32,
        base: Duration,
        increment: Duration,
    },
}

/// What the interface has said about time.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeControl {
    control: Control,
    /// What the engine's clock shows, if it is known. Under `st` this is the budget of the next move.
    remaining: Option<Duration>,
    depth: Option<u32>,
    /// Nodes that count as a second; `None` for the time on the wall.
    nodes_per_second: Option<u64>,
}

impl TimeControl {
    /// Nothing has been said.
    pub fn new() -> TimeControl {
        TimeControl { control: Control::Unset, remaining: None, depth: None, nodes_per_second: None }
    }

    /// `new`: the clocks stand as at the start of a game, depth and node limits are gone; the time control stays.
    pub fn new_game(&mut self) {
        *self = TimeControl { control: self.control, ..TimeControl::new() };
    }

    /// `level MOVES MINUTES[:SECONDS] INCREMENT`; false if that is not what the text is.
    pub fn level(&mut self, text: &str) -> bool {
        let mut words = text.split_whitespace();
        let (Some(moves), Some(base), Some(increment)) = (words.next(), words.next(), words.next()) else {
            return false;
        };
        let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
        let (Some(moves), Some(minutes), Some(seconds), Some(increment)) =
            (number(moves), number(minutes), number(seconds), number(increment))
        else {
            return false;
        };
        if [moves, minutes, seconds, increment].iter().any(|&n| n < 0.0) {
            return false;
        }
        self.control =
            Control::Level { moves: moves as u32, base: time(minutes * 60.0 + seconds), increment: time(increment) };
        self.remaining = None;
        true
    }

    /// `st SECONDS`; false if that is not what the text is.
    pub fn per_move(&mut self, text: &str) -> bool {
        match number(text) {
            Some(seconds) if seconds >= 0.0 => {
                self.control = Control::PerMove(time(seconds));
                self.remaining = None;
                true
            }
            _ => false,
        }
    }

    /// `sd PLIES`; false if that is not what the text is.
    pub fn depth(&mut self, text: &str) -> bool {
        match number(text) {
            Some(plies) if plies >= 1.0 => {
                self.depth = Some(plies as u32);
                true
            }
            _ => false,
        }
    }

    /// `nps NODES`; 0 turns back to time. False if that is not what the text is.
    pub fn nodes_per_second(&mut self, text: &str) -> bool {
        match number(text) {
            Some(nodes) => {
                self.nodes_per_second = (nodes >= 1.0).then_some(nodes as u64);
                true
            }
            None => false,
        }
    }

    /// `time CENTISECONDS`: what the clock shows, below zero too. False if that is not what the text is.
    pub fn remaining(&mut self, text: &str) -> bool {
        match number(text) {
            Some(centiseconds) => {
                self.remaining = Some(time(centiseconds / 100.0));
                true
            }
            None => false,
        }
    }

    /// The engine has made a move, its `made`-th of the game, which took it `elapsed`, and the way to the opponent
    /// `overhead`. An interface that does not send `time` leaves the book-keeping to the engine.
    pub fn moved(&mut self, elapsed: Duration, overhead: Duration, made: u32) {
        self.remaining = match self.control {
            Control::Level { moves, base, increment } => {
                let refill = if moves > 0 && made.is_multiple_of(moves) { base } else { Duration::ZERO };
                let before = self.remaining.unwrap_or(base);
                let left = before.saturating_sub(elapsed).saturating_sub(overhead);
                Some((left + increment + refill).min(time(LONGEST)))
            }
            // A clock that was only ever shown runs on.
            Control::Unset => self.remaining.map(|left| left.saturating_sub(elapsed).saturating_sub(overhead)),
            Control::PerMove(_) => None,
        };
    }

    /// What bounds the next move, if the engine has made `made` moves before.
    pub fn limits(&self, made: u32) -> SearchLimits {
        let mut limits = SearchLimits { depth: self.depth, ..SearchLimits::default() };
        match self.control {
            // A clock is shown (`time`), though nobody has set one: the rest of the game has to be played in that time.
            Control::Unset if self.remaining.is_some() => {
                limits.clock = self.remaining.map(|remaining| ClockLimit {
                    remaining,
                    increment: Duration::ZERO,
                    moves_to_go: None,
                    byoyomi: Duration::ZERO,
                });
            }
            Control::Unset if self.depth.is_some() => {}
            Control::Unset => limits.move_time = Some(UNTIMED_MOVE),
            Control::PerMove(budget) => {
                limits.move_time = Some(self.remaining.map_or(budget, |remaining| remaining.min(budget)));
            }
            Control::Level { moves, base, increment } => {
                limits.clock = Some(ClockLimit {
                    remaining: self.remaining.unwrap_or(base),
                    increment,
                    moves_to_go: made.checked_rem(moves).map(|into| moves - into),
                    byoyomi: Duration::ZERO,
                });
            }
        }
        if let Some(rate) = self.nodes_per_second {
            let budget = limits.move_time.take().or(limits.clock.take().map(share));
            limits.nodes = budget.map(|budget| (budget.as_secs_f64() * rate as f64).max(1.0) as u64);
        }
        limits
    }

    /// The time to report for a search: under `nps` it is counted in nodes.
    pub fn elapsed(&self, elapsed: Duration, nodes: u64) -> Duration {
        match self.nodes_per_second {
            Some(rate) => time(nodes as f64 / rate as f64),
            None => elapsed,
        }
    }
}

/// One move's share of a clock that runs in nodes.
fn share(clock: ClockLimit) -> Duration {
    let moves = clock.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
    (clock.remaining / moves + clock.increment).min(clock.remaining)
}

/// A number of sensible size; what is too large to be meant is cut down.
pub fn number(text: &str) -> Option<f64> {
    text.trim().parse::<f64>().ok().filter(|number| !number.is_nan()).map(|number| number.clamp(-LONGEST, LONGEST))
}

/// A time in seconds; below zero is nothing left.
fn time(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(commands: &[(&str, &str)]) -> TimeControl {
        let mut control = TimeControl::new();
        for &(word, rest) in commands {
            let understood = match word {
                "level" => control.level(rest),
                "st" => control.per_move(rest),
                "sd" => control.depth(rest),
                "nps" => control.nodes_per_second(rest),
                _ => control.remaining(rest),
            };
            assert!(understood, "{word} {rest}");
        }
        control
    }

    fn clock(commands: &[(&str, &str)], made: u32) -> ClockLimit {
        control(commands).limits(made).clock.expect("a clock")
    }

    #[test]
    fn level_is_a_clock() {
        let limit = clock(&[("level", "40 5 0")], 0);
        assert_eq!(limit.remaining, Duration::from_secs(300));
        assert_eq!(limit.increment, Duration::ZERO);
        assert_eq!(limit.moves_to_go, Some(40));
        let limit = clock(&[("level", "0 2:30 3.5")], 7);
        assert_eq!(limit.remaining, Duration::from_secs(150));
        assert_eq!(limit.increment, Duration::from_millis(3500));
        assert_eq!(limit.moves_to_go, None);
    }

    #[test]
    fn moves_to_go_are_counted_from_the_last_time_control() {
        assert_eq!(clock(&[("level", "40 5 0")], 39).moves_to_go, Some(1));
        assert_eq!(clock(&[("level", "40 5 0")], 40).moves_to_go, Some(40));
    }

    #[test]
    fn time_is_what_the_clock_shows() {
        assert_eq!(clock(&[("level", "0 5 0"), ("time", "29700")], 0).remaining, Duration::from_secs(297));
        assert_eq!(clock(&[("level", "0 1 0"), ("time", "-30")], 0).remaining, Duration::ZERO);
        // A clock that is set anew shows its full time.
        let again = [("level", "0 5 0"), ("time", "100"), ("level", "0 5 0")];
        assert_eq!(clock(&again, 0).remaining, Duration::from_secs(300));
    }

    #[test]
    fn after_st_the_time_is_the_budget_of_the_move() {
        let budget = |commands: &[(&str, &str)]| {
            let limits = control(commands).limits(0);
            assert_eq!(limits.clock, None);
            limits.move_time.expect("a time for the move")
        };
        assert_eq!(budget(&[("st", "1"), ("time", "100")]), Duration::from_secs(1));
        assert_eq!(budget(&[("st", "0.25")]), Duration::from_millis(250));
        assert_eq!(budget(&[("st", "5"), ("time", "300")]), Duration::from_secs(3));
        assert_eq!(budget(&[("st", "1"), ("time", "30000")]), Duration::from_secs(1));
        assert_eq!(budget(&[("level", "40 5 0"), ("st", "2")]), Duration::from_secs(2));
    }

    #[test]
    fn a_clock_that_is_shown_is_a_time_control() {
        let limit = clock(&[("time", "100")], 0);
        assert_eq!(
            (limit.remaining, limit.increment, limit.moves_to_go),
            (Duration::from_secs(1), Duration::ZERO, None)
        );
        // A depth besides bounds the search too.
        let limits = control(&[("time", "6000"), ("sd", "4")]).limits(0);
        assert_eq!((limits.depth, limits.clock.map(|clock| clock.remaining)), (Some(4), Some(Duration::from_secs(60))));
        assert_eq!(limits.move_time, None);
        // The engine keeps it, and a new game forgets it.
        let mut control = control(&[("time", "6000")]);
        control.moved(Duration::from_secs(9), Duration::from_secs(1), 1);
        assert_eq!(control.limits(1).clock.map(|clock| clock.remaining), Some(Duration::from_secs(50)));
        control.new_game();
        assert_eq!(control.limits(0).move_time, Some(UNTIMED_MOVE));
    }

    #[test]
    fn level_takes_the_place_of_st() {
        let limits = control(&[("st", "1"), ("time", "100"), ("level", "0 1 0")]).limits(0);
        assert_eq!(limits.move_time, None);
        assert_eq!(limits.clock.map(|clock| clock.remaining), Some(Duration::from_secs(60)));
    }

    #[test]
    fn without_any_word_about_time_a_move_takes_a_few_seconds_or_its_depth() {
        assert_eq!(TimeControl::new().limits(0).move_time, Some(UNTIMED_MOVE));
        let limits = control(&[("sd", "4")]).limits(0);
        assert_eq!(limits, SearchLimits { depth: Some(4), ..SearchLimits::default() });
    }

    #[test]
    fn a_new_game_forgets_depth_and_node_limits_but_not_the_time_control() {
        let mut control = control(&[("st", "2"), ("sd", "3"), ("nps", "1000"), ("time", "50")]);
        control.new_game();
        let limits = control.limits(0);
        assert_eq!(limits, SearchLimits { move_time: Some(Duration::from_secs(2)), ..SearchLimits::default() });
    }

    #[test]
    fn nodes_take_the_place_of_time() {
        let limits = control(&[("nps", "1000"), ("st", "5")]).limits(0);
        assert_eq!(limits, SearchLimits { nodes: Some(5000), ..SearchLimits::default() });
        let limits = control(&[("nps", "1000"), ("level", "10 1 0")]).limits(5);
        assert_eq!(limits, SearchLimits { nodes: Some(12_000), ..SearchLimits::default() });
        assert_eq!(control(&[("nps", "100"), ("st", "0")]).limits(0).nodes, Some(1));
        assert_eq!(control(&[("nps", "100"), ("nps", "0"), ("st", "1")]).limits(0).nodes, None);
    }

    #[test]
    fn the_engine_keeps_its_clock_if_nobody_else_does() {
        let mut control = control(&[("level", "2 1 1")]);
        control.moved(Duration::from_secs(9), Duration::from_secs(1), 1);
        assert_eq!(control.limits(1).clock.map(|clock| clock.remaining), Some(Duration::from_secs(51)));
        control.moved(Duration::from_secs(100), Duration::ZERO, 2);
        assert_eq!(control.limits(2).clock.map(|clock| clock.remaining), Some(Duration::from_secs(61)));
    }

    #[test]
    fn nonsense_is_refused_and_changes_nothing() {
        let mut control = control(&[("st", "2")]);
        let before = control.clone();
        for text in ["", "x", "40", "40 5", "40 x 0", "-1 5 0", "0 -5 0", "0 5:x 0", "nan 5 0"] {
            assert!(!control.level(text), "level {text}");
        }
        for text in ["", "-1", "nan", "1s"] {
            assert!(!control.per_move(text), "st {text}");
        }
        for text in ["", "0", "-3", "deep"] {
            assert!(!control.depth(text), "sd {text}");
        }
        assert!(!control.remaining("soon"));
        assert_eq!(control, before);
    }

    #[test]
    fn absurd_numbers_are_cut_down() {
        let huge = "99999999999999999999999999999999999999999999";
        let mut control = control(&[("level", &format!("{huge} {huge}:{huge} {huge}")), ("time", huge), ("sd", huge)]);
        control.moved(Duration::ZERO, Duration::ZERO, 1);
        assert!(control.limits(1).clock.is_some_and(|clock| clock.remaining <= Duration::from_secs(1_000_000_000)));
        assert!(control.nodes_per_second(huge) && control.per_move(huge));
        assert!(control.limits(1).nodes.is_some());
        assert!(control.remaining("1e999") && control.remaining("-inf"));
    }
}
