//! All functions of a program, callees before callers, many at once.
//!
//! Functions lie in layers: what a function calls by name lies below it, unless they call each other. The functions of one
//! layer do not need each other and are looked at in parallel; the result does not depend on how many threads there are.

use crate::analysis::{Limits, Stop};
use crate::entry::Classes;
use crate::kept::Kept;
use crate::library;
use crate::modular::{Callees, Known, Outcome, Subject, analyse, logic_steps_of_one};
use crate::recursion;
use crate::scope::{Described, Outside, Role, Scope, World};
use crate::summary::FunctionSummary;
use crate::verdicts::Check;
use cairn_base::parallel_map;
use cairn_engine::{Alone, Host};
use cairn_ir::graph::{CallGraph, Digraph};
use cairn_ir::{BlockId, FuncId, FuncOrigin, GlobalId, Id, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What came out of each function.
#[derive(Default)]
pub struct Modules {
    summaries: FxHashMap<FuncId, Result<Arc<FunctionSummary>, Stop>>,
    described: FxHashMap<FuncId, Described>,
    pub(crate) outcomes: BTreeMap<FuncId, Outcome>,
    /// Checks that were met in some function.
    met: FxHashSet<Check>,
    visited: FxHashMap<(FuncId, BlockId), u32>,
    /// In some function, an execution may end in an error.
    pub(crate) cut_short: bool,
    /// Some function calls code that is not there.
    pub(crate) calls_unknown_code: bool,
    /// Functions of which all was at hand.
    reused: usize,
    /// How deep calls go below a function.
    heights: FxHashMap<FuncId, usize>,
}

/// What one function cost, and how large its summary is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figures {
    pub func: FuncId,
    /// How deep calls go below it.
    pub height: usize,
    pub steps: u64,
    pub logic_steps: u64,
    /// Nothing if it has no summary.
    pub size: Option<usize>,
    /// Looking closely took too long.
    pub coarse: bool,
}

/// Functions to be looked at together, because they call each other; with those among them that are no code of the user.
struct Job<'c> {
    funcs: Vec<FuncId>,
    component: &'c Component,
}

/// Functions that call each other, or one function.
struct Component {
    funcs: Vec<FuncId>,
    recursive: bool,
}

/// What one job gave.
struct Found {
    outcomes: Vec<(FuncId, Outcome)>,
    reused: bool,
}

/// What all jobs need.
#[derive(Clone, Copy)]
struct Work<'a> {
    world: &'a World<'a>,
    limits: Limits,
    host: &'a dyn Host,
}

impl Job<'_> {
    fn run(&self, work: Work<'_>, entry: Option<FuncId>, below: &Below<'_>) -> Found {
        match entry.filter(|entry| self.funcs.contains(entry)) {
            Some(entry) => Found { outcomes: self.look_from(work, entry, below), reused: false },
            None => self.look_once(work, below),
        }
    }

    /// The functions in the whole program, which starts with one of them.
    fn look_from(&self, work: Work<'_>, entry: FuncId, below: &Below<'_>) -> Vec<(FuncId, Outcome)> {
        let (program, limits) = (work.world.program, work.limits);
        let alone = |&func: &FuncId| {
            let answers = &work.world.answers;
            let subject = Subject { program, func, is_entry: func == entry, limits, callees: below, answers };
            (func, analyse(subject, Classes::new(), None))
        };
        self.funcs.iter().map(alone).collect()
    }

    /// The functions in their scope, unless what comes out is known already.
    fn look_once(&self, work: Work<'_>, below: &Below<'_>) -> Found {
        let (mut opened, mut reused, mut logic_steps) = (BTreeSet::new(), true, 0);
        loop {
            // Starting again and again may not take more than the analysis itself.
            let may_ask = logic_steps <= logic_steps_of_one(work.limits);
            let work = Work { limits: Limits { may_ask, ..work.limits }, ..work };
            let scope = Scope::new(work.world, below, &self.funcs, &opened, work.limits);
            let known = work.host.summaries().get(&scope.key.0);
            let known = known.and_then(|bytes| Kept::from_bytes(&bytes, self.funcs.len()));
            let kept = known.unwrap_or_else(|| {
                let kept = self.look(work, &scope);
                work.host.summaries().put(&scope.key.0, &kept.to_bytes());
                reused = false;
                kept
            });
            match kept {
                Kept::Wants { funcs, logic_steps: more } => {
                    logic_steps += more;
                    opened.extend(funcs.into_iter().filter_map(|func| scope.original(func)));
                }
                Kept::Outcomes(outcomes) => {
                    let mut names = scope.outwards(work.world.program);
                    let outcomes = outcomes.into_iter().map(|outcome| outcome.renamed(&mut names));
                    return Found { outcomes: self.funcs.iter().copied().zip(outcomes).collect(), reused };
                }
            }
        }
    }

    fn look(&self, work: Work<'_>, scope: &Scope) -> Kept {
        let (program, seen, limits) = (scope.program(work.world.program), scope.seen(), work.limits);
        let funcs: Vec<FuncId> = (0..self.funcs.len()).map(FuncId::new).collect();
        let (func, answers) = (funcs[0], &work.world.answers);
        let any = Subject { program: &program, func, is_entry: false, limits, callees: &seen, answers };
        let outcomes: Vec<Outcome> = if self.component.recursive {
            recursion::solve(any, &funcs).into_iter().map(|(_, outcome)| outcome).collect()
        } else {
            funcs.iter().map(|&func| analyse(Subject { func, ..any }, Classes::new(), None)).collect()
        };
        let wants: BTreeSet<FuncId> = outcomes.iter().flat_map(|outcome| outcome.wants.iter().copied()).collect();
        if wants.is_empty() {
            return Kept::Outcomes(outcomes);
        }
        let logic_steps = outcomes.iter().map(|outcome| outcome.logic_steps).sum();
        Kept::Wants { funcs: wants.into_iter().collect(), logic_steps }
    }
}

