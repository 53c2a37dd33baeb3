//! A game: a start position and the moves played from it.
//!
//! Two rule sets meet here. Moves from outside are judged by the *accept* rules; our own moves, and
//! the lists shown to people, come from the *play* rules, which are never wider.

mod perft;
#[cfg(test)]
mod tests;

pub use perft::{Count, End, Perft, PerftError};

use crate::position::{
    CycleMove, GuiReferee, History, MateHints, Move, MoveList, Outcome, Position, Reason, Repetition, RepetitionRules,
    RuleSet,
};

/// Why a move is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// No piece moves like that here.
    #[error("no piece moves like that")]
    NotAMove,
    /// The move is of a kind the game forbids: into check, or a mating drop.
    #[error("leaves the royal in check")]
    Forbidden,
    /// The position after the move has occurred too often.
    #[error("repeats the position {}, which may not occur {}{}", when(.earlier), again(.earlier), cited(*.section))]
    Repetition {
        /// After which moves of the game it has occurred, counted from 1; 0 is the start.
        earlier: Vec<usize>,
        /// Where the rule is written down, see [`RuleSet::repetition_section`].
        section: Option<&'static str>,
    },
}

/// After which moves a position has occurred, in words.
fn when(earlier: &[usize]) -> String {
    let when = |&number: &usize| if number == 0 { "at the start".into() } else { format!("after move {number}") };
    earlier.iter().map(when).collect::<Vec<String>>().join(", ")
}

fn again(earlier: &[usize]) -> &'static str {
    if earlier.len() == 1 { "again" } else { "once more" }
}

fn cited(section: Option<&str>) -> String {
    section.map(|section| format!(" ({section})")).unwrap_or_default()
}

impl Refusal {
    /// A short name for programs, in lower case with hyphens.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::NotAMove => "not-a-move",
            Refusal::Forbidden => "forbidden",
            Refusal::Repetition { .. } => "repetition",
        }
    }
}

/// A start position and the moves played from it.
pub struct Game<P: Position> {
    start: P,
    position: P,
    moves: Vec<Move>,
    undos: Vec<P::Undo>,
    history: History,
}

impl<P: MateHints + RepetitionRules + GuiReferee> Game<P> {
    /// A game of no moves yet.
    pub fn new(start: P) -> Game<P> {
        let history = History::new(start.repetition_key());
        Game { position: start.clone(), start, moves: Vec::new(), undos: Vec::new(), history }
    }

    /// The position the game started from.
    pub fn start(&self) -> &P {
        &self.start
    }

    /// The position after all moves.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The positions gone through, the current one last.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Number of moves played.
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// Puts other rules in force, for the whole game: state that depends on the rules (a suspended promotion, the
    /// repetition keys) is recomputed from the start.
    pub fn set_rules(&mut self, rules: P::Rules) {
        self.start.set_rules(rules);
        let moves = std::mem::take(&mut self.moves);
        *self = Game::new(self.start.clone());
        for mv in moves {
            self.play(mv);
        }
    }

