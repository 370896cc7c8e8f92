//! From the command line of `cairn check` to one report over all programs of a project.
//!
//! Not here: what is done with the report (`check`).

use crate::args::CheckArgs;
use crate::failure::Failure;
use crate::pictures::Gallery;
use crate::project_args::ProjectArgs;
use crate::{glob, messages, progress, storage};
use cairn_driver::grouping::Link;
use cairn_driver::{
    CheckOptions, Checked, Companion, Control, Loader, Options, Outcome, Outcomes, Plan, Project, Together, Unread,
    Workspace,
};
use cairn_engine::{Budget, Terms};
use cairn_ir::Program;
use cairn_llvm::clang::Limits;
use cairn_report::{CheckReport, Detail, check_report, merge};
use cairn_store::{Key, KeyBuilder, Store};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// A store that grows beyond this is shortened.
const STORE_LIMIT: u64 = 4 << 30;

/// A report, and what else there is to say about the run.
pub struct Analysed {
    pub report: CheckReport,
    /// An engine broke down: the exit code says so.
    pub broken: bool,
}

pub fn analyse(args: &CheckArgs, detail: Detail) -> Result<Analysed, Failure> {
    let inputs = Inputs::find(args)?;
    let control = control(&args.project);
    let caught = catch_signals(&control)?;
    // Pictures are drawn of executions, which are not kept.
    let gallery = args.report.heap_graphs.as_ref().map(|_| Gallery::new(&load_options(args)));
    let store = storage::open(&inputs.folder, &args.project, inputs.keeps && gallery.is_none())?;
    let loader = Loader::new(load_options(args));
    // Without Clang nothing can be compiled: say so once, not for every file.
    if inputs.project.units.iter().any(|unit| unit.input.needs_clang()) {
        loader.clang().map_err(cairn_driver::LoadError::from)?;
    }
    let options = check_options(args, &inputs, detail);
    let workspace =
        Workspace { loader: &loader, project: &inputs.project, options: &options, store: &store, control: &control };
    let result = progress::watched(&control, &caught, args.project.progress, args.report.quiet, || {
        run(args, detail, &workspace, gallery.as_ref())
    });
    store.finish(STORE_LIMIT);
    storage::say_notices(&store);
    if control.is_interrupted() {
        let done = control.progress.programs.done.load(Ordering::Relaxed);
        let signal = u8::try_from(caught.load(Ordering::Relaxed)).unwrap_or_default();
        return Err(Failure::Interrupted { done, signal });
    }
    let analysed = result?;
    if let (Some(gallery), Some(folder)) = (gallery, &args.report.heap_graphs) {
        gallery.write(folder)?;
    }
    Ok(analysed)
}

fn run(
    args: &CheckArgs,
    detail: Detail,
    workspace: &Workspace<'_>,
    gallery: Option<&Gallery>,
) -> Result<Analysed, Failure> {
    let plan = workspace.plan()?;
    if workspace.control.is_interrupted() {
        return Err(Failure::Interrupted { done: 0, signal: 0 });
    }
    if !args.report.quiet {
        messages::skipped(&workspace.project.skipped);
        messages::warnings(&plan.warnings);
    }
    check_readable(args, workspace, &plan)?;
    let whole = KeyBuilder::new("report").key(&plan.key).finish();
    let (mut report, broken) = match recall(workspace.store, &whole, plan.programs.len()) {
        Some(report) => (report, false),
        None => compute(workspace, &plan, &whole, detail, gallery)?,
    };
    report.unread.splice(0..0, plan.unread.iter().map(unread));
    messages::unread(&plan.unread);
    restrict(&mut report, &args.project);
    report.notes = plan.companions.iter().map(companion_note).collect();
    let broken = broken || plan.unread.iter().any(|unread| unread.error.is_internal());
    if let Ok(here) = std::env::current_dir() {
        report.seen_from(&here);
    }
    Ok(Analysed { report, broken })
}

/// If nothing can be analysed, that is the failure.
fn check_readable(args: &CheckArgs, workspace: &Workspace<'_>, plan: &Plan<'_>) -> Result<(), Failure> {
    if plan.programs.is_empty() {
        return Err(match plan.unread.first() {
            Some(first) => first.error.clone().into(),
            None => Failure::Input("there is no C file in the compilation database".to_owned()),
        });
    }
    if args.entry != "main" && !plan.defines(&args.entry) {
        return Err(Failure::Input(format!("there is no function `{}` to start with", args.entry)));
    }
    debug_assert!(!workspace.project.units.is_empty());
    Ok(())
}

