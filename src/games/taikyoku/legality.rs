//! Whether an action is legal, and if not, why.

use super::action::{Action, Path};
use super::movegen::{first, slide};
use super::movement::Powers;
use super::rules::Switches;
use super::square::{FRAME, Square, in_zone, line};
use super::state::TaikyokuPosition;
use crate::geometry::Direction;

/// Why an action is illegal. The repetition rule is the game's business and not among these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// Nothing stands on the start square.
    EmptySquare(Square),
    /// The piece there is the opponent's.
    NotYours(Square),
    /// The destination holds an own piece.
    OwnPiece(Square),
    /// The piece does not move that way, or something is in its way.
    NoSuchMove(Square, Square),
    /// A range jump must end with a capture.
    RangeWithoutCapture(Square, Square),
    /// A range move is stopped by the piece on the second square, which does not rank lower.
    Rank(Square, Square),
    /// A sweep cannot take the piece on the second square, which does not rank lower.
    Unsweepable(Square, Square),
    /// The piece cannot take anything on its way to the other square.
    NothingOnTheWay(Square, Square),
    /// The piece cannot take the adjacent piece on this square without moving, or first.
    NoIgui(Square, Square),
    /// There is no enemy on a square that was to be taken on the way.
    NoVictim(Square),
    /// The piece cannot pass.
    NoPass(Square),
    /// The piece cannot pass: all squares to which it could go and come back are occupied.
    NoRoomToPass(Square),
    /// The piece has to promote.
    MustPromote(Square),
    /// The piece cannot promote.
    CannotPromote(Square),
    /// The piece could promote, but not there.
    NotInZone(Square),
}

