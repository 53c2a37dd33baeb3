//! The search against a toy game and against brute force.

use super::score::{is_mate, mate_in, mate_plies, mated_in};
use super::toy::{NoEvaluation, Plain, Toy, ToyEvaluation, brute_force, encode};
use super::*;
use crate::eval::Incremental;
use crate::position::{MoveCounting, MoveList, Position, Repetition, Side, filtered_checks, filtered_evasions};

const FORBID: Repetition = Repetition::Forbid { earlier: 1, check_exempt: false };

#[derive(Default)]
struct Reports(Vec<Report>);

impl Handler for Reports {
    fn info(&mut self, report: &Report) {
        self.0.push(report.clone());
    }
}

fn depth(depth: u32) -> SearchLimits {
    SearchLimits { depth: Some(depth), ..SearchLimits::default() }
}

/// A search with a fresh table; also checks what holds for every search.
fn search(toy: &Toy, history: &History, limits: &SearchLimits, stop: bool) -> (SearchResult, Vec<Report>) {
    let table = TranspositionTable::new(1).unwrap();
    search_with(&table, toy, history, limits, stop)
}

fn search_with(
    table: &TranspositionTable,
    toy: &Toy,
    history: &History,
    limits: &SearchLimits,
    stop: bool,
) -> (SearchResult, Vec<Report>) {
    let mut team = ThreadPool::new(SearchParams::default(), 1);
    team_search(&mut team, table, toy, history, limits, (1, stop))
}

/// A search for so many lines, stopped before it has begun or not.
fn team_search(
    team: &mut ThreadPool<Toy>,
    table: &TranspositionTable,
    toy: &Toy,
    history: &History,
    limits: &SearchLimits,
    (lines, stop): (usize, bool),
) -> (SearchResult, Vec<Report>) {
    let evaluation = Arc::new(ToyEvaluation);
    let task = Task { lines, stop: &AtomicBool::new(stop), ..Task::new(toy, history, &evaluation, limits, table) };
    let mut reports = Reports::default();
    let answer = team.search(&task, &mut reports);
    if answer.best.is_some() {
        assert!(reports.0.is_sorted_by_key(|report| report.nodes));
        let last = reports.0.iter().rfind(|report| report.multipv == 1).expect("a report before the answer");
        assert_eq!((last.nodes, &last.pv, last.score), (answer.nodes, &answer.pv, answer.score));
        assert_eq!(answer.pv.first().copied(), answer.best);
        replay(toy, &answer.pv);
    }
    (answer, reports.0)
}

/// A principal variation consists of legal moves.
fn replay(toy: &Toy, pv: &[Move]) {
    let mut toy = toy.clone();
    for &mv in pv {
        assert!(toy.is_pseudo_legal(mv), "{mv:?} in {pv:?}");
        toy.make(mv, &mut ());
    }
}

fn solve(toy: &Toy, plies: u32) -> SearchResult {
    search(toy, &History::new(toy.repetition_key()), &depth(plies), false).0
}

#[test]
fn takes_the_king() {
    let toy = Toy::new("..k../...../...../..R../K....", Side::Black, FORBID);
    let answer = solve(&toy, 1);
    assert_eq!((answer.best, answer.score), (Some(encode(17, 2)), mate_in(1)));
}

#[test]
fn agrees_with_brute_force_about_forced_wins() {
    let mut decided = [0; 2];
    let mut exact = 0;
    for seed in 0..600 {
        let mut toy = Toy::random(seed, FORBID);
        let mut path = History::new(toy.repetition_key());
        let truth = brute_force(&mut toy, &mut path, 4, 0);
        let found = solve(&toy, 6).score;
        if is_mate(truth) {
            decided[usize::from(truth > 0)] += 1;
            // The same side wins, never faster than it can; pruning may have found a longer way first.
            assert!(is_mate(found) && (found > 0) == (truth > 0) && found.abs() <= truth.abs(), "seed {seed}: {found}");
            exact += usize::from(found == truth);
        } else {
            assert!(mate_plies(found).is_none_or(|plies| plies.abs() > 4), "seed {seed}: {found}");
        }
    }
    assert!(decided.iter().all(|&n| n >= 30), "too few wins to prove anything: {decided:?}");
    assert!(exact * 100 >= (decided[0] + decided[1]) * 95, "{exact} of {decided:?} by the shortest way");
}

