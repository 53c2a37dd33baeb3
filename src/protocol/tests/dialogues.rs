//! What is answered to what.

use super::*;

fn is_first_move(text: &str) -> bool {
    let engine = engine::create("chu", &options(None)).unwrap();
    engine.moves(crate::notation::MoveFormat::Cecp).iter().any(|mv| mv == text)
}

const PRINCE_AND_KING: &str = "setboard 12/12/12/12/12/6k5/6+e5/6N5/12/12/12/11K w 0 1";

#[test]
fn features_are_offered_to_version_2_only() {
    let lines = answer_all(b"xboard\nprotover 2\n");
    assert!(lines.iter().all(|line| line.starts_with("feature ")), "{lines:?}");
    let text = lines.join(" ");
    for feature in ["ping=1", "setboard=1", "usermove=1", "colors=0", "memory=1", "smp=1", "nps=1", "playother=1"] {
        assert!(text.split(' ').any(|word| word == feature), "{feature}");
    }
    let variants = format!("variants=\"{}\"", crate::games::xboard_names().join(","));
    assert!(text.contains(&variants) && text.contains("myname=\"Shishi "));
    assert_eq!(lines.last().map(String::as_str), Some("feature done=1"));
    assert_eq!(answer_all(b"xboard\nprotover 1\nping 3\n"), ["pong 3"]);
}

#[test]
fn quit_and_the_end_of_input_end_a_search() {
    for last in ["quit", ""] {
        let dialogue = Dialogue::start(None);
        dialogue.send("st 100000\npost\ngo");
        dialogue.until("1 ");
        dialogue.send(last);
        assert!(!dialogue.end().iter().any(|line| line.starts_with("move")));
    }
}

#[test]
fn a_closed_output_ends_quietly() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let options = options(None);
    let engine = engine::create("chu", &options).unwrap();
    assert!(run(&b"ping 1\nping 2\n"[..], Closed, engine, options).is_ok());
}

#[test]
fn unknown_words_and_housekeeping() {
    assert_eq!(answer_all(b"frobnicate 3\n"), ["Error (unknown command): frobnicate 3"]);
    assert_eq!(answer_all(b"setscore 12 3\n"), ["Error (not supported): setscore 12 3"]);
    assert_eq!(answer_all(b"bk\n"), [" There is no opening book.", ""]);
    let quiet =
        b"accepted ping\nrejected debug\nrandom\ncomputer\nname opponent\nrating 2000 2000\nics -\nhint\nput f3\n\
        draw\neasy\nhard\npost\nnopost\notim 100\nmemory 1\ncores 1\n# remark\n.\nexit\n\nresult * {x}\n?\n";
    assert_eq!(answer_all(quiet), [""; 0]);
}

#[test]
fn carriage_returns_are_no_part_of_a_command() {
    assert_eq!(answer_all(b"force\r\nusermove a4a5\r\nping 12\r\n"), ["pong 12"]);
}

#[test]
fn absurd_lines_do_no_harm() {
    let long = "x".repeat(crate::protocol::input::LONGEST_LINE + 1);
    let lines = answer_all(format!("{long}\nping 1\n").as_bytes());
    assert!(lines[0].starts_with("Error (line longer than "), "{lines:?}");
    assert_eq!(lines[1], "pong 1");
    let lines = answer_all(b"force\nusermove a4\0a5\n\xff\xfe\nusermove \xe9\nping 1\n");
    assert_eq!(lines.len(), 4);
    assert!(lines.iter().all(|line| !line.contains('\0')));
    let numbers = b"memory -1\nmemory 1e9\nmemory x\nsd 0\nsd -3\nst -1\nlevel 1\nlevel x y z\ntime x\nnps x\nst nan\n";
    let lines = answer_all(numbers);
    assert_eq!(lines.len(), 11);
    assert!(lines.iter().all(|line| line.starts_with("Error (")), "{lines:?}");
}

#[test]
fn illegal_moves_are_refused_with_a_reason_and_change_nothing() {
    let mut dialogue = Dialogue::forced();
    for mv in ["zzzz", "a4", "a4a", "a13a14", "a0a1", "m1m2", "a9a8", "a4a6", "a4a5q"] {
        let lines = dialogue.ask(&format!("usermove {mv}"));
        assert_eq!(lines.len(), 1, "{mv}: {lines:?}");
        assert!(lines[0].starts_with("Illegal move (") && lines[0].ends_with(&format!("): {mv}")), "{lines:?}");
    }
    assert_eq!(dialogue.ask("usermove a4a5"), [""; 0]);
    assert_eq!(dialogue.ask("usermove"), ["Error (no move): usermove"]);
    // Version 1 sends moves without the word before them.
    assert_eq!(dialogue.ask("a9a8\nb4b5"), [""; 0]);
}

