//! A toy game for tests of the search: a small board, kings that are lost by capture, guards that step, riders that slide.
//! And a brute-force search to compare with.

use super::score::{self, INFINITE};
use crate::eval::{Evaluation, Evaluator, Incremental};
use crate::position::{
    GuiReferee, History, MateHints, Move, MoveClass, MoveCounting, MoveList, Observer, Outcome, Position, Reason,
    Repetition, RepetitionRules, RuleError, RuleSet, SearchHints, Side,
};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

pub const FILES: i32 = 5;
pub const RANKS: i32 = 5;
const SQUARES: usize = (FILES * RANKS) as usize;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    King,
    Guard,
    Rider,
}

impl Kind {
    fn value(self) -> i32 {
        match self {
            Kind::King => 5000,
            Kind::Guard => 100,
            Kind::Rider => 400,
        }
    }

    fn directions(self) -> &'static [(i32, i32)] {
        const ORTHOGONAL: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        const ALL: [(i32, i32); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
        if self == Kind::King { &ALL } else { &ORTHOGONAL }
    }
}

type Piece = (Side, Kind);

#[derive(Clone, Debug, PartialEq)]
pub struct ToyRules {
    pub repetition: Repetition,
    pub ply_cap: Option<u32>,
}

impl fmt::Display for ToyRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("toy")
    }
}

impl FromStr for ToyRules {
    type Err = RuleError;
    fn from_str(_: &str) -> Result<ToyRules, RuleError> {
        Ok(ToyRules { repetition: Repetition::Off, ply_cap: None })
    }
}

impl RuleSet for ToyRules {
    fn repetition(&self) -> Repetition {
        self.repetition
    }
    fn accept(&self) -> ToyRules {
        self.clone()
    }
    fn referee(&self) -> bool {
        false
    }
    fn ply_cap(&self) -> Option<u32> {
        self.ply_cap
    }
}

#[derive(Clone)]
pub struct Toy {
    board: [Option<Piece>; SQUARES],
    side: Side,
    rules: ToyRules,
}

pub struct ToyUndo {
    board: [Option<Piece>; SQUARES],
}

pub fn encode(from: usize, to: usize) -> Move {
    Move::from_code((from | to << 8) as u32)
}

fn decode(mv: Move) -> (usize, usize) {
    ((mv.code() & 0xff) as usize, (mv.code() >> 8) as usize)
}

