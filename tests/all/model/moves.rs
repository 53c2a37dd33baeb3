//! Moves, promotion and the lion rules: chu-rules §2 to §4.

use super::pieces::Piece;
use super::{Board, Rules, Square, State, distance, name, neighbours, step};

/// chu-rules §2.3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Action {
    /// Where the piece starts.
    pub from: Square,
    /// What it captures on the first leg.
    pub via: Option<Square>,
    /// Where it ends.
    pub to: Square,
    /// Whether it promotes.
    pub promote: bool,
}

impl Action {
    /// Whether it is a pass.
    pub fn is_pass(&self) -> bool {
        self.via.is_none() && self.to == self.from
    }
}

/// The squares that a piece on `from` attacks (§2.6): its plain patterns, whatever stands there.
pub fn attacked_from(board: &Board, from: Square, piece: Piece) -> Vec<Square> {
    let row = piece.row();
    if row.lion {
        let near = (-2..=2).flat_map(|file| (-2..=2).map(move |rank| (file, rank)));
        return near.filter(|by| *by != (0, 0)).filter_map(|by| step(from, by, 1)).collect();
    }
    let mut found: Vec<Square> = piece.steps(row.step).filter_map(|by| step(from, by, 1)).collect();
    found.extend(piece.steps(row.jump).filter_map(|by| step(from, by, 2)));
    for by in piece.steps(row.slide) {
        for length in 1.. {
            let Some(square) = step(from, by, length) else { break };
            found.push(square);
            if board.at(square).is_some() {
                break;
            }
        }
    }
    for by in piece.steps(row.sting) {
        found.extend([step(from, by, 1), step(from, by, 2)].into_iter().flatten());
    }
    found
}

/// Whether a piece of this side attacks the square.
pub fn is_attacked(board: &Board, square: Square, white: bool) -> bool {
    board.pieces(white).any(|(from, piece)| attacked_from(board, from, piece).contains(&square))
}

fn in_zone(square: Square, white: bool) -> bool {
    if white { square.1 >= 9 } else { square.1 <= 4 }
}

/// Whether the square is on the last rank of a side.
pub fn on_last_rank(square: Square, white: bool) -> bool {
    square.1 == if white { 12 } else { 1 }
}

impl State {
    /// The victims of an action.
    pub fn victims(&self, action: &Action) -> Vec<Square> {
        let last = (action.to != action.from && self.board.at(action.to).is_some()).then_some(action.to);
        action.via.into_iter().chain(last).collect()
    }

    fn is_own(&self, square: Square) -> bool {
        self.board.at(square).is_some_and(|piece| piece.white == self.white)
    }

    fn is_enemy(&self, square: Square) -> bool {
        self.board.at(square).is_some_and(|piece| piece.white != self.white)
    }

    /// The two-leg paths of a piece, middle and last square, whatever stands there (§2.4, §2.5).
    pub fn paths(from: Square, piece: Piece) -> Vec<(Square, Square)> {
        if piece.row().lion {
            return neighbours(from).flat_map(|via| neighbours(via).map(move |to| (via, to))).collect();
        }
        let mut paths = Vec::new();
        for by in piece.steps(piece.row().sting) {
            let Some(via) = step(from, by, 1) else { continue };
            paths.push((via, from));
            paths.extend(step(from, by, 2).map(|to| (via, to)));
        }
        paths
    }

    /// All actions that the move rules allow, repetition not asked.
    pub fn actions(&self, rules: &Rules) -> Vec<Action> {
        let mut found = Vec::new();
        for (from, piece) in self.board.pieces(self.white) {
            for to in attacked_from(&self.board, from, piece).into_iter().filter(|to| !self.is_own(*to)) {
                found.push(Action { from, via: None, to, promote: false });
                if self.right_to_promote(rules, piece, from, to) {
                    found.push(Action { from, via: None, to, promote: true });
                }
            }
            let paths = State::paths(from, piece);
            for &(via, to) in &paths {
                if self.is_enemy(via) && (to == from || !self.is_own(to)) {
                    found.push(Action { from, via: Some(via), to, promote: false });
                }
            }
            if paths.iter().any(|(via, to)| *to == from && self.board.at(*via).is_none()) {
                found.push(Action { from, via: None, to: from, promote: false });
            }
        }
        found.retain(|action| self.lion_rules_allow(rules, action));
        found
    }

    /// All USI texts of an action (§2.7), the one that is written first.
    pub fn texts(&self, action: &Action) -> Vec<String> {
        let Action { from, via, to, promote } = *action;
        let three = |via| format!("{}{}{}", name(from), name(via), name(to));
        if let Some(via) = via {
            return vec![three(via)];
        }
        let piece = self.board.at(from).expect("a mover");
        let over_empty = State::paths(from, piece).into_iter().filter(|(_, last)| *last == to);
        let mut texts: Vec<String> =
            over_empty.filter(|(via, _)| self.board.at(*via).is_none()).map(|(via, _)| three(via)).collect();
        texts.sort();
        if to != from {
            texts.insert(0, format!("{}{}{}", name(from), name(to), if promote { "+" } else { "" }));
        }
        if promote { texts[..1].to_vec() } else { texts }
    }

