//! The façade: a game and its search in text and typed options, the same for every variant.
//!
//! Protocols and the command line hold a `Box<dyn Engine>`; tools that need the concrete types of a game go through
//! [`visit`] instead.

mod create;
mod error;
mod job;
mod pieces;
mod problem;
mod session;
#[cfg(test)]
mod tests;
mod text;
mod tsume;

pub use crate::settings::{Interface, Options};
pub use create::{create, load_settings};
pub use error::{GameError, OptionsError, PieceNameError, PlayError, SettingsFileError, SolveError};
pub use job::write_line;
pub use pieces::find_piece;
pub use session::Session;
pub use text::{read_game, rules};

use crate::game::Refusal;
use crate::games::Placed;
use crate::notation::{BoardStyle, MoveFormat, PieceSheet, PositionError, PositionFormat, UnknownSquare};
use crate::position::{Move, Outcome, Side};
use crate::search::Bound;
use crate::search::SearchLimits;
use std::sync::Arc;
use std::time::Duration;

/// A search to be started.
#[derive(Clone, Debug)]
pub struct Go {
    /// Number of this search; every event of it carries the number.
    pub id: u64,
    /// What bounds it. An empty list of root moves stands for all that may be played.
    pub limits: SearchLimits,
    /// Root moves that are left out.
    pub excluded: Vec<Move>,
    /// How the events write moves.
    pub format: MoveFormat,
    /// Whether it is still the opponent's turn: the last move on the board is only expected. The search then does not answer
    /// before [`ponder_hit`](Engine::ponder_hit) or [`stop`](Engine::stop), and its time begins with the former.
    pub ponder: bool,
}

/// A mate to be found by checks.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Number of this search; its event carries the number.
    pub id: u64,
    /// Most time.
    pub time: Option<Duration>,
    /// Most positions to expand.
    pub nodes: Option<u64>,
    /// Most plies up to mate.
    pub plies: Option<u32>,
    /// How the answer writes moves.
    pub format: MoveFormat,
}

/// The answer to a [`Problem`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A mate; the line of longest defence.
    Mate(Vec<String>),
    /// There is none.
    NoMate,
    /// Time or nodes did not suffice, or the search was stopped.
    Unknown,
}

/// A [`Verdict`] and what it has cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The number of the search.
    pub id: u64,
    /// The answer.
    pub verdict: Verdict,
    /// Positions expanded.
    pub nodes: u64,
}

/// What a search reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchEvent {
    /// A line of thought.
    Info(Info),
    /// Something to be said where there is no line.
    Remark(Remark),
    /// The end of the search.
    Done(Done),
    /// The end of a search for a mate.
    Solved(Solved),
}

impl SearchEvent {
    /// The number of the search it belongs to.
    pub fn id(&self) -> u64 {
        match self {
            SearchEvent::Info(info) => info.id,
            SearchEvent::Remark(remark) => remark.id,
            SearchEvent::Done(done) => done.id,
            SearchEvent::Solved(solved) => solved.id,
        }
    }
}

/// A line of thought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The number of the search.
    pub id: u64,
    /// Nominal depth in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Rank among the lines asked for, from 1.
    pub rank: u32,
    /// From the mover's view, as in [`score`](crate::search::score).
    pub score: i32,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Share of the transposition table that is filled, per mille.
    pub hashfull: u32,
    /// Makes so far, by all threads.
    pub nodes: u64,
    /// Time so far.
    pub elapsed: Duration,
    /// The line, the move to be played first.
    pub pv: Vec<String>,
}

/// What a search has to say in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The number of the search.
    pub id: u64,
    /// The words.
    pub text: &'static str,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub elapsed: Duration,
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// The number of the search.
    pub id: u64,
    /// The move to be played.
    pub best: Move,
    /// Its text.
    pub text: String,
    /// The text of the answer that is expected to it, if there is one.
    pub reply: Option<String>,
    /// Makes in all, by all threads.
    pub nodes: u64,
    /// Time in all.
    pub elapsed: Duration,
    /// The part of it in which our own clock ran.
    pub used: Duration,
}

/// Where the events of a search go. It is called on the thread of the search.
pub type Sink = Arc<dyn Fn(SearchEvent) + Send + Sync>;

/// A game that is being played, and a search that can be asked for moves. The methods never block on a search, except
/// for [`go`](Engine::go), [`solve`](Engine::solve), [`configure`](Engine::configure) and [`new_game`](Engine::new_game), which stop a running
/// one and wait for its end.
pub trait Engine: Send {
    /// The name of the variant in protocols and on the command line.
    fn name(&self) -> &'static str;

    /// The name of the variant for people.
    fn title(&self) -> &'static str;

