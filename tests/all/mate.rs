//! `shishi mate` against the collections of old problems: `mates.tsv`, `tsume-chu.tsv` and the rows M and Q of
//! `public-cases.tsv`.

use crate::support::batch;
use crate::support::table::{Row, Table};
use std::collections::BTreeSet;

/// An answer to a problem.
#[derive(Debug, PartialEq)]
struct Mate {
    moves: usize,
    line: Vec<String>,
    first: BTreeSet<String>,
}

/// The mate that an answer tells of, if it does.
fn mate(answer: &str) -> Option<Mate> {
    let rest = answer.strip_prefix("mate ")?;
    let (line, first) = rest.split_once(" first ").unwrap_or((rest, ""));
    let mut words = line.split(' ').map(str::to_owned);
    let moves = words.next()?.parse().ok()?;
    Some(Mate { moves, line: words.collect(), first: first.split_whitespace().map(str::to_owned).collect() })
}

/// Asks for the verdicts on these positions.
fn solve(flags: &[&str], positions: &[&str]) -> Vec<String> {
    let memory: &[&str] = if flags.contains(&"--memory") { &[] } else { &["--memory", "64"] };
    batch::answers(&[&["mate"], memory, flags].concat(), positions)
}

/// The line of a mate is legal, alternates, and after it every reply lets the last royal be taken (chu-rules §6.1).
fn check_line(sfen: &str, rules: &str, mate: &Mate) {
    assert_eq!(mate.line.len(), 2 * mate.moves - 1);
    let end = format!("{sfen} moves {}", mate.line.join(" "));
    let status = batch::answers(&["status", "--rules", rules], &[&end]);
    assert_eq!(status, ["playing"], "{end}");
    let replies = batch::answers(&["moves", "--rules", rules], &[&end]).remove(0);
    let after: Vec<String> = replies.split(' ').map(|reply| format!("{end} {reply}")).collect();
    let after: Vec<&str> = after.iter().map(String::as_str).collect();
    // Taking the last royal at once is a mate in one.
    for (position, answer) in after.iter().zip(solve(&["--within", "1", "--rules", rules], &after)) {
        assert!(answer.starts_with("mate 1 "), "{position}: {answer}");
    }
}

/// The rows whose length is proved, with what the solver answers.
fn proved<'a>(table: &'a Table, flags: &[&str], wanted: impl Fn(&Row) -> bool) -> Vec<(Row<'a>, Mate)> {
    let rows: Vec<Row> = table.rows().filter(|row| row.get("length") == "proved" && wanted(row)).collect();
    let positions: Vec<&str> = rows.iter().map(|row| row.get("sfen")).collect();
    let answers = solve(flags, &positions);
    let mates = rows.into_iter().zip(answers).map(|(row, answer)| {
        let mate = mate(&answer).unwrap_or_else(|| panic!("{}: {answer}", row.get("id")));
        (row, mate)
    });
    mates.collect()
}

fn words(text: &str) -> BTreeSet<String> {
    text.split(' ').map(str::to_owned).collect()
}

#[test]
fn proved_lengths() {
    let table = Table::read("mates.tsv");
    let answers = proved(&table, &["--shortest"], |_| true);
    assert_eq!(answers.len(), 38);
    for (row, mate) in answers {
        assert_eq!(mate.moves as u64, row.number("N"), "{}", row.get("id"));
        assert!(words(row.get("first")).contains(&mate.line[0]), "{}: {}", row.get("id"), mate.line[0]);
        if mate.moves < 6 {
            check_line(row.get("sfen"), "historic", &mate);
        }
    }
}

/// All first moves of the shortest mates: `mates.tsv` lists them where the length is proved.
#[test]
fn first_moves_of_short_mates() {
    let table = Table::read("mates.tsv");
    let answers = proved(&table, &["--all-first-moves"], |row| row.number("N") < 6 || row.get("id") == "M-A13");
    assert!(answers.len() >= 10);
    for (row, mate) in answers {
        assert_eq!(mate.first, words(row.get("first")), "{}", row.get("id"));
    }
}

