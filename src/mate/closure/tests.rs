//! One or two pieces that chase a bare king, against a solver that knows all positions of the chase.

use super::*;
use crate::games::chu::{ChuPosition, ChuRules, KIND_TABLE, Kind, Piece, Square, Traits};
use crate::mate::{Answer, Effort, MateLimits, Solver};
use crate::position::{MoveList, Position, Random, Side};

/// All positions that checks and evasions lead to, and in which of them the attacker mates: the least set that contains
/// the mates and what is forced into it, by retrograde analysis.
struct Chase {
    at: FxHashMap<u64, usize>,
    /// Whether the attacker, to move or having moved, mates.
    won: Vec<bool>,
    /// For a position after a check: evasions not known to lose.
    holding: Vec<u32>,
    /// The positions one ply before.
    before: Vec<Vec<usize>>,
    new: Vec<(usize, ChuPosition)>,
}

impl Chase {
    fn from(roots: &[ChuPosition]) -> Chase {
        let (at, won, holding, before) = (FxHashMap::default(), Vec::new(), Vec::new(), Vec::new());
        let mut chase = Chase { at, won, holding, before, new: Vec::new() };
        for root in roots {
            chase.index(root);
        }
        let mut wins = Vec::new();
        while let Some((index, position)) = chase.new.pop() {
            if chase.expand(index, &position) {
                wins.push(index);
            }
        }
        while let Some(index) = wins.pop() {
            if std::mem::replace(&mut chase.won[index], true) {
                continue;
            }
            for before in std::mem::take(&mut chase.before[index]) {
                // After a check every evasion has to lose, before one a single check that wins will do.
                chase.holding[before] = chase.holding[before].saturating_sub(1);
                if chase.holding[before] == 0 {
                    wins.push(before);
                }
            }
        }
        chase
    }

    fn index(&mut self, position: &ChuPosition) -> usize {
        let next = self.won.len();
        let index = *self.at.entry(position.key()).or_insert(next);
        if index == next {
            self.won.push(false);
            self.holding.push(0);
            self.before.push(Vec::new());
            self.new.push((index, position.clone()));
        }
        index
    }

    /// Adds what follows a position; true if it is won as it stands.
    fn expand(&mut self, index: usize, position: &ChuPosition) -> bool {
        let attacking = position.side_to_move() == Side::Black;
        let mut moves = MoveList::new();
        if attacking {
            position.checks(&mut moves);
        } else {
            position.evasions(&mut moves);
        }
        let (mut wins, mut holding) = (false, 0);
        for mv in moves {
            let mut after = position.clone();
            after.make(mv, &mut ());
            let winner = after.outcome().map(|outcome| outcome.winner);
            wins |= attacking && winner == Some(Some(Side::Black));
            if winner.is_none() {
                let child = self.index(&after);
                self.before[child].push(index);
            }
            holding += u32::from(winner != Some(Some(Side::Black)));
        }
        self.holding[index] = if attacking { 1 } else { holding };
        wins || !attacking && holding == 0
    }

    fn wins(&self, position: &ChuPosition) -> bool {
        self.won[self.at[&position.key()]]
    }
}

fn positions(kinds: &[Kind], count: usize, seed: u64) -> Vec<ChuPosition> {
    let mut random = Random(seed);
    let mut square = || Square::new(random.below(12), random.below(12)).expect("a square of the board");
    let mut list = Vec::new();
    while list.len() < count {
        let mut pieces = vec![(square(), Piece::new(Kind::King, Side::White))];
        pieces.extend(kinds.iter().map(|&kind| (square(), Piece::new(kind, Side::Black))));
        let apart = (1..pieces.len()).all(|n| pieces[..n].iter().all(|&(square, _)| square != pieces[n].0));
        let position = apart.then(|| ChuPosition::set_up(ChuRules::HISTORIC, pieces, Side::Black, None));
        list.extend(position.filter(|position| position.outcome().is_none()));
    }
    list
}

