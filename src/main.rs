//! The program `shishi`; all it can do is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    shishi::cli::run(std::env::args_os())
}