#[test]
fn moves_are_taken_back_one_or_two_at_a_time() {
    let mut dialogue = Dialogue::forced();
    assert_eq!(dialogue.ask("undo\nusermove a4a5\nusermove a9a8\nremove\nusermove i5i6\nundo\nusermove a4a5"), [""; 0]);
    assert_eq!(dialogue.ask("remove\nremove\nundo\nusermove a4a5"), [""; 0]);
}

#[test]
fn positions_are_set_up_or_refused() {
    let start = "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/\
                 A1B1TOXT1B1A/LFCSGKEGSCFL";
    let mut dialogue = Dialogue::forced();
    assert_eq!(dialogue.ask(&format!("setboard {start} w - 0 1\nusermove a4a5")), [""; 0]);
    assert_eq!(dialogue.ask(&format!("setboard {start} b 0 1\nusermove a9a8")), [""; 0]);
    for bad in ["12/12 w 0 1", "garbage", "13/12/12/12/12/12/12/12/12/12/12/12 w 0 1", ""] {
        let lines = dialogue.ask(&format!("setboard {bad}"));
        assert_eq!(lines.len(), 1, "{bad}");
        assert!(lines[0].starts_with("tellusererror "), "{lines:?}");
    }
    // Still the old game, with White (first player) to move.
    assert_eq!(dialogue.ask("usermove a4a5"), [""; 0]);
}

#[test]
fn every_spelling_of_a_pass_is_read() {
    let mut dialogue = Dialogue::forced();
    dialogue.send("setboard k11/12/12/12/12/12/12/6N5/12/12/12/11K w 0 1");
    assert_eq!(dialogue.ask("usermove g5g4,g4g5\nundo\nusermove @@@@\nusermove a12a11"), [""; 0]);
}

#[test]
fn legs_may_come_one_by_one() {
    let mut dialogue = Dialogue::forced();
    assert_eq!(dialogue.ask(&format!("{PRINCE_AND_KING}\nusermove g5g6,\ntime 100\nusermove g6g7")), [""; 0]);
    assert_eq!(dialogue.ask(&format!("{PRINCE_AND_KING}\ng5g6,\ng6g7")), [""; 0]);
    // A first leg that was never completed is forgotten.
    assert_eq!(dialogue.ask(&format!("{PRINCE_AND_KING}\nusermove g5g6,\nforce\nusermove l1l2")), [""; 0]);
}

#[test]
fn the_counter_strike_ban_lasts_for_one_reply() {
    let mut dialogue = Dialogue::forced();
    dialogue.send(
        "setboard lfcsgekgscfl/a1b1txot1b1a/mvrhdqn1hrvm/ppppp+Dp1pppp/3i3pi3/12/12/3IP3I3/PPPP1P+dPPPPP/MVRH1NQDHRVM/\
         A1B1TOXT1B1A/LFCSGKEGSCFL w 0 1",
    );
    assert_eq!(dialogue.ask("usermove f9g10,g10h11"), [""; 0]);
    assert!(dialogue.ask("usermove g4f3")[0].starts_with("Illegal move ("));
    assert!(dialogue.ask("usermove g4f3,f3g4")[0].starts_with("Illegal move ("));
    assert_eq!(dialogue.ask("usermove g4g3"), [""; 0]);
}

#[test]
fn after_new_the_engine_plays_second() {
    let mut dialogue = Dialogue::start(None);
    dialogue.send("sd 1\nusermove a4a5");
    let reply = dialogue.until_move();
    assert_ne!(reply, "");
    // Now it is the user's turn again.
    assert_eq!(dialogue.sync(), [""; 0]);
    dialogue.send("usermove b4b5");
    dialogue.until_move();
}

#[test]
fn go_and_playother_choose_the_side() {
    let mut dialogue = Dialogue::forced();
    dialogue.send("sd 1\ngo");
    assert!(is_first_move(&dialogue.until_move()));
    dialogue.send("force");
    assert_eq!(dialogue.ask("undo\nplayother"), [""; 0]);
    dialogue.send("usermove a4a5");
    dialogue.until_move();
}

#[test]
fn one_go_gives_one_move() {
    let mut dialogue = Dialogue::start(None);
    dialogue.send("st 100000\ngo\ngo\n?");
    assert!(is_first_move(&dialogue.until_move()));
    assert_eq!(dialogue.ask("?"), [""; 0]);
}

#[test]
fn the_input_is_read_while_thinking() {
    let mut dialogue = Dialogue::start(None);
    dialogue.send("st 100000\ngo");
    assert_eq!(dialogue.sync(), [""; 0]);
    assert_eq!(dialogue.ask("usermove a4a5"), ["Error (it is the engine's turn): usermove a4a5"]);
    assert_eq!(dialogue.ask("level 0 5 3.0\ntime 29700\notim 29800\nhard\nmemory 2"), [""; 0]);
    dialogue.send("?");
    assert!(is_first_move(&dialogue.until_move()));
}

