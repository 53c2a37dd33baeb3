//! What a search and what is done before it share.

use super::search::{Done, Info, Remark, SearchEvent, SearchRequest, Sink};
use crate::games::Variant;
use crate::notation::MoveFormat;
use crate::position::{Move, Position};
use crate::search::{TimeSource, WallClock};
use crate::view::WrittenMove;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A search that has been asked for: from where, for how long, and where its reports go.
pub(super) struct Context<V: Variant> {
    pub position: V::Position,
    /// What to search; its list of root moves is not empty.
    pub request: SearchRequest,
    /// Started when the search was asked for.
    pub clock: WallClock,
    pub stop: AtomicBool,
    /// What the way to the opponent costs of each move's time.
    pub move_overhead: Duration,
    pub sink: Sink,
}

impl<V: Variant> Context<V> {
    /// The texts of moves that follow each other from the position.
    pub fn write(&self, line: &[Move]) -> Vec<WrittenMove> {
        write_line::<V>(&self.position, line, self.request.format)
    }

    /// Reports a line of thought.
    pub fn inform(&self, info: Info) {
        (self.sink)(SearchEvent::Info(info));
    }

    /// Reports words where there is no line.
    pub fn remark(&self, text: &'static str, nodes: u64) {
        let (id, elapsed) = (self.request.id, self.clock.elapsed());
        (self.sink)(SearchEvent::Remark(Remark { id, text, nodes, elapsed }));
    }

    /// Reports the end of the search and the line it has found. Without any the first move of the list has to do.
    pub fn answer(&self, line: &[Move], nodes: u64) {
        let Some(first) = line.first().or(self.request.limits.root_moves.first()).copied() else { return };
        let mut moves = self.write(line.get(..2).unwrap_or(&[first])).into_iter();
        let Some(best) = moves.next() else { return };
        let (elapsed, used) = (self.clock.elapsed(), self.clock.used());
        (self.sink)(SearchEvent::Done(Done { id: self.request.id, best, reply: moves.next(), nodes, elapsed, used }));
    }
}

/// Moves that follow each other from `position`, with their texts.
pub fn write_line<V: Variant>(position: &V::Position, line: &[Move], format: MoveFormat) -> Vec<WrittenMove> {
    let mut position = position.clone();
    let mut written = Vec::with_capacity(line.len());
    for &code in line {
        written.push(WrittenMove { code, text: V::write_move(&position, code, format) });
        position.make(code, &mut ());
    }
    written
}
