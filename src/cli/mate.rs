//! `shishi mate`

use super::{Context, batch};
use crate::engine::{self, Interface, Options, write_line};
use crate::games::{Variant, visit};
use crate::mate::{Answer, Effort, MateLimits, Progress, STACK_SIZE, Solution, Solver, Watch, solve_parallel};
use crate::notation::MoveFormat;
use crate::position::{Move, Position};
use anyhow::{Context as _, bail};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Solve mating problems (tsume): the side to move gives check with every move
///
/// Answers `mate N MOVE…` (N counts the attacker's moves up to mate; the line is the longest defence), `nomate`, or
/// `unknown` if the limits did not suffice. Every mate has been replayed against all defences before it is told, and every
/// nomate with an answer to each check; where that would have taken too long, a note on stderr says so. Without a position
/// on the command line, lines `POSITION [moves MOVE…]` are read and each is answered.
#[derive(clap::Args)]
pub struct Args {
    /// The problem, as `POSITION [moves MOVE…]`
    position: Option<String>,
    /// Most positions to expand, per problem
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Most seconds, per problem
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Memory in megabytes
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=262_144))]
    memory: u32,
    /// Threads, each of which searches on its own with its part of the memory; they help with hard problems alone
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Look for mates in N moves or fewer only; nomate then means none so short
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    within: Option<u32>,
    /// Go on until the shortest mate is known; else shorter ones are looked for only about as long as the first took
    #[arg(long)]
    shortest: bool,
    /// Take the first mate found
    #[arg(long, conflicts_with_all = ["shortest", "all_first_moves"])]
    first: bool,
    /// List all first moves of the shortest mate, after the word `first` at the end of the line; implies --shortest
    #[arg(long)]
    all_first_moves: bool,
    /// How to write the moves
    #[arg(long, value_enum, default_value_t = Notation::Usi)]
    notation: Notation,
    /// Tell nodes and time of every problem on stderr
    #[arg(long)]
    verbose: bool,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Notation {
    /// USI, as lishogi writes it: 7i7h, 7g7f6e
    Usi,
    /// The notation of the books: P-8f, Lnx!9d
    Tsa,
    /// Japanese records: 7八歩兵（←7九）; two steps with a comma between
    Kif,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0);
    number.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).ok_or_else(|| "no time in seconds".to_owned())
}

pub fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let options = context.options(Interface::CommandLine);
    let run = Run { args, options: &options };
    visit!(&context.variant, V => run.run::<V>())?
}

struct Run<'a> {
    args: &'a Args,
    options: &'a Options,
}

