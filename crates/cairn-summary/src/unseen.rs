//! Calls that no summary tells of: from code that is not there, from functions that were not looked at to their end and, in a
//! program without entry function, from other files.
//!
//! A function that is called in such a way finds anything. If its summary holds for every caller, what may fail below it in such
//! calls is what the summary says; otherwise nothing is known of the calls that it makes, either.

use crate::bottom_up::Modules;
use crate::summary::FunctionSummary;
use crate::verdicts::Check;
use cairn_ir::graph::CallGraph;
use cairn_ir::{FuncId, Linkage, Program, Rule};
use rustc_hash::FxHashSet;

/// Rules that ask the same of callers.
#[derive(Clone, Copy)]
enum Kind {
    Defined,
    /// Whether a block is lost is not known where it is handed on, so no summary says all.
    Leak,
    Other,
}

impl Kind {
    fn of(rule: Rule) -> Kind {
        match rule {
            Rule::UninitializedRead => Kind::Defined,
            Rule::MemoryLeak => Kind::Leak,
            _ => Kind::Other,
        }
    }

    fn says_all(self, summary: &FunctionSummary) -> bool {
        match self {
            Kind::Defined => summary.holds_for_all(Rule::UninitializedRead),
            Kind::Leak => false,
            Kind::Other => summary.holds_for_all(Rule::NullDereference),
        }
    }
}

/// What comes of such calls, for each kind of rules.
pub(crate) struct Unseen([Found; 3]);

#[derive(Default)]
struct Found {
    /// Functions that are called so.
    funcs: FxHashSet<FuncId>,
    /// What may fail, in them or below.
    may_fail: FxHashSet<Check>,
}

impl Unseen {
    pub fn of(program: &Program, modules: &Modules, entry: Option<FuncId>) -> Unseen {
        let graph = CallGraph::new(program);
        let roots = roots(program, &graph, modules, entry);
        let given = modules.outcomes.values().flat_map(|outcome| outcome.given_undefined.iter().copied());
        let given: Vec<FuncId> = roots.iter().copied().chain(given).collect();
        Unseen([
            spread(&graph, modules, entry, Kind::Defined, given),
            spread(&graph, modules, entry, Kind::Leak, roots.clone()),
            spread(&graph, modules, entry, Kind::Other, roots),
        ])
    }

    /// Is the function of the check called in ways that were not looked at, as far as its rule is concerned?
    pub fn reaches(&self, check: &Check) -> bool {
        self.0[Kind::of(check.rule) as usize].funcs.contains(&check.func)
    }

    /// May the check fail behind a function that is called so?
    pub fn may_break(&self, check: &Check) -> bool {
        self.0[Kind::of(check.rule) as usize].may_fail.contains(check)
    }
}

/// Functions that are called from where nobody looked.
fn roots(program: &Program, graph: &CallGraph, modules: &Modules, entry: Option<FuncId>) -> Vec<FuncId> {
    let mut roots: Vec<FuncId> = modules.not_followed().collect();
    // What was not looked at to its end may call code that is not there, which calls back.
    if modules.calls_unknown_code || modules.is_incomplete() {
        roots.extend(&graph.address_taken);
    }
    if entry.is_some_and(|entry| modules.is_known(entry)) {
        return roots;
    }
    roots.extend(entry);
    roots.extend(program.constructors.iter().chain(&program.destructors).map(|(_, func)| *func));
    if entry.is_none() {
        let is_hidden =
            |func: &FuncId| program.funcs[*func].linkage == Linkage::Internal && !graph.callers(*func).is_empty();
        roots.extend(program.funcs.ids().filter(|func| !is_hidden(func)));
        roots.extend(&graph.address_taken);
    }
    roots
}

/// What is known of the entry function is how it starts the program, and says nothing of other calls of it.
fn spread(graph: &CallGraph, modules: &Modules, entry: Option<FuncId>, kind: Kind, mut work: Vec<FuncId>) -> Found {
    let mut found = Found::default();
    while let Some(func) = work.pop() {
        if !found.funcs.insert(func) {
            continue;
        }
        match modules.summary(func) {
            Some(Ok(summary)) if kind.says_all(summary) && Some(func) != entry => {
                found.may_fail.extend(modules.may_fail(func))
            }
            _ => {
                work.extend(graph.callees(func));
                let sites = graph.indirect.iter().filter(|site| site.func == func);
                sites.for_each(|site| work.extend(graph.candidates(site)));
            }
        }
    }
    found
}
