//! Searches by several threads under all that can happen to them: stops, ponder hits, new searches, tables of another
//! size, more or fewer threads, new games, at any moment. Each must answer, with a legal move.

use crate::support::random::Random;
use shishi::engine::{self, Done, Engine, Info, Interface, Options, SearchEvent, SearchRequest};
use shishi::notation::MoveFormat;
use shishi::search::{ClockLimit, SearchLimits};
use shishi::settings::Settings;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// No search takes longer than that to answer once it has to, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(120);

#[test]
fn several_threads_survive_a_few_searches() {
    for (variant, seed) in [("chu", 1), ("whale", 2)] {
        let mut stress = Stress::new(variant, seed);
        (0..40).for_each(|_| stress.round());
    }
}

/// Goes on for as many seconds as `SHISHI_STRESS` says; 60 if it says nothing. `SHISHI_SEED` begins elsewhere.
#[test]
#[ignore = "as long as asked"]
fn several_threads_survive_for_long() {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse().expect("a number"));
    let end = Instant::now() + Duration::from_secs(number("SHISHI_STRESS").unwrap_or(60));
    let seed = number("SHISHI_SEED").unwrap_or(0);
    let mut all = ["chu", "whale"].map(|variant| Stress::new(variant, seed << 32));
    while Instant::now() < end {
        all.iter_mut().for_each(Stress::round);
    }
    let [chu, whale] = all.map(|stress| (stress.searches, stress.nodes));
    println!("seed {seed}, searches and nodes: chu {chu:?}, whale {whale:?}");
}

/// An engine in trouble.
struct Stress {
    engine: Box<dyn Engine>,
    options: Options,
    random: Random,
    searches: u64,
    nodes: u64,
}

/// A search that has been asked for.
struct Asked {
    id: u64,
    events: Receiver<SearchEvent>,
    /// What may be answered.
    moves: Vec<String>,
    /// Whether it waits for a word.
    waits: bool,
}

impl Stress {
    fn new(variant: &str, seed: u64) -> Stress {
        let options = Options::new(Interface::Usi, None, Settings::default());
        let options = Options { hash: 2, threads: 4, ..options };
        let engine = engine::create(variant, &options).expect("an engine");
        Stress { engine, options, random: Random(seed), searches: 0, nodes: 0 }
    }

    /// Some moves, a search, something that happens to it, and its answer.
    fn round(&mut self) {
        self.wander();
        let Some(asked) = self.ask() else { return };
        sleep(Duration::from_micros(self.random.below(8_000) as u64));
        let next = self.disturb(&asked);
        let done = self.check(&asked);
        match next {
            // The second search has begun before the first was heard.
            Some(next) => {
                self.engine.stop();
                self.check(&next);
            }
            None if self.random.once_in(2) => drop(self.engine.play_move(done.best.code)),
            None => {}
        }
    }

    /// Goes to another position.
    fn wander(&mut self) {
        if self.random.once_in(8) || self.engine.outcome().is_some() || self.engine.ply() > 250 {
            self.engine.new_game();
        }
        for _ in 0..self.random.below(6) {
            let moves = self.engine.moves(MoveFormat::Usi);
            if moves.is_empty() || self.engine.outcome().is_some() {
                return;
            }
            let mv = self.random.pick(&moves).clone();
            self.engine.play(&mv).expect("a legal move");
        }
    }

    /// Starts a search with limits of any kind.
    fn ask(&mut self) -> Option<Asked> {
        let random = &mut self.random;
        let mut moves = self.engine.moves(MoveFormat::Usi);
        let mut limits = SearchLimits::default();
        match random.below(6) {
            0 => limits.infinite = true,
            1 => limits.move_time = Some(Duration::from_millis(random.below(30) as u64)),
            2 => limits.depth = Some(1 + random.below(6) as u32),
            3 => limits.nodes = Some(random.below(20_000) as u64),
            4 => limits.mate = Some(1 + random.below(3) as u32),
            _ => {
                let mut time = || Duration::from_millis(random.below(200) as u64);
                let (remaining, increment, byoyomi) = (time(), time(), time());
                limits.clock = Some(ClockLimit { remaining, increment, moves_to_go: None, byoyomi });
            }
        }
        if random.once_in(4) && !moves.is_empty() {
            moves.retain(|_| random.once_in(3));
            limits.root_moves = moves.iter().filter_map(|text| self.engine.read_move(text).ok()).collect();
            if moves.is_empty() {
                moves = self.engine.moves(MoveFormat::Usi);
            }
        }
        let ponder = random.once_in(4);
        let waits = ponder || limits.infinite || limits.mate.is_some();
        self.searches += 1;
        let id = self.searches;
        let (sender, events) = channel();
        let sink = Arc::new(move |event| drop(sender.send(event)));
        let started =
            self.engine.go(SearchRequest { id, limits, excluded: Vec::new(), format: MoveFormat::Usi, ponder }, sink);
        started.then_some(Asked { id, events, moves, waits })
    }

    /// Something happens; afterwards the search will answer. Perhaps there is another one then.
    fn disturb(&mut self, asked: &Asked) -> Option<Asked> {
        match self.random.below(8) {
            0 => self.configure(),
            1 => self.engine.new_game(),
            2 => return self.ask(),
            3 => {
                self.engine.ponder_hit();
                sleep(Duration::from_micros(self.random.below(3_000) as u64));
                self.engine.stop();
            }
            4 if !asked.waits => {}
            _ => self.engine.stop(),
        }
        None
    }

    /// Another table, another number of threads, another number of lines.
    fn configure(&mut self) {
        let random = &mut self.random;
        match random.below(3) {
            0 => self.options.hash = 1 + random.below(4),
            1 => self.options.threads = *random.pick(&[4, 4, 4, 1, 2, 7]),
            _ => self.options.lines = 1 + random.below(4),
        }
        self.engine.configure(&self.options).expect("good options");
    }

    /// The answer of a search, and what must hold of it and of what was said before.
    fn check(&mut self, asked: &Asked) -> Done {
        let (mut nodes, mut best): (u64, Option<Info>) = (0, None);
        loop {
            match asked.events.recv_timeout(PATIENCE).expect("an answer") {
                SearchEvent::Info(info) => {
                    assert!(info.id == asked.id && info.nodes >= nodes, "{info:?}");
                    assert!(asked.moves.contains(&info.pv[0].text), "{info:?}");
                    nodes = info.nodes;
                    best = if info.rank == 1 { Some(info) } else { best };
                }
                SearchEvent::Done(done) => {
                    // A search that was stopped at once says nothing, and answers with a move that is known to be good.
                    match best {
                        Some(best) => assert_eq!(&done.best, &best.pv[0]),
                        None => assert!(nodes == 0 && asked.moves.contains(&done.best.text), "{done:?}"),
                    }
                    assert_eq!(done.id, asked.id);
                    assert!(done.nodes >= nodes);
                    self.nodes += done.nodes;
                    return done;
                }
                SearchEvent::Remark(_) | SearchEvent::MateDone(_) => panic!("nobody has asked for a mate"),
            }
        }
    }
}
