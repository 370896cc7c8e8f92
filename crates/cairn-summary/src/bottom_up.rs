//! All functions of a program, callees before callers.
//!
//! Each function is looked at once its callees are done; functions that call each other are looked at again until nothing
//! changes.

use crate::analysis::{Limits, Stop};
use crate::entry::Classes;
use crate::modular::{Callees, Known, Outcome, analyse};
use crate::summary::FunctionSummary;
use crate::verdicts::Check;
use cairn_ir::graph::{CallGraph, Digraph};
use cairn_ir::{FuncId, FuncOrigin, Id, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// What came out of each function.
#[derive(Default)]
pub struct Modules {
    summaries: FxHashMap<FuncId, Result<Arc<FunctionSummary>, Stop>>,
    pub(crate) outcomes: FxHashMap<FuncId, Outcome>,
    /// Functions that are being looked at.
    current: FxHashSet<FuncId>,
}

impl Modules {
    /// The summary of a function, or why there is none.
    pub fn summary(&self, func: FuncId) -> Option<&Result<Arc<FunctionSummary>, Stop>> {
        self.summaries.get(&func)
    }

    /// Looks at all functions of a program that starts with `entry`.
    pub fn of(program: &Program, entry: Option<FuncId>, limits: Limits) -> Modules {
        let mut modules = Modules::default();
        for component in components(program) {
            // A call back into the component is looked at as one of unknown code.
            modules.current = component.iter().copied().collect();
            for func in component {
                if program.funcs[func].body.is_none() {
                    continue;
                }
                let outcome = analyse(program, func, Some(func) == entry, limits, &modules, Classes::new());
                modules.add(func, outcome);
            }
        }
        modules
    }

    /// Checks that may fail in calls of a function, or below it.
    pub fn may_fail(&self, func: FuncId) -> impl Iterator<Item = Check> + '_ {
        self.outcomes.get(&func).into_iter().flat_map(|outcome| outcome.latents.iter().copied())
    }

    /// Instructions that were looked at, over all functions and rounds.
    pub fn steps(&self) -> u64 {
        self.outcomes.values().map(|outcome| outcome.steps).sum()
    }

    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        let stopped = self.summaries.values().filter(|summary| summary.is_err()).count();
        let sizes = self.summaries.values().flatten().map(|summary| summary.size() as u64);
        let rounds: usize = self.outcomes.values().map(|outcome| outcome.rounds).sum();
        vec![
            ("functions", self.outcomes.len() as u64),
            ("functions without summary", stopped as u64),
            ("rounds for aliasing", rounds as u64),
            ("size of all summaries", sizes.sum()),
            ("steps", self.steps()),
        ]
    }

    fn add(&mut self, func: FuncId, mut outcome: Outcome) {
        let summary = std::mem::replace(&mut outcome.summary, Err(Stop::Steps));
        self.summaries.insert(func, summary.map(Arc::new));
        self.outcomes.insert(func, outcome);
    }
}

/// Functions that call each other by name, callees first.
fn components(program: &Program) -> Vec<Vec<FuncId>> {
    let graph = CallGraph::new(program);
    let mut edges = Vec::new();
    for func in program.funcs.ids() {
        edges.extend(graph.callees(func).iter().map(|callee| (func.index() as u32, callee.index() as u32)));
    }
    let calls = Digraph::new(program.funcs.len(), &edges);
    // Library models that nobody uses are of no interest.
    let of_user = program.funcs.iter_enumerated().filter(|(_, func)| func.origin == FuncOrigin::User);
    let used = calls.reachable(of_user.map(|(id, _)| id.index()));
    let ids = |component: Vec<u32>| component.into_iter().map(|func| FuncId::new(func as usize)).collect();
    calls.sccs().into_iter().filter(|component| used[component[0] as usize]).map(ids).collect()
}

impl Callees for Modules {
    fn known(&self, func: FuncId) -> Known {
        match self.summaries.get(&func) {
            Some(Ok(summary)) => Known::Summary(summary.clone()),
            Some(Err(_)) => Known::Unknown,
            None if self.current.contains(&func) => Known::Unknown,
            None => Known::Enter,
        }
    }
}
