//! Counts the moves of a position and lists the captures among them.
//!
//!     cargo run --release --example count_moves -- [VARIANT [POSITION]]
//!
//! Without arguments: the start position of Chu Shogi.

use shishi::engine::{self, Interface, Options};
use shishi::notation::MoveFormat;
use shishi::settings::Settings;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let variant = arguments.next().unwrap_or_else(|| "chu".to_owned());
    let position = arguments.next().unwrap_or_else(|| "startpos".to_owned());

    // An engine is a game and its search; the options are those of the command line.
    let options = Options::new(Interface::CommandLine, None, Settings::default());
    let mut engine = engine::create(&variant, &options)?;
    engine.set_position(&position)?;

    let moves = engine.legal_moves(MoveFormat::Usi);
    println!("{}: {} moves for {:?}", engine.title(), moves.len(), engine.side_to_move());
    let board = engine.board();
    for mv in moves.iter().filter(|mv| !mv.captures.is_empty()) {
        let taken: Vec<&str> =
            mv.captures.iter().filter_map(|&square| Some(board.piece_on(square)?.kind.name.as_str())).collect();
        println!("{} takes {}", mv.text, taken.join(" and "));
    }
    Ok(())
}