impl Modules {
    /// Looks at all functions of a program that starts with `entry`.
    pub fn of(program: &Program, entry: Option<FuncId>, limits: Limits, threads: usize) -> Modules {
        Modules::with(program, entry, limits, threads, &Alone)
    }

    /// The same with what is kept of earlier runs and of other programs. When the host says so, nothing is said of the
    /// functions that are left. Limits hold for each function: what is said of one does not depend on others.
    pub fn with(program: &Program, entry: Option<FuncId>, limits: Limits, threads: usize, host: &dyn Host) -> Modules {
        let mut modules = Modules::default();
        let models = if limits.thorough { FxHashSet::default() } else { library::with_one_behaviour(program) };
        let world = World::new(program, models);
        let work = Work { world: &world, limits, host };
        let layers = layers(program);
        let total: usize = layers.iter().map(Vec::len).sum();
        let done = AtomicUsize::new(0);
        for (height, layer) in layers.into_iter().enumerate() {
            let mut jobs: Vec<Job<'_>> = layer.iter().map(|component| Job::new(&world, component)).collect();
            jobs.retain(|job| !job.funcs.is_empty());
            if host.stop().is_some() {
                modules.leave(&jobs);
                continue;
            }
            let found = parallel_map(&jobs, threads, |job| {
                let below = Below { done: &modules, component: job.component, world: &world };
                let found = (host.stop().is_none()).then(|| job.run(work, entry, &below));
                host.progress(done.fetch_add(1, Ordering::Relaxed) as u64 + 1, total as u64);
                found
            });
            for (job, found) in jobs.iter().zip(found) {
                match found {
                    Some(found) => modules.add(found, height, |func| world.summarised.contains(&func)),
                    None => modules.leave(std::slice::from_ref(job)),
                }
            }
        }
        modules
    }

    /// The summary of a function, or why there is none.
    pub fn summary(&self, func: FuncId) -> Option<&Result<Arc<FunctionSummary>, Stop>> {
        self.summaries.get(&func)
    }

    /// Was the function looked at to its end?
    pub(crate) fn is_known(&self, func: FuncId) -> bool {
        self.summaries.get(&func).is_some_and(Result::is_ok)
    }

    /// Was some function not looked at to its end?
    pub(crate) fn is_incomplete(&self) -> bool {
        self.summaries.values().any(Result::is_err)
    }

