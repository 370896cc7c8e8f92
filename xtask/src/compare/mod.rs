//! `cargo xtask compare`: Cairn beside other analysers, on the same files, in the same run, in one table.
//!
//! Each task goes through all tools before the next one starts, so that what else the machine does hits all alike. Where the
//! suite says what is right (`truth`), the table says how often each tool was.
//!
//! Not here: what each tool is called with and how its output is read (`tools`), processes (`measure`).

mod measure;
mod table;
mod tasks;
mod tools;
mod truth;

use crate::suite::spread;
use clap::Args;
use measure::Usage;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use tasks::Task;
use tools::{Report, Tool};

/// Which files, which tools, how long.
#[derive(Args)]
pub struct CompareArgs {
    /// Folders with C files, or C files; a Juliet checkout may be given as a whole
    #[arg(required = true, value_name = "DIR")]
    paths: Vec<PathBuf>,
    /// Only these tools; otherwise all of cairn, gcc, clang and cppcheck that are installed
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    tools: Vec<String>,
    /// Another tool: `name=command`, where {files} stands for the files and {include} for `-I DIR …`; its findings must look
    /// like those of GCC (`file:line: …`)
    #[arg(long = "tool", value_name = "NAME=COMMAND")]
    extra: Vec<String>,
    /// The `cairn` to run; otherwise the one beside this program, then the one on PATH
    #[arg(long, value_name = "PATH")]
    cairn: Option<PathBuf>,
    /// At most so many tasks, spread over all of them (of each weakness for Juliet)
    #[arg(long)]
    limit: Option<usize>,
    /// Numbers of the weaknesses of Juliet to run
    #[arg(long, value_delimiter = ',', default_values_t = [121, 122, 124, 126, 127, 401, 415, 416, 457, 476, 590, 690, 761])]
    cwe: Vec<u32>,
    /// Seconds for one tool on one task
    #[arg(long, default_value_t = 60)]
    timeout: u64,
    /// Folders for `#include`
    #[arg(short = 'I', value_name = "DIR")]
    include: Vec<PathBuf>,
    /// Write the table (Markdown) to FILE, too
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write one line of JSON per task and tool to FILE
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

/// What one tool said of one task.
struct Run {
    tool: usize,
    task: usize,
    usage: Usage,
    reports: Vec<Report>,
    /// By the suite's own words: reported what is there, reported what is not. `None` where the suite does not say.
    hit: Option<bool>,
    false_alarm: Option<bool>,
}

pub fn run(args: &CompareArgs) -> Result<bool, String> {
    let mut include = args.include.clone();
    let tasks = tasks::find(&args.paths, &args.cwe, &mut include)?;
    let tasks = limited(tasks, args.limit);
    if tasks.is_empty() {
        return Err("there are no C files".to_owned());
    }
    let tools = tools::find(&args.tools, &args.extra, args.cairn.as_deref())?;
    let limit = Duration::from_secs(args.timeout);
    let mut runs = Vec::new();
    for (at, task) in tasks.iter().enumerate() {
        eprint!("\r{}/{} ", at + 1, tasks.len());
        _ = std::io::stderr().flush();
        runs.extend(tools.iter().enumerate().map(|(number, tool)| one(number, tool, at, task, &include, limit)));
    }
    eprintln!();
    let text = table::table(&tasks, &tools, &runs);
    print!("{text}");
    let write = |file: &PathBuf, text: &str| {
        std::fs::write(file, text).map_err(|error| format!("cannot write {}: {error}", file.display()))
    };
    if let Some(file) = &args.out {
        write(file, &text)?;
    }
    if let Some(file) = &args.log {
        write(file, &table::log(&tasks, &tools, &runs))?;
    }
    Ok(true)
}

fn one(number: usize, tool: &Tool, at: usize, task: &Task, include: &[PathBuf], limit: Duration) -> Run {
    let (usage, reports) = tool.run(&task.files, include, limit);
    let (hit, false_alarm) = task.truth.judge(&reports);
    Run { tool: number, task: at, usage, reports, hit, false_alarm }
}

/// A limit counts for each group on its own.
fn limited(tasks: Vec<Task>, limit: Option<usize>) -> Vec<Task> {
    let mut groups: Vec<(String, Vec<Task>)> = Vec::new();
    for task in tasks {
        match groups.iter_mut().find(|(name, _)| *name == task.group) {
            Some((_, group)) => group.push(task),
            None => groups.push((task.group.clone(), vec![task])),
        }
    }
    groups.into_iter().flat_map(|(_, group)| spread(group, limit)).collect()
}
