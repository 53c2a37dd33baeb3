//! Every reader of text from outside against texts that are almost right: valid ones with something cut out, doubled,
//! swapped or put in. Nothing may panic, and what is read must be sound and survive being written and read again.
//!
//! A few thousand texts for every reader in the usual run; `SHISHI_FUZZ=N` asks for N, and `SHISHI_FUZZ_SEED` for other
//! ones. `cargo test --release --test all fuzz -- --nocapture` shows the figures.

use crate::model_check::random_board;
use crate::support::START;
use crate::support::random::Random;
use crate::support::table::{self, Table};
use shishi::engine::{self, Interface, Options, read_game};
use shishi::eval::Weighted;
use shishi::game::Game;
use shishi::games::{Chu, Heisei, Paulowich, Rules, Taikyoku, Variant, Whale};
use shishi::notation::{MoveFormat, PositionFormat};
use shishi::position::{MoveClass, MoveCounting, Position, RuleSet};
use shishi::protocol;
use shishi::record::{self, GameFormat, Record};
use shishi::settings::Settings;

/// Texts for each reader.
fn count(usual: usize) -> usize {
    std::env::var("SHISHI_FUZZ").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Shows what made a reader panic.
struct Shown<'a>(&'a str, &'a [u8]);

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{} panics on {:?}", self.0, String::from_utf8_lossy(self.1));
        }
    }
}

/// Words that readers may stumble over.
const WORDS: &[&str] = &[
    "",
    " ",
    "+",
    "-",
    "=",
    "/",
    "0",
    "1",
    "12",
    "13",
    "99",
    "18446744073709551616",
    "-1",
    "1e9",
    "\t",
    "\n",
    "\r\n",
    "\u{feff}",
    "é",
    "獅",
    "中将棋",
    "７七",
    "玉",
    "成",
    "不成",
    "同",
    "\u{0}",
    "\u{7f}",
    "💥",
    "*",
    "@",
    "@@@@",
    "x",
    "x!",
    "!",
    ",",
    ".",
    ":",
    ";",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "\\",
    "%",
    "$1",
    "moves",
    "sfen",
    "fen",
    "startpos",
    "position",
    "7g7f",
    "7g7f6e",
    "f6f7",
    "f6f7,f7g8",
    "a2a3",
    "D*c3",
    "L*c10+",
    "~",
    "~S",
    "2L2C",
    "K",
    "+E",
    "k11",
    "12/12",
    "b",
    "w",
    "1.",
    "1...",
    "1-0",
    "1/2-1/2",
    "a",
    "z",
    "nan",
    "inf",
    "手数----指手---------消費時間--",
    "まで",
    "投了",
    "後手番",
    "[FEN \"",
    "[Variant \"chu\"]",
    "=\n",
    "[chu]\n",
    "[chu.eval]\n",
];

/// Changes a text in one to four places.
fn mutate(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    let places = 1 + random.below(4);
    for _ in 0..=random.below(places) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(6)).min(bytes.len());
        match random.below(9) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            2 => {
                bytes.splice(at..end, random.pick(WORDS).bytes());
            }
            3 => {
                bytes.splice(at..at, random.pick(WORDS).bytes());
            }
            4 => {
                let other = random.pick(seeds);
                let from = random.below(other.len() + 1);
                let to = (from + random.below(40)).min(other.len());
                bytes.splice(at..end, other[from..to].iter().copied());
            }
            5 if at < bytes.len() => bytes[at] = random.below(256) as u8,
            6 if at < bytes.len() => bytes[at] ^= 1 << random.below(7),
            7 if at < bytes.len() => {
                let other = random.below(bytes.len());
                bytes.swap(at, other);
            }
            8 if random.once_in(8) => bytes.truncate(at),
            _ => bytes.insert(at, b' ' + random.below(95) as u8),
        }
    }
}

/// Gives mutations of the seeds, and now and then anything at all, to a reader; says how many, and how many it accepted.
fn fuzz(name: &str, texts: usize, seeds: &[Vec<u8>], mut reader: impl FnMut(&[u8], &mut Random) -> bool) {
    let seed: u64 = std::env::var("SHISHI_FUZZ_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let start = name.bytes().fold(seed, |seed, byte| seed.wrapping_mul(257).wrapping_add(u64::from(byte)));
    let mut random = Random(start << 32);
    let mut accepted = 0;
    for _ in 0..texts {
        let mut bytes = random.pick(seeds).clone();
        match random.below(40) {
            0 => bytes = (0..random.below(60)).map(|_| random.below(256) as u8).collect(),
            1 => {}
            _ => mutate(&mut bytes, seeds, &mut random),
        }
        let _shown = Shown(name, &bytes);
        accepted += usize::from(reader(&bytes, &mut random));
    }
    println!("fuzz: {name}: {texts} texts, {accepted} accepted");
    assert!(accepted > 0, "{name} reads nothing at all");
}

/// A reader of text, which files and lines have become by then.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn bytes(texts: impl IntoIterator<Item = impl AsRef<str>>) -> Vec<Vec<u8>> {
    texts.into_iter().map(|text| text.as_ref().as_bytes().to_vec()).collect()
}

