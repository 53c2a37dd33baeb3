//! Results that the board alone decides: chu-rules §6.

use super::moves::{is_attacked, on_last_rank};
use super::pieces::Piece;
use super::{Rules, Square, State};

impl State {
    /// The royals of a side.
    pub fn royals(&self, white: bool) -> Vec<Square> {
        self.board.pieces(white).filter(|(_, piece)| piece.is_royal()).map(|(square, _)| square).collect()
    }

    /// §6.1.
    pub fn in_check(&self, white: bool) -> bool {
        matches!(self.royals(white)[..], [royal] if is_attacked(&self.board, royal, !white))
    }

    /// §6.1: in check, and whatever the mover does, its last royal can be taken, and no move takes the opponent's.
    pub fn mated(&self, rules: &Rules) -> bool {
        let mover = self.white;
        let falls =
            |before: &State, after: &State, white| !before.royals(white).is_empty() && after.royals(white).is_empty();
        self.in_check(mover)
            && self.actions(rules).iter().all(|action| {
                let after = self.after(rules, action);
                let replies = || after.actions(rules);
                !falls(self, &after, !mover) && replies().iter().any(|r| falls(&after, &after.after(rules, r), mover))
            })
    }

    /// The pieces of a side that are not dead.
    fn live(&self, white: bool) -> Vec<(Square, Piece)> {
        let dead = |square, piece: Piece| piece.is(&["P", "L"]) && on_last_rank(square, white);
        self.board.pieces(white).filter(|(square, piece)| !dead(*square, *piece)).collect()
    }

    fn counted(&self, white: bool) -> Vec<Square> {
        let live = self.live(white).into_iter();
        live.filter(|(_, piece)| !piece.is(&["P", "I"])).map(|(square, _)| square).collect()
    }

    /// The square of the royal that is all a side has.
    fn bare(&self, white: bool) -> Option<Square> {
        match self.live(white)[..] {
            [(square, piece)] if piece.is_royal() => Some(square),
            _ => None,
        }
    }

    /// §6.4: whether `white` (or Black) has won by baring the other side.
    pub fn wins_by_baring(&self, rules: &Rules, white: bool) -> bool {
        let Some(bare) = self.bare(!white) else { return false };
        let count = self.counted(white).len();
        if self.royals(white).is_empty() || count < 2 {
            return false;
        }
        match rules.get("end.bare_king") {
            "none" => false,
            "lishogi" => {
                let royal = self.board.at(bare).expect("a royal");
                let reached = super::moves::attacked_from(&self.board, bare, royal);
                let meets = |squares: Vec<Square>| squares.iter().any(|square| reached.contains(square));
                !meets(self.royals(white)) && (count >= 3 || !meets(self.counted(white)))
            }
            "jcsa_literal" if count != 2 => false,
            _ if self.white == white => true,
            _ => !self.actions(rules).iter().any(|action| {
                let after = self.after(rules, action);
                after.royals(white).is_empty() || after.counted(white).len() < 2
            }),
        }
    }

    /// §6.5.
    pub fn both_bare(&self, rules: &Rules) -> bool {
        let quiet = |white| self.royals(white).iter().all(|royal| !is_attacked(&self.board, *royal, !white));
        let bare = self.bare(false).is_some() && self.bare(true).is_some();
        bare && rules.is("end.bare_vs_bare", "on") && quiet(false) && quiet(true)
    }
}