/// A game that implements the rules contract and nothing else can be searched, solved, judged and counted.
#[test]
fn the_rules_alone_make_a_game() {
    let mut decided = 0;
    for seed in 0..150 {
        let mut toy = Toy::random(seed, FORBID);
        let plain = Plain(toy.clone());
        for side in Side::BOTH {
            assert_eq!(plain.royals_hang(side), toy.royals_hang(side), "seed {seed}");
        }
        assert_eq!(plain.count_moves(), moves(&toy).len() as u64);
        let mut path = History::new(toy.repetition_key());
        let truth = brute_force(&mut toy, &mut path, 4, 0);
        let table = TranspositionTable::new(1).unwrap();
        let limits = depth(6);
        let evaluation = Arc::new(NoEvaluation);
        let task = Task::new(&plain, &path, &evaluation, &limits, &table);
        let found = ThreadPool::new(SearchParams::default(), 1).search(&task, &mut ()).score;
        if is_mate(truth) {
            decided += 1;
            assert!(is_mate(found) && (found > 0) == (truth > 0) && found.abs() <= truth.abs(), "seed {seed}: {found}");
        } else {
            assert!(mate_plies(found).is_none_or(|plies| plies.abs() > 4), "seed {seed}: {found}");
        }
        let mut game = crate::game::Game::new(plain.clone());
        assert_eq!(game.legal_moves(), moves(&toy));
        game.play(moves(&toy)[0]);
        assert!(game.undo().is_some());
        let mut solver = crate::mate::Solver::new(1).unwrap();
        let limits = crate::mate::MateLimits {
            nodes: Some(1000),
            within: Some(1),
            effort: crate::mate::Effort::First,
            first_moves: false,
        };
        let mate = solver.solve(&plain, &[], &limits, &mut ()).answer.moves().is_some();
        let mut checks = MoveList::new();
        filtered_checks(&plain, &mut checks);
        let mates = checks.into_iter().any(|mv| {
            let after = Plain(after(&toy, mv));
            let mut evasions = MoveList::new();
            filtered_evasions(&after, &mut evasions);
            evasions.is_empty()
        });
        assert_eq!(mate, mates, "seed {seed}");
    }
    assert!(decided >= 20, "{decided}");
}

#[test]
fn a_finished_game_has_no_move() {
    let toy = Toy::new("...../...../...../...../....k", Side::Black, FORBID);
    let (answer, _) = search(&toy, &History::new(toy.repetition_key()), &depth(3), false);
    assert_eq!((answer.best, answer.score), (None, mated_in(0)));
}

/// The position after a move.
fn after(toy: &Toy, mv: Move) -> Toy {
    let mut toy = toy.clone();
    toy.make(mv, &mut ());
    toy
}

/// A history that ends with `toy` and in which the positions after these moves have occurred.
fn history_with(toy: &Toy, seen: &[Move]) -> History {
    let mut history = History::new(1);
    for &mv in seen {
        history.push(after(toy, mv).repetition_key(), false);
        history.push(2, false);
    }
    history.push(3, false);
    history.push(toy.repetition_key(), false);
    // The positions after a move stand at every second place, counted from the last.
    let found = moves(toy).iter().filter(|&&mv| history.occurrences(after(toy, mv).repetition_key()) > 0).count();
    assert_eq!(found, seen.len());
    history
}

#[test]
fn a_forbidden_repetition_is_not_played() {
    let toy = Toy::new("k..../...../....r/...../....K", Side::Black, FORBID);
    let all = moves(&toy);
    for (i, &allowed) in all.iter().enumerate() {
        let seen: Vec<Move> = all.iter().copied().filter(|&mv| mv != all[i]).collect();
        let history = history_with(&toy, &seen);
        for plies in 1..5 {
            assert_eq!(search(&toy, &history, &depth(plies), false).0.best, Some(allowed));
        }
    }
}

