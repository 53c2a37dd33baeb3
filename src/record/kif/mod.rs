//! Japanese game records (KIF), as lishogi's server writes them and reads them.
//!
//! ```text
//! 手合割：中将棋                     or a board, and 後手番 if White is to move
//! 先手：Sente                        tags under their Japanese names, others under their own
//! 後手：Gote
//! 手数----指手---------消費時間--
//! * a remark before the first move
//!    1手目   7八歩兵 （←7九）   (00:12/00:00:12)
//! * a remark on the move
//!    2手目一歩目 7五獅子 （←6三）
//!    2手目二歩目 7六獅子 （←7五）
//!    3手目   投了
//! まで2手で後手の勝ち（投了）
//! ```
//!
//! The last line is for people and for this reader: lishogi skips it, and has no words for some of the ways in which a
//! game can end. A line `# sfen …` holds what a board cannot (the counter-strike square, the number of the first move).
//! Times are that of the move and the total of its player; as on lishogi, a game whose times are all zero has no times.
//!
//! Read besides: games without any header or numbers; marks of the sides, 下手 and 上手, handicaps by name, the words of
//! other programs for the end; full-width and half-width signs. Variations are left out with a note. A word for the end
//! that is not known leaves the result open, with a note.
//!
//! KI2, the form for people, is read by the same reader: several moves on a line, behind the marks of the sides or with
//! blanks between, without the squares they come from; where several pieces can make the move, words such as 右 and 引
//! tell which.

mod header;
mod ki2;
mod reader;
mod result;
mod writer;

use crate::notation::half_width;

pub(super) use reader::read;
pub(super) use writer::write;

/// Whether a line shows that a file is a Japanese game record: a line of a header, or a move in kanji.
pub(super) fn is_telling(line: &str) -> bool {
    let version = line.trim_start_matches('#').trim_start().starts_with("KIF version");
    let header = || line.split_once([':', '：']).is_some_and(|(key, _)| header::is_known(key.trim()));
    let sign = || ['←', '▲', '△'].iter().any(|&sign| line.contains(sign));
    version || ["手合割", "手数----"].iter().any(|word| line.starts_with(word)) || header() || sign() || is_move(line)
}

/// Whether a line is one with which headers begin or go on: if moves have been read before it, it is of the next game.
pub(super) fn begins_header(line: &str) -> bool {
    let version = line.trim_start_matches('#').trim_start().starts_with("KIF version");
    let key = line.split_once([':', '：']).map_or("", |(key, _)| key.trim());
    version || matches!(key, "手合割" | "手合") || header::is_known(key)
}

/// Whether a line is a move in kanji, with its number or without.
pub(super) fn is_move(line: &str) -> bool {
    let plain: String = line.chars().map(half_width).collect();
    let (_, text) = reader::move_number(plain.trim()).unwrap_or((0, plain.trim()));
    reader::looks_like_move(text) && text.contains(|c| "一二三四五六七八九十同仝".contains(c))
}
