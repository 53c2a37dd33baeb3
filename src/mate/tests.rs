//! The solver against a solver that knows nothing but the rules, on random boards of two games; positions with two
//! royals, made by hand.

use super::search::ProofSearch;
use super::table::{FOREVER, ProofEntry, ProofTable};
use super::value::UNBOUNDED;
use super::verify_disproof::{DisproofVerifier, Verification};
use super::*;
use crate::engine::write_line;
use crate::games::chu::{ChuPosition, ChuRules, KIND_TABLE, Kind, Piece, Square};
use crate::games::whale::{self, WhalePosition, WhaleRules};
use crate::games::{Chu, Variant, Whale};
use crate::notation::MoveFormat;
use crate::position::{MateHints, MoveList, Outcome, Position, Random, Reason, Side};
use crate::view::WrittenMove;

/// Mates by trying everything, straight from the definition: a check threatens to take the last royal, an evasion leaves
/// no such threat or takes the opponent's last royal.
struct BruteForce {
    attacker: Side,
    /// Moves that may still be made before it gives up.
    patience: u64,
}

impl BruteForce {
    fn moves<P: MateHints>(position: &P) -> MoveList {
        let mut list = MoveList::new();
        position.moves(&mut list);
        list
    }

    /// Whether the side to move can take the last royal.
    fn takes_last_royal<P: MateHints>(position: &P) -> bool {
        let win = Some(Outcome::win(position.side_to_move(), Reason::Royals));
        let mut after = position.clone();
        Self::moves(position).into_iter().any(|mv| {
            let undo = after.make(mv, &mut ());
            let wins = after.outcome() == win;
            after.unmake(mv, undo);
            wins
        })
    }

    /// Whether the side that has just moved threatens to take the last royal.
    fn threatens<P: MateHints>(position: &P) -> bool {
        let mut passed = position.clone();
        let _ = passed.make_null();
        Self::takes_last_royal(&passed)
    }

