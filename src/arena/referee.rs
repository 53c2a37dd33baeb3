//! The referee: one game under our own rules.

use super::client::{MoveText, StartPosition};
use super::entry::{Cause, GameResult};
use super::options::Protocol;
use crate::engine::{GameError, PlayError, read_game};
use crate::game::Game;
use crate::games::{Rules, Variant};
use crate::notation::{BoardStyle, MoveFormat, PositionFormat};
use crate::position::{Move, Position, Side};
use crate::view::Picture;

/// A game that is being refereed. Moves are judged by the accept rules, results by the rules themselves
/// (chu-rules §7.3).
pub struct Referee<V: Variant> {
    game: Game<V::Position>,
    start: StartPosition,
    moves: Vec<MoveText>,
    opening: usize,
}

impl<V: Variant> Referee<V> {
    /// A game that begins with `opening`, `POSITION [moves …]`.
    ///
    /// # Errors
    /// If the text is no game under these rules.
    pub fn new(opening: &str, rules: &Rules<V>) -> Result<Referee<V>, GameError> {
        let game = read_game::<V>(opening, rules)?;
        let native = |position: &V::Position| V::write_position(position, PositionFormat::Sfen, 0);
        let start = StartPosition {
            usual: native(game.start()) == native(&V::start(rules)),
            fen: V::write_position(game.start(), PositionFormat::Fen, 0),
            sfen: native(game.start()),
            side: game.start().side_to_move(),
        };
        let mut position = game.start().clone();
        let mut moves = Vec::new();
        for &mv in game.moves() {
            moves.push(move_text::<V>(&position, mv));
            position.make(mv, &mut ());
        }
        let opening = moves.len();
        Ok(Referee { game, start, moves, opening })
    }

    /// Where the game begins.
    pub fn start(&self) -> &StartPosition {
        &self.start
    }

    /// All moves, those of the opening included.
    pub fn moves(&self) -> &[MoveText] {
        &self.moves
    }

    /// Number of moves of the opening.
    pub fn opening(&self) -> usize {
        self.opening
    }

    /// The game.
    pub fn game(&self) -> &Game<V::Position> {
        &self.game
    }

    /// Plays an engine's move, or says why it is none.
    ///
    /// # Errors
    /// If the text is no move, or the move is not legal: the reason, for people.
    pub fn play(&mut self, text: &str, protocol: Protocol) -> Result<(), PlayError> {
        let format = match protocol {
            Protocol::Cecp => MoveFormat::Cecp,
            Protocol::Usi => MoveFormat::Usi,
        };
        let mv = V::parse_move_as(&self.game.accepting(), text, format)?;
        self.game.judge(mv)?;
        self.moves.push(move_text::<V>(self.game.position(), mv));
        self.game.play(mv);
        Ok(())
    }

    /// The result and its cause, if the game is over by the rules.
    pub fn result(&self) -> Option<(GameResult, Cause)> {
        let result = |winner: Option<Side>| winner.map_or(GameResult::Draw, GameResult::win);
        self.game.outcome().map(|outcome| (result(outcome.winner), Cause::Rules(outcome.reason)))
    }

    /// The board and the position as text, for reports.
    pub fn board_text(&self) -> String {
        let position = self.game.position();
        let board = V::board_view(position).draw(&Picture::new(BoardStyle::Letters, V::square_names(MoveFormat::Cecp)));
        let text = V::write_position(position, PositionFormat::Sfen, self.game.ply());
        format!("{}\n{text}\n", board.trim_end())
    }
}

fn move_text<V: Variant>(position: &V::Position, mv: Move) -> MoveText {
    MoveText { cecp: V::write_move(position, mv, MoveFormat::Cecp), usi: V::write_move(position, mv, MoveFormat::Usi) }
}
