//! Command lines of cutechess-cli as manuals, testing guides and scripts have them, run by a copy of the program that
//! has that name. Adapted are the engines, the game and the files. Each line is read as it stands; played are fewer
//! games of it, at depth 1.

use crate::support::matches::{folder, split};
use shishi::arena::Options;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Lines that are played, with the number of games that [`small`] leaves.
const PLAYED: &[(&str, usize)] = &[
    // The shortest one, and a match with a clock.
    ("-engine cmd=self -engine cmd=self -each tc=40/60 -games 10", 2),
    ("-engine cmd=self name=a -engine cmd=self name=b -each tc=1:00+0.5 -rounds 100", 4),
    // One against others, results cut short.
    (
        "-tournament gauntlet -concurrency 3 -pgnout out.pgn -engine cmd=self name=a tc=40/1+0.05 \
         -engine cmd=self name=b tc=40/1+0.05 -engine cmd=self name=c st=0.08 -draw movenumber=40 movecount=4 score=8 \
         -resign movecount=4 score=500 -openings file=book.pgn order=random -repeat -rounds 500 -games 2",
        8,
    ),
    // All against all.
    (
        "-tournament round-robin -each cmd=self tc=8+0.08 -engine name=v3 -engine name=v2 -engine name=v1 -games 2 \
         -rounds 500 -pgnout history.pgn min fi -concurrency 10 -ratinginterval 5 -recover",
        12,
    ),
    // Sequential tests.
    (
        "-engine name=new cmd=self -engine name=old cmd=self -games 2 -rounds 50000 -pgnout pgnout.txt \
         -sprt elo0=0 elo1=10 alpha=0.05 beta=0.05 -each proto=xboard tc=8+0.08 stderr=stderr.txt \
         -openings order=random file=book.epd format=epd -concurrency 6 -ratinginterval 10",
        4,
    ),
    (
        "-engine proto=usi cmd=self name=test -engine proto=usi cmd=self name=base \
         -each tc=8+0.08 option.Hash=32 option.Threads=1 -games 2 -rounds 1000 -repeat -concurrency 8 \
         -openings file=book.epd format=epd order=random -pgnout sprt.pgn -sprt elo0=0 elo1=5 alpha=0.05 beta=0.1",
        4,
    ),
    (
        "-engine name=one proto=usi cmd=self stderr=one.txt -engine name=two proto=usi cmd=self stderr=two.txt \
         -openings file=book.pgn format=pgn order=random -resign movecount=3 score=400 \
         -draw movenumber=40 movecount=3 score=10 -concurrency 11 -ratinginterval 10 -games 50000 -repeat \
         -each tc=8+0.08 -sprt elo0=-10 elo1=0 alpha=0.05 beta=0.05",
        2,
    ),
    // A worker of a distributed test.
    (
        "-recover -repeat -games 2 -rounds 233 -tournament gauntlet -pgnout worker.pgn -site https://example.org/tests/1 \
         -event Batch -srand 12345 -resign movecount=3 score=600 -draw movenumber=34 movecount=8 score=20 \
         -concurrency 1 -openings file=book.epd format=epd order=random plies=16 start=52569 \
         -engine cmd=self name=New tc=inf nodes=5000 dir=. option.Hash=16 \
         -engine cmd=self name=Base tc=inf nodes=5000 dir=. option.Hash=16",
        4,
    ),
    // A debugging session.
    (
        "-debug -engine name=a cmd=self -engine name=b cmd=self proto=usi -each tc=0/1+2 timemargin=1000 \
         -openings file=book.pgn -repeat -pgnout games.pgn min -recover -wait 1000 -concurrency 1 \
         -resign movecount=6 score=800 -games 2 -rounds 10",
        4,
    ),
    // Fixed depth.
    (
        "-engine name=a cmd=self depth=3 -engine name=b cmd=self depth=3 -each tc=inf restart=off \
         -openings file=book.pgn -repeat -pgnout games.pgn min -games 2 -rounds 50",
        4,
    ),
    // Games to learn from.
    (
        "-engine cmd=self -engine cmd=self -each option.Hash=32 depth=7 tc=inf -rounds 1 -concurrency 2 \
         -openings file=book.pgn format=pgn order=random plies=6 -pgnout temp.pgn fi",
        2,
    ),
    // Openings in their order, one for each two rounds of a game.
    (
        "-tournament round-robin -concurrency 1 -pgnout match.pgn -each cmd=self tc=inf nodes=1000 restart=on \
         -engine name=test1 -engine name=baseline -openings file=book.pgn policy=round order=sequential -repeat 2 \
         -rounds 1000 -games 1",
        2,
    ),
    // Each opening once.
    (
        "-engine cmd=self name=a -engine cmd=self name=b -each timemargin=1500 st=0.25 -resign movecount=10 score=600 \
         -noswap -rounds 15 -pgnout test.pgn -epdout test.epd -openings file=book.epd",
        2,
    ),
    // Twosided resignation, and few lines.
    (
        "-engine cmd=self name=a -engine cmd=self name=b -each tc=120+1 -games 2 -rounds 7 -repeat \
         -resign movecount=5 score=1400 twosided=true -outcomeinterval 10 -ratinginterval 0 -debug all",
        4,
    ),
];