/// The report over all programs as the store has it. For a single program its own entry is enough.
fn recall(store: &Store, whole: &Key, programs: usize) -> Option<CheckReport> {
    if programs == 1 {
        return None;
    }
    postcard::from_bytes(&store.get(whole)?).ok()
}

fn compute(
    workspace: &Workspace<'_>,
    plan: &Plan<'_>,
    whole: &Key,
    detail: Detail,
    gallery: Option<&Gallery>,
) -> Result<(CheckReport, bool), Failure> {
    let Outcomes { programs, breakdowns, stopped } = workspace.check(plan, |inputs, program, checked| {
        if let Some(gallery) = gallery {
            gallery.add(inputs, checked);
        }
        render(program, checked, detail)
    });
    let mut reports = Vec::new();
    let (mut complete, single) = (breakdowns.is_empty() && !stopped, programs.len() == 1);
    let mut broken = !breakdowns.is_empty();
    for outcome in programs {
        match outcome {
            Outcome::Done { bytes, .. } => reports.push(decode(&bytes)?),
            Outcome::Unread(error) if single => return Err(error.error.into()),
            Outcome::Unread(error) => {
                broken |= error.error.is_internal();
                messages::unread(std::slice::from_ref(&error));
                reports.push(CheckReport { unread: vec![unread(&error)], ..CheckReport::default() });
                complete = false;
            }
            Outcome::Contradiction { message, bundle } => return Err(Failure::Internal { message, bundle }),
            Outcome::NotStarted => complete = false,
        }
    }
    for (message, bundle) in &breakdowns {
        messages::breakdown(message, bundle.as_deref());
    }
    let report = merge(reports);
    if complete
        && !single
        && let Ok(bytes) = postcard::to_stdvec(&report)
    {
        workspace.store.put(whole, &bytes);
    }
    Ok((report, broken))
}

/// What the store keeps of a program.
fn render(program: &Program, checked: &Checked, detail: Detail) -> Vec<u8> {
    let report = check_report(program, &checked.goals, &checked.results, detail);
    postcard::to_stdvec(&report).expect("reports have a form in bytes")
}

fn decode(bytes: &[u8]) -> Result<CheckReport, Failure> {
    let damaged = |_| Failure::Internal { message: "a kept report cannot be read".to_owned(), bundle: None };
    postcard::from_bytes(bytes).map_err(damaged)
}

fn unread(unread: &Unread) -> cairn_report::Unread {
    let place = unread.error.place().as_ref().map(messages::shown_place);
    let why = unread.error.detail().unwrap_or_else(|| unread.error.to_string());
    cairn_report::Unread { file: unread.file.display().to_string(), why, place }
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

/// Leaves what the user does not want to see.
fn restrict(report: &mut CheckReport, args: &ProjectArgs) {
    let any = |globs: &[String], file: &str| globs.iter().any(|pattern| glob::matches(pattern, file));
    report.retain_files(|file| (args.include.is_empty() || any(&args.include, file)) && !any(&args.exclude, file));
}

fn control(args: &ProjectArgs) -> Control {
    let deadline = args.timeout.and_then(|time| Instant::now().checked_add(time));
    Control::new(deadline, args.max_memory.or_else(most_memory))
}

/// Four fifths of what the machine has.
fn most_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib * 1024 / 5 * 4)
}

/// The first signal ends the run cleanly, a second one at once. The result says which one came.
fn catch_signals(control: &Control) -> Result<Arc<AtomicUsize>, Failure> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag::{register, register_conditional_shutdown, register_usize};
    let failed = |error: std::io::Error| Failure::Input(format!("cannot watch for signals: {error}"));
    let caught = Arc::new(AtomicUsize::new(0));
    for signal in [SIGINT, SIGTERM] {
        let flag = control.interrupt_flag();
        register_conditional_shutdown(signal, 128 + signal, flag.clone()).map_err(failed)?;
        register_usize(signal, caught.clone(), signal as usize).map_err(failed)?;
        register(signal, flag).map_err(failed)?;
    }
    Ok(caught)
}

fn load_options(args: &CheckArgs) -> Options {
    Options {
        clang: args.inputs.clang.clone(),
        data_model: args.inputs.data_model(),
        extra_models: args.models.clone(),
        threads: args.jobs.filter(|&jobs| jobs > 0).unwrap_or(Options::default().threads),
        ..Options::default()
    }
}