#[test]
fn all_moves_forbidden_is_a_loss() {
    let toy = Toy::new("k..../...../...../...../....K", Side::Black, FORBID);
    let history = history_with(&toy, &moves(&toy));
    let (answer, _) = search(&toy, &history, &depth(3), false);
    assert_eq!((answer.best, answer.score), (None, mated_in(0)));
}

#[test]
fn a_score_by_repetition_is_not_stored() {
    // White's only moves that do not lose the king at once have been seen: White is lost, on this path only.
    let toy = Toy::new("k..../...../...../....R/....K", Side::Black, FORBID);
    let check = encode(19, 15);
    let before = after(&toy, check);
    let table = TranspositionTable::new(1).unwrap();
    let fresh = History::new(before.repetition_key());
    let expected = search(&before, &fresh, &depth(4), false).0.score;
    assert!(!is_mate(expected));
    let seen: Vec<Move> = moves(&before).into_iter().filter(|&mv| !after(&before, mv).can_take_last_royal()).collect();
    let (lost, _) = search_with(&table, &before, &history_with(&before, &seen), &depth(4), false);
    assert!(is_mate(lost.score) && lost.score < 0);
    let (answer, _) = search_with(&table, &before, &fresh, &depth(4), false);
    assert!(!is_mate(answer.score), "{}", answer.score);
}

#[test]
fn a_repeated_position_is_a_draw_where_the_rules_say_so() {
    // Black is a rider down and can only repeat.
    let toy =
        Toy::new("k..../r..../...../...../....K", Side::Black, Repetition::Judge { occurrences: 4, positions: 0 });
    let history = history_with(&toy, &moves(&toy));
    let (answer, _) = search(&toy, &history, &depth(4), false);
    assert_eq!(answer.score, score::DRAW);
}

#[test]
fn the_ply_cap_is_a_draw() {
    let toy = Toy::new("k..../...../...../..RR./K....", Side::Black, FORBID).with_ply_cap(2);
    // Two plies played: the next move is one too many, whatever it is, unless it takes the king.
    let mut history = History::new(1);
    history.push(2, true);
    history.push(toy.repetition_key(), true);
    let (answer, _) = search(&toy, &history, &depth(4), false);
    assert_eq!(answer.score, score::DRAW);
}

#[test]
fn the_same_search_twice() {
    for seed in [3, 5, 8] {
        let toy = Toy::random(seed, FORBID);
        assert_eq!(solve(&toy, 7), solve(&toy, 7));
    }
}

#[test]
fn an_old_table_does_not_change_the_forced_result() {
    let table = TranspositionTable::new(1).unwrap();
    for seed in 0..100 {
        let toy = Toy::random(seed, FORBID);
        let history = History::new(toy.repetition_key());
        let fresh = solve(&toy, 7).score;
        let (again, _) = search_with(&table, &toy, &history, &depth(7), false);
        if is_mate(fresh) && mate_plies(fresh).is_some_and(|plies| plies.abs() <= 5) {
            assert_eq!(again.score, fresh, "seed {seed}");
        }
    }
}

#[test]
fn stopped_before_it_began_still_answers() {
    let toy = Toy::random(1, FORBID);
    let (answer, reports) = search(&toy, &History::new(toy.repetition_key()), &SearchLimits::default(), true);
    assert!(moves(&toy).contains(&answer.best.unwrap()));
    assert!(!reports.is_empty());
}

#[test]
fn no_time_left_still_answers() {
    let toy = Toy::random(2, FORBID);
    let clock =
        ClockLimit { remaining: Duration::ZERO, increment: Duration::ZERO, moves_to_go: None, byoyomi: Duration::ZERO };
    let few = moves(&toy).len() as u64 - 1;
    for limits in [
        SearchLimits { nodes: Some(few), ..SearchLimits::default() },
        SearchLimits { clock: Some(clock), ..SearchLimits::default() },
        SearchLimits { move_time: Some(Duration::ZERO), ..SearchLimits::default() },
        SearchLimits { nodes: Some(0), ..SearchLimits::default() },
        SearchLimits { nodes: Some(1), ..SearchLimits::default() },
        depth(0),
    ] {
        let (answer, _) = search(&toy, &History::new(toy.repetition_key()), &limits, false);
        assert!(moves(&toy).contains(&answer.best.unwrap()), "{limits:?}");
    }
}

