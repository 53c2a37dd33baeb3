//! Whole games: recorded ones, played through move by move.

use crate::support::batch;
use crate::support::table;

/// A file `games/NAME.usi`.
pub struct Game {
    name: String,
    /// The position the game starts from.
    pub sfen: String,
    /// Its moves in USI form, separated by spaces.
    pub moves: String,
    result: String,
    last: String,
}

impl Game {
    /// Reads a game of `tests/data/games`.
    pub fn read(name: &str) -> Game {
        let text = table::text(&format!("games/{name}"));
        let field = |word: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(word)?.strip_prefix(' '));
            line.unwrap_or_else(|| panic!("tests/data/games/{name} has no line {word}")).to_owned()
        };
        Game {
            name: name.to_owned(),
            sfen: field("sfen"),
            moves: field("moves"),
            result: field("result"),
            last: field("final"),
        }
    }

    fn all() -> Vec<Game> {
        let folder = std::fs::read_dir(table::path("games")).expect("tests/data/games");
        let names = folder.map(|entry| entry.expect("a file").file_name().into_string().expect("a file name"));
        let mut names: Vec<String> = names.filter(|name| name.ends_with(".usi")).collect();
        names.sort();
        names.iter().map(|name| Game::read(name)).collect()
    }

    fn line(&self) -> String {
        format!("{} moves {}", self.sfen, self.moves)
    }
}

/// Every move of every game is legal by several rule sets, and the last position is the recorded one.
#[test]
fn recorded_games_replay() {
    let games = Game::all();
    assert_eq!(games.len(), 12);
    for rules in ["lishogi", "jcsa", "historic", "winboard", "msm"] {
        // net-06 repeats a position at its 95th ply and has it for the fourth time at its 103rd.
        let repetition_is_forbidden = ["historic", "msm"].contains(&rules);
        let allowed = |game: &&Game| !repetition_is_forbidden || game.name != "net-06.usi";
        let games: Vec<&Game> = games.iter().filter(allowed).collect();
        let lines: Vec<String> = games.iter().map(|game| game.line()).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let positions = batch::answers(&["position", "--rules", rules], &lines);
        for (game, position) in games.iter().zip(positions) {
            assert_eq!(position, game.last, "{} under {rules}", game.name);
        }
    }
}

#[test]
fn a_repetition_in_a_recorded_game_is_refused_where_it_is_forbidden() {
    let game = Game::read("net-06.usi");
    let free = batch::answers(&["position", "--rules", "historic:rep.rule=off"], &[&game.line()]);
    assert_eq!(free[0], game.last);

    let moves: Vec<&str> = game.moves.split(' ').collect();
    let probe = |ply: usize| format!("{} moves {} probe {}", game.sfen, moves[..ply - 1].join(" "), moves[ply - 1]);
    for (rules, first_illegal) in [("historic", 95), ("msm", 103)] {
        let lines = [probe(first_illegal - 1), probe(first_illegal)];
        let answers = batch::answers(&["explain", "--rules", rules], &[&lines[0], &lines[1]]);
        assert_eq!(answers[0], "legal", "{rules}");
        assert!(answers[1].starts_with("illegal: "), "{rules}: {}", answers[1]);
    }
}

/// The results that the records state and the board shows.
#[test]
fn recorded_games_end_as_recorded() {
    let mut lines = Vec::new();
    let mut expected = Vec::new();
    for game in Game::all() {
        let words = match game.result.as_str() {
            "win-gote, royals lost" => "w royals",
            "win-sente, royals lost" => "b royals",
            "win-gote, bare King (lishogi rule)" => "w bareking",
            // Ended by the players, or by the repetition rule of the server (see `public_cases`).
            "draw by repetition (lishogi rule)" => continue,
            // 1,300 plies: lishogi declares a draw after 1,000.
            "none (synthetic)" => "draw plycap",
            _ => "playing",
        };
        lines.push(game.line());
        expected.push(words.to_owned());
    }
    assert_eq!(expected.iter().filter(|words| *words != "playing").count(), 4);
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    assert_eq!(batch::answers(&["status", "--rules", "lishogi"], &lines), expected);
}
