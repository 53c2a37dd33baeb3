//! Moves and boards as Japanese game records have them (KIF): `7八歩兵 （←7九）`, a lion's two steps as two texts.
//!
//! Written as lishogi's server writes them, which is also what its server and its client read:
//!
//! * the square (file in digits, rank in kanji; 仝 for the square on which the last move ended), the piece, 成 if it
//!   promotes, and in （←…） the square it comes from;
//! * two steps as two such texts, of which the second comes from the square in the middle; an igui says （居食い） in the
//!   second. A pass is two steps too, over the empty square that sorts first; nothing else is said of it, because
//!   lishogi's server does not read the （じっと） that its client writes.
//!
//! Read besides: 同, full-width digits, ranks and files in every kind of digits and ranks as letters, both names of a
//! piece and its short ones, 不成, half-width brackets, spaces, （じっと）, marks of the side, まで at the last move, a single
//! step with （居食い） or （じっと）, and a single step without the square it comes from if only one piece can make it, or
//! one of the words of KI2 (右左直上寄引行) tells which; two steps in one text with both squares, `7六・8五獅子`.

mod board;
mod error;
mod moves;
mod names;
mod square;

pub use board::{parse_kif_board, read_kif_remark, write_kif_board};
pub use error::{KifBoardError, KifMoveError};
pub use moves::{parse_kif, write_kif};
pub(super) use names::names_of;
