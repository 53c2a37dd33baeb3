//! One run of the program: arguments and standard input in, standard output and exit status out.

use assert_cmd::Command;
use std::time::Duration;

/// Longest time that one run may take: far beyond what any of them needs, so that a hang ends the test.
const HANG: Duration = Duration::from_secs(300);

/// What a run of the program left behind.
pub struct Run {
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// Exit status; `None` if a signal (or the hang guard) ended the process.
    pub code: Option<i32>,
}

/// Runs `shishi` with these arguments and this input. Fails if it panicked, whatever its exit status.
pub fn run(arguments: &[&str], input: impl Into<Vec<u8>>) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_shishi"))
        .args(arguments)
        // Games that are left are kept there.
        .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .write_stdin(input.into())
        .timeout(HANG)
        .output()
        .unwrap_or_else(|error| panic!("shishi {arguments:?}: {error}"));
    let run = Run {
        stdout: String::from_utf8(output.stdout).expect("standard output is UTF-8"),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        code: output.status.code(),
    };
    assert!(!run.stderr.contains("panicked at"), "shishi {arguments:?} panicked:\n{}", run.stderr);
    run
}

/// Runs a batch command on these lines and returns its answers, of which there must be one for each line.
pub fn answers(arguments: &[&str], lines: &[&str]) -> Vec<String> {
    let run = run(arguments, lines.join("\n") + "\n");
    let answers: Vec<String> = run.stdout.lines().map(str::to_owned).collect();
    assert_eq!(answers.len(), lines.len(), "shishi {arguments:?}: answers to {} lines; {}", lines.len(), run.stderr);
    let expected = i32::from(answers.iter().any(|answer| answer.starts_with("error: ")));
    assert_eq!(run.code, Some(expected), "shishi {arguments:?}: exit status; {}", run.stderr);
    answers
}

/// The number on the last line of `shishi perft`.
pub fn perft(arguments: &[&str]) -> u64 {
    let arguments = [&["perft"], arguments].concat();
    let run = run(&arguments, "");
    assert_eq!(run.code, Some(0), "shishi {arguments:?}: {}", run.stderr);
    let last = run.stdout.lines().last().unwrap_or("");
    let count = last.strip_prefix("nodes ").and_then(|number| number.parse().ok());
    count.unwrap_or_else(|| panic!("shishi {arguments:?} ends with {last:?}, not with a count"))
}
