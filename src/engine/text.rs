//! Texts that name whole games.

use super::{GameError, Interface, Options, PlayError};
use crate::game::Game;
use crate::games::{Rules, Variant};
use crate::notation::excerpt;
use crate::position::RuleError;

/// The rule set the options ask for.
///
/// # Errors
/// If the text of the options or of the settings names no rule set of this variant.
pub fn rules<V: Variant>(options: &Options) -> Result<Rules<V>, RuleError> {
    let settings = options.settings.variant(V::NAME);
    let (set, usual) = match options.interface {
        Interface::CommandLine => (settings.rules, V::RULES),
        Interface::Cecp => (settings.cecp_rules, V::CECP_RULES),
        Interface::Usi => (settings.usi_rules, V::USI_RULES),
    };
    let text = options.rules.as_deref().or(set.as_deref()).unwrap_or(usual);
    text.parse()
}

/// Reads `POSITION [moves MOVE…]`. The moves are judged by the accept rules and may run past the end of the game.
///
/// # Errors
/// If the position is none, or a move is refused.
pub fn read_game<V: Variant>(text: &str, rules: &Rules<V>) -> Result<Game<V::Position>, GameError> {
    let mut words = text.split_whitespace();
    let position: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
    let mut game = Game::new(V::parse_position(&position.join(" "), rules)?);
    for (index, word) in words.enumerate() {
        play::<V>(&mut game, word).map_err(|error| GameError::Move {
            number: index + 1,
            text: excerpt(word),
            error,
        })?;
    }
    Ok(game)
}

/// Plays a move given as text, in any spelling, judged by the accept rules.
pub(super) fn play<V: Variant>(game: &mut Game<V::Position>, text: &str) -> Result<(), PlayError> {
    let mv = V::parse_move(&game.accepting(), text)?;
    game.judge(mv)?;
    game.play(mv);
    Ok(())
}
