//! The values that can be set, and the table of the options that set them.

use super::option::{Effect, FlagScope, Kind, OptionSpec};
use crate::games::{NAMES, Rules, USI_NAMES, preset_names, visit};
use crate::ini::Section;
use crate::position::{RuleError, Side};
use crate::search::skill::{SKILL_RANGE, Skill};
use std::collections::BTreeMap;
use std::time::Duration;

/// Who is at the other end: it decides the rule set where none is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interface {
    /// The command line.
    CommandLine,
    /// XBoard, WinBoard and their kin.
    Cecp,
    /// lishogi and shogi interfaces.
    Usi,
}

/// What can be set. The values survive a change of the variant.
#[derive(Clone, Debug)]
pub struct Options {
    /// Who is at the other end.
    pub interface: Interface,
    /// The game asked for, by any of its names; `None` for the one on the board.
    pub variant: Option<String>,
    /// The rule set asked for; `None` for the one of the settings or, failing that, of the variant.
    pub rules: Option<String>,
    /// Size of the transposition table in megabytes.
    pub hash: usize,
    /// What the way from here to the opponent may cost of each move's time.
    pub move_overhead: Duration,
    /// How many threads search, from 1.
    pub threads: usize,
    /// How many lines a search reports, from 1.
    pub lines: usize,
    /// Whether answers name the reply that is expected, for the opponent's interface to ponder upon.
    pub ponder: bool,
    /// How strong it plays; `None` for as strong as it can.
    pub skill: Option<Skill>,
    /// By how many centipawns a draw is less than an even game.
    pub contempt: i32,
    /// How far behind the engine gives up, in centipawns; 0 for never.
    pub resign: i32,
    /// The side whose mates by checks are looked for before anything else, if problems are to be solved.
    pub tsume: Option<Side>,
    /// The file to which a conversation is copied; empty for none.
    pub log_file: String,
    /// Everything else that `engine.ini` says.
    pub settings: Settings,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            interface: Interface::CommandLine,
            variant: None,
            rules: None,
            hash: 64,
            move_overhead: Duration::from_millis(30),
            threads: 1,
            lines: 1,
            ponder: false,
            skill: None,
            contempt: 0,
            resign: 0,
            tsume: None,
            log_file: String::new(),
            settings: Settings::default(),
        }
    }
}

/// What `engine.ini` says, found good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The section of the options that are the same for every game.
    pub(super) engine: Section,
    pub(super) variants: BTreeMap<String, VariantSettings>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { engine: Section::empty(ENGINE), variants: BTreeMap::new() }
    }
}

/// The section of the options that are the same for every game.
pub(super) const ENGINE: &str = "engine";

/// What `engine.ini` says about one game: sections `[NAME]` and `[NAME.eval]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantSettings {
    pub(super) name: String,
    /// The rule set on the command line, if it is not the usual one.
    pub rules: Option<String>,
    /// The rule set under CECP, if it is not the usual one.
    pub cecp_rules: Option<String>,
    /// The rule set under USI, if it is not the usual one.
    pub usi_rules: Option<String>,
    /// Parameters of the evaluation.
    pub eval: Section,
}

impl VariantSettings {
    /// Everything is as usual for the game called `name`.
    pub fn new(name: &str) -> VariantSettings {
        VariantSettings {
            name: name.to_owned(),
            rules: None,
            cecp_rules: None,
            usi_rules: None,
            eval: Section::empty(&format!("{name}.eval")),
        }
    }

    /// A rule set of the game, if it is one.
    fn checked(&self, text: &str) -> Result<Option<String>, RuleError> {
        // Of a game that does not exist nothing is known.
        visit!(&self.name, V => text.parse::<Rules<V>>().map(|_| ())).unwrap_or(Ok(()))?;
        Ok(Some(text.to_owned()))
    }
}

impl Settings {
    /// What is set for one game; the defaults if nothing is.
    pub fn variant(&self, name: &str) -> VariantSettings {
        self.variants.get(name).cloned().unwrap_or_else(|| VariantSettings::new(name))
    }
}

/// The values of `Tsume`, as HaChu calls them (cecp §2). Sente is who moves first, XBoard's White.
const TSUME: &[&str] = &["no", "Sente mates", "Gote mates"];

