//! Learning from games: self-play games in a file of their own format, and the fit of an evaluation to them.
//!
//! [`generate`](generate::generate) plays the games and [`GameFile`] keeps them: whole games, each move with the score
//! that the engine gave it, under a header that says which engine played them and how.

mod file;
pub mod fit;
mod format;
pub mod generate;
pub mod samples;
mod selfplay;
mod summary;
#[cfg(test)]
mod tests;

pub use file::{FileError, GameFile, Games};
pub use format::{Damage, Ending, Header, NO_SCORE, Ply, TrainingGame};
pub use selfplay::Limits;
pub use summary::Summary;

use crate::eval::{Layout, Sink, Terms};
use crate::games::chu::{ChuEvaluator, ChuPosition, EvalParams};
use crate::games::whale::{WhaleEvaluator, WhaleParams, WhalePosition};
use crate::games::{Chu, Variant, WhaleGame};
use crate::ini::{Section, SettingsError, parameters};
use std::fmt::Write;

/// A game whose evaluation is a sum of terms with weights, so that these can be fitted.
pub trait Tuned: Variant {
    /// The names of the weights.
    fn layout() -> &'static Layout;

    /// The weights of the books, where tuning begins.
    fn untuned() -> Terms;

    /// The weights in force, with what the section of `engine.ini` sets.
    ///
    /// # Errors
    /// If the section has a key that is no weight, or a value out of its range.
    fn weights(settings: &Section) -> Result<Terms, SettingsError>;

    /// Counts every term of a position. Returns how much the middle game counts, 0 to 1.
    fn trace<S: Sink>(position: &Self::Position, sink: &mut S) -> f32;
}

impl Tuned for Chu {
    fn layout() -> &'static Layout {
        EvalParams::layout()
    }

    fn untuned() -> Terms {
        EvalParams::untuned().0
    }

    fn weights(settings: &Section) -> Result<Terms, SettingsError> {
        parameters::<EvalParams>(settings).map(|params| params.0)
    }

    fn trace<S: Sink>(position: &ChuPosition, sink: &mut S) -> f32 {
        ChuEvaluator::trace(position, sink)
    }
}

impl<const SIZE: usize> Tuned for WhaleGame<SIZE> {
    fn layout() -> &'static Layout {
        WhaleParams::<SIZE>::layout()
    }

    fn untuned() -> Terms {
        WhaleParams::<SIZE>::untuned().0
    }

    fn weights(settings: &Section) -> Result<Terms, SettingsError> {
        parameters::<WhaleParams<SIZE>>(settings).map(|params| params.0)
    }

    fn trace<S: Sink>(position: &WhalePosition<SIZE>, sink: &mut S) -> f32 {
        WhaleEvaluator::trace(position, sink)
    }
}

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
