//! The moves of the pieces, compiled from the notation of the table for one reading of the rules.

use super::piece::{Kind, PIECES, Piece};
use super::rules::{Switches, TaikyokuRules};
use super::square::SIZE;
use super::value;
use crate::geometry::{Direction, Directions};
use crate::position::Side;
use bitflags::bitflags;
use once_cell::sync::OnceCell;

/// More steps than any line has.
const FAR: u8 = SIZE as u8;

/// A piece of this rank or a lower one can be jumped over by some other; the highest rank is 1.
pub(super) const LOWEST_RANK: u8 = 5;

bitflags! {
    /// What a piece can do in a direction beside sliding and jumping.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(super) struct Powers: u8 {
        /// Turns once, at right angles, on any empty square of its slide.
        const HOOK = 1;
        /// A range jump or, where the rules say so, a sweep.
        const RANGE = 1 << 1;
        /// Slides over up to three pieces.
        const OVER = 1 << 2;
        /// Takes the adjacent piece without moving.
        const IGUI = 1 << 3;
        /// Passes if the adjacent square is empty.
        const PASS = 1 << 4;
        /// Two king steps, with a capture on the first.
        const LION = 1 << 5;
    }
}

/// What a piece can do in one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ray {
    /// Most steps of a slide.
    pub slide: u8,
    /// For jumps to the second, third and fourth square: 0 if there is none, else one more than the most steps of the
    /// slide that may follow.
    pub jumps: [u8; 3],
    /// Most steps of a walk that takes every piece on its way.
    pub walk: u8,
    /// Everything else.
    pub powers: Powers,
}

impl Ray {
    /// The jumps there are: the square they go to, and the most steps that may follow.
    #[inline]
    pub fn jumps(&self) -> impl Iterator<Item = (u8, u8)> + use<> {
        (2..).zip(self.jumps).filter(|&(_, most)| most > 0).map(|(to, most)| (to, most - 1))
    }

    fn has_jumps(&self) -> bool {
        self.jumps != [0; 3]
    }
}

/// Eight leaps, each between a direction and the next: NNE, NEE, SEE, SSE, SSW, SWW, NWW, NNW.
pub(super) const LEAPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// A piece as the board knows it: of one side, promoted or not.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceInfo {
    /// What it is now.
    pub kind: Kind,
    /// What it can do in each direction of the board.
    pub rays: [Ray; 8],
    /// The directions in which it can do anything.
    pub directions: Directions,
    /// The directions in which it jumps, sweeps and so on; in the others it only slides.
    pub special: Directions,
    /// Bits of [`LEAPS`].
    pub leaps: u8,
    /// What it can do in any direction.
    pub powers: Powers,
    /// The longest walk.
    pub walk: u8,
    /// 1 to 5, the highest first.
    pub rank: u8,
    pub royal: bool,
    /// Whether it promotes when it reaches the zone.
    pub promotes: bool,
    /// Whether it never goes back or sideways.
    pub only_forward: bool,
    /// Exchange value, centipawns.
    pub value: i32,
    /// Value of what it promotes to less its own; 0 if it does not promote.
    pub gain: i32,
}

/// The pieces under one reading of the rules.
pub(super) struct Book {
    infos: Vec<PieceInfo>,
    /// Whether range moves sweep.
    pub sweeps: bool,
}

/// The switches that change what the pieces are.
const READINGS: Switches = Switches::ALTERNATIVE_MOVES
    .union(Switches::SWEEP)
    .union(Switches::HASH_OVER)
    .union(Switches::ALTERNATIVE_PROMOTION);

/// One for each combination of [`READINGS`], which are the lowest bits.
static BOOKS: [OnceCell<Book>; 16] = [const { OnceCell::new() }; 16];

