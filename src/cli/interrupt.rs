//! Ctrl-C and the signals of its kind.

use anyhow::Context as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit status of a program that was interrupted, as shells have it: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// A flag that the first interrupt raises, for work that ends where nothing is lost. The second one ends the program, and all
/// engines that it has started, at once.
///
/// # Errors
/// If interrupts cannot be caught.
pub fn flag() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let raised = stop.clone();
    let mut interrupted = false;
    ctrlc::set_handler(move || {
        if interrupted {
            crate::arena::end_all();
            std::process::exit(INTERRUPTED);
        }
        interrupted = true;
        raised.store(true, Ordering::Relaxed);
    })
    .context("no handler for interrupts")?;
    Ok(stop)
}
