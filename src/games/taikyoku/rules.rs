//! The rule flags and presets.

use crate::position::{Flag, Presets, Repetition, RuleSet, cap_flag, preset_text, switch_flag};
use bitflags::bitflags;

bitflags! {
    /// The rules that are either on or off.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Switches: u8 {
        /// `moves.alt`: pieces whose moves the sources disagree about move as most of the others have it.
        const ALTERNATIVE_MOVES = 1;
        /// `range.sweep`: a range move takes everything on its way, own pieces too, and no royal.
        const SWEEP = 1 << 1;
        /// `hash.over`: a hash-marked move slides over up to three pieces.
        const HASH_OVER = 1 << 2;
        /// `promo.alt`: the Flying Goose becomes Swallow's Wings.
        const ALTERNATIVE_PROMOTION = 1 << 3;
        /// `promo.optional`: a piece that reaches the zone need not promote.
        const OPTIONAL_PROMOTION = 1 << 4;
        /// `promo.hook`: a hook move that turns in the zone promotes too.
        const HOOK_PROMOTION = 1 << 5;
        /// `rep.rule = draw`: the fourth occurrence of a position is a draw.
        const REPETITION_DRAWS = 1 << 6;
    }
}

/// A rule set for Taikyoku Shogi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaikyokuRules {
    /// Everything that is on or off.
    pub switches: Switches,
    /// `end.quiet_cap`: so many plies in a row without capture or promotion make a draw.
    pub quiet_cap: Option<u32>,
    /// `end.ply_cap`: plies after which the game is drawn.
    pub ply_cap: Option<u32>,
}

/// Occurrences of a position that end the game.
const OCCURRENCES: u32 = 4;

impl TaikyokuRules {
    /// The rules as the transcription has them, and as it is usually read where it is silent.
    pub const STANDARD: TaikyokuRules =
        TaikyokuRules { switches: Switches::REPETITION_DRAWS, quiet_cap: Some(1000), ply_cap: None };

    /// The rules that other programs play.
    pub const SWEEPING: TaikyokuRules =
        TaikyokuRules { switches: Switches::all().difference(Switches::OPTIONAL_PROMOTION), ..TaikyokuRules::STANDARD };

    /// Whether a switch is on.
    #[inline]
    pub const fn has(&self, switch: Switches) -> bool {
        self.switches.contains(switch)
    }
}

impl RuleSet for TaikyokuRules {
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

impl Presets for TaikyokuRules {
    const PRESETS: &'static [(&'static str, TaikyokuRules)] =
        &[("standard", TaikyokuRules::STANDARD), ("sweep", TaikyokuRules::SWEEPING)];

    const FORMER_NAMES: &'static [(&'static str, &'static str)] = &[("seed", "standard")];

    const FLAGS: &'static [Flag<TaikyokuRules>] = &[
        switch_flag!(
            "moves.alt",
            Switches::ALTERNATIVE_MOVES,
            "false",
            "true",
            "the moves of the pieces about which the sources disagree as most of the others have them"
        ),
        switch_flag!(
            "range.sweep",
            Switches::SWEEP,
            "false",
            "true",
            "generals take all lower pieces on their way, own ones too, and no royal, instead of jumping over them"
        ),
        switch_flag!(
            "hash.over",
            Switches::HASH_OVER,
            "false",
            "true",
            "hash-marked moves slide over up to three pieces, instead of leaping to the second or third square first"
        ),
        switch_flag!(
            "promo.alt",
            Switches::ALTERNATIVE_PROMOTION,
            "false",
            "true",
            "the flying goose becomes swallow's wings instead of a dragon king"
        ),
        switch_flag!(
            "promo.optional",
            Switches::OPTIONAL_PROMOTION,
            "false",
            "true",
            "a piece that ends its move in the zone may stay as it is"
        ),
        switch_flag!(
            "promo.hook",
            Switches::HOOK_PROMOTION,
            "false",
            "true",
            "a hook move that turns in the zone promotes, wherever it ends"
        ),
        switch_flag!("rep.rule", Switches::REPETITION_DRAWS, "off", "draw", "the fourth occurrence of a position"),
        cap_flag!("end.quiet_cap", quiet_cap, "plies in a row without capture or promotion that make a draw"),
        cap_flag!("end.ply_cap", ply_cap, "plies after which the game is a draw"),
    ];
}

preset_text!(TaikyokuRules);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_and_overrides_survive_the_round_trip() {
        for &(name, preset) in TaikyokuRules::PRESETS {
            assert_eq!(preset.to_string(), name);
            assert_eq!(name.parse::<TaikyokuRules>(), Ok(preset));
        }
        let all = "standard:moves.alt=true,range.sweep=true,hash.over=true,promo.alt=true,promo.hook=true";
        assert_eq!(all.parse::<TaikyokuRules>(), Ok(TaikyokuRules::SWEEPING));
        let text = "sweep:promo.optional=true,rep.rule=off,end.quiet_cap=none,end.ply_cap=300";
        assert_eq!(text.parse::<TaikyokuRules>().map(|rules| rules.to_string()), Ok(text.to_string()));
        assert!("standard:end.quiet_cap=0".parse::<TaikyokuRules>().is_err());
        // The former name of the standard rules.
        assert_eq!("seed".parse::<TaikyokuRules>(), Ok(TaikyokuRules::STANDARD));
        let rules: TaikyokuRules = "seed:hash.over=true".parse().unwrap();
        assert_eq!(rules.to_string(), "standard:hash.over=true");
    }
}
