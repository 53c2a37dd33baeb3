//! Shishi (獅子, "lion"), an engine for Chu Shogi and its kin.
//!
//! # The map
//!
//! A tower: a module imports from the rows above it and never from those below. What the rows mean for each other is
//! told in `docs/architecture.md`.
//!
//! | module | what it holds |
//! |---|---|
//! | [`files`] | files that replace others as a whole, and locks |
//! | [`geometry`] | directions, sets of squares and the first blocker on a line, for boards of every size |
//! | [`ini`] | files of sections, keys and values, with the line of each |
//! | [`position`] | the contract between the rules of a game, the search and the tools |
//! | [`eval`] | the contract between the search and an evaluation; terms, weights and their names |
//! | [`search`] | iterative deepening, alpha-beta, quiescence, transposition table, time, threads |
//! | [`mate`] | the mate solver: proof-number search for tsume problems |
//! | [`game`] | a start position and the moves played from it; results; perft |
//! | [`notation`] | what all games share of positions, moves and piece descriptions as text |
//! | [`view`] | positions and moves as data, for boards and editors |
//! | [`games`] | the games, a folder each, and their registry; nothing outside it names a game |
//! | [`settings`] | the table of options, and `engine.ini` |
//! | [`engine`] | the façade: a game and its search behind one interface, the same for every game |
//! | [`record`] | games as files hold them |
//! | [`openings`] | where games begin: openings from files, or random moves balanced by a search |
//! | [`training`] | self-play games, and the tuning of evaluations to them |
//! | [`arena`] | matches between engines: processes, referee, statistics, log |
//! | [`protocol`] | CECP, the language of XBoard and WinBoard, and USI, that of lishogi |
//! | `cli` | one file per command: reads flags, calls the module that does the work, prints |
//!
//! # A first example
//!
//! The lion takes a pawn on the way and lands behind it, told in the notation of lishogi:
//!
//! ```
//! use shishi::games::{Chu, Variant};
//! use shishi::notation::{MoveFormat, PositionFormat};
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
#[cfg(feature = "cli")]
pub mod cli;
pub mod engine;
pub mod eval;
pub mod files;
pub mod game;
pub mod games;
pub mod geometry;
pub mod ini;
pub mod mate;
pub mod notation;
pub mod openings;
pub mod position;
pub mod protocol;
pub mod record;
pub mod search;
pub mod settings;
pub mod training;
pub mod view;
