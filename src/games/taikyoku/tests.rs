//! The fast generator against a slow one that walks the board with the notation of the table in its hand; attacks, exchanges
//! and single rules.

use super::text::{parse_move, parse_position, write_move};
use super::*;
use crate::notation::MoveFormat;
use crate::position::{Move, MoveClass, MoveList, Outcome, Position, SearchHints, Side};
use crate::position::{Presets, Random};
use std::collections::BTreeSet;

/// What a move does: start, captured squares, destination, whether it promotes.
type Deed = (Square, BTreeSet<usize>, Square, bool);

fn shift(square: Square, files: i32, ranks: i32) -> Option<Square> {
    let file = usize::try_from(square.file() as i32 + files).ok()?;
    Square::new(file, usize::try_from(square.rank() as i32 + ranks).ok()?)
}

/// File and rank change of a direction by its name, as Black sees it.
fn step(name: &str) -> (i32, i32) {
    let count = |letter: char| name.chars().filter(|&c| c == letter).count() as i32;
    (count('E') - count('W'), count('N') - count('S'))
}

/// Walks the board.
struct Slow<'a> {
    position: &'a TaikyokuPosition,
    from: Square,
    kind: Kind,
    deeds: BTreeSet<Deed>,
}

const NAMES: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

impl Slow<'_> {
    fn kind_now(position: &TaikyokuPosition, square: Square) -> Option<Kind> {
        let piece = position.piece_on(square);
        let origin = piece.origin()?;
        let alternative = position.rules.has(Switches::ALTERNATIVE_PROMOTION);
        let promotion = if alternative { origin.info().promotion_alt } else { origin.info().promotion };
        Some(if piece.is_promoted() { promotion.expect("a promotion") } else { origin })
    }

    fn is_empty(&self, square: Square) -> bool {
        self.position.piece_on(square).is_none()
    }

    fn is_own(&self, square: Square) -> bool {
        self.position.piece_on(square).belongs_to(self.position.side)
    }

    fn is_enemy(&self, square: Square) -> bool {
        !self.is_empty(square) && !self.is_own(square)
    }

    fn rank(&self, square: Square) -> u8 {
        Slow::kind_now(self.position, square).map_or(9, |kind| kind.info().rank)
    }

    fn in_zone(&self, square: Square) -> bool {
        let rank = if self.position.side == Side::Black { square.rank() + 1 } else { 36 - square.rank() };
        rank >= 26
    }

    /// A move that ends on a square and takes what stands there besides.
    fn end(&mut self, to: Square, mut victims: BTreeSet<usize>, turned_in_zone: bool) {
        if !self.is_empty(to) && to != self.from {
            victims.insert(to.index());
        }
        let piece = self.position.piece_on(self.from);
        let origin = piece.origin().expect("a piece");
        let promotes = !piece.is_promoted() && origin.info().promotion.is_some() && to != self.from;
        let promotes = promotes && (self.in_zone(to) || turned_in_zone);
        if promotes {
            self.deeds.insert((self.from, victims.clone(), to, true));
        }
        if !promotes || self.position.rules.has(Switches::OPTIONAL_PROMOTION) {
            self.deeds.insert((self.from, victims, to, false));
        }
    }

    /// Slides up to so many steps; the squares it comes by empty.
    fn slide(&mut self, from: Square, (files, ranks): (i32, i32), steps: i32, turned: bool) -> Vec<Square> {
        let mut passed = Vec::new();
        for distance in 1..=steps {
            let Some(to) = shift(from, files * distance, ranks * distance) else { break };
            if !self.is_own(to) {
                self.end(to, BTreeSet::new(), turned);
            }
            if !self.is_empty(to) {
                break;
            }
            passed.push(to);
        }
        passed
    }

    fn jump(&mut self, (files, ranks): (i32, i32), distance: i32, then: i32) {
        let Some(to) = shift(self.from, files * distance, ranks * distance) else { return };
        if self.is_own(to) {
            return;
        }
        self.end(to, BTreeSet::new(), false);
        if self.is_empty(to) {
            self.slide(to, (files, ranks), then, false);
        }
    }

    fn over_three(&mut self, (files, ranks): (i32, i32)) {
        let mut passed = 0;
        for distance in 1..36 {
            let Some(to) = shift(self.from, files * distance, ranks * distance) else { return };
            if !self.is_own(to) {
                self.end(to, BTreeSet::new(), false);
            }
            passed += u32::from(!self.is_empty(to));
            if passed > 3 {
                return;
            }
        }
    }

    fn range(&mut self, (files, ranks): (i32, i32)) {
        let own_rank = self.kind.info().rank;
        let sweeps = self.position.rules.has(Switches::SWEEP);
        let mut victims = BTreeSet::new();
        for distance in 1..36 {
            let Some(to) = shift(self.from, files * distance, ranks * distance) else { return };
            if sweeps {
                if self.rank(to) <= own_rank {
                    return;
                }
                self.end(to, victims.clone(), false);
            } else if self.is_enemy(to) || self.is_empty(to) && victims.is_empty() {
                self.end(to, BTreeSet::new(), false);
            }
            if !self.is_empty(to) {
                victims.insert(to.index());
                if self.rank(to) <= own_rank {
                    return;
                }
            }
        }
    }

    fn walk(&mut self, (files, ranks): (i32, i32), steps: i32) {
        let mut victims = BTreeSet::new();
        for distance in 1..=steps {
            let Some(to) = shift(self.from, files * distance, ranks * distance) else { return };
            if self.is_own(to) {
                return;
            }
            self.end(to, victims.clone(), false);
            if self.is_enemy(to) {
                victims.insert(to.index());
            }
        }
    }

    /// A king step, and another one or none.
    fn lion(&mut self, (files, ranks): (i32, i32)) {
        let Some(via) = shift(self.from, files, ranks) else { return };
        let on_via: BTreeSet<usize> = [via.index()].into_iter().filter(|_| self.is_enemy(via)).collect();
        if !self.is_own(via) {
            self.end(via, BTreeSet::new(), false);
            self.end(self.from, on_via.clone(), false);
        }
        for (files, ranks) in NAMES.map(step) {
            let Some(to) = shift(via, files, ranks).filter(|&to| to != self.from && !self.is_own(to)) else { continue };
            if !self.is_own(via) {
                self.end(to, on_via.clone(), false);
            }
            // A jump goes to the second squares, whatever stands between.
            let far = to.file().abs_diff(self.from.file()).max(to.rank().abs_diff(self.from.rank())) == 2;
            if far {
                self.end(to, BTreeSet::new(), false);
            }
        }
    }

    fn atom(&mut self, kind: &str, name: &str) {
        let (files, ranks) = step(name);
        let direction = if self.position.side == Side::Black { (files, ranks) } else { (-files, -ranks) };
        let number = |text: &str| text.parse::<i32>().expect("a number");
        let adjacent = shift(self.from, direction.0, direction.1);
        match kind {
            "slide" => drop(self.slide(self.from, direction, 35, false)),
            "hash" if self.position.rules.has(Switches::HASH_OVER) => self.over_three(direction),
            "hash" => {
                self.slide(self.from, direction, 35, false);
                self.jump(direction, 2, 35);
                self.jump(direction, 3, 35);
            }
            "leap" => {
                if let Some(to) = shift(self.from, direction.0, direction.1).filter(|&to| !self.is_own(to)) {
                    self.end(to, BTreeSet::new(), false);
                }
            }
            "hook" => {
                for turn in self.slide(self.from, direction, 35, false) {
                    let piece = self.position.piece_on(self.from);
                    let can_promote =
                        !piece.is_promoted() && piece.origin().and_then(|kind| kind.info().promotion).is_some();
                    let zone = self.position.rules.has(Switches::HOOK_PROMOTION) && can_promote && self.in_zone(turn);
                    self.slide(turn, (direction.1, -direction.0), 35, zone);
                    self.slide(turn, (-direction.1, direction.0), 35, zone);
                }
            }
            "range" => self.range(direction),
            "igui" => {
                if let Some(via) = adjacent.filter(|&via| self.is_enemy(via)) {
                    self.end(self.from, [via.index()].into(), false);
                }
            }
            "pass" => {
                if adjacent.is_some_and(|via| self.is_empty(via)) {
                    self.end(self.from, BTreeSet::new(), false);
                }
            }
            "lion" => self.lion(direction),
            _ => {
                if let Some(steps) = kind.strip_prefix("step") {
                    self.slide(self.from, direction, number(steps), false);
                } else if let Some(steps) = kind.strip_prefix("walk") {
                    self.walk(direction, number(steps));
                } else {
                    let jump = kind.strip_prefix("jump").expect("a known kind");
                    let (to, then) = jump.split_once('+').unwrap_or((jump, "step0"));
                    let then = if then == "slide" { 35 } else { number(then.strip_prefix("step").expect("steps")) };
                    self.jump(direction, number(to), then);
                }
            }
        }
    }

    fn deeds(position: &TaikyokuPosition) -> BTreeSet<Deed> {
        let mut all = BTreeSet::new();
        for (from, piece) in position.all_pieces().filter(|(_, piece)| piece.side() == position.side) {
            assert!(!piece.is_none());
            let kind = Slow::kind_now(position, from).expect("a kind");
            let mut slow = Slow { position, from, kind, deeds: BTreeSet::new() };
            let alternative = position.rules.has(Switches::ALTERNATIVE_MOVES);
            let text = if alternative { kind.info().moves_alt } else { kind.info().moves };
            for atom in text.split(", ") {
                let (directions, what) = atom.split_once(':').expect("an atom");
                directions.split('/').for_each(|name| slow.atom(what, name));
            }
            all.append(&mut slow.deeds);
        }
        all
    }
}

