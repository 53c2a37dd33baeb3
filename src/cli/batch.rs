//! Commands that answer every line of stdin with one line.

use crate::protocol::input::{Line, read_line};
use anyhow::anyhow;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

/// Longest line that is read, in bytes: more than a hundred thousand moves.
const LONGEST_LINE: usize = 1 << 20;

/// Answers the position of the command line, whose words may be given together or one by one; without one every line of
/// stdin. A wrong position of the command line is an error of the command.
pub fn run_with(
    position: &[String],
    mut answer: impl FnMut(&str) -> anyhow::Result<String>,
) -> anyhow::Result<ExitCode> {
    if position.is_empty() {
        return run(answer);
    }
    let reply = answer(position.join(" ").trim())?;
    writeln!(io::stdout().lock(), "{reply}")?;
    Ok(ExitCode::SUCCESS)
}

/// Answers every line, wrong ones with `error: …`; the exit status tells whether there were any.
pub fn run(answer: impl FnMut(&str) -> anyhow::Result<String>) -> anyhow::Result<ExitCode> {
    let all_right = answer_lines(io::stdin().lock(), io::stdout().lock(), answer)?;
    Ok(if all_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn answer_lines(
    mut input: impl BufRead,
    mut output: impl Write,
    mut answer: impl FnMut(&str) -> anyhow::Result<String>,
) -> io::Result<bool> {
    let mut all_right = true;
    while let Some(line) = read_line(&mut input, LONGEST_LINE)? {
        let reply = match &line {
            Line::TooLong => Err(anyhow!("line longer than {LONGEST_LINE} bytes")),
            Line::Text(text) if text.trim().is_empty() => Err(anyhow!("empty line")),
            Line::Text(text) => answer(text.trim()),
        };
        match reply {
            Ok(reply) => writeln!(output, "{reply}")?,
            Err(error) => {
                all_right = false;
                writeln!(output, "error: {}", one_line(&error.to_string()))?;
            }
        }
    }
    output.flush()?;
    Ok(all_right)
}

/// Foreign text without anything that could be taken for the end of a line.
pub fn one_line(text: &str) -> String {
    text.replace(|c: char| c.is_control(), "\u{fffd}")
}

/// Splits `POSITION … WORD REST` at a word that stands alone.
pub fn split_at_word<'a>(line: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let at = line.match_indices(word).map(|(at, _)| at).find(|&at| {
        let alone = |c: Option<char>| c.is_none_or(char::is_whitespace);
        alone(line[..at].chars().next_back()) && alone(line[at + word.len()..].chars().next())
    })?;
    Some((line[..at].trim(), line[at + word.len()..].trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shout(line: &str) -> anyhow::Result<String> {
        if line.starts_with("bad") { Err(anyhow!("no good: {line}")) } else { Ok(line.to_uppercase()) }
    }

    fn answers(input: &[u8]) -> (String, bool) {
        let mut output = Vec::new();
        let all_right = answer_lines(input, &mut output, shout).unwrap();
        (String::from_utf8(output).unwrap(), all_right)
    }

    #[test]
    fn every_line_has_its_answer() {
        assert_eq!(answers(b"one\r\n two \nthree"), ("ONE\nTWO\nTHREE\n".to_owned(), true));
        assert_eq!(answers(b""), (String::new(), true));
        assert_eq!(
            answers(b"one\n\nbad\0\rline\n\xff\n"),
            ("ONE\nerror: empty line\nerror: no good: bad\u{fffd}\u{fffd}line\n\u{fffd}\n".to_owned(), false)
        );
    }

    #[test]
    fn a_line_without_end_is_an_error_among_others() {
        let mut input = vec![b'x'; LONGEST_LINE + 1];
        input.extend_from_slice(b"\none\n");
        assert_eq!(answers(&input), (format!("error: line longer than {LONGEST_LINE} bytes\nONE\n"), false));
    }

    #[test]
    fn words_are_found_only_where_they_stand_alone() {
        assert_eq!(split_at_word("startpos moves 7i7h probe 6d6e", "probe"), Some(("startpos moves 7i7h", "6d6e")));
        assert_eq!(split_at_word("startpos probe", "probe"), Some(("startpos", "")));
        assert_eq!(split_at_word("startpos probed probe x", "probe"), Some(("startpos probed", "x")));
        assert_eq!(split_at_word("startpos", "probe"), None);
    }
}
