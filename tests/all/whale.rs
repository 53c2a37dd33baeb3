//! The whale games against tables of known answers.

use super::support::batch;
use super::support::table::{Row, Table};

/// The two games with the tables of their move lists.
const GAMES: [(&str, &str); 2] = [("whale", "moves-whale.tsv.gz"), ("paulowich", "moves-paulowich.tsv.gz")];

/// Counts up to this are made in every run; larger ones where the program is optimised.
const SMALL: u64 = 10_000;

fn is_whale(row: &Row<'_>) -> bool {
    GAMES.iter().any(|(game, _)| row.get("game") == *game)
}

/// The line of a batch command for a position, moves from it (`-` for none) and a probe.
fn line(position: &str, moves: &str, probe: Option<&str>) -> String {
    let moves = if moves == "-" { String::new() } else { format!(" moves {moves}") };
    let probe = probe.map_or_else(String::new, |probe| format!(" probe {probe}"));
    format!("{position}{moves}{probe}")
}

/// Asks a batch command about one game, and compares.
fn compare(command: &str, game: &str, questions: &[(String, String)]) {
    assert!(!questions.is_empty(), "no questions to {command} about {game}");
    let lines: Vec<&str> = questions.iter().map(|(line, _)| line.as_str()).collect();
    let answers = batch::answers(&[command, "--variant", game], &lines);
    let wrong = questions.iter().zip(&answers).filter(|((_, expected), answer)| expected != *answer);
    let wrong: Vec<String> =
        wrong.map(|((line, expected), answer)| format!("{line}\n {expected}\n {answer}")).collect();
    assert!(wrong.is_empty(), "{command} {game}: {} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn move_lists() {
    for (game, table) in GAMES {
        let table = Table::read(table);
        let questions: Vec<_> = table.rows().map(|row| (row.get("fen").into(), row.get("moves").into())).collect();
        assert!(
            table
                .rows()
                .all(|row| row.get("moves").split(' ').filter(|mv| *mv != "-").count() as u64 == row.number("n"))
        );
        compare("moves", game, &questions);
    }
}

/// Who has no legal move has lost: by mate in check, by stalemate else; in all other positions the game goes on.
#[test]
fn mates() {
    for (game, table) in GAMES {
        let table = Table::read(table);
        let status = |row: Row<'_>| {
            let winner = if row.get("fen").split(' ').nth(1) == Some("b") { 'w' } else { 'b' };
            match row.get("tags").split(',').any(|tag| tag == "mate") {
                true => format!("{winner} mate"),
                false => "playing".to_owned(),
            }
        };
        let questions: Vec<_> = table.rows().map(|row| (row.get("fen").to_owned(), status(row))).collect();
        compare("status", game, &questions);
    }
}

#[test]
fn counts() {
    let table = Table::read("perft-variants.tsv");
    let mut counted = 0;
    for row in table.rows().filter(is_whale) {
        if row.number("nodes") > SMALL && cfg!(debug_assertions) {
            continue;
        }
        let arguments =
            [row.get("depth"), "--variant", row.get("game"), "--end", "royals", "--position", row.get("fen")];
        assert_eq!(batch::perft(&arguments), row.number("nodes"), "{} depth {}", row.get("id"), row.get("depth"));
        counted += 1;
    }
    assert!(counted >= 40, "{counted} counts");
}

/// What a move does to board and hands. The tables do not count moves, the program does.
#[test]
fn positions_after_moves() {
    let table = Table::read("apply-variants.tsv.gz");
    for (game, _) in GAMES {
        let after = |row: &Row<'_>| {
            let (position, _) = row.get("after").rsplit_once(' ').expect("a move number");
            format!("{position} 2")
        };
        let rows = table.rows().filter(|row| row.get("game") == game);
        let questions: Vec<_> = rows.map(|row| (line(row.get("fen"), row.get("move"), None), after(&row))).collect();
        compare("position", game, &questions);
    }
}