/// What a position must be, once it has been read.
fn check_position<V: Variant>(position: &V::Position, random: &mut Random) {
    assert!(position.is_consistent());
    let native = V::write_position(position, PositionFormat::Sfen, 0);
    let again = V::parse_position(&native, position.rules()).unwrap_or_else(|error| panic!("{native}: {error}"));
    assert_eq!(V::write_position(&again, PositionFormat::Sfen, 0), native);
    assert_eq!(again.key(), position.key(), "{native}");
    if random.once_in(8) {
        let fen = V::write_position(position, PositionFormat::Fen, 0);
        assert!(V::parse_fen(&fen, position.rules()).is_ok(), "{fen}");
        let game = Game::new(position.clone());
        let legal = game.legal_moves();
        assert!(legal.len() as u64 <= position.count_moves());
        let _ = (game.status(), game.outcome(), game.root_moves(), position.in_check());
        if !legal.is_empty() {
            let mut after = position.clone();
            after.make(*random.pick(&legal), &mut ());
            assert!(after.is_consistent());
        }
    }
}

/// Valid positions as texts.
fn positions<V: Variant>() -> Vec<String> {
    let mut texts: Vec<String> = V::bench_positions().iter().map(|text| (*text).to_owned()).collect();
    texts.extend(V::set_ups().iter().map(|set_up| set_up.position.clone()));
    if V::NAME == Chu::NAME {
        texts.extend(Table::read("chu-rules-cases.tsv").rows().map(|row| row.get("sfen").to_owned()));
        texts.extend((0..50).map(|seed| random_board(&mut Random(seed << 20), 3, 60)));
    }
    if V::NAME == Heisei::NAME {
        texts.extend(Table::read("moves-heisei.tsv.gz").rows().map(|row| row.get("fen").to_owned()));
    }
    let rules = rules::<V>();
    let fens: Vec<String> = texts
        .iter()
        .map(|text| V::parse_position(text, &rules).unwrap_or_else(|error| panic!("{text}: {error}")))
        .map(|position| format!("fen {}", V::write_position(&position, PositionFormat::Fen, 0)))
        .collect();
    texts.extend(fens);
    texts.push("startpos".to_owned());
    texts
}

fn rules<V: Variant>() -> Rules<V> {
    V::RULES.parse().expect("the rules of the command line")
}

fn fuzz_positions<V: Variant>() {
    let texts = positions::<V>();
    let rules = rules::<V>();
    fuzz(&format!("{} positions", V::NAME), count(3000), &bytes(&texts), |bytes, random| {
        let Ok(position) = V::parse_position(&text(bytes), &rules) else { return false };
        check_position::<V>(&position, random);
        true
    });
    let fens: Vec<&str> = texts.iter().filter_map(|text| text.strip_prefix("fen ")).collect();
    fuzz(&format!("{} FEN", V::NAME), count(3000), &bytes(fens), |bytes, random| {
        let Ok(position) = V::parse_fen(&text(bytes), &rules) else { return false };
        check_position::<V>(&position, random);
        true
    });
}

#[test]
fn positions_of_chu() {
    fuzz_positions::<Chu>();
}

#[test]
fn positions_of_heisei() {
    fuzz_positions::<Heisei>();
}

#[test]
fn positions_of_the_whale_games() {
    fuzz_positions::<Whale>();
    fuzz_positions::<Paulowich>();
}

#[test]
fn positions_of_taikyoku() {
    fuzz_positions::<Taikyoku>();
}