/// Without time, nodes, or even a wish for more, the answer is that of the first depth, or what is known from before: never
/// just the move that is generated first.
#[test]
fn an_answer_has_been_searched_for() {
    let stopped = AtomicBool::new(true);
    let none = SearchLimits { nodes: Some(0), ..SearchLimits::default() };
    let at_once = SearchLimits { move_time: Some(Duration::ZERO), ..SearchLimits::default() };
    let mut differ = 0;
    for seed in 0..40 {
        let toy = Toy::random(seed, FORBID);
        if moves(&toy).is_empty() {
            continue;
        }
        let history = History::new(toy.repetition_key());
        let evaluation = Arc::new(ToyEvaluation);
        let first = search(&toy, &history, &depth(1), false).0;
        for (limits, stop) in [(&none, &NEVER), (&at_once, &NEVER), (&SearchLimits::default(), &stopped)] {
            let table = TranspositionTable::new(1).unwrap();
            let task = Task { stop, ..Task::new(&toy, &history, &evaluation, limits, &table) };
            let answer = ThreadPool::new(SearchParams::default(), 1).search(&task, &mut ());
            assert_eq!((answer.best, answer.depth), (first.best, 1), "seed {seed}: {limits:?}");
        }
        // A deep search leaves its move in the table; and where that has been lost, the pool remembers its line.
        let table = TranspositionTable::new(1).unwrap();
        let mut pool = ThreadPool::new(SearchParams::default(), 1);
        let deep = depth(6);
        let deep = pool.search(&Task::new(&toy, &history, &evaluation, &deep, &table), &mut ());
        for lost in [false, true] {
            if lost {
                table.clear();
            }
            let limits = SearchLimits::default();
            let task = Task { stop: &stopped, ..Task::new(&toy, &history, &evaluation, &limits, &table) };
            let answer = pool.search(&task, &mut ());
            assert_eq!((answer.best, answer.depth), (deep.best, 0), "seed {seed}");
            differ += usize::from(deep.best != first.best);
        }
    }
    assert!(differ > 0, "the first depth would have done everywhere");
}

/// Raises the stop flag at the first report of some depth.
struct Stopper<'a> {
    stop: &'a AtomicBool,
    at: u32,
    deepest: u32,
}

impl Handler for Stopper<'_> {
    fn info(&mut self, report: &Report) {
        self.deepest = report.depth;
        if report.depth >= self.at {
            self.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    }
}

fn infinite_search(threads: usize, toy: &Toy, stop: &AtomicBool, handler: &mut dyn Handler) -> SearchResult {
    let history = History::new(toy.repetition_key());
    let limits = SearchLimits { infinite: true, ..SearchLimits::default() };
    let table = TranspositionTable::new(1).unwrap();
    let evaluation = Arc::new(ToyEvaluation);
    let task = Task { stop, ..Task::new(toy, &history, &evaluation, &limits, &table) };
    ThreadPool::new(SearchParams::default(), threads).search(&task, handler)
}

#[test]
fn the_stop_flag_ends_an_infinite_search() {
    let stop = AtomicBool::new(false);
    let mut stopper = Stopper { stop: &stop, at: 4, deepest: 0 };
    let answer = infinite_search(1, &Toy::random(4, FORBID), &stop, &mut stopper);
    assert!(answer.best.is_some());
    assert_eq!((stopper.deepest, answer.depth), (4, 4));
}

/// Raises a flag when a forced win is reported.
struct Winning<'a>(&'a AtomicBool);

impl Handler for Winning<'_> {
    fn info(&mut self, report: &Report) {
        self.0.fetch_or(report.score == mate_in(1), std::sync::atomic::Ordering::SeqCst);
    }
}

