//! The texts of USI.

use crate::engine::{Done, Info, MateAnswer, Options, SKILL_RANGE, Skill};
use crate::games::{NAMES, USI_NAMES};
use crate::search::{Bound, score};
use crate::settings::{CONTEMPT_RANGE, HASH_RANGE, LINES_RANGE, MOVE_OVERHEAD_RANGE, THREADS_RANGE};
use crate::view::WrittenMove;

/// An option that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The game.
    Variant,
    /// Size of the transposition table, megabytes.
    Hash,
    /// Threads that search.
    Threads,
    /// Lines to report.
    Lines,
    /// Playing strength.
    Skill,
    /// What a draw is worth less than an even game, centipawns.
    Contempt,
    /// Whether the answer names the reply to think about meanwhile.
    Ponder,
    /// Time lost per move, milliseconds.
    MoveOverhead,
    /// The rule set.
    Rules,
}

/// Every name under which an option is known; the first one of each is declared. Names are compared without regard to case,
/// spaces and underscores, and without `USI_` before them.
const SETTINGS: [(&str, Setting); 9] = [
    ("USI_Variant", Setting::Variant),
    ("USI_Hash", Setting::Hash),
    ("Threads", Setting::Threads),
    ("USI_MultiPV", Setting::Lines),
    ("USI_Ponder", Setting::Ponder),
    ("Skill_Level", Setting::Skill),
    ("Contempt", Setting::Contempt),
    ("Move_Overhead", Setting::MoveOverhead),
    ("Rules", Setting::Rules),
];

impl Setting {
    /// The option called `name`.
    pub fn from_name(name: &str) -> Option<Setting> {
        let short = |name: &str| {
            let name = plain(name);
            name.strip_prefix("usi").map(str::to_owned).unwrap_or(name)
        };
        SETTINGS.iter().find(|(known, _)| short(known) == short(name)).map(|&(_, setting)| setting)
    }
}

/// Whether an option of this name is known to say nothing that matters: servers switch `USI_AnalyseMode` on for good, and
/// set the strength themselves.
pub fn is_ignored(name: &str) -> bool {
    plain(name) == "usianalysemode"
}

/// A name without what spellings of it differ in: case, spaces and underscores.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, ' ' | '_')).map(|c| c.to_ascii_lowercase()).collect()
}

/// The variant called `name`, by its name in USI or its usual one. Servers write `Chushogi` and `chu shogi`, too.
pub fn variant(name: &str) -> Option<&'static str> {
    let name = plain(name);
    let index = NAMES.iter().zip(USI_NAMES).position(|(&usual, &usi)| usual == name || usi == name);
    index.map(|index| NAMES[index])
}

/// The answer to `usi`, but for `usiok`.
pub fn identity(options: &Options, variant: &str, rules: &str) -> Vec<String> {
    let mut lines =
        vec![format!("id name Shishi {}", env!("CARGO_PKG_VERSION")), "id author the Shishi developers".to_owned()];
    lines.extend(SETTINGS.iter().map(|&(name, setting)| {
        let spin = |now: i64, range: &std::ops::RangeInclusive<i64>| {
            format!("type spin default {now} min {} max {}", range.start(), range.end())
        };
        let kind = match setting {
            Setting::Variant => format!("type combo default {variant} var {}", USI_NAMES.join(" var ")),
            Setting::Hash => spin(options.hash as i64, &HASH_RANGE),
            Setting::Threads => spin(options.threads as i64, &THREADS_RANGE),
            Setting::Lines => spin(options.lines as i64, &LINES_RANGE),
            Setting::Ponder => "type check default false".to_owned(),
            Setting::Skill => spin(Skill::level(options.skill), &SKILL_RANGE),
            Setting::Contempt => spin(options.contempt.into(), &CONTEMPT_RANGE),
            Setting::MoveOverhead => spin(options.move_overhead.as_millis() as i64, &MOVE_OVERHEAD_RANGE),
            Setting::Rules => format!("type string default {rules}"),
        };
        format!("option name {name} {kind}")
    }));
    lines
}

