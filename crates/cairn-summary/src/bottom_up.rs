//! All functions of a program, callees before callers, many at once.
//!
//! Functions lie in layers: what a function calls by name lies below it, unless they call each other. The functions of one
//! layer do not need each other and are looked at in parallel; the result does not depend on how many threads there are.

use crate::analysis::{Limits, Stop};
use crate::entry::Classes;
use crate::fixed::never_written;
use crate::modular::{Callees, Known, Outcome, Subject, analyse};
use crate::recursion;
use crate::summary::FunctionSummary;
use crate::verdicts::Check;
use cairn_base::parallel_map;
use cairn_ir::graph::{CallGraph, Digraph};
use cairn_ir::{FuncId, FuncOrigin, GlobalId, Id, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What came out of each function.
#[derive(Default)]
pub struct Modules {
    summaries: FxHashMap<FuncId, Result<Arc<FunctionSummary>, Stop>>,
    pub(crate) outcomes: BTreeMap<FuncId, Outcome>,
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

impl Job<'_> {
    fn run(
        &self,
        program: &Program,
        entry: Option<FuncId>,
        limits: Limits,
        below: &Below<'_>,
    ) -> Vec<(FuncId, Outcome)> {
        let has_entry = entry.is_some_and(|entry| self.funcs.contains(&entry));
        if !has_entry && self.component.recursive {
            return recursion::solve(program, &self.funcs, limits, below);
        }
        let alone = |&func: &FuncId| {
            let subject = Subject { program, func, is_entry: Some(func) == entry, limits, callees: below };
            (func, analyse(subject, Classes::new(), None))
        };
        self.funcs.iter().map(alone).collect()
    }
}

impl Modules {
    /// Looks at all functions of a program that starts with `entry`; when the work on conditions is used up, nothing is
    /// said of those that are left.
    pub fn of(program: &Program, entry: Option<FuncId>, limits: Limits, threads: usize) -> Modules {
        let mut modules = Modules::default();
        let fixed = never_written(program);
        for layer in layers(program) {
            let mut jobs = Vec::new();
            for component in &layer {
                // Library models are entered: what they do depends on constants in calls, such as formats.
                let funcs = component.funcs.iter().filter(|func| program.funcs[**func].origin == FuncOrigin::User);
                let funcs = funcs.filter(|func| program.funcs[**func].is_defined()).copied();
                jobs.push(Job { funcs: funcs.collect(), component });
            }
            if modules.logic_steps() > limits.logic_steps {
                modules.leave(&jobs);
                continue;
            }
            let outcomes = parallel_map(&jobs, threads, |job| {
                let below = Below { done: &modules, component: job.component, fixed: &fixed };
                job.run(program, entry, limits, &below)
            });
            for (func, outcome) in outcomes.into_iter().flatten() {
                modules.add(func, outcome);
            }
        }
        modules
    }

    /// The summary of a function, or why there is none.
    pub fn summary(&self, func: FuncId) -> Option<&Result<Arc<FunctionSummary>, Stop>> {
        self.summaries.get(&func)
    }

    /// Checks that may fail in calls of a function, or below it.
    pub fn may_fail(&self, func: FuncId) -> impl Iterator<Item = Check> + '_ {
        self.outcomes.get(&func).into_iter().flat_map(|outcome| outcome.latents.iter().copied())
    }

    /// Checks that fail in some execution of a function, whatever its caller does.
    pub fn manifest(&self, func: FuncId) -> impl Iterator<Item = Check> + '_ {
        self.outcomes.get(&func).into_iter().flat_map(|outcome| outcome.manifest.iter().copied())
    }

    /// What a user is told: with an entry function, what may fail in calls from there; without, what callers cannot prevent.
    pub fn reports(&self, entry: Option<FuncId>) -> BTreeSet<Check> {
        match entry.and_then(|entry| self.outcomes.get(&entry)) {
            Some(outcome) => outcome.latents.clone(),
            None => self.outcomes.values().flat_map(|outcome| outcome.unconditional.iter().copied()).collect(),
        }
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
        ]
    }

    fn leave(&mut self, jobs: &[Job<'_>]) {
        for &func in jobs.iter().flat_map(|job| &job.funcs) {
            self.summaries.insert(func, Err(Stop::Steps));
        }
    }

    fn add(&mut self, func: FuncId, mut outcome: Outcome) {
        let summary = std::mem::replace(&mut outcome.summary, Err(Stop::Steps));
        self.summaries.insert(func, summary.map(Arc::new));
        self.outcomes.insert(func, outcome);
    }
}

/// What a function sees of those below it.
struct Below<'m> {
    done: &'m Modules,
    component: &'m Component,
    fixed: &'m FxHashSet<GlobalId>,
}

impl Callees for Below<'_> {
    fn known(&self, func: FuncId) -> Known {
        match self.done.summaries.get(&func) {
            Some(Ok(summary)) => Known::Summary(summary.clone()),
            Some(Err(_)) => Known::Unknown,
            // A call back into the component is looked at as one of unknown code.
            None if self.component.funcs.contains(&func) => Known::Unknown,
            None => Known::Enter,
        }
    }

    fn is_fixed(&self, global: GlobalId) -> bool {
        self.fixed.contains(&global)
    }

    fn is_recursive(&self, _: FuncId) -> bool {
        false
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
