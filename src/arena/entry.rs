//! What is kept of a match: a header and a line for each game.

use super::options::{DrawRule, Protocol, ResignRule, Tournament};
use super::stats::Unit;
use super::time_control::EngineLimits;
use crate::openings::Openings;
use crate::position::{Reason, Side};
use serde::{Deserialize, Serialize};

/// The form of the lines, so that a later form can be told from this one.
pub const FORMAT: u32 = 1;

/// What was played: the first line of a log. Two logs belong together if this is equal (see
/// [`differences`](MatchHeader::differences)).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchHeader {
    /// [`FORMAT`].
    pub format: u32,
    /// Version of this program.
    pub version: String,
    /// The game.
    pub variant: String,
    /// The rules of the referee.
    pub rules: String,
    /// The engines, in the order of the command line.
    pub engines: Vec<EngineHeader>,
    /// Where games begin.
    pub openings: Openings,
    /// Fingerprint of the openings, if they come from a file.
    pub openings_key: u64,
    /// Seed of the openings.
    pub seed: u64,
    /// Who plays whom: with more than two engines the numbers of the games depend on it.
    #[serde(default)]
    pub tournament: Tournament,
    /// What is scored as one.
    #[serde(default)]
    pub unit: Unit,
    /// Plies after which a game stays unfinished.
    pub max_plies: Option<usize>,
    /// Early ends of lost games.
    pub resign: Option<ResignRule>,
    /// Early ends of drawn games.
    pub draw: Option<DrawRule>,
}

/// An engine of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EngineHeader {
    /// Its name in the results.
    pub name: String,
    /// What it calls itself.
    pub own_name: String,
    /// Its bench number, if it has one.
    pub bench: Option<u64>,
    /// The program.
    pub command: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its language.
    pub protocol: Protocol,
    /// What bounds its moves.
    pub limit: EngineLimits,
    /// Megabytes asked for.
    pub memory: Option<u32>,
    /// Threads asked for.
    #[serde(default)]
    pub threads: Option<u32>,
    /// Options that were set.
    pub options: Vec<(String, String)>,
    /// Lines that were sent after the handshake.
    pub init: Vec<String>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameResult {
    /// The first player has won.
    #[serde(rename = "1-0")]
    First,
    /// The second player has won.
    #[serde(rename = "0-1")]
    Second,
    /// A draw.
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// No result.
    #[serde(rename = "*")]
    Unfinished,
}

/// Why a game ended: the causes of [`record::Cause`](crate::record::Cause), but in place of its free text all that may
/// go wrong in a match, each of which is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// The loser gave up.
    Resignation,
    /// Both engines offered a draw.
    Agreement,
    /// Both engines saw the same result for several moves.
    Adjudication,
    /// The loser ran out of time.
    Time,
    /// The loser played an illegal move.
    IllegalMove,
    /// The loser's process ended, or closed its output.
    Crash,
    /// The loser did not answer.
    Hang,
    /// The loser claimed what is not so.
    FalseClaim,
    /// The loser would not have a legal move.
    Refusal,
    /// Nobody won within the longest game allowed; no result.
    TooLong,
    /// The rules say so. In the log it stands like all others: `royals`.
    #[serde(untagged)]
    Rules(Reason),
}

/// The search behind a move: score in centipawns and depth in plies, if the engine told them, and milliseconds used.
pub type MoveInfo = (Option<(i32, u32)>, u64);

/// An engine's work in one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// Moves it made.
    pub moves: u64,
    /// Nodes it says it searched.
    pub nodes: u64,
    /// Sum of the depths it says it reached, over the moves for which it says so.
    pub depths: u64,
    /// Those moves.
    pub thoughts: u64,
    /// Time it used, microseconds.
    pub time: u64,
    /// Longest time for one move, microseconds.
    pub longest: u64,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameLine {
    /// Its number in the match, from 1. Together with the seed it names the game.
    pub game: u64,
    /// The pair it belongs to, from 1, counted for each two engines.
    pub pair: u64,
    /// Who plays whom: two engines, numbered from 0, the one that comes first on the command line first.
    pub encounter: [usize; 2],
    /// The players, the one who moves first at the start position first.
    pub players: [usize; 2],
    /// The seed of the match.
    pub seed: u64,
    /// When it began, UTC: `2026.01.31 12:00:00`.
    pub date: String,
    /// Where it began: `POSITION [moves …]`.
    pub opening: String,
    /// What was played from there, USI.
    pub moves: Vec<String>,
    /// The search behind each of these moves.
    pub notes: Vec<MoveInfo>,
    /// The result.
    pub result: GameResult,
    /// Its cause.
    pub cause: Cause,
    /// The cause in words.
    pub reason: String,
    /// What to look at after a fault.
    pub report: Option<String>,
    /// The players' work, in their order.
    pub work: [Work; 2],
}

impl GameLine {
    /// The whole game: `POSITION [moves …]`.
    pub fn text(&self) -> String {
        let mut text = self.opening.clone();
        if !self.moves.is_empty() {
            if !text.contains(" moves") {
                text += " moves";
            }
            text += " ";
            text += &self.moves.join(" ");
        }
        text
    }

    /// All plies, those of the opening included.
    pub fn plies(&self) -> usize {
        let moves = self.opening.split_once(" moves ").map_or("", |(_, moves)| moves);
        moves.split_whitespace().count() + self.moves.len()
    }
}

impl GameResult {
    /// As PGN writes it.
    pub const fn text(self) -> &'static str {
        match self {
            GameResult::First => "1-0",
            GameResult::Second => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unfinished => "*",
        }
    }

    /// A win.
    pub const fn win(side: Side) -> GameResult {
        match side {
            Side::Black => GameResult::First,
            Side::White => GameResult::Second,
        }
    }

    /// Half points of a side; nothing if there is no result.
    pub const fn half_points(self, side: Side) -> Option<u32> {
        match (self, side) {
            (GameResult::Unfinished, _) => None,
            (GameResult::Draw, _) => Some(1),
            (GameResult::First, Side::Black) | (GameResult::Second, Side::White) => Some(2),
            _ => Some(0),
        }
    }
}

impl Cause {
    /// Whether the loser broke down or broke the rules.
    pub const fn is_fault(self) -> bool {
        matches!(self, Cause::IllegalMove | Cause::FalseClaim | Cause::Refusal) || self.is_breakdown()
    }

    /// Whether a process has to be replaced.
    pub const fn is_breakdown(self) -> bool {
        matches!(self, Cause::Crash | Cause::Hang)
    }

    /// For the summary.
    pub const fn text(self) -> &'static str {
        match self {
            Cause::Rules(Reason::Royals) => "royals taken",
            Cause::Rules(Reason::BareKing) => "bare king",
            Cause::Rules(Reason::Stalemate) => "no legal move",
            Cause::Rules(Reason::Mate) => "mate",
            Cause::Rules(Reason::Repetition) => "repetition",
            Cause::Rules(Reason::PlyCap) => "ply cap of the rules",
            Cause::Rules(Reason::NoProgress) => "no progress",
            Cause::Resignation => "resignation",
            Cause::Agreement => "draw agreed",
            Cause::Adjudication => "adjudication",
            Cause::Time => "time forfeit",
            Cause::IllegalMove => "illegal move",
            Cause::Crash => "crash",
            Cause::Hang => "hang",
            Cause::FalseClaim => "false claim",
            Cause::Refusal => "legal move refused",
            Cause::TooLong => "too long, unfinished",
        }
    }
}