/// The options, in the order in which CECP and `engine.ini` list them.
pub static OPTIONS: &[OptionSpec<Options>] = &[
    OptionSpec::<Options>::new(
        "Game",
        Kind::Combo {
            choices: USI_NAMES,
            get: |options| options.variant.as_deref().map_or(USI_NAMES[0], usi_name),
            set: |options, text| {
                // The protocol knows more names, and says which there are.
                options.variant = Some(text.to_owned());
                true
            },
        },
    )
    .effect(Effect::Game)
    .usi("USI_Variant", 0),
    OptionSpec::<Options>::new(
        "Size of the transposition table in megabytes",
        Kind::Spin {
            range: 1..=8192,
            get: |options| options.hash as i64,
            set: |options, megabytes| options.hash = megabytes as usize,
        },
    )
    // With 0 the least that can be had is meant.
    .command("memory", 0, " MB")
    .usi("USI_Hash", 0)
    .key("hash"),
    OptionSpec::<Options>::new(
        "Threads that search together",
        Kind::Spin {
            range: 1..=256,
            get: |options| options.threads as i64,
            set: |options, threads| options.threads = threads as usize,
        },
    )
    .details("More than the machine has cores are no gain, and each takes 9 megabytes beside the table.")
    .command("cores", 1, "")
    .usi("Threads", 0)
    .key("threads")
    .flag("threads", "N", FlagScope::Bench),
    OptionSpec::<Options>::new(
        "Rule set: a preset with overrides, as in jcsa:lion.foot=after",
        Kind::Text {
            get: |options| options.rules.as_deref().unwrap_or(""),
            set: |options, text| {
                options.rules = Some(text.to_owned());
                Ok(())
            },
        },
    )
    // Options are declared once, whatever games are played later.
    .suggestions(|options| preset_names(options.variant.as_deref().unwrap_or_default()))
    .cecp("Rules")
    .usi("Rules", 2)
    .flag("rules", "RULES", FlagScope::Global),
    OptionSpec::<Options>::new(
        "Time in milliseconds that is lost on each move between the engine and the clock that counts",
        Kind::Spin {
            range: 0..=5000,
            get: |options| options.move_overhead.as_millis() as i64,
            set: |options, milliseconds| options.move_overhead = Duration::from_millis(milliseconds as u64),
        },
    )
    .cecp("Move Overhead")
    .usi("Move_Overhead", 1)
    .key("move_overhead"),
    OptionSpec::<Options>::new(
        "Lines to report",
        Kind::Spin {
            range: 1..=500,
            get: |options| options.lines as i64,
            set: |options, lines| options.lines = lines as usize,
        },
    )
    .cecp("MultiPV")
    .usi("USI_MultiPV", 0),
    OptionSpec::<Options>::new(
        "Whether answers name the reply that is expected, to be pondered upon",
        Kind::Check { get: |options| options.ponder, set: |options, ponder| options.ponder = ponder },
    )
    .effect(Effect::None)
    .usi("USI_Ponder", 0),
    OptionSpec::<Options>::new(
        "Playing strength",
        Kind::Spin {
            range: SKILL_RANGE,
            get: |options| Skill::level(options.skill),
            set: |options, level| options.skill = Skill::new(level),
        },
    )
    .details("20 is full strength. Analysis is always at full strength.")
    .cecp("Skill Level")
    .usi("Skill_Level", 0)
    .key("skill"),
    OptionSpec::<Options>::new(
        "By how many centipawns a draw is less than an even game",
        Kind::Spin {
            range: -1000..=1000,
            get: |options| options.contempt.into(),
            set: |options, centipawns| options.contempt = centipawns as i32,
        },
    )
    .details("Above 0 draws are avoided, below 0 sought.")
    .cecp("Contempt")
    .usi("Contempt", 0)
    .key("contempt"),
    OptionSpec::<Options>::new(
        "How many centipawns behind the engine resigns; 0 for never",
        Kind::Spin {
            range: 0..=30_000,
            get: |options| options.resign.into(),
            set: |options, centipawns| options.resign = centipawns as i32,
        },
    )
    .effect(Effect::None)
    .cecp("Resign"),
    OptionSpec::<Options>::new(
        "Whose mates by checks to look for, if anybody's",
        Kind::Combo {
            choices: TSUME,
            get: |options| match options.tsume {
                None => TSUME[0],
                Some(Side::Black) => TSUME[1],
                Some(Side::White) => TSUME[2],
            },
            set: |options, text| {
                let choice = TSUME.iter().position(|choice| *choice == text);
                options.tsume = choice.and_then(|choice| [None, Some(Side::Black), Some(Side::White)][choice]);
                choice.is_some()
            },
        },
    )
    .cecp("Tsume"),
    OptionSpec::<Options>::new(
        "File to which the conversation is copied",
        Kind::File {
            get: |options| &options.log_file,
            set: |options, path| {
                options.log_file = path.to_owned();
                Ok(())
            },
        },
    )
    .effect(Effect::Log)
    .cecp("Log File"),
];

/// The options that every game has for itself.
pub static VARIANT_OPTIONS: &[OptionSpec<VariantSettings>] = &[
    OptionSpec::<VariantSettings>::new(
        "Rule set on the command line",
        Kind::Text {
            get: |settings| settings.rules.as_deref().unwrap_or(""),
            set: |settings, text| {
                settings.rules = settings.checked(text)?;
                Ok(())
            },
        },
    )
    .details("The flag --rules goes before it.")
    .key("rules"),
    OptionSpec::<VariantSettings>::new(
        "Rule set under CECP",
        Kind::Text {
            get: |settings| settings.cecp_rules.as_deref().unwrap_or(""),
            set: |settings, text| {
                settings.cecp_rules = settings.checked(text)?;
                Ok(())
            },
        },
    )
    .details("The flag --rules and the option Rules of the protocol go before it.")
    .key("cecp_rules"),
    OptionSpec::<VariantSettings>::new(
        "Rule set under USI",
        Kind::Text {
            get: |settings| settings.usi_rules.as_deref().unwrap_or(""),
            set: |settings, text| {
                settings.usi_rules = settings.checked(text)?;
                Ok(())
            },
        },
    )
    .details("The flag --rules and the option Rules of the protocol go before it.")
    .key("usi_rules"),
];

/// The name in USI of the game called `name`.
fn usi_name(name: &str) -> &str {
    NAMES.iter().position(|known| *known == name).map_or(name, |index| USI_NAMES[index])
}
