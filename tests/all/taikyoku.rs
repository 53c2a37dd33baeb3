//! Taikyoku Shogi against tables of known answers, and what the program says about it.

use super::support::batch;
use super::support::table::Table;

/// Counts up to this are made in every run; larger ones where the program is optimised.
const SMALL: u64 = 20_000;

/// Asks a batch command, and compares.
fn compare(command: &str, questions: &[(String, String)]) {
    assert!(!questions.is_empty(), "no questions to {command}");
    let lines: Vec<&str> = questions.iter().map(|(line, _)| line.as_str()).collect();
    let answers = batch::answers(&[command, "--variant", "taikyoku"], &lines);
    let wrong = questions.iter().zip(&answers).filter(|((_, expected), answer)| expected != *answer);
    let wrong: Vec<String> =
        wrong.take(3).map(|((line, expected), answer)| format!("{line}\n {expected}\n {answer}")).collect();
    assert!(wrong.is_empty(), "{command}:\n{}", wrong.join("\n"));
}

#[test]
fn move_lists() {
    for (table, rows) in [("moves-taikyoku.tsv.gz", 40), ("moves-taikyoku-pieces.tsv.gz", 403)] {
        let table = Table::read(table);
        let questions: Vec<_> = table.rows().map(|row| (row.get("fen").into(), row.get("moves").into())).collect();
        assert_eq!(questions.len(), rows);
        for row in table.rows() {
            assert_eq!(row.get("moves").split(' ').filter(|mv| *mv != "-").count() as u64, row.number("n"));
        }
        compare("moves", &questions);
    }
}

#[test]
fn counts() {
    let table = Table::read("perft-variants.tsv");
    let mut counted = 0;
    for row in table.rows().filter(|row| row.get("game") == "taikyoku") {
        if row.number("nodes") > SMALL && cfg!(debug_assertions) {
            continue;
        }
        let arguments =
            [row.get("depth"), "--variant", row.get("game"), "--end", "royals", "--position", row.get("fen")];
        assert_eq!(batch::perft(&arguments), row.number("nodes"), "{} depth {}", row.get("id"), row.get("depth"));
        counted += 1;
    }
    assert!(counted >= 6, "{counted} counts");
}

/// What a move does to the board. The tables do not count moves, the program does.
#[test]
fn positions_after_moves() {
    let table = Table::read("apply-variants.tsv.gz");
    let after = |text: &str| format!("{} 2", text.rsplit_once(' ').expect("a move number").0);
    let rows = table.rows().filter(|row| row.get("game") == "taikyoku");
    let questions: Vec<_> =
        rows.map(|row| (format!("{} moves {}", row.get("fen"), row.get("move")), after(row.get("after")))).collect();
    assert_eq!(questions.len(), 200);
    compare("position", &questions);
}

#[test]
fn hand_made_cases() {
    let table = Table::read("cases-variants.tsv");
    let mut asked = 0;
    for row in table.rows().filter(|row| row.get("game") == "taikyoku") {
        let line = format!("{} probe {}", row.get("fen"), row.get("ask"));
        let answer = batch::answers(&["explain", "--variant", "taikyoku"], &[&line]).remove(0);
        let legal = row.get("expect") == "legal";
        assert!(row.get("moves") == "-" && (legal || row.get("expect") == "illegal"));
        assert_eq!((answer == "legal", answer.starts_with("illegal: ")), (legal, !legal), "{answer}");
        asked += 1;
    }
    assert_eq!(asked, 3);
}

/// Every square of the start position: 402 pieces a side, White's seen from the other side of the board.
#[test]
fn the_start_position() {
    let text = batch::run(&["setup", "--variant", "taikyoku"], "").stdout;
    let rows: Vec<&str> = text.split(' ').next().expect("a board").split('/').collect();
    // Rank 1 is the last row.
    let mut board = vec![vec![""; 36]; 36];
    for (rank, row) in rows.iter().rev().enumerate() {
        let mut file = 0;
        for cell in row.split(',') {
            match cell.parse::<usize>() {
                Ok(empty) => file += empty,
                Err(_) => {
                    board[rank][file] = cell;
                    file += 1;
                }
            }
        }
        assert_eq!(file, 36, "rank {}", rank + 1);
    }
    let table = Table::read("taikyoku-setup.tsv");
    let mut pieces = 0;
    for row in table.rows() {
        let (rank, file) = (row.number("rank") as usize, row.number("file") as usize);
        assert_eq!(board[rank - 1][file - 1], row.get("piece"));
        assert_eq!(board[36 - rank][36 - file], row.get("piece").to_lowercase());
        pieces += 1;
    }
    assert_eq!((pieces, board.iter().flatten().filter(|cell| !cell.is_empty()).count()), (402, 804));
}

