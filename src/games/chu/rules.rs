//! The rule flags and presets of chu-rules §7.

use crate::position::{
    Flag, Presets, Repetition, RuleSet, cap_flag, choice_flag, fixed_flag, preset_text, switch_flag,
};
use bitflags::bitflags;

bitflags! {
    /// The rules that are either on or off.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Switches: u16 {
        /// `lion.recursive`: a protector that may not recapture does not protect (§4.5).
        const LION_RECURSIVE = 1;
        /// `cs.mode = if_protected`: the counter-strike ban covers protected lions only (§4.4).
        const CS_IF_PROTECTED = 1 << 1;
        /// `cs.same_square = exempt`: the lion on the square of the capture may be taken.
        const CS_SAME_SQUARE_EXEMPT = 1 << 2;
        /// `cs.binds_lions`: the ban covers captures by lions too.
        const CS_BINDS_LIONS = 1 << 3;
        /// `cs.hit_and_run = free`: only captures on the final square are banned.
        const CS_HIT_AND_RUN_FREE = 1 << 4;
        /// `lion.foot = strict`: a piece captured in the same move still protects (§4.2).
        const LION_FOOT_STRICT = 1 << 5;
        /// `rep.check_exempt`: no repetition ban for a side in check (§5.2).
        const REP_CHECK_EXEMPT = 1 << 6;
        /// `rep.key_cs`: the counter-strike square is part of the repeated position (§5.1).
        const REP_KEY_CS = 1 << 7;
        /// `rep.neutral = mover`: in a neutral cycle the side to move has to deviate (§5.4).
        const REP_NEUTRAL_MOVER = 1 << 8;
        /// `end.bare_vs_bare`: two bare kings are a draw (§6.5).
        const BARE_VS_BARE = 1 << 9;
        /// `out.referee = xboard`: our own moves must also please XBoard's legality test (§7.2).
        const REFEREE = 1 << 10;
        /// `end.mate = on`: mate ends the game (§6.1).
        const MATE_ENDS = 1 << 11;
    }
}

bitflags! {
    /// `promo.last_rank`: the kinds that may promote on any move to their last rank (§3.1).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct LastRank: u8 {
        /// Pawns.
        const PAWN = 1;
        /// Lances.
        const LANCE = 1 << 1;
        /// Go-betweens.
        const GO_BETWEEN = 1 << 2;
    }
}

/// `promo.mode`: quiet moves that start in the zone (§3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotionMode {
    /// Never promote.
    Strict,
    /// Promote unless the piece is suspended.
    Msm,
    /// Promote unless the piece declined on entering with its side's previous move.
    Delay,
    /// Always promote.
    Free,
}

/// `rep.rule` (§5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepetitionRule {
    /// Nothing happens.
    Off,
    /// The first repetition is illegal.
    Forbid,
    /// The fourth occurrence is illegal.
    Forbid4,
    /// The fourth occurrence ends the game (§5.4).
    Jcsa,
    /// The fourth occurrence ends the game (§5.5).
    Lishogi,
}

/// `end.bare_king` (§6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BareKing {
    /// Play goes on.
    None,
    /// Baring wins, whatever the material.
    Jcsa,
    /// Baring wins with exactly one piece beside the royal.
    JcsaLiteral,
    /// As lishogi's server has it.
    Lishogi,
}

/// A rule set for Chu Shogi: the flags of chu-rules §7. The flag that has one value only (`end.no_moves=loss`) is
/// accepted in texts and stored nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChuRules {
    /// Everything that is on or off.
    pub switches: Switches,
    /// `promo.mode`.
    pub promotion: PromotionMode,
    /// `promo.last_rank`.
    pub last_rank: LastRank,
    /// `rep.rule`.
    pub repetition: RepetitionRule,
    /// `end.bare_king`.
    pub bare_king: BareKing,
    /// `end.ply_cap`.
    pub ply_cap: Option<u32>,
}