impl Run<'_> {
    fn run<V: Variant>(&self) -> anyhow::Result<ExitCode> {
        if self.args.notation == Notation::Kif && V::KIF.is_none() {
            bail!("{} has no KIF notation", V::TITLE);
        }
        if self.args.notation == Notation::Tsa && !V::MOVE_FORMATS.contains(&MoveFormat::Tsa) {
            bail!("{} has no notation of books", V::TITLE);
        }
        std::thread::scope(|scope| {
            let builder = std::thread::Builder::new().name("mate".to_owned()).stack_size(STACK_SIZE);
            let working = builder.spawn_scoped(scope, || self.answer_all::<V>())?;
            working.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    fn answer_all<V: Variant>(&self) -> anyhow::Result<ExitCode> {
        let rules = engine::rules::<V>(self.options)?;
        let threads = u64::from(self.args.threads);
        let memory = (self.args.memory as usize / threads as usize).max(1);
        let mut solvers = (0..threads).map(|order| Solver::with_order(memory, order)).collect::<Result<Vec<_>, _>>()?;
        if let Some(position) = &self.args.position {
            let answer = self.answer::<V>(&mut solvers, position, &rules)?;
            writeln!(std::io::stdout().lock(), "{answer}")?;
            return Ok(ExitCode::SUCCESS);
        }
        batch::run(|line| self.answer::<V>(&mut solvers, line, &rules))
    }

    fn answer<V: Variant>(
        &self,
        solvers: &mut [Solver],
        text: &str,
        rules: &crate::games::Rules<V>,
    ) -> anyhow::Result<String> {
        let game = engine::read_game::<V>(text, rules)?;
        let args = self.args;
        let limits = MateLimits {
            nodes: args.nodes,
            within: args.within,
            effort: match (args.first, args.shortest || args.all_first_moves) {
                (true, _) => Effort::First,
                (false, true) => Effort::Shortest,
                (false, false) => Effort::Shorter,
            },
            first_moves: args.all_first_moves,
        };
        let mut watch = SolverWatch { start: Instant::now(), limit: args.time, spinner: spinner() };
        let solution = solve_parallel(solvers, game.position(), &game.keys_at_repetition_limit(), &limits, &mut watch);
        let solution = solution.context("no solver")?;
        watch.spinner.finish_and_clear();
        if solution.answer == (Answer::NoMate { verified: false }) {
            super::note("there is no mate by the word of the search; to play it through would take longer than that");
        }
        if args.verbose {
            let seconds = watch.start.elapsed().as_secs_f64();
            super::note(format_args!("{}", describe(&solution, seconds)));
        }
        Ok(self.write::<V>(game.position(), &solution.answer))
    }

    fn write<V: Variant>(&self, position: &V::Position, answer: &Answer) -> String {
        let (line, first) = match answer {
            Answer::Mate { line, first, .. } => (line, first),
            Answer::NoMate { .. } => return "nomate".to_owned(),
            Answer::Unknown => return "unknown".to_owned(),
        };
        let moves = self.write_moves::<V>(position, line);
        let mut text = format!("mate {} {}", line.len().div_ceil(2), moves.join(" "));
        if let Some(first) = first {
            let mut first: Vec<String> = first.iter().flat_map(|&mv| self.write_moves::<V>(position, &[mv])).collect();
            first.sort_unstable();
            text += &format!(" first {}", first.join(" "));
        }
        text
    }

    fn write_moves<V: Variant>(&self, position: &V::Position, line: &[Move]) -> Vec<String> {
        match (self.args.notation, V::KIF) {
            (Notation::Kif, Some(kif)) => {
                let mut position = position.clone();
                let mut last = None;
                let write = |&mv: &Move| {
                    let text = (kif.write_move)(&position, last, mv).join(",").replace(' ', "");
                    position.make(mv, &mut ());
                    last = Some(mv);
                    text
                };
                line.iter().map(write).collect()
            }
            (Notation::Tsa, _) => texts::<V>(position, line, MoveFormat::Tsa),
            _ => texts::<V>(position, line, MoveFormat::Usi),
        }
    }
}

/// The texts of a line.
fn texts<V: Variant>(position: &V::Position, line: &[Move], format: MoveFormat) -> Vec<String> {
    write_line::<V>(position, line, format).into_iter().map(|mv| mv.text).collect()
}

/// What a solution has cost, for people.
fn describe(solution: &Solution, seconds: f64) -> String {
    let shortest = match &solution.answer {
        Answer::Mate { shortest: true, .. } => ", none shorter",
        Answer::Mate { .. } => ", perhaps there are shorter ones",
        _ => "",
    };
    let Solution { nodes, fill, .. } = solution;
    format!("{nodes} nodes, {seconds:.3} s, table {}.{} % full{shortest}", fill / 10, fill % 10)
}

/// Ends the search in time and shows how it goes.
struct SolverWatch {
    start: Instant,
    limit: Option<Duration>,
    spinner: ProgressBar,
}

impl Watch for SolverWatch {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        if !self.spinner.is_hidden() {
            let Progress { nodes, fill, proof, disproof, mate } = progress;
            let found = mate.map_or(String::new(), |moves| format!(", mate in {moves}"));
            let fill = fill / 10;
            self.spinner
                .set_message(format!("{nodes} nodes, proof {proof}, disproof {disproof}, table {fill} %{found}"));
            self.spinner.tick();
        }
        if self.limit.is_some_and(|limit| self.start.elapsed() >= limit) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// A spinner on stderr; nothing is drawn if that is no terminal.
fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
    ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}
