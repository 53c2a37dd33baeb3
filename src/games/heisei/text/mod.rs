//! Texts for Heisei Chu Shogi: those of Chu Shogi for the board, and what reserves and drops add.
//!
//! A position is `board side reserves lion number`: the board as in Chu with `~` before fresh pieces, the reserves as
//! `2LCm`, the square on which a non-lion has just taken a lion in the coordinates `a1` to `l12`. Moves are written in
//! these coordinates: `f4f5`, `f6g7h8`, a pass `f6f6`, drops `L*c5` and `L*c10+`.

mod error;
mod handicap;
mod moves;
mod position;
mod reason;
mod xboard;

pub use error::{DropTextError, FreshMarkError};
pub use handicap::describe_handicap;
pub use moves::{parse_book, parse_move, parse_san, write_move};
pub use position::{START, parse_fen, parse_position, start, write_position};
pub use xboard::xboard_setup;

use crate::games::chu::text::Board;
use crate::games::chu::{Action, ChuPosition, Illegal};
use crate::games::heisei::HeiseiPosition;

impl Board for HeiseiPosition {
    const SPELLINGS: &'static str = "squares are a1 to l12, or 1a to 12l as in the books, and drops L*c5";

    fn chu(&self) -> &ChuPosition {
        HeiseiPosition::chu(self)
    }

    fn judge(&self, action: Action) -> Result<(), Illegal> {
        self.check_move(action)
    }
}
