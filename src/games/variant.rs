//! What a game brings with it, beside its rules, to be played through a protocol or a tool.

use crate::eval::{Evaluation, Terms, Weighted};
use crate::ini::{Section, SettingsError};
use crate::notation::fields;
use crate::position::{GamePosition, Move, Outcome, Position, Presets, Side};
use crate::search::SearchParams;
use crate::view::{BoardView, MoveView};
use std::sync::Arc;

use crate::notation::{MoveError, MoveFormat, PieceSheet, PositionError, PositionFormat, SquareNames};

/// A start position that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetUp {
    /// A short name without spaces.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// In what it differs from the start position.
    pub change: String,
    /// The position as native text.
    pub position: String,
}

/// Reads a move of one or two steps and checks that it is pseudo-legal, given the move before it.
pub type ReadSteps<P> = fn(&P, Option<Move>, &[&str]) -> Result<Move, MoveError>;

/// Reads a board from its ranks, the far one first, with the side to move; an error comes with the index of its rank.
pub type ReadBoard<P> = fn(&[&str], Side, &<P as Position>::Rules) -> Result<P, (usize, PositionError)>;

/// How a game is written in Japanese game records (KIF), beyond what all games share.
pub struct KifTexts<P: Position> {
    /// What the game is called there; the first name is written.
    pub names: &'static [&'static str],
    /// Names of handicaps there, and the ids of the set-ups.
    pub handicaps: &'static [(&'static str, &'static str)],
    /// Reads a move.
    pub parse_move: ReadSteps<P>,
    /// Writes a legal move as one or two steps, given the move before it.
    pub write_move: fn(&P, Option<Move>, Move) -> Vec<String>,
    /// Reads a remark on a board that says more of the position: with it the position; `None` if it does not.
    pub read_remark: fn(&P, &str) -> Option<P>,
    /// Reads a board.
    pub parse_board: ReadBoard<P>,
    /// Draws the board; the text ends with a line end.
    pub write_board: fn(&P) -> String,
}

/// What XBoard must be told of a game that it does not know, after `variant` has been sent (cecp §2, engine-defined
/// variants). Empty for a game that it knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct XboardSetup {
    /// The lines: piece types, sizes of board and hand, start position, and how the pieces move.
    pub lines: Vec<String>,
    /// The letter of the piece in each row of a hand, the row next to the player first; `None` for a row without a piece.
    pub hand_rows: Vec<Option<char>>,
}

impl XboardSetup {
    /// These lines. `types` are the piece types as the first line has them: the rows of a hand are in their order, and a
    /// `.` stands for a type without a piece.
    pub fn new(lines: Vec<String>, types: &str) -> XboardSetup {
        let types = types.chars().filter(|c| c.is_ascii_alphabetic() || *c == '.');
        XboardSetup { lines, hand_rows: types.map(|letter| Some(letter).filter(|&letter| letter != '.')).collect() }
    }
}