    /// The moves the play rules allow, the repetition rule included. Whether the game is over is not asked.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.position.moves(&mut moves);
        let mut scratch = self.position.clone();
        moves.retain(|&mv| {
            self.position.is_legal(mv) && !repeats(&mut scratch, &self.history, self.position.rules().repetition(), mv)
        });
        moves
    }

    /// The moves to choose from when it is our turn: the legal ones, without those that a graphical referee would not
    /// accept, if the rules have one. Empty if there is nothing left but to resign.
    pub fn root_moves(&self) -> MoveList {
        let mut moves = self.legal_moves();
        if self.position.rules().referee() {
            let before = self.before_last_move();
            let before = before.as_ref().map(|(position, mv)| (position, *mv));
            moves.retain(|&mv| self.position.referee_allows(mv, before));
        }
        moves
    }

    /// Judges a move from outside, by the accept rules. Any code is a legal argument.
    ///
    /// # Errors
    /// Why the move is not accepted.
    pub fn judge(&self, mv: Move) -> Result<(), Refusal> {
        judge(&mut self.accepting(), &self.history, mv)
    }

    /// Judges a move by the play rules. Any code is a legal argument.
    ///
    /// # Errors
    /// Why the move is not accepted.
    pub fn judge_own(&self, mv: Move) -> Result<(), Refusal> {
        judge(&mut self.position.clone(), &self.history, mv)
    }

    /// The current position under the accept rules: what texts from outside are read against.
    pub fn accepting(&self) -> P {
        let mut position = self.position.clone();
        position.set_rules(position.rules().accept());
        position
    }

    /// Plays a move that [`judge`](Game::judge) or [`judge_own`](Game::judge_own) has accepted. The game may go on
    /// past its end.
    ///
    /// # Panics
    /// May panic on a move that is not pseudo-legal.
    pub fn play(&mut self, mv: Move) {
        let irreversible = self.position.is_irreversible(mv);
        let judged = matches!(self.position.rules().repetition(), Repetition::Judge { .. });
        let before = judged.then(|| self.position.clone());
        self.undos.push(self.position.make(mv, &mut ()));
        self.moves.push(mv);
        self.history.push(self.position.repetition_key(), irreversible);
        if let Some(before) = before {
            self.history.describe(before.cycle_move(mv, &self.position));
        }
    }

    /// Takes back the last move, if there is one, and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        let undo = self.undos.pop()?;
        self.position.unmake(mv, undo);
        self.history.pop();
        Some(mv)
    }

    /// The result, if the game is over. A position without any moves before it is judged by itself: a side to move without
    /// a royal has lost.
    pub fn status(&self) -> Option<Outcome> {
        if self.moves.is_empty() && !self.position.mover_has_royal() {
            return Some(Outcome::win(!self.position.side_to_move(), Reason::Royals));
        }
        self.outcome()
    }

    /// The result as players see it: as [`status`](Game::status), but a side that was given no royal goes on playing
    /// (as in mate problems).
    pub fn outcome(&self) -> Option<Outcome> {
        let on_board = self.position.outcome();
        // Bare against bare comes late in the order: a side without moves loses first.
        let bare_draw = on_board.filter(|outcome| outcome.winner.is_none());
        if bare_draw.is_none() && on_board.is_some() {
            return on_board;
        }
        let lost = |reason| Some(Outcome::win(!self.position.side_to_move(), reason));
        if self.legal_moves().is_empty() {
            let mated = P::CHECK_BINDS && self.position.in_check();
            return lost(if mated { Reason::Mate } else { Reason::Stalemate });
        }
        if self.position.rules().mate_ends() && is_mated(&self.position) {
            return lost(Reason::Mate);
        }
        self.repetition_outcome().or(bare_draw).or_else(|| self.ply_cap_outcome())
    }

    fn repetition_outcome(&self) -> Option<Outcome> {
        let Repetition::Judge { occurrences, positions } = self.position.rules().repetition() else { return None };
        let (count, first) = self.history.recurrence();
        if count < occurrences || self.history.reversible_len() < positions as usize {
            return None;
        }
        let cycle: Vec<CycleMove> = self.history.played_since(first).collect();
        Some(self.position.judge_cycle(&cycle))
    }

    fn ply_cap_outcome(&self) -> Option<Outcome> {
        let cap = self.position.rules().ply_cap()?;
        (self.ply() > cap as usize).then_some(Outcome::draw(Reason::PlyCap))
    }

    /// The repetition keys of all positions so far that have occurred so often that the next occurrence is illegal or
    /// ends the game.
    pub fn keys_at_repetition_limit(&self) -> Vec<u64> {
        let limit = match self.position.rules().repetition() {
            Repetition::Off => return Vec::new(),
            Repetition::Forbid { earlier, .. } => earlier,
            Repetition::Judge { occurrences, .. } => occurrences.saturating_sub(1),
        };
        let mut position = self.start.clone();
        let mut keys = vec![position.repetition_key()];
        for &mv in &self.moves {
            position.make(mv, &mut ());
            keys.push(position.repetition_key());
        }
        keys.sort_unstable();
        let frequent = keys.chunk_by(|a, b| a == b).filter(|same| same.len() >= limit as usize);
        frequent.filter_map(|same| same.first().copied()).collect()
    }

    /// The position from which the last move was played, and that move.
    pub fn before_last_move(&self) -> Option<(P, Move)> {
        let (&last, earlier) = self.moves.split_last()?;
        let mut position = self.start.clone();
        for &mv in earlier {
            position.make(mv, &mut ());
        }
        Some((position, last))
    }
}

/// Whether the mover is in check and has no evasion. The repetition rule is not asked.
fn is_mated<P: MateHints>(position: &P) -> bool {
    position.in_check() && {
        let mut evasions = MoveList::new();
        position.evasions(&mut evasions);
        evasions.is_empty()
    }
}

fn judge<P: Position>(position: &mut P, history: &History, mv: Move) -> Result<(), Refusal> {
    if !position.is_pseudo_legal(mv) {
        return Err(Refusal::NotAMove);
    }
    if !position.is_legal(mv) {
        return Err(Refusal::Forbidden);
    }
    let rule = position.rules().repetition();
    if repeats(position, history, rule, mv) {
        let undo = position.make(mv, &mut ());
        let earlier = history.earlier(position.repetition_key());
        position.unmake(mv, undo);
        return Err(Refusal::Repetition { earlier, section: position.rules().repetition_section() });
    }
    Ok(())
}

/// Whether the repetition rule forbids the move. `position` is left as it was.
fn repeats<P: Position>(position: &mut P, history: &History, rule: Repetition, mv: Move) -> bool {
    if !matches!(rule, Repetition::Forbid { .. }) || position.is_irreversible(mv) {
        return false;
    }
    let undo = position.make(mv, &mut ());
    let key = position.repetition_key();
    position.unmake(mv, undo);
    history.forbids(rule, key, || position.in_check())
}
