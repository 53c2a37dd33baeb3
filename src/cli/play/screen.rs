//! The terminal: its size, its colours, and lines that break between words.

use console::Term;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use textwrap::{WordSplitter, wrap};

/// Characters in a line of a board where nobody says how many there are.
const USUAL_COLUMNS: usize = 100;

/// Lines of the screen that a turn needs beside the board.
const BESIDE_BOARD: usize = 6;

/// No line is broken to be shorter than this.
const LEAST_COLUMNS: usize = 20;

/// Where the game is shown.
pub struct Screen<W> {
    output: W,
    /// Characters in a line, if they were asked for; 0 for any number.
    asked: Option<usize>,
    /// Whether the output is a terminal, whose size is asked anew for every board.
    terminal: bool,
    /// Whether it shows colours.
    pub colour: bool,
}

impl Screen<io::Stdout> {
    /// That of the process.
    pub fn stdout(columns: Option<usize>) -> Screen<io::Stdout> {
        // `console` respects NO_COLOR, CLICOLOR, dumb terminals and pipes.
        let terminal = io::stdout().is_terminal();
        Screen { output: io::stdout(), asked: columns, terminal, colour: terminal && console::colors_enabled() }
    }
}

#[cfg(test)]
impl Screen<Vec<u8>> {
    /// A pipe that is read later.
    pub fn pipe(columns: Option<usize>) -> Screen<Vec<u8>> {
        Screen { output: Vec::new(), asked: columns, terminal: false, colour: false }
    }

    /// What has been written.
    pub fn text(&self) -> String {
        String::from_utf8(self.output.clone()).expect("text")
    }
}

impl<W: Write> Screen<W> {
    /// Lines and characters of the terminal, if there is one.
    fn size(&self) -> Option<(usize, usize)> {
        let (rows, columns) = Term::stdout().size_checked().filter(|_| self.terminal)?;
        Some((rows.into(), columns.into()))
    }

    /// Characters in a line of a board; 0 for any number.
    pub fn columns(&self) -> usize {
        self.asked.or(self.size().map(|(_, columns)| columns)).unwrap_or(USUAL_COLUMNS)
    }

    /// Lines of a board; 0 for any number.
    pub fn rows(&self) -> usize {
        self.size().map_or(0, |(rows, _)| rows.saturating_sub(BESIDE_BOARD).max(1))
    }

    /// Whether there is room for two boards of so many lines.
    pub fn fits_twice(&self, lines: usize) -> bool {
        self.size().is_none_or(|(rows, _)| rows >= 2 * lines + BESIDE_BOARD)
    }

    /// Writes lines; those that are too long are broken between words, what does not fit goes on indented.
    pub fn say(&mut self, text: impl Display) -> io::Result<()> {
        let columns = match self.asked.or(self.size().map(|(_, columns)| columns)) {
            None | Some(0) => return writeln!(self.output, "{text}"),
            Some(columns) => columns.max(LEAST_COLUMNS),
        };
        let options = textwrap::Options::new(columns)
            .subsequent_indent("  ")
            .break_words(false)
            .word_splitter(WordSplitter::NoHyphenation);
        for line in text.to_string().lines() {
            if console::measure_text_width(line) <= columns {
                writeln!(self.output, "{line}")?;
                continue;
            }
            for part in wrap(line, &options) {
                writeln!(self.output, "{part}")?;
            }
        }
        Ok(())
    }

    /// Writes text as it is.
    pub fn print(&mut self, text: impl Display) -> io::Result<()> {
        write!(self.output, "{text}")?;
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_nowhere_else() {
        let mut screen = Screen::pipe(Some(30));
        screen.say("the free-king takes the ferocious leopard on 12l-without-a-blank-in-30-columns 獅子\nend").unwrap();
        assert_eq!(
            screen.text(),
            "the free-king takes the\n  ferocious leopard on\n  12l-without-a-blank-in-30-columns\n  獅子\nend\n"
        );
        // A kanji is two columns wide: fifteen fit.
        for (count, lines) in [(15, 1), (16, 2)] {
            let mut screen = Screen::pipe(Some(30));
            screen.say(format!("{} 子", "獅".repeat(count - 2))).unwrap();
            assert_eq!(screen.text().lines().count(), lines, "{count}");
        }
        for columns in [None, Some(0)] {
            let mut screen = Screen::pipe(columns);
            screen.say("word ".repeat(100)).unwrap();
            assert_eq!(screen.text().lines().count(), 1);
        }
    }
}
