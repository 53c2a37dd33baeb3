//! Whole games through what lishogi's programs do with an engine: Lishogi-Bot, which plays on the server, and shoginet,
//! which plays and analyses for it. The stand-ins here make the same calls in the same order and read the answers as
//! strictly as those programs do.

use crate::games::Game;
use crate::support::client::{Client, HANG};
use shishi::engine::{self, Engine, Interface, Options};
use shishi::notation::{MoveFormat, PositionFormat};
use shishi::position::{Reason, Side};
use shishi::settings::Settings;
use std::time::Instant;

/// After so many plies the server declares a draw.
const MOST_PLIES: usize = 1000;

/// The numbers that both programs read as whole numbers.
const NUMBERS: [&str; 6] = ["depth", "seldepth", "time", "nodes", "nps", "multipv"];

/// The server: it knows the game and the rules.
struct Server {
    game: Box<dyn Engine>,
    moves: Vec<String>,
}

impl Server {
    fn new() -> Server {
        let options = Options::new(Interface::Usi, None, Settings::default());
        Server { game: engine::create("chu", &options).expect("a game of Chu Shogi"), moves: Vec::new() }
    }

    /// Takes a move that a program has posted. Only moves that are on the list are taken, so not "resign".
    fn post(&mut self, text: &str) {
        let legal = self.game.moves(MoveFormat::Usi);
        assert!(legal.iter().any(|mv| mv == text), "{text} after {}", self.moves.join(" "));
        self.game.play(text).expect("a legal move");
        self.moves.push(text.to_owned());
    }

    /// Whether the side to move has a king or a crown prince.
    fn has_royal(&self) -> bool {
        let sfen = self.game.position(PositionFormat::Sfen);
        let royals = if self.game.side_to_move() == Side::Black { ["K", "+E"] } else { ["k", "+e"] };
        sfen.split(' ').next().is_some_and(|board| royals.iter().any(|royal| board.contains(royal)))
    }

    fn is_over(&self) -> bool {
        self.moves.len() >= MOST_PLIES || self.game.outcome().is_some()
    }
}

/// What an `info` line says, as the programs read it.
#[derive(Default)]
struct Info {
    depth: Option<i64>,
    score: Option<i64>,
    pv: Vec<String>,
}

/// Reads what follows `info`; both programs fail on a number that is none.
fn read_info(line: &str) -> Info {
    let mut info = Info::default();
    let mut words = line.split(' ').peekable();
    let number = |word: Option<&str>| -> i64 {
        word.and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("no whole number in '{line}'"))
    };
    while let Some(word) = words.next() {
        match word {
            "string" => break,
            "depth" => info.depth = Some(number(words.next())),
            "score" => {
                let kind = words.next();
                assert!(kind == Some("cp") || kind == Some("mate"), "{line}");
                info.score = Some(number(words.next()));
            }
            "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
            _ if NUMBERS.contains(&word) => drop(number(words.next())),
            _ => {}
        }
    }
    info
}

/// Whether the programs read the text as a move: two or three squares, and `+` behind two only.
fn is_usi(text: &str) -> bool {
    let plain = text.strip_suffix('+').unwrap_or(text);
    let squares: Vec<&str> = plain.split_inclusive(|c: char| c.is_ascii_lowercase()).collect();
    let is_square = |square: &&str| {
        let file = square.trim_end_matches(|c: char| ('a'..='l').contains(&c));
        square.len() == file.len() + 1 && file.parse::<u8>().is_ok_and(|file| (1..=12).contains(&file))
    };
    squares.iter().all(is_square) && (squares.len() == 2 || squares.len() == 3 && plain == text)
}

/// An engine process, and the two ways in which it is spoken to.
struct Program {
    client: Client,
    options: Vec<String>,
}

