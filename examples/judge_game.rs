//! Judges a game, move by move: plays the moves it is given and says at the first one that the rules forbid, why; at the
//! end, whether the game is over.
//!
//!     cargo run --release --example judge_game -- lishogi 7i7h 6d6e 6i6h 5c6d

use shishi::game::Game;
use shishi::games::{Chu, Variant};
use shishi::notation::{MoveFormat, PositionFormat};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let rules = arguments.next().unwrap_or_else(|| "historic".to_owned()).parse()?;

    // The concrete types of a game, without the façade.
    let mut game = Game::new(Chu::start(&rules));
    for (number, text) in (1..).zip(arguments) {
        let read = Chu::parse_move(game.position(), &text).map_err(|error| error.to_string());
        let judged = read.and_then(|mv| game.judge_own(mv).map(|()| mv).map_err(|refusal| refusal.to_string()));
        match judged {
            Ok(mv) => {
                println!("{number}. {}", Chu::write_move(game.position(), mv, MoveFormat::Tsa));
                game.play(mv);
            }
            Err(reason) => {
                println!("{number}. {text} is illegal: {reason}");
                return Ok(());
            }
        }
    }
    println!("{}", Chu::write_position(game.position(), PositionFormat::Sfen, game.ply()));
    match game.outcome() {
        Some(outcome) => println!("{}", Chu::describe_outcome(outcome, ["Black", "White"])),
        None => println!("the game goes on"),
    }
    Ok(())
}
