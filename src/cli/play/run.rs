//! What is done with each line, and the moves of the engine.

use super::commands::{Command, help, looks_like_command, nearest};
use super::files::Saved;
use super::game::{Next, Play};
use super::input::Event;
use super::log::{Log, Played, Which};
use super::words::{action, evaluation, name};
use crate::engine::{Done, Info, SearchEvent, SearchRequest};
use crate::notation::{MoveFormat, PositionFormat};
use crate::position::{Move, Side};
use crate::record::Cause;
use crate::search::SearchLimits;
use crate::search::skill::{SKILL_RANGE, Skill};
use crate::view::{BoardView, WrittenMove};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

/// What came of a search.
enum Thought {
    /// A move, and what led to it.
    Found(Done, Option<Info>),
    /// There is no move.
    None,
    /// An interrupt.
    Interrupted,
}

impl<W: Write> Play<W> {
    /// Does what a line asks for.
    pub fn line(&mut self, line: &str) -> io::Result<Next> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let Some(command) = Command::read(word) else {
            if !line.is_empty() {
                self.human_move(line)?;
            }
            return Ok(Next::On);
        };
        match command {
            Command::Quit => return Ok(Next::Quit),
            Command::Help => {
                self.screen.say(format!("MOVE: {}\n{}", self.engine.move_examples(), help().trim_end()))?;
            }
            Command::Moves => self.list_moves(rest)?,
            Command::Piece if rest.is_empty() => self.list_pieces()?,
            Command::Piece => self.piece(rest)?,
            Command::Where if rest.is_empty() => self.usage(command)?,
            Command::Where => self.locate(rest)?,
            Command::Board if rest.is_empty() => self.draw()?,
            Command::Board => self.view(rest)?,
            Command::History => self.history()?,
            Command::Position => {
                let text = self.engine.position(PositionFormat::Sfen);
                self.screen.print(format!("{text}\n"))?;
            }
            Command::Flip => {
                self.flip = !self.flip;
                self.draw()?;
            }
            Command::Hint => self.hint()?,
            Command::Eval => self.eval()?,
            Command::Pass => self.pass()?,
            Command::Undo => self.undo()?,
            Command::Resign => self.resign()?,
            Command::Draw => self.offer_draw()?,
            Command::New => self.restart()?,
            Command::Save => self.save(rest)?,
            Command::Load => self.load_named(rest)?,
            Command::Level => self.level(rest)?,
            Command::Side => self.side(rest)?,
        }
        Ok(Next::On)
    }

    fn usage(&mut self, command: Command) -> io::Result<()> {
        self.screen.say(format!("It is used as '{}'.", command.usage()))
    }

    /// Says that the game is over, if it is.
    fn is_over(&mut self) -> io::Result<bool> {
        let Some(result) = self.result() else { return Ok(false) };
        self.screen.say(format!("The game is over: {result}. 'undo' goes back, 'new' begins anew."))?;
        Ok(true)
    }

    fn human_move(&mut self, text: &str) -> io::Result<()> {
        // Under the play rules first: those are the moves that can be asked about.
        let read = self.engine.read_move(text);
        if read.is_err() && looks_like_command(text) {
            let word = text.split_whitespace().next().unwrap_or("");
            let meant = nearest(word).map_or_else(String::new, |meant| format!(" Did you mean '{meant}'?"));
            return self.complain(format!(
                "Not possible: '{word}' is no move and no command.{meant} 'help' lists the commands."
            ));
        }
        if self.is_over()? || self.is_late()? {
            return Ok(());
        }
        if let Ok(mv) = read
            && self.asked != Some(mv)
            && let Some(question) = self.question(mv, text)
        {
            self.asked = Some(mv);
            return self.complain(question);
        }
        self.asked = None;
        let before = self.engine.board();
        if let Err(reason) = self.engine.play(text) {
            return self.complain(format!("Not possible: {reason}. 'moves' lists what is."));
        }
        self.played()?;
        let who = if self.human.is_some() { "You play" } else { "Played:" };
        // That a piece has only moved the player knows.
        if let Some((written, action)) = self.told(&before).filter(|_| self.has_changed_more()) {
            self.screen.say(format!("{who} {written}: {action}"))?;
        }
        // On a small screen the board is drawn once a turn, after the answer.
        let answered =
            self.result().is_none() && Some(self.engine.side_to_move()) != self.human && self.human.is_some();
        if !answered || self.has_room() {
            self.draw()?;
        }
        self.answer()
    }

    /// Whether the human's time is up; then the game is over.
    fn is_late(&mut self) -> io::Result<bool> {
        let side = self.engine.side_to_move();
        if !self.clocks.as_ref().is_some_and(|clocks| clocks.is_up(side)) {
            return Ok(false);
        }
        self.end(Some(!side), Cause::Time)?;
        Ok(true)
    }

    /// Notes the move that has just been made.
    fn played(&mut self) -> io::Result<()> {
        let Some(mv) = self.engine.last_move(MoveFormat::Usi) else { return Ok(()) };
        let mover = !self.engine.side_to_move();
        let (before, spent) = (self.clocks.clone(), self.clocks.as_ref().map(super::clock::Clocks::used));
        if let (Some(clocks), Some(spent)) = (&mut self.clocks, spent) {
            clocks.moved(mover, spent);
        }
        self.log.ending = None;
        self.log.moves.push(Played { text: mv.text, spent, comment: String::new(), clocks: before });
        Ok(())
    }

    /// Whether the last move has done more than to bring a piece from one square to another.
    fn has_changed_more(&self) -> bool {
        self.engine
            .last_move(self.format)
            .is_some_and(|mv| !mv.captures.is_empty() || mv.promotes || mv.pass || mv.drop.is_some())
    }

    /// The text of the last move, and what it has done, given the board before it.
    fn told(&self, before: &BoardView) -> Option<(String, String)> {
        let mv = self.engine.last_move(self.format)?;
        let action = action(&mv, before, &self.engine.board(), self.engine.square_names(self.format));
        Some((mv.text, action))
    }

    /// Tells the result if the game is over; otherwise the engine moves if it is its turn.
    pub fn answer(&mut self) -> io::Result<()> {
        let side = self.engine.side_to_move();
        if self.result().is_none() && self.human.is_some_and(|human| human != side) {
            match self.think(self.engine_limits()) {
                Thought::Found(done, info) => self.engine_move(done.best.code, info.as_ref())?,
                Thought::None => {
                    self.screen.say("The engine resigns.")?;
                    return self.end(Some(!side), Cause::Resignation);
                }
                Thought::Interrupted => return Ok(()),
            }
        }
        self.tell_result()
    }

    fn engine_limits(&self) -> SearchLimits {
        match &self.clocks {
            None => self.limits.clone(),
            Some(clocks) => SearchLimits {
                move_time: None,
                clock: Some(clocks.limit(self.engine.side_to_move())),
                ..self.limits.clone()
            },
        }
    }

    fn engine_move(&mut self, mv: Move, info: Option<&Info>) -> io::Result<()> {
        let side = self.engine.side_to_move();
        if self.is_late()? {
            return Ok(());
        }
        let before = self.engine.board();
        if let Err(error) = self.engine.play_move(mv) {
            return self.complain(format!("The engine failed: {error}"));
        }
        self.played()?;
        let (text, action) = self.told(&before).unwrap_or_default();
        let thought = info.map_or_else(String::new, |info| format!(" ({})", evaluation(info, side)));
        self.screen.say(format!("The engine plays {text}: {action}{thought}"))?;
        self.draw()
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.is_over()? {
            return Ok(());
        }
        let side = self.engine.side_to_move();
        match self.think(self.limits.clone()) {
            Thought::Found(done, Some(info)) => {
                let line = WrittenMove::join(&info.pv);
                self.screen.say(format!("{} ({}): {line}", done.best.text, evaluation(&info, side)))
            }
            Thought::Found(done, None) => self.screen.say(done.best.text),
            Thought::None => self.screen.say("There is no move."),
            Thought::Interrupted => Ok(()),
        }
    }

    fn eval(&mut self) -> io::Result<()> {
        if self.is_over()? {
            return Ok(());
        }
        let side = self.engine.side_to_move();
        match self.think(self.limits.clone()) {
            Thought::Found(_, Some(info)) => self.screen.say(evaluation(&info, side)),
            Thought::Found(_, None) | Thought::None => self.screen.say("There is nothing to tell."),
            Thought::Interrupted => Ok(()),
        }
    }

    fn pass(&mut self) -> io::Result<()> {
        // A pass of any piece leads to the same position.
        let pass = self.engine.legal_moves(MoveFormat::Usi).into_iter().find(|mv| mv.pass);
        match pass {
            Some(pass) => self.human_move(&pass.text),
            None => self.screen.say("Not possible: no piece of yours may pass here."),
        }
    }

    fn undo(&mut self) -> io::Result<()> {
        self.asked = None;
        // An end that was declared is taken back first; the moves are those that led to it.
        let declared = self.engine.outcome().is_none() && self.log.ending.take().is_some();
        if !declared {
            if !self.take_back() {
                return self.screen.say("There is nothing to take back.");
            }
            if self.human.is_some_and(|human| human != self.engine.side_to_move()) {
                self.take_back();
            }
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.start();
        }
        self.draw()?;
        // At the very beginning the turn may be the engine's.
        self.answer()
    }

    fn take_back(&mut self) -> bool {
        if !self.engine.undo() {
            return false;
        }
        if let Some(played) = self.log.moves.pop() {
            self.clocks = played.clocks.or(self.clocks.take());
        }
        true
    }

    fn resign(&mut self) -> io::Result<()> {
        if self.is_over()? {
            return Ok(());
        }
        let loser = self.human.unwrap_or(self.engine.side_to_move());
        self.end(Some(!loser), Cause::Resignation)
    }

    fn offer_draw(&mut self) -> io::Result<()> {
        if self.is_over()? {
            return Ok(());
        }
        let Some(human) = self.human else { return self.end(None, Cause::Agreement) };
        match self.think(self.limits.clone()) {
            Thought::Found(_, Some(info)) => {
                let own = if self.engine.side_to_move() == human { -info.score } else { info.score };
                if own > -self.options.contempt {
                    return self
                        .screen
                        .say(format!("The engine plays on ({}).", evaluation(&info, self.engine.side_to_move())));
                }
                self.end(None, Cause::Agreement)
            }
            Thought::Found(_, None) | Thought::None => self.screen.say("The engine plays on."),
            Thought::Interrupted => Ok(()),
        }
    }

    fn restart(&mut self) -> io::Result<()> {
        self.leave()?;
        let log = Log { start: self.log.start.clone(), ..Log::default() };
        match self.set_up(log) {
            Ok(()) => self.begin(),
            Err(error) => self.complain(error),
        }
    }

    fn save(&mut self, file: &str) -> io::Result<()> {
        if file.is_empty() {
            return self.usage(Command::Save);
        }
        let which = Which { variant: self.engine.name(), options: &self.options };
        match self.files.save(&self.log, which, Path::new(file)) {
            Ok(Saved::Done) => self.complain(format!("Saved to {file}.")),
            Ok(Saved::Exists) => self.complain(format!("{file} is there already. To write over it, save to it again.")),
            Err(error) => self.complain(format!("Not saved: {error:#}")),
        }
    }

    fn load_named(&mut self, rest: &str) -> io::Result<()> {
        if rest.is_empty() {
            return self.usage(Command::Load);
        }
        let numbered =
            rest.rsplit_once(char::is_whitespace).and_then(|(file, ply)| Some((file.trim(), ply.parse().ok()?)));
        let (file, ply) = match numbered {
            Some((file, ply)) if !Path::new(rest).exists() => (file, Some(ply)),
            _ => (rest, None),
        };
        // The game on the board goes, so it is kept; a file that cannot be loaded is found out before.
        let which = Which { variant: self.engine.name(), options: &self.options };
        if let Err(error) = Log::load(which, Path::new(file)) {
            return self.complain(format!("Not loaded: {error:#}"));
        }
        self.leave()?;
        match self.load(Path::new(file), ply) {
            Ok(()) => self.begin(),
            Err(error) => self.complain(format!("Not loaded: {error:#}")),
        }
    }

    fn level(&mut self, text: &str) -> io::Result<()> {
        let (least, most) = (SKILL_RANGE.start(), SKILL_RANGE.end());
        if !text.is_empty() {
            let Some(level) = text.parse().ok().filter(|level| SKILL_RANGE.contains(level)) else {
                return self.complain(format!("'{text}' is no level from {least} to {most}"));
            };
            let before = self.options.skill;
            self.options.skill = Skill::new(level);
            if let Err(error) = self.engine.configure(&self.options) {
                self.options.skill = before;
                return self.complain(error);
            }
        }
        let level = Skill::level(self.options.skill);
        self.screen.say(format!("The engine plays at level {level} of {least} to {most}; {most} is full strength."))
    }

    fn side(&mut self, text: &str) -> io::Result<()> {
        self.human = match text.to_lowercase().as_str() {
            "black" => Some(Side::Black),
            "white" => Some(Side::White),
            "both" => None,
            _ => return self.usage(Command::Side),
        };
        self.asked = None;
        self.screen.say(match self.human {
            Some(side) => format!("You play {}.", name(side)),
            None => "You play both sides.".to_owned(),
        })?;
        self.answer()
    }

    /// Searches and waits for the end.
    fn think(&mut self, limits: SearchLimits) -> Thought {
        self.searches += 1;
        let id = self.searches;
        let sender = self.inbox.sender();
        let request = SearchRequest { id, limits, excluded: Vec::new(), format: self.format, ponder: false };
        if !self.engine.go(request, Arc::new(move |event| drop(sender.send(Event::Search(event))))) {
            return Thought::None;
        }
        let mut last = None;
        loop {
            match self.inbox.next_report() {
                Some(event) if event.id() != id => {}
                Some(SearchEvent::Info(info)) => last = Some(info),
                Some(SearchEvent::Done(done)) => return Thought::Found(done, last),
                // Nobody has asked for a mate.
                Some(SearchEvent::Remark(_) | SearchEvent::MateDone(_)) => {}
                None => {
                    self.engine.stop();
                    return Thought::Interrupted;
                }
            }
        }
    }
}
