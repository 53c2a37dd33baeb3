//! The one implementation of [`Engine`], for any variant.

use super::context::Context;
use super::error::StartError;
use super::job::{Job, PoolOf};
use super::problem::Solving;
use super::text::{self, read_game, rules};
use super::tsume::Tsume;
use super::{Engine, GameError, MateRequest, Options, OptionsError, PlayError, SearchRequest, Sink, SolveError};
use crate::game::{Game, Refusal};
use crate::games::{Variant, XboardSetup};
use crate::mate;
use crate::notation::{MoveFormat, PieceSheet, PositionError, PositionFormat, SquareNames};
use crate::position::{Move, Outcome, Position, RuleSet, Side};
use crate::search::skill::Skill;
use crate::search::{STACK_SIZE, SearchParams, TableError, ThreadPool, TranspositionTable, WallClock};
use crate::view::{BoardView, MoveView};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// A search that has been started.
struct Running<V: Variant> {
    job: Arc<Job<V>>,
    thread: JoinHandle<Option<PoolOf<V>>>,
}

/// A game of one variant and its search.
pub struct Session<V: Variant> {
    game: Game<V::Position>,
    evaluation: Arc<V::Evaluation>,
    /// Size of the table, in MiB.
    hash: usize,
    /// Made when the first search needs it: most commands never search.
    table: Option<Arc<TranspositionTable>>,
    move_overhead: Duration,
    threads: usize,
    lines: usize,
    skill: Option<Skill>,
    tsume: Option<Side>,
    params: SearchParams,
    /// The threads of the last search, for the next one; none before the first, and after a panic.
    pool: Option<PoolOf<V>>,
    running: Option<Running<V>>,
    solving: Option<Solving>,
}

impl<V: Variant> Session<V> {
    /// An engine at the start position.
    ///
    /// # Errors
    /// If there is no such rule set, or a parameter of the evaluation is wrong.
    pub fn new(options: &Options) -> Result<Session<V>, OptionsError> {
        let rules = rules::<V>(options)?;
        Ok(Session {
            game: Game::new(V::start(&rules)),
            evaluation: V::evaluation(&options.settings.variant(V::NAME).eval)?,
            hash: table_size(options),
            table: None,
            move_overhead: options.move_overhead,
            threads: options.threads,
            lines: options.lines,
            skill: options.skill,
            tsume: options.tsume,
            params: params::<V>(options),
            pool: None,
            running: None,
            solving: None,
        })
    }

    /// Stops a running search and waits for its end.
    fn finish(&mut self) {
        if let Some(running) = self.running.take() {
            running.job.context.stop.store(true, Ordering::Relaxed);
            self.pool = running.thread.join().unwrap_or(None);
        }
        if let Some(solving) = self.solving.take() {
            solving.finish();
        }
    }

    /// The table, made if need be; as small as can be if there is no memory for a larger one.
    fn table(&mut self) -> Result<Arc<TranspositionTable>, TableError> {
        if let Some(table) = &self.table {
            return Ok(table.clone());
        }
        let table = TranspositionTable::new(self.hash).or_else(|error| {
            log::error!("{error}");
            TranspositionTable::new(1)
        })?;
        Ok(self.table.insert(Arc::new(table)).clone())
    }

    /// Answers on this thread, as no other can be started, with the move known or, failing that, after the first depth.
    fn answer_at_once(&mut self, job: &Job<V>) {
        job.context.stop.store(true, Ordering::Relaxed);
        match self.table() {
            Ok(table) => drop(job.run(&table, None)),
            Err(_) => job.context.answer(&[], 0),
        }
    }

    /// Makes or drops threads.
    fn set_threads(&mut self, threads: usize) -> Result<(), OptionsError> {
        if threads == self.threads {
            return Ok(());
        }
        let mut pool = self.pool.take().unwrap_or_else(|| ThreadPool::new(self.params.clone(), 1));
        let result = pool.resize(threads);
        match result {
            Ok(()) => self.threads = threads,
            // There was memory for these before.
            Err(_) => drop(pool.resize(self.threads)),
        }
        self.pool = Some(pool);
        Ok(result?)
    }

