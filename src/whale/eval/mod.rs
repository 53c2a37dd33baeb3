//! The evaluation: material on the board and in hand and piece-square tables, summed up move by move; mobility and the
//! danger to the royals, computed when asked for and left out where they cannot matter.

use super::board::{Square, SquareSet, TABLE, Tables};
use super::piece::{HAND_KINDS, KIND_TABLE, KINDS, Kind, PIECES, Piece};
use super::state::WhalePosition;
use crate::geometry::Bitboard;
use crate::position::{Evaluator, Position, Side, Tunable, is_outside, parameters, set_number};

/// The sum of the lazily computed terms hardly ever exceeds this, in centipawns.
const LAZY_MARGIN: i32 = 400;

/// Most units of danger that count: more than arise with the default weights, and few enough that their square times the
/// greatest weight is far from overflow.
const MOST_DANGER: i32 = 1000;

/// Least and greatest piece value, in centipawns.
pub const VALUE_RANGE: (i32, i32) = (0, 5000);

parameters! {
    /// Centipawns for having the move.
    tempo = 15 in 0..=200;
    /// Centipawns a rank for an advanced dolphin.
    advance_dolphin = 6 in 0..=50;
    /// Centipawns a rank for an advanced piece, up to the rank before the farthest.
    advance_piece = 5 in 0..=50;
    /// Centipawns a file towards the centre.
    centre = 4 in 0..=50;
    /// Centipawns for each rank the white whale has left its back rank by.
    royal_home = 14 in 0..=100;
    /// Tenths of a centipawn for each square a piece sees that holds no own piece.
    mobility = 30 in 0..=200;
    /// Units of danger for each attack on a square at or next to the white whale.
    danger_attack = 10 in 0..=100;
    /// Units of danger for each such square that is attacked and that the white whale alone protects.
    danger_weak = 12 in 0..=100;
    /// Units of danger for each piece the enemy holds, dolphins half, where there is a weak square to drop it on.
    danger_hand = 14 in 0..=100;
    /// Thousandths of a centipawn for the square of the units of danger.
    danger = 20 in 0..=500;
}

/// Everything the evaluation can be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhaleParams {
    /// Centipawns by kind on the board, in the order of [`Kind`].
    pub values: [i32; KINDS],
    /// Centipawns by kind in hand.
    pub hand_values: [i32; HAND_KINDS],
    /// The weights of the terms.
    pub weights: Weights,
}

impl Default for WhaleParams {
    fn default() -> Self {
        WhaleParams {
            values: std::array::from_fn(|i| KIND_TABLE[i].value),
            hand_values: std::array::from_fn(|i| KIND_TABLE[i].hand_value),
            weights: Weights::default(),
        }
    }
}

impl WhaleParams {
    /// The keys of all values: `value.grey_whale`, `hand.grey_whale`. The royal has none.
    pub fn value_keys() -> impl Iterator<Item = String> {
        let key = |prefix: &str, kind: Kind| format!("{prefix}.{}", kind.info().name.replace(' ', "_"));
        let board = Kind::all().filter(|&kind| kind != Kind::White).map(move |kind| key("value", kind));
        board.chain(Kind::in_hand().map(move |kind| key("hand", kind)))
    }
}

impl Tunable for WhaleParams {
    fn set(&mut self, key: &str, text: &str) -> Option<Result<(), String>> {
        if let Some((table, name)) = key.split_once('.') {
            let index = Kind::all().position(|kind| kind.info().name.replace(' ', "_") == name)?;
            let values = match table {
                "value" => &mut self.values[..KINDS - 1],
                "hand" => &mut self.hand_values[..],
                _ => return None,
            };
            return Some(set_number(values.get_mut(index)?, text, VALUE_RANGE));
        }
        let range = Weights::ALL.iter().find(|parameter| parameter.name == key)?.range;
        Some(set_number(self.weights.get_mut(key)?, text, range))
    }
}

/// The evaluation of whale games.
pub struct WhaleEvaluator<const SIZE: usize> {
    weights: Weights,
    hand_values: [i32; HAND_KINDS],
    /// Black's view of every piece on every square; White's pieces are negative.
    piece_square: Box<[[i32; TABLE]; PIECES]>,
}

impl<const SIZE: usize> WhaleEvaluator<SIZE> {
    /// The evaluation with these parameters.
    pub fn new(params: &WhaleParams) -> Self {
        let mut piece_square = Box::new([[0; TABLE]; PIECES]);
        for kind in Kind::all() {
            for square in (0..SIZE * SIZE).filter_map(|i| Square::new(i % SIZE, i / SIZE, SIZE)) {
                let value = params.values[kind as usize] + placement::<SIZE>(&params.weights, kind, square);
                piece_square[Piece::new(kind, Side::Black).code()][square.index()] = value;
                piece_square[Piece::new(kind, Side::White).code()][square.rotated(SIZE).index()] = -value;
            }
        }
        WhaleEvaluator { weights: params.weights.clone(), hand_values: params.hand_values, piece_square }
    }

