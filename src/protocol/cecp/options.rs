//! Options: those XBoard shows in its dialogue, and `memory` and `cores`.

use super::judgement::RESIGN_RANGE;
use super::{Cecp, Mode};
use crate::engine::{Options, SKILL_RANGE, Skill};
use crate::position::Side;
use crate::settings::{CONTEMPT_RANGE, HASH_RANGE, LINES_RANGE, MOVE_OVERHEAD_RANGE, THREADS_RANGE};
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::time::Duration;

/// An option of the dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Setting {
    /// The rule set.
    Rules,
    /// Time lost per move, milliseconds.
    MoveOverhead,
    /// Lines to report in analysis.
    Lines,
    /// Playing strength.
    Skill,
    /// By what a draw is less than an even game, centipawns.
    Contempt,
    /// How far behind the engine gives up, centipawns; 0 for never.
    Resign,
    /// Whose mates by checks to look for, if anybody's.
    Tsume,
    /// A file to which everything that is said is copied.
    Log,
}

/// All options with their names.
const SETTINGS: [(&str, Setting); 8] = [
    ("Rules", Setting::Rules),
    ("Move Overhead", Setting::MoveOverhead),
    ("MultiPV", Setting::Lines),
    ("Skill Level", Setting::Skill),
    ("Contempt", Setting::Contempt),
    ("Resign", Setting::Resign),
    ("Tsume", Setting::Tsume),
    ("Log File", Setting::Log),
];

/// The values of `Tsume`, as HaChu calls them (cecp §2). Sente is who moves first, XBoard's White.
const TSUME: [(&str, Option<Side>); 3] =
    [("no", None), ("Sente mates", Some(Side::Black)), ("Gote mates", Some(Side::White))];

/// The `feature` lines that declare the options. `rules` is the rule set in force.
pub fn features(options: &Options, rules: &str, resign: i32) -> Vec<String> {
    let spin = |now: i64, range: &RangeInclusive<i64>| format!("-spin {now} {} {}", range.start(), range.end());
    let declare = |&(name, setting): &(&str, Setting)| {
        let kind = match setting {
            Setting::Rules => format!("-string {rules}"),
            Setting::MoveOverhead => spin(options.move_overhead.as_millis() as i64, &MOVE_OVERHEAD_RANGE),
            Setting::Lines => spin(options.lines as i64, &LINES_RANGE),
            Setting::Skill => spin(Skill::level(options.skill), &SKILL_RANGE),
            Setting::Contempt => spin(options.contempt.into(), &CONTEMPT_RANGE),
            Setting::Resign => spin(resign.into(), &RESIGN_RANGE),
            Setting::Tsume => format!("-combo {}", TSUME.map(|(name, _)| name).join(" /// ")),
            Setting::Log => "-file ".to_owned(),
        };
        format!("feature option=\"{name} {kind}\"")
    };
    SETTINGS.iter().map(declare).collect()
}

/// A whole number within a range; the error says which.
fn number(text: &str, range: &RangeInclusive<i64>) -> Result<i64, String> {
    let number = text.trim().parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("not a number from {} to {}", range.start(), range.end()))
}

impl<W: Write> Cecp<W> {
    /// `memory MEGABYTES`
    pub(super) fn memory(&mut self, text: &str, line: &str) -> io::Result<()> {
        // With 0 the least that can be had is meant.
        match number(text, &(0..=*HASH_RANGE.end())) {
            Ok(megabytes) => {
                let hash = megabytes.max(*HASH_RANGE.start()) as usize;
                self.configure(Options { hash, ..self.options.clone() }, line)
            }
            Err(why) => self.error(&format!("{why} MB"), line),
        }
    }

    /// `cores N`
    pub(super) fn cores(&mut self, text: &str, line: &str) -> io::Result<()> {
        match number(text, &THREADS_RANGE) {
            Ok(threads) => self.configure(Options { threads: threads as usize, ..self.options.clone() }, line),
            Err(why) => self.error(&why, line),
        }
    }

    /// `option NAME=VALUE`
    pub(super) fn option(&mut self, text: &str, line: &str) -> io::Result<()> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let (name, value) = (name.trim(), value.trim());
        let Some(&(_, setting)) = SETTINGS.iter().find(|(known, _)| *known == name) else {
            return self.error("unknown option", line);
        };
        match self.put(setting, value) {
            Ok(Some(options)) => self.configure(options, line),
            Ok(None) => Ok(()),
            Err(why) => self.error(&why, line),
        }
    }

    /// The options with one of them changed; `None` if it is no concern of the engine.
    fn put(&mut self, setting: Setting, value: &str) -> Result<Option<Options>, String> {
        let mut options = self.options.clone();
        match setting {
            Setting::Rules => options.rules = Some(value.to_owned()),
            Setting::MoveOverhead => {
                options.move_overhead = Duration::from_millis(number(value, &MOVE_OVERHEAD_RANGE)? as u64);
            }
            Setting::Lines => options.lines = number(value, &LINES_RANGE)? as usize,
            Setting::Skill => options.skill = Skill::new(number(value, &SKILL_RANGE)?),
            Setting::Contempt => options.contempt = number(value, &CONTEMPT_RANGE)? as i32,
            Setting::Resign => {
                self.resign = number(value, &RESIGN_RANGE)? as i32;
                return Ok(None);
            }
            Setting::Tsume => {
                let known = TSUME.iter().find(|(name, _)| *name == value);
                let Some(&(_, side)) = known else {
                    return Err(format!("none of {}", TSUME.map(|(name, _)| name).join(", ")));
                };
                options.tsume = side;
            }
            Setting::Log => {
                self.output.log_to(value).map_err(|error| error.to_string())?;
                return Ok(None);
            }
        }
        Ok(Some(options))
    }

    /// Puts options in force; a search that goes on is begun anew under them. If they are refused all goes on as before.
    fn configure(&mut self, options: Options, line: &str) -> io::Result<()> {
        if let Err(error) = self.engine.configure(&options) {
            return self.error(&error.to_string(), line);
        }
        let was_thinking = self.thinking.is_some();
        self.abort();
        if let Some(rules) = &options.rules {
            self.rules.insert(self.engine.name(), rules.clone());
        }
        self.options = options;
        match self.mode {
            Mode::Analyze if was_thinking => self.start_analysis(),
            Mode::Play(_) if was_thinking => self.think()?,
            _ => {}
        }
        Ok(())
    }
}