/// Moves in every format, right ones for a position that is not always the one they are read in.
fn fuzz_moves<V: Variant>() {
    let rules = rules::<V>();
    let positions: Vec<V::Position> =
        positions::<V>().iter().filter_map(|text| V::parse_position(text, &rules).ok()).collect();
    let legal: Vec<Vec<_>> = positions.iter().map(|position| Game::new(position.clone()).legal_moves()).collect();
    let mut texts = Vec::new();
    for (position, legal) in positions.iter().zip(&legal) {
        for format in V::MOVE_FORMATS {
            texts.extend(legal.iter().map(|&mv| V::write_move(position, mv, *format).into_bytes()));
        }
    }
    fuzz(&format!("{} moves", V::NAME), count(6000), &texts, |bytes, random| {
        let number = random.below(positions.len());
        let (position, legal) = (&positions[number], &legal[number]);
        let mut text = text(bytes);
        // Every third time a text for this very position, changed a little.
        if random.once_in(3) && !legal.is_empty() {
            let format = *random.pick(V::MOVE_FORMATS);
            let mut bytes = V::write_move(position, *random.pick(legal), format).into_bytes();
            if random.once_in(2) {
                mutate(&mut bytes, &texts, random);
            }
            text = String::from_utf8_lossy(&bytes).into_owned();
        }
        let format = *random.pick(V::MOVE_FORMATS);
        let readings = [V::parse_move(position, &text), V::parse_move_as(position, &text, format)];
        for mv in readings.iter().flatten() {
            assert!(position.is_pseudo_legal(*mv), "{text}");
            let written = V::write_move(position, *mv, MoveFormat::Usi);
            assert_eq!(V::parse_move_as(position, &written, MoveFormat::Usi).as_ref(), Ok(mv), "{text}");
        }
        readings.iter().any(Result::is_ok)
    });
}

#[test]
fn moves_of_chu() {
    fuzz_moves::<Chu>();
}

#[test]
fn moves_of_heisei() {
    fuzz_moves::<Heisei>();
}

#[test]
fn moves_of_the_whale_games() {
    fuzz_moves::<Whale>();
    fuzz_moves::<Paulowich>();
}

#[test]
fn moves_of_taikyoku() {
    fuzz_moves::<Taikyoku>();
}

fn fuzz_rules<R: RuleSet + std::fmt::Debug>(name: &str, seeds: &[&str]) {
    fuzz(name, count(3000), &bytes(seeds), |bytes, _| {
        let Ok(rules) = text(bytes).parse::<R>() else { return false };
        let again = rules.to_string().parse::<R>();
        assert!(again.as_ref().is_ok_and(|again| *again == rules), "{rules} is read as {again:?}");
        let _ = (rules.accept(), rules.repetition(), rules.referee(), rules.ply_cap());
        true
    });
}

#[test]
fn rule_sets() {
    fuzz_rules::<Rules<Chu>>(
        "rules of chu",
        &[
            "historic",
            "jcsa:lion.foot=after",
            "lishogi:end.ply_cap=none,cs.hit_and_run=free",
            "winboard:out.referee=none,rep.rule=off,rep.key_cs=true,promo.mode=delay",
            "msm:promo.last_rank=PLI,end.ply_cap=4000000000,end.bare_king=jcsa_literal",
            "jcsa:rep.neutral=mover,end.no_moves=loss,end.mate=off,end.bare_vs_bare=off,cs.mode=always",
        ],
    );
    fuzz_rules::<Rules<Whale>>(
        "rules of whale",
        &[
            "seed",
            "inventor",
            "seed:dolphin.full_file=no_moves,rep.rule=off",
            "inventor:end.ply_cap=7,rep.perpetual_check=draw",
        ],
    );
    fuzz_rules::<Rules<Taikyoku>>(
        "rules of taikyoku",
        &["seed", "sweep", "seed:range.sweep=true,hash.over=true,end.quiet_cap=none", "sweep:promo.optional=true"],
    );
}

/// The weights of a game, as a section of the settings.
fn weights<V: Variant>() -> String {
    V::Classic::default_weights().section(V::Classic::layout(), &format!("{}.eval", V::NAME))
}

#[test]
fn settings() {
    let shipped = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/engine.ini")).expect("engine.ini");
    let is_key = |line: &&str| line.starts_with(';') && line.contains('=') || line.starts_with('[');
    let all: String = shipped.lines().map(|line| line.trim_start_matches(';').to_owned() + "\n").collect();
    let mut sections: Vec<String> = Vec::new();
    for line in shipped.lines().filter(is_key) {
        match sections.last_mut() {
            Some(section) if line.starts_with(';') => {
                *section += &(line.trim_start_matches(';').trim().to_owned() + "\n");
            }
            _ => sections.push(line.to_owned() + "\n"),
        }
    }
    sections.push(all);
    sections.extend([weights::<Chu>(), weights::<Heisei>(), weights::<Whale>(), weights::<Paulowich>()]);
    sections.push(weights::<Taikyoku>());
    sections.push("[engine]\nhash = 16\n".to_owned());
    fuzz("engine.ini", count(3000), &bytes(sections), |bytes, _| {
        let Ok(settings) = Settings::parse(&text(bytes), shishi::games::NAMES) else { return false };
        shishi::games::NAMES
            .iter()
            .all(|name| engine::create(name, &Options::new(Interface::CommandLine, None, settings.clone())).is_ok())
    });
}

