//! The engine's turn: searches on its own time and on the opponent's, analysis, and what comes of them.

use super::{Cecp, Mode, format};
use crate::engine::{Done, Info, Remark, SearchEvent, SearchRequest};
use crate::notation::MoveFormat;
use crate::position::{Outcome, Reason, Side};
use crate::protocol::Event;
use crate::search::SearchLimits;
use crate::view::WrittenMove;
use std::io::{self, Write};
use std::sync::Arc;

/// A search whose end is awaited.
#[derive(Debug)]
pub(super) struct Thinking {
    id: u64,
    last: Option<Info>,
}

/// A search on the opponent's time: the reply that is expected stands on the board already.
#[derive(Debug)]
pub(super) struct Pondering {
    pub reply: WrittenMove,
}

impl<W: Write> Cecp<W> {
    /// Whether the engine is thinking about a move that it is to make now.
    pub(super) fn is_our_turn(&self) -> bool {
        self.thinking.is_some() && self.pondering.is_none() && self.mode != Mode::Analyze
    }

    /// Moves the engine has made before the one it is thinking about.
    fn moves_made(&self) -> u32 {
        u32::try_from(self.engine.ply() / 2).unwrap_or(u32::MAX)
    }

    /// The engine is on move: it plays one, or says what the result is.
    pub(super) fn think(&mut self) -> io::Result<()> {
        self.abort();
        if let Some(outcome) = self.engine.outcome() {
            if self.tell_result(outcome, self.engine.side_to_move())? {
                return Ok(());
            }
            // Taking the last royal ends the game, with or without a referee.
            if outcome.reason == Reason::Royals {
                return Ok(());
            }
        }
        let limits = self.clock.limits(self.moves_made());
        if !self.search(limits, false) {
            return self.output.line("resign");
        }
        Ok(())
    }

    pub(super) fn analyze(&mut self) {
        self.mode = Mode::Analyze;
        self.start_analysis();
    }

    pub(super) fn start_analysis(&mut self) {
        self.abort();
        // Without a move there is nothing to be said.
        self.search(SearchLimits { infinite: true, ..SearchLimits::default() }, false);
    }

    /// Thinks on the opponent's time, about the reply that is expected.
    fn start_pondering(&mut self, reply: &WrittenMove) {
        if !self.ponder || self.engine.play_move(reply.code).is_err() {
            return;
        }
        let limits = self.clock.limits(self.moves_made());
        // A limit in nodes counts from the start of a search, so pondering would use it up.
        let sensible = self.engine.outcome().is_none() && limits.nodes.is_none();
        if sensible && self.search(limits, true) {
            self.pondering = Some(Pondering { reply: reply.clone() });
        } else {
            self.engine.undo();
        }
    }

    /// Takes an expected reply off the board, and what is thought about it.
    pub(super) fn end_pondering(&mut self) {
        if self.pondering.take().is_some() {
            self.abort();
            self.engine.undo();
        }
    }

    fn search(&mut self, limits: SearchLimits, ponder: bool) -> bool {
        self.searches += 1;
        let id = self.searches;
        let events = self.events.clone();
        // The receiver is gone once the conversation has ended.
        let sink = Arc::new(move |event| drop(events.send(Event::Search(event))));
        // Analysis alone leaves moves out.
        let excluded = if self.mode == Mode::Analyze { self.excluded.clone() } else { Vec::new() };
        let started = self.engine.go(SearchRequest { id, limits, excluded, format: MoveFormat::Cecp, ponder }, sink);
        self.thinking = started.then_some(Thinking { id, last: None });
        started
    }

    /// Ends a search whose result is no longer wanted; what it still says is dropped.
    pub(super) fn abort(&mut self) {
        self.legs.clear();
        if self.thinking.take().is_some() {
            self.engine.stop();
        }
    }

    pub(super) fn move_now(&mut self) {
        if self.is_our_turn() {
            self.engine.stop();
        }
    }

    pub(super) fn search_event(&mut self, event: SearchEvent) -> io::Result<()> {
        if self.thinking.as_ref().is_none_or(|thinking| thinking.id != event.id()) {
            return Ok(());
        }
        match event {
            SearchEvent::Info(info) => self.info(info),
            SearchEvent::Remark(remark) => self.remark(&remark),
            SearchEvent::Done(done) => self.done(&done),
            // In this protocol mates are looked for by searches.
            SearchEvent::MateDone(_) => Ok(()),
        }
    }