fn scramble(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

impl Toy {
    /// From ranks, top first, separated by slashes: `K`, `G`, `R` for Black, small letters for White, dots.
    pub fn new(text: &str, side: Side, repetition: Repetition) -> Toy {
        let mut board = [None; SQUARES];
        for (square, letter) in text.chars().filter(|&c| c != '/').enumerate() {
            let side = if letter.is_uppercase() { Side::Black } else { Side::White };
            board[square] = match letter.to_ascii_lowercase() {
                'k' => Some((side, Kind::King)),
                'g' => Some((side, Kind::Guard)),
                'r' => Some((side, Kind::Rider)),
                _ => None,
            };
        }
        Toy { board, side, rules: ToyRules { repetition, ply_cap: None } }
    }

    /// A random position with both kings, neither in danger of being taken at once.
    pub fn random(seed: u64, repetition: Repetition) -> Toy {
        for attempt in 0.. {
            let mut state = scramble(seed * 1000 + attempt + 1);
            let mut toy = Toy::new("", Side::BOTH[(seed % 2) as usize], repetition);
            for letter in [Kind::King, Kind::Rider, Kind::Rider, Kind::Rider, Kind::Guard] {
                for side in Side::BOTH {
                    state = scramble(state + 1);
                    let square = (state % SQUARES as u64) as usize;
                    if letter == Kind::King || (toy.board[square].is_none() && state >> 40 & 3 != 0) {
                        toy.board[square] = Some((side, letter));
                    }
                }
            }
            let kings = toy.board.iter().flatten().filter(|piece| piece.1 == Kind::King).count();
            if kings == 2 && !toy.can_take_last_royal() {
                return toy;
            }
        }
        unreachable!()
    }

    pub fn with_ply_cap(mut self, cap: u32) -> Toy {
        self.rules.ply_cap = Some(cap);
        self
    }

    fn targets(&self, from: usize, mut visit: impl FnMut(usize)) {
        let Some((side, kind)) = self.board[from] else { return };
        for &(df, dr) in kind.directions() {
            let (mut file, mut rank) = (from as i32 % FILES + df, from as i32 / FILES + dr);
            while (0..FILES).contains(&file) && (0..RANKS).contains(&rank) {
                let to = (rank * FILES + file) as usize;
                if self.board[to].is_none_or(|piece| piece.0 != side) {
                    visit(to);
                }
                if self.board[to].is_some() || kind != Kind::Rider {
                    break;
                }
                (file, rank) = (file + df, rank + dr);
            }
        }
    }

    fn each_move(&self, side: Side, mut visit: impl FnMut(Move)) {
        for from in 0..SQUARES {
            if self.board[from].is_some_and(|piece| piece.0 == side) {
                self.targets(from, |to| visit(encode(from, to)));
            }
        }
    }

    fn promotes(&self, mv: Move) -> bool {
        let (from, to) = decode(mv);
        let last = if self.side == Side::Black { 0 } else { RANKS - 1 };
        self.board[from] == Some((self.side, Kind::Guard)) && to as i32 / FILES == last
    }

    fn takes_king(&self, side: Side) -> bool {
        let mut found = false;
        self.each_move(side, |mv| found |= self.board[decode(mv).1] == Some((!side, Kind::King)));
        found
    }

    fn has_king(&self, side: Side) -> bool {
        self.board.contains(&Some((side, Kind::King)))
    }

    /// What the exchange on a square wins for the mover, who need not take.
    fn exchange(&self, square: usize) -> i32 {
        let mut takers = Vec::new();
        self.each_move(self.side, |mv| {
            if decode(mv).1 == square {
                takers.push(mv);
            }
        });
        let least = takers.into_iter().min_by_key(|&mv| self.board[decode(mv).0].map(|piece| piece.1.value()));
        least.map_or(0, |mv| self.exchange_after(mv).max(0))
    }

    fn exchange_after(&self, mv: Move) -> i32 {
        let mut after = self.clone();
        after.make(mv, &mut ());
        self.gain(mv) - after.exchange(decode(mv).1)
    }
}

impl Position for Toy {
    type Piece = Piece;
    type Square = usize;
    type Undo = ToyUndo;
    type Rules = ToyRules;

    fn rules(&self) -> &ToyRules {
        &self.rules
    }

    fn set_rules(&mut self, rules: ToyRules) {
        self.rules = rules;
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        let mut key = scramble(7 + self.side as u64);
        for (square, piece) in self.board.iter().enumerate() {
            if let Some((side, kind)) = *piece {
                key ^= scramble((square as u64 + 1) << 8 | (kind as u64) << 1 | side as u64);
            }
        }
        key
    }

    fn moves(&self, out: &mut MoveList) {
        self.each_move(self.side, |mv| out.push(mv));
    }

    fn is_pseudo_legal(&self, mv: Move) -> bool {
        let mut found = false;
        self.each_move(self.side, |other| found |= other == mv);
        found
    }

    fn make<O: Observer<Piece, usize>>(&mut self, mv: Move, observer: &mut O) -> ToyUndo {
        let undo = ToyUndo { board: self.board };
        let (from, to) = decode(mv);
        let promotes = self.promotes(mv);
        let (side, kind) = self.board[from].take().unwrap();
        let after = (side, if promotes { Kind::Rider } else { kind });
        observer.remove((side, kind), from);
        if let Some(victim) = self.board[to].replace(after) {
            observer.remove(victim, to);
        }
        observer.add(after, to);
        self.side = !self.side;
        undo
    }

    fn unmake(&mut self, _mv: Move, undo: ToyUndo) {
        self.board = undo.board;
        self.side = !self.side;
    }

    fn make_null(&mut self) -> ToyUndo {
        self.side = !self.side;
        ToyUndo { board: self.board }
    }

    fn unmake_null(&mut self, undo: ToyUndo) {
        self.unmake(Move::NONE, undo);
    }

    fn class(&self, mv: Move) -> MoveClass {
        if self.board[decode(mv).1].is_some() {
            MoveClass::Capture
        } else if self.promotes(mv) {
            MoveClass::Promotion
        } else {
            MoveClass::Quiet
        }
    }

    fn is_irreversible(&self, mv: Move) -> bool {
        self.class(mv).is_tactical()
    }

    fn royals_hang(&self, side: Side) -> bool {
        self.takes_king(!side)
    }

    fn outcome(&self) -> Option<Outcome> {
        Side::BOTH.into_iter().find(|&side| !self.has_king(side)).map(|side| Outcome::win(!side, Reason::Royals))
    }

    fn mover_has_royal(&self) -> bool {
        self.has_king(self.side)
    }
}

impl RepetitionRules for Toy {}

impl SearchHints for Toy {
    const HISTORY_MOVERS: usize = 3;
    const HISTORY_TARGETS: usize = SQUARES;

    fn tacticals(&self, out: &mut MoveList) {
        self.each_move(self.side, |mv| {
            if self.class(mv).is_tactical() {
                out.push(mv);
            }
        });
    }

    fn quiets(&self, out: &mut MoveList) {
        self.each_move(self.side, |mv| {
            if !self.class(mv).is_tactical() {
                out.push(mv);
            }
        });
    }

    fn allows_null_move(&self) -> bool {
        // On so small a board nearly everything is zugzwang without a rider.
        self.board.contains(&Some((self.side, Kind::Rider)))
    }

    fn gain(&self, mv: Move) -> i32 {
        let victim = self.board[decode(mv).1].map_or(0, |piece| piece.1.value());
        victim + if self.promotes(mv) { Kind::Rider.value() - Kind::Guard.value() } else { 0 }
    }

    fn max_gain(&self) -> i32 {
        let mut most = 0;
        self.each_move(self.side, |mv| most = most.max(self.gain(mv)));
        most
    }

    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        self.exchange_after(mv) >= threshold
    }

    fn history_index(&self, mv: Move) -> (usize, usize) {
        let (from, to) = decode(mv);
        (self.board[from].map_or(0, |piece| piece.1 as usize), to)
    }
}