impl TaikyokuPosition {
    /// Checks an action, all rules but repetition included.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn check(&self, action: Action) -> Result<(), Illegal> {
        let Action { from, to, path, .. } = action;
        let piece = self.piece_on(from);
        if piece.is_none() {
            return Err(Illegal::EmptySquare(from));
        }
        if !piece.belongs_to(self.side) {
            return Err(Illegal::NotYours(from));
        }
        match path {
            Path::Plain if from == to => self.check_pass(from)?,
            Path::Plain => self.check_plain(from, to)?,
            Path::Over(direction) => self.check_over(from, direction, to)?,
            Path::All => self.check_all(from, to)?,
        }
        self.check_promotion(action)
    }

    fn check_pass(&self, from: Square) -> Result<(), Illegal> {
        let info = self.info(from.index());
        if !info.powers.contains(Powers::PASS) {
            return Err(Illegal::NoPass(from));
        }
        if self.can_pass(info, from.index()) { Ok(()) } else { Err(Illegal::NoRoomToPass(from)) }
    }

    fn check_plain(&self, from: Square, to: Square) -> Result<(), Illegal> {
        if self.table.sweeps
            && let Some((direction, distance)) = line(from.index(), to.index())
            && self.info(from.index()).rays[direction.index()].powers.contains(Powers::RANGE)
        {
            // What takes something before its end is another path.
            let between = self.ahead(from.index(), direction) & first(distance - 1);
            return if between == 0 {
                self.check_sweep(from, direction, distance)
            } else {
                Err(Illegal::NoSuchMove(from, to))
            };
        }
        if self.piece_on(to).belongs_to(self.side) {
            return Err(Illegal::OwnPiece(to));
        }
        if self.reaches(from.index(), to.index()) {
            return Ok(());
        }
        Err(self.why_not_there(from, to))
    }

    /// The reason why a piece does not reach a square.
    fn why_not_there(&self, from: Square, to: Square) -> Illegal {
        let info = self.info(from.index());
        let ranges = |(direction, _): &(Direction, u8)| info.rays[direction.index()].powers.contains(Powers::RANGE);
        let Some((direction, distance)) = line(from.index(), to.index()).filter(ranges) else {
            return Illegal::NoSuchMove(from, to);
        };
        match self.stopper(from, direction, distance) {
            Some(square) => Illegal::Rank(from, square),
            None => Illegal::RangeWithoutCapture(from, to),
        }
    }

    /// The first piece within so many squares before the last that does not rank lower.
    fn stopper(&self, from: Square, direction: Direction, distance: u8) -> Option<Square> {
        let rank = self.info(from.index()).rank;
        let between = (1..distance).map(|steps| FRAME.walk(from.index(), direction, steps));
        let mut pieces = between.filter(|&square| !self.board[square].is_none());
        pieces.find(|&square| self.info(square).rank <= rank).map(Square::at)
    }

    fn check_over(&self, from: Square, direction: Direction, to: Square) -> Result<(), Illegal> {
        let powers = self.info(from.index()).rays[direction.index()].powers;
        let Some(via) = FRAME.target(from.index(), direction, 1) else { return Err(Illegal::NoSuchMove(from, to)) };
        let lion = powers.contains(Powers::LION);
        if !(lion || from == to && powers.contains(Powers::IGUI)) {
            return Err(Illegal::NoIgui(from, Square::at(via)));
        }
        if !self.board[via].belongs_to(!self.side) {
            return Err(Illegal::NoVictim(Square::at(via)));
        }
        if from == to {
            return Ok(());
        }
        if self.piece_on(to).belongs_to(self.side) {
            return Err(Illegal::OwnPiece(to));
        }
        let adjacent = matches!(line(via, to.index()), Some((_, 1)));
        if adjacent { Ok(()) } else { Err(Illegal::NoSuchMove(from, to)) }
    }

    fn check_all(&self, from: Square, to: Square) -> Result<(), Illegal> {
        let Some((direction, distance)) = line(from.index(), to.index()) else {
            return Err(Illegal::NothingOnTheWay(from, to));
        };
        let info = self.info(from.index());
        let ray = &info.rays[direction.index()];
        let between = self.ahead(from.index(), direction) & first(distance - 1);
        let nothing = if between == 0 { Err(Illegal::NothingOnTheWay(from, to)) } else { Ok(()) };
        if self.table.sweeps && ray.powers.contains(Powers::RANGE) {
            return nothing.and_then(|()| self.check_sweep(from, direction, distance));
        }
        if ray.walk < distance {
            return Err(Illegal::NothingOnTheWay(from, to));
        }
        let squares = (1..=distance).map(|steps| FRAME.walk(from.index(), direction, steps));
        match squares.map(Square::at).find(|&square| self.piece_on(square).belongs_to(self.side)) {
            Some(square) => Err(Illegal::OwnPiece(square)),
            None => nothing,
        }
    }

    fn check_sweep(&self, from: Square, direction: Direction, distance: u8) -> Result<(), Illegal> {
        if let Some(square) = self.stopper(from, direction, distance) {
            return Err(Illegal::Rank(from, square));
        }
        let to = FRAME.walk(from.index(), direction, distance);
        let lower = self.board[to].is_none() || self.info(to).rank > self.info(from.index()).rank;
        if lower { Ok(()) } else { Err(Illegal::Unsweepable(from, Square::at(to))) }
    }

    fn check_promotion(&self, Action { from, to, path, promotes }: Action) -> Result<(), Illegal> {
        let info = self.info(from.index());
        if from == to || !info.promotes {
            return if promotes { Err(Illegal::CannotPromote(from)) } else { Ok(()) };
        }
        let optional = self.rules.has(Switches::OPTIONAL_PROMOTION);
        let (mut may, mut need_not) = (in_zone(to.index(), self.side), !in_zone(to.index(), self.side) || optional);
        if !may && path == Path::Plain {
            (may, need_not) = self.hook_promotion(from, to);
        }
        match promotes {
            true if !may => Err(Illegal::NotInZone(to)),
            false if !need_not => Err(Illegal::MustPromote(from)),
            _ => Ok(()),
        }
    }

    /// Whether a piece that ends its move outside the zone may promote, and whether it may not, because of where it turns.
    fn hook_promotion(&self, from: Square, to: Square) -> (bool, bool) {
        let info = self.info(from.index());
        if !self.rules.has(Switches::HOOK_PROMOTION) || !info.powers.contains(Powers::HOOK) {
            return (false, true);
        }
        let straight = line(from.index(), to.index()).is_some_and(|(direction, distance)| {
            let occupied = self.ahead(from.index(), direction);
            let steps = info.rays[direction.index()].slide;
            slide(occupied, FRAME.edge(from.index(), direction), steps) >> (distance - 1) & 1 != 0
        });
        let (mut may, mut need_not) = (false, straight || self.rules.has(Switches::OPTIONAL_PROMOTION));
        for turn in self.view().open_turns(info, from.index(), to.index()) {
            let turns_in_zone = in_zone(turn, self.side);
            may |= turns_in_zone;
            need_not |= !turns_in_zone;
        }
        (may, need_not)
    }

    /// Whether the piece on a square moves twice, as a lion does, with its first step in a direction.
    pub fn moves_twice(&self, from: Square, direction: Direction) -> bool {
        self.info(from.index()).rays[direction.index()].powers.contains(Powers::LION)
    }

    /// Whether the piece on a square goes to another one along a line, taking all enemies on it, if nothing else is in the
    /// way.
    pub fn walks(&self, from: Square, to: Square) -> bool {
        let ray = |(direction, distance): (Direction, u8)| (self.info(from.index()).rays[direction.index()], distance);
        line(from.index(), to.index()).map(ray).is_some_and(|(ray, distance)| ray.walk >= distance)
    }

    /// The piece that stands in the way of one that moves in the direction of `to`, if that is why it does not get there.
    pub fn obstacle(&self, from: Square, to: Square) -> Option<Square> {
        let (direction, distance) = line(from.index(), to.index())?;
        let slides = self.info(from.index()).rays[direction.index()].slide >= distance;
        let reach = self.lines.reach(&FRAME, from.index(), direction);
        (slides && reach < distance).then(|| Square::at(FRAME.walk(from.index(), direction, reach)))
    }
}
