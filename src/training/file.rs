//! Files of self-play games: reading, and adding to them.

use super::format::{Damage, Header, LONGEST, MAGIC, TrainingGame, VERSION};
use crate::files;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What can go wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The operating system says no.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The bytes are not those of such a file.
    #[error("{}: at byte {offset}: {damage}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the part begins that is bad.
        offset: u64,
        /// What is wrong.
        damage: Damage,
    },
    /// The bytes of a file that was to be gone on with are not those of such a file, and cutting its end would not do.
    #[error(
        "{}: at byte {offset}: {damage}; what is whole can be saved: shishi datagen --repair NEW {}",
        path.display(), path.display()
    )]
    Broken {
        /// The file.
        path: PathBuf,
        /// Where the part begins that is bad.
        offset: u64,
        /// What is wrong.
        damage: Damage,
    },
    /// Another process is adding to the file, or one that is written to cannot be; the error has its name.
    #[error("{0}")]
    Other(io::Error),
    /// The file holds games that were played another way.
    #[error("{}: the games in it differ from those to be added: {what} {there}, not {wanted}", path.display())]
    Different {
        /// The file.
        path: PathBuf,
        /// In what.
        what: &'static str,
        /// What the file has.
        there: String,
        /// What was asked for.
        wanted: String,
    },
}

/// Whether this is the beginning of a file of self-play games.
pub fn is_game_file(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// The games of a file, one after the other. After an error nothing follows.
pub struct Games {
    path: PathBuf,
    input: BufReader<File>,
    header: Header,
    /// Where the next record begins.
    offset: u64,
    length: u64,
    failed: bool,
}

impl Games {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    /// If it cannot be read or is no such file.
    pub fn open(path: &Path) -> Result<Games, FileError> {
        Games::of(path, File::open(path).map_err(|error| FileError::Io { path: path.to_owned(), error })?)
    }

    /// Reads an open file from its beginning.
    fn of(path: &Path, mut file: File) -> Result<Games, FileError> {
        let io = |error| FileError::Io { path: path.to_owned(), error };
        file.rewind().map_err(io)?;
        let length = file.metadata().map_err(io)?.len();
        let mut input = BufReader::with_capacity(1 << 20, file);
        let (header, offset) = match read_header(&mut input) {
            Ok(read) => read,
            Err(Fault::Io(error)) => return Err(io(error)),
            Err(Fault::Damage(damage)) => return Err(FileError::Damaged { path: path.to_owned(), offset: 0, damage }),
        };
        Ok(Games { path: path.to_owned(), input, header, offset, length, failed: false })
    }

    /// How the games were played.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Bytes of the file, and how many of them have been read.
    pub fn progress(&self) -> (u64, u64) {
        (self.offset, self.length)
    }
}

impl Iterator for Games {
    type Item = Result<TrainingGame, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed || self.offset >= self.length {
            return None;
        }
        match read_game(&mut self.input) {
            Ok((game, length)) => {
                self.offset += length;
                Some(Ok(game))
            }
            Err(fault) => {
                self.failed = true;
                let (path, offset) = (self.path.clone(), self.offset);
                Some(Err(match fault {
                    Fault::Io(error) => FileError::Io { path, error },
                    Fault::Damage(damage) => FileError::Damaged { path, offset, damage },
                }))
            }
        }
    }
}

/// A file that games are added to.
pub struct GameFile {
    path: PathBuf,
    file: File,
    /// Number of the next game.
    next: u64,
    /// Where its record will begin.
    end: u64,
}

impl GameFile {
    /// Opens a file to go on with, or begins it, and locks it. A last record that was not written to its end is cut off,
    /// and so is a header.
    ///
    /// # Errors
    /// If the file is there and is another one, or damaged anywhere but at its end, or cannot be written, or if another
    /// process is adding to it.
    pub fn open(path: &Path, header: &Header) -> Result<GameFile, FileError> {
        let io = |error| FileError::Io { path: path.to_owned(), error };
        let mut options = File::options();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
        files::lock(&file, path).map_err(FileError::Other)?;
        let length = file.metadata().map_err(io)?.len();
        let bytes = header.to_bytes().map_err(|damage| damaged(path, 0, damage))?;
        if length < bytes.len() as u64 {
            // Nothing, or what a full disk has left of the header.
            let mut there = Vec::new();
            file.read_to_end(&mut there).map_err(io)?;
            if bytes.starts_with(&there) {
                file.write_all(&bytes[there.len()..]).map_err(io)?;
                return Ok(GameFile { path: path.to_owned(), file, next: 0, end: bytes.len() as u64 });
            }
        }
        // The same handle reads: on some systems a lock holds for all others, those of this process included.
        let mut games = Games::of(path, file.try_clone().map_err(io)?)?;
        compare(path, games.header(), header)?;
        let mut next = 0;
        let mut end = games.offset;
        while let Some(game) = games.next() {
            match game {
                Ok(game) if game.number >= next => next = game.number + 1,
                Ok(_) => return Err(broken(path, end, Damage::Content("the games are not in order"))),
                Err(FileError::Damaged { damage: Damage::CutOff, .. }) => {
                    let mut rest = Vec::new();
                    file.seek(SeekFrom::Start(end)).map_err(io)?;
                    file.read_to_end(&mut rest).map_err(io)?;
                    if !TrainingGame::begins_with(next, &rest) {
                        return Err(broken(path, end, Damage::CutOff));
                    }
                    // The process was killed while it wrote the last game.
                    break;
                }
                Err(FileError::Damaged { offset, damage, .. }) => return Err(broken(path, offset, damage)),
                Err(error) => return Err(error),
            }
            end = games.offset;
        }
        if end < length {
            file.set_len(end).map_err(io)?;
        }
        file.seek(SeekFrom::Start(end)).map_err(io)?;
        Ok(GameFile { path: path.to_owned(), file, next, end })
    }