fn moves(position: &TaikyokuPosition) -> MoveList {
    let mut list = MoveList::new();
    position.moves(&mut list);
    list
}

fn deed(position: &TaikyokuPosition, mv: Move) -> Deed {
    let action = Action::of(mv);
    let victims = position.captured_squares(action).into_iter().map(usize::from).collect();
    (action.from, victims, action.to, action.promotes)
}

fn random_rules(random: &mut Random) -> TaikyokuRules {
    let bits = random.below(128) as u8;
    match random.below(3) {
        0 => TaikyokuRules::STANDARD,
        1 => TaikyokuRules::SWEEPING,
        _ => TaikyokuRules { switches: Switches::from_bits_truncate(bits), ..TaikyokuRules::STANDARD },
    }
}

/// A random board: so many pieces of any kinds, or of the kinds named, in a part of the board so wide.
fn random_board(random: &mut Random, pieces: usize, width: usize, ids: &[&str]) -> TaikyokuPosition {
    let rules = random_rules(random);
    let (file, rank) = (random.below(SIZE + 1 - width), random.below(SIZE + 1 - width));
    let pieces = (0..pieces).map(|_| {
        let square = Square::new(file + random.below(width), rank + random.below(width)).unwrap();
        let kind = if ids.is_empty() || random.below(3) == 0 {
            Kind::from_index(random.below(START_KINDS)).unwrap()
        } else {
            Kind::from_id(ids[random.below(ids.len())]).unwrap()
        };
        let promoted = random.below(2) == 0 && kind.info().promotion.is_some();
        (square, Piece::new(kind, promoted, Side::BOTH[random.below(2)]))
    });
    let pieces: Vec<_> = pieces.collect();
    TaikyokuPosition::set_up(rules, pieces, Side::BOTH[random.below(2)])
}

