//! The bytes of a file of self-play games.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | [`MAGIC`] |
//! | 4 | [`VERSION`] |
//! | 4 | length of the header |
//! | … | the header, a [`Header`] as JSON |
//! | 4 | CRC-32 of the header |
//!
//! then a record for every game:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | length of the game |
//! | 8 | number of the game, from 0 |
//! | 1 | [`Ending`] |
//! | 2 + … | length of the start position's native text, and the text; empty for the start position of the game |
//! | 4 | number of plies |
//! | 6 each | code of the move, and [score](Ply::score) of the mover |
//! | 4 | CRC-32 of the game, its length included |
//!
//! All numbers are little-endian.

use crate::position::{Move, Outcome, Reason, Side};

/// How every file begins.
pub(super) const MAGIC: [u8; 8] = *b"SHISHIGM";

/// Version of the format.
pub(super) const VERSION: u32 = 1;

/// Longest header and longest game that are believed, in bytes.
pub(super) const LONGEST: usize = 1 << 24;

/// A move that was not searched has this for its score.
pub const NO_SCORE: i16 = i16::MIN;

/// How the games of a file were played. All of it decides the games; a file is only gone on with by its own kind.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Header {
    /// Name of the variant.
    pub variant: String,
    /// The rule set, as text.
    pub rules: String,
    /// Version of the engine.
    pub engine: String,
    /// A number that differs where search or evaluation do: from searches of fixed positions.
    pub signature: u64,
    /// Decides the openings.
    pub seed: u64,
    /// Limits of the searches and of the games.
    pub limits: super::SelfPlayLimits,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules.
    Rules(Outcome),
    /// Both sides agreed for a while on who wins, by a large score.
    Adjudicated(Side),
    /// It was too long; there is no result.
    Unfinished,
}

/// Reasons by their number in a file.
pub(super) const REASONS: [Reason; 7] = [
    Reason::Royals,
    Reason::BareKing,
    Reason::Stalemate,
    Reason::Mate,
    Reason::Repetition,
    Reason::PlyCap,
    Reason::NoProgress,
];

/// Number of an adjudication, in the place of a reason.
const ADJUDICATED: u8 = 62;

/// Number of an end without result.
const UNFINISHED: u8 = 63;

impl Ending {
    /// What the game was worth to Black: 1, 0.5 or 0; nothing without a result.
    pub fn points(self) -> Option<f64> {
        match self {
            Ending::Rules(Outcome { winner: None, .. }) => Some(0.5),
            Ending::Rules(Outcome { winner: Some(winner), .. }) | Ending::Adjudicated(winner) => {
                Some(if winner == Side::Black { 1.0 } else { 0.0 })
            }
            Ending::Unfinished => None,
        }
    }

    /// The winner in the upper two bits (0 nobody, 1 Black, 2 White), the reason in the lower six.
    fn code(self) -> u8 {
        let winner = |winner: Option<Side>| winner.map_or(0, |side| (side.index() as u8 + 1) << 6);
        match self {
            Ending::Rules(outcome) => {
                let reason = REASONS.iter().position(|&reason| reason == outcome.reason).unwrap_or(0);
                winner(outcome.winner) | reason as u8
            }
            Ending::Adjudicated(side) => winner(Some(side)) | ADJUDICATED,
            Ending::Unfinished => UNFINISHED,
        }
    }

    fn from_code(code: u8) -> Option<Ending> {
        let winner = match code >> 6 {
            0 => None,
            1 => Some(Side::Black),
            2 => Some(Side::White),
            _ => return None,
        };
        match (code & 63, winner) {
            (ADJUDICATED, Some(side)) => Some(Ending::Adjudicated(side)),
            (UNFINISHED, None) => Some(Ending::Unfinished),
            (reason, winner) => {
                let reason = *REASONS.get(reason as usize)?;
                Some(Ending::Rules(Outcome { winner, reason }))
            }
        }
    }
}

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// What the search found for the side that moves, as in [`search::score`](crate::search::score); [`NO_SCORE`] for a
    /// move of the opening.
    pub score: i16,
}

/// A whole game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingGame {
    /// Its number in the run, from 0.
    pub number: u64,
    /// Native text of the start position; empty for that of the variant.
    pub start: String,
    /// The moves.
    pub plies: Vec<Ply>,
    /// How it ended.
    pub ending: Ending,
}

/// What is wrong with the bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// It does not begin as such a file does.
    #[error("this is no file of self-play games")]
    Magic,
    /// The version is another one.
    #[error("version {0} of the format is not known (this program knows {VERSION})")]
    Version(u32),
    /// The header is no header.
    #[error("the header cannot be read: {0}")]
    Header(String),
    /// The file ends in the middle of something.
    #[error("the file ends within a record")]
    CutOff,
    /// The checksum is wrong.
    #[error("the checksum is wrong")]
    Checksum,
    /// A length that cannot be.
    #[error("a record of {0} bytes cannot be")]
    Length(usize),
    /// The checksum is right and the content is not.
    #[error("the record makes no sense: {0}")]
    Content(&'static str),
}

