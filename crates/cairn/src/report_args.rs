//! Options about reports: which formats go where, what counts, what makes the command fail.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Report")]
pub struct ReportArgs {
    /// How to report: text, json, sarif, junit; FORMAT=FILE writes a file besides (html=DIR a folder). Repeatable
    #[arg(long = "format", value_name = "FORMAT[=FILE]", value_parser = parse_format)]
    pub formats: Vec<FormatArg>,
    /// Write the report to FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// List open obligations, too, and findings that are suppressed or in the baseline
    #[arg(long)]
    pub all: bool,
    /// Draw memory where each refuted obligation fails, DIR/ID.svg, and the loop invariants of proofs,
    /// DIR/loop-FUNCTION-LINE-NUMBER.svg; what is kept from earlier runs is not used
    #[arg(long, value_name = "DIR")]
    pub heap_graphs: Option<PathBuf>,
    /// Findings only: no warnings, no counts
    #[arg(short, long)]
    pub quiet: bool,
    /// What makes the exit code other than 0
    #[arg(long, value_enum, default_value_t = FailOn::Refuted, value_name = "VERDICT")]
    pub fail_on: FailOn,
    /// Exit code 0 whatever is found
    #[arg(long)]
    pub exit_zero: bool,
    /// Findings in this file are known and do not fail; without the option, `cairn-baseline.json` if it is there
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Use no baseline
    #[arg(long, conflicts_with = "baseline")]
    pub no_baseline: bool,
    /// Only findings count whose function, or a line on the way to them, was changed since a git revision
    #[arg(long, value_name = "REVISION")]
    pub since: Option<String>,
}

/// A format, and where it goes if not to standard output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatArg {
    pub format: ReportFormat,
    pub file: Option<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportFormat {
    Text,
    Json,
    Sarif,
    Junit,
    Html,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailOn {
    Refuted,
    /// Also what is open but likely to fail
    Likely,
    /// Everything that is not proved
    Open,
    Never,
}

fn parse_format(text: &str) -> Result<FormatArg, String> {
    let (name, file) = match text.split_once('=') {
        Some((name, file)) => (name, Some(file)),
        None => (text, None),
    };
    let format = ReportFormat::from_str(name, true)
        .map_err(|_| format!("`{name}` is none of text, json, sarif, junit, html"))?;
    match file {
        Some("") => Err(format!("there is no file name in `{text}`")),
        None if format == ReportFormat::Html => Err("HTML goes into a folder: html=DIR".to_owned()),
        file => Ok(FormatArg { format, file: file.map(PathBuf::from) }),
    }
}

impl ReportArgs {
    /// What goes to standard output (or `--output`), if it was said.
    pub fn main_format(&self) -> ReportFormat {
        let plain = self.formats.iter().rev().find(|format| format.file.is_none());
        plain.map_or(ReportFormat::Text, |format| format.format)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_have_files_or_not() {
        let format = |text| parse_format(text).map(|arg| (arg.format, arg.file));
        assert_eq!(format("sarif"), Ok((ReportFormat::Sarif, None)));
        assert_eq!(format("json=a=b.json"), Ok((ReportFormat::Json, Some("a=b.json".into()))));
        assert!(format("html").is_err() && format("xml=x").is_err() && format("text=").is_err());
    }
}