impl Program {
    /// Starts the engine and asks what it is. Nothing else than names and options may come before `usiok`.
    fn start() -> Program {
        let mut program = Program { client: Client::shishi(&[]), options: Vec::new() };
        program.client.send("usi");
        loop {
            let line = program.client.next_line().expect("a line before usiok");
            match line.split_once(' ') {
                None if line == "usiok" => return program,
                Some(("id", _)) => {}
                Some(("option", rest)) => {
                    program.options.push(rest.split(' ').nth(1).expect("the name of an option").to_owned());
                }
                _ => panic!("unexpected: {line}"),
            }
        }
    }

    /// Sets an option that the engine has declared, as is warned about otherwise.
    fn set(&mut self, name: &str, value: &str) {
        assert!(self.options.iter().any(|option| option == name), "{name} is not declared");
        self.client.send(&format!("setoption name {name} value {value}"));
    }

    /// Waits until the engine is ready. Whatever else it says is logged as an error.
    fn ready(&mut self) {
        self.client.send("isready");
        assert_eq!(self.client.next_line().as_deref(), Some("readyok"));
    }

    /// Reads up to the answer: the move, the reply to ponder upon, and the last line of thought.
    fn answer(&mut self) -> (String, Option<String>, Info) {
        let deadline = Instant::now() + HANG;
        let mut last = Info::default();
        loop {
            let line = self.client.line_before(deadline).expect("an answer in time").expect("an answer");
            let (command, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match command {
                "info" => last = read_info(rest),
                "bestmove" => {
                    let words: Vec<&str> = rest.split(' ').collect();
                    let reply = (words.len() == 3 && words[1] == "ponder").then(|| words[2].to_owned());
                    assert!(words.len() == 1 || reply.is_some(), "{line}");
                    return (words[0].to_owned(), reply, last);
                }
                _ => panic!("unexpected: {line}"),
            }
        }
    }

    /// Ends the engine as Lishogi-Bot does, which reads its standard error as answers.
    fn quit(mut self) {
        self.client.quit();
        assert_eq!(self.client.errors(), "");
    }
}

/// Clocks in milliseconds as Lishogi-Bot passes them on: the move's own time is subtracted, which often leaves nothing. Its
/// configuration may add a depth, as it does here so that nothing depends on the speed of the machine.
const BOT_LIMITS: &str = "depth 3 btime 0 wtime 0 byoyomi 10000";

/// Lishogi-Bot, playing one game with one process.
struct Bot {
    program: Program,
    /// The reply it ponders upon.
    pondering: Option<String>,
    answers: usize,
}

impl Bot {
    /// Starts the engine for a game of the variant, by the name the server gives it.
    fn start(variant: &str, options: &[(&str, &str)]) -> Bot {
        let mut program = Program::start();
        program.client.send(&format!("setoption name USI_Variant value {variant}"));
        options.iter().for_each(|(name, value)| program.set(name, value));
        program.ready();
        Bot { program, pondering: None, answers: 0 }
    }

    /// Asks for a move; the list of moves may be empty and is announced all the same.
    fn go(&mut self, moves: &[String], limits: &str) {
        self.program.client.send(&format!("position startpos moves {}\ngo {limits}", moves.join(" ")));
    }

    /// It is the bot's turn after the opponent's move: the end of its pondering, and a search if that was in vain.
    fn play(&mut self, server: &mut Server) {
        let hit = match self.pondering.take() {
            Some(reply) if server.moves.last() == Some(&reply) => {
                self.program.client.send("ponderhit");
                true
            }
            Some(_) => {
                self.program.client.send("stop");
                self.program.answer();
                false
            }
            None => false,
        };
        if !hit {
            // The first move has a time of its own.
            let limits = if server.moves.len() < 2 { "movetime 100" } else { BOT_LIMITS };
            self.go(&server.moves, limits);
        }
        let (best, reply, _) = self.program.answer();
        assert!(is_usi(&best), "{best}");
        server.post(&best);
        self.answers += 1;
        if let Some(reply) = reply.filter(|_| !server.is_over()) {
            assert!(is_usi(&reply), "{reply}");
            let moves = [&server.moves[..], std::slice::from_ref(&reply)].concat();
            self.go(&moves, &format!("ponder {BOT_LIMITS}"));
            self.pondering = Some(reply);
        }
    }

