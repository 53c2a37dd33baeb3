//! Texts that name whole games.

use super::{Interface, Options};
use crate::game::Game;
use crate::games::{Rules, Variant};
use crate::notation::TextError;
use crate::position::RuleError;

/// The rule set the options ask for.
///
/// # Errors
/// If the text of the options or of the settings names no rule set of this variant.
pub fn rules<V: Variant>(options: &Options) -> Result<Rules<V>, TextError> {
    let settings = options.settings.variant(V::NAME);
    let (set, usual) = match options.interface {
        Interface::CommandLine => (settings.rules, V::RULES),
        Interface::Cecp => (settings.cecp_rules, V::CECP_RULES),
        Interface::Usi => (settings.usi_rules, V::USI_RULES),
    };
    let text = options.rules.as_deref().or(set.as_deref()).unwrap_or(usual);
    text.parse().map_err(|error: RuleError| TextError(error.to_string()))
}

/// Reads `POSITION [moves MOVE…]`. The moves are judged by the accept rules and may run past the end of the game.
///
/// # Errors
/// If the position is none, or a move is refused; the message says which one and why.
pub fn read_game<V: Variant>(text: &str, rules: &Rules<V>) -> Result<Game<V::Position>, TextError> {
    let mut words = text.split_whitespace();
    let position: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
    let mut game = Game::new(V::parse_position(&position.join(" "), rules)?);
    for (index, word) in words.enumerate() {
        play::<V>(&mut game, word)
            .map_err(|TextError(reason)| TextError(format!("move {} ({}): {reason}", index + 1, excerpt(word))))?;
    }
    Ok(game)
}

/// The beginning of a text from outside, for a message.
fn excerpt(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Plays a move given as text, in any spelling, judged by the accept rules.
pub(super) fn play<V: Variant>(game: &mut Game<V::Position>, text: &str) -> Result<(), TextError> {
    let mv = V::parse_move(&game.accepting(), text)?;
    game.judge(mv).map_err(|refusal| TextError(refusal.to_string()))?;
    game.play(mv);
    Ok(())
}