#[test]
fn a_search_that_is_no_longer_wanted_is_not_heard_of() {
    for command in ["force", "undo", "remove", "result 1-0 {White mates}", "new\nforce", PRINCE_AND_KING, "playother"] {
        let mut dialogue = Dialogue::start(None);
        dialogue.send("usermove a4a5\nforce\nst 100000\ngo");
        dialogue.send(command);
        let mut lines = dialogue.sync();
        lines.extend(dialogue.ask("force"));
        assert!(!lines.iter().any(|line| line.starts_with("move")), "{command}: {lines:?}");
        // The next game is played as if nothing had been.
        dialogue.send("new\nvariant chu\nforce\nusermove a4a5\nsd 1\ngo");
        dialogue.until_move();
    }
}

#[test]
fn own_moves_go_out_leg_by_leg() {
    let dialogue = Dialogue::forced();
    dialogue.send(&format!("{PRINCE_AND_KING}\nsd 4\ngo"));
    let lines = dialogue.until("move g6g7");
    assert_eq!(lines, ["move g5g6,", "move g6g7"]);
}

#[test]
fn the_last_line_of_thought_tells_the_win() {
    let dialogue = Dialogue::forced();
    dialogue.send(&format!("post\n{PRINCE_AND_KING}\nsd 4\ngo"));
    let lines = dialogue.until("move ");
    let thought = &lines[lines.len() - 2];
    let words: Vec<&str> = thought.split(' ').collect();
    assert_eq!(words[1], "100001", "{lines:?}");
    assert_eq!(words[4..], ["g5g6,g6g7"]);
}

#[test]
fn a_game_that_is_lost_is_resigned_and_one_that_is_won_is_not_claimed() {
    let mut dialogue = Dialogue::forced();
    // The white king is taken: the engine, now on move without a royal, has lost.
    dialogue.send("setboard k11/12/12/12/12/12/12/12/12/12/12/+G10K w 0 1\nusermove a1a12");
    assert_eq!(dialogue.ask("go"), ["1-0 {White wins: Black has lost the last royal (chu-rules §6.2)}"]);
    // The engine takes the king itself and keeps quiet.
    dialogue.send("setboard k11/12/12/12/12/12/12/12/12/12/12/+G10K w 0 1\nsd 2\ngo");
    assert_eq!(dialogue.until_move(), "a1a12");
    assert_eq!(dialogue.sync(), [""; 0]);
}

/// A dialogue under these rules that has come to this board, the first player ("w" here) or the second to move.
fn at_board(rules: &str, board: &str) -> Dialogue {
    let mut dialogue = Dialogue::start(Some(rules));
    assert_eq!(dialogue.ask(&format!("force\nsd 1\nsetboard {board} 0 1")), [""; 0]);
    dialogue
}

/// White has king and two golds, Black his king alone.
const BARE_BLACK: &str = "k11/12/12/12/12/12/12/12/12/12/12/GG9K";

#[test]
fn without_a_referee_every_result_is_told() {
    // chu-rules §6.4: the side to move wins by baring; so does the other if the bare king cannot help it.
    let win = ["1-0 {White wins: Black is bare (chu-rules §6.4)}"];
    assert_eq!(at_board("jcsa", &format!("{BARE_BLACK} w")).ask("go"), win);
    assert_eq!(at_board("jcsa", &format!("{BARE_BLACK} b")).ask("go"), win);
    // §6.5: two bare kings.
    let bare = "k11/12/12/12/12/12/12/12/12/12/12/11K w";
    assert_eq!(at_board("historic", bare).ask("go"), ["1/2-1/2 {draw: both sides are bare (chu-rules §6.5)}"]);
    // The engine's own move ends the game: it takes the king.
    let mut dialogue = at_board("historic", "k11/12/12/12/12/12/12/12/12/12/12/+G10K w");
    dialogue.send("go");
    assert_eq!(dialogue.until_move(), "a1a12");
    assert_eq!(dialogue.sync(), ["1-0 {White wins: Black has lost the last royal (chu-rules §6.2)}"]);
    // The cap of one ply is exceeded by the second.
    let mut dialogue = at_board("historic:end.ply_cap=1", &format!("{BARE_BLACK} w"));
    let lines = dialogue.ask("usermove a1a2\nusermove a12a11\ngo");
    assert_eq!(lines, ["1/2-1/2 {draw: too many moves (chu-rules §6.5)}"]);
    // §6.3: Black is to move and walled in.
    let mut dialogue = at_board("historic", "11K/12/12/12/12/12/12/12/12/12/pp10/kp10 b");
    assert_eq!(dialogue.ask("go"), ["1-0 {White wins: Black has no legal move (chu-rules §6.3)}"]);
}