    /// The end of the game: the last position is sent once more.
    fn end(mut self, server: &Server) {
        if self.pondering.is_some() {
            self.program.client.send("stop");
            self.program.answer();
        }
        self.program.client.send(&format!("position startpos moves {}", server.moves.join(" ")));
        self.program.ready();
        self.program.quit();
    }
}

/// A game from the first move to the last. One of the bots ponders, the other gives no reply to ponder upon.
#[test]
fn lishogi_bot_plays_a_whole_game() {
    let mut server = Server::new();
    let mut bots = [Bot::start("chushogi", &[("USI_Ponder", "true"), ("USI_Hash", "16")]), Bot::start("chushogi", &[])];
    let mut pondered = 0;
    while !server.is_over() {
        let bot = &mut bots[server.moves.len() % 2];
        bot.play(&mut server);
        pondered += usize::from(bot.pondering.is_some());
    }
    println!("{} plies, {pondered} times pondered, {:?}", server.moves.len(), server.game.outcome());
    assert!(bots.iter().all(|bot| bot.answers > 20));
    assert!(pondered > 20);
    assert!(bots[1].pondering.is_none());
    for bot in bots {
        bot.end(&server);
    }
}

/// The name of the game in the middle of it, as the server or its page writes it; the position stays as it is sent.
#[test]
fn the_game_is_known_by_every_name_of_the_server() {
    for name in ["chushogi", "Chushogi", "chu shogi", "Chu Shogi"] {
        let mut bot = Bot::start(name, &[]);
        let mut server = Server::new();
        bot.play(&mut server);
        bot.program.client.send(&format!("setoption name USI_Variant value {name}"));
        bot.program.ready();
        bot.play(&mut server);
        assert_eq!(server.moves.len(), 2);
        bot.end(&server);
    }
}

/// A game of a thousand plies and beyond, asked about before every move. Neither its length nor the draw that the server
/// declares at its thousandth ply keeps the engine from answering, and the moves are sent anew each time.
#[test]
fn lishogi_bot_gets_through_a_thousand_plies() {
    let game = Game::read("long-01.usi");
    let moves: Vec<String> = game.moves.split(' ').map(str::to_owned).collect();
    assert!(moves.len() > MOST_PLIES + 20);
    let mut bot = Bot::start("chushogi", &[("USI_Hash", "1")]);
    let mut server = Server::new();
    for mv in &moves[..MOST_PLIES + 20] {
        bot.go(&server.moves, &format!("nodes 1 {BOT_LIMITS}"));
        let (best, _, _) = bot.program.answer();
        assert!(is_usi(&best), "{best} at ply {}", server.moves.len());
        let legal = server.game.moves(MoveFormat::Usi);
        assert!(legal.contains(&best), "{best} at ply {}", server.moves.len());
        server.game.play(mv).expect("a legal move");
        server.moves.push(mv.clone());
    }
    assert_eq!(server.game.outcome().map(|outcome| outcome.reason), Some(Reason::PlyCap));
    // Past the end with moves of the engine's own, until there is no king to play for.
    let mut played = 0;
    while played < 20 && server.has_royal() {
        bot.go(&server.moves, &format!("nodes 50 {BOT_LIMITS}"));
        let (best, _, _) = bot.program.answer();
        server.post(&best);
        played += 1;
    }
    assert!(played > 0);
    bot.end(&server);
}

/// When the last royal is gone there is no move; the position is sent all the same.
#[test]
fn lishogi_bot_asks_after_the_end() {
    let mut bot = Bot::start("chushogi", &[]);
    let position = "12/12/12/12/12/6k5/6+e5/6N5/12/12/12/11K b - 1";
    bot.program.client.send(&format!("position sfen {position} moves 6h6g6f\ngo {BOT_LIMITS}"));
    assert_eq!(bot.program.answer().0, "resign");
    bot.program.quit();
}

/// Shoginet, which keeps one process for all its work.
struct Shoginet {
    program: Program,
}

impl Shoginet {
    fn start() -> Shoginet {
        let mut program = Program::start();
        program.set("Threads", "2");
        program.set("USI_Hash", "64");
        program.ready();
        Shoginet { program }
    }

