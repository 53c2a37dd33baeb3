//! What keeps the games of two matches apart.

use super::entry::{EngineHeader, MatchHeader};
use super::options::{DrawRule, Protocol, ResignRule, Tournament};
use super::stats::Unit;

/// Something that two matches have not in common, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What differs.
    pub what: String,
    /// What it is in the one match.
    pub one: String,
    /// What it is in the other.
    pub two: String,
}

impl Difference {
    /// A sentence: `the seed is 1 there and 9 here`, with `there` and `here` as names of the one match and the other.
    pub fn text(&self, there: &str, here: &str) -> String {
        let Difference { what, one, two } = self;
        format!("{what} is {one} {there} and {two} {here}")
    }
}

impl MatchHeader {
    /// What keeps games played under this from being counted together with games played under `other`. The version of
    /// this program and where the programs of the engines lie are no matter, nor is the seed, which each game has.
    pub fn differences(&self, other: &MatchHeader) -> Vec<Difference> {
        let mut found = Vec::new();
        let mut compare = |what: &str, one: String, two: String| {
            if one != two {
                found.push(Difference { what: what.to_owned(), one, two });
            }
        };
        compare("the format of the log", self.format.to_string(), other.format.to_string());
        compare("the variant", self.variant.clone(), other.variant.clone());
        compare("the rule set", self.rules.clone(), other.rules.clone());
        compare("-openings", self.openings.to_string(), other.openings.to_string());
        compare("the fingerprint of the openings", self.openings_key.to_string(), other.openings_key.to_string());
        compare("what is scored", unit(self.unit), unit(other.unit));
        compare("the longest game, in plies,", optional(self.max_plies), optional(other.max_plies));
        compare("-resign", resign(self.resign), resign(other.resign));
        compare("-draw", draw(self.draw), draw(other.draw));
        compare("the number of engines", self.engines.len().to_string(), other.engines.len().to_string());
        if self.engines.len() > 2 {
            compare("-tournament", tournament(self.tournament), tournament(other.tournament));
        }
        for (one, two) in self.engines.iter().zip(&other.engines) {
            for ((what, a), (_, b)) in described(one).into_iter().zip(described(two)) {
                compare(&format!("{what} of {}", one.name), a, b);
            }
        }
        found
    }
}

/// Everything about an engine that its results depend on, in words.
fn described(engine: &EngineHeader) -> Vec<(&'static str, String)> {
    let options = engine.options.iter().map(|(name, value)| format!("{name}={value}"));
    vec![
        ("the name", engine.name.clone()),
        ("the own name", list([engine.own_name.clone()])),
        ("the bench number", optional(engine.bench)),
        ("the list of arguments", list(engine.arguments.iter().cloned())),
        ("the protocol", protocol(engine.protocol)),
        ("the limit", engine.limit.to_string()),
        ("timemargin", engine.limit.margin.to_string()),
        ("hang", engine.limit.hang.to_string()),
        ("memory", optional(engine.memory)),
        ("the number of threads", optional(engine.threads)),
        ("the list of options", list(options)),
        ("initstr", list(engine.init.iter().cloned())),
    ]
}

fn optional(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "unset".to_owned(), |value| value.to_string())
}

/// Several texts as one, each in quotation marks.
fn list(texts: impl IntoIterator<Item = String>) -> String {
    let quoted: Vec<String> = texts.into_iter().map(|text| format!("'{text}'")).collect();
    if quoted.is_empty() { "empty".to_owned() } else { quoted.join(" ") }
}

fn unit(unit: Unit) -> String {
    match unit {
        Unit::Pair => "each pair of games",
        Unit::Game => "each game",
    }
    .to_owned()
}

fn resign(rule: Option<ResignRule>) -> String {
    optional(rule.map(|ResignRule { moves, score }| format!("movecount={moves} score={score}")))
}

fn draw(rule: Option<DrawRule>) -> String {
    let text = |DrawRule { from_move, moves, score }| format!("movenumber={from_move} movecount={moves} score={score}");
    optional(rule.map(text))
}

fn tournament(tournament: Tournament) -> String {
    match tournament {
        Tournament::RoundRobin => "round-robin",
        Tournament::Gauntlet => "gauntlet",
    }
    .to_owned()
}

fn protocol(protocol: Protocol) -> String {
    match protocol {
        Protocol::Cecp => "xboard",
        Protocol::Usi => "usi",
    }
    .to_owned()
}