#[test]
fn a_referee_hears_of_losses_only() {
    let rules = "winboard:end.bare_king=jcsa";
    // Won by baring, drawn bare against bare: XBoard sees neither, so the engine plays on.
    for board in [&format!("{BARE_BLACK} w"), "k11/12/12/12/12/12/12/12/12/12/12/11K w"] {
        let mut dialogue = at_board(rules, board);
        dialogue.send("go");
        dialogue.until_move();
        assert_eq!(dialogue.sync(), [""; 0], "{board}");
    }
    let mut dialogue = at_board(rules, &format!("{BARE_BLACK} b"));
    assert_eq!(dialogue.ask("go"), ["1-0 {White wins: Black is bare (chu-rules §6.4)}"]);
    // Every move leaves the king attacked: the referee would take none.
    let mut dialogue = at_board("winboard", "rr10/12/12/12/12/12/12/12/12/12/12/K10k w");
    assert_eq!(dialogue.ask("go"), ["resign"]);
}

#[test]
fn repetitions_that_end_the_game_are_told_where_nobody_referees() {
    // The go-betweens step forward and back three times: the start position occurs for the fourth time.
    let cycle = "usermove i5i6\nusermove d8d7\nusermove i6i5\nusermove d7d8\n".repeat(3);
    let mut dialogue = Dialogue::start(Some("jcsa"));
    assert_eq!(dialogue.ask(&format!("force\n{cycle}go")), ["1/2-1/2 {draw by repetition (chu-rules §5)}"]);
    let mut refereed = Dialogue::start(Some("jcsa:out.referee=xboard"));
    refereed.send(&format!("force\nsd 1\n{cycle}go"));
    refereed.until_move();
    assert_eq!(refereed.sync(), [""; 0]);
}

#[test]
fn moves_after_the_end_are_taken_in_force_mode() {
    let mut dialogue = Dialogue::forced();
    let lines = dialogue
        .ask("setboard k11/12/12/12/12/12/11p/12/12/12/12/+G10K w 0 1\nusermove a1a12\nusermove l6l5\nusermove a12a1");
    assert_eq!(lines, [""; 0]);
}

#[test]
fn a_side_that_was_given_no_royal_still_plays() {
    let dialogue = Dialogue::forced();
    dialogue.send("setboard k11/12/12/12/12/12/12/12/12/12/12/+G11 w 0 1\nsd 2\ngo");
    assert_eq!(dialogue.until_move(), "a1a12");
}

#[test]
fn repetition_is_a_matter_of_the_rules() {
    let shuffle = "force\nusermove i5i6\nusermove d8d7\nusermove i6i5\nusermove d7d8";
    let mut historic = Dialogue::start(Some("historic"));
    let lines = historic.ask(shuffle);
    assert_eq!(lines.len(), 1);
    assert!(lines[0].starts_with("Illegal move (") && lines[0].ends_with("): d7d8"), "{lines:?}");
    let mut winboard = Dialogue::forced();
    assert_eq!(winboard.ask(shuffle), [""; 0]);
    // The option changes the rules of the game that is on.
    let lines = winboard.ask("undo\noption Rules=historic\nusermove d7d8");
    assert!(lines.len() == 1 && lines[0].starts_with("Illegal move ("), "{lines:?}");
    assert_eq!(winboard.ask("option Rules=winboard:cs.same_square=bound\nusermove d7d8"), [""; 0]);
}

#[test]
fn options_are_checked_and_survive_a_new_game() {
    let mut dialogue = Dialogue::forced();
    assert!(dialogue.ask("option Rules=nonsense")[0].starts_with("Error (unknown rule set"));
    assert!(dialogue.ask("option Move Overhead=x")[0].starts_with("Error ("));
    assert!(dialogue.ask("option Colour=red")[0].starts_with("Error (unknown option)"));
    assert_eq!(dialogue.ask("option Move Overhead=100\noption Rules=historic\nnew\nvariant chu\nforce"), [""; 0]);
    let lines = dialogue.ask("usermove i5i6\nusermove d8d7\nusermove i6i5\nusermove d7d8");
    assert!(lines.len() == 1 && lines[0].starts_with("Illegal move ("), "{lines:?}");
    let lines = dialogue.ask("undo\nundo\nundo\nvariant nonsense\nusermove i5i6");
    assert!(lines.len() == 1 && lines[0].starts_with("Error (unknown variant"), "{lines:?}");
}

/// An option that is refused costs the engine nothing of its time.
#[test]
fn a_refused_option_leaves_a_search_alone() {
    let mut dialogue = Dialogue::start(None);
    dialogue.send("post\nst 3600\ngo");
    dialogue.until("3 ");
    let mut lines = dialogue.ask("option Rules=nonsense");
    assert!(lines.iter().any(|line| line.starts_with("Error (")), "{lines:?}");
    dialogue.send("?");
    lines.extend(dialogue.until("move "));
    assert!(lines.iter().all(|line| !line.starts_with("1 ")), "{lines:?}");
}

