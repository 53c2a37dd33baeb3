//! Static exchange evaluation: what a move wins after all captures and recaptures on its square. It knows jumps over
//! pieces, range moves and hooks, since it asks for all attackers anew after every capture; promotions of pieces that
//! recapture are left out.

use super::action::{Action, Path};
use super::attack::View;
use super::movement::Powers;
use super::square::{FRAME, SIZE, SquareSet};
use super::state::{BoardLines, TaikyokuPosition};
use crate::geometry::Bitboard;
use crate::position::Side;

/// What the last royal counts in an exchange, in centipawns: more than all else that can stand on a line.
const LAST_ROYAL: i32 = 1_000_000;

/// Most pieces that a lion takes with one move.
const LION_VICTIMS: i32 = 2;

/// Most pieces that a Free Eagle takes with one move.
const WALK_VICTIMS: i32 = 4;

/// Pieces a side that reach far, such as hook movers, and captures on a square: more than arise in play. On boards full of such
/// pieces exchanges would take longer than moves may.
const MOST_FAR: usize = 32;
const MOST_CAPTURES: usize = 24;

/// More than any promotion gains, in centipawns: an elephant's to a prince gains the value of a royal.
const PROMOTION: i32 = 4000;

impl TaikyokuPosition {
    /// What the owner of the piece on a square loses with it.
    #[inline]
    pub(super) fn stake(&self, square: usize) -> i32 {
        let info = self.info(square);
        if info.royal && self.royals[self.board[square].side().index()].is_single() { LAST_ROYAL } else { info.value }
    }

    /// Material that a move wins at once: victims, own ones negative, and the promotion.
    #[inline]
    pub(super) fn gain_of(&self, action: Action) -> i32 {
        let promotion = if action.promotes { self.info(action.from.index()).gain } else { 0 };
        if action.path == Path::Plain {
            let to = action.to.index();
            let taken = if action.from == action.to || self.board[to].is_none() { 0 } else { self.signed_stake(to) };
            return taken + promotion;
        }
        let victims = self.captured_squares(action).into_iter();
        promotion + victims.map(|square| self.signed_stake(square as usize)).sum::<i32>()
    }

    #[inline]
    fn signed_stake(&self, square: usize) -> i32 {
        if self.board[square].belongs_to(self.side) { -self.stake(square) } else { self.stake(square) }
    }

    /// The most that a move can win; the last royal is not counted.
    pub(super) fn greatest_gain(&self) -> i32 {
        let (own, enemy) = (self.side.index(), (!self.side).index());
        let most = self.pieces[enemy].into_iter().map(|square| self.info(square).value).max().unwrap_or(0);
        let mut victims = 1;
        for from in self.pieces[own] {
            let info = self.info(from);
            victims = victims.max(match () {
                _ if self.table.sweeps && info.powers.contains(Powers::RANGE) => SIZE as i32,
                _ if info.walk > 1 => WALK_VICTIMS,
                _ if info.powers.contains(Powers::LION) => LION_VICTIMS,
                _ => 1,
            });
        }
        most * victims + PROMOTION
    }

    /// Whether the exchange started by `action` wins at least `threshold` centipawns.
    pub(super) fn exchange_wins(&self, action: Action, threshold: i32) -> bool {
        let surplus = self.gain_of(action) - threshold;
        if surplus < 0 {
            return false;
        }
        let mover = action.from.index();
        let on_square = self.stake(mover) + if action.promotes { self.info(mover).gain } else { 0 };
        // Even if the piece is lost for nothing, the gain suffices.
        surplus >= on_square || self.exchange_holds(action, on_square, surplus)
    }

    /// Whether the mover keeps what it wants when both sides capture as long as it pays. `on_square` is what the piece that
    /// has moved is worth, `surplus` what the mover has won beyond what it wants.
    fn exchange_holds(&self, action: Action, on_square: i32, surplus: i32) -> bool {
        let (from, target) = (action.from.index(), action.to.index());
        let mut lines: BoardLines = (*self.lines).clone();
        let mut gone: SquareSet = Bitboard::EMPTY;
        if action.path != Path::Plain {
            for square in self.captured_squares(action).into_iter().map(usize::from).filter(|&square| square != target)
            {
                leave(&mut lines, &mut gone, square);
            }
        }
        if from != target {
            leave(&mut lines, &mut gone, from);
            if self.board[target].is_none() {
                lines.toggle(&FRAME, target);
            }
        }
        let mut side = self.side;
        if on_square >= LAST_ROYAL {
            // Whoever takes it has won.
            let view = View { position: self, lines: &lines, gone: &gone, most_far: MOST_FAR };
            return !view.attackers(target, !side, |_| true);
        }
        // What the side to capture needs to win to turn the result; both sides take turns in being content.
        let mut missing = on_square - surplus;
        let mut mover_content = true;
        for _ in 0..MOST_CAPTURES {
            side = !side;
            let Some((square, value)) = self.cheapest_attacker(target, side, &lines, &gone) else {
                return mover_content;
            };
            mover_content = !mover_content;
            missing = value - missing;
            if missing < mover_content as i32 {
                return mover_content;
            }
            leave(&mut lines, &mut gone, square);
        }
        mover_content
    }

    /// The attacker whose loss would matter least, and what it is worth. The last royal does not take what is protected.
    fn cheapest_attacker(
        &self,
        target: usize,
        side: Side,
        lines: &BoardLines,
        gone: &SquareSet,
    ) -> Option<(usize, i32)> {
        let view = View { position: self, lines, gone, most_far: MOST_FAR };
        let mut cheapest: Option<(i32, usize)> = None;
        view.attackers(target, side, |square| {
            // A piece that has come to the square does not take itself.
            if square != target {
                let found = (self.stake(square), square);
                cheapest = Some(cheapest.map_or(found, |known| known.min(found)));
            }
            false
        });
        let (value, square) = cheapest?;
        let barred = value == LAST_ROYAL && view.attackers(target, !side, |square| square != target);
        if barred { None } else { Some((square, value)) }
    }
}

/// A piece leaves its square.
fn leave(lines: &mut BoardLines, gone: &mut SquareSet, square: usize) {
    lines.toggle(&FRAME, square);
    gone.toggle(square);
}
