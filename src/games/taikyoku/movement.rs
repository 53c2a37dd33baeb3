//! How a kind of piece moves: the notation of `pieces.tsv`, read for one reading of the rules.

use super::rules::Switches;
use super::square::SIZE;
use bitflags::bitflags;

/// More steps than any line has.
pub(super) const FAR: u8 = SIZE as u8;

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

    pub fn has_jumps(&self) -> bool {
        self.jumps != [0; 3]
    }
}

/// Eight leaps, each between a direction and the next: NNE, NEE, SEE, SSE, SSW, SWW, NWW, NNW.
pub(super) const LEAPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The moves of a kind, forward being north.
#[derive(Clone, Copy, Default)]
pub(super) struct Moves {
    pub rays: [Ray; 8],
    pub leaps: u8,
}

/// The names of the directions, in the order of [`Direction::ALL`](crate::geometry::Direction::ALL).
const DIRECTION_NAMES: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

/// The leaps that have names, with their numbers in [`LEAPS`].
const LEAP_NAMES: [(&str, u8); 4] = [("NNE", 0), ("SSE", 3), ("SSW", 4), ("NNW", 7)];

impl Moves {
    /// Reads the notation of the table: atoms `DIRECTIONS:KIND` between commas.
    pub fn parse(text: &str, reading: Switches) -> Result<Moves, String> {
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

    #[test]
    fn what_is_no_notation_is_refused() {
        let parse = |text| Moves::parse(text, Switches::empty()).map(|_| ());
        for bad in
            ["N", "N:", "X:slide", "N:jump", "N:jump9", "N:jump2+hop", "N:step0", "NNE:slide", "NEE:leap", "N:fly"]
        {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
