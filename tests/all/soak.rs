//! Hours of traffic on both protocols, legal and illegal, at any moment of a search. Every question must be answered,
//! with a legal move, and the memory must not grow.

use crate::support::client::{Client, HANG};
use crate::support::random::Random;
use shishi::engine::{self, Engine, Interface, Options};
use shishi::notation::MoveFormat;
use shishi::settings::Settings;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Lines that make no sense in either protocol, or not where they come, and change nothing.
const NOISE: [&str; 14] = [
    "",
    " ",
    "\t",
    "frobnicate",
    "usermoves a1a2",
    "position",
    "bestmove 7i7h",
    "setoption",
    "setoption name USI_Hash value lots",
    "option Hash",
    "option Rules=nonsense",
    "ping ping ping",
    "獅子",
    "\u{7}\u{1b}[2J",
];

/// Texts that are no moves, or none that are ever legal.
const NO_MOVES: [&str; 8] = ["a1a1a1a1", "z9z9", "f3f3f3f3", "a12b1+", "Z@e5", "1a1a1a1a", "o-o", "\u{fffd}"];

/// The games, the one that matters most of the time.
const VARIANTS: [&str; 6] = ["chu", "chu", "chu", "chu", "heisei", "whale"];

/// A game longer than that is given up.
const MOST_PLIES: usize = 400;

/// How often the memory is looked at in the course of a soak.
const SAMPLES: u32 = 10;

/// If the memory at the end is that much more than in the beginning, in megabytes, there is a leak.
const GROWTH: u64 = 32;

#[test]
fn a_little_traffic_is_borne() {
    let mut usi = Usi::start(1);
    let mut cecp = Cecp::start(2);
    for _ in 0..60 {
        usi.round();
        cecp.round();
    }
    assert!(usi.traffic.searches > 20 && cecp.traffic.searches > 20);
    usi.traffic.client.quit();
    cecp.traffic.client.quit();
}

/// Goes on for as many seconds as `SHISHI_SOAK` says; 60 if it says nothing. `SHISHI_SEED` begins elsewhere.
#[test]
#[ignore = "as long as asked"]
fn soak() {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse().expect("a number"));
    let length = Duration::from_secs(number("SHISHI_SOAK").unwrap_or(60));
    let seed = number("SHISHI_SEED").unwrap_or(0) << 32;
    let (mut usi, mut cecp) = (Usi::start(seed), Cecp::start(seed + (1 << 24)));
    let mut samples: [Vec<u64>; 2] = Default::default();
    let start = Instant::now();
    for sample in 1..=SAMPLES {
        while start.elapsed() < length * sample / SAMPLES {
            usi.round();
            cecp.round();
        }
        samples[0].extend(usi.memory());
        samples[1].extend(cecp.memory());
    }
    println!("protocol seconds    games searches    lines  memory in MB, at {SAMPLES} times");
    for (name, traffic, memory) in [("USI", &usi.traffic, &samples[0]), ("CECP", &cecp.traffic, &samples[1])] {
        let Traffic { games, searches, lines, .. } = traffic;
        println!("{name:<8} {:>7} {games:>8} {searches:>8} {lines:>8}  {memory:?}", start.elapsed().as_secs());
        let third = memory.len() / 3;
        let (first, last) = (memory.iter().take(third).max(), memory.iter().rev().take(third).max());
        if let (Some(first), Some(last)) = (first, last) {
            assert!(*last <= first + GROWTH, "{name}: {first} MB have become {last}");
        }
    }
    usi.traffic.client.quit();
    cecp.traffic.client.quit();
}

/// The memory of a process in megabytes, where `ps` tells it.
fn resident(process: u32) -> Option<u64> {
    let output = Command::new("ps").args(["-o", "rss=", "-p", &process.to_string()]).output().ok()?;
    let kilobytes: u64 = String::from_utf8_lossy(&output.stdout).trim().parse().ok()?;
    Some(kilobytes / 1024)
}

/// A conversation with one process, and the game as it should stand there.
struct Traffic {
    client: Client,
    game: Box<dyn Engine>,
    format: MoveFormat,
    interface: Interface,
    moves: Vec<String>,
    random: Random,
    games: u64,
    searches: u64,
    lines: u64,
}

impl Traffic {
    fn start(interface: Interface, seed: u64) -> Traffic {
        let format = if interface == Interface::Usi { MoveFormat::Usi } else { MoveFormat::Cecp };
        Traffic {
            client: Client::shishi(&[]),
            game: new_game("chu", interface),
            format,
            interface,
            moves: Vec::new(),
            random: Random(seed),
            games: 0,
            searches: 0,
            lines: 0,
        }
    }

