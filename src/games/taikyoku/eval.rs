//! The evaluation: material and the way to promotion, summed up move by move; the safety of the royals, computed when asked
//! for and left out where it cannot matter.
//!
//! Every term is linear in its weight, so all of them can be tuned. What is left as it is: the share of the way to the
//! promotion zone grows with its square, and the gain of a promotion is that of the exchange values.

use super::piece::{KINDS, Kind, PIECES, Piece};
use super::rules::TaikyokuRules;
use super::square::{FRAME, SIZE, Square, TABLE, file_of, relative_rank};
use super::state::TaikyokuPosition;
use super::table::PieceTable;
use crate::eval::{Incremental, Key, Layout, Sink, Taper, Terms, Weighted, is_lazy_cutoff, seen_by};
use crate::geometry::Direction;
use crate::position::{Position, Side};
use once_cell::sync::Lazy;

/// The sum of the lazily computed terms hardly ever exceeds this, in centipawns.
const LAZY_MARGIN: i32 = 500;

/// With more royals than arise in games none of them matters.
const MOST_ROYALS: u32 = 4;

/// Rank before the promotion zone.
const LAST_BEFORE_ZONE: i32 = 24;

/// Least and greatest value of a piece, in centipawns.
const VALUE_RANGE: (i32, i32) = (0, 20_000);

/// Indices of the terms.
mod term {
    use super::KINDS;

    pub const TEMPO: usize = 0;
    pub const PROMOTION_PROSPECT: usize = 1;
    pub const ADVANCE: usize = 2;
    pub const CENTRE: usize = 3;
    pub const ROYAL_HOME: usize = 4;
    pub const DANGER_NEAR: usize = 5;
    pub const DANGER_ROYAL: usize = 6;
    /// By kind.
    pub const VALUE: usize = 7;
    pub const ALL: usize = VALUE + KINDS;
}

/// Where the counts of a term are no whole numbers they are counted in tenths, and its weight is a tenth of what is
/// written.
const TENTHS: i32 = 10;

static LAYOUT: Lazy<Layout> = Lazy::new(|| {
    let key = |name: String, first, unit, range, what| Key { name, first, len: 1, unit, range, tapered: false, what };
    let values = Kind::all().map(|kind| {
        let name = kind.info().name.to_lowercase().replace([' ', '-'], "_").replace(['(', ')', '\''], "");
        let name = format!("value.{name}");
        let what = "Values of pieces in centipawns, unless set as they follow from how the pieces move";
        key(name, term::VALUE + kind.index(), 10, VALUE_RANGE, what)
    });
    let others = [
        ("tempo", term::TEMPO, 10, 200, "Centipawns for having the move"),
        (
            "promotion_prospect",
            term::PROMOTION_PROSPECT,
            1,
            100,
            "Share of its promotion gain that a piece is worth more right before the promotion zone; it grows with the \
             square of the way. In percent",
        ),
        ("advance", term::ADVANCE, 10, 50, "Centipawns a rank for an advanced piece, up to the promotion zone"),
        ("centre", term::CENTRE, 1, 50, "Centipawns for every four files towards the centre"),
        ("royal_home", term::ROYAL_HOME, 10, 200, "Centipawns for each rank a royal has left its back rank by"),
        (
            "danger_near",
            term::DANGER_NEAR,
            10,
            500,
            "Centipawns for each square next to the only royal that the enemy attacks",
        ),
        ("danger_royal", term::DANGER_ROYAL, 10, 2000, "Centipawns for a royal that the enemy attacks"),
    ];
    let others = others.map(|(name, term, unit, most, what)| key(name.to_owned(), term, unit, (0, most), what));
    let about = "The evaluation. Every weight is one number for the whole game.";
    Layout { about, keys: others.into_iter().chain(values).collect(), terms: term::ALL }
});

static DEFAULTS: Lazy<Terms> = Lazy::new(|| {
    let mut terms = Terms::zero(&LAYOUT);
    let mut set = |term, weight| terms.set(term, Taper::both(weight));
    set(term::TEMPO, 100);
    set(term::PROMOTION_PROSPECT, 30);
    set(term::ADVANCE, 20);
    set(term::CENTRE, 2);
    set(term::ROYAL_HOME, 250);
    set(term::DANGER_NEAR, 250);
    set(term::DANGER_ROYAL, 1500);
    let table = PieceTable::of(&TaikyokuRules::STANDARD);
    for kind in Kind::all() {
        set(term::VALUE + kind.index(), 10 * table.info(Piece::new(kind, false, Side::Black)).value);
    }
    terms
});

/// What a piece is worth to the evaluation: a value, and a share of a gain for coming nearer to the zone.
#[derive(Clone, Copy, Default)]
struct Worth {
    value: i32,
    gain: i32,
    royal: bool,
}

/// The weights that are no values, in the units in which they are written.
struct Weights {
    tempo: i32,
    promotion_prospect: i32,
    royal_home: i32,
    danger_near: i32,
    danger_royal: i32,
}

