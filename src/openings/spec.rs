//! Which openings are wanted.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;

/// Where games begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Openings {
    /// At the start position.
    Start,
    /// After random moves, balanced by a search.
    Random {
        /// Number of moves.
        plies: usize,
        /// Greatest score for either side, in centipawns.
        margin: i32,
        /// Depth of the search that looks at it, in plies.
        depth: u32,
    },
    /// In a file.
    File {
        /// The file.
        file: PathBuf,
        /// What is in it; `None`: what it looks like.
        format: Option<OpeningFormat>,
        /// Moves after which games of the file are cut; all for `None`.
        plies: Option<usize>,
        /// Whether they come in an order of chance.
        shuffled: bool,
        /// The first one that is used, from 1.
        start: usize,
    },
}

/// What a file of openings holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OpeningFormat {
    /// `POSITION [moves MOVE…]` on each line.
    Sfen,
    /// A position on each line, with or without EPD's operations behind it, which are passed over.
    Epd,
    /// Moves from the start position on each line.
    Usi,
    /// Games.
    Pgn,
}

/// In the words of the command line.
impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::Start => f.write_str("format=start"),
            Openings::Random { plies, margin, depth } => {
                write!(f, "format=random plies={plies} margin={margin} depth={depth}")
            }
            Openings::File { file, format, plies, shuffled, start } => {
                write!(f, "file={}", file.display())?;
                if let Some(format) = format {
                    write!(f, " format={}", format.name())?;
                }
                if let Some(plies) = plies {
                    write!(f, " plies={plies}")?;
                }
                write!(f, " order={} start={start}", if *shuffled { "random" } else { "sequential" })
            }
        }
    }
}

impl OpeningFormat {
    /// As the command line calls it.
    pub const fn name(self) -> &'static str {
        match self {
            OpeningFormat::Sfen => "sfen",
            OpeningFormat::Epd => "epd",
            OpeningFormat::Usi => "usi",
            OpeningFormat::Pgn => "pgn",
        }
    }
}
