//! `shishi match`

use super::{Context, interrupt, note};
use crate::arena::options::{Options, USAGE, UsageError};
use crate::arena::run::{self, Finish, MatchReport, Monitor};
use crate::engine;
use crate::games::visit;
use indicatif::{ProgressBar, ProgressStyle};
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// Play engines against each other, in the way of cutechess-cli
#[derive(clap::Args)]
#[command(disable_help_flag = true, override_help = USAGE)]
pub struct Args {
    /// The options of cutechess-cli
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "OPTIONS")]
    words: Vec<OsString>,
}

/// Under this name the program is `shishi match`, so that scripts for cutechess-cli run as they are.
const CUTECHESS: &str = "cutechess-cli";

/// The first word that makes it the whole program again.
const WHOLE_PROGRAM: &str = "shishi";

/// Whether a program has that name, `cutechess-cli.exe` included.
fn is_cutechess(program: &Path) -> bool {
    let name = program.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    name.strip_suffix(".exe").unwrap_or(&name) == CUTECHESS
}

/// The arguments that are meant: a program called `cutechess-cli` plays a match. With `shishi` as the first word it is
/// the whole program all the same, which is how such a match runs the program itself as an engine.
pub fn as_called(mut arguments: Vec<OsString>) -> Vec<OsString> {
    if arguments.first().is_some_and(|name| is_cutechess(Path::new(name))) {
        if arguments.get(1).is_some_and(|word| word == WHOLE_PROGRAM) {
            arguments.remove(1);
        } else {
            arguments.insert(1, "match".into());
        }
    }
    arguments
}

pub fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let text = |word: &OsString| match word.to_str() {
        Some(text) => Ok(text.to_owned()),
        None => Err(UsageError(format!("{} is no UTF-8", word.display()))),
    };
    let words = args.words.iter().map(text).collect::<Result<Vec<_>, _>>()?;
    let mut options = Options::parse(&words)?;
    let mut output = std::io::stdout().lock();
    if options.help {
        output.write_all(USAGE.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    if options.version {
        writeln!(output, "shishi {}, which takes the options of cutechess-cli", env!("CARGO_PKG_VERSION"))?;
        return Ok(ExitCode::SUCCESS);
    }
    options.rules = options.rules.or_else(|| context.options.rules.clone());
    let finished = if options.merge.is_empty() { play(context, &options)? } else { run::merged(&options)? };
    output.write_all(finished.summary.as_bytes())?;
    Ok(match finished.finish {
        Finish::Complete => ExitCode::SUCCESS,
        Finish::Interrupted => {
            note("interrupted; -resume goes on with the -log");
            ExitCode::FAILURE
        }
        Finish::Broken => ExitCode::FAILURE,
    })
}

fn play(context: &Context, options: &Options) -> anyhow::Result<MatchReport> {
    let settings = match &options.config {
        Some(file) => engine::load_settings(Some(file))?,
        None => context.options.settings.clone(),
    };
    let variant = options.variant.as_ref().unwrap_or(&context.variant);
    let program = std::env::current_exe()?;
    let mut arguments = Vec::new();
    if is_cutechess(&program) {
        arguments.push(WHOLE_PROGRAM.to_owned());
    }
    arguments.extend(["--variant".to_owned(), variant.clone()]);
    let config = options.config.as_ref().or(context.config.as_ref());
    if let Some(file) = config {
        let file = std::path::absolute(file)?;
        arguments.extend(["--config".to_owned(), file.display().to_string()]);
    }
    let stop = interrupt::flag()?;
    let program = (program, arguments);
    Ok(visit!(variant, V => run::run::<V>(options, &settings, program, &stop, &Bar::new())?)?)
}

/// A progress bar on stderr, with messages above it.
struct Bar(ProgressBar);

impl Bar {
    fn new() -> Bar {
        let style = ProgressStyle::with_template("{bar:20} {pos}/{len}, {eta} left: {msg}");
        Bar(ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())))
    }
}

impl Monitor for Bar {
    fn begin(&self, games: u64, played: u64) {
        self.0.set_length(games);
        self.0.enable_steady_tick(Duration::from_secs(1));
        self.0.set_position(played);
        self.0.reset_eta();
    }

    fn progress(&self, played: u64, result: &str) {
        self.0.set_message(result.to_owned());
        self.0.set_position(played);
    }

    fn note(&self, text: &str) {
        self.0.suspend(|| note(text));
    }

    fn end(&self) {
        self.0.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_the_program_may_ask_for_a_match() {
        let called = |line: &str| {
            let words = as_called(line.split(' ').map(OsString::from).collect());
            words.join(std::ffi::OsStr::new(" ")).into_string().unwrap()
        };
        assert_eq!(called("cutechess-cli -help"), "cutechess-cli match -help");
        assert_eq!(called("/opt/bin/cutechess-cli"), "/opt/bin/cutechess-cli match");
        assert_eq!(called("./CuteChess-CLI.EXE -games 2"), "./CuteChess-CLI.EXE match -games 2");
        assert_eq!(called("cutechess-cli shishi perft 3"), "cutechess-cli perft 3");
        for line in ["shishi perft 3", "shishi", "cutechess -help", "/cutechess-cli/shishi x", "cutechess-cli2 x"] {
            assert_eq!(called(line), line);
        }
    }
}
