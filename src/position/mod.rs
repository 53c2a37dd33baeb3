//! The contract between a game's rules, the search and the tools.
//!
//! A game implements [`Position`] (board, move generation, make and unmake, results) and [`RuleSet`] (its switches); its
//! evaluation implements [`Evaluation`](crate::eval::Evaluation). That is enough to play. What else the rest of the
//! program asks about a position stands in traits of its own, each with a default for every item, so that a game
//! implements them as far as it knows better:
//!
//! | trait | who asks |
//! |---|---|
//! | [`SearchHints`] | the search: staged move generation, move ordering, static exchange, check shortcuts |
//! | [`MateHints`] | the mate solver: checks and evasions |
//! | [`RepetitionRules`] | the game and the search, under rules that judge a cycle by its moves |
//! | [`MoveCounting`] | perft |
//! | [`GuiReferee`] | the game, where a graphical interface with rules of its own judges our moves |
//!
//! [`GamePosition`] stands for all of them. Everything above this module is generic over these traits and is compiled
//! once per game, so that no call on the hot path is virtual.

mod checks;
mod contract;
mod counting;
mod cycle;
mod history;
mod mailbox;
mod moves;
mod observer;
mod outcome;
mod random;
mod referee;
mod rules;
mod search_hints;
mod zobrist;

pub use checks::{MateHints, filtered_checks, filtered_evasions};
pub use contract::Position;
pub use counting::MoveCounting;
pub use cycle::{CycleMove, RepetitionRules};
pub use history::{History, Repetition};
pub(crate) use mailbox::Mailbox;
pub use moves::{Move, MoveClass, MoveList};
pub use observer::Observer;
pub use outcome::{Outcome, Reason, Side};
pub(crate) use random::Random;
pub use random::mix;
pub use referee::GuiReferee;
pub use rules::{Flag, Presets, RuleError, RuleSet, parse_presets, write_presets};
pub(crate) use rules::{cap_flag, choice_flag, fixed_flag, preset_text, switch_flag};
pub use search_hints::{SafetyCache, SearchHints};
pub(crate) use zobrist::{WHITE_TO_MOVE, hand_key, piece_keys};

/// A position with everything the program may ask of it; implemented by whatever implements the parts.
pub trait GamePosition: SearchHints + MateHints + RepetitionRules + MoveCounting + GuiReferee {}

impl<P: SearchHints + MateHints + RepetitionRules + MoveCounting + GuiReferee> GamePosition for P {}
