//! The command `cairn`: reads the command line, runs one command, turns its result into messages and an exit code.
//!
//! Not here: loading (`cairn-driver`), executing (`cairn-interp`).

mod analyse;
mod args;
mod baseline;
mod cache;
mod capture;
mod check;
mod config;
mod doctor;
mod explain;
mod failure;
mod glob;
mod ir;
mod messages;
mod output;
mod pictures;
mod progress;
mod project_args;
mod report_args;
mod rule;
mod run;
mod since;
mod storage;
mod summary;
mod svcomp;
mod user_models;
mod world;

use args::{Cli, Command};
use clap::Parser;
use failure::{Failure, exit};
use std::ffi::OsString;
use std::panic;
use std::path::PathBuf;
use std::process::ExitCode;

/// The commands that `cairn.toml` speaks to, by the words before their options.
const CONFIGURED: &[&[&str]] = &[&["check"], &["explain"], &["baseline", "write"], &["baseline", "prune"]];

/// Deeply nested input must end in a message, not in an overflow of our own stack.
const STACK_BYTES: usize = 256 << 20;

fn main() -> ExitCode {
    if let Some(code) = capture::run_as_tool() {
        return code.into();
    }
    let arguments = configured(std::env::args_os().collect()).unwrap_or_else(|failure| {
        messages::failure(&failure);
        std::process::exit(failure.exit_code().into());
    });
    let cli = Cli::parse_from(arguments);
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

/// The arguments, with those of the project's configuration before the user's own.
fn configured(mut arguments: Vec<OsString>) -> Result<Vec<OsString>, Failure> {
    let has = |name: &str| arguments.iter().skip(2).take_while(|word| *word != "--").any(|word| word == name);
    let starts = |words: &&&[&str]| {
        words.iter().zip(&arguments[1..]).filter(|(word, given)| *given == **word).count() == words.len()
    };
    let command = CONFIGURED.iter().find(starts);
    let Some(command) = command.filter(|_| !has("--no-config") && !has("--help") && !has("-h")) else {
        return Ok(arguments);
    };
    let named = arguments.iter().enumerate().find_map(|(at, word)| match word.to_str()?.strip_prefix("--config")? {
        "" => arguments.get(at + 1).map(PathBuf::from),
        value => value.strip_prefix('=').map(PathBuf::from),
    });
    let file = named.or_else(|| config::find(&std::env::current_dir().ok()?));
    if let Some(file) = file {
        let options = 1 + command.len();
        arguments.splice(options..options, config::arguments(&file)?);
    }
    Ok(arguments)
}

fn dispatch(cli: Cli) -> u8 {
    let result = match &cli.command {
        Command::Check(args) => check::command(args),
        Command::Cache(args) => cache::command(args),
        Command::Doctor(args) => doctor::command(args),
        Command::Capture(args) => capture::command(args),
        Command::Ir(args) => ir::command(args),
        Command::Summary(args) => summary::command(args),
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