#[test]
fn several_cores_search_together() {
    let mut dialogue = Dialogue::forced();
    for line in ["cores", "cores 0", "cores -1", "cores x"] {
        assert!(dialogue.ask(line)[0].starts_with("Error (not a number from 1 to 256): cores"), "{line}");
    }
    // More than are allowed are as many as are allowed.
    assert_eq!(dialogue.ask("cores 300"), ["telluser cores 300: 256 is the most"]);
    assert_eq!(dialogue.ask("cores 3\nsd 4"), [""; 0]);
    dialogue.send("go");
    assert!(is_first_move(&dialogue.until_move()));
    // Another number of them begins a search anew.
    dialogue.send("force\nnew\nvariant chu\nst 3600\ngo\ncores 2\n?");
    assert!(is_first_move(&dialogue.until_move()));
}

#[test]
fn single_rules_are_options_and_bad_ones_change_nothing() {
    // chu-rules §4.6, diagram V: the pawn taken on the way was the lion's only protector.
    let diagram = "setboard k11/12/12/12/6N5/5p6/5n6/12/12/12/12/11K w 0 1";
    let mut dialogue = Dialogue::forced();
    let take = format!("{diagram}\nusermove g8f7,f7f6");
    assert_eq!(dialogue.ask(&take), [""; 0]);
    assert_eq!(dialogue.ask("option Rules=winboard:lion.foot=strict"), [""; 0]);
    assert!(dialogue.ask(&take)[0].starts_with("Illegal move ("));
    for (bad, words) in [
        ("winboard:lion.foot=both", ["'lion.foot'", "'both'"]),
        ("winboard:lion.feet=after", ["'lion.feet'", ""]),
        ("winboard:end.ply_cap=0", ["'end.ply_cap'", "'0'"]),
        ("winboard:lion.foot=after,cs.mode=never", ["'cs.mode'", "'never'"]),
        ("", ["''", "historic"]),
    ] {
        let lines = dialogue.ask(&format!("option Rules={bad}"));
        assert!(lines.len() == 1 && lines[0].starts_with("Error ("), "{bad}: {lines:?}");
        assert!(words.iter().all(|word| lines[0].contains(word)), "{bad}: {lines:?}");
        // The rules are those from before, and so is the game.
        assert!(dialogue.ask("usermove g8f7,f7f6")[0].starts_with("Illegal move ("), "{bad}");
    }
    assert_eq!(dialogue.ask("usermove g8f7"), [""; 0]);
    // A bad one while the engine thinks: it thinks on.
    dialogue.send("sd 2\nnew\nusermove a4a5\noption Rules=winboard:cs.mode=never");
    dialogue.until_move();
}

#[test]
fn analysis_shows_lines_and_plays_no_move() {
    let mut dialogue = Dialogue::forced();
    dialogue.send("analyze");
    dialogue.until("1 ");
    dialogue.send(".");
    dialogue.until("stat01: ");
    dialogue.send("usermove a4a5");
    dialogue.until("1 ");
    dialogue.send("undo");
    dialogue.until("1 ");
    dialogue.send("exit");
    dialogue.sync();
    // In force mode again, at the start position.
    assert_eq!(dialogue.ask("usermove a4a5\nusermove a9a8"), [""; 0]);
    assert!(!dialogue.end().iter().any(|line| line.starts_with("move")));
}

#[test]
fn analysis_goes_on_with_another_game_and_only_with_one() {
    let mut dialogue = Dialogue::forced();
    dialogue.send("analyze");
    dialogue.until("1 ");
    dialogue.send("variant whale");
    dialogue.until("setup (");
    // What was thought about before is not heard of any more: this is the new game.
    dialogue.until("1 ");
    dialogue.send("usermove a2a3");
    dialogue.until("1 ");
    dialogue.send("variant nonsense");
    dialogue.until("Error (unknown variant");
    dialogue.send("usermove a5a4");
    dialogue.until("1 ");
    dialogue.send("exit");
    dialogue.sync();
    assert_eq!(dialogue.ask("usermove a3a4"), [""; 0]);
}

#[test]
fn node_budgets_are_kept() {
    let dialogue = Dialogue::start(None);
    dialogue.send("post\nnps 1000\nst 3\ngo");
    let lines = dialogue.until("move ");
    let thought: Vec<&str> = lines[lines.len() - 2].split(' ').collect();
    let (centiseconds, nodes): (u64, u64) = (thought[2].parse().unwrap(), thought[3].parse().unwrap());
    assert!(nodes <= 3000, "{lines:?}");
    assert_eq!(centiseconds, nodes / 10);
}

