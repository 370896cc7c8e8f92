//! Options about the project: what is analysed, which programs it has, where results are kept, how much may be used.

use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Project")]
pub struct ProjectArgs {
    /// A compilation database, or the folder in which it lies; repeatable. Without files and databases, the nearest
    /// `compile_commands.json` is taken
    #[arg(short = 'p', long = "database", value_name = "DIR|FILE")]
    pub databases: Vec<PathBuf>,
    /// Units that form a program, where link commands do not say it: NAME=GLOB[,GLOB]; repeatable
    #[arg(long = "program", value_name = "NAME=GLOBS", value_parser = parse_program)]
    pub programs: Vec<ProgramArg>,
    /// Report only what lies in files that match; repeatable
    #[arg(long, value_name = "GLOB")]
    pub include: Vec<String>,
    /// Do not report what lies in files that match; repeatable
    #[arg(long, value_name = "GLOB")]
    pub exclude: Vec<String>,
    /// Files that cannot be read do not change the exit code
    #[arg(long)]
    pub keep_going: bool,
    /// Run only these engines, in the usual order: NAME, or several with commas
    #[arg(long, value_name = "NAMES", value_parser = parse_engines)]
    pub engine: Option<String>,
    /// The configuration; without the option, `cairn.toml` here or in a folder above
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Read no configuration
    #[arg(long, conflicts_with = "config")]
    pub no_config: bool,
    /// Print what the configuration comes to, and analyse nothing
    #[arg(long)]
    pub show_config: bool,
    /// Neither use nor keep results of other runs
    #[arg(long)]
    pub no_cache: bool,
    /// Where results are kept; otherwise the folder `.cairn` of the project
    #[arg(long, value_name = "DIR")]
    pub cache_dir: Option<PathBuf>,
    /// Most memory to use, such as 4GiB; what would need more stays open. Otherwise four fifths of what the machine has
    #[arg(long, alias = "memory-limit", value_name = "SIZE", value_parser = parse_size)]
    pub max_memory: Option<u64>,
    /// Most seconds of processor time for one run of Clang
    #[arg(long, value_name = "SECONDS", default_value_t = 300, hide = true)]
    pub max_compile_time: u64,
    /// Stop after this time, such as 90s or 30min; what is not decided by then stays open
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub timeout: Option<Duration>,
    /// Show how far the run is
    #[arg(long, value_enum, default_value_t = ProgressArg::Auto, value_name = "WHEN")]
    pub progress: ProgressArg,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgressArg {
    /// A line that changes, on a terminal
    Auto,
    /// A line from time to time
    Plain,
    Never,
}

/// A program that the user defined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramArg {
    pub name: String,
    pub globs: Vec<String>,
}

fn parse_program(text: &str) -> Result<ProgramArg, String> {
    match text.split_once('=') {
        Some((name, globs)) if !name.is_empty() && !globs.is_empty() => {
            Ok(ProgramArg { name: name.to_owned(), globs: globs.split(',').map(str::to_owned).collect() })
        }
        _ => Err("it must be NAME=GLOB".to_owned()),
    }
}

/// `shape`, or `summary,inline`.
pub fn parse_engines(text: &str) -> Result<String, String> {
    let known = cairn_driver::engine_names();
    let all_known = text.split(',').all(|name| known.contains(&name));
    all_known.then(|| text.to_owned()).ok_or_else(|| format!("it must be one or several of: {}", known.join(",")))
}

/// `4GiB`, `512M`, `100000`.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let (number, unit) = split_unit(text);
    let shift = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        _ => return Err(format!("`{unit}` is no unit of memory; use KiB, MiB or GiB")),
    };
    let number: u64 = number.parse().map_err(|_| "it must be a number with a unit, such as 4GiB".to_owned())?;
    number.checked_mul(1 << shift).filter(|&bytes| bytes > 0).ok_or_else(|| "it is out of range".to_owned())
}

/// `90s`, `30min`, `2h`; a number alone is in seconds.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let (number, unit) = split_unit(text);
    let seconds = match unit {
        "" | "s" | "sec" => 1,
        "m" | "min" => 60,
        "h" => 3600,
        _ => return Err(format!("`{unit}` is no unit of time; use s, min or h")),
    };
    let number: u64 = number.parse().map_err(|_| "it must be a number with a unit, such as 90s".to_owned())?;
    let total = number.checked_mul(seconds).filter(|&total| total > 0);
    total.map(Duration::from_secs).ok_or_else(|| "it is out of range".to_owned())
}

fn split_unit(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_have_units() {
        assert_eq!((parse_size("4GiB"), parse_size("512 M"), parse_size("7")), (Ok(4 << 30), Ok(512 << 20), Ok(7)));
        assert!(parse_size("4 apples").is_err() && parse_size("").is_err() && parse_size("99999999999T").is_err());
        assert_eq!((parse_time("90"), parse_time("2min")), (Ok(Duration::from_secs(90)), Ok(Duration::from_secs(120))));
        assert!(parse_time("0").is_err() && parse_time("1 fortnight").is_err());
    }
}