    /// Starts the thread that does the job.
    fn start(&mut self, job: Arc<Job<V>>) -> Result<(), StartError> {
        let table = self.table()?;
        let pool = self.pool.take();
        let stack = if job.tsume.is_some() { STACK_SIZE.max(mate::STACK_SIZE) } else { STACK_SIZE };
        let builder = std::thread::Builder::new().name("search".to_owned()).stack_size(stack);
        let working = job.clone();
        let thread = builder.spawn(move || working.run(&table, pool))?;
        self.running = Some(Running { job, thread });
        Ok(())
    }
}

/// Size of the table under these options, in MiB: where problems are to be solved, the solver has the other half.
fn table_size(options: &Options) -> usize {
    if options.tsume.is_some() { (options.hash / 2).max(1) } else { options.hash }
}

/// The search parameters under these options.
fn params<V: Variant>(options: &Options) -> SearchParams {
    SearchParams { contempt: options.contempt, ..V::search_params() }
}

impl<V: Variant> Engine for Session<V> {
    fn name(&self) -> &'static str {
        V::NAME
    }

    fn usi_name(&self) -> &'static str {
        V::USI_NAME
    }

    fn title(&self) -> &'static str {
        V::TITLE
    }

    fn move_examples(&self) -> &'static str {
        V::MOVE_EXAMPLES
    }

    fn writes(&self, format: MoveFormat) -> bool {
        V::MOVE_FORMATS.contains(&format)
    }

    fn cecp_setup(&self) -> XboardSetup {
        V::cecp_setup()
    }

    fn rules(&self) -> String {
        self.game.position().rules().to_string()
    }

    fn configure(&mut self, options: &Options) -> Result<(), OptionsError> {
        let rules = rules::<V>(options)?;
        self.finish();
        self.set_threads(options.threads)?;
        let hash = table_size(options);
        if hash != self.hash {
            // The old table goes first: two at once may not fit.
            self.table = None;
            self.table = Some(Arc::new(TranspositionTable::new(hash)?));
            self.hash = hash;
        }
        self.move_overhead = options.move_overhead;
        self.lines = options.lines;
        self.skill = options.skill;
        self.tsume = options.tsume;
        if self.params != params::<V>(options) {
            self.params = params::<V>(options);
            // Workers go by what they were made with.
            self.pool = None;
        }
        if rules != *self.game.position().rules() {
            self.game.set_rules(rules);
            // What was found under other rules does not hold.
            self.pool = None;
            self.table.iter().for_each(|table| table.clear());
        }
        if self.table.is_some() {
            self.make_ready();
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.finish();
        self.pool = None;
        self.table.iter().for_each(|table| table.clear());
        self.make_ready();
        self.game = Game::new(V::start(self.game.position().rules()));
    }

    fn set_position(&mut self, text: &str) -> Result<(), GameError> {
        self.game = read_game::<V>(text, self.game.position().rules())?;
        Ok(())
    }

    fn set_fen(&mut self, text: &str) -> Result<(), PositionError> {
        self.game = Game::new(V::parse_fen(text, self.game.position().rules())?);
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), PlayError> {
        text::play::<V>(&mut self.game, text)
    }

    fn play_move(&mut self, mv: Move) -> Result<(), Refusal> {
        self.game.judge(mv)?;
        self.game.play(mv);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        self.game.undo().is_some()
    }

    fn ply(&self) -> usize {
        self.game.ply()
    }

    fn side_to_move(&self) -> Side {
        self.game.position().side_to_move()
    }

    fn status(&self) -> Option<Outcome> {
        self.game.status()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn in_check(&self) -> bool {
        self.game.position().royals_hang(self.side_to_move())
    }

    fn leaves_royals(&self, mv: Move) -> bool {
        let (position, mover) = (self.game.position(), self.side_to_move());
        if !position.is_pseudo_legal(mv) {
            return false;
        }
        let mut after = position.clone();
        after.make(mv, &mut ());
        after.outcome().is_none() && after.royals_hang(mover)
    }

    fn describe_outcome(&self, outcome: Outcome, names: [&str; 2]) -> String {
        V::describe_outcome(outcome, names)
    }

    fn has_referee(&self) -> bool {
        self.game.position().rules().referee()
    }

    fn moves(&self, format: MoveFormat) -> Vec<String> {
        let position = self.game.position();
        let mut texts: Vec<String> =
            self.game.legal_moves().into_iter().map(|mv| V::write_move(position, mv, format)).collect();
        texts.sort_unstable();
        // A pass in CECP names no piece.
        texts.dedup();
        texts
    }

    fn read_move(&self, text: &str) -> Result<Move, PlayError> {
        let mv = V::parse_move(self.game.position(), text)?;
        self.game.judge_own(mv)?;
        Ok(mv)
    }

    fn make_ready(&mut self) {
        // A solver may have all the memory; a search has what it needs.
        if self.solving.as_ref().is_some_and(|solving| !solving.is_over()) || self.running.is_some() {
            return;
        }
        // Better now than when the clock runs. If the table cannot be made, the next search tries again and says so.
        drop(self.table());
        if self.pool.is_none() {
            self.pool = Some(ThreadPool::new(self.params.clone(), self.threads));
        }
    }

    fn position(&self, format: PositionFormat) -> String {
        V::write_position(self.game.position(), format, self.game.ply())
    }

    fn root_moves(&self) -> Vec<Move> {
        self.game.root_moves()
    }

    fn pieces(&self) -> Vec<PieceSheet> {
        V::pieces(self.game.position().rules())
    }

    fn square_names(&self, format: MoveFormat) -> SquareNames {
        V::square_names(format)
    }

    fn board(&self) -> BoardView {
        V::board_view(self.game.position())
    }

    fn legal_moves(&self, format: MoveFormat) -> Vec<MoveView> {
        let position = self.game.position();
        let moves = self.game.legal_moves().into_iter();
        let mut views: Vec<MoveView> = moves.filter_map(|mv| V::move_view(position, mv, format)).collect();
        views.sort_by(|a, b| a.text.cmp(&b.text));
        views
    }

    fn view_move(&self, mv: Move, format: MoveFormat) -> Option<MoveView> {
        self.game.judge_own(mv).ok()?;
        V::move_view(self.game.position(), mv, format)
    }

    fn last_move(&self, format: MoveFormat) -> Option<MoveView> {
        let (before, mv) = self.game.before_last_move()?;
        V::move_view(&before, mv, format)
    }

    fn go(&mut self, mut request: SearchRequest, sink: Sink) -> bool {
        // The opponent's clock has stopped: the end of an older search and a table yet to be made cost our time.
        let clock = if request.ponder { WallClock::start_pondering() } else { WallClock::start() };
        self.finish();
        if request.limits.root_moves.is_empty() {
            request.limits.root_moves = self.game.root_moves();
        }
        request.limits.root_moves.retain(|mv| !request.excluded.contains(mv));
        if request.limits.root_moves.is_empty() {
            return false;
        }
        // Analysis and mate searches are to find the truth: they run at full strength.
        let skill = self.skill.filter(|_| !request.limits.infinite && request.limits.mate.is_none());
        if let Some(skill) = skill {
            request.limits.nodes = Some(request.limits.nodes.map_or(skill.nodes(), |nodes| nodes.min(skill.nodes())));
        }
        let job = Arc::new(Job::<V> {
            context: Context {
                position: self.game.position().clone(),
                request,
                clock,
                stop: AtomicBool::new(false),
                move_overhead: self.move_overhead,
                sink,
            },
            history: self.game.history().clone(),
            evaluation: self.evaluation.clone(),
            threads: self.threads,
            lines: self.lines,
            skill,
            params: self.params.clone(),
            tsume: self.tsume.map(|attacker| Tsume {
                attacker,
                memory: self.hash,
                banned: self.game.keys_at_repetition_limit(),
            }),
        });
        if let Err(error) = self.start(job.clone()) {
            log::error!("cannot search: {error}");
            self.answer_at_once(&job);
        }
        true
    }

    fn solve(&mut self, request: MateRequest, sink: Sink) -> Result<(), SolveError> {
        self.finish();
        // The memory asked for is for both. The next search, or `make_ready` after the solver's end, makes a new table.
        self.table = None;
        self.solving = Some(Solving::start::<V>(&self.game, self.hash, request, sink)?);
        Ok(())
    }

    fn ponder_hit(&self) {
        if let Some(running) = &self.running {
            running.job.context.clock.ponder_hit();
        }
    }

    fn stop(&self) {
        if let Some(running) = &self.running {
            running.job.context.stop.store(true, Ordering::Relaxed);
        }
        if let Some(solving) = &self.solving {
            solving.stop();
        }
    }
}

impl<V: Variant> Drop for Session<V> {
    fn drop(&mut self) {
        self.finish();
    }
}

#[cfg(test)]
mod tests;