#[test]
fn an_infinite_search_waits_even_with_a_mate_in_hand() {
    use std::sync::atomic::Ordering::SeqCst;
    let toy = Toy::new("..k../...../...../..R../K....", Side::Black, FORBID);
    for threads in [1, 3] {
        let [stop, told, won] = [(); 3].map(|()| AtomicBool::new(false));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !won.load(SeqCst) {
                    std::thread::yield_now();
                }
                std::thread::sleep(Duration::from_millis(30));
                told.store(true, SeqCst);
                stop.store(true, SeqCst);
            });
            let answer = infinite_search(threads, &toy, &stop, &mut Winning(&won));
            assert!(told.load(SeqCst));
            assert_eq!(answer.score, mate_in(1));
        });
    }
}

#[test]
fn a_kept_team_forgets_with_a_new_game() {
    let toy = Toy::random(5, FORBID);
    let history = History::new(toy.repetition_key());
    let mut team = ThreadPool::new(SearchParams::default(), 1);
    let mut run = || {
        let limits = depth(6);
        let table = TranspositionTable::new(1).unwrap();
        let evaluation = Arc::new(ToyEvaluation);
        let task = Task::new(&toy, &history, &evaluation, &limits, &table);
        let answer = team.search(&task, &mut ());
        team.new_game();
        answer
    };
    let first = run();
    assert_eq!(first, run());
}

#[test]
fn limits_are_kept() {
    let toy = Toy::random(4, FORBID);
    let history = History::new(toy.repetition_key());
    // Wherever in the tree the last node is; but the first depth is always completed.
    let least = search(&toy, &history, &depth(1), false).0.nodes;
    for nodes in (1..3000).step_by(7) {
        let (answer, _) =
            search(&toy, &history, &SearchLimits { nodes: Some(nodes), ..SearchLimits::default() }, false);
        assert_eq!(answer.nodes, nodes.max(least));
        assert!(answer.depth >= 1);
    }
    let (answer, reports) = search(&toy, &history, &depth(3), false);
    assert!(answer.depth <= 3 && reports.iter().all(|report| report.depth <= 3));
    assert!(reports.windows(2).all(|pair| pair[0].nodes <= pair[1].nodes && pair[0].depth <= pair[1].depth));
}

#[test]
fn only_the_moves_asked_for() {
    let toy = Toy::random(6, FORBID);
    let history = History::new(toy.repetition_key());
    for mv in moves(&toy) {
        let (answer, _) = search(&toy, &history, &SearchLimits { root_moves: vec![mv], ..depth(4) }, false);
        assert_eq!(answer.best, Some(mv));
    }
}

#[test]
fn mate_limit_ends_the_search() {
    let toy = Toy::new("k..../..R../...R./...../....K", Side::Black, FORBID);
    let limits = SearchLimits { mate: Some(2), ..SearchLimits::default() };
    let (answer, _) = search(&toy, &History::new(toy.repetition_key()), &limits, false);
    assert!(mate_plies(answer.score).is_some_and(|plies| (1..=3).contains(&plies)), "{}", answer.score);
}

fn moves(toy: &Toy) -> Vec<Move> {
    let mut list = Vec::new();
    toy.moves(&mut list);
    list
}

/// What three threads find, with a table and histories that know nothing.
fn three(toy: &Toy, history: &History, limits: &SearchLimits, lines: usize) -> (SearchResult, Vec<Report>) {
    let mut team = ThreadPool::new(SearchParams::default(), 3);
    team_search(&mut team, &TranspositionTable::new(1).unwrap(), toy, history, limits, (lines, false))
}

#[test]
fn several_threads_find_the_forced_wins() {
    let mut decided = 0;
    for seed in 0..200 {
        let mut toy = Toy::random(seed, FORBID);
        let mut path = History::new(toy.repetition_key());
        let truth = brute_force(&mut toy, &mut path, 4, 0);
        let (answer, _) = three(&toy, &path, &depth(6), 1);
        if is_mate(truth) {
            decided += 1;
            assert!(is_mate(answer.score) && (answer.score > 0) == (truth > 0), "seed {seed}: {answer:?}");
        } else {
            assert!(mate_plies(answer.score).is_none_or(|plies| plies.abs() > 4), "seed {seed}: {answer:?}");
        }
        assert!(answer.depth <= 6);
    }
    assert!(decided >= 20, "{decided}");
}