/// XBoard must be told about a game it does not know before the next pong; its drops and hands come back in its own form.
#[test]
fn a_game_that_the_engine_defines() {
    let mut dialogue = Dialogue::start(None);
    let lines = dialogue.ask("new\nvariant whale\nforce");
    assert!(lines[0].starts_with("setup (") && lines[0].contains(") 6x6+6_fairy "), "{lines:?}");
    let start = lines[0].rsplit("_fairy ").next().unwrap().to_owned();
    assert!(start.ends_with("HGW+KNB[] w 0 1"), "{start}");
    for piece in ["piece K& FR", "piece +K& rlW", "piece N& fDrlbW", "piece W& K"] {
        assert!(lines.iter().any(|line| line == piece), "{piece} in {lines:?}");
    }
    // The dolphin's move on the farthest rank cannot be said, so nothing is said of it.
    assert!(lines[1..].iter().all(|line| line.starts_with("piece ") && !line.starts_with("piece D")), "{lines:?}");
    assert_eq!(dialogue.ask(&format!("setboard {start}\nusermove a2a3")), [""; 0]);
    assert_eq!(dialogue.ask("setboard 5w/6/6/6/6/W5[D] w - - 0 1\nusermove D@c3"), [""; 0]);
    let lines = dialogue.ask("setboard 5w/6/6/6/6/W5[D] w - - 0 1\nusermove D@c6");
    assert!(lines.len() == 1 && lines[0].starts_with("Illegal move ("), "{lines:?}");
    // The rules of one game are none of the other's, and wait for its return.
    assert_eq!(dialogue.ask("option Rules=inventor"), [""; 0]);
    assert_eq!(dialogue.ask("new\nvariant chu\nforce\nusermove a4a5"), [""; 0]);
    assert!(dialogue.ask("new\nvariant whale\nforce")[0].starts_with("setup "));
    let lines = dialogue.ask("setboard D4w/2D3/6/6/2D3/5W[] w - - 0 1\nusermove a6c4");
    assert!(lines.len() == 1 && lines[0].contains("two dolphins"), "{lines:?}");
}

#[test]
fn the_first_word_tells_the_protocol() {
    for (input, usi) in [
        ("usi\n", true),
        ("\n  \nusi\n", true),
        ("isready\nusi\n", true),
        ("position startpos\nusi\n", true),
        ("xboard\nusi\n", false),
        ("protover 2\nusi\n", false),
        ("ping 1\nusi\n", false),
    ] {
        let said = answer_all(input.as_bytes());
        assert_eq!(said.iter().any(|line| line == "usiok"), usi, "{input}: {said:?}");
    }
    assert!(answer_all(b"").is_empty() && answer_all(b"\n\n").is_empty());
}

/// The rules follow the protocol; what was asked for on the command line stays.
#[test]
fn each_protocol_has_its_own_rules() {
    let rules = |rules: Option<&str>| {
        let options = options(rules);
        let engine = engine::create("chu", &options).unwrap();
        let mut output = Vec::new();
        run(std::io::Cursor::new(b"usi\n".to_vec()), &mut output, engine, options).unwrap();
        let text = String::from_utf8(output).unwrap();
        let line = text.lines().find(|line| line.starts_with("option name Rules")).map(str::to_owned);
        line.unwrap().split(' ').next_back().unwrap().to_owned()
    };
    assert_eq!(rules(None), "lishogi");
    assert_eq!(rules(Some("jcsa")), "jcsa");
}

/// A dialogue in which the engine has just made a first move and thinks on; with the reply it expects.
fn pondering() -> (Dialogue, String) {
    let mut dialogue = Dialogue::start(None);
    dialogue.send("hard\nsd 3\ngo");
    dialogue.until_move();
    let hint = dialogue.ask("hint");
    assert_eq!(hint.len(), 1, "{hint:?}");
    (dialogue, hint[0].strip_prefix("Hint: ").expect("a hint").to_owned())
}

#[test]
fn the_reply_that_was_expected_is_answered() {
    let (mut dialogue, reply) = pondering();
    assert!(dialogue.sync().is_empty(), "nothing is played on the opponent's time");
    dialogue.send(&format!("time 1000\notim 1000\nusermove {reply}"));
    dialogue.until_move();
    // Now the reply to that is expected.
    assert!(dialogue.ask("hint")[0].starts_with("Hint: "));
}

#[test]
fn another_reply_is_answered_too() {
    let (mut dialogue, reply) = pondering();
    let other = ["l9l8", "a9a8"].into_iter().find(|&mv| mv != reply).unwrap();
    dialogue.send(&format!("usermove {other}"));
    dialogue.until_move();
    // Three moves have been made; without the last two that reply can be played again.
    dialogue.send("force\nundo\nundo");
    assert!(dialogue.ask(&format!("usermove {other}")).is_empty());
}