    /// Functions of which some call was not followed: whatever may fail in them may fail where that call is made.
    pub fn not_followed(&self) -> impl Iterator<Item = FuncId> + '_ {
        self.outcomes.values().flat_map(|outcome| outcome.not_followed.iter().copied())
    }

    /// Checks that may fail in calls of a function, or below it, as far as calls are followed.
    pub fn may_fail(&self, func: FuncId) -> impl Iterator<Item = Check> + '_ {
        self.outcomes.get(&func).into_iter().flat_map(|outcome| outcome.latents.iter().copied())
    }

    /// Checks that fail in some execution of a function, whatever its caller does.
    pub fn manifest(&self, func: FuncId) -> impl Iterator<Item = Check> + '_ {
        self.outcomes.get(&func).into_iter().flat_map(|outcome| outcome.manifest.iter().copied())
    }

    /// What a user is told: with an entry function, what may fail in calls from there; without, what callers cannot prevent.
    pub fn reports(&self, entry: Option<FuncId>) -> BTreeSet<Check> {
        let entry = entry.and_then(|entry| self.outcomes.get(&entry));
        let of_entry = entry.iter().flat_map(|outcome| outcome.latents.iter().copied());
        of_entry.chain(self.hopeless()).collect()
    }

    /// Checks that may fail in some function, and its callers cannot prevent it.
    pub(crate) fn hopeless(&self) -> BTreeSet<Check> {
        self.outcomes.values().flat_map(|outcome| outcome.unconditional.iter().copied()).collect()
    }

    /// How many classes of objects of entry there are, by how many objects are in one.
    pub fn class_sizes(&self) -> BTreeMap<usize, usize> {
        let mut sizes = BTreeMap::new();
        for (func, outcome) in &self.outcomes {
            let mut members: BTreeMap<u32, usize> = BTreeMap::new();
            outcome.classes.values().for_each(|class| *members.entry(*class).or_default() += 1);
            members.values().for_each(|size| *sizes.entry(*size).or_default() += 1);
            let Some(Ok(summary)) = self.summaries.get(func) else { continue };
            let alone =
                summary.touched.iter().filter(|touched| !outcome.classes.contains_key(&summary.path(touched.owner)));
            *sizes.entry(1).or_default() += alone.count();
        }
        sizes
    }

    /// One for each function that was looked at.
    pub fn figures(&self) -> Vec<Figures> {
        let of = |(&func, outcome): (&FuncId, &Outcome)| Figures {
            func,
            height: self.heights.get(&func).copied().unwrap_or(0),
            steps: outcome.steps,
            logic_steps: outcome.logic_steps,
            size: self.summaries.get(&func).and_then(|summary| summary.as_ref().ok()).map(|summary| summary.size()),
            coarse: outcome.coarse,
        };
        self.outcomes.iter().map(of).collect()
    }

    /// Functions that were looked at and have no summary, and why.
    pub fn without_summary(&self) -> Vec<(FuncId, &Stop)> {
        let stopped = |&func: &FuncId| Some((func, self.summaries.get(&func)?.as_ref().err()?));
        self.outcomes.keys().filter_map(stopped).collect()
    }

    /// How many functions were not looked at, since all was at hand.
    pub fn reused(&self) -> usize {
        self.reused
    }

    /// Instructions that were looked at, over all functions and rounds.
    pub fn steps(&self) -> u64 {
        self.outcomes.values().map(|outcome| outcome.steps).sum()
    }

    fn logic_steps(&self) -> u64 {
        self.outcomes.values().map(|outcome| outcome.logic_steps).sum()
    }

    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        let stopped = self.summaries.values().filter(|summary| summary.is_err()).count();
        let coarse = self.outcomes.values().filter(|outcome| outcome.coarse).count();
        let sizes = self.summaries.values().flatten().map(|summary| summary.size() as u64);
        let rounds: usize = self.outcomes.values().map(|outcome| outcome.rounds).sum();
        let in_classes: usize = self.outcomes.values().map(|outcome| outcome.classes.len()).sum();
        vec![
            ("functions", self.outcomes.len() as u64),
            ("functions without summary", stopped as u64),
            ("functions looked at coarsely", coarse as u64),
            ("rounds for aliasing", rounds as u64),
            ("objects in alias classes", in_classes as u64),
            ("size of all summaries", sizes.sum()),
            ("steps", self.steps()),
            ("steps on conditions", self.logic_steps()),
        ]
    }

    /// Was the check met in some function?
    pub(crate) fn met(&self, check: &Check) -> bool {
        self.met.contains(check)
    }

    pub(crate) fn was_visited(&self, check: &Check) -> bool {
        self.visited.get(&(check.func, check.block)).is_some_and(|&end| check.inst < end)
    }

    fn leave(&mut self, jobs: &[Job<'_>]) {
        for &func in jobs.iter().flat_map(|job| &job.funcs) {
            self.summaries.insert(func, Err(Stop::Steps));
        }
    }

    fn add(&mut self, found: Found, height: usize, is_model: impl Fn(FuncId) -> bool) {
        self.reused += if found.reused { found.outcomes.len() } else { 0 };
        for (func, mut outcome) in found.outcomes {
            let summary = std::mem::replace(&mut outcome.summary, Err(Stop::Steps));
            let described = summary.map(Described::new);
            self.summaries.insert(func, described.as_ref().map(|known| known.summary.clone()).map_err(Stop::clone));
            self.described.extend(described.ok().map(|known| (func, known)));
            self.met.extend(outcome.verdicts.checks().copied());
            for (block, end) in std::mem::take(&mut outcome.visited) {
                let known = self.visited.entry(block).or_default();
                *known = end.max(*known);
            }
            self.heights.insert(func, height);
            // What goes wrong in a model counts where it is called.
            self.cut_short |= outcome.cut_short && !is_model(func);
            self.calls_unknown_code |= outcome.calls_unknown_code;
            self.outcomes.insert(func, outcome);
        }
    }
}