/// A game: its position type, its evaluation, and its texts. Implemented by a zero-sized type per game, which has
/// one line in the registry; tools are generic over it.
pub trait Variant: 'static {
    /// Board, rules, move generation.
    type Position: GamePosition<Rules: Presets>;
    /// The evaluation that plays.
    type Evaluation: Evaluation<Self::Position>;
    /// The evaluation that is a sum of terms, whose weights can be set and tuned.
    type Classic: Weighted<Self::Position>;

    /// The name in CECP and on the command line: `chu`.
    const NAME: &'static str;
    /// The name in USI: `chushogi`.
    const USI_NAME: &'static str = Self::NAME;
    /// The name for people: `Chu Shogi`.
    const TITLE: &'static str;
    /// Whether XBoard is told that the engine plays it: it has to be able to show the board.
    const OFFERED_TO_XBOARD: bool = true;
    /// The formats in which moves can be written and read.
    const MOVE_FORMATS: &'static [MoveFormat] =
        &[MoveFormat::Usi, MoveFormat::Cecp, MoveFormat::Coord, MoveFormat::San, MoveFormat::Tsa];
    /// How the game is written in KIF files, if it is.
    const KIF: Option<KifTexts<Self::Position>> = None;
    /// How moves are written, in a line for people: `7i7h or f4f5; …`.
    const MOVE_EXAMPLES: &'static str;
    /// The rule set on the command line.
    const RULES: &'static str;
    /// The rule set under CECP.
    const CECP_RULES: &'static str;
    /// The rule set under USI.
    const USI_RULES: &'static str;

    /// The start position under `rules`.
    fn start(rules: &Rules<Self>) -> Self::Position;

    /// Set-ups other than the start position, such as handicaps, the smallest first.
    fn set_ups() -> Vec<SetUp> {
        Vec::new()
    }

    /// Which set-up evens out which difference in strength: what is different in grades, the handicap in words, and the
    /// ids of the set-ups, separated by commas.
    fn grades() -> Vec<(u8, &'static str, String)> {
        Vec::new()
    }

    /// A result in words, with the rule behind it where the rules have sections; the names are those of the sides, the
    /// first player first.
    fn describe_outcome(outcome: Outcome, names: [&str; 2]) -> String {
        outcome.words(names)
    }

    /// What XBoard must be told to show the game.
    fn cecp_setup() -> XboardSetup {
        XboardSetup::default()
    }

    /// The positions of the benchmark, as native texts.
    fn bench_positions() -> &'static [&'static str];

    /// The parameters of the search.
    fn search_params() -> SearchParams {
        SearchParams::default()
    }

    /// Reads a position: the native text, or `startpos`, or a text that begins with `sfen ` or `fen `.
    ///
    /// # Errors
    /// If the text is none of them; the error names the field.
    fn parse_position(text: &str, rules: &Rules<Self>) -> Result<Self::Position, PositionError>;

    /// Reads XBoard FEN (`setboard`).
    ///
    /// # Errors
    /// If the text is none; the error names the field.
    fn parse_fen(text: &str, rules: &Rules<Self>) -> Result<Self::Position, PositionError>;

    /// What this XBoard FEN says after its board that means nothing in this game and is not read, in words.
    fn fen_notes(text: &str) -> Vec<String> {
        fields::fen_notes(text, false)
    }

    /// Writes a position. `ply` is the number of plies played before it in its game.
    fn write_position(position: &Self::Position, format: PositionFormat, ply: usize) -> String;

    /// Reads a move in any spelling of USI, CECP or coordinates and checks that it is pseudo-legal.
    ///
    /// # Errors
    /// What is wrong with the text, or the rule that forbids the move.
    fn parse_move(position: &Self::Position, text: &str) -> Result<Move, MoveError>;

    /// Reads a move in one format, also one that [`parse_move`](Variant::parse_move) cannot tell from the others.
    ///
    /// # Errors
    /// As those of [`parse_move`](Variant::parse_move).
    fn parse_move_as(position: &Self::Position, text: &str, _format: MoveFormat) -> Result<Move, MoveError> {
        Self::parse_move(position, text)
    }

    /// Writes a move, the one spelling of its format.
    fn write_move(position: &Self::Position, mv: Move, format: MoveFormat) -> String;

    /// What there is to say about each piece under these rules.
    fn pieces(_rules: &Rules<Self>) -> Vec<PieceSheet> {
        Vec::new()
    }

    /// How the texts of a format name squares.
    fn square_names(format: MoveFormat) -> SquareNames {
        format.squares()
    }

    /// The position as data.
    fn board_view(position: &Self::Position) -> BoardView;

    /// A legal move as data, with its text in a format; `None` if the code is no move of this game.
    fn move_view(position: &Self::Position, mv: Move, format: MoveFormat) -> Option<MoveView>;

    /// The weights of the classic evaluation, with what this section of `engine.ini` sets.
    ///
    /// # Errors
    /// If the section has a key that is no weight, or a value out of its range.
    fn weights(settings: &Section) -> Result<Terms, SettingsError> {
        Self::Classic::default_weights().clone().with_section(Self::Classic::layout(), settings)
    }

    /// The evaluation with what this section of `engine.ini` sets, [shared](crate::eval::shared()) with all who ask for the
    /// same.
    ///
    /// # Errors
    /// As [`weights`](Variant::weights).
    fn evaluation(settings: &Section) -> Result<Arc<Self::Evaluation>, SettingsError>;
}

/// The rules of a variant.
pub type Rules<V> = <<V as Variant>::Position as Position>::Rules;
