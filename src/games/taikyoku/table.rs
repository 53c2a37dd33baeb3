//! The pieces as the board knows them, by piece code: a table for each reading of the rules.

use super::movement::{Moves, Powers, Ray};
use super::piece::{Kind, PIECES, Piece};
use super::rules::{Switches, TaikyokuRules};
use super::value;
use crate::geometry::{Direction, Directions};
use crate::position::Side;
use once_cell::sync::OnceCell;

/// A piece of this rank or a lower one can be jumped over by some other; the highest rank is 1.
pub(super) const LOWEST_RANK: u8 = 5;

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
    /// Bits of [`LEAPS`](super::movement::LEAPS).
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

impl PieceInfo {
    /// What `moves` make of a piece of `side`; the rest is as in `nothing`.
    fn moving(moves: &Moves, side: Side, nothing: PieceInfo) -> PieceInfo {
        let turn = if side == Side::Black { 0 } else { 4 };
        let mut info = PieceInfo { leaps: moves.leaps.rotate_left(turn), ..nothing };
        for (direction, ray) in moves.rays.iter().enumerate() {
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
        let still = |direction: Direction| moves.rays[direction.index()] == Ray::default();
        // Knights' leaps forward are NNE and NNW.
        let leaps_forward = moves.leaps & !0b1000_0001 == 0;
        info.only_forward = Direction::ALL.into_iter().filter(elsewhere).all(still)
            && leaps_forward
            && !info.powers.intersects(Powers::HOOK | Powers::PASS | Powers::LION);
        info
    }
}

/// The pieces under one reading of the rules.
pub(super) struct PieceTable {
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
static TABLES: [OnceCell<PieceTable>; 16] = [const { OnceCell::new() }; 16];

impl PieceTable {
    /// The pieces under these rules.
    pub fn of(rules: &TaikyokuRules) -> &'static PieceTable {
        let reading = rules.switches & READINGS;
        TABLES[reading.bits() as usize % TABLES.len()].get_or_init(|| PieceTable::compile(reading))
    }

    /// What there is to know of a piece; of no piece, what moves nowhere.
    #[inline]
    pub fn info(&self, piece: Piece) -> &PieceInfo {
        &self.infos[piece.code()]
    }

    fn compile(reading: Switches) -> PieceTable {
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
                        ..PieceInfo::moving(&moves[kind.index()], side, nothing)
                    };
                }
            }
        }
        PieceTable { infos, sweeps: reading.contains(Switches::SWEEP) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::movement::FAR;
    use super::*;

    fn info(id: &str, side: Side, rules: TaikyokuRules) -> &'static PieceInfo {
        PieceTable::of(&rules).info(Piece::new(Kind::from_id(id).unwrap(), false, side))
    }

    #[test]
    fn every_reading_compiles() {
        for reading in 0..16 {
            let table = PieceTable::compile(Switches::from_bits_truncate(reading));
            assert_eq!(table.infos.len(), PIECES);
            for kind in Kind::all() {
                let info = table.info(Piece::new(kind, false, Side::Black));
                assert!(!info.directions.is_empty() || info.leaps != 0, "{}", kind.info().id);
                assert!(info.value > 0, "{}", kind.info().id);
            }
        }
    }

    #[test]
    fn notation_becomes_rays() {
        let north = |id: &str, rules| info(id, Side::Black, rules).rays[Direction::North.index()];
        let standard = TaikyokuRules::STANDARD;
        assert_eq!(north("L", standard), Ray { slide: FAR, ..Ray::default() });
        assert_eq!(north("MC", standard), Ray { slide: FAR, jumps: [0, FAR + 1, 0], ..Ray::default() });
        assert_eq!(north("AD", standard), Ray { slide: FAR, jumps: [FAR + 1, FAR + 1, 0], ..Ray::default() });
        assert_eq!(north("AD", TaikyokuRules::SWEEPING), Ray { powers: Powers::OVER, ..Ray::default() });
        assert_eq!(north("FLC", standard), Ray { jumps: [0, 1, 0], ..Ray::default() });
        let wooden_dove = info("WD", Side::White, standard).rays[Direction::SouthEast.index()];
        assert_eq!(wooden_dove, Ray { slide: FAR, jumps: [0, 3, 0], ..Ray::default() });
        // White's forward is south.
        assert_eq!(info("P", Side::White, standard).rays[Direction::South.index()].slide, 1);
        assert_eq!(info("P", Side::White, standard).directions, Directions(1 << Direction::South as u8));
        assert_eq!(info("N", Side::Black, standard).leaps, 0b1000_0001);
        assert_eq!(info("N", Side::White, standard).leaps, 0b0001_1000);
        assert_eq!(info("LN", Side::White, standard).leaps, 0xff);
        for (id, forward) in [("P", true), ("N", true), ("L", true), ("SG", true), ("GB", false), ("SM", false)] {
            assert_eq!(info(id, Side::White, standard).only_forward, forward, "{id}");
        }
    }

    #[test]
    fn values_are_in_the_order_of_what_pieces_can_do() {
        let value = |id: &str| {
            let piece = Piece::new(Kind::from_id(id).unwrap(), false, Side::Black);
            PieceTable::of(&TaikyokuRules::STANDARD).info(piece).value
        };
        assert!((95..=105).contains(&value("P")), "{}", value("P"));
        let order = ["P", "GB", "S", "B", "R", "DK", "FK", "GG"];
        assert!(order.map(value).is_sorted(), "{:?}", order.map(value));
        // A hook mover is worth more than a free king, a lion than any that only steps.
        assert!(value("HM") > value("FK") && value("LN") > value("G") && value("FE") > value("FK"));
    }
}
