//! A project on its way to verdicts: units compiled, grouped into programs, each program checked, with a store behind.
//!
//! `Workspace::plan` is everything before analysis. Each program of the plan has a key: a hash of everything that its
//! result depends on. `Workspace::check` looks results up under these keys and computes what is missing. What a result is,
//! the caller says: it turns verdicts into bytes, and gets the same bytes back from the store.
//!
//! Not here: what the bytes mean; whether to show progress.

use crate::companions::{Companion, Means, Search};
use crate::control::Control;
use crate::front_end::{FrontEnd, UnitInfo};
use crate::grouping::{self, Group, Link};
use crate::parallel::guarded;
use crate::portfolio::{self, Checked};
use crate::unit::{Own, own_operations};
use crate::{Input, LoadError, Loader, Project, Warning, bundle, parallel_map, recorded, unit};
use cairn_engine::{Budget, Terms, Verdict};
use cairn_ir::{Func, FuncOrigin, Program, link};
use cairn_llvm::clang::Limits;
use cairn_store::{Key, KeyBuilder, Store};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

/// Instructions of a project that can be looked at closely.
const LARGE: usize = 40_000;

/// What to decide, and how hard to try.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    pub terms: Terms,
    pub budget: Budget,
    /// These engines alone, with commas.
    pub engine: Option<String>,
    /// What results are turned into; a part of their keys.
    pub form: String,
    /// Where the project is; names of files are relative to it.
    pub root: PathBuf,
    /// Where to write down our own mistakes.
    pub folder: PathBuf,
    pub limits: Limits,
    /// Programs that the user defined, by indices of units.
    pub programs: Vec<Link>,
    pub together: Together,
    /// Take what is not defined from C files next to the headers that declare it.
    pub companions: bool,
}

/// Which units are analysed together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Together {
    /// Those of a program, and what belongs to none.
    Programs,
    /// All, if at most one of them has an entry.
    All,
    /// None: each is looked at by itself.
    Alone,
}

/// A project with its store.
pub struct Workspace<'a> {
    pub loader: &'a Loader,
    pub project: &'a Project,
    pub options: &'a CheckOptions,
    pub store: &'a Store,
    pub control: &'a Control,
}

/// Everything that is known before analysis.
pub struct Plan<'a> {
    front_end: FrontEnd<'a>,
    units: Vec<(Input, UnitInfo)>,
    /// There is more code than can be looked at closely.
    hurried: bool,
    pub programs: Vec<PlannedProgram>,
    /// A hash of everything that the results of all programs depend on.
    pub key: Key,
    /// Files that were not named and are part of a program.
    pub companions: Vec<Companion>,
    /// Units that could not be read, in the order of the project.
    pub unread: Vec<Unread>,
    pub warnings: Vec<Warning>,
}

/// A program before analysis.
#[derive(Clone, Debug)]
pub struct PlannedProgram {
    pub group: Group,
    pub key: Key,
}

/// A unit, or a whole program, that is not part of the result.
#[derive(Clone, Debug)]
pub struct Unread {
    pub file: PathBuf,
    pub error: LoadError,
}

/// What came of one program.
pub enum Outcome {
    /// The bytes that the caller made of it, now or earlier.
    Done { bytes: Vec<u8>, reused: bool },
    /// It could not be linked.
    Unread(Unread),
    /// Two engines contradict each other.
    Contradiction { message: String, bundle: Option<PathBuf> },
    /// The run was interrupted before.
    NotStarted,
}

/// All outcomes, and what went wrong inside.
pub struct Outcomes {
    /// In the order of the plan.
    pub programs: Vec<Outcome>,
    /// Engines that broke down, each with a bundle.
    pub breakdowns: Vec<(String, Option<PathBuf>)>,
    /// Something was stopped by time or memory.
    pub stopped: bool,
}

/// What happened while a program was checked.
#[derive(Default)]
struct Notes {
    breakdowns: Vec<(String, Option<PathBuf>)>,
    stopped: bool,
}

impl Plan<'_> {
    /// Does any unit define a symbol?
    pub fn defines(&self, symbol: &str) -> bool {
        self.units.iter().any(|(_, info)| info.symbols.defines(symbol))
    }

    /// The files of a program.
    pub fn inputs(&self, program: &PlannedProgram) -> Vec<Input> {
        program.group.units.iter().map(|&unit| self.units[unit].0.clone()).collect()
    }
}