impl ChuRules {
    /// Edo rules.
    pub const HISTORIC: ChuRules = ChuRules {
        switches: Switches::CS_SAME_SQUARE_EXEMPT
            .union(Switches::REP_CHECK_EXEMPT)
            .union(Switches::REP_KEY_CS)
            .union(Switches::BARE_VS_BARE),
        promotion: PromotionMode::Strict,
        last_rank: LastRank::PAWN,
        repetition: RepetitionRule::Forbid,
        bare_king: BareKing::None,
        ply_cap: None,
    };

    /// Japanese Chu Shogi Association, over the board, 2019.
    pub const JCSA: ChuRules = ChuRules {
        switches: Switches::CS_IF_PROTECTED
            .union(Switches::LION_FOOT_STRICT)
            .union(Switches::REP_KEY_CS)
            .union(Switches::BARE_VS_BARE),
        repetition: RepetitionRule::Jcsa,
        bare_king: BareKing::Jcsa,
        ..ChuRules::HISTORIC
    };

    /// The server lishogi.
    pub const LISHOGI: ChuRules = ChuRules {
        switches: Switches::CS_SAME_SQUARE_EXEMPT
            .union(Switches::LION_FOOT_STRICT)
            .union(Switches::REP_KEY_CS)
            .union(Switches::BARE_VS_BARE),
        last_rank: LastRank::PAWN.union(LastRank::LANCE),
        repetition: RepetitionRule::Lishogi,
        bare_king: BareKing::Lishogi,
        ply_cap: Some(1000),
        ..ChuRules::HISTORIC
    };

    /// XBoard and WinBoard: the published rule with their referee's stricter points.
    pub const WINBOARD: ChuRules = ChuRules {
        switches: Switches::CS_SAME_SQUARE_EXEMPT
            .union(Switches::CS_BINDS_LIONS)
            .union(Switches::BARE_VS_BARE)
            .union(Switches::REFEREE),
        ..ChuRules::HISTORIC
    };

    /// The Middle Shogi Manual.
    pub const MSM: ChuRules = ChuRules {
        switches: Switches::CS_SAME_SQUARE_EXEMPT.union(Switches::REP_KEY_CS).union(Switches::BARE_VS_BARE),
        promotion: PromotionMode::Msm,
        repetition: RepetitionRule::Forbid4,
        ..ChuRules::HISTORIC
    };

    /// Whether a switch is on.
    #[inline]
    pub const fn has(&self, switch: Switches) -> bool {
        self.switches.contains(switch)
    }
}

