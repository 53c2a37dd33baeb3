//! The façade: a game and its search as data and text, the same for every variant.
//!
//! Protocols and the command line hold a `Box<dyn Engine>`; tools that need the types of a game go through the registry of
//! the [games](crate::games) instead.

mod context;
mod create;
mod error;
mod job;
mod pieces;
mod problem;
mod search;
mod session;
#[cfg(test)]
mod tests;
mod text;
mod tsume;

pub use crate::settings::{Interface, Options};
pub use context::write_line;
pub use create::{create, load_settings};
pub use error::{GameError, OptionsError, PieceNameError, PlayError, SettingsFileError, SolveError};
pub use pieces::find_piece;
pub use search::{Done, Info, MateAnswer, MateDone, MateRequest, Remark, SearchEvent, SearchRequest, Sink};
pub use session::Session;
pub use text::{read_game, rules};

use crate::game::Refusal;
use crate::games::XboardSetup;
use crate::notation::{MoveFormat, PieceSheet, PositionError, PositionFormat, SquareNames};
use crate::position::{Move, Outcome, Side};
use crate::view::{BoardView, MoveView};

/// A game that is being played, and a search that can be asked for moves. The methods never block on a search, except
/// for [`go`](Engine::go), [`solve`](Engine::solve), [`configure`](Engine::configure) and
/// [`new_game`](Engine::new_game), which stop a running one and wait for its end.
///
/// What there is to see comes as data ([`board`](Engine::board), [`legal_moves`](Engine::legal_moves)) and as text; where
/// a method takes a [`MoveFormat`], moves come with their texts in it.
pub trait Engine: Send {
    /// The name of the variant in CECP and on the command line; [`Variant::NAME`](crate::games::Variant::NAME).
    fn name(&self) -> &'static str;

    /// The name of the variant in USI; [`Variant::USI_NAME`](crate::games::Variant::USI_NAME).
    fn usi_name(&self) -> &'static str;

    /// The name of the variant for people; [`Variant::TITLE`](crate::games::Variant::TITLE).
    fn title(&self) -> &'static str;

    /// How moves are written, in a line for people; [`Variant::MOVE_EXAMPLES`](crate::games::Variant::MOVE_EXAMPLES).
    fn move_examples(&self) -> &'static str;

    /// Whether moves of the game can be written in a format;
    /// [`Variant::MOVE_FORMATS`](crate::games::Variant::MOVE_FORMATS).
    fn writes(&self, format: MoveFormat) -> bool;

    /// How the texts of a format name squares; [`Variant::square_names`](crate::games::Variant::square_names).
    fn square_names(&self, format: MoveFormat) -> SquareNames;

    /// What XBoard must be told about the variant; [`Variant::cecp_setup`](crate::games::Variant::cecp_setup).
    fn cecp_setup(&self) -> XboardSetup;

    /// What there is to say about each piece under the rules in force.
    fn pieces(&self) -> Vec<PieceSheet>;

    /// The rules in force, in their text form.
    fn rules(&self) -> String;

    /// Whether the rules know of a referee; [`RuleSet::referee`](crate::position::RuleSet::referee).
    fn has_referee(&self) -> bool;

    /// Puts options in force.
    ///
    /// # Errors
    /// If the rule set asked for is none of this variant, or there is no memory for the table. Nothing has changed then,
    /// except that the table may be a small one.
    fn configure(&mut self, options: &Options) -> Result<(), OptionsError>;

    /// Does now what a first search would have to do.
    fn make_ready(&mut self);

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

    /// Plays a move, judged by the accept rules. Any code is a legal argument.
    ///
    /// # Errors
    /// If the move is refused.
    fn play_move(&mut self, mv: Move) -> Result<(), Refusal>;

    /// Takes back one move; false if there is none.
    fn undo(&mut self) -> bool;

    /// Number of moves played.
    fn ply(&self) -> usize;

    /// The side to move.
    fn side_to_move(&self) -> Side;

    /// The result, if the game is over; [`Game::status`](crate::game::Game::status).
    fn status(&self) -> Option<Outcome>;

    /// The result as players see it; [`Game::outcome`](crate::game::Game::outcome).
    fn outcome(&self) -> Option<Outcome>;

    /// Whether the opponent, were it to move, could take the last royal of the side to move: check.
    fn in_check(&self) -> bool;

    /// Whether the opponent could take the mover's last royal after this move, and the game is not over with it. Any code is
    /// a legal argument; false for what is no move.
    fn leaves_royals(&self, mv: Move) -> bool;

    /// A result in words, with these names for the sides, the first player's first;
    /// [`Variant::describe_outcome`](crate::games::Variant::describe_outcome).
    fn describe_outcome(&self, outcome: Outcome, names: [&str; 2]) -> String;

    /// The position as data.
    fn board(&self) -> BoardView;

    /// The position as text.
    fn position(&self, format: PositionFormat) -> String;

    /// The moves the play rules allow, the repetition rule included, sorted by their texts.
    fn legal_moves(&self, format: MoveFormat) -> Vec<MoveView>;

    /// The texts of the legal moves, sorted as bytes, each once: a pass in CECP names no piece.
    fn moves(&self, format: MoveFormat) -> Vec<String>;

    /// The moves a search may choose from, if none are asked for: the legal ones a referee would accept.
    fn root_moves(&self) -> Vec<Move>;

    /// A move as data; `None` if the play rules do not allow it. Any code is a legal argument.
    fn view_move(&self, mv: Move, format: MoveFormat) -> Option<MoveView>;

    /// The last move played, as data.
    fn last_move(&self, format: MoveFormat) -> Option<MoveView>;

    /// A move in any spelling.
    ///
    /// # Errors
    /// If the text is no move, or the play rules forbid the move; the message is the reason alone.
    fn read_move(&self, text: &str) -> Result<Move, PlayError>;

    /// Starts a search and returns at once; its events go to the sink. False, and nothing is started, if there is no move
    /// to search.
    fn go(&mut self, request: SearchRequest, sink: Sink) -> bool;

    /// Starts a search for a mate by checks, in as much memory as the table of the search may take, and returns at once.
    ///
    /// # Errors
    /// If there is no memory or no thread.
    fn solve(&mut self, request: MateRequest, sink: Sink) -> Result<(), SolveError>;

    /// The move that a search has been pondering upon was played: its time begins.
    fn ponder_hit(&self);

    /// Asks a running search to answer at once.
    fn stop(&self);
}
