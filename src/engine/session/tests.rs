//! Memory and threads of a session.

use super::*;
use crate::games::Chu;
use crate::notation::MoveFormat;
use std::sync::mpsc::channel;

#[test]
fn table_and_solver_are_not_in_memory_together() {
    let mut session = Session::<Chu>::new(&Options { hash: 1, ..Options::default() }).unwrap();
    session.make_ready();
    assert!(session.table.is_some() && session.pool.is_some());
    // The solver does not end before its answer has been taken.
    let (take, taken) = channel::<()>();
    let taken = std::sync::Mutex::new(taken);
    let sink = Arc::new(move |_| assert!(taken.lock().unwrap().recv().is_err()));
    let request = MateRequest { id: 1, time: None, nodes: None, plies: None, format: MoveFormat::Usi };
    session.solve(request, sink).unwrap();
    session.make_ready();
    assert!(session.table.is_none());
    drop(take);
    session.finish();
    session.make_ready();
    assert!(session.table.is_some());
}

#[test]
fn threads_are_made_before_the_clock_runs() {
    let options = Options { hash: 1, ..Options::default() };
    let mut session = Session::<Chu>::new(&options).unwrap();
    let made = |session: &Session<Chu>| session.pool.as_ref().map(ThreadPool::threads);
    session.new_game();
    assert_eq!(made(&session), Some(1));
    session.configure(&Options { threads: 3, ..options.clone() }).unwrap();
    assert_eq!(made(&session), Some(3));
    // Other parameters need other threads.
    session.configure(&Options { threads: 3, contempt: 20, ..options }).unwrap();
    assert_eq!(made(&session), Some(3));
}