    /// What comes before the positions of every piece of work.
    fn begin(&mut self, options: &[(&str, &str)]) {
        self.program.set("USI_Variant", "chushogi");
        options.iter().for_each(|(name, value)| self.program.set(name, value));
        self.program.set("USI_MultiPV", "1");
        self.program.client.send("usinewgame");
    }

    fn search(&mut self, sfen: &str, moves: &[String], limits: &str) -> (String, Info) {
        self.program.ready();
        self.program.client.send(&format!("position sfen {sfen} moves {}\ngo {limits}", moves.join(" ")));
        let (best, reply, info) = self.program.answer();
        assert_eq!(reply, None, "nobody ponders");
        (best, info)
    }

    /// It closes the input and sends a signal; the closed input has to suffice.
    fn destroy(mut self) {
        self.program.client.close_input();
        assert!(self.program.client.wait_exit().success());
        assert_eq!(self.program.client.errors(), "");
    }
}

/// Two games at once, one piece of work after the other, on different levels.
#[test]
fn shoginet_plays_whole_games() {
    let start = crate::support::START;
    let mut shoginet = Shoginet::start();
    let mut servers = [Server::new(), Server::new()];
    // Skill, move time and depth; the real levels differ in their times.
    let levels = [("-9", 20, 5), ("-3", 20, 5), ("7", 30, 8), ("20", 30, 22)];
    let mut work = 0;
    while let Some(index) = (0..2).map(|offset| (work + offset) % 2).find(|&index| !servers[index].is_over()) {
        let server = &mut servers[index];
        let (skill, time, depth) = levels[(server.moves.len() + index) % levels.len()];
        shoginet.begin(&[("Skill_Level", skill)]);
        let clock = "btime 300000 wtime 300000 byoyomi 10000 binc 5000 winc 5000";
        let limits = format!("movetime {time} depth {depth} {clock}");
        let (best, _) = shoginet.search(start, &server.moves, &limits);
        assert!(is_usi(&best), "{best}");
        server.post(&best);
        work += 1;
        // Long enough to be games; the weak levels take their time to end them.
        if work >= 400 {
            break;
        }
    }
    println!("{:?}", servers.map(|server| (server.moves.len(), server.game.outcome())));
    shoginet.destroy();
}

/// A game from its last position to its first. The deepest line of each is kept, so that the last thing said before an
/// answer must be one with score and moves, whether the game is over in the eyes of the rules or not.
#[test]
fn shoginet_analyses_a_whole_game() {
    let game = Game::read("net-06.usi");
    let moves: Vec<String> = game.moves.split(' ').map(str::to_owned).collect();
    let mut shoginet = Shoginet::start();
    // Of the work before.
    shoginet.begin(&[("Skill_Level", "-9")]);
    shoginet.search(&game.sfen, &[], "movetime 20 depth 5");
    shoginet.program.client.send("setoption name USI_AnalyseMode value true");
    shoginet.program.set("Skill_Level", "20");
    shoginet.program.set("USI_MultiPV", "1");
    shoginet.program.client.send("usinewgame");
    for ply in (0..=moves.len()).rev() {
        let (best, info) = shoginet.search(&game.sfen, &moves[..ply], "movetime 3000 depth 19 nodes 1500");
        if best == "resign" {
            assert_eq!(ply, moves.len(), "only the end has no move");
            continue;
        }
        assert!(is_usi(&best), "{best}");
        assert!(info.depth.is_some_and(|depth| depth > 0) && info.score.is_some(), "at ply {ply}");
        assert_eq!(info.pv.first(), Some(&best), "at ply {ply}");
    }
    shoginet.destroy();
}