    /// How moves are written; [`Variant::MOVE_EXAMPLES`].
    fn move_examples(&self) -> &'static str;

    /// Whether moves of the game can be written in a format; [`Variant::MOVE_FORMATS`].
    fn writes(&self, format: MoveFormat) -> bool;

    /// What XBoard must be told about the variant; [`Variant::cecp_setup`].
    fn cecp_setup(&self) -> Vec<String>;

    /// The rules in force, in their text form.
    fn rules(&self) -> String;

    /// Puts options in force.
    ///
    /// # Errors
    /// If there is no such rule set or no memory for the table. Nothing has changed then, except that the table may be a
    /// small one.
    fn configure(&mut self, options: &Options) -> Result<(), OptionsError>;

    /// Sets up the start position and forgets what earlier searches have learnt.
    fn new_game(&mut self);

    /// Sets up `POSITION [moves MOVE…]`: native text, `startpos`, or text after `sfen ` or `fen `, and moves judged by
    /// the accept rules.
    ///
    /// # Errors
    /// If the position is none, or a move is refused. The old game stays.
    fn set_position(&mut self, text: &str) -> Result<(), GameError>;

    /// Sets up an XBoard FEN with any tail.
    ///
    /// # Errors
    /// If the text is no FEN. The old game stays.
    fn set_fen(&mut self, text: &str) -> Result<(), PositionError>;

    /// Plays a move from outside, in any spelling, judged by the accept rules.
    ///
    /// # Errors
    /// Why it is no move, or may not be played.
    fn play(&mut self, text: &str) -> Result<(), PlayError>;

    /// Plays the answer of a search.
    ///
    /// # Errors
    /// If it may not be played: the game has gone on since.
    fn play_answer(&mut self, mv: Move) -> Result<(), Refusal>;

    /// Takes back one move; false if there is none.
    fn undo(&mut self) -> bool;

    /// Moves played.
    fn ply(&self) -> usize;

    /// The last move played.
    fn last_move(&self) -> Option<Move>;

    /// The side to move.
    fn side_to_move(&self) -> Side;

    /// The result, if the game is over; [`Game::status`](crate::game::Game::status).
    fn status(&self) -> Option<Outcome>;

    /// The result as players see it; [`Game::outcome`](crate::game::Game::outcome).
    fn outcome(&self) -> Option<Outcome>;

    /// A result in words; [`Variant::describe_outcome`].
    fn describe_outcome(&self, outcome: Outcome, names: [&str; 2]) -> String;

    /// Whether the rules know of a referee; [`RuleSet::referee`](crate::position::RuleSet::referee).
    fn has_referee(&self) -> bool;

    /// The moves the play rules allow, sorted as bytes.
    fn moves(&self, format: MoveFormat) -> Vec<String>;

    /// Whether the play rules allow a move.
    ///
    /// # Errors
    /// Why it is no move, or may not be played.
    fn explain(&self, text: &str) -> Result<(), PlayError>;

    /// The position as text.
    fn position(&self, format: PositionFormat) -> String;

    /// The board as a picture of text.
    fn draw(&self, style: BoardStyle, format: MoveFormat, flip: bool) -> String;

    /// A part of the board as a picture; [`Variant::draw_part`]. Without the name of a square it is where the last move ended.
    ///
    /// # Errors
    /// If there is no such square.
    fn draw_part(&self, square: Option<&str>, columns: usize, flip: bool) -> Option<Result<String, UnknownSquare>>;

    /// What there is to say about each piece.
    fn pieces(&self) -> Vec<PieceSheet>;

    /// The pieces on the board.
    fn placed(&self, format: MoveFormat) -> Vec<Placed>;

    /// A move in any spelling, if the play rules allow it.
    ///
    /// # Errors
    /// Why it is no move, or may not be played.
    fn read_move(&self, text: &str) -> Result<Move, PlayError>;

    /// Does now what a first search would have to do.
    fn make_ready(&mut self);

    /// The moves a search may choose from, if none are asked for: the legal ones a referee would accept.
    fn root_moves(&self) -> Vec<Move>;

    /// Starts a search and returns at once. False, and nothing is started, if there is no move to search.
    fn go(&mut self, go: Go, sink: Sink) -> bool;

    /// Starts a search for a mate by checks, in as much memory as the table of the search may take, and returns at once.
    ///
    /// # Errors
    /// If there is no memory or no thread.
    fn solve(&mut self, problem: Problem, sink: Sink) -> Result<(), SolveError>;

    /// The move that a search has been pondering upon was played: its time begins.
    fn ponder_hit(&self);

    /// Asks a running search to answer at once.
    fn stop(&self);
}