/// The toy game by the rules contract alone: everything else is left to the defaults.
#[derive(Clone)]
pub struct Plain(pub Toy);

impl Position for Plain {
    type Piece = Piece;
    type Square = usize;
    type Undo = ToyUndo;
    type Rules = ToyRules;

    fn rules(&self) -> &ToyRules {
        self.0.rules()
    }

    fn set_rules(&mut self, rules: ToyRules) {
        self.0.set_rules(rules);
    }

    fn side_to_move(&self) -> Side {
        self.0.side_to_move()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn moves(&self, out: &mut MoveList) {
        self.0.moves(out);
    }

    fn class(&self, mv: Move) -> MoveClass {
        self.0.class(mv)
    }

    fn make<O: Observer<Piece, usize>>(&mut self, mv: Move, observer: &mut O) -> ToyUndo {
        self.0.make(mv, observer)
    }

    fn unmake(&mut self, mv: Move, undo: ToyUndo) {
        self.0.unmake(mv, undo);
    }

    fn make_null(&mut self) -> ToyUndo {
        self.0.make_null()
    }

    fn unmake_null(&mut self, undo: ToyUndo) {
        self.0.unmake_null(undo);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }
}

impl RepetitionRules for Plain {}
impl SearchHints for Plain {}
impl MateHints for Plain {}
impl MoveCounting for Plain {}
impl GuiReferee for Plain {}

/// Every position is even.
pub struct NoEvaluation;

impl<P: Position> Incremental<P> for NoEvaluation {
    type State = ();

