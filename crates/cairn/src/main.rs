//! The command `cairn`: reads the command line, runs one command, turns its result into messages and an exit code.
//!
//! Not here: loading (`cairn-driver`), executing (`cairn-interp`).

mod args;
mod baseline;
mod check;
mod explain;
mod failure;
mod ir;
mod messages;
mod output;
mod report_args;
mod rule;
mod run;
mod since;
mod svcomp;
mod world;

use args::{Cli, Command};
use clap::Parser;
use failure::exit;
use std::panic;
use std::process::ExitCode;

/// Deeply nested input must end in a message, not in an overflow of our own stack.
const STACK_BYTES: usize = 256 << 20;

fn main() -> ExitCode {
    let cli = Cli::parse();
    panic::set_hook(Box::new(report_internal_error));
    let worker = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || dispatch(cli));
    match worker.map(|thread| thread.join()) {
        Ok(Ok(code)) => code.into(),
        Ok(Err(_)) => exit::INTERNAL.into(),
        Err(error) => {
            eprintln!("error: cannot start a thread: {error}");
            exit::INTERNAL.into()
        }
    }
}

fn dispatch(cli: Cli) -> u8 {
    let result = match &cli.command {
        Command::Check(args) => check::command(args),
        Command::Ir(args) => ir::command(args),
        Command::Svcomp(args) => svcomp::command(args),
        Command::Run(args) => run::command(args),
        Command::Explain(args) => explain::command(args),
        Command::Rule(args) => rule::command(args),
        Command::Baseline(args) => baseline::command(args),
    };
    result.unwrap_or_else(|failure| {
        messages::failure(&failure);
        failure.exit_code()
    })
}

fn report_internal_error(info: &panic::PanicHookInfo<'_>) {
    let payload = info.payload();
    let text = payload.downcast_ref::<&str>().copied();
    let what = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("unknown cause");
    let place = info.location().map(|at| format!(" ({}:{})", at.file(), at.line())).unwrap_or_default();
    anstream::eprintln!("error: internal error: {what}{place}");
    anstream::eprintln!("  = note: this is a mistake in Cairn {}, not in your program", env!("CARGO_PKG_VERSION"));
    anstream::eprintln!("  = help: please report it with the input file and the command line");
}