    /// §3.1 and §3.2, for a move without a middle victim.
    pub fn right_to_promote(&self, rules: &Rules, piece: Piece, from: Square, to: Square) -> bool {
        if !piece.row().promotes {
            return false;
        }
        let (starts, ends) = (in_zone(from, piece.white), in_zone(to, piece.white));
        let last_rank = rules.get("promo.last_rank");
        if last_rank != "none" && last_rank.contains(piece.row().code) && on_last_rank(to, piece.white) {
            return true;
        }
        if self.board.at(to).is_some() {
            return starts || ends;
        }
        if !starts {
            return ends;
        }
        match rules.get("promo.mode") {
            "msm" => !self.suspended.contains(&from),
            "delay" => self.entered[usize::from(piece.white)] != Some(from),
            mode => mode == "free",
        }
    }

    fn is_lion(&self, square: Square) -> bool {
        self.board.at(square).is_some_and(|piece| piece.is(&["N", "+O"]))
    }

    /// §4.2, with §4.5 for lions that take.
    fn protected(&self, rules: &Rules, action: &Action, lion: Square, others: &[Square]) -> bool {
        let mover = self.board.at(action.from).expect("a mover");
        let lifted: Vec<Square> = others.iter().copied().chain([action.from]).collect();
        let recursive = rules.is("lion.recursive", "true") && mover.is(&["N", "+O"]);
        let first = if recursive {
            let after = self.after(rules, action);
            after.actions(rules).iter().any(|reply| after.victims(reply).contains(&lion))
        } else {
            is_attacked(&self.board.without(&lifted), lion, !self.white)
        };
        let board = self.board.without(&[action.from]);
        let by_victim = |square: &Square| {
            let piece = self.board.at(*square).expect("a victim");
            attacked_from(&board, *square, piece).contains(&lion)
        };
        first || rules.is("lion.foot", "strict") && others.iter().any(by_victim)
    }

    /// §4.4.
    fn lion_rules_allow(&self, rules: &Rules, action: &Action) -> bool {
        let victims = self.victims(action);
        let mover_is_lion = self.is_lion(action.from);
        let exempt = rules.is("cs.same_square", "exempt");
        for &lion in victims.iter().filter(|square| self.is_lion(**square)) {
            let others: Vec<Square> = victims.iter().copied().filter(|square| *square != lion).collect();
            if mover_is_lion {
                let substantial = |square: &Square| self.board.at(*square).is_some_and(|piece| !piece.is(&["P", "I"]));
                if distance(action.from, lion) >= 2
                    && !others.iter().any(substantial)
                    && self.protected(rules, action, lion, &others)
                {
                    return false;
                }
                if self.cs.is_some() && rules.is("cs.binds_lions", "true") && !(exempt && self.cs == Some(lion)) {
                    return false;
                }
            } else if self.cs.is_some() {
                if exempt && self.cs == Some(lion) || lion != action.to && rules.is("cs.hit_and_run", "free") {
                    continue;
                }
                if rules.is("cs.mode", "always") || self.protected(rules, action, lion, &others) {
                    return false;
                }
            }
        }
        true
    }

    /// The state after an action: §2.3, §3.4, §4.3.
    pub fn after(&self, rules: &Rules, action: &Action) -> State {
        let Action { from, via, to, promote } = *action;
        let piece = self.board.at(from).expect("a mover");
        let mut next = self.clone();
        let took_there = to != from && self.is_lion(to);
        let took_on_the_way = via.filter(|via| self.is_lion(*via));
        next.cs = if piece.is(&["N", "+O"]) {
            None
        } else if took_there {
            Some(to)
        } else {
            took_on_the_way
        };
        if let Some(via) = via {
            next.board.put(via, None);
        }
        next.board.put(from, None);
        next.board.put(to, Some(if promote { piece.promoted() } else { piece }));
        next.white = !self.white;
        let declined = piece.row().promotes && !promote && in_zone(to, piece.white);
        if rules.is("promo.mode", "msm") {
            for square in [Some(from), via, Some(to)].into_iter().flatten() {
                next.suspended.remove(&square);
            }
            if declined && self.right_to_promote(rules, piece, from, to) {
                next.suspended.insert(to);
            }
        }
        if rules.is("promo.mode", "delay") {
            next.entered[usize::from(piece.white)] = (declined && !in_zone(from, piece.white)).then_some(to);
        }
        next
    }
}
