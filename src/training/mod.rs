//! Learning from games: self-play games in a file of their own format, and the fit of an evaluation to them.
//!
//! [`generate`](generate::generate) plays the games and [`GameFile`] keeps them: whole games, each move with the score
//! that the engine gave it, under a header that says which engine played them and how.

mod file;
pub mod fit;
mod format;
mod games;
pub mod generate;
pub mod samples;
mod selfplay;
mod summary;
#[cfg(test)]
mod tests;

pub use file::{FileError, GameFile, Games, Repaired, is_game_file, repair};
pub use format::{Damage, Ending, Header, NO_SCORE, Ply, TrainingGame};
pub use games::record_of;
pub use selfplay::SelfPlayLimits;
pub use summary::Summary;

use crate::eval::{Layout, Terms};
use std::fmt::Write;

/// What a fit has brought, for people: the loss, and the piece values beside those of the books.
pub fn table(layout: &Layout, books: &Terms, fitted: &fit::Fitted) -> String {
    let mut text = String::new();
    let fit::Fitted { terms, scale, learnt, checked, epochs } = fitted;
    let _ = writeln!(text, "scale      {scale:.6} a centipawn: 100 centipawns win {:.1} %", {
        100.0 / (1.0 + (-scale * 100.0).exp())
    });
    let _ = writeln!(text, "epochs     {epochs}");
    let _ = writeln!(text, "loss       {:.6} before, {:.6} after", learnt[0], learnt[1]);
    let _ = writeln!(text, "set aside  {:.6} before, {:.6} after", checked[0], checked[1]);
    let _ = writeln!(text, "\n{:<24} {:>6} {:>6} {:>6}", "value", "books", "middle", "ending");
    for key in layout.keys.iter().filter(|key| key.name.starts_with("value.") || key.name.starts_with("hand.")) {
        let (book, tuned) = (books.get(key.first), terms.get(key.first));
        let name = match key.name.strip_prefix("hand.") {
            Some(kind) => format!("{kind} in hand"),
            None => key.name.trim_start_matches("value.").to_owned(),
        };
        let name = name.replace('_', " ");
        let _ = writeln!(text, "{name:<24} {:>6} {:>6} {:>6}", book.middle / 10, tuned.middle / 10, tuned.end / 10);
    }
    text.push('\n');
    text
}