impl Book {
    /// The pieces under these rules.
    pub fn of(rules: &TaikyokuRules) -> &'static Book {
        let reading = rules.switches & READINGS;
        BOOKS[reading.bits() as usize % BOOKS.len()].get_or_init(|| Book::compile(reading))
    }

    /// What there is to know of a piece; of no piece, what moves nowhere.
    #[inline]
    pub fn info(&self, piece: Piece) -> &PieceInfo {
        &self.infos[piece.code()]
    }

    fn compile(reading: Switches) -> Book {
        let moves: Vec<Moves> = Kind::all()
            .map(|kind| {
                let info = kind.info();
                let text = if reading.contains(Switches::ALTERNATIVE_MOVES) { info.moves_alt } else { info.moves };
                let parsed = Moves::parse(text, reading);
                parsed.unwrap_or_else(|error| panic!("pieces.tsv: {}: {error}", info.id))
            })
            .collect();
        let values: Vec<i32> = Kind::all().map(|kind| value::of(kind, &moves[kind.index()])).collect();
        let nothing = PieceInfo {
            kind: Kind::all().next().expect("a kind"),
            rays: [Ray::default(); 8],
            directions: Directions::NONE,
            special: Directions::NONE,
            leaps: 0,
            powers: Powers::empty(),
            walk: 0,
            rank: LOWEST_RANK,
            royal: false,
            promotes: false,
            only_forward: false,
            value: 0,
            gain: 0,
        };
        let mut infos = vec![nothing; PIECES];
        for origin in Kind::all() {
            let info = origin.info();
            let alternative = reading.contains(Switches::ALTERNATIVE_PROMOTION);
            let promotion = if alternative { info.promotion_alt } else { info.promotion };
            for side in Side::BOTH {
                for promoted in [false, true] {
                    // No piece has promoted that cannot; its code is not used.
                    let kind = if promoted { promotion.unwrap_or(origin) } else { origin };
                    let becomes = promotion.filter(|_| !promoted);
                    let value = values[kind.index()];
                    infos[Piece::new(origin, promoted, side).code()] = PieceInfo {
                        kind,
                        rank: kind.info().rank,
                        royal: kind.info().royal,
                        promotes: becomes.is_some(),
                        value,
                        gain: becomes.map_or(0, |kind| values[kind.index()] - value),
                        ..moves[kind.index()].of_side(side, nothing)
                    };
                }
            }
        }
        Book { infos, sweeps: reading.contains(Switches::SWEEP) }
    }
}

/// The moves of a kind, forward being north.
#[derive(Clone, Copy, Default)]
pub(super) struct Moves {
    pub rays: [Ray; 8],
    pub leaps: u8,
}

/// The names of the directions, in the order of [`Direction::ALL`].
const DIRECTION_NAMES: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

/// The leaps that have names, with their numbers in [`LEAPS`].
const LEAP_NAMES: [(&str, u8); 4] = [("NNE", 0), ("SSE", 3), ("SSW", 4), ("NNW", 7)];

impl Moves {
    /// Reads the notation of the table: atoms `DIRECTIONS:KIND` between commas.
    fn parse(text: &str, reading: Switches) -> Result<Moves, String> {
        let mut moves = Moves::default();
        for atom in text.split(',').map(str::trim) {
            let (directions, kind) = atom.split_once(':').ok_or_else(|| format!("no colon in '{atom}'"))?;
            for name in directions.split('/') {
                if kind == "leap" {
                    let leap = LEAP_NAMES.iter().find(|(known, _)| *known == name);
                    moves.leaps |= 1 << leap.ok_or_else(|| format!("no leap {name}"))?.1;
                    continue;
                }
                let direction = DIRECTION_NAMES.iter().position(|known| *known == name);
                let direction = direction.ok_or_else(|| format!("no direction {name}"))?;
                moves.rays[direction].add(kind, reading)?;
                if kind == "lion" {
                    // The leaps on both sides of the direction.
                    moves.leaps |= 1 << direction | 1 << ((direction + 7) % 8);
                }
            }
        }
        Ok(moves)
    }

    fn of_side(&self, side: Side, nothing: PieceInfo) -> PieceInfo {
        let turn = if side == Side::Black { 0 } else { 4 };
        let mut info = PieceInfo { leaps: self.leaps.rotate_left(turn), ..nothing };
        for (direction, ray) in self.rays.iter().enumerate() {
            let direction = (direction + turn as usize) % 8;
            info.rays[direction] = *ray;
            let bit = Directions(1 << direction);
            if *ray != Ray::default() {
                info.directions = info.directions.union(bit);
            }
            if ray.has_jumps() || ray.walk > 0 || !ray.powers.is_empty() {
                info.special = info.special.union(bit);
            }
            info.powers |= ray.powers;
            info.walk = info.walk.max(ray.walk);
        }
        let forward = [Direction::North, Direction::NorthEast, Direction::NorthWest];
        let elsewhere = |direction: &Direction| !forward.contains(direction);
        let still = |direction: Direction| self.rays[direction.index()] == Ray::default();
        // Knights' leaps forward are NNE and NNW.
        let leaps_forward = self.leaps & !0b1000_0001 == 0;
        info.only_forward = Direction::ALL.into_iter().filter(elsewhere).all(still)
            && leaps_forward
            && !info.powers.intersects(Powers::HOOK | Powers::PASS | Powers::LION);
        info
    }
}

