//! The rule flags and presets.

use crate::position::{Flag, Presets, Repetition, RuleSet, cap_flag, preset_text, switch_flag};
use bitflags::bitflags;

bitflags! {
    /// The rules that are either on or off.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Switches: u8 {
        /// `dolphin.full_file = no_moves`: a dolphin may not move onto a file with two others either.
        const NO_MOVES_INTO_FULL_FILES = 1;
        /// `dolphin.drop_mate = forbidden`: a dolphin may not be dropped to give mate.
        const NO_DOLPHIN_DROP_MATE = 1 << 1;
        /// `rep.rule = draw`: the fourth occurrence of a position is a draw.
        const REPETITION_DRAWS = 1 << 2;
        /// `rep.perpetual_check = loses`: unless one side gave check with every move since the first.
        const PERPETUAL_CHECK_LOSES = 1 << 3;
    }
}

/// A rule set for the whale games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WhaleRules {
    /// Everything that is on or off.
    pub switches: Switches,
    /// `end.ply_cap`: plies after which the game is drawn.
    pub ply_cap: Option<u32>,
}

/// Occurrences of a position that end the game.
const OCCURRENCES: u32 = 4;

impl WhaleRules {
    /// The rules as the usual description has them.
    pub const STANDARD: WhaleRules =
        WhaleRules { switches: Switches::all().difference(Switches::NO_MOVES_INTO_FULL_FILES), ply_cap: None };

    /// The rules as their inventor meant them: never more than two dolphins on a file by a move of theirs.
    pub const INVENTOR: WhaleRules = WhaleRules { switches: Switches::all(), ply_cap: None };

    /// Whether a switch is on.
    #[inline]
    pub const fn has(&self, switch: Switches) -> bool {
        self.switches.contains(switch)
    }
}

impl RuleSet for WhaleRules {
    fn repetition(&self) -> Repetition {
        if !self.has(Switches::REPETITION_DRAWS) {
            return Repetition::Off;
        }
        Repetition::Judge { occurrences: OCCURRENCES, positions: 0 }
    }

    fn ply_cap(&self) -> Option<u32> {
        self.ply_cap
    }
}

impl Presets for WhaleRules {
    const PRESETS: &'static [(&'static str, WhaleRules)] =
        &[("standard", WhaleRules::STANDARD), ("inventor", WhaleRules::INVENTOR)];

    const FORMER_NAMES: &'static [(&'static str, &'static str)] = &[("seed", "standard")];

    const FLAGS: &'static [Flag<WhaleRules>] = &[
        switch_flag!(
            "dolphin.full_file",
            Switches::NO_MOVES_INTO_FULL_FILES,
            "no_drops",
            "no_moves",
            "where two dolphins stand on a file, no third may be dropped, or none may move there either"
        ),
        switch_flag!(
            "dolphin.drop_mate",
            Switches::NO_DOLPHIN_DROP_MATE,
            "allowed",
            "forbidden",
            "a dolphin dropped to give mate"
        ),
        switch_flag!("rep.rule", Switches::REPETITION_DRAWS, "off", "draw", "the fourth occurrence of a position"),
        switch_flag!(
            "rep.perpetual_check",
            Switches::PERPETUAL_CHECK_LOSES,
            "draw",
            "loses",
            "but with check on every move since the first",
            |rules| rules.has(Switches::REPETITION_DRAWS)
        ),
        cap_flag!("end.ply_cap", ply_cap, "plies after which the game is a draw"),
    ];
}

preset_text!(WhaleRules);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_and_overrides_survive_the_round_trip() {
        for &(name, preset) in WhaleRules::PRESETS {
            assert_eq!(preset.to_string(), name);
            assert_eq!(name.parse::<WhaleRules>(), Ok(preset));
        }
        assert_eq!("standard:dolphin.full_file=no_moves".parse::<WhaleRules>(), Ok(WhaleRules::INVENTOR));
        let text = "standard:dolphin.drop_mate=allowed,rep.rule=off,end.ply_cap=300";
        assert_eq!(text.parse::<WhaleRules>().map(|rules| rules.to_string()), Ok(text.to_string()));
        assert!("standard:dolphin.full_file=2".parse::<WhaleRules>().is_err());
    }

    #[test]
    fn the_former_name_of_the_standard_rules_is_read_and_not_written() {
        let written = |text: &str| text.parse::<WhaleRules>().unwrap().to_string();
        assert_eq!(written("seed"), "standard");
        assert_eq!(written(" Seed : rep.rule=off"), "standard:rep.rule=off");
        let error = "sead".parse::<WhaleRules>().unwrap_err().to_string();
        assert_eq!(error, "unknown rule set 'sead' (known: standard, inventor)");
    }
}
