//! No command: the protocol loop.

use super::Context;
use crate::engine::{self, Interface};
use crate::protocol;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

pub fn run(context: &Context) -> anyhow::Result<ExitCode> {
    let options = context.options(Interface::Cecp);
    let engine = engine::create(&context.variant, &options)?;
    if io::stdin().is_terminal() {
        writeln!(
            io::stdout(),
            "This is Shishi, waiting for commands in CECP (XBoard, WinBoard) or USI (lishogi); for help: shishi --help"
        )?;
    }
    protocol::run(io::stdin(), io::stdout(), engine, options)?;
    Ok(ExitCode::SUCCESS)
}