/// Solves positions with these attackers, without any limit but memory; how many mates there were.
fn compare(kinds: &[Kind], count: usize) -> usize {
    let roots = positions(kinds, count, 1 + kinds.iter().map(|&kind| kind as u64).sum::<u64>());
    let chase = Chase::from(&roots);
    let limits = MateLimits { nodes: None, within: None, effort: Effort::First, first_moves: false };
    let mut solver = Solver::new(64).unwrap();
    for root in &roots {
        let solution = solver.solve(root, &[], &limits, &mut ());
        if chase.wins(root) {
            assert!(solution.answer.moves().is_some(), "{root:?}: {solution:?}");
        } else {
            assert_eq!(solution.answer, Answer::NoMate { verified: true }, "{root:?}: {solution:?}");
        }
    }
    roots.iter().filter(|root| chase.wins(root)).count()
}

/// Every piece but the royals.
fn attackers() -> impl Iterator<Item = Kind> {
    KIND_TABLE.iter().filter(|info| !info.traits.contains(Traits::ROYAL)).map(|info| info.kind)
}

#[test]
fn of_every_lone_piece_it_is_known_whether_it_mates() {
    attackers().for_each(|kind| assert!(compare(&[kind], 1) <= 1));
    // A lion mates alone.
    assert!(compare(&[Kind::Lion], 6) > 0);
}

/// A pawn moves only to give check, so that there are not many more positions than for the other piece alone.
#[test]
fn of_a_piece_and_a_pawn_it_is_known_whether_they_mate() {
    for kind in [Kind::ReverseChariot, Kind::Whale, Kind::Lion] {
        compare(&[kind, Kind::Pawn], 1);
    }
}

#[test]
#[ignore = "takes minutes and gigabytes"]
fn of_all_lone_pieces_and_many_pairs_it_is_known_whether_they_mate() {
    attackers().for_each(|kind| assert!(compare(&[kind], 24) <= 24));
    let partners = [Kind::Pawn, Kind::Gold, Kind::Leopard, Kind::Bishop, Kind::SideMover];
    for (kind, partner) in attackers().flat_map(|kind| partners.map(|partner| (kind, partner))) {
        compare(&[kind, partner], 4);
    }
}

/// A closed set holds as long as nothing in it is won: one won position does not let it through.
#[test]
fn a_queen_that_mates_at_the_edge_is_not_disproved() {
    let mut table = crate::mate::table::ProofTable::new(8).unwrap();
    for (text, closed) in [
        // The king in the corner, the queen protected beside it, or alone in the open.
        ("k11/2G9/2Q9/12/12/12/12/12/12/12/12/12 b - 1", false),
        ("6k5/12/12/12/12/12/12/12/12/12/5Q6/12 b - 1", true),
    ] {
        let position = <crate::games::Chu as crate::games::Variant>::parse_position(text, &ChuRules::HISTORIC).unwrap();
        table.clear();
        let mut watch = ();
        let mut search = ProofSearch::new(position, Side::Black, &[], &mut table, &mut watch);
        assert_eq!(Closure::disproves(&mut search, 1_000_000), closed, "{text}");
    }
}

/// The memory that the solver has beside the search under XBoard's usual 64 megabytes.
#[test]
fn a_lone_queen_is_known_not_to_mate_in_little_memory() {
    let text = "6k5/12/12/12/12/12/12/12/12/12/5Q6/12 b - 1";
    let position = <crate::games::Chu as crate::games::Variant>::parse_position(text, &ChuRules::HISTORIC).unwrap();
    let limits = MateLimits { nodes: Some(2_000_000), within: None, effort: Effort::First, first_moves: false };
    let solution = Solver::new(32).unwrap().solve(&position, &[], &limits, &mut ());
    assert_eq!(solution.answer, Answer::NoMate { verified: true }, "{solution:?}");
}
