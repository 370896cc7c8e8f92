//! All functions of a program, callees before callers.
//!
//! Each function is looked at once its callees are done; functions that call each other are looked at again until nothing
//! changes.

use crate::analysis::{Limits, Stop};
use crate::entry::Classes;
use crate::modular::{Callees, Known, Outcome, analyse};
use crate::summary::FunctionSummary;
use cairn_ir::graph::{CallGraph, Digraph};
use cairn_ir::{FuncId, Id, Program};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What came out of each function.
#[derive(Default)]
pub struct Modules {
    summaries: FxHashMap<FuncId, Result<Arc<FunctionSummary>, Stop>>,
    pub(crate) outcomes: FxHashMap<FuncId, Outcome>,
}

impl Modules {
    /// The summary of a function, or why there is none.
    pub fn summary(&self, func: FuncId) -> Option<&Result<Arc<FunctionSummary>, Stop>> {
        self.summaries.get(&func)
    }

    /// Looks at all functions of a program.
    pub fn of(program: &Program, limits: Limits) -> Modules {
        let mut modules = Modules::default();
        for component in components(program) {
            for func in component {
                if program.funcs[func].body.is_none() {
                    continue;
                }
                let outcome = analyse(program, func, limits, &modules, Classes::new());
                modules.add(func, outcome);
            }
        }
        modules
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
    let ids = |component: Vec<u32>| component.into_iter().map(|func| FuncId::new(func as usize)).collect();
    calls.sccs().into_iter().map(ids).collect()
}

impl Callees for Modules {
    fn known(&self, func: FuncId) -> Known {
        match self.summaries.get(&func) {
            Some(Ok(summary)) => Known::Summary(summary.clone()),
            Some(Err(stop)) => Known::Stopped(stop.clone()),
            None => Known::Enter,
        }
    }
}
