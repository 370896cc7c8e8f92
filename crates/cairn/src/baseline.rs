//! Baselines: `cairn baseline write` and `prune`, and which one a check uses.

use crate::analyse::analyse;
use crate::args::CheckArgs;
use crate::failure::Failure;
use crate::output;
use crate::report_args::ReportArgs;
use cairn_report::Baseline;
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};

/// Used if it is there and nothing else is said.
const DEFAULT: &str = "cairn-baseline.json";

/// Write down the findings that a project knows of, so that only new ones fail.
#[derive(Args, Debug)]
pub struct BaselineArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Check, and write everything that fails into the baseline (with --all, what is open, too)
    Write(Box<CheckArgs>),
    /// Check, and remove what does not fail any more from the baseline
    Prune(Box<CheckArgs>),
}

pub fn command(args: &BaselineArgs) -> Result<u8, Failure> {
    let (check, prunes) = match &args.action {
        Action::Write(check) => (check, false),
        Action::Prune(check) => (check, true),
    };
    let file = check.report.baseline.clone().unwrap_or_else(|| PathBuf::from(DEFAULT));
    let old = if prunes { Some(read(&file)?) } else { None };
    let mut report = analyse(check)?.report;
    cairn_report::triage(&mut report, None, None);
    let text = match &old {
        Some(old) => old.pruned(&report),
        None => cairn_report::write_baseline(&report, check.report.all),
    };
    output::write_result(Some(&file), &text)?;
    let entries = Baseline::parse(&text).map_err(|why| bad(&file, &why))?.len();
    if !check.report.quiet {
        let before = old.map(|old| format!(", {} before", old.len())).unwrap_or_default();
        let findings = if entries == 1 { "finding" } else { "findings" };
        anstream::eprintln!("{}: {entries} known {findings}{before}", file.display());
    }
    Ok(0)
}

/// The baseline of a check, and its name.
pub fn of_check(args: &ReportArgs) -> Result<Option<(PathBuf, Baseline)>, Failure> {
    let file = match &args.baseline {
        _ if args.no_baseline => return Ok(None),
        Some(file) => file.clone(),
        None if Path::new(DEFAULT).is_file() => PathBuf::from(DEFAULT),
        None => return Ok(None),
    };
    let baseline = read(&file)?;
    Ok(Some((file, baseline)))
}

fn read(file: &Path) -> Result<Baseline, Failure> {
    let text = std::fs::read_to_string(file).map_err(|error| Failure::file("read", file, &error))?;
    Baseline::parse(&text).map_err(|why| bad(file, &why))
}

fn bad(file: &Path, why: &str) -> Failure {
    Failure::Input(format!("`{}` is no baseline: {why}", file.display()))
}