fn check_options(args: &CheckArgs, inputs: &Inputs, detail: Detail) -> CheckOptions {
    let most = args.project.max_memory.unwrap_or(u64::MAX);
    let default = Limits::default();
    CheckOptions {
        terms: Terms { entry: args.entry.clone(), alloc_may_fail: args.alloc_may_fail.is_yes(), ..Terms::default() },
        budget: Budget::new(args.max_steps.unwrap_or_else(|| args.effort.effort().steps())),
        engine: args.project.engine.clone(),
        form: format!("{detail:?}"),
        root: inputs.root.clone(),
        folder: inputs.folder.clone(),
        // Clang cannot even start with less.
        limits: Limits {
            memory: default.memory.min(most.max(512 << 20)),
            seconds: args.project.max_compile_time,
            ..default
        },
        programs: programs(args, inputs),
        together: match inputs.together {
            _ if args.each_file => Together::Alone,
            true => Together::All,
            false => Together::Programs,
        },
        // Who has a compilation database has named all files.
        companions: inputs.together && !args.each_file && !args.no_companions,
    }
}

/// The programs that the user defined, by the numbers of their units.
fn programs(args: &CheckArgs, inputs: &Inputs) -> Vec<Link> {
    let name =
        |path: PathBuf| path.strip_prefix(&inputs.root).map_or(path.clone(), Path::to_owned).display().to_string();
    let names: Vec<String> = inputs.project.units.iter().map(|unit| name(unit.input.path())).collect();
    let link = |program: &crate::project_args::ProgramArg| {
        let fits = |name: &String| program.globs.iter().any(|pattern| glob::matches(pattern, name));
        let objects = names.iter().enumerate().filter(|(_, name)| fits(name)).map(|(index, _)| index).collect();
        Link { name: program.name.clone(), objects, archives: Vec::new() }
    };
    args.project.programs.iter().map(link).collect()
}

/// What is analysed, and where it belongs.
struct Inputs {
    project: Project,
    root: PathBuf,
    /// Where results are kept.
    folder: PathBuf,
    /// Are results kept without being asked? Not for single files: nobody wants a folder there.
    keeps: bool,
    together: bool,
}

impl Inputs {
    fn find(args: &CheckArgs) -> Result<Inputs, Failure> {
        let here =
            std::env::current_dir().map_err(|error| Failure::Input(format!("there is no current folder: {error}")))?;
        let files = &args.inputs.files;
        let flags: Vec<String> = args.inputs.clang_args.iter().chain(&args.clang_flags).cloned().collect();
        let mut databases = args.project.databases.clone();
        if databases.is_empty() && files.is_empty() {
            databases.push(Project::find_database(&here).ok_or(Failure::NothingToCheck)?);
        }
        let together = databases.is_empty();
        let mut project = if together { Project::of_files(files, &flags) } else { Project::of_databases(&databases)? };
        if !together && !files.is_empty() {
            project
                .restrict(files)
                .map_err(|file| Failure::Input(format!("`{}` is not in the compilation database", file.display())))?;
        }
        if !together {
            project.units.iter_mut().for_each(|unit| unit.input.flags.extend(flags.iter().cloned()));
        }
        let root = root(&here, &project, args.project.config.as_deref());
        let folder = args.project.cache_dir.clone().unwrap_or_else(|| root.join(".cairn"));
        let keeps = !together || args.project.cache_dir.is_some() || args.project.config.is_some() || folder.is_dir();
        Ok(Inputs { project, root, folder, keeps, together })
    }
}

/// The folder of the configuration; else this one, unless the database lies elsewhere.
fn root(here: &Path, project: &Project, config: Option<&Path>) -> PathBuf {
    if let Some(folder) = config.and_then(|file| std::path::absolute(file).ok()?.parent().map(Path::to_owned)) {
        return folder;
    }
    let folders = project.databases.iter().filter_map(|file| std::path::absolute(file).ok());
    let outside = folders.filter_map(|file| file.parent().map(Path::to_owned)).find(|folder| !folder.starts_with(here));
    match outside {
        Some(folder) if folder.ends_with("build") || folder.ends_with(".cairn") => {
            folder.parent().map_or(folder.clone(), Path::to_owned)
        }
        Some(folder) => folder,
        None => here.to_owned(),
    }
}
