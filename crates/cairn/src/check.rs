//! `cairn check`: decides every obligation of a program, and reports.

use crate::analyse::{Analysed, analyse};
use crate::args::{CheckArgs, CheckFormat, FailOn};
use crate::failure::{Failure, exit};
use crate::{config, output};
use cairn_report::{CheckReport, check_to_json, check_to_sarif, check_to_text};

pub fn command(args: &CheckArgs) -> Result<u8, Failure> {
    if args.project.show_config {
        return show_config(args);
    }
    let Analysed { report, broken } = analyse(args)?;
    write(args, &report)?;
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

fn write(args: &CheckArgs, report: &CheckReport) -> Result<(), Failure> {
    let file = args.output.as_deref();
    match args.format {
        CheckFormat::Text => output::write_styled(file, &check_to_text(report, args.all, args.quiet)),
        CheckFormat::Json => output::write_result(file, &check_to_json(report)),
        CheckFormat::Sarif => output::write_result(file, &check_to_sarif(report, args.all)),
    }
}

/// What the gate says.
fn exit_code(args: &CheckArgs, report: &CheckReport) -> u8 {
    let counts = report.counts();
    let fails_on_likely = matches!(args.fail_on, FailOn::Likely | FailOn::Open);
    match args.fail_on {
        _ if args.exit_zero => 0,
        FailOn::Never => 0,
        _ if counts.refuted > 0 => exit::FINDING,
        _ if fails_on_likely && counts.likely > 0 => exit::FINDING,
        _ if !report.unread.is_empty() && !args.project.keep_going => exit::PARTIAL,
        FailOn::Open if counts.open > 0 || !report.unread.is_empty() => exit::OPEN,
        _ => 0,
    }
}
