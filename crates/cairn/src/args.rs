//! The command line, as clap reads it.

use crate::baseline::BaselineArgs;
use crate::cache::CacheArgs;
use crate::capture::CaptureArgs;
use crate::doctor::DoctorArgs;
use crate::explain::ExplainArgs;
use crate::failure::exit;
use crate::project_args::{ProjectArgs, parse_engines};
use crate::report_args::ReportArgs;
use crate::rule::RuleArgs;
use crate::summary::SummaryArgs;
use cairn_engine::Effort;
use cairn_ir::DataModel;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Verifies C programs that manipulate the heap.
#[derive(Parser, Debug)]
#[command(name = "cairn", version, max_term_width = 100, disable_help_subcommand = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    Check(Box<CheckArgs>),
    Capture(CaptureArgs),
    Doctor(DoctorArgs),
    Cache(CacheArgs),
    Run(Box<RunArgs>),
    Ir(IrArgs),
    Summary(SummaryArgs),
    Svcomp(SvcompArgs),
    Explain(Box<ExplainArgs>),
    Rule(RuleArgs),
    Baseline(BaselineArgs),
}

/// Decide everything that could go wrong in a program: proved, refuted or open, with evidence.
///
/// Findings and counts go to standard output. The exit code is 0 if nothing at or above the gate was found (which is not a
/// proof: see the last line), 1 if something was refuted, 2 if the input cannot be used, 3 if something is open and
/// `--fail-on open` asks for proof, 4 if some files could not be read, 5 for an internal error.
#[derive(Args, Clone, Debug)]
#[command(args_override_self = true)]
pub struct CheckArgs {
    #[command(flatten)]
    pub inputs: InputArgs,
    #[command(flatten)]
    pub report: ReportArgs,
    /// May allocations fail?
    #[arg(long, value_enum, default_value_t = YesNo::Yes, value_name = "yes|no")]
    pub alloc_may_fail: YesNo,
    /// How hard to try
    #[arg(long, value_enum, default_value_t = EffortArg::Normal)]
    pub effort: EffortArg,
    /// Steps that each engine may take; overrides --effort
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,
    /// Threads; the result does not depend on them
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<usize>,
    /// The function to start with; without a `main`, the program is a library
    #[arg(long, value_name = "FUNC", default_value = "main")]
    pub entry: String,
    /// A C file with bodies for functions that have none
    #[arg(long = "model", value_name = "FILE")]
    pub models: Vec<PathBuf>,
    /// Use the given files only, not C files next to the headers of what they do not define
    #[arg(long)]
    pub no_companions: bool,
    /// Look at each file by itself, as if nobody knew its callers: functions are called one by one
    #[arg(long)]
    pub each_file: bool,
    /// Flags for Clang
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub clang_flags: Vec<String>,
    #[command(flatten)]
    pub project: ProjectArgs,
}

/// Verify one task of the competition on software verification; the last line is the verdict.
#[derive(Args, Debug)]
pub struct SvcompArgs {
    #[command(flatten)]
    pub inputs: InputArgs,
    /// What to verify
    #[arg(long, value_enum)]
    pub property: Property,
    /// How hard to try
    #[arg(long, value_enum, default_value_t = EffortArg::Normal)]
    pub effort: EffortArg,
    /// Steps that each engine may take; overrides --effort
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,
    /// Run only these engines, in the usual order: NAME, or several with commas
    #[arg(long, value_name = "NAMES", value_parser = parse_engines)]
    pub engine: Option<String>,
}

/// Print a program in Cairn's intermediate representation.
#[derive(Args, Debug)]
pub struct IrArgs {
    #[command(flatten)]
    pub inputs: InputArgs,
    /// Leave locals in memory, as Clang writes them
    #[arg(long)]
    pub no_promote: bool,
    /// Link the library models that the program needs, as `run` does
    #[arg(long)]
    pub with_models: bool,
    /// Write to FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Flags for Clang
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub clang_flags: Vec<String>,
}

/// Execute a program exactly, and report the first error with its cause.
///
/// The program's own output goes to standard output, Cairn's report to standard error. The exit code is the
/// program's own if it ends without a finding; 1 (or --error-exitcode) if there is a finding; 2 if the input cannot
/// be used; 3 if the execution stops before its end without a finding (step budget, unknown function, assumption);
/// 5 for an internal error; 134 after `abort()`. `--format json` tells all of these apart.
#[derive(Args, Debug)]
pub struct RunArgs {
    #[command(flatten)]
    pub inputs: InputArgs,
    /// Look for these errors too
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub check: Vec<OptionalRule>,
    /// A C file with bodies for functions that have none
    #[arg(long = "model", value_name = "FILE")]
    pub models: Vec<PathBuf>,
    /// Use no library models
    #[arg(long)]
    pub no_models: bool,
    /// Exit code when there is a finding
    #[arg(long, value_name = "N", default_value_t = exit::FINDING)]
    pub error_exitcode: u8,
    /// How to report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Write the report to FILE instead of standard error
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Draw memory as it is where the execution ends: an SVG picture
    #[arg(long, value_name = "FILE")]
    pub heap_graph: Option<PathBuf>,
    /// Report findings only: no warnings, no closing line
    #[arg(short, long)]
    pub quiet: bool,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<String>,
    #[command(flatten)]
    pub world: WorldArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
}

