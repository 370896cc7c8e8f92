//! `cargo xtask suite …`: runs collections of programs and prints tables. `cargo xtask compare …`: Cairn beside others.
//!
//! The collections themselves are not part of the project: a folder is given on the command line.

mod compare;
mod picture;
mod suite;

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Tasks for people who work on Cairn")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run a suite and print a table
    #[command(subcommand)]
    Suite(Suite),
    /// Run Cairn beside GCC's and Clang's analysers and cppcheck on the same files, and print one table
    Compare(Box<compare::CompareArgs>),
    /// Make the pictures of the documentation
    Picture(picture::PictureArgs),
}

#[derive(Subcommand)]
enum Suite {
    /// Read, link and validate every C file; count what is not supported
    Read(ReadArgs),
    /// Run the Juliet cases: each bad one must be reported, no good one
    Juliet(JulietArgs),
    /// Run random programs natively and under the interpreter
    Csmith(CsmithArgs),
    /// Run random programs with memory errors under sanitizers and under the interpreter
    Random(RandomArgs),
    /// Run the cases of this project
    Cases(CasesArgs),
    /// Look at programs function by function: strong against weak updates at calls, refined against typed alias classes
    Summaries(SummariesArgs),
    /// Look at generated programs of growing sizes, and print how the work grows
    Growth(GrowthArgs),
}

#[derive(Args)]
struct Common {
    /// The Clang to use
    #[arg(long)]
    clang: Option<PathBuf>,
    /// Threads
    #[arg(short, long, default_value_t = cairn_driver::thread_count())]
    jobs: usize,
}

#[derive(Args)]
struct ReadArgs {
    #[command(flatten)]
    common: Common,
    /// Folders with C files, C files, or compile_commands.json files
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    #[arg(long, value_enum, ignore_case = true)]
    data_model: Option<DataModelArg>,
    /// At most so many programs
    #[arg(long)]
    limit: Option<usize>,
    /// Folders for `#include`
    #[arg(short = 'I', value_name = "DIR")]
    include: Vec<PathBuf>,
    /// Flags for Clang
    #[arg(last = true)]
    flags: Vec<String>,
}

#[derive(Args)]
struct SummariesArgs {
    #[command(flatten)]
    common: Common,
    /// Folders with C files, C files, or compile_commands.json files
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// At most so many programs
    #[arg(long)]
    limit: Option<usize>,
    /// Strong updates and refined classes only
    #[arg(long)]
    strong: bool,
    /// Print so many strong reports in each program's own functions, evenly spread, with why they are open
    #[arg(long, value_name = "N")]
    list: Option<usize>,
    /// Each function takes what its size allows, as in large projects
    #[arg(long)]
    flat: bool,
    /// So many times as much work for each function
    #[arg(long, default_value_t = 1)]
    effort: u64,
    /// Of databases: the program that a recorded link makes, by name, instead of each file by itself; repeatable
    #[arg(long)]
    program: Vec<String>,
    /// Also look at each program as a whole, entering every call, and print how long that takes
    #[arg(long)]
    whole: bool,
    /// Flags for Clang
    #[arg(last = true)]
    flags: Vec<String>,
}

#[derive(Args)]
struct GrowthArgs {
    #[command(flatten)]
    common: Common,
    /// Only families whose name contains this
    #[arg(long)]
    only: Option<String>,
}

#[derive(Args)]
struct JulietArgs {
    #[command(flatten)]
    common: Common,
    /// The folder that holds `testcases` and `testcasesupport`
    folder: PathBuf,
    /// Numbers of the weaknesses to run
    #[arg(long, value_delimiter = ',', default_values_t = [121, 122, 124, 126, 127, 401, 415, 416, 457, 476, 590, 690, 761])]
    cwe: Vec<u32>,
    /// At most so many cases of each weakness, spread over all of them
    #[arg(long)]
    limit: Option<usize>,
    #[arg(long, value_enum, ignore_case = true, default_value = "LP64")]
    data_model: DataModelArg,
    /// Only cases whose name contains this
    #[arg(long)]
    only: Option<String>,
    #[arg(long, default_value_t = 20_000_000)]
    max_steps: u64,
    /// Leave out no case that runs without input, and accept only the exact rule of a weakness
    #[arg(long)]
    strict: bool,
    /// Also run the cases that read input, with no input
    #[arg(long)]
    with_input: bool,
}

#[derive(Args)]
struct CsmithArgs {
    #[command(flatten)]
    common: Common,
    /// Number of programs
    count: u64,
    /// Seed of the first one; the others follow
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, value_enum, ignore_case = true, default_value = "LP64")]
    data_model: DataModelArg,
    #[arg(long, default_value_t = 300_000_000)]
    max_steps: u64,
}

#[derive(Args)]
struct RandomArgs {
    #[command(flatten)]
    common: Common,
    /// Number of programs
    count: u64,
    /// Seed of the first one; the others follow
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, value_enum, ignore_case = true, default_value = "LP64")]
    data_model: DataModelArg,
    /// Input vectors for each program
    #[arg(long, default_value_t = 3)]
    inputs: u32,
    /// Programs without seeded errors
    #[arg(long)]
    valid: bool,
    /// Statements per function, roughly
    #[arg(long, default_value_t = 12)]
    size: u32,
    /// A folder for the programs that show a difference
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
}

#[derive(Args)]
struct CasesArgs {
    #[command(flatten)]
    common: Common,
    /// Folders with cases
    #[arg(default_values = ["cases/run", "cases/errors"])]
    folders: Vec<PathBuf>,
    /// Only cases whose path contains this
    #[arg(long)]
    only: Option<String>,
}

#[derive(ValueEnum, Clone, Copy)]
enum DataModelArg {
    #[value(name = "ILP32")]
    Ilp32,
    #[value(name = "LP64")]
    Lp64,
}

impl From<DataModelArg> for cairn_ir::DataModel {
    fn from(model: DataModelArg) -> Self {
        match model {
            DataModelArg::Ilp32 => cairn_ir::DataModel::Ilp32,
            DataModelArg::Lp64 => cairn_ir::DataModel::Lp64,
        }
    }
}

fn main() -> ExitCode {
    let result = match Cli::parse().task {
        Task::Suite(Suite::Read(args)) => suite::read::run(&args),
        Task::Suite(Suite::Juliet(args)) => suite::juliet::run(&args),
        Task::Suite(Suite::Csmith(args)) => suite::csmith::run(&args),
        Task::Suite(Suite::Random(args)) => suite::random::run(&args),
        Task::Suite(Suite::Cases(args)) => suite::cases::run(&args),
        Task::Suite(Suite::Summaries(args)) => suite::summaries::run(&args),
        Task::Suite(Suite::Growth(args)) => suite::growth::run(&args),
        Task::Compare(args) => compare::run(&args),
        Task::Picture(args) => picture::run(&args),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}