/// The user takes a piece up and puts it down while the engine thinks about a reply: what is shown is the board that the
/// user sees, and the thinking goes on.
#[test]
fn a_piece_can_be_lifted_while_the_engine_ponders() {
    let mut dialogue = Dialogue::start(None);
    dialogue.send("hard\nsd 3\npost\ngo");
    dialogue.until_move();
    // All three iterations on the opponent's time.
    dialogue.until("3 ");
    let reply = dialogue.ask("hint").pop().expect("a hint")["Hint: ".len()..].to_owned();
    let shown = |lines: Vec<String>| lines.into_iter().find(|line| line.starts_with("highlight ")).expect("marks");
    // Black's lion on g10 as White's in the test below, the board turned round.
    let lion = "highlight 12/8Y3/12/12/4YYYY4/12/12/12/12/12/12/12";
    assert_eq!(shown(dialogue.ask("lift g10\nput g10")), lion);
    assert_eq!(shown(dialogue.ask("lift a9")), "highlight 12/12/12/12/Y11/12/12/12/12/12/12/12");
    assert_eq!(shown(dialogue.ask("hover a8\nput a9\nlift g10")), lion);
    // A search begun anew would go through the first iteration again.
    dialogue.send(&format!("put g8\nusermove {reply}"));
    let lines = dialogue.until("move ");
    assert!(lines.iter().all(|line| !line.starts_with("1 ")), "{lines:?}");
    dialogue.send("force\nundo");
    assert!(dialogue.ask("undo\nusermove a9a8").iter().all(|line| !line.starts_with("Illegal")));
}

/// Whatever comes in between, the expected reply is off the board again.
#[test]
fn pondering_leaves_no_trace() {
    for line in ["force", "easy\nforce", "option Rules=msm\nforce", "memory 2\nforce", "usermove a1a9\nforce"] {
        let (mut dialogue, reply) = pondering();
        let said = dialogue.ask(line);
        assert_eq!(said.len(), usize::from(line.starts_with("usermove")), "{line}: {said:?}");
        // The same side is to move: its move is taken, and a second one in a row is not.
        assert!(dialogue.ask(&format!("usermove {reply}")).is_empty(), "{line}");
        assert!(dialogue.ask(&format!("usermove {reply}"))[0].starts_with("Illegal move"), "{line}");
    }
    let (dialogue, _) = pondering();
    assert!(dialogue.end().is_empty());
    let (mut dialogue, _) = pondering();
    assert!(dialogue.ask("easy\nhint").len() == 1, "the hint stays");
    dialogue.send("undo\nforce\nnew\nsd 1\ngo");
    dialogue.until_move();
}

#[test]
fn the_squares_a_lifted_piece_may_go_to_are_shown() {
    let mut dialogue = Dialogue::forced();
    // The lion on f3 leaps over its pawns, but not onto the go-between on d5; behind it d2 is empty.
    assert_eq!(dialogue.ask("lift f3"), ["highlight 12/12/12/12/12/12/12/4YYYY4/12/12/3Y8/12"]);
    assert_eq!(dialogue.ask("put f5\nlift a4"), ["highlight 12/12/12/12/12/12/12/Y11/12/12/12/12"]);
    assert_eq!(dialogue.ask("lift f7"), ["highlight 12/12/12/12/12/12/12/12/12/12/12/12"]);
    // A lion with a pawn before it and another behind that.
    dialogue.send("setboard k11/12/12/12/12/5p6/5p6/5N6/12/12/12/K11 w 0 1");
    let lines = dialogue.ask("lift f5\nhover f6\nhover g6\nput f6\nlift f6");
    let first = "highlight 12/12/12/12/12/3YYRYY4/3YYRYY4/3YY1YY4/3YYYYY4/3YYYYY4/12/12";
    assert_eq!(lines[0], first);
    // From the pawn's square it goes on by one step, or back.
    let second = "highlight 12/12/12/12/12/4YRY5/4Y1Y5/4YYY5/12/12/12/12";
    assert_eq!(lines[1..], [second, second]);
}

/// Heisei Chu Shogi: a lance in reserve may be dropped next to any own piece. It is second in its hand.
#[test]
fn the_squares_a_piece_may_be_dropped_on_are_shown() {
    let mut dialogue = Dialogue::forced();
    dialogue.ask("variant heisei");
    let ranks = ["2YYY2YYY2", "YYY1YYYY1YYY", "12", "YY8YY", "YY1Y1YY1Y1YY", "Y1YY4YY1Y"];
    let white = format!("highlight {}/{}", ["12"; 6].join("/"), ranks.join("/"));
    for lance in ["lift n2", "lift L@"] {
        assert_eq!(dialogue.ask(lance), [white.as_str()], "{lance}");
    }
    // Black's is the same turned round.
    let black: Vec<&str> = ranks.into_iter().rev().chain(["12"; 6]).collect();
    let black = format!("highlight {}", black.join("/"));
    assert_eq!(dialogue.ask("usermove a4a5\nlift _11\nlift L@"), [black.as_str(); 2]);
    // Not in hand.
    assert_eq!(dialogue.ask("lift P@"), [format!("highlight {}", ["12"; 12].join("/"))]);
    // Whale Shogi: a dolphin in hand may go to every empty square with fewer than two dolphins on its file.
    dialogue.ask("variant whale\nsetboard bnpwgh/dddddd/6/6/DDDDDD/HGWPNB[D] w - 0 1");
    assert_eq!(dialogue.ask("lift D@"), ["highlight 6/6/YYYYYY/YYYYYY/6/6"]);
}