/// The evaluation of Taikyoku Shogi. It holds what the pieces are worth under every reading of their moves at once: the
/// differences are a few hundred centipawns for a few pieces, so those of the usual reading do for all.
pub struct TaikyokuEvaluation {
    weights: Weights,
    worths: Box<[Worth; PIECES]>,
    /// What a place is worth to any Black piece.
    places: Box<[i32; TABLE]>,
}

/// How far a piece on this rank, seen by its side, has come on the way to the promotion zone: the square of the ranks.
#[inline]
fn way_squared(rank: i32) -> i32 {
    let way = rank.min(LAST_BEFORE_ZONE);
    way * way
}

/// Files between a square and the nearer edge.
fn from_edge(file: usize) -> i32 {
    file.min(SIZE - 1 - file) as i32
}

/// The royals of a side that the enemy attacks, and the squares next to its only royal that it does. As long as there are
/// two royals, what happens around them matters little.
fn dangers(position: &TaikyokuPosition, side: Side) -> (i32, i32) {
    let royals = position.royals[side.index()];
    let attacked = |square: &usize| position.is_attacked(*square, !side);
    let hanging = match royals.count() {
        0..=MOST_ROYALS => royals.into_iter().filter(attacked).count() as i32,
        _ => 0,
    };
    let near = royals.first().filter(|_| royals.is_single()).map_or(0, |royal| {
        let around = Direction::ALL.into_iter().filter_map(|direction| FRAME.target(royal, direction, 1));
        around.filter(attacked).count() as i32
    });
    (hanging, near)
}

impl TaikyokuEvaluation {
    /// A piece on a square, positive for Black.
    #[inline]
    fn value(&self, piece: Piece, square: Square) -> i32 {
        let (worth, side, square) = (self.worths[piece.code()], piece.side(), square.index());
        let rank = relative_rank(square, side) as i32;
        let place = if worth.royal {
            -self.weights.royal_home * rank
        } else {
            let share = self.weights.promotion_prospect * way_squared(rank);
            let prospect = worth.gain * share / (100 * LAST_BEFORE_ZONE * LAST_BEFORE_ZONE);
            prospect + self.places[rank.min(LAST_BEFORE_ZONE) as usize * SIZE + file_of(square)]
        };
        seen_by(side, worth.value + place)
    }

    /// What the dangers to the royals of a side cost it.
    fn danger(&self, position: &TaikyokuPosition, side: Side) -> i32 {
        let (hanging, near) = dangers(position, side);
        near * self.weights.danger_near + hanging * self.weights.danger_royal
    }

    /// What the state and the move are worth to the mover.
    #[inline]
    fn balance(&self, mover: Side, state: i32) -> i32 {
        self.weights.tempo + seen_by(mover, state)
    }
}

impl Default for TaikyokuEvaluation {
    fn default() -> Self {
        TaikyokuEvaluation::new(&DEFAULTS)
    }
}

/// Where scores begin to be compressed, by how much, twice, in centipawns: the whole armies are worth ten times what lies
/// between the mate scores.
const STEPS: [(i32, i32); 2] = [(10_000, 8), (122_000, 64)];

/// A material balance as a score. Small ones are taken as they are; of large ones only the order counts.
fn compressed(balance: i32) -> i32 {
    let size = balance.abs();
    let [(first, by), (second, by_more)] = STEPS;
    let score = size.min(first) + (size.min(second) - first).max(0) / by + (size - second).max(0) / by_more;
    score * balance.signum()
}

impl Incremental<TaikyokuPosition> for TaikyokuEvaluation {
    /// Black's material and places minus White's, in centipawns.
    type State = i32;

    fn refresh(&self, position: &TaikyokuPosition) -> i32 {
        position.all_pieces().map(|(square, piece)| self.value(piece, square)).sum()
    }

    #[inline]
    fn add(&self, state: &mut i32, piece: Piece, square: Square) {
        *state += self.value(piece, square);
    }

    #[inline]
    fn remove(&self, state: &mut i32, piece: Piece, square: Square) {
        *state -= self.value(piece, square);
    }

    fn evaluate(&self, position: &TaikyokuPosition, state: &i32) -> i32 {
        let side = position.side_to_move();
        compressed(self.balance(side, *state) + self.danger(position, !side) - self.danger(position, side))
    }

    #[inline]
    fn evaluate_lazily(&self, position: &TaikyokuPosition, state: &i32, alpha: i32, beta: i32) -> Option<i32> {
        let material = compressed(self.balance(position.side_to_move(), *state));
        is_lazy_cutoff(material, LAZY_MARGIN, alpha, beta).then_some(material)
    }
}

