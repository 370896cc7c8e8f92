//! `cairn check`: decides every obligation of a program, and reports.

use crate::args::CheckArgs;
use crate::failure::{Failure, exit};
use crate::report_args::{FailOn, ReportArgs, ReportFormat};
use crate::{baseline, ir, messages, output, since};
use cairn_driver::{Loader, Options};
use cairn_engine::{Budget, Terms};
use cairn_report::{
    CheckReport, Detail, Triage, check_report, check_to_html, check_to_json, check_to_junit, check_to_sarif,
    check_to_text, triage,
};
use std::path::Path;

pub fn command(args: &CheckArgs) -> Result<u8, Failure> {
    let known = baseline::of_check(&args.report)?;
    let changes = args.report.since.as_deref().map(since::changes).transpose()?;
    let heaps = args.report.formats.iter().any(|format| format.format == ReportFormat::Html);
    let mut report = analyse(args, Detail { heaps })?;
    let noticed = triage(&mut report, known.as_ref().map(|(_, known)| known), changes.as_ref());
    if !args.report.quiet {
        messages::notices(&noticed.notices);
    }
    write(&args.report, &report, &noticed)?;
    if !args.report.quiet {
        say_fixed(&noticed, known.as_ref().map(|(file, _)| file.as_path()));
    }
    Ok(exit_code(&args.report, &report))
}

/// From the command line to verdicts.
pub fn analyse(args: &CheckArgs, detail: Detail) -> Result<CheckReport, Failure> {
    let options = Options {
        clang: args.inputs.clang.clone(),
        data_model: args.inputs.data_model(),
        extra_models: args.models.clone(),
        threads: args.jobs.map_or(Options::default().threads, |jobs| jobs.max(1)),
        ..Options::default()
    };
    let loaded = Loader::new(options).load(&ir::inputs(&args.inputs, &args.clang_flags))?;
    if !args.report.quiet {
        messages::warnings(&loaded.warnings);
    }
    let terms = Terms { entry: args.entry.clone(), alloc_may_fail: args.alloc_may_fail.is_yes(), ..Terms::default() };
    let entry = loaded.program.func_named(&terms.entry);
    if args.entry != "main" && !entry.is_some_and(|entry| loaded.program.funcs[entry].is_defined()) {
        return Err(Failure::Input(format!("there is no function `{}` to start with", args.entry)));
    }
    let checked = cairn_driver::check(&loaded.program, &terms, budget(args))?;
    Ok(check_report(&loaded.program, &checked.goals, &checked.results, detail))
}

fn budget(args: &CheckArgs) -> Budget {
    Budget::new(args.max_steps.unwrap_or_else(|| args.effort.effort().steps()))
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
fn exit_code(args: &ReportArgs, report: &CheckReport) -> u8 {
    let gate = report.gate();
    let fails_on_likely = matches!(args.fail_on, FailOn::Likely | FailOn::Open);
    match args.fail_on {
        _ if args.exit_zero => 0,
        FailOn::Never => 0,
        _ if gate.refuted > 0 => exit::FINDING,
        _ if fails_on_likely && gate.likely > 0 => exit::FINDING,
        FailOn::Open if gate.open > 0 => exit::OPEN,
        _ => 0,
    }
}
