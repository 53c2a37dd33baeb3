//! A program with everything that it starts: an engine may be behind a shell, which would leave it alone when it is killed.
//!
//! On Unix that is a process group. On Windows it is the tree of processes, which is known as long as the program itself
//! lives.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, PoisonError};

/// The families that have been started and not ended.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// A running program and what it has started. All end when it is dropped.
pub struct Family {
    child: Child,
}

impl Family {
    /// Starts a program.
    ///
    /// # Errors
    /// If it cannot be run.
    pub fn start(command: &mut Command) -> io::Result<Family> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        // Held meanwhile: there must be no moment in which a family is running and not known.
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let child = command.spawn()?;
        running.push(child.id());
        Ok(Family { child })
    }

    /// The program itself.
    pub fn program(&mut self) -> &mut Child {
        &mut self.child
    }

    /// How the program itself has ended, if it has.
    ///
    /// # Errors
    /// If the system cannot tell.
    pub fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        self.child.try_wait()
    }
}

impl Drop for Family {
    fn drop(&mut self) {
        let id = self.child.id();
        // Those who have ended by themselves cannot be ended, which is as good.
        end(id);
        let _ = self.child.kill();
        let _ = self.child.wait();
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).retain(|&known| known != id);
    }
}

/// Ends all programs that have been started, and all that these have. For a process that is about to end itself.
pub fn end_all() {
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    running.iter().copied().for_each(end);
}

/// Kills the family of the program with this number.
#[cfg(unix)]
fn end(id: u32) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    if let Ok(id) = i32::try_from(id) {
        let _ = killpg(Pid::from_raw(id), Signal::SIGKILL);
    }
}

/// Kills the family of the program with this number.
#[cfg(windows)]
fn end(id: u32) {
    use std::process::Stdio;
    let mut command = Command::new("taskkill");
    command.args(["/F", "/T", "/PID", &id.to_string()]);
    let _ = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
}

/// Elsewhere only the program itself is known.
#[cfg(not(any(unix, windows)))]
fn end(_id: u32) {}
