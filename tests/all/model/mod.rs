//! A second implementation of Chu Shogi, slow and plain, written along chu-rules §1 to §7 and sharing nothing with the
//! program. The tests compare the program with it.

pub mod ends;
pub mod game;
pub mod moves;
pub mod pieces;

use pieces::Piece;
use std::collections::{BTreeMap, BTreeSet};

/// A square: Japanese file and rank, both from 1.
pub type Square = (i32, i32);

/// The square that many steps away, if it is on the board.
pub fn step(from: Square, (file, rank): (i32, i32), distance: i32) -> Option<Square> {
    let (file, rank) = (from.0 + file * distance, from.1 + rank * distance);
    ((1..=12).contains(&file) && (1..=12).contains(&rank)).then_some((file, rank))
}

/// King distance.
pub fn distance(a: Square, b: Square) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

/// The up to eight squares at distance 1.
pub fn neighbours(square: Square) -> impl Iterator<Item = Square> {
    (-1..=1).flat_map(move |file| (-1..=1).map(move |rank| (file, rank))).filter_map(move |by| {
        let other = step(square, by, 1)?;
        (other != square).then_some(other)
    })
}

/// The name of a square: `7j`.
pub fn name((file, rank): Square) -> String {
    format!("{file}{}", (b'a' + rank as u8 - 1) as char)
}

fn square_named(text: &str) -> Square {
    let (file, rank) = text.split_at(text.len() - 1);
    (file.parse().expect("a file"), i32::from(rank.as_bytes()[0] - b'a') + 1)
}

/// The flags of chu-rules §7.
#[derive(Clone)]
pub struct Rules(BTreeMap<&'static str, String>);

/// The table of chu-rules §7: flag, all values, and those of the presets historic, jcsa, lishogi, winboard, msm.
pub const FLAGS: [(&str, &str, &str); 17] = [
    ("lion.foot", "after strict", "after strict strict after after"),
    ("lion.recursive", "true false", "false false false false false"),
    ("cs.mode", "always if_protected", "always if_protected always always always"),
    ("cs.same_square", "exempt bound", "exempt bound exempt exempt exempt"),
    ("cs.binds_lions", "true false", "false false false true false"),
    ("cs.hit_and_run", "bound free", "bound bound bound bound bound"),
    ("promo.mode", "strict msm delay free", "strict strict strict strict msm"),
    ("promo.last_rank", "none P PL PI PLI", "P P PL P P"),
    ("rep.rule", "off forbid forbid4 jcsa lishogi", "forbid jcsa lishogi forbid forbid4"),
    ("rep.check_exempt", "true false", "true - - false false"),
    ("rep.key_cs", "true false", "true true true false true"),
    ("rep.neutral", "draw mover", "- draw - - -"),
    ("end.bare_king", "none jcsa jcsa_literal lishogi", "none jcsa lishogi none none"),
    ("end.bare_vs_bare", "on off", "on on on on on"),
    ("end.no_moves", "loss", "loss loss loss loss loss"),
    ("end.mate", "off on", "off off off off off"),
    ("end.ply_cap", "none 7 40", "none none 1000 none none"),
];

impl Rules {
    /// Reads `preset:flag=value,…`.
    pub fn parse(text: &str) -> Rules {
        let (preset, changes) = text.split_once(':').unwrap_or((text, ""));
        let column = crate::support::PRESETS.iter().position(|name| *name == preset).expect("a preset");
        let of_preset = |cell: &str| cell.split(' ').nth(column).expect("five presets").to_owned();
        let mut rules: BTreeMap<_, _> = FLAGS.iter().map(|(flag, _, cell)| (*flag, of_preset(cell))).collect();
        for change in changes.split(',').filter(|change| !change.is_empty()) {
            let (flag, value) = change.split_once('=').expect("flag=value");
            *rules.get_mut(flag).expect("a flag") = value.to_owned();
        }
        Rules(rules)
    }

    /// The value of a flag.
    pub fn get(&self, flag: &str) -> &str {
        &self.0[flag]
    }

    /// Whether a flag has this value.
    pub fn is(&self, flag: &str, value: &str) -> bool {
        self.get(flag) == value
    }
}

/// Pieces on squares.
#[derive(Clone, PartialEq, Eq)]
pub struct Board([Option<Piece>; 144]);

impl Board {
    /// What stands on a square.
    pub fn at(&self, (file, rank): Square) -> Option<Piece> {
        self.0[(file + 12 * rank - 13) as usize]
    }

    /// Puts something, or nothing, on a square.
    pub fn put(&mut self, (file, rank): Square, piece: Option<Piece>) {
        self.0[(file + 12 * rank - 13) as usize] = piece;
    }

    /// All pieces of a side.
    pub fn pieces(&self, white: bool) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let all = (1..=12).flat_map(|rank| (1..=12).map(move |file| (file, rank)));
        all.filter_map(move |square| Some((square, self.at(square).filter(|piece| piece.white == white)?)))
    }

    /// The board without what stands on these squares.
    pub fn without(&self, squares: &[Square]) -> Board {
        let mut board = self.clone();
        squares.iter().for_each(|square| board.put(*square, None));
        board
    }
}

/// Everything that can change the legal moves, the history apart.
#[derive(Clone, PartialEq, Eq)]
pub struct State {
    /// The pieces.
    pub board: Board,
    /// Whether White is to move.
    pub white: bool,
    /// The counter-strike square (§4.3).
    pub cs: Option<Square>,
    /// Suspended promotions (§3.4, `msm`).
    pub suspended: BTreeSet<Square>,
    /// Where each side has just entered its zone without promoting (§3.4, `delay`).
    pub entered: [Option<Square>; 2],
}

impl State {
    /// Reads SFEN, which must be right.
    pub fn parse(sfen: &str) -> State {
        let fields: Vec<&str> = sfen.split(' ').collect();
        let mut board = Board([None; 144]);
        for (rank, row) in (1..).zip(fields[0].split('/')) {
            let mut file = 12;
            let mut rest = row;
            while !rest.is_empty() {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                let length = if digits > 0 { digits } else { 1 + usize::from(rest.starts_with('+')) };
                let (word, tail) = rest.split_at(length);
                rest = tail;
                if digits > 0 {
                    file -= word.parse::<i32>().expect("a number");
                } else {
                    board.put((file, rank), Some(Piece::of_code(word)));
                    file -= 1;
                }
            }
            assert_eq!(file, 0, "{sfen}");
        }
        let cs = fields.get(2).filter(|field| **field != "-").map(|field| square_named(field));
        State { board, white: fields[1] == "w", cs, suspended: BTreeSet::new(), entered: [None; 2] }
    }

    /// Writes the first three fields of SFEN.
    pub fn write(&self) -> String {
        let mut text = String::new();
        for rank in 1..=12 {
            let mut empty = 0;
            for file in (1..=12).rev() {
                match self.board.at((file, rank)) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            text.push_str(&empty.to_string());
                            empty = 0;
                        }
                        let code = piece.row().code;
                        text.push_str(&if piece.white { code.to_lowercase() } else { code.to_owned() });
                    }
                }
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            text.push(if rank < 12 { '/' } else { ' ' });
        }
        text.push_str(if self.white { "w " } else { "b " });
        text + &self.cs.map_or("-".to_owned(), name)
    }
}