#[test]
fn analysis_leaves_moves_out() {
    let mut dialogue = Dialogue::forced();
    // Two moves are left to a king in the corner.
    dialogue.send("setboard k11/12/12/12/12/12/12/12/12/12/1P10/K11 w 0 1\nexclude all\ninclude a1a2");
    dialogue.send("analyze");
    assert!(dialogue.until("1 ").pop().unwrap().ends_with(" a1a2"), "the one that is included");
    dialogue.ask("include a1b1\nexclude a1a2");
    dialogue.send("analyze");
    assert!(dialogue.until("1 ").pop().unwrap().ends_with(" a1b1"), "the other one");
    assert!(dialogue.ask("exclude a1c3").iter().any(|line| line.starts_with("Error (")));
    assert!(dialogue.ask("include").iter().any(|line| line.starts_with("Error (")));
    // Another position has other moves.
    dialogue.send("undo\nusermove a1a2\nundo");
    dialogue.sync();
    dialogue.send("exit\nsd 1\nexclude all\ngo");
    dialogue.until_move();
}

/// A king with a pawn against a king with a lion and a queen: never to be won back. Three moves have been made.
fn three_moves_into_a_lost_game(resign: u32) -> Dialogue {
    let mut dialogue = Dialogue::start(Some("historic"));
    assert!(dialogue.ask("option Resign=-1")[0].starts_with("Error (not a number from 0 to 30000)"));
    // Nobody has moved yet: too early to judge.
    assert_eq!(dialogue.ask("draw"), [""; 0]);
    dialogue.send("force\nsetboard 5k6/4n1q5/12/12/12/12/12/12/12/12/12/5KP5 w 0 1\nsd 1");
    dialogue.send(&format!("option Resign={resign}\ngo"));
    dialogue.until_move();
    for mv in ["f12e12", "e12d12"] {
        dialogue.send(&format!("usermove {mv}"));
        dialogue.until_move();
    }
    // Three moves are not enough to believe it.
    assert_eq!(dialogue.ask("draw"), [""; 0]);
    dialogue
}

#[test]
fn a_lost_game_is_given_up_if_wanted() {
    let dialogue = three_moves_into_a_lost_game(800);
    dialogue.send("usermove d12c12");
    dialogue.until("resign");
    assert!(!dialogue.end().iter().any(|line| line.starts_with("move")));
}

#[test]
fn a_draw_is_agreed_to_by_who_is_behind_and_by_nobody_else() {
    let mut dialogue = three_moves_into_a_lost_game(0);
    dialogue.send("usermove d12c12");
    dialogue.until_move();
    assert_eq!(dialogue.ask("draw"), ["offer draw"]);
    // With contempt for draws even that is not bad enough.
    assert_eq!(dialogue.ask("option Contempt=1000\nnew\ndraw"), [""; 0]);
}

#[test]
fn weak_levels_search_few_nodes_and_report_one_line() {
    let mut dialogue = Dialogue::forced();
    assert!(dialogue.ask("option Skill Level=21")[0].starts_with("Error (not a number from -9 to 20)"));
    dialogue.send("option Skill Level=-9\npost\nst 100000\ngo");
    let lines = dialogue.until("move ");
    let nodes = |line: &String| line.split(' ').nth(3).and_then(|nodes| nodes.parse::<u64>().ok());
    let most = lines.iter().filter_map(nodes).max().unwrap();
    assert!(most < 100, "{lines:?}");
    // Five lines are compared, but the best alone is told: scores of one depth never fall.
    let scores = lines.iter().filter(|line| line.starts_with("1 ")).map(|line| line.split(' ').nth(1)?.parse().ok());
    assert!(scores.collect::<Option<Vec<i32>>>().unwrap().is_sorted(), "{lines:?}");
    dialogue.send("force\nanalyze");
    dialogue.until("6 ");
}

#[test]
fn everything_that_is_said_can_be_copied_to_a_file() {
    let path = std::env::temp_dir().join(format!("shishi-log-{}", std::process::id()));
    let mut dialogue = Dialogue::forced();
    assert!(dialogue.ask("option Log File=/no/such/folder/x")[0].starts_with("Error ("));
    dialogue.ask(&format!("option Log File={}\nusermove a4a5\nusermove a4a5", path.display()));
    dialogue.ask("option Log File=\nusermove a9a8");
    dialogue.end();
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let lines: Vec<&str> = text
        .lines()
        .map(|line| line.trim_start_matches([' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']))
        .collect();
    assert_eq!(lines[..2], [" < usermove a4a5", " < usermove a4a5"].map(str::trim_start));
    assert!(lines[2].starts_with("> Illegal move ("), "{lines:?}");
    assert!(lines.iter().all(|line| !line.contains("a9a8")));
}