#[test]
fn several_threads_keep_a_node_limit_but_for_a_few() {
    let toy = Toy::random(4, FORBID);
    let history = History::new(toy.repetition_key());
    for nodes in [0, 1, 10, 100, 1000, 30_000] {
        let (answer, _) = three(&toy, &history, &SearchLimits { nodes: Some(nodes), ..SearchLimits::default() }, 1);
        // Less than 64 for each helper, and one for whoever finds nothing left.
        assert!((nodes..nodes + 2 * 64 + 1).contains(&answer.nodes), "{nodes}: {}", answer.nodes);
        assert!(moves(&toy).contains(&answer.best.unwrap()));
    }
}

#[test]
fn several_threads_keep_to_the_moves_asked_for() {
    let toy = Toy::random(6, FORBID);
    let history = History::new(toy.repetition_key());
    for mv in moves(&toy) {
        let (answer, _) = three(&toy, &history, &SearchLimits { root_moves: vec![mv], ..depth(4) }, 1);
        assert_eq!(answer.best, Some(mv));
    }
}

#[test]
fn several_threads_report_several_lines() {
    let toy = Toy::random(6, FORBID);
    let history = History::new(toy.repetition_key());
    let (answer, reports) = three(&toy, &history, &depth(5), 3);
    let lines: Vec<_> = (1..=3).map(|rank| reports.iter().rfind(|report| report.multipv == rank).unwrap()).collect();
    assert_eq!(Some(lines[0].pv[0]), answer.best);
    assert!(lines.windows(2).all(|pair| pair[0].score >= pair[1].score && pair[0].pv[0] != pair[1].pv[0]));
}

#[test]
fn the_stop_flag_ends_every_thread() {
    for at in [1, 2, 5] {
        let stop = AtomicBool::new(false);
        let mut stopper = Stopper { stop: &stop, at, deepest: 0 };
        // It returns: the helpers would go on for ever.
        let answer = infinite_search(4, &Toy::random(4, FORBID), &stop, &mut stopper);
        assert!(answer.best.is_some() && answer.depth >= at);
    }
}

/// An evaluation that works on the thread that has made it, or on all others, and fails elsewhere.
struct Picky {
    home: std::thread::ThreadId,
    works_at_home: bool,
}

impl Picky {
    fn new(works_at_home: bool) -> Arc<Picky> {
        Arc::new(Picky { home: std::thread::current().id(), works_at_home })
    }

    /// What so many threads find with it.
    fn search(self: &Arc<Self>, threads: usize, toy: &Toy) -> SearchResult {
        let history = History::new(toy.repetition_key());
        let limits = depth(5);
        let table = TranspositionTable::new(1).unwrap();
        let task = Task::new(toy, &history, self, &limits, &table);
        ThreadPool::new(SearchParams::default(), threads).search(&task, &mut ())
    }
}

impl Incremental<Toy> for Picky {
    type State = ();

    fn refresh(&self, _toy: &Toy) {
        let at_home = std::thread::current().id() == self.home;
        assert_eq!(at_home, self.works_at_home, "this is meant to fail");
    }
    fn add(&self, _: &mut (), _piece: <Toy as Position>::Piece, _square: usize) {}
    fn remove(&self, _: &mut (), _piece: <Toy as Position>::Piece, _square: usize) {}
    fn evaluate(&self, _toy: &Toy, _: &()) -> i32 {
        0
    }
}

#[test]
fn a_helper_that_fails_costs_nothing_but_itself() {
    let toy = Toy::random(8, FORBID);
    // One thread alone starts no other, or it would fail with this evaluation.
    let alone = Picky::new(true).search(1, &toy);
    assert_eq!(Picky::new(true).search(3, &toy), alone);
}

#[test]
fn the_failure_of_the_leader_ends_the_search() {
    let failed = std::panic::catch_unwind(|| Picky::new(false).search(3, &Toy::random(8, FORBID)));
    assert!(failed.is_err());
}