    /// Whether the attacker, to move, mates with `moves` of its own at most; nothing if patience is at an end.
    fn attack<P: MateHints>(&mut self, position: &P, moves: u32) -> Option<bool> {
        if moves == 0 {
            return Some(false);
        }
        for mv in Self::moves(position).into_iter().filter(|&mv| position.is_legal(mv)) {
            self.patience = self.patience.checked_sub(1)?;
            let mut after = position.clone();
            after.make(mv, &mut ());
            let mates = match after.outcome() {
                Some(outcome) if outcome.reason == Reason::Royals => outcome.winner == Some(self.attacker),
                _ if !Self::threatens(&after) => false,
                Some(outcome) => outcome.winner == Some(self.attacker),
                None => self.is_lost(&after, moves - 1)?,
            };
            if mates {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether every evasion of the defender, to move, is mated within `moves`.
    fn is_lost<P: MateHints>(&mut self, position: &P, moves: u32) -> Option<bool> {
        for mv in Self::moves(position).into_iter().filter(|&mv| position.is_legal(mv)) {
            self.patience = self.patience.checked_sub(1)?;
            let mut after = position.clone();
            after.make(mv, &mut ());
            let escapes = match after.outcome() {
                Some(outcome) if outcome.reason == Reason::Royals => true,
                _ if Self::takes_last_royal(&after) => false,
                Some(outcome) => outcome.winner != Some(self.attacker),
                None => !self.attack(&after, moves)?,
            };
            if escapes {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// There is no mate, and that has been verified.
const NO_MATE: Answer = Answer::NoMate { verified: true };

fn limits(within: Option<u32>) -> MateLimits {
    MateLimits { nodes: Some(200_000), within, effort: Effort::Shortest, first_moves: false }
}

/// Compares the two solvers to a depth of seven plies, or as far as patience reaches; how many mates there were and how
/// many positions went to the full depth.
fn compare<P: MateHints + std::fmt::Debug>(positions: impl Iterator<Item = P>, patience: u64) -> (u32, u32) {
    let mut solver = Solver::new(8).unwrap();
    let (mut mates, mut complete) = (0, 0);
    for position in positions {
        if position.outcome().is_some() {
            continue;
        }
        let mut brute = BruteForce { attacker: position.side_to_move(), patience };
        for moves in 1..=4 {
            let Some(mate) = brute.attack(&position, moves) else { break };
            complete += (moves == 4 || mate) as u32;
            let solution = solver.solve(&position, &[], &limits(Some(moves)), &mut ());
            if mate {
                mates += 1;
                assert_eq!(solution.answer.moves(), Some(moves), "{position:?}: {solution:?}");
                // Without a bound there is the same shortest mate.
                let free = solver.solve(&position, &[], &limits(None), &mut ());
                assert_eq!(free.answer.moves(), Some(moves), "{position:?}: {free:?}");
                break;
            }
            assert_eq!(solution.answer, NO_MATE, "{position:?}: none in {moves}");
            if moves == 3 {
                let free = solver.solve(&position, &[], &limits(None), &mut ());
                assert!(free.answer.moves().is_none_or(|found| found > 3), "{position:?}: {free:?}");
            }
        }
    }
    (mates, complete)
}

/// A king near the edge with a few pieces around, before a few attackers; sometimes royals on both sides, or two.
fn random_chu(seed: u64) -> ChuPosition {
    let mut random = Random(seed);
    let mut pieces = Vec::new();
    let near = |random: &mut Random, reach: usize| Square::new(random.below(reach), 11 - random.below(reach));
    let mut put =
        |square: Option<Square>, kind, side| pieces.extend(square.map(|square| (square, Piece::new(kind, side))));
    for _ in 0..2 + random.below(4) {
        let kind = KIND_TABLE[random.below(KIND_TABLE.len())].kind;
        let reach = [5, 12][random.below(2)];
        if !kind.info().traits.contains(crate::games::chu::Traits::ROYAL) {
            put(near(&mut random, reach), kind, Side::Black);
        }
    }
    for _ in 0..random.below(4) {
        let kind = KIND_TABLE[random.below(KIND_TABLE.len())].kind;
        let royal = kind.info().traits.contains(crate::games::chu::Traits::ROYAL);
        put(near(&mut random, 4), if royal { Kind::Elephant } else { kind }, Side::White);
    }
    if random.below(8) == 0 {
        put(near(&mut random, 5), Kind::Prince, Side::White);
    }
    if random.below(6) == 0 {
        put(near(&mut random, 12), Kind::King, Side::Black);
    }
    put(near(&mut random, 3), Kind::King, Side::White);
    let presets = [ChuRules::HISTORIC, "lishogi".parse().unwrap(), "jcsa".parse().unwrap()];
    ChuPosition::set_up(presets[random.below(3)], pieces, Side::Black, None)
}

fn random_whale(seed: u64) -> WhalePosition<6> {
    let mut random = Random(seed);
    let mut pieces = Vec::new();
    let square = |random: &mut Random, reach: usize| {
        whale::Square::new(random.below(reach), 5 - random.below(reach), 6).expect("a square of the board")
    };
    for _ in 0..2 + random.below(4) {
        let kind = whale::Kind::from_index(random.below(whale::KINDS - 1)).expect("a kind");
        if kind.is_on_board_of(6) && kind != whale::Kind::White {
            let side = Side::BOTH[(random.below(3) == 0) as usize];
            pieces.push((square(&mut random, 6), whale::Piece::new(kind, side)));
        }
    }
    pieces.push((square(&mut random, 3), whale::Piece::new(whale::Kind::White, Side::White)));
    if random.below(2) == 0 {
        pieces.push((square(&mut random, 6), whale::Piece::new(whale::Kind::White, Side::Black)));
    }
    // A royal that has been replaced by another piece leaves a position nobody can win.
    let mut hands = [[0; whale::HAND_KINDS]; 2];
    for kind in whale::Kind::in_hand().filter(|kind| kind.is_on_board_of(6)) {
        hands[0][kind as usize] = (random.below(4) == 0) as u8;
        hands[1][kind as usize] = (random.below(8) == 0) as u8;
    }
    WhalePosition::set_up(WhaleRules::STANDARD, pieces, hands, Side::Black)
}

#[test]
fn chu_verdicts_are_those_of_brute_force() {
    let (mates, complete) = compare((0..250).map(random_chu), 2_500);
    assert!(mates > 20 && complete > 100, "{mates} mates, {complete} positions to full depth");
}

#[test]
fn whale_verdicts_are_those_of_brute_force() {
    let (mates, complete) = compare((0..120).map(random_whale), 2_500);
    assert!(mates > 8 && complete > 40, "{mates} mates, {complete} positions to full depth");
}

/// The whole comparison, with patience: 2,000 positions of each game.
#[test]
#[ignore = "takes minutes"]
fn verdicts_are_those_of_brute_force_to_seven_plies() {
    for (mates, complete) in
        [compare((10_000..12_000).map(random_chu), 3_000_000), compare((10_000..12_000).map(random_whale), 3_000_000)]
    {
        println!("{mates} mates, {complete} of 2000 to seven plies");
        assert!(complete > 1_900, "{complete}");
    }
}

/// Seen from the other side: after the first move of a mate everything loses, and takes as long as the mate; after another
/// check, what is said to hold holds.
#[test]
fn the_defender_finds_the_longest_defence_and_those_that_hold() {
    let mut solver = Solver::new(4).unwrap();
    let few = MateLimits { nodes: Some(5_000), ..limits(None) };
    let (mut lost, mut holding) = (0, 0);
    for position in (0..40).map(random_chu).filter(|position| position.outcome().is_none()) {
        let attack = solver.solve(&position, &[], &few, &mut ()).answer;
        let mut checks = MoveList::new();
        position.checks(&mut checks);
        for mv in checks {
            let mut after = position.clone();
            after.make(mv, &mut ());
            if after.outcome().is_some() {
                continue;
            }
            let defence = solver.defend(&after, &[], &few, &mut ());
            match (&attack, &defence.answer) {
                (Answer::Mate { line, shortest: true, .. }, Answer::Mate { line: rest, shortest: true, .. }) => {
                    // Other checks mate as late or later.
                    let plies = rest.len() + 1;
                    assert!(plies >= line.len() && (line[0] != mv || plies == line.len()), "{position:?}");
                    lost += 1;
                }
                (Answer::NoMate { .. }, Answer::Mate { .. }) => panic!("{position:?}: {defence:?}"),
                (Answer::Mate { line, .. }, Answer::NoMate { .. }) if line[0] == mv => panic!("{position:?}"),
                (_, Answer::NoMate { .. }) => {
                    assert!(!defence.evasions.is_empty(), "{position:?}");
                    for evasion in defence.evasions.into_iter().take(2) {
                        let mut answered = after.clone();
                        answered.make(evasion, &mut ());
                        let next = solver.solve(&answered, &[], &few, &mut ()).answer;
                        assert!(next.moves().is_none(), "{position:?}");
                    }
                    holding += 1;
                }
                _ => {}
            }
        }
    }
    assert!(lost > 2 && holding > 10, "{lost} lost, {holding} that hold");
}

/// The verification of a disproof with a table of wrong entries, or an empty one.
fn verify_disproof(position: &str, lies: bool, max_known: usize) -> Verification {
    let position = Chu::parse_position(position, &ChuRules::HISTORIC).unwrap();
    let mut table = ProofTable::new(1).unwrap();
    if lies {
        // Every position that two plies lead to is said to be safe.
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        for mv in moves {
            let mut after = position.clone();
            after.make(mv, &mut ());
            let mut replies = MoveList::new();
            after.moves(&mut replies);
            for reply in replies {
                let mut end = after.clone();
                end.make(reply, &mut ());
                table.put(end.key(), ProofEntry { no_mate_below: FOREVER, ..ProofEntry::NEW });
            }
        }
    }
    let mut watch = ();
    let mut search = ProofSearch::new(position.clone(), position.side_to_move(), &[], &mut table, &mut watch);
    search.max_known = max_known;
    DisproofVerifier::verify(&mut search, true, UNBOUNDED)
}

#[test]
fn wrong_disproofs_are_found() {
    let mate_in_one = cornered(["k11", "12", "1Q10", "12"]);
    let mate_in_four = "6B3kt/9+Gh1/10T1/9G2/12/9+L2/12/12/12/12/12/12 b - 1";
    // The king takes what gives check.
    let escape = "k11/12/1G10/12/12/12/12/12/12/12/12/12 b - 1";
    for lies in [false, true] {
        assert_eq!(verify_disproof(&mate_in_one, lies, 1000), Verification::Failed);
        assert_eq!(verify_disproof(mate_in_four, lies, 1000), Verification::Failed);
        assert_eq!(verify_disproof(escape, lies, 1000), Verification::Passed);
        assert_eq!(verify_disproof(escape, lies, 0), Verification::Open);
    }
}

/// The answer to a problem of any game, as text.
fn solve<V: Variant>(position: &str, rules: &str) -> String {
    let position = V::parse_position(position, &rules.parse().unwrap()).unwrap();
    let limits = MateLimits { nodes: Some(1_000_000), ..limits(None) };
    match Solver::new(4).unwrap().solve(&position, &[], &limits, &mut ()).answer {
        Answer::Mate { line, shortest, .. } => {
            assert!(shortest);
            let moves = WrittenMove::join(&write_line::<V>(&position, &line, MoveFormat::Usi));
            format!("mate {} {moves}", line.len().div_ceil(2))
        }
        Answer::NoMate { .. } => "nomate".to_owned(),
        Answer::Unknown => "unknown".to_owned(),
    }
}

/// A queen that the rook behind protects mates the king in the corner; what the defender has besides is for each case
/// to say.
fn cornered([rank_a, rank_b, rank_f, rank_h]: [&str; 4]) -> String {
    format!("{rank_a}/{rank_b}/12/12/12/{rank_f}/12/{rank_h}/12/12/12/1R10 b - 1")
}

fn mates_at_once(position: &str) -> bool {
    solve::<Chu>(position, "historic").starts_with("mate 1 ")
}

#[test]
fn a_second_royal_saves_the_defender() {
    assert!(mates_at_once(&cornered(["k11", "12", "1Q10", "12"])));
    // An elephant that enters its zone becomes a prince: the king may go, and the queen that takes it attacks no prince.
    assert_eq!(solve::<Chu>(&cornered(["k11", "12", "1Q10", "9e2"]), "historic"), "nomate");
    // A go-between promotes to an elephant, which is no royal.
    assert!(mates_at_once(&cornered(["k11", "12", "1Q10", "9i2"])));
    // With a prince far away there is no check to begin with.
    assert_eq!(solve::<Chu>(&cornered(["k11", "12", "1Q10", "9+e2"]), "historic"), "nomate");
}

#[test]
fn one_of_two_royals_is_taken_with_check_to_the_other() {
    // The prince stands where the queen mates; the same with the parts exchanged.
    assert!(mates_at_once(&cornered(["k11", "1+e10", "1Q10", "12"])));
    assert!(mates_at_once(&cornered(["+e11", "1k10", "1Q10", "12"])));
}

#[test]
fn both_royals_fall_to_one_double_move() {
    let board = |a, b, c, d| format!("{a}/{b}/{c}/{d}/12/12/12/12/12/12/12/12 b - 1");
    assert!(mates_at_once(&board("6+e5", "6k5", "6N5", "12")));
    assert!(mates_at_once(&board("6k5", "6+e5", "6+H5", "12")));
    // A queen takes one piece a move, and the other takes the queen.
    assert_eq!(solve::<Chu>(&board("6k5", "6+e5", "6Q5", "12"), "historic"), "nomate");
    // A lion must come next to a royal to threaten both, and is taken.
    assert_eq!(solve::<Chu>(&board("6+e5", "6k5", "12", "6N5"), "historic"), "nomate");
    // Three royals are one too many: the last one takes the lion.
    assert_eq!(solve::<Chu>(&board("5+e+e5", "6k5", "6N5", "12"), "historic"), "nomate");
}

/// The elephant takes the last other piece and becomes a prince: check. The king may take it, but then it has lost as a
/// bare king (chu-rules §6.4), so that is no defence.
#[test]
fn a_defence_that_loses_by_another_rule_is_none() {
    let position = "1E10/+g+L10/k11/+F9K1/2V9/12/12/12/12/12/12/12 b - 1";
    assert!(solve::<Chu>(position, "lishogi").starts_with("mate 1 "));
    assert!(!solve::<Chu>(position, "historic").starts_with("mate 1 "));
}

#[test]
fn taking_the_last_royal_at_once_is_a_mate_in_one() {
    let text = solve::<Chu>("k11/1Q10/12/12/12/12/12/12/12/12/12/12 b - 1", "historic");
    assert_eq!(text, "mate 1 11b12a");
}

#[test]
fn the_defender_may_take_the_last_royal_of_the_attacker() {
    let board = |king: &str| format!("k11/12/12/12/12/1Q10/12/12/12/12/3r7{king}/1R10 b - 1");
    // The rook attacks the king along its rank, or not.
    assert_eq!(solve::<Chu>(&board("K"), "historic"), "nomate");
    assert!(mates_at_once(&board("P")));
}

#[test]
fn a_side_without_a_royal_cannot_be_mated() {
    assert_eq!(solve::<Chu>("p11/12/12/12/12/1Q10/12/12/12/12/12/1R10 b - 1", "historic"), "nomate");
    assert_eq!(solve::<Chu>("12/12/12/12/12/12/12/12/12/12/12/12 b - 1", "historic"), "nomate");
}

#[test]
fn whale_mates_are_real_mates_and_obey_the_rule_of_drops() {
    assert!(solve::<Whale>("5w/6/3KB1/6/6/W5 b - 1", "standard").starts_with("mate 1 "));
    let drop = "bnpwgh/d1d1dd/1d1D2/6/DDD1DD/HGWPNB b D 1";
    assert!(!solve::<Whale>(drop, "standard").starts_with("mate 1 "));
    assert_eq!(solve::<Whale>(drop, "standard:dolphin.drop_mate=allowed"), "mate 1 D*d5");
}

/// A position that may not come about again is no way to mate.
#[test]
fn banned_positions_fail_the_attacker() {
    let position = Chu::parse_position("k11/12/12/12/12/1Q10/12/12/12/12/12/1R10 b - 1", &ChuRules::HISTORIC).unwrap();
    let mut checks = MoveList::new();
    position.checks(&mut checks);
    let keys = checks.into_iter().map(|mv| {
        let mut after = position.clone();
        after.make(mv, &mut ());
        after.repetition_key()
    });
    let keys: Vec<u64> = keys.collect();
    let mut solver = Solver::new(4).unwrap();
    let free = solver.solve(&position, &[], &limits(Some(1)), &mut ()).answer;
    let banned = solver.solve(&position, &keys, &limits(Some(1)), &mut ()).answer;
    assert_eq!((free.moves(), banned), (Some(1), NO_MATE));
}

/// Several threads give the answers of one.
#[test]
fn parallel_solvers_end_with_the_first_answer() {
    let mut solvers: Vec<Solver> = (0..3).map(|order| Solver::with_order(4, order).unwrap()).collect();
    let mut ask = |problem: &str, limits: &MateLimits| {
        let position = Chu::parse_position(problem, &ChuRules::HISTORIC).unwrap();
        solve_parallel(&mut solvers, &position, &[], limits, &mut ()).unwrap()
    };
    let five = "3s1xkg4/4+D1e2s2/2+dN5f2/5c2p3/3p2+HO4/4+v7/12/2+V9/6q5/12/12/12 b - 1";
    assert_eq!(ask(five, &MateLimits { nodes: None, ..limits(None) }).answer.moves(), Some(5));
    assert_eq!(ask(five, &MateLimits { nodes: None, ..limits(Some(4)) }).answer, NO_MATE);
    let short = ask(five, &MateLimits { nodes: Some(30), ..limits(None) });
    assert!(short.answer == Answer::Unknown && short.nodes < 60, "{short:?}");
    assert_eq!(solve_parallel(&mut [], &random_chu(0), &[], &limits(None), &mut ()), None);
}

/// With hardly any memory the table loses most of what is found; the answers stay right.
#[test]
fn little_memory_makes_no_wrong_answers() {
    let problem = "3s1xkg4/4+D1e2s2/2+dN5f2/5c2p3/3p2+HO4/4+v7/12/2+V9/6q5/12/12/12 b - 1";
    let position = Chu::parse_position(problem, &ChuRules::HISTORIC).unwrap();
    let mut watch = Counting(0);
    let solution =
        Solver::new(1).unwrap().solve(&position, &[], &MateLimits { nodes: None, ..limits(None) }, &mut watch);
    assert_eq!(solution.answer.moves(), Some(5));
    assert!(solution.fill > 0 && watch.0 > 0);
}

/// Counts the looks.
struct Counting(u32);

impl Watch for Counting {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.0 += 1;
        assert!(progress.fill <= 1000 && progress.nodes > 0);
        ControlFlow::Continue(())
    }
}

/// Breaks off at the look of this number, and counts all.
struct Patience {
    most: u32,
    looks: u32,
}

impl Watch for Patience {
    fn progress(&mut self, _progress: &Progress) -> ControlFlow<()> {
        self.looks += 1;
        if self.looks >= self.most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// A position of Taikyoku: pieces of White on its back rank, of Black in the middle, Black's king far off.
fn large_board(far: &str, middle: &str, side: char) -> crate::games::taikyoku::TaikyokuPosition {
    let text = format!("{far}/{}{middle}/{}35,K {side} 1", "36/".repeat(17), "36/".repeat(16));
    crate::games::Taikyoku::parse_position(&text, &"standard".parse().unwrap()).unwrap()
}

/// On boards with thousands of moves the watch is not asked every thousand nodes but all the time.
#[test]
fn a_large_board_does_not_keep_the_watch_waiting() {
    let position = large_board("15,k,20", "9,R,3,B,3,G,4,S,13", 'b');
    let mut solver = Solver::new(4).unwrap();
    let limits = MateLimits { nodes: None, within: None, effort: Effort::Shortest, first_moves: true };
    for looks in [1, 2, 20] {
        let mut watch = Patience { most: looks, looks: 0 };
        let solution = solver.solve(&position, &[], &limits, &mut watch);
        assert_eq!(solution.answer, Answer::Unknown, "{looks} looks");
        // Every node asks for the moves of one position at least.
        assert!(solution.nodes <= u64::from(looks) + 2, "{} nodes in {looks} looks", solution.nodes);
        assert!(watch.looks <= looks + 2, "{} looks after the end", watch.looks - looks);
    }
    // There is no mate with a rook and generals that are far off. It is not verified if the verification is stopped.
    let position = large_board("15,k,20", "9,G,3,R,3,G,4,S,13", 'b');
    let verified = |looks| match solver.solve(&position, &[], &limits, &mut Patience { most: looks, looks: 0 }).answer {
        Answer::NoMate { verified } => Some(verified),
        _ => None,
    };
    let answers: Vec<Option<bool>> = (0..12).map(|power| 1 << power).map(verified).collect();
    assert!(answers.contains(&Some(false)) && answers.ends_with(&[Some(true)]), "{answers:?}");
    assert!(answers.is_sorted(), "{answers:?}");
    // The defender is in check and has many answers; none of them is looked at after the end.
    let position = large_board("15,k,20", "15,R,3,B,16", 'w');
    let mut watch = Patience { most: 2, looks: 0 };
    let solution = solver.defend(&position, &[], &limits, &mut watch);
    assert!(solution.answer == Answer::Unknown && solution.evasions.len() > 2, "{solution:?}");
    assert!(watch.looks <= 4, "{} looks", watch.looks);
}

/// A watch can stop the search at any time; then nothing is claimed that has not been shown.
#[test]
fn a_stopped_search_claims_nothing() {
    struct Stop;
    impl Watch for Stop {
        fn progress(&mut self, _progress: &Progress) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }
    let problem = "4r3b3/10+G1/2q4+O1f2/4+Dp1x4/+P1t1+a4n2/7kP3/8+l3/+V4e3R2/2+t1+p7/2+p5N3/10+p1/5+f6 b - 1";
    let position = Chu::parse_position(problem, &ChuRules::HISTORIC).unwrap();
    let free = MateLimits { nodes: None, within: None, effort: Effort::Shortest, first_moves: true };
    let mut solver = Solver::new(4).unwrap();
    assert_eq!(solver.solve(&position, &[], &free, &mut Stop).answer, Answer::Unknown);
    for nodes in [1, 10, 100, 1_000] {
        let answer = solver.solve(&position, &[], &MateLimits { nodes: Some(nodes), ..free.clone() }, &mut ()).answer;
        assert_eq!(answer, Answer::Unknown, "{nodes} nodes");
    }
}
