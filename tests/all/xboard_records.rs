//! Game records that XBoard loads: it must play the same moves, come to the same position, and have the same words for
//! the moves as we.

use crate::support::batch;
use crate::support::table;
use crate::support::xboard::{self, XBoard};
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

/// A guard against hanging: loading a game takes a second.
const HANG: Duration = Duration::from_secs(120);

/// How long XBoard may take to save a game and to end.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often XBoard may fail to save a game in a row.
const TRIES: usize = 5;

/// Has XBoard load a game and analyse its end; returns the moves it sent to the engine, and the record as XBoard saves
/// it, if it comes to that. `None` if there is no XBoard.
fn load(name: &str, pgn: &str, legality: bool) -> Option<(Vec<String>, Option<String>)> {
    let mut command = xboard::by_itself("chu")?;
    let folder = xboard::folder(name);
    fs::write(folder.join("in.pgn"), pgn).expect("a record to load");
    command.args(["-testLegality", if legality { "true" } else { "false" }, "-saveGameFile", "out.pgn"]).args([
        "-loadGameFile",
        "in.pgn",
        "-loadGameIndex",
        "1",
        "-timeDelay",
        "0",
        "-initialMode",
        "analysis",
    ]);
    let mut xboard = XBoard::start(folder, command)?;
    let deadline = Instant::now() + HANG;
    // Analysis begins when all moves have been sent; when the engine has answered, XBoard is no longer busy with them.
    while !xboard.dialogue().split_once(">first : analyze").is_some_and(|(_, after)| after.contains("<first : ")) {
        assert!(Instant::now() < deadline, "XBoard does not load the game; see {}", xboard.folder.display());
        thread::sleep(Duration::from_millis(50));
    }
    // XBoard saves the game when it is told to end. It does so in the middle of whatever it was doing, which does not
    // always go well.
    xboard.ask_to_end();
    xboard.ends_within(PATIENCE);
    // `usermove 341 >first : f3f5`: command and move are sent one after the other.
    let mut moves = Vec::new();
    for line in xboard.dialogue().lines() {
        if let Some((_, rest)) = line.split_once(">first : usermove ") {
            moves.push(rest.rsplit(' ').next().unwrap_or("").to_owned());
        }
    }
    Some((moves, fs::read_to_string(xboard.folder.join("out.pgn")).ok()))
}

/// The moves of a record, without numbers, comments and result.
fn words(pgn: &str) -> Vec<String> {
    let body = pgn.split_once("\n\n").map_or("", |(_, body)| body);
    let bare: Vec<&str> = body.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect();
    let bare = bare.join(" ");
    let words =
        bare.split_whitespace().filter(|word| !word.ends_with('.') && !["*", "1-0", "0-1", "1/2-1/2"].contains(word));
    words.map(str::to_owned).collect()
}

fn convert(to: &str, input: &str) -> String {
    let run = batch::run(&["convert", "--rules", "lishogi", "--to", to], input);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    run.stdout
}

/// Loads a record and compares what XBoard makes of it.
fn check(name: &str, usi: &str, legality: bool) {
    let pgn = convert("pgn", usi);
    let cecp = convert("cecp", usi);
    let expected = cecp.lines().find_map(|line| line.strip_prefix("moves ")).unwrap_or("");
    let mut saved = None;
    for _ in 0..TRIES {
        let Some((moves, record)) = load(name, &pgn, legality) else { return };
        assert_eq!(moves.join(" "), expected, "{name}: what the engine is sent");
        saved = record;
        if saved.is_some() {
            break;
        }
    }
    let saved = saved.unwrap_or_else(|| panic!("{name}: XBoard does not save the record"));
    assert_eq!(words(&saved), words(&pgn), "{name}: the words for the moves");
    // And what XBoard saved is the same game to us. It counts moves from 1, whatever the position says.
    let last = |text: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix("final ")).unwrap_or("");
        line.split(' ').take(3).map(str::to_owned).collect::<Vec<_>>()
    };
    let (theirs, ours) = (last(&convert("usi", &saved)), last(&convert("usi", usi)));
    assert_eq!((theirs.len(), &theirs), (3, &ours), "{name}: the last position");
}

#[test]
fn xboard_loads_recorded_games() {
    let folder = fs::read_dir(table::path("games")).expect("tests/data/games");
    let mut loaded = 0;
    for path in folder.map(|entry| entry.expect("a file").path()) {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a file name").to_owned();
        // XBoard holds a thousand plies.
        if path.extension().is_none_or(|end| end != "usi") || name == "long-01" {
            continue;
        }
        // XBoard's own test of legality forbids to leave the king attacked, which these players did.
        let legality = !["net-01", "net-02"].contains(&name.as_str());
        check(&format!("load-{name}"), &table::text(&format!("games/{name}.usi")), legality);
        loaded += 1;
    }
    assert_eq!(loaded, 11);
}

/// Every kind of lion move, a promotion, a deferral, a pass; from a set-up position.
#[test]
fn xboard_loads_every_kind_of_move() {
    let game = "sfen k11/6p1p3/7p4/7P4/10CS/5pp5/5N6/12/p11/12/12/11K b - 1\n\
                moves 7g7f6f 12i12j 6f5f6f 12j12k 6f5e 12k12l+ 5e5c 12l12k 5c6b5c 12a12b 5c4b3b 12b12a \
                1e1d+ 12a12b 2e2d 12b12a\n";
    let pgn = convert("pgn", game);
    let expected = "Nxf7xg7 a3 -- a2 Nh8 a1+ Nxh10 +Pa2 Nxg11-h10 Ka11 Nxi11-j11 Ka12 Sl9+ Ka11 Ck9 Ka12";
    assert_eq!(words(&pgn).join(" "), expected);
    check("load-kinds", game, true);
}
