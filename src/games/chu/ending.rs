//! Results that the board alone decides: royals (chu-rules §6.2), bare kings (§6.4) and bare against bare (§6.5).

use super::piece::{Class, Traits};
use super::rules::{BareKing, Switches};
use super::square::{NEIGHBOURS, SIZE, SquareSet};
use super::state::{ChuPosition, LAST_RANK};
use crate::position::{MoveList, Outcome, Position, Reason, Side};

/// A side with more pieces than this cannot be bare: a royal and dead pieces on every square of the last rank.
const MOST_PIECES_OF_A_BARE_SIDE: u8 = 1 + SIZE as u8;

impl ChuPosition {
    /// The result by royals, bare kings and bare against bare. Each side may have pieces that are not on the board yet
    /// and cannot be taken (`reserves`, their numbers): with them it is not bare, and they help to bare the other.
    pub(in crate::games) fn result_on_board(&self, reserves: [u32; 2]) -> Option<Outcome> {
        for side in [self.side, !self.side] {
            if self.had_royal[side.index()] && self.set(side, Class::Royal).is_empty() {
                return Some(Outcome::win(!side, Reason::Royals));
            }
        }
        if self.count[0].min(self.count[1]) > MOST_PIECES_OF_A_BARE_SIDE {
            return None;
        }
        self.result_by_baring(reserves)
    }

    fn result_by_baring(&self, reserves: [u32; 2]) -> Option<Outcome> {
        let bare = Side::BOTH.map(|side| reserves[side.index()] == 0 && self.is_bare(side));
        let wins = |side: Side| bare[(!side).index()] && self.wins_by_baring(side, reserves[side.index()]);
        let winner = Side::BOTH.into_iter().find(|&side| wins(side));
        if let Some(winner) = winner {
            return Some(Outcome::win(winner, Reason::BareKing));
        }
        let quiet = || Side::BOTH.into_iter().all(|side| !self.is_in_check(side));
        let drawn = bare == [true; 2] && self.rules.has(Switches::BARE_VS_BARE) && quiet();
        drawn.then_some(Outcome::draw(Reason::BareKing))
    }

    /// Pieces that are not dead.
    fn live(&self, side: Side) -> SquareSet {
        let dead = *self.set(side, Class::ForwardOnly) & LAST_RANK[side.index()];
        self.pieces_of(side) & !dead
    }

    /// Whether a side's only live piece is a royal.
    fn is_bare(&self, side: Side) -> bool {
        let live = self.live(side);
        live.is_single() && live.intersects(self.set(side, Class::Royal))
    }

    /// The pieces that help to win by baring: all live ones but pawns and go-betweens.
    fn helpers(&self, side: Side) -> SquareSet {
        self.live(side) & !*self.set(side, Class::Minor)
    }

    /// Whether `side`, with so many pieces off the board, has won against the bare opponent.
    fn wins_by_baring(&self, side: Side, reserve: u32) -> bool {
        let helpers = self.helpers(side);
        let count = helpers.count().saturating_add(reserve);
        if count < 2 || self.set(side, Class::Royal).is_empty() {
            return false;
        }
        match self.rules.bare_king {
            BareKing::None => false,
            BareKing::JcsaLiteral if count != 2 => false,
            BareKing::Jcsa | BareKing::JcsaLiteral => self.side == side || !self.bare_side_can_escape(side, reserve),
            BareKing::Lishogi => {
                let bare = self.set(!side, Class::Royal).first().map_or(SquareSet::EMPTY, |royal| NEIGHBOURS[royal]);
                !bare.intersects(self.set(side, Class::Royal)) && (count >= 3 || !bare.intersects(&helpers))
            }
        }
    }

    /// Whether the bare side, which is to move, can take the last royal of `side` or leave it too little to win.
    fn bare_side_can_escape(&self, side: Side, reserve: u32) -> bool {
        let mut replies = MoveList::new();
        self.generate_tacticals(&mut replies);
        replies.into_iter().any(|reply| {
            let mut after = self.clone();
            after.make(reply, &mut ());
            after.set(side, Class::Royal).is_empty() || after.helpers(side).count().saturating_add(reserve) < 2
        })
    }

    /// Whether a move by this piece can never be undone: an unpromoted pawn or lance.
    #[inline]
    pub(super) fn moves_forward_only(&self, square: super::square::Square) -> bool {
        self.piece_on(square).moves().traits.contains(Traits::FORWARD_ONLY)
    }
}
