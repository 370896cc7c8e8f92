//! `cairn run`: executes a program and reports what it does wrong.

use crate::args::{Format, RunArgs};
use crate::failure::{Failure, exit};
use crate::{ir, messages, output, pictures, world};
use cairn_driver::{Loader, Options};
use cairn_interp::{MemoryView, Output, Stream};
use cairn_report::{End, RunReport};
use std::io::Write;

pub fn command(args: &RunArgs) -> Result<u8, Failure> {
    let config = world::config(args)?;
    let options = Options {
        clang: args.inputs.clang.clone(),
        data_model: args.inputs.data_model(),
        models: !args.no_models,
        extra_models: args.models.clone(),
        // A picture shows variables, so they must be in memory.
        promote: args.heap_graph.is_none(),
        ..Options::default()
    };
    let loaded = Loader::new(options).load(&ir::inputs(&args.inputs, &[]))?;
    if !args.quiet {
        messages::warnings(&loaded.warnings);
    }
    let (outcome, memory) = match args.heap_graph {
        Some(_) => pictures::execute(&loaded.program, config, Streams),
        None => (cairn_interp::run(&loaded.program, config, Streams), MemoryView::default()),
    };
    _ = std::io::stdout().flush();
    if let cairn_interp::End::NoEntry(name) = &outcome.end {
        return Err(Failure::Input(format!("there is no function `{name}` to start with")));
    }
    let report = cairn_report::run_report(&loaded.program, outcome, world::reports_reachable(args));
    if let Some(file) = &args.heap_graph {
        pictures::of_run(file, &loaded.program, &memory, &report)?;
    }
    let text = match args.format {
        Format::Text => cairn_report::to_text(&report, args.quiet),
        Format::Json => cairn_report::to_json(&report),
    };
    output::write_report(args.output.as_deref(), &text)?;
    Ok(exit_code(&report, args.error_exitcode))
}

/// A finding comes first, then what the program itself says.
fn exit_code(report: &RunReport, on_finding: u8) -> u8 {
    match &report.end {
        _ if !report.findings.is_empty() => on_finding,
        End::Exit(code) => *code as u8,
        End::Abort => exit::ABORT,
        End::Error => on_finding,
        End::Stopped(_) => exit::OPEN,
    }
}

/// The program's output streams are ours.
#[derive(Clone, Copy)]
struct Streams;

impl Output for Streams {
    fn write(&mut self, stream: Stream, bytes: &[u8]) {
        // A reader that went away does not stop the execution: it is there for the report, too.
        _ = match stream {
            Stream::Out => std::io::stdout().write_all(bytes),
            Stream::Err => std::io::stderr().write_all(bytes),
        };
    }
}