impl Weighted<TaikyokuPosition> for TaikyokuEvaluation {
    fn layout() -> &'static Layout {
        &LAYOUT
    }

    fn default_weights() -> &'static Terms {
        &DEFAULTS
    }

    /// The weights in force are untuned.
    fn untuned_weights() -> Terms {
        DEFAULTS.clone()
    }

    fn new(terms: &Terms) -> Self {
        let weight = |term| terms.get(term).middle;
        let table = PieceTable::of(&TaikyokuRules::STANDARD);
        let mut worths = Box::new([Worth::default(); PIECES]);
        for kind in Kind::all() {
            for side in Side::BOTH {
                for promoted in [false, true] {
                    let piece = Piece::new(kind, promoted, side);
                    let info = table.info(piece);
                    let value = weight(term::VALUE + info.kind.index()) / 10;
                    worths[piece.code()] = Worth { value, gain: info.gain.max(0), royal: info.royal };
                }
            }
        }
        let mut places = Box::new([0; TABLE]);
        for square in Square::all() {
            let rank = (square.rank() as i32).min(LAST_BEFORE_ZONE);
            let centre = weight(term::CENTRE) * from_edge(square.file()) / 4;
            places[square.index()] = weight(term::ADVANCE) / 10 * rank + centre;
        }
        let weights = Weights {
            tempo: weight(term::TEMPO) / 10,
            promotion_prospect: weight(term::PROMOTION_PROSPECT),
            royal_home: weight(term::ROYAL_HOME) / 10,
            danger_near: weight(term::DANGER_NEAR) / 10,
            danger_royal: weight(term::DANGER_ROYAL) / 10,
        };
        TaikyokuEvaluation { weights, worths, places }
    }

    /// What play rounds for each piece, and what it does to large scores, is left out.
    fn trace<S: Sink>(position: &TaikyokuPosition, sink: &mut S) -> f32 {
        let table = PieceTable::of(&TaikyokuRules::STANDARD);
        let (mut prospects, mut advance, mut centre) = (0, 0, 0);
        for (square, piece) in position.all_pieces() {
            let (info, side) = (table.info(piece), piece.side());
            let rank = relative_rank(square.index(), side) as i32;
            sink.add(term::VALUE + info.kind.index(), seen_by(side, 1));
            if info.royal {
                sink.add(term::ROYAL_HOME, seen_by(side, -rank));
            } else {
                prospects += seen_by(side, i64::from(info.gain.max(0) * way_squared(rank)));
                advance += seen_by(side, rank.min(LAST_BEFORE_ZONE));
                centre += seen_by(side, from_edge(square.file()));
            }
        }
        let whole = i64::from(100 * LAST_BEFORE_ZONE * LAST_BEFORE_ZONE);
        sink.add(term::PROMOTION_PROSPECT, (prospects * i64::from(TENTHS) / whole) as i32);
        sink.add(term::ADVANCE, advance);
        sink.add(term::CENTRE, centre * TENTHS / 4);
        for side in Side::BOTH {
            let (hanging, near) = dangers(position, side);
            sink.add(term::DANGER_NEAR, seen_by(side, -near));
            sink.add(term::DANGER_ROYAL, seen_by(side, -hanging));
        }
        sink.add(term::TEMPO, seen_by(position.side_to_move(), 1));
        1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Traced;
    use crate::games::{Taikyoku, Variant};
    use crate::search::score::MAX_EVAL;

    #[test]
    fn scores_stay_in_order_and_below_the_mates() {
        let balances = [0, 1, 500, 9_999, 10_000, 10_008, 100_000, 122_000, 122_064, 400_000];
        let scores = balances.map(compressed);
        assert_eq!(scores, [0, 1, 500, 9_999, 10_000, 10_001, 21_250, 24_000, 24_001, 28_343]);
        assert!(balances.iter().all(|&balance| compressed(-balance) == -compressed(balance)));
        let start = crate::games::taikyoku::text::start(TaikyokuRules::STANDARD);
        let evaluation = TaikyokuEvaluation::default();
        let army = start.all_pieces().filter(|(_, piece)| piece.side() == Side::Black);
        let army: i32 = army.map(|(square, piece)| evaluation.value(piece, square)).sum();
        assert!(compressed(army) < MAX_EVAL, "{army}");
        // The start position is the same for both sides but for the move.
        assert_eq!(evaluation.refresh(&start), 0);
    }

    /// Play rounds down for each piece, twice; the trace once for all of them, in tenths of what is counted.
    #[test]
    fn what_is_tuned_is_what_plays() {
        let evaluation = TaikyokuEvaluation::default();
        for text in Taikyoku::bench_positions() {
            let position = Taikyoku::parse_position(text, &TaikyokuRules::STANDARD).unwrap();
            let mut traced = Traced(&DEFAULTS, 0);
            assert_eq!(TaikyokuEvaluation::trace(&position, &mut traced), 1.0);
            let score = seen_by(position.side_to_move(), f64::from(Taper::unpacked(traced.1).middle) / 10.0);
            let played = evaluation.evaluate(&position, &evaluation.refresh(&position));
            let pieces = Side::BOTH.map(|side| position.all_pieces().filter(|(_, piece)| piece.side() == side).count());
            let rounding = 2.0 * pieces.into_iter().max().unwrap_or(0) as f64 + 4.0;
            let away = f64::from(played) - score;
            assert!(score.abs() < 10_000.0 && away.abs() <= rounding, "{away} of {score} in {text}");
        }
    }
}