#[test]
fn hand_made_cases() {
    let table = Table::read("cases-variants.tsv");
    let mut results = 0;
    for row in table.rows().filter(is_whale) {
        let (game, id) = (row.get("game"), row.get("id"));
        let (fen, moves, ask, expect) = (row.get("fen"), row.get("moves"), row.get("ask"), row.get("expect"));
        if ask == "-" {
            let status = batch::answers(&["status", "--variant", game], &[&line(fen, moves, None)]).remove(0);
            let expected = match expect {
                "draw" => "draw repetition",
                "w" => "w repetition",
                "open" => "playing",
                other => panic!("{id}: unknown result {other}"),
            };
            assert_eq!(status, expected, "{id}");
            results += 1;
            continue;
        }
        let answer = batch::answers(&["explain", "--variant", game], &[&line(fen, moves, Some(ask))]).remove(0);
        match expect {
            "legal" => assert_eq!(answer, "legal", "{id}"),
            "illegal" => assert!(answer.starts_with("illegal: "), "{id}: {answer}"),
            other => panic!("{id}: unknown answer {other}"),
        }
    }
    assert!(results >= 2, "{results} results");
}

#[test]
fn who_has_no_move_has_lost() {
    let status = |position: &str| batch::answers(&["status", "--variant", "whale"], &[position]).remove(0);
    assert_eq!(status("5w/6/4K1/6/6/W5 w - 1"), "b stalemate");
    // Check along the rank, the squares before the royal covered by the blue whale.
    assert_eq!(status("3K1w/6/4B1/6/6/W5 w - 1"), "b mate");
    // One square nearer the killer whale can be taken.
    assert_eq!(status("4Kw/6/4B1/6/6/W5 w - 1"), "playing");
    // Whose white whale is gone has lost it.
    assert_eq!(status("4kw/6/6/6/6/4W1 w - 1 moves e6e1"), "w royals");
}

/// One flag makes the difference between the description's rules and the inventor's.
#[test]
fn a_dolphin_may_move_onto_a_full_file_or_not() {
    let probe = "D4w/2D3/6/6/2D3/5W b - 1 probe a6c4";
    for (rules, legal) in [("seed", true), ("inventor", false), ("seed:dolphin.full_file=no_moves", false)] {
        let answer = batch::answers(&["explain", "--variant", "whale", "--rules", rules], &[probe]).remove(0);
        assert_eq!(answer == "legal", legal, "{rules}: {answer}");
    }
}

/// A side that gives check with every move of the cycle loses only if the rules say so.
#[test]
fn perpetual_check() {
    let cycle = "b1a1 a6b6 a1b1 b6a6 ".repeat(3);
    let game = format!("w5/6/6/6/6/1K3W b - 1 moves {}", cycle.trim());
    for (rules, result) in [
        ("seed", "w repetition"),
        ("seed:rep.perpetual_check=draw", "draw repetition"),
        ("seed:rep.rule=off", "playing"),
    ] {
        let answer = batch::answers(&["status", "--variant", "whale", "--rules", rules], &[&game]).remove(0);
        assert_eq!(answer, result, "{rules}");
    }
    // Three occurrences are not four.
    let three = game.rsplitn(5, ' ').last().expect("moves");
    assert_eq!(batch::answers(&["status", "--variant", "whale"], &[three]), ["playing"]);
}

#[test]
fn handicaps() {
    let table = Table::read("handicaps.tsv");
    let list = batch::run(&["setup", "--variant", "whale", "--list"], "").stdout;
    let mut known = list.lines();
    assert!(known.next().is_some_and(|line| line.starts_with("start\t")));
    let mut count = 0;
    for (row, line) in table.rows().filter(|row| row.get("game") == "whale").zip(known.by_ref()) {
        let [id, name, _, text] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        // The table explains in brackets what the name stands for.
        assert_eq!(row.get("name").split(" (").next(), Some(name));
        assert_eq!(text, row.get("fen"));
        for called in [id, name] {
            let position = batch::run(&["setup", "--variant", "whale", "--handicap", called], "").stdout;
            assert_eq!(position.trim(), row.get("fen"));
        }
        count += 1;
    }
    assert_eq!((count, known.next()), (6, None));
    assert_eq!(batch::run(&["setup", "--variant", "whale", "three lions"], "").code, Some(2));
}
