//! Rare positions and games, with answers worked out by hand from the rules text: passing in turns, royals in odd
//! numbers, bare kings, the order of the tests at the end of a game, boards with thousands of moves.

use crate::games::Game;
use crate::model::{Rules, State};
use crate::support::questions::{Expect, Question, line, settle};
use crate::support::{PRESETS, batch};

/// Results after moves under rule sets: rules (several separated by spaces, `*` for all presets), position, moves, and
/// the answer of `status`, or of `explain` where the last move has a `?`.
fn check(rows: &[(&str, &str, &str, &str)]) {
    let mut questions = Vec::new();
    for &(rules, sfen, moves, expected) in rows {
        let sets: Vec<&str> = if rules == "*" { PRESETS.to_vec() } else { rules.split(' ').collect() };
        let (played, probe) = match moves.strip_suffix('?') {
            None => (moves, None),
            Some(text) => text.rsplit_once(' ').map_or(("", Some(text)), |(played, probe)| (played, Some(probe))),
        };
        for rules in sets {
            questions.push(Question {
                id: format!("{rules}: {sfen}"),
                rules: rules.to_owned(),
                command: if probe.is_some() { "explain" } else { "status" },
                line: line(sfen, played, probe),
                expect: match expected {
                    "legal" => Expect::Legal,
                    "illegal" => Expect::Illegal,
                    words => Expect::Line(words.to_owned()),
                },
            });
        }
    }
    settle(&questions);
}

/// The first `plies` of moves that are played round and round.
fn round(cycle: &str, plies: usize) -> String {
    let moves: Vec<&str> = cycle.split(' ').cycle().take(plies).collect();
    moves.join(" ")
}

/// Two lions far from everything, which pass in turns.
const PASSES: &str = "k10n/12/12/12/12/12/12/12/12/12/12/N10K b - 1";
const PASS: &str = "12l12k12l 1a1b1a";

#[test]
fn passing_in_turns() {
    let after = |plies| round(PASS, plies);
    check(&[
        // §5.3: a pass that answers a pass restores the position before both.
        ("historic winboard", PASSES, &(after(2) + "?"), "illegal"),
        ("msm jcsa lishogi historic:rep.rule=off", PASSES, &(after(2) + "?"), "legal"),
        // The interface may let the opponent do it (§7.3).
        ("winboard", PASSES, &after(2), "playing"),
        // The start position is there after 0, 2, 4 plies; the sixth would bring it for the fourth time.
        ("msm", PASSES, &(after(4) + "?"), "legal"),
        ("msm", PASSES, &(after(5) + "?"), "legal"),
        ("msm", PASSES, &(after(6) + "?"), "illegal"),
        // §5.4: nothing but passes, and Black began.
        ("jcsa", PASSES, &after(5), "playing"),
        ("jcsa", PASSES, &after(6), "w repetition"),
        // Here White began: the first move of the cycle is the one after 1l1k.
        ("jcsa", PASSES, &format!("1l1k {}", round("1a1b1a 12l12k12l", 6)), "b repetition"),
        // §5.5: thirteen positions at least.
        ("lishogi", PASSES, &after(11), "playing"),
        ("lishogi", PASSES, &after(12), "draw repetition"),
        ("historic:rep.rule=off", PASSES, &after(12), "playing"),
    ]);
    // On lishogi a pass is an attack if the lion could take something: here the pawn before it, and White's lion nothing.
    let attack = "k10n/12/12/12/12/12/12/12/12/12/p11/N10K b - 1";
    let cycle = "12l11k12l 1a1b1a";
    check(&[
        ("lishogi", attack, &round(cycle, 12), "w repetition"),
        ("jcsa", attack, &round(cycle, 6), "w repetition"),
    ]);
}

