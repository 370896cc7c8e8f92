//! `cairn check`: decides every obligation of a program, and reports.

use crate::args::{CheckArgs, CheckFormat, FailOn};
use crate::failure::{Failure, exit};
use crate::{ir, messages, output};
use cairn_driver::{Companion, Loader, Options};
use cairn_engine::{Budget, Terms};
use cairn_report::{CheckReport, check_report, check_to_json, check_to_sarif, check_to_text};

pub fn command(args: &CheckArgs) -> Result<u8, Failure> {
    let options = Options {
        clang: args.inputs.clang.clone(),
        data_model: args.inputs.data_model(),
        extra_models: args.models.clone(),
        companions: !args.no_companions,
        threads: args.jobs.map_or(Options::default().threads, |jobs| jobs.max(1)),
        ..Options::default()
    };
    let loaded = Loader::new(options).load(&ir::inputs(&args.inputs, &args.clang_flags))?;
    if !args.quiet {
        messages::warnings(&loaded.warnings);
    }
    let terms = Terms { entry: args.entry.clone(), alloc_may_fail: args.alloc_may_fail.is_yes(), ..Terms::default() };
    let entry = loaded.program.func_named(&terms.entry);
    if args.entry != "main" && !entry.is_some_and(|entry| loaded.program.funcs[entry].is_defined()) {
        return Err(Failure::Input(format!("there is no function `{}` to start with", args.entry)));
    }
    let checked = cairn_driver::check(&loaded.program, &terms, budget(args))?;
    let mut report = check_report(&loaded.program, &checked.goals, &checked.results);
    report.notes = loaded.companions.iter().map(companion_note).collect();
    write(args, &report)?;
    Ok(exit_code(args, &report))
}

/// Which file took part without having been named, and why.
fn companion_note(companion: &Companion) -> String {
    let shown: Vec<String> = companion.symbols.iter().take(3).map(|symbol| format!("`{symbol}`")).collect();
    let more = match companion.symbols.len().saturating_sub(3) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more} from `{}`, found next to a header", shown.join(", "), companion.file.display())
}

fn budget(args: &CheckArgs) -> Budget {
    Budget::new(args.max_steps.unwrap_or_else(|| args.effort.effort().steps()))
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
        FailOn::Open if counts.open > 0 => exit::OPEN,
        _ => 0,
    }
}