#[derive(Args, Clone, Debug)]
pub struct InputArgs {
    /// C sources (.c), preprocessed C (.i) or LLVM IR (.ll), linked into one program
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// A flag for Clang; repeatable
    #[arg(long = "clang-arg", value_name = "FLAG", allow_hyphen_values = true)]
    pub clang_args: Vec<String>,
    /// Sizes of C's types
    #[arg(long, value_enum, ignore_case = true, value_name = "MODEL")]
    pub data_model: Option<DataModelArg>,
    /// The Clang to use; otherwise CAIRN_CLANG, then clang and clang-N on PATH
    #[arg(long, value_name = "PATH")]
    pub clang: Option<PathBuf>,
}

/// What the program sees of the world.
#[derive(Args, Debug)]
#[command(next_help_heading = "World")]
pub struct WorldArgs {
    /// Standard input of the program; otherwise it reads Cairn's own
    #[arg(long, value_name = "FILE")]
    pub stdin: Option<PathBuf>,
    /// What every file, environment variable and peer contains that is not given otherwise, and standard input
    #[arg(long, value_name = "FILE")]
    pub outside: Option<PathBuf>,
    /// Values of `__VERIFIER_nondet_*` and `rand` in the order of the calls, then 0
    #[arg(long, value_name = "VALUES", value_delimiter = ',', allow_hyphen_values = true, conflicts_with_all = ["nondet_file", "seed"])]
    pub nondet: Vec<String>,
    /// The same from a file, separated by white space or commas
    #[arg(long, value_name = "FILE", conflicts_with = "seed")]
    pub nondet_file: Option<PathBuf>,
    /// Draw nondeterministic values at random from this seed
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// What pointers lead to that the first function takes, if it is not `main`: depth=2,number=1,text=abc
    ///
    /// Objects of the types that the parameters name, so many pointers deep, with this number in every number (step=N: one more
    /// by N each time; odd=K:N: the K-th is N) and this text in every string; null=K makes the K-th pointer null. Functions that
    /// are not there give such objects, too. Without it, these pointers are null.
    #[arg(long, value_name = "WHAT")]
    pub given: Option<String>,
    /// Instead, its arguments and the memory that it finds: 5 &#1 #1:16 #1+8:8=&#1 count+0:4=7
    ///
    /// Numbers and addresses are the arguments, in order. `#1:16` is an object of 16 bytes, `#1+8:8=&#1` says what its 8 bytes from
    /// the 8th on contain, `count+0:4=7` does so for a variable of the program. All other bytes are zero, or as initialised.
    #[arg(long, value_name = "WHAT", conflicts_with = "given")]
    pub heap: Option<String>,
    /// The N-th allocation fails
    #[arg(long, value_name = "N")]
    pub alloc_fail: Option<u64>,
    /// Which thread goes on at each switch: a seed, or thread numbers separated by commas
    #[arg(long, value_name = "SEED|LIST")]
    pub schedule: Option<String>,
    /// Files of DIR are in the sandbox that the program sees as its file system
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// An environment variable, `NAME=VALUE`; repeatable. The environment is empty otherwise
    #[arg(long = "env", value_name = "NAME=VALUE")]
    pub env: Vec<String>,
    /// The function to start with
    #[arg(long, value_name = "FUNC", default_value = "main")]
    pub entry: String,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Stop after so many instructions
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000)]
    pub max_steps: u64,
    /// Calls nested deeper than this exhaust the stack
    #[arg(long, value_name = "N", default_value_t = 262_144)]
    pub max_frames: u64,
    /// Locals of more bytes than this exhaust the stack
    #[arg(long, value_name = "BYTES", default_value_t = 8 << 20)]
    pub max_stack: u64,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Text,
    Json,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum YesNo {
    Yes,
    No,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum EffortArg {
    Quick,
    Normal,
    Deep,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Property {
    /// valid-deref, valid-free and valid-memtrack
    Memsafety,
    /// The error function is never called
    UnreachCall,
}

impl YesNo {
    pub fn is_yes(self) -> bool {
        self == YesNo::Yes
    }
}

impl EffortArg {
    pub fn effort(self) -> Effort {
        match self {
            EffortArg::Quick => Effort::Quick,
            EffortArg::Normal => Effort::Normal,
            EffortArg::Deep => Effort::Deep,
        }
    }
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataModelArg {
    #[value(name = "ILP32")]
    Ilp32,
    #[value(name = "LP64")]
    Lp64,
}

impl DataModelArg {
    pub fn model(self) -> DataModel {
        match self {
            DataModelArg::Ilp32 => DataModel::Ilp32,
            DataModelArg::Lp64 => DataModel::Lp64,
        }
    }
}

/// The rules that are off unless asked for.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionalRule {
    IntegerOverflow,
    InvalidShift,
    /// Indices that leave an array inside a larger object
    InsideObject,
    InvalidPointerArithmetic,
    /// Blocks that are still reachable when the program ends
    MemoryNotFreedAtExit,
}

impl InputArgs {
    pub fn data_model(&self) -> Option<DataModel> {
        self.data_model.map(DataModelArg::model)
    }
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