#[test]
fn checks_and_the_ban_on_repetition() {
    // The lion on 11b attacks White's only king, so White may repeat (§5.2), but for the presets without that rule.
    let check_by_lion = "k10n/1N10/12/12/12/12/12/12/12/12/12/11K b - 1";
    let passes = "11b11a11b 1a1b1a";
    // Both kings are attacked: nobody is bound.
    let both = "k11/1N10/12/12/12/12/12/12/12/12/10n1/11K b - 1";
    let cycle = "11b11a11b 2k2l2k";
    check(&[
        ("historic", check_by_lion, &(round(passes, 2) + "?"), "legal"),
        ("winboard historic:rep.check_exempt=false", check_by_lion, &(round(passes, 2) + "?"), "illegal"),
        // Black is not in check and would repeat the position after its first pass.
        ("historic", check_by_lion, &(round(passes, 3) + "?"), "illegal"),
        // §5.4: every move of Black left White in check, so it does not matter that White passed first.
        ("jcsa", check_by_lion, &format!("1l1k {}", round("1a1b1a 11b11a11b", 6)), "w repetition"),
        ("historic", both, &(round(cycle, 24) + "?"), "legal"),
        ("historic", both, &round(cycle, 24), "playing"),
        ("winboard", both, &(round(cycle, 2) + "?"), "illegal"),
        ("lishogi", both, &round(cycle, 12), "draw repetition"),
        // Both give check all the time, so the passes decide.
        ("jcsa", both, &round(cycle, 6), "w repetition"),
        // With two royals there is no check (§6.1), and no exemption.
        ("historic", "k+e9n/1N10/12/12/12/12/12/12/12/12/12/11K b - 1", "11b10b11b 1a1b1a?", "illegal"),
    ]);
}

#[test]
fn royals_none_three_and_twelve() {
    let none = "12/12/12/12/5n6/12/12/12/5R6/12/12/12";
    let princes = "k+e+e9/12/12/12/12/12/12/12/12/12/12/R10K b - 1";
    let kings = "kkkkkkkkkkkk/12/12/12/12/12/12/12/12/12/12/R10K b - 1";
    let against_one = "kkkkkkkkkkkk/12/12/12/12/12/12/12/12/12/12/11K b - 1";
    check(&[
        // §6.2: a bare position is lost for a mover without a royal; in a game nobody loses what it never had.
        ("*", &format!("{none} b - 1"), "", "w royals"),
        ("*", &format!("{none} w - 1"), "", "b royals"),
        ("*", &format!("{none} b - 1"), "7i7h", "playing"),
        // The last piece is gone, and with it the last move (§6.3).
        ("*", &format!("{none} b - 1"), "7i7e", "b stalemate"),
        ("*", "12/12/12/12/12/12/12/12/12/12/12/12 b", "", "w royals"),
        // The king goes, two princes stay; then one of them takes the rook and bares Black, who has no royal in reach.
        ("*", princes, "12l12a", "playing"),
        ("historic winboard msm", princes, "12l12a 11a12a", "playing"),
        ("jcsa lishogi jcsa:end.bare_king=jcsa_literal", princes, "12l12a 11a12a", "w bareking"),
        ("*", kings, "12l12a", "playing"),
        ("historic winboard msm jcsa:end.bare_king=jcsa_literal", against_one, "", "playing"),
        ("jcsa lishogi", against_one, "", "w bareking"),
    ]);
    // The rook: 11 squares up, 10 to the right, 4 promotions in the zone; the king 3.
    settle(&PRESETS.map(|rules| Question {
        id: "twelve kings".to_owned(),
        rules: rules.to_owned(),
        command: "moves",
        line: line(kings, "", None),
        expect: Expect::Moves(11 + 10 + 4 + 3),
    }));
}

#[test]
fn a_counter_strike_square_without_a_lion() {
    // No lion stands on 3c: nothing is exempt, and the ban covers the lion on 7e, which nothing protects.
    let banned = "k11/12/12/12/5n6/12/12/5R6/12/12/12/11K b 3c 1";
    check(&[
        ("historic lishogi winboard msm", banned, "7h7e?", "illegal"),
        ("jcsa historic:cs.mode=if_protected", banned, "7h7e?", "legal"),
        ("*", &banned.replace("3c", "-"), "7h7e?", "legal"),
        // The ban lives for one reply.
        ("*", banned, "1l1k 12a12b 7h7e?", "legal"),
        // On the lion's own square it is lifted, but not by the association's rules: there the lion needs a protector.
        ("*", &banned.replace("3c", "7e"), "7h7e?", "legal"),
        ("jcsa", "k4r6/12/12/12/5n6/12/12/5R6/12/12/12/11K b 7e 1", "7h7e?", "illegal"),
    ]);
}