#[test]
#[ignore = "takes half a minute"]
fn first_moves_of_all_proved_mates() {
    let table = Table::read("mates.tsv");
    for (row, mate) in proved(&table, &["--all-first-moves"], |_| true) {
        assert_eq!(mate.first, words(row.get("first")), "{}", row.get("id"));
    }
}

/// All problems with as much as a minute each: none has a mate shorter than what the table rules out, and few stay open.
#[test]
#[ignore = "takes up to two hours"]
fn the_collection() {
    let table = Table::read("mates.tsv");
    let rows: Vec<Row> = table.rows().collect();
    let positions: Vec<&str> = rows.iter().map(|row| row.get("sfen")).collect();
    let answers = solve(&["--time", "60", "--memory", "1024"], &positions);
    let mut solved = 0;
    for (row, answer) in rows.iter().zip(answers) {
        let Some(mate) = mate(&answer) else {
            println!("{}, in {}: {answer}", row.get("id"), row.get("N"));
            continue;
        };
        solved += 1;
        if mate.moves as u64 != row.number("N") {
            println!("{}, in {}: {answer}", row.get("id"), row.get("N"));
        }
        let none = row.get("length").strip_prefix("reported, none in ").and_then(|text| text.split(' ').next());
        let none: usize = none.map_or(0, |number| number.parse().expect("a number of moves"));
        assert!(mate.moves > none, "{}: {answer}", row.get("id"));
    }
    println!("{solved} of {}", rows.len());
    assert!(solved >= 140);
}

/// Rows whose line the defender can leave for the better: after so many plies of it, by this reply, and then there is no
/// mate any more.
const ESCAPES: [(&str, usize, &str); 6] = [
    ("M-B23", 9, "5b5c"),
    ("M-B44", 5, "9g9i"),
    ("M-C40", 3, "3l5j"),
    ("M-D13", 3, "12a7f"),
    ("M-D13", 3, "6g7f"),
    ("M-D77", 21, "3d6d"),
];

/// Reported mates that do not hold: three have none at all, one none within its number of moves, two take longer.
#[test]
fn rows_that_do_not_hold() {
    let table = Table::read("mates.tsv");
    let after = |id: &str, plies: usize, reply: &str| {
        let row = table.row(id);
        let line: Vec<&str> = row.get("line").split(' ').take(plies).collect();
        format!("{} moves {} {reply}", row.get("sfen"), line.join(" "))
    };
    for (id, plies, reply) in ESCAPES {
        assert_eq!(solve(&["--memory", "256"], &[&after(id, plies, reply)]), ["nomate"], "{id}");
    }
    for id in ["M-B23", "M-B44", "M-D13"] {
        assert_eq!(solve(&[], &[table.row(id).get("sfen")]), ["nomate"], "{id}");
    }
    assert_eq!(solve(&["--within", "26"], &[table.row("M-D77").get("sfen")]), ["nomate"]);
    for (id, moves) in [("M-C40", 11), ("M-D37", 21)] {
        let row = table.row(id);
        assert!(row.number("N") < moves);
        let answer = solve(&["--shortest"], &[row.get("sfen")]).remove(0);
        assert_eq!(mate(&answer).map(|mate| mate.moves as u64), Some(moves), "{id}: {answer}");
    }
    // In M-D37 the defender has two moves more than the table thinks.
    let longer = solve(&["--shortest"], &[&after("M-D37", 5, "6c5b")]).remove(0);
    assert_eq!(mate(&longer).map(|mate| mate.moves), Some(18), "{longer}");
}

/// A mating problem of the public cases under one rule set.
struct Problem<'a> {
    row: Row<'a>,
    rules: String,
    sfen: &'a str,
}