    #[inline]
    fn value(&self, piece: usize, square: usize) -> i32 {
        self.piece_square[piece % PIECES][square % TABLE]
    }

    /// What a hand is worth that holds `count` of a kind.
    #[inline]
    fn hand_value(&self, kind: usize) -> i32 {
        self.hand_values.get(kind).copied().unwrap_or(0)
    }

    /// Mobility of a side and the danger it is to the enemy's royal.
    fn activity(&self, position: &WhalePosition<SIZE>, side: Side, protected: &[SquareSet; 2]) -> i32 {
        let weights = &self.weights;
        let zone = position.royal(!side).map_or(Bitboard::EMPTY, |royal| {
            Tables::<SIZE>::STEPS[Piece::new(Kind::White, side).code()][royal] | Bitboard::of(royal)
        });
        let own = position.pieces[side.index()];
        let mut seen_squares = 0;
        let mut attacks = 0;
        for from in own & !position.set(side, Kind::White) {
            let seen = position.seen_from(from);
            seen_squares += (seen & !own).count() as i32;
            attacks += (seen & zone).count() as i32;
        }
        let weak = zone & !protected[(!side).index()];
        let hand = &position.hands[side.index()];
        let dolphins = hand[Kind::Dolphin as usize] as i32;
        let pieces = hand.iter().map(|&count| count as i32).sum::<i32>() - dolphins;
        let droppable = !(weak & position.empty_squares()).is_empty();
        let mut units = attacks * weights.danger_attack;
        units += (weak & protected[side.index()]).count() as i32 * weights.danger_weak;
        if droppable {
            units += (2 * pieces + dolphins.min(2)).min(8) * weights.danger_hand / 2;
        }
        let units = units.min(MOST_DANGER);
        seen_squares * weights.mobility / 10 + units * units * weights.danger / 1000
    }

    /// The squares that the pieces of each side see, the royals left out.
    fn protected(position: &WhalePosition<SIZE>) -> [SquareSet; 2] {
        Side::BOTH.map(|side| {
            let pieces = position.pieces[side.index()] & !position.set(side, Kind::White);
            pieces.into_iter().fold(Bitboard::EMPTY, |set, from| set | position.seen_from(from))
        })
    }

    /// What an accumulator and the move are worth to the mover.
    #[inline]
    fn base(&self, mover: Side, accumulator: i32) -> i32 {
        self.weights.tempo + if mover == Side::Black { accumulator } else { -accumulator }
    }
}

impl<const SIZE: usize> Default for WhaleEvaluator<SIZE> {
    fn default() -> Self {
        WhaleEvaluator::new(&WhaleParams::default())
    }
}

/// What a Black piece of this kind is worth more or less because of where it stands.
fn placement<const SIZE: usize>(weights: &Weights, kind: Kind, square: Square) -> i32 {
    let rank = square.rank() as i32;
    let centre = square.file().min(SIZE - 1 - square.file()) as i32;
    match kind {
        Kind::White => -weights.royal_home * rank,
        Kind::Porpoise => 0,
        Kind::Dolphin => weights.advance_dolphin * rank + weights.centre * centre / 2,
        _ => weights.advance_piece * rank.min(SIZE as i32 - 2) + weights.centre * centre,
    }
}

impl<const SIZE: usize> Evaluator<WhalePosition<SIZE>> for WhaleEvaluator<SIZE> {
    /// Black's material and piece-square sum minus White's, in centipawns.
    type Accumulator = i32;

    fn refresh(&self, position: &WhalePosition<SIZE>) -> i32 {
        let board = position.all_pieces().map(|(square, piece)| self.value(piece.code(), square.index())).sum::<i32>();
        let hands = Kind::in_hand().map(|kind| {
            let [black, white] = Side::BOTH.map(|side| position.in_hand(side, kind) as i32);
            (black - white) * self.hand_value(kind as usize)
        });
        board + hands.sum::<i32>()
    }

    #[inline]
    fn add(&self, accumulator: &mut i32, piece: usize, square: usize) {
        *accumulator += self.value(piece, square);
    }

    #[inline]
    fn remove(&self, accumulator: &mut i32, piece: usize, square: usize) {
        *accumulator -= self.value(piece, square);
    }

    #[inline]
    fn hand(&self, accumulator: &mut i32, side: Side, kind: usize, change: i32) {
        let value = self.hand_value(kind) * change;
        *accumulator += if side == Side::Black { value } else { -value };
    }

    fn evaluate(&self, position: &WhalePosition<SIZE>, accumulator: &i32) -> i32 {
        let side = position.side_to_move();
        let protected = Self::protected(position);
        self.base(side, *accumulator) + self.activity(position, side, &protected)
            - self.activity(position, !side, &protected)
    }

    fn glance(&self, position: &WhalePosition<SIZE>, accumulator: &i32, alpha: i32, beta: i32) -> Option<i32> {
        let base = self.base(position.side_to_move(), *accumulator);
        is_outside(base, LAZY_MARGIN, alpha, beta).then_some(base)
    }
}
