//! `cairn summary`: what a function needs, does and returns, for every caller.

use crate::args::YesNo;
use crate::failure::Failure;
use crate::{messages, output};
use cairn_driver::{Input, Loader, NoSummary, Options, summary_of};
use cairn_engine::Terms;
use clap::Args;
use std::path::PathBuf;

/// Print what a function needs of its callers, what it does to memory, and what it returns.
///
/// The summary holds for every caller. *Needs* lists what goes wrong inside, and when; *does* lists what is written, freed and
/// made, each with its condition.
#[derive(Args, Debug)]
pub struct SummaryArgs {
    /// C or LLVM IR
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The function's name
    #[arg(value_name = "FUNCTION")]
    pub function: String,
    /// May allocations fail?
    #[arg(long, value_enum, default_value_t = YesNo::Yes, value_name = "yes|no")]
    pub alloc_may_fail: YesNo,
    /// Flags for Clang
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub clang_flags: Vec<String>,
}

pub fn command(args: &SummaryArgs) -> Result<u8, Failure> {
    let loaded = Loader::new(Options::default()).load(&[Input::new(&args.file, &args.clang_flags)])?;
    messages::warnings(&loaded.warnings);
    let terms = Terms { alloc_may_fail: args.alloc_may_fail == YesNo::Yes, ..Terms::default() };
    match summary_of(&loaded.program, &terms, &args.function) {
        Ok(text) => {
            output::write_result(None, &format!("{}\n{text}", args.function))?;
            Ok(0)
        }
        Err(NoSummary::GaveUp(why)) => {
            Err(Failure::Input(format!("there is no summary of `{}`: {why}", args.function)))
        }
        Err(NoSummary::NoSuchFunction(similar)) => {
            let hint = if similar.is_empty() { String::new() } else { format!("; there is {}", similar.join(", ")) };
            Err(Failure::Input(format!("no function `{}` has a body{hint}", args.function)))
        }
    }
}