#[test]
fn dead_pieces() {
    let dead = "P9L1/12/12/12/5k6/12/12/12/12/12/12/l9pK b - 1";
    settle(&PRESETS.map(|rules| Question {
        id: "dead pieces".to_owned(),
        rules: rules.to_owned(),
        command: "moves",
        line: line(dead, "", None),
        // The king alone: 1k, 2k, and 2l, where the dead pawn is taken.
        expect: Expect::Moves(3),
    }));
    check(&[
        // Both bare (§6.5).
        ("*", dead, "", "draw"),
        ("*", dead, "1l2l", "draw"),
        // A promoted pawn is not dead.
        ("jcsa lishogi", &dead.replace("P9L1", "+P9L1"), "", "b bareking"),
        ("historic winboard msm", &dead.replace("P9L1", "+P9L1"), "", "playing"),
        // A go-between on its last rank steps back: it is alive, and White is not bare.
        ("*", &dead.replace("l9pK", "l9iK"), "", "playing"),
        // Dead pieces of the bare side do not save it.
        ("jcsa lishogi", "12/12/12/12/6k5/12/12/12/12/12/6G5/K10p w - 1", "", "b bareking"),
    ]);
}

/// The readings of §6.4 beside each other.
#[test]
fn bare_kings() {
    let beside = "12/12/5k6/12/5P6/12/12/12/12/12/12/11K b - 1";
    let far = "5k6/12/12/12/5P6/12/12/12/12/12/12/11K b - 1";
    let literal = "jcsa:end.bare_king=jcsa_literal";
    let prince = "12/12/5k6/5+E6/12/12/12/12/12/12/12/11K w - 1";
    let retaken = "12/12/5k6/5G6/5K6/12/12/12/12/12/12/12 w - 1";
    let second = "12/12/5k6/5G6/12/12/12/12/12/12/12/S10K w - 1";
    check(&[
        // A pawn must promote first; unpromoted in the zone it helps nobody.
        ("*", beside, "", "playing"),
        ("*", far, "7e7d", "playing"),
        ("*", &far.replace('P', "I"), "7e7d", "playing"),
        // In the king's reach the win waits for the reply.
        ("*", beside, "7e7d+", "playing"),
        ("*", beside, "7e7d+ 7c7d", "draw"),
        (&format!("jcsa {literal}"), beside, "7e7d+ 7c8c", "b bareking"),
        ("lishogi", beside, "7e7d+ 7c8c", "playing"),
        (&format!("lishogi jcsa {literal}"), beside, "7e7d+ 7c7b", "b bareking"),
        ("historic winboard msm", beside, "7e7d+ 7c7b", "playing"),
        // Out of reach it comes at once.
        (&format!("jcsa lishogi {literal}"), far, "7e7d+", "b bareking"),
        // A second royal is a piece, and may be taken as one.
        (&format!("jcsa lishogi {literal}"), prince, "", "playing"),
        (&format!("jcsa lishogi {literal}"), prince, "7c8b", "b bareking"),
        ("*", prince, "7c7d", "draw"),
        // The king that takes the last piece can itself be taken: play goes on, and that capture decides.
        ("*", retaken, "", "playing"),
        ("*", retaken, "7c7d", "playing"),
        ("*", retaken, "7c7d 7e7d", "b royals"),
        // Three pieces: taking one leaves two. By the letter only two count.
        ("jcsa lishogi", second, "", "b bareking"),
        (literal, second, "", "playing"),
        (literal, second, "7c7d", "b bareking"),
        // A bare prince is as bare as a king.
        ("jcsa lishogi", &second.replace('k', "+e"), "", "b bareking"),
    ]);
}

/// §6.6: royals, bare king, no legal action, repetition, bare against bare, ply cap.
#[test]
fn the_order_of_the_tests() {
    let kings = "5k6/12/12/12/12/12/12/12/12/12/12/6K5 b - 1";
    let shuffle = "6l6k 7a7b 6k6l 7b7a";
    let smothered = "KL10/P11/1P10/12/12/12/12/12/12/12/12/11k b - 1";
    check(&[
        ("*", "k11/12/12/12/12/12/12/12/12/12/12/R10K b - 1", "12l12a", "b royals"),
        ("historic:end.ply_cap=1", "kr10/12/12/12/12/12/12/12/12/12/12/R10K b - 1", "12l12b 11a11b 12b12a", "b royals"),
        ("jcsa:end.ply_cap=1", kings.replace("6K5", "G5K5").as_str(), "12l12k 7a7b", "b bareking"),
        ("historic:end.ply_cap=1", smothered, "11c11b 1l1k", "w stalemate"),
        ("jcsa:end.ply_cap=5", PASSES, &round(PASS, 6), "w repetition"),
        // Two kings are a draw at once; where play went on, the fourth occurrence is named first.
        ("*", kings, "", "draw"),
        ("jcsa lishogi", kings, &round(shuffle, 11), "draw"),
        ("jcsa lishogi", kings, &round(shuffle, 12), "draw repetition"),
        ("historic:end.ply_cap=1", kings, "6l6k 7a7b", "draw"),
        ("historic:end.ply_cap=1,end.bare_vs_bare=off", kings, "6l6k", "playing"),
        ("historic:end.ply_cap=1,end.bare_vs_bare=off", kings, "6l6k 7a7b", "draw plycap"),
    ]);
}