impl<'a> Workspace<'a> {
    /// Compiles what has changed, and groups it into programs.
    /// An error if a model of the user's does not compile.
    pub fn plan(&self) -> Result<Plan<'a>, LoadError> {
        let options = self.options;
        let base = self.base_key();
        let mut front_end = FrontEnd::new(self.store, base, &options.root);
        front_end.data_model = self.loader.options().data_model;
        front_end.limits = options.limits;
        front_end.flags = self.loader.unit_flags();
        let progress = &self.control.progress;
        progress.units.expect(self.project.units.len());
        let loaded = parallel_map(&self.project.units, self.loader.options().threads, |unit| {
            let stopped = || self.control.is_interrupted();
            let read = || front_end.unit(&unit.input, || self.loader.clang());
            let broken = |message| Err(LoadError::Broken { file: unit.input.path(), message });
            let info = (!stopped()).then(|| guarded(read).unwrap_or_else(broken));
            progress.units.count();
            let reused = matches!(&info, Some(Ok(info)) if info.reused);
            progress.reused_units.fetch_add(usize::from(reused), Ordering::Relaxed);
            info
        });
        let (mut units, mut unread, mut indices) = (Vec::new(), Vec::new(), Vec::new());
        for (index, (unit, info)) in self.project.units.iter().zip(loaded).enumerate() {
            match info {
                Some(Ok(info)) => {
                    units.push((unit.input.clone(), info));
                    indices.push(index);
                }
                Some(Err(error)) => unread.push(Unread { file: unit.input.path(), error }),
                None => {}
            }
        }
        let companions = self.add_companions(&front_end, &mut units)?;
        let hurried = is_large(&units);
        let settings = self.settings_key(base, &front_end, hurried)?;
        let programs = self.programs(&units, &indices, settings);
        let key =
            KeyBuilder::new("project").all(&programs, |key, program| key.text(&program.group.name).key(&program.key));
        let warnings = warnings(&units, &programs, !self.project.links.is_empty());
        Ok(Plan { hurried, front_end, units, key: key.finish(), programs, companions, unread, warnings })
    }

    /// Adds files that were not named and define what the units lack, as far as the user wants that.
    fn add_companions(
        &self,
        front_end: &FrontEnd<'_>,
        units: &mut Vec<(Input, UnitInfo)>,
    ) -> Result<Vec<Companion>, LoadError> {
        let wanted = self.options.companions && units.iter().any(|(input, _)| input.needs_clang());
        let Some((input, info)) = units.first().filter(|_| wanted && !self.control.is_interrupted()) else {
            return Ok(Vec::new());
        };
        let clang = || self.loader.clang();
        let target = front_end.program(input, info, &Own::default(), clang)?.target;
        let means = Means {
            clang: clang()?,
            data_model: front_end.data_model,
            flags: front_end.flags,
            library: self.loader.library(target.data_model())?,
            compile: &|input| guarded(|| front_end.unit(input, clang)).ok()?.ok(),
        };
        let mut companions = Vec::new();
        for (input, companion, info) in Search::new(means).run(units)? {
            units.push((input, info));
            companions.push(companion);
        }
        Ok(companions)
    }

    fn programs(&self, units: &[(Input, UnitInfo)], indices: &[usize], settings: Key) -> Vec<PlannedProgram> {
        let entry = &self.options.terms.entry;
        let names: Vec<String> = units.iter().map(|(input, _)| input.file.display().to_string()).collect();
        let places = self.places(indices);
        let place = |at: usize| places.get(at).map_or("", String::as_str);
        let seen: Vec<grouping::Unit<'_>> = units
            .iter()
            .zip(&names)
            .enumerate()
            .map(|(at, ((_, info), name))| grouping::Unit { name, place: place(at), symbols: &info.symbols })
            .collect();
        let has_entry = |info: &UnitInfo| info.symbols.defines(entry);
        let one =
            self.options.together == Together::All && units.iter().filter(|(_, info)| has_entry(info)).count() <= 1;
        let links = if one && !units.is_empty() {
            vec![Link { name: "program".to_owned(), objects: (0..units.len()).collect(), archives: Vec::new() }]
        } else {
            // What is known speaks of the project's units; some of them may be missing here.
            let known = recorded::programs(&self.project.links, &self.project.units);
            let known = self.options.programs.iter().chain(&known);
            known
                .map(|link| renumber(link, indices))
                .filter(|link| !link.objects.is_empty() || !link.archives.is_empty())
                .collect()
        };
        let groups = match self.options.together {
            Together::Alone => grouping::alone(&seen),
            Together::All | Together::Programs => grouping::group(&seen, entry, &links),
        };
        groups.into_iter().map(|group| PlannedProgram { key: program_key(settings, &group, units), group }).collect()
    }

    /// The folders of the object files of the units that were read.
    fn places(&self, indices: &[usize]) -> Vec<String> {
        let folder = |&unit: &usize| Some(self.project.units[unit].output.as_deref()?.parent()?.display().to_string());
        indices.iter().map(|unit| folder(unit).unwrap_or_default()).collect()
    }

    /// Results for every program of the plan. `render` makes bytes of what was found out about a program, of which it gets
    /// the inputs, too; the same bytes come from the store next time.
    pub fn check(&self, plan: &Plan<'_>, render: impl Fn(&[Input], &Program, &Checked) -> Vec<u8> + Sync) -> Outcomes {
        let progress = &self.control.progress;
        progress.programs.expect(plan.programs.len());
        let done = parallel_map(&plan.programs, self.loader.options().threads, |program| {
            let mut notes = Notes::default();
            let outcome = guarded(|| self.check_program(plan, program, &render, &mut notes));
            progress.programs.count();
            let file = || PathBuf::from(&program.group.name);
            let broken = |message| Unread { file: file(), error: LoadError::Broken { file: file(), message } };
            (outcome.unwrap_or_else(|message| Outcome::Unread(broken(message))), notes)
        });
        let mut outcomes = Outcomes { programs: Vec::new(), breakdowns: Vec::new(), stopped: false };
        for (outcome, notes) in done {
            outcomes.programs.push(outcome);
            outcomes.breakdowns.extend(notes.breakdowns);
            outcomes.stopped |= notes.stopped;
        }
        outcomes
    }

    fn check_program(
        &self,
        plan: &Plan<'_>,
        planned: &PlannedProgram,
        render: &(impl Fn(&[Input], &Program, &Checked) -> Vec<u8> + Sync),
        notes: &mut Notes,
    ) -> Outcome {
        if let Some(bytes) = self.store.get(&planned.key) {
            self.control.progress.reused_programs.fetch_add(1, Ordering::Relaxed);
            return Outcome::Done { bytes, reused: true };
        }
        if self.control.is_interrupted() {
            notes.stopped = true;
            return Outcome::NotStarted;
        }
        let program = match self.link(plan, &planned.group) {
            Ok(program) => program,
            Err(error) => return Outcome::Unread(Unread { file: PathBuf::from(&planned.group.name), error }),
        };
        let CheckOptions { terms, budget, engine, folder, .. } = self.options;
        let own = |func: &&Func| func.body.is_some() && func.origin == FuncOrigin::User;
        let functions = program.funcs.iter().filter(own).count();
        let host = self.control.host(self.store, plan.front_end.base, functions);
        let checked =
            match portfolio::check_with(&program, terms, budget.hurried(plan.hurried), engine.as_deref(), &host) {
                Ok(checked) => checked,
                Err(contradiction) => {
                    let message = contradiction.to_string();
                    let bundle = bundle::write(folder, &program, &message);
                    return Outcome::Contradiction { message, bundle };
                }
            };
        self.count(&checked);
        let bytes = render(&plan.inputs(planned), &program, &checked);
        notes.stopped = checked.results.stopped.is_some();
        // What was cut short or went wrong may come out differently next time.
        if !notes.stopped && checked.breakdowns.is_empty() {
            self.store.put(&planned.key, &bytes);
        }
        for message in checked.breakdowns {
            let bundle = bundle::write(folder, &program, &message);
            notes.breakdowns.push((message, bundle));
        }
        Outcome::Done { bytes, reused: false }
    }

    fn link(&self, plan: &Plan<'_>, group: &Group) -> Result<Program, LoadError> {
        let load = |own: &Own| {
            let units = group.units.iter().map(|&unit| &plan.units[unit]);
            let program =
                |(input, info): &(Input, UnitInfo)| plan.front_end.program(input, info, own, || self.loader.clang());
            units.map(program).collect::<Result<Vec<Program>, LoadError>>()
        };
        let mut units = load(&Own::default())?;
        let own = own_operations(&units);
        if !own.is_empty() {
            units = load(&own)?;
        }
        let mut program = self.loader.link(units)?;
        let is_whole = program.func_named(&self.options.terms.entry).is_some_and(|id| program.funcs[id].is_defined());
        match is_whole {
            true => link::call_nobody(&mut program),
            false => link::leave_weak_definitions_open(&mut program),
        }
        Ok(program)
    }

    fn count(&self, checked: &Checked) {
        let progress = &self.control.progress;
        for verdict in &checked.results.verdicts {
            let counter = match verdict {
                Verdict::Proved(_) | Verdict::Unreachable(_) => &progress.proved,
                Verdict::Refuted(_) => &progress.refuted,
                Verdict::Open(_) => &progress.open,
            };
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// What every result depends on: this very build of Cairn, and how sources are read.
    fn base_key(&self) -> Key {
        KeyBuilder::new("cairn").text(env!("CARGO_PKG_VERSION")).text(&build_id()).finish()
    }

    fn settings_key(&self, base: Key, front_end: &FrontEnd<'_>, hurried: bool) -> Result<Key, LoadError> {
        let CheckOptions { terms, budget, engine, root, form, .. } = self.options;
        let engines = engine.clone().map_or_else(portfolio::engine_names, |_| Vec::new());
        let clang = self.loader.clang().map(|clang| clang.version.text.clone()).unwrap_or_default();
        let models = self.loader.options().extra_models.iter();
        let models =
            models.map(|file| front_end.model(file, || self.loader.clang())).collect::<Result<Vec<Key>, _>>()?;
        let key = KeyBuilder::new("settings")
            .key(&base)
            .text(&clang)
            .text(&format!("{terms:?}"))
            .number(budget.total())
            .number(u64::from(hurried))
            .text(form)
            .all(&engines, |key, name| key.text(name))
            .text(engine.as_deref().unwrap_or_default())
            .bytes(root.as_os_str().as_encoded_bytes())
            .key(&self.loader.models_key())
            .all(&models, |key, model| key.key(model));
        Ok(key.finish())
    }
}

/// Is there more code than can be looked at closely in a few minutes, in all programs together?
fn is_large(units: &[(Input, UnitInfo)]) -> bool {
    units.iter().map(|(_, info)| info.instructions).sum::<usize>() > LARGE
}

fn program_key(settings: Key, group: &Group, units: &[(Input, UnitInfo)]) -> Key {
    let key = KeyBuilder::new("program").key(&settings);
    let unit = |key: KeyBuilder, &unit: &usize| {
        let (input, info) = &units[unit];
        key.key(&info.text).number(u64::from(input.companion))
    };
    key.all(&group.units, unit).finish()
}

/// Link commands with the numbers of the units that were read.
fn renumber(link: &Link, indices: &[usize]) -> Link {
    let new = |old: &Vec<usize>| old.iter().filter_map(|unit| indices.binary_search(unit).ok()).collect();
    Link { name: link.name.clone(), objects: new(&link.objects), archives: new(&link.archives) }
}

/// What the units say, and which symbols no unit could be chosen for; each once.
fn warnings(units: &[(Input, UnitInfo)], programs: &[PlannedProgram], is_recorded: bool) -> Vec<Warning> {
    let how_to_know = match is_recorded {
        true => "no recorded link says which: name the program's units",
        false => "record the build (cairn capture) or name the program's units",
    };
    let named = units.iter().filter(|(input, _)| !input.companion);
    let mut result: Vec<Warning> = named.flat_map(|(_, info)| info.warnings.iter().cloned()).collect();
    let left_out: BTreeSet<&String> = units.iter().flat_map(|(_, info)| &info.left_out).collect();
    result.extend(unit::left_out_warning(&left_out.into_iter().collect::<Vec<_>>()));
    let mut ambiguous: BTreeMap<&(String, Vec<usize>), Vec<&str>> = BTreeMap::new();
    for PlannedProgram { group, .. } in programs {
        group.ambiguous.iter().for_each(|symbol| ambiguous.entry(symbol).or_default().push(&group.name));
    }
    for ((symbol, candidates), programs) in ambiguous {
        let files: Vec<String> = candidates.iter().map(|&unit| units[unit].0.file.display().to_string()).collect();
        let message = format!(
            "`{symbol}` is defined in {}: none is used in {}; {how_to_know}",
            files.join(" and in "),
            programs.join(", ")
        );
        result.push(Warning { place: None, message });
    }
    result.extend(variants_warning(units, programs, how_to_know));
    let mut seen = std::collections::HashSet::new();
    result.retain(|warning| seen.insert(format!("{:?}{}", warning.place, warning.message)));
    result
}

/// Which sources are compiled in several ways, so that one of them was chosen.
fn variants_warning(units: &[(Input, UnitInfo)], programs: &[PlannedProgram], how_to_know: &str) -> Option<Warning> {
    let chosen: BTreeSet<String> = programs
        .iter()
        .flat_map(|program| &program.group.variants)
        .map(|&unit| units[unit].0.file.display().to_string())
        .collect();
    let more = if chosen.len() > 1 { format!(" and {} more", chosen.len() - 1) } else { String::new() };
    let message = format!(
        "{}{more}: compiled in several ways, and programs are taken to use one of them throughout; {how_to_know}",
        chosen.first()?
    );
    Some(Warning { place: None, message })
}

/// Tells builds of one version apart: results of an engine that was changed since are not believed.
fn build_id() -> String {
    let metadata = std::env::current_exe().and_then(std::fs::metadata);
    metadata.map(|metadata| format!("{} {:?}", metadata.len(), metadata.modified().ok())).unwrap_or_default()
}
