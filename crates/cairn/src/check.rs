//! `cairn check`: decides every obligation of a program, and reports.

use crate::analyse::{Analysed, analyse};
use crate::args::CheckArgs;
use crate::failure::{Failure, exit};
use crate::report_args::{FailOn, ReportArgs, ReportFormat};
use crate::{baseline, config, messages, output, since};
use cairn_report::{
    CheckReport, Triage, check_to_html, check_to_json, check_to_junit, check_to_sarif, check_to_text, triage,
};
use std::path::Path;

pub fn command(args: &CheckArgs) -> Result<u8, Failure> {
    if args.project.show_config {
        return show_config(args);
    }
    let known = baseline::of_check(&args.report)?;
    let changes = args.report.since.as_deref().map(since::changes).transpose()?;
    let Analysed { mut report, broken } = analyse(args)?;
    let noticed = triage(&mut report, known.as_ref().map(|(_, known)| known), changes.as_ref());
    if !args.report.quiet {
        messages::notices(&noticed.notices);
    }
    write(&args.report, &report, &noticed)?;
    if !args.report.quiet {
        say_fixed(&noticed, known.as_ref().map(|(file, _)| file.as_path()));
    }
    Ok(if broken { exit::INTERNAL } else { exit_code(args, &report) })
}

/// What the configuration comes to, one option per line.
fn show_config(args: &CheckArgs) -> Result<u8, Failure> {
    let file = args.project.config.as_deref();
    let lines = match file {
        Some(file) => config::arguments(file)?,
        None => Vec::new(),
    };
    let lines: String = lines.iter().map(|line| format!("{}\n", line.display())).collect();
    let lines = if lines.is_empty() { "no cairn.toml\n".to_owned() } else { lines };
    output::write_result(None, &lines)?;
    Ok(0)
}

/// The report on standard output, and all others into their files.
fn write(args: &ReportArgs, report: &CheckReport, triage: &Triage) -> Result<(), Failure> {
    for format in &args.formats {
        if let (ReportFormat::Html, Some(folder)) = (format.format, &format.file) {
            output::write_pages(folder, &check_to_html(report, triage))?;
        } else if let Some(file) = &format.file {
            write_as(args, format.format, Some(file), report)?;
        }
    }
    write_as(args, args.main_format(), args.output.as_deref(), report)
}

fn write_as(args: &ReportArgs, format: ReportFormat, file: Option<&Path>, report: &CheckReport) -> Result<(), Failure> {
    match format {
        ReportFormat::Text => output::write_styled(file, &check_to_text(report, args.all, args.quiet)),
        ReportFormat::Json => output::write_result(file, &check_to_json(report)),
        ReportFormat::Sarif => output::write_result(file, &check_to_sarif(report, args.all)),
        ReportFormat::Junit => output::write_result(file, &check_to_junit(report)),
        ReportFormat::Html => unreachable!("the command line asks for a folder"),
    }
}

fn say_fixed(noticed: &Triage, baseline: Option<&Path>) {
    if let Some(file) = baseline.filter(|_| noticed.fixed > 0) {
        let name = file.display();
        anstream::eprintln!(
            "note: {} of the findings in {name} are gone; remove them: cairn baseline prune",
            noticed.fixed
        );
    }
}

/// What the gate says.
fn exit_code(args: &CheckArgs, report: &CheckReport) -> u8 {
    let gate = report.gate();
    let fails_on_likely = matches!(args.report.fail_on, FailOn::Likely | FailOn::Open);
    match args.report.fail_on {
        _ if args.report.exit_zero => 0,
        FailOn::Never => 0,
        _ if gate.refuted > 0 => exit::FINDING,
        _ if fails_on_likely && gate.likely > 0 => exit::FINDING,
        _ if !report.unread.is_empty() && !args.project.keep_going => exit::PARTIAL,
        FailOn::Open if gate.open > 0 || !report.unread.is_empty() => exit::OPEN,
        _ => 0,
    }
}
