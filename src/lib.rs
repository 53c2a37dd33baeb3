//! Shishi (獅子, "lion"), an engine for Chu Shogi and its kin.
//!
//! # The map of the house
//!
//! Data flows one way: stdin line → [`protocol`] → [`engine`] → [`game`] and [`search`] → events → [`protocol`] → stdout
//! line.
//!
//! | room | what lives there |
//! |---|---|
//! | [`cli`] | one file per command: reads flags, calls the room that does the work, prints |
//! | [`settings`] | `engine.ini`, every key checked |
//! | [`protocol`] | CECP, the language of XBoard and WinBoard, and USI, that of lishogi; the one reader of stdin and writer of stdout |
//! | [`arena`] | matches between engines: processes, referee, openings, statistics, log |
//! | [`engine`] | the façade: a game and its search in text and typed options; what a game brings with it |
//! | [`game`] | a start position and the moves played from it; results; perft |
//! | [`position`] | the contract between a game's rules, the search and the tools |
//! | [`search`] | iterative deepening, alpha-beta, quiescence, transposition table, time, threads; it knows no game |
//! | [`mate`] | the mate solver: proof-number search for tsume problems; it knows no game |
//! | [`geometry`] | directions, sets of squares and the first blocker on a line, for boards of every size |
//! | [`chu`] | Chu Shogi: pieces, rules, move generation, lion rules, exchange evaluation, evaluation; in [`chu::heisei`] the game with reserves |
//! | [`whale`] | Whale Shogi and Paulowich Whale Shogi: pieces, rules, drops, move generation, evaluation |
//! | [`taikyoku`] | Taikyoku Shogi on 36 × 36 squares: pieces read from a table, rules, move generation, evaluation |
//! | [`record`] | games as files hold them |
//! | [`training`] | self-play games, and what is learnt from them |
//! | [`notation`] | positions, moves, boards and reasons as text |
//!
//! # A first example
//!
//! The lion takes a pawn on the way and lands behind it, told in the notation of lishogi:
//!
//! ```
//! use shishi::engine::{Chu, MoveFormat, PositionFormat, Variant};
//! use shishi::game::Game;
//!
//! let rules = "lishogi".parse()?;
//! let mut game = Game::new(Chu::parse_position("k11/12/12/12/12/5p6/5N6/12/12/12/12/11K b - 1", &rules)?);
//! let double_move = Chu::parse_move(game.position(), "7g7f7e")?;
//! assert_eq!(Chu::write_move(game.position(), double_move, MoveFormat::Cecp), "f6f7,f7f8");
//! game.play(double_move);
//! let after = Chu::write_position(game.position(), PositionFormat::Sfen, game.ply());
//! assert_eq!(after, "k11/12/12/12/5N6/12/12/12/12/12/12/11K w - 2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![warn(missing_docs)]

pub mod arena;
pub mod chu;
pub mod cli;
pub mod engine;
pub mod game;
pub mod geometry;
pub mod mate;
pub mod notation;
pub mod position;
pub mod protocol;
pub mod record;
pub mod search;
pub mod settings;
pub mod taikyoku;
pub mod training;
pub mod whale;