    /// Number of the next game: the games in the file, and those that a repair has left out.
    pub fn len(&self) -> u64 {
        self.next
    }

    /// Whether no game is in the file yet.
    pub fn is_empty(&self) -> bool {
        self.next == 0
    }

    /// Adds the next game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, game: &TrainingGame) -> Result<(), FileError> {
        let io = |error| FileError::Io { path: self.path.clone(), error };
        let bytes = game.to_bytes();
        if let Err(error) = self.file.write_all(&bytes) {
            // The disk is full: half a game is nothing. If it stays it is cut off the next time.
            let _ = self.file.set_len(self.end);
            return Err(io(error));
        }
        self.end += bytes.len() as u64;
        self.next += 1;
        Ok(())
    }
}

fn broken(path: &Path, offset: u64, damage: Damage) -> FileError {
    FileError::Broken { path: path.to_owned(), offset, damage }
}

/// What a repair has saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repaired {
    /// Games that are whole.
    pub games: u64,
    /// Bytes between them that are left out.
    pub left_out: u64,
}

/// Writes to another file all games of a file that are whole by their checksums, wherever they lie. They keep their
/// numbers.
///
/// # Errors
/// If the header is damaged, or one of the files cannot be read or written.
pub fn repair(path: &Path, output: &mut impl Write) -> Result<Repaired, FileError> {
    let io = |error| FileError::Io { path: path.to_owned(), error };
    let header = Games::open(path)?.offset as usize;
    let bytes = std::fs::read(path).map_err(io)?;
    let (head, mut rest) = bytes.split_at_checked(header).unwrap_or((&bytes, &[]));
    // The errors of the output have its name.
    output.write_all(head).map_err(FileError::Other)?;
    let mut repaired = Repaired::default();
    let mut next = 0;
    while !rest.is_empty() {
        let whole = TrainingGame::may_begin(rest).then(|| read_game(&mut &rest[..]).ok()).flatten();
        let length = match whole.filter(|(game, _)| game.number >= next) {
            Some((game, length)) => {
                output.write_all(&rest[..length as usize]).map_err(FileError::Other)?;
                (repaired.games, next) = (repaired.games + 1, game.number + 1);
                length as usize
            }
            None => {
                repaired.left_out += 1;
                1
            }
        };
        rest = rest.get(length..).unwrap_or(&[]);
    }
    Ok(repaired)
}

fn damaged(path: &Path, offset: u64, damage: Damage) -> FileError {
    FileError::Damaged { path: path.to_owned(), offset, damage }
}

/// Whether games of one kind may be added to those of another.
fn compare(path: &Path, there: &Header, wanted: &Header) -> Result<(), FileError> {
    let parts = [
        ("variant", there.variant.clone(), wanted.variant.clone()),
        ("rules", there.rules.clone(), wanted.rules.clone()),
        ("engine", there.engine.clone(), wanted.engine.clone()),
        ("signature of the engine", there.signature.to_string(), wanted.signature.to_string()),
        ("seed", there.seed.to_string(), wanted.seed.to_string()),
        ("limits", there.limits.to_string(), wanted.limits.to_string()),
    ];
    match parts.into_iter().find(|(_, there, wanted)| there != wanted) {
        None => Ok(()),
        Some((what, there, wanted)) => Err(FileError::Different { path: path.to_owned(), what, there, wanted }),
    }
}

/// What ends the reading of a file.
enum Fault {
    Io(io::Error),
    Damage(Damage),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Fault::Damage(Damage::CutOff),
            _ => Fault::Io(error),
        }
    }
}

impl From<Damage> for Fault {
    fn from(damage: Damage) -> Fault {
        Fault::Damage(damage)
    }
}

/// The header and its length in the file.
fn read_header(input: &mut impl Read) -> Result<(Header, u64), Fault> {
    let magic: [u8; 8] = array(input).map_err(|fault| match fault {
        Fault::Damage(_) => Fault::Damage(Damage::Magic),
        io @ Fault::Io(_) => io,
    })?;
    if magic != MAGIC {
        return Err(Damage::Magic.into());
    }
    let version = u32::from_le_bytes(array(input)?);
    if version != VERSION {
        return Err(Damage::Version(version).into());
    }
    let json = block(input)?;
    if crc32fast::hash(&json) != u32::from_le_bytes(array(input)?) {
        return Err(Damage::Checksum.into());
    }
    let mut header = Header::from_json(&json)?;
    header.rules = crate::games::present_rules(&header.variant, &header.rules);
    Ok((header, json.len() as u64 + 20))
}

/// A game and the length of its record.
fn read_game(input: &mut impl Read) -> Result<(TrainingGame, u64), Fault> {
    let bytes = block(input)?;
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&(bytes.len() as u32).to_le_bytes());
    hasher.update(&bytes);
    if hasher.finalize() != u32::from_le_bytes(array(input)?) {
        return Err(Damage::Checksum.into());
    }
    Ok((TrainingGame::from_bytes(&bytes)?, bytes.len() as u64 + 8))
}

fn array<const N: usize>(input: &mut impl Read) -> Result<[u8; N], Fault> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// A length and as many bytes.
fn block(input: &mut impl Read) -> Result<Vec<u8>, Fault> {
    let length = u32::from_le_bytes(array(input)?) as usize;
    if length > LONGEST {
        return Err(Damage::Length(length).into());
    }
    let mut bytes = vec![0; length];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}