/// Lines that ask for what there is not, and how they are refused.
const REFUSED: &[(&str, &str)] = &[
    (
        "-tournament gauntlet -concurrency 1 -pgnout out.pgn -engine conf=one tc=5.2+0.08 -engine conf=two tc=4+0.06 \
         -draw movenumber=40 movecount=4 score=8 -openings file=book.pgn policy=round -repeat -rounds 500 -games 2",
        "-engine: 'conf' is not supported: there is no file of engines",
    ),
    (
        "-engine cmd=self -engine cmd=self -each tc=1+0.01 -openings file=book.pgn -tb syzygy -tbpieces 5 -repeat",
        "-tb is not supported: there are no tablebases",
    ),
    (
        "-engine cmd=self -engine cmd=self -each book=gm2001.bin bookdepth=6 tc=8+0.08 -games 2 -rounds 500",
        "-each: 'book' is not supported: there are no opening books yet",
    ),
    (
        "-engine cmd=self ponder -engine cmd=self -each tc=8+0.08 -games 2",
        "-engine: 'ponder' is not supported: engines do not think on the opponent's time",
    ),
    (
        "-tournament knockout -each cmd=self tc=8+0.08 -engine name=a -engine name=b -games 2",
        "-tournament knockout is not supported: ",
    ),
    ("-tournamentfile cup.json -resume -pgnout cup.pgn", "-tournamentfile is not supported: -log and -resume do this"),
    (
        "-engine cmd=self -engine cmd=self -each tc=1+0.8 -games 2 -rounds 10000 -repeat 2 -maxmoves 250",
        "-maxmoves 250: games are long here",
    ),
    ("-engine cmd=self -engine cmd=self -each proto=uci tc=1+0.8", "proto=uci is not supported (xboard, usi)"),
    ("-engine cmd=self -engine cmd=self -each tc=1 -bookmode disk", "-bookmode is not supported: there are no opening"),
    ("-fcp cmd=self -scp cmd=self -both tc=1", "-fcp is not supported: engines are described by -engine"),
];

/// A copy of the program with that name.
fn program(folder: &Path) -> PathBuf {
    let name = if cfg!(windows) { "cutechess-cli.exe" } else { "cutechess-cli" };
    let (from, to) = (Path::new(env!("CARGO_BIN_EXE_shishi")), folder.join(name));
    if fs::hard_link(from, &to).is_err() {
        fs::copy(from, &to).expect("a copy of the program");
    }
    to
}

fn run(program: &Path, folder: &Path, words: &[String]) -> (Output, String) {
    let mut command = Command::new(program);
    let output = command.current_dir(folder).args(words).stdin(Stdio::null()).output().expect("it can be run");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!message.contains("panicked at"), "{words:?}: {message}");
    (output, message)
}

/// The same match with fewer games, which take no time.
fn small(words: &[String]) -> Vec<String> {
    let mut small = split("-variant whale");
    for word in words {
        let number = match small.last().map(String::as_str) {
            Some("-rounds" | "-concurrency" | "-games") => word.parse().ok(),
            Some("-wait") => Some(0),
            _ => None,
        };
        let is_limit = ["tc=", "st=", "nodes=", "depth="].iter().any(|limit| word.starts_with(limit));
        small.push(match number {
            Some(number) => u64::min(number, 2).to_string(),
            None if is_limit && word != "tc=inf" => "depth=1".to_owned(),
            None => word.clone(),
        });
    }
    small
}

/// Openings of four random moves and four more.
fn write_book(program: &Path, folder: &Path) {
    let line = "-variant whale -each cmd=self depth=1 -engine name=a -engine name=b -openings plies=4 -rounds 3 \
                -draw movenumber=0 movecount=2 score=20000 -pgnout book.pgn -epdout book.epd";
    let (output, message) = run(program, folder, &split(line));
    assert!(output.status.success(), "{message}");
    assert_eq!(fs::read_to_string(folder.join("book.epd")).expect("positions").lines().count(), 6, "{message}");
}

#[test]
fn lines_of_scripts_are_played() {
    let folder = folder("cutechess");
    let program = program(&folder);
    write_book(&program, &folder);
    for (line, games) in PLAYED {
        let words = split(line);
        if let Err(error) = Options::parse(&words) {
            panic!("{line}: {error}");
        }
        let (output, message) = run(&program, &folder, &small(&words));
        let summary = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "{line}: {message}");
        assert!(summary.contains(&format!("\nGames: {games}, ")), "{line}: {summary}{message}");
        let faults = ["crash", "hang", "illegal move", "false claim", "time forfeit"];
        let causes = summary.lines().filter(|line| faults.iter().any(|fault| line.trim().ends_with(fault)));
        assert_eq!(causes.count(), 0, "{line}: {summary}");
    }
}

#[test]
fn lines_of_scripts_are_refused_by_name() {
    let folder = folder("cutechess-refused");
    let program = program(&folder);
    for (line, part) in REFUSED {
        let (output, message) = run(&program, &folder, &split(line));
        assert_eq!(output.status.code(), Some(2), "{line}: {message}");
        assert!(message.contains(part), "{line}: {message}");
    }
    let (output, message) = run(&program, &folder, &split("-version"));
    let version = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && version.contains(env!("CARGO_PKG_VERSION")), "{version}{message}");
    // It is the whole program all the same.
    let (output, message) = run(&program, &folder, &split("shishi perft 1"));
    let answer = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(answer.trim_end().ends_with("nodes 36"), "{answer}{message}");
}