impl<'a> Problem<'a> {
    /// The problems of a row, one for every rule set it names; none if it is of another kind.
    fn of(row: Row<'a>) -> Vec<Problem<'a>> {
        let parts: Vec<&str> = row.get("input").split(" | ").collect();
        let [rules, sfen, "mate"] = parts[..] else { return Vec::new() };
        let sfen = sfen.strip_prefix("sfen ").expect("a position");
        let named = rules.strip_prefix("rules ").expect("rule sets").split(',');
        let rules = named.map(|name| if name == "relaxed-promotion" { "historic:promo.mode=free" } else { name });
        rules.map(|rules| Problem { row, rules: rules.to_owned(), sfen }).collect()
    }

    /// The clause of the expectation that begins with a word.
    fn clause(&self, word: &str) -> Option<&'a str> {
        self.row.get("expectation").split(" ; ").find_map(|clause| clause.strip_prefix(word))
    }
}

/// The rows M and Q of the public cases, under every rule set they name.
#[test]
fn public_problems() {
    let table = Table::read("public-cases.tsv");
    let problems: Vec<Problem> = table.rows().flat_map(Problem::of).collect();
    // 33 rows M, of which one does not hold under the association's rules, and three rows Q.
    assert_eq!(problems.len(), 33 * 3 - 1 + 1 + 3 + 3);
    for rules in ["historic", "lishogi", "jcsa", "historic:promo.mode=free"] {
        let mates: Vec<&Problem> =
            problems.iter().filter(|p| p.rules == rules && p.clause("mate-in ").is_some()).collect();
        let positions: Vec<&str> = mates.iter().map(|problem| problem.sfen).collect();
        for (problem, answer) in mates.iter().zip(solve(&["--rules", rules, "--shortest"], &positions)) {
            let id = problem.row.get("id");
            let mate = mate(&answer).unwrap_or_else(|| panic!("{id} under {rules}: {answer}"));
            assert_eq!(Some(mate.moves.to_string().as_str()), problem.clause("mate-in "), "{id} under {rules}");
            let first = problem.clause("first ").expect("first moves");
            assert!(words(first).contains(&mate.line[0]), "{id} under {rules}: {answer}");
        }
    }
    for problem in &problems {
        if let Some(moves) = problem.clause("not mate-in ") {
            let answer = solve(&["--rules", &problem.rules, "--within", moves], &[problem.sfen]);
            assert_eq!(answer, ["nomate"], "{} under {}", problem.row.get("id"), problem.rules);
        }
    }
}

/// The peer's verdicts, where they come quickly; those that the data does not confirm are not asked.
#[test]
#[ignore = "takes minutes"]
fn the_peers_verdicts() {
    let table = Table::read("tsume-chu.tsv");
    let rows: Vec<Row> = table.rows().collect();
    let positions: Vec<&str> = rows.iter().map(|row| row.get("sfen")).collect();
    let answers = solve(&["--time", "60", "--memory", "1024"], &positions);
    let mut open = Vec::new();
    for (row, answer) in rows.iter().zip(answers) {
        let id = row.get("id");
        match (row.get("verdict"), answer.as_str()) {
            (_, "unknown") => open.push(id.to_owned()),
            ("mate", answer) => {
                let mate = mate(answer).unwrap_or_else(|| panic!("{id}: {answer}"));
                let plies = 2 * mate.moves as u64 - 1;
                assert!(row.get("shortest") == "-" || plies >= row.number("shortest"), "{id}: {answer}");
                assert!(plies > row.number("none_up_to"), "{id}: {answer}");
            }
            ("nomate", answer) => assert_eq!(answer, "nomate", "{id}"),
            _ => println!("{id}: {answer}"),
        }
    }
    println!("open after a minute each: {open:?}");
    assert!(open.len() < 10);
}