const EMPTY: &str =
    "36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36";

/// A board of 34 empty ranks, then the second rank and the first.
fn two_ranks(second: &str, first: &str) -> String {
    format!("{EMPTY}/{second}/{first} b 1")
}

#[test]
fn reasons_name_the_pieces_and_the_squares() {
    let position = two_ranks("K,P,34", "BG,1,RG,P,vg,p,LN,29");
    for (probe, answer) in [
        ("a2a4", "legal"),
        ("a1b2", "illegal: the Pawn on b2 is the mover's own"),
        ("a1c3", "illegal: the Bishop General on a1 may jump over pieces only to take one, and there is none on c3"),
        ("c1e1", "legal"),
        ("c1f1", "illegal: the Rook General on c1 cannot pass the Vice General on e1, which does not rank lower"),
        ("g1f1e1", "legal"),
        ("g1f1g1", "legal"),
        ("g1g1", "legal"),
        ("g1h1g1", "legal"),
        ("g1j1", "illegal: the Lion on g1 cannot move to j1"),
        ("g1h1i1", "legal"),
        ("e1e2", "illegal: the Vice General on e1 belongs to the opponent"),
        ("c4c5", "illegal: there is no piece on c4"),
        ("b2b2", "illegal: the Pawn on b2 cannot pass the turn"),
        ("b2b3+", "illegal: b3 is outside the promotion zone"),
        ("a2a3+", "illegal: the King on a2 cannot promote"),
        ("a1", "illegal: 'a1' is no move text: moves are squares from a1 to aj36, as in a11a12"),
        ("a99a1", "illegal: 'a99a1' is no move text: moves are squares from a1 to aj36, as in a11a12"),
        // Only lions go over an empty square and on, or over it to one beside them.
        ("g1g2h2", "legal"),
        ("g1g2h3", "legal"),
        ("a2a3a4", "illegal: the King on a2 cannot go over a3 and on or back"),
        ("a2a3b3", "illegal: the King on a2 cannot go over a3 and on or back"),
        ("a2a3a2", "illegal: the King on a2 cannot pass the turn"),
        ("c1c2d2", "illegal: the Rook General on c1 cannot go over c2 and on or back"),
        ("g1f2e1", "legal"),
        ("g1g2h4", "illegal: there is no enemy piece on g2 to take on the way"),
        ("g1h1g2j1", "illegal: no piece takes these squares on its way"),
        ("a1b2c3", "illegal: the Bishop General on a1 cannot take the Pawn on b2 and move on or back"),
    ] {
        let given = batch::answers(&["explain", "--variant", "taikyoku"], &[&format!("{position} probe {probe}")]);
        assert_eq!(given, [answer], "{probe}");
    }
}

/// A Free Eagle may be said to go over the empty squares of its way, and nothing else.
#[test]
fn a_walk_may_name_the_empty_squares() {
    let position = two_ranks("36", "FE,1,p,p,32");
    for (probe, legal) in [
        ("a1c1", true),
        ("a1b1c1", true),
        ("a1c1d1", true),
        ("a1b1c1d1", true),
        ("a1z9c1d1", false),
        ("a1c1b1d1", false),
        ("a1a2a3a4", true),
        ("a1a3a2a4", false),
        ("a1b2a3", false),
        ("a1a2a5", false),
    ] {
        let line = format!("{position} probe {probe}");
        let answer = batch::answers(&["explain", "--variant", "taikyoku"], &[&line]).remove(0);
        assert_eq!(answer == "legal", legal, "{probe}: {answer}");
    }
}

#[test]
fn pieces_are_found_by_the_letters_that_the_board_shows() {
    for (letters, name) in [("+P", "Tokin (TK)"), ("+de", "Crown Prince (CP)"), ("+FG", "Dragon King (DK)")] {
        let shown = batch::run(&["piece", "--variant", "taikyoku", letters], "").stdout;
        assert!(shown.starts_with(name), "{letters}: {shown}");
    }
    let sweep = batch::run(&["piece", "--variant", "taikyoku", "--rules", "sweep", "+FG"], "").stdout;
    assert!(sweep.starts_with("Swallow's Wings (SWW)"), "{sweep}");
    assert_eq!(batch::run(&["piece", "--variant", "taikyoku", "+K"], "").code, Some(2));
}

