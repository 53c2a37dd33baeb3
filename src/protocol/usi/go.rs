//! What `go` says about limits.

use crate::position::Side;
use crate::search::{ClockLimit, SearchLimits};
use std::time::Duration;

/// Longer times are cut to this, which no sum of times overflows.
const LONGEST_MS: i64 = 1_000_000_000_000;

/// What speaks of clocks.
const CLOCK_WORDS: &[&str] = &["btime", "wtime", "binc", "winc", "byoyomi", "movestogo"];

/// A `go` command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoCommand {
    /// What bounds the search.
    pub limits: SearchLimits,
    /// `ponder`: the last move of the position is only expected.
    pub ponder: bool,
    /// `mate`: a mate is to be found by checks, within the move time if there is one.
    pub mate: bool,
    /// `searchmoves`: the texts of the moves to be searched.
    pub moves: Vec<String>,
}

/// Why the text of a `go` command is not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GoError {
    /// The command ends where a number is expected.
    #[error("'{word}' needs a number")]
    NumberMissing {
        /// What the number is for.
        word: String,
    },
    /// Something else stands where a number is expected.
    #[error("'{word} {value}': no whole number")]
    NoNumber {
        /// What the number is for.
        word: String,
        /// What was given.
        value: String,
    },
    /// A word without meaning.
    #[error("'{word}' is no limit")]
    UnknownLimit {
        /// The word.
        word: String,
    },
}

/// What the clocks show, in milliseconds; index 0 is the first player.
#[derive(Default)]
struct Clocks {
    time: [Option<i64>; 2],
    increment: [i64; 2],
    byoyomi: i64,
    moves_to_go: Option<u32>,
    /// Whether anything of a clock has been named, of whichever side and whatever the number.
    named: bool,
}

impl Clocks {
    fn of(&self, side: Side) -> Option<ClockLimit> {
        let side = side.index();
        self.named.then(|| ClockLimit {
            remaining: milliseconds(self.time[side].unwrap_or(0)),
            increment: milliseconds(self.increment[side]),
            moves_to_go: self.moves_to_go,
            byoyomi: milliseconds(self.byoyomi),
        })
    }
}

impl GoCommand {
    /// Reads what follows `go`, for the side to move.
    ///
    /// # Errors
    /// At the first word without meaning or number that is none.
    pub fn read(text: &str, side: Side) -> Result<GoCommand, GoError> {
        let mut go = GoCommand::default();
        let mut clocks = Clocks::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let mut number = || {
                let value = words.next().ok_or_else(|| GoError::NumberMissing { word: word.to_owned() })?;
                value.parse::<i64>().map_err(|_| GoError::NoNumber { word: word.to_owned(), value: value.to_owned() })
            };
            clocks.named |= CLOCK_WORDS.contains(&word);
            match word {
                "btime" => clocks.time[0] = Some(number()?),
                "wtime" => clocks.time[1] = Some(number()?),
                "binc" => clocks.increment[0] = number()?,
                "winc" => clocks.increment[1] = number()?,
                "byoyomi" => clocks.byoyomi = number()?,
                "movestogo" => clocks.moves_to_go = Some(at_least_one(number()?)),
                "movetime" => go.limits.move_time = Some(milliseconds(number()?)),
                "depth" => go.limits.depth = Some(at_least_one(number()?)),
                "nodes" => go.limits.nodes = Some(number()?.max(1) as u64),
                "infinite" => go.limits.infinite = true,
                "ponder" => go.ponder = true,
                "mate" => {
                    go.mate = true;
                    let time = words.next_if(|word| *word == "infinite" || word.parse::<i64>().is_ok());
                    go.limits.move_time = time.and_then(|time| time.parse().ok()).map(milliseconds);
                }
                "searchmoves" => go.moves = words.by_ref().map(str::to_owned).collect(),
                _ => return Err(GoError::UnknownLimit { word: word.to_owned() }),
            }
        }
        go.limits.clock = clocks.of(side);
        // Nothing at all means until told to stop.
        if !go.ponder && go.limits == SearchLimits::default() {
            go.limits.infinite = true;
        }
        Ok(go)
    }
}

fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.clamp(0, LONGEST_MS) as u64)
}

fn at_least_one(number: i64) -> u32 {
    number.clamp(1, u32::MAX.into()) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(text: &str, side: Side) -> SearchLimits {
        GoCommand::read(text, side).expect("limits").limits
    }

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn each_side_has_its_clock() {
        let text = "btime 300 wtime 600000 binc 1 winc 2 byoyomi 50";
        let clock = |side| limits(text, side).clock.expect("a clock");
        let black = ClockLimit { remaining: ms(300), increment: ms(1), moves_to_go: None, byoyomi: ms(50) };
        assert_eq!(clock(Side::Black), black);
        assert_eq!(clock(Side::White), ClockLimit { remaining: ms(600_000), increment: ms(2), ..black });
    }

    #[test]
    fn clocks_at_zero_are_clocks() {
        let clock = limits("btime 0 wtime 0 byoyomi 1000", Side::Black).clock.expect("a clock");
        assert_eq!((clock.remaining, clock.byoyomi), (ms(0), ms(1000)));
        assert!(limits("btime 0 wtime 0", Side::Black).clock.is_some());
        // A clock that is named is a clock, whatever it shows and whosever it is: nothing here may be searched for ever.
        for text in ["byoyomi 0", "binc 0 winc 0", "movestogo 5", "winc 0", "wtime 1000", "btime 0"] {
            let limits = limits(text, Side::Black);
            let clock = limits.clock.unwrap_or_else(|| panic!("{text}: a clock"));
            assert!(!limits.infinite, "{text}");
            assert_eq!((clock.remaining, clock.increment, clock.byoyomi), (ms(0), ms(0), ms(0)), "{text}");
        }
        assert_eq!(limits("movestogo 5", Side::White).clock.and_then(|clock| clock.moves_to_go), Some(5));
        assert_eq!(limits("btime -20 wtime 5", Side::Black).clock.map(|clock| clock.remaining), Some(ms(0)));
    }

    #[test]
    fn limits_add_up() {
        let limits = limits("movetime 2000 depth 22 nodes 5000 btime 1000 wtime 1000", Side::White);
        assert_eq!((limits.move_time, limits.depth, limits.nodes), (Some(ms(2000)), Some(22), Some(5000)));
        assert!(limits.clock.is_some() && !limits.infinite);
    }

    #[test]
    fn without_a_limit_the_search_goes_on_until_told() {
        assert!(limits("", Side::Black).infinite);
        assert!(limits("infinite", Side::Black).infinite);
        let go = GoCommand::read("ponder btime 5 wtime 5", Side::Black).expect("limits");
        assert!(go.ponder && !go.limits.infinite);
        let go = GoCommand::read("searchmoves 7i7h 7j7h", Side::Black).expect("limits");
        assert!(go.limits.infinite && go.moves == ["7i7h", "7j7h"]);
    }

    #[test]
    fn mates_may_have_a_time_or_none() {
        for text in ["mate", "mate infinite", "mate 5000"] {
            assert!(GoCommand::read(text, Side::Black).expect("limits").mate, "{text}");
        }
        assert_eq!(limits("mate 5000", Side::Black).move_time, Some(ms(5000)));
        assert_eq!(limits("mate infinite", Side::Black).move_time, None);
        assert_eq!(GoCommand::read("mate depth 3", Side::Black).expect("limits").limits.depth, Some(3));
    }

    #[test]
    fn nonsense_is_named() {
        for (text, part) in [("depth", "'depth'"), ("depth x", "'depth x'"), ("btime 1.5", "1.5"), ("fast", "'fast'")] {
            let error = GoCommand::read(text, Side::Black).expect_err(text);
            assert!(error.to_string().contains(part), "{text}: {error}");
        }
        assert_eq!(limits("depth -4", Side::Black).depth, Some(1));
        assert!(limits("movetime 9223372036854775807", Side::Black).move_time.is_some());
    }
}