/// Lines of the batch commands: a position and moves from it.
fn fuzz_games<V: Variant>() {
    let rules = rules::<V>();
    let lines: Vec<String> = records::<V>()
        .iter()
        .map(|record| {
            let mut position = record.start.clone();
            let mut line = format!("{} moves", V::write_position(&position, PositionFormat::Sfen, 0));
            for ply in record.plies.iter().take(12) {
                line += &format!(" {}", V::write_move(&position, ply.mv, MoveFormat::Usi));
                position.make(ply.mv, &mut ());
            }
            line
        })
        .collect();
    fuzz(&format!("{} positions with moves", V::NAME), count(3000), &bytes(lines), |bytes, random| {
        let Ok(game) = read_game::<V>(&text(bytes), &rules) else { return false };
        assert!(game.position().is_consistent());
        if random.once_in(8) {
            let _ = (game.status(), game.legal_moves());
        }
        true
    });
}

#[test]
fn positions_with_moves() {
    fuzz_games::<Chu>();
    fuzz_games::<Heisei>();
    fuzz_games::<Whale>();
    fuzz_games::<Paulowich>();
    fuzz_games::<Taikyoku>();
}

/// Random games, some from other positions than the start, with remarks and results.
fn records<V: Variant>() -> Vec<Record<V>> {
    let rules = rules::<V>();
    let texts = positions::<V>();
    let game = |number: u64| {
        let mut random = Random(number << 24);
        let start = if random.once_in(2) { "startpos" } else { random.pick(&texts).as_str() };
        let mut game = Game::new(V::parse_position(start, &rules).expect("a position"));
        for _ in 0..random.below(30) {
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            game.play(*random.pick(&legal));
        }
        let mut record = Record::of_game(&game);
        for ply in &mut record.plies {
            if random.once_in(6) {
                ply.comment =
                    (*random.pick(&["a fork", "[%clk 0:10:00]", "香を取る", "what? {really} ; yes"])).to_owned();
            }
            ply.spent = random.once_in(5).then(|| std::time::Duration::from_secs(random.below(90) as u64));
        }
        record.comment = (*random.pick(&["", "a game", "棋戦：練習"])).to_owned();
        record.tags.push(("Event".to_owned(), (*random.pick(&["A \"friendly\" game", "?", "練習"])).to_owned()));
        record.ending = game
            .status()
            .map(|outcome| record::Ending { winner: outcome.winner, cause: record::Cause::Rules(outcome.reason) });
        if record.ending.is_none() && random.once_in(2) {
            let cause =
                random.pick(&[record::Cause::Resignation, record::Cause::Time, record::Cause::IllegalMove]).clone();
            record.ending = Some(record::Ending { winner: Some(*random.pick(&shishi::position::Side::BOTH)), cause });
        }
        record
    };
    (0..40).map(game).collect()
}

/// Whether two records have the same moves. XBoard's pass names no piece, so any piece's pass is the same.
fn same_moves<V: Variant>(a: &Record<V>, b: &Record<V>) -> bool {
    let mut position = a.start.clone();
    a.plies.len() == b.plies.len()
        && a.plies.iter().zip(&b.plies).all(|(a, b)| {
            let passes = [a.mv, b.mv].iter().all(|&mv| position.class(mv) == MoveClass::Pass);
            position.make(a.mv, &mut ());
            a.mv == b.mv || passes
        })
}

/// Files of games in every format: what can be read has the same moves when it is written in any format and read again.
fn fuzz_files<V: Variant>(usual: usize) {
    let rules = rules::<V>();
    let records = records::<V>();
    for format in GameFormat::ALL {
        let mut files: Vec<Vec<u8>> =
            records.iter().filter_map(|record| record::write(record, format).ok()).map(String::into_bytes).collect();
        if files.is_empty() {
            continue;
        }
        if V::NAME == Chu::NAME && format == GameFormat::Usi {
            files.extend(["hist-1", "net-01"].map(|name| table::text(&format!("games/{name}.usi")).into_bytes()));
        }
        fuzz(&format!("{} files in {}", V::NAME, format.name()), count(usual), &files, |bytes, random| {
            let _ = record::guess(bytes);
            let reading = record::read::<V>(bytes, format, &rules);
            for record in &reading.records {
                let other = *random.pick(&GameFormat::ALL);
                let Ok(written) = record::write(record, other) else { continue };
                let again = record::read::<V>(written.as_bytes(), other, &rules);
                let same = again.errors.is_empty() && again.records.len() == 1 && same_moves(record, &again.records[0]);
                assert!(same, "{}: {:?}\n{written}", other.name(), again.errors);
            }
            !reading.records.is_empty()
        });
    }
}

