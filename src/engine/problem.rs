//! Mating problems, solved in a thread.

use super::SolveError;
use super::context::write_line;
use super::search::{MateAnswer, MateDone, MateRequest, SearchEvent, Sink};
use crate::game::Game;
use crate::games::Variant;
use crate::mate::{Answer, Effort, MateLimits, Progress, STACK_SIZE, Solver, Watch};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Instant;

/// A problem that is being solved.
pub(super) struct Solving {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

/// Ends a search in time, or when told to.
struct Deadline {
    end: Option<Instant>,
    stop: Arc<AtomicBool>,
}

impl Watch for Deadline {
    fn progress(&mut self, _progress: &Progress) -> ControlFlow<()> {
        let over = self.stop.load(Ordering::Relaxed) || self.end.is_some_and(|end| Instant::now() >= end);
        if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Solving {
    /// Starts to solve the current position of a game in so much memory, in MiB.
    ///
    /// # Errors
    /// If there is no memory or no thread.
    pub fn start<V: Variant>(
        game: &Game<V::Position>,
        memory: usize,
        request: MateRequest,
        sink: Sink,
    ) -> Result<Solving, SolveError> {
        let now = Instant::now();
        let mut solver = Solver::new(memory)?;
        let (position, banned) = (game.position().clone(), game.keys_at_repetition_limit());
        let stop = Arc::new(AtomicBool::new(false));
        let end = request.time.and_then(|time| now.checked_add(time));
        let mut clock = Deadline { end, stop: stop.clone() };
        let within = request.plies.map(|plies| plies.div_ceil(2));
        let limits = MateLimits { nodes: request.nodes, within, effort: Effort::Shorter, first_moves: false };
        let work = move || {
            let solved = catch_unwind(AssertUnwindSafe(|| solver.solve(&position, &banned, &limits, &mut clock)));
            let (answer, nodes) = solved.map_or((Answer::Unknown, 0), |solution| (solution.answer, solution.nodes));
            let answer = match answer {
                Answer::Mate { line, .. } => MateAnswer::Mate(write_line::<V>(&position, &line, request.format)),
                Answer::NoMate { .. } => MateAnswer::NoMate,
                Answer::Unknown => MateAnswer::Unknown,
            };
            sink(SearchEvent::MateDone(MateDone { id: request.id, answer, nodes }));
        };
        let builder = std::thread::Builder::new().name("mate".to_owned()).stack_size(STACK_SIZE);
        let thread = builder.spawn(work)?;
        Ok(Solving { stop, thread })
    }

    /// Whether it has answered.
    pub fn is_over(&self) -> bool {
        self.thread.is_finished()
    }

    /// Asks it to answer at once.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Stops it and waits for its end.
    pub fn finish(self) {
        self.stop();
        // A panic has been caught in the thread; there is nothing to learn from its end.
        let _ = self.thread.join();
    }
}