    fn say(&mut self, line: &str) {
        self.lines += 1;
        self.client.send(line);
    }

    /// A new game, perhaps another one; its name.
    fn new_game(&mut self) -> &'static str {
        let variant = *self.random.pick(&VARIANTS);
        self.game = new_game(variant, self.interface);
        self.moves.clear();
        self.games += 1;
        variant
    }

    /// Whether it is time for another game.
    fn is_over(&mut self) -> bool {
        self.game.outcome().is_some()
            || self.moves.len() > MOST_PLIES
            || self.random.once_in(100)
            || self.game.moves(self.format).is_empty()
    }

    fn legal(&mut self) -> String {
        let moves = self.game.moves(self.format);
        self.random.pick(&moves).clone()
    }

    fn play(&mut self, text: &str) {
        self.game.play(text).unwrap_or_else(|error| panic!("{text} after {}: {error}", self.moves.join(" ")));
        self.moves.push(text.to_owned());
    }

    /// A few lines of nonsense, or a very long one, or bytes that are no text.
    fn noise(&mut self) {
        for _ in 0..self.random.below(3) {
            match self.random.below(20) {
                0 => self.say(&"x".repeat(100_000)),
                1 => {
                    let bytes: Vec<u8> = (0..40).map(|_| 0x80 | self.random.below(128) as u8).collect();
                    self.client.send_bytes(&[&bytes[..], b"\n"].concat());
                }
                _ => {
                    let line = *self.random.pick(&NOISE);
                    self.say(line);
                }
            }
        }
    }

    fn pause(&mut self) {
        sleep(Duration::from_micros(self.random.below(5_000) as u64));
    }
}

fn new_game(variant: &str, interface: Interface) -> Box<dyn Engine> {
    let options = Options { hash: 1, ..Options::new(interface, None, Settings::default()) };
    engine::create(variant, &options).expect("a game")
}

/// An interface that speaks USI.
struct Usi {
    traffic: Traffic,
}

impl Usi {
    fn start(seed: u64) -> Usi {
        let mut usi = Usi { traffic: Traffic::start(Interface::Usi, seed) };
        usi.traffic.say("usi");
        usi.traffic.client.wait_for("usiok", |line| line == "usiok");
        usi
    }

    /// What the process holds after a search of a certain kind.
    fn memory(&mut self) -> Option<u64> {
        self.traffic.say("setoption name USI_Hash value 16\nsetoption name Threads value 1\nusinewgame");
        self.traffic.say("setoption name Skill_Level value 20\nposition startpos\ngo depth 6");
        self.traffic.client.wait_for("bestmove", |line| line.starts_with("bestmove "));
        self.traffic.client.forget();
        resident(self.traffic.client.id())
    }

    fn round(&mut self) {
        if self.traffic.is_over() {
            let variant = self.traffic.new_game();
            self.traffic.say(&format!("setoption name USI_Variant value {variant}\nusinewgame"));
        }
        self.traffic.noise();
        self.options();
        let moves = self.traffic.moves.join(" ");
        if self.traffic.random.once_in(4) {
            let wrong = *self.traffic.random.pick(&NO_MOVES);
            self.traffic.say(&format!("position startpos moves {moves} {wrong}"));
        }
        self.traffic.say(&format!("position startpos moves {moves}"));
        self.traffic.client.sync_usi();
        self.search();
        self.traffic.client.forget();
    }

    fn options(&mut self) {
        let random = &mut self.traffic.random;
        let number = random.below(16) + 1;
        let line = match random.below(24) {
            0 => format!("setoption name USI_Hash value {number}"),
            1 => format!("setoption name Threads value {}", 1 + number % 4),
            2 => format!("setoption name USI_MultiPV value {}", 1 + number % 4),
            3 => format!("setoption name Skill_Level value {number}"),
            4 => "setoption name Skill_Level value 20".to_owned(),
            5 => format!("setoption name USI_Ponder value {}", number.is_multiple_of(2)),
            6 => format!("setoption name Contempt value {}", number * 10),
            7 => "usi".to_owned(),
            8 => "gameover draw".to_owned(),
            9 => "usinewgame".to_owned(),
            _ => return,
        };
        self.traffic.say(&line);
    }