/// Kinds that move in an unusual way, or become such.
const UNUSUAL: &[&str] = &[
    "FE", "LH", "LN", "HM", "CA", "LG", "PK", "GG", "VG", "BG", "RG", "VD", "K", "CP", "DE", "GOB", "LD", "N", "LIH",
    "TF", "CM", "WD", "DS", "DV", "CS", "FG", "OKH", "POS",
];

/// Boards of all densities.
fn random_boards(count: usize) -> impl Iterator<Item = (usize, TaikyokuPosition, Random)> {
    (0..count).map(|seed| {
        let mut random = Random((seed as u64) << 20);
        let (pieces, width) = [(30, 36), (60, 12), (200, 36), (500, 36), (40, 6), (12, 20), (9, 4)][seed % 7];
        let ids = if seed % 2 == 0 { UNUSUAL } else { &[] };
        (seed, random_board(&mut random, pieces, width, ids), random)
    })
}

#[test]
fn the_slow_generator_finds_the_same_moves() {
    for (seed, position, _) in random_boards(400) {
        let list = moves(&position);
        let fast: BTreeSet<Deed> = list.iter().map(|&mv| deed(&position, mv)).collect();
        let slow = Slow::deeds(&position);
        assert_eq!(fast.len(), list.len(), "board {seed}: something twice");
        let difference: Vec<_> = fast.symmetric_difference(&slow).take(5).collect();
        assert!(difference.is_empty(), "board {seed}, {}: {difference:?} in {position:?}", position.rules);
    }
}