    fn refresh(&self, _position: &P) {}
    fn add(&self, _: &mut (), _piece: P::Piece, _square: P::Square) {}
    fn remove(&self, _: &mut (), _piece: P::Piece, _square: P::Square) {}
    fn evaluate(&self, _position: &P, _: &()) -> i32 {
        0
    }
}

/// Material; kings count nothing.
pub struct ToyEvaluation;

impl Evaluation<Toy> for ToyEvaluation {
    type Evaluator = ToyEvaluator;

    fn evaluator(self: &Arc<Self>, toy: &Toy) -> ToyEvaluator {
        ToyEvaluator { changes: Vec::new(), moves: Vec::new(), sums: vec![(0, sum(toy))] }
    }
}

fn material((side, kind): Piece) -> i32 {
    let value = [0, 100, 400][kind as usize];
    if side == Side::Black { value } else { -value }
}

fn sum(toy: &Toy) -> i32 {
    toy.board.iter().flatten().map(|&piece| material(piece)).sum()
}

/// As lazy as an evaluator can be: it records all changes, and takes those of many moves into account at once where a
/// position is evaluated. Fails a test when what it has recorded and the board disagree.
pub struct ToyEvaluator {
    /// What the changes of all moves of the line add to the material.
    changes: Vec<i32>,
    /// How many changes there were before each of the moves.
    moves: Vec<usize>,
    /// The sums that have been computed, with the number of changes in them.
    sums: Vec<(usize, i32)>,
}

impl Observer<Piece, usize> for ToyEvaluator {
    fn add(&mut self, piece: Piece, _square: usize) {
        self.changes.push(material(piece));
    }
    fn remove(&mut self, piece: Piece, _square: usize) {
        self.changes.push(-material(piece));
    }
    fn hand(&mut self, _side: Side, _kind: usize, _before: u8, _after: u8) {}
}

impl Evaluator<Toy> for ToyEvaluator {
    fn push(&mut self) {
        self.moves.push(self.changes.len());
    }
    fn pop(&mut self) {
        self.changes.truncate(self.moves.pop().expect("a move to take back"));
        self.sums.retain(|(seen, _)| *seen <= self.changes.len());
    }
    fn evaluate(&mut self, toy: &Toy) -> i32 {
        let (seen, known) = *self.sums.last().expect("the sum of the root");
        let now = known + self.changes[seen..].iter().sum::<i32>();
        self.sums.push((self.changes.len(), now));
        assert_eq!(now, sum(toy), "evaluator out of step");
        if toy.side == Side::Black { now } else { -now }
    }
}

/// The forced result within `depth` plies: a mate score seen from `ply`, or 0 if nobody can force anything.
pub fn brute_force(toy: &mut Toy, path: &mut History, depth: usize, ply: usize) -> i32 {
    if let Some(outcome) = toy.outcome() {
        return if outcome.winner == Some(toy.side) { score::mate_in(ply) } else { score::mated_in(ply) };
    }
    if depth == 0 {
        return 0;
    }
    let mut moves = MoveList::new();
    toy.moves(&mut moves);
    let mut best = -INFINITE;
    let in_check = toy.in_check();
    for mv in moves {
        let irreversible = toy.is_irreversible(mv);
        let undo = toy.make(mv, &mut ());
        let key = toy.repetition_key();
        if irreversible || !path.forbids(toy.rules.repetition, key, || in_check) {
            path.push(key, irreversible);
            best = best.max(-brute_force(toy, path, depth - 1, ply + 1));
            path.pop();
        }
        toy.unmake(mv, undo);
    }
    if best == -INFINITE { score::mated_in(ply) } else { best }
}