impl<'c> Job<'c> {
    fn new(world: &World<'_>, component: &'c Component) -> Job<'c> {
        let program = world.program;
        let is_looked_at =
            |func: &&FuncId| program.funcs[**func].origin == FuncOrigin::User || world.summarised.contains(func);
        let funcs = component.funcs.iter().filter(is_looked_at);
        let mut funcs: Vec<FuncId> = funcs.filter(|func| program.funcs[**func].is_defined()).copied().collect();
        // An order that is the same in every program.
        if funcs.len() > 1 {
            funcs.sort_by_key(|&func| (program.func_name(func), world.body(func).map(|body| body.digest)));
        }
        Job { funcs, component }
    }
}

/// What a function sees of those below it.
struct Below<'m> {
    done: &'m Modules,
    component: &'m Component,
    world: &'m World<'m>,
}

impl Callees for Below<'_> {
    fn known(&self, func: FuncId) -> Known {
        match self.done.summaries.get(&func) {
            Some(Ok(summary)) => Known::Summary(summary.clone()),
            Some(Err(_)) if self.world.summarised.contains(&func) => Known::Enter,
            Some(Err(_)) => Known::Unknown,
            // A call back into the component is looked at as one of unknown code.
            None if self.component.funcs.contains(&func) => Known::Unknown,
            None => Known::Enter,
        }
    }

    fn is_fixed(&self, global: GlobalId) -> bool {
        self.world.fixed.contains(&global)
    }

    fn is_private(&self, global: GlobalId) -> bool {
        self.world.private.contains(&global)
    }

    fn is_recursive(&self, _: FuncId) -> bool {
        false
    }
}

impl Outside for Below<'_> {
    fn role(&self, func: FuncId) -> Role {
        match self.known(func) {
            Known::Summary(_) => Role::Summary(self.done.described[&func].clone()),
            Known::Enter => Role::Enter,
            Known::Unknown | Known::Never => Role::Unknown,
        }
    }
}

/// Functions that call each other by name, in layers, the lowest first.
fn layers(program: &Program) -> Vec<Vec<Component>> {
    let graph = CallGraph::new(program);
    let mut edges = Vec::new();
    for func in program.funcs.ids() {
        edges.extend(graph.callees(func).iter().map(|callee| (func.index() as u32, callee.index() as u32)));
    }
    let calls = Digraph::new(program.funcs.len(), &edges);
    // Library models that nobody uses are of no interest.
    let of_user = program.funcs.iter_enumerated().filter(|(_, func)| func.origin == FuncOrigin::User);
    let used = calls.reachable(of_user.map(|(id, _)| id.index()));
    let mut layer_of = vec![0usize; program.funcs.len()];
    let mut layers: Vec<Vec<Component>> = Vec::new();
    for component in calls.sccs() {
        if !used[component[0] as usize] {
            continue;
        }
        let below =
            component.iter().flat_map(|&func| calls.succs(func as usize)).filter(|callee| !component.contains(callee));
        let layer = below.map(|&callee| layer_of[callee as usize] + 1).max().unwrap_or(0);
        component.iter().for_each(|&func| layer_of[func as usize] = layer);
        if layers.len() <= layer {
            layers.resize_with(layer + 1, Vec::new);
        }
        let first = component[0];
        let recursive = component.len() > 1 || calls.succs(first as usize).contains(&first);
        let funcs = component.into_iter().map(|func| FuncId::new(func as usize)).collect();
        layers[layer].push(Component { funcs, recursive });
    }
    layers
}