impl Header {
    /// The beginning of a file.
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>, Damage> {
        let json = serde_json::to_vec(self).map_err(|error| Damage::Header(error.to_string()))?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((json.len() as u32).to_le_bytes());
        bytes.extend(&json);
        bytes.extend(crc32fast::hash(&json).to_le_bytes());
        Ok(bytes)
    }

    /// Reads the JSON of a header.
    pub(super) fn from_json(json: &[u8]) -> Result<Header, Damage> {
        serde_json::from_slice(json).map_err(|error| Damage::Header(error.to_string()))
    }
}

impl TrainingGame {
    /// The record of the game.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; 4];
        bytes.extend(self.number.to_le_bytes());
        bytes.push(self.ending.code());
        // Position texts are a few hundred bytes at most.
        let start = &self.start.as_bytes()[..self.start.len().min(u16::MAX as usize)];
        bytes.extend((start.len() as u16).to_le_bytes());
        bytes.extend(start);
        bytes.extend((self.plies.len() as u32).to_le_bytes());
        for ply in &self.plies {
            bytes.extend(ply.mv.code().to_le_bytes());
            bytes.extend(ply.score.to_le_bytes());
        }
        let length = bytes.len() as u32 - 4;
        bytes[..4].copy_from_slice(&length.to_le_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Whether the lengths that these bytes hold, as far as they go, can be those of one record: that of the record, that
    /// of the start position and the number of plies must agree.
    pub(super) fn may_begin(bytes: &[u8]) -> bool {
        /// Bytes before the start position.
        const FIXED: usize = 8 + 1 + 2;
        let mut rest = bytes;
        let Some(length) = take(&mut rest).map(u32::from_le_bytes) else { return true };
        if !(FIXED + 4..=LONGEST).contains(&(length as usize)) {
            return false;
        }
        let Some([ending, low, high]) = rest.get(8..FIXED).and_then(|bytes| <[u8; 3]>::try_from(bytes).ok()) else {
            return true;
        };
        let start = usize::from(u16::from_le_bytes([low, high]));
        if Ending::from_code(ending).is_none() || FIXED + start + 4 > length as usize {
            return false;
        }
        let count = rest.get(FIXED + start..FIXED + start + 4).and_then(|bytes| <[u8; 4]>::try_from(bytes).ok());
        count.is_none_or(|count| {
            let plies = u32::from_le_bytes(count) as usize;
            plies.checked_mul(6) == (length as usize).checked_sub(FIXED + start + 4)
        })
    }

    /// Whether these bytes, which are fewer than they say, can be the beginning of the record of the game with this
    /// number.
    pub(super) fn begins_with(number: u64, bytes: &[u8]) -> bool {
        let wanted = number.to_le_bytes();
        let there = bytes.get(4..).unwrap_or(&[]);
        let there = &there[..there.len().min(wanted.len())];
        wanted.starts_with(there) && TrainingGame::may_begin(bytes)
    }

    /// Reads what lies between the length and the checksum of a record.
    pub(super) fn from_bytes(mut bytes: &[u8]) -> Result<TrainingGame, Damage> {
        const SHORT: Damage = Damage::Content("it ends too early");
        let number = u64::from_le_bytes(take(&mut bytes).ok_or(SHORT)?);
        let [ending] = take(&mut bytes).ok_or(SHORT)?;
        let ending = Ending::from_code(ending).ok_or(Damage::Content("no such result"))?;
        let length = u16::from_le_bytes(take(&mut bytes).ok_or(SHORT)?) as usize;
        let (start, rest) = bytes.split_at_checked(length).ok_or(SHORT)?;
        bytes = rest;
        let start = std::str::from_utf8(start).map_err(|_| Damage::Content("the start position is no text"))?;
        let count = u32::from_le_bytes(take(&mut bytes).ok_or(SHORT)?) as usize;
        if count.checked_mul(6) != Some(bytes.len()) {
            return Err(Damage::Content("the number of plies does not fit the length"));
        }
        let ply = |bytes: &[u8]| {
            let mut bytes = bytes;
            let mv = Move::from_code(u32::from_le_bytes(take(&mut bytes)?));
            Some(Ply { mv, score: i16::from_le_bytes(take(&mut bytes)?) })
        };
        let plies = bytes.chunks_exact(6).map_while(ply).collect();
        Ok(TrainingGame { number, start: start.to_owned(), plies, ending })
    }
}

/// The next bytes, if there are so many.
fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk::<N>()?;
    *bytes = rest;
    Some(*first)
}