impl Presets for ChuRules {
    const PRESETS: &'static [(&'static str, ChuRules)] = &[
        ("historic", ChuRules::HISTORIC),
        ("jcsa", ChuRules::JCSA),
        ("lishogi", ChuRules::LISHOGI),
        ("winboard", ChuRules::WINBOARD),
        ("msm", ChuRules::MSM),
    ];

    /// Those of chu-rules §7.
    const VARIATIONS: &'static [(&'static str, &'static str)] = &[
        ("relaxed historic", "historic:rep.rule=forbid4"),
        ("Okazaki", "historic:cs.mode=if_protected"),
        ("Okazaki with his rule for the go-between", "historic:cs.mode=if_protected,promo.last_rank=PI"),
        ("networked JCSA games", "jcsa:promo.last_rank=PL"),
        ("HaChu without \"Promote on entry\"", "winboard:promo.mode=delay"),
        ("HaChu with \"Okazaki rule\"", "winboard:cs.mode=if_protected"),
        ("old Western problem solutions", "historic:promo.mode=free"),
    ];

    /// In the order of chu-rules §7.
    const FLAGS: &'static [Flag<ChuRules>] = &[
        switch_flag!(
            "lion.foot",
            Switches::LION_FOOT_STRICT,
            "after",
            "strict",
            "does a piece that a lion takes on the way still protect the lion behind it"
        ),
        switch_flag!(
            "lion.recursive",
            Switches::LION_RECURSIVE,
            "false",
            "true",
            "only a piece that could legally take the lion back protects"
        ),
        switch_flag!(
            "cs.mode",
            Switches::CS_IF_PROTECTED,
            "always",
            "if_protected",
            "counter-strike: which lions may not be taken after a non-lion took a lion"
        ),
        switch_flag!(
            "cs.same_square",
            Switches::CS_SAME_SQUARE_EXEMPT,
            "bound",
            "exempt",
            "counter-strike: the lion on the square of the capture"
        ),
        switch_flag!(
            "cs.binds_lions",
            Switches::CS_BINDS_LIONS,
            "false",
            "true",
            "counter-strike: captures by lions are banned too"
        ),
        switch_flag!(
            "cs.hit_and_run",
            Switches::CS_HIT_AND_RUN_FREE,
            "bound",
            "free",
            "counter-strike: falcon or eagle takes a lion in passing or without moving"
        ),
        choice_flag!("promo.mode", promotion, "quiet moves that start in the zone promote: never, unless suspended, \
        unless it has just entered, always",
        "strict" => PromotionMode::Strict, "msm" => PromotionMode::Msm,
        "delay" => PromotionMode::Delay, "free" => PromotionMode::Free),
        choice_flag!("promo.last_rank", last_rank, "who may promote on any move to the last rank: pawn, lance, go-between",
        "none" => LastRank::empty(),
        "P" => LastRank::PAWN,
        "PL" => LastRank::PAWN.union(LastRank::LANCE),
        "PI" => LastRank::PAWN.union(LastRank::GO_BETWEEN),
        "PLI" => LastRank::all()),
        choice_flag!("rep.rule", repetition,
        "repetition: nothing, the second or the fourth time is illegal, the fourth ends the game",
        "off" => RepetitionRule::Off, "forbid" => RepetitionRule::Forbid, "forbid4" => RepetitionRule::Forbid4,
        "jcsa" => RepetitionRule::Jcsa, "lishogi" => RepetitionRule::Lishogi),
        switch_flag!(
            "rep.check_exempt",
            Switches::REP_CHECK_EXEMPT,
            "false",
            "true",
            "a side in check may repeat",
            |rules| rules.repetition.forbids()
        ),
        switch_flag!(
            "rep.key_cs",
            Switches::REP_KEY_CS,
            "false",
            "true",
            "the counter-strike square is part of the position",
            |rules| rules.repetition != RepetitionRule::Off
        ),
        switch_flag!(
            "rep.neutral",
            Switches::REP_NEUTRAL_MOVER,
            "draw",
            "mover",
            "a cycle without attacks: draw, or the side to move loses",
            |rules| rules.repetition == RepetitionRule::Jcsa
        ),
        choice_flag!("end.bare_king", bare_king, "a side with only its royal loses",
        "none" => BareKing::None, "jcsa" => BareKing::Jcsa,
        "jcsa_literal" => BareKing::JcsaLiteral, "lishogi" => BareKing::Lishogi),
        switch_flag!("end.bare_vs_bare", Switches::BARE_VS_BARE, "off", "on", "two bare royals are a draw"),
        fixed_flag!("end.no_moves", "loss", "the side without a legal move"),
        switch_flag!("end.mate", Switches::MATE_ENDS, "off", "on", "mate ends the game, before the royal is taken"),
        cap_flag!("end.ply_cap", ply_cap, "plies after which the game is a draw"),
        switch_flag!(
            "out.referee",
            Switches::REFEREE,
            "none",
            "xboard",
            "a referee watches whose legality test our own moves must pass"
        ),
    ];
}