/// An `info` line. All numbers are whole.
pub fn thinking(info: &Info) -> String {
    let ms = info.elapsed.as_millis();
    // Without time there is no speed to speak of.
    let speed = u128::from(info.nodes) * 1_000_000 / info.elapsed.as_micros().max(1_000);
    let value = match score::mate_plies(info.score) {
        Some(plies) => format!("mate {plies}"),
        None => format!("cp {}", info.score),
    };
    let bound = match info.bound {
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
        Bound::Exact | Bound::None => "",
    };
    format!(
        "info depth {} seldepth {} multipv {} score {value}{bound} nodes {} nps {speed} hashfull {} time {ms} pv {}",
        info.depth,
        info.seldepth,
        info.rank,
        info.nodes,
        info.hashfull,
        WrittenMove::join(&info.pv)
    )
}

/// The `bestmove` line, with the reply to ponder upon if that is wanted.
pub fn best_move(done: &Done, ponder: bool) -> String {
    match done.reply.as_ref().filter(|_| ponder) {
        Some(reply) => format!("bestmove {} ponder {}", done.best.text, reply.text),
        None => format!("bestmove {}", done.best.text),
    }
}

/// The answer to `go mate`.
pub fn checkmate(answer: &MateAnswer) -> String {
    match answer {
        MateAnswer::Mate(line) => format!("checkmate {}", WrittenMove::join(line)),
        MateAnswer::NoMate => "checkmate nomate".to_owned(),
        MateAnswer::Unknown => "checkmate timeout".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Move;
    use std::time::Duration;

    fn info(score: i32) -> Info {
        Info {
            id: 1,
            depth: 5,
            seldepth: 12,
            rank: 2,
            score,
            bound: Bound::Exact,
            hashfull: 17,
            nodes: 30_000,
            elapsed: Duration::from_millis(250),
            pv: vec![written("7j7h"), written("6c6e")],
        }
    }

    fn written(text: &str) -> WrittenMove {
        WrittenMove { code: Move::NONE, text: text.to_owned() }
    }

    #[test]
    fn a_line_of_thought() {
        assert_eq!(
            thinking(&info(-37)),
            "info depth 5 seldepth 12 multipv 2 score cp -37 nodes 30000 nps 120000 hashfull 17 time 250 pv 7j7h 6c6e"
        );
        let early = Info { elapsed: Duration::ZERO, bound: Bound::Lower, ..info(3) };
        assert!(thinking(&early).contains("score cp 3 lowerbound nodes 30000 nps 30000000 "), "{}", thinking(&early));
    }

    /// Plies up to and including the capture of the last royal, those of the loser negative.
    #[test]
    fn forced_wins_are_counted_in_plies() {
        for (score, text) in
            [(score::mate_in(1), "mate 1 "), (score::mate_in(3), "mate 3 "), (score::mated_in(2), "mate -2 ")]
        {
            assert!(thinking(&info(score)).contains(text), "{text}");
        }
    }

    #[test]
    fn the_reply_is_named_only_if_it_is_wanted() {
        let mut done = Done {
            id: 1,
            best: written("7j7h"),
            reply: Some(written("6c6e")),
            nodes: 1,
            elapsed: Duration::ZERO,
            used: Duration::ZERO,
        };
        assert_eq!(best_move(&done, true), "bestmove 7j7h ponder 6c6e");
        assert_eq!(best_move(&done, false), "bestmove 7j7h");
        done.reply = None;
        assert_eq!(best_move(&done, true), "bestmove 7j7h");
    }

    #[test]
    fn options_have_more_than_one_spelling() {
        for name in ["USI_Hash", "Hash", "usi hash", "USI_HASH"] {
            assert_eq!(Setting::from_name(name), Some(Setting::Hash), "{name}");
        }
        assert_eq!(Setting::from_name("MultiPV"), Some(Setting::Lines));
        assert_eq!(Setting::from_name("Move Overhead"), Some(Setting::MoveOverhead));
        assert_eq!(Setting::from_name("Book"), None);
    }

    #[test]
    fn the_mode_of_analysis_is_ignored() {
        assert!(is_ignored("USI_AnalyseMode") && !is_ignored("USI_Hash"));
        assert_eq!(Setting::from_name("USI_AnalyseMode"), None);
    }

    #[test]
    fn variants_have_more_than_one_name() {
        for name in ["chushogi", "Chushogi", "Chu Shogi", "chu"] {
            assert_eq!(variant(name), Some("chu"), "{name}");
        }
        assert_eq!((variant("whale"), variant("shogi"), variant("")), (Some("whale"), None, None));
    }
}
