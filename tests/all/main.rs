//! All integration tests, one binary: the rules against tables of known answers, the protocol against what graphical
//! interfaces send, and whole games in XBoard and against HaChu. They drive the real program through its command
//! line and its pipes.

mod support;

mod accept;
mod arena;
mod arena_faults;
mod arena_output;
mod cecp;
mod cecp_abuse;
mod cecp_game;
mod cecp_random;
mod citations;
mod cli;
mod convert;
mod cutechess;
mod diagrams;
mod endings;
mod explain;
mod fuzz;
mod games;
mod hachu;
mod handicaps;
mod heisei;
mod install_xboard;
mod kif;
mod latency;
mod lishogi;
mod mate;
mod memory;
mod model;
mod model_check;
mod moves;
mod oddities;
mod outside;
mod perft;
mod play;
mod properties;
mod public_cases;
mod rule_cases;
mod rules;
mod rules_page;
mod san;
mod soak;
mod stress;
mod taikyoku;
mod taikyoku_play;
mod tsa;
mod tsume;
mod usi;
mod views;
mod whale;
mod xboard;
mod xboard_mouse;
mod xboard_records;