impl RuleSet for ChuRules {
    fn repetition_section(&self) -> Option<&'static str> {
        Some("chu-rules §5.2")
    }

    fn repetition(&self) -> Repetition {
        let check_exempt = self.has(Switches::REP_CHECK_EXEMPT);
        match self.repetition {
            RepetitionRule::Off => Repetition::Off,
            RepetitionRule::Forbid => Repetition::Forbid { earlier: 1, check_exempt },
            RepetitionRule::Forbid4 => Repetition::Forbid { earlier: 3, check_exempt },
            RepetitionRule::Jcsa => Repetition::Judge { occurrences: 4, positions: 0 },
            // Twelve plies after the last irreversible move at the earliest (§5.5).
            RepetitionRule::Lishogi => Repetition::Judge { occurrences: 4, positions: 13 },
        }
    }

    /// chu-rules §7.3, told from the flags. What binds lions comes from XBoard, and others need not have it. XBoard
    /// knows no repetition that is illegal, so where it watches (or has lent its rule) the ban binds us alone. Where the
    /// server's rules end the game the server is at the other end, and hit and run is accepted.
    fn accept(&self) -> ChuRules {
        let mut wider = *self;
        if self.switches.intersects(Switches::CS_BINDS_LIONS | Switches::REFEREE) && self.repetition.forbids() {
            wider.repetition = RepetitionRule::Off;
        }
        wider.switches.remove(Switches::CS_BINDS_LIONS);
        if self.repetition == RepetitionRule::Lishogi || self.bare_king == BareKing::Lishogi {
            wider.switches.insert(Switches::CS_HIT_AND_RUN_FREE);
        }
        wider
    }

    fn referee(&self) -> bool {
        self.has(Switches::REFEREE)
    }

    fn mate_ends(&self) -> bool {
        self.has(Switches::MATE_ENDS)
    }

    fn ply_cap(&self) -> Option<u32> {
        self.ply_cap
    }
}

impl Default for ChuRules {
    fn default() -> Self {
        ChuRules::HISTORIC
    }
}

preset_text!(ChuRules);

