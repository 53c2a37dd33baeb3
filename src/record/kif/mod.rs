//! Japanese game records (KIF), as lishogi's server writes them and reads them.
//!
//! ```text
//! 手合割：中将棋                     or a board, and 後手番 if White is to move
//! 先手：Sente                        tags under their Japanese names, others under their own
//! 後手：Gote
//! 手数----指手---------消費時間--
//! * what is said before the first move
//!    1手目   7八歩兵 （←7九）   (00:12/00:00:12)
//! * what is said about the move
//!    2手目一歩目 7五獅子 （←6三）
//!    2手目二歩目 7六獅子 （←7五）
//!    3手目   投了
//! まで2手で後手の勝ち（投了）
//! ```
//!
//! The last line is for people and for this reader: lishogi's passes over it, and knows no words for some of the ways in
//! which a game can end. A line `# sfen …` tells what a board cannot (the counter-strike square, the number of the first
//! move). Times are those of the move and of its player in all; as for lishogi, times that are zero throughout mean
//! nothing.
//!
//! Read besides: games without any header or numbers; marks of the sides, 下手 and 上手, handicaps by name, the words of all
//! programs for the end; full-width and half-width signs. Variations are left out with a note.

mod header;
mod reader;
mod result;
mod writer;

use crate::notation::half_width;

pub(super) use reader::read;
pub(super) use writer::write;

/// Whether a line is one that only game records of this kind have: a line of a header, or a move in kanji.
pub(super) fn is_telling(line: &str) -> bool {
    let version = line.trim_start_matches('#').trim_start().starts_with("KIF version");
    let header = || line.split_once([':', '：']).is_some_and(|(key, _)| header::is_known(key.trim()));
    let sign = || ['←', '▲', '△'].iter().any(|&sign| line.contains(sign));
    version || ["手合割", "手数----"].iter().any(|word| line.starts_with(word)) || header() || sign() || is_move(line)
}

/// Whether a line is a move, with its number or without: only these have kanji, but for the edge of a board.
fn is_move(line: &str) -> bool {
    let plain: String = line.chars().map(half_width).collect();
    let (_, text) = reader::move_number(plain.trim()).unwrap_or((0, plain.trim()));
    reader::looks_like_move(text) && text.contains(|c| "一二三四五六七八九十同仝".contains(c))
}