/// Neither books nor PGN have this game; it is said at once.
#[test]
fn what_cannot_be_written_is_refused() {
    for words in [
        &["moves", "--notation", "tsa"][..],
        &["play", "--notation", "tsa"],
        &["mate", "--notation", "tsa", "startpos"],
        &["convert", "--to", "pgn"],
    ] {
        let run = batch::run(&[words, &["--variant", "taikyoku"]].concat(), "startpos\n");
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words:?}: {}", run.stderr);
        assert!(run.stderr.contains("Taikyoku Shogi"), "{words:?}: {}", run.stderr);
    }
}

#[test]
fn who_has_lost_its_royals_has_lost() {
    let status = |line: &str| batch::answers(&["status", "--variant", "taikyoku"], &[line]).remove(0);
    let board = |last: &str| format!("k,35/{EMPTY}/{last} b 1");
    assert_eq!(status(&board("R,34,K")), "playing");
    assert_eq!(status(&format!("{} moves a1a36", board("R,34,K"))), "b royals");
    // The prince is another royal.
    let two = format!("k,cp,34/{EMPTY}/R,34,K b 1");
    assert_eq!(status(&format!("{two} moves a1a36")), "playing");
    assert_eq!(status(&format!("{two} moves a1a36 b36b35 a36a35 b35b34 a35a34 b34b33 a34b34")), "playing");
    // A position for the fourth time.
    let cycle = " aj1aj2 a36a35 aj2aj1 a35a36";
    let three = format!("{} moves{}", board("1,P,33,K"), cycle.repeat(2));
    assert_eq!(status(&three), "playing");
    assert_eq!(status(&format!("{three}{cycle}")), "draw repetition");
    let off = batch::answers(
        &["status", "--variant", "taikyoku", "--rules", "standard:rep.rule=off,end.quiet_cap=12"],
        &[&format!("{three}{cycle}"), &three],
    );
    assert_eq!(off, ["draw noprogress", "playing"]);
}

/// Every piece of every game is shown by its name and by its letters.
#[test]
fn pieces_of_every_game() {
    for (game, count, name, parts) in [
        ("chu", 39, "horned falcon", &["(+H)", "Comes by promotion from dragon horse (H)."][..]),
        ("heisei", 39, "white horse", &["(+L)", "Comes by promotion from lance (L)."]),
        ("whale", 8, "dolphin", &["one square forward", "farthest rank"]),
        ("paulowich", 9, "right whale", &["(A)", "diagonally backward"]),
        ("taikyoku", 302, "great general", &["Great General (GG)", "jump over pieces of lower rank", "rank 2"]),
        (
            "taikyoku",
            302,
            "Free Eagle",
            &["takes a piece on a neighbouring square", "one to 4 squares", "fourth square"],
        ),
    ] {
        let list = batch::run(&["piece", "--variant", game], "").stdout;
        assert_eq!(list.lines().count(), count, "{game}");
        for line in list.lines() {
            let [letters, name, _] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
            if game != "taikyoku" {
                let shown = batch::run(&["piece", "--variant", game, letters], "").stdout;
                assert!(
                    shown.starts_with(&format!("{name} ({letters})")) && shown.contains('@'),
                    "{game} {letters}: {shown}"
                );
            }
        }
        let shown = batch::run(&["piece", "--variant", game, name], "").stdout;
        assert!(parts.iter().all(|part| shown.contains(part)), "{game} {name}: {shown}");
    }
    // Words may stand apart, and a part of the name will do.
    let shown = batch::run(&["piece", "--variant", "taikyoku", "drunk", "ELEPHANT"], "").stdout;
    assert!(shown.contains("Promotes to Crown Prince (CP)."), "{shown}");
    assert_eq!(batch::run(&["piece", "--variant", "taikyoku", "lion hawk"], "").code, Some(0));
    for wrong in ["dragon", "unicorn", ""] {
        assert_eq!(batch::run(&["piece", "--variant", "taikyoku", wrong], "").code, Some(2), "{wrong}");
    }
    let sweep = batch::run(&["piece", "--variant", "taikyoku", "--rules", "sweep", "GG"], "").stdout;
    assert!(sweep.contains("taking all pieces of lower rank"), "{sweep}");
}