#[test]
fn every_line_is_answered_and_notations_differ() {
    let problem = "6B3kt/9+Gh1/10T1/9G2/12/9+L2/12/12/12/12/12/12 b - 1";
    let answers = batch::answers(&["mate"], &[problem, "", "nonsense", "startpos"]);
    assert!(answers[0].starts_with("mate 4 3b3a 2a3a "), "{}", answers[0]);
    assert!(answers[1].starts_with("error: ") && answers[2].starts_with("error: "));
    assert_eq!(answers[3], "nomate");
    let tsa = solve(&["--notation", "tsa"], &[problem]).remove(0);
    assert!(tsa.starts_with("mate 4 +G-3a "), "{tsa}");
    let kif = solve(&["--notation", "kif"], &[problem]).remove(0);
    assert!(kif.starts_with("mate 4 3一飛車（←3二） 仝玉将（←2一） "), "{kif}");
    let argument = batch::run(&["mate", problem], "");
    assert_eq!((argument.code, argument.stdout.lines().count()), (Some(0), 1));
    assert_eq!(batch::run(&["mate", "nonsense"], "").code, Some(2));
    assert_eq!(batch::run(&["mate", "--memory", "0", problem], "").code, Some(2));
}

#[test]
fn limits_end_the_search() {
    let hard = "4r3b3/10+G1/2q4+O1f2/4+Dp1x4/+P1t1+a4n2/7kP3/8+l3/+V4e3R2/2+t1+p7/2+p5N3/10+p1/5+f6 b - 1";
    assert_eq!(solve(&["--nodes", "100"], &[hard]), ["unknown"]);
    assert_eq!(solve(&["--time", "0.000001"], &[hard]), ["unknown"]);
    assert_eq!(solve(&["--within", "3"], &[hard]), ["nomate"]);
}

/// Boards that are no problems: empty, without a royal, with two, full, the mover mated or about to take the last royal.
#[test]
fn odd_boards_are_answered() {
    let empty = ["12"; 11].join("/");
    let lions = format!("{}/{}", ["NNNNNNNNNNNN"; 6].join("/"), ["nnnnnnnnnnnn"; 6].join("/"));
    let boards = [
        (format!("12/{empty} b - 1"), "nomate"),
        (format!("k11/{empty} w - 1"), "nomate"),
        (format!("+e11/1Q10/{}/1R10 b - 1", ["12"; 9].join("/")), "mate 1"),
        (format!("k+e10/{}/1R10 b - 1", ["12"; 10].join("/")), "nomate"),
        // The king is attacked, and it is the attacker's turn; then its own.
        (format!("k11/1Q10/{}/1R10 b - 1", ["12"; 9].join("/")), "mate 1"),
        (format!("k11/1Q10/{}/1R10 w - 1", ["12"; 9].join("/")), "nomate"),
        // A side without a royal has nothing to lose, a board without room no checks.
        (format!("{lions} b - 1"), "nomate"),
        (format!("{}/{} b - 1", ["KKKKKKKKKKKK"; 6].join("/"), ["kkkkkkkkkkkk"; 6].join("/")), "nomate"),
    ];
    let texts: Vec<&str> = boards.iter().map(|(board, _)| board.as_str()).collect();
    for memory in ["1", "64"] {
        for (answer, (board, wanted)) in solve(&["--memory", memory], &texts).iter().zip(&boards) {
            assert!(answer == wanted || answer.starts_with(&format!("{wanted} ")), "{board}: {answer}");
        }
    }
}

/// Several threads give the verdicts of one.
#[test]
fn threads_agree() {
    let problems = ["6B3kt/9+Gh1/10T1/9G2/12/9+L2/12/12/12/12/12/12 b - 1", "startpos"];
    for (problem, wanted) in problems.iter().zip(["mate 4 ", "nomate"]) {
        let answer = solve(&["--threads", "3", "--shortest"], &[problem]).remove(0);
        assert!(answer.starts_with(wanted), "{answer}");
    }
    assert_eq!(batch::run(&["mate", "--threads", "0", "startpos"], "").code, Some(2));
}

#[test]
fn whale_problems() {
    let problem = "5w/6/3KB1/6/6/W5 b - 1";
    let answer = batch::answers(&["mate", "--variant", "whale"], &[problem]).remove(0);
    assert!(answer.starts_with("mate 1 "), "{answer}");
    let kif = batch::run(&["mate", "--variant", "whale", "--notation", "kif", problem], "");
    assert_eq!(kif.code, Some(2));
}