impl Ray {
    /// Adds an atom of the notation.
    fn add(&mut self, kind: &str, reading: Switches) -> Result<(), String> {
        let number = |text: &str| match text.parse::<u8>() {
            Ok(number) if (1..FAR).contains(&number) => Ok(number),
            _ => Err(format!("no number from 1 in '{kind}'")),
        };
        match kind {
            "slide" => self.slide = FAR,
            "hash" if reading.contains(Switches::HASH_OVER) => self.powers |= Powers::OVER,
            "hash" => ["slide", "jump2+slide", "jump3+slide"].iter().try_for_each(|atom| self.add(atom, reading))?,
            "hook" => (self.slide, self.powers) = (FAR, self.powers | Powers::HOOK),
            "range" if reading.contains(Switches::SWEEP) => self.powers |= Powers::RANGE,
            "range" => (self.slide, self.powers) = (FAR, self.powers | Powers::RANGE),
            "igui" => self.powers |= Powers::IGUI,
            "pass" => self.powers |= Powers::PASS,
            "lion" => {
                self.slide = self.slide.max(1);
                self.add("jump2", reading)?;
                self.powers |= Powers::LION | Powers::IGUI | Powers::PASS;
            }
            _ => match (kind.strip_prefix("step"), kind.strip_prefix("walk"), kind.strip_prefix("jump")) {
                (Some(steps), ..) => self.slide = self.slide.max(number(steps)?),
                (_, Some(steps), _) => {
                    self.walk = number(steps)?;
                    // Over empty squares it is a slide.
                    self.slide = self.slide.max(self.walk);
                }
                (.., Some(jump)) => {
                    let (to, then) = jump.split_once('+').unwrap_or((jump, ""));
                    let steps = match then {
                        "" => 0,
                        "slide" => FAR,
                        _ => number(then.strip_prefix("step").ok_or_else(|| format!("no move '{kind}'"))?)?,
                    };
                    let jump = self.jumps.get_mut((number(to)? as usize).wrapping_sub(2));
                    let jump = jump.ok_or_else(|| format!("no jump '{kind}'"))?;
                    *jump = (*jump).max(steps + 1);
                }
                _ => return Err(format!("no move '{kind}'")),
            },
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(id: &str, side: Side, rules: TaikyokuRules) -> &'static PieceInfo {
        Book::of(&rules).info(Piece::new(Kind::from_id(id).unwrap(), false, side))
    }

    #[test]
    fn every_reading_compiles() {
        for reading in 0..16 {
            let book = Book::compile(Switches::from_bits_truncate(reading));
            assert_eq!(book.infos.len(), PIECES);
            for kind in Kind::all() {
                let info = book.info(Piece::new(kind, false, Side::Black));
                assert!(!info.directions.is_empty() || info.leaps != 0, "{}", kind.info().id);
                assert!(info.value > 0, "{}", kind.info().id);
            }
        }
        let parse = |text| Moves::parse(text, Switches::empty()).map(|_| ());
        for bad in
            ["N", "N:", "X:slide", "N:jump", "N:jump9", "N:jump2+hop", "N:step0", "NNE:slide", "NEE:leap", "N:fly"]
        {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn notation_becomes_rays() {
        let north = |id: &str, rules| info(id, Side::Black, rules).rays[Direction::North.index()];
        let seed = TaikyokuRules::SEED;
        assert_eq!(north("L", seed), Ray { slide: FAR, ..Ray::default() });
        assert_eq!(north("MC", seed), Ray { slide: FAR, jumps: [0, FAR + 1, 0], ..Ray::default() });
        assert_eq!(north("AD", seed), Ray { slide: FAR, jumps: [FAR + 1, FAR + 1, 0], ..Ray::default() });
        assert_eq!(north("AD", TaikyokuRules::SWEEPING), Ray { powers: Powers::OVER, ..Ray::default() });
        assert_eq!(north("FLC", seed), Ray { jumps: [0, 1, 0], ..Ray::default() });
        let wooden_dove = info("WD", Side::White, seed).rays[Direction::SouthEast.index()];
        assert_eq!(wooden_dove, Ray { slide: FAR, jumps: [0, 3, 0], ..Ray::default() });
        // White's forward is south.
        assert_eq!(info("P", Side::White, seed).rays[Direction::South.index()].slide, 1);
        assert_eq!(info("P", Side::White, seed).directions, Directions(1 << Direction::South as u8));
        assert_eq!(info("N", Side::Black, seed).leaps, 0b1000_0001);
        assert_eq!(info("N", Side::White, seed).leaps, 0b0001_1000);
        assert_eq!(info("LN", Side::White, seed).leaps, 0xff);
        for (id, forward) in [("P", true), ("N", true), ("L", true), ("SG", true), ("GB", false), ("SM", false)] {
            assert_eq!(info(id, Side::White, seed).only_forward, forward, "{id}");
        }
    }
}
