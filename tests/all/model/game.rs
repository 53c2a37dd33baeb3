//! Games: repetition (chu-rules §5) and the order of the results (§6.6).

use super::moves::{Action, attacked_from};
use super::{Board, Rules, Square, State};

/// What makes positions the same (§5.1).
type Key = (Board, bool, Option<Square>, Vec<Square>, [Option<Square>; 2]);

struct Played {
    before: State,
    action: Action,
}

/// A start position and the moves played from it.
pub struct Game {
    /// The rules in force.
    pub rules: Rules,
    /// The current state.
    pub state: State,
    had_royal: [bool; 2],
    played: Vec<Played>,
    keys: Vec<Key>,
}

impl Game {
    /// A game of no moves yet.
    pub fn new(rules: Rules, state: State) -> Game {
        let had_royal = [false, true].map(|white| !state.royals(white).is_empty());
        let mut game = Game { rules, state, had_royal, played: Vec::new(), keys: Vec::new() };
        game.keys.push(game.key(&game.state));
        game
    }

    fn key(&self, state: &State) -> Key {
        let cs = state.cs.filter(|_| self.rules.is("rep.key_cs", "true"));
        (state.board.clone(), state.white, cs, state.suspended.iter().copied().collect(), state.entered)
    }

    /// The legal actions, the repetition rule included (§5.2).
    pub fn legal(&self) -> Vec<Action> {
        let mut actions = self.state.actions(&self.rules);
        let allowed = match self.rules.get("rep.rule") {
            "forbid" => 0,
            "forbid4" => 2,
            _ => return actions,
        };
        if self.rules.is("rep.check_exempt", "true") && self.state.in_check(self.state.white) {
            return actions;
        }
        actions.retain(|action| {
            let key = self.key(&self.state.after(&self.rules, action));
            self.keys.iter().filter(|earlier| **earlier == key).count() <= allowed
        });
        actions
    }

    /// Plays an action.
    pub fn play(&mut self, action: Action) {
        let after = self.state.after(&self.rules, &action);
        let before = std::mem::replace(&mut self.state, after);
        self.played.push(Played { before, action });
        self.keys.push(self.key(&self.state));
    }

    /// The words of `shishi status` (§10), in the order of §6.6.
    pub fn status(&self) -> String {
        let side = |white| if white { "w" } else { "b" };
        let mover = self.state.white;
        let none = |white| self.state.royals(white).is_empty();
        // §6.2, with the pure position test at its end.
        if self.played.is_empty() && none(mover) {
            return format!("{} royals", side(!mover));
        }
        for white in [mover, !mover] {
            if self.had_royal[usize::from(white)] && none(white) {
                return format!("{} royals", side(!white));
            }
        }
        for white in [false, true] {
            if self.state.wins_by_baring(&self.rules, white) {
                return format!("{} bareking", side(white));
            }
        }
        if self.legal().is_empty() {
            return format!("{} stalemate", side(!mover));
        }
        if self.rules.is("end.mate", "on") && self.state.mated(&self.rules) {
            return format!("{} mate", side(!mover));
        }
        let repetition = match self.rules.get("rep.rule") {
            "jcsa" => self.judged_by_jcsa(),
            "lishogi" => self.judged_by_lishogi(),
            _ => None,
        };
        if let Some(loser) = repetition {
            return loser.map_or("draw repetition".to_owned(), |white| format!("{} repetition", side(!white)));
        }
        if self.state.both_bare(&self.rules) {
            return "draw".to_owned();
        }
        match self.rules.get("end.ply_cap").parse::<usize>() {
            Ok(cap) if self.played.len() > cap => "draw plycap".to_owned(),
            _ => "playing".to_owned(),
        }
    }

    /// The occurrences of the current position from this entry on: how many, and the first of them.
    fn occurrences(&self, since: usize) -> (usize, usize) {
        let same: Vec<usize> = (since..self.keys.len()).filter(|i| Some(&self.keys[*i]) == self.keys.last()).collect();
        (same.len(), same[0])
    }

    /// The state after the move of this number.
    fn after(&self, number: usize) -> &State {
        self.played.get(number + 1).map_or(&self.state, |next| &next.before)
    }

    fn piece_attacks_something(state: &State, square: Square) -> bool {
        let piece = state.board.at(square).expect("the piece that moved");
        let enemy = |square: &Square| state.board.at(*square).is_some_and(|other| other.white != piece.white);
        attacked_from(&state.board, square, piece).iter().any(enemy)
    }

    /// §5.4: `None` if the game goes on, else the loser, if there is one.
    fn judged_by_jcsa(&self) -> Option<Option<bool>> {
        let (count, first) = self.occurrences(0);
        if count < 4 {
            return None;
        }
        let window: Vec<usize> = (first..self.played.len()).collect();
        let mover = |number: usize| self.played[number].before.white;
        let check = |number: usize| self.after(number).in_check(!mover(number));
        let pass = |number: usize| self.played[number].action.is_pass();
        let attack = |number: usize| {
            let to = self.played[number].action.to;
            !pass(number) && (check(number) || Game::piece_attacks_something(self.after(number), to))
        };
        let of = |white: bool| window.iter().copied().filter(move |number| mover(*number) == white);
        let only = |holds: &dyn Fn(bool) -> bool| [false, true].into_iter().find(|side| holds(*side) && !holds(!side));
        let checking = only(&|white| of(white).all(check));
        let attacking = only(&|white| of(white).any(attack));
        Some(if checking.is_some() {
            checking
        } else if window.iter().all(|number| pass(*number)) {
            Some(mover(window[0]))
        } else if attacking.is_some() {
            attacking
        } else {
            self.rules.is("rep.neutral", "mover").then_some(self.state.white)
        })
    }

    fn is_irreversible(&self, number: usize) -> bool {
        let Played { before, action } = &self.played[number];
        let piece = before.board.at(action.from).expect("a mover");
        let advance = piece.is(&["P", "L"]) && !action.is_pass();
        !before.victims(action).is_empty() || action.promote || advance
    }

    /// §5.5: `None` if the game goes on, else the loser, if there is one.
    fn judged_by_lishogi(&self) -> Option<Option<bool>> {
        let since = (0..self.played.len()).rev().find(|number| self.is_irreversible(*number)).map_or(0, |n| n + 1);
        let (count, first) = self.occurrences(since);
        if self.keys.len() - since < 13 || count < 4 {
            return None;
        }
        let each = (self.played.len() - first) / 2;
        let counter = |white: bool| {
            let own = (0..self.played.len()).rev().filter(|number| self.played[*number].before.white == white);
            own.take_while(|number| self.attacks_for_lishogi(*number)).count()
        };
        let perpetual = [false, true].map(|white| counter(white) >= each);
        Some(match perpetual {
            [true, false] => Some(false),
            [false, true] => Some(true),
            _ => None,
        })
    }

    fn attacks_for_lishogi(&self, number: usize) -> bool {
        let Played { before, action } = &self.played[number];
        let after = self.after(number);
        let royals = after.royals(!before.white);
        if royals.iter().any(|royal| super::moves::is_attacked(&after.board, *royal, before.white)) {
            return true;
        }
        let again = State { white: before.white, cs: before.cs, ..after.clone() };
        let captures = again.actions(&self.rules).into_iter();
        captures
            .filter(|next| next.from == action.to && next.via.is_none())
            .any(|next| !again.victims(&next).is_empty())
    }
}