    /// A search, something that happens to it, its answer, and a move.
    fn search(&mut self) {
        let random = &mut self.traffic.random;
        let number = random.below(20);
        let (limits, waits) = match random.below(8) {
            0 => ("infinite".to_owned(), true),
            1 => (format!("ponder btime {number} wtime {number} byoyomi 5"), true),
            2 => (format!("depth {}", 1 + number % 4), false),
            3 => (format!("nodes {}", number * 200), false),
            4 => (format!("movetime {number}"), false),
            5 => ("nonsense".to_owned(), false),
            6 => (format!("btime {number} wtime {number} binc 3 winc 3 depth 9"), false),
            _ => (format!("movetime {number} depth 5 btime 100 wtime 100 byoyomi 10"), false),
        };
        self.traffic.searches += 1;
        self.traffic.say(&format!("go {limits}"));
        if self.traffic.random.once_in(2) {
            self.traffic.pause();
        }
        match self.traffic.random.below(8) {
            // What it was asked is no longer wanted: it may have answered by then, but no more.
            0 => {
                let line = *self.traffic.random.pick(&["usinewgame", "setoption name Threads value 2", "gameover win"]);
                self.traffic.say(line);
                self.traffic.client.sync_usi();
                let answers = self.traffic.client.said().iter().filter(|line| line.starts_with("bestmove")).count();
                assert!(answers <= usize::from(!waits), "{line} does not end {limits}");
                return;
            }
            1 => self.traffic.client.sync_usi(),
            2 => self.traffic.noise(),
            3 => self.traffic.say("ponderhit"),
            4 => self.traffic.say("stop"),
            _ => {}
        }
        // Not more than one answer, though there may have been more than one stop.
        if waits || self.traffic.random.once_in(4) {
            self.traffic.say("stop");
        }
        self.traffic.client.sync_usi();
        let mut answers: Vec<String> =
            self.traffic.client.said().iter().filter(|line| line.starts_with("bestmove ")).cloned().collect();
        if answers.is_empty() {
            answers.push(self.traffic.client.wait_for("bestmove", |line| line.starts_with("bestmove ")));
        }
        assert_eq!(answers.len(), 1, "{limits}");
        let best = answers[0].split(' ').nth(1).expect("a move").to_owned();
        let legal = self.traffic.game.moves(MoveFormat::Usi);
        assert!(legal.contains(&best), "{best} after {}", self.traffic.moves.join(" "));
        let mv = if self.traffic.random.once_in(3) { self.traffic.legal() } else { best };
        self.traffic.play(&mv);
    }
}

/// An interface that speaks CECP.
struct Cecp {
    traffic: Traffic,
}

impl Cecp {
    fn start(seed: u64) -> Cecp {
        let mut cecp = Cecp { traffic: Traffic::start(Interface::Cecp, seed) };
        cecp.traffic.say("xboard\nprotover 2\nmemory 16\nnew\nvariant chu\nforce");
        cecp.traffic.client.sync();
        cecp
    }

    fn memory(&mut self) -> Option<u64> {
        let variant = self.traffic.game.name();
        let begin = format!("memory 16\ncores 1\noption Skill Level=20\nnew\nvariant {variant}\nforce");
        self.traffic.say(&format!("{begin}\nst 3600\nsd 6\ngo"));
        self.traffic.client.wait_for_move();
        let memory = resident(self.traffic.client.id());
        self.traffic.say(&begin);
        self.traffic.client.sync();
        self.traffic.client.forget();
        self.traffic.game = new_game(variant, Interface::Cecp);
        self.traffic.moves.clear();
        memory
    }

    fn round(&mut self) {
        if self.traffic.is_over() {
            let variant = self.traffic.new_game();
            self.traffic.say(&format!("new\nvariant {variant}\nforce"));
        }
        self.traffic.noise();
        self.options();
        self.traffic.client.sync();
        match self.traffic.random.below(8) {
            0 => self.refused(),
            1 => self.analysis(),
            2 => self.undo(),
            3 | 4 => self.user_move(),
            _ => self.search(),
        }
        self.traffic.client.forget();
    }

    fn options(&mut self) {
        let random = &mut self.traffic.random;
        let number = random.below(16) + 1;
        let line = match random.below(30) {
            0 => format!("memory {number}"),
            1 => format!("cores {}", 1 + number % 4),
            2 => format!("option MultiPV={}", 1 + number % 4),
            3 => format!("option Skill Level={number}"),
            4 => "option Skill Level=20".to_owned(),
            5 => format!("option Contempt={}", number * 10),
            6 => "hard".to_owned(),
            7 => "easy".to_owned(),
            8 => "post".to_owned(),
            9 => "nopost".to_owned(),
            10 => "draw".to_owned(),
            11 => "hint\nbk".to_owned(),
            12 => "lift f3\nhover f4\nput f4".to_owned(),
            13 => "setboard nonsense w".to_owned(),
            14 => "random\ncomputer\nname x\nrating 1 2\nics -".to_owned(),
            _ => return,
        };
        self.traffic.say(&line);
    }