/// §6.5: once more plies than the cap have been played. The recorded game of 1,300 plies has no other end.
#[test]
fn the_cap_on_plies() {
    let game = Game::read("long-01.usi");
    let moves: Vec<&str> = game.moves.split(' ').collect();
    assert_eq!(moves.len(), 1300);
    let first = |plies: usize| moves[..plies].join(" ");
    check(&[
        ("lishogi", &game.sfen, &first(999), "playing"),
        ("lishogi", &game.sfen, &first(1000), "playing"),
        ("lishogi", &game.sfen, &first(1001), "draw plycap"),
        ("historic jcsa winboard msm lishogi:end.ply_cap=none", &game.sfen, &game.moves, "playing"),
        ("lishogi:end.ply_cap=1300", &game.sfen, &game.moves, "playing"),
        ("lishogi:end.ply_cap=1299", &game.sfen, &game.moves, "draw plycap"),
    ]);
}

/// Lions of Black at regular distances, White's pawns on every other square.
fn lions_among_pawns(every: usize, first: usize) -> String {
    let is_lion = |index: usize| index % every == first;
    let row = |rank| (0..12).map(|file| if is_lion(rank) && is_lion(file) { 'N' } else { 'p' }).collect::<String>();
    let rows: Vec<String> = (0..12).map(row).collect();
    rows.join("/") + " b - 1"
}

#[test]
fn boards_with_a_thousand_moves() {
    // Sixteen lions, each amid eight pawns. A lion with the whole square of 5 by 5 around it has 24 plain moves, 8 iguis,
    // and from each of the 8 pawns on to 7 squares. With one line off the board: 19, 8 and 9·8-25 = 47; with two: 15, 8
    // and 8·8-25 = 39.
    let sparse = lions_among_pawns(3, 1);
    let count = 4 * (24 + 8 + 56) + 8 * (19 + 8 + 47) + 4 * (15 + 8 + 39);
    assert_eq!(count, 1192);
    let dense = lions_among_pawns(2, 1);
    let many = State::parse(&dense).actions(&Rules::parse("historic")).len();
    assert!(many > 1850, "{many} moves");
    for rules in PRESETS {
        for (position, count) in [(&sparse, count), (&dense, many)] {
            let list = batch::answers(&["moves", "--rules", rules], &[position]);
            assert_eq!(list[0].split(' ').count(), count, "{rules}");
            let actions = batch::perft(&["1", "--rules", rules, "--end", "none", "--position", position]);
            assert_eq!(actions, count as u64, "{rules}");
            // Black has no royal to move for.
            assert_eq!(batch::answers(&["status", "--rules", rules], &[position]), ["w royals"], "{rules}");
        }
    }
}

/// 144 lions under every preset: the same moves as by the slow generator.
#[test]
fn a_board_full_of_lions() {
    let rows: Vec<String> = (0..12).map(|rank| if rank % 2 == 0 { "Nn" } else { "nN" }.repeat(6)).collect();
    for square in ["-", "6f"] {
        let board = format!("{} b {square} 1", rows.join("/"));
        for rules in PRESETS {
            let state = State::parse(&board);
            let actions = state.actions(&Rules::parse(rules));
            let mut expected: Vec<String> = actions.iter().map(|action| state.texts(action).swap_remove(0)).collect();
            expected.sort();
            let list = batch::answers(&["moves", "--rules", rules], &[&board]);
            assert_eq!(list[0], expected.join(" "), "{rules}");
        }
    }
}

/// A search to a fixed depth ends on boards on which nearly every move takes something and opens other captures. A
/// quiescence that follows a dozen of them in every node makes more than 100,000 moves here, even at depth 1.
#[test]
fn quiescence_ends_on_boards_full_of_lions_and_queens() {
    for (black, white) in [("N", "n"), ("Q", "q")] {
        let pairs = [format!("{white}1{black}1"), format!("1{white}1{black}")];
        let rows: Vec<String> = (0..12).map(|rank| pairs[rank % 2].repeat(3)).collect();
        let run = batch::run(&["bench", "1", "--position", &format!("{} b - 1", rows.join("/"))], "");
        let last = run.stdout.lines().last().unwrap_or("");
        let nodes: u64 = last.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{last}"));
        assert!(nodes < 50_000, "{last}");
    }
}