#[test]
fn files_of_games() {
    fuzz_files::<Chu>(600);
    fuzz_files::<Heisei>(600);
    fuzz_files::<Whale>(600);
    fuzz_files::<Paulowich>(600);
}

/// Lines of CECP, many to a session, in force mode but for a command now and then that starts a search.
#[test]
fn cecp_lines() {
    const COMMANDS: &[&str] = &[
        "xboard",
        "protover 2",
        "new",
        "variant chu",
        "variant whale",
        "variant heisei",
        "force",
        "undo",
        "remove",
        "post",
        "nopost",
        "exit",
        "hint",
        "easy",
        "result 1-0 {mate}",
        "option Rules=historic",
        "option Rules=msm:promo.mode=delay",
        "option Move Overhead=30",
        "level 40 5 0",
        "level 0 0:30 2.5",
        "st 1",
        "sd 3",
        "time 3000",
        "otim 3000",
        "nps 1000",
        "cores 1",
        "ping 7",
        "random",
        "usermove f4f5",
        "usermove f9f8",
        "usermove f3f4",
        "f4f5",
        "usermove @@@@",
        "usermove f3f4,f4f5",
        "lift f3",
        "put f4",
        "hover a1",
        "rating 1 2",
        "name x",
        "computer",
        "accepted ping",
        "rejected san",
        "playother",
        "white",
        "black",
        "draw",
        "?",
        ".",
        "bk",
    ];
    let mut seeds = bytes(COMMANDS);
    seeds.extend(
        positions::<Chu>()
            .iter()
            .filter_map(|text| text.strip_prefix("fen "))
            .map(|fen| format!("setboard {fen}").into_bytes()),
    );
    seeds.push(format!("setboard {START}").into_bytes());
    fuzz_session("CECP lines", "xboard\nprotover 2\nvariant chu\nforce\n", ("ping 4711", "pong 4711"), &seeds);
}

/// Gives changed lines to sessions of a protocol, many to one; every session must answer the question at its end.
fn fuzz_session(name: &str, opening: &str, last: (&str, &str), seeds: &[Vec<u8>]) {
    let wanted = count(3000);
    let mut session: Vec<u8> = Vec::new();
    let mut lines = 0;
    fuzz(name, wanted, seeds, |bytes, _| {
        lines += 1;
        session.extend_from_slice(bytes);
        session.push(b'\n');
        if !(lines % 500 == 0 || lines == wanted) {
            return true;
        }
        let mut input = opening.as_bytes().to_vec();
        input.append(&mut session);
        input.extend_from_slice(format!("\n{}\n", last.0).as_bytes());
        let options = Options { hash: 1, ..Options::new(Interface::Cecp, None, Settings::default()) };
        let engine = engine::create("chu", &options).expect("an engine");
        let mut output = Vec::new();
        protocol::run(std::io::Cursor::new(input), &mut output, engine, options).expect("no error");
        let output = String::from_utf8(output).expect("UTF-8");
        assert!(output.lines().any(|line| line == last.1), "the session ended early");
        true
    });
}

/// Lines of USI, many to a session.
#[test]
fn usi_lines() {
    const COMMANDS: &[&str] = &[
        "usi",
        "isready",
        "usinewgame",
        "setoption name USI_Variant value chushogi",
        "setoption name USI_Hash value 1",
        "setoption name MultiPV value 3",
        "setoption name USI_Ponder value true",
        "setoption name Rules value jcsa:lion.foot=after",
        "go depth 1",
        "go nodes 10",
        "go movetime 1",
        "go btime 0 wtime 0 byoyomi 1",
        "go btime 10 wtime 10 binc 1 winc 1 depth 1",
        "stop",
        "ponderhit",
        "gameover win",
        "debug on",
        "register later",
        "position startpos moves 7j7h 2d2e",
        "go mate 3",
        "go searchmoves 7i7h",
    ];
    let mut seeds = bytes(COMMANDS);
    let positions = positions::<Chu>();
    let native = positions.iter().filter(|text| !text.starts_with("fen ") && *text != "startpos");
    seeds.extend(native.map(|text| format!("position sfen {text} moves").into_bytes()));
    fuzz_session("USI lines", "usi\n", ("setoption name Zz4711 value 1", "info string no such option: Zz4711"), &seeds);
}