    fn info(&mut self, info: Info) -> io::Result<()> {
        if self.post || self.mode == Mode::Analyze {
            let time = self.clock.elapsed(info.elapsed, info.nodes);
            self.output.line(format::thinking(&info, time))?;
        }
        // Of several lines the best counts.
        if let Some(thinking) = &mut self.thinking
            && info.rank == 1
        {
            thinking.last = Some(info);
        }
        Ok(())
    }

    /// Words stand where the moves of a line do.
    fn remark(&mut self, remark: &Remark) -> io::Result<()> {
        if !(self.post || self.mode == Mode::Analyze) {
            return Ok(());
        }
        let time = self.clock.elapsed(remark.elapsed, remark.nodes);
        self.output.line(format::remark(remark, time))
    }

    fn done(&mut self, done: &Done) -> io::Result<()> {
        let Some(thinking) = self.thinking.take() else { return Ok(()) };
        // On the opponent's time only a search that has failed ends.
        if self.pondering.is_some() {
            self.end_pondering();
            return Ok(());
        }
        if self.mode == Mode::Analyze {
            return Ok(());
        }
        // The last line before a move carries the nodes of the whole search.
        if let Some(last) = &thinking.last
            && self.post
            && last.nodes != done.nodes
        {
            let last = Info { nodes: done.nodes, elapsed: done.elapsed, ..last.clone() };
            self.output.line(format::thinking(&last, self.clock.elapsed(done.elapsed, done.nodes)))?;
        }
        self.scores.moved(thinking.last.as_ref().map_or(0, |info| info.score));
        if self.scores.resigns(self.options.resign) {
            return self.output.line("resign");
        }
        self.clock.moved(done.used, self.options.move_overhead, self.moves_made().saturating_add(1));
        if let Err(error) = self.engine.play_move(done.best.code) {
            // The board has not changed since the search began, so this does not happen.
            log::error!("the search answers {}: {error}", done.best.text);
            return self.output.line("resign");
        }
        for line in format::move_lines(&done.best.text) {
            self.output.line(line)?;
        }
        match self.engine.outcome() {
            Some(outcome) => self.tell_result(outcome, !self.engine.side_to_move()).map(|_| ())?,
            None => {
                self.hint = done.reply.as_ref().map(|reply| reply.text.clone());
                done.reply.iter().for_each(|reply| self.start_pondering(reply));
            }
        }
        Ok(())
    }

    /// Sends the result of a game that is over, unless that would be held against us, and tells whether it did.
    ///
    /// A referee (`out.referee`, XBoard with its legality test) believes what an engine says of its own loss and nothing
    /// else: a win or a draw that it does not see itself loses the game for who claims it (cecp §0, fact 7). Without a
    /// referee the engines' word is what counts.
    ///
    /// | ending | for the engine | referee | sent |
    /// |---|---|---|---|
    /// | any | lost | any | the result |
    /// | any | won or drawn | none | the result |
    /// | last royal taken | won | watching | nothing: the referee has seen it |
    /// | no move left, mate | won | watching | nothing: it is the opponent's turn |
    /// | bare king, repetition | won | watching | nothing, and play goes on |
    /// | bare against bare, repetition, ply cap | drawn | watching | nothing, and play goes on |
    /// | none, but every move would be refused by the referee | lost | watching | `resign` |
    fn tell_result(&mut self, outcome: Outcome, us: Side) -> io::Result<bool> {
        if outcome.winner != Some(!us) && self.engine.has_referee() {
            return Ok(false);
        }
        // What is called black everywhere else moves first and is White here.
        let words = self.engine.describe_outcome(outcome, ["White", "Black"]);
        self.output.line(format::result_line(outcome, &words))?;
        Ok(true)
    }

    pub(super) fn report_analysis(&mut self) -> io::Result<()> {
        let Some(Thinking { last: Some(info), .. }) = &self.thinking else { return Ok(()) };
        self.output.line(format::analysis_status(info))
    }
}