impl RepetitionRule {
    /// Whether repetitions are illegal moves, and not ends of the game.
    const fn forbids(self) -> bool {
        matches!(self, RepetitionRule::Forbid | RepetitionRule::Forbid4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_and_override_survives_the_round_trip() {
        for &(name, preset) in ChuRules::PRESETS {
            assert_eq!(preset.to_string(), name);
            assert_eq!(name.parse::<ChuRules>(), Ok(preset));
        }
        for text in
            ["jcsa:lion.foot=after", "historic:promo.mode=free,end.ply_cap=300", "winboard:cs.same_square=bound"]
        {
            let rules: ChuRules = text.parse().unwrap();
            assert_eq!(rules.to_string().parse::<ChuRules>(), Ok(rules));
        }
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let message = |text: &str| text.parse::<ChuRules>().unwrap_err().to_string();
        assert!(message("edo").contains("'edo'") && message("edo").contains("historic"));
        assert!(message("jcsa:lion.feet=3").contains("'lion.feet'"));
        assert!(message("jcsa:lion.foot").contains("'lion.foot'"));
        assert!(message("jcsa:lion.foot=both").contains("after or strict"));
        assert!(message("jcsa:end.ply_cap=-4").contains("'-4'"));
    }

    #[test]
    fn the_accept_rules_are_those_of_section_7_3() {
        assert_eq!(ChuRules::HISTORIC.accept(), ChuRules::HISTORIC);
        assert_eq!(ChuRules::JCSA.accept(), ChuRules::JCSA);
        assert_eq!(ChuRules::MSM.accept(), ChuRules::MSM);
        assert_eq!(ChuRules::LISHOGI.accept(), "lishogi:cs.hit_and_run=free".parse().unwrap());
        assert_eq!(ChuRules::WINBOARD.accept(), "winboard:rep.rule=off,cs.binds_lions=false".parse().unwrap());
    }

    /// Every preset with every single flag at every value.
    fn all_single_overrides() -> Vec<ChuRules> {
        let overridden = |preset: ChuRules| {
            ChuRules::FLAGS.iter().flat_map(move |flag| {
                let values = flag.values.iter().map(|&value| if value == "a number from 1" { "7" } else { value });
                values.map(move |value| {
                    let mut rules = preset;
                    assert!((flag.set)(&mut rules, value), "{} = {value}", flag.name);
                    assert_eq!((flag.get)(&rules), value, "{}", flag.name);
                    rules
                })
            })
        };
        ChuRules::PRESETS.iter().flat_map(|&(_, preset)| overridden(preset)).collect()
    }

    #[test]
    fn every_value_of_every_flag_can_be_set_and_survives_the_round_trip() {
        // Two values for each of twelve switches, those of four choices, one where there is no choice, two for the cap.
        let all = all_single_overrides();
        assert_eq!(all.len(), 5 * (12 * 2 + 4 + 5 + 5 + 4 + 1 + 2));
        for rules in all {
            assert_eq!(rules.to_string().parse(), Ok(rules));
        }
    }

    #[test]
    fn an_error_does_not_repeat_a_long_text() {
        let long = "é".repeat(100_000);
        for text in [long.clone(), format!("jcsa:{long}"), format!("jcsa:{long}=1"), format!("jcsa:lion.foot={long}")] {
            let error = text.parse::<ChuRules>().unwrap_err().to_string();
            assert!(error.contains("éé") && error.chars().count() < 300, "{error}");
        }
    }

    #[test]
    fn the_named_variations_are_rule_sets_in_their_shortest_text() {
        for (name, text) in ChuRules::VARIATIONS {
            assert_eq!(text.parse::<ChuRules>().map(|rules| rules.to_string()).as_deref(), Ok(*text), "{name}");
        }
    }

    #[test]
    fn accept_rules_forbid_nothing_that_the_play_rules_allow() {
        for rules in all_single_overrides() {
            let accept = rules.accept();
            assert_eq!(accept.accept(), accept, "{rules}");
            // Of the flags about moves only these three differ, and only towards freedom.
            let same = ChuRules {
                switches: accept.switches & !(Switches::CS_BINDS_LIONS | Switches::CS_HIT_AND_RUN_FREE)
                    | rules.switches & (Switches::CS_BINDS_LIONS | Switches::CS_HIT_AND_RUN_FREE),
                repetition: rules.repetition,
                ..accept
            };
            assert_eq!(same, rules);
            assert!(!accept.has(Switches::CS_BINDS_LIONS), "{rules}");
            assert!(accept.has(Switches::CS_HIT_AND_RUN_FREE) || !rules.has(Switches::CS_HIT_AND_RUN_FREE), "{rules}");
            assert!(accept.repetition == rules.repetition || accept.repetition == RepetitionRule::Off, "{rules}");
        }
    }

    #[test]
    fn overrides_keep_what_is_accepted_from_the_program_at_the_other_end() {
        let accept = |text: &str| text.parse::<ChuRules>().unwrap().accept();
        // XBoard plays on after a repetition whatever binds lions here, and knows of no ban on lions either.
        for text in ["winboard:cs.binds_lions=false", "winboard:out.referee=none", "winboard:rep.rule=forbid4"] {
            assert_eq!(accept(text).repetition, RepetitionRule::Off, "{text}");
        }
        assert_eq!(accept("historic:out.referee=xboard").repetition, RepetitionRule::Off);
        assert_eq!(accept("historic:rep.check_exempt=false").repetition, RepetitionRule::Forbid);
        assert!(accept("lishogi:rep.rule=off").has(Switches::CS_HIT_AND_RUN_FREE));
        assert!(accept("lishogi:end.bare_king=none").has(Switches::CS_HIT_AND_RUN_FREE));
        assert!(!accept("jcsa:rep.neutral=mover").has(Switches::CS_HIT_AND_RUN_FREE));
    }
}