#[test]
fn moves_come_in_two_parts_and_nothing_else_passes_for_one() {
    for (seed, position, mut random) in random_boards(60) {
        let mut tacticals = MoveList::new();
        position.tacticals(&mut tacticals);
        assert!(tacticals.iter().all(|&mv| position.class(mv).is_tactical()), "board {seed}");
        let mut quiets = MoveList::new();
        position.quiets(&mut quiets);
        assert!(quiets.iter().all(|&mv| !position.class(mv).is_tactical()), "board {seed}");
        let most = position.max_gain();
        let worst = tacticals.iter().map(|&mv| position.gain(mv)).filter(|&gain| gain < 500_000).max();
        assert!(worst.is_none_or(|gain| gain <= most), "board {seed}: {worst:?} > {most}");
        let all: BTreeSet<u32> = tacticals.iter().chain(&quiets).map(|mv| mv.code()).collect();
        for &code in &all {
            assert!(position.is_pseudo_legal(Move::from_code(code)), "board {seed}: {code:#x} in {position:?}");
            let changed = code ^ 1 << random.below(28) ^ (random.below(2) as u32) << random.below(28);
            assert_eq!(
                position.is_pseudo_legal(Move::from_code(changed)),
                all.contains(&changed),
                "{seed}: {changed:#x}"
            );
        }
        // Every two squares, on every path, for some pieces.
        let own: Vec<Square> =
            position.all_pieces().filter(|(_, piece)| piece.side() == position.side).map(|(from, _)| from).collect();
        for _ in 0..own.len().min(5) {
            let from = own[random.below(own.len())];
            for to in Square::all() {
                for path in [Path::Plain, Path::All, Path::Over(crate::geometry::Direction::ALL[random.below(8)])] {
                    for promotes in [false, true] {
                        let mv = Action { from, to, path, promotes }.to_move();
                        let known = all.contains(&mv.code());
                        assert_eq!(
                            position.is_pseudo_legal(mv),
                            known,
                            "board {seed}: {from:?} {to:?} {path:?} {promotes}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn what_is_attacked_can_be_taken() {
    for (seed, position, _) in random_boards(200) {
        let taken: BTreeSet<usize> = moves(&position).into_iter().flat_map(|mv| deed(&position, mv).1).collect();
        for (square, _) in position.all_pieces().filter(|(_, piece)| piece.side() != position.side) {
            let attacked = position.is_attacked(square.index(), position.side);
            assert_eq!(attacked, taken.contains(&square.index()), "board {seed}: {square:?} in {position:?}");
        }
    }
}

/// Royals hang if one move takes them all.
#[test]
fn of_several_royals_all_have_to_hang() {
    let (mut hanging, mut asked) = ([0; 4], 0);
    for seed in 0..400 {
        let mut random = Random(seed << 24);
        let position = random_board(&mut random, 14, 4, &["LN", "FE", "K", "CP", "GG", "HM"]);
        for side in Side::BOTH {
            let royals: BTreeSet<usize> = position.royals[side.index()].into_iter().collect();
            let mut turned = position.clone();
            if turned.side == side {
                turned.make_null_move();
            }
            let mut taken = moves(&turned).into_iter().map(|mv| deed(&turned, mv).1);
            let all = taken.any(|taken| royals.is_subset(&taken.into_iter().collect()));
            assert_eq!(position.royals_hang(side), all && !royals.is_empty(), "board {seed}: {side:?} in {position:?}");
            hanging[royals.len().min(3)] += i32::from(all);
            asked += 1;
        }
    }
    assert!(hanging[1] > 20 && hanging[2] > 5, "{hanging:?} of {asked}");
}

#[test]
fn make_and_unmake_restore_everything() {
    for (seed, mut position, mut random) in random_boards(60) {
        for _ in 0..40 {
            let list = moves(&position);
            if list.is_empty() {
                break;
            }
            let before = position.clone();
            for _ in 0..4 {
                let mv = list[random.below(list.len())];
                let undo = position.make(mv, &mut ());
                assert!(position.is_consistent(), "board {seed}: {mv:?} in {before:?}");
                position.unmake(mv, undo);
                assert!(position == before, "board {seed}: {mv:?} in {before:?}");
            }
            position.make(list[random.below(list.len())], &mut ());
        }
    }
}

/// What the side to move wins on a square by taking with the cheapest piece for as long as it pays; moves are really made.
fn slow_exchange(position: &mut TaikyokuPosition, target: Square) -> i32 {
    let mut list = MoveList::new();
    position.tacticals(&mut list);
    let takes = |mv: &Move| {
        let action = Action::of(*mv);
        action.to == target && action.path == Path::Plain && !action.promotes
    };
    let value = |mv: &Move| (position.stake(Action::of(*mv).from.index()), Action::of(*mv).from);
    let Some(mv) = list.into_iter().filter(takes).min_by_key(value) else { return 0 };
    let won = position.stake(target.index());
    let mover = position.stake(Action::of(mv).from.index());
    if won >= 500_000 {
        // The game is over.
        return won;
    }
    let undo = position.make(mv, &mut ());
    let lost = slow_exchange(position, target);
    position.unmake(mv, undo);
    // The last royal does not walk into a recapture.
    if mover >= 500_000 && lost >= 500_000 { 0 } else { (won - lost).max(0) }
}

#[test]
fn exchanges_are_what_playing_them_out_gives() {
    let mut checked = 0;
    for seed in 0..300 {
        let mut random = Random(seed << 24);
        // Promotions are left out of exchanges: nothing here can promote.
        let ids = ["GG", "HM", "LG", "FE", "LH", "GRS", "RIG", "K", "CA", "TF", "VG"];
        let width = [5, 7, 10][seed as usize % 3];
        let mut position = random_board(&mut random, 22, width, &ids);
        let rules = TaikyokuRules {
            switches: position.rules.switches - Switches::SWEEP - Switches::HOOK_PROMOTION,
            ..position.rules
        };
        let middle = |square: Square| Square::new(square.file(), 13 + square.rank() % 10).unwrap();
        let pieces: Vec<_> = position.all_pieces().map(|(square, piece)| (middle(square), piece)).collect();
        position = TaikyokuPosition::set_up(rules, pieces, position.side);
        // Which royal is the last one may change on the way.
        if position.royals.iter().any(|royals| royals.count() > 1) {
            continue;
        }
        for mv in moves(&position) {
            let action = Action::of(mv);
            if action.path != Path::Plain || action.from == action.to || !(11..25).contains(&action.to.rank()) {
                continue;
            }
            let gain = position.gain(mv);
            let undo = position.make(mv, &mut ());
            let lost = slow_exchange(&mut position, action.to);
            position.unmake(mv, undo);
            let value = gain - lost;
            for threshold in [value - 1, value, value + 1] {
                let expected = value >= threshold;
                assert_eq!(
                    position.see_ge(mv, threshold),
                    expected,
                    "{seed}, {rules}: {} worth {value} in {position:?}",
                    write_move(&position, action, MoveFormat::Usi)
                );
            }
            checked += 1;
        }
    }
    assert!(checked > 3000, "{checked} exchanges");
}

/// A position with these pieces, as squares and texts: `s10 FE`.
fn board(pieces: &str, side: char, rules: &str) -> TaikyokuPosition {
    let mut rows = vec![vec![String::new(); SIZE]; SIZE];
    for piece in pieces.split(", ") {
        let (square, text) = piece.split_once(' ').unwrap();
        let (square, _) = super::text::parse_square(square).unwrap();
        rows[SIZE - 1 - square.rank()][square.file()] = text.to_owned();
    }
    let cell = |text: String| if text.is_empty() { "1".to_owned() } else { text };
    let row = |row: Vec<String>| row.into_iter().map(cell).collect::<Vec<_>>().join(",");
    let text = rows.into_iter().map(row).collect::<Vec<_>>().join("/");
    parse_position(&format!("{text} {side} 1"), rules.parse().unwrap()).unwrap()
}

/// The moves of the piece on a square, without the name of that square.
fn texts(position: &TaikyokuPosition, from: &str) -> BTreeSet<String> {
    let all = moves(position).into_iter().map(|mv| write_move(position, Action::of(mv), MoveFormat::Usi));
    all.filter_map(|text| text.strip_prefix(from).map(str::to_owned)).collect()
}

#[test]
fn the_free_eagle_takes_up_to_four_at_once() {
    // Three enemies before it, four on a forward diagonal, an own piece behind the first on the other one.
    let position =
        board("s10 FE, s11 p, s12 p, s13 p, t11 p, u12 p, v13 p, w14 p, r11 p, q12 P, a1 K, aj36 k", 'b', "standard");
    let found = texts(&position, "s10");
    // North: slide, jumps and walks to the enemies; the third by jump may not be passed.
    let north = ["s11", "s12", "s13", "s11s12", "s11s12s13", "s11s10"];
    let north_east = ["t11", "u12", "v13", "w14", "t11u12", "t11u12v13", "t11u12v13w14", "t11s10"];
    // North-west: the adjacent enemy, in place too; the third and fourth square by jumps and on from there.
    let north_west = ["r11", "r11s10"];
    for text in north.into_iter().chain(north_east).chain(north_west) {
        assert!(found.contains(text), "{text}: {found:?}");
    }
    let captures = moves(&position).into_iter().filter(|&mv| position.class(mv) == MoveClass::Capture);
    let by_eagle = captures.filter(|&mv| Action::of(mv).from == Square::new(18, 9).unwrap());
    assert_eq!(by_eagle.count(), north.len() + north_east.len() + north_west.len());
    // Four victims, and everything comes back.
    let mv = parse_move(&position, "s10t11u12v13w14").unwrap().to_move();
    let mut after = position.clone();
    let undo = after.make(mv, &mut ());
    assert_eq!((after.all_pieces().count(), position.all_pieces().count()), (8, 12));
    after.unmake(mv, undo);
    assert!(after == position);
    let pawn = position.stake(Square::new(18, 10).unwrap().index());
    assert_eq!(position.gain(mv), 4 * pawn);
    // Not past an own piece, and not five.
    for bad in ["s10r11q12", "s10t11u12v13w14x15", "s10s11s12s13s14"] {
        assert!(parse_move(&position, bad).is_err(), "{bad}");
    }
    // Passing needs an empty square beside it.
    assert!(found.contains("s10") && parse_move(&position, "s10s9s10").is_ok());
}

#[test]
fn walks_pass_over_empty_squares() {
    let position = board("s10 FE, t12 p, v13 p, t10 p, v10 p, a1 K, aj36 k", 'b', "standard");
    let found = texts(&position, "s10");
    // East: an enemy, an empty square, an enemy.
    for text in ["t10", "t10u10", "t10v10", "u10", "v10", "t10s10"] {
        assert!(found.contains(text), "{text}: {found:?}");
    }
    // Only three squares are walked there.
    assert!(!found.contains("t10v10w10") && !found.contains("w10"));
}

#[test]
fn lions_move_twice() {
    let position = board("s10 LN, s11 p, t11 p, s12 p, a1 K, aj36 k", 'b', "standard");
    let found = texts(&position, "s10");
    // Over the pawn before it to its eight neighbours but the start, of which two hold pawns; and in place.
    let over = ["s11r10", "s11r11", "s11r12", "s11s12", "s11t10", "s11t11", "s11t12", "s11s10"];
    assert!(over.iter().all(|text| found.contains(*text)), "{found:?}");
    // 24 squares around it, over each of the two adjacent pawns seven squares and back, a pass.
    assert_eq!(found.len(), 24 + 2 * 8 + 1);
    // Every spelling of one action is read.
    for (text, same) in
        [("s10r11r12", "s10r12"), ("s10r10s10", "s10s10"), ("s10s11,s11s12", "s10s11s12"), ("@@@@", "s10s10")]
    {
        assert_eq!(parse_move(&position, text), parse_move(&position, same), "{text}");
        assert!(parse_move(&position, text).is_ok(), "{text}");
    }
}

#[test]
fn range_jumps_take_one_and_sweeps_take_all() {
    let pieces = "s10 BG, t11 P, v13 p, x15 rg, y16 p, a1 K, aj36 k";
    let jumping = texts(&board(pieces, 'b', "standard"), "s10");
    let diagonal = |texts: &BTreeSet<String>| -> Vec<String> {
        let on =
            |text: &&String| ["t11", "u12", "v13", "w14", "x15", "y16"].iter().any(|square| text.ends_with(square));
        texts.iter().filter(on).cloned().collect()
    };
    // Over the own pawn to the enemy one, over both to the general of the same rank, not past that.
    assert_eq!(diagonal(&jumping), ["v13", "x15"]);
    let sweeping = texts(&board(pieces, 'b', "standard:range.sweep=true"), "s10");
    // Everything before the general, with all that stands there, the own pawn too.
    assert_eq!(diagonal(&sweeping), ["t11", "t11u12", "t11v13", "t11v13w14"]);
    let position = board(pieces, 'b', "standard:range.sweep=true");
    let mv = parse_move(&position, "s10t11v13w14").unwrap().to_move();
    let pawn = |square: &str| position.stake(super::text::parse_square(square).unwrap().0.index());
    assert_eq!(position.gain(mv), pawn("v13") - pawn("t11"));
    let mut after = position.clone();
    after.make(mv, &mut ());
    assert_eq!(after.all_pieces().count(), position.all_pieces().count() - 2);
    // No royal is swept away, and none is passed.
    let royals = board("s10 GG, s12 k, s14 p, u10 CP, w10 p, a1 K", 'b', "standard:range.sweep=true");
    let found = texts(&royals, "s10");
    assert!(
        found.contains("s11")
            && found.contains("t10")
            && !found.iter().any(|text| text.contains("s12") || text.contains("u10"))
    );
    // The jump takes the king, and may go over no royal.
    let royals = board("s10 GG, s12 k, s14 p, u10 CP, w10 p, a1 K", 'b', "standard");
    let found = texts(&royals, "s10");
    assert!(found.contains("s12") && !found.contains("s14") && !found.contains("w10"));
}

#[test]
fn a_sweep_can_take_a_whole_line() {
    let line: Vec<String> =
        (1..36).map(|file| format!("{} P", super::text::write_square(Square::new(file, 0).unwrap()))).collect();
    let position = board(&format!("a1 GG, {}, a36 K, aj36 k", line.join(", ")), 'b', "standard:range.sweep=true");
    let mv = moves(&position).into_iter().max_by_key(|&mv| position.captured_squares(Action::of(mv)).len()).unwrap();
    assert_eq!(position.captured_squares(Action::of(mv)).len(), 35);
    let mut after = position.clone();
    let undo = after.make(mv, &mut ());
    assert_eq!(after.all_pieces().count(), 3);
    let text = write_move(&position, Action::of(mv), MoveFormat::Usi);
    assert_eq!(parse_move(&position, &text).map(Action::to_move), Ok(mv));
    after.unmake(mv, undo);
    assert!(after == position);
}

#[test]
fn hash_marked_moves_have_two_readings() {
    let pieces = "s10 +DV, s11 P, s12 p, s13 p, s14 P, s15 p, s16 p, a1 K, aj36 k";
    let north = |rules: &str| -> Vec<String> {
        texts(&board(pieces, 'b', rules), "s10").into_iter().filter(|text| text.starts_with('s')).collect()
    };
    // Leaps to the second and third square.
    assert_eq!(
        north("standard"),
        ["s12", "s13", "s9", "s8", "s7", "s6", "s5", "s4", "s3", "s2", "s1"]
            .map(String::from)
            .into_iter()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect::<Vec<_>>()
    );
    // Over up to three pieces: two enemies, and nothing beyond the fourth piece, which is an own one.
    let over = north("standard:hash.over=true");
    assert_eq!(over.iter().filter(|text| text.len() == 3).collect::<Vec<_>>(), ["s12", "s13"]);
}

#[test]
fn promotion_is_automatic_or_not() {
    let pieces = "s25 G, a1 K, aj36 k";
    let to_zone = |rules: &str| -> Vec<String> {
        texts(&board(pieces, 'b', rules), "s25").into_iter().filter(|text| text.starts_with("s26")).collect()
    };
    assert_eq!(to_zone("standard"), ["s26"]);
    assert_eq!(to_zone("standard:promo.optional=true"), ["s26", "s26+"]);
    let position = board(pieces, 'b', "standard");
    let mv = parse_move(&position, "s25s26").unwrap();
    assert!(mv.promotes && parse_move(&position, "s25s26+") == Ok(mv) && parse_move(&position, "s25s26=").is_err());
    let free = board(pieces, 'b', "standard:promo.optional=true");
    assert!(parse_move(&free, "s25s26+").is_ok_and(|mv| mv.promotes));
    assert!(parse_move(&free, "s25s26").is_ok_and(|mv| !mv.promotes) && parse_move(&free, "s25s26=").is_ok());
    assert!(parse_move(&free, "s25s24+").is_err());
    // A goose becomes a dragon king, or swallow's wings.
    for (rules, name) in [("standard", "Dragon King"), ("standard:promo.alt=true", "Swallow's Wings")] {
        let position = board("s25 +FG, a1 K, aj36 k", 'b', rules);
        let kind = position.kind_of(position.piece_on(Square::new(18, 24).unwrap())).unwrap();
        assert_eq!(kind.info().name, name);
    }
}

#[test]
fn a_hook_that_turns_in_the_zone_promotes_where_the_rules_say_so() {
    // From a square in the zone it leaves it over a turn in it, or over one outside.
    let pieces = "s27 CA, a1 K, aj36 k";
    let leaving = |rules: &str| -> Vec<String> {
        let position = board(pieces, 'b', rules);
        texts(&position, "s27").into_iter().filter(|text| text.starts_with("s23") || text.starts_with("o23")).collect()
    };
    assert_eq!(leaving("standard"), ["o23", "s23"]);
    // Over u25 and q25, both outside the zone, or straight on.
    assert_eq!(leaving("standard:promo.hook=true"), ["o23", "s23"]);
    let pieces = "s27 CA, u25 P, a1 K, aj36 k";
    let position = board(pieces, 'b', "standard:promo.hook=true");
    let found = texts(&position, "s27");
    // w23 lies behind the pawn on its diagonal; the other way round the corner is off the board.
    assert!(!found.contains("w23"));
    // x24: over t28, which is in the zone, or over w23, which is behind the pawn.
    let mv = parse_move(&position, "s27x24").unwrap();
    assert!(mv.promotes, "{mv:?}");
}

#[test]
fn the_game_ends_with_the_last_royal_or_in_tiredness() {
    let mut position = board("s10 GG, s12 k, a36 cp, a1 K", 'b', "standard:end.quiet_cap=3");
    assert_eq!(position.outcome(), None);
    let play = |position: &mut TaikyokuPosition, text: &str| {
        let mv = parse_move(position, text).unwrap().to_move();
        position.make(mv, &mut ());
    };
    for text in ["a1a2", "s12s13", "a2a1"] {
        assert_eq!(position.outcome(), None);
        play(&mut position, text);
    }
    assert_eq!(position.outcome(), Some(Outcome::draw(crate::position::Reason::NoProgress)));
    play(&mut position, "a36a35");
    play(&mut position, "s10s13");
    // A prince is left; it has not promoted and its capture ends the game.
    assert_eq!(position.outcome(), None);
    play(&mut position, "a35a34");
    play(&mut position, "s13s12");
    play(&mut position, "a34a33");
    assert!(position.outcome().is_some_and(|outcome| outcome.winner.is_none()));
    play(&mut position, "s12s33");
    play(&mut position, "a33a32");
    play(&mut position, "s33s32");
    play(&mut position, "a32a31");
    assert!(position.in_check() == position.is_attacked(0, Side::White));
}

#[test]
fn presets_differ_in_what_they_say() {
    let differ = TaikyokuRules::STANDARD.flags().zip(TaikyokuRules::SWEEPING.flags()).filter(|(a, b)| a != b).count();
    assert_eq!(differ, 5);
}