    /// What came since a number of lines, if it refuses a move.
    fn refusals(&self, said: &[String]) -> usize {
        said.iter().filter(|line| line.starts_with("Illegal move") || line.starts_with("Error")).count()
    }

    fn refused(&mut self) {
        let wrong = *self.traffic.random.pick(&NO_MOVES);
        self.traffic.say(&format!("usermove {wrong}"));
        let said = self.traffic.client.sync();
        assert_eq!(self.refusals(&said), 1, "{wrong}: {said:?}");
    }

    fn user_move(&mut self) {
        let mv = self.traffic.legal();
        self.traffic.say(&format!("usermove {mv}"));
        let said = self.traffic.client.sync();
        assert_eq!(self.refusals(&said), 0, "{mv} after {}: {said:?}", self.traffic.moves.join(" "));
        self.traffic.play(&mv);
    }

    fn undo(&mut self) {
        if self.traffic.moves.pop().is_some() {
            self.traffic.say("undo");
            assert!(self.traffic.game.undo());
        }
        self.traffic.client.sync();
    }

    fn analysis(&mut self) {
        self.traffic.say("analyze");
        self.traffic.pause();
        for _ in 0..self.traffic.random.below(4) {
            match self.traffic.random.below(4) {
                0 if self.traffic.game.outcome().is_none() && !self.traffic.game.moves(MoveFormat::Cecp).is_empty() => {
                    self.user_move();
                }
                1 => self.undo(),
                2 => {
                    let mv = self.traffic.game.moves(MoveFormat::Cecp).first().cloned().unwrap_or_default();
                    self.traffic.say(&format!("exclude {mv}\ninclude all"));
                }
                _ => self.traffic.say("."),
            }
            self.traffic.pause();
        }
        self.traffic.say("exit");
        self.traffic.client.sync();
    }

    /// The engine moves, is replied to now and then, perhaps while it ponders, and is halted.
    fn search(&mut self) {
        let number = self.traffic.random.below(20);
        let limits = match self.traffic.random.below(4) {
            0 => format!("level 0 0:01 0\ntime {number}\notim 100\nsd 9"),
            1 => format!("st 3600\nsd {}", 1 + number % 4),
            2 => "st 3600\nsd 4".to_owned(),
            _ => "level 40 0:10 0\ntime 200\notim 200\nsd 3".to_owned(),
        };
        self.traffic.say(&format!("{limits}\ngo"));
        // A move of ours is always answered: an engine that is halted may have moved or not.
        loop {
            self.traffic.searches += 1;
            if self.traffic.random.once_in(3) {
                self.traffic.pause();
                self.traffic.noise();
                let line = *self.traffic.random.pick(&["?", "lift f3", "hint", "draw", "post", "."]);
                self.traffic.say(line);
            }
            if !self.answer() || self.traffic.is_over() || self.traffic.random.once_in(2) {
                break;
            }
            self.traffic.pause();
            let mv = self.traffic.legal();
            if self.traffic.random.once_in(3) {
                // The user picks the piece up first.
                let from: String = mv.chars().take_while(|c| *c != '@').take(2).collect();
                self.traffic.say(&format!("lift {from}"));
            }
            self.traffic.say(&format!("usermove {mv}"));
            self.traffic.play(&mv);
            if self.traffic.game.outcome().is_some() || self.traffic.game.moves(MoveFormat::Cecp).is_empty() {
                break;
            }
        }
        self.traffic.say("force");
        self.traffic.client.sync();
        // An end that only we see, since XBoard would not: whether the engine has played on is not known.
        if self.traffic.game.outcome().is_some() {
            let variant = self.traffic.new_game();
            self.traffic.say(&format!("new\nvariant {variant}\nforce"));
        }
    }

    /// The engine's move, played in our game; false if it gave up or told the result instead.
    fn answer(&mut self) -> bool {
        let deadline = Instant::now() + HANG;
        let mut text = String::new();
        loop {
            let line = self.traffic.client.line_before(deadline).expect("an answer in time").expect("an answer");
            if let Some(leg) = line.strip_prefix("move ") {
                text.push_str(leg);
                if !text.ends_with(',') {
                    break;
                }
            } else if ["resign", "1-0", "0-1", "1/2-1/2"].iter().any(|word| line.starts_with(word)) {
                return false;
            }
        }
        let legal = self.traffic.game.moves(MoveFormat::Cecp);
        assert!(legal.contains(&text), "{text} after {}", self.traffic.moves.join(" "));
        self.traffic.play(&text);
        true
    }
}
